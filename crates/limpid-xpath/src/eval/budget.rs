//! The budget of an evaluation: the steps that it may take, and the memory that it may use at one time.
//!
//! A step is a visit of a node, an evaluation of a subexpression at a node, or up to [`TEXT_BYTES`] bytes of a string built or read.
//! Memory has two separate limits. Values are counted while they exist, and exceeding their limit is an error. Caches are counted until
//! the evaluation ends. When the memory for caches is used up, the evaluation continues without a new cache, and takes more steps.
//!
//! The size of a document is counted in units. A unit is a node, or [`TEXT_BYTES`] bytes of text.

use crate::tree::Tree;

/// The part of the default step limit that does not depend on the document and the expression.
const BASE_STEPS: u64 = 1 << 24;

/// The default step limit is `BASE_STEPS` + (`STEPS_PER_UNIT` + depth) × units × parts. The depth is the number of levels of the tree, at most
/// [`MAX_LEVELS`]. The parts are the steps and subexpressions of the expression.
const STEPS_PER_UNIT: u64 = 64;

/// The maximum depth in the default step limit.
const MAX_LEVELS: usize = 512;

/// The part of the memory limit that does not depend on the document, in bytes. The limit applies to values and to caches separately.
const BASE_BYTES: usize = 32 << 20;

/// The part of the memory limit for each unit of the document, in bytes.
const BYTES_PER_UNIT: usize = 256;

/// The bytes of a string that are built or read in one step.
pub(crate) const TEXT_BYTES: usize = 16;

/// The remaining steps and memory of an evaluation.
#[derive(Debug)]
pub(crate) struct Budget<'t> {
    /// The tree, and the number of steps for each of its levels, which are added only when they are needed. `None` if they were already
    /// added, or if the caller has set the limit.
    steps_for_depth: Option<(&'t Tree<'t>, u64)>,
    pub(super) max_steps: u64,
    pub(super) steps_left: u64,
    /// The memory limit in bytes. It applies to values and to caches separately.
    pub(super) max_bytes: usize,
    /// The memory of the existing values, in bytes.
    pub(super) held: usize,
    /// The memory of caches, in bytes.
    cached: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Exceeded {
    Steps,
    Bytes,
}

impl<'t> Budget<'t> {
    /// Returns the budget for an expression of `parts` on a document of `size` units, or with an explicit number of steps.
    pub(super) fn new(tree: &'t Tree<'t>, size: usize, parts: usize, max_steps: Option<u64>) -> Budget<'t> {
        let product = (size as u64).saturating_mul(parts as u64);
        let steps_for_depth = if max_steps.is_some() { None } else { Some((tree, product)) };
        let explicit = max_steps.map_or(0, |steps| usize::try_from(steps.saturating_mul(4)).unwrap_or(usize::MAX));
        let max_steps = max_steps.unwrap_or(product.saturating_mul(STEPS_PER_UNIT).saturating_add(BASE_STEPS));
        let max_bytes = size.saturating_mul(BYTES_PER_UNIT).saturating_add(BASE_BYTES);
        // An explicit number of steps also allows the memory that they may need.
        Budget {
            steps_for_depth,
            max_steps,
            steps_left: max_steps,
            max_bytes: max_bytes.max(explicit),
            held: 0,
            cached: 0,
        }
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

    /// Adds the steps for the depth of the tree. Few evaluations need them, so the depth is computed only now.
    #[cold]
    fn spend_for_depth(&mut self, steps: u64) -> Result<(), Exceeded> {
        if let Some((tree, product)) = self.steps_for_depth.take() {
            let more = product.saturating_mul(tree.depth().min(MAX_LEVELS) as u64);
            self.max_steps = self.max_steps.saturating_add(more);
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

    /// Counts memory of a value, in bytes.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Exceeded> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.max_bytes { Err(Exceeded::Bytes) } else { Ok(()) }
    }

    /// Reserves memory for a cache, in bytes. Returns false if there is not enough.
    pub(super) fn cache(&mut self, bytes: usize) -> bool {
        let cached = self.cached.saturating_add(bytes);
        let is_enough = cached <= self.max_bytes;
        if is_enough {
            self.cached = cached;
        }
        is_enough
    }
}
