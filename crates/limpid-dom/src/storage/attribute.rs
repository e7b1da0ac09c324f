//! The record of an attribute, and what elements with many attributes have beside their records.

use crate::storage::names::Names;
use crate::storage::qualifiers::{QUALIFIED, Qualifiers};
use crate::storage::text_buffer::Place;
use limpid_markup::OrderedMap;
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
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct AttributeIndex {
    /// Hashes of names with positions in the element's range. Each attribute has two: of its qualified and of its expanded
    /// name. A look-up compares the names themselves, too.
    positions: OrderedMap,
}

impl AttributeIndex {
    pub(crate) fn of(records: &[AttributeRecord], names: &Names, qualifiers: &Qualifiers) -> AttributeIndex {
        let mut index = AttributeIndex::default();
        for (position, record) in records.iter().enumerate() {
            if !record.is_free() {
                index.insert(keys(record, names, qualifiers), position as u32);
            }
        }
        index
    }

    pub(super) fn insert(&mut self, keys: [u64; 2], position: u32) {
        for key in keys {
            self.positions.insert(entry(key, position), 0);
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, keys: [u64; 2], position: u32) {
        for key in keys {
            self.positions.remove(entry(key, position));
        }
    }

    /// The positions that a name may have, in order.
    pub(super) fn positions(&self, key: u64) -> impl Iterator<Item = usize> {
        let mut next = Some(0);
        core::iter::from_fn(move || {
            let (found, _) = self.positions.from(entry(key, next?))?;
            let position = found as u32;
            next = position.checked_add(1);
            ((found >> 32) as u64 == key).then_some(position as usize)
        })
    }
}

/// A hash and a position as one number, in the same order.
fn entry(key: u64, position: u32) -> u128 {
    u128::from(key) << 32 | u128::from(position)
}

/// The hashes of an attribute's qualified and expanded name.
pub(super) fn keys(record: &AttributeRecord, names: &Names, qualifiers: &Qualifiers) -> [u64; 2] {
    let (qualifier, local_name) = (qualifiers.of_attribute(record, names), names.text(qualifiers.local_name(record)));
    let qualified = match qualifier.prefix {
        "" => qualified_key(names, local_name),
        prefix => qualified_key(names, &format!("{prefix}:{local_name}")),
    };
    [qualified, expanded_key(names, qualifier.namespace_url, qualifiers.local_name(record))]
}

pub(super) fn qualified_key(names: &Names, qualified_name: &str) -> u64 {
    names.hash_of(0, qualified_name)
}

pub(super) fn expanded_key(names: &Names, namespace_url: &str, local_name: u32) -> u64 {
    names.hash_of(local_name.saturating_add(1), namespace_url)
}
