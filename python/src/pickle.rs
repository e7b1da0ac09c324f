//! Trees from the events that pickles of edited documents hold. They go through the sink of the parser, which takes names that
//! `create_element` refuses and pages may have.

use limpid::tree_builder::{AttributeName, Doctype, NewElement, Qualifier, Text, TreeSink};
use limpid::{LocalName, Namespace, Span};
use limpid_dom::{DocumentBuilder, NodeHandle};
use limpid_markup::{AttributeRecord, Attributes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::events;
use crate::tree::Tree;

/// Returns a tree's kind, its quirks mode and its events.
pub(crate) fn dump<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyAny>> {
    let is_fragment = tree.root().kind() == limpid::NodeKind::DocumentFragment;
    Ok((is_fragment, tree.quirks_mode().as_str(), events::events(py, tree)?).into_pyobject(py)?.into_any())
}

pub(crate) fn restore(dump: &Bound<'_, PyAny>) -> PyResult<Tree> {
    let (is_fragment, mode, events): (bool, String, Vec<Bound<'_, PyTuple>>) = dump.extract()?;
    let mut builder = DocumentBuilder::owning();
    let modes = [limpid::QuirksMode::NoQuirks, limpid::QuirksMode::LimitedQuirks, limpid::QuirksMode::Quirks];
    for known in modes.into_iter().filter(|known| known.as_str() == mode) {
        builder.set_quirks_mode(known);
    }
    let mut root = builder.document();
    if let Some(fragment) = is_fragment.then(|| builder.create_fragment()).flatten() {
        root = fragment;
        builder.set_root(root);
    }
    // The node that content goes into, below those that it is in.
    let mut open = vec![root];
    for event in &events {
        let parent = *open.last().ok_or_else(is_malformed)?;
        let kind: String = event.get_item(0)?.extract()?;
        match &*kind {
            "start" => {
                let element = element(&mut builder, event)?;
                builder.append(parent, element);
                open.push(element);
            }
            "contents" => open.push(builder.template_contents(parent)),
            "end" | "end-contents" => drop(open.pop()),
            "text" => {
                let text: String = event.get_item(1)?.extract()?;
                builder.append_text(parent, Text::synthetic(&text));
            }
            "comment" => {
                let data: String = event.get_item(1)?.extract()?;
                let comment = builder.create_comment(Text::synthetic(&data), Span::empty(0));
                builder.append(parent, comment);
            }
            "doctype" => {
                let (_, name, public_id, system_id): (String, String, Option<String>, Option<String>) =
                    event.extract()?;
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
            _ => return Err(is_malformed()),
        }
    }
    Ok(builder.finish())
}

fn is_malformed() -> PyErr {
    PyValueError::new_err("this is no pickle of a document by this version of limpid; make it again from the page")
}

/// An attribute of an event: prefix, name, namespace, value.
type EventAttribute = (Option<String>, String, Option<String>, String);

fn element(builder: &mut DocumentBuilder<'static>, event: &Bound<'_, PyTuple>) -> PyResult<NodeHandle> {
    type Start = (String, String, Option<String>, Option<String>, Vec<EventAttribute>);
    let (_, name, namespace, prefix, attributes): Start = event.extract()?;
    let namespace_url = namespace.unwrap_or_default();
    let mut values = String::new();
    let (mut records, mut names) = (Vec::new(), Vec::new());
    for (prefix, name, namespace, value) in &attributes {
        let start = values.len() as u32;
        values += value;
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
        attributes: Attributes::new(&records, "", 0, &values).qualified(&names),
        span: None,
        had_duplicate_attribute: false,
    }))
}
