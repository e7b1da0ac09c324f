use crate::storage::arena::Arena;
use crate::storage::names::Seed;
use crate::storage::node::AttributeRecord;
use core::hash::{Hash, Hasher};
use indexmap::{Equivalent, IndexSet};
use limpid_markup::{Namespace, Qualifier};

/// The prefixes and namespaces of a document's names, besides those that HTML has. Each pair of them has a number.
///
/// An attribute has its number in its record. Below [`Qualifiers::OWN`] that is its [`Namespace`], with the prefix that
/// HTML gives it: [`usual_prefix`]. An element has 0 for no prefix and [`Namespace::url`], and another in `of_elements`.
#[derive(Clone, Debug)]
pub(crate) struct Qualifiers {
    urls: IndexSet<Box<str>, Seed>,
    own: IndexSet<Own, Seed>,
    /// The index of the pair that was asked for last.
    recent: usize,
    /// By the element's number, up to the last that has one; 0 for others.
    of_elements: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Own {
    prefix: Box<str>,
    /// The index of the URL: each has one, so that long ones need not be compared.
    url: u32,
    namespace: Namespace,
}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&*self.prefix, self.url).hash(state);
    }
}

/// A pair to look for.
#[derive(Hash)]
struct Pair<'a>(&'a str, u32);

impl Equivalent<Own> for Pair<'_> {
    fn equivalent(&self, own: &Own) -> bool {
        self.1 == own.url && is_same_prefix(self.0, &own.prefix)
    }
}

impl Qualifiers {
    /// The first number that is not a [`Namespace`].
    const OWN: u32 = Namespace::Other as u32;

    fn new() -> Qualifiers {
        Qualifiers {
            urls: IndexSet::with_hasher(Seed),
            own: IndexSet::with_hasher(Seed),
            recent: 0,
            of_elements: Vec::new(),
        }
    }

    fn get(&self, number: u32) -> Option<&Own> {
        self.own.get_index(number.checked_sub(Qualifiers::OWN)? as usize)
    }

    fn url(&self, own: &Own) -> &str {
        self.urls.get_index(own.url as usize).map_or("", |url| url)
    }

    fn number(&mut self, qualifier: Qualifier<'_>) -> u32 {
        let Qualifier { prefix, namespace_url, .. } = qualifier;
        let is_it = |own: &Own| is_same_prefix(&own.prefix, prefix) && self.url(own) == namespace_url;
        if !self.own.get_index(self.recent).is_some_and(is_it) {
            let url = self.url_index(namespace_url);
            return self.number_by_url(qualifier, url);
        }
        self.recent_number()
    }

    fn url_index(&mut self, url: &str) -> u32 {
        let index = match self.urls.get_index_of(url) {
            Some(index) => index,
            None => self.urls.insert_full(url.into()).0,
        };
        index as u32
    }

    /// The number, when the index of the URL is known.
    fn number_by_url(&mut self, qualifier: Qualifier<'_>, url: u32) -> u32 {
        let prefix = qualifier.prefix;
        self.recent = match self.own.get_index_of(&Pair(prefix, url)) {
            Some(index) => index,
            None => self.own.insert_full(Own { prefix: prefix.into(), url, namespace: qualifier.namespace() }).0,
        };
        self.recent_number()
    }

    fn recent_number(&self) -> u32 {
        // No input whose bytes 32 bits can count has so many.
        u32::try_from(self.recent).map_or(0, |index| Qualifiers::OWN.saturating_add(index))
    }

    fn set_of_element(&mut self, element: u32, number: u32) {
        let index = element as usize;
        if index >= self.of_elements.len() {
            if number == 0 {
                return;
            }
            self.of_elements.resize(index + 1, 0);
        }
        if let Some(place) = self.of_elements.get_mut(index) {
            *place = number;
        }
    }
}

impl Arena {
    /// The number for attributes in a namespace that HTML has there, with the usual prefix.
    #[inline]
    pub(crate) const fn usual_qualifier(namespace: Namespace) -> u32 {
        namespace as u32
    }

    /// The number of an attribute's qualifier.
    pub(crate) fn attribute_qualifier(
        &mut self,
        namespace: Namespace,
        qualifier: Qualifier<'_>,
        local_name: &str,
    ) -> u32 {
        if namespace != Namespace::Other && is_same_prefix(qualifier.prefix, usual_prefix(namespace, local_name)) {
            return Arena::usual_qualifier(namespace);
        }
        self.own_qualifier(qualifier)
    }

    /// The number of an element's qualifier.
    pub(crate) fn element_qualifier(&mut self, namespace: Namespace, qualifier: Qualifier<'_>) -> u32 {
        if qualifier.prefix.is_empty() && namespace != Namespace::Other {
            return 0;
        }
        self.own_qualifier(qualifier)
    }

    pub(crate) fn own_qualifier(&mut self, qualifier: Qualifier<'_>) -> u32 {
        self.qualifiers.get_or_insert_with(|| Box::new(Qualifiers::new())).number(qualifier)
    }

    /// The index of a namespace's URL, which comes to have one.
    pub(crate) fn namespace_url_index(&mut self, url: &str) -> u32 {
        self.qualifiers.get_or_insert_with(|| Box::new(Qualifiers::new())).url_index(url)
    }

    /// As [`own_qualifier`](Self::own_qualifier), by the index of the URL, which is not looked at.
    pub(crate) fn own_qualifier_by_url(&mut self, qualifier: Qualifier<'_>, url: u32) -> u32 {
        self.qualifiers.get_or_insert_with(|| Box::new(Qualifiers::new())).number_by_url(qualifier, url)
    }

    /// The number of an element's qualifier, or 0.
    #[inline]
    pub(crate) fn qualifier_of(&self, element: u32) -> u32 {
        match &self.qualifiers {
            None => 0,
            Some(qualifiers) => qualifiers.of_elements.get(element as usize).copied().unwrap_or(0),
        }
    }

    /// Gives an element the qualifier of a number.
    pub(crate) fn set_qualifier_of(&mut self, element: u32, number: u32) {
        if let Some(qualifiers) = &mut self.qualifiers
            && (element as usize) < self.nodes.len()
        {
            qualifiers.set_of_element(element, number);
        }
    }

    /// The prefix and namespace of a number that an element or an attribute has; `None` for those that HTML has.
    pub(crate) fn own_qualifier_of(&self, number: u32) -> Option<Qualifier<'_>> {
        let qualifiers = self.qualifiers.as_ref()?;
        let own = qualifiers.get(number)?;
        Some(Qualifier::new(&own.prefix, qualifiers.url(own)))
    }

    /// A number that all names of one namespace share, and no others: that of a qualifier's.
    fn namespace_number(&self, qualifier: u32, namespace: Namespace) -> u32 {
        match self.qualifiers.as_ref().and_then(|it| it.get(qualifier)) {
            Some(own) if own.namespace == Namespace::Other => Qualifiers::OWN + own.url,
            Some(own) => own.namespace as u32,
            None => namespace as u32,
        }
    }

    /// The number of an element's namespace.
    pub(crate) fn namespace_number_of(&self, element: u32) -> u32 {
        self.namespace_number(self.qualifier_of(element), self.node(element).namespace)
    }

    /// The number of an attribute's namespace.
    pub(crate) fn namespace_number_of_attribute(&self, record: &AttributeRecord) -> u32 {
        self.namespace_number(record.qualifier, self.attribute_namespace(record))
    }

    /// The namespace of an attribute.
    #[inline]
    pub(crate) fn attribute_namespace(&self, record: &AttributeRecord) -> Namespace {
        match record.qualifier {
            0 => Namespace::None,
            number => self.odd_attribute_namespace(number),
        }
    }

    fn odd_attribute_namespace(&self, number: u32) -> Namespace {
        match number {
            1 => Namespace::Html,
            2 => Namespace::MathMl,
            3 => Namespace::Svg,
            4 => Namespace::XLink,
            5 => Namespace::Xml,
            6 => Namespace::XmlNs,
            _ => self.qualifiers.as_ref().and_then(|it| it.get(number)).map_or(Namespace::None, |own| own.namespace),
        }
    }

    /// The prefix of an attribute, and the URL of its namespace.
    pub(crate) fn qualifier_of_attribute(&self, record: &AttributeRecord) -> Qualifier<'_> {
        if record.qualifier == 0 {
            return Qualifier::default();
        }
        self.own_qualifier_of(record.qualifier).unwrap_or_else(|| {
            let namespace = self.attribute_namespace(record);
            let prefix = usual_prefix(namespace, self.names.text(record.name));
            Qualifier::new(prefix, namespace.url())
        })
    }

    /// How many numbers of qualifiers there are.
    pub(crate) fn qualifier_count(&self) -> usize {
        Qualifiers::OWN as usize + self.qualifiers.as_ref().map_or(0, |qualifiers| qualifiers.own.len())
    }

    /// The elements that have a qualifier, with its number.
    pub(crate) fn qualified_elements(&self) -> impl Iterator<Item = (u32, u32)> {
        let of_elements = self.qualifiers.as_ref().map_or(&[][..], |qualifiers| &qualifiers.of_elements);
        (0..).zip(of_elements.iter().copied()).filter(|&(_, number)| number != 0)
    }
}

/// Whether two prefixes are the same, most of which are empty. Empty strings may point anywhere, and where they point to no memory,
/// having their bytes compared, none as they are, can take longer than all else that an element does.
#[inline]
pub(crate) fn is_same_prefix(one: &str, other: &str) -> bool {
    one.len() == other.len() && (one.is_empty() || one == other)
}

/// The prefix that an attribute in a namespace has in HTML.
pub(crate) fn usual_prefix(namespace: Namespace, local_name: &str) -> &'static str {
    match namespace {
        Namespace::XLink => "xlink",
        Namespace::Xml => "xml",
        Namespace::XmlNs if local_name != "xmlns" => "xmlns",
        _ => "",
    }
}
