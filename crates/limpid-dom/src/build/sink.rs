use crate::build::infoset;
use crate::build::markers::Markers;
use crate::build::selectedcontent::{LimitReached, SelectedContents, Tree};
use crate::read::document::Document;
use crate::storage::arena::{Arena, DOCUMENT, MANY};
use crate::storage::extras::DoctypeData;
use crate::storage::id::Ids;
use crate::storage::id::NodeHandle;
use crate::storage::node::{AttributeRecord, Node, NodeFlags, NodeKind};
use crate::storage::qualifiers::is_same_prefix;
use crate::storage::spans::Spans;
use crate::storage::text_buffer::{Place, SOURCE_GROWTH_LIMIT, TextBuffer};
use core::mem;
use limpid_markup::{
    Attributes, Doctype, ErrorCode, HookAnswer, Limits, LocalName, Namespace, NewElement, ParseError, Qualifier,
    QuirksMode, ShadowRootInit, Span, TagByParts, Text, TreeSink, XmlDeclaration,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Builds a [`Document`] from what the tree builder says: the [`TreeSink`] of this crate.
///
/// With `ERRORS` false it collects no parse errors, and looking for them is compiled out.
///
/// A document holds up to 2³² - 2 nodes and as many bytes of text, the source included, or less by
/// [`set_limits`](Self::set_limits). What goes beyond is left out: text is cut off there, elements get no attributes, nodes
/// are not added to the tree. The builder is [full](TreeSink::is_full) then, and a tree builder ends parsing.
#[derive(Clone, Debug)]
pub struct DocumentBuilder<'s, const ERRORS: bool = true> {
    document: Document<'s>,
    /// Apart, as few pages need it and each that does not would have it made, moved and dropped.
    rare: Option<Box<Rare>>,
    /// Made for the first `selectedcontent`.
    selected_contents: Option<Box<SelectedContents>>,
    /// Whether an element is a node and no more: nothing is coerced, and nothing watches for options.
    is_plain: bool,
    option_cloning: bool,
    option_clone_limit: Option<u32>,
    attribute_limit: u32,
    infoset_coercion: bool,
    /// Made when namespace URLs are promised to stay where they are.
    namespace_places: Option<Box<NamespacePlaces>>,
}

/// The numbers of prefixes and namespaces by the places of the URLs.
#[derive(Clone, Debug, Default)]
struct NamespacePlaces {
    recent: [(usize, usize, u32); 8],
    /// The indexes of the URLs by address and length: however many there are, each is read once.
    urls: HashMap<(usize, usize), u32>,
}

impl NamespacePlaces {
    fn number(&mut self, arena: &mut Arena, qualifier: Qualifier<'_>) -> u32 {
        let Qualifier { prefix, namespace_url: url } = qualifier;
        let (address, length) = (url.as_ptr() as usize, url.len());
        let slot = (address / 16 + prefix.len() + usize::from(prefix.bytes().next().unwrap_or_default())) % 8;
        let (known_address, known_length, known) = self.recent[slot];
        if (known_address, known_length) == (address, length)
            && arena.own_qualifier_of(known).is_some_and(|own| is_same_prefix(own.prefix, prefix))
        {
            return known;
        }
        let index = *self.urls.entry((address, length)).or_insert_with(|| arena.namespace_url_index(url));
        let number = arena.own_qualifier_by_url(qualifier, index);
        self.recent[slot] = (address, length, number);
        number
    }
}

/// What a builder knows of content patching, of shadow roots, and of attributes that come later than their element.
#[derive(Clone, Debug, Default)]
struct Rare {
    markers: Markers,
    /// Whether something else may have changed the tree since the markers were noted.
    markers_are_stale: bool,
    /// Templates whose contents are the shadow root that they declared.
    shadow_templates: BTreeMap<u32, u32>,
    /// The attribute names of elements that got many by [`TreeSink::add_missing_attributes`].
    attribute_names: BTreeMap<u32, HashSet<u32>>,
    /// Custom elements that may have a shadow root by the name they had before it was coerced.
    custom_shadow_hosts: BTreeSet<u32>,
}

/// So many errors are kept: hostile input has one for each byte, and nobody reads them.
pub(crate) const ERROR_LIMIT: usize = 1 << 20;

/// A document without the source that its spans count in: what [`DocumentBuilder::finish`] leaves.
#[derive(Clone, Debug)]
pub struct UnboundDocument {
    arena: Arena,
}

/// Takes the document off its source.
impl From<Document<'_>> for UnboundDocument {
    fn from(document: Document<'_>) -> UnboundDocument {
        UnboundDocument { arena: document.arena }
    }
}

impl UnboundDocument {
    /// Gives the document its source: the text that [`DocumentBuilder::new`] was given, borrowed or owned. A builder
    /// made by [`DocumentBuilder::owning`] has none, and the document will have none whatever is given here.
    ///
    /// # Panics
    /// When the text has another length than the one that the document was built over. A different text of the same
    /// length is not noticed and gives a document with other words in it.
    #[inline(always)]
    pub fn bind(self, source: Cow<'_, str>) -> Document<'_> {
        if self.arena.text.source_len() == 0 {
            return Document::from_parts(Cow::Borrowed(""), self.arena);
        }
        assert!(
            source.len() == self.arena.text.source_len() as usize,
            "a document must be bound to the source that it was built over"
        );
        Document::from_parts(source, self.arena)
    }
}

impl<'s, const ERRORS: bool> DocumentBuilder<'s, ERRORS> {
    /// A builder for the tree of a text that is parsed whole: what can stay in it is not copied.
    ///
    /// The spans that the tree builder passes must count in exactly this text.
    #[inline(always)]
    pub fn new(source: &'s str) -> DocumentBuilder<'s, ERRORS> {
        DocumentBuilder::in_arena(Arena::new(source), source)
    }

    /// The same in the memory of a document that is not needed any more. Nothing else of it is left.
    ///
    /// ```
    /// use limpid_dom::{Document, DocumentBuilder};
    /// let mut old = Document::new();
    /// old.create_text("old");
    /// let new = DocumentBuilder::<true>::recycling(old.into(), "source");
    /// assert_eq!(new.document_so_far().node_count(), 1);
    /// ```
    pub fn recycling(document: UnboundDocument, source: &'s str) -> DocumentBuilder<'s, ERRORS> {
        DocumentBuilder::in_memory_of(Some(document), source)
    }

    /// A builder in the memory of a document that is not needed any more, if there is one.
    #[inline(always)]
    pub fn in_memory_of(document: Option<UnboundDocument>, source: &'s str) -> DocumentBuilder<'s, ERRORS> {
        let memory = document.map(|document| document.arena.into_memory()).unwrap_or_default();
        DocumentBuilder::in_arena(Arena::in_memory(memory, source), source)
    }

    #[inline(always)]
    fn in_arena(mut arena: Arena, source: &'s str) -> DocumentBuilder<'s, ERRORS> {
        arena.is_being_built = true;
        let source = if arena.text.source_len() == 0 { "" } else { source };
        DocumentBuilder {
            document: Document::from_parts(Cow::Borrowed(source), arena),
            rare: None,
            selected_contents: None,
            is_plain: true,
            option_cloning: true,
            option_clone_limit: None,
            attribute_limit: u32::MAX,
            infoset_coercion: false,
            namespace_places: None,
        }
    }

    /// A builder for the tree of a text that comes in pieces, which the document comes to own:
    /// [`extend_source`](Self::extend_source) tells each before it is tokenized.
    pub fn owning() -> DocumentBuilder<'static, ERRORS> {
        let mut builder = DocumentBuilder::new("");
        builder.document.arena.text = TextBuffer::with_growing_source();
        builder
    }

    /// Adds a piece to the source of a document that owns it, which has `offset` bytes before: what of these is taken back
    /// was not tokenized. A document that was put in the place of ours meanwhile keeps none, and copies all text.
    pub fn extend_source(&mut self, offset: u32, piece: &str) {
        self.document.arena.is_being_built = true;
        if !self.document.arena.text.source_grows() {
            if !self.document.source.is_empty() {
                self.document = DocumentBuilder::<ERRORS>::new("").document;
            }
            return;
        }
        let offset = offset as usize;
        let source = self.document.source.to_mut();
        source.truncate(offset);
        // What is missing before makes all behind it useless.
        if source.len() == offset && offset + piece.len() <= SOURCE_GROWTH_LIMIT {
            source.push_str(piece);
            self.document.arena.text.set_source_len(source.len());
        }
    }

    /// Makes another node the document's root, as for a fragment parse.
    /// [`create_fragment`](TreeSink::create_fragment) does it for the fragment that it creates.
    pub fn set_root(&mut self, root: NodeHandle) {
        if self.document.arena.contains(root.get()) {
            self.document.arena.root = root.get();
        }
    }

    /// Sets whether a [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element)
    /// gets clones of what is in the selected option, which it does by default. To be set before the first element comes.
    pub fn set_option_cloning(&mut self, cloning: bool) {
        self.option_cloning = cloning;
    }

    /// Sets how far input may go: here the nodes and bytes of the document, the nodes that are cloned into
    /// `selectedcontent` elements, and the attributes of an element that has more than one tag. By default only the first
    /// three are limited. To be set before the first element comes.
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
    pub fn set_infoset_coercion(&mut self, coercion: bool) {
        self.infoset_coercion = coercion;
        self.is_plain = !coercion && self.selected_contents.is_none();
    }

    /// Sets whether the document knows where its nodes are in the source, which it does not by default. To be set before
    /// the first node comes.
    #[inline]
    pub fn set_spans(&mut self, spans: bool) {
        let arena = &mut self.document.arena;
        arena.spans =
            spans.then(|| Box::new(Spans::with_capacity(arena.nodes.capacity(), arena.attributes.capacity())));
    }

    /// The document's mode so far.
    pub fn quirks_mode(&self) -> QuirksMode {
        self.document.arena.quirks_mode
    }

    /// The document so far, to read in the middle of a parse.
    pub fn document_so_far(&self) -> &Document<'s> {
        &self.document
    }

    /// The document so far, to change in the middle of a parse, as scripts do. The parser goes on with the elements that
    /// it has open, wherever they are by then.
    pub fn document_so_far_mut(&mut self) -> &mut Document<'s> {
        self.rare().markers_are_stale = true;
        self.document.arena.extras_mut().parsed_attributes.get_or_insert_default();
        &mut self.document
    }

    /// Changes what the document so far says of itself: its encoding, its fragment context. Its tree is for
    /// [`document_so_far_mut`](Self::document_so_far_mut), or the builder may put nodes where they cannot be.
    pub fn with_document_so_far(&mut self, change: impl FnOnce(&mut Document<'s>)) {
        change(&mut self.document);
    }

    /// Ends building. The source is free again; [`UnboundDocument::bind`] brings it into the document.
    #[inline(always)]
    pub fn finish(mut self) -> UnboundDocument {
        self.end();
        UnboundDocument { arena: self.document.arena }
    }

    /// Ends building, as [`finish`](Self::finish) does, in a place that a tree builder still holds.
    pub fn take(&mut self) -> UnboundDocument {
        self.take_document().into()
    }

    /// The same for a document that keeps the source, which it borrows.
    #[inline(always)]
    pub fn take_document(&mut self) -> Document<'s> {
        self.end();
        let nothing = Arena::nothing("", Ids::NONE);
        mem::replace(&mut self.document, Document::from_parts(Cow::Borrowed(""), nothing))
    }

    /// Ends building a document that owns its text, which keeps whatever was set in it meanwhile.
    pub fn into_document(mut self) -> Document<'s> {
        if let Cow::Owned(source) = &mut self.document.source {
            source.shrink_to_fit();
        }
        self.end();
        self.document
    }

    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Lifts the limits of the parse, and brings its errors in order.
    fn end(&mut self) {
        if let Some(extras) = &mut self.document.arena.extras {
            extras.parsed_attributes = None;
        }
        self.document.arena.is_being_built = false;
        self.namespace_places = None;
        self.document.arena.node_limit = u32::MAX;
        self.document.arena.text.set_limit(u32::MAX);
        self.document.arena.lacks_input_stream_errors = ERRORS && !self.wants_input_stream_errors();
        // Text is emitted late, and how late depends on how the input was cut.
        self.document.arena.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    }

    /// Notes the token that made a node, if places are asked for.
    #[inline(always)]
    fn note_token(&mut self, number: u32, token: Span) {
        if let Some(spans) = &mut self.document.arena.spans
            && number != u32::MAX
            && !token.is_empty()
        {
            spans.set_token(number, token);
        }
    }

    /// Notes that a text goes on.
    #[inline(always)]
    fn note_more(&mut self, number: u32, more: Span) {
        if let Some(spans) = &mut self.document.arena.spans
            && !more.is_empty()
        {
            spans.extend_token(number, more);
        }
    }

    /// The node of an element whose attributes are the range at `start`.
    #[inline]
    fn element_node(&mut self, element: &NewElement<'_>, start: u32, small: u8, flags: NodeFlags) -> Node {
        let duplicate = if element.had_duplicate_attribute { NodeFlags::DUPLICATE_ATTRIBUTE } else { NodeFlags::NONE };
        Node {
            name: self.name_number(element.name, element.name_str),
            data: start,
            namespace: element.namespace,
            flags: flags | duplicate,
            small,
            ..Node::new(NodeKind::Element)
        }
    }

    /// The number of a name, as it is in this document.
    #[inline]
    fn name_number(&mut self, name: LocalName, text: &str) -> u32 {
        if self.infoset_coercion {
            self.coerced_name_number(name, text)
        } else {
            self.document.arena.names.number(name, text)
        }
    }

    #[cold]
    fn coerced_name_number(&mut self, name: LocalName, text: &str) -> u32 {
        match infoset::local_name(text) {
            Some(coerced) => self.document.arena.names.number_of(&coerced),
            None => self.document.arena.names.number(name, text),
        }
    }

    /// Keeps the attributes of a tag as a range of the arena: its start and length, which is 0 when there is no room.
    #[inline]
    fn store_attributes(&mut self, attributes: &Attributes<'_>) -> (u32, usize) {
        if attributes.is_empty() {
            return (0, 0);
        }
        let start = self.document.arena.attributes.len();
        if start + attributes.len() > u32::MAX as usize {
            return (0, 0);
        }
        if self.infoset_coercion {
            for attribute in attributes.iter().filter(|attribute| !infoset::is_pseudo_declaration(attribute)) {
                let record = self.coerced_attribute(&attribute);
                self.push_attribute_at(record, &attribute);
            }
        } else {
            self.store_odd_attributes(attributes);
        }
        (start as u32, self.document.arena.attributes.len() - start)
    }

    /// Keeps attributes of which some have other names or values than the source has.
    #[inline(never)]
    fn store_odd_attributes(&mut self, attributes: &Attributes<'_>) {
        if let Some((records, built)) = attributes.unadjusted_records()
            && records.last().is_some_and(|last| self.document.arena.text.place_in_source(last.value_span).is_some())
        {
            self.store_records(records, built);
            return;
        }
        for attribute in attributes.iter() {
            let record = self.attribute(&attribute);
            self.push_attribute_at(record, &attribute);
        }
    }

    /// Appends the element of a tag with places for text, unless it is an element to watch, has many attributes, or
    /// its text is not in the source.
    #[inline(always)]
    fn append_by_places(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> Option<NodeHandle> {
        let (attributes, built) = tag.attributes.unadjusted_records()?;
        if !self.is_plain
            || !tag.name.is_known()
            || matches!(tag.name, LocalName::TEMPLATE | LocalName::SELECTEDCONTENT)
        {
            return None;
        }
        let arena = &mut self.document.arena;
        let start = arena.attributes.len();
        if let Some(last) = attributes.last() {
            let has_room = attributes.len() < usize::from(MANY) && start < u32::MAX as usize - usize::from(MANY);
            if !has_room || arena.text.place_in_source(last.value_span).is_none() {
                return None;
            }
            if !tag.has_verbatim_attributes {
                self.store_records(attributes, built);
            } else {
                if let Some(spans) = &mut arena.spans {
                    spans.set_attributes(start, attributes);
                }
                for attribute in attributes {
                    arena.attributes.push(AttributeRecord {
                        name: attribute.name.index() as u32,
                        start: attribute.value_span.start,
                        len: attribute.value_span.len() as u32,
                        qualifier: 0,
                    });
                }
            }
        }
        let arena = &mut self.document.arena;
        let node = Node {
            name: tag.name.index() as u32,
            data: start as u32,
            namespace: Namespace::Html,
            small: attributes.len() as u8,
            ..Node::new(NodeKind::Element)
        };
        let number = arena.push_child(parent.get(), node);
        if number == u32::MAX {
            return None;
        }
        if let Some(spans) = &mut arena.spans
            && !tag.span.is_empty()
        {
            spans.set_token(number, tag.span);
        }
        NodeHandle::new(number)
    }

    #[inline(never)]
    fn append_element_of_tag(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> NodeHandle {
        self.append_element(parent, &tag.element())
    }

    /// Keeps attributes as they are in the source or in the buffer for built text.
    #[inline(never)]
    fn store_records(&mut self, records: &[limpid_markup::AttributeRecord], built: &str) {
        let arena = &mut self.document.arena;
        if let Some(spans) = &mut arena.spans {
            spans.set_attributes(arena.attributes.len(), records);
        }
        for record in records {
            let name = match record.name.is_known() {
                true => record.name.index() as u32,
                false => {
                    let (text, span) = match record.name_is_built {
                        true => (built, record.built_name),
                        false => (&*self.document.source, record.name_span),
                    };
                    arena.names.intern(text.get(span.range()).unwrap_or_default())
                }
            };
            let Place { start, len, .. } = match record.value_is_built {
                true => arena.text.store_copy(built.get(record.built_value.range()).unwrap_or_default()),
                false => arena.text.place_in_source(record.value_span),
            }
            .unwrap_or_default();
            arena.attributes.push(AttributeRecord { name, start, len, qualifier: 0 });
        }
    }

    /// Adds an attribute to the arena, with the place that it came from.
    fn push_attribute_at(&mut self, record: AttributeRecord, attribute: &limpid_markup::Attribute<'_>) {
        let arena = &mut self.document.arena;
        if let Some(spans) = &mut arena.spans {
            spans.set_attribute(arena.attributes.len(), attribute.name_span(), attribute.value_span());
        }
        arena.attributes.push(record);
    }

    /// Keeps the name and the value of an attribute.
    fn attribute(&mut self, attribute: &limpid_markup::Attribute<'_>) -> AttributeRecord {
        self.check_span(&attribute.value_text());
        let arena = &mut self.document.arena;
        let name = arena.names.number(attribute.name(), attribute.name_str());
        let Place { start, len, .. } = arena.text.store(&attribute.value_text()).unwrap_or_default();
        let qualifier = match (attribute.qualifier(), &mut self.namespace_places) {
            (Some(qualifier), Some(places)) if attribute.namespace() == Namespace::Other => {
                places.number(arena, qualifier)
            }
            _ => attribute_qualifier(arena, attribute, attribute.name_str()),
        };
        AttributeRecord { name, start, len, qualifier }
    }

    /// The same, coerced into an infoset.
    #[cold]
    fn coerced_attribute(&mut self, attribute: &limpid_markup::Attribute<'_>) -> AttributeRecord {
        let name = self.name_number(attribute.name(), attribute.name_str());
        let Place { start, len, .. } = self.store_coerced(&attribute.value_text(), infoset::text).unwrap_or_default();
        let coerced = attribute.qualifier().and_then(|qualifier| match qualifier.prefix {
            "" => None,
            prefix => infoset::local_name(prefix).map(|prefix| (prefix, qualifier.namespace_url)),
        });
        let arena = &mut self.document.arena;
        let qualifier = match &coerced {
            Some((prefix, namespace_url)) => {
                arena.attribute_qualifier(attribute.namespace(), Qualifier { prefix, namespace_url }, "")
            }
            None => attribute_qualifier(arena, attribute, attribute.name_str()),
        };
        AttributeRecord { name, start, len, qualifier }
    }

    /// Spans must tell the truth, or the document would hold other text than the tokenizer saw.
    #[inline]
    fn check_span(&self, text: &Text<'_>) {
        debug_assert!(
            self.document.source.is_empty()
                || !text.verbatim
                || self.document.source.get(text.span.range()) == Some(text.text),
            "the source does not hold {:?} at {:?}",
            text.text,
            text.span
        );
    }

    /// Keeps a text as [`infoset`] wants it; `None` when there is no room.
    #[cold]
    fn store_coerced(&mut self, text: &Text<'_>, coerce: fn(&str) -> Option<String>) -> Option<Place> {
        match coerce(text.text) {
            Some(coerced) => self.document.arena.text.store_copy(&coerced),
            None => self.document.arena.text.store(text),
        }
    }

    /// The node of a text or a comment; `None` when there is no room for its text.
    #[inline(always)]
    fn text_node(&mut self, kind: NodeKind, text: &Text<'_>) -> Option<Node> {
        self.check_span(text);
        let place = if self.infoset_coercion {
            let coerce = if kind == NodeKind::Comment { infoset::comment } else { infoset::text };
            self.store_coerced(text, coerce)
        } else {
            self.document.arena.text.store(text)
        };
        place.map(|place| Node::with_place(kind, place))
    }

    #[inline]
    fn extend_text(&mut self, number: u32, text: &Text<'_>) {
        self.check_span(text);
        if self.infoset_coercion {
            self.extend_coerced(number, text);
        } else {
            self.extend_place(number, text);
        }
    }

    #[cold]
    fn extend_coerced(&mut self, number: u32, text: &Text<'_>) {
        match infoset::text(text.text) {
            Some(coerced) => self.extend_place(number, &Text::synthetic(&coerced)),
            None => self.extend_place(number, text),
        }
    }

    #[inline]
    fn extend_place(&mut self, number: u32, text: &Text<'_>) {
        if let Some(node) = self.document.arena.nodes.get_mut(number as usize) {
            let mut place = node.place();
            self.document.arena.text.extend(&self.document.source, &mut place, text);
            node.set_place(place);
        }
    }

    /// Adds what the source holds at `span`, if there is room.
    #[inline(never)]
    fn extend_text_at(&mut self, number: u32, span: Span) -> bool {
        let text = self.document.source.get(span.range()).unwrap_or_default();
        let arena = &mut self.document.arena;
        let Some(node) = arena.nodes.get_mut(number as usize) else { return false };
        let mut place = node.place();
        if !arena.text.extend_last_exact(&mut place, text) {
            arena.text.extend(&self.document.source, &mut place, &Text { text, span, verbatim: true });
        }
        node.set_place(place);
        !arena.text.is_full
    }

    #[inline]
    fn is_text(&self, number: u32) -> bool {
        number != 0 && self.document.arena.node(number).kind == NodeKind::Text
    }

    /// Keeps the prefix and the namespace of an element.
    #[inline(never)]
    fn set_qualifier(&mut self, number: u32, namespace: Namespace, qualifier: Qualifier<'_>) {
        let coerced = match self.infoset_coercion && !qualifier.prefix.is_empty() {
            true => infoset::local_name(qualifier.prefix),
            false => None,
        };
        let prefix = coerced.as_deref().unwrap_or(qualifier.prefix);
        let arena = &mut self.document.arena;
        let qualifier = Qualifier { prefix, ..qualifier };
        let qualifier = match &mut self.namespace_places {
            Some(places) if namespace == Namespace::Other => places.number(arena, qualifier),
            _ => arena.element_qualifier(namespace, qualifier),
        };
        arena.set_qualifier_of(number, qualifier);
    }

    #[inline(never)]
    fn create_and_append_element(&mut self, parent: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// An element was created which is a `selectedcontent`, or which comes after one.
    #[cold]
    fn created(&mut self, element: &NewElement<'_>) {
        let is_first = self.selected_contents.is_none() && element.namespace == Namespace::Html;
        if is_first && self.option_cloning {
            self.selected_contents = Some(Box::new(SelectedContents::new(self.option_clone_limit)));
            self.is_plain = false;
        }
        if let Some(contents) = &mut self.selected_contents {
            contents.created = element.span.unwrap_or_default();
        }
    }

    /// Runs steps for `selectedcontent` elements, if there are any.
    #[cold]
    fn with_selected_contents(
        &mut self,
        steps: impl FnOnce(&mut SelectedContents, &mut Tree<'_>) -> Result<(), LimitReached>,
    ) {
        if TreeSink::is_full(self).is_some() {
            return;
        }
        let Some(contents) = &mut self.selected_contents else { return };
        let mut tree = Tree {
            arena: &mut self.document.arena,
            markers: &mut self.rare.get_or_insert_default().markers,
            source: &self.document.source,
        };
        if let Err(LimitReached { span }) = steps(contents, &mut tree) {
            self.selected_contents = None;
            self.option_cloning = false;
            if ERRORS {
                self.document.arena.errors.push(ParseError { code: ErrorCode::OptionCloneLimit, span });
            }
        }
    }
}

/// The number of an attribute's prefix and namespace.
#[inline]
fn attribute_qualifier(arena: &mut Arena, attribute: &limpid_markup::Attribute<'_>, local_name: &str) -> u32 {
    match attribute.qualifier() {
        None => Arena::usual_qualifier(attribute.namespace()),
        Some(qualifier) => arena.attribute_qualifier(attribute.namespace(), qualifier, local_name),
    }
}

impl<const ERRORS: bool> TreeSink for DocumentBuilder<'_, ERRORS> {
    type Handle = NodeHandle;

    const WANTS_ERRORS: bool = ERRORS;

    const CONTENT_PATCHING: bool = true;

    const KEEPS_ATTRIBUTES: bool = true;

    fn document(&mut self) -> NodeHandle {
        NodeHandle::created(DOCUMENT)
    }

    #[inline]
    fn create_element(&mut self, element: &NewElement<'_>) -> NodeHandle {
        let (start, len) = self.store_attributes(&element.attributes);
        let node = self.element_node(element, start, len.min(usize::from(MANY)) as u8, NodeFlags::NONE);
        let number = self.document.arena.push_element(node);
        self.note_token(number, element.span.unwrap_or_default());
        if len >= usize::from(MANY) {
            self.document.arena.set_attribute_count(number, len as u32);
        }
        if let Some(&qualifier) = element.qualifier {
            self.set_qualifier(number, element.namespace, qualifier);
        }
        if element.name == LocalName::SELECTEDCONTENT || self.selected_contents.is_some() {
            self.created(element);
        }
        if self.infoset_coercion && !element.name.is_known() && may_be_shadow_host(element.name_str) {
            self.rare().custom_shadow_hosts.insert(number);
        }
        NodeHandle::created(number)
    }

    #[inline]
    fn append_element(&mut self, parent: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let is_plain = self.is_plain && !matches!(element.name, LocalName::TEMPLATE | LocalName::SELECTEDCONTENT);
        if !is_plain || element.attributes.len() >= usize::from(MANY) {
            return self.create_and_append_element(parent, element);
        }
        let (start, len) = self.store_attributes(&element.attributes);
        let node = self.element_node(element, start, len as u8, NodeFlags::NONE);
        let number = self.document.arena.push_child(parent.get(), node);
        self.note_token(number, element.span.unwrap_or_default());
        if let Some(&qualifier) = element.qualifier {
            self.set_qualifier(number, element.namespace, qualifier);
        }
        NodeHandle::created(number)
    }

    #[inline(always)]
    fn append_element_by_parts(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> NodeHandle {
        match self.append_by_places(parent, tag) {
            Some(node) => node,
            None => self.append_element_of_tag(parent, tag),
        }
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> NodeHandle {
        let Some(node) = self.text_node(NodeKind::Comment, &data) else {
            return NodeHandle::NOWHERE;
        };
        let number = self.document.arena.push(node);
        self.note_token(number, span);
        NodeHandle::created(number)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> NodeHandle {
        self.check_span(&data);
        let place = if self.infoset_coercion {
            self.store_coerced(&data, infoset::text)
        } else {
            self.document.arena.text.store(&data)
        };
        let Some(place) = place else { return NodeHandle::NOWHERE };
        let name = self.document.arena.names.number_of(target);
        let number = self.document.arena.push_instruction(name, place);
        if number != u32::MAX {
            self.rare().markers.created(number, target, data.text);
            self.note_token(number, span);
        }
        NodeHandle::created(number)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let data = DoctypeData::new(doctype.name, doctype.public_id, doctype.system_id);
        let number = self.document.arena.push_doctype(data);
        self.document.arena.append(DOCUMENT, number);
        self.note_token(number, doctype.span);
    }

    fn element_popped(&mut self, element: NodeHandle, end_tag: Option<Span>) {
        if let (Some(spans), Some(end_tag)) = (&mut self.document.arena.spans, end_tag)
            && element != NodeHandle::NOWHERE
        {
            spans.set_end_tag(element.get(), end_tag);
        }
    }

    #[inline]
    fn append(&mut self, parent: NodeHandle, child: NodeHandle) {
        self.document.arena.append(parent.get(), child.get());
        if self.selected_contents.is_some() {
            self.with_selected_contents(|contents, tree| contents.inserted(tree, child.get()));
        }
    }

    fn insert_before(&mut self, _: NodeHandle, sibling: NodeHandle, child: NodeHandle) {
        self.document.arena.insert_before(sibling.get(), child.get());
        if self.selected_contents.is_some() {
            self.with_selected_contents(|contents, tree| contents.inserted(tree, child.get()));
        }
    }

    #[inline(always)]
    fn append_text_at(&mut self, parent: NodeHandle, span: Span) -> HookAnswer {
        let arena = &mut self.document.arena;
        let last = arena.node(parent.get()).last;
        let Some(place) = arena.text.place_in_source(span) else { return HookAnswer::Untouched };
        if self.infoset_coercion {
            return HookAnswer::Untouched;
        }
        let is_taken = if last != 0 && arena.node(last).kind == NodeKind::Text {
            self.note_more(last, span);
            self.extend_text_at(last, span)
        } else {
            let number = arena.push_child(parent.get(), Node::with_place(NodeKind::Text, place));
            self.note_token(number, span);
            number != u32::MAX
        };
        if is_taken { HookAnswer::Taken } else { HookAnswer::Untouched }
    }

    #[inline]
    fn append_text(&mut self, parent: NodeHandle, text: Text<'_>) {
        if text.text.is_empty() {
            return;
        }
        let arena = &mut self.document.arena;
        let last = arena.node(parent.get()).last;
        let last_node = arena.nodes.get_mut(last as usize).filter(|node| last != 0 && node.kind == NodeKind::Text);
        let Some(node) = last_node else {
            if let Some(node) = self.text_node(NodeKind::Text, &text) {
                let number = self.document.arena.push_child(parent.get(), node);
                self.note_token(number, text.span);
            }
            return;
        };
        let mut place = node.place();
        if !self.infoset_coercion && !text.verbatim && arena.text.extend_last_exact(&mut place, text.text) {
            node.set_place(place);
        } else {
            self.extend_text(last, &text);
        }
        self.note_more(last, text.span);
    }

    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        (!self.infoset_coercion).then(|| self.document.arena.text.lend())
    }

    #[inline(always)]
    fn append_text_in_buffer(&mut self, parent: NodeHandle, buffer: String, start: usize, span: Span) {
        let arena = &mut self.document.arena;
        let Some(place) = arena.text.take_back(buffer, start) else { return };
        let last = arena.node(parent.get()).last;
        match arena.nodes.get_mut(last as usize) {
            Some(node) if last != 0 && node.kind == NodeKind::Text => {
                let mut whole = node.place();
                arena.text.extend_by_last(&self.document.source, &mut whole, place);
                node.set_place(whole);
                self.note_more(last, span);
            }
            _ => {
                let number = arena.push_child(parent.get(), Node::with_place(NodeKind::Text, place));
                self.note_token(number, span);
            }
        }
    }

    fn insert_text_before(&mut self, _: NodeHandle, sibling: NodeHandle, text: Text<'_>) {
        if text.text.is_empty() {
            return;
        }
        let previous = self.document.arena.node(sibling.get()).previous;
        if self.is_text(previous) {
            self.extend_text(previous, &text);
            self.note_more(previous, text.span);
        } else if let Some(node) = self.text_node(NodeKind::Text, &text) {
            let node = self.document.arena.push(node);
            self.document.arena.insert_before(sibling.get(), node);
            self.note_token(node, text.span);
        }
    }

    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        match (self.document.arena.is_full, self.document.arena.text.is_full) {
            (false, false) => None,
            (true, _) => Some(ErrorCode::NodeLimit),
            (false, true) => Some(ErrorCode::TextLimit),
        }
    }

    fn remove(&mut self, node: NodeHandle) {
        // What would be put in its place is not there.
        if self.is_full().is_some() {
            return;
        }
        if self.document.arena.node(node.get()).kind == NodeKind::ProcessingInstruction {
            self.rare().markers.removed(node.get());
        }
        self.document.arena.detach(node.get());
    }

    fn reparent_children(&mut self, from: NodeHandle, to: NodeHandle) {
        self.document.arena.reparent_children(from.get(), to.get());
    }

    fn parent(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.node(node.get()).parent)
    }

    fn template_contents(&mut self, template: NodeHandle) -> NodeHandle {
        if let Some(rare) = &self.rare
            && let Some(&shadow_root) = rare.shadow_templates.get(&template.get())
        {
            return NodeHandle::created(shadow_root);
        }
        self.document.arena.template_contents(template.get()).map_or(NodeHandle::NOWHERE, NodeHandle::created)
    }

    fn add_missing_attributes(&mut self, element: NodeHandle, attributes: &Attributes<'_>) {
        /// From how many on a set of the names pays.
        const MANY_NAMES: usize = 16;

        let number = element.get();
        if !self.document.arena.contains(number) {
            return;
        }
        let has_many = self.document.arena.attribute_range(number).len() + attributes.len() > MANY_NAMES;
        let mut names = self.rare.as_mut().and_then(|rare| rare.attribute_names.remove(&number));
        if names.is_none() && has_many {
            names = Some(self.document.arena.attributes(number).iter().map(|record| record.name).collect());
        }
        for attribute in attributes.iter() {
            if self.infoset_coercion && infoset::is_pseudo_declaration(&attribute) {
                continue;
            }
            let name = self.name_number(attribute.name(), attribute.name_str());
            let is_new = match &mut names {
                Some(names) => names.insert(name),
                None => self.document.arena.attributes(number).iter().all(|record| record.name != name),
            };
            let count = self.document.arena.attribute_range(number).len();
            if is_new && count - self.document.arena.attribute_holes(number) as usize >= self.attribute_limit as usize {
                self.parse_error(ParseError { code: ErrorCode::AttributeLimit, span: attribute.name_span() });
                break;
            }
            if is_new {
                let record =
                    if self.infoset_coercion { self.coerced_attribute(&attribute) } else { self.attribute(&attribute) };
                let was_added = self.document.arena.push_attribute(number, record);
                let end = self.document.arena.attribute_range(number).end;
                if let Some(spans) = &mut self.document.arena.spans
                    && was_added
                {
                    spans.set_attribute(end - 1, attribute.name_span(), attribute.value_span());
                }
            }
        }
        if let Some(names) = names {
            self.rare().attribute_names.insert(number, names);
        }
    }

    fn recreate_element(&mut self, original: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let arena = &mut self.document.arena;
        let original = original.get();
        let range = arena.parsed_attribute_range(original);
        let shared = if range.is_empty() { NodeFlags::NONE } else { NodeFlags::SHARED_ATTRIBUTES };
        if let Some(node) = arena.node_mut(original)
            && !node.flags.contains(NodeFlags::CHANGED_ATTRIBUTES)
        {
            node.flags.insert(shared);
        }
        let len = range.len() as u32;
        let node = self.element_node(element, range.start as u32, 0, shared);
        let number = self.document.arena.push_element(node);
        if self.document.arena.contains(number) {
            self.document.arena.set_attribute_count(number, len);
            self.document.arena.set_qualifier_of(number, self.document.arena.qualifier_of(original));
        }
        NodeHandle::created(number)
    }

    fn has_same_attributes(&self, a: NodeHandle, b: NodeHandle) -> bool {
        self.document.arena.has_same_parsed_attributes(&self.document.source, a.get(), b.get())
    }

    fn attributes_hash(&self, element: NodeHandle) -> u64 {
        self.document.arena.parsed_attributes_hash(&self.document.source, element.get())
    }

    fn create_fragment(&mut self) -> Option<NodeHandle> {
        let number = self.document.arena.push(Node::new(NodeKind::DocumentFragment));
        let fragment = NodeHandle::created(number);
        self.set_root(fragment);
        Some(fragment)
    }

    fn is_host_including_inclusive_ancestor(&self, ancestor: NodeHandle, node: NodeHandle) -> bool {
        // The tree builder alone never asks for what would be refused, and looking takes as long as the tree is deep.
        let arena = &self.document.arena;
        arena.keeps_parsed_attributes() && arena.is_host_including_inclusive_ancestor(ancestor.get(), node.get())
    }

    fn namespace_urls_stay(&mut self) {
        self.namespace_places = Some(Box::default());
    }

    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.document.set_xml(declaration);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.document.arena.quirks_mode = mode;
    }

    fn wants_input_stream_errors(&self) -> bool {
        // Otherwise the document has the source to look into, or comes to have it.
        self.document.arena.text.source_len() == 0 && !self.document.arena.text.source_grows()
    }

    fn parse_error(&mut self, error: ParseError) {
        if ERRORS {
            let errors = &mut self.document.arena.errors;
            match errors.len() {
                0..ERROR_LIMIT => errors.push(error),
                ERROR_LIMIT => errors.push(ParseError { code: ErrorCode::TooManyErrors, ..error }),
                _ => {}
            }
        }
    }

    fn mark_script_already_started(&mut self, script: NodeHandle) {
        if let Some(node) = self.document.arena.node_mut(script.get()) {
            node.flags.insert(NodeFlags::ALREADY_STARTED);
        }
    }

    fn option_ended(&mut self, option: NodeHandle) {
        if self.selected_contents.is_some() {
            self.with_selected_contents(|contents, tree| contents.option_ended(tree, option.get()));
        }
    }

    fn attach_declarative_shadow(
        &mut self,
        host: NodeHandle,
        template: NodeHandle,
        init: ShadowRootInit,
    ) -> Option<NodeHandle> {
        let node = self.document.arena.node(host.get());
        if !self.document.arena.is_html_element(host.get())
            || !(may_be_shadow_host(self.document.arena.names.text(node.name))
                || self.rare.as_ref().is_some_and(|rare| rare.custom_shadow_hosts.contains(&host.get())))
        {
            return None;
        }
        let root = self.document.arena.attach_shadow_root(host.get(), init)?;
        self.rare().shadow_templates.insert(template.get(), root);
        Some(NodeHandle::created(root))
    }

    fn template_contents_if_template(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.template_contents(node.get())?)
    }

    fn document_has_element_child(&self) -> bool {
        let mut child = self.document.arena.node(DOCUMENT).first;
        while child != 0 {
            let node = self.document.arena.node(child);
            if node.kind == NodeKind::Element {
                return true;
            }
            child = node.next;
        }
        false
    }

    fn is_shadow_host(&self, element: NodeHandle) -> bool {
        self.document.arena.node(element.get()).flags.contains(NodeFlags::SHADOW_HOST)
    }

    fn find_markers(&mut self, scope: NodeHandle, name: &str) -> Option<(NodeHandle, Option<NodeHandle>)> {
        let rare = self.rare.get_or_insert_default();
        if rare.markers_are_stale {
            rare.markers_are_stale = false;
            rare.markers.look_through(&self.document.arena, &self.document.source);
        }
        let start = rare.markers.first(&self.document.arena, scope.get(), name)?;
        let end = rare.markers.end(&self.document.arena, start);
        Some((NodeHandle::new(start)?, NodeHandle::new(end)))
    }

    fn next_sibling(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.node(node.get()).next)
    }

    fn is_body_element(&self, node: NodeHandle) -> bool {
        let number = node.get();
        if !self.document.arena.is_html(number, LocalName::BODY)
            && !self.document.arena.is_html(number, LocalName::FRAMESET)
        {
            return false;
        }
        let html = self.document.arena.node(number).parent;
        let mut earlier = self.document.arena.node(number).previous;
        while earlier != 0 {
            if self.rare.as_ref().is_some_and(|rare| rare.markers.step(&self.document.arena).is_none())
                || self.document.arena.is_html(earlier, LocalName::BODY)
                || self.document.arena.is_html(earlier, LocalName::FRAMESET)
            {
                return false;
            }
            earlier = self.document.arena.node(earlier).previous;
        }
        self.document.arena.is_html(html, LocalName::HTML) && self.document.arena.node(html).parent == DOCUMENT
    }
}

/// Whether an element in the HTML namespace may have a shadow root:
/// [valid shadow host name](https://dom.spec.whatwg.org/#valid-shadow-host-name).
fn may_be_shadow_host(name: &str) -> bool {
    matches!(
        name,
        "article"
            | "aside"
            | "blockquote"
            | "body"
            | "div"
            | "footer"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "main"
            | "nav"
            | "p"
            | "section"
            | "span"
    ) || is_valid_custom_element_name(name)
}

/// [Valid custom element name](https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name).
fn is_valid_custom_element_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.contains('-')
        && !name.contains(|character: char| character.is_ascii_uppercase())
        && !matches!(
            name,
            "annotation-xml"
                | "color-profile"
                | "font-face"
                | "font-face-src"
                | "font-face-uri"
                | "font-face-format"
                | "font-face-name"
                | "missing-glyph"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants;
    use limpid_markup::{AttributeRecord as TokenAttribute, Namespace, ShadowRootMode, SlotAssignment};

    /// A page with some of everything, in a document that holds only so many nodes and bytes.
    fn build(nodes: u32, bytes: u32) -> Document<'static> {
        let source = "source text";
        let mut sink = DocumentBuilder::<true>::new(source);
        sink.set_limits(&Limits::default().nodes(nodes - 1).bytes(bytes));
        let root = sink.document();
        let span = Span::new(0, 6);
        let record = TokenAttribute { name: LocalName::CLASS, value_span: span, ..TokenAttribute::default() };
        let built = TokenAttribute { value_is_built: true, built_value: span, ..record };
        let records = [record, TokenAttribute { name: LocalName::ID, ..built }];
        let attributes = Attributes::new(&records, source, 0, "built value");
        let element = |name| NewElement {
            namespace: Namespace::Html,
            name,
            name_str: name.as_str(),
            qualifier: None,
            attributes,
            span: None,
            had_duplicate_attribute: false,
        };
        let doctype = Doctype { name: Some("html"), public_id: None, system_id: None, force_quirks: false, span };
        sink.append_doctype(&doctype);
        let html = sink.create_element(&element(LocalName::HTML));
        sink.append(root, html);
        let template = sink.create_element(&element(LocalName::TEMPLATE));
        sink.append(html, template);
        let contents = sink.template_contents(template);
        let div = sink.create_element(&element(LocalName::DIV));
        sink.append(contents, div);
        sink.append_text(div, Text { text: "source", span, verbatim: true });
        sink.append_text(div, Text::synthetic("built"));
        let comment = sink.create_comment(Text::synthetic("comment"), span);
        sink.insert_before(contents, div, comment);
        sink.insert_text_before(contents, div, Text::synthetic("before"));
        let instruction = sink.create_processing_instruction("marker", Text::synthetic("name='x'"), span);
        sink.append(html, instruction);
        let init = ShadowRootInit {
            mode: ShadowRootMode::Open,
            delegates_focus: false,
            serializable: false,
            slot_assignment: SlotAssignment::Named,
            clonable: false,
            keep_custom_element_registry_null: false,
        };
        if let Some(shadow) = sink.attach_declarative_shadow(div, template, init) {
            sink.append_text(shadow, Text::synthetic("shadow"));
        }
        let select = sink.create_element(&element(LocalName::SELECT));
        sink.append(html, select);
        let selectedcontent = sink.create_element(&element(LocalName::SELECTEDCONTENT));
        sink.append(select, selectedcontent);
        let option = sink.create_element(&element(LocalName::OPTION));
        sink.append(select, option);
        sink.append_text(option, Text::synthetic("shown"));
        let cloned = sink.create_processing_instruction("marker", Text::synthetic("name='y'"), span);
        sink.append(option, cloned);
        let cloned = sink.create_element(&element(LocalName::TEMPLATE));
        sink.append(option, cloned);
        sink.option_ended(option);
        let again = sink.recreate_element(div, &element(LocalName::DIV));
        sink.append(html, again);
        sink.reparent_children(div, again);
        sink.add_missing_attributes(html, &attributes);
        sink.remove(comment);
        let _ = sink.find_markers(root, "x");
        let fragment = sink.create_fragment().unwrap();
        sink.append(fragment, again);
        let mut document = sink.finish().bind(Cow::Borrowed(source)).into_owned();
        let text = document.create_text("new text");
        let _ = document.append(document.root().id(), text);
        let _ = document.set_text(text, "newer");
        let html = document.id_of(html);
        if document.node(html).is_some() {
            let _ = document.set_attribute(html, "title", "t");
            let _ = document.set_attribute(html, "x-own", "t");
        }
        document
    }

    #[test]
    fn a_full_document_leaves_out_what_does_not_fit() {
        for nodes in 2..32 {
            for bytes in 11..100 {
                let document = build(nodes, bytes);
                invariants::check(&document).unwrap_or_else(|error| panic!("{nodes} nodes, {bytes} bytes: {error}"));
                // One was created when all was built.
                assert!(document.node_count() <= nodes as usize);
                document.to_html();
                document.to_test_dump();
                document.text_content();
            }
        }
        let whole = build(100, 1000);
        assert_eq!(
            whole.to_test_dump(),
            "| <div>\n|   class=\"source\"\n|   id=\"built \"\n|   \"sourcebuilt\"\n| \"newer\"\n"
        );
    }
}
