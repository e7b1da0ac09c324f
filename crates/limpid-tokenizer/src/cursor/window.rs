//! A window of the input, the position in it, and the current token.

use super::block::BLOCK;
use super::scan::{self, ByteSet};
use super::{BuiltText, CurrentDoctype, CurrentTag, Piece, PieceRange};
use limpid_markup::{Doctype, InputWindow, Span, Text};

/// The end of a window that is not the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowEnd;

/// The largest capacity of a text buffer that is kept for the next input.
pub(crate) const MAX_KEPT_CAPACITY: usize = 1 << 16;

/// The current token, which is kept from one window to the next.
#[derive(Debug, Default)]
pub struct CurrentToken {
    /// The start of the token, or of a possible token.
    pub token_start: u32,
    /// The start of the text that is not emitted yet.
    pub text_start: u32,
    /// The name, value or data that is being read.
    pub piece: Piece,
    /// Text of the token that is not verbatim.
    pub built: BuiltText,
    /// The tag.
    pub tag: CurrentTag,
    /// The DOCTYPE.
    pub doctype: CurrentDoctype,
    /// The start of the character reference.
    pub reference_start: u32,
    /// The standard's *character reference code*.
    pub reference_code: u32,
    /// The offset up to which the input was searched for errors of the input stream.
    pub checked_to: u32,
    /// Whether an exceeded limit on input or text was reported.
    pub at_limit: bool,
}

impl CurrentToken {
    /// Discards the last input. Keeps the buffers, except large ones.
    pub fn restart(&mut self) {
        self.token_start = 0;
        self.text_start = 0;
        self.checked_to = 0;
        self.at_limit = false;
        self.built.reset(MAX_KEPT_CAPACITY);
        self.tag.restart();
    }
}

/// A window of the input with the position of the next input character, and the current token.
///
/// Offsets (`u32`) count from the start of the input, positions (`usize`) from the start of the window.
#[derive(Debug)]
pub struct Cursor<'m, 'w> {
    /// The window.
    pub window: InputWindow<'w>,
    /// The bytes of the window.
    pub bytes: &'w [u8],
    /// The position of the next input character.
    pub pos: usize,
    /// Whether the window is the last one of the input.
    pub last: bool,
    /// Whether the window may contain a CR or NUL.
    pub has_cr_or_nul: bool,
    /// If the window is the text of an XML entity: the span of the entity reference. All tokens in the text get this span.
    pub origin: Option<Span>,
    /// The current token.
    pub current: &'m mut CurrentToken,
}

impl<'m, 'w> Cursor<'m, 'w> {
    /// Creates a cursor for the text of an entity. `origin` is the span of the entity reference.
    pub fn on_entity(text: &'w str, pos: usize, origin: Span, current: &'m mut CurrentToken) -> Cursor<'m, 'w> {
        Cursor {
            window: InputWindow { text, start: 0 },
            bytes: text.as_bytes(),
            pos,
            last: true,
            // CRs in an entity come from character references and are not normalized.
            has_cr_or_nul: false,
            origin: Some(origin),
            current,
        }
    }

    // Positions and offsets.

    /// Returns the first byte of the [next input
    /// character](https://html.spec.whatwg.org/multipage/parsing.html#next-input-character) without consuming it, or `None` at
    /// EOF.
    #[inline]
    pub fn next(&self) -> Result<Option<u8>, WindowEnd> {
        match self.bytes.get(self.pos) {
            Some(&byte) => Ok(Some(byte)),
            None if self.last => Ok(None),
            None => Err(WindowEnd),
        }
    }

    /// Returns the offset of the next input character.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.offset_of(self.pos)
    }

    /// Returns the offset of a position.
    #[inline]
    pub fn offset_of(&self, pos: usize) -> u32 {
        self.window.start + pos as u32
    }

    /// Returns the position of an offset.
    #[inline]
    pub fn position_of(&self, offset: u32) -> usize {
        (offset - self.window.start) as usize
    }

    /// Returns the part of the window at a span.
    #[inline]
    pub fn slice(&self, span: Span) -> &'w str {
        &self.window.text[self.position_of(span.start)..self.position_of(span.end)]
    }

    /// Converts a span of the window to a span of the input. In the text of an entity, returns the span of the reference.
    #[inline]
    pub fn place(&self, span: Span) -> Span {
        self.origin.unwrap_or(span)
    }

    /// Returns the span of the character at a position, or an empty span at the end.
    pub fn character_at(&self, pos: usize) -> Span {
        let length = self.window.text.get(pos..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(self.offset_of(pos), self.offset_of(pos + length))
    }

    // Consuming.

    /// Returns the position of the next `a`, `b`, CR or NUL from `pos` on, or the end.
    #[inline(always)]
    pub fn find2(&self, pos: usize, a: u8, b: u8) -> usize {
        self.find2_from(self.bytes, pos, a, b)
    }

    /// [`find2`](Self::find2) in a part of the window.
    #[inline(always)]
    pub(crate) fn find2_from(&self, part: &[u8], pos: usize, a: u8, b: u8) -> usize {
        if self.has_cr_or_nul { scan::find2_cr_nul(part, pos, a, b) } else { scan::find2(part, pos, a, b) }
    }

    /// Returns the position of the first `a`, `b`, CR or NUL in a block of the window, or `None`.
    #[inline(always)]
    pub(crate) fn find2_in(&self, block: &[u8; BLOCK], a: u8, b: u8) -> Option<usize> {
        let matches = scan::positions_of2(block, a, b);
        let matches = if self.has_cr_or_nul { matches | scan::positions_of2(block, b'\r', 0) } else { matches };
        // The remainder changes nothing, but removes a bounds check from the caller.
        (matches != 0).then(|| matches.trailing_zeros() as usize % BLOCK)
    }

    /// Consumes characters up to the next `a`, `b`, CR or NUL.
    #[inline(always)]
    pub fn skip_to(&mut self, a: u8, b: u8) {
        self.pos = self.find2(self.pos, a, b);
    }

    /// Consumes characters up to the next one in the set.
    #[inline]
    pub fn skip_to_set(&mut self, set: &ByteSet) {
        self.pos += scan::find_in_set(&self.bytes[self.pos..], set);
    }

    /// Consumes bytes while `predicate` is true.
    #[inline]
    pub fn skip_while(&mut self, predicate: impl Fn(u8) -> bool) {
        while self.bytes.get(self.pos).is_some_and(|&byte| predicate(byte)) {
            self.pos += 1;
        }
    }

    /// Consumes digits and appends them to the character reference code.
    pub fn skip_digits(&mut self, radix: u32) {
        while let Some(digit) = self.bytes.get(self.pos).and_then(|&byte| char::from(byte).to_digit(radix)) {
            self.current.reference_code =
                limpid_markup::numeric_reference::append_digit(self.current.reference_code, radix, digit);
            self.pos += 1;
        }
    }

    /// Returns whether the next characters equal `characters`, or `WindowEnd` if the window ends too early.
    pub fn next_are(&self, characters: &[u8], are_equal: fn(&[u8], &[u8]) -> bool) -> Result<bool, WindowEnd> {
        let rest = &self.bytes[self.pos..];
        let length = rest.len().min(characters.len());
        if !are_equal(&rest[..length], &characters[..length]) {
            return Ok(false);
        }
        if length == characters.len() || self.last { Ok(length == characters.len()) } else { Err(WindowEnd) }
    }

    /// Returns the length of the newline at a CR: 2 if an LF follows, otherwise 1.
    pub fn newline_length(&self) -> Result<usize, WindowEnd> {
        match self.bytes.get(self.pos + 1) {
            Some(b'\n') => Ok(2),
            None if !self.last => Err(WindowEnd),
            _ => Ok(1),
        }
    }

    // The current token.

    /// Marks the next input character as the possible start of a token.
    #[inline]
    pub fn start_token(&mut self) {
        self.current.token_start = self.offset();
    }

    /// Marks the next input character as the start of text.
    #[inline]
    pub fn start_text(&mut self) {
        self.current.text_start = self.offset();
    }

    /// Returns the span of the token, which ends before the next input character.
    #[inline]
    pub fn token_span(&self) -> Span {
        self.place(Span::new(self.current.token_start, self.offset()))
    }

    // Pieces.

    /// Starts a piece (a name, value or data) at the next input character. In the text of an entity, a piece is always built, because its text is
    /// not in the input.
    #[inline]
    pub fn start_piece(&mut self) {
        self.start_piece_at(self.offset());
    }

    /// Starts a name, value or data at an offset.
    #[inline]
    pub fn start_piece_at(&mut self, start: u32) {
        let built_from = self.origin.map(|_| self.current.built.end());
        self.current.piece = Piece { start, copied_to: start, built_from, has_uppercase: false };
    }

    /// Records whether the bytes consumed since `from` contain an ASCII upper alpha.
    #[inline]
    pub fn note_uppercase(&mut self, from: usize) {
        self.current.piece.has_uppercase |= self.bytes[from..self.pos].iter().any(u8::is_ascii_uppercase);
    }

    /// Consumes `length` bytes and appends `replacement` to the piece instead.
    pub(super) fn replace_in_piece(&mut self, length: usize, replacement: &str) {
        // Build nothing for a tag whose attributes are dropped.
        if self.current.tag.dropped_to <= self.current.token_start {
            self.build_piece_up_to(self.offset());
            self.current.built.push_str(replacement);
        }
        self.pos += length;
        self.current.piece.copied_to = self.offset();
    }

    /// Ends the piece at an offset.
    #[inline]
    pub(super) fn end_piece(&mut self, end: u32, to_lowercase: bool) -> PieceRange {
        let Piece { start, built_from, has_uppercase, .. } = self.current.piece;
        let mut range = PieceRange { span: self.place(Span::new(start, end)), built: None };
        let changes_case = to_lowercase && has_uppercase;
        if changes_case || built_from.is_some() {
            let from = built_from.unwrap_or(self.current.built.end());
            self.build_piece_up_to(end);
            if changes_case {
                self.current.built.make_lowercase_from(from);
            }
            range.built = Some(Span::new(from, self.current.built.end()));
        }
        range
    }

    fn build_piece_up_to(&mut self, end: u32) {
        let text = self.slice(Span::new(self.current.piece.copied_to, end));
        self.current.piece.built_from.get_or_insert(self.current.built.end());
        self.current.built.push_str(text);
        self.current.piece.copied_to = end;
    }

    /// Returns the text of a piece.
    #[inline]
    pub fn piece_text(&self, range: PieceRange) -> &str {
        match range.built {
            Some(built) => &self.current.built[built.range()],
            None => self.slice(range.span),
        }
    }

    /// Returns the text of a piece with its span.
    #[inline]
    pub fn text(&self, range: PieceRange) -> Text<'_> {
        Text { text: self.piece_text(range), span: range.span, verbatim: range.built.is_none() }
    }

    /// Returns the DOCTYPE, which ends before the next input character.
    pub fn doctype(&self) -> Doctype<'_> {
        let CurrentDoctype { name, public_id, system_id, force_quirks } = self.current.doctype;
        let text = |range: Option<PieceRange>| range.map(|range| self.piece_text(range));
        Doctype {
            name: text(name),
            public_id: text(public_id),
            system_id: text(system_id),
            force_quirks,
            span: self.token_span(),
        }
    }
}
