//! Functions of the program.

use crate::value::XPathValue;
use core::fmt;
use limpid_dom::NodeRef;

/// A function of the program: it is given the context node, if that is in the tree, and the values of its arguments.
pub(crate) type Call =
    dyn for<'d> Fn(FunctionContext<'d>, &[XPathValue<'d>]) -> Result<XPathValue<'d>, String> + Send + Sync;

/// A function of the program by its name.
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

/// The place at which a function of the program is called.
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
    /// The context node; for an attribute or a namespace node its element.
    pub node: NodeRef<'d>,
    /// The context position, from 1 on.
    pub position: usize,
    /// The context size.
    pub size: usize,
}

impl<'d> FunctionContext<'d> {
    pub(crate) fn new(node: NodeRef<'d>, position: usize, size: usize) -> FunctionContext<'d> {
        FunctionContext { node, position, size }
    }
}
