//! Runs sanitizer cases: markup is parsed whole, character by character, and split at every position; steps are run in order.

use std::fmt;

use limpid::sanitize::{Removal, Sanitizer, SanitizerConfig, Strictness, WebIdl};
use limpid::{Document, FragmentContext, ParseOptions, Parser, ScriptingMode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::outcome::{Outcome, in_chunks};
use crate::format::sanitizer::{Expected, MarkupCase, SanitizerCase, Work};

/// Longer inputs, in bytes, are not split at every position.
const CUT_LIMIT: usize = 64;

/// Runs a case.
pub fn run(case: &SanitizerCase) -> Outcome {
    match &case.work {
        Work::Markup(case) => case.methods.iter().try_for_each(|method| Run::new(case, method)?.check(true)).into(),
        Work::Steps(steps) => Steps::default().run(steps).into(),
    }
}

/// The number of markup cases whose result is the expected tree for sanitizing after parsing, and not the published tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AfterParsingCounts {
    /// The number of cases with this result.
    pub after: usize,
    /// The number of all cases of markup.
    pub all: usize,
}

impl AfterParsingCounts {
    /// Runs each case that has both expected trees.
    pub fn of<'c>(cases: impl IntoIterator<Item = &'c SanitizerCase>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            let Work::Markup(case) = &case.work else { continue };
            counts.all += 1;
            let passes_as_published = |method: &String| {
                Run::new(case, method).is_ok_and(|run| run.check_document(false, "", &run.parse()).is_ok())
            };
            let needs_other = case.after_parsing.is_some() && !case.methods.iter().all(passes_as_published);
            counts.after += usize::from(needs_other);
        }
        counts
    }
}

/// A case of markup with one method.
struct Run<'c> {
    case: &'c MarkupCase,
    method: &'c str,
    is_safe: bool,
    /// The sanitizer, or `None` if the configuration is invalid.
    sanitizer: Option<Sanitizer>,
    /// The context element, or `None` for a document.
    context: Option<FragmentContext>,
    options: ParseOptions,
}

impl<'c> Run<'c> {
    fn new(case: &'c MarkupCase, method: &'c str) -> Result<Self, String> {
        let is_safe = !method.ends_with("Unsafe");
        let context = FragmentContext::parse(&case.context).map_err(|error| format!("{:?}: {error}", case.context))?;
        let is_document = method.starts_with("parse");
        // `parseHTML` creates a document without a browsing context, so scripting is disabled. The fragment methods run in a document of
        // the browser with scripting enabled.
        let scripting = if is_document { ScriptingMode::Disabled } else { ScriptingMode::Inert };
        Ok(Self {
            case,
            method,
            is_safe,
            sanitizer: sanitizer(case.config.as_ref(), is_safe && !case.is_object),
            context: (!is_document).then_some(context),
            options: ParseOptions::new().scripting(scripting).spans(true).allow_declarative_shadow_roots(true),
        })
    }

    /// Compares the results with the expected tree or, if allowed, with the tree for sanitizing after parsing.
    fn check(&self, allows_after_parsing: bool) -> Result<(), String> {
        self.check_document(allows_after_parsing, "whole", &self.parse())?;
        if self.case.expected == Expected::Error {
            return Ok(());
        }
        in_chunks(&self.case.data, CUT_LIMIT, |manner, chunks| {
            let mut parser = match &self.context {
                None => Parser::new(self.options.clone()),
                Some(context) => Parser::new_fragment(self.options.clone(), context.clone()),
            };
            chunks.for_each(|chunk| {
                parser.feed(chunk);
            });
            self.check_document(allows_after_parsing, manner, &parser.finish())
        })
    }

    fn parse(&self) -> Document<'c> {
        match &self.context {
            None => self.options.parse(&*self.case.data),
            Some(context) => self.options.parse_fragment(&*self.case.data, context.clone()),
        }
    }

    fn check_document(&self, allows_after_parsing: bool, manner: &str, parsed: &Document<'_>) -> Result<(), String> {
        let Some(sanitizer) = &self.sanitizer else {
            return match self.case.expected {
                Expected::Error => Ok(()),
                _ => Err(self.failure(manner, &"a result", &"a TypeError")),
            };
        };
        let (mut document, mut report) = (parsed.clone(), Vec::new());
        let root = document.root().id();
        let strictness = match self.method {
            "print" => Strictness::Printable,
            _ if self.is_safe => Strictness::Safe,
            _ => Strictness::Unsafe,
        };
        if self.is_safe && ["script", "svg script"].contains(&&*self.case.context) {
            // The standard's method does nothing for these elements, so they stay empty.
            document.node_mut(root).and_then(|mut node| node.remove_children()).map_err(|error| error.to_string())?;
        }
        let sanitized = sanitizer.sanitize_with(&mut document, root, strictness, Some(&mut report));
        sanitized.map_err(|error| error.to_string())?;
        limpid_dom::invariants::check(&document)?;
        let dump = document.to_test_dump();
        let dump = dump.trim_end_matches('\n');
        let equals_dump = |expected: &str| normalized(expected) == normalized(dump);
        match &self.case.expected {
            Expected::Document(expected) if equals_dump(expected) => {}
            Expected::Document(_)
                if allows_after_parsing && self.case.after_parsing.as_deref().is_some_and(equals_dump) => {}
            Expected::Document(expected) => return Err(self.failure(manner, expected, &dump)),
            Expected::Markup(expected) => {
                let html = document.to_html();
                if html != *expected {
                    return Err(self.failure(manner, expected, &html));
                }
            }
            Expected::Contains(needle, expected) => {
                let html = document.to_html();
                if html.contains(needle) != *expected {
                    return Err(self.failure(manner, &format_args!("contains {needle}: {expected}"), &html));
                }
            }
            Expected::Error => return Err(self.failure(manner, &"a TypeError", &dump)),
        }
        match &self.case.report {
            Some(expected) => {
                let got: Vec<String> = report.iter().map(line).collect();
                if got == *expected {
                    Ok(())
                } else {
                    Err(self.failure(&format!("report, {manner}"), &expected.join("\n"), &got.join("\n")))
                }
            }
            None => Ok(()),
        }
    }

    fn failure(&self, manner: &str, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> String {
        let MarkupCase { data, config, .. } = self.case;
        let config = config.as_ref().map_or_else(|| "none".to_owned(), Value::to_string);
        format!("{}, {manner}\ninput: {data:?}\nconfig: {config}\nexpected:\n{expected}\ngot:\n{got}", self.method)
    }
}

/// Normalizes the details of a dump in which the suite is not consistent: the order of attributes, white space at both ends of comments,
/// and empty identifiers of a DOCTYPE.
fn normalized(dump: &str) -> Vec<String> {
    let is_attribute = |line: &str| {
        let content = line.trim_start_matches(['|', ' ']);
        line.starts_with('|') && !content.starts_with(['<', '"', '#']) && content.contains("=\"")
    };
    let comment = |line: &str| {
        let (indentation, comment) = line.split_once("<!--")?;
        let data = comment.strip_suffix("-->").filter(|_| indentation.trim() == "|")?;
        Some(format!("{indentation}<!-- {} -->", data.trim()))
    };
    let line = |line: &str| comment(line).unwrap_or_else(|| line.replace(" \"\" \"\">", ">"));
    let mut lines: Vec<String> = dump.lines().map(line).collect();
    for attributes in lines.chunk_by_mut(|one, other| is_attribute(one) && is_attribute(other)) {
        attributes.sort();
    }
    lines
}

/// Returns a line of a report: the span, the code of the rule, and the name of the removed item.
fn line(removal: &Removal) -> String {
    let of = removal.element.as_ref().map_or_else(String::new, |element| format!(" of {element}"));
    let span = removal.span.map_or_else(|| "-".to_owned(), |span| format!("{}..{}", span.start, span.end));
    format!("{span} {} {}{of}", removal.rule.code(), removal.name).trim_end().to_owned()
}

/// Makes the sanitizer of a configuration. Returns `None` if the configuration is invalid.
fn sanitizer(config: Option<&Value>, is_strict: bool) -> Option<Sanitizer> {
    let config = match config {
        Some(Value::String(preset)) => return (preset == "default").then(Sanitizer::default),
        None if is_strict => return Some(Sanitizer::default()),
        None | Some(Value::Null) => SanitizerConfig::default(),
        Some(config) => WebIdl::<SanitizerConfig>::deserialize(config).ok()?.0,
    };
    if is_strict { Sanitizer::for_safe_methods(&config).ok() } else { Sanitizer::new(&config).ok() }
}

/// The sanitizers that the steps of a case create, by number.
#[derive(Default)]
struct Steps {
    sanitizers: Vec<Option<Sanitizer>>,
}

impl Steps {
    fn run(mut self, steps: &[Map<String, Value>]) -> Result<(), String> {
        (1..).zip(steps).try_for_each(|(number, step): (usize, _)| {
            self.step(step).map_err(|message| format!("step {number}\n{}\n{message}", Value::Object(step.clone())))
        })
    }

    fn step(&mut self, step: &Map<String, Value>) -> Result<(), String> {
        let number = |name: &str| step.get(name).and_then(Value::as_u64).unwrap_or_default() as usize;
        if let Some(config) = step.get("new") {
            let created = sanitizer(Some(config), false);
            if created.is_some() == step.contains_key("throws") {
                return Err(format!("created: {}", created.is_some()));
            }
            let index = number("as");
            self.sanitizers.resize(self.sanitizers.len().max(index + 1), None);
            self.sanitizers[index] = created;
            return Ok(());
        }
        let sanitizer = self.sanitizers.get_mut(number("on")).and_then(Option::as_mut).ok_or("no such sanitizer")?;
        if let Some(method) = step.get("call").and_then(Value::as_str) {
            let argument = step.get("args").and_then(|arguments| arguments.get(0));
            let returned = call(sanitizer, method, argument)?;
            return match step.get("returns") {
                Some(expected) if *expected != returned => Err(format!("returned {returned}")),
                _ => Ok(()),
            };
        }
        let config = serde_json::to_value(sanitizer.config()).map_err(|error| error.to_string())?;
        let is_expected = match (step.get("get"), step.get("get_part").and_then(Value::as_object)) {
            (Some(expected), _) => *expected == config,
            (None, Some(part)) => part.iter().all(|(member, value)| config.get(member) == Some(value)),
            (None, None) => return Err("unknown step".to_owned()),
        };
        let absent = step.get("absent").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        match is_expected && absent.into_iter().all(|member| config.get(member).is_none()) {
            true => Ok(()),
            false => Err(format!("got {config}")),
        }
    }
}

fn call(sanitizer: &mut Sanitizer, method: &str, argument: Option<&Value>) -> Result<bool, String> {
    fn name<T>(argument: Option<&Value>) -> Result<T, String>
    where
        WebIdl<T>: DeserializeOwned,
    {
        let name = serde_json::from_value::<WebIdl<T>>(argument.cloned().unwrap_or_default());
        name.map(|WebIdl(name)| name).map_err(|error| error.to_string())
    }
    let is_true = match argument {
        None | Some(Value::Null) => false,
        Some(Value::Bool(value)) => *value,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::Array(_) | Value::Object(_)) => true,
    };
    Ok(match method {
        "allowElement" => sanitizer.allow_element(&name(argument)?),
        "removeElement" => sanitizer.remove_element(&name(argument)?),
        "replaceElementWithChildren" => sanitizer.replace_element_with_children(&name(argument)?),
        "allowAttribute" => sanitizer.allow_attribute(&name(argument)?),
        "removeAttribute" => sanitizer.remove_attribute(&name(argument)?),
        "allowProcessingInstruction" => sanitizer.allow_processing_instruction(&name(argument)?),
        "removeProcessingInstruction" => sanitizer.remove_processing_instruction(&name(argument)?),
        "setComments" => sanitizer.set_comments(is_true),
        "setDataAttributes" => sanitizer.set_data_attributes(is_true),
        "setJavascriptURLs" => sanitizer.set_javascript_urls(is_true),
        "removeUnsafe" => sanitizer.remove_unsafe(),
        _ => return Err(format!("unknown method {method}")),
    })
}
