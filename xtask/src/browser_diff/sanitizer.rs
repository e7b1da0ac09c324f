//! The sanitizers: `setHTML`, `setHTMLUnsafe`, `parseHTML` and `parseHTMLUnsafe`, by random configurations.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::thread;

use html5lib_tests::differences::Difference;
use limpid::sanitize::{
    ExpandedName, Filter, Sanitizer, SanitizerConfig, SetHtmlOptions, Verdict, WebIdl, parse_html, parse_html_unsafe,
};
use limpid::{Document, FragmentContext, MutationError, Namespace, NodeId, NodeRef, ParseOptions, ScriptingMode};
use limpid_dom::DocumentBuilder;
use limpid_pages::{Context, sanitizer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Arguments;
use super::case::{Case, random};
use super::chromium::{Chromium, SANITIZER};
use super::redirecting::{Redirecting, Ways};

/// The number of configurations for each input.
const CONFIGS: usize = 20;
/// The number of inputs that a browser answers together.
const INPUTS: u64 = 250;
/// The number of fragments for each document.
const DOCUMENTS: u64 = 5;
/// The number of differences that are shown.
const SHOWN: usize = 20;

/// A rule of the standard that Chromium does not follow.
struct Rule {
    /// Its name in html5lib-tests' `differences.toml`.
    name: &'static str,
    example: Example,
    /// Returns the run as Chromium reads it.
    reading: fn(Run) -> Run,
}

/// A configuration as JSON, a method, the name of a context, and an input.
type Example = (&'static str, &'static str, &'static str, &'static str);

const RULES: &[Rule] = &[
    Rule {
        name: "sanitized-texts-joined",
        example: (r#"{"removeElements":["b"]}"#, "setHTML", "div", "1<b></b>2"),
        reading: |run| Run { manner: Manner::Joined, ..run },
    },
    Rule {
        name: "sanitized-while-parsing",
        example: (r#"{"replaceWithChildrenElements":["p"]}"#, "setHTML", "div", "<b>1<p>2</b>3</p>"),
        reading: |run| Run { manner: Manner::WhileParsing, ..run },
    },
    Rule {
        name: "sanitized-shadow-roots",
        example: (r#"{"attributes":[]}"#, "setHTML", "div", "<p><template shadowrootmode=open></template></p>"),
        reading: |run| Run { shadow_roots: false, ..run },
    },
    Rule {
        name: "sanitized-shadow-root-options",
        example: (
            r#"{"attributes":["shadowrootmode"]}"#,
            "setHTML",
            "div",
            "<p><template shadowrootmode=open shadowrootdelegatesfocus></template></p>",
        ),
        reading: |run| Run { has_shadow_root_options: false, ..run },
    },
    Rule {
        name: "sanitized-template-contents",
        example: (r#"{"replaceWithChildrenElements":["template"]}"#, "setHTML", "div", "<template>x</template>"),
        reading: |run| Run { replaces_contents: true, ..run },
    },
    Rule {
        name: "nodes-beside-the-root",
        example: (r#"{"comments":false}"#, "parseHTML", "", "<!--x-->"),
        reading: |run| Run { keeps_nodes_beside_root: true, ..run },
    },
    Rule {
        name: "javascript-urls-member",
        example: (r#"{"javascriptURLs":false}"#, "setHTMLUnsafe", "div", "<a href=javascript:x()>"),
        reading: without_javascript_urls,
    },
    Rule {
        name: "unknown-event-handlers",
        example: (r#"{"attributes":["onzoom"]}"#, "setHTML", "div", "<b onzoom=x()>"),
        reading: |run| Run { knows_all_handlers: false, ..run },
    },
];

/// The event handlers that the `removeUnsafe()` of Chromium 156 does not remove.
const UNKNOWN_HANDLERS: [&str; 43] = [
    "onafterscriptexecute",
    "onbeforematch",
    "onbeforescriptexecute",
    "onbeforexrselect",
    "onbounce",
    "onencrypted",
    "onfinish",
    "onfullscreenchange",
    "onfullscreenerror",
    "ongesturechange",
    "ongestureend",
    "ongesturestart",
    "onmozfullscreenchange",
    "onmozfullscreenerror",
    "onpagereveal",
    "onpageswap",
    "onpointerlockchange",
    "onpointerlockerror",
    "onreadystatechange",
    "onrejectionhandled",
    "onstart",
    "ontransitioncancel",
    "ontransitionrun",
    "ontransitionstart",
    "onunhandledrejection",
    "onvisibilitychange",
    "onwaitingforkey",
    "onwebkitcurrentplaybacktargetiswirelesschanged",
    "onwebkitkeyadded",
    "onwebkitkeyerror",
    "onwebkitkeymessage",
    "onwebkitmouseforcechanged",
    "onwebkitmouseforcedown",
    "onwebkitmouseforceup",
    "onwebkitmouseforcewillbegin",
    "onwebkitneedkey",
    "onwebkitplaybacktargetavailabilitychanged",
    "onwebkitpresentationmodechanged",
    "onwebkitwillrevealbottom",
    "onwebkitwillrevealleft",
    "onwebkitwillrevealright",
    "onwebkitwillrevealtop",
    "onzoom",
];

/// One of the methods, with its option.
#[derive(Clone, Debug)]
struct Run {
    method: &'static str,
    config: Value,
    /// Whether the configuration becomes a `Sanitizer` first.
    is_object: bool,
    manner: Manner,
    /// Whether `<template shadowrootmode>` makes shadow roots.
    shadow_roots: bool,
    /// Whether other attributes of such a template are options of the shadow root.
    has_shadow_root_options: bool,
    /// Whether a template that is replaced by its children leaves its contents.
    replaces_contents: bool,
    knows_all_handlers: bool,
    /// Whether comments and processing instructions beside the document element stay.
    keeps_nodes_beside_root: bool,
}

/// The way to the result: all give the same tree, but for its texts and what is replaced by its children.
#[derive(Clone, Copy, Debug)]
enum Manner {
    /// As the standard has it.
    AfterParsing,
    /// With neighbouring texts joined.
    Joined,
    /// While the tree is built.
    WhileParsing,
}

/// An input with its runs. The first one parses and keeps all.
struct Sanitized {
    case: Case,
    runs: Vec<Run>,
}

/// The results of the inputs of one kind.
#[derive(Default)]
struct Tally {
    inputs: u64,
    /// Inputs that Chromium parses in another way: nothing is to be learned of them here.
    parsed_otherwise: u64,
    /// Inputs that Chromium does not survive.
    crashed: u64,
    runs: usize,
    same: usize,
    /// By the number of the rule, how many runs it explains, alone or with others.
    excused: BTreeMap<usize, usize>,
    different: usize,
}

/// Results of the runs of an input.
enum Outcome {
    Crashed,
    ParsedOtherwise,
    /// For each run the rules that explain the result, none if it is the same, and Chromium's result.
    Compared(Vec<(Option<Vec<usize>>, String)>),
}

impl Tally {
    /// Compares until this number of inputs has come up that both parse alike.
    fn of(browsers: &[Chromium], kind: Kind, seed: u64, count: u64) -> Result<Self, String> {
        let mut tally = Self::default();
        for batch in 0.. {
            let compare = &|(worker, browser): (u64, &Chromium)| {
                let start = (batch * browsers.len() as u64 + worker) * INPUTS;
                let cases: Vec<Sanitized> =
                    (start..start + INPUTS).map(|number| Sanitized::new(kind, seed, number)).collect();
                let requests: Vec<Value> = cases.iter().map(Sanitized::to_json).collect();
                let answers = browser.answers(&SANITIZER, &requests)?;
                let outcomes = cases.iter().zip(answers).map(|(case, answer)| case.outcome(answer.as_deref()));
                let outcomes: Vec<Outcome> = outcomes.collect();
                Ok::<_, String>(cases.into_iter().zip(outcomes).collect::<Vec<_>>())
            };
            let batches: Result<Vec<_>, String> = thread::scope(|scope| {
                let workers: Vec<_> = (0..).zip(browsers).map(|worker| scope.spawn(move || compare(worker))).collect();
                let panicked = |_| Err("a comparison panicked".to_owned());
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked)).collect()
            });
            for (case, outcome) in batches?.into_iter().flatten() {
                if tally.inputs == count {
                    println!("{}", tally.line(kind));
                    return Ok(tally);
                }
                tally.add(&case, outcome);
            }
            eprintln!("{}", tally.line(kind));
        }
        Ok(tally)
    }

    fn line(&self, kind: Kind) -> String {
        let Self { inputs, parsed_otherwise, crashed, runs, same, different, .. } = self;
        let mut line = format!(
            "{inputs} {kind:?} ({parsed_otherwise} others are parsed otherwise, {crashed} make Chromium crash), \
             {runs} runs: {same} the same, {different} differ"
        );
        for (rule, count) in &self.excused {
            let _ = write!(line, "\n  {count} excused: {}", RULES[*rule].name);
        }
        line
    }

    fn add(&mut self, case: &Sanitized, outcome: Outcome) {
        let results = match outcome {
            Outcome::Crashed => {
                self.crashed += 1;
                return;
            }
            Outcome::ParsedOtherwise => {
                self.parsed_otherwise += 1;
                return;
            }
            Outcome::Compared(results) => results,
        };
        self.inputs += 1;
        for (run, (rules, theirs)) in case.runs[1..].iter().zip(results) {
            self.runs += 1;
            match rules {
                Some(rules) if rules.is_empty() => self.same += 1,
                Some(rules) => rules.into_iter().for_each(|rule| *self.excused.entry(rule).or_default() += 1),
                None => {
                    self.different += 1;
                    if self.different <= SHOWN {
                        case.show(run, &theirs);
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Fragments,
    Documents,
}

impl Sanitized {
    fn new(kind: Kind, seed: u64, number: u64) -> Self {
        let mut random = random(seed, number, kind as u64);
        let (case, methods) = match kind {
            Kind::Fragments => {
                let (context, tokens) = sanitizer::fragment(&mut random);
                (Case::new(Some(context), tokens), ["setHTML", "setHTMLUnsafe"])
            }
            Kind::Documents => (Case::new(None, sanitizer::document(&mut random)), ["parseHTML", "parseHTMLUnsafe"]),
        };
        let [_, keeps_all] = methods;
        let mut runs = vec![Run::new(keeps_all)];
        runs.extend((0..CONFIGS).map(|_| {
            let method = random.pick(&methods);
            let config = serde_json::from_str(&sanitizer::config(&mut random)).unwrap_or_default();
            Run { config, is_object: random.one_in(2), ..Run::new(method) }
        }));
        Sanitized { case, runs }
    }

    fn to_json(&self) -> Value {
        let mut case = self.case.to_json();
        case["runs"] = self
            .runs
            .iter()
            .map(|run| json!({"method": run.method, "config": run.config, "isObject": run.is_object}))
            .collect();
        case
    }

    fn outcome(&self, answer: Option<&str>) -> Outcome {
        let answers = answer.and_then(|answer| serde_json::from_str::<Vec<String>>(answer).ok());
        let Some((unsanitized, theirs)) = answers.as_deref().and_then(<[_]>::split_first) else {
            return Outcome::Crashed;
        };
        if *unsanitized != self.dump(&self.runs[0]) {
            return Outcome::ParsedOtherwise;
        }
        let results = self.runs[1..].iter().zip(theirs).map(|(run, theirs)| (self.judge(run, theirs), theirs.clone()));
        Outcome::Compared(results.collect())
    }

    /// Returns the rules that explain the result, none if it is the same; `None` if they do not.
    fn judge(&self, run: &Run, theirs: &str) -> Option<Vec<usize>> {
        let mut readings = vec![(Vec::new(), run.clone())];
        for (number, rule) in RULES.iter().enumerate() {
            let more = readings
                .iter()
                .map(|(rules, reading)| ([&rules[..], &[number]].concat(), (rule.reading)(reading.clone())));
            readings.extend(more.collect::<Vec<_>>());
        }
        readings.sort_by_key(|(rules, _)| rules.len());
        readings.into_iter().find(|(_, reading)| self.dump(reading) == theirs).map(|(rules, _)| rules)
    }

    fn show(&self, run: &Run, theirs: &str) {
        println!(
            "\n{} {} {} {:?} in {:?}\nparsed:\n{}\nlimpid:\n{}\nwhile parsing:\n{}\nChromium:\n{theirs}",
            run.method,
            if run.is_object { "object" } else { "dictionary" },
            run.config,
            self.case.input(),
            self.case.context,
            self.dump(&self.runs[0]),
            self.dump(run),
            self.dump(&Run { manner: Manner::WhileParsing, ..run.clone() }),
        );
    }

    /// The dump of limpid's tree, or the error's name.
    fn dump(&self, run: &Run) -> String {
        let input = self.case.input();
        let sanitizer = match run.sanitizer() {
            Some(Ok(sanitizer)) => Some(sanitizer),
            Some(Err(_)) => return "TypeError".to_owned(),
            None => None,
        };
        let result = match self.case.context {
            None => run.document(sanitizer.as_ref(), &input),
            Some(context) => run.element(sanitizer.as_ref(), context, &input),
        };
        let dump = result.unwrap_or_else(|error| error.to_string());
        if run.has_shadow_root_options { dump } else { dump.replace("(open, delegatesfocus)", "(open)") }
    }
}

impl Run {
    /// The method without an option.
    fn new(method: &'static str) -> Self {
        Self {
            method,
            config: Value::Null,
            is_object: false,
            manner: Manner::AfterParsing,
            shadow_roots: true,
            has_shadow_root_options: true,
            replaces_contents: false,
            knows_all_handlers: true,
            keeps_nodes_beside_root: false,
        }
    }

    fn is_safe(&self) -> bool {
        !self.method.ends_with("Unsafe")
    }

    fn sanitizer(&self) -> Option<Result<Sanitizer, String>> {
        let make = |config: &Value| {
            let WebIdl(config) = WebIdl::<SanitizerConfig>::deserialize(config).map_err(|error| error.to_string())?;
            let is_strict = self.is_safe() && !self.is_object;
            let made = if is_strict { Sanitizer::for_safe_methods(&config) } else { Sanitizer::new(&config) };
            let made = made.map_err(|error| error.to_string())?;
            Ok(if self.is_safe() && !self.knows_all_handlers { without_known_handlers(made) } else { made })
        };
        match &self.config {
            Value::Null => None,
            Value::String(_) => Some(Ok(Sanitizer::default())),
            config => Some(make(config)),
        }
    }

    fn document(&self, sanitizer: Option<&Sanitizer>, input: &str) -> Result<String, MutationError> {
        let options = ParseOptions::new().errors(false).allow_declarative_shadow_roots(self.declares_shadow_roots());
        let of_method = || match self.is_safe() {
            true => parse_html(input, &options_of(sanitizer)),
            false => parse_html_unsafe(input, &options_of(sanitizer)),
        };
        let dump = match sanitizer {
            Some(sanitizer) if self.is_variant() => self.variant(sanitizer, &options, None, input)?,
            _ => of_method()?,
        }
        .to_test_dump();
        if !self.keeps_nodes_beside_root {
            return Ok(dump);
        }
        let root = top_nodes(&dump).into_iter().find(|node| node.starts_with("| <html>")).unwrap_or_default();
        let unsanitized = options.parse(input).to_test_dump();
        let nodes = top_nodes(&unsanitized);
        Ok(nodes.into_iter().map(|node| if node.starts_with("| <html>") { root } else { node }).collect())
    }

    fn element(&self, sanitizer: Option<&Sanitizer>, context: Context, input: &str) -> Result<String, MutationError> {
        let mut page = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<!DOCTYPE html>");
        let (namespace, name) =
            context.name.split_once(' ').map_or((Namespace::Html, context.name), |(prefix, name)| {
                (if prefix == "svg" { Namespace::Svg } else { Namespace::MathMl }, name)
            });
        let element = page.create_element_ns(namespace, name)?;
        if let Some(encoding) = context.encoding {
            page.set_attribute(element, "encoding", encoding)?;
        }
        let is_script = self.is_safe() && name == "script" && namespace != Namespace::MathMl;
        match sanitizer {
            Some(sanitizer) if self.is_variant() && !is_script => {
                let options =
                    ParseOptions::new().errors(false).allow_declarative_shadow_roots(self.declares_shadow_roots());
                let options = options.scripting(ScriptingMode::Inert);
                let context = page.node(element).map(FragmentContext::from);
                let built = self.variant(sanitizer, &options, context, input)?;
                let target = page.node(element).and_then(NodeRef::template_contents).map_or(element, NodeRef::id);
                for child in built.root().children() {
                    let copy = page.import(child)?;
                    page.append(target, copy)?;
                }
            }
            _ if self.is_safe() => page.set_html(element, input, &options_of(sanitizer))?,
            _ => page.set_html_unsafe(element, input, &options_of(sanitizer))?,
        }
        let mut result = Document::new_fragment();
        let copy = result.import(page.node(element).ok_or(MutationError::WrongKind)?)?;
        result.append(result.root().id(), copy)?;
        Ok(result.to_test_dump())
    }

    /// Whether the parser makes shadow roots, at least of some templates.
    fn declares_shadow_roots(&self) -> bool {
        self.shadow_roots || matches!(self.manner, Manner::WhileParsing)
    }

    /// Whether the result is not that of the method.
    fn is_variant(&self) -> bool {
        !matches!(self.manner, Manner::AfterParsing)
            || !self.shadow_roots
            || self.replaces_contents
            || !self.knows_all_handlers
    }

    fn variant<'t>(
        &self,
        sanitizer: &Sanitizer,
        options: &ParseOptions,
        context: Option<FragmentContext>,
        input: &'t str,
    ) -> Result<Document<'t>, MutationError> {
        let is_safe = self.is_safe() && self.knows_all_handlers;
        let filter = sanitizer.filter(is_safe);
        let mut document = match (self.manner, context) {
            (Manner::WhileParsing, context) => {
                let ways =
                    Ways { shadow_roots_by_attribute: !self.shadow_roots, replaces_contents: self.replaces_contents };
                let sink = Redirecting::new(DocumentBuilder::new(input), filter, ways);
                let (mut tokenizer, mut builder) = options.stages(sink, context.as_ref());
                tokenizer.run(input, &mut builder);
                builder.finish().into_inner().finish()
            }
            (_, Some(context)) => options.parse_fragment(input, context),
            (_, None) => options.parse(input),
        };
        if self.replaces_contents {
            spill_replaced_templates(&mut document, filter)?;
        }
        let root = document.root().id();
        match is_safe {
            true => sanitizer.sanitize(&mut document, root)?,
            false => sanitizer.sanitize_unsafe(&mut document, root)?,
        }
        if matches!(self.manner, Manner::Joined) {
            join_texts(&mut document)?;
        }
        Ok(document)
    }
}

fn options_of(sanitizer: Option<&Sanitizer>) -> SetHtmlOptions<'_> {
    sanitizer.map_or_else(SetHtmlOptions::new, |sanitizer| SetHtmlOptions::new().sanitizer(sanitizer))
}

/// The lines of a dump for each node of its top level.
fn top_nodes(dump: &str) -> Vec<&str> {
    let starts = dump.match_indices("| ").map(|(at, _)| at);
    let is_top = |at: &usize| (*at == 0 || dump[..*at].ends_with('\n')) && !dump[*at + 2..].starts_with("  ");
    let starts: Vec<usize> = starts.filter(is_top).chain([dump.len()]).collect();
    starts.windows(2).map(|ends| &dump[ends[0]..ends[1]]).collect()
}

/// Takes out of a sanitizer what the safe methods remove, but for the event handlers that Chromium does not know.
fn without_known_handlers(mut sanitizer: Sanitizer) -> Sanitizer {
    let mut unsafe_ones = Sanitizer::new(&SanitizerConfig::default()).unwrap_or_default();
    unsafe_ones.remove_unsafe();
    let SanitizerConfig { remove_elements: elements, remove_attributes: attributes, .. } = unsafe_ones.config();
    for element in elements.iter().flatten() {
        sanitizer.remove_element(element);
    }
    for handler in attributes.iter().flatten().filter(|handler| !UNKNOWN_HANDLERS.contains(&handler.name.as_str())) {
        sanitizer.remove_attribute(handler);
    }
    sanitizer.set_javascript_urls(false);
    sanitizer
}

/// Puts the contents of templates that are replaced by their children before them.
fn spill_replaced_templates(document: &mut Document<'_>, filter: &Filter) -> Result<(), MutationError> {
    let is_replaced = |node: &NodeRef<'_>| {
        node.template_contents().is_some()
            && matches!(filter.element(ExpandedName::of_element(*node)), Verdict::ReplaceWithChildren)
    };
    let children = |template: NodeRef<'_>| {
        let contents = template.template_contents().into_iter().flat_map(NodeRef::children);
        contents.map(|child| (template.id(), child.id())).collect::<Vec<_>>()
    };
    let templates = document.trees().flat_map(NodeRef::descendants).filter(is_replaced);
    let children: Vec<_> = templates.flat_map(children).collect();
    children.into_iter().try_for_each(|(template, child)| document.insert_before(template, child))
}

fn join_texts(document: &mut Document<'_>) -> Result<(), MutationError> {
    let trees: Vec<NodeId> = document.trees().map(NodeRef::id).collect();
    trees.into_iter().try_for_each(|tree| document.normalize(tree))
}

/// The member is unknown: the safe methods remove these URLs, and the unsafe ones keep them.
fn without_javascript_urls(mut run: Run) -> Run {
    if run.config.is_string() {
        run.config = serde_json::to_value(Sanitizer::default().config()).unwrap_or_default();
    }
    if let Some(config) = run.config.as_object_mut() {
        config.insert("javascriptURLs".to_owned(), true.into());
    }
    run
}

/// Compares inputs of both kinds. `true` if none differs but by a known rule.
pub(super) fn compare(chromium: &Chromium, version: &str, arguments: &Arguments) -> Result<bool, String> {
    let Arguments { seed, count, write, .. } = *arguments;
    let browsers = chromium.for_each_processor()?;
    let fragments = Tally::of(&browsers, Kind::Fragments, seed, count)?;
    let documents = Tally::of(&browsers, Kind::Documents, seed, count.div_ceil(DOCUMENTS))?;
    if write {
        super::write_block("browser-sanitizer", &section(version, seed, &fragments, &documents))?;
    }
    Ok(fragments.different + documents.different == 0)
}

/// Returns the section of docs/conformance.md.
fn section(version: &str, seed: u64, fragments: &Tally, documents: &Tally) -> String {
    let mut text = format!(
        "{version}, seed {seed}: of {} runs on {} fragments {} give the same tree to the last character, of {} on {} documents {}. \
         The others differ by the rules below, and {} otherwise. {} more inputs are left out because Chromium parses them in another way, \
         and {} because it crashes.\n\n\
         | Chromium | the standard | example | fragments | documents |\n| --- | --- | --- | --: | --: |\n",
        fragments.runs,
        fragments.inputs,
        fragments.same,
        documents.runs,
        documents.inputs,
        documents.same,
        match fragments.different + documents.different {
            0 => "none".to_owned(),
            different => different.to_string(),
        },
        fragments.parsed_otherwise + documents.parsed_otherwise,
        fragments.crashed + documents.crashed,
    );
    for (number, rule) in RULES.iter().enumerate() {
        let of = |tally: &Tally| tally.excused.get(&number).copied().unwrap_or(0);
        let difference = Difference::named(rule.name);
        let (config, method, _, input) = rule.example;
        let _ = writeln!(
            text,
            "| {} | {} | `{method}`, `{config}`: `{input}` | {} | {} |",
            difference.chromium.as_deref().unwrap_or_default(),
            difference.link(),
            of(fragments),
            of(documents),
        );
    }
    text
}

/// The names of all rules.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitized((config, method, context, input): Example) -> Sanitized {
        let method = ["setHTML", "setHTMLUnsafe", "parseHTML", "parseHTMLUnsafe"].into_iter().find(|it| *it == method);
        let context = (!context.is_empty()).then_some("div").map(|name| Context { name, encoding: None });
        let run = Run { config: serde_json::from_str(config).unwrap(), ..Run::new(method.unwrap()) };
        Sanitized { case: Case::new(context, vec![input.to_owned()]), runs: vec![run] }
    }

    #[test]
    fn every_rule_has_an_example() {
        for (number, rule) in RULES.iter().enumerate() {
            let example = sanitized(rule.example);
            let run = &example.runs[0];
            let reading = (rule.reading)(run.clone());
            assert_ne!(example.dump(&reading), example.dump(run), "{}", rule.name);
            assert_eq!(example.judge(run, &example.dump(&reading)), Some(vec![number]), "{}", rule.name);
        }
    }

    #[test]
    fn only_what_a_rule_explains_is_excused() {
        let example = sanitized((r#"{"removeElements":["b"]}"#, "setHTML", "div", "<p onclick=x()>1<b>2</b>"));
        let run = &example.runs[0];
        assert_eq!(example.judge(run, "| <div>\n|   <p>\n|     \"1\"\n"), Some(Vec::new()));
        assert_eq!(example.judge(run, "| <div>\n|   <p>\n|     \"12\"\n"), None);
        assert_eq!(example.judge(run, "TypeError"), None);
    }

    /// Configurations, markup that makes the parser move elements, and the trees that Chromium 156 builds of it.
    const MOVED: &[(&str, &str, &str)] = &[
        (r#"{"removeElements":["i"]}"#, "<a>1<i>i<p>2</a>3</p>", "<a>1</a>"),
        (r#"{"removeElements":["a"]}"#, "<table><a>1<p>2</a>3</p>", "<p>3</p><table></table>"),
        (
            r#"{"replaceWithChildrenElements":["p","u"]}"#,
            "<a>1<i>i<u>u<p>2</a>3</p>",
            "<a>1<i>iu2</i></a><i><a></a>3</i>",
        ),
        (
            r#"{"replaceWithChildrenElements":["i"]}"#,
            "<a>1<i>i<u>u<p>2</a>3</p>",
            "<a>1i<u>u</u></a><u><p><a>2</a>3</p></u>",
        ),
        (
            r#"{"replaceWithChildrenElements":["div"]}"#,
            "<table><a>1<div>2</a>3</div>",
            "<a>12</a><table><a></a>3</table>",
        ),
        (
            r#"{"replaceWithChildrenElements":["tr","p","tbody"]}"#,
            "<table><tr><a>1<i>i<p>2</a>3</p>",
            "<a>1<i>i2</i></a><i><a></a>3</i><table></table>",
        ),
        (
            r#"{"replaceWithChildrenElements":["section"]}"#,
            "<template><tr><section>1",
            "<template><tr>1</tr></template>",
        ),
        (
            r#"{"removeElements":["i"],"attributes":[]}"#,
            "<select><button><selectedcontent></selectedcontent></button><option disabled>1",
            "<select><button><selectedcontent>1</selectedcontent></button><option>1</option></select>",
        ),
    ];

    /// Documents in which a template patches, and what is in their `body` then.
    const PATCHED: &[(&str, &str, &str)] = &[
        (
            r#"{"replaceWithChildrenElements":["div"]}"#,
            "<table><div><?marker name=\"m\"?></div><template for=m><p>x</template>y",
            "y<table><p>x</p></table>",
        ),
        (
            r#"{"replaceWithChildrenElements":["div","p"]}"#,
            "<body><div><?start name=\"m\"?>1<?end?></div><template for=m><p>x</template>y",
            "xy",
        ),
        (
            r#"{"removeElements":["div"]}"#,
            "<body><div><?marker name=\"m\"?></div><template for=m><p>x</template>y",
            "<template for='m'><p>x</p></template>y",
        ),
    ];

    #[test]
    fn what_the_parser_moves_is_predicted() {
        let rule = RULES.iter().position(|rule| rule.name == "sanitized-while-parsing");
        let in_context =
            |&(config, input, tree)| ((config, "setHTML", "div", input), format!("<div xmlns=''>{tree}</div>"));
        let in_document = |&(config, input, tree)| {
            ((config, "parseHTMLUnsafe", "", input), format!("<html xmlns=''><head/><body>{tree}</body></html>"))
        };
        for (example, tree) in MOVED.iter().map(in_context).chain(PATCHED.iter().map(in_document)) {
            let example = sanitized(example);
            let reading = RULES[rule.unwrap()].reading;
            let tree = tree.replace("xmlns=''", "xmlns='http://www.w3.org/1999/xhtml'");
            let declaration = "|   xmlns xmlns=\"http://www.w3.org/1999/xhtml\"\n";
            let expected = limpid::xml::parse(&tree).to_test_dump().replace(declaration, "");
            assert_eq!(example.dump(&reading(example.runs[0].clone())), expected, "{}", example.case.input());
        }
    }
}
