//! A tree sink that builds a document and also records how each token changes the stack of open elements.

use crate::Namespace;
use limpid_dom::{DocumentBuilder, NodeHandle};
use limpid_markup::{
    Doctype, ErrorCode, LocalName, NewElement, ParseError, QuirksMode, ShadowRootInit, Span, Text, TokenAttributes,
    TreeSink,
};

/// The properties of an element that determine how it can be closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) namespace: Namespace,
    pub(super) name: LocalName,
    /// The start tag of the element. A recreated element has the start tag of the original element. `None` if the element was implied.
    pub(super) tag: Option<Span>,
    /// The number of the token that created the element.
    pub(super) token: u32,
}

/// A change of the open elements during tree construction.
#[derive(Clone, Copy, Debug)]
pub(super) enum ElementChange {
    /// An element was popped off the stack, with or without an end tag.
    Popped { element: NodeHandle, end_tag: Option<Span> },
    /// A formatting element was created again after it was closed.
    Recreated { original: NodeHandle, element: NodeHandle },
    /// The adoption agency moved the children of a block into a formatting element in the block.
    Adopted { block: NodeHandle, element: NodeHandle },
}

/// The effects of one token.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    pub(super) changes: Vec<ElementChange>,
    pub(super) errors: Vec<ParseError>,
    /// Whether a node, text or attribute was added to the tree.
    pub(super) adds: bool,
    /// Whether a node was moved or removed.
    pub(super) moves: bool,
}

/// A document builder that records the effects of the current token.
pub(super) struct RecordingBuilder<'s> {
    document: DocumentBuilder<'s>,
    /// The elements, indexed by the numbers of their handles.
    elements: Vec<Option<Element>>,
    pub(super) token: u32,
    pub(super) effects: Effects,
}

impl<'s> RecordingBuilder<'s> {
    pub(super) fn new(document: DocumentBuilder<'s>) -> RecordingBuilder<'s> {
        RecordingBuilder { document, elements: Vec::new(), token: 0, effects: Effects::default() }
    }

    pub(super) fn element(&self, handle: NodeHandle) -> Option<Element> {
        *self.elements.get(handle.get() as usize)?
    }

    fn record(&mut self, handle: NodeHandle, element: Element) {
        let number = handle.get() as usize;
        // This is the handle of all nodes beyond the capacity of a document.
        if number == u32::MAX as usize {
            return;
        }
        if number >= self.elements.len() {
            self.elements.resize(number + 1, None);
        }
        self.elements[number] = Some(element);
    }
}

impl TreeSink for RecordingBuilder<'_> {
    type Handle = NodeHandle;

    const CONTENT_PATCHING: bool = true;

    const KEEPS_ATTRIBUTES: bool = true;

    const ASSOCIATES_FORMS: bool = false;

    fn document(&mut self) -> NodeHandle {
        self.document.document()
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> NodeHandle {
        let handle = self.document.create_element(element);
        let &NewElement { namespace, name, span: tag, .. } = element;
        self.record(handle, Element { namespace, name, tag, token: self.token });
        self.effects.adds = true;
        handle
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> NodeHandle {
        self.effects.adds = true;
        self.document.create_comment(data, span)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> NodeHandle {
        self.effects.adds = true;
        self.document.create_processing_instruction(target, data, span)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        self.effects.adds = true;
        self.document.append_doctype(doctype);
    }

    fn append(&mut self, parent: NodeHandle, child: NodeHandle) {
        self.document.append(parent, child);
    }

    fn insert_before(&mut self, parent: NodeHandle, sibling: NodeHandle, child: NodeHandle) {
        self.document.insert_before(parent, sibling, child);
    }

    fn append_text(&mut self, parent: NodeHandle, text: Text<'_>) {
        self.effects.adds = true;
        self.document.append_text(parent, text);
    }

    fn insert_text_before(&mut self, parent: NodeHandle, sibling: NodeHandle, text: Text<'_>) {
        self.effects.adds = true;
        self.document.insert_text_before(parent, sibling, text);
    }

    fn remove(&mut self, node: NodeHandle) {
        self.effects.moves = true;
        self.document.remove(node);
    }

    fn reparent_children(&mut self, from: NodeHandle, to: NodeHandle) {
        self.effects.moves = true;
        self.effects.changes.push(ElementChange::Adopted { block: from, element: to });
        self.document.reparent_children(from, to);
    }

    fn parent(&self, node: NodeHandle) -> Option<NodeHandle> {
        self.document.parent(node)
    }

    fn template_contents(&mut self, template: NodeHandle) -> NodeHandle {
        self.document.template_contents(template)
    }

    fn add_missing_attributes(&mut self, element: NodeHandle, attributes: &TokenAttributes<'_>) {
        self.effects.adds |= !attributes.is_empty();
        self.document.add_missing_attributes(element, attributes);
    }

    fn parse_error(&mut self, error: ParseError) {
        self.effects.errors.push(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        false
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.document.set_quirks_mode(mode);
    }

    fn element_popped(&mut self, element: NodeHandle, end_tag: Option<Span>) {
        self.effects.changes.push(ElementChange::Popped { element, end_tag });
        self.document.element_popped(element, end_tag);
    }

    fn is_full(&self) -> Option<ErrorCode> {
        self.document.is_full()
    }

    fn create_fragment(&mut self) -> Option<NodeHandle> {
        self.document.create_fragment()
    }

    fn attach_declarative_shadow(
        &mut self,
        host: NodeHandle,
        template: NodeHandle,
        init: ShadowRootInit,
    ) -> Option<NodeHandle> {
        self.document.attach_declarative_shadow(host, template, init)
    }

    fn is_shadow_host(&self, element: NodeHandle) -> bool {
        self.document.is_shadow_host(element)
    }

    fn find_markers(&mut self, scope: NodeHandle, name: &str) -> Option<(NodeHandle, Option<NodeHandle>)> {
        self.document.find_markers(scope, name)
    }

    fn next_sibling(&self, node: NodeHandle) -> Option<NodeHandle> {
        self.document.next_sibling(node)
    }

    fn is_body_element(&self, node: NodeHandle) -> bool {
        self.document.is_body_element(node)
    }

    fn document_has_element_child(&self) -> bool {
        self.document.document_has_element_child()
    }

    fn template_contents_if_template(&self, node: NodeHandle) -> Option<NodeHandle> {
        self.document.template_contents_if_template(node)
    }

    fn is_host_including_inclusive_ancestor(&self, ancestor: NodeHandle, node: NodeHandle) -> bool {
        self.document.is_host_including_inclusive_ancestor(ancestor, node)
    }

    fn recreate_element(&mut self, original: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let handle = self.document.recreate_element(original, element);
        if let Some(original) = self.element(original) {
            self.record(handle, Element { token: self.token, ..original });
        }
        self.effects.changes.push(ElementChange::Recreated { original, element: handle });
        handle
    }

    fn created_attributes(&self, element: NodeHandle) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.document.created_attributes(element)
    }
}
