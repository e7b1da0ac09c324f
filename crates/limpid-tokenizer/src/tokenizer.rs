//! The public tokenizer. [`crate::machine`] runs its states.

use crate::cursor::scan;
use crate::cursor::{CurrentToken, Cursor, Feeder, MAX_KEPT_CAPACITY, Stop};
use crate::machine::{Machine, Pause};
use crate::{State, TokenSink};
use limpid_markup::{Limits, LocalName, Span};

/// The settings that a [`Tokenizer`] starts with.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let options = TokenizerOptions::default().initial_state(State::Rawtext).last_start_tag("style");
/// Tokenizer::new(options).run("a > b</style><p>", &mut log);
/// assert_eq!(log.0, ["a > b", "/style", "p"]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// The first state.
    pub initial_state: State,
    /// The name of the last start tag. An [appropriate end
    /// tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token) must have the same name.
    pub last_start_tag: Option<String>,
    /// The limits. The tokenizer only uses the limits on bytes and attributes.
    pub limits: Limits,
    /// Whether `<?` starts a processing instruction. Otherwise it starts a bogus comment, as in older versions of the standard.
    pub processing_instructions: bool,
}

impl Default for TokenizerOptions {
    fn default() -> Self {
        TokenizerOptions {
            initial_state: State::default(),
            last_start_tag: None,
            limits: Limits::default(),
            processing_instructions: true,
        }
    }
}

impl TokenizerOptions {
    /// Sets the first state. The default is the data state.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// Tokenizer::new(TokenizerOptions::default().initial_state(State::Plaintext)).run("<b>", &mut log);
    /// assert_eq!(log.0, ["<b>"]);
    /// ```
    #[must_use]
    pub fn initial_state(mut self, state: State) -> Self {
        self.initial_state = state;
        self
    }

    /// Sets the limits on the input.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let limits = limpid::Limits::default().bytes(6);
    /// Tokenizer::new(TokenizerOptions::default().limits(limits)).run("<p>Tea and milk", &mut log);
    /// assert_eq!(log.0, ["p", "Tea"]);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether `<?` starts a processing instruction or a bogus comment.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// Tokenizer::new(TokenizerOptions::default().processing_instructions(false)).run("<?a b?>", &mut log);
    /// assert_eq!(log.0, ["!?a b?"]); // a comment
    /// ```
    #[must_use]
    pub fn processing_instructions(mut self, enabled: bool) -> Self {
        self.processing_instructions = enabled;
        self
    }

    /// Sets the name of the last start tag, in lowercase, for an initial state inside of an element.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let options = TokenizerOptions::default().initial_state(State::Rcdata).last_start_tag("title");
    /// Tokenizer::new(options).run("Tea</b></title>", &mut log);
    /// assert_eq!(log.0.last().unwrap(), "/title");
    /// ```
    #[must_use]
    pub fn last_start_tag(mut self, name: impl Into<String>) -> Self {
        self.last_start_tag = Some(name.into());
        self
    }
}

/// Tokenizes a whole input, starting in the data state.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// tokenize("<p>Tea</p>", &mut log);
/// assert_eq!(log.0, ["p", "Tea", "/p"]);
/// ```
pub fn tokenize<S: TokenSink>(input: &str, sink: &mut S) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    while tokenizer.run(input, sink) == TokenizerStatus::Suspended {}
}

/// The reason why the tokenizer stopped.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let (status, _) = Tokenizer::default().feed("<p>Tea", &mut log);
/// assert_eq!(status, TokenizerStatus::Finished);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenizerStatus {
    /// All input was consumed.
    Finished,
    /// The sink returned [`TokenSinkResult::Suspend`](crate::TokenSinkResult::Suspend) for a tag. The input after this tag was not read.
    Suspended,
}

/// The tokenizer. Pass a whole input to [`run`](Self::run), or chunks to [`feed`](Self::feed) and then call
/// [`finish`](Self::finish).
///
/// The chunks only decide where character runs are split; tokens, errors and spans are otherwise the same.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// for chunk in ["<ti", "tle>", "</tit", "le>"] {
///     tokenizer.feed(chunk, &mut log);
/// }
/// tokenizer.finish(&mut log);
/// assert_eq!(log.0, ["title", "/title"]);
/// ```
#[derive(Debug)]
pub struct Tokenizer {
    feeder: Feeder,
    current: CurrentToken,
    registers: Registers,
    byte_limit: u32,
}

/// The variables of the standard's states, except the current token.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    pub(crate) state: State,
    /// [Return state](https://html.spec.whatwg.org/multipage/parsing.html#return-state).
    pub(crate) return_state: State,
    /// The name of the last start tag. An appropriate end tag must have the same name.
    pub(crate) last_start_tag: String,
    /// The [temporary buffer](https://html.spec.whatwg.org/multipage/parsing.html#temporary-buffer) of the script data double
    /// escape states. The other states read their temporary buffer from the input.
    pub(crate) temporary_buffer: String,
    pub(crate) tag_name_id: LocalName,
    /// Whether all attributes read by the fast path have known names and verbatim values.
    pub(crate) has_verbatim_attributes: bool,
    pub(crate) processing_instruction_target: Span,
    pub(crate) no_processing_instructions: bool,
    skips_byte_order_mark: bool,
}

impl Registers {
    pub(crate) fn set_last_start_tag(&mut self, name: &str) {
        self.last_start_tag.clear();
        self.last_start_tag.push_str(name);
    }
}

/// A chunk of input that was searched for CR and NUL. After a suspension, feed its [`rest`](Self::rest), which is not searched
/// again.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// let (mut tokenizer, chunk) = (Tokenizer::default(), Chunk::from("<p>Tea</p>"));
/// let (_, taken) = tokenizer.feed(chunk, &mut log);
/// assert_eq!(chunk.rest(taken).text(), "");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'c> {
    text: &'c str,
    has_cr_or_nul: bool,
}

impl<'c> Chunk<'c> {
    /// Returns the chunk without its first `taken` bytes.
    ///
    /// # Panics
    /// If `taken` is inside of a character or greater than the length of the chunk.
    ///
    /// ```
    /// let chunk = limpid::tokenizer::Chunk::from("<p>Tea");
    /// assert_eq!(chunk.rest(3).text(), "Tea");
    /// ```
    #[must_use]
    pub fn rest(self, taken: usize) -> Chunk<'c> {
        Chunk { text: &self.text[taken..], ..self }
    }

    /// Returns the text.
    ///
    /// ```
    /// assert_eq!(limpid::tokenizer::Chunk::from("<p>Tea").text(), "<p>Tea");
    /// ```
    pub fn text(self) -> &'c str {
        self.text
    }

    /// Whether the original chunk contained a CR or NUL. This also counts bytes before [`rest`](Self::rest).
    ///
    /// ```
    /// use limpid::tokenizer::Chunk;
    /// assert!(Chunk::from("Green\r\ntea").has_cr_or_nul() && !Chunk::from("Green\ntea").has_cr_or_nul());
    /// ```
    pub fn has_cr_or_nul(self) -> bool {
        self.has_cr_or_nul
    }

    /// Creates a chunk again from the text of its [`rest`](Self::rest) and from [`has_cr_or_nul`](Self::has_cr_or_nul), if the caller has stored
    /// both. The text is not searched again.
    ///
    /// ```
    /// use limpid::tokenizer::Chunk;
    /// let text = String::from("Green\r\ntea");
    /// let had_cr = Chunk::from(&text).has_cr_or_nul();
    /// assert!(Chunk::kept(&text[5..], had_cr).has_cr_or_nul());
    /// ```
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

impl Default for Tokenizer {
    fn default() -> Tokenizer {
        Tokenizer::new(TokenizerOptions::default())
    }
}

impl Tokenizer {
    /// Creates a tokenizer.
    ///
    /// ```
    /// use limpid::tokenizer::{State, Tokenizer, TokenizerOptions};
    /// assert_eq!(Tokenizer::new(TokenizerOptions::default()).state(), State::Data);
    /// ```
    pub fn new(options: TokenizerOptions) -> Tokenizer {
        let mut tokenizer = Tokenizer {
            feeder: Feeder::default(),
            current: CurrentToken::default(),
            registers: Registers::default(),
            byte_limit: 0,
        };
        tokenizer.set_options(options);
        tokenizer
    }

    /// Discards the input and keeps the buffers for the next one, which starts in the data state with the same options. Large buffers are
    /// freed, so that an idle tokenizer holds little memory.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.feed("<cof", &mut log);
    /// tokenizer.reset();
    /// tokenizer.run("pot<tea>", &mut log);
    /// assert_eq!(log.0, ["pot", "tea"]);
    /// ```
    pub fn reset(&mut self) {
        self.feeder.restart();
        self.current.restart();
        self.registers.last_start_tag.clear();
        self.registers.last_start_tag.shrink_to(MAX_KEPT_CAPACITY);
        if self.registers.temporary_buffer.capacity() > MAX_KEPT_CAPACITY {
            self.registers.temporary_buffer = String::new();
        }
        self.registers.skips_byte_order_mark = false;
        self.registers.state = State::Data;
        // `set_options` sets `no_processing_instructions`. The other registers belong to a token and are set when a token starts.
    }

    /// Sets the options for the next input. The tokenizer has to be new or [reset](Self::reset).
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.set_options(TokenizerOptions::default().initial_state(State::Plaintext));
    /// tokenizer.run("<b>", &mut log);
    /// assert_eq!(log.0, ["<b>"]);
    /// ```
    pub fn set_options(&mut self, options: TokenizerOptions) {
        self.registers.state = options.initial_state;
        if let Some(name) = options.last_start_tag {
            self.registers.last_start_tag = name;
        }
        self.registers.no_processing_instructions = !options.processing_instructions;
        self.current.tag.attribute_limit = options.limits.attributes;
        self.byte_limit = options.limits.bytes;
    }

    /// Tokenizes a whole input, up to and including the end-of-file token, without copying it. After a suspension, call this
    /// again with the same input to continue after the tag.
    ///
    /// Input beyond 4 GiB or the limit in the options is ignored with the error `input-too-long`.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// assert_eq!(Tokenizer::default().run("<p>Tea", &mut log), TokenizerStatus::Finished);
    /// assert_eq!(log.0, ["p", "Tea"]);
    /// ```
    pub fn run<S: TokenSink>(&mut self, input: &str, sink: &mut S) -> TokenizerStatus {
        let input = self.truncate_to_limit(input, sink);
        let registers = &mut self.registers;
        status(self.feeder.run(input, &mut self.current, |cursor| run_machine(cursor, registers, sink)))
    }

    /// Tokenizes the next chunk of the input. Returns the number of bytes consumed: the whole chunk, unless the sink suspends
    /// the tokenizer. Feed the rest of the chunk to continue.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let (status, taken) = Tokenizer::default().feed("<p>Te", &mut log);
    /// assert_eq!((status, taken), (TokenizerStatus::Finished, 5));
    /// ```
    pub fn feed<'c, S: TokenSink>(&mut self, chunk: impl Into<Chunk<'c>>, sink: &mut S) -> (TokenizerStatus, usize) {
        let Chunk { text, has_cr_or_nul } = chunk.into();
        let limited = self.truncate_to_limit(text, sink);
        if limited.is_empty() {
            return (TokenizerStatus::Finished, text.len());
        }
        let registers = &mut self.registers;
        let run = |cursor: Cursor<'_, '_>| run_machine(cursor, registers, sink);
        let (stop, taken) = self.feeder.feed(limited, has_cr_or_nul, &mut self.current, run);
        (status(stop), if stop.is_suspended { taken } else { text.len() })
    }

    /// Returns the offset at which the next [window](Self::feed_window) has to start.
    ///
    /// ```
    /// # use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer};
    /// # struct Ignore;
    /// # impl TokenSink for Ignore {
    /// #     fn process_token(&mut self, _: Token<'_>) -> TokenSinkResult {
    /// #         TokenSinkResult::Continue
    /// #     }
    /// # }
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.feed_window("Tea<a hre", &mut Ignore);
    /// assert_eq!(tokenizer.needed_from(), 3);
    /// ```
    pub fn needed_from(&self) -> u32 {
        self.feeder.needed_from()
    }

    /// Tokenizes the next chunk of the input, as [`feed`](Self::feed) does, for a caller that stores the input itself. The window is the
    /// input from [`needed_from`](Self::needed_from) to the end of the chunk. This is also true if the sink has suspended the tokenizer in the chunk.
    ///
    /// Use either windows or chunks for an input, not both.
    ///
    /// ```
    /// # use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer};
    /// # struct Tags(Vec<String>);
    /// # impl TokenSink for Tags {
    /// #     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
    /// #         if let Token::StartTag(tag) = token {
    /// #             self.0.push(tag.name_str.to_owned());
    /// #         }
    /// #         TokenSinkResult::Continue
    /// #     }
    /// # }
    /// let page = "Tea<b class=green>Sencha<i>";
    /// let (mut tokenizer, mut tags) = (Tokenizer::default(), Tags(Vec::new()));
    /// for end in [10, 20, page.len()] {
    ///     tokenizer.feed_window(&page[tokenizer.needed_from() as usize..end], &mut tags);
    /// }
    /// let rest = &page[tokenizer.needed_from() as usize..];
    /// tokenizer.finish_window(rest, &mut tags);
    /// assert_eq!(tags.0, ["b", "i"]);
    /// ```
    ///
    /// # Panics
    /// If the window ends before the input that was already read.
    pub fn feed_window<S: TokenSink>(&mut self, window: &str, sink: &mut S) -> TokenizerStatus {
        let kept = self.feeder.kept();
        let limited = self.truncate_to_limit(&window[kept..], sink).len();
        if limited == 0 {
            return TokenizerStatus::Finished;
        }
        let registers = &mut self.registers;
        let run = |cursor: Cursor<'_, '_>| run_machine(cursor, registers, sink);
        status(self.feeder.feed_window(&window[..kept + limited], &mut self.current, run))
    }

    /// Ends the input, as [`finish`](Self::finish) does. The window is the input from [`needed_from`](Self::needed_from) on.
    ///
    /// ```
    /// # use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer};
    /// # struct Text(String);
    /// # impl TokenSink for Text {
    /// #     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
    /// #         if let Token::Characters(text) = token {
    /// #             self.0.push_str(text.text);
    /// #         }
    /// #         TokenSinkResult::Continue
    /// #     }
    /// # }
    /// let (mut tokenizer, mut text) = (Tokenizer::default(), Text(String::new()));
    /// tokenizer.feed_window("Tea <", &mut text);
    /// tokenizer.finish_window("<", &mut text);
    /// assert_eq!(text.0, "Tea <");
    /// ```
    pub fn finish_window<S: TokenSink>(mut self, window: &str, sink: &mut S) {
        while self
            .feeder
            .finish_window(window, &mut self.current, |cursor| run_machine(cursor, &mut self.registers, sink))
            .is_suspended
        {}
    }

    /// Ends the input: processes the unfinished token and emits the end-of-file token.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.feed("Tea &am", &mut log);
    /// tokenizer.finish(&mut log);
    /// assert_eq!(log.0.concat(), "Tea &am");
    /// ```
    #[inline]
    pub fn finish<S: TokenSink>(mut self, sink: &mut S) {
        self.end(sink);
    }

    /// Ends the input, as [`finish`](Self::finish) does. [Reset](Self::reset) the tokenizer before the next input.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// for name in ["<green", "<black"] {
    ///     tokenizer.feed(name, &mut log);
    ///     tokenizer.feed(">", &mut log);
    ///     tokenizer.end(&mut log);
    ///     tokenizer.reset();
    /// }
    /// assert_eq!(log.0, ["green", "black"]);
    /// ```
    pub fn end<S: TokenSink>(&mut self, sink: &mut S) {
        // Usually one call, because an unfinished token contains no complete tag that could suspend the tokenizer.
        while self
            .feeder
            .finish(&mut self.current, |cursor| run_machine(cursor, &mut self.registers, sink))
            .is_suspended
        {}
    }

    /// Switches to another state between two tokens. For example, a text file that is displayed as a page is tokenized in the
    /// [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state).
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.switch_to(State::ScriptData);
    /// tokenizer.run("if (a<b) c()", &mut log);
    /// assert_eq!(log.0.concat(), "if (a<b) c()");
    /// ```
    pub fn switch_to(&mut self, state: State) {
        self.registers.state = state;
    }

    /// Sets whether a byte order mark (U+FEFF) at the start of the input is skipped. By default it is text. Offsets include
    /// it in both cases. Call this before the first input.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.skip_byte_order_mark(true);
    /// tokenizer.run("\u{feff}Tea", &mut log);
    /// assert_eq!(log.0, ["Tea"]);
    /// ```
    #[inline]
    pub fn skip_byte_order_mark(&mut self, skip: bool) {
        self.registers.skips_byte_order_mark = skip;
    }

    /// Returns the current state, in which the next chunk is read.
    ///
    /// ```
    /// use limpid_tokenizer::{State, Token, TokenSink, TokenSinkResult, Tokenizer};
    ///
    /// struct Ignore;
    ///
    /// impl TokenSink for Ignore {
    ///     fn process_token(&mut self, _: Token<'_>) -> TokenSinkResult {
    ///         TokenSinkResult::Continue
    ///     }
    /// }
    ///
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.feed("<p>Tea<!-- or", &mut Ignore);
    /// assert_eq!(tokenizer.state(), State::Comment);
    /// ```
    pub fn state(&self) -> State {
        self.registers.state
    }

    /// Returns the offset up to which the attributes of the unfinished start tag were dropped, because the sink does not
    /// [want](TokenSink::wants_attributes) them.
    ///
    /// ```
    /// # use limpid_tokenizer::Tokenizer;
    /// assert_eq!(Tokenizer::default().dropped_to(), None);
    /// ```
    pub fn dropped_to(&self) -> Option<u32> {
        let (dropped_to, is_text) = (self.current.tag.dropped_to, self.registers.state.is_text());
        (!is_text && dropped_to > self.current.token_start).then_some(dropped_to)
    }

    /// Returns the offset up to which the chunks were consumed.
    ///
    /// ```
    /// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
    /// # use {limpid::tokenizer::*, log::Log};
    /// // The sink `Log` records names and text.
    /// let mut log = Log::default();
    /// let mut tokenizer = Tokenizer::default();
    /// tokenizer.feed("<p>Tea</p>", &mut log);
    /// assert_eq!(tokenizer.input_offset(), 10);
    /// ```
    pub fn input_offset(&self) -> u32 {
        self.feeder.input_offset()
    }

    #[inline]
    fn truncate_to_limit<'a, S: TokenSink>(&mut self, input: &'a str, sink: &mut S) -> &'a str {
        let (input, error) = self.feeder.limit(input, self.byte_limit, &mut self.current.at_limit);
        if let (true, Some(error)) = (S::WANTS_ERRORS, error) {
            sink.parse_error(error);
        }
        input
    }
}

#[inline]
fn run_machine<S: TokenSink>(cursor: Cursor<'_, '_>, registers: &mut Registers, sink: &mut S) -> Stop {
    let mut machine = Machine { cursor, registers, sink };
    if machine.registers.skips_byte_order_mark
        && machine.cursor.offset() == 0
        && machine.cursor.bytes.starts_with(BYTE_ORDER_MARK)
    {
        machine.cursor.pos = BYTE_ORDER_MARK.len();
        machine.cursor.start_text();
    }
    let pause = machine.run();
    let is_suspended = matches!(pause, Pause::Suspended);
    let kept_from = if is_suspended { machine.cursor.pos } else { machine.kept_from() };
    Stop { pos: machine.cursor.pos, kept_from, is_suspended }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn status(stop: Stop) -> TokenizerStatus {
    if stop.is_suspended { TokenizerStatus::Suspended } else { TokenizerStatus::Finished }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::Token;
    use crate::token_sink::TokenSinkResult;

    struct IgnoreTokens;

    impl TokenSink for IgnoreTokens {
        fn process_token(&mut self, _: Token<'_>) -> TokenSinkResult {
            TokenSinkResult::Continue
        }
    }

    #[test]
    fn a_reset_tokenizer_holds_little_memory() {
        let repeat = |text: &str| text.repeat(100_000);
        let inputs = [
            format!("<p a='{}'>", repeat("\0")),
            format!("<p {}>", (0..100_000).map(|number| format!("a{number} ")).collect::<String>()),
            format!("<{}>", repeat("x")),
            format!("<{}>", repeat("X")),
            format!("<!--{}", repeat("\0")),
            format!("<script><!--<{}", repeat("A")),
            format!("<?{}", repeat("x")),
            repeat("&amp;"),
        ];
        for (input, is_whole) in inputs.iter().flat_map(|input| [(input, true), (input, false)]) {
            let mut tokenizer = Tokenizer::default();
            if is_whole {
                tokenizer.run(input, &mut IgnoreTokens);
            } else {
                tokenizer.feed(&input[..100], &mut IgnoreTokens);
                tokenizer.feed(&input[100..], &mut IgnoreTokens);
            }
            tokenizer.reset();
            let Tokenizer { feeder, current, registers, .. } = &tokenizer;
            let bytes = feeder.memory()
                + current.built.memory()
                + current.tag.memory()
                + registers.last_start_tag.capacity()
                + registers.temporary_buffer.capacity();
            assert!(bytes <= 400_000, "{}: {bytes}", &input[..9]);
        }
    }
}
