//! A case: a document or fragment that limpid and Chromium parse or sanitize.

use limpid::sanitize::{Sanitizer, SanitizerConfig, SetHtmlOptions, WebIdl, parse_html, parse_html_unsafe};
use limpid::{Document, FragmentContext, MutationError, Namespace, ParseOptions, QuirksMode, ScriptingMode};
use limpid_pages::splice::{self, Original};
use limpid_pages::{Context, Random, sanitizer, soup};
use serde::Deserialize;
use serde_json::{Value, json};

/// The number of configurations per sanitized input.
const CONFIGS: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Case {
    /// The context element of a fragment, or `None` for a document.
    pub(super) context: Option<Context>,
    pub(super) tokens: Vec<String>,
    /// `None` if the case is only parsed.
    pub(super) sanitizing: Option<Sanitizing>,
    /// Whether the comparison joins adjacent text nodes.
    pub(super) joins_texts: bool,
}

/// A call of the Sanitizer API.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sanitizing {
    pub(super) method: &'static str,
    pub(super) config: Value,
    /// Whether the call passes a `Sanitizer` instead of the configuration itself.
    pub(super) is_object: bool,
}

impl Case {
    pub(super) fn new(context: Option<Context>, tokens: Vec<String>) -> Self {
        Self { context, tokens, sanitizing: None, joins_texts: false }
    }

    pub(super) fn document(seed: u64, number: u64) -> Self {
        Self::new(None, soup::document(&mut random(seed, number, 0)))
    }

    pub(super) fn fragment(seed: u64, number: u64) -> Self {
        let (context, tokens) = soup::fragment(&mut random(seed, number, 1));
        Self::new(Some(context), tokens)
    }

    pub(super) fn spliced(seed: u64, number: u64, originals: &[Original]) -> Self {
        let (context, tokens) = splice::splice(&mut random(seed, number, 0), originals);
        Self::new(context, tokens)
    }

    /// Returns a generated fragment or document, once for each of [`CONFIGS`] configurations.
    pub(super) fn sanitized(seed: u64, number: u64, is_fragment: bool) -> Vec<Self> {
        let mut random = random(seed, number, u64::from(!is_fragment));
        let (case, methods) = if is_fragment {
            let (context, tokens) = sanitizer::fragment(&mut random);
            (Self::new(Some(context), tokens), ["setHTML", "setHTMLUnsafe"])
        } else {
            (Self::new(None, sanitizer::document(&mut random)), ["parseHTML", "parseHTMLUnsafe"])
        };
        let mut sanitizing = || Sanitizing {
            method: random.pick(&methods),
            config: serde_json::from_str(&sanitizer::config(&mut random)).unwrap_or_default(),
            is_object: random.one_in(2),
        };
        (0..CONFIGS).map(|_| Self { sanitizing: Some(sanitizing()), ..case.clone() }).collect()
    }

    pub(super) fn input(&self) -> String {
        // Opens closed shadow roots, because a script cannot read them. The parser treats both modes in the same way.
        self.tokens.concat().replace("closed", "open")
    }

    pub(super) fn set_input(&mut self, input: String) {
        if input != self.input() {
            self.tokens = vec![input];
        }
    }

    /// Moves the context element into the input: its start tag becomes the first tag of the input. The new context element is `outer`.
    pub(super) fn open_context_in(&mut self, outer: &'static str) {
        let Some(Context { name, encoding }) = self.context else { return };
        let tag = |name: &str| match encoding {
            Some(encoding) => format!("<{name} encoding='{encoding}'>"),
            None => format!("<{name}>"),
        };
        let tags = match name.split_once(' ') {
            Some((namespace, name)) => format!("<{namespace}>{}", tag(name)),
            None => tag(name),
        };
        self.tokens = vec![format!("{tags}{}", self.input())];
        self.context = Some(Context { name: outer, encoding: None });
    }

    /// Returns the case as JSON for the page in Chromium.
    pub(super) fn to_json(&self) -> Value {
        let input = self.input();
        let mut json = match self.context {
            None => json!({ "input": input }),
            Some(Context { name, encoding }) => {
                let (namespace, name) = name.split_once(' ').unwrap_or(("html", name));
                json!({"input": input, "namespace": namespace, "name": name, "encoding": encoding})
            }
        };
        if let Some(Sanitizing { method, config, is_object }) = &self.sanitizing {
            json["method"] = json!(method);
            json["config"] = config.clone();
            json["isObject"] = json!(is_object);
        }
        json
    }

    /// Returns the name of the context element and, for a sanitizing case, the method and its configuration.
    pub(super) fn setting(&self) -> String {
        let context = self.context.map_or("a document", |context| context.name);
        match &self.sanitizing {
            None => context.to_owned(),
            Some(Sanitizing { method, config, is_object }) => {
                let of = if *is_object { "the Sanitizer of " } else { "" };
                format!("{context}, {method} with {of}{config}")
            }
        }
    }

    /// Returns the dump of limpid's tree, or the name of the error of the sanitizer.
    pub(super) fn dump(&self) -> String {
        match &self.sanitizing {
            None => self.parsed(),
            Some(sanitizing) => sanitizing.result(self).unwrap_or_else(|error| error),
        }
    }

    fn parsed(&self) -> String {
        let options = ParseOptions::new().scripting(ScriptingMode::Normal).errors(false);
        match self.fragment_context() {
            Some(context) => options.parse_fragment(self.input(), context).to_test_dump(),
            None => {
                let document = options.parse(self.input());
                let mode = if document.quirks_mode() == QuirksMode::Quirks { "quirks\n" } else { "" };
                format!("{mode}{}", document.to_test_dump())
            }
        }
    }

    fn fragment_context(&self) -> Option<FragmentContext> {
        let Context { name, encoding } = self.context?;
        let context = FragmentContext::from(name);
        Some(match encoding {
            Some(encoding) => context.attribute("encoding", encoding),
            None => context,
        })
    }

    /// Replaces the input with the serialization of its tree, to get markup without misplaced elements.
    pub(super) fn normalize(&mut self) {
        let options = ParseOptions::new().errors(false).scripting(ScriptingMode::Inert);
        // Parsing the serialization can move elements again.
        for _ in 0..3 {
            let html = match self.fragment_context() {
                Some(context) => options.parse_fragment(self.input(), context).to_html(),
                None => options.parse(self.input()).to_html(),
            };
            self.set_input(html);
        }
    }

    /// Returns the dump to compare, with adjacent text nodes joined if `joins_texts` is set.
    pub(super) fn comparable(&self, dump: &str) -> String {
        if !self.joins_texts {
            return dump.to_owned();
        }
        let mut joined = String::new();
        // The indentation of the previous line, if that line is a text node.
        let mut text_indent = None;
        for line in dump.split_inclusive('\n') {
            let indent = line.starts_with("| ").then(|| &line[..line.len() - line[2..].trim_start_matches(' ').len()]);
            let Some(indent) = indent else {
                joined.push_str(line);
                continue;
            };
            match line[indent.len()..].strip_prefix('"') {
                Some(rest) if text_indent == Some(indent) && joined.ends_with("\"\n") => {
                    joined.truncate(joined.len() - 2);
                    joined.push_str(rest);
                }
                _ => joined.push_str(line),
            }
            text_indent = line[indent.len()..].starts_with('"').then_some(indent);
        }
        joined
    }
}

impl Sanitizing {
    /// Returns the dump of the sanitized tree, or the name of the error.
    fn result(&self, case: &Case) -> Result<String, String> {
        let sanitizer = match &self.config {
            Value::Null => None,
            Value::String(_) => Some(Sanitizer::default()),
            config => Some(self.sanitizer(config).map_err(|_| "TypeError")?),
        };
        let options = match &sanitizer {
            Some(sanitizer) => SetHtmlOptions::new().sanitizer(sanitizer),
            None => SetHtmlOptions::new(),
        };
        let input = case.input();
        match case.context {
            Some(context) => self.element(context, &input, &options).map_err(|error| error.to_string()),
            None if self.is_safe() => document(parse_html(&input, &options)),
            None => document(parse_html_unsafe(&input, &options)),
        }
    }

    fn is_safe(&self) -> bool {
        !self.method.ends_with("Unsafe")
    }

    fn sanitizer(&self, config: &Value) -> Result<Sanitizer, String> {
        let WebIdl(config) = WebIdl::<SanitizerConfig>::deserialize(config).map_err(|error| error.to_string())?;
        let is_strict = self.is_safe() && !self.is_object;
        let made = if is_strict { Sanitizer::for_safe_methods(&config) } else { Sanitizer::new(&config) };
        made.map_err(|error| error.to_string())
    }

    fn element(&self, context: Context, input: &str, options: &SetHtmlOptions<'_>) -> Result<String, MutationError> {
        let mut page = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<!DOCTYPE html>");
        let (namespace, name) = match context.name.split_once(' ') {
            Some(("svg", name)) => (Namespace::Svg, name),
            Some((_, name)) => (Namespace::MathMl, name),
            None => (Namespace::Html, context.name),
        };
        let element = page.create_element_ns(namespace, name)?;
        if let Some(encoding) = context.encoding {
            page.node_mut(element)?.set_attribute("encoding", encoding)?;
        }
        match self.is_safe() {
            true => page.node_mut(element)?.set_html(input, options)?,
            false => page.node_mut(element)?.set_html_unsafe(input, options)?,
        }
        let mut result = Document::new_fragment();
        let copy = result.import(page.node(element).ok_or(MutationError::WrongKind)?)?;
        result.node_mut(result.root().id())?.append(copy)?;
        Ok(result.to_test_dump())
    }
}

fn document(parsed: Result<Document<'_>, MutationError>) -> Result<String, String> {
    parsed.map(|document| document.to_test_dump()).map_err(|error| error.to_string())
}

/// Returns the random generator for the case with this number. The same case is generated whatever `--count` is.
pub(super) fn random(seed: u64, number: u64, kind: u64) -> Random {
    let mut random = Random::new(seed);
    Random::new(random.number() ^ ((number << 1) | kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_texts_are_joined() {
        let dump = "| <p>\n|   a=\"1\"\n|   \"2\n| 3\"\n|   \"4\"\n|   <b>\n|     \"5\"\n|   \"6\"\n";
        let joined = "| <p>\n|   a=\"1\"\n|   \"2\n| 34\"\n|   <b>\n|     \"5\"\n|   \"6\"\n";
        let case = Case { joins_texts: true, ..Case::new(None, Vec::new()) };
        assert_eq!(case.comparable(&dump.replace("\n| 3", "\n3")), joined.replace("\n| 3", "\n3"));
    }
}
