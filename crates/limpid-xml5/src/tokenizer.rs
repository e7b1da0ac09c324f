//! The public tokenizer. [`machine`] runs its states. [`include`] replaces entity references by the texts of the entities.

use crate::TokenSink;
use crate::declarations::Declarations;
use crate::scan::has_brackets;
use crate::tokenizer::states::State;
use limpid_markup::Limits;
use limpid_tokenizer::cursor::{CurrentToken, Cursor, Feeder, PieceRange, Stop};
use machine::{Machine, Pause};

mod cdata_end;
mod fast_path;
mod include;
mod machine;
mod states;

/// The options of a [`Tokenizer`].
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let limits = limpid::Limits::default().entity_bytes(3);
/// Tokenizer::new(TokenizerOptions::default().limits(limits)).run("<!DOCTYPE a [<!ENTITY e 'Green'>]><a>&e;</a>", &mut log);
/// assert_eq!(log.0, ["a", "&e;", "/a"]);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// Limits on the input. The tokenizer applies the limits on bytes, attributes and entities.
    pub limits: Limits,
}

impl TokenizerOptions {
    /// Sets the limits on the input.
    ///
    /// ```
    /// use limpid::{Limits, xml::stages::TokenizerOptions};
    /// assert_eq!(TokenizerOptions::default().limits(Limits::default().attributes(9)).limits.attributes, 9);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Tokenizes a whole input.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// tokenize("<tea>Green</tea>", &mut log);
/// assert_eq!(log.0, ["tea", "Green", "/tea"]);
/// ```
pub fn tokenize<S: TokenSink>(input: &str, sink: &mut S) {
    Tokenizer::new(TokenizerOptions::default()).run(input, sink);
}

/// The tokenizer. Pass a whole input to [`run`](Self::run), or chunks to [`feed`](Self::feed) and then call
/// [`finish`](Self::finish).
///
/// The division into chunks can split a run of characters into several tokens. It has no other effect on tokens, errors and spans.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// for piece in ["<te", "a>", "</t", "ea>"] {
///     tokenizer.feed(piece, &mut log);
/// }
/// tokenizer.finish(&mut log);
/// assert_eq!(log.0, ["tea", "/tea"]);
/// ```
#[derive(Debug)]
pub struct Tokenizer {
    feeder: Feeder,
    current: CurrentToken,
    registers: Registers,
}

/// The variables of the states, except the current token.
#[derive(Debug, Default)]
struct Registers {
    state: State,
    /// The state after the current reference.
    return_state: State,
    /// A buffer for the text of an entity in an attribute value.
    expansion: String,
    is_empty_tag: bool,
    /// See [`Tag`](crate::Tag).
    has_local_names: bool,
    pi_target: PieceRange,
    /// The offset of a `>` in a system identifier. The input after it decides whether the identifier ends there.
    closed_at: u32,
    /// The end of the system identifier, including its quote, if the lookahead after the `>` found it. Otherwise 0.
    identifier_end: u32,
    declaration: DeclarationRecord,
    /// Whether invalid input in the internal subset was reported and is being skipped.
    is_skipping_junk: bool,
    /// Whether the DTD contains a reference to a parameter entity, so that some declarations may not have been read.
    has_parameter_entities: bool,
    /// Whether the XML declaration contains `standalone="yes"`. In that case, declarations that limpid does not read cannot define an entity of
    /// the document.
    is_standalone: bool,

    declarations: Declarations,
    /// The number of bytes that entities and attribute defaults have added to the document.
    added_bytes: u64,
    is_over_entity_limit: bool,
    limits: Limits,

    /// Whether the window of the input may contain `]]>`.
    has_brackets: bool,
    /// The number of `]` at the end of the text in the last window, and the offset of the end of that text. Both are 0 if the text does not end
    /// with `]`.
    trailing_brackets: (u32, u32),
}

/// The declaration of the internal subset that is being read.
#[derive(Clone, Debug, Default)]
struct DeclarationRecord {
    /// The offset of the start of the declaration, in the window that contains the declaration.
    start: u32,
    has_error: bool,
    is_parameter: bool,
    /// The name of the declared entity, or of the element of an attribute list. Empty for a notation.
    name: String,
    /// The text of the entity, or `None` for an external entity.
    value: Option<String>,
    /// The name of the attribute, or empty before it was read.
    attribute: String,
    attribute_is_tokenized: bool,
}

impl Default for Tokenizer {
    fn default() -> Tokenizer {
        Tokenizer::new(TokenizerOptions::default())
    }
}

impl Tokenizer {
    /// Creates a tokenizer.
    ///
    /// ```
    /// use limpid::xml::stages::{Tokenizer, TokenizerOptions};
    /// assert_eq!(Tokenizer::new(TokenizerOptions::default()).input_offset(), 0);
    /// ```
    pub fn new(options: TokenizerOptions) -> Tokenizer {
        let mut tokenizer =
            Tokenizer { feeder: Feeder::default(), current: CurrentToken::default(), registers: Registers::default() };
        tokenizer.restart(options);
        tokenizer
    }

    /// Resets the tokenizer for another input, as if it were [new](Self::new). Keeps the buffers, except large ones.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<cof", &mut log);
    /// tokenizer.restart(TokenizerOptions::default());
    /// tokenizer.run("<tea/>", &mut log);
    /// assert_eq!(log.0, ["tea"]);
    /// ```
    pub fn restart(&mut self, options: TokenizerOptions) {
        self.feeder.restart();
        self.current.restart();
        self.current.tag.attribute_limit = options.limits.attributes;
        self.registers = Registers { limits: options.limits, ..Registers::default() };
    }

    /// Tokenizes a whole input, up to and including the end-of-file token, without copying it.
    ///
    /// Input beyond 4 GiB or the limit in the options is ignored with the error `input-too-long`.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// Tokenizer::new(TokenizerOptions::default()).run("<a>1</a>", &mut log);
    /// assert_eq!(log.0, ["a", "1", "/a"]);
    /// ```
    pub fn run<S: TokenSink>(&mut self, input: &str, sink: &mut S) {
        let input = self.truncate_to_limit(input, sink);
        self.registers.has_brackets = S::WANTS_ERRORS && has_brackets(input);
        let registers = &mut self.registers;
        self.feeder.run(input, &mut self.current, |cursor| run_machine(cursor, registers, sink));
    }

    /// Tokenizes the next chunk of the input.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a><b", &mut log);
    /// assert_eq!(log.0, ["a"]); // the tag of `b` is not complete
    /// ```
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) {
        let chunk = self.truncate_to_limit(chunk, sink);
        if chunk.is_empty() {
            return;
        }
        self.registers.has_brackets |= S::WANTS_ERRORS && has_brackets(chunk);
        let registers = &mut self.registers;
        let has_cr_or_nul = limpid_tokenizer::cursor::has_cr_or_nul(chunk.as_bytes());
        self.feeder.feed(chunk, has_cr_or_nul, &mut self.current, |cursor| run_machine(cursor, registers, sink));
        self.registers.has_brackets &= !self.feeder.is_empty();
    }

    /// Ends the input: processes the unfinished token and emits the end-of-file token.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a>Tea &am", &mut log);
    /// tokenizer.finish(&mut log);
    /// assert_eq!(log.0.concat(), "aTea &am");
    /// ```
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        self.feeder.finish(&mut self.current, |cursor| run_machine(cursor, &mut self.registers, sink));
    }

    /// Returns the offset up to which the chunks were consumed.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a>Tea</a>", &mut log);
    /// assert_eq!(tokenizer.input_offset(), 10);
    /// ```
    pub fn input_offset(&self) -> u32 {
        self.feeder.input_offset()
    }

    fn truncate_to_limit<'a, S: TokenSink>(&mut self, input: &'a str, sink: &mut S) -> &'a str {
        let (input, error) = self.feeder.limit(input, self.registers.limits.bytes, &mut self.current.at_limit);
        if let (true, Some(error)) = (S::WANTS_ERRORS, error) {
            sink.parse_error(error);
        }
        input
    }
}

/// The length of U+FEFF in bytes.
const BYTE_ORDER_MARK_LEN: usize = 3;

fn run_machine<S: TokenSink>(cursor: Cursor<'_, '_>, registers: &mut Registers, sink: &mut S) -> Stop {
    let mut machine = Machine { has_brackets: registers.has_brackets, cursor, depth: 0, registers, sink };
    if machine.cursor.offset() == 0 && machine.cursor.window.text.starts_with('\u{feff}') {
        // A byte order mark is not part of the document.
        machine.cursor.pos = BYTE_ORDER_MARK_LEN;
        machine.cursor.start_text();
    }
    while let Pause::Include(entity, reference) = machine.run() {
        machine.include(entity, reference);
    }
    Stop { pos: machine.cursor.pos, kept_from: machine.kept_from(), is_suspended: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Token;
    use limpid_markup::{ErrorCode, ParseError};
    use limpid_tokenizer::cursor::BuiltText;

    #[derive(Default)]
    struct Recorder {
        attributes: Vec<(String, String)>,
        errors: Vec<ErrorCode>,
    }

    impl TokenSink for Recorder {
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

    /// Entities and defaults can add so much text that 32-bit offsets are too small. The test uses a smaller limit.
    #[test]
    fn text_beyond_the_offset_limit_is_dropped_and_reported() {
        let document = |b: &str| {
            format!(
                "<!DOCTYPE a [<!ATTLIST a b NMTOKENS #IMPLIED c NMTOKENS #IMPLIED d CDATA 'default'>\
                 <!ENTITY e 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'>]><a b=\"{b}\" c=' yes '/>"
            )
        };
        let value = |count: usize| "x".repeat(50 * count);
        // In order, the limits allow: all text; all except the default; all except the default and the tokenized value; two of three entities.
        for (count, limit, expected, is_reported) in [
            (1, 1000, vec![("b", value(1)), ("c", "yes".into()), ("d", "default".into())], false),
            (1, 56, vec![("b", value(1)), ("c", "yes".into())], true),
            (1, 51, vec![("b", value(1)), ("c", " yes ".into())], true),
            (3, 120, vec![("b", value(2)), ("c", "yes".into()), ("d", "default".into())], true),
        ] {
            let mut tokenizer = Tokenizer::default();
            tokenizer.current.built = BuiltText::with_limit(limit);
            let mut recorder = Recorder::default();
            tokenizer.run(&document(&"&e;".repeat(count)), &mut recorder);
            let expected: Vec<(String, String)> = expected.into_iter().map(|(a, b)| (a.to_owned(), b)).collect();
            assert_eq!(recorder.attributes, expected, "{count} {limit}");
            assert_eq!(recorder.errors.contains(&ErrorCode::InputTooLong), is_reported, "{count} {limit}");
        }
    }
}
