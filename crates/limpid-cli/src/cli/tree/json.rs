use crate::json::{self, namespace};
use crate::page::Page;
use limpid::shadow_root::{ShadowRootMode, SlotAssignment};
use limpid::{Document, NodeKind, NodeRef};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};

enum Step<'d> {
    Node(NodeRef<'d>),
    /// The node and its following siblings.
    Siblings(NodeRef<'d>),
    Literal(&'static str),
}

/// The greatest length in bytes of a namespace URL that is repeated for each element. A longer URL is written only for the first
/// element, and later elements have the number of that element instead: the output stays proportional to the page.
const MAX_REPEATED_URL: usize = 255;

#[derive(Default)]
struct Elements {
    count: usize,
    /// Maps the number of a namespace with a long URL to the number of the element for which the URL was written.
    with_long_urls: HashMap<u32, usize>,
}

/// Writes the tree as nested objects, one for each node. Uses an explicit stack, because pages can be a million levels deep.
pub(super) fn write(page: &Page<'_>, document: &Document<'_>, out: &mut dyn Write) -> io::Result<()> {
    json::start(out, page)?;
    out.write_all(b",")?;
    let mut elements = Elements::default();
    let mut steps = vec![Step::Node(document.root())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Literal(text) => out.write_all(text.as_bytes())?,
            Step::Siblings(node) => {
                if let Some(next) = node.next_sibling() {
                    steps.extend([Step::Siblings(next), Step::Literal(",")]);
                }
                steps.push(Step::Node(node));
            }
            Step::Node(node) => {
                // `json::start` has written the brace of the outermost node.
                if node != document.root() {
                    out.write_all(b"{")?;
                }
                write_start(document, node, &mut elements, out)?;
                push_content(node, &mut steps);
            }
        }
    }
    out.write_all(b"\n")
}

/// Pushes the steps that write a node's children and the end of its object. The step pushed last runs first.
fn push_content<'d>(node: NodeRef<'d>, steps: &mut Vec<Step<'d>>) {
    match node.kind() {
        NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element => {}
        _ => return steps.push(Step::Literal("}")),
    }
    steps.push(Step::Literal("]}"));
    steps.extend(node.first_child().map(Step::Siblings));
    steps.push(Step::Literal(",\"children\":["));
    if let Some(content) = node.template_contents() {
        steps.extend([Step::Node(content), Step::Literal(",\"content\":")]);
    }
    if let Some(shadow_root) = node.shadow_root() {
        steps.extend([Step::Node(shadow_root), Step::Literal(",\"shadow_root\":")]);
    }
}

/// Writes a node's own properties, without braces.
fn write_start(
    document: &Document<'_>,
    node: NodeRef<'_>,
    elements: &mut Elements,
    out: &mut dyn Write,
) -> io::Result<()> {
    let kind = match node.kind() {
        NodeKind::Document => "document",
        NodeKind::DocumentFragment => "document-fragment",
        NodeKind::ShadowRoot => "shadow-root",
        NodeKind::Doctype => "doctype",
        NodeKind::Element => "element",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        NodeKind::ProcessingInstruction => "processing-instruction",
        _ => "node",
    };
    write!(out, "\"type\":\"{kind}\"")?;
    if node.kind() == NodeKind::Document {
        write_member("quirks_mode", document.quirks_mode().as_str(), out)?;
    }
    if node == document.root() {
        write_member("encoding", document.encoding(), out)?;
    }
    if node.is_element() {
        write_member("name", node.local_name(), out)?;
        if document.is_xml() {
            match elements.with_long_urls.get(&node.namespace_number()) {
                Some(element) => write_member("namespace", element, out)?,
                None => write_member("namespace", node.namespace_url(), out)?,
            }
            if node.namespace_url().is_some_and(|url| url.len() > MAX_REPEATED_URL) {
                elements.with_long_urls.entry(node.namespace_number()).or_insert(elements.count);
            }
            elements.count += 1;
            write_member("prefix", node.prefix(), out)?;
        } else {
            write_member("namespace", namespace(node.namespace()), out)?;
        }
        write_attributes(node, out)?;
    }
    if let Some(doctype) = node.doctype() {
        write_member("name", doctype.name, out)?;
        write_member("public_id", doctype.public_id, out)?;
        write_member("system_id", doctype.system_id, out)?;
    }
    if let Some(instruction) = node.processing_instruction() {
        write_member("target", instruction.target, out)?;
        write_member("data", instruction.data, out)?;
    }
    if let Some(data) = node.text().or_else(|| node.comment()) {
        write_member("data", data, out)?;
    }
    if let Some(init) = node.shadow_root_init() {
        let is_open = init.mode == ShadowRootMode::Open;
        let is_named = init.slot_assignment == SlotAssignment::Named;
        write_member("mode", if is_open { "open" } else { "closed" }, out)?;
        write_member("slot_assignment", if is_named { "named" } else { "manual" }, out)?;
        write_member("delegates_focus", init.delegates_focus, out)?;
        write_member("serializable", init.serializable, out)?;
        write_member("clonable", init.clonable, out)?;
        write_member("keep_custom_element_registry_null", init.keep_custom_element_registry_null, out)?;
    }
    Ok(())
}

/// Writes the attributes as an object with qualified names as keys. No element has two attributes with the same qualified name.
fn write_attributes(element: NodeRef<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b",\"attributes\":{")?;
    for (count, attribute) in element.attributes().enumerate() {
        if count > 0 {
            out.write_all(b",")?;
        }
        json::value(out, &*attribute.qualified_name())?;
        out.write_all(b":")?;
        json::value(out, attribute.value())?;
    }
    out.write_all(b"}")
}

fn write_member(name: &str, value: impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    json::member(out, name, &value)
}
