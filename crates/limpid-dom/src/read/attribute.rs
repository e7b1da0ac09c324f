use crate::read::document::Document;
use crate::read::node_ref::qualified;
use crate::storage::arena::Arena;
use crate::storage::node::AttributeRecord;
use core::fmt;
use core::iter::FusedIterator;
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct Attribute<'d> {
    document: &'d Document<'d>,
    record: AttributeRecord,
    /// Where the arena has it, if it is as the parser made it.
    index: Option<u32>,
}

impl<'d> Attribute<'d> {
    pub(crate) fn document(&self) -> &'d Document<'d> {
        self.document
    }

    pub(crate) fn index(&self) -> Option<usize> {
        self.index.map(|index| index as usize)
    }

    /// Its local name; [`LocalName::UNKNOWN`] for a name outside the vocabulary.
    #[inline]
    pub fn name(&self) -> LocalName {
        LocalName::from_index(self.record.name as usize)
    }

    /// Its local name as text.
    #[inline]
    pub fn local_name(&self) -> &'d str {
        self.document.arena.names.text(self.record.name)
    }

    /// Its namespace; [`Namespace::None`] for nearly all. [`namespace_url`](Self::namespace_url) tells those apart that are
    /// [`Namespace::Other`].
    #[inline]
    pub fn namespace(&self) -> Namespace {
        self.document.arena.attribute_namespace(&self.record)
    }

    /// The URL of its namespace; empty for none.
    pub fn namespace_url(&self) -> &'d str {
        self.document.arena.qualifier_of_attribute(&self.record).namespace_url
    }

    /// Its [namespace prefix](https://dom.spec.whatwg.org/#concept-attribute-namespace-prefix); empty for none. In HTML it is
    /// `xlink`, `xml`, `xmlns` or none.
    #[inline]
    pub fn prefix(&self) -> &'d str {
        self.document.arena.qualifier_of_attribute(&self.record).prefix
    }

    /// The number of its namespace, as of [`NodeRef::namespace_number`](crate::NodeRef::namespace_number).
    pub(crate) fn namespace_number(&self) -> u32 {
        self.document.arena.namespace_number_of_attribute(&self.record)
    }

    /// Whether it has a prefix or a namespace that no attribute has in HTML.
    #[cfg(feature = "serde")]
    pub(crate) fn has_own_qualifier(&self) -> bool {
        self.document.arena.own_qualifier_of(self.record.qualifier).is_some()
    }

    /// Its [qualified name](https://dom.spec.whatwg.org/#concept-attribute-qualified-name): the local name, with the prefix
    /// and a colon in front if it has one.
    pub fn qualified_name(&self) -> Cow<'d, str> {
        qualified(self.prefix(), self.local_name())
    }

    /// Its value.
    #[inline]
    pub fn value(&self) -> &'d str {
        self.document.arena.text(&self.document.source, self.record.place())
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.prefix().is_empty() {
            write!(f, "{}:", self.prefix())?;
        }
        write!(f, "{}={:?}", self.local_name(), self.value())
    }
}

/// What an attribute is looked for by.
#[derive(Clone, Copy)]
pub(crate) enum AttributeName<'n> {
    /// Its qualified name.
    Qualified(&'n str),
    /// Its namespace and local name.
    In(Namespace, &'n str),
    /// The URL of its namespace and its local name.
    ByUrl(&'n str, &'n str),
}

impl AttributeName<'_> {
    /// The position of the first attribute that has it.
    pub(crate) fn position(self, arena: &Arena, records: &[AttributeRecord]) -> Option<usize> {
        match self {
            AttributeName::Qualified(name) => position(arena, records, name),
            AttributeName::In(namespace, local_name) => position_ns(arena, records, namespace, local_name),
            AttributeName::ByUrl(namespace_url, local_name) => {
                position_by_url(arena, records, namespace_url, local_name)
            }
        }
    }
}

/// The position of the attribute with a qualified name.
pub(crate) fn position(arena: &Arena, records: &[AttributeRecord], qualified_name: &str) -> Option<usize> {
    let number = arena.names.find(qualified_name);
    records.iter().position(|record| {
        if record.qualifier == 0 {
            return Some(record.name) == number;
        }
        let local_name = arena.names.text(record.name);
        match arena.qualifier_of_attribute(record).prefix {
            "" => local_name == qualified_name,
            prefix => qualified_name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':')) == Some(local_name),
        }
    })
}

/// The position of the attribute with a namespace and a local name.
pub(crate) fn position_ns(
    arena: &Arena,
    records: &[AttributeRecord],
    namespace: Namespace,
    local_name: &str,
) -> Option<usize> {
    let number = arena.names.find(local_name)?;
    records.iter().position(|record| record.name == number && arena.attribute_namespace(record) == namespace)
}

/// The position of the attribute with a namespace, given by its URL, and a local name.
pub(crate) fn position_by_url(
    arena: &Arena,
    records: &[AttributeRecord],
    namespace_url: &str,
    local_name: &str,
) -> Option<usize> {
    let namespace = Namespace::from_url(namespace_url);
    if namespace != Namespace::Other {
        return position_ns(arena, records, namespace, local_name);
    }
    let number = arena.names.find(local_name)?;
    records
        .iter()
        .position(|record| record.name == number && arena.qualifier_of_attribute(record).namespace_url == namespace_url)
}

/// The attributes of an element in source order.
#[derive(Clone)]
pub struct Attributes<'d> {
    document: &'d Document<'d>,
    records: core::slice::Iter<'d, AttributeRecord>,
    /// How many of `records` are free.
    holes: u32,
    /// Where in the arena `records` end, if they are as the parser made them.
    end: Option<u32>,
}

impl<'d> Attributes<'d> {
    #[inline]
    pub(crate) fn new(
        document: &'d Document<'d>,
        records: &'d [AttributeRecord],
        holes: u32,
        start: Option<usize>,
    ) -> Attributes<'d> {
        let end = start.map(|start| (start + records.len()) as u32);
        Attributes { document, records: records.iter(), holes, end }
    }
}

impl<'d> Iterator for Attributes<'d> {
    type Item = Attribute<'d>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'d>> {
        loop {
            let index = self.end.map(|end| end - self.records.len() as u32);
            let &record = self.records.next()?;
            if !record.is_free() {
                return Some(Attribute { document: self.document, record, index });
            }
            self.holes = self.holes.saturating_sub(1);
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.records.len().saturating_sub(self.holes as usize);
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            let &record = self.records.next_back()?;
            self.end = self.end.map(|end| end - 1);
            if !record.is_free() {
                return Some(Attribute { document: self.document, record, index: self.end });
            }
            self.holes = self.holes.saturating_sub(1);
        }
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
