use crate::{Document, DocumentBuilder, Source, SourceBytes};
use limpid_encoding::EncodingHints;
use limpid_markup::{Limits, TreeSink};
use limpid_xml5::{Tokenizer, TreeBuilder, TreeBuilderOptions};

/// Options for parsing XML. The default is what [`parse`](crate::xml::parse()) uses.
///
/// ```
/// use limpid::{Limits, xml::XmlParseOptions};
/// let options = XmlParseOptions::new().limits(Limits::default().entity_bytes(1000));
/// let document = options.parse("<!DOCTYPE a [<!ENTITY e 'text'>]><a>&e;</a>");
/// assert_eq!(document.text_content(), "text");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct XmlParseOptions {
    pub(super) tree_builder: TreeBuilderOptions,
    pub(super) errors: bool,
    spans: bool,
    pub(super) encoding: EncodingHints,
}

impl Default for XmlParseOptions {
    fn default() -> XmlParseOptions {
        XmlParseOptions {
            tree_builder: TreeBuilderOptions::default(),
            errors: true,
            spans: false,
            encoding: EncodingHints::default(),
        }
    }
}

impl XmlParseOptions {
    /// Returns the defaults: errors are collected, spans are not recorded, and there are limits for hostile input.
    ///
    /// ```
    /// let document = limpid::xml::XmlParseOptions::new().parse("<a><b></a>");
    /// assert_eq!(document.errors().len(), 1);
    /// ```
    pub fn new() -> XmlParseOptions {
        XmlParseOptions::default()
    }

    /// Sets whether parse errors are collected. Default: true.
    ///
    /// ```
    /// let document = limpid::xml::XmlParseOptions::new().errors(false).parse("<a><b></a>");
    /// assert!(document.errors().is_empty());
    /// ```
    #[must_use]
    pub fn errors(mut self, errors: bool) -> Self {
        self.errors = errors;
        self
    }

    /// Sets whether the document records the source spans of nodes and attributes. Default: false. Nodes from the text of an entity have the span
    /// of the reference to it.
    ///
    /// ```
    /// let source = "<a><b c='d'/></a>";
    /// let document = limpid::xml::XmlParseOptions::new().spans(true).parse(source);
    /// let b = document.document_element().unwrap().first_child().unwrap();
    /// assert_eq!(&source[b.start_tag().unwrap().range()], "<b c='d'/>");
    /// assert_eq!(&source[b.attributes().next().unwrap().value_span().unwrap().range()], "d");
    /// ```
    #[must_use]
    pub fn spans(mut self, spans: bool) -> Self {
        self.spans = spans;
        self
    }

    /// Sets the limits for hostile input, including those for entities: [`Limits::entity_depth`] and [`Limits::entity_bytes`].
    ///
    /// ```
    /// use limpid::{ErrorCode, Limits, xml::XmlParseOptions};
    /// let laughs = "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'><!ENTITY c '&b;&b;&b;'>]><a>&c;</a>";
    /// assert_eq!(limpid::xml::parse(laughs).text_content(), "ha".repeat(9));
    /// let document = XmlParseOptions::new().limits(Limits::default().entity_bytes(20)).parse(laughs);
    /// assert_eq!(document.errors()[0].code, ErrorCode::XmlEntityLimit);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.tree_builder = self.tree_builder.limits(limits);
        self
    }

    /// Sets the encoding of bytes, or hints about it.
    ///
    /// An [`Encoding`](limpid_encoding::Encoding) overrides what the document declares. [`EncodingHints`] can contain a label from the transport,
    /// such as HTTP. Other hints have no effect, because XML that does not declare an encoding is UTF-8.
    ///
    /// ```
    /// use limpid::{EncodingHints, EncodingSource, Encoding, xml::XmlParseOptions};
    /// let options = XmlParseOptions::new().encoding(Encoding::for_label("windows-1251").unwrap());
    /// assert_eq!(options.parse_bytes(b"<?xml version='1.0' encoding='koi8-r'?><a>\xd7</a>").text_content(), "Ч");
    ///
    /// let hints = EncodingHints::new().content_type("application/xml; charset=koi8-r");
    /// let document = XmlParseOptions::new().encoding(hints).parse_bytes(b"<a>\xf2</a>");
    /// assert_eq!((document.text_content().as_str(), document.encoding_source()), ("Р", Some(EncodingSource::TransportLabel)));
    /// ```
    #[must_use]
    pub fn encoding(mut self, hints: impl Into<EncodingHints>) -> Self {
        self.encoding = hints.into();
        self
    }

    /// Returns the encoding hints, for example to add others for one document.
    ///
    /// ```
    /// use limpid::{EncodingHints, xml::XmlParseOptions};
    /// let options = XmlParseOptions::new();
    /// let hints = options.encoding_hints().clone().content_type("text/xml; charset=koi8-r");
    /// assert_eq!(options.encoding(hints).parse_bytes(b"<a>\xf2</a>").text_content(), "Р");
    /// ```
    pub fn encoding_hints(&self) -> &EncodingHints {
        &self.encoding
    }

    /// Parses a whole document, as [`parse`](crate::xml::parse()) does.
    ///
    /// ```
    /// let document = limpid::xml::XmlParseOptions::new().parse("<tea leaf='green'/>");
    /// assert_eq!(document.document_element().unwrap().attribute("leaf"), Some("green"));
    /// ```
    pub fn parse<'i>(&self, input: impl Into<Source<'i>>) -> Document<'i> {
        super::text(input.into(), Vec::new(), self)
    }

    /// Parses the bytes of a whole document, as [`parse_bytes`](crate::xml::parse_bytes) does.
    ///
    /// ```
    /// let document = limpid::xml::XmlParseOptions::new().parse_bytes("<a>é</a>".as_bytes());
    /// assert_eq!((document.text_content().as_str(), document.encoding()), ("é", Some("UTF-8")));
    /// ```
    pub fn parse_bytes<'i>(&self, input: impl Into<SourceBytes<'i>>) -> Document<'i> {
        super::bytes(input.into(), self)
    }

    /// Returns a tokenizer and a tree builder, to build a tree other than [`Document`].
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder; // or your own sink
    /// let source = "<a>Tea</a>";
    /// let (mut tokenizer, mut tree_builder) = limpid::xml::XmlParseOptions::new().stages(DocumentBuilder::new(source));
    /// tokenizer.run(source, &mut tree_builder);
    /// assert_eq!(tree_builder.finish().finish().text_content(), "Tea");
    /// ```
    pub fn stages<S: TreeSink>(&self, sink: S) -> (Tokenizer, TreeBuilder<S>) {
        (Tokenizer::new(self.tree_builder.tokenizer()), TreeBuilder::new(sink, self.tree_builder.clone()))
    }

    pub(super) fn set_up(&self, sink: &mut DocumentBuilder<'_>) {
        sink.set_errors(self.errors);
        sink.set_option_cloning(false);
        sink.set_limits(&self.tree_builder.limits);
        sink.set_spans(self.spans);
    }
}
