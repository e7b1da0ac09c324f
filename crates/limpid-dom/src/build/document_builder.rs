//! The document builder: creation, options and finishing. [`sink`](super::sink) implements the methods that the tree builder calls.

use crate::build::markers::Markers;
use crate::build::namespace_numbers::NamespaceNumbers;
use crate::build::selectedcontent::SelectedContents;
use crate::read::document::Document;
use crate::storage::arena::Arena;
use crate::storage::errors::{end_of_parsing, sort_errors};
use crate::storage::id::{DocumentId, NodeHandle};
use crate::storage::memory::DocumentMemory;
use crate::storage::source::Source;
use crate::storage::spans::Spans;
use crate::storage::text_buffer::{SOURCE_GROWTH_LIMIT, TextBuffer};
use core::mem;
#[cfg(doc)]
use limpid_markup::TreeSink;
use limpid_markup::{ErrorCode, Limits, QuirksMode};
use std::collections::{HashMap, HashSet};

/// The [`TreeSink`] that builds a [`Document`].
///
/// A document can contain up to 2³² - 2 nodes, and up to 2³² - 1 bytes of text including the source. [`set_limits`](Self::set_limits) sets lower
/// limits. At a limit, the builder does not add further nodes, texts, or elements whose attributes do not fit. It is then
/// [full](TreeSink::is_full), and the tree builder ends the parse.
///
/// A parent must be a document, a fragment or an element. If a tree builder appends to another kind of node, debug builds panic, and release
/// builds build a tree with wrong links.
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
    /// Allocated on first use, since few pages need it.
    pub(super) rare: Option<Box<RareState>>,
    /// Allocated for the first `selectedcontent`.
    pub(super) selected_contents: Option<Box<SelectedContents>>,
    /// Whether new elements may need extra steps: names are coerced, or there is a `selectedcontent`.
    pub(super) watches_elements: bool,
    pub(super) option_cloning: bool,
    pub(super) errors: bool,
    pub(super) option_clone_limit: Option<u32>,
    pub(super) attribute_limit: u32,
    pub(super) infoset_coercion: bool,
    /// Allocated for the first name with a [namespace number](limpid_markup::Qualifier::namespace_number).
    pub(super) namespace_numbers: Option<Box<NamespaceNumbers>>,
}

/// The state of content patching and of shadow roots.
#[derive(Clone, Debug, Default)]
pub(super) struct RareState {
    pub(super) markers: Markers,
    /// Whether code other than the parser, such as a script, may have changed the tree since `markers` was updated.
    pub(super) markers_are_stale: bool,
    /// The shadow roots of the `template` elements that declare them. They take the place of the template contents.
    pub(super) shadow_templates: HashMap<u32, u32>,
    /// Elements whose names were valid shadow host names before they were coerced.
    pub(super) custom_shadow_hosts: HashSet<u32>,
}

impl From<Document<'_>> for DocumentMemory {
    fn from(document: Document<'_>) -> DocumentMemory {
        document.arena.into_memory()
    }
}

impl<'s> DocumentBuilder<'s> {
    /// Creates a builder for text that is parsed at once. Texts and values that occur verbatim in the source are not copied.
    ///
    /// The spans that the tree builder passes must be spans of this text.
    ///
    /// ```
    /// let document = limpid_dom::DocumentBuilder::new("<p>Tea").finish();
    /// assert_eq!((document.source(), document.node_count()), ("<p>Tea", 1));
    /// ```
    #[inline(always)]
    pub fn new(source: &'s str) -> DocumentBuilder<'s> {
        DocumentBuilder::with_memory(source, DocumentMemory::default())
    }

    /// Creates a builder as [`new`](Self::new) does, but reuses the memory of an earlier document.
    #[inline(always)]
    pub(crate) fn with_memory(source: &'s str, memory: DocumentMemory) -> DocumentBuilder<'s> {
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

    /// Creates a builder for text that is parsed in chunks. The document owns its source.
    ///
    /// Call [`extend_source`](Self::extend_source) with each chunk before tokenizing it.
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

    /// Appends a chunk to the source of a document that owns it.
    ///
    /// `offset` is the position of the chunk in the input. If the source is longer, it is first truncated to `offset`, which removes text that
    /// was not tokenized. If the document was replaced through [`document_so_far_mut`](Self::document_so_far_mut), it has no source, and all text
    /// is copied.
    ///
    /// ```
    /// let mut builder = limpid_dom::DocumentBuilder::owning();
    /// for (offset, chunk) in [(0, "<p>Gre"), (6, "en tea")] {
    ///     builder.extend_source(offset, chunk);
    /// }
    /// assert_eq!(builder.finish().source(), "<p>Green tea");
    /// ```
    #[inline]
    pub fn extend_source(&mut self, offset: u32, chunk: &str) {
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
        let end = offset.saturating_add(chunk.len());
        // If the source is shorter than `offset`, later text would be at wrong offsets.
        if source.len() == offset && end <= SOURCE_GROWTH_LIMIT {
            if offset == 0 {
                self.document.arena.reserve_for_source(chunk.len());
            }
            source.push_str(chunk);
            self.document.arena.text.set_source_len(source.len());
        } else {
            self.document.arena.is_detached_from_source = true;
        }
    }

    /// Sets the root of the document, such as the fragment of a fragment parse.
    ///
    /// [`create_fragment`](TreeSink::create_fragment) already makes the new fragment the root.
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
    /// gets clones of the content of the selected option. Default: true. Set it before the first element is created.
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

    /// Sets whether parse errors are collected. Default: true. Set it before the first token.
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

    /// Sets limits for hostile input. Set them before the first element is created.
    ///
    /// The builder uses [`Limits::nodes`], [`Limits::bytes`], [`Limits::cloned_nodes`] (for clones in `selectedcontent` elements) and
    /// [`Limits::attributes`] (for attributes that later tags add to an element). Without this call, the number of
    /// attributes is not limited.
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

    /// Sets whether the tree is [coerced into an
    /// infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset), so that XML tools accept it.
    /// Default: false. Set it before the first node is created.
    ///
    /// * Characters that XML names cannot contain become escapes like `U00003C`.
    /// * In comments, a space is inserted after a hyphen that precedes another hyphen or the end.
    /// * Form feeds become spaces. Other characters that XML does not allow become U+FFFD.
    /// * Attributes named `xmlns` or `xmlns:…` that do not declare a namespace are dropped.
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

    /// Sets whether the document records the source spans of its nodes and attributes. Default: false. Set it before the first node is created.
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

    /// Returns the current quirks mode of the document.
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

    /// Returns the partial document, to read it during a parse.
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

    /// Returns the partial document, to change it during a parse, as scripts do.
    ///
    /// The parser continues with the elements that are open, even if they were moved.
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

    /// Sets the node that represents the context element of a fragment parse, see [`Document::fragment_context_element`].
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

    /// Finishes the document and returns it. The document borrows its source, unless it was built with [`owning`](DocumentBuilder::owning).
    ///
    /// ```
    /// let document = limpid_dom::DocumentBuilder::new("").finish();
    /// assert!(document.root().first_child().is_none());
    /// ```
    #[inline(always)]
    pub fn finish(mut self) -> Document<'s> {
        self.take()
    }

    /// Finishes and returns the document as [`finish`](Self::finish) does, but leaves the builder with an empty document.
    ///
    /// ```
    /// let (_, mut tree_builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::new("Tea"), None);
    /// assert_eq!(tree_builder.sink_mut().take().source(), "Tea");
    /// ```
    #[inline(always)]
    pub fn take(&mut self) -> Document<'s> {
        self.end();
        let empty = Arena::empty(DocumentId::NONE);
        mem::replace(&mut self.document, Document::from_parts(Source::EMPTY, empty))
    }

    pub(super) fn rare(&mut self) -> &mut RareState {
        self.rare.get_or_insert_default()
    }

    /// Lifts the limits of the parse and sorts its errors.
    fn end(&mut self) {
        // The source does not contain changes that scripts or other code made during the parse.
        self.document.arena.is_detached_from_source |= self.document.arena.keeps_parsed_attributes();
        self.document.arena.keep_parsed_attributes(false);
        self.document.arena.is_being_built = false;
        self.document.arena.invalidate_tree();
        self.document.arena.parsed_nodes = self.document.arena.nodes.len() as u32;
        self.namespace_numbers = None;
        self.document.arena.node_limit = u32::MAX;
        self.document.arena.text.set_limit(u32::MAX);
        self.document.arena.lacks_input_stream_errors = self.errors && !self.lacks_source();
        self.drop_byte_errors_after_the_end();
        if self.document.arena.errors.len() > 1 {
            // Text is buffered before it is emitted, so the order of reported errors depends on how the input was split into chunks.
            sort_errors(&mut self.document.arena.errors);
        }
    }

    /// Drops the errors of malformed bytes after the end of parsing. How far the input was decoded depends on how it was split into chunks.
    fn drop_byte_errors_after_the_end(&mut self) {
        let errors = &mut self.document.arena.errors;
        if self.document.arena.xml.is_some()
            && let Some(end) = end_of_parsing(errors)
        {
            errors.retain(|error| error.code != ErrorCode::XmlMalformedBytes || error.span.start < end);
        }
    }

    /// Whether the document has no source. Without a source, errors of the input stream cannot be found later.
    pub(super) fn lacks_source(&self) -> bool {
        self.document.arena.text.source_len() == 0 && !self.document.arena.text.has_growing_source()
    }
}
