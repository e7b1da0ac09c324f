use super::memory::ParseMemory;
use super::{WholeParse, stages};
use crate::{Document, DocumentBuilder, FragmentContext, Source, SourceBytes};
use limpid_encoding::EncodingHints;
use limpid_markup::{Limits, TreeSink};
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{ScriptingMode, TreeBuilder, TreeBuilderOptions};

/// Options for parsing HTML. The default is what [`parse`](crate::parse()) uses.
///
/// ```
/// use limpid::{ParseOptions, ScriptingMode};
/// let options = ParseOptions::new().scripting(ScriptingMode::Normal);
/// let document = options.parse("<noscript><p>No script here.</noscript>");
/// assert!(document.to_test_dump().contains(r#""<p>No script here.""#));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParseOptions {
    pub(crate) tree_builder: TreeBuilderOptions,
    pub(crate) errors: bool,
    declarative_shadow_roots: Option<bool>,
    option_cloning: bool,
    infoset_coercion: bool,
    spans: bool,
    pub(crate) encoding: EncodingHints,
    pub(crate) retained_bytes: usize,
    /// Whether U+FEFF at the start of the text is content, because a byte order mark was already removed.
    pub(crate) mark_is_text: bool,
}

impl Default for ParseOptions {
    #[inline]
    fn default() -> Self {
        ParseOptions {
            tree_builder: TreeBuilderOptions::default(),
            errors: true,
            declarative_shadow_roots: None,
            option_cloning: true,
            infoset_coercion: false,
            spans: false,
            encoding: EncodingHints::default(),
            retained_bytes: 1 << 20,
            mark_is_text: false,
        }
    }
}

impl ParseOptions {
    /// Returns the defaults: scripting is disabled, errors are collected, and the fallback encoding is windows-1252.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// let document = ParseOptions::new().spans(true).errors(false).parse("<p>Tea");
    /// assert!(document.errors().is_empty());
    /// ```
    #[inline]
    pub fn new() -> ParseOptions {
        ParseOptions::default()
    }

    /// Sets the [scripting mode](https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode), which determines whether `noscript` contains
    /// text or elements. limpid never runs scripts.
    ///
    /// ```
    /// use limpid::{ParseOptions, ScriptingMode};
    /// let page = "<noscript><p>Tea</noscript>";
    /// assert!(limpid::parse(page).select_first("p").unwrap().is_some());
    /// let document = ParseOptions::new().scripting(ScriptingMode::Normal).parse(page);
    /// assert!(document.select_first("p").unwrap().is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn scripting(mut self, scripting: ScriptingMode) -> Self {
        self.tree_builder = self.tree_builder.scripting(scripting);
        self
    }

    /// Sets whether parse errors are collected. Default: true.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().errors(false).parse("<p>Tea</b>");
    /// assert!(document.errors().is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn errors(mut self, errors: bool) -> Self {
        self.errors = errors;
        self
    }

    /// Sets whether the input is the `srcdoc` of an `iframe`, which needs no DOCTYPE. Default: false.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// assert_eq!(limpid::parse("<p>Tea").errors()[0].code.as_str(), "missing-doctype");
    /// assert!(ParseOptions::new().iframe_srcdoc(true).parse("<p>Tea").errors().is_empty());
    /// ```
    #[must_use]
    #[inline]
    pub fn iframe_srcdoc(mut self, iframe_srcdoc: bool) -> Self {
        self.tree_builder = self.tree_builder.iframe_srcdoc(iframe_srcdoc);
        self
    }

    /// Sets whether `<template shadowrootmode>` attaches a shadow root. Default: true for documents, false for fragments. This is what browsers do
    /// for pages and for `innerHTML`.
    ///
    /// ```
    /// let page = "<x-a><template shadowrootmode=open>in</template></x-a>";
    /// let document = limpid::ParseOptions::new().allow_declarative_shadow_roots(false).parse(page);
    /// assert!(document.select_first("x-a > template").unwrap().is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> Self {
        self.declarative_shadow_roots = Some(allow);
        self
    }

    /// Sets whether `<template for>` replaces the content at the markers that it names. Default: true.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// let page = "<p><?marker name='tea'></p><template for=tea>Sencha</template>";
    /// assert_eq!(limpid::parse(page).select_first("p").unwrap().unwrap().text_content(), "Sencha");
    /// let document = ParseOptions::new().content_patching(false).parse(page);
    /// assert!(document.select_first("template").unwrap().is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn content_patching(mut self, patching: bool) -> Self {
        self.tree_builder = self.tree_builder.content_patching(patching);
        self
    }

    /// Sets whether the content of a `select`'s selected option is cloned into its
    /// [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element). Default: true.
    ///
    /// Sanitizers do not need the clones, because their output is parsed again.
    ///
    /// ```
    /// let page = "<select><button><selectedcontent></selectedcontent></button><option>One</select>";
    /// assert_eq!(limpid::parse_fragment(page, "div").text_content(), "OneOne");
    /// let options = limpid::ParseOptions::new().option_cloning(false);
    /// assert_eq!(options.parse_fragment(page, "div").text_content(), "One");
    /// ```
    #[must_use]
    #[inline]
    pub fn option_cloning(mut self, cloning: bool) -> Self {
        self.option_cloning = cloning;
        self
    }

    /// Sets whether the tree is [coerced into an
    /// infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset), so that XML tools accept it.
    /// Default: false.
    ///
    /// ```
    /// let options = limpid::ParseOptions::new().infoset_coercion(true);
    /// let document = options.parse_fragment("<p on:click=x><!-- a -- b -->", "div");
    /// assert_eq!(document.to_html(), r#"<p onU00003Aclick="x"><!-- a - - b --></p>"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn infoset_coercion(mut self, coercion: bool) -> Self {
        self.infoset_coercion = coercion;
        self
    }

    /// Sets whether the document records the source spans of nodes and attributes. Default: false. It takes 16 bytes for each node and attribute.
    ///
    /// ```
    /// let page = "<p CLASS=a>one<p>two</p>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let [first, second] = [0, 1].map(|at| document.body().unwrap().children().nth(at).unwrap());
    ///
    /// assert_eq!(&page[first.start_tag().unwrap().range()], "<p CLASS=a>");
    /// assert_eq!(first.end_tag(), None);
    /// assert_eq!(&page[first.span().unwrap().range()], "<p CLASS=a>one");
    /// assert_eq!(&page[second.end_tag().unwrap().range()], "</p>");
    /// assert_eq!(document.body().unwrap().is_implied(), Some(true));
    ///
    /// let class = first.attributes().next().unwrap();
    /// assert_eq!(&page[class.name_span().unwrap().range()], "CLASS");
    /// assert_eq!(&page[class.value_span().unwrap().range()], "a");
    /// ```
    ///
    /// Spans are byte offsets into [`Document::source`](crate::Document::source), which is the decoded text if the input was bytes. Use
    /// [`LineIndex`](limpid_markup::LineIndex) to get lines and columns.
    #[must_use]
    #[inline]
    pub fn spans(mut self, spans: bool) -> Self {
        self.spans = spans;
        self
    }

    /// Sets the limits for hostile input. Pages that people write do not reach the default limits.
    ///
    /// ```
    /// use limpid::{Limits, ParseOptions};
    /// let deep = "<div>".repeat(100_000);
    /// let depth = |document: &limpid::Document<'_>| document.descendants().last().unwrap().ancestors().count();
    /// assert_eq!(depth(&limpid::parse(&*deep)), 512);
    /// assert_eq!(depth(&ParseOptions::new().limits(Limits::none()).parse(&*deep)), 100_002);
    /// ```
    #[must_use]
    #[inline]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.tree_builder = self.tree_builder.limits(limits);
        self
    }

    /// Sets the encoding of bytes, or hints about it.
    ///
    /// An [`Encoding`](limpid_encoding::Encoding) overrides what the page declares. [`EncodingHints`] contain information from the transport, the
    /// user's locale or other sources. Neither has an effect on text input.
    ///
    /// ```
    /// use limpid::{EncodingHints, EncodingSource, ParseOptions, Encoding};
    /// let koi8 = Encoding::for_label("koi8-r").unwrap();
    /// assert_eq!(ParseOptions::new().encoding(koi8).parse_bytes(b"<p>\xf2").text_content(), "Р");
    ///
    /// let hints = EncodingHints::new().content_type("text/html; charset=koi8-r");
    /// assert_eq!(ParseOptions::new().encoding(hints).parse_bytes(b"<p>\xf2").text_content(), "Р");
    ///
    /// let document = ParseOptions::new().encoding(EncodingHints::new().locale("ru")).parse_bytes(b"<p>\xcf");
    /// assert_eq!((document.encoding(), document.encoding_source()), (Some("windows-1251"), Some(EncodingSource::Fallback)));
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias = "content_type")]
    #[doc(alias = "transport_encoding")]
    #[doc(alias = "fallback_encoding")]
    #[doc(alias = "detect_encoding")]
    pub fn encoding(mut self, hints: impl Into<EncodingHints>) -> Self {
        self.encoding = hints.into();
        self
    }

    /// Returns the encoding hints, for example to add others for one page.
    ///
    /// ```
    /// use limpid::{EncodingHints, ParseOptions};
    /// let options = ParseOptions::new().encoding(EncodingHints::new().locale("ru"));
    /// let hints = options.encoding_hints().clone().content_type("text/html; charset=koi8-r");
    /// assert_eq!(options.encoding(hints).parse_bytes(b"<p>\xf2").text_content(), "Р");
    /// ```
    #[inline]
    pub fn encoding_hints(&self) -> &EncodingHints {
        &self.encoding
    }

    /// Sets how many bytes of a stream are kept in case a `meta` element declares another encoding. Default: 1 MiB.
    ///
    /// If a later declaration would change how earlier bytes are decoded, it is ignored and reported as an error.
    ///
    /// ```
    /// use limpid::{ParseOptions, Parser};
    /// let page = [&b"<p>\xd7\xe0\xe9"[..], &b" ".repeat(2000), b"<meta charset=windows-1251>"].concat();
    /// let text = |bytes| {
    ///     let mut parser = Parser::new(ParseOptions::new().retained_bytes(bytes));
    ///     parser.feed_bytes(&page);
    ///     parser.finish().text_content().trim_end().to_owned()
    /// };
    /// assert_eq!((text(10_000), text(1000)), ("Чай".to_owned(), "×àé".to_owned()));
    /// ```
    #[must_use]
    #[inline]
    pub fn retained_bytes(mut self, bytes: usize) -> Self {
        self.retained_bytes = bytes;
        self
    }

    /// Sets whether a [`Parser`](crate::Parser) stops at the end of each script, so that the caller can run it. It only stops in the scripting modes
    /// [`Normal`](ScriptingMode::Normal) and [`Fragment`](ScriptingMode::Fragment). Default: false.
    ///
    /// ```
    /// use limpid::{ParseOptions, ParseOutcome, Parser, ScriptingMode};
    /// let options = ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true);
    /// let outcome = Parser::new(options).feed("<script>1</script><p>Tea");
    /// assert!(matches!(outcome, ParseOutcome::Script(_)));
    /// ```
    #[must_use]
    #[inline]
    pub fn pause_at_scripts(mut self, pause: bool) -> Self {
        self.tree_builder = self.tree_builder.suspend_at_scripts(pause);
        self
    }

    /// Parses a whole document, as [`parse`](crate::parse()) does.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().spans(true).parse("<p>Tea");
    /// assert_eq!(document.text_content(), "Tea");
    /// ```
    #[inline]
    pub fn parse<'i>(&self, input: impl Into<Source<'i>>) -> Document<'i> {
        ParseMemory::with_thread_memory(|memory| WholeParse::new(self, None, memory).text(input.into()))
    }

    /// Parses the bytes of a whole document, as [`parse_bytes`](crate::parse_bytes) does.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().spans(true).parse_bytes(b"<meta charset=utf-8><p>Tea");
    /// assert_eq!(document.encoding(), Some("UTF-8"));
    /// ```
    #[inline]
    pub fn parse_bytes<'i>(&self, input: impl Into<SourceBytes<'i>>) -> Document<'i> {
        ParseMemory::with_thread_memory(|memory| WholeParse::new(self, None, memory).bytes(input.into()))
    }

    /// Parses the content of an element, as [`parse_fragment`](crate::parse_fragment) does.
    ///
    /// ```
    /// let row = limpid::ParseOptions::new().spans(true).parse_fragment("<td>Tea", "tr");
    /// assert_eq!(row.to_html(), "<td>Tea</td>");
    /// ```
    #[inline]
    pub fn parse_fragment<'i>(
        &self,
        input: impl Into<Source<'i>>,
        context: impl Into<FragmentContext>,
    ) -> Document<'i> {
        ParseMemory::with_thread_memory(|memory| {
            WholeParse::new(self, Some(&context.into()), memory).text(input.into())
        })
    }

    /// Parses bytes as the content of an element. The encoding is determined as for a whole document.
    ///
    /// ```
    /// let options = limpid::ParseOptions::new();
    /// let fragment = options.parse_fragment_bytes(b"<td>caf\xe9", "tr");
    /// assert_eq!(fragment.to_html(), "<td>café</td>");
    /// assert_eq!(fragment.encoding(), Some("windows-1252"));
    /// ```
    #[inline]
    pub fn parse_fragment_bytes<'i>(
        &self,
        input: impl Into<SourceBytes<'i>>,
        context: impl Into<FragmentContext>,
    ) -> Document<'i> {
        ParseMemory::with_thread_memory(|memory| {
            WholeParse::new(self, Some(&context.into()), memory).bytes(input.into())
        })
    }

    /// Returns a tokenizer and a tree builder, to build a tree other than [`Document`].
    ///
    /// Without a `context` element, the input is a whole document, otherwise it is the content of that element. The tokenizer skips a byte order
    /// mark (U+FEFF) at the start.
    ///
    /// To get the tokens of a page, put your own [`TokenSink`](limpid_tokenizer::TokenSink) between the two, and pass the tokens on. The tokenizer
    /// depends on the tree builder to know where a `<` is text.
    ///
    /// ```
    /// use limpid::{ParseOptions, tokenizer::TokenizerStatus};
    /// use limpid_dom::DocumentBuilder; // or your own sink
    /// let page = "<p>Tea";
    /// let (mut tokenizer, mut tree_builder) = ParseOptions::new().stages(DocumentBuilder::new(page), None);
    /// assert_eq!(tokenizer.run(page, &mut tree_builder), TokenizerStatus::Finished);
    /// assert_eq!(tree_builder.finish().finish().text_content(), "Tea");
    /// ```
    #[inline]
    pub fn stages<S: TreeSink>(&self, sink: S, context: Option<&FragmentContext>) -> (Tokenizer, TreeBuilder<S>) {
        stages(sink, context, self)
    }

    /// Applies these options to a document builder: errors, spans, limits, option cloning and infoset coercion.
    ///
    /// ```
    /// use limpid::{ParseOptions, Span};
    /// use limpid_dom::DocumentBuilder;
    /// let options = ParseOptions::new().spans(true);
    /// let mut builder = DocumentBuilder::new("<p>Tea");
    /// options.set_up(&mut builder);
    /// let (mut tokenizer, mut tree_builder) = options.stages(builder, None);
    /// tokenizer.run("<p>Tea", &mut tree_builder);
    /// let document = tree_builder.finish().finish();
    /// assert_eq!(document.body().unwrap().first_child().unwrap().start_tag(), Some(Span::new(0, 3)));
    /// ```
    #[inline]
    pub fn set_up(&self, sink: &mut DocumentBuilder<'_>) {
        sink.set_errors(self.errors);
        sink.set_option_cloning(self.option_cloning);
        sink.set_infoset_coercion(self.infoset_coercion);
        sink.set_limits(&self.tree_builder.limits);
        if self.spans {
            sink.set_spans(true);
        }
    }

    #[inline]
    pub(crate) fn for_document(&self) -> TreeBuilderOptions {
        self.tree_builder.allow_declarative_shadow_roots(self.declarative_shadow_roots.unwrap_or(true))
    }

    /// Returns the options for a fragment parse. The mode Normal becomes Inert, because scripts in a fragment do not run.
    #[inline]
    pub(crate) fn for_fragment(&self) -> TreeBuilderOptions {
        let scripting = match self.tree_builder.scripting {
            ScriptingMode::Normal => ScriptingMode::Inert,
            scripting => scripting,
        };
        self.tree_builder
            .scripting(scripting)
            .allow_declarative_shadow_roots(self.declarative_shadow_roots.unwrap_or(false))
    }
}
