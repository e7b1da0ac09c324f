//! The tokenizer as its callers see it: options, input whole or in chunks, and what it keeps between two windows.
//!
//! The states run in [`machine`]; [`include`] puts the texts of entities in the place of references.

use crate::TokenSink;
use crate::declarations::Declarations;
use crate::scan::has_brackets;
use crate::tokenizer::states::State;
use limpid_markup::Limits;
use limpid_tokenizer::cursor::{Cursor, Feeder, PieceRange, Stop, TokenInTheMaking};
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
/// // `Log` is a `TokenSink` that writes down names and text.
/// let mut log = Log::default();
/// let limits = limpid::Limits::default().entity_bytes(3);
/// Tokenizer::new(TokenizerOptions::default().limits(limits)).run("<!DOCTYPE a [<!ENTITY e 'Green'>]><a>&e;</a>", &mut log);
/// assert_eq!(log.0, ["a", "&e;", "/a"]);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// Limits on the input: here on its bytes, attributes, and what entities add to it.
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

/// Tokenizes a whole text.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // `Log` is a `TokenSink` that writes down names and text.
/// let mut log = Log::default();
/// tokenize("<tea>Green</tea>", &mut log);
/// assert_eq!(log.0, ["tea", "Green", "/tea"]);
/// ```
pub fn tokenize<S: TokenSink>(input: &str, sink: &mut S) {
    Tokenizer::new(TokenizerOptions::default()).run(input, sink);
}

/// The tokenizer. Give it a whole input with [`run`](Self::run), or chunks with [`feed`](Self::feed) and then
/// [`finish`](Self::finish): tokens are the same but for the places where character runs are cut, errors and spans are the
/// same.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // `Log` is a `TokenSink` that writes down names and text.
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
    making: TokenInTheMaking,
    registers: Registers,
}

/// The variables of the states, beside the token in the making.
#[derive(Debug, Default)]
struct Registers {
    state: State,
    /// The state that a reference leads back to.
    return_state: State,
    /// The text of an entity in a value, while it is put together.
    expansion: String,
    is_empty_tag: bool,
    /// As in [`Tag`](crate::Tag).
    has_local_names: bool,
    pi_target: PieceRange,
    /// The place of the `>` for which a look behind it decides whether the system identifier ends there.
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
    /// The number of bytes that entities and attribute defaults have added.
    added_bytes: u64,
    added_too_much: bool,
    limits: Limits,

    /// Whether the window of the input may have `]]>`.
    has_brackets: bool,
    /// The number of `]` that the text ended with where the last window did, and that place; 0 and 0 if it did with none.
    brackets: (u32, u32),
}

/// The declaration of the internal subset that is being read.
#[derive(Clone, Debug, Default)]
struct DeclarationRecord {
    /// Its start, in its window.
    start: u32,
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

impl Default for Tokenizer {
    fn default() -> Tokenizer {
        Tokenizer::new(TokenizerOptions::default())
    }
}

impl Tokenizer {
    /// Creates a tokenizer at the start of an input.
    ///
    /// ```
    /// use limpid::xml::stages::{Tokenizer, TokenizerOptions};
    /// assert_eq!(Tokenizer::new(TokenizerOptions::default()).input_offset(), 0);
    /// ```
    pub fn new(options: TokenizerOptions) -> Tokenizer {
        let mut tokenizer = Tokenizer {
            feeder: Feeder::default(),
            making: TokenInTheMaking::default(),
            registers: Registers::default(),
        };
        tokenizer.restart(options);
        tokenizer
    }

    /// Starts at the start of another input, as a [new](Self::new) tokenizer would, in the buffers of this one unless they
    /// have grown large.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // `Log` is a `TokenSink` that writes down names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<cof", &mut log);
    /// tokenizer.restart(TokenizerOptions::default());
    /// tokenizer.run("<tea/>", &mut log);
    /// assert_eq!(log.0, ["tea"]);
    /// ```
    pub fn restart(&mut self, options: TokenizerOptions) {
        self.feeder.restart();
        self.making.restart();
        self.making.tag.attribute_limit = options.limits.attributes;
        self.registers = Registers { limits: options.limits, ..Registers::default() };
    }

    /// Tokenizes a whole input, up to and including the end-of-file token. Nothing of it is copied.
    ///
    /// At most 4 GiB are taken, or as many bytes as the limits say; the rest is left with the error `input-too-long`.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // `Log` is a `TokenSink` that writes down names and text.
    /// let mut log = Log::default();
    /// Tokenizer::new(TokenizerOptions::default()).run("<a>1</a>", &mut log);
    /// assert_eq!(log.0, ["a", "1", "/a"]);
    /// ```
    pub fn run<S: TokenSink>(&mut self, input: &str, sink: &mut S) {
        let input = self.limit(input, sink);
        self.registers.has_brackets = S::WANTS_ERRORS && has_brackets(input);
        let registers = &mut self.registers;
        self.feeder.run(input, &mut self.making, |cursor| work(cursor, registers, sink));
    }

    /// Tokenizes the next chunk of the input as far as it goes.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // `Log` is a `TokenSink` that writes down names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a><b", &mut log);
    /// assert_eq!(log.0, ["a"]); // the tag of `b` is not complete
    /// ```
    pub fn feed<S: TokenSink>(&mut self, chunk: &str, sink: &mut S) {
        let chunk = self.limit(chunk, sink);
        if chunk.is_empty() {
            return;
        }
        self.registers.has_brackets |= S::WANTS_ERRORS && has_brackets(chunk);
        let registers = &mut self.registers;
        let has_cr_or_nul = limpid_tokenizer::cursor::has_cr_or_nul(chunk.as_bytes());
        self.feeder.feed(chunk, has_cr_or_nul, &mut self.making, |cursor| work(cursor, registers, sink));
        self.registers.has_brackets &= !self.feeder.is_empty();
    }

    /// Ends the input: emits what is left and the end-of-file token.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // `Log` is a `TokenSink` that writes down names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a>Tea &am", &mut log);
    /// tokenizer.finish(&mut log);
    /// assert_eq!(log.0.concat(), "aTea &am");
    /// ```
    pub fn finish<S: TokenSink>(&mut self, sink: &mut S) {
        self.feeder.finish(&mut self.making, |cursor| work(cursor, &mut self.registers, sink));
    }

    /// Returns the offset up to which the input was taken.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::xml::stages::*, log::Log};
    /// // `Log` is a `TokenSink` that writes down names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// tokenizer.feed("<a>Tea</a>", &mut log);
    /// assert_eq!(tokenizer.input_offset(), 10);
    /// ```
    pub fn input_offset(&self) -> u32 {
        self.feeder.input_offset()
    }

    /// Cuts the input where offsets end, or the limits say.
    fn limit<'a, S: TokenSink>(&mut self, input: &'a str, sink: &mut S) -> &'a str {
        let (input, error) = self.feeder.limit(input, self.registers.limits.bytes, &mut self.making.at_limit);
        if let (true, Some(error)) = (S::WANTS_ERRORS, error) {
            sink.parse_error(error);
        }
        input
    }
}

/// The length of U+FEFF.
const BYTE_ORDER_MARK: usize = 3;

/// Runs over a window of the input.
fn work<S: TokenSink>(cursor: Cursor<'_, '_>, registers: &mut Registers, sink: &mut S) -> Stop {
    let mut machine = Machine { has_brackets: registers.has_brackets, cursor, depth: 0, registers, sink };
    if machine.cursor.offset() == 0 && machine.cursor.window.text.starts_with('\u{feff}') {
        // A byte order mark is not part of the document.
        machine.cursor.pos = BYTE_ORDER_MARK;
        machine.cursor.start_text();
    }
    while let Pause::Include(entity, reference) = machine.work() {
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
            let mut tokenizer = Tokenizer::default();
            tokenizer.making.built = BuiltText::with_limit(limit);
            let mut seen = Seen::default();
            tokenizer.run(&document(&"&e;".repeat(count)), &mut seen);
            let expected: Vec<(String, String)> = expected.into_iter().map(|(a, b)| (a.to_owned(), b)).collect();
            assert_eq!(seen.attributes, expected, "{count} {limit}");
            assert_eq!(seen.errors.contains(&ErrorCode::InputTooLong), is_reported, "{count} {limit}");
        }
    }
}
