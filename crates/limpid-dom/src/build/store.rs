//! Helpers of the sink that store names, attributes and text, without copies where possible.

use crate::build::document_builder::DocumentBuilder;
use crate::build::selectedcontent::{LimitReached, SelectedContents, Tree};
use crate::infoset;
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::id::NodeHandle;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::qualifiers::Qualifiers;
use crate::storage::spans::Spans;
use limpid_markup::{
    AttributeRecord as TokenAttributeRecord, ErrorCode, LocalName, Namespace, NewElement, ParseError, Qualifier, Span,
    Text, TokenAttribute, TokenAttributes, TreeSink,
};

impl DocumentBuilder<'_> {
    /// Records the span of the token that created a node, if spans are recorded.
    #[inline(always)]
    pub(super) fn note_token(&mut self, number: u32, token: Span) {
        if let Some(spans) = &mut self.document.arena.spans {
            set_token(spans, number, token);
        }
    }

    #[inline(never)]
    pub(super) fn note_end_tag(&mut self, element: NodeHandle, end_tag: Option<Span>) {
        if let (Some(spans), Some(end_tag)) = (&mut self.document.arena.spans, end_tag)
            && element != NodeHandle::INVALID
        {
            spans.set_end_tag(element.get(), end_tag);
            if let Some(&root) = self.rare.as_ref().and_then(|rare| rare.shadow_templates.get(&element.get())) {
                spans.set_end_tag(root, end_tag);
            }
        }
    }

    /// Records the span `more` of text that was added to a text node after its first `len` bytes.
    #[inline(always)]
    pub(super) fn note_text_extension(&mut self, number: u32, len: u32, more: Span) {
        if let Some(spans) = &mut self.document.arena.spans
            && !more.is_empty()
        {
            spans.extend_token(&self.document.source, number, len, more);
        }
    }

    /// Coerces a text into an infoset. Returns `None` if it needs no change, or without infoset coercion.
    #[inline(always)]
    pub(super) fn coerced(&self, text: &str, coerce: fn(&str) -> Option<String>) -> Option<String> {
        if self.infoset_coercion { coerce(text) } else { None }
    }

    /// Returns the number of an element's name, and its initial flags.
    #[inline]
    pub(super) fn name_and_flags(&mut self, element: &NewElement<'_>) -> (u32, NodeFlags) {
        let duplicate = if element.had_duplicate_attribute { NodeFlags::DUPLICATE_ATTRIBUTE } else { NodeFlags::NONE };
        (self.name_number(element.name, element.name_str), duplicate)
    }

    #[inline]
    pub(super) fn name_number(&mut self, name: LocalName, text: &str) -> u32 {
        match self.coerced(text, infoset::local_name) {
            Some(coerced) => self.document.arena.names.number_of(&coerced),
            None => self.document.arena.names.number(name, text),
        }
    }

    /// Stores the attributes of a tag as a range of the arena. Returns its start and length, or `None` if not all fit.
    #[inline]
    pub(super) fn store_attributes(&mut self, attributes: &TokenAttributes<'_>) -> Option<(u32, usize)> {
        if attributes.is_empty() {
            return Some((0, 0));
        }
        let start = self.document.arena.attributes.len();
        if start + attributes.len() > u32::MAX as usize {
            self.document.arena.is_full = true;
            return None;
        }
        let is_stored = self.push_attributes(attributes);
        is_stored.then(|| (start as u32, self.document.arena.attributes.len() - start))
    }

    /// Adds attributes to the arena. Returns false if a value does not fit.
    #[inline(never)]
    fn push_attributes(&mut self, attributes: &TokenAttributes<'_>) -> bool {
        if let Some((records, built)) = attributes.unadjusted_records()
            && records.last().is_some_and(|last| self.document.arena.text.place_in_source(last.value_span).is_some())
            && !self.infoset_coercion
        {
            return self.store_records(records, built);
        }
        let coercion = self.infoset_coercion;
        for attribute in attributes.iter().filter(|attribute| !coercion || !infoset::is_pseudo_declaration(attribute)) {
            let Some(record) = self.attribute(&attribute) else { return false };
            let arena = &mut self.document.arena;
            if let Some(spans) = &mut arena.spans {
                spans.set_attribute(arena.attributes.len(), attribute.name_span(), attribute.value_span());
            }
            arena.attributes.push(record);
        }
        true
    }

    /// Stores the attributes of a tag by parts. Returns false if they do not fit, or there is no source.
    #[inline(always)]
    pub(super) fn store_attributes_by_parts(&mut self, records: &[TokenAttributeRecord], built: Option<&str>) -> bool {
        let Some(last) = records.last() else { return true };
        let arena = &mut self.document.arena;
        if !arena.can_push_attributes(records.len()) || arena.text.place_in_source(last.value_span).is_none() {
            return false;
        }
        if let Some(built) = built {
            return self.store_records(records, built);
        }
        if let Some(spans) = &mut arena.spans {
            spans.set_attributes(arena.attributes.len(), records);
        }
        arena.push_verbatim_attributes(records);
        true
    }

    /// Stores attributes by their spans in the source or in `built`. Returns false if a value does not fit.
    #[inline(never)]
    pub(super) fn store_records(&mut self, records: &[TokenAttributeRecord], built: &str) -> bool {
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
            let value = match record.value_is_built {
                true => arena.text.store_copy(built.get(record.built_value.range()).unwrap_or_default()),
                false => arena.text.place_in_source(record.value_span),
            };
            let Some(value) = value else { return false };
            arena.attributes.push(AttributeRecord::new(name, value));
        }
        true
    }

    /// Stores the name and the value of an attribute. Returns `None` if the value does not fit.
    pub(super) fn attribute(&mut self, attribute: &TokenAttribute<'_>) -> Option<AttributeRecord> {
        let value = attribute.value_text();
        self.check_span(&value);
        let name = self.name_number(attribute.name(), attribute.name_str());
        let place = match self.coerced(value.text, infoset::text) {
            Some(coerced) => self.document.arena.text.store_copy(&coerced),
            None => self.document.arena.text.store(&value),
        }?;
        let qualifier = match attribute.qualifier() {
            None => Qualifiers::usual(attribute.namespace()),
            Some(qualifier) => {
                let prefix = self.coerced_prefix(qualifier.prefix);
                let qualifier = Qualifier { prefix: prefix.as_deref().unwrap_or(qualifier.prefix), ..qualifier };
                let qualifiers = &mut self.document.arena.qualifiers;
                match qualifier.namespace_number {
                    Some(url) if attribute.namespace() == Namespace::Other => {
                        self.namespace_numbers.get_or_insert_default().number(qualifiers, qualifier, url)
                    }
                    _ => qualifiers.number_for_attribute(attribute.namespace(), qualifier, attribute.name_str()),
                }
            }
        };
        let name = self.document.arena.qualifiers.attribute_name(name, qualifier);
        Some(AttributeRecord::new(name, place))
    }

    fn coerced_prefix(&self, prefix: &str) -> Option<String> {
        if prefix.is_empty() { None } else { self.coerced(prefix, infoset::local_name) }
    }

    /// Sets the prefix and the namespace of an element.
    #[inline(never)]
    pub(super) fn set_qualifier(&mut self, number: u32, namespace: Namespace, qualifier: Qualifier<'_>) {
        let prefix = self.coerced_prefix(qualifier.prefix);
        let qualifier = Qualifier { prefix: prefix.as_deref().unwrap_or(qualifier.prefix), ..qualifier };
        let arena = &mut self.document.arena;
        let qualifier = match qualifier.namespace_number {
            Some(url) if namespace == Namespace::Other => {
                self.namespace_numbers.get_or_insert_default().number(&mut arena.qualifiers, qualifier, url)
            }
            _ => arena.qualifiers.number_for_element(namespace, qualifier),
        };
        arena.set_qualifier_of(number, qualifier);
    }

    /// Asserts that the source contains a verbatim text at its span.
    #[inline]
    pub(super) fn check_span(&self, text: &Text<'_>) {
        debug_assert!(
            self.document.arena.text.source_len() == 0
                || !text.verbatim
                || self.document.source.get(text.span.range()) == Some(text.text),
            "the source does not contain {:?} at {:?}",
            text.text,
            text.span
        );
    }

    /// Creates the record of a text or comment. Returns `None` if its text does not fit.
    #[inline(always)]
    pub(super) fn text_node(&mut self, kind: NodeKind, text: &Text<'_>) -> Option<Node> {
        self.check_span(text);
        self.document.arena.text.store(text).map(|place| Node::text(kind, place))
    }

    #[inline]
    pub(super) fn extend_text(&mut self, number: u32, text: &Text<'_>) {
        self.check_span(text);
        if let Some(node) = self.document.arena.nodes.get_mut(number as usize) {
            let mut place = node.place();
            let len = place.len;
            if text.verbatim || !self.document.arena.text.extend_last_exact(&mut place, text.text) {
                self.document.arena.text.extend(&self.document.source, &mut place, text);
            }
            node.set_place(place);
            self.note_text_extension(number, len, text.span);
        }
    }

    /// Appends the source at `span` to a text node. Returns false if it does not fit.
    #[inline(never)]
    pub(super) fn extend_text_at(&mut self, number: u32, span: Span) -> bool {
        let text = self.document.source.get(span.range()).unwrap_or_default();
        let arena = &mut self.document.arena;
        let Some(node) = arena.nodes.get_mut(number as usize) else { return false };
        let mut place = node.place();
        let len = place.len;
        if !arena.text.extend_last_exact(&mut place, text) {
            arena.text.extend(&self.document.source, &mut place, &Text { text, span, verbatim: true });
        }
        node.set_place(place);
        let is_full = arena.text.is_full;
        self.note_text_extension(number, len, span);
        !is_full
    }

    #[inline(never)]
    pub(super) fn create_and_append_element(&mut self, parent: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// Runs the steps for a new `selectedcontent`, or for any element after the first `selectedcontent`.
    #[cold]
    pub(super) fn element_created(&mut self, element: &NewElement<'_>) {
        let is_first = self.selected_contents.is_none() && element.namespace == Namespace::Html;
        if is_first && self.option_cloning {
            self.selected_contents = Some(Box::new(SelectedContents::new(self.option_clone_limit)));
            self.watches_elements = true;
        }
        if let Some(contents) = &mut self.selected_contents {
            contents.last_start_tag = element.span.unwrap_or_default();
        }
    }

    /// Runs `steps` if the document has a `selectedcontent`.
    #[inline]
    pub(super) fn with_selected_contents(
        &mut self,
        steps: impl FnOnce(&mut SelectedContents, &mut Tree<'_>) -> Result<(), LimitReached>,
    ) {
        if self.selected_contents.is_some() {
            self.run_selected_contents(steps);
        }
    }

    #[cold]
    fn run_selected_contents(
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
            if self.errors {
                self.document.arena.errors.push(ParseError::new(ErrorCode::OptionCloneLimit, span));
            }
        }
    }
}

/// Whether creating elements with this name takes more steps than adding a node.
#[inline(always)]
pub(super) fn has_creation_steps(name: LocalName) -> bool {
    matches!(name, LocalName::TEMPLATE | LocalName::SELECTEDCONTENT)
}

/// Records the spans of the last nodes in the arena: an element and its text, if any.
#[cold]
#[inline(never)]
pub(super) fn note_leaf(arena: &mut Arena, start_tag: Span, end_tag: Span) {
    let Some(spans) = &mut arena.spans else { return };
    let text = Span::new(start_tag.end, end_tag.start);
    let element = (arena.nodes.len() - 1 - usize::from(!text.is_empty())) as u32;
    set_token(spans, element, start_tag);
    set_token(spans, element + 1, text);
    spans.set_end_tag(element, end_tag);
}

/// Records the token of a node, if the node fit into the arena. Not inlined, because spans are rarely recorded.
#[inline(never)]
fn set_token(spans: &mut Spans, number: u32, token: Span) {
    if number != u32::MAX && !token.is_empty() {
        spans.set_token(number, token);
    }
}
