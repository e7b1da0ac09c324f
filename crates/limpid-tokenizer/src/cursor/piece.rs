//! Text of the current token: a range of the input while it is verbatim, and a range of the built text once a character was
//! replaced. Verbatim text is not copied.

use limpid_markup::Span;

/// A name, value or data of the current token, while it is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    /// The start of the piece, as an offset into the input.
    pub start: u32,
    /// The offset up to which the input was copied to the built text. Equals `start` while nothing is built.
    pub(super) copied_to: u32,
    /// The start of the piece in the built text, if it is built.
    pub(super) built_from: Option<u32>,
    /// Whether the piece is a name that contains an ASCII upper alpha.
    pub(super) has_uppercase: bool,
}

/// A finished [`Piece`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRange {
    /// The range of the input.
    pub span: Span,
    /// The range of the built text, unless the text is verbatim.
    pub built: Option<Span>,
}
