//! Names as markup5ever's atoms, made once for the process, and a cache of the others.

use limpid_markup as limpid;
use markup5ever::{LocalName, Namespace, Prefix, QualName, namespace_prefix, ns};
use std::sync::LazyLock;

/// The atom of each name that limpid knows, by its [`index`](limpid::LocalName::index). Most are static atoms, of which a
/// clone is a copy.
static KNOWN: LazyLock<Vec<LocalName>> = LazyLock::new(|| {
    (0..limpid::LocalName::COUNT).map(|index| LocalName::from(limpid::LocalName::from_index(index).as_str())).collect()
});

/// The number of names without an id that are remembered; a power of two.
const REMEMBERED: usize = 64;

/// The number of prefixes that are remembered, with their namespaces.
const QUALIFIERS: usize = 16;

/// Turns limpid's names into atoms. For a name that has no id the table of atoms is asked, which takes a lock; pages repeat
/// the same few such names.
#[derive(Debug)]
pub(crate) struct Names {
    known: &'static [LocalName],
    others: Vec<Option<LocalName>>,
    /// Prefixes and namespaces that XML had last.
    qualifiers: Vec<(Prefix, Namespace)>,
}

impl Names {
    pub(crate) fn new() -> Names {
        Names { known: &KNOWN, others: Vec::new(), qualifiers: Vec::new() }
    }

    /// The atom of a name that limpid knows.
    #[inline]
    pub(crate) fn known(&self, name: limpid::LocalName) -> Option<&LocalName> {
        if name.is_known() { self.known.get(name.index()) } else { None }
    }

    /// The atom of any other.
    pub(crate) fn other(&mut self, text: &str) -> LocalName {
        if self.others.is_empty() {
            self.others.resize(REMEMBERED, None);
        }
        let slot = slot(text.as_bytes());
        match &self.others[slot] {
            Some(name) if **name == *text => name.clone(),
            _ => self.others[slot].insert(LocalName::from(text)).clone(),
        }
    }

    /// The name of an element or attribute in XML, which has no prefix if that is empty.
    pub(crate) fn qualified(&mut self, qualifier: limpid::Qualifier<'_>, local: LocalName) -> QualName {
        let is_it =
            |(prefix, ns): &(Prefix, Namespace)| **prefix == *qualifier.prefix && **ns == *qualifier.namespace_url;
        let (prefix, ns) = match self.qualifiers.iter().find(|it| is_it(it)) {
            Some(found) => found.clone(),
            None => {
                if self.qualifiers.len() == QUALIFIERS {
                    self.qualifiers.clear();
                }
                let made = (Prefix::from(qualifier.prefix), Namespace::from(qualifier.namespace_url));
                self.qualifiers.push(made.clone());
                made
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

/// Names of one page differ in length or at an end, mostly.
fn slot(name: &[u8]) -> usize {
    let byte = |at: usize| name.get(at).map_or(0, |&byte| usize::from(byte));
    let last = name.len().saturating_sub(1);
    let mix =
        byte(0) ^ (byte(last) << 1) ^ (byte(last / 2) << 2) ^ (name.len() << 3) ^ (byte(last.saturating_sub(1)) << 2);
    (mix ^ (mix >> 6)) % REMEMBERED
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
        // Its URL is not here.
        limpid::Namespace::Other => ns!(),
    }
}

/// limpid's namespace of that URL.
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

/// The name of an attribute that the standard gives a namespace. Its prefix is there even if it is empty, as that of
/// `xmlns` is.
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
    fn every_name_has_its_atom() {
        let mut names = Names::new();
        for index in 1..limpid::LocalName::COUNT {
            let name = limpid::LocalName::from_index(index);
            assert_eq!(&*names.local_name(name, ""), name.as_str());
        }
    }

    #[test]
    fn other_names_are_told_apart_in_one_slot() {
        let mut names = Names::new();
        assert_eq!(slot(b"x-abc-y"), slot(b"x-zbc-y"));
        for name in ["x-abc-y", "x-zbc-y", "x-abc-y", "", "ü"] {
            assert_eq!(&*names.other(name), name);
        }
    }

    #[test]
    fn namespaces_go_both_ways() {
        use limpid_markup::Namespace::{Html, MathMl, None, Other, Svg, XLink, Xml, XmlNs};
        for ours in [None, Html, MathMl, Svg, XLink, Xml, XmlNs] {
            assert_eq!(&*namespace(ours), ours.url());
            assert_eq!(from_namespace(&namespace(ours)), ours);
        }
        assert_eq!(from_namespace(&Namespace::from("http://example.org/")), Other);
    }
}
