//! Dumps trees of `markup5ever_rcdom` in the formats of html5lib-tests and xml5lib-tests.

use markup5ever::{QualName, ns};
use markup5ever_rcdom::{Handle, NodeData};
use std::fmt::Write;

/// The format of a dump.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The format of html5lib-tests.
    Html,
    /// The format of xml5lib-tests.
    Xml,
    /// The format of xml5lib-tests, without two features that xml5ever lacks by design: namespace declarations are attributes, and template
    /// contents are separate from children.
    Xml5ever,
}

/// Dumps the children of a node.
pub(crate) fn dump(top: &Handle, form: Form) -> String {
    let mut out = String::new();
    for child in top.children.borrow().iter() {
        write_node(child, 0, form, &mut out);
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

fn line(depth: usize, text: &str, out: &mut String) {
    let _ = writeln!(out, "| {:width$}{text}", "", width = 2 * depth);
}

/// Returns the name in the dump, and the name for sorting.
fn names(name: &QualName, form: Form) -> (String, String) {
    if form == Form::Html {
        let designator = match name.ns {
            ns!(svg) => "svg ",
            ns!(mathml) => "math ",
            ns!(xlink) => "xlink ",
            ns!(xml) => "xml ",
            ns!(xmlns) => "xmlns ",
            _ => "",
        };
        let name = format!("{designator}{}", name.local);
        return (name.clone(), name);
    }
    let url = if name.ns.is_empty() { String::new() } else { format!("{{{}}}", name.ns) };
    let prefix = name.prefix.as_ref().map_or(String::new(), |prefix| format!("{prefix}:"));
    (format!("{url}{prefix}{}", name.local), format!("{url}{}", name.local))
}

/// Whether an attribute is a namespace declaration, or has the prefix `xmlns`.
fn is_declaration(name: &QualName) -> bool {
    name.ns == ns!(xmlns) || name.prefix.as_deref() == Some("xmlns")
}

fn write_node(node: &Handle, depth: usize, form: Form, out: &mut String) {
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
            line(depth, &format!("<{}>", names(name, form).0), out);
            let mut attributes = attrs.borrow().clone();
            attributes.retain(|attribute| form != Form::Xml5ever || !is_declaration(&attribute.name));
            attributes
                .sort_by_cached_key(|attribute| names(&attribute.name, form).1.encode_utf16().collect::<Vec<_>>());
            for attribute in &attributes {
                line(depth + 1, &format!("{}=\"{}\"", names(&attribute.name, form).0, attribute.value), out);
            }
            if let Some(contents) = &*template_contents.borrow() {
                let content_depth = depth + if form == Form::Xml5ever { 1 } else { 2 };
                if form != Form::Xml5ever {
                    line(depth + 1, "content", out);
                }
                for child in contents.children.borrow().iter() {
                    write_node(child, content_depth, form, out);
                }
            }
        }
    }
    for child in node.children.borrow().iter() {
        write_node(child, depth + 1, form, out);
    }
}
