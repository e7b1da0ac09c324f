//! Qualifiers: numbers for the prefixes and namespaces of names. The qualifiers of elements are in a separate list. The qualifier of an attribute
//! is part of its record.

use crate::storage::attribute::AttributeRecord;
use crate::storage::interner::Interner;
use crate::storage::names::Names;
use crate::storage::node::namespace_of;
use limpid_markup::{Namespace, Qualifier};
use std::collections::HashMap;

/// The lowest number of an attribute name with a qualifier. Names without a qualifier have lower numbers: an input of less than 4 GiB has fewer
/// names than this.
pub(crate) const QUALIFIED: u32 = 1 << 31;

/// The lowest number that is an index into `OwnQualifiers::attribute_names`.
const LISTED: u32 = 3 << 30;

/// An attribute name with a local name below `NAMES` and a qualifier below `QUALIFIERS` is packed into one number.
const NAMES: u32 = 1 << 16;
const QUALIFIERS: u32 = (LISTED - QUALIFIED) / NAMES;

/// The qualifiers of a document's names: pairs of a prefix and a namespace, with a number for each pair.
///
/// A number below [`OWN`](Self::OWN) means a [`Namespace`] with the [prefix that HTML uses for it](usual_prefix). The qualifier of an attribute is
/// part of the [number of its name](Self::attribute_name). Elements without a prefix in a known namespace have qualifier 0. The qualifiers of
/// other elements are in `of_elements`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Qualifiers {
    /// Allocated for the first qualifier that HTML does not use.
    own: Option<Box<OwnQualifiers>>,
}

#[derive(Clone, Debug, Default)]
struct OwnQualifiers {
    urls: Interner,
    prefixes: Interner,
    pairs: Vec<Pair>,
    pair_indexes: HashMap<(u32, u32), u32>,
    /// The index of the most recently used pair.
    recent: u32,
    /// The local names and qualifiers of attributes that cannot be packed into one number.
    attribute_names: Vec<(u32, u32)>,
    attribute_name_indexes: HashMap<(u32, u32), u32>,
    /// The qualifier of each element, or 0, up to the last element that has one.
    of_elements: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Interned, as is the URL: comparing numbers avoids comparing long strings.
    prefix: u32,
    url: u32,
    namespace: Namespace,
}

impl OwnQualifiers {
    fn prefix(&self, pair: &Pair) -> &str {
        self.prefixes.get(pair.prefix).unwrap_or_default()
    }

    fn url(&self, pair: &Pair) -> &str {
        self.urls.get(pair.url).unwrap_or_default()
    }

    fn url_index(&mut self, url: &str) -> u32 {
        self.urls.intern(url)
    }

    fn number_of_recent(&self) -> u32 {
        // The sum fits, because an input of less than 2³² bytes declares far fewer pairs.
        Qualifiers::OWN.saturating_add(self.recent)
    }
}

impl Qualifiers {
    /// The first number that is not a [`Namespace`].
    const OWN: u32 = Namespace::Other as u32;

    fn own_mut(&mut self) -> &mut OwnQualifiers {
        self.own.get_or_insert_default()
    }

    fn pair(&self, number: u32) -> Option<&Pair> {
        self.own.as_ref()?.pairs.get(number.checked_sub(Qualifiers::OWN)? as usize)
    }

    /// Returns the qualifier of an attribute in a known namespace, with the usual prefix.
    #[inline]
    pub(crate) const fn usual(namespace: Namespace) -> u32 {
        namespace as u32
    }

    pub(crate) fn number_for_attribute(
        &mut self,
        namespace: Namespace,
        qualifier: Qualifier<'_>,
        local_name: &str,
    ) -> u32 {
        if namespace != Namespace::Other && is_same_prefix(qualifier.prefix, usual_prefix(namespace, local_name)) {
            return Qualifiers::usual(namespace);
        }
        self.own_number(qualifier)
    }

    pub(crate) fn number_for_element(&mut self, namespace: Namespace, qualifier: Qualifier<'_>) -> u32 {
        if qualifier.prefix.is_empty() && namespace != Namespace::Other {
            return 0;
        }
        self.own_number(qualifier)
    }

    /// Returns the number of a pair. Adds the pair if it is new.
    pub(crate) fn own_number(&mut self, qualifier: Qualifier<'_>) -> u32 {
        let own = self.own_mut();
        let is_equal = |pair: &Pair| {
            is_same_prefix(own.prefix(pair), qualifier.prefix) && own.url(pair) == qualifier.namespace_url
        };
        if own.pairs.get(own.recent as usize).is_some_and(is_equal) {
            return own.number_of_recent();
        }
        let url = own.url_index(qualifier.namespace_url);
        self.own_number_by_url(qualifier, url)
    }

    /// Returns the index of a namespace's URL. Adds the URL if it is new.
    pub(crate) fn url_index(&mut self, url: &str) -> u32 {
        self.own_mut().url_index(url)
    }

    /// Like [`own_number`](Self::own_number), but does not intern the URL again.
    pub(crate) fn own_number_by_url(&mut self, qualifier: Qualifier<'_>, url: u32) -> u32 {
        let own = self.own_mut();
        let prefix = own.prefixes.intern(qualifier.prefix);
        own.recent = *own.pair_indexes.entry((prefix, url)).or_insert_with(|| {
            own.pairs.push(Pair { prefix, url, namespace: qualifier.namespace() });
            own.pairs.len() as u32 - 1
        });
        own.number_of_recent()
    }

    /// Returns the qualifier of an element, or 0.
    #[inline]
    pub(crate) fn of_element(&self, element: u32) -> u32 {
        match &self.own {
            None => 0,
            Some(own) => own.of_elements.get(element as usize).copied().unwrap_or(0),
        }
    }

    pub(super) fn set_of_element(&mut self, element: u32, number: u32) {
        let Some(own) = &mut self.own else { return };
        let index = element as usize;
        if index >= own.of_elements.len() && number != 0 {
            own.of_elements.resize(index + 1, 0);
        }
        if let Some(entry) = own.of_elements.get_mut(index) {
            *entry = number;
        }
    }

    /// Removes the qualifiers of all elements from number `len` on.
    pub(super) fn truncate_elements(&mut self, len: usize) {
        if let Some(own) = &mut self.own {
            own.of_elements.truncate(len);
        }
    }

    /// Returns the prefix and namespace of a qualifier. Returns `None` for the qualifiers that HTML uses.
    pub(crate) fn own(&self, number: u32) -> Option<Qualifier<'_>> {
        let (own, pair) = (self.own.as_ref()?, self.pair(number)?);
        Some(Qualifier::new(own.prefix(pair), own.url(pair)))
    }

    /// Returns a number that identifies the namespace of a qualifier, regardless of the prefix.
    pub(crate) fn namespace_number(&self, qualifier: u32, namespace: Namespace) -> u32 {
        match self.pair(qualifier) {
            Some(pair) if pair.namespace == Namespace::Other => Qualifiers::OWN + pair.url,
            Some(pair) => pair.namespace as u32,
            None => namespace as u32,
        }
    }

    /// Returns the number for an attribute name with this local name and qualifier.
    ///
    /// | range starts at | offset in the range |
    /// | --- | --- |
    /// | 0 | the local name, for a name without a qualifier |
    /// | 2³¹ | 2¹⁶ times the qualifier, plus the local name |
    /// | 3·2³⁰ | an index in `attribute_names`, if the qualifier and the local name do not fit into the range above |
    pub(crate) fn attribute_name(&mut self, local_name: u32, qualifier: u32) -> u32 {
        if qualifier == 0 {
            return local_name.min(QUALIFIED - 1);
        }
        if local_name < NAMES && qualifier < QUALIFIERS {
            return QUALIFIED + qualifier * NAMES + local_name;
        }
        let own = self.own_mut();
        let index = *own.attribute_name_indexes.entry((local_name, qualifier)).or_insert_with(|| {
            own.attribute_names.push((local_name, qualifier));
            own.attribute_names.len() as u32 - 1
        });
        index.min(u32::MAX - 1 - LISTED) + LISTED
    }

    /// Returns the numbers of an attribute's local name and qualifier.
    #[inline]
    fn parts(&self, record: &AttributeRecord) -> (u32, u32) {
        match record.name {
            name @ ..QUALIFIED => (name, 0),
            number @ QUALIFIED..LISTED => (number % NAMES, (number - QUALIFIED) / NAMES),
            number => self.listed_parts(number),
        }
    }

    /// Returns the parts of a name in `attribute_names`. The local name of a free record is [`u32::MAX`].
    #[cold]
    fn listed_parts(&self, number: u32) -> (u32, u32) {
        let own = self.own.as_ref();
        own.and_then(|own| own.attribute_names.get((number - LISTED) as usize)).copied().unwrap_or((u32::MAX, 0))
    }

    #[inline]
    pub(crate) fn local_name(&self, record: &AttributeRecord) -> u32 {
        self.parts(record).0
    }

    #[inline]
    pub(crate) fn of_record(&self, record: &AttributeRecord) -> u32 {
        self.parts(record).1
    }

    #[inline]
    pub(crate) fn attribute_namespace(&self, record: &AttributeRecord) -> Namespace {
        self.namespace_of_number(self.of_record(record))
    }

    fn namespace_of_number(&self, number: u32) -> Namespace {
        self.pair(number).map_or(namespace_of(number), |pair| pair.namespace)
    }

    pub(crate) fn of_attribute(&self, record: &AttributeRecord, names: &Names) -> Qualifier<'_> {
        let (local_name, qualifier) = self.parts(record);
        if qualifier == 0 {
            return Qualifier::default();
        }
        self.own(qualifier).unwrap_or_else(|| {
            let namespace = self.namespace_of_number(qualifier);
            Qualifier::new(usual_prefix(namespace, names.text(local_name)), namespace.url())
        })
    }

    pub(crate) fn count(&self) -> usize {
        Qualifiers::OWN as usize + self.own.as_ref().map_or(0, |own| own.pairs.len())
    }

    pub(crate) fn elements(&self) -> impl Iterator<Item = (u32, u32)> {
        let of_elements = self.own.as_ref().map_or(&[][..], |own| &own.of_elements);
        (0..).zip(of_elements.iter().copied()).filter(|&(_, number)| number != 0)
    }
}

/// Compares prefixes, most of which are empty. For empty strings, `==` passes dangling pointers to `memcmp`, and the processor
/// loses time on the unmapped addresses. This matters for XML feeds: their elements have a namespace but no prefix.
#[inline]
pub(crate) fn is_same_prefix(one: &str, other: &str) -> bool {
    one.len() == other.len() && (one.is_empty() || one == other)
}

/// Returns the prefix that an attribute in a namespace usually has.
pub(crate) fn usual_prefix(namespace: Namespace, local_name: &str) -> &'static str {
    match namespace {
        Namespace::XLink => "xlink",
        Namespace::Xml => "xml",
        Namespace::XmlNs if local_name != "xmlns" => "xmlns",
        _ => "",
    }
}
