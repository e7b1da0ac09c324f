/// Options for writing XML.
///
/// The default is the standard's [XML serialization](https://w3c.github.io/DOM-Parsing/#xml-serialization). Prefixes are kept where they have
/// the right namespace. The following rules replace content that XML 1.0 does not allow, so that XML parsers accept the markup of any tree:
///
/// - **Names**: a character that is not allowed in a name is written like `U00003C`, as HTML [coerces names into an
///   infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset). This includes a colon in a local name,
///   a prefix or the target of a processing instruction. An empty name is written as `_`.
/// - **Namespaces**: an element or attribute keeps its prefix, or has none, if that resolves to its namespace at its position. Otherwise it gets
///   another prefix that does, or its own prefix is declared, or, if that is in use, `ns1`, `ns2` and so on. A prefix without a namespace
///   gets a conventional namespace or a placeholder. Declarations are left out if they are redundant, invalid, or contradict the
///   element's own namespace. The XMLNS namespace counts as no namespace for elements.
/// - **Attributes**: of several attributes with the same namespace and name, the first is written. An attribute that only looks like a
///   declaration, such as `xmlns` in no namespace, is left out.
/// - **Characters** that XML does not allow: a form feed is written as a space, all others as U+FFFD.
/// - **Comments**: a hyphen before another hyphen or the end is followed by a space. If the document is not XML, a space is also written before `>`
///   or `->` at the start, where HTML parsers would end the comment.
/// - **Processing instructions**: `?>` is written as `? >`, and white space before the data is dropped. Instructions with the target `xml`, in
///   any case, are left out.
/// - **Line ends** in comments and processing instructions, which cannot contain references: CR LF and CR are written as LF.
/// - **DOCTYPE**: only the first one is written, and only before the root element. White space in a public identifier is normalized, and one
///   with a character that is [not allowed](https://www.w3.org/TR/xml/#NT-PubidChar) is left out. In a system identifier with both kinds of
///   quotes, `'` is written as `%27`. If the document is not XML, `>` is written as `%3E`.
/// - **Documents** without exactly one element, or with other top-level text than white space: everything from the first to the last
///   element or text is wrapped in an element `document` in no namespace.
/// - **Template contents** are written as children, before the template's own children. Shadow roots are not written.
///
/// HTML elements are written as XHTML: void elements end in ` />`, and all others have an end tag, because HTML parsers need it.
///
/// A document fragment, or a node in one, is written as content of an element.
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
    /// Returns options that write the tree unchanged, with an XML declaration if the document has one.
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

    /// Sets whether an XML declaration is written, followed by a line feed. By default, a document has one if it was parsed or created with one,
    /// and other nodes have none. The version is always 1.0 and the encoding always UTF-8. `standalone` is that of the document.
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

    /// Sets the number of spaces by which a line is indented for each open element. With `None`, the default, no lines are broken.
    ///
    /// Lines are broken, and white space is dropped, in elements without text, where white space is assumed to have no meaning. An element with
    /// other text or `xml:space="preserve"` does not change, nor does its content. In an HTML element, lines are broken only if all
    /// its child elements are blocks, cells and so on, next to which white space does not show, and never in a `pre`, `listing` or `textarea`. Lines
    /// deeper than 64 levels are indented like level 64.
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
