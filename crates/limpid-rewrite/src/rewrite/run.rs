//! The public interface of the rewriter.

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
    /// Hints about the encoding of the page. By default there are no hints, and the encoding is detected from a byte order mark, a declaration
    /// in the first 1,024 bytes, or a `meta` element before the first non-ASCII byte.
    ///
    /// Detection delays the output; see [`Rewriter`].
    pub encoding: EncodingHints,
    /// The maximum number of bytes to hold at once: an incomplete tag or comment, content to insert at the end of an element, the open
    /// elements, and formatting elements that may be reopened. The default is 64 MiB. The limit is checked after every 8 KiB of the page.
    pub memory_limit: usize,
    /// Whether scripting counts as enabled, as in a browser, so that the content of `noscript` is text. Disabled by default.
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

    /// Sets [`encoding`](Self::encoding) to an [`Encoding`](limpid_encoding::Encoding) or [`EncodingHints`].
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

/// The number of bytes to parse at once. The rewriter allocates a small multiple of it.
const CHUNK_LENGTH: usize = 1 << 13;

/// Rewrites a page that arrives in chunks and writes it to an [`OutputSink`] in chunks.
///
/// The sink is for example a closure or a `Vec<u8>`. Between two chunks, [`output_mut`](Self::output_mut) returns the sink, for example to
/// send its content.
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
/// The rewriter delays only bytes that may still change: an unfinished tag or comment, an incomplete character, and bytes whose encoding
/// is unknown. The encoding is known
///
/// * after 3 bytes if [`Settings::encoding`] contains the user's encoding or the transport's label, because a byte order mark overrides them;
/// * at a byte order mark;
/// * at the end of the first `meta` tag that declares it, in the first 1,024 bytes;
/// * otherwise after 1,024 bytes, or at the end of a shorter page. ASCII is then written as it arrives. From the first non-ASCII byte on,
///   another 1,024 bytes are delayed if [`EncodingHints::detect_utf_8`] is set.
#[doc(alias = "HtmlRewriter")]
#[doc(alias = "html_rewriter")]
pub struct Rewriter<'h, O: OutputSink> {
    parser: EventParser<Core<'h, O>>,
    input: Input,
    memory_limit: usize,
    has_failed: bool,
}

impl<'h, O: OutputSink> Rewriter<'h, O> {
    /// Creates a rewriter that writes the page to `output`.
    ///
    /// # Errors
    /// Fails if [`Settings::encoding`] is an encoding in which ASCII bytes do not always mean ASCII characters.
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
        // The selectors were checked when they were added, so this cannot fail.
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

    /// Rewrites the next chunk of the page.
    ///
    /// # Errors
    /// See [`RewriteError`]. After an error, the rewriter cannot be used any more: the output stays incomplete.
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
        bytes.chunks(CHUNK_LENGTH).try_for_each(|chunk| self.write_chunk(chunk, false))
    }

    /// Returns the output, to read or empty it between two chunks of the page.
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

    /// Ends the page and writes the remaining bytes to the output.
    ///
    /// # Errors
    /// See [`write`](Self::write).
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

    /// Ends the page like [`end`](Self::end), and returns the output.
    ///
    /// # Errors
    /// See [`write`](Self::write).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, Rewriter, Settings};
    /// let mut rewriter = Rewriter::new(Handlers::new(), Settings::new(), Vec::new())?;
    /// rewriter.write(b"<p>Tea<b")?;
    /// assert_eq!(rewriter.into_output()?, b"<p>Tea<b");
    /// # Ok::<(), limpid::rewrite::RewriteError>(())
    /// ```
    pub fn into_output(mut self) -> Result<O, RewriteError> {
        self.write_chunk(&[], true)?;
        let state = self.parser.tokenizer_state();
        self.parser.handler_mut().set_end_state(state);
        let (text, start) = self.parser.handler().writer.source.text();
        let mut core = self.parser.finish_window(&text, start);
        core.end();
        core.writer.error.take().map_or(Ok(core.writer.output), Err)
    }

    fn write_chunk(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        if self.has_failed {
            return Err(RewriteError::Ended);
        }
        let result = self.try_write_chunk(bytes, is_last);
        self.has_failed = result.is_err();
        result
    }

    /// Decodes bytes that are not plain UTF-8, and parses them.
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let source = &mut self.parser.handler_mut().writer.source;
        source.start_chunk();
        self.input.decode(bytes, is_last, source)?;
        self.parse();
        Ok(())
    }

    /// Parses the text that was added to the source.
    fn parse(&mut self) {
        let (text, start) = self.parser.handler().writer.source.text();
        loop {
            let writer = &mut self.parser.handler_mut().writer;
            writer.encoding = self.input.encoding().unwrap_or(Encoding::UTF_8);
            writer.ascii_to = self.input.ascii_to();
            self.parser.suspend_at_encoding_declarations(self.input.is_tentative());
            let Some(suspension) = self.parser.feed_window(&text, start) else { break };
            if let Some((encoding, span)) = declared_encoding(&suspension) {
                self.input.change_encoding(encoding, span.end);
            }
        }
        if let Some(offset) = self.parser.dropped_to() {
            self.parser.handler_mut().mark_final_to(offset);
        }
    }

    /// Parses bytes. A part in which a `meta` element may change the encoding is parsed before the rest is decoded.
    fn write_parts(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let mut rest = bytes;
        loop {
            let end = self.parser.handler().writer.source.end();
            let (part, after) = rest.split_at(self.input.next_part_length(rest, end));
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
            let pending = self.input.sniff(bytes, is_last, &mut writer.source, &mut writer.output);
            self.parse();
            return pending.map_or(Ok(()), |pending| self.write_parts(&pending, is_last));
        }
        let mut rest = bytes;
        if self.input.has_partial_character() {
            let length = rest.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count();
            let (end, after) = rest.split_at(length.max(1).min(rest.len()));
            self.decode(end, is_last && after.is_empty())?;
            rest = after;
        }
        if let Some(text) = self.input.take_utf_8(&mut rest) {
            self.parser.handler_mut().writer.source.push(text);
            self.parse();
        }
        if !rest.is_empty() || is_last {
            self.decode(rest, is_last)?;
        }
        Ok(())
    }

    fn try_write_chunk(&mut self, bytes: &[u8], is_last: bool) -> Result<(), RewriteError> {
        let core = self.parser.handler_mut();
        // The text is at most 3 times as long as the new bytes and the bytes that were held back.
        if u64::from(core.writer.source.end()) + 3 * (bytes.len() + self.input.pending_length()) as u64
            > u64::from(u32::MAX)
        {
            return Err(RewriteError::TooLong);
        }
        self.write_parts(bytes, is_last)?;
        let needed_from = self.parser.needed_from();
        let core = self.parser.handler_mut();
        core.end_chunk(needed_from);
        if let Some(error) = core.writer.error.take() {
            return Err(error);
        }
        let held = core.memory() + self.input.pending_length();
        let held = held + self.parser.memory(self.memory_limit.saturating_sub(held));
        if held > self.memory_limit { Err(RewriteError::MemoryLimit(held)) } else { Ok(()) }
    }
}

impl<O: OutputSink> core::fmt::Debug for Rewriter<'_, O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Rewriter").field("encoding", &self.input.encoding().map(Encoding::name)).finish_non_exhaustive()
    }
}

/// Returns the encoding declared by a `meta` element and the span of its tag.
fn declared_encoding<H>(suspension: &Suspension<H>) -> Option<(&'static Encoding, Span)> {
    let Suspension::EncodingDeclaration { charset, content, span } = suspension else { return None };
    Some((encoding_from_meta(charset.as_deref(), content.as_deref())?, *span))
}

/// Rewrites a string. A byte order mark (U+FEFF) at the start is kept and counts in spans.
///
/// # Errors
/// Returns the first error of a handler, or another [`RewriteError`].
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
    let mut rewriter = Rewriter::with_input(handlers, settings, output, Input::utf_8(), tokenizer)?;
    rewriter.write(page.as_bytes())?;
    let output = rewriter.into_output()?;
    Ok(String::from_utf8(output).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Rewrites a page as bytes, and detects its encoding.
///
/// # Errors
/// Returns the first error of a handler, or another [`RewriteError`], for example for an encoding in which ASCII bytes do not always mean
/// ASCII characters.
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
