//! Properties that elements inherit: that of the nearest ancestor that has its own.
//!
//! To go up from each element takes long where many are deep, or the text of one is read for many. So results are kept.

use crate::forms::Forms;
use crate::language::DefaultLanguage;
use core::cell::{OnceCell, RefCell};
use limpid_dom::{NodeId, NodeRef};
use std::collections::HashMap;

/// Results of a search so far about the ancestors of elements.
#[derive(Clone, Default)]
pub(crate) struct Inherited<'d> {
    pub(crate) default_language: DefaultLanguage<'d>,
    pub(crate) languages: Nearest<&'d str>,
    pub(crate) directions: Nearest<&'static str>,
    pub(crate) text_directions: Kept<Option<&'static str>>,
    pub(crate) is_editable: Nearest<bool>,
    pub(crate) is_in_disabled_fieldset: Nearest<bool>,
    pub(crate) is_in_disabled_group: Nearest<bool>,
    pub(crate) is_in_datalist: Nearest<bool>,
    pub(crate) first_legends: Kept<Option<NodeId>>,
    /// The forms of the tree that is searched.
    pub(crate) forms: OnceCell<Forms<'d>>,
}

/// A result that is computed once for a node.
#[derive(Clone)]
pub(crate) struct Kept<T> {
    known: RefCell<HashMap<u32, T>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { known: RefCell::default() }
    }
}

impl<T: Copy> Kept<T> {
    fn known(&self, node: NodeRef<'_>) -> Option<T> {
        self.known.borrow().get(&node.id().get()).copied()
    }

    pub(crate) fn get(&self, node: NodeRef<'_>, find_out: impl FnOnce() -> T) -> T {
        self.known(node).unwrap_or_else(|| {
            let found = find_out();
            self.known.borrow_mut().insert(node.id().get(), found);
            found
        })
    }
}

/// The result is kept at every 64th node on the way up.
const STRIDE: usize = 64;

/// A property of the nearest node that has it: the element itself or an ancestor.
#[derive(Clone)]
pub(crate) struct Nearest<T> {
    found: Kept<Option<T>>,
}

impl<T> Default for Nearest<T> {
    fn default() -> Nearest<T> {
        Nearest { found: Kept::default() }
    }
}

impl<T: Copy> Nearest<T> {
    /// Returns the property of the nearest node that has it. `up` goes from a node to the next above it.
    pub(crate) fn get<'d>(
        &self,
        element: NodeRef<'d>,
        up: impl Fn(NodeRef<'d>) -> Option<NodeRef<'d>>,
        says: impl Fn(NodeRef<'d>) -> Option<T>,
    ) -> Option<T> {
        let mut found = None;
        let mut passed = Vec::new();
        for (steps, node) in core::iter::successors(Some(element), |node| up(*node)).enumerate() {
            if steps % STRIDE == STRIDE - 1 {
                if let Some(known) = self.found.known(node) {
                    found = known;
                    break;
                }
                passed.push(node);
            }
            found = says(node);
            if found.is_some() {
                break;
            }
        }
        for node in passed {
            self.found.get(node, || found);
        }
        found
    }
}
