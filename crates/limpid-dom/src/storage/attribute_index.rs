use crate::read::attribute::AttributeName;
use crate::storage::arena::Arena;
use crate::storage::node::AttributeRecord;
use std::collections::BTreeSet;

/// Where which attribute is, of an element that has many and gets more or loses some. Without it, setting or removing them one
/// by one would take quadratic time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct AttributeIndex {
    /// Hashes of names with positions in the element's range. Each attribute has two: of its qualified name, and of its
    /// namespace with its local name. Who looks compares the names themselves, too.
    places: BTreeSet<(u64, u32)>,
}

impl AttributeIndex {
    pub(crate) fn of(arena: &Arena, records: &[AttributeRecord]) -> AttributeIndex {
        let used = (0..).zip(records).filter(|(_, record)| !record.is_free());
        let places = used.flat_map(|(position, record)| keys(arena, record).map(|key| (key, position)));
        AttributeIndex { places: places.collect() }
    }

    pub(crate) fn insert(&mut self, [qualified, expanded]: [u64; 2], position: u32) {
        self.places.insert((qualified, position));
        self.places.insert((expanded, position));
    }

    pub(crate) fn remove(&mut self, [qualified, expanded]: [u64; 2], position: u32) {
        self.places.remove(&(qualified, position));
        self.places.remove(&(expanded, position));
    }

    /// The positions that a name may have, in order.
    pub(crate) fn positions(&self, key: u64) -> impl Iterator<Item = usize> {
        self.places.range((key, 0)..=(key, u32::MAX)).map(|&(_, position)| position as usize)
    }
}

/// The hashes that an attribute is found by.
pub(crate) fn keys(arena: &Arena, record: &AttributeRecord) -> [u64; 2] {
    let qualifier = arena.qualifier_of_attribute(record);
    let local_name = arena.names.text(record.name);
    let qualified = match qualifier.prefix {
        "" => qualified_key(arena, local_name),
        prefix => qualified_key(arena, &format!("{prefix}:{local_name}")),
    };
    [qualified, expanded_key(arena, qualifier.namespace_url, record.name)]
}

/// The hash to look for; `None` if there is no such name in the document.
pub(crate) fn key(arena: &Arena, name: AttributeName<'_>) -> Option<u64> {
    let expanded = |url, local_name| arena.names.find(local_name).map(|number| expanded_key(arena, url, number));
    match name {
        AttributeName::Qualified(name) => Some(qualified_key(arena, name)),
        AttributeName::In(namespace, local_name) => expanded(namespace.url(), local_name),
        AttributeName::ByUrl(namespace_url, local_name) => expanded(namespace_url, local_name),
    }
}

fn qualified_key(arena: &Arena, name: &str) -> u64 {
    arena.names.hash_of(0, name)
}

fn expanded_key(arena: &Arena, namespace_url: &str, local_name: u32) -> u64 {
    arena.names.hash_of(local_name.saturating_add(1), namespace_url)
}
