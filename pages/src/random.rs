//! The random numbers of all soups: a room of its own, because a fuzzer may take their place.

/// A sequence of numbers that depends on its seed alone: [SplitMix64](https://prng.di.unimi.it/splitmix64.c). A fuzzer's
/// bytes may come first, so that it decides every choice.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// The bytes that come before the sequence, the next one last.
    bytes: Vec<u8>,
}

impl Random {
    /// Starts the sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { state: seed, bytes: Vec::new() }
    }

    /// Takes these bytes, two to a number, and then the sequence of seed 0.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Random {
        Random { state: 0, bytes: bytes.iter().rev().copied().collect() }
    }

    /// Whether there are still bytes to choose by.
    #[must_use]
    pub fn has_bytes(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        if let Some(first) = self.bytes.pop() {
            return u64::from(u16::from_le_bytes([first, self.bytes.pop().unwrap_or(0)]));
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    /// Returns true once in `times` calls, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of the choices, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Picks one of the choices by their weights, which are not all 0.
    pub fn pick_weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let mut number = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for &(weight, choice) in choices {
            match number.checked_sub(weight) {
                Some(rest) => number = rest,
                None => return choice,
            }
        }
        choices[0].1
    }

    /// Picks a length at or beside the border of a block that a scanner reads at once, or a short one.
    pub fn length(&mut self) -> usize {
        const LENGTHS: [usize; 24] =
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 19, 24, 31, 32, 33, 63, 64, 65, 127, 129];
        self.pick(&LENGTHS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_those_of_the_published_algorithm() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.number(), random.number()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn weights_decide() {
        let mut random = Random::new(1);
        let picks: Vec<u8> = (0..1000).map(|_| random.pick_weighted(&[(0, 1), (1, 2), (9, 3)])).collect();
        let count = |of| picks.iter().filter(|pick| **pick == of).count();
        assert_eq!(count(1), 0);
        assert!((50..150).contains(&count(2)), "{}", count(2));
    }
}
