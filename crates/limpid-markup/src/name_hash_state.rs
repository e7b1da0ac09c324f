use foldhash::SharedSeed;
use foldhash::fast::{FoldHasher, SeedableRandomState};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// The [`BuildHasher`] of the hash tables whose keys are unknown names: foldhash with random seeds. Parsing looks up each unknown name of a page in
/// them.
///
/// A page's author chooses the keys of these tables. Anyone who knows the seed can choose keys that collide and make each lookup take
/// linear time ("hash flooding"), so the seeds must be secret: one for the process and one for each table, both from [`RandomState`].
/// limpid's other hash tables use `RandomState` itself. For these tables, its SipHash would take 4 % of the time for parsing HTML and 16 % for XML.
///
/// ```
/// use std::collections::HashMap;
/// let mut numbers: HashMap<&str, u32, limpid_markup::NameHashState> = HashMap::default();
/// numbers.insert("x-tea", 0);
/// assert_eq!(numbers.get("x-tea"), Some(&0));
/// ```
#[derive(Clone, Debug)]
pub struct NameHashState(SeedableRandomState);

static PROCESS_SEED: LazyLock<SharedSeed> = LazyLock::new(|| SharedSeed::from_u64(random()));

/// Returns a random number from the seed of a new `RandomState`.
fn random() -> u64 {
    RandomState::new().hash_one(())
}

impl Default for NameHashState {
    fn default() -> NameHashState {
        NameHashState(SeedableRandomState::with_seed(random(), &PROCESS_SEED))
    }
}

impl BuildHasher for NameHashState {
    type Hasher = FoldHasher<'static>;

    #[inline]
    fn build_hasher(&self) -> FoldHasher<'static> {
        self.0.build_hasher()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_has_its_own_seed() {
        let states = [NameHashState::default(), NameHashState::default()];
        let [one, other] = states.each_ref().map(|state| state.hash_one("x-tea"));
        assert_ne!(one, other);
        assert_eq!(one, states[0].clone().hash_one("x-tea"));
    }
}
