//! Long namespace URLs: formats that name the namespace of each element write one of these once, so that what is written
//! stays in proportion to the document.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The length in bytes up to which a URL is written wherever it is meant.
const LONGEST_REPEATED: usize = 255;

/// A namespace as it is written.
pub(super) enum Url<'d> {
    Text(&'d str),
    /// The position of the element that has the text.
    In(usize),
}

/// The positions of the elements that have long URLs, by the document's numbers of the namespaces.
#[derive(Default)]
pub(super) struct LongUrls(HashMap<u32, usize>);

impl LongUrls {
    /// Returns what the element at a position has for a namespace of its name, or of one of its attributes.
    #[inline]
    pub(super) fn write<'d>(&mut self, number: u32, url: &'d str, position: usize) -> Url<'d> {
        if url.len() <= LONGEST_REPEATED {
            return Url::Text(url);
        }
        match self.0.entry(number) {
            Entry::Occupied(first) => Url::In(*first.get()),
            Entry::Vacant(new) => {
                new.insert(position);
                Url::Text(url)
            }
        }
    }
}
