//! What elements have from those above them: the nearest one that says something.
//!
//! To go up from each element takes long where many are deep, or the text of one is read for many. So what is found is kept.

use crate::forms::Forms;
use crate::language::DefaultLanguage;
use core::cell::{OnceCell, RefCell};
use limpid_dom::{NodeId, NodeRef};
use std::collections::BTreeMap;

/// What a search has found out so far about the elements above others.
#[derive(Clone, Default)]
pub(crate) struct Inherited<'d> {
    pub(crate) default_language: DefaultLanguage<'d>,
    pub(crate) languages: Nearest<&'d str>,
    pub(crate) directions: Nearest<&'static str>,
    /// What the text of an element says of its direction.
    pub(crate) text_directions: Kept<Option<&'static str>>,
    pub(crate) is_editable: Nearest<bool>,
    pub(crate) is_in_disabled_fieldset: Nearest<bool>,
    pub(crate) is_in_disabled_group: Nearest<bool>,
    pub(crate) is_in_datalist: Nearest<bool>,
    /// The first `legend` of a `fieldset`.
    pub(crate) first_legends: Kept<Option<NodeId>>,
    /// The forms of the tree that is searched.
    pub(crate) forms: OnceCell<Forms<'d>>,
}

/// Something that is found out once for a node.
#[derive(Clone)]
pub(crate) struct Kept<T> {
    known: RefCell<BTreeMap<u32, T>>,
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

/// Every so many nodes on the way up, what was found is kept.
const STRIDE: usize = 64;

/// What the nearest node says, an element itself or one above it.
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
    /// What the nearest one says; `None` if none says anything. `up` goes from a node to the next above it.
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
