//! Long namespace URLs. Formats that name the namespace of each element write a long URL only once, so that the size of the output
//! stays proportional to the size of the document.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The maximum length in bytes of a URL that is written at each use.
const MAX_REPEATED_LEN: usize = 255;

/// How a namespace URL is written.
pub(super) enum Url<'d> {
    Text(&'d str),
    /// The position of the element with which the URL was written.
    WrittenAt(usize),
}

/// For each long URL that was written, the position of the element with which it was written. The keys are the document's namespace
/// numbers.
#[derive(Default)]
pub(super) struct LongUrls(HashMap<u32, usize>);

impl LongUrls {
    /// Returns the URL of a namespace or, if the URL is long and was written before, the position of the element with which it was written.
    /// The namespace belongs to the element at `position` or to one of its attributes.
    #[inline]
    pub(super) fn url_or_position<'d>(&mut self, number: u32, url: &'d str, position: usize) -> Url<'d> {
        if url.len() <= MAX_REPEATED_LEN {
            return Url::Text(url);
        }
        match self.0.entry(number) {
            Entry::Occupied(first) => Url::WrittenAt(*first.get()),
            Entry::Vacant(new) => {
                new.insert(position);
                Url::Text(url)
            }
        }
    }
}
