use crate::{Context, Document, ParseOptions, parse};
use limpid_dom::{DocumentBuilder, UnboundDocument};
use limpid_encoding::{Encoding, StreamDecoder};
use limpid_markup::LocalName;
use limpid_tokenizer::{Tokenizer, TokenizerOptions};
use limpid_tree_builder::TreeBuilder;

/// A parser that takes its input in pieces, as text or as bytes. The tree, the errors and their spans are those of the
/// whole input, wherever it is cut; the document owns its text.
///
/// ```
/// let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
/// parser.feed("<p>Hel");
/// parser.feed("lo</");
/// parser.feed("p>");
/// assert_eq!(parser.finish().text_content(), "Hello");
/// ```
#[derive(Debug)]
pub struct Parser {
    driver: Driver,
    options: ParseOptions,
    fragment_context: LocalName,
    decoder: Option<StreamDecoder>,
    encoding: Option<&'static Encoding>,
    /// Decoded text, to be reused.
    text: String,
}

/// Tokenizer and tree builder, with errors looked for or not.
#[derive(Debug)]
enum Driver {
    WithErrors(Stages<true>),
    WithoutErrors(Stages<false>),
}

#[derive(Debug)]
struct Stages<const ERRORS: bool> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<DocumentBuilder<'static, ERRORS>>,
}

impl<const ERRORS: bool> Stages<ERRORS> {
    fn new(options: &ParseOptions, context: Option<&Context>) -> Stages<ERRORS> {
        let sink = DocumentBuilder::owning();
        let Some(context) = context else {
            let builder = TreeBuilder::new(sink, options.for_document());
            return Stages { tokenizer: Tokenizer::new(TokenizerOptions::default()), builder };
        };
        let options = options.for_fragment();
        context.with(|context| {
            let state = context.tokenizer_state(options.scripting);
            let tokenizer = Tokenizer::new(TokenizerOptions::default().initial_state(state));
            Stages { tokenizer, builder: TreeBuilder::new_fragment(sink, options, context) }
        })
    }

    fn feed(&mut self, text: &str) {
        self.tokenizer.feed(text, &mut self.builder);
    }

    fn finish(mut self) -> UnboundDocument {
        self.tokenizer.finish(&mut self.builder);
        self.builder.finish().finish()
    }
}

impl Parser {
    /// A parser for a document.
    pub fn new(options: ParseOptions) -> Parser {
        Parser::with_context(options, None)
    }

    /// A parser for the content of an element.
    pub fn new_fragment(options: ParseOptions, context: impl Into<Context>) -> Parser {
        Parser::with_context(options, Some(&context.into()))
    }

    fn with_context(options: ParseOptions, context: Option<&Context>) -> Parser {
        let driver = if options.errors {
            Driver::WithErrors(Stages::new(&options, context))
        } else {
            Driver::WithoutErrors(Stages::new(&options, context))
        };
        let fragment_context = context.map_or(LocalName::UNKNOWN, Context::html_name);
        Parser { driver, options, fragment_context, decoder: None, encoding: None, text: String::new() }
    }

    /// Parses the next piece of text. After [`feed_bytes`](Self::feed_bytes), bytes that are still held back for
    /// sniffing or decoding come first.
    pub fn feed(&mut self, text: &str) {
        self.finish_bytes();
        self.driver.feed(text);
    }

    /// Parses the next piece of bytes. The encoding is sniffed from the first 1,024; until they are there, or the end
    /// is, nothing is parsed.
    pub fn feed_bytes(&mut self, bytes: &[u8]) {
        let decoder = self.decoder.get_or_insert_with(|| StreamDecoder::new(self.options.sniff.clone()));
        self.text.clear();
        decoder.decode(bytes, &mut self.text);
        self.encoding = decoder.encoding();
        self.driver.feed(&self.text);
    }

    /// Ends the input and gives the document.
    pub fn finish(mut self) -> Document<'static> {
        self.finish_bytes();
        let document = match self.driver {
            Driver::WithErrors(stages) => stages.finish(),
            Driver::WithoutErrors(stages) => stages.finish(),
        };
        let mut document = parse::finish(document.into_document(), &self.options);
        document.set_fragment_context(self.fragment_context);
        document.set_encoding(self.encoding.map(Encoding::name));
        document
    }

    fn finish_bytes(&mut self) {
        if let Some(decoder) = self.decoder.take() {
            self.text.clear();
            self.encoding = Some(decoder.finish(&mut self.text));
            self.driver.feed(&self.text);
        }
    }
}

impl Driver {
    fn feed(&mut self, text: &str) {
        match self {
            Driver::WithErrors(stages) => stages.feed(text),
            Driver::WithoutErrors(stages) => stages.feed(text),
        }
    }
}
