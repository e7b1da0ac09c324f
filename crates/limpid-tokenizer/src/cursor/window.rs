//! A window of the input, the place in it, and the token in the making.

use super::block::BLOCK;
use super::scan::{self, ByteSet};
use super::{BuiltText, DoctypeInTheMaking, Piece, PieceRange, TagInTheMaking};
use limpid_markup::{Doctype, InputWindow, Span, Text};

/// The end of a window that is not the end of the input: the machine waits for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowEnd;

/// Buffers up to this capacity are kept for the next input.
pub(crate) const KEPT_TEXT: usize = 1 << 16;

/// The token that a tokenizer is reading, as it is kept from one window to the next.
#[derive(Debug, Default)]
pub struct TokenInTheMaking {
    /// The start of the token, or of what may become one.
    pub token_start: u32,
    /// The start of the text since the last token, as far as it is not emitted yet.
    pub text_start: u32,
    /// The name, value or data.
    pub piece: Piece,
    /// Text of the token that the input does not hold as it is.
    pub built: BuiltText,
    /// The tag.
    pub tag: TagInTheMaking,
    /// The DOCTYPE.
    pub doctype: DoctypeInTheMaking,
    /// The start of the character reference.
    pub reference_start: u32,
    /// The number in the character reference.
    pub reference_code: u32,
    /// The end of the input that was searched for errors of the input stream.
    pub checked_to: u32,
    /// Whether input or text beyond the limits was reported.
    pub at_limit: bool,
}

impl TokenInTheMaking {
    /// Forgets the last input. The buffers stay unless they have grown large.
    pub fn restart(&mut self) {
        self.token_start = 0;
        self.text_start = 0;
        self.checked_to = 0;
        self.at_limit = false;
        self.built.reset(KEPT_TEXT);
        self.tag.restart();
    }
}

/// A window of the input with the place of the next input character, and the token in the making.
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
    /// Whether the input ends with the window.
    pub last: bool,
    /// Whether the window may have a CR or NUL.
    pub has_cr_or_nul: bool,
    /// The reference in the input, if the window is the text of an entity: everything in it has that place.
    pub origin: Option<Span>,
    /// The token in the making.
    pub making: &'m mut TokenInTheMaking,
}

impl<'m, 'w> Cursor<'m, 'w> {
    /// Creates a cursor on the text of an entity that is referred to at `origin`.
    pub fn on_entity(text: &'w str, pos: usize, origin: Span, making: &'m mut TokenInTheMaking) -> Cursor<'m, 'w> {
        Cursor {
            window: InputWindow { text, start: 0 },
            bytes: text.as_bytes(),
            pos,
            last: true,
            // A CR in it was written as a reference.
            has_cr_or_nul: false,
            origin: Some(origin),
            making,
        }
    }

    // Places.

    /// Returns the first byte of the [next input
    /// character](https://html.spec.whatwg.org/multipage/parsing.html#next-input-character), which is not consumed; `None` is
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

    /// Returns the place in the input of a span of the window.
    #[inline]
    pub fn place(&self, span: Span) -> Span {
        self.origin.unwrap_or(span)
    }

    /// Returns the span of the character at a position, empty at the end.
    pub fn character_at(&self, pos: usize) -> Span {
        let length = self.window.text.get(pos..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(self.offset_of(pos), self.offset_of(pos + length))
    }

    // Consuming.

    /// Returns the position, from `pos` on, of the first `a`, `b`, CR or NUL, or the end of the window.
    #[inline(always)]
    pub fn find2(&self, pos: usize, a: u8, b: u8) -> usize {
        self.find2_from(self.bytes, pos, a, b)
    }

    /// Returns the same position in a part of the window.
    #[inline(always)]
    pub(crate) fn find2_from(&self, part: &[u8], pos: usize, a: u8, b: u8) -> usize {
        if self.has_cr_or_nul { scan::find2_cr_nul(part, pos, a, b) } else { scan::find2(part, pos, a, b) }
    }

    /// Returns the position of the first `a`, `b`, CR or NUL in a block of the window, if it has one.
    #[inline(always)]
    pub(crate) fn find2_in(&self, block: &[u8; BLOCK], a: u8, b: u8) -> Option<usize> {
        let found = scan::positions_of2(block, a, b);
        let found = if self.has_cr_or_nul { found | scan::positions_of2(block, b'\r', 0) } else { found };
        // A bit of sixteen: there is no other place.
        (found != 0).then(|| found.trailing_zeros() as usize % BLOCK)
    }

    /// Consumes characters up to `a`, `b`, a CR or a NUL.
    #[inline(always)]
    pub fn skip_to(&mut self, a: u8, b: u8) {
        self.pos = self.find2(self.pos, a, b);
    }

    /// Consumes characters up to one in the set.
    #[inline]
    pub fn skip_to_marked(&mut self, set: &ByteSet) {
        self.pos += scan::find_marked(&self.bytes[self.pos..], set);
    }

    /// Consumes bytes for which this holds.
    #[inline]
    pub fn skip_while(&mut self, holds: impl Fn(u8) -> bool) {
        while self.bytes.get(self.pos).is_some_and(|&byte| holds(byte)) {
            self.pos += 1;
        }
    }

    /// Consumes the digits of a number and adds them to the character reference's code.
    pub fn skip_digits(&mut self, radix: u32) {
        while let Some(digit) = self.bytes.get(self.pos).and_then(|&byte| char::from(byte).to_digit(radix)) {
            self.making.reference_code =
                limpid_markup::numeric_reference::append_digit(self.making.reference_code, radix, digit);
            self.pos += 1;
        }
    }

    /// Returns whether the next characters are these, as `are_equal` compares them; waits until that is known.
    pub fn next_are(&self, characters: &[u8], are_equal: fn(&[u8], &[u8]) -> bool) -> Result<bool, WindowEnd> {
        let rest = &self.bytes[self.pos..];
        let length = rest.len().min(characters.len());
        if !are_equal(&rest[..length], &characters[..length]) {
            return Ok(false);
        }
        if length == characters.len() || self.last { Ok(length == characters.len()) } else { Err(WindowEnd) }
    }

    /// Returns the length of the newline at a CR, as soon as it is known whether an LF follows.
    pub fn newline_length(&self) -> Result<usize, WindowEnd> {
        match self.bytes.get(self.pos + 1) {
            Some(b'\n') => Ok(2),
            None if !self.last => Err(WindowEnd),
            _ => Ok(1),
        }
    }

    // The token in the making.

    /// Marks the next input character as the start of what may become a token.
    #[inline]
    pub fn start_token(&mut self) {
        self.making.token_start = self.offset();
    }

    /// Goes back to text after a token, which ends before the next input character.
    #[inline]
    pub fn start_text(&mut self) {
        self.making.text_start = self.offset();
    }

    /// Returns the place of the token, which ends before the next input character.
    #[inline]
    pub fn token_span(&self) -> Span {
        self.place(Span::new(self.making.token_start, self.offset()))
    }

    // Pieces.

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
        // Nothing is built for a tag whose attributes are dropped.
        if self.making.tag.dropped_to <= self.making.token_start {
            self.build_piece_up_to(self.offset());
            self.making.built.push_str(replacement);
        }
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

    /// Returns the DOCTYPE, which ends before the next input character.
    pub fn doctype(&self) -> Doctype<'_> {
        let DoctypeInTheMaking { name, public_id, system_id, force_quirks } = self.making.doctype;
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
