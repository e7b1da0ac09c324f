//! Runs cases of source edits.

use crate::format::source_edits::SourceEditCase;
use limpid::{Document, InsertPosition, NodeId, ParseOptions, SourceError, SourceOptions, SourceRule};
use std::error::Error;

type BoxResult<T> = Result<T, Box<dyn Error>>;

/// Runs a case, with spans and without. Cases with `indent_inserted` only run with spans, because it needs them to find omitted end tags.
///
/// # Errors
/// If a result differs from the expectation.
pub fn run(case: &SourceEditCase) -> Result<(), String> {
    let is_indented = case.edits.iter().flatten().any(|word| word == "indent_inserted");
    for spans in [true, false].into_iter().filter(|&spans| spans || !is_indented) {
        run_with(case, spans).map_err(|error| format!("line {}, {}: {error}", case.line, case.description))?;
    }
    Ok(())
}

fn run_with(case: &SourceEditCase, spans: bool) -> BoxResult<()> {
    let mut document = parse(case, spans);
    expect("identity", &case.source, &document.to_source()?)?;
    let mut created = None;
    for words in &case.edits {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        created = edit(&mut document, &words, created).map_err(|error| format!("{words:?}: {error}"))?;
    }
    match (document.to_source(), &case.expected, &case.error) {
        (Ok(source), Some(expected), _) => expect("source", expected, &source)?,
        (Err(error), _, Some(expected)) => expect("error", expected, &rule(&error))?,
        (Ok(source), _, _) => return Err(format!("no error, but\n{source}").into()),
        (Err(error), _, _) => return Err(error.into()),
    }
    if let Some(expected) = &case.widened {
        expect(
            "widened",
            expected,
            &document.source_edits(&SourceOptions::new().widen(true))?.apply(document.source())?,
        )?;
    }
    Ok(())
}

fn parse(case: &SourceEditCase, spans: bool) -> Document<'_> {
    match &case.context {
        _ if case.is_xml => limpid::xml::XmlParseOptions::new().spans(spans).parse(&*case.source),
        Some(context) => ParseOptions::new().spans(spans).parse_fragment(&*case.source, &**context),
        None => ParseOptions::new().spans(spans).parse(&*case.source),
    }
}

fn expect(what: &str, expected: &str, found: &str) -> BoxResult<()> {
    if expected == found { Ok(()) } else { Err(format!("{what}:\n{found}\nexpected:\n{expected}").into()) }
}

fn rule(error: &SourceError) -> String {
    match &error.rule {
        SourceRule::OtherParent { parent } => format!("elsewhere {}", parent.as_deref().unwrap_or("/")),
        SourceRule::Different { found } => format!("different {}", found.as_deref().unwrap_or("-")),
        SourceRule::Namespace { found } => format!("namespace {found}").trim_end().to_owned(),
        SourceRule::QuirksMode { found } => format!("quirksmode {found:?}").to_lowercase(),
        rule => format!("{rule:?}").to_lowercase(),
    }
}

fn find(document: &Document<'_>, path: &str, created: Option<NodeId>) -> BoxResult<NodeId> {
    let mut parts = path.split('@');
    let mut node = match parts.next().unwrap_or_default().trim() {
        "$" => created.ok_or("no node was created before")?,
        "/" => document.root().id(),
        selector => {
            let (host, inner) = selector.split_once('/').map_or((selector, None), |(host, inner)| (host, Some(inner)));
            let found = document.select_first(host)?.ok_or("no such element")?;
            match inner {
                Some(inner) => {
                    let root = found.shadow_root().ok_or("no shadow root")?;
                    root.select_first(inner)?.ok_or("no such element in the shadow root")?.id()
                }
                None => found.id(),
            }
        }
    };
    for part in parts {
        let parent = document.node(node).ok_or("no such node")?;
        let parent = parent.template_contents().unwrap_or(parent);
        node = parent.children().nth(part.trim().parse()?).ok_or("no such child")?.id();
    }
    Ok(node)
}

/// Makes an edit. Returns the last created node.
fn edit(document: &mut Document<'_>, words: &[&str], created: Option<NodeId>) -> BoxResult<Option<NodeId>> {
    let node = |document: &Document<'_>, at: usize| find(document, words.get(at).ok_or("a node is missing")?, created);
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let one = match word(0).starts_with("create_") {
        true => document.root().id(),
        false => node(document, 1)?,
    };
    let two = node(document, 2);
    match word(0) {
        "create_element" => return Ok(Some(document.create_element(word(1))?)),
        "create_element_ns" => return Ok(Some(document.create_element_ns(word(1), word(2))?)),
        "create_text" => return Ok(Some(document.create_text(word(1))?)),
        "create_comment" => return Ok(Some(document.create_comment(word(1))?)),
        "create_processing_instruction" => {
            return Ok(Some(document.create_processing_instruction(word(1), word(2))?));
        }
        "create_doctype" => return Ok(Some(document.create_doctype(word(1), None, None)?)),
        "clone_subtree" => return Ok(Some(document.node_mut(one)?.clone_subtree()?)),
        "set_attribute" => document.node_mut(one)?.set_attribute(word(2), word(3))?,
        "set_attribute_ns" => document.node_mut(one)?.set_attribute_ns(word(2), word(3), word(4))?,
        "remove_attribute" => drop(document.node_mut(one)?.remove_attribute(word(2))?),
        "remove_attribute_ns" => drop(document.node_mut(one)?.remove_attribute_ns(word(2), word(3))?),
        "retain_attributes" => {
            document.node_mut(one)?.retain_attributes(|attribute| attribute.local_name().starts_with(word(2)))?;
        }
        "add_class" => drop(document.node_mut(one)?.add_class(word(2))?),
        "remove_class" => drop(document.node_mut(one)?.remove_class(word(2))?),
        "append" => document.node_mut(one)?.append(two?)?,
        "prepend" => document.node_mut(one)?.prepend(two?)?,
        "insert_before" => document.node_mut(one)?.insert_before(two?)?,
        "insert_after" => document.node_mut(one)?.insert_after(two?)?,
        "remove" => document.node_mut(one)?.remove()?,
        "remove_children" => document.node_mut(one)?.remove_children()?,
        "append_children" => document.node_mut(one)?.append_children(two?)?,
        "replace_with" => document.node_mut(one)?.replace_with(two?)?,
        "wrap" => return Ok(Some(document.node_mut(one)?.wrap(word(2))?.id())),
        "replace_with_children" => document.node_mut(one)?.replace_with_children()?,
        "rename" => document.node_mut(one)?.rename(word(2))?,
        "normalize" => document.node_mut(one)?.normalize()?,
        "indent_inserted" => document.indent_inserted()?,
        "set_text" => document.node_mut(one)?.set_text(word(2))?,
        "set_inner_html" => document.node_mut(one)?.set_inner_html(word(2))?,
        "set_outer_html" => document.node_mut(one)?.set_outer_html(word(2))?,
        "insert_adjacent_html" => {
            document.node_mut(one)?.insert_adjacent_html(word(2).parse::<InsertPosition>()?, word(3))?;
        }
        "compact" => drop(document.compact()?),
        method => return Err(format!("unknown method {method}").into()),
    }
    Ok(created)
}
