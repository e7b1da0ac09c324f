//! The record of an attribute, and the index of elements with many attributes.

use crate::storage::names::Names;
use crate::storage::qualifiers::{QUALIFIED, Qualifiers};
use crate::storage::text_buffer::Place;
use core::hash::BuildHasher;
use std::collections::BTreeSet;
use std::hash::RandomState;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeRecord {
    /// The number of the local name. If the attribute has a prefix or a namespace, [the number](Qualifiers::attribute_name) also contains its
    /// qualifier, and is [`QUALIFIED`] or higher.
    pub(crate) name: u32,
    /// The start of its value, see [`Place`].
    pub(crate) start: u32,
    pub(crate) len: u32,
}

const _: () = assert!(size_of::<AttributeRecord>() == 12);

impl AttributeRecord {
    /// An unused record: spare capacity, or a hole left by a removed attribute.
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

    #[inline]
    pub(crate) fn place(&self) -> Place {
        Place { start: self.start, len: self.len, reserved: 0 }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum AttributeName<'n> {
    Qualified(&'n str),
    /// The URL of its namespace, which may be empty, and its local name.
    Expanded(&'n str, &'n str),
}

/// An element's attributes when there are [`MANY`](crate::storage::node::MANY) or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManyAttributes {
    /// The number of records, including holes.
    pub(crate) len: u32,
    pub(crate) holes: u32,
    /// Built by the first lookup by name.
    pub(crate) index: OnceLock<Box<AttributeIndex>>,
}

/// An index of an element's attributes by name, which avoids quadratic time for reading or changing all of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeIndex {
    /// Hashes of the qualified and expanded names, with positions in the element's range. Hashes may collide.
    pub(crate) positions: BTreeSet<(u64, u32)>,
    pub(crate) hashes: NameHashes,
}

impl AttributeIndex {
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

    /// Returns the positions of attributes whose name has this hash, in order.
    pub(super) fn positions(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.positions.range((hash, 0)..=(hash, u32::MAX)).map(|&(_, position)| position as usize)
    }
}

/// Hashes attribute names, with random keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameHashes(RandomState);

impl NameHashes {
    /// Returns the hashes of the qualified and of the expanded name.
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
