//! The text of a finished piece, by its ranges: a file of its own because the parts of all tokens name it.

use limpid_markup::Span;

/// A finished [`Piece`](super::Piece).
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRange {
    /// The range of the input.
    pub span: Span,
    /// The range of the built text, if the text is not in the input as it is.
    pub built: Option<Span>,
}
