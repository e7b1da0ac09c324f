//! Parsing of XML in pieces.

use super::{XmlParseOptions, encoding_errors, malformed_bytes};
use crate::parse::origin::Origin;
use crate::{Document, DocumentBuilder, ReadError};
use core::fmt;
use limpid_encoding::{XmlSniffed, XmlStreamDecoder};
use limpid_markup::TreeSink;
use limpid_xml5::{Tokenizer, TreeBuilder};
use std::io::{self, Read};

/// A parser of XML that takes its input in pieces, as text or as bytes. The tree, the errors and their spans are those of the
/// whole input, wherever it is cut, unless a limit ends it early; the document owns its text.
///
/// ```
/// use limpid::xml::{XmlParseOptions, XmlParser};
/// let mut parser = XmlParser::new(XmlParseOptions::new());
/// for piece in ["<a>Hel", "lo</", "a>"] {
///     parser.feed(piece);
/// }
/// assert_eq!(parser.finish().text_content(), "Hello");
/// ```
#[derive(Debug)]
pub struct XmlParser {
    stages: Stages,
    options: XmlParseOptions,
    decoder: Option<XmlStreamDecoder>,
    sniffed: Option<XmlSniffed>,
    /// Decoded text, to be reused.
    text: String,
}

impl XmlParser {
    /// A parser for a document.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let parser = XmlParser::new(XmlParseOptions::new().errors(false));
    /// assert!(parser.document().document_element().is_none());
    /// ```
    pub fn new(options: XmlParseOptions) -> XmlParser {
        XmlParser { stages: Stages::new(&options), options, decoder: None, sniffed: None, text: String::new() }
    }

    /// Parses the next piece of text. After [`feed_bytes`](Self::feed_bytes), bytes that are still held back come first.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let mut parser = XmlParser::new(XmlParseOptions::new());
    /// parser.feed("<a>Green &am");
    /// parser.feed("p; black</a>");
    /// assert_eq!(parser.finish().text_content(), "Green & black");
    /// ```
    pub fn feed(&mut self, text: &str) {
        self.end_bytes();
        self.stages.feed(text, &[]);
    }

    /// Parses the next piece of bytes. The encoding is found from the first 1,024; until they are there, or the end is,
    /// nothing is parsed.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let mut parser = XmlParser::new(XmlParseOptions::new());
    /// for piece in [&b"<?xml version='1.0' encoding='koi8-r'?><a>"[..], b"\xf2</a>"] {
    ///     parser.feed_bytes(piece);
    /// }
    /// assert_eq!(parser.finish().text_content(), "Р");
    /// ```
    pub fn feed_bytes(&mut self, bytes: &[u8]) {
        let decoder = self.decoder.get_or_insert_with(|| XmlStreamDecoder::new(self.options.encoding.clone()));
        self.text.clear();
        decoder.decode(bytes, &mut self.text);
        self.stages.feed(&self.text, decoder.malformed());
    }

    /// The document so far.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let mut parser = XmlParser::new(XmlParseOptions::new());
    /// parser.feed("<list><item/><it");
    /// assert_eq!(parser.document().to_xml(), "<list><item/></list>");
    /// ```
    pub fn document(&self) -> &Document<'static> {
        self.stages.document()
    }

    /// Ends the input and gives the document.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let mut parser = XmlParser::new(XmlParseOptions::new());
    /// parser.feed("<a><b>");
    /// assert_eq!(parser.finish().to_xml(), "<a><b/></a>");
    /// ```
    pub fn finish(mut self) -> Document<'static> {
        self.end_bytes();
        let mut document = self.stages.finish(self.sniffed.as_ref());
        document.origin = Some(Origin::Xml(self.options.tree_builder.limits));
        document
    }

    /// Parses all that a reader gives, from bytes.
    ///
    /// # Errors
    /// When the reader fails: its error, and the document so far.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let file = std::io::Cursor::new("<a>Tea</a>"); // or a `File`
    /// assert_eq!(XmlParser::new(XmlParseOptions::new()).read_from(file)?.text_content(), "Tea");
    /// # Ok::<(), limpid::ReadError>(())
    /// ```
    pub fn read_from(mut self, mut reader: impl Read) -> Result<Document<'static>, ReadError> {
        match io::copy(&mut reader, &mut self) {
            Ok(_) => Ok(self.finish()),
            Err(error) => Err(ReadError { error, document: Box::new(self.finish()) }),
        }
    }

    /// Parses the bytes that are held back.
    fn end_bytes(&mut self) {
        let Some(mut decoder) = self.decoder.take() else { return };
        self.text.clear();
        let sniffed = decoder.finish(&mut self.text);
        // Bytes behind text have an encoding of their own; the document is in that of the first.
        self.sniffed.get_or_insert(sniffed);
        self.stages.feed(&self.text, decoder.malformed());
    }
}

/// Writes bytes into the parser, as [`XmlParser::feed_bytes`] takes them, so that `io::copy` feeds it.
impl io::Write for XmlParser {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes text into the parser, as [`XmlParser::feed`] takes it, so that `write!` feeds it.
impl fmt::Write for XmlParser {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.feed(text);
        Ok(())
    }
}

/// Tokenizer, tree builder and sink.
#[derive(Debug)]
struct Stages {
    tokenizer: Tokenizer,
    builder: TreeBuilder<DocumentBuilder<'static>>,
}

impl Stages {
    fn new(options: &XmlParseOptions) -> Stages {
        let mut sink = DocumentBuilder::owning();
        options.set_up(&mut sink);
        let (tokenizer, builder) = options.stages(sink);
        Stages { tokenizer, builder }
    }

    /// Parses a piece, which has U+FFFD for malformed bytes at some positions.
    fn feed(&mut self, text: &str, malformed: &[usize]) {
        // What comes once parsing has ended is not kept.
        if !text.is_empty() && !self.builder.has_stopped() {
            let (offset, sink) = (self.tokenizer.input_offset(), self.builder.sink_mut());
            malformed_bytes(offset, malformed).for_each(|error| sink.parse_error(error));
            sink.extend_source(offset, text);
            self.tokenizer.feed(text, &mut self.builder);
        }
    }

    fn document(&self) -> &Document<'static> {
        self.builder.sink().document_so_far()
    }

    fn finish(self, sniffed: Option<&XmlSniffed>) -> Document<'static> {
        let Stages { mut tokenizer, mut builder } = self;
        builder.sink_mut().extend_source(tokenizer.input_offset(), "");
        tokenizer.finish(&mut builder);
        let mut sink = builder.finish();
        if let Some(sniffed) = sniffed {
            let errors = encoding_errors(sink.document_so_far().source(), sniffed);
            errors.for_each(|error| sink.parse_error(error));
        }
        let mut document = sink.finish();
        document.encoding = sniffed.map(Into::into);
        document
    }
}
