//! Values of expressions, and their nodes, as programs see them.

use crate::number::{number_of, text_of};
use core::fmt;
use limpid_dom::{Attribute, NodeRef};
use std::borrow::Cow;
use std::vec;

/// The value of an expression: one of XPath's four types.
///
/// ```
/// use limpid::XPathValue;
///
/// let document = limpid::parse("<ul><li>1<li>2</ul>");
/// assert!(matches!(document.xpath("//li")?, XPathValue::Nodes(items) if items.len() == 2));
/// assert!(matches!(document.xpath("sum(//li)")?, XPathValue::Number(3.0)));
/// assert!(matches!(document.xpath("string(//li)")?, XPathValue::Text(text) if text == "1"));
/// assert!(matches!(document.xpath("//li = 2")?, XPathValue::Boolean(true)));
/// # Ok::<(), limpid::XPathError>(())
/// ```
///
/// [`number`](Self::number), [`boolean`](Self::boolean) and `to_string` convert it as the functions of these names do. As an iterator
/// it gives its nodes.
#[derive(Clone, Debug)]
pub enum XPathValue<'d> {
    /// A set of nodes, in document order.
    Nodes(Vec<XPathNode<'d>>),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A truth value.
    Boolean(bool),
}

impl<'d> XPathValue<'d> {
    /// Returns its nodes in document order; none unless it is a node-set.
    pub fn nodes(&self) -> &[XPathNode<'d>] {
        match self {
            XPathValue::Nodes(nodes) => nodes,
            _ => &[],
        }
    }

    /// Returns the nodes of the tree among its nodes: elements, texts and so on, without attributes.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea<p>Milk");
    /// let names: Vec<_> = document.xpath("//p/..")?.tree_nodes().map(|node| node.local_name()).collect();
    /// assert_eq!(names, ["body"]);
    /// # Ok::<(), limpid::XPathError>(())
    /// ```
    pub fn tree_nodes(&self) -> impl Iterator<Item = NodeRef<'d>> + '_ {
        self.nodes().iter().filter_map(XPathNode::node)
    }

    /// Returns the string-value of each of its nodes; of a value that is no node-set, itself as a string.
    pub fn strings(&self) -> Vec<Cow<'d, str>> {
        match self {
            XPathValue::Nodes(nodes) => nodes.iter().map(XPathNode::string_value).collect(),
            value => vec![Cow::Owned(value.to_string())],
        }
    }

    /// Returns it as a number: [number()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number).
    pub fn number(&self) -> f64 {
        match self {
            XPathValue::Number(number) => *number,
            XPathValue::Boolean(boolean) => f64::from(u8::from(*boolean)),
            value => number_of(&value.to_string()),
        }
    }

    /// Returns whether it is true: [boolean()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-boolean). Zero, NaN, an empty
    /// string and an empty set are not.
    pub fn boolean(&self) -> bool {
        match self {
            XPathValue::Nodes(nodes) => !nodes.is_empty(),
            XPathValue::Number(number) => *number != 0.0 && !number.is_nan(),
            XPathValue::Text(text) => !text.is_empty(),
            XPathValue::Boolean(boolean) => *boolean,
        }
    }
}

/// Writes it as [string()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string) has it: of a node-set, the string-value of
/// the first node.
impl fmt::Display for XPathValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XPathValue::Nodes(nodes) => f.write_str(&nodes.first().map(XPathNode::string_value).unwrap_or_default()),
            XPathValue::Number(number) => f.write_str(&text_of(*number)),
            XPathValue::Text(text) => f.write_str(text),
            XPathValue::Boolean(boolean) => write!(f, "{boolean}"),
        }
    }
}

impl<'d> IntoIterator for XPathValue<'d> {
    type Item = XPathNode<'d>;
    type IntoIter = vec::IntoIter<XPathNode<'d>>;

    fn into_iter(self) -> Self::IntoIter {
        match self {
            XPathValue::Nodes(nodes) => nodes.into_iter(),
            _ => Vec::new().into_iter(),
        }
    }
}

impl From<f64> for XPathValue<'_> {
    fn from(number: f64) -> Self {
        XPathValue::Number(number)
    }
}

impl From<bool> for XPathValue<'_> {
    fn from(boolean: bool) -> Self {
        XPathValue::Boolean(boolean)
    }
}

impl From<&str> for XPathValue<'_> {
    fn from(text: &str) -> Self {
        XPathValue::Text(text.to_owned())
    }
}

impl From<String> for XPathValue<'_> {
    fn from(text: String) -> Self {
        XPathValue::Text(text)
    }
}

impl<'d> From<NodeRef<'d>> for XPathValue<'d> {
    fn from(node: NodeRef<'d>) -> Self {
        XPathValue::Nodes(vec![XPathNode::Node(node)])
    }
}

impl<'d> FromIterator<NodeRef<'d>> for XPathValue<'d> {
    fn from_iter<I: IntoIterator<Item = NodeRef<'d>>>(nodes: I) -> Self {
        XPathValue::Nodes(nodes.into_iter().map(XPathNode::Node).collect())
    }
}

/// A node as XPath knows them: also attributes and namespaces are nodes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum XPathNode<'d> {
    /// A node of the tree.
    Node(NodeRef<'d>),
    /// An attribute.
    #[non_exhaustive]
    Attribute {
        /// The element that has it.
        owner: NodeRef<'d>,
        /// The attribute.
        attribute: Attribute<'d>,
    },
    /// A namespace that an element of an XML document has in scope.
    #[non_exhaustive]
    Namespace {
        /// The element.
        owner: NodeRef<'d>,
        /// The prefix; empty for the default namespace.
        prefix: &'d str,
        /// The URL.
        url: &'d str,
    },
    /// A node that a function has made of a text: it is in no tree.
    #[non_exhaustive]
    Made {
        /// Its name: `token` or `match`.
        name: &'static str,
        /// Its text.
        text: Box<str>,
    },
}

impl<'d> XPathNode<'d> {
    /// Returns the node of the tree, unless this is an attribute or a namespace.
    pub fn node(&self) -> Option<NodeRef<'d>> {
        match self {
            XPathNode::Node(node) => Some(*node),
            _ => None,
        }
    }

    /// Returns the attribute, if this is one.
    pub fn attribute(&self) -> Option<Attribute<'d>> {
        match self {
            XPathNode::Attribute { attribute, .. } => Some(*attribute),
            _ => None,
        }
    }

    /// Returns the element that an attribute or a namespace belongs to, or the parent of a node of the tree.
    pub fn parent(&self) -> Option<NodeRef<'d>> {
        match self {
            XPathNode::Node(node) => node.parent(),
            XPathNode::Attribute { owner, .. } | XPathNode::Namespace { owner, .. } => Some(*owner),
            XPathNode::Made { .. } => None,
        }
    }

    /// Returns its [string-value](https://www.w3.org/TR/1999/REC-xpath-19991116/#data-model): the text in an element, the value of an
    /// attribute.
    ///
    /// ```
    /// let document = limpid::parse("<p class=note>Green <b>tea</b>");
    /// assert_eq!(document.xpath("//p | //p/@class")?.strings(), ["Green tea", "note"]);
    /// # Ok::<(), limpid::XPathError>(())
    /// ```
    pub fn string_value(&self) -> Cow<'d, str> {
        match self {
            XPathNode::Node(node) => string_value(*node),
            XPathNode::Attribute { attribute, .. } => Cow::Borrowed(attribute.value()),
            XPathNode::Namespace { url, .. } => Cow::Borrowed(url),
            XPathNode::Made { text, .. } => Cow::Owned(text.clone().into()),
        }
    }
}

impl<'d> From<NodeRef<'d>> for XPathNode<'d> {
    fn from(node: NodeRef<'d>) -> Self {
        XPathNode::Node(node)
    }
}

/// The string-value of a node of the tree, without a copy if it is the text of one node.
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
