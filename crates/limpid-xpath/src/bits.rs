//! Sets of nodes of the tree.

/// A set of ranks, with one bit per rank.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn new(len: usize) -> Bits {
        Bits { words: vec![0; len / 64 + 1] }
    }

    #[inline]
    pub(crate) fn contains(&self, rank: u32) -> bool {
        self.words.get(rank as usize / 64).is_some_and(|word| word >> (rank % 64) & 1 != 0)
    }

    /// Adds a rank. Returns false if the set already contained it.
    #[inline]
    pub(crate) fn insert(&mut self, rank: u32) -> bool {
        let Some(word) = self.words.get_mut(rank as usize / 64) else { return false };
        let is_new = *word >> (rank % 64) & 1 == 0;
        *word |= 1 << (rank % 64);
        is_new
    }

    pub(crate) fn remove(&mut self, rank: u32) {
        if let Some(word) = self.words.get_mut(rank as usize / 64) {
            *word &= !(1 << (rank % 64));
        }
    }
}
