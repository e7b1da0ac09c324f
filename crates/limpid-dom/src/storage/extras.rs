//! Rarely needed data of an arena, boxed so that small documents do not allocate, move or drop it.

use crate::storage::attribute::ManyAttributes;
use crate::storage::text_buffer::Place;
use core::ops::Range;
use limpid_markup::ShadowRootInit;
use std::borrow::Cow;
use std::collections::HashMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// Elements with [`MANY`](crate::storage::node::MANY) attributes or more.
    pub(super) many_attributes: HashMap<u32, ManyAttributes>,
    /// The name numbers of elements with [`FAR_NAME`](crate::storage::node::FAR_NAME).
    pub(super) far_names: HashMap<u32, u32>,
    /// The original attribute ranges of elements whose attributes were changed. `Some` while a parser runs and other code, such as a script, may
    /// change the document.
    pub(super) parsed_attributes: Option<HashMap<u32, Range<usize>>>,
    /// Doctypes other than [`HTML_DOCTYPE`].
    pub(super) doctypes: Vec<DoctypeData>,
    pub(super) instructions: Vec<Place>,
    pub(super) shadow_roots: HashMap<u32, ShadowRootInit>,
    /// The shadow root of each element with [`NodeFlags::SHADOW_HOST`](crate::storage::node::NodeFlags::SHADOW_HOST).
    pub(super) shadow_root_of: HashMap<u32, u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DoctypeData {
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) public_id: Option<Box<str>>,
    pub(crate) system_id: Option<Box<str>>,
}

/// The doctype of most pages, which is not stored in `Extras`.
pub(super) static HTML_DOCTYPE: DoctypeData =
    DoctypeData { name: Some(Cow::Borrowed("html")), public_id: None, system_id: None };

impl DoctypeData {
    pub(crate) fn new(name: Option<&str>, public_id: Option<&str>, system_id: Option<&str>) -> DoctypeData {
        let name = name.map(|name| if name == "html" { Cow::Borrowed("html") } else { Cow::Owned(name.to_owned()) });
        DoctypeData { name, public_id: public_id.map(Box::from), system_id: system_id.map(Box::from) }
    }
}
