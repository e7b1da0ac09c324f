//! Law of [html5ever](https://github.com/servo/html5ever): it shares no code with limpid, and builds the same tree for the same page.
//!
//! In some cases, html5ever builds another tree than the standard requires (see `html5lib-tests/differences.toml`). For each of these
//! differences, a rule in [`RULES`] changes the page so that the difference cannot occur. Both parsers get the changed page.

use super::case::Case;
use html5ever::driver::ParseOpts;
use html5ever::interface::{Attribute, QuirksMode};
use html5ever::tendril::TendrilSink;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{LocalName, Namespace, Prefix, QualName, ns, parse_document, parse_fragment};
use limpid::{Document, Limits, NodeRef, ScriptingMode};
use limpid_markup::TagSet;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::fmt::Write;

/// The maximum length of a page in bytes, because html5ever takes quadratic time for some pages.
const MAX_LEN: usize = 4096;

/// A known difference of html5ever from the standard, and how to avoid it.
pub struct Rule {
    /// The name in `html5lib-tests/differences.toml`.
    pub name: &'static str,
    /// Returns whether the difference can occur in a page.
    pub when: fn(&Page<'_>) -> bool,
    /// The change that avoids the difference.
    pub change: Change,
}

/// A change of a page.
pub enum Change {
    /// Replaces the first text with the second, ignoring ASCII case.
    Replace(&'static str, &'static str),
    /// Adds the prefix `x-` to tag names.
    Rename(&'static [&'static str]),
    /// Adds the prefix `x-` to the names of end tags.
    RenameEndTags(&'static [&'static str]),
    /// Removes white space and NUL characters after `>`, and replaces `&`, because references could produce white space.
    StripSpace,
}

/// The facts that decide whether a rule applies.
pub struct Page<'t> {
    /// The name of the context element.
    pub context: &'t str,
    /// The page in lowercase.
    pub text: &'t str,
}

impl Page<'_> {
    fn has_template(&self) -> bool {
        self.context == "template" || self.text.contains("<template")
    }

    fn has_table(&self) -> bool {
        let parts = ["table", "tbody", "thead", "tfoot", "tr"];
        self.has_template() || self.text.contains("<table") || parts.contains(&self.context)
    }

    fn has_table_in_template(&self) -> bool {
        let parts = ["<tr", "<td", "<th", "<tbody", "<tfoot", "<caption", "<col"];
        self.has_template() && parts.iter().any(|part| self.text.contains(part))
    }

    fn has_foreign_content(&self) -> bool {
        self.context.contains(' ') || self.text.contains("<svg") || self.text.contains("<math")
    }
}

/// The rules for all differences that `differences.toml` lists for this law.
pub const RULES: &[Rule] = &[
    Rule { name: "processing-instructions", when: |_| true, change: Change::Replace("<?", "<!") },
    Rule { name: "parsing-template-contents", when: |page| page.has_template(), change: Change::Rename(&["form"]) },
    Rule { name: "quirks", when: |_| true, change: Change::Replace("dtd html 4.01 ", "dtd html 4.91 ") },
    Rule { name: "search", when: |_| true, change: Change::Rename(&["search"]) },
    Rule { name: "isindex", when: |_| true, change: Change::Rename(&["isindex"]) },
    Rule { name: "select-context", when: |page| page.context == "select", change: Change::Rename(&["input"]) },
    Rule { name: "context-form", when: |page| page.context == "form", change: Change::Rename(&["form"]) },
    Rule {
        name: "table-sections",
        when: |page| page.context == "table" || page.has_template(),
        change: Change::Rename(&["thead"]),
    },
    Rule {
        name: "foreign-special",
        when: |page| page.has_foreign_content(),
        change: Change::Rename(&["li", "dd", "dt"]),
    },
    Rule {
        name: "foreign-fragment-end-tag",
        when: |page| !page.context.is_empty() && page.has_foreign_content(),
        change: Change::RenameEndTags(&[
            "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u", "form",
            "body", "html", "frameset",
        ]),
    },
    Rule { name: "annotation-xml", when: |_| true, change: Change::Rename(&["annotation-xml"]) },
    Rule {
        name: "line-feed-reference",
        when: |page| page.text.contains("&#"),
        change: Change::Rename(&["pre", "listing", "textarea"]),
    },
    Rule { name: "template-white-space", when: |page| page.has_table_in_template(), change: Change::StripSpace },
    Rule { name: "frameset-ok", when: |page| page.has_template(), change: Change::Rename(&["frameset"]) },
    Rule {
        name: "doctype-in-table-text",
        when: |page| page.has_table() && page.text.rfind("<!doctype").is_some_and(|at| at > 0),
        change: Change::Replace("<!doctype", "<!x"),
    },
    Rule { name: "quirks-silmaril", when: |_| true, change: Change::Replace("+//silmaril//", "+//silmarils//") },
];

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    case.limits = Limits::none();
    case.shadow_roots = Some(false);
    case.is_srcdoc = false;
    case.in_form = false;
    let mut text = case.text.clone();
    if text.len() > MAX_LEN {
        let end = (0..=MAX_LEN).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
    }
    let text = apply_rules(&case, text);
    let options = case.options().option_cloning(false).content_patching(false).errors(false);
    let ours = case.parse_with(&options, &text);
    let theirs = theirs(&case, &text);
    if has_ordinary_around_special(&ours) {
        return;
    }
    assert_eq!(ours.to_test_dump(), theirs, "of {text:?} in {:?}", case.context);
}

/// Whether a special MathML or SVG element is inside of an ordinary HTML element. The standard then ignores the end tag of the HTML element;
/// html5ever does not, because only HTML elements are special to it. This cannot be detected in the text of the page.
fn has_ordinary_around_special(tree: &Document<'_>) -> bool {
    let is_special = |node: &NodeRef<'_>| match node.namespace() {
        limpid::Namespace::MathMl => ["mi", "mo", "mn", "ms", "mtext", "annotation-xml"].contains(&node.local_name()),
        limpid::Namespace::Svg => ["foreignObject", "desc", "title"].contains(&node.local_name()),
        _ => false,
    };
    let is_ordinary = |node: NodeRef<'_>| {
        node.is_element()
            && node.namespace() == limpid::Namespace::Html
            && !TagSet::SPECIAL.contains(node.name())
            && !TagSet::FORMATTING.contains(node.name())
    };
    let mut pending = vec![tree.root()];
    while let Some(node) = pending.pop() {
        if is_special(&node) && node.ancestors().any(is_ordinary) {
            return true;
        }
        pending.extend(node.children());
        pending.extend(node.template_contents());
    }
    false
}

/// Applies all rules to a page.
fn apply_rules(case: &Case, mut text: String) -> String {
    let context = case.context.map_or("", |context| context.name);
    for rule in RULES {
        let lower = text.to_ascii_lowercase();
        if (rule.when)(&Page { context, text: &lower }) {
            text = match rule.change {
                Change::Replace(pattern, by) => replace(&text, &lower, pattern, by),
                Change::Rename(names) => rename(&text, &lower, names, &["<", "</"]),
                Change::StripSpace => strip_space(&text),
                Change::RenameEndTags(names) => rename(&text, &lower, names, &["</"]),
            };
        }
    }
    text
}

fn strip_space(text: &str) -> String {
    let mut is_after_tag = false;
    let mut stripped = String::with_capacity(text.len());
    for character in text.chars() {
        is_after_tag = character == '>' || (is_after_tag && matches!(character, ' ' | '\t'..='\r' | '\0'));
        if character == '>' || !is_after_tag {
            stripped.push(if character == '&' { '+' } else { character });
        }
    }
    stripped
}

fn replace(text: &str, lower: &str, pattern: &str, by: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    for (start, pattern) in lower.match_indices(pattern) {
        replaced.push_str(&text[end..start]);
        replaced.push_str(by);
        end = start + pattern.len();
    }
    replaced + &text[end..]
}

fn rename(text: &str, lower: &str, names: &[&str], starts: &[&str]) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut end = 0;
    for (at, _) in lower.match_indices('<') {
        let start = if lower[at..].starts_with("</") { "</" } else { "<" };
        let name = at + start.len();
        let rest = &lower[name..];
        let length = rest.find(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>').unwrap_or(rest.len());
        if starts.contains(&start) && names.contains(&&rest[..length]) {
            renamed.push_str(&text[end..name]);
            renamed.push_str("x-");
            end = name;
        }
    }
    renamed + &text[end..]
}

/// Returns the dump of html5ever's tree.
fn theirs(case: &Case, text: &str) -> String {
    let scripting_enabled = case.scripting != ScriptingMode::Disabled;
    let options = ParseOpts {
        tokenizer: TokenizerOpts::default(),
        tree_builder: TreeBuilderOpts {
            scripting_enabled,
            quirks_mode: if case.in_quirks_mode { QuirksMode::Quirks } else { QuirksMode::NoQuirks },
            ..TreeBuilderOpts::default()
        },
    };
    let Some(context) = case.context else {
        let options = ParseOpts {
            tree_builder: TreeBuilderOpts { quirks_mode: QuirksMode::NoQuirks, ..options.tree_builder },
            ..options
        };
        return dump(&parse_document(RcDom::default(), options).one(text).document);
    };
    let (namespace, name) = match context.name.split_once(' ') {
        Some(("svg", name)) => (ns!(svg), name),
        Some((_, name)) => (ns!(mathml), name),
        None => (ns!(html), context.name),
    };
    let name = QualName::new(None, namespace, LocalName::from(name));
    let encoding = |value: &str| Attribute {
        name: QualName::new(None::<Prefix>, Namespace::default(), LocalName::from("encoding")),
        value: value.into(),
    };
    let attributes = context.encoding.map(encoding).into_iter().collect();
    let tree = parse_fragment(RcDom::default(), options, name, attributes, scripting_enabled).one(text);
    let root = tree.document.children.borrow().first().cloned();
    root.map(|root| dump(&root)).unwrap_or_default()
}

/// Returns the dump of a node's children, in the format of html5lib-tests.
fn dump(top: &Handle) -> String {
    let mut dump = String::new();
    let mut pending: Vec<(usize, Item)> = Vec::new();
    let push = |pending: &mut Vec<_>, depth, node: &Handle| {
        pending.extend(node.children.borrow().iter().rev().map(|child| (depth, Item::Node(child.clone()))));
    };
    push(&mut pending, 0, top);
    while let Some((depth, item)) = pending.pop() {
        let indent = |dump: &mut String, depth| {
            write!(dump, "| {:1$}", "", 2 * depth).expect("writing to a string does not fail");
        };
        indent(&mut dump, depth);
        match item {
            Item::Contents(contents) => {
                dump.push_str("content\n");
                push(&mut pending, depth + 1, &contents);
            }
            Item::Node(node) => {
                push(&mut pending, depth + 1, &node);
                let line = match &node.data {
                    NodeData::Document => "#document".to_owned(),
                    NodeData::Doctype { name, public_id, system_id }
                        if public_id.is_empty() && system_id.is_empty() =>
                    {
                        format!("<!DOCTYPE {name}>")
                    }
                    NodeData::Doctype { name, public_id, system_id } => {
                        format!("<!DOCTYPE {name} \"{public_id}\" \"{system_id}\">")
                    }
                    NodeData::Text { contents } => format!("\"{}\"", contents.borrow()),
                    NodeData::Comment { contents } => format!("<!-- {contents} -->"),
                    NodeData::ProcessingInstruction { target, contents } => format!("<?{target} {contents}?>"),
                    NodeData::Element { name, attrs, template_contents, .. } => {
                        if let Some(contents) = &*template_contents.borrow() {
                            pending.push((depth + 1, Item::Contents(contents.clone())));
                        }
                        format!("<{}{}>{}", designator(&name.ns), name.local, attributes(&attrs.borrow(), depth))
                    }
                };
                dump.push_str(&line);
                dump.push('\n');
            }
        }
    }
    dump
}

enum Item {
    Node(Handle),
    Contents(Handle),
}

fn attributes(attributes: &[Attribute], depth: usize) -> String {
    let mut lines: Vec<(Vec<u16>, String)> = attributes
        .iter()
        .map(|Attribute { name, value }| {
            let name = format!("{}{}", designator(&name.ns), name.local);
            (name.encode_utf16().collect(), format!("\n| {:1$}{name}=\"{value}\"", "", 2 * depth + 2))
        })
        .collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

fn designator(namespace: &Namespace) -> &'static str {
    match *namespace {
        ns!(svg) => "svg ",
        ns!(mathml) => "math ",
        ns!(xlink) => "xlink ",
        ns!(xml) => "xml ",
        ns!(xmlns) => "xmlns ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5lib_tests::differences::DIFFERENCES;

    #[test]
    fn all_rules_are_in_the_list_of_differences() {
        let mut listed: Vec<_> = DIFFERENCES.iter().filter(|it| it.in_law).map(|it| &*it.name).collect();
        let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
        listed.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, listed);
    }
}
