//! The record of an attribute, and what elements with many attributes have beside their records.

use crate::storage::names::Names;
use crate::storage::qualifiers::{QUALIFIED, Qualifiers};
use crate::storage::text_buffer::Place;
use core::hash::BuildHasher;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::sync::OnceLock;

/// An attribute as the arena keeps it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeRecord {
    /// The number of its local name, and for a name with a prefix or namespace [that of both](Qualifiers::attribute_name), which no
    /// local name has.
    pub(crate) name: u32,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

const _: () = assert!(size_of::<AttributeRecord>() == 12);

impl AttributeRecord {
    /// A record that is no attribute: room for one, or the hole that a removed one left.
    pub(crate) const FREE: AttributeRecord = AttributeRecord { name: u32::MAX, start: 0, len: 0 };

    #[inline]
    pub(crate) fn new(name: u32, value: Place) -> AttributeRecord {
        AttributeRecord { name, start: value.start, len: value.len }
    }

    /// Whether its name has a prefix or a namespace.
    #[inline]
    pub(crate) fn is_qualified(&self) -> bool {
        self.name >= QUALIFIED && !self.is_free()
    }

    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.name == u32::MAX
    }

    /// The place of its value.
    #[inline]
    pub(crate) fn place(&self) -> Place {
        Place { start: self.start, len: self.len, reserved: 0 }
    }
}

/// The name that an attribute is looked for by.
#[derive(Clone, Copy)]
pub(crate) enum AttributeName<'n> {
    Qualified(&'n str),
    /// The URL of its namespace, empty for none, and its local name.
    Expanded(&'n str, &'n str),
}

/// An element's attributes when there are [`MANY`](crate::storage::node::MANY) or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManyAttributes {
    /// The count of records, holes included.
    pub(crate) len: u32,
    pub(crate) holes: u32,
    /// Made when one of them is looked for by its name.
    pub(crate) index: OnceLock<Box<AttributeIndex>>,
}

/// An index of an element's attributes by name. Without it, reading, setting or removing many of them one by one would take
/// quadratic time.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeIndex {
    /// Hashes of names, with positions in the element's range. Each attribute has two entries: for its qualified and for its
    /// expanded name. A lookup compares the names, too.
    pub(crate) positions: BTreeSet<(u64, u32)>,
    pub(crate) hashes: NameHashes,
}

impl AttributeIndex {
    /// Indexes the attributes of an element.
    pub(crate) fn of(
        records: &[AttributeRecord],
        names: &Names,
        qualifiers: &Qualifiers,
        hashes: NameHashes,
    ) -> AttributeIndex {
        let mut index = AttributeIndex { positions: BTreeSet::new(), hashes };
        for (position, record) in records.iter().enumerate() {
            if !record.is_free() {
                index.insert(index.hashes.of_record(record, names, qualifiers), position as u32);
            }
        }
        index
    }

    pub(super) fn insert(&mut self, hashes: [u64; 2], position: u32) {
        self.positions.extend(hashes.map(|hash| (hash, position)));
    }

    #[inline]
    pub(super) fn remove(&mut self, hashes: [u64; 2], position: u32) {
        for hash in hashes {
            self.positions.remove(&(hash, position));
        }
    }

    /// The positions that a name may have, in order.
    pub(super) fn positions(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.positions.range((hash, 0)..=(hash, u32::MAX)).map(|&(_, position)| position as usize)
    }
}

/// Hashes of attribute names.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameHashes(RandomState);

impl NameHashes {
    /// Returns the hashes of an attribute's qualified and expanded name.
    pub(super) fn of_record(&self, record: &AttributeRecord, names: &Names, qualifiers: &Qualifiers) -> [u64; 2] {
        let local_name = qualifiers.local_name(record);
        let qualifier = qualifiers.of_attribute(record, names);
        let qualified = match (qualifier.prefix, names.text(local_name)) {
            ("", name) => self.of_qualified(name),
            (prefix, name) => self.of_qualified(&format!("{prefix}:{name}")),
        };
        [qualified, self.of_expanded(qualifier.namespace_url, local_name)]
    }

    pub(super) fn of_qualified(&self, name: &str) -> u64 {
        self.0.hash_one((0_u32, name))
    }

    pub(super) fn of_expanded(&self, namespace_url: &str, local_name: u32) -> u64 {
        self.0.hash_one((local_name.saturating_add(1), namespace_url))
    }
}
