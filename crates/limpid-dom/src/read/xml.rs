//! What makes a document an XML document.

use crate::read::document::Document;
use crate::storage::arena::Arena;
use crate::storage::xml::Xml;
use limpid_markup::{QuirksMode, XmlDeclaration};
use std::borrow::Cow;

impl Document<'static> {
    /// An empty XML document.
    ///
    /// ```
    /// use limpid_dom::Document;
    ///
    /// let mut document = Document::new_xml();
    /// let feed = document.create_element_ns("http://www.w3.org/2005/Atom", "a:feed")?;
    /// document.append(document.root().id(), feed)?;
    /// let feed = document.document_element().unwrap();
    /// assert_eq!((feed.prefix(), feed.local_name()), ("a", "feed"));
    /// assert_eq!(feed.namespace_url(), "http://www.w3.org/2005/Atom");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn new_xml() -> Document<'static> {
        let mut document = Document::from_parts(Cow::Borrowed(""), Arena::new(""));
        document.set_xml(None);
        document
    }
}

impl Document<'_> {
    /// Whether it is an XML document rather than an [HTML
    /// document](https://dom.spec.whatwg.org/#html-document): case matters in all its names, and
    /// [`create_element`](Self::create_element) gives elements in no namespace.
    #[inline]
    pub fn is_xml(&self) -> bool {
        self.arena.xml.is_some()
    }

    /// What the [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl) of an XML document says, if there is one.
    pub fn xml_declaration(&self) -> Option<XmlDeclaration<'_>> {
        self.arena.xml.as_ref()?.declaration()
    }

    /// Makes it an XML document with this XML declaration, or with none. The tree stays as it is. XML documents have
    /// [no quirks](Self::quirks_mode).
    pub fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.arena.quirks_mode = QuirksMode::NoQuirks;
        self.arena.xml = Some(Box::new(Xml::new(declaration)));
    }
}
