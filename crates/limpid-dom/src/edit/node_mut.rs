//! [`NodeMut`], a node that can be changed.

use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;

/// A node of a document that can be changed: [`Document::node_mut`] returns one, and [`Document::edit`] passes one for each selected
/// element.
///
/// [`NodeRef`] has the methods that read a node; [`as_ref`](Self::as_ref) returns it.
///
/// ```
/// let mut document = limpid::parse("<ul id=teas><li>Sencha</ul>");
/// let list = document.element_by_id("teas").unwrap().id();
///
/// let mut list = document.node_mut(list)?;
/// list.set_attribute("class", "menu")?;
/// let mut item = list.append_element("li")?;
/// item.append_element("a")?.set_attribute("href", "/matcha")?;
/// item.append_text(" & more")?;
///
/// assert_eq!(
///     document.body().unwrap().inner_html(),
///     r#"<ul id="teas" class="menu"><li>Sencha</li><li><a href="/matcha"></a> &amp; more</li></ul>"#
/// );
/// # Ok::<(), limpid::MutationError>(())
/// ```
///
/// # Rules
///
/// Each method either makes its whole change or returns a [`MutationError`] and changes nothing. A node cannot be inserted into itself or
/// its descendants. A document has no text, at most one element and at most one doctype. The doctype comes before the element. A
/// [fragment](Document::new_fragment) can have text and any number of elements.
///
/// Children are passed as ids of nodes in the same document. To insert a node of another document, copy it with [`Document::import`].
///
/// Names, comments, processing instructions and doctypes that markup cannot express are errors. As in the DOM, the following is
/// allowed, although the written markup parses to a different tree:
///
/// * names with capitals, and prefixes and namespaces that HTML has no syntax for,
/// * elements where the parser would not put them, such as a `p` in a `p`,
/// * an end tag in the text of a `script` or `style`,
/// * adjacent text nodes, U+0000 and carriage returns.
///
/// Characters that XML does not allow are [replaced](crate::XmlOptions) when an XML document is written.
///
/// Removed nodes and replaced texts keep their memory until [`Document::compact`] is called or the document is dropped.
///
/// # Changing several nodes
///
/// Iterators borrow the document, so collect the ids first. They stay valid until [`Document::compact`] is called.
/// [`is_connected`](NodeRef::is_connected) returns false for removed nodes.
///
/// ```
/// let mut document = limpid::parse("<p><b>Green</b> <i>tea</i>");
/// let bold: Vec<_> = document.descendants().filter(|node| node.local_name() == "b").map(|node| node.id()).collect();
/// for id in bold {
///     document.node_mut(id)?.replace_with_children()?;
/// }
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Green <i>tea</i></p>");
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Debug)]
pub struct NodeMut<'a, 'i> {
    pub(crate) document: &'a mut Document<'i>,
    pub(crate) id: NodeId,
}

impl<'i> Document<'i> {
    /// Returns the node with this id, to change it.
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let mut document = limpid::parse("<p>Tea");
    /// let p = document.select_first("p").unwrap().unwrap().id();
    /// document.node_mut(p)?.set_attribute("class", "green")?;
    /// assert_eq!(document.body().unwrap().inner_html(), r#"<p class="green">Tea</p>"#);
    ///
    /// let other = Document::new();
    /// assert_eq!(document.node_mut(other.root().id()).err(), Some(MutationError::WrongDocument));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongDocument`](MutationError::WrongDocument) for an id of another document, or of this document before
    /// [`compact`](Self::compact); [`NoSuchNode`](MutationError::NoSuchNode) for the id of a node that was not created because the
    /// document was full.
    #[inline]
    #[doc(alias = "get_mut")]
    pub fn node_mut(&mut self, id: NodeId) -> Result<NodeMut<'_, 'i>, MutationError> {
        self.check_id(id)?;
        Ok(NodeMut { document: self, id })
    }
}

impl<'i> NodeMut<'_, 'i> {
    /// Returns the id of the node.
    ///
    /// ```
    /// let mut document = limpid::Document::new();
    /// let root = document.root().id();
    /// assert_eq!(document.node_mut(root)?.id(), root);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Returns the node as a [`NodeRef`], to read it.
    ///
    /// ```
    /// let mut document = limpid::parse("<img src=a.png><img src=b.svg>");
    /// document.edit("img", |image| match image.as_ref().attribute("src") {
    ///     Some(source) if source.ends_with(".svg") => image.remove(),
    ///     _ => image.set_attribute("loading", "lazy"),
    /// })?;
    /// assert_eq!(document.body().unwrap().inner_html(), r#"<img src="a.png" loading="lazy">"#);
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// If the node no longer exists, because the document was [compacted](Document::compact) or replaced by
    /// [`document_mut`](Self::document_mut), the root is returned.
    #[inline]
    #[must_use]
    pub fn as_ref(&self) -> NodeRef<'_> {
        self.document.node(self.id).unwrap_or_else(|| self.document.root())
    }

    /// Returns the node's document, to create nodes and to change other nodes.
    ///
    /// ```
    /// let mut document = limpid::parse("<p><img src=a.png alt=Tea>");
    /// document.edit("img", |image| {
    ///     let alternative = image.as_ref().attribute("alt").unwrap_or_default().to_owned();
    ///     let text = image.document_mut().create_text(&alternative)?;
    ///     image.replace_with(text)
    /// })?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Tea</p>");
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    #[inline]
    pub fn document_mut(&mut self) -> &mut Document<'i> {
        self.document
    }
}
