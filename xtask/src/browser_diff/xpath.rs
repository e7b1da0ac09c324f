//! `cargo xtask browser-diff --xpath`: generated expressions on real pages, soups and XML, in a real browser and in limpid.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use limpid::{Document, NodeKind, NodeRef, ParseOptions, ScriptingMode, XPathNode, XPathOptions, XPathValue};
use limpid_pages::xpath::{PREFIXES, expression};
use limpid_pages::{Random, data, soup, xml};
use limpid_testing::laws::xpath::vocabulary;
use serde::Deserialize;
use serde_json::{Value, json};

use super::chromium::{Chromium, XPATH};
use super::{Arguments, write_block};

/// The expressions on a page.
const EXPRESSIONS: usize = 50;
/// The longest real page, in bytes, and the most steps of an expression: Chromium takes the square of both.
const PAGE: usize = 16 << 10;
const STEPS: u64 = 200_000;
/// The number of differences that are shown.
const SHOWN: usize = 20;

/// A known difference: what Chromium does, what limpid does and why, and whether an expression may show it on a page.
struct Rule {
    chromium: &'static str,
    limpid: &'static str,
    may_show: fn(&str, &str) -> bool,
}

const RULES: &[Rule] = &[
    Rule {
        chromium: "U+FEFF, U+FFFD and characters outside of the Basic Multilingual Plane are in no name: a syntax error",
        limpid: "names are those of [XML](https://www.w3.org/TR/xml-names/#NT-NCName) in its fifth edition",
        may_show: |expression, _| expression.contains(|character| character == '\u{feff}' || character >= '\u{fffd}'),
    },
    Rule {
        chromium: "the namespace axis is empty",
        limpid: "elements of XML documents have namespace nodes",
        may_show: |expression, _| expression.contains("namespace::"),
    },
    Rule {
        chromium: "`@node()` gives declarations of namespaces",
        limpid: "[they are no attributes](https://www.w3.org/TR/1999/REC-xpath-19991116/#attribute-nodes)",
        may_show: |expression, _| expression.contains("@node()") || expression.contains("attribute::node()"),
    },
    Rule {
        chromium: "a path from the root starts at the attribute, where that is the context node",
        limpid: "it starts at the root of the attribute's tree",
        may_show: |expression, _| {
            (expression.contains('@') || expression.contains("attribute::"))
                && ["[/", "(/", " /"].iter().any(|start| expression.contains(start))
        },
    },
    Rule {
        chromium: "positions and lengths of strings are in UTF-16 code units",
        limpid: "[they are in characters](https://www.w3.org/TR/1999/REC-xpath-19991116/#strings)",
        may_show: |expression, page| {
            ["string-length(", "substring(", "translate("].iter().any(|name| expression.contains(name))
                && page.contains(|character| character > '\u{ffff}')
        },
    },
    Rule {
        chromium: "numbers are written with six digits, and with exponents: `4.29497e+9`",
        limpid: "[without exponents, and with as many digits as tell a number from others](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string)",
        may_show: |expression, _| [" div ", "4294967296"].iter().any(|number| expression.contains(number)),
    },
];

/// A page with the expressions and the numbers of their context nodes.
struct Case {
    text: String,
    /// The page as it is written again: without references.
    markup: String,
    is_xml: bool,
    expressions: Vec<(String, usize)>,
    signature: String,
    values: Vec<String>,
}

#[derive(Deserialize)]
struct Answer {
    signature: String,
    values: Vec<String>,
}

/// `true` if no expression differs but by a known rule.
pub(super) fn compare(chromium: &Chromium, version: &str, arguments: &Arguments) -> Result<bool, String> {
    let mut rows = String::new();
    let mut excused = BTreeMap::<usize, usize>::new();
    let mut different = 0;
    for (kind, pages) in [
        ("real pages", real_pages(arguments.count)),
        ("soups of HTML", soups(arguments)),
        ("XML", xml_soups(arguments)),
    ] {
        let cases: Vec<Case> = pages
            .enumerate()
            .map(|(number, (text, is_xml))| Case::new(text, is_xml, arguments.seed, number as u64))
            .collect();
        let requests: Vec<Value> = cases.iter().map(Case::to_json).collect();
        let (mut compared, mut same, mut skipped) = (0, 0, 0);
        for (case, answer) in cases.iter().zip(chromium.answers(&XPATH, &requests)?) {
            let answer = answer.and_then(|answer| serde_json::from_str::<Answer>(&answer).ok());
            let Some(answer) = answer.filter(|answer| answer.signature == case.signature) else {
                skipped += 1;
                continue;
            };
            for (((expression, context), ours), theirs) in case.expressions.iter().zip(&case.values).zip(&answer.values)
            {
                compared += 1;
                if ours == theirs {
                    same += 1;
                    continue;
                }
                match RULES.iter().position(|rule| (rule.may_show)(expression, &case.markup)) {
                    Some(rule) => *excused.entry(rule).or_default() += 1,
                    None => {
                        different += 1;
                        if different <= SHOWN {
                            show(expression, *context, &case.text, ours, theirs);
                        }
                    }
                }
            }
        }
        println!(
            "{kind}: {compared} expressions on {} pages, {same} the same; {skipped} pages have another tree in Chromium",
            cases.len() - skipped
        );
        let _ = writeln!(rows, "| {kind} | {} | {compared} | {same} |", cases.len() - skipped);
    }
    for (rule, count) in &excused {
        println!("  {count} excused: {}", RULES[*rule].chromium);
    }
    if arguments.write {
        let differ = if different == 0 { "none".to_owned() } else { different.to_string() };
        let mut section = format!(
            "{version}, seed {}: the values of generated expressions on pages of which both have the same tree. The others differ by the \
             rules below, and {differ} otherwise.\n\n| pages | number | expressions | the same value |\n| --- | --: | --: | --: |\n{rows}\n\
             | Chromium | limpid | differences |\n| --- | --- | --: |\n",
            arguments.seed
        );
        for (number, rule) in RULES.iter().enumerate() {
            let count = excused.get(&number).copied().unwrap_or_default();
            let _ = writeln!(section, "| {} | {} | {count} |", rule.chromium, rule.limpid);
        }
        write_block("browser-xpath", &section)?;
    }
    Ok(different == 0)
}

/// Shows a difference: of nodes those that one has and the other has not.
fn show(expression: &str, context: usize, page: &str, ours: &str, theirs: &str) {
    let less = |one: &str, other: &str| {
        let other: Vec<&str> = other.split(' ').collect();
        let words = one.split(' ').enumerate().filter(|(index, word)| *index == 0 || !other.contains(word));
        words.map(|(_, word)| word).take(40).collect::<Vec<_>>().join(" ")
    };
    let page: String = page.chars().take(200).collect();
    println!(
        "{expression}\n  at node {context} of {page:?}\n  limpid:   {}\n  Chromium: {}",
        less(ours, theirs),
        less(theirs, ours)
    );
}

/// The real pages that are short enough, each as often as it takes.
fn real_pages(count: u64) -> Box<dyn Iterator<Item = (String, bool)>> {
    let paths = data::real_pages().into_iter();
    let pages: Vec<String> =
        paths.filter_map(|path| fs::read_to_string(path).ok()).filter(|page| page.len() <= PAGE).collect();
    Box::new(
        (0..if pages.is_empty() { 0 } else { count })
            .map(move |number| (pages[number as usize % pages.len()].clone(), false)),
    )
}

fn soups(arguments: &Arguments) -> Box<dyn Iterator<Item = (String, bool)>> {
    let seed = arguments.seed;
    Box::new((0..arguments.count).map(move |number| (soup::document(&mut random(seed, number, 2)).concat(), false)))
}

fn xml_soups(arguments: &Arguments) -> Box<dyn Iterator<Item = (String, bool)>> {
    let seed = arguments.seed;
    // Written again, it is well-formed.
    let page = move |number| limpid::xml::parse(xml::document(&mut random(seed, number, 3), 80).concat()).to_xml();
    Box::new((0..arguments.count).map(move |number| (page(number), true)))
}

fn random(seed: u64, number: u64, kind: u64) -> Random {
    Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number * 4 + kind))
}

impl Case {
    fn new(text: String, is_xml: bool, seed: u64, number: u64) -> Self {
        let document = parse(&text, is_xml);
        let nodes: Vec<NodeRef<'_>> =
            document.root().inclusive_descendants().filter(|node| node.kind() != NodeKind::Doctype).collect();
        let signature =
            nodes.iter().map(|node| format!("{}:{}", node.depth(), part(*node))).collect::<Vec<_>>().join(" ");
        let numbers: BTreeMap<u32, usize> =
            nodes.iter().enumerate().map(|(number, node)| (node.id().get(), number)).collect();
        let vocabulary = vocabulary(&document);
        let mut random = random(seed, number, u64::from(is_xml));
        let options = PREFIXES
            .iter()
            .fold(XPathOptions::new().max_steps(STEPS), |options, (prefix, url)| options.namespace_url(prefix, url));
        let (mut expressions, mut values) = (Vec::new(), Vec::new());
        for _ in 0..EXPRESSIONS {
            let expression = expression(&mut random, &vocabulary, 2).to_string();
            let context = if random.one_in(2) { 0 } else { random.below(nodes.len()) };
            let value = options.compile(&expression).and_then(|xpath| xpath.evaluate(nodes[context]));
            if let Ok(value) = value {
                values.push(written(&value, &numbers));
                expressions.push((expression, context));
            }
        }
        let markup = document.to_html();
        drop(document);
        Self { markup, text, is_xml, expressions, signature, values }
    }

    fn to_json(&self) -> Value {
        let kind = if self.is_xml { "application/xml" } else { "text/html" };
        let prefixes: BTreeMap<&str, &str> = PREFIXES.into_iter().collect();
        json!({"text": self.text, "type": kind, "prefixes": prefixes, "expressions": self.expressions})
    }
}

fn parse(text: &str, is_xml: bool) -> Document<'_> {
    match is_xml {
        true => limpid::xml::parse(text),
        // As DOMParser does.
        false => ParseOptions::new().scripting(ScriptingMode::Disabled).parse(text),
    }
}

/// A part of a tree's signature.
fn part(node: NodeRef<'_>) -> String {
    if node.is_element() {
        return node.local_name().to_owned();
    }
    let text = node.text().or(node.comment()).or(node.processing_instruction().map(|it| it.data));
    text.unwrap_or_default().encode_utf16().count().to_string()
}

/// A value as the script writes it.
fn written(value: &XPathValue<'_>, numbers: &BTreeMap<u32, usize>) -> String {
    let number_of = |node: NodeRef<'_>| numbers.get(&node.id().get()).copied().unwrap_or(usize::MAX);
    match value {
        XPathValue::Number(number) if number.is_nan() => "number NaN".to_owned(),
        XPathValue::Number(number) => format!("number {:x}", number.to_bits()),
        XPathValue::Text(text) => format!("string {text}"),
        XPathValue::Boolean(boolean) => format!("boolean {boolean}"),
        XPathValue::Nodes(nodes) => {
            let key = |node: XPathNode<'_>| match node {
                XPathNode::Node(node) => number_of(node).to_string(),
                XPathNode::Attribute { owner, attribute, .. } => {
                    format!("{}@{}", number_of(owner), attribute.qualified_name())
                }
                XPathNode::Namespace { owner, prefix, .. } => format!("{}#{prefix}", number_of(owner)),
                _ => "made".to_owned(),
            };
            let mut keys: Vec<String> = nodes.iter().map(key).collect();
            keys.sort();
            format!("nodes {}", keys.join(" "))
        }
    }
}
