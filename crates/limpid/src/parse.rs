use crate::{Context, Document, ParseOptions};
use limpid_dom::{DocumentBuilder, UnboundDocument};
use limpid_encoding::{Encoding, decode, sniff};
use limpid_markup::TreeSink;
use limpid_tokenizer::{Tokenizer, TokenizerOptions};
use limpid_tree_builder::{ScriptingMode, TreeBuilder};
use std::borrow::Cow;

/// Parses a whole document. The document borrows a `&str` and owns a `String`; nothing is copied in either case.
///
/// ```
/// let document = limpid::parse("<!DOCTYPE html><p class=a>Text");
/// let p = document.body().unwrap().first_child().unwrap();
/// assert_eq!(p.attribute("class"), Some("a"));
/// ```
pub fn parse<'i>(input: impl Into<Cow<'i, str>>) -> Document<'i> {
    ParseOptions::default().parse(input)
}

/// Parses the bytes of a whole document, whose encoding is
/// [sniffed](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding): byte order mark,
/// `<meta charset>` in the first 1,024 bytes, else windows-1252. [`Document::encoding`] tells which it was.
///
/// ```
/// let document = limpid::parse_bytes(&b"<meta charset=windows-1251><p>\xcf"[..]);
/// assert_eq!(document.encoding(), Some("windows-1251"));
/// assert_eq!(document.text_content(), "П");
/// ```
pub fn parse_bytes<'i>(input: impl Into<Cow<'i, [u8]>>) -> Document<'i> {
    ParseOptions::default().parse_bytes(input)
}

/// Parses the content of an element, as setting `innerHTML` does: the [HTML fragment parsing
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm). The document's root is
/// the fragment.
///
/// ```
/// let fragment = limpid::parse_fragment("<li>One<li>Two", "ul");
/// assert_eq!(fragment.to_html(), "<li>One</li><li>Two</li>");
/// ```
pub fn parse_fragment<'i>(input: impl Into<Cow<'i, str>>, context: impl Into<Context>) -> Document<'i> {
    ParseOptions::default().parse_fragment(input, context)
}

pub(crate) fn text<'i>(input: Cow<'i, str>, context: Option<&Context>, options: &ParseOptions) -> Document<'i> {
    let document =
        if options.errors { build::<true>(&input, context, options) } else { build::<false>(&input, context, options) };
    finish(document.bind(input), options)
}

fn build<const ERRORS: bool>(input: &str, context: Option<&Context>, options: &ParseOptions) -> UnboundDocument {
    let (mut tokenizer, mut builder) = stages(DocumentBuilder::<ERRORS>::new(input), context, options);
    tokenizer.run(input, &mut builder);
    builder.finish().finish()
}

/// Tokenizer and tree builder, ready for the start of the input.
pub(crate) fn stages<S: TreeSink>(
    sink: S,
    context: Option<&Context>,
    options: &ParseOptions,
) -> (Tokenizer, TreeBuilder<S>) {
    let Some(context) = context else {
        let builder = TreeBuilder::new(sink, options.for_document());
        return (Tokenizer::new(TokenizerOptions::default()), builder);
    };
    let options = options.for_fragment();
    context.with(|context| {
        let state = context.tokenizer_state(options.scripting);
        let tokenizer = Tokenizer::new(TokenizerOptions::default().initial_state(state));
        (tokenizer, TreeBuilder::new_fragment(sink, options, context))
    })
}

pub(crate) fn bytes<'i>(input: Cow<'i, [u8]>, context: Option<&Context>, options: &ParseOptions) -> Document<'i> {
    let (input, encoding) = decode_bytes(input, options);
    let mut document = text(input, context, options);
    document.set_encoding(Some(encoding.name()));
    document
}

pub(crate) fn decode_bytes<'i>(input: Cow<'i, [u8]>, options: &ParseOptions) -> (Cow<'i, str>, &'static Encoding) {
    let sniffed = sniff(&input, &options.sniff);
    match input {
        Cow::Borrowed(bytes) => {
            let decoded = decode(bytes, sniffed.encoding);
            (decoded.text, decoded.encoding)
        }
        Cow::Owned(bytes) => {
            let decoded = decode(&bytes, sniffed.encoding);
            let encoding = decoded.encoding;
            let is_whole = decoded.text.len() == bytes.len();
            let text = match decoded.text {
                Cow::Owned(text) => text,
                Cow::Borrowed(text) if !is_whole => text.to_owned(),
                // All of the bytes are the text already, so this checks them again but copies nothing.
                Cow::Borrowed(_) => String::from_utf8(bytes)
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            };
            (Cow::Owned(text), encoding)
        }
    }
}

/// Notes in the document what its serialization depends on.
pub(crate) fn finish<'i>(mut document: Document<'i>, options: &ParseOptions) -> Document<'i> {
    document.set_scripting(options.tree_builder.scripting != ScriptingMode::Disabled);
    document
}
