//! The tree as JSON: an object for each node, with its children.

use crate::json::{self, namespace, quirks_mode};
use crate::page::Page;
use limpid::{Document, NodeKind, NodeRef, ShadowRootMode, SlotAssignment};
use std::io::{self, Write};

/// What is still to be written.
enum Step<'d> {
    Node(NodeRef<'d>),
    /// A node and those that follow it under the same parent.
    Siblings(NodeRef<'d>),
    Literal(&'static str),
}

/// Writes the tree with a stack of its own: pages can be a million levels deep.
pub(super) fn write(page: &Page<'_>, document: &Document<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    json::page_members(out, page)?;
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
                // The brace of the outermost node stands before the name of the page.
                if node != document.root() {
                    out.write_all(b"{")?;
                }
                write_start(document, node, out)?;
                push_inside(node, &mut steps);
            }
        }
    }
    json::end(out, page)
}

/// Plans what comes in a node after its own properties. The last step is the first to be taken.
fn push_inside<'d>(node: NodeRef<'d>, steps: &mut Vec<Step<'d>>) {
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
fn write_start(document: &Document<'_>, node: NodeRef<'_>, out: &mut dyn Write) -> io::Result<()> {
    match node.kind() {
        NodeKind::Document => {
            write_type("document", out)?;
            write_member("quirks_mode", quirks_mode(document.quirks_mode()), out)?;
            write_optional_member("encoding", document.encoding(), out)
        }
        NodeKind::DocumentFragment => {
            write_type("document-fragment", out)?;
            if node == document.root() {
                write_optional_member("encoding", document.encoding(), out)?;
            }
            Ok(())
        }
        NodeKind::ShadowRoot => {
            write_type("shadow-root", out)?;
            write_shadow_root_init(node, out)
        }
        NodeKind::Doctype => {
            write_type("doctype", out)?;
            let Some(doctype) = node.doctype() else { return Ok(()) };
            write_member("name", doctype.name, out)?;
            write_optional_member("public_id", doctype.public_id, out)?;
            write_optional_member("system_id", doctype.system_id, out)
        }
        NodeKind::Element => {
            write_type("element", out)?;
            write_member("name", node.local_name(), out)?;
            if document.is_xml() {
                write_optional_member("namespace", Some(node.namespace_url()).filter(|url| !url.is_empty()), out)?;
                write_optional_member("prefix", Some(node.prefix()).filter(|prefix| !prefix.is_empty()), out)?;
            } else {
                write_member("namespace", namespace(node.namespace()), out)?;
            }
            write_attributes(node, out)
        }
        NodeKind::Text => {
            write_type("text", out)?;
            write_member("data", node.text().unwrap_or_default(), out)
        }
        NodeKind::Comment => {
            write_type("comment", out)?;
            write_member("data", node.comment().unwrap_or_default(), out)
        }
        NodeKind::ProcessingInstruction => {
            write_type("processing-instruction", out)?;
            let Some(instruction) = node.processing_instruction() else { return Ok(()) };
            write_member("target", instruction.target, out)?;
            write_member("data", instruction.data, out)
        }
        kind => write_type(&format!("{kind:?}"), out),
    }
}

/// Writes an object from qualified names to values: no element has two attributes of one qualified name.
fn write_attributes(element: NodeRef<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b",\"attributes\":{")?;
    for (count, attribute) in element.attributes().enumerate() {
        if count > 0 {
            out.write_all(b",")?;
        }
        json::string(out, &attribute.qualified_name())?;
        out.write_all(b":")?;
        json::string(out, attribute.value())?;
    }
    out.write_all(b"}")
}

fn write_shadow_root_init(shadow_root: NodeRef<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some(init) = shadow_root.shadow_root_init() else { return Ok(()) };
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    let slot_assignment = match init.slot_assignment {
        SlotAssignment::Named => "named",
        SlotAssignment::Manual => "manual",
    };
    write_member("mode", mode, out)?;
    write_member("slot_assignment", slot_assignment, out)?;
    for (name, value) in [
        ("delegates_focus", init.delegates_focus),
        ("serializable", init.serializable),
        ("clonable", init.clonable),
        ("keep_custom_element_registry_null", init.keep_custom_element_registry_null),
    ] {
        write!(out, ",\"{name}\":{value}")?;
    }
    Ok(())
}

fn write_type(name: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\"type\":\"{name}\"")
}

fn write_member(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, ",\"{name}\":")?;
    json::string(out, value)
}

fn write_optional_member(name: &str, value: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Some(value) => write_member(name, value, out),
        None => write!(out, ",\"{name}\":null"),
    }
}
