//! Compiled expressions.

use crate::error::XPathError;
use crate::eval::evaluate;
use crate::node::XPathNode;
use crate::options::XPathOptions;
use crate::plan::Plan;
use crate::value::XPathValue;
use core::fmt;
use core::str::FromStr;
use limpid_dom::{Evaluate, NodeRef};
use std::sync::{Arc, LazyLock};

/// A compiled XPath expression. It can be evaluated at any node, from any thread.
///
/// ```
/// use limpid::xpath::XPath;
///
/// let prices = XPath::compile("//tr[td[1] = 'Sencha']/td[last()]")?;
/// let document = limpid::parse("<table><tr><td>Assam<td>4<tr><td>Sencha<td>5</table>");
/// assert_eq!(prices.evaluate(document.root())?.number(), 5.0);
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
#[derive(Clone)]
pub struct XPath {
    pub(crate) plan: Arc<Plan>,
}

const _: () = {
    const fn is_shareable<T: Send + Sync + Clone + 'static>() {}
    is_shareable::<XPath>();
};

impl XPath {
    /// Compiles an expression. Use [`XPathOptions::compile`] for expressions with namespaces or user-defined functions.
    ///
    /// # Errors
    /// If the text is not a valid expression.
    ///
    /// ```
    /// use limpid::xpath::XPath;
    /// let long = XPath::compile("//p[string-length(.) > 10]")?;
    /// let pages = ["<p>Tea", "<p>Green tea of spring"];
    /// assert_eq!(pages.map(|page| limpid::parse(page).xpath(&long).unwrap().nodes().len()), [0, 1]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[doc(alias = "parse")]
    pub fn compile(text: &str) -> Result<XPath, XPathError> {
        XPathOptions::new().compile(text)
    }

    /// Returns the text of the expression.
    ///
    /// ```
    /// assert_eq!(limpid::xpath::XPath::compile("//a/@href")?.as_str(), "//a/@href");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn as_str(&self) -> &str {
        &self.plan.text
    }

    /// Evaluates the expression with a context node, which is a node of a tree or an attribute from the result of another expression.
    ///
    /// # Errors
    /// If a variable has no value, a user-defined function fails, or the evaluation exceeds its [limits](XPathOptions::max_steps).
    ///
    /// ```
    /// let document = limpid::parse("<ul><li>Green<li>Black</ul><p>2");
    /// let list = document.select_first("ul").unwrap().unwrap();
    /// assert_eq!(limpid::xpath::XPath::compile("count(li)")?.evaluate(list)?.number(), 2.0);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn evaluate<'d>(&self, context: impl Into<XPathNode<'d>>) -> Result<XPathValue<'d>, XPathError> {
        self.evaluate_with(context, &[])
    }

    /// Evaluates the expression with a context node and the values of variables.
    ///
    /// ```
    /// use limpid::xpath::XPath;
    ///
    /// let by_id = XPath::compile("//*[@id = $id]")?;
    /// let document = limpid::parse("<p id=it's>Tea");
    /// let found = by_id.evaluate_with(document.root(), &[("id", "it's".into())])?;
    /// assert_eq!(found.to_string(), "Tea");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`evaluate`](Self::evaluate), and if a node in a variable does not belong to the tree of the context node.
    pub fn evaluate_with<'d>(
        &self,
        context: impl Into<XPathNode<'d>>,
        variables: &[(&str, XPathValue<'d>)],
    ) -> Result<XPathValue<'d>, XPathError> {
        evaluate(&self.plan, &context.into(), variables)
    }
}

impl FromStr for XPath {
    type Err = XPathError;

    fn from_str(text: &str) -> Result<XPath, XPathError> {
        XPath::compile(text)
    }
}

impl fmt::Display for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for XPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "XPath({self})")
    }
}

/// The XPath language, as a type parameter of [`Evaluate`].
///
/// ```
/// use limpid::Document;
/// use limpid::xpath::{Evaluate, XPathError, XPathValue};
/// use limpid_xpath::XPathLanguage;
///
/// fn texts<E>(document: &Document<'_>, expression: E) -> Vec<String>
/// where
///     E: for<'d> Evaluate<XPathLanguage, Value<'d> = Result<XPathValue<'d>, XPathError>>,
/// {
///     let value = document.xpath(expression).unwrap();
///     value.strings().into_iter().map(|text| text.into_owned()).collect()
/// }
/// assert_eq!(texts(&limpid::parse("<p>Tea"), "//p"), ["Tea"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum XPathLanguage {}

impl Evaluate<XPathLanguage> for &XPath {
    type Value<'d> = Result<XPathValue<'d>, XPathError>;

    fn evaluate(self, context: NodeRef<'_>) -> Self::Value<'_> {
        XPath::evaluate(self, context)
    }
}

/// Compiles the text on each call.
impl Evaluate<XPathLanguage> for &str {
    type Value<'d> = Result<XPathValue<'d>, XPathError>;

    fn evaluate(self, context: NodeRef<'_>) -> Self::Value<'_> {
        XPath::compile(self)?.evaluate(context)
    }
}

impl Evaluate<XPathLanguage> for &String {
    type Value<'d> = Result<XPathValue<'d>, XPathError>;

    fn evaluate(self, context: NodeRef<'_>) -> Self::Value<'_> {
        Evaluate::evaluate(self.as_str(), context)
    }
}

impl Evaluate<XPathLanguage> for &LazyLock<XPath> {
    type Value<'d> = Result<XPathValue<'d>, XPathError>;

    fn evaluate(self, context: NodeRef<'_>) -> Self::Value<'_> {
        XPath::evaluate(self, context)
    }
}
