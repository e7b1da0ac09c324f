//! The rewriter as its callers see it.

use super::core::Core;
use super::error::RewriteError;
use super::handlers::Handlers;
use super::input::Input;
use super::output::OutputSink;
use crate::events::{EventParser, EventSink};
use limpid_encoding::{Encoding, EncodingHints, encoding_from_meta};
use limpid_markup::Span;
use limpid_select::StreamMatcher;
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{ScriptingMode, Suspension, TreeBuilder, TreeBuilderOptions};

/// The settings of a [`Rewriter`].
///
/// ```
/// let settings = limpid::rewrite::Settings::new();
/// assert_eq!((settings.encoding, settings.memory_limit), (limpid::EncodingHints::new(), 64 << 20));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// What is known about the encoding of the page. By default nothing is, and the encoding is found in the page: from a byte order mark,
    /// a declaration in the first 1,024 bytes, or a `meta` element before the first non-ASCII byte.
    ///
    /// This delays the output: see [`Rewriter`].
    pub encoding: EncodingHints,
    /// Maximum number of bytes that are held at once: of the page, as long as a tag or comment is not complete, of content that waits for
    /// the ends of elements, and for the elements that are open or will be opened again. 64 MiB by default. It is looked at after each
    /// 8 KiB of the page.
    pub memory_limit: usize,
    /// Whether scripts count as enabled, as in a browser: then what is in a `noscript` is text. They do not by default.
    pub scripting: ScriptingMode,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { encoding: EncodingHints::new(), memory_limit: 64 << 20, scripting: ScriptingMode::Disabled }
    }
}

impl Settings {
    /// Returns the default settings.
    ///
    /// ```
    /// assert_eq!(limpid::rewrite::Settings::new().scripting, limpid::ScriptingMode::Disabled);
    /// ```
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Sets [`encoding`](Self::encoding): an [`Encoding`](limpid_encoding::Encoding), or [`EncodingHints`].
    ///
    /// ```
    /// use limpid::EncodingHints;
    /// use limpid::rewrite::{ContentType, Handlers, Rewriter, Settings};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.append("\u{e9}", ContentType::Text);
    ///     Ok(())
    /// })?;
    /// let settings = Settings::new().encoding(EncodingHints::new().content_type("text/html; charset=windows-1252"));
    /// let mut rewriter = Rewriter::new(handlers, settings, Vec::new())?;
    /// rewriter.write(b"<p>caf</p>")?;
    /// assert_eq!(rewriter.into_output()?, b"<p>caf\xe9</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encoding(mut self, hints: impl Into<EncodingHints>) -> Settings {
        self.encoding = hints.into();
        self
    }

    /// Sets [`memory_limit`](Self::memory_limit).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, RewriteError, Rewriter, Settings};
    /// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new().memory_limit(10_000), |_: &[u8]| {})?;
    /// let comment = format!("<!--{}", " ".repeat(100_000)); // is not complete
    /// assert!(matches!(rewriter.write(comment.as_bytes()), Err(RewriteError::MemoryLimit(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: usize) -> Settings {
        self.memory_limit = bytes;
        self
    }

    /// Sets [`scripting`](Self::scripting).
    ///
    /// ```
    /// use limpid::ScriptingMode;
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut images = 0;
    /// let handlers = Handlers::new().element("img", |_| {
    ///     images += 1;
    ///     Ok(())
    /// })?;
    /// let settings = Settings::new().scripting(ScriptingMode::Normal);
    /// let mut rewriter = Rewriter::new(handlers, settings, |_: &[u8]| {})?;
    /// rewriter.write(b"<img><noscript><img></noscript>")?;
    /// rewriter.end()?;
    /// assert_eq!(images, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scripting(mut self, scripting: ScriptingMode) -> Settings {
        self.scripting = scripting;
        self
    }
}

/// The bytes that the parser gets at once. Memory for some times as many is held.
const PIECE: usize = 1 << 13;

/// Rewrites a page that arrives in pieces, and writes it to an [`OutputSink`] in pieces.
///
/// The sink is a closure or a `Vec<u8>`. [`output_mut`](Self::output_mut) lends it to the caller between two pieces, who can then
/// send what is in it.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, Rewriter, Settings};
///
/// let mut out = Vec::new();
/// let handlers = Handlers::new().element("head", |head| {
///     head.append("<script src=/a.js></script>", ContentType::Html);
///     Ok(())
/// })?;
/// let mut rewriter = Rewriter::new(handlers, Settings::new(), |bytes: &[u8]| out.extend_from_slice(bytes))?;
/// for piece in ["<!DOCTYPE html><tit", "le>Tea</title><p", ">Matcha"] {
///     rewriter.write(piece.as_bytes())?;
/// }
/// rewriter.end()?;
/// assert_eq!(String::from_utf8(out)?, "<!DOCTYPE html><title>Tea</title><script src=/a.js></script><p>Matcha");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Delay
///
/// The rewriter holds back only what may still change: an unfinished tag or comment, the start of a character, and bytes whose encoding
/// is unknown. The encoding is known
///
/// * after 3 bytes if [`Settings::encoding`] has the user's encoding or the transport's label, because a byte order mark overrides it;
/// * at a byte order mark;
/// * at the end of the first `meta` tag that declares it, in the first 1,024 bytes;
/// * otherwise after 1,024 bytes, or at the end of a shorter page. ASCII is then written as it arrives. From the first non-ASCII byte
///   on, another 1,024 bytes are held back if [`EncodingHints::detect_utf_8`] is set.
#[doc(alias = "HtmlRewriter")]
#[doc(alias = "html_rewriter")]
pub struct Rewriter<'h, O: OutputSink> {
    parser: EventParser<Core<'h, O>>,
    input: Input,
    memory_limit: usize,
    has_failed: bool,
}

impl<'h, O: OutputSink> Rewriter<'h, O> {
    /// Creates a rewriter. `output` receives the bytes of the page as they are rewritten.
    ///
    /// # Errors
    /// [`Settings::encoding`] is one in which ASCII characters are not their own bytes.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, RewriteError, Rewriter, Settings};
    /// let utf_16 = Settings::new().encoding(limpid::Encoding::for_label("utf-16le"));
    /// assert!(matches!(Rewriter::new(Handlers::new(), utf_16, |_: &[u8]| {}), Err(RewriteError::Encoding("UTF-16LE"))));
    /// ```
    pub fn new(handlers: Handlers<'h>, settings: Settings, output: O) -> Result<Rewriter<'h, O>, RewriteError> {
        if let Some(encoding) = settings.encoding.certain().filter(|encoding| !encoding.is_ascii_compatible()) {
            return Err(RewriteError::Encoding(encoding.name()));
        }
        let input = Input::new(settings.encoding.clone());
        Rewriter::with_input(handlers, settings, output, input, Tokenizer::default())
    }

    fn with_input(
        handlers: Handlers<'h>,
        settings: Settings,
        output: O,
        input: Input,
        tokenizer: Tokenizer,
    ) -> Result<Rewriter<'h, O>, RewriteError> {
        // Each selector was tried when it was added.
        let matcher = StreamMatcher::new(&handlers.selectors).map_err(|error| RewriteError::Handler(error.into()))?;
        let noscript_is_raw = settings.scripting != ScriptingMode::Disabled;
        let sink = EventSink::new(Core::new(handlers, matcher, noscript_is_raw, output));
        let builder = TreeBuilder::new(sink, TreeBuilderOptions::default().scripting(settings.scripting));
        Ok(Rewriter {
            parser: EventParser::from_stages((tokenizer, builder)),
            input,
            memory_limit: settings.memory_limit,
            has_failed: false,
        })
    }

    /// Rewrites the next piece of the page.
    ///
    /// # Errors
    /// See [`RewriteError`]. The rewriter is of no use then: what was written of the page stays written, and the rest does not come.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut out = String::new();
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     comment.remove();
    ///     Ok(())
    /// });
    /// let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
    /// let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| out.push_str(&String::from_utf8_lossy(bytes)))?;
    /// for piece in ["<p>Green<!-- a", " b --> te", "a</p>"] {
    ///     rewriter.write(piece.as_bytes())?;
    /// }
    /// rewriter.end()?;
    /// assert_eq!(out, "<p>Green tea</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), RewriteError> {
        bytes.chunks(PIECE).try_for_each(|piece| self.write_piece(piece, false))
    }

    /// Returns the output, to read or empty it between two pieces of the page.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut sent: Vec<Vec<u8>> = Vec::new();
    /// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new(), Vec::new())?;
    /// for piece in ["<meta charset=utf-8><p>Gr", "een <b", ">tea"] {
    ///     rewriter.write(piece.as_bytes())?;
    ///     sent.push(std::mem::take(rewriter.output_mut()));
    /// }
    /// sent.push(rewriter.into_output()?);
    /// assert_eq!(sent, [&b"<meta charset=utf-8><p>Gr"[..], b"een ", b"<b>tea", b""]);
    /// # Ok::<(), limpid::rewrite::RewriteError>(())
    /// ```
    pub fn output_mut(&mut self) -> &mut O {
        &mut self.parser.handler_mut().writer.output
    }

    /// Ends the page: writes the rest of it to the output.
    ///
    /// # Errors
    /// As of [`write`](Self::write).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut out = Vec::new();
    /// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new(), |bytes: &[u8]| out.extend_from_slice(bytes))?;
    /// rewriter.write(b"<p>Tea<b")?;
    /// rewriter.end()?;
    /// assert_eq!(out, b"<p>Tea<b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(self) -> Result<(), RewriteError> {
        self.into_output().map(drop)
    }

    /// Ends the page as [`end`](Self::end) does, and returns the output with the rest of the page.
    ///
    /// # Errors
    /// As of [`write`](Self::write).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new(), Vec::new())?;
    /// rewriter.write(b"<p>Tea<b")?;
    /// assert_eq!(rewriter.into_output()?, b"<p>Tea<b");
    /// # Ok::<(), limpid::rewrite::RewriteError>(())
    /// ```
    pub fn into_output(mut self) -> Result<O, RewriteError> {
        self.write_piece(&[], true)?;
        let state = self.parser.tokenizer_state();
        self.parser.handler_mut().note_end_state(state);
        let (text, start) = self.parser.handler().writer.source.text();
        let mut core = self.parser.finish_window(&text, start);
        core.end();
        core.writer.error.take().map_or(Ok(core.writer.output), Err)
    }

    fn write_piece(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        if self.has_failed {
            return Err(RewriteError::Ended);
        }
        let result = self.try_write_piece(bytes, is_last);
        self.has_failed = result.is_err();
        result
    }

    /// Parses bytes that need not be text as they are.
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let source = &mut self.parser.handler_mut().writer.source;
        source.start_piece();
        self.input.decode(bytes, is_last, source)?;
        self.parse();
        Ok(())
    }

    /// Parses what was added to the source.
    fn parse(&mut self) {
        let (text, start) = self.parser.handler().writer.source.text();
        loop {
            let writer = &mut self.parser.handler_mut().writer;
            writer.encoding = self.input.encoding().unwrap_or(Encoding::UTF_8);
            writer.ascii_to = self.input.ascii_to();
            self.parser.suspend_at_encoding_declarations(self.input.is_tentative());
            let Some(suspension) = self.parser.feed_window(&text, start) else { break };
            if let Some((encoding, span)) = declared_encoding(&suspension) {
                self.input.declare(encoding, span.end);
            }
        }
        if let Some(offset) = self.parser.dropped_to() {
            self.parser.handler_mut().note_dropped(offset);
        }
    }

    /// Parses bytes. Those in which a `meta` element may decide the encoding are parsed before the rest is decoded.
    fn write_parts(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let mut rest = bytes;
        loop {
            let end = self.parser.handler().writer.source.end();
            let (part, after) = rest.split_at(self.input.next_part(rest, end));
            self.write_part(part, is_last && after.is_empty())?;
            if after.is_empty() {
                return Ok(());
            }
            rest = after;
        }
    }

    fn write_part(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        if self.input.encoding().is_none() {
            let writer = &mut self.parser.handler_mut().writer;
            let waiting = self.input.sniff(bytes, is_last, &mut writer.source, &mut writer.output);
            self.parse();
            return waiting.map_or(Ok(()), |waiting| self.write_parts(&waiting, is_last));
        }
        let mut rest = bytes;
        if self.input.awaits_end_of_character() {
            let length = rest.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count();
            let (end, after) = rest.split_at(length.max(1).min(rest.len()));
            self.decode(end, is_last && after.is_empty())?;
            rest = after;
        }
        if let Some(text) = self.input.verbatim(&mut rest) {
            self.parser.handler_mut().writer.source.push(text);
            self.parse();
        }
        if !rest.is_empty() || is_last {
            self.decode(rest, is_last)?;
        }
        Ok(())
    }

    fn try_write_piece(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let core = self.parser.handler_mut();
        // What bytes become is at most three times as long, and those that were held back come with them.
        if u64::from(core.writer.source.end()) + 3 * (bytes.len() + self.input.held()) as u64 > u64::from(u32::MAX) {
            return Err(RewriteError::TooLong);
        }
        self.write_parts(bytes, is_last)?;
        let needed_from = self.parser.needed_from();
        let core = self.parser.handler_mut();
        core.end_piece(needed_from);
        if let Some(error) = core.writer.error.take() {
            return Err(error);
        }
        let held = core.memory() + self.input.held();
        let held = held + self.parser.memory(self.memory_limit.saturating_sub(held));
        if held > self.memory_limit { Err(RewriteError::MemoryLimit(held)) } else { Ok(()) }
    }
}

impl<O: OutputSink> core::fmt::Debug for Rewriter<'_, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Rewriter").field("encoding", &self.input.encoding().map(Encoding::name)).finish_non_exhaustive()
    }
}

/// Returns the encoding that a `meta` element declares, and the span of its tag.
fn declared_encoding<H>(suspension: &Suspension<H>) -> Option<(&'static Encoding, Span)> {
    let Suspension::EncodingDeclaration { charset, content, span } = suspension else { return None };
    Some((encoding_from_meta(charset.as_deref(), content.as_deref())?, *span))
}

/// Rewrites a text. A byte order mark (U+FEFF) at the start stays, and spans count it.
///
/// # Errors
/// A handler fails.
///
/// ```
/// use limpid::rewrite::{Handlers, rewrite_str};
/// let handlers = Handlers::new().element("a", |a| {
///     a.set_attribute("rel", "nofollow")?;
///     Ok(())
/// })?;
/// assert_eq!(rewrite_str("<a href=/tea>Tea</a>", handlers)?, "<a href=/tea rel=\"nofollow\">Tea</a>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rewrite_str(page: &str, handlers: Handlers<'_>) -> Result<String, RewriteError> {
    let mut tokenizer = Tokenizer::default();
    tokenizer.skip_byte_order_mark(true);
    let output = Vec::with_capacity(page.len());
    let settings = Settings::new().memory_limit(usize::MAX);
    let mut rewriter = Rewriter::with_input(handlers, settings, output, Input::of_text(), tokenizer)?;
    rewriter.write(page.as_bytes())?;
    let output = rewriter.into_output()?;
    Ok(String::from_utf8(output).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Rewrites the bytes of a page, whose encoding is sniffed.
///
/// # Errors
/// A handler fails, or the encoding is one in which ASCII characters are not their own bytes.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, rewrite_bytes};
/// let handlers = Handlers::new().element("p", |p| {
///     p.append(" é ☕", ContentType::Text);
///     Ok(())
/// })?;
/// let page = b"<meta charset=windows-1252><p>caf\xe9";
/// assert_eq!(rewrite_bytes(page, handlers)?, b"<meta charset=windows-1252><p>caf\xe9 \xe9 &#9749;");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rewrite_bytes(page: &[u8], handlers: Handlers<'_>) -> Result<Vec<u8>, RewriteError> {
    let output = Vec::with_capacity(page.len());
    let settings = Settings::new().memory_limit(usize::MAX);
    let mut rewriter = Rewriter::new(handlers, settings, output)?;
    rewriter.write(page)?;
    rewriter.into_output()
}
