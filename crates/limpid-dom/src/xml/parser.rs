//! Parsing of XML in chunks.

use super::{XmlParseOptions, encoding_errors, malformed_bytes};
use crate::parse::origin::Origin;
use crate::{Document, DocumentBuilder, ReadError};
use core::fmt;
use limpid_encoding::{XmlSniffed, XmlStreamDecoder};
use limpid_markup::TreeSink;
use limpid_xml5::{Tokenizer, TreeBuilder};
use std::io::{self, Read};

/// A parser of XML that takes its input in chunks of text or bytes.
///
/// The tree, the errors and their spans do not depend on how the input is split, unless a limit ends the parse early. The document owns its
/// source.
///
/// ```
/// use limpid::xml::{XmlParseOptions, XmlParser};
/// let mut parser = XmlParser::new(XmlParseOptions::new());
/// for chunk in ["<a>Hel", "lo</", "a>"] {
///     parser.feed(chunk);
/// }
/// assert_eq!(parser.finish().text_content(), "Hello");
/// ```
#[derive(Debug)]
pub struct XmlParser {
    stages: Stages,
    options: XmlParseOptions,
    decoder: Option<XmlStreamDecoder>,
    sniffed: Option<XmlSniffed>,
    /// A reusable buffer for decoded text.
    text: String,
}

impl XmlParser {
    /// Creates a parser for a document.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let parser = XmlParser::new(XmlParseOptions::new().errors(false));
    /// assert!(parser.document().document_element().is_none());
    /// ```
    pub fn new(options: XmlParseOptions) -> XmlParser {
        XmlParser { stages: Stages::new(&options), options, decoder: None, sniffed: None, text: String::new() }
    }

    /// Parses the next chunk of text. After [`feed_bytes`](Self::feed_bytes), bytes that are still buffered are parsed first.
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

    /// Parses the next chunk of bytes. The encoding is determined from the first 1,024 bytes. Parsing starts after these bytes, or at the end of
    /// the input.
    ///
    /// ```
    /// use limpid::xml::{XmlParseOptions, XmlParser};
    /// let mut parser = XmlParser::new(XmlParseOptions::new());
    /// for chunk in [&b"<?xml version='1.0' encoding='koi8-r'?><a>"[..], b"\xf2</a>"] {
    ///     parser.feed_bytes(chunk);
    /// }
    /// assert_eq!(parser.finish().text_content(), "Р");
    /// ```
    pub fn feed_bytes(&mut self, bytes: &[u8]) {
        let decoder = self.decoder.get_or_insert_with(|| XmlStreamDecoder::new(self.options.encoding.clone()));
        self.text.clear();
        decoder.decode(bytes, &mut self.text);
        self.stages.feed(&self.text, decoder.malformed());
    }

    /// Returns the partial document.
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

    /// Ends the input and returns the document.
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

    /// Reads bytes from a reader to its end, parses them, and returns the document.
    ///
    /// # Errors
    /// If the reader fails. The error contains the partial document.
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

    /// Ends the stream of bytes and parses those that are still buffered.
    fn end_bytes(&mut self) {
        let Some(mut decoder) = self.decoder.take() else { return };
        self.text.clear();
        let sniffed = decoder.finish(&mut self.text);
        // Bytes after text may have another encoding. `Document::encoding` returns the encoding of the first bytes.
        self.sniffed.get_or_insert(sniffed);
        self.stages.feed(&self.text, decoder.malformed());
    }
}

/// Feeds bytes as [`XmlParser::feed_bytes`] does, for use with `io::copy`.
impl io::Write for XmlParser {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Feeds text as [`XmlParser::feed`] does, for use with `write!`.
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

    /// Parses a chunk. `malformed` are the positions of U+FFFD that replace malformed bytes.
    fn feed(&mut self, text: &str, malformed: &[usize]) {
        // Input after the end of parsing is discarded.
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
