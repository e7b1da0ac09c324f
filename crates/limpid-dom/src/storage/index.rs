//! Lazily computed facts about a document. Changes drop the facts that may have become wrong.

use crate::storage::arena::Arena;
use crate::storage::order::Order;
use crate::storage::ranks::Ranks;
use crate::storage::word_filter::word_filters;
use limpid_markup::ParseError;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of searches for a class or an id before the [word filters](word_filters) are built. Building them costs about as much as they save
/// in two searches.
const SEARCHES_WITHOUT_FILTERS: u32 = 3;

/// Lazily computed facts. Changes call [`Arena::invalidate_tree`] or [`Arena::invalidate_attributes`] to drop them.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The inner value is `None` if the nodes' numbers are not in tree order.
    order: OnceLock<Option<Order>>,
    ranks: OnceLock<Option<Ranks>>,
    word_searches: AtomicU32,
    word_filters: OnceLock<Vec<u32>>,
    /// The first element of each id in the root's tree.
    ids: OnceLock<HashMap<String, u32>>,
    /// All errors, or `None` if the parser already reported all of them.
    all_errors: OnceLock<Option<Vec<ParseError>>>,
}

impl Clone for Index {
    fn clone(&self) -> Self {
        let Index { order, ranks, word_searches, word_filters, ids, all_errors } = self;
        Index {
            order: order.clone(),
            ranks: ranks.clone(),
            word_searches: word_searches.load(Relaxed).into(),
            word_filters: word_filters.clone(),
            ids: ids.clone(),
            all_errors: all_errors.clone(),
        }
    }
}

impl Arena {
    #[inline]
    fn index(&self) -> &Index {
        self.index.get_or_init(Box::default)
    }

    /// Returns the order of the nodes, if it is already computed.
    #[inline]
    pub(crate) fn known_order(&self) -> Option<&Order> {
        self.index.get()?.order.get()?.as_ref()
    }

    /// Returns `None` if the nodes' numbers are not in tree order, and during a parse.
    pub(crate) fn order(&self) -> Option<&Order> {
        if self.is_being_built {
            return None;
        }
        self.index().order.get_or_init(|| Order::of(&self.nodes, self.root)).as_ref()
    }

    /// Returns the ranks of the root's tree, or `None` during a parse.
    #[inline]
    pub(crate) fn ranks(&self) -> Option<&Ranks> {
        if self.is_being_built {
            return None;
        }
        self.index().ranks.get_or_init(|| Ranks::from(self, self.root, usize::MAX)).as_ref()
    }

    /// Counts a search for a class or an id that read the attributes of many nodes.
    #[inline]
    pub(crate) fn count_word_search(&self) {
        self.index().word_searches.fetch_add(1, Relaxed);
    }

    /// Returns the word filters of all nodes. Returns `None` before [`SEARCHES_WITHOUT_FILTERS`] searches.
    #[inline]
    pub(crate) fn word_filters(&self, source: &str) -> Option<&[u32]> {
        let index = self.index.get()?;
        if index.word_searches.load(Relaxed) < SEARCHES_WITHOUT_FILTERS {
            return None;
        }
        Some(index.word_filters.get_or_init(|| word_filters(self, source)))
    }

    /// Whether the word filters, if already built, agree with the attributes.
    pub(crate) fn word_filters_are_valid(&self, source: &str) -> bool {
        let cached = self.index.get().and_then(|index| index.word_filters.get());
        cached.is_none_or(|filters| word_filters(self, source).starts_with(filters))
    }

    /// Returns a map from each id to the first element that has it. The first call computes the map with `find`.
    #[inline]
    pub(crate) fn ids(&self, find: impl FnOnce() -> HashMap<String, u32>) -> &HashMap<String, u32> {
        self.index().ids.get_or_init(find)
    }

    /// Returns all errors. The first call computes them with `find`.
    pub(crate) fn all_errors(&self, find: impl FnOnce() -> Option<Vec<ParseError>>) -> &[ParseError] {
        self.index().all_errors.get_or_init(find).as_deref().unwrap_or(&self.errors)
    }

    /// Called before a node is moved.
    #[inline]
    pub(crate) fn invalidate_tree(&mut self) {
        if !self.is_being_built
            && let Some(index) = self.index.get_mut()
        {
            index.order.take();
            index.ranks.take();
            index.word_searches = AtomicU32::new(0);
            index.word_filters.take();
            index.ids.take();
        }
    }

    /// Called before an attribute is changed.
    #[inline]
    pub(crate) fn invalidate_attributes(&mut self) {
        if let Some(index) = self.index.get_mut() {
            index.word_searches = AtomicU32::new(0);
            index.word_filters.take();
            index.ids.take();
        }
    }
}
