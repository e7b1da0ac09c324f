//! Answers that are found when they are asked for the first time, apart, so that small documents do not have them made, moved and dropped.

use crate::storage::arena::Arena;
use crate::storage::order::Order;
use crate::storage::ranks::Ranks;
use limpid_markup::{ParseError, Seldom};
use std::sync::OnceLock;

/// Answers about a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Found when many nodes are gone through, until one is moved.
    pub(super) order: OnceLock<Option<Order>>,
    /// The ranks of the root's tree, found when they are asked for, until a node is moved.
    pub(super) ranks: OnceLock<Option<Ranks>>,
    /// The errors with those of the input stream, if there are any of these and [`errors`](crate::Document::errors) looked for them.
    pub(crate) all_errors: OnceLock<Option<Vec<ParseError>>>,
}

impl Arena {
    /// The order of the nodes, if they have one that is known.
    #[inline]
    pub(crate) fn known_order(&self) -> Option<&Order> {
        self.found.get()?.as_ref()?.order.get()?.as_ref()
    }

    /// The order of the nodes, if they have one.
    pub(crate) fn order(&self) -> Option<&Order> {
        if self.is_being_built {
            return None;
        }
        self.found()?.order.get_or_init(|| Order::of(&self.nodes, self.root)).as_ref()
    }

    /// Returns what was found in the document.
    #[inline]
    pub(crate) fn found(&self) -> Option<&Found> {
        // Always there.
        self.found.get_or_init(|| Seldom::of(Found::default())).as_deref()
    }

    #[inline]
    fn found_mut(&mut self) -> Option<&mut Found> {
        self.found.get_mut()?.as_deref_mut()
    }

    /// Forgets all errors but its own, before it gets another source.
    pub(crate) fn forget_all_errors(&mut self) {
        if let Some(found) = self.found_mut() {
            found.all_errors = OnceLock::new();
        }
    }

    /// Forgets classes and ids, before an attribute is changed.
    #[inline]
    pub(crate) fn forget_words(&mut self) {
        if let Some(Some(order)) = self.found_mut().and_then(|found| found.order.get_mut()) {
            order.words = Default::default();
        }
    }

    /// Begins to build in a document that was there before: its order will be another.
    #[cfg(feature = "proposed")]
    pub(crate) fn build_again(&mut self) {
        self.forget_order();
        self.is_being_built = true;
    }

    /// Forgets the order, before a node is moved.
    #[inline]
    pub(super) fn forget_order(&mut self) {
        if !self.is_being_built
            && let Some(found) = self.found_mut()
        {
            found.order = OnceLock::new();
            found.ranks = OnceLock::new();
        }
    }

    /// The ranks of the root's tree.
    #[inline]
    pub(crate) fn ranks(&self) -> Option<&Ranks> {
        if self.is_being_built {
            return None;
        }
        self.found()?.ranks.get_or_init(|| Ranks::from(self, self.root, usize::MAX)).as_ref()
    }
}
