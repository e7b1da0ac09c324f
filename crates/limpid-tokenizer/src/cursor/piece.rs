//! Text of a token in the making: a range of the input as long as it can be taken verbatim, and a range of the built text from
//! the first replaced character on. Nothing is copied until it has to be.

use super::Cursor;
use limpid_markup::{Span, Text};

/// A name, value or data in the making. Offsets are those of the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    /// The start of the piece in the input.
    pub start: u32,
    /// Input up to here is in the built text already; equals `start` while nothing is built.
    copied_to: u32,
    /// The start of the piece in the built text, once something is built.
    built_from: Option<u32>,
    /// Whether the piece is a name with an ASCII upper alpha.
    has_uppercase: bool,
}

/// A finished [`Piece`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRange {
    /// The range of the input.
    pub span: Span,
    /// The range of the built text, if the text is not in the input as it is.
    pub built: Option<Span>,
}

impl Cursor<'_, '_> {
    /// Starts a name, value or data at the next input character. Of an entity's text, which the input does not hold, all is
    /// built.
    #[inline]
    pub fn start_piece(&mut self) {
        self.start_piece_at(self.offset());
    }

    /// Starts a name, value or data at an offset.
    #[inline]
    pub fn start_piece_at(&mut self, start: u32) {
        let built_from = self.origin.map(|_| self.making.built.end());
        self.making.piece = Piece { start, copied_to: start, built_from, has_uppercase: false };
    }

    /// Notes that there is an ASCII upper alpha among the bytes of the name from a position on that were consumed.
    #[inline]
    pub fn note_uppercase(&mut self, from: usize) {
        self.making.piece.has_uppercase |= self.bytes[from..self.pos].iter().any(u8::is_ascii_uppercase);
    }

    /// Has the piece take `replacement` for the next `length` bytes, and consumes these.
    pub(super) fn replace_in_piece(&mut self, length: usize, replacement: &str) {
        self.build_piece_up_to(self.offset());
        self.making.built.push_str(replacement);
        self.pos += length;
        self.making.piece.copied_to = self.offset();
    }

    /// Ends the piece at an offset, in ASCII lowercase if asked for.
    #[inline]
    pub(super) fn end_piece(&mut self, end: u32, is_lowercase: bool) -> PieceRange {
        let Piece { start, built_from, has_uppercase, .. } = self.making.piece;
        let mut range = PieceRange { span: self.place(Span::new(start, end)), built: None };
        let makes_lowercase = is_lowercase && has_uppercase;
        if makes_lowercase || built_from.is_some() {
            let from = built_from.unwrap_or(self.making.built.end());
            self.build_piece_up_to(end);
            if makes_lowercase {
                self.making.built.make_lowercase_from(from);
            }
            range.built = Some(Span::new(from, self.making.built.end()));
        }
        range
    }

    fn build_piece_up_to(&mut self, end: u32) {
        let text = self.slice(Span::new(self.making.piece.copied_to, end));
        self.making.piece.built_from.get_or_insert(self.making.built.end());
        self.making.built.push_str(text);
        self.making.piece.copied_to = end;
    }

    /// Returns the text of a piece.
    #[inline]
    pub fn piece_text(&self, range: PieceRange) -> &str {
        match range.built {
            Some(built) => &self.making.built[built.range()],
            None => self.slice(range.span),
        }
    }

    /// Returns the text of a piece with its place.
    #[inline]
    pub fn text(&self, range: PieceRange) -> Text<'_> {
        Text { text: self.piece_text(range), span: range.span, verbatim: range.built.is_none() }
    }
}
