//! Facts about a document that are computed when they are first needed, and dropped by the changes that make them wrong.

use crate::storage::arena::Arena;
use crate::storage::order::Order;
use crate::storage::ranks::Ranks;
use crate::storage::word_filter::word_filters;
use limpid_markup::ParseError;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The number of searches for a class or an id that go without the word filters. Building them costs about as much as two searches save.
const SEARCHES_WITHOUT_FILTERS: u32 = 3;

/// The lazily computed facts. A change of a document calls the function for its kind: [`Arena::tree_changes`],
/// [`Arena::attributes_change`] or [`Arena::source_changes`].
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The order of the nodes in memory, or `None` inside if it is not the tree's.
    order: OnceLock<Option<Order>>,
    /// The ranks of the root's tree.
    ranks: OnceLock<Option<Ranks>>,
    word_searches: AtomicU32,
    word_filters: OnceLock<Vec<u32>>,
    /// The first element of each id in the root's tree.
    ids: OnceLock<HashMap<String, u32>>,
    /// All errors, if the input stream has errors that the parser did not report.
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

    /// Returns the order of the nodes if it is computed already and is the tree's.
    #[inline]
    pub(crate) fn known_order(&self) -> Option<&Order> {
        self.index.get()?.order.get()?.as_ref()
    }

    /// Returns the order of the nodes if it is the tree's; `None` during a parse.
    pub(crate) fn order(&self) -> Option<&Order> {
        if self.is_being_built {
            return None;
        }
        self.index().order.get_or_init(|| Order::of(&self.nodes, self.root)).as_ref()
    }

    /// Returns the ranks of the root's tree; `None` during a parse.
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

    /// Returns the word filters of all nodes, after some searches without them.
    #[inline]
    pub(crate) fn word_filters(&self, source: &str) -> Option<&[u32]> {
        let index = self.index.get()?;
        if index.word_searches.load(Relaxed) < SEARCHES_WITHOUT_FILTERS {
            return None;
        }
        Some(index.word_filters.get_or_init(|| word_filters(self, source)))
    }

    /// Whether the word filters, if there are any, are those of the attributes.
    pub(crate) fn has_right_word_filters(&self, source: &str) -> bool {
        let known = self.index.get().and_then(|index| index.word_filters.get());
        known.is_none_or(|filters| word_filters(self, source).starts_with(filters))
    }

    /// Returns the first element of each id, which `find` looks for the first time.
    #[inline]
    pub(crate) fn ids(&self, find: impl FnOnce() -> HashMap<String, u32>) -> &HashMap<String, u32> {
        self.index().ids.get_or_init(find)
    }

    /// Returns all errors, which `find` computes the first time.
    pub(crate) fn all_errors(&self, find: impl FnOnce() -> Option<Vec<ParseError>>) -> &[ParseError] {
        self.index().all_errors.get_or_init(find).as_deref().unwrap_or(&self.errors)
    }

    /// Called before a node is moved, and after a parse.
    #[inline]
    pub(crate) fn tree_changes(&mut self) {
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
    pub(crate) fn attributes_change(&mut self) {
        if let Some(index) = self.index.get_mut() {
            index.word_searches = AtomicU32::new(0);
            index.word_filters.take();
            index.ids.take();
        }
    }
}
