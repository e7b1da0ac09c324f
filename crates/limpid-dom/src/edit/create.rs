//! Creating nodes.

use crate::edit::error::MutationError;
use crate::edit::mutate::lowercased;
use crate::edit::qualified_name;
use crate::edit::validity;
use crate::read::document::Document;
use crate::storage::extras::DoctypeData;
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use limpid_markup::{LocalName, Namespace};

/// # Creating nodes
///
/// A new node has no parent: pass its id to a method of [`NodeMut`](crate::NodeMut), such as [`append`](crate::NodeMut::append).
impl Document<'_> {
    /// Creates an element in the HTML namespace and lowercases its name, as
    /// [createElement](https://dom.spec.whatwg.org/#dom-document-createelement) does. A `template` gets template contents.
    /// In an [XML document](Self::is_xml), the element has no namespace, and its name is not lowercased.
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let mut document = Document::new();
    /// let element = document.create_element("my-Widget")?;
    /// assert_eq!(document.node(element).unwrap().to_html(), "<my-widget></my-widget>");
    /// assert_eq!(document.create_element("img src=x onerror=alert(1)"), Err(MutationError::InvalidName));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the name is not a [valid element local
    /// name](https://dom.spec.whatwg.org/#valid-element-local-name). In an HTML document, it must also start with an ASCII letter:
    /// other names would be parsed as text. This and the other `create` methods return [`Full`](MutationError::Full) if the document
    /// is full.
    #[doc(alias = "createElement")]
    #[doc(alias = "new_tag")]
    #[inline]
    pub fn create_element(&mut self, name: &str) -> Result<NodeId, MutationError> {
        validity::check_element_name(name, self.is_xml())?;
        match self.is_xml() {
            true => self.push_element(Namespace::None, name),
            false => self.push_element(Namespace::Html, &lowercased(name)),
        }
    }

    /// Creates an element in a namespace, as [createElementNS](https://dom.spec.whatwg.org/#dom-document-createelementns) does. The
    /// namespace is a [`Namespace`] or a URL. The name may have a prefix and is not lowercased.
    ///
    /// ```
    /// # use limpid::{Document, MutationError};
    /// let mut document = Document::new_xml();
    /// let circle = document.create_element_ns("http://www.w3.org/2000/svg", "svg:circle")?;
    /// assert_eq!(document.node(circle).unwrap().qualified_name(), "svg:circle");
    /// assert_eq!(document.create_element_ns("", "svg:circle"), Err(MutationError::InvalidNamespace));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the prefix is not a [valid namespace
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix), or the part after the first colon is not a [valid element local
    /// name](https://dom.spec.whatwg.org/#valid-element-local-name), [`InvalidNamespace`](MutationError::InvalidNamespace) if the prefix
    /// cannot be used with the namespace, [`Full`](MutationError::Full) if the document is full.
    #[doc(alias = "createElementNS")]
    pub fn create_element_ns(
        &mut self,
        namespace: impl AsRef<str>,
        qualified_name: &str,
    ) -> Result<NodeId, MutationError> {
        let (qualifier, local_name) = qualified_name::of_element(namespace.as_ref(), qualified_name)?;
        let element = self.push_element(qualifier.namespace(), local_name)?;
        let qualifier = self.arena.qualifiers.number_for_element(qualifier.namespace(), qualifier);
        self.arena.set_qualifier_of(element.get(), qualifier);
        Ok(element)
    }

    #[inline]
    pub(super) fn push_element(&mut self, namespace: Namespace, local_name: &str) -> Result<NodeId, MutationError> {
        self.roll_back_on_error(|document| {
            let name = document.arena.names.number_of(local_name);
            let number = document.arena.push_element(name, namespace, NodeFlags::NONE);
            let lacks_contents = document.arena.is_html(number, LocalName::TEMPLATE)
                && document.arena.template_contents(number).is_none();
            if lacks_contents { Err(MutationError::Full) } else { document.new_id(number) }
        })
    }

    /// Creates a text node. Every text is allowed, because markup in it is escaped when the node is written.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let text = document.create_text(" & more")?;
    /// document.node_mut(tea)?.append(text)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Tea &amp; more</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "createTextNode")]
    #[inline]
    #[doc(alias = "create_text_node")]
    #[doc(alias = "new_string")]
    pub fn create_text(&mut self, text: &str) -> Result<NodeId, MutationError> {
        self.create_with_text(NodeKind::Text, text)
    }

    /// Creates a comment.
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("tea")?;
    /// assert_eq!(document.node(comment).unwrap().to_html(), "<!--tea-->");
    /// assert_eq!(document.create_comment("--><script>"), Err(MutationError::InvalidComment));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidComment`](MutationError::InvalidComment) if the data would end the comment early.
    #[doc(alias = "createComment")]
    #[inline]
    pub fn create_comment(&mut self, data: &str) -> Result<NodeId, MutationError> {
        validity::check_comment(data)?;
        self.create_with_text(NodeKind::Comment, data)
    }

    #[inline]
    fn push(&mut self, node: Node) -> Result<NodeId, MutationError> {
        let number = self.arena.push(node);
        self.new_id(number)
    }

    /// Returns the id of a node that was just pushed, or `Full` if the node did not fit into the arena.
    #[inline]
    fn new_id(&self, number: u32) -> Result<NodeId, MutationError> {
        self.arena.contains(number).then(|| self.arena.id_created(number)).ok_or(MutationError::Full)
    }

    /// Calls `add`. If it fails, removes the nodes, attributes and texts that it added to the arena.
    pub(super) fn roll_back_on_error(
        &mut self,
        add: impl FnOnce(&mut Self) -> Result<NodeId, MutationError>,
    ) -> Result<NodeId, MutationError> {
        let before = self.arena.checkpoint();
        let added = add(self);
        if added.is_err() {
            self.arena.roll_back(before);
        }
        added
    }

    #[inline]
    fn create_with_text(&mut self, kind: NodeKind, text: &str) -> Result<NodeId, MutationError> {
        self.roll_back_on_error(|document| {
            let place = document.arena.text.try_store(text).ok_or(MutationError::Full)?;
            document.push(Node::text(kind, place))
        })
    }

    /// Creates a processing instruction.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new_xml();
    /// let style = document.create_processing_instruction("xml-stylesheet", "href='a.css'")?;
    /// document.node_mut(document.root().id())?.append(style)?;
    /// assert_eq!(document.node(style).unwrap().processing_instruction().unwrap().data, "href='a.css'");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) for an invalid target,
    /// [`InvalidInstruction`](MutationError::InvalidInstruction) if the data starts with white space or would end the instruction early.
    #[doc(alias = "createProcessingInstruction")]
    #[inline]
    pub fn create_processing_instruction(&mut self, target: &str, data: &str) -> Result<NodeId, MutationError> {
        validity::check_instruction_target(target, self.is_xml())?;
        validity::check_instruction_data(data, self.is_xml())?;
        self.roll_back_on_error(|document| {
            let place = document.arena.text.try_store(data).ok_or(MutationError::Full)?;
            let name = document.arena.names.number_of(target);
            let number = document.arena.push_instruction(name, place);
            document.new_id(number)
        })
    }

    /// Creates a doctype.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new();
    /// let doctype = document.create_doctype("html", None, None)?;
    /// document.node_mut(document.root().id())?.append(doctype)?;
    /// assert_eq!(document.to_html(), "<!DOCTYPE html>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidDoctype`](MutationError::InvalidDoctype) if the name or an identifier would end the doctype early.
    #[doc(alias = "createDocumentType")]
    #[inline]
    #[doc(alias = "create_document_type")]
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: Option<&str>,
        system_id: Option<&str>,
    ) -> Result<NodeId, MutationError> {
        validity::check_doctype(name, [public_id, system_id], self.is_xml())?;
        let number = self.arena.push_doctype(DoctypeData::new(Some(name), public_id, system_id));
        self.new_id(number)
    }

    /// Creates a document fragment.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let both = document.create_fragment()?;
    /// document.node_mut(both)?.append(milk)?;
    /// document.node_mut(both)?.append(tea)?;
    /// let list = document.body().unwrap().first_child().unwrap().id();
    /// document.node_mut(list)?.append(both)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "createDocumentFragment")]
    #[inline]
    #[doc(alias = "create_document_fragment")]
    pub fn create_fragment(&mut self) -> Result<NodeId, MutationError> {
        self.push(Node::new(NodeKind::DocumentFragment))
    }
}
