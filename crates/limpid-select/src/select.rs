//! Implementations of limpid-dom's [`Query`] for parsed selectors and for strings.

use crate::error::{EditError, SelectorError};
use crate::search::Search;
use crate::selector::Selector;
use core::fmt;
use core::iter::FusedIterator;
use limpid_dom::{Descendants, MutationError, NodeId, NodeRef, Query, Trees};
use std::sync::LazyLock;
use std::vec;

/// Selects elements, and switches to the algorithm with sets after this many steps. For tests.
#[doc(hidden)]
pub fn select_with_steps<'d>(top: NodeRef<'d>, selector: &Selector, steps: usize) -> Vec<NodeRef<'d>> {
    let mut search = Search::new(&selector.compiled, top).with_steps(steps);
    top.descendants().filter(|node| node.is_element() && search.matches(*node)).collect()
}

/// A marker type for the query language of CSS selectors: the type parameter of [`Query`].
///
/// ```
/// use limpid::{Document, Query};
/// use limpid_select::Css;
///
/// fn has<Q: Query<Css, Output<bool> = bool>>(document: &Document<'_>, selector: Q) -> bool {
///     document.document_element().is_some_and(|html| html.matches(selector))
/// }
/// let selector = limpid::Selector::parse("html[lang]").unwrap();
/// assert!(has(&limpid::parse("<html lang=en>"), &selector));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Css {}

impl<'s> Query<Css> for &'s Selector {
    type Selected<'d> = Selected<'d, 's>;
    type Output<T> = T;
    type EditError = MutationError;

    fn select(self, top: NodeRef<'_>) -> Selected<'_, 's> {
        Selected { nodes: top.descendants(), search: Search::new(&self.compiled, top) }
    }

    fn select_first(self, top: NodeRef<'_>) -> Option<NodeRef<'_>> {
        self.select(top).next()
    }

    fn matches(self, node: NodeRef<'_>) -> bool {
        node.is_element() && Search::new(&self.compiled, node).matches(node)
    }

    fn closest(self, node: NodeRef<'_>) -> Option<NodeRef<'_>> {
        let mut search = Search::new(&self.compiled, node);
        core::iter::once(node).chain(node.ancestors()).find(|node| node.is_element() && search.matches(*node))
    }

    fn ids(self, trees: Trees<'_>) -> Result<Vec<NodeId>, MutationError> {
        Ok(trees.flat_map(|top| self.select(top)).map(NodeRef::id).collect())
    }
}

/// Parses the string on each call. `select` collects all elements at once.
impl Query<Css> for &str {
    type Selected<'d> = Result<vec::IntoIter<NodeRef<'d>>, SelectorError>;
    type Output<T> = Result<T, SelectorError>;
    type EditError = EditError;

    fn select(self, top: NodeRef<'_>) -> Self::Selected<'_> {
        Ok(Selector::parse(self)?.select(top).collect::<Vec<_>>().into_iter())
    }

    fn select_first(self, top: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>> {
        Ok(Selector::parse(self)?.select_first(top))
    }

    fn matches(self, node: NodeRef<'_>) -> Self::Output<bool> {
        Ok(Selector::parse(self)?.matches(node))
    }

    fn closest(self, node: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>> {
        Ok(Selector::parse(self)?.closest(node))
    }

    fn ids(self, trees: Trees<'_>) -> Result<Vec<NodeId>, EditError> {
        Ok(Selector::parse(self)?.ids(trees)?)
    }
}

/// Implements [`Query`] for references by delegation to another implementation.
macro_rules! queries_by_deref {
    ($([$($generics:tt)*] $reference:ty => $target:ty;)*) => {$(
        impl<$($generics)*> Query<Css> for $reference {
            type Selected<'d> = <$target as Query<Css>>::Selected<'d>;
            type Output<T> = <$target as Query<Css>>::Output<T>;
            type EditError = <$target as Query<Css>>::EditError;

            fn select(self, top: NodeRef<'_>) -> Self::Selected<'_> {
                <$target>::select(self, top)
            }

            fn select_first(self, top: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>> {
                <$target>::select_first(self, top)
            }

            fn matches(self, node: NodeRef<'_>) -> Self::Output<bool> {
                <$target>::matches(self, node)
            }

            fn closest(self, node: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>> {
                <$target>::closest(self, node)
            }

            fn ids(self, trees: Trees<'_>) -> Result<Vec<NodeId>, Self::EditError> {
                <$target>::ids(self, trees)
            }
        }
    )*};
}

queries_by_deref! {
    ['s] &'s LazyLock<Selector> => &'s Selector;
    ['s] &'s &Selector => &'s Selector;
    ['s] &'s String => &'s str;
}

/// The iterator of [`NodeRef::select`]: the elements that a selector matches.
///
/// ```
/// let document = limpid::parse("<li>Green<li>Black<li>White");
/// let li = limpid::Selector::parse("li").unwrap();
/// let mut items = document.select(&li);
/// assert_eq!(items.next().unwrap().text_content(), "Green");
/// assert_eq!(items.next_back().unwrap().text_content(), "White");
/// ```
#[derive(Clone)]
pub struct Selected<'d, 's> {
    nodes: Descendants<'d>,
    search: Search<'d, 's>,
}

impl<'d> Iterator for Selected<'d, '_> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        self.search.find(&mut self.nodes)
    }
}

impl DoubleEndedIterator for Selected<'_, '_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.search.find_last(&mut self.nodes)
    }
}

impl FusedIterator for Selected<'_, '_> {}

impl fmt::Debug for Selected<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
