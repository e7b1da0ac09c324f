use crate::read::attribute::Attribute;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::traverse::{Step, Walk};
use crate::storage::node::NodeKind;
use core::fmt;
use limpid_markup::{Namespace, ShadowRootMode};

impl Document<'_> {
    /// The tree in the format of the
    /// [html5lib tests](https://github.com/html5lib/html5lib-tests/blob/master/tree-construction/README.md): a line for
    /// each node and attribute, each starting with `| ` and ending with a line feed.
    ///
    /// Indentation makes it as long as the tree is large times deep.
    pub fn to_test_dump(&self) -> String {
        let mut dump = String::new();
        // Writing to a String cannot fail.
        let _ = write(self.root(), Names::Html, &mut dump);
        dump
    }

    /// The tree in the format of the xml5lib tests: as [`to_test_dump`](Self::to_test_dump), but that names of elements and
    /// attributes are written with their prefix and the URL of their namespace, `{url}prefix:name`, as far as they have
    /// these.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// let mut document = Document::new_xml();
    /// let circle = document.create_element_ns("http://www.w3.org/2000/svg", "svg:circle")?;
    /// document.set_attribute(circle, "r", "1")?;
    /// document.append(document.root().id(), circle)?;
    /// assert_eq!(document.to_xml_test_dump(), "| <{http://www.w3.org/2000/svg}svg:circle>\n|   r=\"1\"\n");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn to_xml_test_dump(&self) -> String {
        let mut dump = String::new();
        // Writing to a String cannot fail.
        let _ = write(self.root(), Names::Xml, &mut dump);
        dump
    }

    /// What the test dump has for each node and attribute, in order, and how deep it is: the dump without its indentation, and so
    /// in proportion to the document. The dump of an XML document is that of [`to_xml_test_dump`](Self::to_xml_test_dump).
    ///
    /// Texts, comments, attribute values and the like are as they are in the document, so that they can have line feeds.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// let mut document = Document::new();
    /// let list = document.create_element("ul");
    /// document.set_attribute(list, "id", "a")?;
    /// document.append(document.root().id(), list)?;
    /// let mut entries = Vec::new();
    /// document.for_each_dump_entry(|depth, entry| entries.push((depth, entry.to_string())));
    /// assert_eq!(entries, [(0, "<ul>".to_owned()), (1, "id=\"a\"".to_owned())]);
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn for_each_dump_entry(&self, mut entry: impl FnMut(usize, fmt::Arguments<'_>)) {
        // An entry cannot fail.
        let _ = entries(self.root(), self.dump_names(), &mut |depth, text| {
            entry(depth, text);
            Ok(())
        });
    }

    fn dump_names(&self) -> Names {
        if self.is_xml() { Names::Xml } else { Names::Html }
    }
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.root(), self.dump_names(), f)
    }
}

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// As in the html5lib tests: `svg a`, `xlink href`.
    Html,
    /// As in the xml5lib tests: `{url}prefix:name`.
    Xml,
}

/// Writes what is in a node in the tree format of the html5lib tests.
pub(crate) fn write<W: fmt::Write + ?Sized>(top: NodeRef<'_>, names: Names, out: &mut W) -> fmt::Result {
    entries(top, names, &mut |depth, text| {
        indent(depth, out)?;
        out.write_fmt(text)?;
        out.write_str("\n")
    })
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

/// What is in a node in the tree format of the html5lib tests, without indentation: `entry` gets how deep each node and attribute
/// is, and what the format has for it.
///
/// Processing instructions are written as web-platform-tests does, `<?target data?>`, and a shadow root as `#shadow-root (open)`
/// before the children of its host.
pub(crate) fn entries<F>(top: NodeRef<'_>, names: Names, entry: &mut F) -> fmt::Result
where
    F: FnMut(usize, fmt::Arguments<'_>) -> fmt::Result,
{
    let mut depth = 0;
    for step in Walk::new(top) {
        match step {
            Step::Enter(node) if node == top => {}
            Step::Enter(node) => {
                node_entries(node, depth, names, entry)?;
                depth += 1;
            }
            Step::EnterContent(content) => {
                content_entry(content, depth, entry)?;
                depth += 1;
            }
            Step::LeaveContent(_) => depth -= 1,
            Step::Leave(node) if node == top => {}
            Step::Leave(_) => depth -= 1,
        }
    }
    Ok(())
}

fn node_entries<F>(node: NodeRef<'_>, depth: usize, names: Names, entry: &mut F) -> fmt::Result
where
    F: FnMut(usize, fmt::Arguments<'_>) -> fmt::Result,
{
    match node.kind() {
        NodeKind::Element if names == Names::Xml => {
            entry(depth, format_args!("<{}>", expanded(node.namespace_url(), &node.qualified_name())))?;
            xml_attribute_entries(node, depth + 1, entry)
        }
        NodeKind::Element => {
            let designator = match node.namespace() {
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
                _ => "",
            };
            entry(depth, format_args!("<{designator}{}>", node.local_name()))?;
            attribute_entries(node, depth + 1, entry)
        }
        NodeKind::Text => entry(depth, format_args!("\"{}\"", node.text().unwrap_or_default())),
        NodeKind::Comment => entry(depth, format_args!("<!-- {} -->", node.comment().unwrap_or_default())),
        NodeKind::ProcessingInstruction => match node.processing_instruction() {
            Some(instruction) => entry(depth, format_args!("<?{} {}?>", instruction.target, instruction.data)),
            None => entry(depth, format_args!("<?? ?>")),
        },
        NodeKind::Doctype => {
            let Some(doctype) = node.doctype() else { return entry(depth, format_args!("<!DOCTYPE >")) };
            let (public_id, system_id) = (doctype.public_id.unwrap_or(""), doctype.system_id.unwrap_or(""));
            if public_id.is_empty() && system_id.is_empty() {
                return entry(depth, format_args!("<!DOCTYPE {}>", doctype.name));
            }
            entry(depth, format_args!("<!DOCTYPE {} \"{public_id}\" \"{system_id}\">", doctype.name))
        }
        NodeKind::Document => entry(depth, format_args!("#document")),
        NodeKind::DocumentFragment => entry(depth, format_args!("#document-fragment")),
        NodeKind::ShadowRoot => entry(depth, format_args!("#shadow-root")),
    }
}

/// Attributes are sorted by the UTF-16 code units of their names, the namespace's designator included.
fn attribute_entries<F>(element: NodeRef<'_>, depth: usize, entry: &mut F) -> fmt::Result
where
    F: FnMut(usize, fmt::Arguments<'_>) -> fmt::Result,
{
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
    attributes.iter().try_for_each(|(name, value)| entry(depth, format_args!("{name}=\"{value}\"")))
}

/// Attributes are sorted by the UTF-16 code units of their local names with the namespace in front, without the prefix.
fn xml_attribute_entries<F>(element: NodeRef<'_>, depth: usize, entry: &mut F) -> fmt::Result
where
    F: FnMut(usize, fmt::Arguments<'_>) -> fmt::Result,
{
    let key = |attribute: &Attribute<'_>| expanded(attribute.namespace_url(), attribute.local_name());
    let mut attributes: Vec<_> = element.attributes().map(|attribute| (key(&attribute), attribute)).collect();
    attributes.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    attributes.iter().try_for_each(|(_, attribute)| {
        let name = expanded(attribute.namespace_url(), &attribute.qualified_name());
        entry(depth, format_args!("{name}=\"{}\"", attribute.value()))
    })
}

/// A name with the namespace in front, if it has one.
fn expanded(namespace_url: &str, name: &str) -> String {
    match namespace_url {
        "" => String::from(name),
        url => format!("{{{url}}}{name}"),
    }
}

fn content_entry<F>(content: NodeRef<'_>, depth: usize, entry: &mut F) -> fmt::Result
where
    F: FnMut(usize, fmt::Arguments<'_>) -> fmt::Result,
{
    let Some(init) = content.shadow_root_init() else { return entry(depth, format_args!("content")) };
    let mode = match init.mode {
        ShadowRootMode::Open => "open",
        ShadowRootMode::Closed => "closed",
    };
    let delegates_focus = if init.delegates_focus { ", delegatesfocus" } else { "" };
    entry(depth, format_args!("#shadow-root ({mode}{delegates_focus})"))
}
