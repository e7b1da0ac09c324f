/// Options for writing XML.
///
/// The default is the standard's [XML serialization](https://w3c.github.io/DOM-Parsing/#xml-serialization). Prefixes are kept where they have
/// the right namespace. The following rules replace content that XML 1.0 does not allow, so that XML parsers accept the markup of any tree:
///
/// - **Names**: a character that is not allowed in a name is written like `U00003C`, as HTML [coerces names into an
///   infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset). This includes a colon in a local name,
///   a prefix or the target of a processing instruction. An empty name is written as `_`.
/// - **Namespaces**: an element or attribute is written with its own prefix, or without one, if that resolves to its namespace at its
///   position. Otherwise, it gets another prefix that is declared for the namespace. If there is no such prefix, its own prefix is
///   declared. If an attribute has no prefix, or if the element already uses the prefix for another namespace, `ns1`, `ns2` and so on are
///   declared instead. A prefix without a namespace gets a conventional namespace or a placeholder. Declarations are left out if they are
///   redundant, invalid, or contradict the element's own namespace. An element in the XMLNS namespace is written without a namespace.
/// - **Attributes**: if several attributes have the same namespace and name, only the first is written. An attribute that only looks like a
///   declaration, such as `xmlns` in no namespace, is left out.
/// - **Characters** that XML does not allow: a form feed is written as a space, all others as U+FFFD.
/// - **Comments**: a space is written after a hyphen that precedes another hyphen or the end of the comment. If the document is not XML, a
///   space is also written before `>` or `->` at the start, where HTML parsers would end the comment.
/// - **Processing instructions**: `?>` is written as `? >`, and white space before the data is dropped. Instructions with the target `xml`, in
///   any case, are left out.
/// - **Line ends** in comments and processing instructions, which cannot contain references: CR LF and CR are written as LF.
/// - **DOCTYPE**: only the first one is written, and only before the root element. White space in a public identifier is normalized, and one
///   with a character that is [not allowed](https://www.w3.org/TR/xml/#NT-PubidChar) is left out. In a system identifier with both kinds of
///   quotes, `'` is written as `%27`. If the document is not XML, `>` is written as `%3E`.
/// - **Documents** need exactly one top-level element and no top-level text except white space. Otherwise, everything from the first to the
///   last element or text is wrapped in an element `document` in no namespace.
/// - **Template contents** are written as children, before the template's own children. Shadow roots are not written.
///
/// HTML elements are written as XHTML: void elements end in ` />`, and all others have an end tag, because HTML parsers need it.
///
/// A document fragment, or a node in one, is written like the content of an element: it may have text and any number of elements.
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

    /// Sets whether an XML declaration is written, followed by a line feed. By default, a document is written with a declaration if it was
    /// parsed or created with one. Other nodes are written without one. The version is always 1.0 and the encoding always UTF-8.
    /// `standalone` is taken from the document's declaration.
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
    /// Lines are broken, and white space is dropped, in elements without text, where white space is assumed to have no meaning. An element
    /// that contains text other than white space, or has `xml:space="preserve"`, does not change, and neither does its content. In an HTML
    /// element, lines are broken only if each of its child elements hides the white space next to it, as blocks and table cells do. Lines
    /// are never broken in a `pre`, `listing` or `textarea`. Lines deeper than 64 levels are indented like level 64.
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
