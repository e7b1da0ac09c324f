//! Searches for the factors of hash functions that multiply a word by a factor and shift the product.

use super::perfect_hash::multiply_shift;

/// The maximum number of factors to try. A debug build takes a few seconds for them.
const MAX_ATTEMPTS: u64 = 20_000_000;

/// Returns the first factor of a fixed pseudorandom sequence that gives each word its own slot in a table of `1 << bits` slots.
pub(crate) fn search(words: &[u64], bits: u32) -> Result<u64, String> {
    // For each slot, the number of the last attempt that used it. Because of the numbers, attempts need not clear the table.
    let mut last_attempt = vec![0; 1 << bits];
    let mut state = 0_u64;
    for attempt in 1..=MAX_ATTEMPTS {
        let factor = next_random(&mut state) | 1;
        let is_free = |&word: &u64| {
            let slot = &mut last_attempt[multiply_shift(word, factor, bits)];
            std::mem::replace(slot, attempt) != attempt
        };
        if words.iter().all(is_free) {
            return Ok(factor);
        }
    }
    Err(format!("found no factor for {} words in {} slots; use more slots or fewer words", words.len(), 1 << bits))
}

/// SplitMix64.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_its_own_slot() {
        let words: Vec<u64> = (1..30).map(|number| number * number).collect();
        let factor = search(&words, 6).unwrap();
        let slots: std::collections::HashSet<usize> =
            words.iter().map(|&word| multiply_shift(word, factor, 6)).collect();
        assert_eq!(slots.len(), words.len());
        assert!(search(&[1, 1], 6).is_err());
    }
}
