//! Restores the tree of an edited document from the events in its pickle.
//!
//! [`DocumentBuilder`] creates the nodes, as in the parser. `Document::create_element` would reject some names that pages can contain. A pickle may
//! come from an attacker, so its content is checked.

use limpid::shadow_root::{ShadowRootInit, ShadowRootMode, SlotAssignment};
use limpid::tree_builder::{AttributeName, Doctype, NewElement, Qualifier, Text, TreeSink};
use limpid::{LocalName, Namespace, QuirksMode, Span};
use limpid_dom::{DocumentBuilder, NodeHandle};
use limpid_markup::{AttributeRecord, TokenAttributes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashSet;

use crate::events;
use crate::tree::Tree;

/// The version of the arguments of `_restore`. Increment it when the arguments, the events or their meaning change.
pub(crate) const VERSION: u32 = 1;

/// Checks the version of a pickle.
///
/// # Errors
/// `ValueError` for another version.
pub(crate) fn check_version(version: &Bound<'_, PyAny>) -> PyResult<()> {
    match version.extract::<u32>() {
        Ok(VERSION) => Ok(()),
        Ok(other) => Err(PyValueError::new_err(format!(
            "this pickle of a document has format {other}, but this version of limpid reads format {VERSION}; parse the page again"
        ))),
        Err(_) => Err(damaged_error()),
    }
}

/// Returns `(is_fragment, quirks_mode, events)` for a tree.
pub(crate) fn dump<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyAny>> {
    let is_fragment = tree.root().kind() == limpid::NodeKind::DocumentFragment;
    Ok((is_fragment, tree.quirks_mode().as_str(), events::events(py, tree, None, true)?).into_pyobject(py)?.into_any())
}

/// A node whose content is being restored, and the event that ends it.
struct Open {
    node: NodeHandle,
    end: &'static str,
}

/// Returns the edited tree of a document. `parsed` is the tree of its markup.
///
/// # Errors
/// `ValueError` if the dump is damaged.
pub(crate) fn restore(dump: &Bound<'_, PyAny>, parsed: &Tree) -> PyResult<Tree> {
    let (is_fragment, mode, events): (bool, String, Vec<Bound<'_, PyTuple>>) = dump.extract()?;
    let mut builder = DocumentBuilder::owning();
    // The events already contain the clones of options in `selectedcontent`.
    builder.set_option_cloning(false);
    let modes = [QuirksMode::NoQuirks, QuirksMode::LimitedQuirks, QuirksMode::Quirks];
    builder.set_quirks_mode(modes.into_iter().find(|known| known.as_str() == mode).ok_or_else(damaged_error)?);
    if parsed.is_xml() {
        builder.set_xml(parsed.xml_declaration());
    }
    let mut root = builder.document();
    if is_fragment {
        root = builder.create_fragment().ok_or_else(damaged_error)?;
        builder.set_root(root);
    }
    let mut open = vec![Open { node: root, end: "" }];
    // A document has at most one element, and a doctype only before the element.
    let (mut allows_element, mut allows_doctype) = (true, !is_fragment);
    for event in &events {
        let is_top = open.len() == 1 && !is_fragment;
        let Open { node: parent, end } = *open.last().ok_or_else(damaged_error)?;
        let kind: String = event.get_item(0)?.extract()?;
        match &*kind {
            "start" => {
                if is_top && !std::mem::take(&mut allows_element) {
                    return Err(damaged_error());
                }
                allows_doctype = false;
                let node = element(&mut builder, event)?;
                builder.append(parent, node);
                open.push(Open { node, end: "end" });
            }
            "contents" => {
                let node = builder.template_contents_if_template(parent).ok_or_else(damaged_error)?;
                open.push(Open { node, end: "end-contents" });
            }
            "shadow-root" => {
                let init = shadow_root(event)?;
                // The second argument should be the `template` element, but the tree of a parsed page does not contain it.
                let node = builder.attach_declarative_shadow(parent, parent, init).ok_or_else(damaged_error)?;
                open.push(Open { node, end: "end-shadow-root" });
            }
            "text" => {
                let text: String = event.get_item(1)?.extract()?;
                // `DocumentBuilder::append_text` would join adjacent texts. `NodeMut::append_text` would append to the contents of a `template`
                // instead of its children.
                let tree = builder.document_so_far_mut();
                let appended = tree.create_text(&text).and_then(|text| tree.node_mut(parent.id_in(tree))?.append(text));
                appended.map_err(|_| damaged_error())?;
            }
            "comment" => {
                let data: String = event.get_item(1)?.extract()?;
                let comment = builder.create_comment(Text::synthetic(&data), Span::empty(0));
                builder.append(parent, comment);
            }
            "doctype" => {
                let (_, name, public_id, system_id): (String, String, Option<String>, Option<String>) =
                    event.extract()?;
                if !is_top || !std::mem::take(&mut allows_doctype) {
                    return Err(damaged_error());
                }
                builder.append_doctype(&Doctype {
                    name: Some(&name),
                    public_id: public_id.as_deref(),
                    system_id: system_id.as_deref(),
                    force_quirks: false,
                    span: Span::empty(0),
                });
            }
            "processing-instruction" => {
                let (_, target, data): (String, String, String) = event.extract()?;
                let instruction =
                    builder.create_processing_instruction(&target, Text::synthetic(&data), Span::empty(0));
                builder.append(parent, instruction);
            }
            kind if kind == end => drop(open.pop()),
            _ => return Err(damaged_error()),
        }
    }
    match builder.is_full() {
        None if open.len() == 1 => Ok(builder.finish()),
        _ => Err(damaged_error()),
    }
}

fn damaged_error() -> PyErr {
    PyValueError::new_err("this pickle of a document is damaged; parse the page again")
}

fn shadow_root(event: &Bound<'_, PyTuple>) -> PyResult<ShadowRootInit> {
    let (_, mode, flags): (String, String, (bool, bool, bool, bool, bool)) = event.extract()?;
    let modes = [ShadowRootMode::Open, ShadowRootMode::Closed];
    let mode = modes.into_iter().find(|known| known.as_str() == mode).ok_or_else(damaged_error)?;
    let mut init = ShadowRootInit::new(mode);
    let is_manual;
    (init.delegates_focus, init.serializable, is_manual, init.clonable, init.keep_custom_element_registry_null) = flags;
    if is_manual {
        init.slot_assignment = SlotAssignment::Manual;
    }
    Ok(init)
}

/// `(prefix, name, namespace, value)`
type EventAttribute = (Option<String>, String, Option<String>, String);

fn element(builder: &mut DocumentBuilder<'static>, event: &Bound<'_, PyTuple>) -> PyResult<NodeHandle> {
    type Start = (String, String, Option<String>, Option<String>, Vec<EventAttribute>);
    let (_, name, namespace, prefix, attributes): Start = event.extract()?;
    let namespace_url = namespace.unwrap_or_default();
    let mut values = String::new();
    let (mut records, mut names) = (Vec::new(), Vec::new());
    let mut unique = HashSet::new();
    for (prefix, name, namespace, value) in &attributes {
        if !unique.insert((namespace, name)) {
            return Err(damaged_error());
        }
        let start = values.len() as u32;
        values += value;
        if u32::try_from(values.len()).is_err() {
            return Err(damaged_error());
        }
        let id = LocalName::from_bytes(name.as_bytes());
        let built_value = Span::new(start, values.len() as u32);
        records.push(AttributeRecord { name: id, value_is_built: true, built_value, ..AttributeRecord::default() });
        let url = namespace.as_deref().unwrap_or_default();
        names.push(AttributeName {
            name: id,
            name_str: name,
            namespace: Namespace::from_url(url),
            qualifier: Qualifier::new(prefix.as_deref().unwrap_or_default(), url),
        });
    }
    let prefix = prefix.unwrap_or_default();
    let qualifier = Qualifier::new(&prefix, &namespace_url);
    let namespace = Namespace::from_url(&namespace_url);
    let is_plain = prefix.is_empty() && namespace != Namespace::Other;
    Ok(builder.create_element(&NewElement {
        namespace,
        name: LocalName::from_bytes(name.as_bytes()),
        name_str: &name,
        qualifier: if is_plain { None } else { Some(&qualifier) },
        attributes: TokenAttributes::new(&records, "", 0, &values).qualified(&names),
        span: None,
        had_duplicate_attribute: false,
    }))
}
