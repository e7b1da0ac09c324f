//! Parsing of input in chunks. Each chunk is added to the document's source before it is tokenized.

use super::memory::ParseMemory;
use super::origin::Origin;
use super::{builder_options, declared_encoding, start};
use crate::read::document::DocumentEncoding;
use crate::{Document, DocumentBuilder, FragmentContext, NodeHandle, NodeId, ParseOptions, ParseOutcome, ReadError};
use core::fmt;
use limpid_encoding::{ChangeEncoding, Confidence, Encoding, EncodingSource, Sniffed, StreamDecoder, change_encoding};
use limpid_markup::{ErrorCode, ParseError, Span, TreeSink};
use limpid_tokenizer::{Chunk, TokenizerStatus};
use limpid_tree_builder::{Suspension, TreeBuilder};
use std::io::{self, Read};
use std::mem;

/// A parser that takes its input in chunks of text or bytes.
///
/// The tree, the errors and their spans do not depend on how the input is split, unless a limit ends the parse early. The document owns its
/// source.
///
/// ```
/// use limpid::{ParseOptions, Parser};
/// let mut parser = Parser::new(ParseOptions::new());
/// for chunk in ["<p>Hel", "lo</", "p>"] {
///     parser.feed(chunk);
/// }
/// assert_eq!(parser.finish().text_content(), "Hello");
/// ```
///
/// # Scripts
///
/// limpid does not run scripts, but the caller can. With [`ParseOptions::pause_at_scripts`], the parser stops at the end of each script. The
/// caller runs the script, passes what it writes to [`write`](Self::write), and then calls [`resume`](Self::resume).
///
/// ```
/// use limpid::{ParseOptions, ParseOutcome, Parser, ScriptingMode};
/// let options = ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true);
/// let mut parser = Parser::new(options);
/// assert!(matches!(parser.feed("1<script>…</script>3"), ParseOutcome::Script(_)));
/// parser.write("2"); // document.write("2")
/// parser.resume();
/// assert_eq!(parser.finish().body().unwrap().inner_html(), "1<script>…</script>23");
/// ```
#[derive(Debug)]
pub struct Parser {
    stages: Stages,
    options: ParseOptions,
    context: Option<FragmentContext>,
    bytes: Option<ByteInput>,
    sniffed: Option<Sniffed>,
    /// Whether text was also fed. Starting again from the retained bytes would lose this text.
    has_text: bool,
    /// Whether the input starts with bytes. The decoder removes their byte order mark.
    starts_with_bytes: bool,
    /// The running scripts; the last is the innermost.
    scripts: Vec<RunningScript>,
}

/// A script that the caller is running, and the input to parse after it.
#[derive(Debug)]
struct RunningScript {
    script: NodeId,
    input: String,
    /// The length of the part of `input` that was already parsed.
    position: usize,
    has_cr_or_nul: bool,
}

/// The state of a stream of bytes.
#[derive(Debug)]
struct ByteInput {
    decoder: StreamDecoder,
    /// All bytes so far, while the encoding is tentative. If the encoding changes, the parse starts again from them.
    retained: Vec<u8>,
    /// Whether there were too many bytes to retain them.
    is_over_limit: bool,
    is_ascii: bool,
    is_ended: bool,
    /// A reusable buffer for decoded text.
    text: String,
}

impl Parser {
    /// Creates a parser for a document.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let mut parser = Parser::new(ParseOptions::new());
    /// parser.feed("<p>Te");
    /// parser.feed("a</p>");
    /// assert_eq!(parser.finish().text_content(), "Tea");
    /// ```
    #[inline]
    pub fn new(options: ParseOptions) -> Parser {
        Parser::with_context(options, None)
    }

    /// Creates a parser for the content of an element.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let mut parser = Parser::new_fragment(ParseOptions::new(), "tr");
    /// parser.feed("<td>Te");
    /// parser.feed("a");
    /// assert_eq!(parser.finish().to_html(), "<td>Tea</td>");
    /// ```
    #[inline]
    pub fn new_fragment(options: ParseOptions, context: impl Into<FragmentContext>) -> Parser {
        Parser::with_context(options, Some(context.into()))
    }

    #[inline]
    fn with_context(options: ParseOptions, context: Option<FragmentContext>) -> Parser {
        let stages = Stages::new(&options, context.as_ref());
        Parser {
            stages,
            options,
            context,
            bytes: None,
            sniffed: None,
            has_text: false,
            starts_with_bytes: false,
            scripts: Vec::new(),
        }
    }

    /// Parses the next chunk of text.
    ///
    /// While a script is running, the text is kept until the script ends. A byte order mark (U+FEFF) at the start of the input is skipped.
    ///
    /// After [`feed_bytes`](Self::feed_bytes), the bytes that are still buffered for sniffing or decoding are parsed first. Later encoding
    /// declarations no longer affect the bytes before the text.
    ///
    /// ```
    /// use limpid::{ParseOptions, ParseOutcome, Parser};
    /// let mut parser = Parser::new(ParseOptions::new());
    /// assert_eq!(parser.feed("<p>Green <b>t"), ParseOutcome::NeedInput);
    /// parser.feed("ea");
    /// assert_eq!(parser.finish().body().unwrap().inner_html(), "<p>Green <b>tea</b></p>");
    /// ```
    #[inline]
    pub fn feed(&mut self, text: &str) -> ParseOutcome {
        self.end_bytes();
        self.has_text |= !text.is_empty();
        self.process_or_defer(text)
    }

    /// Parses the next chunk of bytes, in the encoding that [`parse_bytes`](crate::parse_bytes) would determine for the whole input.
    ///
    /// Parsing starts when a byte order mark or a `meta` element has declared the encoding, after 1,024 bytes, or at the end of the input. If the
    /// first 1,024 bytes do not declare an encoding, the parser waits again at the first non-ASCII byte, for the 1,024 bytes that
    /// [`EncodingHints::detect_utf_8`](limpid_encoding::EncodingHints::detect_utf_8) needs.
    ///
    /// If a later `meta` element declares another encoding, the parser starts again from the bytes that it retained (see
    /// [`ParseOptions::retained_bytes`]). Earlier node ids are invalid then.
    ///
    /// If text was fed between bytes, the later bytes are decoded in the encoding of the earlier ones.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let mut parser = Parser::new(ParseOptions::new());
    /// for chunk in ["<meta charset=utf-8><p>caf\u{e9}".as_bytes(), b" au lait"] {
    ///     parser.feed_bytes(chunk);
    /// }
    /// assert_eq!(parser.finish().text_content(), "café au lait");
    /// ```
    #[inline]
    pub fn feed_bytes(&mut self, mut bytes: &[u8]) -> ParseOutcome {
        loop {
            // While the encoding may change, small pieces limit how far the decoder is ahead of the parser.
            let length = if self.is_tentative() { bytes.len().min(TENTATIVE_PIECE) } else { bytes.len() };
            let (outcome, taken) = self.feed_piece(&bytes[..length]);
            bytes = &bytes[taken..];
            if bytes.is_empty() {
                return outcome;
            }
        }
    }

    /// Parses some or all of the bytes. Returns the number of bytes that were parsed.
    #[inline]
    fn feed_piece(&mut self, bytes: &[u8]) -> (ParseOutcome, usize) {
        let limit = self.options.retained_bytes;
        self.starts_with_bytes |= !self.has_text;
        // The decoder removes the byte order mark.
        self.stages.memory.tokenizer.skip_byte_order_mark(false);
        let input = self.bytes.get_or_insert_with(|| {
            ByteInput::new(match self.sniffed {
                Some(sniffed) => StreamDecoder::certain(sniffed.encoding, sniffed.source),
                None => StreamDecoder::new(self.options.encoding.clone()),
            })
        });
        let verbatim = input.decoder.verbatim(bytes);
        if !verbatim.is_empty() {
            input.retain(verbatim.as_bytes(), limit);
            return (self.process_decoded(verbatim), verbatim.len());
        }
        // If the last bytes ended inside a character, decode only the rest of it, since the bytes after it may need no decoding.
        let bytes = match input.decoder.rest_of_character(bytes) {
            0 => bytes,
            rest => &bytes[..rest],
        };
        input.retain(bytes, limit);
        let mut text = mem::take(&mut input.text);
        text.clear();
        input.decoder.decode(bytes, &mut text);
        (self.process_buffer(text), bytes.len())
    }

    /// Parses text at the [insertion point](https://html.spec.whatwg.org/multipage/parsing.html#insertion-point), as
    /// `document.write()` does in the running script. If no script is running, it is the same as [`feed`](Self::feed).
    ///
    /// The parser also stops at a script in the text. [`resume`](Self::resume) then continues with the rest of the text. A `meta` element in the
    /// text does not change the encoding.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser, ScriptingMode};
    /// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
    /// parser.feed("<script>…</script><p>after");
    /// parser.write("<p>written");
    /// parser.resume();
    /// assert_eq!(parser.finish().body().unwrap().inner_html(), "<p>written</p><p>after</p>");
    /// ```
    #[inline]
    pub fn write(&mut self, text: &str) -> ParseOutcome {
        if self.scripts.is_empty() {
            return self.feed(text);
        }
        self.stages.suspend_at_encoding_declarations(false);
        // Marks the tree as not reproducible from the source.
        self.stages.document_mut();
        self.process(text)
    }

    /// Continues after the innermost running script, with the input that was kept until its end.
    ///
    /// ```
    /// use limpid::{ParseOptions, ParseOutcome, Parser, ScriptingMode};
    /// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
    /// parser.feed("<script>1</script><script>2</script>");
    /// assert!(matches!(parser.resume(), ParseOutcome::Script(_)));
    /// assert_eq!(parser.resume(), ParseOutcome::NeedInput);
    /// ```
    #[inline]
    pub fn resume(&mut self) -> ParseOutcome {
        match self.scripts.pop() {
            Some(running) => {
                // Text that a script wrote cannot declare the encoding.
                self.stages.suspend_at_encoding_declarations(self.scripts.is_empty() && self.is_tentative());
                self.process_after_script(running)
            }
            None => ParseOutcome::NeedInput,
        }
    }

    /// Returns the partial document.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let mut parser = Parser::new(ParseOptions::new());
    /// parser.feed("<title>Tea</title><p>Gre");
    /// assert_eq!(parser.document().title().as_deref(), Some("Tea"));
    /// ```
    #[inline]
    pub fn document(&self) -> &Document<'static> {
        self.stages.document()
    }

    /// Returns the partial document, for scripts to change.
    ///
    /// The parser continues with the elements that are open, even if they were moved. Do not replace the document by another: the parser then
    /// discards both.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser, ScriptingMode};
    /// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
    /// parser.feed("<p id=old>Coffee</p><script>old.remove()</script><p>Tea");
    /// let old = parser.document().element_by_id("old").unwrap().id();
    /// parser.document_mut().node_mut(old).unwrap().remove().unwrap();
    /// assert!(!parser.finish().text_content().contains("Coffee"));
    /// ```
    #[inline]
    pub fn document_mut(&mut self) -> &mut Document<'static> {
        self.stages.document_mut()
    }

    /// Returns the innermost running script.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser, ScriptingMode};
    /// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
    /// parser.feed("<script src=a.js></script>");
    /// let script = parser.document().node(parser.running_script().unwrap()).unwrap();
    /// assert_eq!(script.attribute("src"), Some("a.js"));
    /// parser.resume();
    /// assert!(parser.running_script().is_none());
    /// ```
    #[inline]
    pub fn running_script(&self) -> Option<NodeId> {
        self.scripts.last().map(|running| running.script)
    }

    /// Ends the input and returns the document. Scripts that have not been resumed count as finished.
    ///
    /// ```
    /// let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
    /// parser.feed("<p>Tea &am");
    /// assert_eq!(parser.finish().text_content(), "Tea &am");
    /// ```
    #[inline]
    pub fn finish(mut self) -> Document<'static> {
        self.flush_bytes();
        while !self.scripts.is_empty() {
            self.resume();
        }
        self.into_document()
    }

    /// [Aborts the parser](https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser): discards input that was not parsed, and returns
    /// the document.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser, ScriptingMode};
    /// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
    /// parser.feed("<p>Tea<script>stop()</script>Milk");
    /// assert_eq!(parser.abort().body().unwrap().inner_text(), "Tea");
    /// ```
    #[inline]
    pub fn abort(mut self) -> Document<'static> {
        self.scripts.clear();
        self.into_document()
    }

    /// Reads bytes from a reader to its end, parses them, and returns the document.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let file = std::io::Cursor::new("<p>Tea"); // or a `File`
    /// assert_eq!(Parser::new(ParseOptions::new()).read_from(file)?.text_content(), "Tea");
    /// # Ok::<(), limpid::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// If the reader fails. The error contains the partial document.
    #[inline]
    pub fn read_from(mut self, mut reader: impl Read) -> Result<Document<'static>, ReadError> {
        match io::copy(&mut reader, &mut self) {
            Ok(_) => Ok(self.finish()),
            Err(error) => Err(ReadError { error, document: Box::new(self.finish()) }),
        }
    }

    #[inline]
    fn into_document(mut self) -> Document<'static> {
        // Reported at the end, because a declaration may change the encoding until then.
        if self.sniffed.is_some_and(|sniffed| !sniffed.encoding.is_supported()) {
            self.stages.report(ErrorCode::EncodingNotSupported, Span::empty(0));
        }
        let Stages { memory, builder, .. } = &mut self.stages;
        builder.sink_mut().extend_source(memory.tokenizer.input_offset(), "");
        memory.tokenizer.end(builder);
        let mut document = memory.end(builder);
        self.stages.memory.give_back();
        document.origin = Some(Origin::html(&self.options, self.context.as_ref(), self.starts_with_bytes));
        document.encoding = self.sniffed.map(DocumentEncoding::from);
        document
    }

    #[inline]
    fn outcome(&self) -> ParseOutcome {
        self.running_script().map_or(ParseOutcome::NeedInput, ParseOutcome::Script)
    }

    /// Parses the bytes that the decoder still buffers at the end of the stream.
    #[inline]
    fn flush_bytes(&mut self) -> ParseOutcome {
        let Some(input) = &mut self.bytes else { return self.outcome() };
        input.is_ended = true;
        let mut text = mem::take(&mut input.text);
        text.clear();
        input.decoder.finish(&mut text);
        self.process_buffer(text)
    }

    /// Ends the stream of bytes, because text follows. Later declarations no longer restart the parse.
    #[inline]
    fn end_bytes(&mut self) {
        self.flush_bytes();
        self.bytes = None;
        self.stages.suspend_at_encoding_declarations(false);
    }

    /// Parses decoded text in a buffer, and keeps the buffer for reuse.
    #[inline]
    fn process_buffer(&mut self, text: String) -> ParseOutcome {
        let outcome = self.process_decoded(&text);
        if let Some(input) = &mut self.bytes {
            input.text = text;
        }
        outcome
    }

    #[inline]
    fn process_decoded(&mut self, text: &str) -> ParseOutcome {
        self.note_encoding();
        let is_tentative = self.is_tentative();
        if let Some(input) = self.bytes.as_mut().filter(|_| !is_tentative) {
            input.retained = Vec::new();
        }
        self.stages.suspend_at_encoding_declarations(is_tentative);
        self.process_or_defer(text)
    }

    /// Stores the encoding that the decoder determined, here and in the document.
    #[inline]
    fn note_encoding(&mut self) {
        let Some(mut sniffed) = self.bytes.as_ref().and_then(|input| input.decoder.sniffed()) else { return };
        if self.context.is_some() {
            sniffed.confidence = Confidence::Irrelevant;
        }
        if self.sniffed == Some(sniffed) {
            return;
        }
        self.sniffed = Some(sniffed);
        self.stages.note_encoding(sniffed);
    }

    /// Whether a declaration may still change the encoding. In a fragment the confidence is irrelevant.
    #[inline]
    fn is_tentative(&self) -> bool {
        let confidence = self.bytes.as_ref().map(|input| input.decoder.confidence());
        confidence.is_none_or(|confidence| confidence == Confidence::Tentative)
            && self.context.is_none()
            && !self.has_text
    }

    /// Parses a text, or keeps it until the running scripts have ended.
    #[inline]
    fn process_or_defer(&mut self, text: &str) -> ParseOutcome {
        match self.scripts.first_mut() {
            Some(outermost) => {
                outermost.has_cr_or_nul |= Chunk::from(text).has_cr_or_nul();
                outermost.input.push_str(text);
                self.outcome()
            }
            None => self.process(text),
        }
    }

    /// Parses a text up to the next script.
    #[inline]
    fn process(&mut self, text: &str) -> ParseOutcome {
        let chunk = Chunk::from(text);
        match self.process_up_to_script(chunk) {
            Stopped::AtEnd => ParseOutcome::NeedInput,
            Stopped::Restart(encoding) => self.restart(encoding),
            Stopped::AtScript(script, taken) => {
                let input = text[taken..].to_owned();
                let has_cr_or_nul = chunk.has_cr_or_nul();
                self.scripts.push(RunningScript { script, input, position: 0, has_cr_or_nul });
                ParseOutcome::Script(script)
            }
        }
    }

    /// Parses the input after a script. The input is neither copied nor scanned again at each script in it.
    #[inline]
    fn process_after_script(&mut self, ended: RunningScript) -> ParseOutcome {
        let chunk = Chunk::kept(&ended.input[ended.position..], ended.has_cr_or_nul);
        match self.process_up_to_script(chunk) {
            Stopped::AtEnd => ParseOutcome::NeedInput,
            Stopped::Restart(encoding) => self.restart(encoding),
            Stopped::AtScript(script, taken) => {
                self.scripts.push(RunningScript { script, position: ended.position + taken, ..ended });
                ParseOutcome::Script(script)
            }
        }
    }

    #[inline]
    fn process_up_to_script(&mut self, chunk: Chunk<'_>) -> Stopped {
        let mut taken = 0;
        while let Some((suspension, length)) = self.stages.feed(chunk.rest(taken)) {
            taken += length;
            match suspension {
                Suspension::Script(script) => {
                    return Stopped::AtScript(script.id_in(self.stages.document()), taken);
                }
                declaration => {
                    if let Some(encoding) = self.change_encoding(&declaration) {
                        return Stopped::Restart(encoding);
                    }
                }
            }
        }
        Stopped::AtEnd
    }

    /// Changes the encoding as declared. Returns the encoding if the parse has to start again with it.
    #[inline]
    fn change_encoding(&mut self, declaration: &Suspension<NodeHandle>) -> Option<&'static Encoding> {
        let declared = declared_encoding(declaration)?;
        let input = self.bytes.as_mut()?;
        let is_over_limit = input.is_over_limit;
        let change = match input.decoder.encoding() {
            // It only matters whether the previous bytes are ASCII.
            Some(current) => change_encoding(current, declared, if input.is_ascii { &[] } else { &[0x80] }),
            // Only ASCII was decoded so far.
            None => match change_encoding(Encoding::UTF_8, declared, &[]) {
                ChangeEncoding::KeepCertain => ChangeEncoding::Switch(Encoding::UTF_8),
                change => change,
            },
        };
        match change {
            ChangeEncoding::KeepCertain => input.decoder.confirm(),
            ChangeEncoding::Switch(encoding) => input.decoder.switch(encoding),
            ChangeEncoding::Restart(_) => input.decoder.make_certain(),
        }
        self.note_encoding();
        self.stages.suspend_at_encoding_declarations(false);
        match change {
            ChangeEncoding::KeepCertain | ChangeEncoding::Switch(_) => None,
            ChangeEncoding::Restart(encoding) if !is_over_limit => Some(encoding),
            ChangeEncoding::Restart(_) => {
                if let Suspension::EncodingDeclaration { span, .. } = *declaration {
                    self.stages.report(ErrorCode::EncodingDeclarationTooLate, span);
                }
                None
            }
        }
    }

    /// Starts the parse again from the retained bytes, in an encoding that is certain.
    #[inline]
    fn restart(&mut self, encoding: &'static Encoding) -> ParseOutcome {
        self.stages = Stages::new(&self.options, self.context.as_ref());
        self.scripts.clear();
        self.sniffed = None;
        let Some(input) = &mut self.bytes else { return ParseOutcome::NeedInput };
        let certain = ByteInput::new(StreamDecoder::certain(encoding, EncodingSource::LateMeta));
        let ByteInput { retained, is_ended, .. } = mem::replace(input, certain);
        let outcome = self.feed_bytes(&retained);
        if is_ended { self.flush_bytes() } else { outcome }
    }
}

/// Creates a parser for a document, with the default options.
///
/// ```
/// let mut parser = limpid::Parser::default();
/// parser.feed("<p>Tea");
/// assert_eq!(parser.finish().text_content(), "Tea");
/// ```
impl Default for Parser {
    #[inline]
    fn default() -> Parser {
        Parser::new(ParseOptions::default())
    }
}

/// Feeds bytes as [`Parser::feed_bytes`] does, for use with `io::copy`. [`Parser::running_script`] returns the script at which the parser
/// stopped.
///
/// ```
/// let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
/// std::io::copy(&mut &b"<meta charset=utf-8><p>caf\xc3\xa9"[..], &mut parser)?;
/// assert_eq!(parser.finish().text_content(), "café");
/// # Ok::<(), std::io::Error>(())
/// ```
impl io::Write for Parser {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed_bytes(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Feeds chunks of text. [`Parser::running_script`] returns the script at which the parser stopped.
///
/// ```
/// let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
/// parser.extend(["<p>T", "ea"]);
/// assert_eq!(parser.finish().text_content(), "Tea");
/// ```
impl<S: AsRef<str>> Extend<S> for Parser {
    fn extend<T: IntoIterator<Item = S>>(&mut self, chunks: T) {
        for chunk in chunks {
            self.feed(chunk.as_ref());
        }
    }
}

/// Feeds text as [`Parser::feed`] does, for use with `write!`.
impl fmt::Write for Parser {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.feed(text);
        Ok(())
    }
}

/// The maximum number of bytes that are decoded at once while the encoding is tentative.
const TENTATIVE_PIECE: usize = 16 * 1024;

/// The reason why parsing a text stopped. At a script, it includes the length of the parsed text.
enum Stopped {
    AtEnd,
    AtScript(NodeId, usize),
    Restart(&'static Encoding),
}

impl ByteInput {
    #[inline]
    fn new(decoder: StreamDecoder) -> ByteInput {
        ByteInput {
            decoder,
            retained: Vec::new(),
            is_over_limit: false,
            is_ascii: true,
            is_ended: false,
            text: String::new(),
        }
    }

    /// Retains bytes while the encoding is tentative, up to a limit.
    #[inline]
    fn retain(&mut self, bytes: &[u8], limit: usize) {
        if self.decoder.confidence() != Confidence::Tentative {
            return;
        }
        self.is_ascii = self.is_ascii && bytes.is_ascii();
        if self.is_over_limit {
            return;
        }
        if bytes.len() > limit - self.retained.len() {
            self.is_over_limit = true;
            self.retained = Vec::new();
        } else {
            self.retained.extend_from_slice(bytes);
        }
    }
}

/// The number of bytes that are tokenized at first and after each suspension. The whole piece is added to the document's source, and its
/// unparsed rest is removed when the parser stops at a script, so pieces start small.
const FIRST_PIECE: usize = 4096;

/// Tokenizer, tree builder and sink.
#[derive(Debug)]
struct Stages {
    memory: Box<ParseMemory>,
    builder: TreeBuilder<DocumentBuilder<'static>>,
    next_piece: usize,
}

impl Stages {
    #[inline]
    fn new(options: &ParseOptions, context: Option<&FragmentContext>) -> Stages {
        let mut memory = ParseMemory::take();
        let mut builder = TreeBuilder::without_buffers(DocumentBuilder::owning(), builder_options(context, options));
        start(&mut memory, &mut builder, context, options);
        memory.tokenizer.skip_byte_order_mark(!options.mark_is_text);
        Stages { memory, builder, next_piece: FIRST_PIECE }
    }

    /// Parses a chunk up to a script or an encoding declaration. Returns the reason for stopping and the length that was parsed.
    #[inline]
    fn feed(&mut self, chunk: Chunk<'_>) -> Option<(Suspension<NodeHandle>, usize)> {
        let text = chunk.text();
        let tokenizer = &mut self.memory.tokenizer;
        let mut taken = 0;
        let mut ends_token = false;
        // Input after the end of parsing is discarded.
        while taken < text.len() && !self.builder.has_stopped() {
            let mut end = text.len().min(taken.saturating_add(self.next_piece));
            while !text.is_char_boundary(end) {
                end += 1;
            }
            // The tokenizer joins an unfinished token with the next piece. To copy little, that piece ends at the next `>`, where the token may end.
            ends_token = !ends_token && tokenizer.needed_from() != tokenizer.input_offset();
            if ends_token && let Some(length) = text.as_bytes()[taken..end].iter().position(|&byte| byte == b'>') {
                end = taken + length + 1;
            }
            let piece = Chunk::kept(&text[taken..end], chunk.has_cr_or_nul());
            self.builder.sink_mut().extend_source(tokenizer.input_offset(), piece.text());
            let (status, length) = tokenizer.feed(piece, &mut self.builder);
            taken += length;
            if status == TokenizerStatus::Finished {
                self.next_piece = self.next_piece.saturating_mul(2);
            } else {
                self.next_piece = FIRST_PIECE;
                let suspension = self.builder.take_suspension().filter(|_| !self.builder.has_stopped());
                if let Some(suspension) = suspension {
                    return Some((suspension, taken));
                }
            }
        }
        None
    }

    #[inline]
    fn suspend_at_encoding_declarations(&mut self, suspend: bool) {
        self.builder.suspend_at_encoding_declarations(suspend);
    }

    #[inline]
    fn report(&mut self, code: ErrorCode, span: Span) {
        self.builder.sink_mut().parse_error(ParseError::new(code, span));
    }

    #[inline]
    fn note_encoding(&mut self, sniffed: Sniffed) {
        self.builder.sink_mut().document.encoding = Some(sniffed.into());
    }

    #[inline]
    fn document(&self) -> &Document<'static> {
        self.builder.sink().document_so_far()
    }

    #[inline]
    fn document_mut(&mut self) -> &mut Document<'static> {
        self.builder.sink_mut().document_so_far_mut()
    }
}
