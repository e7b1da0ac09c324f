//! The entries of the table of foreign attributes, which both the generated table and its readers name.

use crate::{LocalName, Namespace};

/// An attribute name that belongs to a namespace on a foreign element:
/// [adjust foreign attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForeignAttribute {
    /// `xlink`, `xml`, `xmlns`, or empty.
    pub prefix: &'static str,
    /// The name after the prefix.
    pub local_name: LocalName,
    /// The namespace that the attribute is in.
    pub namespace: Namespace,
}
