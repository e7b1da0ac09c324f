//! Input in pieces, as it comes from a network.

use crate::random::Random;

/// Cuts a text into pieces: mostly of few characters, some of many, some empty. With `cuts` 0 each character is a piece.
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
