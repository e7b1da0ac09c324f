//! Values of expressions.

use crate::node::XPathNode;
use crate::nodes::{XPathNodes, XPathNodesIter};
use crate::number::{number_of, text_of};
use core::fmt;
use limpid_dom::NodeRef;
use std::borrow::Cow;

/// The value of an expression: one of XPath's four types.
///
/// ```
/// use limpid::xpath::XPathValue;
///
/// let document = limpid::parse("<ul><li>1<li>2</ul>");
/// assert!(matches!(document.xpath("//li")?, XPathValue::Nodes(items) if items.len() == 2));
/// assert!(matches!(document.xpath("sum(//li)")?, XPathValue::Number(3.0)));
/// assert!(matches!(document.xpath("string(//li)")?, XPathValue::Text(text) if text == "1"));
/// assert!(matches!(document.xpath("//li = 2")?, XPathValue::Boolean(true)));
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
///
/// [`number`](Self::number), [`boolean`](Self::boolean) and `to_string` convert the value as the XPath functions `number()`, `boolean()`
/// and `string()` do. Iterating over a value yields its nodes.
#[derive(Clone, Debug)]
pub enum XPathValue<'d> {
    /// A set of nodes, in document order.
    Nodes(XPathNodes<'d>),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A boolean.
    Boolean(bool),
}

impl<'d> XPathValue<'d> {
    /// Returns the nodes of the value in document order. Values of other types have no nodes.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Tea</a><a href=/milk>Milk</a>");
    /// let links = document.xpath("//a/@href")?;
    /// assert_eq!(links.nodes().len(), 2);
    /// assert_eq!(links.nodes().first().unwrap().parent().unwrap().text_content(), "Tea");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn nodes(&self) -> &XPathNodes<'d> {
        static NONE: XPathNodes<'static> = XPathNodes::new();
        match self {
            XPathValue::Nodes(nodes) => nodes,
            _ => &NONE,
        }
    }

    /// Returns the nodes of the value that are nodes of the tree, such as elements and texts, but not attributes.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea<p>Milk");
    /// let names: Vec<_> = document.xpath("//p/..")?.tree_nodes().map(|node| node.local_name()).collect();
    /// assert_eq!(names, ["body"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn tree_nodes(&self) -> impl Iterator<Item = NodeRef<'d>> + '_ {
        self.nodes().iter().filter_map(|node| node.node())
    }

    /// Returns the string-value of each node. For values of other types, returns the value converted to a string.
    ///
    /// ```
    /// let document = limpid::parse("<li>Green<li>Black");
    /// assert_eq!(document.xpath("//li")?.strings(), ["Green", "Black"]);
    /// assert_eq!(document.xpath("count(//li)")?.strings(), ["2"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn strings(&self) -> Vec<Cow<'d, str>> {
        match self {
            XPathValue::Nodes(nodes) => nodes.iter().map(|node| node.string_value()).collect(),
            value => vec![Cow::Owned(value.to_string())],
        }
    }

    /// Converts the value to a number: [number()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number).
    ///
    /// ```
    /// let document = limpid::parse("<li>4<li>five");
    /// assert_eq!(document.xpath("//li[1]")?.number(), 4.0);
    /// assert!(document.xpath("//li[2]")?.number().is_nan());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn number(&self) -> f64 {
        match self {
            XPathValue::Number(number) => *number,
            XPathValue::Boolean(boolean) => f64::from(u8::from(*boolean)),
            value => number_of(&value.to_string()),
        }
    }

    /// Converts the value to a boolean: [boolean()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-boolean). Zero, NaN, the empty
    /// string and the empty node-set are false.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea");
    /// assert!(document.xpath("//p")?.boolean() && !document.xpath("//table")?.boolean());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn boolean(&self) -> bool {
        match self {
            XPathValue::Nodes(nodes) => !nodes.is_empty(),
            XPathValue::Number(number) => *number != 0.0 && !number.is_nan(),
            XPathValue::Text(text) => !text.is_empty(),
            XPathValue::Boolean(boolean) => *boolean,
        }
    }
}

/// Converts the value to a string: [string()](https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string). A node-set becomes the
/// string-value of its first node.
impl fmt::Display for XPathValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XPathValue::Nodes(nodes) => f.write_str(&nodes.first().map(|node| node.string_value()).unwrap_or_default()),
            XPathValue::Number(number) => f.write_str(&text_of(*number)),
            XPathValue::Text(text) => f.write_str(text),
            XPathValue::Boolean(boolean) => write!(f, "{boolean}"),
        }
    }
}

impl<'d> IntoIterator for XPathValue<'d> {
    type Item = XPathNode<'d>;
    type IntoIter = XPathNodesIter<'d, 'd>;

    fn into_iter(self) -> Self::IntoIter {
        match self {
            XPathValue::Nodes(nodes) => nodes.into_iter(),
            _ => XPathNodes::new().into_iter(),
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
        XPathValue::Nodes([node].into_iter().collect())
    }
}

impl<'d> FromIterator<NodeRef<'d>> for XPathValue<'d> {
    fn from_iter<I: IntoIterator<Item = NodeRef<'d>>>(nodes: I) -> Self {
        XPathValue::Nodes(nodes.into_iter().collect())
    }
}
