//! User-defined functions.

use crate::value::XPathValue;
use core::fmt;
use limpid_dom::NodeRef;

pub(crate) type Call =
    dyn for<'d> Fn(FunctionContext<'d>, &[XPathValue<'d>]) -> Result<XPathValue<'d>, String> + Send + Sync;

pub(crate) struct ExtensionFunction {
    pub(crate) namespace: Option<Box<str>>,
    pub(crate) name: Box<str>,
    pub(crate) call: Box<Call>,
}

impl fmt::Debug for ExtensionFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExtensionFunction({})", self.name)
    }
}

/// The context in which a user-defined function is called.
///
/// ```
/// use limpid::xpath::{XPathOptions, XPathValue};
/// let options = XPathOptions::new().function("is-last", |context, _| {
///     Ok(XPathValue::Boolean(context.position == context.size))
/// });
/// let document = limpid::parse("<li>Green<li>Black");
/// assert_eq!(document.xpath(&options.compile("//li[is-last()]")?)?.strings(), ["Black"]);
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FunctionContext<'d> {
    /// The context node. If it is an attribute or a namespace node, its element.
    pub node: NodeRef<'d>,
    /// The context position, starting with 1.
    pub position: usize,
    /// The context size.
    pub size: usize,
}

impl<'d> FunctionContext<'d> {
    pub(crate) fn new(node: NodeRef<'d>, position: usize, size: usize) -> FunctionContext<'d> {
        FunctionContext { node, position, size }
    }
}
