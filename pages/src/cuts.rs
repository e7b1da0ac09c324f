//! Splits input into chunks, as if it came from a network.

use crate::random::Random;

/// Splits a text into chunks, mostly of a few characters, some longer, some empty. If `cuts` is 0, each chunk is one character.
#[must_use]
pub fn pieces(mut text: &str, cuts: u16) -> Vec<&str> {
    let mut random = Random::new(cuts.into());
    let mut pieces = Vec::new();
    while !text.is_empty() {
        let longest = random.pick(&[2, 2, 4, 16, 64]);
        let length = if cuts == 0 { 1 } else { random.below(longest) };
        let end = text.char_indices().nth(length).map_or(text.len(), |(end, _)| end);
        let (piece, rest) = text.split_at(end);
        pieces.push(piece);
        text = rest;
    }
    pieces
}
