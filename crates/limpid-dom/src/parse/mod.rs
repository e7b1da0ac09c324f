//! Parsing into a document. This module parses complete input, and creates the stages: tokenizer, tree builder and sink. [`parser`] parses input
//! in chunks.

pub(crate) mod context;
mod memory;
pub(crate) mod options;
pub(crate) mod origin;
pub(crate) mod outcome;
pub(crate) mod parser;
pub(crate) mod recycler;

use crate::read::document::DocumentEncoding;
use crate::{
    Document, DocumentBuilder, FragmentContext, NodeHandle, ParseOptions, Parser, ReadError, Source, SourceBytes,
};
use limpid_encoding::{
    ChangeEncoding, Confidence, Encoding, EncodingSource, Sniffed, change_encoding, decode, encoding_from_meta, sniff,
};
use limpid_markup::{ErrorCode, ParseError, Span, TreeSink};
use limpid_tokenizer::{Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::{Suspension, TreeBuilder, TreeBuilderOptions};
use memory::ParseMemory;
use origin::Origin;

/// Parses a whole document.
///
/// The text is not copied: the document borrows a `&str`, owns a `String`, and shares ownership for other types (see [`Source`]). A byte order
/// mark (U+FEFF) at the start of the text is skipped, but spans count its bytes.
///
/// ```
/// let document = limpid::parse("<!DOCTYPE html><p class=a>Text");
/// let p = document.body().unwrap().first_child().unwrap();
/// assert_eq!(p.attribute("class"), Some("a"));
/// ```
#[doc(alias = "parse_document")]
#[doc(alias = "parse_html")]
#[doc(alias = "from_str")]
pub fn parse<'i>(input: impl Into<Source<'i>>) -> Document<'i> {
    ParseOptions::default().parse(input)
}

/// Parses the bytes of a whole document, and
/// [determines its encoding](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
///
/// The encoding comes from a byte order mark, or from a `<meta charset>` in the first 1,024 bytes or later. Bytes that do not declare an
/// encoding are decoded as UTF-8 if they look like UTF-8 ([`EncodingHints::detect_utf_8`](limpid_encoding::EncodingHints::detect_utf_8)), and
/// as windows-1252 otherwise. [`Document::encoding`] and [`Document::encoding_source`] return the encoding and where it came from.
///
/// Without the feature `encoding`, only UTF-8, UTF-16, windows-1252 and x-user-defined are decoded. A page in another encoding is decoded as
/// windows-1252. Its ASCII text and its markup are then usually right, but its other text is wrong. [`Document::encoding`] still returns the
/// encoding of the page, and [`Document::errors`] contains [`ErrorCode::EncodingNotSupported`].
///
/// ```
/// let document = limpid::parse_bytes(b"<meta charset=windows-1251><p>\xcf");
/// assert_eq!(document.encoding(), Some("windows-1251"));
/// assert_eq!(document.encoding_source(), Some(limpid::EncodingSource::Prescan));
/// assert_eq!(document.text_content(), "П");
/// ```
///
/// Browsers do not detect UTF-8 in most pages. To get the same tree as a browser, switch the detection off. If the bytes come from HTTP, pass
/// on the `Content-Type` header:
///
/// ```
/// use limpid::{EncodingHints, ParseOptions};
/// let page = "<p>café".as_bytes();
/// assert_eq!(limpid::parse_bytes(page).text_content(), "café");
/// let hints = EncodingHints::new().detect_utf_8(false);
/// assert_eq!(ParseOptions::new().encoding(hints.clone()).parse_bytes(page).text_content(), "cafÃ©");
/// let hints = hints.content_type("text/html; charset=utf-8");
/// assert_eq!(ParseOptions::new().encoding(hints).parse_bytes(page).text_content(), "café");
/// ```
pub fn parse_bytes<'i>(input: impl Into<SourceBytes<'i>>) -> Document<'i> {
    ParseOptions::default().parse_bytes(input)
}

/// Parses the content of an element, as setting `innerHTML` does.
///
/// This is the [HTML fragment parsing
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm). The root of the returned document is the
/// fragment. Unlike `innerHTML`, this function skips a byte order mark (U+FEFF) at the start of the text.
///
/// ```
/// let fragment = limpid::parse_fragment("<li>One<li>Two", "ul");
/// assert_eq!(fragment.to_html(), "<li>One</li><li>Two</li>");
/// ```
pub fn parse_fragment<'i>(input: impl Into<Source<'i>>, context: impl Into<FragmentContext>) -> Document<'i> {
    ParseOptions::default().parse_fragment(input, context)
}

/// Reads and parses the bytes of a whole document.
///
/// ```
/// # fn main() -> Result<(), limpid::ReadError> {
/// let document = limpid::parse_reader(&b"<meta charset=utf-8><p>caf\xc3\xa9"[..])?;
/// assert_eq!(document.text_content(), "café");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If the reader fails. The error contains the partial document.
#[doc(alias = "from_read")]
#[doc(alias = "from_reader")]
#[doc(alias = "read_from")]
#[doc(alias = "parse_file")]
pub fn parse_reader(reader: impl std::io::Read) -> Result<Document<'static>, ReadError> {
    Parser::new(ParseOptions::default()).read_from(reader)
}

/// A parse of complete input.
pub(crate) struct WholeParse<'a> {
    options: &'a ParseOptions,
    context: Option<&'a FragmentContext>,
    declared: Declared,
    /// Whether the encoding is not supported, so that the bytes were decoded as windows-1252.
    is_unsupported: bool,
    is_from_bytes: bool,
    memory: &'a mut ParseMemory,
}

/// How the parse handles an encoding that the page declares.
enum Declared {
    /// Ignores it: the encoding is certain, or the input is text.
    Ignored,
    /// Compares it with this tentative encoding.
    Awaited(&'static Encoding),
    /// The page declared this other encoding, so it has to be parsed again.
    Other(&'static Encoding),
}

impl<'a> WholeParse<'a> {
    pub(crate) fn new(
        options: &'a ParseOptions,
        context: Option<&'a FragmentContext>,
        memory: &'a mut ParseMemory,
    ) -> WholeParse<'a> {
        WholeParse {
            options,
            context,
            declared: Declared::Ignored,
            is_unsupported: false,
            is_from_bytes: false,
            memory,
        }
    }

    #[inline]
    pub(crate) fn text<'i>(mut self, input: Source<'i>) -> Document<'i> {
        match input.borrowed() {
            Some(text) => self.build(text),
            None => self.build(&input).without_source().with_source(input),
        }
    }

    /// Decodes and parses bytes. Does so again if the page declares an encoding other than the tentative one.
    pub(crate) fn bytes<'i>(mut self, input: SourceBytes<'i>) -> Document<'i> {
        self.is_from_bytes = true;
        let mut sniffed = sniff(input.as_bytes(), &self.options.encoding);
        if self.context.is_some() {
            sniffed.confidence = Confidence::Irrelevant;
        }
        loop {
            let text = input.clone().decode(|bytes| decode(bytes, sniffed.encoding).text);
            self.is_unsupported = !sniffed.encoding.is_supported();
            let is_tentative = sniffed.confidence == Confidence::Tentative;
            self.declared = if is_tentative { Declared::Awaited(sniffed.encoding) } else { Declared::Ignored };
            let document = self.build(&text).without_source();
            match self.declared {
                Declared::Other(encoding) => {
                    set_late_encoding(&mut sniffed, encoding);
                    continue;
                }
                Declared::Ignored if is_tentative => sniffed.confirm(),
                Declared::Ignored | Declared::Awaited(_) => {}
            }
            let mut document = document.with_source(text);
            document.encoding = Some(sniffed.into());
            return document;
        }
    }

    /// Parses a text. Stops early if the page declares another encoding.
    fn build<'i>(&mut self, input: &'i str) -> Document<'i> {
        let (options, context) = (self.options, self.context);
        let memory = &mut *self.memory;
        // Constructed in place to avoid moves, whose cost matters for small inputs.
        let mut builder = TreeBuilder::without_buffers(
            DocumentBuilder::with_memory(input, memory.take_document()),
            builder_options(context, options),
        );
        start(memory, &mut builder, context, options);
        memory.tokenizer.skip_byte_order_mark(!options.mark_is_text && !self.is_from_bytes);
        if self.is_unsupported {
            builder.sink_mut().parse_error(ParseError::new(ErrorCode::EncodingNotSupported, Span::empty(0)));
        }
        builder.suspend_at_encoding_declarations(matches!(self.declared, Declared::Awaited(_)));
        while memory.tokenizer.run(input, &mut builder) == TokenizerStatus::Suspended && !builder.has_stopped() {
            let encoding = builder.take_suspension().as_ref().and_then(declared_encoding);
            let (Declared::Awaited(current), Some(encoding)) = (&self.declared, encoding) else { continue };
            // The whole input is already decoded, so switching means parsing again. The byte 0x80 makes `change_encoding` assume non-ASCII input.
            match change_encoding(current, encoding, &[0x80]) {
                ChangeEncoding::KeepCertain => {
                    self.declared = Declared::Ignored;
                    builder.suspend_at_encoding_declarations(false);
                }
                ChangeEncoding::Switch(encoding) | ChangeEncoding::Restart(encoding) => {
                    self.declared = Declared::Other(encoding);
                    break;
                }
            }
        }
        builder.sink_mut().document.origin = Some(Origin::html(options, context, self.is_from_bytes));
        memory.end(&mut builder)
    }
}

/// Sets the encoding that was declared by a `meta` element after the bytes of the prescan.
fn set_late_encoding(sniffed: &mut Sniffed, encoding: &'static Encoding) {
    sniffed.encoding = encoding;
    sniffed.confidence = Confidence::Certain;
    sniffed.source = EncodingSource::LateMeta;
}

/// Returns the encoding that a `meta` element declares in its `charset` or, if that is not a known label, in its
/// `content`.
pub(crate) fn declared_encoding(suspension: &Suspension<NodeHandle>) -> Option<&'static Encoding> {
    let Suspension::EncodingDeclaration { charset, content, .. } = suspension else { return None };
    encoding_from_meta(charset.as_deref(), content.as_deref())
}

/// Creates a tokenizer and a tree builder for the start of the input.
pub(crate) fn stages<S: TreeSink>(
    sink: S,
    context: Option<&FragmentContext>,
    options: &ParseOptions,
) -> (Tokenizer, TreeBuilder<S>) {
    let mut tokenizer = Tokenizer::new(tokenizer_options(options));
    tokenizer.skip_byte_order_mark(!options.mark_is_text);
    let mut builder = TreeBuilder::new(sink, builder_options(context, options));
    if let Some(context) = context {
        tokenizer.switch_to(context.start(&mut builder));
    }
    (tokenizer, builder)
}

pub(crate) fn builder_options(context: Option<&FragmentContext>, options: &ParseOptions) -> TreeBuilderOptions {
    if context.is_some() { options.for_fragment() } else { options.for_document() }
}

fn tokenizer_options(options: &ParseOptions) -> TokenizerOptions {
    TokenizerOptions::default().limits(options.tree_builder.limits)
}

/// Prepares the tokenizer and the tree builder for the start of the input, with the buffers of an earlier parse.
#[inline(always)]
pub(crate) fn start(
    memory: &mut ParseMemory,
    builder: &mut TreeBuilder<DocumentBuilder<'_>>,
    context: Option<&FragmentContext>,
    options: &ParseOptions,
) {
    memory.tokenizer.set_options(tokenizer_options(options));
    builder.start_in(&mut memory.tree_builder);
    options.set_up(builder.sink_mut());
    if let Some(context) = context {
        memory.tokenizer.switch_to(context.start(builder));
    }
}

impl From<Sniffed> for DocumentEncoding {
    fn from(sniffed: Sniffed) -> DocumentEncoding {
        let is_relevant = sniffed.confidence != Confidence::Irrelevant;
        DocumentEncoding {
            name: sniffed.encoding.name(),
            confidence: is_relevant.then_some(sniffed.confidence),
            source: sniffed.source,
        }
    }
}
