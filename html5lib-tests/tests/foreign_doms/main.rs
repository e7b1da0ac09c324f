//! Runs every tree-construction case of every suite with other DOMs and parsers: limpid builds the tree in another DOM, html5ever builds it
//! in limpid's DOM, and the calls of both parsers are compared.

mod rcdom;
#[path = "../support/mod.rs"]
mod support;
mod trace;
mod xml;

use html5lib_tests::differences::Difference;
use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::format::tree_construction::TreeCase;
use html5lib_tests::suites::{self, Cases};
use libtest_mimic::{Arguments, Failed, Trial};
use limpid_dom::DocumentBuilder;
use limpid_html5ever::TokenizerResult;
use limpid_html5ever::tokenizer::{Token, TokenSink, TokenSinkResult};
use limpid_markup5ever::DocumentSink;
use limpid_pages::data;
use markup5ever::interface::TreeSink;
use markup5ever::tendril::TendrilSink;
use markup5ever::{LocalName, QualName, ns};
use markup5ever_rcdom::RcDom;
use rcdom::{Form, dump};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use trace::{Call, Trace};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => support::finish(&libtest_mimic::run(&arguments, trials)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository)?;
    let mut trials = Vec::new();
    for suite in suites::all(&repository) {
        let Some(folder) = &suite.folder else {
            trials.push(support::missing(&suite));
            continue;
        };
        for file in suites::files(folder)? {
            let mut cases = file.read()?;
            exceptions.apply(&file, &mut cases);
            let cases = match cases {
                Cases::TreeConstruction(cases) => cases,
                Cases::XmlTreeConstruction(cases) => {
                    for case in cases {
                        let name = format!("{}/{} #{}", suite.name, file.name, case.number);
                        trials.extend(xml::trials_of(&name, &case, suite.name == "limpid"));
                    }
                    continue;
                }
                _ => continue,
            };
            if file.is_scripted() {
                continue;
            }
            for case in cases {
                let name = format!("{}/{} #{}", suite.name, file.name, case.number);
                trials.extend(trials_of(&name, &case));
            }
        }
    }
    trials.extend(trials_of_pages());
    trials.extend(xml::trials_of_pictures(&repository)?);
    Ok(trials)
}

/// Compares the calls of the tree sink for real pages, parsed whole and in chunks.
fn trials_of_pages() -> Vec<Trial> {
    let trial = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("page {name}"), move || {
            let input = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let parse = Parse { input, context: None, scripting: true };
            let whole = parse.limpid(Trace::default());
            compare_traces(&parse.html5ever(Trace::default()), &whole, None)?;
            compare_traces(&whole, &parse.limpid_in_chunks(Trace::default()), None)?;
            compare(&parse.html5ever_into_rcdom(), &parse.html5ever_into_document())
        })
    };
    data::real_pages_or_skip().into_iter().map(trial).collect()
}

fn trials_of(case_name: &str, case: &TreeCase) -> Vec<Trial> {
    let Ok(input) = String::from_utf8(case.data.clone()) else { return Vec::new() };
    let mut trials = Vec::new();
    for &scripting in case.scripting.flags() {
        let parse = Parse { input: input.clone(), context: case.context.clone(), scripting };
        let name = format!("{case_name} scripting {}", if scripting { "on" } else { "off" });
        if let Some(expected) = case.expected.document.clone() {
            let parse = parse.clone();
            trials.push(Trial::test(format!("rcdom {name}"), move || {
                let got = parse.dump(&parse.with_adapter(RcDom::default()));
                if got == expected { Ok(()) } else { compare(&parse.limpid_dump(without_unsupported_by_rcdom), &got) }
            }));
        }
        if case.declarative_shadow_roots {
            let parse = parse.clone();
            trials.push(Trial::test(format!("shadow roots {name}"), move || {
                let sink = DocumentSink::new().allow_declarative_shadow_roots(true);
                let expected =
                    parse.limpid_dump(|options| options.content_patching(false).allow_declarative_shadow_roots(true));
                compare(&expected, &parse.dump_document(parse.with_adapter(sink)))
            }));
        }
        let same = parse.clone();
        trials.push(Trial::test(format!("document {name}"), move || {
            compare(&same.html5ever_into_rcdom(), &same.html5ever_into_document())
        }));
        let forwarded = parse.clone();
        trials.push(Trial::test(format!("tokens {name}"), move || {
            compare_traces(&forwarded.limpid(Trace::default()), &forwarded.limpid_with_tokens(Trace::default()), None)
        }));
        let rule = rule(case_name, &name);
        trials.push(Trial::test(format!("trace {name}"), move || {
            compare_traces(&parse.html5ever(Trace::default()), &parse.limpid(Trace::default()), rule)
        }));
    }
    trials
}

/// Compares the tree-sink calls of both parsers. If a rule in `differences.toml` lists the case, the calls must differ.
fn compare_traces(html5ever: &[Call], limpid: &[Call], rule: Option<&str>) -> Result<(), Failed> {
    match (trace::first_difference(html5ever, limpid), rule) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (Some(difference), None) => Err(Failed::from(difference)),
        (None, Some(rule)) => Err(Failed::from(format!("listed under {rule:?}, but the calls are the same"))),
    }
}

/// Returns the name of the difference that lists this case. See [`Difference::of_case`].
fn rule(case: &str, scripting: &str) -> Option<&'static str> {
    Difference::of_case(case, scripting).map(|difference| &*difference.name)
}

/// A token sink that forwards tokens to the tree builder of limpid-html5ever. Without this wrapper, limpid-html5ever would not create
/// html5ever's tokens: its tree builder takes limpid's tokens directly.
struct Forward<S: TreeSink>(limpid_html5ever::tree_builder::TreeBuilder<S::Handle, S>);

impl<S: TreeSink> TokenSink for Forward<S> {
    type Handle = S::Handle;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<S::Handle> {
        self.0.process_token(token, line_number)
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Disables content patching, shadow roots and cloned options, which RcDom does not support.
fn without_unsupported_by_rcdom(options: limpid::ParseOptions) -> limpid::ParseOptions {
    options.allow_declarative_shadow_roots(false).content_patching(false).option_cloning(false)
}

fn compare(expected: &str, got: &str) -> Result<(), Failed> {
    if expected == got { Ok(()) } else { Err(Failed::from(format!("expected:\n{expected}\ngot:\n{got}"))) }
}

/// An input and how to parse it.
#[derive(Clone)]
struct Parse {
    input: String,
    context: Option<String>,
    scripting: bool,
}

impl Parse {
    fn context(&self) -> Option<QualName> {
        let (ns, name) = match self.context.as_deref()?.split_once(' ') {
            Some(("svg", name)) => (ns!(svg), name),
            Some(("math", name)) => (ns!(mathml), name),
            _ => (ns!(html), self.context.as_deref()?),
        };
        Some(QualName::new(None, ns, LocalName::from(name)))
    }

    fn html5ever<S: TreeSink>(&self, sink: S) -> S::Output {
        let mut opts = html5ever::ParseOpts::default();
        opts.tree_builder.scripting_enabled = self.scripting;
        let parser = match self.context() {
            None => html5ever::parse_document(sink, opts),
            Some(context) => html5ever::parse_fragment(sink, opts, context, Vec::new(), self.scripting),
        };
        parser.one(&*self.input)
    }

    /// Parses with limpid-html5ever.
    fn limpid<S: TreeSink>(&self, sink: S) -> S::Output {
        let mut opts = limpid_html5ever::ParseOpts::default();
        opts.tree_builder.scripting_enabled = self.scripting;
        let parser = match self.context() {
            None => limpid_html5ever::parse_document(sink, opts),
            Some(context) => limpid_html5ever::parse_fragment(sink, opts, context, Vec::new(), self.scripting),
        };
        parser.one(&*self.input)
    }

    /// Parses with limpid-html5ever, passing html5ever's tokens from the tokenizer to the tree builder.
    fn limpid_with_tokens<S: TreeSink>(&self, sink: S) -> S::Output {
        use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
        use limpid_html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
        let opts = TreeBuilderOpts { scripting_enabled: self.scripting, ..TreeBuilderOpts::default() };
        let (builder, initial_state) = match self.context() {
            None => (TreeBuilder::new(sink, opts), None),
            Some(context) => {
                let context = create_element(&sink, context, Vec::new());
                let builder = TreeBuilder::new_for_fragment(sink, context, None, opts);
                let state = builder.tokenizer_state_for_context_elem(self.scripting);
                (builder, Some(state))
            }
        };
        let tokenizer = Tokenizer::new(Forward(builder), TokenizerOpts { initial_state, ..TokenizerOpts::default() });
        let input = BufferQueue::default();
        input.push_back((&*self.input).into());
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        tokenizer.end();
        tokenizer.sink.0.sink.finish()
    }

    /// Parses with limpid-html5ever, in chunks of a few characters.
    fn limpid_in_chunks<S: TreeSink>(&self, sink: S) -> S::Output {
        let mut parser = limpid_html5ever::parse_document(sink, limpid_html5ever::ParseOpts::default());
        let mut rest = &*self.input;
        while !rest.is_empty() {
            let mut length = rest.len().min(61);
            while !rest.is_char_boundary(length) {
                length += 1;
            }
            let (chunk, after) = rest.split_at(length);
            parser.process(chunk.into());
            rest = after;
        }
        parser.finish()
    }

    /// Parses with limpid-markup5ever, with processing instructions.
    fn with_adapter<S: TreeSink>(&self, sink: S) -> S::Output {
        use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document, parse_fragment};
        use limpid_tree_builder::{ScriptingMode, TreeBuilderOptions};
        let scripting = if self.scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        let tree_builder = TreeBuilderOptions::default().scripting(scripting).allow_declarative_shadow_roots(true);
        let options = ParseOptions::default()
            .adapter(AdapterOptions::default().processing_instructions(true))
            .tree_builder(tree_builder);
        match self.context() {
            None => parse_document(sink, &*self.input, options),
            Some(context) => parse_fragment(sink, &*self.input, context, Vec::new(), options),
        }
    }

    /// Returns the dump of the tree in limpid's own DOM.
    fn limpid_dump(&self, set: fn(limpid::ParseOptions) -> limpid::ParseOptions) -> String {
        let scripting = if self.scripting { limpid::ScriptingMode::Normal } else { limpid::ScriptingMode::Disabled };
        let options = set(limpid::ParseOptions::new().scripting(scripting));
        let document = match &self.context {
            None => options.parse(&*self.input),
            Some(context) => options.parse_fragment(&*self.input, context.as_str()),
        };
        document.to_test_dump().trim_end_matches('\n').to_owned()
    }

    fn html5ever_into_rcdom(&self) -> String {
        self.dump(&self.html5ever(RcDom::default()))
    }

    fn html5ever_into_document(&self) -> String {
        let mut builder = DocumentBuilder::new("");
        // RcDom does not find `selectedcontent` elements.
        builder.set_option_cloning(false);
        self.dump_document(self.html5ever(DocumentSink::from_builder(builder)))
    }

    /// Returns the dump of a document. For a fragment, returns the dump of the children of its `html` element.
    fn dump_document(&self, mut document: limpid::Document<'_>) -> String {
        let html = if self.context.is_some() { document.root().first_child() } else { None };
        if let Some(html) = html {
            let names: Vec<_> = html.attributes().map(|attribute| attribute.local_name().to_owned()).collect();
            let html = html.id();
            for name in names {
                let _ = document.node_mut(html).unwrap().remove_attribute(&name);
            }
        }
        let dump = document.to_test_dump();
        let dump = dump.trim_end_matches('\n');
        if self.context.is_none() {
            return dump.to_owned();
        }
        let child = |line: &str| line.strip_prefix("|   ").map_or(line.to_owned(), |rest| format!("| {rest}"));
        dump.split('\n').skip(1).map(child).collect::<Vec<_>>().join("\n")
    }

    /// Returns the dump of a document. For a fragment, returns the dump of the children of its `html` element.
    fn dump(&self, dom: &RcDom) -> String {
        if self.context.is_some() {
            dump(&dom.document.children.borrow()[0], Form::Html)
        } else {
            dump(&dom.document, Form::Html)
        }
    }
}
