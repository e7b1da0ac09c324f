//! Answers that are found when they are asked for the first time, apart, so that small documents do not have them made, moved and dropped.

use crate::storage::order::Order;
use crate::storage::ranks::Ranks;
use limpid_markup::ParseError;
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
