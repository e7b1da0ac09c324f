//! XPath: expressions with namespaces and variables as Python gives them, and results as lxml's users know them.

use limpid::{NodeRef, XPathNode, XPathOptions, XPathValue};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::document::Document;
use crate::errors;
use crate::markup::Text;
use crate::node::Node;
use crate::tree::Tree;

/// The arguments of `xpath`.
pub(crate) struct Query<'a, 'py> {
    pub(crate) expression: Text,
    pub(crate) namespaces: Option<Bound<'py, PyMapping>>,
    pub(crate) max_steps: Option<u64>,
    pub(crate) variables: Option<&'a Bound<'py, PyDict>>,
}

impl<'py> Query<'_, 'py> {
    /// Evaluates the expression at a node: to a list of nodes and of texts, a number, a text or a boolean.
    ///
    /// # Errors
    /// `XPathSyntaxError`; `TypeError` and `ValueError` for a variable or a namespace that is none.
    pub(crate) fn evaluate(
        &self,
        document: &Bound<'py, Document>,
        tree: &Tree,
        context: NodeRef<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = document.py();
        let mut options = XPathOptions::new().exslt();
        if let Some(steps) = self.max_steps {
            options = options.max_steps(steps);
        }
        if let Some(namespaces) = &self.namespaces {
            for pair in namespaces.items()? {
                let (prefix, url): (Text, Text) = pair.extract()?;
                options = options.namespace_url(&prefix, &url);
            }
        }
        let mut variables: Vec<(Text, XPathValue<'_>)> = Vec::new();
        for (name, value) in self.variables.into_iter().flatten() {
            variables.push((name.extract()?, variable(document, tree, &value)?));
        }
        let expression = &*self.expression;
        let value = py.detach(|| {
            let variables: Vec<_> = variables.iter().map(|(name, value)| (&**name, value.clone())).collect();
            options.compile(expression)?.evaluate_with(context, &variables)
        });
        match value.map_err(|error| errors::xpath_error(py, expression, &error))? {
            XPathValue::Nodes(found) => {
                let nodes = PyList::empty(py);
                for node in found {
                    nodes.append(object(document, &node)?)?;
                }
                Ok(nodes.into_any())
            }
            XPathValue::Number(number) => Ok(PyFloat::new(py, number).into_any()),
            XPathValue::Text(text) => Ok(PyString::new(py, &text).into_any()),
            XPathValue::Boolean(boolean) => Ok(PyBool::new(py, boolean).to_owned().into_any()),
        }
    }
}

/// Returns an item of a result: a `Node`; the text of an attribute, of a text node, or of what a function made; prefix and URL of a namespace.
fn object<'py>(document: &Bound<'py, Document>, node: &XPathNode<'_>) -> PyResult<Bound<'py, PyAny>> {
    let py = document.py();
    Ok(match node {
        XPathNode::Node(node) if node.text().is_none() => {
            Bound::new(py, Node::new(document.clone().unbind(), node.id()))?.into_any()
        }
        XPathNode::Namespace { prefix, url, .. } => {
            (Some(*prefix).filter(|prefix| !prefix.is_empty()), *url).into_pyobject(py)?.into_any()
        }
        text => PyString::new(py, &text.string_value()).into_any(),
    })
}

/// Reads the value of a variable.
fn variable<'d>(document: &Bound<'_, Document>, tree: &'d Tree, value: &Bound<'_, PyAny>) -> PyResult<XPathValue<'d>> {
    let node = |node: &Bound<'_, Node>| {
        let node = node.get();
        if !node.document.is(document) {
            return Err(PyValueError::new_err("a variable of an XPath expression has a node of another document"));
        }
        tree.node(node.id).ok_or_else(errors::no_such_node)
    };
    if let Ok(boolean) = value.cast::<PyBool>() {
        return Ok(boolean.is_true().into());
    }
    if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
        return Ok(value.extract::<f64>()?.into());
    }
    if value.is_instance_of::<PyString>() {
        return Ok((*value.extract::<Text>()?).into());
    }
    if let Ok(one) = value.cast::<Node>() {
        return Ok(node(one)?.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.map(|one| node(one?.cast::<Node>()?)).collect();
    }
    Err(PyTypeError::new_err(format!(
        "a variable of an XPath expression is a bool, float, int, str, Node or list of nodes, not {}",
        value.get_type().name()?
    )))
}
