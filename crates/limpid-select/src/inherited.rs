//! Inherited properties: an element has the value of its nearest ancestor that sets a value.
//!
//! Walking up from every element is slow in deep trees, and so is reading the text of one element repeatedly. The results are therefore
//! cached.

use crate::forms::Forms;
use crate::language::DefaultLanguage;
use core::cell::{OnceCell, RefCell};
use limpid_dom::{NodeId, NodeRef};
use std::collections::HashMap;

/// The properties that the elements of a searched tree get from their ancestors, as caches.
#[derive(Clone, Default)]
pub(crate) struct Inherited<'d> {
    pub(crate) default_language: DefaultLanguage<'d>,
    pub(crate) languages: Nearest<&'d str>,
    pub(crate) directions: Nearest<&'static str>,
    pub(crate) text_directions: Cache<Option<&'static str>>,
    pub(crate) is_editable: Nearest<bool>,
    pub(crate) is_in_disabled_fieldset: Nearest<bool>,
    pub(crate) is_in_disabled_group: Nearest<bool>,
    pub(crate) is_in_datalist: Nearest<bool>,
    pub(crate) first_legends: Cache<Option<NodeId>>,
    /// The forms of the searched tree.
    pub(crate) forms: OnceCell<Forms<'d>>,
}

/// A value per node that is computed once.
#[derive(Clone)]
pub(crate) struct Cache<T> {
    values: RefCell<HashMap<u32, T>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Cache<T> {
        Cache { values: RefCell::default() }
    }
}

impl<T: Copy> Cache<T> {
    fn cached(&self, node: NodeRef<'_>) -> Option<T> {
        self.values.borrow().get(&node.id().get()).copied()
    }

    pub(crate) fn get(&self, node: NodeRef<'_>, compute: impl FnOnce() -> T) -> T {
        self.cached(node).unwrap_or_else(|| {
            let value = compute();
            self.values.borrow_mut().insert(node.id().get(), value);
            value
        })
    }
}

/// Results are cached at every 64th node on the way up.
const STRIDE: usize = 64;

/// A property of the nearest inclusive ancestor that sets it.
#[derive(Clone)]
pub(crate) struct Nearest<T> {
    cache: Cache<Option<T>>,
}

impl<T> Default for Nearest<T> {
    fn default() -> Nearest<T> {
        Nearest { cache: Cache::default() }
    }
}

impl<T: Copy> Nearest<T> {
    /// Returns the property of the nearest node that sets it. `up` returns the next node to look at, `own` the value that a node sets.
    pub(crate) fn get<'d>(
        &self,
        element: NodeRef<'d>,
        up: impl Fn(NodeRef<'d>) -> Option<NodeRef<'d>>,
        own: impl Fn(NodeRef<'d>) -> Option<T>,
    ) -> Option<T> {
        let mut found = None;
        let mut passed = Vec::new();
        for (steps, node) in core::iter::successors(Some(element), |node| up(*node)).enumerate() {
            if steps % STRIDE == STRIDE - 1 {
                if let Some(value) = self.cache.cached(node) {
                    found = value;
                    break;
                }
                passed.push(node);
            }
            found = own(node);
            if found.is_some() {
                break;
            }
        }
        for node in passed {
            self.cache.get(node, || found);
        }
        found
    }
}
