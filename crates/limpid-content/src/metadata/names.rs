//! Elements whose classes or ids name an author or a date: [`Named`].

use super::byline::rank;
use crate::hints::Hints;
use limpid_dom::{Document, LocalName, NodeRef};
use std::collections::HashMap;

/// The maximum number of elements of each kind.
const MAX_AUTHORS: usize = 20;
const MAX_DATES: usize = 40;

/// Elements whose class or id contains certain words.
pub(super) struct Named<'d> {
    /// Elements that name an author, the most specific words first.
    pub(super) authors: Vec<NodeRef<'d>>,
    /// Elements that name a date, in tree order.
    pub(super) dates: Vec<NodeRef<'d>>,
}

impl<'d> Named<'d> {
    pub(super) fn new(document: &'d Document<'_>) -> Named<'d> {
        let mut authors: Vec<(u8, NodeRef<'d>)> = Vec::new();
        let mut dates = Vec::new();
        // Many elements have the same classes.
        let mut known: HashMap<&str, (Option<u8>, bool)> = HashMap::new();
        let is_name = |name: LocalName| matches!(name, LocalName::CLASS | LocalName::ID);
        document.descendants().each_element(|node| {
            let (mut author, mut is_date) = (None, false);
            for attribute in node.attributes().filter(|attribute| is_name(attribute.name())) {
                let value = attribute.value();
                let (rank, names_date) = *known.entry(value).or_insert_with(|| (rank(value), names_date(value)));
                author = author.into_iter().chain(rank).min();
                is_date |= names_date;
            }
            if let Some(rank) = author.filter(|_| authors.len() < MAX_AUTHORS) {
                authors.push((rank, node));
            }
            if is_date && dates.len() < MAX_DATES {
                dates.push(node);
            }
        });
        authors.sort_by_cached_key(|(rank, node)| (is_beside(*node), *rank));
        dates.sort_by_cached_key(|node| is_beside(*node));
        Named { authors: authors.into_iter().map(|(_, node)| node).collect(), dates }
    }
}

/// Whether an element is in comments, in a menu or in another part beside the content.
pub(super) fn is_beside(node: NodeRef<'_>) -> bool {
    node.inclusive_ancestors().any(|ancestor| {
        let words = ["class", "id"].into_iter().filter_map(|name| ancestor.attribute(name));
        matches!(ancestor.name(), LocalName::ASIDE | LocalName::NAV)
            || words.map(Hints::of_words).any(|hints| hints.has(Hints::COMMENTS))
    })
}

fn names_date(value: &str) -> bool {
    contains_any(value, &["byline", "date", "meta", "posted", "publish", "time"])
}

/// Whether a text contains one of these words, in any case.
pub(super) fn contains_any(text: &str, words: &[&str]) -> bool {
    let letter = |byte: u8| 1_u32 << (byte.to_ascii_lowercase().wrapping_sub(b'a') % 32);
    let letters = words.iter().fold(0, |letters, word| letters | letter(word.as_bytes()[0]));
    let is_word = |rest: &[u8]| {
        words.iter().any(|word| rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes())))
    };
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| letters & letter(bytes[at]) != 0 && is_word(&bytes[at..]))
}
