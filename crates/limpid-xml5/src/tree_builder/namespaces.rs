//! [Namespaces](https://www.w3.org/TR/xml-names/): the current namespace of each prefix.

use limpid_markup::{Namespace, Qualifier};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NamespaceNumber(u32);

impl NamespaceNumber {
    pub(super) const NONE: NamespaceNumber = NamespaceNumber(0);
    pub(super) const XML: NamespaceNumber = NamespaceNumber(1);
    pub(super) const XMLNS: NamespaceNumber = NamespaceNumber(2);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PrefixNumber(u32);

impl PrefixNumber {
    /// No prefix, which is bound to the default namespace.
    const NONE: PrefixNumber = PrefixNumber(0);
}

/// A previous binding of a prefix, which is restored when an element ends.
#[derive(Clone, Copy, Debug)]
struct ShadowedBinding {
    prefix: PrefixNumber,
    namespace: Option<NamespaceNumber>,
}

#[derive(Clone, Debug)]
struct RecentPrefix {
    text: Box<str>,
    number: PrefixNumber,
}

#[derive(Clone, Debug)]
pub(super) struct Namespaces {
    urls: Vec<(Box<str>, Namespace)>,
    numbers: HashMap<Box<str>, NamespaceNumber>,
    /// The URL of the last lookup. The next lookup is often for the same URL.
    recent_url: NamespaceNumber,
    prefixes: HashMap<Box<str>, PrefixNumber>,
    /// The namespace of each prefix, if it is bound.
    bindings: Vec<Option<NamespaceNumber>>,
    shadowed: Vec<ShadowedBinding>,
    recent_prefix: Option<RecentPrefix>,
}

impl Default for Namespaces {
    fn default() -> Namespaces {
        let mut namespaces = Namespaces {
            urls: Vec::new(),
            numbers: HashMap::new(),
            recent_url: NamespaceNumber::NONE,
            prefixes: HashMap::new(),
            // The default namespace.
            bindings: vec![Some(NamespaceNumber::NONE)],
            shadowed: Vec::new(),
            recent_prefix: None,
        };
        for namespace in [Namespace::None, Namespace::Xml, Namespace::XmlNs] {
            namespaces.number(namespace.url());
        }
        // The loop above has assigned these URLs the numbers of the constants.
        for (prefix, namespace) in [("xml", NamespaceNumber::XML), ("xmlns", NamespaceNumber::XMLNS)] {
            let number = namespaces.prefix(prefix);
            namespaces.bindings[number.0 as usize] = Some(namespace);
        }
        namespaces
    }
}

impl Namespaces {
    /// Returns the number of a namespace URL. Adds the URL if it is new.
    pub(super) fn number(&mut self, url: &str) -> NamespaceNumber {
        if self.urls.get(self.recent_url.0 as usize).is_some_and(|(recent, _)| **recent == *url) {
            return self.recent_url;
        }
        self.recent_url = self.number_by_hash(url);
        self.recent_url
    }

    fn number_by_hash(&mut self, url: &str) -> NamespaceNumber {
        if let Some(&number) = self.numbers.get(url) {
            return number;
        }
        let number = NamespaceNumber(self.urls.len() as u32);
        self.numbers.insert(url.into(), number);
        self.urls.push((url.into(), Namespace::from_url(url)));
        number
    }

    #[inline]
    pub(super) fn qualifier<'q>(&'q self, prefix: &'q str, number: NamespaceNumber) -> Qualifier<'q> {
        Qualifier { prefix, namespace_url: &self.urls[number.0 as usize].0, namespace_number: Some(number.0) }
    }

    #[inline]
    pub(super) fn namespace(&self, number: NamespaceNumber) -> Namespace {
        self.urls[number.0 as usize].1
    }

    fn prefix(&mut self, prefix: &str) -> PrefixNumber {
        if prefix.is_empty() {
            return PrefixNumber::NONE;
        }
        if let Some(&number) = self.prefixes.get(prefix) {
            return number;
        }
        let number = PrefixNumber(self.bindings.len() as u32);
        self.prefixes.insert(prefix.into(), number);
        self.bindings.push(None);
        number
    }

    /// Returns the namespace of elements without a prefix.
    #[inline]
    pub(super) fn default_namespace(&self) -> NamespaceNumber {
        self.bindings[PrefixNumber::NONE.0 as usize].unwrap_or(NamespaceNumber::NONE)
    }

    #[inline]
    pub(super) fn resolve(&mut self, prefix: &str) -> Option<NamespaceNumber> {
        let number = match &self.recent_prefix {
            Some(recent_prefix) if *recent_prefix.text == *prefix => recent_prefix.number,
            _ => {
                let number = *self.prefixes.get(prefix)?;
                self.recent_prefix = Some(RecentPrefix { text: prefix.into(), number });
                number
            }
        };
        self.bindings[number.0 as usize]
    }

    /// Binds a prefix to a namespace, until [`restore`](Self::restore).
    pub(super) fn declare(&mut self, prefix: &str, namespace: Option<NamespaceNumber>) {
        let prefix = self.prefix(prefix);
        let namespace = core::mem::replace(&mut self.bindings[prefix.0 as usize], namespace);
        self.shadowed.push(ShadowedBinding { prefix, namespace });
    }

    /// Returns the number of shadowed bindings. Passing it to [`restore`](Self::restore) later undoes the declarations made in between.
    #[inline]
    pub(super) fn mark(&self) -> u32 {
        self.shadowed.len() as u32
    }

    /// Undoes all declarations that were made since [`mark`](Self::mark) returned this value.
    #[inline]
    pub(super) fn restore(&mut self, mark: u32) {
        while self.shadowed.len() > mark as usize {
            if let Some(ShadowedBinding { prefix, namespace }) = self.shadowed.pop() {
                self.bindings[prefix.0 as usize] = namespace;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_last_as_long_as_their_element() {
        let mut namespaces = Namespaces::default();
        assert_eq!(namespaces.resolve("xml"), Some(NamespaceNumber::XML));
        assert_eq!(namespaces.qualifier("", NamespaceNumber::XMLNS).namespace_url, "http://www.w3.org/2000/xmlns/");
        assert_eq!(namespaces.resolve("p"), None);
        let outer = namespaces.mark();
        let (one, two) = (namespaces.number("one"), namespaces.number("two"));
        namespaces.declare("p", Some(one));
        namespaces.declare("", Some(one));
        let inner = namespaces.mark();
        namespaces.declare("p", Some(two));
        namespaces.declare("p", None);
        assert_eq!((namespaces.resolve("p"), namespaces.default_namespace()), (None, one));
        namespaces.restore(inner);
        assert_eq!(namespaces.resolve("p"), Some(one));
        namespaces.restore(outer);
        assert_eq!((namespaces.resolve("p"), namespaces.default_namespace()), (None, NamespaceNumber::NONE));
    }
}
