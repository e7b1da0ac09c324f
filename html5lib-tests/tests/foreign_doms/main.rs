//! Other people's DOMs under limpid, limpid's under another parser, and both parsers side by side: every tree-construction
//! case of every suite.

mod rcdom;
mod trace;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::format::tree_construction::TreeCase;
use html5lib_tests::suites::{self, Cases, Suite};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use markup5ever::interface::TreeSink;
use markup5ever::tendril::TendrilSink;
use markup5ever::{LocalName, QualName, ns};
use markup5ever_rcdom::RcDom;
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
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
    for suite in [suites::own(&repository)].into_iter().chain(suites::upstream(&repository)?) {
        let Some(folder) = &suite.folder else {
            trials.push(missing(&suite));
            continue;
        };
        for file in suites::files(folder)? {
            let mut cases = file.read()?;
            exceptions.apply(&file, &mut cases);
            let Cases::TreeConstruction(cases) = cases else { continue };
            if file.is_scripted() {
                continue;
            }
            for case in cases {
                let name = format!("{}/{} #{}", suite.name, file.name, case.number);
                trials.extend(trials_of(&name, &case));
            }
        }
    }
    Ok(trials)
}

fn missing(suite: &Suite) -> Trial {
    let text = suite.missing();
    println!("skipped: {text}");
    Trial::ignorable_test(text, || match suites::are_required() {
        true => Err("CI=true needs every suite; LIMPID_SUITES_OPTIONAL=1 does without".into()),
        false => Ok(Completion::ignored()),
    })
}

fn trials_of(name: &str, case: &TreeCase) -> Vec<Trial> {
    let Ok(input) = String::from_utf8(case.data.clone()) else { return Vec::new() };
    let mut trials = Vec::new();
    for &scripting in case.scripting.flags() {
        let parse = Parse { input: input.clone(), context: case.context.clone(), scripting };
        let name = format!("{name} scripting {}", if scripting { "on" } else { "off" });
        if let Some(expected) = case.expected.document.clone() {
            let parse = parse.clone();
            trials.push(Trial::test(format!("rcdom {name}"), move || compare(&expected, &parse.limpid_into_rcdom())));
        }
        let same = parse.clone();
        trials.push(Trial::test(format!("document {name}"), move || {
            compare(&same.html5ever_into_rcdom(), &same.html5ever_into_document())
        }));
        trials.push(Trial::test(format!("trace {name}"), move || {
            match trace::first_difference(
                &parse.html5ever(trace::Trace::default()),
                &parse.limpid(trace::Trace::default()),
            ) {
                None => Ok(()),
                Some(difference) => Err(Failed::from(format!("{:?}\n{difference}", parse.input))),
            }
        }));
    }
    trials
}

fn compare(expected: &str, got: &str) -> Result<(), Failed> {
    if expected == got { Ok(()) } else { Err(Failed::from(format!("expected:\n{expected}\ngot:\n{got}"))) }
}

/// What to parse, and how.
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

    /// The same through the crate that goes in html5ever's place.
    fn limpid<S: TreeSink>(&self, sink: S) -> S::Output {
        let mut opts = limpid_html5ever::ParseOpts::default();
        opts.tree_builder.scripting_enabled = self.scripting;
        let parser = match self.context() {
            None => limpid_html5ever::parse_document(sink, opts),
            Some(context) => limpid_html5ever::parse_fragment(sink, opts, context, Vec::new(), self.scripting),
        };
        parser.one(&*self.input)
    }

    /// Through the adapter itself, with processing instructions.
    fn limpid_into_rcdom(&self) -> String {
        use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document, parse_fragment};
        use limpid_tree_builder::{ScriptingMode, TreeBuilderOptions};
        let scripting = if self.scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        let options = ParseOptions::default()
            .adapter(AdapterOptions::default().processing_instructions(true))
            .tree_builder(TreeBuilderOptions::default().scripting(scripting));
        let dom = match self.context() {
            None => parse_document(RcDom::default(), &*self.input, options),
            Some(context) => parse_fragment(RcDom::default(), &*self.input, context, Vec::new(), options),
        };
        self.dump(&dom)
    }

    fn html5ever_into_rcdom(&self) -> String {
        self.dump(&self.html5ever(RcDom::default()))
    }

    fn html5ever_into_document(&self) -> String {
        let dump = self.html5ever(limpid_markup5ever::DocumentSink::new()).to_test_dump();
        let dump = dump.trim_end_matches('\n');
        if self.context.is_none() {
            return dump.to_owned();
        }
        // A fragment is in an `html` element.
        let children = dump.lines().skip(1).map(|line| match line.strip_prefix("|   ") {
            Some(rest) => format!("| {rest}\n"),
            // Text goes on.
            None => format!("{line}\n"),
        });
        children.collect::<String>().trim_end_matches('\n').to_owned()
    }

    /// The tree of a document, or of a fragment, which is in an `html` element.
    fn dump(&self, dom: &RcDom) -> String {
        if self.context.is_some() {
            rcdom::dump(&dom.document.children.borrow()[0])
        } else {
            rcdom::dump(&dom.document)
        }
    }
}
