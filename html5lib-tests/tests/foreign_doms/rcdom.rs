//! Trees of `markup5ever_rcdom` in the tree format of the html5lib tests.

use markup5ever::{Namespace, ns};
use markup5ever_rcdom::{Handle, NodeData};
use std::fmt::Write;

/// Dumps what is in a node.
pub(crate) fn dump(top: &Handle) -> String {
    let mut out = String::new();
    for child in top.children.borrow().iter() {
        write_node(child, 0, &mut out);
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

fn line(depth: usize, text: &str, out: &mut String) {
    let _ = writeln!(out, "| {:width$}{text}", "", width = 2 * depth);
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

fn write_node(node: &Handle, depth: usize, out: &mut String) {
    match &node.data {
        NodeData::Document => {}
        NodeData::Doctype { name, public_id, system_id } => {
            let ids = match public_id.is_empty() && system_id.is_empty() {
                true => String::new(),
                false => format!(" \"{public_id}\" \"{system_id}\""),
            };
            line(depth, &format!("<!DOCTYPE {name}{ids}>"), out);
        }
        NodeData::Text { contents } => line(depth, &format!("\"{}\"", contents.borrow()), out),
        NodeData::Comment { contents } => line(depth, &format!("<!-- {contents} -->"), out),
        NodeData::ProcessingInstruction { target, contents } => line(depth, &format!("<?{target} {contents}?>"), out),
        NodeData::Element { name, attrs, template_contents, .. } => {
            line(depth, &format!("<{}{}>", designator(&name.ns), name.local), out);
            let named = |attr: &markup5ever::Attribute| {
                (format!("{}{}", designator(&attr.name.ns), attr.name.local), attr.value.clone())
            };
            let mut attributes: Vec<_> = attrs.borrow().iter().map(named).collect();
            attributes.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            for (name, value) in attributes {
                line(depth + 1, &format!("{name}=\"{value}\""), out);
            }
            if let Some(contents) = &*template_contents.borrow() {
                line(depth + 1, "content", out);
                for child in contents.children.borrow().iter() {
                    write_node(child, depth + 2, out);
                }
            }
        }
    }
    for child in node.children.borrow().iter() {
        write_node(child, depth + 1, out);
    }
}
