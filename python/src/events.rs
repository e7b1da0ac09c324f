//! Converts a tree to a list of events. `limpid_html/bs4.py` builds BeautifulSoup's trees from events. A pickle of an edited document contains
//! events.

use limpid::shadow_root::SlotAssignment;
use limpid::{Edge, LineColumn, LineIndex, NodeRef};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::tree::Tree;

/// Returns the nodes as tuples, in tree order:
///
/// * `("start", name, namespace, prefix, attributes)`, with attributes `(prefix, name, namespace, value)`
/// * `("end", name, prefix)`
/// * `("text", text)`
/// * `("comment", text)`
/// * `("doctype", name, public_id, system_id)`
/// * `("processing-instruction", target, data)`
/// * `("contents",)` and `("end-contents",)` around the contents of a template, right after its start
/// * with `shadow_roots`, `("shadow-root", mode, flags)` and `("end-shadow-root",)` around the content of a shadow root, right after its host's
///   start. The flags are `(delegates_focus, serializable, is_slot_assignment_manual, clonable, keep_custom_element_registry_null)`
///
/// With `lines`, the last item of a node's tuple is `(line, column)`, the node's start in the source. The item is `None` for a node without a
/// span and for an element without a start tag.
pub(crate) fn events<'py>(
    py: Python<'py>,
    tree: &Tree,
    lines: Option<&LineIndex<'_>>,
    shadow_roots: bool,
) -> PyResult<Bound<'py, PyList>> {
    let events = PyList::empty(py);
    // The traversals of nested trees, outermost first, each with the event that ends it.
    let mut traversals = vec![(tree.root().traverse(), None)];
    while let Some((traversal, end)) = traversals.last_mut() {
        let Some(event) = traversal.next() else {
            if let Some(end) = *end {
                events.append((end,))?;
            }
            traversals.pop();
            continue;
        };
        match event {
            Edge::Enter(node) if node.is_element() => {
                events.append(with_position(start(py, node)?, node, lines)?)?;
                let shadow_root = node.shadow_root().filter(|_| shadow_roots);
                if let Some((root, init)) = shadow_root.and_then(|root| Some((root, root.shadow_root_init()?))) {
                    let is_manual = init.slot_assignment == SlotAssignment::Manual;
                    let registry = init.keep_custom_element_registry_null;
                    let flags = (init.delegates_focus, init.serializable, is_manual, init.clonable, registry);
                    events.append(("shadow-root", init.mode.as_str(), flags))?;
                    traversals.push((root.traverse(), Some("end-shadow-root")));
                } else if let Some(contents) = node.template_contents() {
                    events.append(("contents",))?;
                    traversals.push((contents.traverse(), Some("end-contents")));
                }
            }
            Edge::Leave(node) if node.is_element() => {
                events.append(("end", node.local_name(), node.prefix()))?;
            }
            Edge::Enter(node) => {
                if let Some(leaf) = leaf(py, node)? {
                    events.append(with_position(leaf, node, lines)?)?;
                }
            }
            Edge::Leave(_) => {}
        }
    }
    Ok(events)
}

/// Appends the position of a node to its event.
fn with_position<'py>(
    event: Bound<'py, PyTuple>,
    node: NodeRef<'_>,
    lines: Option<&LineIndex<'_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(lines) = lines else { return Ok(event.into_any()) };
    // An element that the parser implied or reconstructed has no start tag. Its span covers its content, so the start of the span is not its
    // position.
    let span = if node.is_element() { node.start_tag() } else { node.span() };
    let position = span.map(|span| lines.line_column(span.start)).map(|LineColumn { line, column }| (line, column));
    event.add((position,))
}

fn start<'py>(py: Python<'py>, element: NodeRef<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let attribute = |attribute: limpid::Attribute<'_>| {
        (attribute.prefix(), attribute.local_name(), attribute.namespace_url(), attribute.value()).into_pyobject(py)
    };
    let attributes: Vec<_> = element.attributes().map(attribute).collect::<PyResult<_>>()?;
    let namespace = element.namespace_url();
    ("start", element.local_name(), namespace, element.prefix(), attributes).into_pyobject(py)
}

fn leaf<'py>(py: Python<'py>, node: NodeRef<'_>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let event = if let Some(text) = node.text() {
        ("text", text).into_pyobject(py)?
    } else if let Some(comment) = node.comment() {
        ("comment", comment).into_pyobject(py)?
    } else if let Some(doctype) = node.doctype() {
        ("doctype", doctype.name, doctype.public_id, doctype.system_id).into_pyobject(py)?
    } else if let Some(instruction) = node.processing_instruction() {
        ("processing-instruction", instruction.target, instruction.data).into_pyobject(py)?
    } else {
        return Ok(None);
    };
    Ok(Some(event))
}
