use crate::attribute::Attribute;
use crate::node::{NodeKind, NodeRef};
use crate::traverse::{Step, Walk};
use core::fmt;
use limpid_markup::{Namespace, ShadowRootMode};

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// As in the html5lib tests: `svg a`, `xlink href`.
    Html,
    /// As in the xml5lib tests: `{url}prefix:name`.
    Xml,
}

/// Writes what is in a node in the tree format of the html5lib tests.
///
/// Processing instructions are written as web-platform-tests does, `<?target data?>`, and a shadow root as a line
/// `#shadow-root (open)` before the children of its host.
pub(crate) fn write<W: fmt::Write + ?Sized>(top: NodeRef<'_>, names: Names, out: &mut W) -> fmt::Result {
    let mut depth = 0;
    for step in Walk::new(top) {
        match step {
            Step::Enter(node) if node == top => {}
            Step::Enter(node) => {
                write_node(node, depth, names, out)?;
                depth += 1;
            }
            Step::EnterContent(content) => {
                indent(depth, out)?;
                write_content(content, out)?;
                depth += 1;
            }
            Step::LeaveContent(_) => depth -= 1,
            Step::Leave(node) if node == top => {}
            Step::Leave(_) => depth -= 1,
        }
    }
    Ok(())
}

fn indent<W: fmt::Write + ?Sized>(depth: usize, out: &mut W) -> fmt::Result {
    const SPACES: &str = "                                                                ";
    out.write_str("| ")?;
    let mut left = 2 * depth;
    while left > SPACES.len() {
        out.write_str(SPACES)?;
        left -= SPACES.len();
    }
    out.write_str(&SPACES[..left])
}

fn write_node<W: fmt::Write + ?Sized>(node: NodeRef<'_>, depth: usize, names: Names, out: &mut W) -> fmt::Result {
    indent(depth, out)?;
    match node.kind() {
        NodeKind::Element if names == Names::Xml => {
            writeln!(out, "<{}>", expanded(node.namespace_url(), &node.qualified_name()))?;
            write_xml_attributes(node, depth + 1, out)
        }
        NodeKind::Element => {
            let designator = match node.namespace() {
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
                _ => "",
            };
            writeln!(out, "<{designator}{}>", node.local_name())?;
            write_attributes(node, depth + 1, out)
        }
        NodeKind::Text => writeln!(out, "\"{}\"", node.text().unwrap_or_default()),
        NodeKind::Comment => writeln!(out, "<!-- {} -->", node.comment().unwrap_or_default()),
        NodeKind::ProcessingInstruction => match node.processing_instruction() {
            Some(instruction) => writeln!(out, "<?{} {}?>", instruction.target, instruction.data),
            None => writeln!(out, "<?? ?>"),
        },
        NodeKind::Doctype => {
            let Some(doctype) = node.doctype() else { return writeln!(out, "<!DOCTYPE >") };
            write!(out, "<!DOCTYPE {}", doctype.name)?;
            let (public_id, system_id) = (doctype.public_id.unwrap_or(""), doctype.system_id.unwrap_or(""));
            if !public_id.is_empty() || !system_id.is_empty() {
                write!(out, " \"{public_id}\" \"{system_id}\"")?;
            }
            writeln!(out, ">")
        }
        NodeKind::Document => writeln!(out, "#document"),
        NodeKind::DocumentFragment => writeln!(out, "#document-fragment"),
        NodeKind::ShadowRoot => writeln!(out, "#shadow-root"),
    }
}

/// Attributes are sorted by the UTF-16 code units of their names, the namespace's designator included.
fn write_attributes<W: fmt::Write + ?Sized>(element: NodeRef<'_>, depth: usize, out: &mut W) -> fmt::Result {
    let mut attributes: Vec<(String, &str)> = element
        .attributes()
        .map(|attribute| {
            let designator = match attribute.namespace() {
                Namespace::XLink => "xlink ",
                Namespace::Xml => "xml ",
                Namespace::XmlNs => "xmlns ",
                _ => "",
            };
            (format!("{designator}{}", attribute.local_name()), attribute.value())
        })
        .collect();
    attributes.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    for (name, value) in attributes {
        indent(depth, out)?;
        writeln!(out, "{name}=\"{value}\"")?;
    }
    Ok(())
}

/// Attributes are sorted by the UTF-16 code units of their local names with the namespace in front, without the prefix.
fn write_xml_attributes<W: fmt::Write + ?Sized>(element: NodeRef<'_>, depth: usize, out: &mut W) -> fmt::Result {
    let key = |attribute: &Attribute<'_>| expanded(attribute.namespace_url(), attribute.local_name());
    let mut attributes: Vec<_> = element.attributes().map(|attribute| (key(&attribute), attribute)).collect();
    attributes.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    for (_, attribute) in attributes {
        indent(depth, out)?;
        let name = expanded(attribute.namespace_url(), &attribute.qualified_name());
        writeln!(out, "{name}=\"{}\"", attribute.value())?;
    }
    Ok(())
}

/// A name with the namespace in front, if it has one.
fn expanded(namespace_url: &str, name: &str) -> String {
    match namespace_url {
        "" => String::from(name),
        url => format!("{{{url}}}{name}"),
    }
}

fn write_content<W: fmt::Write + ?Sized>(content: NodeRef<'_>, out: &mut W) -> fmt::Result {
    let Some(init) = content.shadow_root_init() else { return out.write_str("content\n") };
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    let delegates_focus = if init.delegates_focus { ", delegatesfocus" } else { "" };
    writeln!(out, "#shadow-root ({mode}{delegates_focus})")
}
