//! Numbers of prefixes and namespaces for a tree builder that has numbered its URLs: an element costs the same however long
//! the URL of its namespace is.

use crate::storage::qualifiers::{Qualifiers, is_same_prefix};
use limpid_markup::Qualifier;
use std::collections::HashMap;

/// The document's numbers of qualifiers, by the tree builder's numbers of URLs.
#[derive(Clone, Debug, Default)]
pub(super) struct NamespaceNumbers {
    /// A direct-mapped cache: the tree builder's number of a URL, and the document's number of a qualifier with that URL.
    recent: [(u32, u32); 8],
    /// The indexes of the URLs in the document: however many there are, each is read once.
    urls: HashMap<u32, u32>,
}

impl NamespaceNumbers {
    /// Returns the document's number of a qualifier whose URL has the number `url`.
    pub(super) fn number(&mut self, qualifiers: &mut Qualifiers, qualifier: Qualifier<'_>, url: u32) -> u32 {
        let prefix = qualifier.prefix;
        let slot = (url as usize + prefix.len() + usize::from(prefix.bytes().next().unwrap_or_default())) % 8;
        let (known_url, known) = self.recent[slot];
        if known_url == url && qualifiers.own(known).is_some_and(|own| is_same_prefix(own.prefix, prefix)) {
            return known;
        }
        let index = *self.urls.entry(url).or_insert_with(|| qualifiers.url_index(qualifier.namespace_url));
        let number = qualifiers.own_number_by_url(qualifier, index);
        self.recent[slot] = (url, number);
        number
    }
}
