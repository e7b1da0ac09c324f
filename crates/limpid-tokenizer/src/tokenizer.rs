//! # Idioms used in this code
//!
//! * A state is a method of [`Machine`]. It looks at the next input character with [`Machine::next`], which gives its
//!   first byte, or `None` for EOF; `?` leaves the machine when a chunk is used up, with state and position as they are.
//! * *Consume and switch* is [`advance_to`](Machine::advance_to); *reconsume* is [`reconsume_in`](Machine::reconsume_in):
//!   the character was only looked at. Bytes from 0x80 on are always part of "anything else".
//! * *Append to the name, value or data* is nothing at all: the characters stand in the input, and the [`Piece`] in the
//!   making ends where the text ends. Only what the input does not hold as it is — a character reference, U+FFFD for
//!   NUL, LF for CR — is put into the built buffer by [`replace`](Machine::replace).
//! * *Emit a character token* is likewise nothing: text runs from the end of one token to the start of the next, and is
//!   flushed when that token is created. `<` and `</` that turn out to be text are in it already. What stands for other
//!   characters than itself is a run of its own, so that each run knows exactly where it comes from.
//! * CR is white space wherever LF is, and becomes LF in text and pieces: the standard normalizes newlines beforehand.
//! * [`error`](Machine::error) reports at the next input character, before it is consumed.

use crate::cursor::{self, BuiltText, Piece, PieceRange};
use crate::scan::{self, BLOCK, ByteSet};
use crate::{State, Tag, Token, TokenSink, TokenSinkResult};
use core::mem;
use limpid_markup::{
    AttributeRecord, Attributes, Doctype, ErrorCode, HookAnswer, Limits, LocalName, ParseError, Span, Text,
    input_stream_errors,
};
use std::collections::HashSet;

/// How a [`Tokenizer`] starts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// The first state.
    pub initial_state: State,
    /// The name of the last start tag, which an appropriate end tag repeats.
    pub last_start_tag: Option<String>,
    /// How far input may go: here its bytes.
    pub limits: Limits,
    /// Whether `<?` starts a bogus comment whatever follows, as it did before the standard had processing instructions.
    pub no_processing_instructions: bool,
}

impl TokenizerOptions {
    /// Starts in another state than the data state.
    #[must_use]
    pub fn initial_state(mut self, state: State) -> Self {
        self.initial_state = state;
        self
    }

    /// Sets how far input may go.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether there are processing instructions, or comments in their place.
    #[must_use]
    pub fn processing_instructions(mut self, are_known: bool) -> Self {
        self.no_processing_instructions = !are_known;
        self
    }

    /// Takes a start tag of this name (lowercase) as seen.
    #[must_use]
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.last_start_tag = Some(name.into());
        self
    }
}

/// Tokenizes a whole text from the data state on.
pub fn tokenize<S: TokenSink>(input: &str, sink: &mut S) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    while tokenizer.run(input, sink) == TokenizerStatus::Suspended {}
}

/// Why the tokenizer stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenizerStatus {
    /// All input that it was given is used up.
    Finished,
    /// The sink answered a tag with [`TokenSinkResult::Suspend`]. Input after this tag was not looked at.
    Suspended,
}

/// The tokenizer. Give it a whole input with [`run`](Self::run), or chunks with [`feed`](Self::feed) and then
/// [`finish`](Self::finish): tokens are the same but for how character runs are cut, errors and spans are the same.
#[derive(Debug, Default)]
pub struct Tokenizer {
    pub(crate) state: State,
    /// [Return state](https://html.spec.whatwg.org/multipage/parsing.html#return-state).
    pub(crate) return_state: State,
    /// The name that makes an end tag appropriate.
    pub(crate) last_start_tag: String,
    /// [Temporary buffer](https://html.spec.whatwg.org/multipage/parsing.html#temporary-buffer), where its content does
    /// not simply stand in the input: the name after `<` or `</` in escaped script data.
    pub(crate) temporary_buffer: String,
    /// [Character reference code](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-code).
    pub(crate) character_reference_code: u32,
    /// Where the character reference starts.
    pub(crate) reference_start: u32,

    /// Where the token in the making starts, or what may become one.
    pub(crate) token_start: u32,
    /// Where the text since the last token starts, as far as it is not emitted yet.
    pub(crate) text_start: u32,
    /// The name, value or data in the making.
    pub(crate) piece: Piece,
    /// Whether the name in the making has an ASCII upper alpha.
    pub(crate) piece_has_uppercase: bool,
    /// Text of the current token that the input does not hold as it is.
    pub(crate) built: BuiltText,

    pub(crate) is_end_tag: bool,
    pub(crate) tag_name: PieceRange,
    pub(crate) tag_name_id: LocalName,
    pub(crate) records: Vec<AttributeRecord>,
    /// A bit for each name in `records`: names without a common bit differ.
    pub(crate) attribute_bits: u64,
    /// Whether all `records` have names with an id, and values as the input has them.
    pub(crate) has_plain_attributes: bool,
    /// The names in `records`, from [`MANY_ATTRIBUTES`] on.
    pub(crate) attribute_names: HashSet<Box<str>>,
    /// Whether the current attribute was removed: as a duplicate, or as one too many.
    pub(crate) attribute_is_duplicate: bool,
    pub(crate) had_duplicate_attribute: bool,
    /// Whether the tag has had more attributes than it may.
    pub(crate) had_too_many_attributes: bool,
    pub(crate) doctype: DoctypeRecord,
    pub(crate) processing_instruction_target: Span,
    pub(crate) no_processing_instructions: bool,

    /// Input since the start of the unfinished token, when a chunk ended in it.
    pending: String,
    /// Where in `pending` to go on.
    resume_at: usize,
    pub(crate) limits: Limits,
    /// The input offset at which the window starts.
    window_start: u32,
    /// Whether the window has a CR or NUL.
    has_cr_or_nul: bool,
    /// Input up to here was looked through for input stream errors.
    checked_to: u32,
    at_limit: bool,
}

/// A piece of input, looked through once for what cannot be taken verbatim. After a suspension [`rest`](Self::rest) is not
/// looked through again.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'c> {
    text: &'c str,
    has_cr_or_nul: bool,
}

impl<'c> Chunk<'c> {
    /// What is left after so many bytes.
    ///
    /// # Panics
    /// When these end inside a character, or beyond the chunk.
    #[must_use]
    pub fn rest(self, taken: usize) -> Chunk<'c> {
        Chunk { text: &self.text[taken..], ..self }
    }

    /// The text.
    pub fn text(self) -> &'c str {
        self.text
    }

    /// Whether the text, or what was before it in the same chunk, has a CR or NUL.
    pub fn has_cr_or_nul(self) -> bool {
        self.has_cr_or_nul
    }

    /// The rest of a chunk whose text was kept elsewhere, with what [`has_cr_or_nul`](Self::has_cr_or_nul) said of it.
    pub fn kept(text: &'c str, has_cr_or_nul: bool) -> Chunk<'c> {
        Chunk { text, has_cr_or_nul }
    }
}

impl<'c> From<&'c str> for Chunk<'c> {
    fn from(text: &'c str) -> Self {
        Chunk { text, has_cr_or_nul: scan::has_cr_or_nul(text.as_bytes()) }
    }
}

impl<'c> From<&'c String> for Chunk<'c> {
    fn from(text: &'c String) -> Self {
        Chunk::from(text.as_str())
    }
}

/// From this number of attributes on, duplicates are found by hash and not by comparing.
pub(crate) const MANY_ATTRIBUTES: usize = 16;

/// Buffers up to this capacity are kept for the next input.
const KEPT_TEXT: usize = 1 << 16;
const KEPT_RECORDS: usize = 1 << 10;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DoctypeRecord {
    pub(crate) name: Option<PieceRange>,
    pub(crate) public_id: Option<PieceRange>,
    pub(crate) system_id: Option<PieceRange>,
    pub(crate) force_quirks: bool,
}

impl Tokenizer {
    /// A tokenizer at the start of an input.
    pub fn new(options: TokenizerOptions) -> Tokenizer {
        Tokenizer {
            state: options.initial_state,
            last_start_tag: options.last_start_tag.unwrap_or_default(),
            limits: options.limits,
            no_processing_instructions: options.no_processing_instructions,
            ..Tokenizer::default()
        }
    }

    /// Starts at the start of another input, as a [new](Self::new) tokenizer would, in the buffers of this one unless they
    /// have grown large.
    pub fn restart(&mut self, options: TokenizerOptions) {
        self.state = options.initial_state;
        self.last_start_tag.clear();
        if let Some(name) = options.last_start_tag {
            self.last_start_tag = name;
        }
        self.limits = options.limits;
        self.no_processing_instructions = options.no_processing_instructions;
        self.token_start = 0;
        self.text_start = 0;
        self.resume_at = 0;
        self.window_start = 0;
        self.has_cr_or_nul = false;
        self.checked_to = 0;
        self.at_limit = false;
        // What else there is belongs to a token, and is set where that starts.
        self.built.reset(KEPT_TEXT);
        self.records.clear();
        if self.records.capacity() > KEPT_RECORDS {
            self.records = Vec::new();
        }
        if !self.attribute_names.is_empty() {
            self.attribute_names = HashSet::new();
        }
        if self.temporary_buffer.capacity() > KEPT_TEXT {
            self.temporary_buffer = String::new();
        }
        if self.pending.capacity() > 0 {
            self.pending = String::new();
        }
    }

    /// Tokenizes a whole input, up to and including the end-of-file token. Nothing of it is copied. When the sink
    /// suspends it, the same call again goes on after the tag.
    ///
    /// At most 4 GiB are taken, or as many bytes as the limits say; the rest is left with the error `input-too-long`.
    pub fn run<S: TokenSink>(&mut self, input: &str, sink: &mut S) -> TokenizerStatus {
        let resume_at = self.resume_at;
        let input = self.limit(input, sink);
        if resume_at == 0 {
            self.has_cr_or_nul = scan::has_cr_or_nul(input.as_bytes());
        }
        let (status, pos) = self.run_window(input, resume_at, true, sink);
        self.resume_at = pos;
        status
    }

    /// Tokenizes the next chunk of the input as far as it goes. Returns the bytes of the chunk that were taken: all,
    /// unless the sink suspends the tokenizer; the rest is then for the caller to feed when it is time.
    pub fn feed<'c, S: TokenSink>(&mut self, chunk: impl Into<Chunk<'c>>, sink: &mut S) -> (TokenizerStatus, usize) {
        let Chunk { text: chunk, has_cr_or_nul } = chunk.into();
        let limited = self.limit(chunk, sink);
        if limited.is_empty() {
            return (TokenizerStatus::Finished, chunk.len());
        }
        self.has_cr_or_nul |= has_cr_or_nul;
        let pending_length = self.pending.len();
        let mut pending = mem::take(&mut self.pending);
        let mut window = limited;
        if pending_length != 0 {
            pending.push_str(limited);
            window = &pending;
        }
        let (status, pos) = self.run_window(window, self.resume_at, false, sink);
        let kept_from = self.kept_from(status, pos);
        self.resume_at = pos - kept_from;
        self.window_start += kept_from as u32;
        let taken = match status {
            TokenizerStatus::Suspended => pos - pending_length,
            TokenizerStatus::Finished => chunk.len(),
        };
        match status {
            // The rest stays with the caller.
            TokenizerStatus::Suspended => pending.clear(),
            TokenizerStatus::Finished if pending_length == 0 => pending.push_str(&limited[kept_from..]),
            TokenizerStatus::Finished => drop(pending.drain(..kept_from)),
        }
        self.pending = pending;
        if self.pending.is_empty() {
            self.has_cr_or_nul = false;
        }
        (status, taken)
    }

    /// Ends the input: emits what is left and the end-of-file token.
    pub fn finish<S: TokenSink>(mut self, sink: &mut S) {
        let pending = mem::take(&mut self.pending);
        let mut pos = self.resume_at;
        // Of an unfinished token no tag is left that could suspend the tokenizer, but a sink may answer as it likes.
        loop {
            let (status, stopped_at) = self.run_window(&pending, pos, true, sink);
            pos = stopped_at;
            if status == TokenizerStatus::Finished {
                return;
            }
        }
    }

    /// Goes on in another state. This is for whoever knows better than the markup, between two tokens: a text file shown as
    /// a page goes on in the [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state).
    pub fn switch_to(&mut self, state: State) {
        self.state = state;
    }

    /// The offset up to which the input was taken.
    pub fn input_offset(&self) -> u32 {
        self.window_start + self.pending.len() as u32
    }

    /// Cuts the input where offsets end, or the limits say.
    #[inline]
    fn limit<'a, S: TokenSink>(&mut self, input: &'a str, sink: &mut S) -> &'a str {
        cursor::limit(input, self.input_offset(), self.limits.bytes, &mut self.at_limit, |error| {
            if S::WANTS_ERRORS {
                sink.parse_error(error);
            }
        })
    }

    /// Runs over a window of the input, and returns the position at which it stops.
    fn run_window<S: TokenSink>(
        &mut self,
        window: &str,
        pos: usize,
        last: bool,
        sink: &mut S,
    ) -> (TokenizerStatus, usize) {
        let mut machine = Machine {
            window,
            bytes: window.as_bytes(),
            window_start: self.window_start,
            has_cr_or_nul: self.has_cr_or_nul,
            pos,
            last,
            tokenizer: self,
            sink,
        };
        let status = machine.work();
        (status, machine.pos)
    }

    /// From where on the window is still needed, when the machine has stopped at `pos` in it.
    fn kept_from(&self, status: TokenizerStatus, pos: usize) -> usize {
        if self.state.is_text() || status == TokenizerStatus::Suspended {
            pos
        } else {
            (self.token_start - self.window_start) as usize
        }
    }
}

/// Why the machine stops.
pub(crate) enum Pause {
    /// The window is used up.
    WindowEnd,
    /// The end-of-file token is emitted.
    EndOfFile,
    /// The sink suspends the tokenizer.
    Suspended,
}

/// What a state's method returns: go on with the (possibly other) state, or stop.
pub(crate) type Step = Result<(), Pause>;

/// The tokenizer at work on one window of the input.
pub(crate) struct Machine<'m, 'w, S> {
    pub(crate) window: &'w str,
    pub(crate) bytes: &'w [u8],
    pub(crate) window_start: u32,
    pub(crate) has_cr_or_nul: bool,
    /// The next input character.
    pub(crate) pos: usize,
    /// Whether the input ends with the window.
    pub(crate) last: bool,
    pub(crate) tokenizer: &'m mut Tokenizer,
    pub(crate) sink: &'m mut S,
}

impl<'w, S: TokenSink> Machine<'_, 'w, S> {
    /// Goes from state to state until something stops it.
    fn work(&mut self) -> TokenizerStatus {
        loop {
            let step = match self.tokenizer.state {
                State::Data => self.data(),
                State::Rcdata => self.rcdata_state(),
                State::Rawtext => self.rawtext_state(),
                State::ScriptData => self.script_data_state(),
                State::Plaintext => self.plaintext_state(),
                State::TagOpen => self.tag_open_state(),
                State::EndTagOpen => self.end_tag_open_state(),
                State::TagName => self.tag_name_state(),
                State::RcdataLessThanSign => self.rcdata_less_than_sign_state(),
                State::RcdataEndTagOpen => self.rcdata_end_tag_open_state(),
                State::RcdataEndTagName => self.rcdata_end_tag_name_state(),
                State::RawtextLessThanSign => self.rawtext_less_than_sign_state(),
                State::RawtextEndTagOpen => self.rawtext_end_tag_open_state(),
                State::RawtextEndTagName => self.rawtext_end_tag_name_state(),
                State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(),
                State::ScriptDataEndTagOpen => self.script_data_end_tag_open_state(),
                State::ScriptDataEndTagName => self.script_data_end_tag_name_state(),
                State::ScriptDataEscapeStart => self.script_data_escape_start_state(),
                State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(),
                State::ScriptDataEscaped => self.script_data_escaped_state(),
                State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(),
                State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash_state(),
                State::ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign_state(),
                State::ScriptDataEscapedEndTagOpen => self.script_data_escaped_end_tag_open_state(),
                State::ScriptDataEscapedEndTagName => self.script_data_escaped_end_tag_name_state(),
                State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start_state(),
                State::ScriptDataDoubleEscaped => self.script_data_double_escaped_state(),
                State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash_state(),
                State::ScriptDataDoubleEscapedDashDash => self.script_data_double_escaped_dash_dash_state(),
                State::ScriptDataDoubleEscapedLessThanSign => self.script_data_double_escaped_less_than_sign_state(),
                State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end_state(),
                State::BeforeAttributeName => self.before_attribute_name_state(),
                State::AttributeName => self.attribute_name_state(),
                State::AfterAttributeName => self.after_attribute_name_state(),
                State::BeforeAttributeValue => self.before_attribute_value_state(),
                State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(),
                State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(),
                State::AttributeValueUnquoted => self.attribute_value_unquoted_state(),
                State::AfterAttributeValueQuoted => self.after_attribute_value_quoted_state(),
                State::SelfClosingStartTag => self.self_closing_start_tag_state(),
                State::BogusComment => self.bogus_comment_state(),
                State::MarkupDeclarationOpen => self.markup_declaration_open_state(),
                State::CommentStart => self.comment_start_state(),
                State::CommentStartDash => self.comment_start_dash_state(),
                State::Comment => self.comment_state(),
                State::CommentLessThanSign => self.comment_less_than_sign_state(),
                State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(),
                State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash_state(),
                State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash_state(),
                State::CommentEndDash => self.comment_end_dash_state(),
                State::CommentEnd => self.comment_end_state(),
                State::CommentEndBang => self.comment_end_bang_state(),
                State::Doctype => self.doctype_state(),
                State::BeforeDoctypeName => self.before_doctype_name_state(),
                State::DoctypeName => self.doctype_name_state(),
                State::AfterDoctypeName => self.after_doctype_name_state(),
                State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword_state(),
                State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier_state(),
                State::DoctypePublicIdentifierDoubleQuoted => self.doctype_public_identifier_double_quoted_state(),
                State::DoctypePublicIdentifierSingleQuoted => self.doctype_public_identifier_single_quoted_state(),
                State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier_state(),
                State::BetweenDoctypePublicAndSystemIdentifiers => {
                    self.between_doctype_public_and_system_identifiers_state()
                }
                State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword_state(),
                State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier_state(),
                State::DoctypeSystemIdentifierDoubleQuoted => self.doctype_system_identifier_double_quoted_state(),
                State::DoctypeSystemIdentifierSingleQuoted => self.doctype_system_identifier_single_quoted_state(),
                State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier_state(),
                State::BogusDoctype => self.bogus_doctype_state(),
                State::CdataSection => self.cdata_section_state(),
                State::CdataSectionBracket => self.cdata_section_bracket_state(),
                State::CdataSectionEnd => self.cdata_section_end_state(),
                State::ProcessingInstructionOpen => self.processing_instruction_open_state(),
                State::ProcessingInstructionTarget => self.processing_instruction_target_state(),
                State::AfterProcessingInstructionTarget => self.after_processing_instruction_target_state(),
                State::ProcessingInstructionData => self.processing_instruction_data_state(),
                State::ProcessingInstructionQuestionable => self.processing_instruction_questionable_state(),
                State::CharacterReference => self.character_reference_state(),
                State::NamedCharacterReference => self.named_character_reference_state(),
                State::AmbiguousAmpersand => self.ambiguous_ampersand_state(),
                State::NumericCharacterReference => self.numeric_character_reference_state(),
                State::HexadecimalCharacterReferenceStart => self.hexadecimal_character_reference_start_state(),
                State::HexadecimalCharacterReference => self.hexadecimal_character_reference_state(),
                State::DecimalCharacterReference => self.decimal_character_reference_state(),
                State::NumericCharacterReferenceEnd => self.numeric_character_reference_end_state(),
            };
            match step {
                Ok(()) => {}
                Err(Pause::Suspended) => {
                    self.check_input_stream(self.offset());
                    return TokenizerStatus::Suspended;
                }
                Err(Pause::WindowEnd) => {
                    // What is text for certain need not wait.
                    let end = self.tokenizer.kept_from(TokenizerStatus::Finished, self.pos);
                    self.flush_text(self.offset_of(end));
                    self.check_input_stream(self.offset());
                    return TokenizerStatus::Finished;
                }
                Err(Pause::EndOfFile) => return TokenizerStatus::Finished,
            }
        }
    }

    // The input.

    /// The first byte of the [next input character](https://html.spec.whatwg.org/multipage/parsing.html#next-input-character),
    /// which is not consumed; `None` is EOF.
    #[inline]
    pub(crate) fn next(&self) -> Result<Option<u8>, Pause> {
        match self.bytes.get(self.pos) {
            Some(&byte) => Ok(Some(byte)),
            None if self.last => Ok(None),
            None => Err(Pause::WindowEnd),
        }
    }

    /// The input offset of the next input character.
    #[inline]
    pub(crate) fn offset(&self) -> u32 {
        self.offset_of(self.pos)
    }

    #[inline]
    pub(crate) fn offset_of(&self, pos: usize) -> u32 {
        self.window_start + pos as u32
    }

    /// The part of the window at a span of the input.
    #[inline]
    pub(crate) fn slice(&self, span: Span) -> &'w str {
        &self.window[(span.start - self.window_start) as usize..(span.end - self.window_start) as usize]
    }

    /// Consumes characters up to `a`, `b`, a CR or a NUL.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, a: u8, b: u8) {
        self.pos = self.find2(self.pos, a, b);
    }

    /// The position, from `pos` on, of the first `a`, `b`, CR or NUL, or the end of the window.
    #[inline(always)]
    pub(crate) fn find2(&self, pos: usize, a: u8, b: u8) -> usize {
        if self.has_cr_or_nul {
            scan::find2_cr_nul_from(self.bytes, pos, a, b)
        } else {
            scan::find2_from(self.bytes, pos, a, b)
        }
    }

    /// The position of the first `a`, `b`, CR or NUL in a block of the window, if it has one.
    #[inline(always)]
    pub(crate) fn find2_in(&self, block: &[u8; BLOCK], a: u8, b: u8) -> Option<usize> {
        let found = scan::positions_of2(block, a, b);
        let found = if self.has_cr_or_nul { found | scan::positions_of2(block, b'\r', 0) } else { found };
        // A bit of sixteen: there is no other place.
        (found != 0).then(|| found.trailing_zeros() as usize % BLOCK)
    }

    /// Consumes characters up to one in the set.
    #[inline]
    pub(crate) fn skip_to_marked(&mut self, set: &ByteSet) {
        self.pos += scan::find_marked(&self.bytes[self.pos..], set);
    }

    // Switching.

    #[inline]
    pub(crate) fn advance_to(&mut self, state: State) -> Step {
        self.pos += 1;
        self.tokenizer.state = state;
        Ok(())
    }

    #[inline]
    pub(crate) fn reconsume_in(&mut self, state: State) -> Step {
        self.tokenizer.state = state;
        Ok(())
    }

    // Pieces.

    /// Starts a name, value or data at the next input character.
    #[inline]
    pub(crate) fn start_piece(&mut self) {
        self.tokenizer.piece = Piece::start_at(self.offset());
        self.tokenizer.piece_has_uppercase = false;
    }

    /// Consumes `length` bytes and has the piece take `replacement` for them.
    pub(crate) fn replace(&mut self, length: usize, replacement: &str) {
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
    pub(crate) fn replace_in_text(&mut self, length: usize, replacement: &str) {
        let span = Span::new(self.offset(), self.offset_of(self.pos + length));
        self.flush_text(span.start);
        self.pos += length;
        self.sink.characters(Text { text: replacement, span, verbatim: false });
        self.start_text();
    }

    /// The bytes of the newline at a CR, as soon as it is known whether an LF follows.
    pub(crate) fn newline_length(&self) -> Result<usize, Pause> {
        match self.bytes.get(self.pos + 1) {
            Some(b'\n') => Ok(2),
            None if !self.last => Err(Pause::WindowEnd),
            _ => Ok(1),
        }
    }

    /// The piece, ended `back` bytes before the next input character.
    #[inline]
    pub(crate) fn finish_piece(&mut self, back: usize) -> PieceRange {
        let end = self.offset_of(self.pos - back);
        let tokenizer = &mut *self.tokenizer;
        let range = tokenizer.piece.finish(end, self.window, self.window_start, &mut tokenizer.built);
        if range.built.is_some() {
            self.report_overflow();
        }
        range
    }

    /// The piece in lowercase, ended before the next input character.
    #[inline]
    pub(crate) fn finish_name(&mut self) -> PieceRange {
        let end = self.offset();
        let tokenizer = &mut *self.tokenizer;
        let has_uppercase = tokenizer.piece_has_uppercase;
        tokenizer.piece.finish_lowercase(end, has_uppercase, self.window, self.window_start, &mut tokenizer.built)
    }

    #[inline]
    pub(crate) fn piece_text(&self, range: PieceRange) -> &str {
        range.text(self.window, self.window_start, &self.tokenizer.built)
    }

    // Errors.

    /// Reports an error at the next input character.
    pub(crate) fn error(&mut self, code: ErrorCode) {
        self.error_at(self.pos, code);
    }

    /// Reports an error at the character at `pos`.
    pub(crate) fn error_at(&mut self, pos: usize, code: ErrorCode) {
        if S::WANTS_ERRORS {
            let length = self.window.get(pos..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            let span = Span::new(self.offset_of(pos), self.offset_of(pos + length));
            self.check_input_stream(span.end);
            self.sink.parse_error(ParseError { code, span });
        }
    }

    /// Reports an error about what lies before the next input character.
    #[cold]
    pub(crate) fn error_in(&mut self, span: Span, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.check_input_stream(span.end);
            self.sink.parse_error(ParseError { code, span });
        }
    }

    /// Reports an error right before the next input character.
    pub(crate) fn error_between(&mut self, code: ErrorCode) {
        if S::WANTS_ERRORS {
            let span = Span::empty(self.offset());
            self.check_input_stream(span.end);
            self.sink.parse_error(ParseError { code, span });
        }
    }

    /// Reports the errors of the input stream itself up to an offset: no later than errors that lie behind them.
    #[inline]
    fn check_input_stream(&mut self, end: u32) {
        if S::WANTS_ERRORS && self.tokenizer.checked_to < end && self.sink.wants_input_stream_errors() {
            self.find_input_stream_errors(end);
        }
    }

    #[inline(never)]
    fn find_input_stream_errors(&mut self, end: u32) {
        if S::WANTS_ERRORS {
            // A sink may come to want them late.
            let from = self.tokenizer.checked_to.max(self.window_start);
            self.tokenizer.checked_to = end;
            let text = &self.window[(from - self.window_start) as usize..(end - self.window_start) as usize];
            input_stream_errors(text, from, |error| self.sink.parse_error(error));
        }
    }

    // Tokens.

    /// Marks the next input character as the start of what may become a token.
    #[inline]
    pub(crate) fn start_token(&mut self) {
        self.tokenizer.token_start = self.offset();
    }

    /// Emits the text before the token that starts at `token_start`: it is a token for certain.
    #[inline]
    pub(crate) fn flush_text_before_token(&mut self) {
        self.flush_text(self.tokenizer.token_start);
        self.tokenizer.built.clear();
    }

    /// Emits the text since the last token, up to an offset.
    #[inline]
    pub(crate) fn flush_text(&mut self, end: u32) {
        let start = self.tokenizer.text_start;
        if start < end {
            self.tokenizer.text_start = end;
            let span = Span::new(start, end);
            if self.sink.characters_at(span) == HookAnswer::Untouched {
                self.sink.characters(Text { text: self.slice(span), span, verbatim: true });
            }
        }
    }

    /// Goes back to text after a token, which ends before the next input character.
    #[inline]
    pub(crate) fn start_text(&mut self) {
        self.tokenizer.text_start = self.offset();
    }

    /// The token's span, which ends before the next input character.
    #[inline]
    pub(crate) fn token_span(&self) -> Span {
        Span::new(self.tokenizer.token_start, self.offset())
    }

    /// Creates a start or end tag token.
    #[inline]
    pub(crate) fn create_tag(&mut self, is_end_tag: bool) {
        self.flush_text_before_token();
        self.tokenizer.is_end_tag = is_end_tag;
        self.tokenizer.records.clear();
        self.tokenizer.attribute_bits = 0;
        if !self.tokenizer.attribute_names.is_empty() {
            self.tokenizer.attribute_names.clear();
        }
        self.tokenizer.had_duplicate_attribute = false;
        self.tokenizer.had_too_many_attributes = false;
    }

    /// Takes the piece as the tag's name.
    #[inline]
    pub(crate) fn finish_tag_name(&mut self) {
        let name = self.finish_name();
        self.tokenizer.tag_name = name;
        self.tokenizer.tag_name_id = LocalName::from_bytes(self.piece_text(name).as_bytes());
    }

    /// Whether the piece is the name of an
    /// [appropriate end tag token](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token).
    pub(crate) fn is_appropriate_end_tag(&self) -> bool {
        let name = self.slice(Span::new(self.tokenizer.piece.start, self.offset()));
        !self.tokenizer.last_start_tag.is_empty() && name.eq_ignore_ascii_case(&self.tokenizer.last_start_tag)
    }

    /// Consumes `>` and emits the current tag token, from the data state on.
    pub(crate) fn emit_tag(&mut self, self_closing: bool) -> Step {
        let is_end_tag = self.tokenizer.is_end_tag;
        if is_end_tag && (!self.tokenizer.records.is_empty() || self.tokenizer.had_duplicate_attribute) {
            self.error(ErrorCode::EndTagWithAttributes);
        }
        if is_end_tag && self_closing {
            self.error(ErrorCode::EndTagWithTrailingSolidus);
        }
        self.pos += 1;
        let end = self.offset();
        let tokenizer = &mut *self.tokenizer;
        tokenizer.state = State::Data;
        tokenizer.text_start = end;
        let name = tokenizer.tag_name_id;
        let tag = Tag {
            name,
            name_str: if name.is_known() {
                name.as_str()
            } else {
                tokenizer.tag_name.text(self.window, self.window_start, &tokenizer.built)
            },
            attributes: Attributes::new(&tokenizer.records, self.window, self.window_start, &tokenizer.built),
            self_closing,
            had_duplicate_attribute: tokenizer.had_duplicate_attribute,
            span: Span::new(tokenizer.token_start, end),
            name_span: tokenizer.tag_name.span,
        };
        match if is_end_tag { self.sink.end_tag(&tag) } else { self.sink.start_tag(&tag) } {
            TokenSinkResult::Continue => Ok(()),
            TokenSinkResult::SwitchTo(state) => {
                tokenizer.state = state;
                tokenizer.last_start_tag.clear();
                tokenizer.last_start_tag.push_str(tag.name_str);
                Ok(())
            }
            TokenSinkResult::Suspend => Err(Pause::Suspended),
        }
    }

    /// Consumes the token's last `length` bytes and emits the comment, whose data ends `back` bytes before them.
    pub(crate) fn emit_comment(&mut self, back: usize, length: usize) -> Step {
        let range = self.finish_piece(back);
        self.pos += length;
        let span = self.token_span();
        let text = range.text(self.window, self.window_start, &self.tokenizer.built);
        let data = Text { text, span: range.span, verbatim: range.built.is_none() };
        self.sink.process_token(Token::Comment { data, span });
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Consumes `>` and emits the processing instruction, whose data ends `back` bytes before it.
    pub(crate) fn emit_processing_instruction(&mut self, back: usize) -> Step {
        let range = self.finish_piece(back);
        self.pos += 1;
        let span = self.token_span();
        let target = self.tokenizer.processing_instruction_target;
        let target =
            &self.window[(target.start - self.window_start) as usize..(target.end - self.window_start) as usize];
        let text = range.text(self.window, self.window_start, &self.tokenizer.built);
        let data = Text { text, span: range.span, verbatim: range.built.is_none() };
        self.sink.process_token(Token::ProcessingInstruction { target, data, span });
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Consumes `length` bytes and emits the current DOCTYPE token.
    pub(crate) fn emit_doctype(&mut self, length: usize) -> Step {
        self.pos += length;
        let span = self.token_span();
        let record = self.tokenizer.doctype;
        let built = &self.tokenizer.built;
        let text = |range: Option<PieceRange>| range.map(|range| range.text(self.window, self.window_start, built));
        let doctype = Doctype {
            name: text(record.name),
            public_id: text(record.public_id),
            system_id: text(record.system_id),
            force_quirks: record.force_quirks,
            span,
        };
        self.sink.process_token(Token::Doctype(doctype));
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Emits the text since the last token, and the end-of-file token.
    pub(crate) fn emit_end_of_file(&mut self) -> Step {
        self.flush_text(self.offset());
        self.emit_end_of_file_only()
    }

    /// Emits the end-of-file token and nothing of the unfinished token.
    pub(crate) fn emit_end_of_file_only(&mut self) -> Step {
        let end = self.offset();
        self.check_input_stream(end);
        self.sink.process_token(Token::EndOfFile(end));
        self.tokenizer.text_start = end;
        Err(Pause::EndOfFile)
    }
}
