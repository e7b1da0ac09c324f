//! What the sink keeps of tokens: names, attributes and text, in the source where they can stay there.

use crate::build::document_builder::DocumentBuilder;
use crate::build::infoset;
use crate::build::selectedcontent::{LimitReached, SelectedContents, Tree};
use crate::storage::arena::{Arena, MANY};
use crate::storage::id::NodeHandle;
use crate::storage::node::{AttributeRecord, Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::{
    Attributes, ErrorCode, LocalName, Namespace, NewElement, ParseError, Qualifier, Span, TagByParts, Text, TreeSink,
};

impl<const ERRORS: bool> DocumentBuilder<'_, ERRORS> {
    /// Notes the token that made a node, if places are asked for.
    #[inline(always)]
    pub(super) fn note_token(&mut self, number: u32, token: Span) {
        if let Some(spans) = &mut self.document.arena.spans
            && number != u32::MAX
            && !token.is_empty()
        {
            spans.set_token(number, token);
        }
    }

    /// Notes that a text goes on.
    #[inline(always)]
    pub(super) fn note_more(&mut self, number: u32, more: Span) {
        if let Some(spans) = &mut self.document.arena.spans
            && !more.is_empty()
        {
            spans.extend_token(number, more);
        }
    }

    /// The node of an element whose attributes are the range at `start`.
    #[inline]
    pub(super) fn element_node(&mut self, element: &NewElement<'_>, start: u32, small: u8, flags: NodeFlags) -> Node {
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
    pub(super) fn name_number(&mut self, name: LocalName, text: &str) -> u32 {
        if self.infoset_coercion {
            self.coerced_name_number(name, text)
        } else {
            self.document.arena.names.number(name, text)
        }
    }

    #[cold]
    pub(super) fn coerced_name_number(&mut self, name: LocalName, text: &str) -> u32 {
        match infoset::local_name(text) {
            Some(coerced) => self.document.arena.names.number_of(&coerced),
            None => self.document.arena.names.number(name, text),
        }
    }

    /// Keeps the attributes of a tag as a range of the arena: its start and length, which is 0 when there is no room.
    #[inline]
    pub(super) fn store_attributes(&mut self, attributes: &Attributes<'_>) -> (u32, usize) {
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
    pub(super) fn store_odd_attributes(&mut self, attributes: &Attributes<'_>) {
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
    pub(super) fn append_by_places(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> Option<NodeHandle> {
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
    pub(super) fn append_element_of_tag(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> NodeHandle {
        self.append_element(parent, &tag.element())
    }

    /// Keeps attributes as they are in the source or in the buffer for built text.
    #[inline(never)]
    pub(super) fn store_records(&mut self, records: &[limpid_markup::AttributeRecord], built: &str) {
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
    pub(super) fn push_attribute_at(&mut self, record: AttributeRecord, attribute: &limpid_markup::Attribute<'_>) {
        let arena = &mut self.document.arena;
        if let Some(spans) = &mut arena.spans {
            spans.set_attribute(arena.attributes.len(), attribute.name_span(), attribute.value_span());
        }
        arena.attributes.push(record);
    }

    /// Keeps the name and the value of an attribute.
    pub(super) fn attribute(&mut self, attribute: &limpid_markup::Attribute<'_>) -> AttributeRecord {
        self.check_span(&attribute.value_text());
        let arena = &mut self.document.arena;
        let name = arena.names.number(attribute.name(), attribute.name_str());
        let Place { start, len, .. } = arena.text.store(&attribute.value_text()).unwrap_or_default();
        let qualifier = match attribute.qualifier() {
            Some(qualifier @ Qualifier { namespace_number: Some(url), .. })
                if attribute.namespace() == Namespace::Other =>
            {
                self.namespace_numbers.get_or_insert_default().number(arena, qualifier, url)
            }
            _ => attribute_qualifier(arena, attribute, attribute.name_str()),
        };
        AttributeRecord { name, start, len, qualifier }
    }

    /// The same, coerced into an infoset.
    #[cold]
    pub(super) fn coerced_attribute(&mut self, attribute: &limpid_markup::Attribute<'_>) -> AttributeRecord {
        let name = self.name_number(attribute.name(), attribute.name_str());
        let Place { start, len, .. } = self.store_coerced(&attribute.value_text(), infoset::text).unwrap_or_default();
        let coerced = attribute.qualifier().and_then(|qualifier| match qualifier.prefix {
            "" => None,
            prefix => infoset::local_name(prefix).map(|prefix| (prefix, qualifier.namespace_url)),
        });
        let arena = &mut self.document.arena;
        let qualifier = match &coerced {
            Some((prefix, namespace_url)) => {
                arena.attribute_qualifier(attribute.namespace(), Qualifier::new(prefix, namespace_url), "")
            }
            None => attribute_qualifier(arena, attribute, attribute.name_str()),
        };
        AttributeRecord { name, start, len, qualifier }
    }

    /// Spans must tell the truth, or the document would hold other text than the tokenizer saw.
    #[inline]
    pub(super) fn check_span(&self, text: &Text<'_>) {
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
    pub(super) fn store_coerced(&mut self, text: &Text<'_>, coerce: fn(&str) -> Option<String>) -> Option<Place> {
        match coerce(text.text) {
            Some(coerced) => self.document.arena.text.store_copy(&coerced),
            None => self.document.arena.text.store(text),
        }
    }

    /// The node of a text or a comment; `None` when there is no room for its text.
    #[inline(always)]
    pub(super) fn text_node(&mut self, kind: NodeKind, text: &Text<'_>) -> Option<Node> {
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
    pub(super) fn extend_text(&mut self, number: u32, text: &Text<'_>) {
        self.check_span(text);
        if self.infoset_coercion {
            self.extend_coerced(number, text);
        } else {
            self.extend_place(number, text);
        }
    }

    #[cold]
    pub(super) fn extend_coerced(&mut self, number: u32, text: &Text<'_>) {
        match infoset::text(text.text) {
            Some(coerced) => self.extend_place(number, &Text::synthetic(&coerced)),
            None => self.extend_place(number, text),
        }
    }

    #[inline]
    pub(super) fn extend_place(&mut self, number: u32, text: &Text<'_>) {
        if let Some(node) = self.document.arena.nodes.get_mut(number as usize) {
            let mut place = node.place();
            self.document.arena.text.extend(&self.document.source, &mut place, text);
            node.set_place(place);
        }
    }

    /// Adds what the source holds at `span`, if there is room.
    #[inline(never)]
    pub(super) fn extend_text_at(&mut self, number: u32, span: Span) -> bool {
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
    pub(super) fn is_text(&self, number: u32) -> bool {
        number != 0 && self.document.arena.node(number).kind == NodeKind::Text
    }

    /// Keeps the prefix and the namespace of an element.
    #[inline(never)]
    pub(super) fn set_qualifier(&mut self, number: u32, namespace: Namespace, qualifier: Qualifier<'_>) {
        let coerced = match self.infoset_coercion && !qualifier.prefix.is_empty() {
            true => infoset::local_name(qualifier.prefix),
            false => None,
        };
        let prefix = coerced.as_deref().unwrap_or(qualifier.prefix);
        let arena = &mut self.document.arena;
        let qualifier = Qualifier { prefix, ..qualifier };
        let qualifier = match qualifier.namespace_number {
            Some(url) if namespace == Namespace::Other => {
                self.namespace_numbers.get_or_insert_default().number(arena, qualifier, url)
            }
            _ => arena.element_qualifier(namespace, qualifier),
        };
        arena.set_qualifier_of(number, qualifier);
    }

    #[inline(never)]
    pub(super) fn create_and_append_element(&mut self, parent: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// An element was created which is a `selectedcontent`, or which comes after one.
    #[cold]
    pub(super) fn created(&mut self, element: &NewElement<'_>) {
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
    pub(super) fn with_selected_contents(
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
