use crate::storage::arena::{Arena, ManyAttributes};
use crate::storage::node::{Node, NodeKind};
use crate::storage::text_buffer::Place;
use core::ops::Range;
use limpid_markup::ShadowRootInit;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What an [`Arena`] holds only for some documents: apart, so that small documents do not have it made, moved and dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The ranges of elements with [`MANY`](crate::storage::arena::MANY) attributes or more.
    pub(crate) many_attributes: BTreeMap<u32, ManyAttributes>,
    /// While a document is parsed and something else may change it: the ranges that elements whose attributes were
    /// changed had before.
    pub(crate) parsed_attributes: Option<BTreeMap<u32, Range<usize>>>,
    /// The parts of doctypes, by [`Node::data`], but for [`PLAIN_DOCTYPE`].
    doctypes: Vec<DoctypeData>,
    /// The data of processing instructions, by [`Node::data`].
    pub(crate) instructions: Vec<Place>,
    /// What was asked for of each shadow root, by [`Node::data`].
    pub(crate) shadow_roots: Vec<ShadowRootInit>,
    /// The shadow root of each element with [`NodeFlags::SHADOW_HOST`](crate::storage::node::NodeFlags::SHADOW_HOST).
    pub(crate) shadow_root_of: BTreeMap<u32, u32>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DoctypeData {
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) public_id: Option<Box<str>>,
    pub(crate) system_id: Option<Box<str>>,
}

/// The doctype that pages have, which need not be kept.
static PLAIN: DoctypeData = DoctypeData { name: Some(Cow::Borrowed("html")), public_id: None, system_id: None };

/// The [`Node::data`] of a doctype that is as [`PLAIN`].
const PLAIN_DOCTYPE: u32 = u32::MAX;

impl DoctypeData {
    pub(crate) fn new(name: Option<&str>, public_id: Option<&str>, system_id: Option<&str>) -> DoctypeData {
        let name = name.map(|name| if name == "html" { Cow::Borrowed("html") } else { Cow::Owned(name.to_owned()) });
        DoctypeData { name, public_id: public_id.map(Box::from), system_id: system_id.map(Box::from) }
    }
}

impl Arena {
    /// What few documents have, to add to it.
    #[inline]
    pub(crate) fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// Adds a doctype and gives its number, or [`u32::MAX`] when the arena is full.
    pub(crate) fn push_doctype(&mut self, doctype: DoctypeData) -> u32 {
        let mut data = PLAIN_DOCTYPE;
        if doctype != PLAIN {
            data = self.extras.as_ref().map_or(0, |extras| extras.doctypes.len() as u32);
        }
        let number = self.push(Node { data, ..Node::new(NodeKind::Doctype) });
        if number != u32::MAX && data != PLAIN_DOCTYPE {
            self.extras_mut().doctypes.push(doctype);
        }
        number
    }

    /// The parts of a doctype.
    pub(crate) fn doctype(&self, number: u32) -> Option<&DoctypeData> {
        let node = self.node(number);
        match (node.kind, node.data) {
            (NodeKind::Doctype, PLAIN_DOCTYPE) => Some(&PLAIN),
            (NodeKind::Doctype, data) => self.extras.as_ref()?.doctypes.get(data as usize),
            _ => None,
        }
    }

    /// Adds a processing instruction and gives its number, or [`u32::MAX`] when the arena is full.
    pub(crate) fn push_instruction(&mut self, name: u32, data: Place) -> u32 {
        // Each has a node, so that there are less than 2³².
        let index = self.extras.as_ref().map_or(0, |extras| extras.instructions.len() as u32);
        let number = self.push(Node { name, data: index, ..Node::new(NodeKind::ProcessingInstruction) });
        if number != u32::MAX {
            self.extras_mut().instructions.push(data);
        }
        number
    }

    /// What was asked for of a shadow root.
    pub(crate) fn shadow_root_init(&self, root: u32) -> Option<ShadowRootInit> {
        let node = self.node(root);
        if node.kind != NodeKind::ShadowRoot {
            return None;
        }
        self.extras.as_ref()?.shadow_roots.get(node.data as usize).copied()
    }

    /// How many attributes an element has, if the node itself cannot tell.
    pub(crate) fn many_attributes(&self, element: u32) -> Option<&ManyAttributes> {
        self.extras.as_ref()?.many_attributes.get(&element)
    }

    /// The same, to change it.
    pub(crate) fn many_attributes_mut(&mut self, element: u32) -> Option<&mut ManyAttributes> {
        self.extras.as_mut()?.many_attributes.get_mut(&element)
    }

    /// Whether a parser is at work and something else may change the document.
    pub(crate) fn keeps_parsed_attributes(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.parsed_attributes.is_some())
    }
}
