/// Options on XML.
///
/// By default it is the standard's [XML serialization](https://w3c.github.io/DOM-Parsing/#xml-serialization), with prefixes
/// kept where they stand for the right namespace, and with these rules for what XML 1.0 cannot have, so that an XML parser
/// takes the markup of any tree:
///
/// - **Names**: each character that a name cannot have there is written like `U00003C`, as HTML [coerces names into an
///   infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset); an empty name is `_`.
///   So is a colon in a local name, a prefix or the target of a processing instruction.
/// - **Namespaces**: an element or attribute keeps its prefix, or none, if that stands for its namespace where it is.
///   Otherwise it gets what does; or its prefix is declared; or, where that is taken, `ns1`, `ns2` and so on. A prefix that stands for
///   no namespace is left out, and so are declarations that only say what holds anyway, that nothing could be meant by, or
///   that contradict the element's own namespace. Nothing can be in the namespace of XMLNS; it counts as none there.
/// - **Attributes**: of several with one name, namespaces considered, the first is written. One that looks like a declaration
///   and is none, `xmlns` in no namespace, is left out.
/// - **Characters** that XML has not: a space for a form feed, U+FFFD for all others.
/// - **Comments**: a space after each hyphen that another one or the end follows. In a document that is not XML also a space before
///   `>` or `->` at the start, where a parser of HTML would find the end of the comment.
/// - **Processing instructions**: `? >` for `?>`, and no white space before the data. One with the target `xml`, in
///   whatever case, is left out.
/// - **Line ends** in comments and processing instructions, in which nothing can be escaped: LF for CR LF and CR.
/// - **DOCTYPE**: only the first, and only before the element of a document. A public identifier with a character that
///   is [none of these](https://www.w3.org/TR/xml/#NT-PubidChar) is left out, and white space in another is
///   normalized; in a system identifier that has quotes of both kinds, `%27` is written for `'`, and
///   `%3E` for `>` in a document that is not XML.
/// - **Documents** that have not exactly one element, or have text beside it that is more than white space: all from the first
///   to the last element or text goes into an element `document` in no namespace.
/// - **Template contents** are written as children, before any that the `template` has itself. Shadow roots are not
///   written.
///
/// Elements of HTML become XHTML: void elements end in ` />`, and all others have an end tag, which parsers of HTML need.
///
/// A document fragment, or a node in one, is written as what may stand in an element.
///
/// ```
/// use limpid::{Document, XmlOptions};
///
/// let mut document = Document::new_xml();
/// let list = document.create_element("list")?;
/// document.node_mut(document.root().id())?.append(list)?;
/// for name in ["first", "second"] {
///     let item = document.create_element(name)?;
///     document.node_mut(list)?.append(item)?;
/// }
/// let mut xml = String::new();
/// document.root().write_xml(&mut xml, &XmlOptions::pretty().declaration(true))?;
/// assert_eq!(xml, r#"<?xml version="1.0" encoding="UTF-8"?>
/// <list>
///   <first/>
///   <second/>
/// </list>
/// "#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct XmlOptions {
    pub(super) declaration: Option<bool>,
    pub(super) indent: Option<u8>,
}

impl XmlOptions {
    /// Returns options that write the tree as it is, with an XML declaration if the document has one.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a> <b></b> </a>");
    /// let mut xml = String::new();
    /// document.root().write_xml(&mut xml, &limpid::XmlOptions::new())?;
    /// assert_eq!(xml, "<a> <b/> </a>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[inline]
    pub fn new() -> XmlOptions {
        XmlOptions::default()
    }

    /// Returns options for markup that people read: indented by two spaces. See [`indent`](Self::indent).
    ///
    /// ```
    /// let document = limpid::xml::parse("<a><b/></a>");
    /// let mut xml = String::new();
    /// document.root().write_xml(&mut xml, &limpid::XmlOptions::pretty())?;
    /// assert_eq!(xml.lines().collect::<Vec<_>>(), ["<a>", "  <b/>", "</a>"]);
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[cfg(feature = "pretty")]
    #[inline]
    pub fn pretty() -> XmlOptions {
        XmlOptions::new().indent(Some(2))
    }

    /// Sets whether an XML declaration is written, with a line feed after it. By default a document has one if it was parsed
    /// or made with one, and other nodes have none. The version is 1.0 and the encoding UTF-8, whatever the document says;
    /// `standalone` is what it says.
    ///
    /// ```
    /// use limpid::XmlOptions;
    /// let document = limpid::xml::parse("<tea/>");
    /// let mut out = String::new();
    /// document.root().write_xml(&mut out, &XmlOptions::new().declaration(true))?;
    /// assert_eq!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tea/>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn declaration(self, declaration: bool) -> XmlOptions {
        XmlOptions { declaration: Some(declaration), ..self }
    }

    /// Sets by how many spaces a line is indented for each element around it; with `None`, the default, nothing is broken
    /// into lines.
    ///
    /// Lines are broken in elements without text, where white space is taken to have no meaning, and is dropped. In an
    /// element that has other text, or `xml:space="preserve"`, nothing changes, at whatever depth. In an element of HTML, lines are
    /// broken only if all elements in it are blocks, cells and the like, beside which white space does not show, and never in a `pre`,
    /// `listing` or `textarea`. More than 64 levels are indented as the 64th.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a><b/>text</a>");
    /// let mut xml = String::new();
    /// document.root().write_xml(&mut xml, &limpid::XmlOptions::new().indent(Some(4)))?;
    /// assert_eq!(xml.trim_end(), "<a><b/>text</a>"); // has text
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[cfg(feature = "pretty")]
    #[must_use]
    #[inline]
    pub fn indent(self, spaces: Option<u8>) -> XmlOptions {
        XmlOptions { indent: spaces, ..self }
    }
}
