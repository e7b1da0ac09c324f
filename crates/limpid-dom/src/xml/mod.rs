//! Parses XML, well-formed or not, into the same tree type as HTML. The parser implements [XML5](https://ygg01.github.io/xml5_draft/).
//!
//! Well-formed documents are parsed as [XML](https://www.w3.org/TR/xml/) and [Namespaces in XML](https://www.w3.org/TR/xml-names/) specify,
//! including entities and attribute defaults of the internal subset. A document that is not well-formed also becomes a tree, and has a list of
//! errors. limpid never loads external resources: references to external entities stay unexpanded.
//!
//! ```
//! let document = limpid::xml::parse("<feed xmlns='http://www.w3.org/2005/Atom'><title>Tea &amp; more<title></feed>");
//! let feed = document.document_element().unwrap();
//! assert_eq!((feed.local_name(), feed.namespace_url()), ("feed", Some("http://www.w3.org/2005/Atom")));
//! assert_eq!(document.text_content(), "Tea & more");
//! assert_eq!(document.errors()[0].code.as_str(), "xml-end-tag-mismatch");
//! ```
//!
//! docs/xml5.md lists the cases that XML5 does not specify, and the behavior of limpid in these cases.

pub(crate) mod fragment;
mod options;
mod parser;

pub use limpid_markup::XmlDeclaration;
pub use options::XmlParseOptions;
pub use parser::XmlParser;

use crate::parse::origin::Origin;
use crate::read::document::DocumentEncoding;
use crate::{Document, DocumentBuilder, Source, SourceBytes};
use limpid_encoding::{DeclaredEncoding, XmlSniffed, decode_xml, sniff_xml};
use limpid_markup::{ErrorCode, ParseError, Span, TreeSink};
use limpid_xml5::{Tokenizer, TreeBuilder, read_xml_declaration};

/// The tokenizer and the tree builder of XML, to build your own tree or to process tokens.
pub mod stages {
    pub use limpid_xml5::{
        EndTag, ReadXmlDeclaration, Tag, Token, TokenSink, Tokenizer, TokenizerOptions, TreeBuilder,
        TreeBuilderOptions, read_xml_declaration, tokenize,
    };
}

/// Parses a whole document. The text is not copied: the document borrows a `&str` and owns a `String`.
///
/// ```
/// let document = limpid::xml::parse("<?xml version='1.0' standalone='yes'?><list><item n='1'/><item n='2'/></list>");
/// let items = document.document_element().unwrap().children();
/// assert_eq!(items.filter_map(|item| item.attribute("n")).collect::<Vec<_>>(), ["1", "2"]);
/// assert_eq!(document.xml_declaration().unwrap().standalone, Some(true));
/// assert!(document.is_xml() && document.errors().is_empty());
/// ```
pub fn parse<'i>(input: impl Into<Source<'i>>) -> Document<'i> {
    XmlParseOptions::default().parse(input)
}

/// Parses the bytes of a whole document.
///
/// The encoding comes from a byte order mark or, without one, from the XML declaration. Without both, it is UTF-8. UTF-16 and UTF-32 are detected
/// by their first bytes. [`Document::encoding`] returns the encoding.
///
/// Without the feature `encoding`, documents in some encodings are decoded as windows-1252 and have an error, see
/// [`limpid::parse_bytes`](crate::parse_bytes).
///
/// ```
/// let document = limpid::xml::parse_bytes(b"<?xml version='1.0' encoding='ISO-8859-2'?><a>\xb1</a>");
/// assert_eq!(document.text_content(), "ą");
/// assert_eq!(document.encoding(), Some("ISO-8859-2"));
/// assert_eq!(document.encoding_source(), Some(limpid::EncodingSource::XmlDeclaration));
/// ```
pub fn parse_bytes<'i>(input: impl Into<SourceBytes<'i>>) -> Document<'i> {
    XmlParseOptions::default().parse_bytes(input)
}

fn text<'i>(input: Source<'i>, decoding_errors: Vec<ParseError>, options: &XmlParseOptions) -> Document<'i> {
    let document = build(&input, decoding_errors, options);
    document.with_source(input)
}

fn build(input: &str, decoding_errors: Vec<ParseError>, options: &XmlParseOptions) -> Document<'static> {
    let mut sink = DocumentBuilder::new(input);
    options.set_up(&mut sink);
    decoding_errors.into_iter().for_each(|error| sink.parse_error(error));
    let mut builder = TreeBuilder::new(sink, options.tree_builder.clone());
    Tokenizer::new(options.tree_builder.tokenizer()).run(input, &mut builder);
    let mut document = builder.finish().finish().without_source();
    document.origin = Some(Origin::Xml(options.tree_builder.limits));
    document
}

fn bytes<'i>(input: SourceBytes<'i>, options: &XmlParseOptions) -> Document<'i> {
    let sniffed = sniff_xml(input.as_bytes(), &options.encoding);
    let mut malformed = Vec::new();
    let decoded = input.decode(|bytes| {
        let decoded = decode_xml(bytes, &sniffed);
        malformed = decoded.malformed;
        decoded.text
    });
    let errors = encoding_errors(&decoded, &sniffed).chain(malformed_bytes(0, &malformed)).collect();
    let mut document = text(decoded, errors, options);
    document.encoding = Some((&sniffed).into());
    document
}

/// Returns the errors for malformed bytes. `positions` are the positions of the U+FFFD that replace them, in a text that starts at `offset`.
fn malformed_bytes(offset: u32, positions: &[usize]) -> impl Iterator<Item = ParseError> {
    let starts = positions.iter().map_while(move |&position| offset.checked_add(u32::try_from(position).ok()?));
    starts.map(|start| {
        let end = start.saturating_add('\u{fffd}'.len_utf8() as u32);
        ParseError::new(ErrorCode::XmlMalformedBytes, Span::new(start, end))
    })
}

/// Returns the errors of an encoding that is not supported, or that contradicts the XML declaration.
fn encoding_errors(input: &str, sniffed: &XmlSniffed) -> impl Iterator<Item = ParseError> + use<> {
    let code = (!sniffed.is_supported()).then_some(ErrorCode::EncodingNotSupported);
    let unsupported = code.map(|code| ParseError::new(code, Span::empty(0)));
    unsupported.into_iter().chain(encoding_error(input, sniffed))
}

/// Returns the error if the XML declaration at the start of a text declares an unknown encoding, or an encoding other than `sniffed`.
fn encoding_error(input: &str, sniffed: &XmlSniffed) -> Option<ParseError> {
    const START: &str = "<?xml";
    let data = input.strip_prefix(START).filter(|data| data.starts_with(|c: char| c.is_ascii_whitespace()))?;
    let (data, _) = data.split_once("?>")?;
    let read = read_xml_declaration(data);
    let (declared, position) = read.declaration.encoding.zip(read.encoding_position)?;
    let code = match sniffed.compare(declared) {
        DeclaredEncoding::Right => return None,
        DeclaredEncoding::Wrong => ErrorCode::XmlEncodingMismatch,
        DeclaredEncoding::Unknown => ErrorCode::XmlEncodingUnknown,
    };
    let start = u32::try_from(START.len() + position).ok()?;
    Some(ParseError::new(code, Span::new(start, start.saturating_add(declared.len() as u32))))
}

impl From<&XmlSniffed> for DocumentEncoding {
    fn from(sniffed: &XmlSniffed) -> DocumentEncoding {
        DocumentEncoding { name: sniffed.name(), confidence: Some(sniffed.confidence), source: sniffed.source }
    }
}
