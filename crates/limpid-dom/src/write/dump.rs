//! The tree in the format of the html5lib and xml5lib tests.

use super::long_urls::{LongUrls, Url};
use crate::read::attribute::Attribute;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::{Node, NodeKind};
use core::fmt;
use limpid_markup::{Namespace, ShadowRootInit};

impl Document<'_> {
    /// Returns the tree in the format of the
    /// [html5lib tests](https://github.com/html5lib/html5lib-tests/blob/master/tree-construction/README.md): a line for
    /// each node and attribute, each starting with `| ` and ending with a line feed.
    ///
    /// For an [XML document](Self::is_xml), this is the format of the xml5lib tests: names are written as `{url}prefix:name`, with the
    /// namespace URL and the prefix where there is one.
    ///
    /// Because of the indentation, the length can grow with the product of the number of nodes and their depth.
    ///
    /// ```
    /// let document = limpid::parse_fragment("<p id=a>Tea", "body");
    /// assert_eq!(document.to_test_dump(), "| <p>\n|   id=\"a\"\n|   \"Tea\"\n");
    /// let document = limpid::xml::parse("<svg:circle xmlns:svg='http://www.w3.org/2000/svg'/>");
    /// assert!(document.to_test_dump().starts_with("| <{http://www.w3.org/2000/svg}svg:circle>\n"));
    /// ```
    #[inline]
    pub fn to_test_dump(&self) -> String {
        let mut dump = String::new();
        // Writing to a String cannot fail.
        let _ = write(self.root(), self.dump_names(), &mut dump);
        dump
    }

    /// Calls `entry` with each node and attribute of the test dump, in order and without indentation. The total length of the texts is therefore
    /// proportional to the document. Texts, comments and values can contain line feeds.
    #[doc(hidden)]
    pub fn for_each_dump_entry<'d>(&'d self, mut entry: impl FnMut(DumpEntry<'d, '_>)) {
        // The closure never fails.
        let _ = entries(self.root(), self.dump_names(), &mut |it| {
            entry(it);
            Ok(())
        });
    }

    #[inline]
    fn dump_names(&self) -> Names {
        if self.is_xml() { Names::Xml } else { Names::Html }
    }
}

impl fmt::Debug for Document<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.root(), self.dump_names(), f)
    }
}

/// The notation of names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// The notation of the html5lib tests: `svg a`, `xlink href`.
    Html,
    /// The notation of the xml5lib tests: `{url}prefix:name`.
    Xml,
}

/// Writes the content of a node in the tree format of the html5lib tests.
#[inline]
pub(crate) fn write(top: NodeRef<'_>, names: Names, out: &mut dyn fmt::Write) -> fmt::Result {
    entries(top, names, &mut |entry| {
        indent(entry.depth, out)?;
        out.write_fmt(entry.text)?;
        out.write_str("\n")
    })
}

#[inline]
fn indent(depth: usize, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str("| ")?;
    (0..depth).try_for_each(|_| out.write_str("  "))
}

/// An entry of the tree format: a node, or an attribute of one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct DumpEntry<'d, 'f> {
    pub depth: usize,
    pub node: NodeRef<'d>,
    pub attribute: Option<Attribute<'d>>,
    pub text: fmt::Arguments<'f>,
}

/// Calls `entry` with each entry of the tree format.
///
/// As in web-platform-tests, processing instructions are written as `<?target data?>`, and a shadow root as `#shadow-root (open)`
/// before the children of its host.
#[inline]
pub(crate) fn entries<'d>(top: NodeRef<'d>, names: Names, entry: &mut Callback<'d, '_>) -> fmt::Result {
    let urls = LongUrls::default();
    visit(top, &mut Dump { names, top, depth: 0, position: 0, element: 0, urls, entry })
}

type Callback<'d, 'f> = dyn FnMut(DumpEntry<'d, '_>) -> fmt::Result + 'f;

struct Dump<'d, 'f, 'e> {
    names: Names,
    /// The node whose content is written.
    top: NodeRef<'d>,
    depth: usize,
    /// The number of entries so far.
    position: usize,
    /// The position of the last element's entry.
    element: usize,
    urls: LongUrls,
    entry: &'f mut Callback<'d, 'e>,
}

impl<'d> Visitor<'d> for Dump<'d, '_, '_> {
    type Error = fmt::Error;

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, fmt::Error> {
        if node == self.top {
            return Ok(true);
        }
        self.node(node)?;
        let has_content = record.may_have_children();
        self.depth += usize::from(has_content);
        Ok(has_content)
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>, _: &Node) -> fmt::Result {
        self.depth -= usize::from(node != self.top);
        Ok(())
    }

    #[inline]
    fn enter_content(&mut self, content: NodeRef<'d>) -> Result<bool, fmt::Error> {
        self.content(content, content.shadow_root_init())?;
        self.depth += 1;
        Ok(true)
    }

    #[inline]
    fn leave_content(&mut self, _: NodeRef<'d>) -> Result<bool, fmt::Error> {
        self.depth -= 1;
        Ok(true)
    }
}

impl<'d> Dump<'d, '_, '_> {
    #[inline]
    fn entry(&mut self, node: NodeRef<'d>, attribute: Option<Attribute<'d>>, text: fmt::Arguments<'_>) -> fmt::Result {
        self.position += 1;
        (self.entry)(DumpEntry { depth: self.depth, node, attribute, text })
    }

    #[inline]
    fn node(&mut self, node: NodeRef<'d>) -> fmt::Result {
        match node.kind() {
            NodeKind::Element => self.element(node),
            NodeKind::Text => self.entry(node, None, format_args!("\"{}\"", node.text().unwrap_or_default())),
            NodeKind::Comment => {
                self.entry(node, None, format_args!("<!-- {} -->", node.comment().unwrap_or_default()))
            }
            NodeKind::ProcessingInstruction => match node.processing_instruction() {
                Some(instruction) => {
                    self.entry(node, None, format_args!("<?{} {}?>", instruction.target, instruction.data))
                }
                None => self.entry(node, None, format_args!("<?? ?>")),
            },
            NodeKind::Doctype => {
                let Some(doctype) = node.doctype() else { return self.entry(node, None, format_args!("<!DOCTYPE >")) };
                match (doctype.public_id.unwrap_or(""), doctype.system_id.unwrap_or("")) {
                    ("", "") => self.entry(node, None, format_args!("<!DOCTYPE {}>", doctype.name)),
                    (public_id, system_id) => self.entry(
                        node,
                        None,
                        format_args!("<!DOCTYPE {} \"{public_id}\" \"{system_id}\">", doctype.name),
                    ),
                }
            }
            NodeKind::Document => self.entry(node, None, format_args!("#document")),
            NodeKind::DocumentFragment => self.entry(node, None, format_args!("#document-fragment")),
            NodeKind::ShadowRoot => self.entry(node, None, format_args!("#shadow-root")),
        }
    }

    #[inline]
    fn content(&mut self, content: NodeRef<'d>, shadow_root: Option<ShadowRootInit>) -> fmt::Result {
        let Some(init) = shadow_root else { return self.entry(content, None, format_args!("content")) };
        let mode = init.mode.as_str();
        let delegates_focus = if init.delegates_focus { ", delegatesfocus" } else { "" };
        self.entry(content, None, format_args!("#shadow-root ({mode}{delegates_focus})"))
    }

    /// Writes an element, and its attributes sorted by the UTF-16 code units of their [designators](Self::designator) and local names.
    #[inline]
    fn element(&mut self, element: NodeRef<'d>) -> fmt::Result {
        self.element = self.position;
        let designator = match (self.names, element.namespace()) {
            (Names::Xml, _) => self.url(element.namespace_number(), element.namespace_url().unwrap_or_default()),
            (Names::Html, Namespace::Svg) => String::from("svg "),
            (Names::Html, Namespace::MathMl) => String::from("math "),
            (Names::Html, _) => String::new(),
        };
        match self.names {
            Names::Html => self.entry(element, None, format_args!("<{designator}{}>", element.local_name()))?,
            Names::Xml => self.entry(element, None, format_args!("<{designator}{}>", element.qualified_name()))?,
        }
        let mut attributes: Vec<_> = element.attributes().map(|it| (self.designator(&it), it)).collect();
        let units = |(designator, it): &(String, Attribute<'_>)| {
            designator.encode_utf16().chain(it.local_name().encode_utf16()).collect::<Vec<_>>()
        };
        attributes.sort_by_cached_key(units);
        self.depth += 1;
        for (designator, attribute) in attributes {
            match self.names {
                Names::Html => {
                    self.entry(
                        element,
                        Some(attribute),
                        format_args!("{designator}{}=\"{}\"", attribute.local_name(), attribute.value()),
                    )?;
                }
                Names::Xml => {
                    self.entry(
                        element,
                        Some(attribute),
                        format_args!("{designator}{}=\"{}\"", attribute.qualified_name(), attribute.value()),
                    )?;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Returns the namespace designator of an attribute, which precedes the name: a word and a space, such as `xlink `, or for XML the URL in
    /// braces.
    #[inline]
    fn designator(&mut self, attribute: &Attribute<'_>) -> String {
        match (self.names, attribute.namespace()) {
            (Names::Xml, _) => self.url(attribute.namespace_number(), attribute.namespace_url().unwrap_or_default()),
            (Names::Html, Namespace::XLink) => String::from("xlink "),
            (Names::Html, Namespace::Xml) => String::from("xml "),
            (Names::Html, Namespace::XmlNs) => String::from("xmlns "),
            (Names::Html, _) => String::new(),
        }
    }

    /// Returns a URL in braces. If the URL is long and was written before, returns the position of the entry of the element with which it
    /// was written.
    #[inline]
    fn url(&mut self, number: u32, url: &str) -> String {
        match self.urls.url_or_position(number, url, self.element) {
            Url::Text("") => String::new(),
            Url::Text(url) => format!("{{{url}}}"),
            Url::WrittenAt(position) => format!("{{as in entry {position}}}"),
        }
    }
}
