//! # Idioms used in this code
//!
//! They are those of limpid's HTML tokenizer, and so is the input's cursor.
//!
//! * A state is a method of [`Machine`]. It looks at the next input character with [`Machine::next`], which gives its
//!   first byte, or `None` for EOF; `?` leaves the machine when a chunk is used up, with state and position as they are.
//! * *Consume and switch* is [`advance_to`](Machine::advance_to); *reprocess* is [`reconsume_in`](Machine::reconsume_in).
//! * *Append to the name, value or data* and *emit a character token* are nothing at all: the characters stand in the input.
//!   Only what the input does not hold as it is gets built, by [`replace`](Machine::replace).
//! * CR is white space wherever LF is, and becomes LF in text and pieces:
//!   [ends of lines](https://www.w3.org/TR/xml/#sec-line-ends) are normalized beforehand.
//! * **An entity's text is a window of its own**, in which the same machine runs: see [`include`]. There is no place in the
//!   input for what it holds but that of the reference, so all of it is built, and the end of the text is like that of a file.

use crate::declarations::{Declarations, EntityId};
use crate::state::State;
use crate::{EndTag, Tag, Token, TokenSink};
use core::mem;
use limpid_markup::{
    AttributeRecord, Doctype, ErrorCode, HookAnswer, Limits, ParseError, Span, Text, xml_input_stream_errors,
};
use limpid_tokenizer::cursor::{self, BuiltText, Piece, PieceRange};
use std::collections::HashSet;

mod cdata_end;
mod include;
mod states;
mod straight_line;

/// The options of a [`Tokenizer`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// How far input may go: here its bytes, attributes, and what entities add to it.
    pub limits: Limits,
}

impl TokenizerOptions {
    /// Sets how far input may go.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Tokenizes a whole text.
pub fn tokenize<S: TokenSink>(input: &str, sink: &mut S) {
    Tokenizer::new(TokenizerOptions::default()).run(input, sink);
}

/// The tokenizer. Give it a whole input with [`run`](Self::run), or chunks with [`feed`](Self::feed) and then
/// [`finish`](Self::finish): tokens are the same but for how character runs are cut, errors and spans are the same.
#[derive(Debug, Default)]
pub struct Tokenizer {
    state: State,
    /// Where a reference leads back to.
    return_state: State,
    reference_start: u32,
    reference_code: u32,

    /// Where the token in the making starts, or what may become one.
    token_start: u32,
    /// Where the text since the last token starts, as far as it is not emitted yet.
    text_start: u32,
    /// The name, value or data in the making.
    piece: Piece,
    /// Text of the current token that the input does not hold as it is.
    built: BuiltText,
    /// What an entity stands for in a value, while it is put together.
    expansion: String,

    is_end_tag: bool,
    is_empty_tag: bool,
    tag_name: PieceRange,
    records: Vec<AttributeRecord>,
    /// A bit for each name in `records`: names without a common bit differ.
    attribute_bits: u64,
    /// The names in `records`, from [`MANY_ATTRIBUTES`] on.
    attribute_names: HashSet<Box<str>>,
    /// Whether the current attribute was dropped.
    attribute_is_dropped: bool,
    had_duplicate_attribute: bool,
    had_too_many_attributes: bool,
    /// As in [`Tag`].
    has_plain_names: bool,
    pi_target: PieceRange,
    doctype: DoctypeRecord,
    /// Where the `>` stands for which a look behind it decides whether the system identifier ends there.
    closed_at: u32,
    /// The end of the system identifier with its quote, if that look found it; otherwise 0.
    identifier_end: u32,
    declaration: DeclarationRecord,
    /// Whether what cannot be in the internal subset was reported, and is being passed over.
    is_in_junk: bool,
    /// Whether a parameter entity was referred to, which may not have been read.
    has_parameter_entities: bool,
    /// Whether the XML declaration says that no declaration matters which was not read.
    is_standalone: bool,

    declarations: Declarations,
    /// How many bytes entities and attribute defaults have added.
    added_bytes: u64,
    added_too_much: bool,

    /// Input since the start of the unfinished token, when a chunk ended in it.
    pending: String,
    /// Where in `pending` to go on.
    resume_at: usize,
    limits: Limits,
    /// The input offset at which the window starts.
    window_start: u32,
    /// Whether the window has a CR or NUL.
    has_cr_or_nul: bool,
    /// Whether the window may have `]]>`.
    has_brackets: bool,
    /// How many `]` the text ended with where the last window did, and where that was; 0 and 0 if it did with none.
    brackets: (u32, u32),
    /// Input up to here was looked through for input stream errors.
    checked_to: u32,
    at_limit: bool,
}

/// From this number of attributes on, duplicates are found by hash and not by comparing.
const MANY_ATTRIBUTES: usize = 16;

/// The length of U+FEFF.
const BYTE_ORDER_MARK: usize = 3;

/// Buffers up to this capacity are kept for the next input.
const KEPT_TEXT: usize = 1 << 16;
const KEPT_RECORDS: usize = 1 << 10;

#[derive(Clone, Copy, Debug, Default)]
struct DoctypeRecord {
    name: Option<PieceRange>,
    public_id: Option<PieceRange>,
    system_id: Option<PieceRange>,
}

/// The declaration of the internal subset that is being read.
#[derive(Clone, Debug, Default)]
struct DeclarationRecord {
    /// Where it starts, in its window.
    start: u32,
    /// Whether something in it was reported.
    has_error: bool,
    is_parameter: bool,
    /// The name of the entity, element or notation that is declared.
    name: String,
    /// The text of the entity; `None` for an external one.
    value: Option<String>,
    /// The name of the attribute; empty while there is none.
    attribute: String,
    attribute_is_tokenized: bool,
}

impl Tokenizer {
    /// A tokenizer at the start of an input.
    pub fn new(options: TokenizerOptions) -> Tokenizer {
        Tokenizer { limits: options.limits, ..Tokenizer::default() }
    }

    /// Starts at the start of another input, as a [new](Self::new) tokenizer would, in the buffers of this one unless they
    /// have grown large.
    pub fn restart(&mut self, options: TokenizerOptions) {
        let mut built = mem::take(&mut self.built);
        let mut records = mem::take(&mut self.records);
        built.reset(KEPT_TEXT);
        records.clear();
        *self = Tokenizer::new(options);
        self.built = built;
        if records.capacity() <= KEPT_RECORDS {
            self.records = records;
        }
    }

    /// Tokenizes a whole input, up to and including the end-of-file token. Nothing of it is copied.
    ///
    /// At most 4 GiB are taken, or as many bytes as the limits say; the rest is left with the error `input-too-long`.
    pub fn run<S: TokenSink>(&mut self, input: &str, sink: &mut S) {
        let input = self.limit(input, sink);
        self.has_cr_or_nul = cursor::has_cr_or_nul(input.as_bytes());
        self.has_brackets = S::WANTS_ERRORS && cdata_end::has_brackets(input);
        self.run_window(input, 0, true, sink);
    }

    /// Tokenizes the next chunk of the input as far as it goes.
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) {
        let chunk = self.limit(chunk, sink);
        if chunk.is_empty() {
            return;
        }
        self.has_cr_or_nul |= cursor::has_cr_or_nul(chunk.as_bytes());
        self.has_brackets |= S::WANTS_ERRORS && cdata_end::has_brackets(chunk);
        let mut pending = mem::take(&mut self.pending);
        let is_fresh = pending.is_empty();
        if !is_fresh {
            pending.push_str(chunk);
        }
        let window = if is_fresh { chunk } else { &pending };
        let pos = self.run_window(window, self.resume_at, false, sink);
        let kept_from = self.kept_from(pos);
        self.resume_at = pos - kept_from;
        self.window_start += kept_from as u32;
        if is_fresh {
            pending.push_str(&chunk[kept_from..]);
        } else {
            pending.drain(..kept_from);
        }
        self.pending = pending;
        if self.pending.is_empty() {
            self.has_cr_or_nul = false;
            self.has_brackets = false;
        }
    }

    /// Ends the input: emits what is left and the end-of-file token.
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        let pending = mem::take(&mut self.pending);
        self.run_window(&pending, self.resume_at, true, sink);
    }

    /// The offset up to which the input was taken.
    pub fn input_offset(&self) -> u32 {
        self.window_start + self.pending.len() as u32
    }

    /// Cuts the input where offsets end, or the limits say.
    fn limit<'a, S: TokenSink>(&mut self, input: &'a str, sink: &mut S) -> &'a str {
        cursor::limit(input, self.input_offset(), self.limits.bytes, &mut self.at_limit, |error| {
            if S::WANTS_ERRORS {
                sink.parse_error(error);
            }
        })
    }

    /// Runs over a window of the input, and returns the position at which it stops.
    fn run_window<S: TokenSink>(&mut self, window: &str, pos: usize, last: bool, sink: &mut S) -> usize {
        let mut machine = Machine {
            window,
            bytes: window.as_bytes(),
            window_start: self.window_start,
            has_cr_or_nul: self.has_cr_or_nul,
            has_brackets: self.has_brackets,
            pos,
            last,
            origin: None,
            depth: 0,
            tokenizer: self,
            sink,
        };
        if machine.pos == 0 && machine.window_start == 0 && window.starts_with('\u{feff}') {
            // A byte order mark is not part of the document.
            machine.pos = BYTE_ORDER_MARK;
            machine.start_text();
        }
        while let Pause::Include(entity, reference) = machine.work() {
            machine.include(entity, reference);
        }
        machine.pos
    }

    /// From where on the window is still needed, when the machine has stopped at `pos` in it.
    fn kept_from(&self, pos: usize) -> usize {
        if self.state.is_text() { pos } else { (self.token_start - self.window_start) as usize }
    }
}

/// Why the machine stops.
enum Pause {
    /// The window is used up.
    WindowEnd,
    /// The end-of-file token is emitted, or the text of an entity ended.
    EndOfFile,
    /// The text of an entity comes next, for the reference at a place of the input.
    Include(EntityId, Span),
}

/// What a state's method returns: go on with the (possibly other) state, or stop.
type Step = Result<(), Pause>;

/// The tokenizer at work on one window: a part of the input, or the text of an entity.
struct Machine<'m, 'w, S> {
    window: &'w str,
    bytes: &'w [u8],
    window_start: u32,
    has_cr_or_nul: bool,
    has_brackets: bool,
    /// The next input character.
    pos: usize,
    /// Whether the input ends with the window.
    last: bool,
    /// The reference in the input, if the window is the text of an entity.
    origin: Option<Span>,
    /// In how many entities it is.
    depth: usize,
    tokenizer: &'m mut Tokenizer,
    sink: &'m mut S,
}

impl<'w, S: TokenSink> Machine<'_, 'w, S> {
    /// Goes from state to state until something stops it.
    fn work(&mut self) -> Pause {
        loop {
            match self.step() {
                Ok(()) => {}
                Err(Pause::WindowEnd) => {
                    // What is text for certain need not wait.
                    let end = self.tokenizer.kept_from(self.pos);
                    let start = self.tokenizer.text_start;
                    self.flush_text(self.offset_of(end));
                    self.note_brackets(start, self.offset_of(end));
                    self.check_input_stream(self.offset());
                    return Pause::WindowEnd;
                }
                Err(pause) => return pause,
            }
        }
    }

    // The input.

    /// The first byte of the next input character, which is not consumed; `None` is EOF.
    #[inline]
    fn next(&self) -> Result<Option<u8>, Pause> {
        match self.bytes.get(self.pos) {
            Some(&byte) => Ok(Some(byte)),
            None if self.last => Ok(None),
            None => Err(Pause::WindowEnd),
        }
    }

    /// The offset of the next input character.
    #[inline]
    fn offset(&self) -> u32 {
        self.offset_of(self.pos)
    }

    #[inline]
    fn offset_of(&self, pos: usize) -> u32 {
        self.window_start + pos as u32
    }

    /// The part of the window at a span of it.
    #[inline]
    fn slice(&self, span: Span) -> &'w str {
        &self.window[(span.start - self.window_start) as usize..(span.end - self.window_start) as usize]
    }

    /// The place in the input of a span of the window.
    #[inline]
    fn place(&self, span: Span) -> Span {
        self.origin.unwrap_or(span)
    }

    /// Consumes characters up to `a`, `b`, a NUL, or a CR that is to be normalized.
    #[inline(always)]
    fn skip_to(&mut self, a: u8, b: u8) {
        self.pos = if self.has_cr_or_nul {
            cursor::find2_cr_nul_from(self.bytes, self.pos, a, b)
        } else {
            cursor::find2_from(self.bytes, self.pos, a, b)
        };
    }

    fn skip_whitespace(&mut self) {
        while self.bytes.get(self.pos).is_some_and(|&byte| crate::scan::is_whitespace(byte)) {
            self.pos += 1;
        }
    }

    /// Whether the next characters are these, as soon as that is known.
    fn is_next(&self, text: &str) -> Result<bool, Pause> {
        let rest = &self.bytes[self.pos..];
        if rest.len() < text.len() && !self.last && text.as_bytes().starts_with(rest) {
            return Err(Pause::WindowEnd);
        }
        Ok(rest.starts_with(text.as_bytes()))
    }

    // Switching.

    #[inline]
    fn advance_to(&mut self, state: State) -> Step {
        self.pos += 1;
        self.tokenizer.state = state;
        Ok(())
    }

    #[inline]
    fn reconsume_in(&mut self, state: State) -> Step {
        self.tokenizer.state = state;
        Ok(())
    }

    /// Consumes the character and stays in the state.
    #[inline]
    fn stay(&mut self) -> Step {
        self.pos += 1;
        Ok(())
    }

    // Pieces.

    /// Starts a name, value or data at the next input character.
    #[inline]
    fn start_piece(&mut self) {
        self.tokenizer.piece = Piece::start_at(self.offset());
    }

    /// Consumes `length` bytes and has the piece take `replacement` for them.
    fn replace(&mut self, length: usize, replacement: &str) {
        let range = Span::new(self.offset(), self.offset_of(self.pos + length));
        let tokenizer = &mut *self.tokenizer;
        tokenizer.piece.replace(range, replacement, self.window, self.window_start, &mut tokenizer.built);
        self.report_overflow();
        self.pos += length;
    }

    /// Reports that text had to be left out, once.
    fn report_overflow(&mut self) {
        let tokenizer = &mut *self.tokenizer;
        if tokenizer.built.take_overflow() && !tokenizer.at_limit {
            tokenizer.at_limit = true;
            self.error(ErrorCode::InputTooLong);
        }
    }

    /// Consumes `length` bytes of text and emits `replacement` for them.
    fn replace_in_text(&mut self, length: usize, replacement: &str) {
        let span = Span::new(self.offset(), self.offset_of(self.pos + length));
        self.flush_text(span.start);
        self.pos += length;
        if !replacement.is_empty() {
            self.sink.characters(Text { text: replacement, span: self.place(span), verbatim: false });
        }
        self.start_text();
    }

    /// Notes a reference or the start of a CDATA section in text.
    #[inline]
    fn note_in_text(&mut self, start: u32, length: usize) {
        let span = self.place(Span::new(start, start + length as u32));
        self.flush_text(start);
        self.sink.reference_or_cdata(span);
    }

    /// The bytes of the newline at a CR, as soon as it is known whether an LF follows.
    fn newline_length(&self) -> Result<usize, Pause> {
        match self.bytes.get(self.pos + 1) {
            Some(b'\n') => Ok(2),
            None if !self.last => Err(Pause::WindowEnd),
            _ => Ok(1),
        }
    }

    /// A NUL or CR in a name, value or data.
    fn null_or_newline_in_piece(&mut self) -> Step {
        if self.bytes.get(self.pos) == Some(&0) {
            self.error(ErrorCode::UnexpectedNullCharacter);
            self.replace(1, "\u{fffd}");
        } else if self.origin.is_some() {
            // What is a CR in the text of an entity was written as a reference.
            self.pos += 1;
        } else {
            let length = self.newline_length()?;
            self.replace(length, "\n");
        }
        Ok(())
    }

    /// A NUL or CR in text.
    fn null_or_newline_in_text(&mut self) -> Step {
        if self.bytes.get(self.pos) == Some(&0) {
            self.error(ErrorCode::UnexpectedNullCharacter);
            self.replace_in_text(1, "\u{fffd}");
        } else if self.newline_length()? == 1 {
            self.replace_in_text(1, "\n");
        } else {
            // The LF is text as it stands; the CR is left out.
            self.flush_text(self.offset());
            self.pos += 1;
            self.start_text();
        }
        Ok(())
    }

    /// The piece, ended `back` bytes before the next input character.
    #[inline]
    fn finish_piece(&mut self, back: usize) -> PieceRange {
        let end = self.offset_of(self.pos - back);
        let tokenizer = &mut *self.tokenizer;
        if let Some(origin) = self.origin {
            // The input does not hold it.
            tokenizer.piece.replace(Span::empty(end), "", self.window, self.window_start, &mut tokenizer.built);
            let range = tokenizer.piece.finish(end, self.window, self.window_start, &mut tokenizer.built);
            self.report_overflow();
            return PieceRange { span: origin, built: range.built };
        }
        let range = tokenizer.piece.finish(end, self.window, self.window_start, &mut tokenizer.built);
        if range.built.is_some() {
            self.report_overflow();
        }
        range
    }

    #[inline]
    fn piece_text(&self, range: PieceRange) -> &str {
        range.text(self.window, self.window_start, &self.tokenizer.built)
    }

    // Errors.

    /// Reports an error at the next input character.
    #[cold]
    fn error(&mut self, code: ErrorCode) {
        self.error_in(self.next_character(), code);
    }

    /// The place of the next input character, empty at the end.
    fn next_character(&self) -> Span {
        let length = self.window.get(self.pos..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(self.offset(), self.offset_of(self.pos + length))
    }

    /// Reports an error in a span of the window.
    #[cold]
    fn error_in(&mut self, span: Span, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.tokenizer.declaration.has_error = true;
            self.check_input_stream(span.end);
            let span = self.place(span);
            self.sink.parse_error(ParseError { code, span });
        }
    }

    /// Reports in a span of the window what XML forbids, and XML5 takes without an error.
    #[cold]
    fn well_formedness_error(&mut self, span: Span, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.tokenizer.declaration.has_error = true;
            self.check_input_stream(span.end);
            let span = self.place(span);
            self.sink.well_formedness_error(ParseError { code, span });
        }
    }

    /// Reports the errors of the input stream itself up to an offset: no later than errors that lie behind them.
    fn check_input_stream(&mut self, end: u32) {
        if !S::WANTS_ERRORS || self.origin.is_some() {
            return;
        }
        if self.tokenizer.checked_to < end && self.sink.wants_input_stream_errors() {
            let from = self.tokenizer.checked_to.max(self.window_start);
            self.tokenizer.checked_to = end;
            let text = &self.window[(from - self.window_start) as usize..(end - self.window_start) as usize];
            xml_input_stream_errors(text, from, |error| {
                // It is white space for XML5 in a DOCTYPE.
                let is_form_feed = text.as_bytes().get((error.span.start - from) as usize) == Some(&b'\x0c');
                if is_form_feed { self.sink.well_formedness_error(error) } else { self.sink.parse_error(error) }
            });
        }
    }

    // Tokens.

    /// Marks the next input character as the start of what may become a token.
    #[inline]
    fn start_token(&mut self) {
        self.tokenizer.token_start = self.offset();
    }

    /// Emits the text before the token that starts at `token_start`: it is a token for certain.
    #[inline]
    fn flush_text_before_token(&mut self) {
        self.flush_text(self.tokenizer.token_start);
        self.tokenizer.built.clear();
    }

    /// Emits the text since the last token, up to an offset.
    #[inline]
    fn flush_text(&mut self, end: u32) {
        let start = self.tokenizer.text_start;
        if start >= end {
            return;
        }
        self.tokenizer.text_start = end;
        let span = Span::new(start, end);
        if S::WANTS_ERRORS && (self.has_brackets || (self.tokenizer.brackets.1 == start && start > 0)) {
            self.check_cdata_end(span);
        }
        if let Some(origin) = self.origin {
            self.sink.characters(Text { text: self.slice(span), span: origin, verbatim: false });
        } else if self.sink.characters_at(span) == HookAnswer::Untouched {
            self.sink.characters(Text { text: self.slice(span), span, verbatim: true });
        }
    }

    /// Goes back to text after a token, which ends before the next input character.
    #[inline]
    fn start_text(&mut self) {
        self.tokenizer.text_start = self.offset();
    }

    /// The token's place, which ends before the next input character.
    #[inline]
    fn token_span(&self) -> Span {
        self.place(Span::new(self.tokenizer.token_start, self.offset()))
    }

    /// Creates a tag token, whose name starts at the next input character.
    fn create_tag(&mut self, is_end_tag: bool) {
        self.flush_text_before_token();
        self.start_piece();
        let tokenizer = &mut *self.tokenizer;
        tokenizer.is_end_tag = is_end_tag;
        tokenizer.is_empty_tag = false;
        tokenizer.records.clear();
        tokenizer.attribute_bits = 0;
        if !tokenizer.attribute_names.is_empty() {
            tokenizer.attribute_names.clear();
        }
        tokenizer.had_duplicate_attribute = false;
        tokenizer.had_too_many_attributes = false;
        tokenizer.has_plain_names = true;
    }

    /// Consumes `length` bytes and emits the current tag token.
    #[inline]
    fn emit_tag(&mut self, length: usize) -> Step {
        self.pos += length;
        if !self.tokenizer.is_end_tag && !self.tokenizer.declarations.has_no_attributes() {
            self.apply_attribute_declarations();
        }
        let end = self.offset();
        let span = self.token_span();
        let tokenizer = &mut *self.tokenizer;
        tokenizer.state = State::Data;
        tokenizer.text_start = end;
        let name = tokenizer.tag_name.text(self.window, self.window_start, &tokenizer.built);
        if tokenizer.is_end_tag {
            self.sink.end_tag(EndTag { name, span });
            return Ok(());
        }
        self.sink.start_tag(&Tag {
            name,
            is_empty: tokenizer.is_empty_tag,
            had_duplicate_attribute: tokenizer.had_duplicate_attribute,
            span,
            name_span: tokenizer.tag_name.span,
            has_plain_names: tokenizer.has_plain_names,
            records: &tokenizer.records,
            window: self.window,
            window_start: self.window_start,
            built: &tokenizer.built,
        });
        Ok(())
    }

    /// Consumes the token's last `length` bytes and emits the comment, whose data ends `back` bytes before them.
    fn emit_comment(&mut self, back: usize, length: usize) -> Step {
        let range = self.finish_piece(back);
        self.pos += length;
        let span = self.token_span();
        let text = range.text(self.window, self.window_start, &self.tokenizer.built);
        let data = Text { text, span: range.span, verbatim: range.built.is_none() };
        self.sink.process_token(Token::Comment { data, span });
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Consumes `length` bytes and emits the processing instruction, whose data ends `back` bytes before them.
    fn emit_pi(&mut self, back: usize, length: usize) -> Step {
        let range = self.finish_piece(back);
        self.pos += length;
        let span = self.token_span();
        let built = &self.tokenizer.built;
        let target = self.tokenizer.pi_target.text(self.window, self.window_start, built);
        let text = range.text(self.window, self.window_start, built);
        if target == "xml" && crate::read_xml_declaration(text).0.standalone == Some(true) {
            self.tokenizer.is_standalone = true;
        }
        let built = &self.tokenizer.built;
        let target = self.tokenizer.pi_target.text(self.window, self.window_start, built);
        let text = range.text(self.window, self.window_start, built);
        let data = Text { text, span: range.span, verbatim: range.built.is_none() };
        self.sink.process_token(Token::ProcessingInstruction { target, data, span });
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Consumes `length` bytes and emits the current DOCTYPE token.
    fn emit_doctype(&mut self, length: usize) -> Step {
        self.pos += length;
        self.tokenizer.is_in_junk = false;
        let span = self.token_span();
        let record = self.tokenizer.doctype;
        let built = &self.tokenizer.built;
        let text = |range: Option<PieceRange>| range.map(|range| range.text(self.window, self.window_start, built));
        let doctype = Doctype {
            name: text(record.name),
            public_id: text(record.public_id),
            system_id: text(record.system_id),
            force_quirks: false,
            span,
        };
        self.sink.process_token(Token::Doctype(doctype));
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Emits the text since the last token, and the end-of-file token unless it is an entity that ends.
    fn emit_end_of_file(&mut self) -> Step {
        let end = self.offset();
        self.flush_text(end);
        if self.origin.is_none() {
            self.check_input_stream(end);
            self.sink.process_token(Token::EndOfFile(end));
        }
        Err(Pause::EndOfFile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Seen {
        attributes: Vec<(String, String)>,
        errors: Vec<ErrorCode>,
    }

    impl TokenSink for Seen {
        fn process_token(&mut self, token: Token<'_>) {
            if let Token::StartTag(tag) = token {
                let attributes = tag.attributes();
                self.attributes.extend(attributes.iter().map(|it| (it.name_str().to_owned(), it.value().to_owned())));
            }
        }

        fn parse_error(&mut self, error: ParseError) {
            self.errors.push(error.code);
        }
    }

    /// Entities and defaults add more than 32-bit offsets reach; here the limit is that of a small buffer.
    #[test]
    fn text_that_has_no_offset_is_left_out_and_reported() {
        let document = |b: &str| {
            format!(
                "<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED c NMTOKENS #IMPLIED d CDATA 'default'>\
                 <!ENTITY e 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'>]><a b=\"{b}\" c=' yes '/>"
            )
        };
        let value = |count: usize| "x".repeat(50 * count);
        // With room for all; without room for the default; for the values of both types; for the entities.
        for (count, limit, expected, is_reported) in [
            (1, 1000, vec![("b", value(1)), ("c", "yes".into()), ("d", "default".into())], false),
            (1, 56, vec![("b", value(1)), ("c", "yes".into())], true),
            (1, 51, vec![("b", value(1)), ("c", " yes ".into())], true),
            (3, 120, vec![("b", value(2)), ("c", "yes".into()), ("d", "default".into())], true),
        ] {
            let mut tokenizer =
                Tokenizer { built: BuiltText::with_limit(limit), ..Tokenizer::new(TokenizerOptions::default()) };
            let mut seen = Seen::default();
            tokenizer.run(&document(&"&e;".repeat(count)), &mut seen);
            let expected: Vec<(String, String)> = expected.into_iter().map(|(a, b)| (a.to_owned(), b)).collect();
            assert_eq!(seen.attributes, expected, "{count} {limit}");
            assert_eq!(seen.errors.contains(&ErrorCode::InputTooLong), is_reported, "{count} {limit}");
        }
    }
}
