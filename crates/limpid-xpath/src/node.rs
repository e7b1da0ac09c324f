//! Nodes in results and variables.

use limpid_dom::{Attribute, NodeRef};
use std::borrow::Cow;

/// A node of XPath's data model, in which attributes and namespaces are nodes, too.
///
/// ```
/// use limpid::xpath::XPathNode;
/// let document = limpid::parse("<a href=/tea>Tea</a>");
/// let found = document.xpath("//a/@href")?;
/// assert!(matches!(found.nodes().first(), Some(XPathNode::Attribute { attribute, .. }) if attribute.value() == "/tea"));
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum XPathNode<'d> {
    /// A node of the tree.
    Node(NodeRef<'d>),
    /// An attribute.
    #[non_exhaustive]
    Attribute {
        /// The element of the attribute.
        owner: NodeRef<'d>,
        /// The attribute.
        attribute: Attribute<'d>,
    },
    /// A namespace that an element of an XML document has in scope.
    #[non_exhaustive]
    Namespace {
        /// The element.
        owner: NodeRef<'d>,
        /// The prefix, which is empty for the default namespace.
        prefix: &'d str,
        /// The URL.
        url: &'d str,
    },
    /// An element that a function such as `str:tokenize()` created, or the text in it. It belongs to no tree.
    #[non_exhaustive]
    Created {
        /// The name of the element: `token` or `match`. Empty for the text in it.
        name: &'static str,
        /// The text.
        text: Box<str>,
    },
}

impl<'d> XPathNode<'d> {
    /// Returns the node if it is a node of the tree.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Tea</a>");
    /// assert_eq!(document.xpath("//a")?.nodes().first().unwrap().node().unwrap().local_name(), "a");
    /// assert!(document.xpath("//a/@href")?.nodes().first().unwrap().node().is_none());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn node(&self) -> Option<NodeRef<'d>> {
        match self {
            XPathNode::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// Returns the attribute if the node is one.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Tea</a>");
    /// let found = document.xpath("//@*")?.nodes().first().unwrap();
    /// assert_eq!(found.attribute().unwrap().local_name(), "href");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn attribute(&self) -> Option<Attribute<'d>> {
        match self {
            XPathNode::Attribute { attribute, .. } => Some(*attribute),
            _ => None,
        }
    }

    /// Returns the element that an attribute or a namespace belongs to, or the parent of a node of the tree.
    ///
    /// ```
    /// let document = limpid::parse("<p><a href=/tea>Tea</a>");
    /// let parents = document.xpath("//a | //a/@href")?.into_iter().map(|node| node.parent().unwrap().local_name());
    /// assert_eq!(parents.collect::<Vec<_>>(), ["p", "a"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn parent(&self) -> Option<NodeRef<'d>> {
        match self {
            XPathNode::Node(node) => node.parent(),
            XPathNode::Attribute { owner, .. } | XPathNode::Namespace { owner, .. } => Some(*owner),
            XPathNode::Created { .. } => None,
        }
    }

    /// Returns the [string-value](https://www.w3.org/TR/1999/REC-xpath-19991116/#data-model), such as the text in an element or the value
    /// of an attribute.
    ///
    /// ```
    /// let document = limpid::parse("<p class=note>Green <b>tea</b>");
    /// assert_eq!(document.xpath("//p | //p/@class")?.strings(), ["Green tea", "note"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn string_value(&self) -> Cow<'d, str> {
        match self {
            XPathNode::Node(node) => string_value(*node),
            XPathNode::Attribute { attribute, .. } => Cow::Borrowed(attribute.value()),
            XPathNode::Namespace { url, .. } => Cow::Borrowed(url),
            XPathNode::Created { text, .. } => Cow::Owned(text.clone().into()),
        }
    }
}

impl<'d> From<NodeRef<'d>> for XPathNode<'d> {
    fn from(node: NodeRef<'d>) -> Self {
        XPathNode::Node(node)
    }
}

/// Returns the string-value of a node of the tree. Borrows it if it is the text of a single node.
pub(crate) fn string_value(node: NodeRef<'_>) -> Cow<'_, str> {
    if let Some(text) = node.text().or_else(|| node.comment()) {
        return Cow::Borrowed(text);
    }
    if let Some(instruction) = node.processing_instruction() {
        return Cow::Borrowed(instruction.data);
    }
    let mut texts = node.texts();
    let Some(first) = texts.next() else { return Cow::Borrowed("") };
    match texts.next() {
        None => Cow::Borrowed(first),
        Some(second) => {
            let mut text = [first, second].concat();
            text.extend(texts);
            Cow::Owned(text)
        }
    }
}
