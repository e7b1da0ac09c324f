//! The budget of an evaluation: the steps that it may take, and the bytes that it may hold at one time.
//!
//! A step is a node visited, a subexpression evaluated at a node, or up to [`TEXT`] bytes of a string built or read. Memory has
//! two parts. Values in use are counted while they exist, and too many of them are an error. Caches are counted until the
//! evaluation ends; when there is no memory for a cache, the evaluation goes on without it and pays in steps.

use crate::tree::Tree;

/// The steps of a default budget that do not depend on the document and the expression.
const BASE_STEPS: u64 = 1 << 24;

/// The steps of a default budget for each unit of the document and each part of the expression.
const STEPS: u64 = 64;

/// The most levels of the tree for each of which a default budget has another step for each unit and part.
const DEPTH: usize = 512;

/// The bytes that values, and caches, may take for any document.
const BASE_BYTES: usize = 32 << 20;

/// The bytes that values, and caches, may take for each unit of the document.
const BYTES: usize = 256;

/// The bytes of a string that are built or read in one step.
pub(crate) const TEXT: usize = 16;

/// The steps and bytes that are left to an evaluation.
#[derive(Debug)]
pub(crate) struct Budget<'t> {
    /// The tree whose depth is not counted yet, and the steps for each level.
    levels: Option<(&'t Tree<'t>, u64)>,
    pub(super) most_steps: u64,
    pub(super) steps_left: u64,
    /// The most bytes of values, and the most bytes of caches.
    pub(super) most_bytes: usize,
    /// The bytes of values in use.
    pub(super) held: usize,
    /// The bytes of caches.
    cached: usize,
}

/// The part of the budget that does not suffice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exceeded {
    Steps,
    Bytes,
}

impl<'t> Budget<'t> {
    /// Returns the budget for an expression of `parts` on a document of `size` units, or with an explicit number of steps.
    pub(super) fn new(tree: &'t Tree<'t>, size: usize, parts: usize, max_steps: Option<u64>) -> Budget<'t> {
        let product = (size as u64).saturating_mul(parts as u64);
        let levels = if max_steps.is_some() { None } else { Some((tree, product)) };
        let most_steps = max_steps.unwrap_or(product.saturating_mul(STEPS).saturating_add(BASE_STEPS));
        let most_bytes = size.saturating_mul(BYTES).saturating_add(BASE_BYTES);
        // Whoever allows more steps allows the memory that they need.
        let explicit = max_steps.map_or(0, |steps| usize::try_from(steps.saturating_mul(4)).unwrap_or(usize::MAX));
        Budget { levels, most_steps, steps_left: most_steps, most_bytes: most_bytes.max(explicit), held: 0, cached: 0 }
    }

    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Exceeded> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => self.spend_for_depth(steps),
        }
    }

    /// Adds the steps for the depth of the tree, which few evaluations need.
    #[cold]
    fn spend_for_depth(&mut self, steps: u64) -> Result<(), Exceeded> {
        if let Some((tree, product)) = self.levels.take() {
            let more = product.saturating_mul(tree.depth().min(DEPTH) as u64);
            self.most_steps = self.most_steps.saturating_add(more);
            self.steps_left = self.steps_left.saturating_add(more);
        }
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => {
                self.steps_left = 0;
                Err(Exceeded::Steps)
            }
        }
    }

    /// Counts bytes of values in use.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Exceeded> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.most_bytes { Err(Exceeded::Bytes) } else { Ok(()) }
    }

    /// Reserves bytes for a cache. Returns whether there are so many.
    pub(super) fn cache(&mut self, bytes: usize) -> bool {
        let cached = self.cached.saturating_add(bytes);
        let is_enough = cached <= self.most_bytes;
        if is_enough {
            self.cached = cached;
        }
        is_enough
    }
}
