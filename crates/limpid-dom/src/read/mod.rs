//! Reading: the document, its nodes and attributes as users see them, and the ways through the tree.
//!
//! limpid-select has a back door: public methods hidden from the documentation, which ask many elements by the numbers of their
//! names, where the others would look up or slice text for each. They are `Document::name_number`,
//! `NodeRef::{attribute_bytes, namespace_number}` and `Descendants::{document, next_element, next_element_named,
//! next_element_among, next_element_with}`; limpid-xpath has `NodeRef::{attribute_slots, attribute_slot_named, attribute_in_slot}` and
//! `Descendants::{each_element, each_text, each_element_named, each_attribute_named}`. They may change with any version.

pub(crate) mod attribute;
pub(crate) mod descendants;
pub(crate) mod document;
mod look_up;
pub(crate) mod node_ref;
pub(crate) mod position;
pub(crate) mod pseudo_attributes;
pub(crate) mod relatives;
#[cfg(feature = "mapped-text")]
pub(crate) mod source_map;
mod spans;
pub(crate) mod traverse;
pub(crate) mod view;
