//! Text of a token in the making: a range of the input as long as it can be taken verbatim, and a range of the built text from
//! the first replaced character on. Nothing is copied until it has to be.

use limpid_markup::Span;

/// A name, value or data in the making. Offsets are those of the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    /// The start of the piece in the input.
    pub start: u32,
    /// Input up to here is in the built text already; equals `start` while nothing is built.
    pub(super) copied_to: u32,
    /// The start of the piece in the built text, once something is built.
    pub(super) built_from: Option<u32>,
    /// Whether the piece is a name with an ASCII upper alpha.
    pub(super) has_uppercase: bool,
}

/// A finished [`Piece`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRange {
    /// The range of the input.
    pub span: Span,
    /// The range of the built text, if the text is not in the input as it is.
    pub built: Option<Span>,
}
