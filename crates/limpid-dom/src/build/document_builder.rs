//! The builder of a document: how it begins and ends, and its options. [`sink`](super::sink) has what the tree builder calls.

use crate::build::markers::Markers;
use crate::build::namespace_numbers::NamespaceNumbers;
use crate::build::selectedcontent::SelectedContents;
use crate::read::document::Document;
use crate::storage::arena::Arena;
use crate::storage::errors::{end_of_parsing, sort_errors};
use crate::storage::id::{Ids, NodeHandle};
use crate::storage::memory::DocumentMemory;
use crate::storage::source::Source;
use crate::storage::spans::Spans;
use crate::storage::text_buffer::{SOURCE_GROWTH_LIMIT, TextBuffer};
use core::mem;
#[cfg(doc)]
use limpid_markup::TreeSink;
use limpid_markup::{ErrorCode, Limits, QuirksMode};
use std::collections::{HashMap, HashSet};

/// Builds a [`Document`] from what the tree builder says: the [`TreeSink`] of this crate.
///
/// A document holds up to 2³² - 2 nodes and as many bytes of text, the source included, or less by
/// [`set_limits`](Self::set_limits). What goes beyond is left out: text is cut off there, nodes are not added to the tree, and
/// neither are elements whose attributes do not fit. The builder is [full](TreeSink::is_full) then, and a tree builder ends parsing.
///
/// A parent has to be a document, a fragment or an element. A tree builder that appends to a text, a comment or another node without children
/// gets a tree whose links are wrong; a debug build panics there.
///
/// ```
/// use limpid_dom::DocumentBuilder;
/// let page = "<!DOCTYPE html><p>Tea";
/// let (mut tokenizer, mut tree_builder) = limpid::ParseOptions::new().stages(DocumentBuilder::new(page), None);
/// tokenizer.run(page, &mut tree_builder);
/// let document = tree_builder.finish().finish();
/// assert_eq!(document.body().unwrap().inner_html(), "<p>Tea</p>");
/// ```
#[derive(Clone, Debug)]
pub struct DocumentBuilder<'s> {
    pub(crate) document: Document<'s>,
    /// Apart, as few pages need it and each that does not would have it made, moved and dropped.
    pub(super) rare: Option<Box<Rare>>,
    /// Made for the first `selectedcontent`.
    pub(super) selected_contents: Option<Box<SelectedContents>>,
    /// Whether elements may need more than a node: names are coerced, or a `selectedcontent` watches for options.
    pub(super) watches_elements: bool,
    pub(super) option_cloning: bool,
    pub(super) errors: bool,
    pub(super) option_clone_limit: Option<u32>,
    pub(super) attribute_limit: u32,
    pub(super) infoset_coercion: bool,
    /// Made for the first name in a namespace that the tree builder has numbered.
    pub(super) namespace_numbers: Option<Box<NamespaceNumbers>>,
}

/// The state of content patching and of shadow roots.
#[derive(Clone, Debug, Default)]
pub(super) struct Rare {
    pub(super) markers: Markers,
    /// Whether something else may have changed the tree since the markers were noted.
    pub(super) markers_are_stale: bool,
    /// Templates whose contents are the shadow root that they declared.
    pub(super) shadow_templates: HashMap<u32, u32>,
    /// Custom elements that may have a shadow root by the name they had before it was coerced.
    pub(super) custom_shadow_hosts: HashSet<u32>,
}

impl From<Document<'_>> for DocumentMemory {
    fn from(document: Document<'_>) -> DocumentMemory {
        document.arena.into_memory()
    }
}

impl<'s> DocumentBuilder<'s> {
    /// A builder for the tree of a text that is parsed whole: what can stay in it is not copied.
    ///
    /// The spans that the tree builder passes must count in exactly this text.
    ///
    /// ```
    /// let document = limpid_dom::DocumentBuilder::new("<p>Tea").finish();
    /// assert_eq!((document.source(), document.node_count()), ("<p>Tea", 1));
    /// ```
    #[inline(always)]
    pub fn new(source: &'s str) -> DocumentBuilder<'s> {
        DocumentBuilder::in_memory(source, DocumentMemory::default())
    }

    /// Creates a builder for the tree of a text, as [`new`](Self::new) does, that reuses the memory of an earlier document.
    #[inline(always)]
    pub(crate) fn in_memory(source: &'s str, memory: DocumentMemory) -> DocumentBuilder<'s> {
        let mut arena = Arena::new(source, memory);
        arena.is_being_built = true;
        let source = if arena.text.source_len() == 0 { "" } else { source };
        DocumentBuilder {
            document: Document::from_parts(source.into(), arena),
            rare: None,
            selected_contents: None,
            watches_elements: false,
            option_cloning: true,
            errors: true,
            option_clone_limit: None,
            attribute_limit: u32::MAX,
            infoset_coercion: false,
            namespace_numbers: None,
        }
    }

    /// A builder for the tree of a text that comes in pieces, which the document comes to own:
    /// [`extend_source`](Self::extend_source) tells each before it is tokenized.
    ///
    /// ```
    /// use limpid_dom::{Document, DocumentBuilder};
    /// let mut builder = DocumentBuilder::owning();
    /// builder.extend_source(0, "<p>Tea");
    /// let document: Document<'static> = builder.finish();
    /// assert_eq!(document.source(), "<p>Tea");
    /// ```
    #[inline]
    pub fn owning() -> DocumentBuilder<'static> {
        let mut builder = DocumentBuilder::new("");
        builder.document.arena.text = TextBuffer::with_growing_source();
        builder
    }

    /// Adds a piece to the source of a document that owns it, which has `offset` bytes before: what of these is taken back
    /// was not tokenized. A document that was put in the place of ours meanwhile keeps none, and copies all text.
    ///
    /// ```
    /// let mut builder = limpid_dom::DocumentBuilder::owning();
    /// for (offset, piece) in [(0, "<p>Gre"), (6, "en tea")] {
    ///     builder.extend_source(offset, piece);
    /// }
    /// assert_eq!(builder.finish().source(), "<p>Green tea");
    /// ```
    #[inline]
    pub fn extend_source(&mut self, offset: u32, piece: &str) {
        self.document.arena.invalidate_tree();
        self.document.arena.is_being_built = true;
        if !self.document.arena.text.has_growing_source() {
            if !self.document.source.is_empty() {
                self.document = DocumentBuilder::new("").document;
            }
            self.document.arena.is_detached_from_source = true;
            return;
        }
        let offset = offset as usize;
        let source = self.document.source.to_mut();
        source.truncate(offset);
        let end = offset.saturating_add(piece.len());
        // What is missing before makes all behind it useless.
        if source.len() == offset && end <= SOURCE_GROWTH_LIMIT {
            if offset == 0 {
                self.document.arena.reserve_for_source(piece.len());
            }
            source.push_str(piece);
            self.document.arena.text.set_source_len(source.len());
        } else {
            self.document.arena.is_detached_from_source = true;
        }
    }

    /// Makes another node the document's root, as for a fragment parse.
    /// [`create_fragment`](TreeSink::create_fragment) does it for the fragment that it creates.
    ///
    /// ```
    /// use limpid_dom::{DocumentBuilder, NodeKind};
    /// use limpid_markup::TreeSink;
    /// let mut builder = DocumentBuilder::new("");
    /// let document = builder.document();
    /// builder.create_fragment(); // is the root from now on
    /// builder.set_root(document);
    /// assert_eq!(builder.finish().root().kind(), NodeKind::Document);
    /// ```
    pub fn set_root(&mut self, root: NodeHandle) {
        if self.document.arena.contains(root.get()) {
            self.document.arena.root = root.get();
        }
    }

    /// Sets whether a [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element)
    /// gets clones of what is in the selected option, which it does by default. To be set before the first element comes.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// let page = "<select><button><selectedcontent></selectedcontent></button><option>Tea</select>";
    /// let mut builder = DocumentBuilder::new(page);
    /// builder.set_option_cloning(false);
    /// let (mut tokenizer, mut tree_builder) = limpid::ParseOptions::new().stages(builder, None);
    /// tokenizer.run(page, &mut tree_builder);
    /// assert_eq!(tree_builder.finish().finish().text_content(), "Tea");
    /// ```
    pub fn set_option_cloning(&mut self, cloning: bool) {
        self.option_cloning = cloning;
    }

    /// Sets whether parse errors are collected, which they are by default. To be set before the first token comes.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{ErrorCode, ParseError, Span, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// builder.set_errors(false);
    /// builder.parse_error(ParseError::new(ErrorCode::MissingDoctype, Span::empty(0)));
    /// assert!(builder.finish().errors().is_empty());
    /// ```
    pub fn set_errors(&mut self, errors: bool) {
        self.errors = errors;
    }

    /// Sets how far input may go: here the nodes and bytes of the document, the nodes that are cloned into
    /// `selectedcontent` elements, and the attributes of an element that has more than one tag. By default only the first
    /// three are limited. To be set before the first element comes.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{Limits, Span, Text, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// builder.set_limits(&Limits::default().nodes(2));
    /// for _ in 0..3 {
    ///     builder.create_comment(Text::synthetic("tea"), Span::empty(0));
    /// }
    /// assert!(builder.is_full().is_some());
    /// ```
    pub fn set_limits(&mut self, limits: &Limits) {
        self.document.arena.node_limit = limits.nodes.saturating_add(1);
        self.document.arena.text.set_limit(limits.bytes);
        self.option_clone_limit = limits.cloned_nodes;
        self.attribute_limit = limits.attributes;
    }

    /// Sets whether the tree is made to fit XML tools by [coercing it into an
    /// infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset), which it is
    /// not by default: in names, characters that XML has not there are written like `U00003C`; hyphens in comments are
    /// set apart; form feeds become spaces and other characters that XML has not U+FFFD; attributes called `xmlns` or
    /// `xmlns:…` that declare no namespace are dropped. To be set before the first node comes.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{Span, Text, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// builder.set_infoset_coercion(true);
    /// let comment = builder.create_comment(Text::synthetic("a--b"), Span::empty(0));
    /// let document = builder.document();
    /// builder.append(document, comment);
    /// assert_eq!(builder.finish().to_html(), "<!--a- -b-->");
    /// ```
    pub fn set_infoset_coercion(&mut self, coercion: bool) {
        self.infoset_coercion = coercion;
        self.watches_elements = coercion || self.selected_contents.is_some();
    }

    /// Sets whether the document knows where its nodes are in the source, which it does not by default. To be set before
    /// the first node comes.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{Span, Text, TreeSink};
    /// let mut builder = DocumentBuilder::new("<!--tea-->");
    /// builder.set_spans(true);
    /// let comment = builder.create_comment(Text::synthetic("tea"), Span::new(0, 10));
    /// assert_eq!(comment.node_in(builder.document_so_far()).unwrap().span(), Some(Span::new(0, 10)));
    /// ```
    #[inline]
    pub fn set_spans(&mut self, spans: bool) {
        let arena = &mut self.document.arena;
        arena.spans =
            spans.then(|| Box::new(Spans::with_capacity(arena.nodes.capacity(), arena.attributes.capacity())));
    }

    /// The document's mode so far.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{QuirksMode, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// builder.set_quirks_mode(QuirksMode::Quirks);
    /// assert_eq!(builder.quirks_mode(), QuirksMode::Quirks);
    /// ```
    pub fn quirks_mode(&self) -> QuirksMode {
        self.document.arena.quirks_mode
    }

    /// The document so far, to read in the middle of a parse.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// let page = "<title>Tea</title><p>Gre";
    /// let (mut tokenizer, mut tree_builder) = limpid::ParseOptions::new().stages(DocumentBuilder::new(page), None);
    /// tokenizer.run(page, &mut tree_builder);
    /// assert_eq!(tree_builder.sink().document_so_far().title().as_deref(), Some("Tea"));
    /// ```
    pub fn document_so_far(&self) -> &Document<'s> {
        &self.document
    }

    /// The document so far, to change in the middle of a parse, as scripts do. The parser goes on with the elements that
    /// it has open, wherever they are by then.
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{LocalName, TagByParts, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// let p = builder.create_element(&TagByParts::implied(LocalName::P).element());
    /// let id = p.id_in(builder.document_so_far());
    /// builder.document_so_far_mut().node_mut(id)?.set_attribute("class", "tea")?;
    /// assert_eq!(builder.document_so_far().node(id).unwrap().to_html(), r#"<p class="tea"></p>"#);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn document_so_far_mut(&mut self) -> &mut Document<'s> {
        self.rare().markers_are_stale = true;
        self.document.arena.keep_parsed_attributes(true);
        &mut self.document
    }

    /// Sets the stand-in for the context element of a fragment parse, see [`Document::fragment_context_element`].
    ///
    /// ```
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup::{LocalName, TagByParts, TreeSink};
    /// let mut builder = DocumentBuilder::new("");
    /// let host = builder.create_element(&TagByParts::implied(LocalName::DIV).element());
    /// builder.set_fragment_context_element(host);
    /// assert_eq!(builder.finish().fragment_context_element().unwrap().local_name(), "div");
    /// ```
    pub fn set_fragment_context_element(&mut self, element: NodeHandle) {
        if self.document.arena.contains(element.get()) {
            self.document.arena.context_element = element.get();
        }
    }

    /// Ends building. A document that owns its source keeps it, any other borrows it.
    ///
    /// ```
    /// let document = limpid_dom::DocumentBuilder::new("").finish();
    /// assert!(document.root().first_child().is_none());
    /// ```
    #[inline(always)]
    pub fn finish(mut self) -> Document<'s> {
        self.take()
    }

    /// Ends building, as [`finish`](Self::finish) does, in a place that a tree builder still holds.
    ///
    /// ```
    /// let (_, mut tree_builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::new("Tea"), None);
    /// assert_eq!(tree_builder.sink_mut().take().source(), "Tea");
    /// ```
    #[inline(always)]
    pub fn take(&mut self) -> Document<'s> {
        self.end();
        let nothing = Arena::empty(Ids::NONE);
        mem::replace(&mut self.document, Document::from_parts(Source::EMPTY, nothing))
    }

    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Lifts the limits of the parse, and brings its errors in order.
    fn end(&mut self) {
        // What changed the document besides is not in the source.
        self.document.arena.is_detached_from_source |= self.document.arena.keeps_parsed_attributes();
        self.document.arena.keep_parsed_attributes(false);
        self.document.arena.is_being_built = false;
        self.document.arena.invalidate_tree();
        self.document.arena.parsed_nodes = self.document.arena.nodes.len() as u32;
        self.namespace_numbers = None;
        self.document.arena.node_limit = u32::MAX;
        self.document.arena.text.set_limit(u32::MAX);
        self.document.arena.lacks_input_stream_errors = self.errors && !self.lacks_source();
        self.forget_malformed_bytes_behind_the_end();
        if self.document.arena.errors.len() > 1 {
            // Text is emitted late, and how late depends on how the input was cut.
            sort_errors(&mut self.document.arena.errors);
        }
    }

    /// Drops the errors of bytes behind the end of parsing: how far input is decoded depends on how it is cut.
    fn forget_malformed_bytes_behind_the_end(&mut self) {
        let errors = &mut self.document.arena.errors;
        if self.document.arena.xml.is_some()
            && let Some(end) = end_of_parsing(errors)
        {
            errors.retain(|error| error.code != ErrorCode::XmlMalformedBytes || error.span.start < end);
        }
    }

    /// Whether errors cannot be looked for in the source later, as the document neither has one nor comes to have one.
    pub(super) fn lacks_source(&self) -> bool {
        self.document.arena.text.source_len() == 0 && !self.document.arena.text.has_growing_source()
    }
}
