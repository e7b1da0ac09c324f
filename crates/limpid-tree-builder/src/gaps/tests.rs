//! Compares the gaps with a list of flags under random operations.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn gaps_match_a_list_of_flags(
        operations in prop::collection::vec((0_u8..4, any::<prop::sample::Index>()), 0..200),
    ) {
        let mut gaps = Gaps::default();
        // Whether each place has an element.
        let mut places = Vec::<bool>::new();
        for (operation, index) in operations {
            let taken: Vec<usize> = (0..places.len()).filter(|&place| places[place]).collect();
            match operation {
                0 | 1 => places.push(true),
                2 if taken.len() > 1 => {
                    let place = taken[index.index(taken.len() - 1)];
                    places[place] = false;
                    gaps.add(place);
                }
                2 => {
                    let popped = places.pop().is_some();
                    while places.last() == Some(&false) {
                        places.pop();
                    }
                    if popped {
                        prop_assert_eq!(gaps.trim(taken[taken.len() - 1]), places.len());
                    }
                }
                _ if !taken.is_empty() => {
                    let place = taken[index.index(taken.len())];
                    let free = (0..place).rfind(|&place| !places[place]);
                    prop_assert_eq!(gaps.take_free_before(place), free);
                    if let Some(free) = free {
                        places[free] = true;
                    }
                }
                _ => {}
            }
            prop_assert_eq!(gaps.is_empty(), !places.contains(&false));
            for place in 0..places.len() {
                let from = |start: usize| (start..places.len()).find(|&place| places[place]);
                prop_assert_eq!(gaps.skip(place), from(place).unwrap_or(places.len()));
                if places[place] {
                    prop_assert_eq!(gaps.next(place), from(place + 1).unwrap_or(places.len()));
                    prop_assert_eq!(gaps.previous(place), (0..place).rfind(|&place| places[place]));
                }
            }
        }
    }
}
