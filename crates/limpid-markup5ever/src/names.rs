//! Converts names to markup5ever's atoms. The atoms of known names are created once per process. Other names are cached.

use limpid_markup as limpid;
use markup5ever::{LocalName, Namespace, Prefix, QualName, namespace_prefix, ns};
use std::sync::LazyLock;

/// The atoms of all names known to limpid, by [`index`](limpid::LocalName::index). Most are static atoms, which are cheap to clone.
static KNOWN_NAMES: LazyLock<Vec<LocalName>> = LazyLock::new(|| {
    (0..limpid::LocalName::COUNT).map(|index| LocalName::from(limpid::LocalName::from_index(index).as_str())).collect()
});

/// The number of slots for names without an id. A power of two.
const CACHE_SIZE: usize = 64;

/// The largest number of cached pairs of prefix and namespace.
const MAX_QUALIFIERS: usize = 16;

/// Converts limpid's names to atoms.
///
/// Creating an atom for a name without an id takes a lock, so these atoms are cached: a page repeats the same few names.
#[derive(Debug)]
pub(crate) struct Names {
    known: &'static [LocalName],
    cache: Vec<Option<LocalName>>,
    /// The last prefixes and namespaces of XML names.
    qualifiers: Vec<(Prefix, Namespace)>,
}

impl Names {
    pub(crate) fn new() -> Names {
        Names { known: &KNOWN_NAMES, cache: Vec::new(), qualifiers: Vec::new() }
    }

    /// Returns the atom of a name known to limpid.
    #[inline]
    pub(crate) fn known(&self, name: limpid::LocalName) -> Option<&LocalName> {
        if name.is_known() { self.known.get(name.index()) } else { None }
    }

    /// Returns the atom of any other name.
    pub(crate) fn other(&mut self, text: &str) -> LocalName {
        if self.cache.is_empty() {
            self.cache.resize(CACHE_SIZE, None);
        }
        let slot = slot(text.as_bytes());
        match &self.cache[slot] {
            Some(name) if **name == *text => name.clone(),
            _ => self.cache[slot].insert(LocalName::from(text)).clone(),
        }
    }

    /// Returns the qualified name of an element or attribute in XML. An empty prefix becomes `None`.
    pub(crate) fn qualified(&mut self, qualifier: limpid::Qualifier<'_>, local: LocalName) -> QualName {
        let matches_qualifier =
            |(prefix, ns): &(Prefix, Namespace)| **prefix == *qualifier.prefix && **ns == *qualifier.namespace_url;
        let (prefix, ns) = match self.qualifiers.iter().find(|it| matches_qualifier(it)) {
            Some(cached) => cached.clone(),
            None => {
                if self.qualifiers.len() == MAX_QUALIFIERS {
                    self.qualifiers.clear();
                }
                let qualifier_atoms = (Prefix::from(qualifier.prefix), Namespace::from(qualifier.namespace_url));
                self.qualifiers.push(qualifier_atoms.clone());
                qualifier_atoms
            }
        };
        QualName::new((!prefix.is_empty()).then_some(prefix), ns, local)
    }

    pub(crate) fn local_name(&mut self, name: limpid::LocalName, text: &str) -> LocalName {
        match self.known(name) {
            Some(known) => known.clone(),
            None => self.other(text),
        }
    }
}

/// Returns the cache slot of a name. Mixes the length and characters at both ends and in the middle, where the names of a page differ.
fn slot(name: &[u8]) -> usize {
    let byte = |at: usize| name.get(at).map_or(0, |&byte| usize::from(byte));
    let last = name.len().saturating_sub(1);
    let mix =
        byte(0) ^ (byte(last) << 1) ^ (byte(last / 2) << 2) ^ (name.len() << 3) ^ (byte(last.saturating_sub(1)) << 2);
    (mix ^ (mix >> 6)) % CACHE_SIZE
}

pub(crate) fn namespace(namespace: limpid::Namespace) -> Namespace {
    match namespace {
        limpid::Namespace::None => ns!(),
        limpid::Namespace::Html => ns!(html),
        limpid::Namespace::MathMl => ns!(mathml),
        limpid::Namespace::Svg => ns!(svg),
        limpid::Namespace::XLink => ns!(xlink),
        limpid::Namespace::Xml => ns!(xml),
        limpid::Namespace::XmlNs => ns!(xmlns),
        // Names in other namespaces have a qualifier, which contains the URL. Callers use the qualifier instead of this value.
        limpid::Namespace::Other => ns!(),
    }
}

pub(crate) fn from_namespace(namespace: &Namespace) -> limpid::Namespace {
    match *namespace {
        ns!(html) => limpid::Namespace::Html,
        ns!(mathml) => limpid::Namespace::MathMl,
        ns!(svg) => limpid::Namespace::Svg,
        ns!(xlink) => limpid::Namespace::XLink,
        ns!(xml) => limpid::Namespace::Xml,
        ns!(xmlns) => limpid::Namespace::XmlNs,
        ns!() => limpid::Namespace::None,
        _ => limpid::Namespace::Other,
    }
}

/// Returns the name of a foreign attribute to which the standard assigns a namespace. The prefix is never `None`: for `xmlns`, it is empty.
#[cold]
pub(crate) fn adjusted_name(attribute: &limpid::TokenAttribute<'_>, local: LocalName) -> QualName {
    let prefix = match attribute.prefix() {
        None => namespace_prefix!(""),
        Some(prefix) => Prefix::from(prefix),
    };
    QualName::new(Some(prefix), namespace(attribute.namespace()), local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_has_an_atom() {
        let mut names = Names::new();
        for index in 1..limpid::LocalName::COUNT {
            let name = limpid::LocalName::from_index(index);
            assert_eq!(&*names.local_name(name, ""), name.as_str());
        }
    }

    #[test]
    fn names_with_the_same_slot_are_distinguished() {
        let mut names = Names::new();
        assert_eq!(slot(b"x-abc-y"), slot(b"x-zbc-y"));
        for name in ["x-abc-y", "x-zbc-y", "x-abc-y", "", "ü"] {
            assert_eq!(&*names.other(name), name);
        }
    }

    #[test]
    fn namespaces_round_trip() {
        use limpid_markup::Namespace::{Html, MathMl, None, Other, Svg, XLink, Xml, XmlNs};
        for ours in [None, Html, MathMl, Svg, XLink, Xml, XmlNs] {
            assert_eq!(&*namespace(ours), ours.url());
            assert_eq!(from_namespace(&namespace(ours)), ours);
        }
        assert_eq!(from_namespace(&Namespace::from("http://example.org/")), Other);
    }
}
