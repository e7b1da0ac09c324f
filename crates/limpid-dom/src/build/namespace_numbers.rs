//! Numbers of prefixes and namespaces for a tree builder that keeps its URLs where they are.

use crate::storage::qualifiers::{Qualifiers, is_same_prefix};
use limpid_markup::Qualifier;
use std::collections::HashMap;

/// The numbers of prefixes and namespaces by the places of the URLs.
#[derive(Clone, Debug, Default)]
pub(super) struct NamespacePlaces {
    recent: [(usize, usize, u32); 8],
    /// The indexes of the URLs by address and length: however many there are, each is read once.
    urls: HashMap<(usize, usize), u32>,
}

impl NamespacePlaces {
    pub(super) fn number(&mut self, qualifiers: &mut Qualifiers, qualifier: Qualifier<'_>) -> u32 {
        let Qualifier { prefix, namespace_url: url } = qualifier;
        let (address, length) = (url.as_ptr() as usize, url.len());
        let slot = (address / 16 + prefix.len() + usize::from(prefix.bytes().next().unwrap_or_default())) % 8;
        let (known_address, known_length, known) = self.recent[slot];
        if (known_address, known_length) == (address, length)
            && qualifiers.own(known).is_some_and(|own| is_same_prefix(own.prefix, prefix))
        {
            return known;
        }
        let index = *self.urls.entry((address, length)).or_insert_with(|| qualifiers.url_index(url));
        let number = qualifiers.own_number_by_url(qualifier, index);
        self.recent[slot] = (address, length, number);
        number
    }
}
