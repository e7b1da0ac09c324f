//! Compares the gaps with a list of flags under random operations.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn gaps_match_a_list_of_flags(
        operations in prop::collection::vec((0_u8..4, any::<prop::sample::Index>()), 0..200),
    ) {
        let mut gaps = Gaps::default();
        // Whether each index is used by an element.
        let mut is_used = Vec::<bool>::new();
        for (operation, index) in operations {
            let taken: Vec<usize> = (0..is_used.len()).filter(|&at| is_used[at]).collect();
            match operation {
                0 | 1 => is_used.push(true),
                2 if taken.len() > 1 => {
                    let at = taken[index.index(taken.len() - 1)];
                    is_used[at] = false;
                    gaps.add(at);
                }
                2 => {
                    let popped = is_used.pop().is_some();
                    while is_used.last() == Some(&false) {
                        is_used.pop();
                    }
                    if popped {
                        prop_assert_eq!(gaps.trim(taken[taken.len() - 1]), is_used.len());
                    }
                }
                _ if !taken.is_empty() => {
                    let at = taken[index.index(taken.len())];
                    let free = (0..at).rfind(|&at| !is_used[at]);
                    prop_assert_eq!(gaps.take_free_before(at), free);
                    if let Some(free) = free {
                        is_used[free] = true;
                    }
                }
                _ => {}
            }
            prop_assert_eq!(gaps.is_empty(), !is_used.contains(&false));
            for at in 0..is_used.len() {
                let from = |start: usize| (start..is_used.len()).find(|&at| is_used[at]);
                prop_assert_eq!(gaps.skip(at), from(at).unwrap_or(is_used.len()));
                if is_used[at] {
                    prop_assert_eq!(gaps.next(at), from(at + 1).unwrap_or(is_used.len()));
                    prop_assert_eq!(gaps.previous(at), (0..at).rfind(|&at| is_used[at]));
                }
            }
        }
    }
}
