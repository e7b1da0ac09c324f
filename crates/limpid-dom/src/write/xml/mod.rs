//! [Serializing XML](https://w3c.github.io/DOM-Parsing/#xml-serialization): markup of any tree that every XML parser accepts.
//! [`XmlOptions`] documents the replacements for content that XML does not allow.
//!
//! [`serializer`] traverses the tree. [`namespaces`] chooses prefixes and declarations, [`characters`] replaces characters, and [`layout`] has
//! the rules for top-level nodes.

mod characters;
mod layout;
mod namespaces;
mod options;
mod serializer;

pub(in crate::write) use characters::write_text;
pub use options::XmlOptions;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::write::buffered::{Buffered, write_buffered};
use crate::write::byte_order_mark::{ByteOrderMarkEscaper, escape_byte_order_mark};
use crate::write::utf8::write_utf8;
use core::fmt::{self, Write};
use serializer::XmlSerializer;
use std::io;

impl Document<'_> {
    /// Returns the document as XML that every XML parser accepts. [`XmlOptions`] has the rules.
    ///
    /// ```
    /// use limpid::Document;
    ///
    /// let mut document = Document::new_xml();
    /// let feed = document.create_element_ns("http://www.w3.org/2005/Atom", "feed")?;
    /// document.node_mut(feed)?.set_attribute_ns("urn:example", "e:kind", "<news>")?;
    /// document.node_mut(document.root().id())?.append(feed)?;
    /// assert_eq!(
    ///     document.to_xml(),
    ///     r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:e="urn:example" e:kind="&lt;news&gt;"/>"#
    /// );
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn to_xml(&self) -> String {
        self.root().to_xml()
    }

    /// Writes the document as XML in UTF-8, with these options. Wrap files and sockets in a `BufWriter`.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let mut bytes = Vec::new(); // or a `BufWriter` on a file
    /// limpid::xml::parse("<a>\u{e9}</a>").write_xml_bytes(&mut bytes, &limpid::XmlOptions::new())?;
    /// assert_eq!(bytes, b"<a>\xc3\xa9</a>");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_xml_bytes<W: io::Write>(&self, out: W, options: &XmlOptions) -> io::Result<()> {
        self.root().write_xml_bytes(out, options)
    }
}

/// Returns a node and its content as XML that relies on the namespace declarations of its ancestors.
#[inline]
pub(crate) fn to_xml_in_context(node: NodeRef<'_>) -> String {
    Buffered::write_to_string("", 0, |out| XmlSerializer::new(node, out, &XmlOptions::new()).in_context().run())
}

impl NodeRef<'_> {
    /// Returns the node and its content as XML, with declarations of all namespaces. For a document or a fragment, returns its content.
    ///
    /// A leading U+FEFF is written as a character reference, because a parser would read the character as a byte order mark.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a xmlns:x='urn:tea'><x:b/></a>");
    /// let b = document.document_element().unwrap().first_child().unwrap();
    /// assert_eq!(b.to_xml(), r#"<x:b xmlns:x="urn:tea"/>"#);
    /// ```
    #[inline]
    pub fn to_xml(self) -> String {
        let mut xml = Buffered::write_to_string("", 0, |out| XmlSerializer::new(self, out, &XmlOptions::new()).run());
        escape_byte_order_mark(&mut xml);
        xml
    }

    /// Writes the node and its content as XML, with these options.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a><b>1</b></a>");
    /// let b = document.document_element().unwrap().first_child().unwrap();
    /// let mut xml = String::new();
    /// b.write_xml(&mut xml, &limpid::XmlOptions::new())?;
    /// assert_eq!(xml, "<b>1</b>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_xml<W: Write>(self, out: W, options: &XmlOptions) -> fmt::Result {
        let mut out = ByteOrderMarkEscaper::new(out, true);
        write_buffered("", &mut out, |out| XmlSerializer::new(self, out, options).run())
    }

    /// Writes the node and its content as XML in UTF-8, with these options. Wrap files and sockets in a `BufWriter`.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a><b c='1'/></a>");
    /// let b = document.document_element().unwrap().first_child().unwrap();
    /// let mut bytes = Vec::new();
    /// b.write_xml_bytes(&mut bytes, &limpid::XmlOptions::new())?;
    /// assert_eq!(bytes, br#"<b c="1"/>"#);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_xml_bytes<W: io::Write>(self, out: W, options: &XmlOptions) -> io::Result<()> {
        write_utf8(out, |out| self.write_xml(out, options))
    }
}
