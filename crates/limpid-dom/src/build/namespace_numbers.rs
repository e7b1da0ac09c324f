//! Maps the tree builder's numbers of namespace URLs to qualifiers, so that the cost of an element does not depend on the length of its URL.

use crate::storage::qualifiers::{Qualifiers, is_same_prefix};
use limpid_markup::Qualifier;
use std::collections::HashMap;

/// A map from the numbers that the tree builder assigned to namespace URLs to the numbers of the document.
#[derive(Clone, Debug, Default)]
pub(super) struct NamespaceNumbers {
    /// A direct-mapped cache: the tree builder's number of a URL, and the document's number of a qualifier with this URL.
    recent: [(u32, u32); 8],
    /// The document's index of each URL, so that each URL is hashed only once.
    urls: HashMap<u32, u32>,
}

impl NamespaceNumbers {
    /// Returns the document's number of a qualifier. `url` is the tree builder's number of its URL.
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
