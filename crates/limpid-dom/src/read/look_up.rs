//! Methods of [`Document`] that find nodes.

use crate::read::descendants::Descendants;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::parts::Doctype;
use crate::storage::attribute::AttributeName;
use crate::storage::id::{NodeHandle, NodeId};
use crate::storage::text_buffer::Place;
use core::num::NonZeroU32;
use limpid_markup::LocalName;

impl<'i> Document<'i> {
    /// Returns the text of a text node, or the data of a comment or a processing instruction, with the lifetime of the input.
    ///
    /// Returns `None` for other nodes, if the document does not borrow its input, and if the input does not contain the text verbatim, for
    /// example because of a character reference.
    ///
    /// ```
    /// let page = String::from("<title>Tea</title>");
    /// let title: Option<&str> = {
    ///     let document = limpid::parse(&page);
    ///     let text = document.descendants().find(|node| node.text().is_some()).unwrap().id();
    ///     document.source_text(text)
    /// };
    /// assert_eq!(title, Some("Tea"));
    /// ```
    #[inline]
    pub fn source_text(&self, node: NodeId) -> Option<&'i str> {
        self.borrowed_text(self.arena.place(self.node(node)?.number())?)
    }

    /// Returns the value of the attribute with this qualified name, with the lifetime of the input. `None` if there is no such attribute, or
    /// for the reasons in [`source_text`](Self::source_text).
    ///
    /// ```
    /// let page = String::from("<a href=/tea>Tea</a>");
    /// let links: Vec<&str> = {
    ///     let document = limpid::parse(&page);
    ///     document.descendants().filter_map(|node| document.source_attribute(node.id(), "href")).collect()
    /// };
    /// assert_eq!(links, ["/tea"]);
    /// ```
    #[inline]
    pub fn source_attribute(&self, element: NodeId, name: &str) -> Option<&'i str> {
        let number = self.node(element)?.number();
        let position = self.arena.attribute_position(number, AttributeName::Qualified(name))?;
        self.borrowed_text(self.arena.attributes(number).get(position)?.place())
    }

    #[inline]
    fn borrowed_text(&self, place: Place) -> Option<&'i str> {
        let start = place.start as usize;
        self.source.borrowed()?.get(start..start + place.len as usize)
    }
}

impl Document<'_> {
    /// Returns the root of the tree: the document node, or the fragment of a fragment parse.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.root().first_child(), document.document_element());
    /// ```
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        let number = NonZeroU32::new(self.arena.root).filter(|number| self.arena.contains(number.get()));
        // The document node is the first node in every arena.
        NodeRef { document: self, number: number.unwrap_or(NonZeroU32::MIN) }
    }

    /// Returns the node with this id, or `None` if the id belongs to another document.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// let id = document.body().unwrap().id();
    /// assert_eq!(document.node(id), document.body());
    /// ```
    #[inline]
    #[doc(alias = "get_node")]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        if id.ids() == self.arena.ids { self.node_of_number(id.get()) } else { None }
    }

    /// Returns the node whose id has this number: see [`NodeId::get`].
    #[doc(hidden)]
    #[inline]
    pub fn node_at(&self, number: u32) -> Option<NodeRef<'_>> {
        self.node_of_number(number)
    }

    /// Returns the node with this number, or `None` if the document has no such node.
    #[inline]
    pub(crate) fn node_of_number(&self, number: u32) -> Option<NodeRef<'_>> {
        let number = NonZeroU32::new(number).filter(|number| self.arena.contains(number.get()))?;
        Some(NodeRef { document: self, number })
    }

    /// Returns the element that represents the context element of a fragment parse with declarative shadow roots. Its shadow root is
    /// declared by a `template` with `shadowrootmode` at the top level of the fragment.
    ///
    /// ```
    /// let options = limpid::ParseOptions::new().allow_declarative_shadow_roots(true);
    /// let fragment = options.parse_fragment("<template shadowrootmode=open>Tea</template>", "div");
    /// let host = fragment.fragment_context_element().unwrap();
    /// assert_eq!(host.shadow_root().unwrap().text_content(), "Tea");
    /// ```
    #[inline]
    pub fn fragment_context_element(&self) -> Option<NodeRef<'_>> {
        self.node_of_number(self.arena.context_element)
    }

    /// Returns the descendants of the root in tree order.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// let names: Vec<_> = document.descendants().filter(|node| node.is_element()).map(|node| node.local_name()).collect();
    /// assert_eq!(names, ["html", "head", "title", "body", "h1"]);
    /// ```
    #[doc(alias = "TreeWalker")]
    #[inline]
    #[doc(alias = "tree_walker")]
    pub fn descendants(&self) -> Descendants<'_> {
        self.root().descendants()
    }

    /// Returns the text of all text nodes, in tree order.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.text_content(), " Green  tea Tea");
    /// ```
    #[doc(alias = "textContent")]
    #[doc(alias = "get_text")]
    #[inline]
    pub fn text_content(&self) -> String {
        self.root().text_content()
    }

    /// Returns the document's [doctype](https://dom.spec.whatwg.org/#dom-document-doctype), if it has one.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<!-- Tea --><!DOCTYPE html><p>").doctype().unwrap().name, "html");
    /// assert!(limpid::parse("<p>Tea").doctype().is_none());
    /// ```
    #[inline]
    #[doc(alias = "as_doctype")]
    pub fn doctype(&self) -> Option<Doctype<'_>> {
        self.root().children().find_map(NodeRef::doctype)
    }

    /// Returns the [document element](https://dom.spec.whatwg.org/#document-element): the first element child of the root.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.document_element().unwrap().local_name(), "html");
    /// ```
    #[doc(alias = "documentElement")]
    #[doc(alias = "root_element")]
    #[inline]
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        self.root().children().find(|node| node.is_element())
    }

    /// Returns [the html element](https://html.spec.whatwg.org/multipage/dom.html#the-html-element-2).
    #[inline]
    fn html_element(&self) -> Option<NodeRef<'_>> {
        self.document_element().filter(|node| node.is_html(LocalName::HTML))
    }

    /// Returns [the head element](https://html.spec.whatwg.org/multipage/dom.html#the-head-element-2).
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.head().unwrap().inner_html(), "<title> Green  tea </title>");
    /// ```
    #[inline]
    pub fn head(&self) -> Option<NodeRef<'_>> {
        self.html_element()?.children().find(|node| node.is_html(LocalName::HEAD))
    }

    /// Returns [the body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2): a `body` or a `frameset`.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1 id=\"top\">Tea</h1>");
    /// ```
    #[inline]
    pub fn body(&self) -> Option<NodeRef<'_>> {
        self.html_element()?.children().find(|node| node.is_html(LocalName::BODY) || node.is_html(LocalName::FRAMESET))
    }

    /// Returns the text of the first `title` element, with ASCII white space stripped and collapsed, as
    /// [document.title](https://html.spec.whatwg.org/multipage/dom.html#document.title) does.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.title().as_deref(), Some("Green tea"));
    /// ```
    #[inline]
    pub fn title(&self) -> Option<String> {
        let title = self.descendants().find(|node| node.is_html(LocalName::TITLE))?.child_text_content();
        let mut collapsed = String::with_capacity(title.len());
        for word in title.split_ascii_whitespace() {
            if !collapsed.is_empty() {
                collapsed.push(' ');
            }
            collapsed.push_str(word);
        }
        Some(collapsed)
    }

    /// Returns the first element in tree order with this `id`; `None` for an empty `id`.
    ///
    /// It searches the whole tree. For many searches, build a map of ids.
    ///
    /// ```
    /// let document = limpid::parse("<title> Green  tea </title><h1 id=top>Tea</h1>");
    /// assert_eq!(document.element_by_id("top").unwrap().text_content(), "Tea");
    /// ```
    #[doc(alias = "getElementById")]
    #[doc(alias = "get_element_by_id")]
    #[inline]
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        self.descendants().find(|node| node.element_id() == Some(id))
    }
}

impl NodeHandle {
    /// Returns the id of the node in the document of this handle's builder.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{Span, Text, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// let comment = builder.create_comment(Text::synthetic("tea"), Span::empty(0));
    /// let document = builder.finish();
    /// assert_eq!(document.node(comment.id_in(&document)).unwrap().comment(), Some("tea"));
    /// ```
    #[inline]
    pub fn id_in(self, document: &Document<'_>) -> NodeId {
        document.arena.id_created(self.get())
    }

    /// Returns the node in the document of this handle's builder; `None` if the node was not created because the document was full.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{Span, Text, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// let comment = builder.create_comment(Text::synthetic("tea"), Span::empty(0));
    /// assert_eq!(comment.node_in(&builder.finish()).unwrap().to_html(), "<!--tea-->");
    /// ```
    #[inline]
    pub fn node_in<'d>(self, document: &'d Document<'_>) -> Option<NodeRef<'d>> {
        document.node_of_number(self.get())
    }
}
