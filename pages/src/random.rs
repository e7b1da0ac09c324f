//! The random generator of all page generators. A fuzzer can supply the random numbers.

/// A sequence of numbers that depends only on the seed, by [SplitMix64](https://prng.di.unimi.it/splitmix64.c). The sequence can start with
/// the bytes of a fuzzer, so that the fuzzer controls the generated page.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// The bytes to use first, in reverse order.
    bytes: Vec<u8>,
}

impl Random {
    /// Creates a generator with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { state: seed, bytes: Vec::new() }
    }

    /// Creates a generator that uses two of these bytes per number, and then the sequence of seed 0.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Random {
        Random { state: 0, bytes: bytes.iter().rev().copied().collect() }
    }

    /// Whether some of the bytes are unused.
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

    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    /// Returns true once in `times` calls, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of the choices. There must be at least one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Picks one of the choices with the given weights. At least one weight must not be 0.
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

    /// Picks a length up to 129. Most are short, or near 16, 32, 64 and 128: parsers search text in blocks of such sizes, and errors are likely
    /// at the ends of blocks.
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
    fn numbers_are_as_published() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.number(), random.number()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn weights_are_respected() {
        let mut random = Random::new(1);
        let picks: Vec<u8> = (0..1000).map(|_| random.pick_weighted(&[(0, 1), (1, 2), (9, 3)])).collect();
        let count = |of| picks.iter().filter(|pick| **pick == of).count();
        assert_eq!(count(1), 0);
        assert!((50..150).contains(&count(2)), "{}", count(2));
    }
}
