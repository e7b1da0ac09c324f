//! The sink that turns the calls of the tree builder into events.
//!
//! The tree builder asks for parents, so the sink stores the tree of the open elements. The tree builder may also create a node before it
//! inserts it; the sink stores such nodes until then ("pending").

use super::event::{ElementId, Enter, Event, Place};
use super::open_elements::{Completed, OpenElements, State};
use limpid_markup::{
    AttributesBuffer, Doctype, ErrorCode, HookResult, LocalName, Namespace, NewElement, ParseError, QuirksMode, Span,
    TagByParts, Text, TokenAttributes, TreeSink,
};

/// Handles the events of a page.
///
/// Implemented for functions `FnMut(Event<'_>, &OpenElements)`.
pub trait EventHandler {
    /// Whether [`parse_error`](Self::parse_error) is used. If `false`, error checks are compiled out.
    const WANTS_ERRORS: bool = false;

    /// Handles an event. `open` contains the elements open at that time, including the element of an [`Event::Enter`] or [`Event::Leave`].
    fn event(&mut self, event: Event<'_>, open: &OpenElements);

    /// Handles a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Handles the end tag of an open element. [`Event::Leave`] also reports it, but only after the `Leave` events of all descendants: the
    /// `Leave` event of the `body` comes at the end of the page, and a `form` may have open descendants after its end tag.
    fn end_tag(&mut self, id: ElementId, span: Span, open: &OpenElements) {
        let _ = (id, span, open);
    }

    /// Called before each token that may cause events; see [`TreeSink::token`].
    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        let _ = (span, is_text);
    }

    /// Returns whether to omit the event of a text. Called only for text that the input contains verbatim at `span`, and not for all such text.
    #[inline]
    fn skips_text(&mut self, span: Span) -> bool {
        let _ = span;
        false
    }

    /// Returns whether to omit the [`Enter`](Event::Enter) event of an element that is appended to `parent`. Called for most HTML elements with
    /// a tag that are inserted at the end of their parent. Even without the `Enter` event, the element becomes an open element and has a
    /// [`Leave`](Event::Leave) event.
    #[inline]
    fn skips_element(&mut self, id: ElementId, parent: ElementId, tag: &TagByParts<'_>) -> bool {
        let _ = (id, parent, tag);
        false
    }

    /// Returns whether the attributes of elements with this name are needed; see [`TreeSink::wants_attributes`].
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
    }

    /// Returns an error to end parsing. Called whenever the tree builder calls [`TreeSink::is_full`].
    fn is_full(&self) -> Option<ErrorCode> {
        None
    }
}

impl<F: FnMut(Event<'_>, &OpenElements)> EventHandler for F {
    #[inline]
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        self(event, open);
    }
}

/// A [`TreeSink`] that builds no tree, but reports each step to an [`EventHandler`].
///
/// ```
/// use limpid::ParseOptions;
/// use limpid::events::{Event, EventSink, OpenElements};
///
/// let mut names = Vec::new();
/// let sink = EventSink::new(|event: Event<'_>, _: &OpenElements| {
///     if let Event::Enter(enter) = event {
///         names.push(enter.element.name_str.to_owned());
///     }
/// });
/// let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
/// tokenizer.run("<title>Tea</title><ul><li>Sencha<li>Matcha", &mut builder);
/// builder.finish();
/// assert_eq!(names, ["html", "head", "title", "body", "ul", "li", "li"]);
/// ```
#[derive(Debug)]
pub struct EventSink<H> {
    handler: H,
    open: OpenElements,
    last_number: u32,
    /// The elements that are not inserted yet: at most one, except for misnested formatting elements and fragment parses.
    pending: Vec<PendingElement>,
    /// Entries for reuse.
    spare: Vec<PendingElement>,
    /// The elements from which a child was removed, until that child is inserted elsewhere. Their `Leave` events are emitted after that insertion.
    former_parents: Vec<ElementId>,
    pending_node: Option<PendingNode>,
    /// The data of `pending_node`.
    data: String,
}

#[derive(Debug, Default)]
struct PendingElement {
    id: Option<ElementId>,
    name: String,
    attributes: AttributesBuffer,
    span: Option<Span>,
    had_duplicate_attribute: bool,
    is_copy: bool,
    /// Whether an [`Event::Wrapped`] follows the `Enter` event.
    wraps: bool,
}

#[derive(Debug)]
struct PendingNode {
    /// `None` for a comment.
    target: Option<Box<str>>,
    data_span: Span,
    is_verbatim: bool,
    span: Span,
}

/// The handle of the pending comment or processing instruction. No element has this id.
const PENDING_NODE: ElementId = ElementId::new(u32::MAX, 0);

impl<H: EventHandler> EventSink<H> {
    /// Creates a sink for the events of a document or of the content of an element.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::{Event, EventSink, OpenElements};
    /// let mut texts = 0;
    /// let sink = EventSink::new(|event: Event<'_>, _: &OpenElements| texts += usize::from(matches!(event, Event::Text { .. })));
    /// let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    /// tokenizer.run("<p>Green<b> tea", &mut builder);
    /// builder.finish();
    /// assert_eq!(texts, 2);
    /// ```
    pub fn new(handler: H) -> EventSink<H> {
        EventSink {
            handler,
            open: OpenElements::new(),
            last_number: 0,
            pending: Vec::new(),
            spare: Vec::new(),
            former_parents: Vec::new(),
            pending_node: None,
            data: String::new(),
        }
    }

    /// Returns the number of bytes allocated for the open elements.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::{Event, EventSink, OpenElements};
    /// let sink = EventSink::new(|_: Event<'_>, _: &OpenElements| {});
    /// let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    /// let before = builder.sink().memory();
    /// tokenizer.feed(&*"<div>".repeat(400), &mut builder);
    /// assert!(builder.sink().memory() > before);
    /// ```
    pub fn memory(&self) -> usize {
        let buffers = self.pending.iter().chain(&self.spare);
        self.open.memory()
            + self.data.capacity()
            + buffers.map(|it| size_of::<PendingElement>() + it.attributes.memory()).sum::<usize>()
    }

    /// Returns the open elements.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::{Event, EventSink, OpenElements};
    /// let sink = EventSink::new(|_: Event<'_>, _: &OpenElements| {});
    /// let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    /// tokenizer.feed("<p>Green <b>tea", &mut builder);
    /// assert_eq!(builder.sink().open_elements().capacity(), 6); // the root, `html`, `head`, `body`, `p`, `b`
    /// ```
    pub fn open_elements(&self) -> &OpenElements {
        &self.open
    }

    /// Returns the handler.
    ///
    /// ```
    /// use limpid::events::{Event, EventHandler, EventSink, OpenElements};
    ///
    /// struct Named(&'static str);
    ///
    /// impl EventHandler for Named {
    ///     fn event(&mut self, _: Event<'_>, _: &OpenElements) {}
    /// }
    ///
    /// assert_eq!(EventSink::new(Named("tea")).handler().0, "tea");
    /// ```
    pub fn handler(&self) -> &H {
        &self.handler
    }

    /// Returns a mutable reference to the handler.
    ///
    /// ```
    /// use limpid::events::{Event, EventHandler, EventSink, OpenElements};
    ///
    /// struct Named(&'static str);
    ///
    /// impl EventHandler for Named {
    ///     fn event(&mut self, _: Event<'_>, _: &OpenElements) {}
    /// }
    ///
    /// let mut sink = EventSink::new(Named("tea"));
    /// sink.handler_mut().0 = "milk";
    /// assert_eq!(sink.handler().0, "milk");
    /// ```
    pub fn handler_mut(&mut self) -> &mut H {
        &mut self.handler
    }

    /// Consumes the sink and returns the handler.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::{Event, EventHandler, EventSink, OpenElements};
    ///
    /// #[derive(Default)]
    /// struct Count(usize);
    ///
    /// impl EventHandler for Count {
    ///     fn event(&mut self, _: Event<'_>, _: &OpenElements) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let (mut tokenizer, mut builder) = ParseOptions::new().stages(EventSink::new(Count::default()), None);
    /// tokenizer.run("<p>Tea", &mut builder);
    /// assert_eq!(builder.finish().into_handler().0, 9);
    /// ```
    pub fn into_handler(self) -> H {
        self.handler
    }

    #[inline(always)]
    fn create(&mut self, namespace: Namespace, name: LocalName, name_str: &str) -> ElementId {
        self.last_number = (self.last_number + 1).min(ElementId::LIMIT - 1);
        self.open.create(self.last_number, namespace, name, name_str)
    }

    #[inline(never)]
    fn create_pending(&mut self, element: &NewElement<'_>, is_copy: bool) -> ElementId {
        let id = self.create(element.namespace, element.name, element.name_str);
        let mut pending = self.spare.pop().unwrap_or_default();
        pending.id = Some(id);
        pending.name.clear();
        if !element.name.is_known() {
            pending.name.push_str(element.name_str);
        }
        pending.attributes.set(&element.attributes);
        pending.span = element.span;
        pending.had_duplicate_attribute = element.had_duplicate_attribute;
        pending.is_copy = is_copy;
        pending.wraps = false;
        self.pending.push(pending);
        if let Some(entry) = self.open.entry_mut(id) {
            entry.state.is_pending = true;
        }
        id
    }

    /// Creates the root `html` of a fragment parse, which is not part of the fragment. Only this element is appended to the document by parts,
    /// so the caller can recognize it.
    #[cold]
    fn create_fragment_root(&mut self, element: &NewElement<'_>) -> ElementId {
        let id = self.create(element.namespace, element.name, element.name_str);
        if let Some(entry) = self.open.entry_mut(id) {
            entry.state.has_left = true;
        }
        id
    }

    fn is_pending(&self, id: ElementId) -> bool {
        self.open.entry(id).is_some_and(|entry| entry.state.is_pending)
    }

    #[inline]
    fn emit(&mut self, event: Event<'_>) {
        self.handler.event(event, &self.open);
    }

    /// Inserts a pending or detached node.
    fn insert(&mut self, parent: ElementId, before: Option<ElementId>, child: ElementId) {
        if child == PENDING_NODE {
            return self.insert_node(place(parent, before));
        }
        self.open.link(parent, child);
        // A child of a pending element is inserted together with that element.
        if self.is_pending(parent) {
            return;
        }
        self.insert_element(child, place(parent, before));
        // Then insert the descendants that were added to the element while it was pending: other pending elements, and possibly a detached
        // element.
        let mut next = self.pending_child(child);
        while let Some(inner) = next {
            let parent = self.open.parent(inner).unwrap_or(ElementId::ROOT);
            self.insert_element(inner, place(parent, None));
            next = self.pending_child(inner);
        }
        self.leave_former_parents();
    }

    fn pending_child(&self, id: ElementId) -> Option<ElementId> {
        let is_not_inserted = |child: &ElementId| {
            self.open.entry(*child).is_some_and(|entry| entry.state.is_pending || entry.state.is_detached)
        };
        self.open.first_child(id).filter(is_not_inserted)
    }

    fn insert_element(&mut self, id: ElementId, place: Place) {
        let Some(entry) = self.open.entry_mut(id) else { return };
        entry.state.is_detached = false;
        if !core::mem::take(&mut entry.state.is_pending) {
            return self.emit(Event::Moved { id, place });
        }
        let Some(at) = self.pending.iter().rposition(|pending| pending.id == Some(id)) else { return };
        let pending = self.pending.swap_remove(at);
        let Some(open) = self.open.get(id) else { return };
        let element = NewElement {
            namespace: open.namespace,
            name: open.name,
            name_str: if open.name.is_known() { open.name.as_str() } else { &pending.name },
            qualifier: None,
            attributes: pending.attributes.attributes(),
            span: pending.span,
            had_duplicate_attribute: pending.had_duplicate_attribute,
        };
        self.handler.event(Event::Enter(Enter { id, place, element, is_copy: pending.is_copy }), &self.open);
        if pending.wraps {
            self.emit(Event::Wrapped { id });
        }
        self.spare.push(pending);
    }

    fn insert_node(&mut self, place: Place) {
        let Some(node) = self.pending_node.take() else { return };
        let data = Text { text: &self.data, span: node.data_span, verbatim: node.is_verbatim };
        let event = match &node.target {
            Some(target) => Event::ProcessingInstruction { place, target, data, span: node.span },
            None => Event::Comment { place, data, span: node.span },
        };
        self.handler.event(event, &self.open);
    }

    fn create_node(&mut self, target: Option<&str>, data: Text<'_>, span: Span) -> ElementId {
        self.data.clear();
        self.data.push_str(data.text);
        let target = target.map(Into::into);
        self.pending_node = Some(PendingNode { target, data_span: data.span, is_verbatim: data.verbatim, span });
        PENDING_NODE
    }

    fn leave_former_parents(&mut self) {
        while let Some(id) = self.former_parents.pop() {
            self.leave_if_complete(id);
        }
    }

    /// Emits the `Leave` event of an element if the element was popped and has no open children. Then does the same for its ancestors.
    #[inline(always)]
    fn leave_if_complete(&mut self, mut id: ElementId) {
        while let Some(Completed { parent, end_tag, needs_leave, is_head }) = self.open.complete(id) {
            if needs_leave {
                self.emit(Event::Leave { id, end_tag });
            }
            // Nodes between head and body may still be inserted into the head.
            if !is_head {
                self.open.free(id);
            }
            id = parent.element();
        }
    }
}

#[inline]
fn place(parent: ElementId, before: Option<ElementId>) -> Place {
    Place { parent: parent.element(), before }
}

impl<H: EventHandler> TreeSink for EventSink<H> {
    type Handle = ElementId;
    const WANTS_ERRORS: bool = H::WANTS_ERRORS;

    fn document(&mut self) -> ElementId {
        ElementId::ROOT
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> ElementId {
        self.create_pending(element, false)
    }

    fn recreate_element(&mut self, _: ElementId, element: &NewElement<'_>) -> ElementId {
        self.create_pending(element, true)
    }

    #[inline]
    fn append_element(&mut self, parent: ElementId, element: &NewElement<'_>) -> ElementId {
        if self.is_pending(parent) {
            let id = self.create_pending(element, false);
            self.insert(parent, None, id);
            return id;
        }
        let id = self.create(element.namespace, element.name, element.name_str);
        self.open.link(parent, id);
        let enter = Enter { id, place: place(parent, None), element: *element, is_copy: false };
        self.handler.event(Event::Enter(enter), &self.open);
        id
    }

    #[inline]
    fn append_element_by_parts(&mut self, parent: ElementId, tag: TagByParts<'_>) -> Option<ElementId> {
        if parent == ElementId::ROOT {
            return Some(self.create_fragment_root(&tag.element()));
        }
        if self.is_pending(parent) {
            return Some(self.append_element(parent, &tag.element()));
        }
        let id = self.create(Namespace::Html, tag.name, tag.name_str());
        self.open.link(parent, id);
        if !self.handler.skips_element(id, parent.element(), &tag) {
            let enter = Enter { id, place: place(parent, None), element: tag.element(), is_copy: false };
            self.handler.event(Event::Enter(enter), &self.open);
        }
        Some(id)
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> ElementId {
        self.create_node(None, data, span)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> ElementId {
        self.create_node(Some(target), data, span)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        self.emit(Event::Doctype(*doctype));
    }

    fn append(&mut self, parent: ElementId, child: ElementId) {
        self.insert(parent, None, child);
    }

    fn insert_before(&mut self, parent: ElementId, sibling: ElementId, child: ElementId) {
        self.insert(parent, Some(sibling), child);
    }

    #[inline]
    fn append_text(&mut self, parent: ElementId, text: Text<'_>) {
        self.emit(Event::Text { place: place(parent, None), text });
    }

    #[inline]
    fn append_text_at(&mut self, _: ElementId, span: Span) -> HookResult {
        if self.handler.skips_text(span) { HookResult::Handled } else { HookResult::Declined }
    }

    fn insert_text_before(&mut self, parent: ElementId, sibling: ElementId, text: Text<'_>) {
        self.emit(Event::Text { place: place(parent, Some(sibling)), text });
    }

    fn wants_attributes(&self, name: LocalName) -> bool {
        self.handler.wants_attributes(name)
    }

    fn remove(&mut self, node: ElementId) {
        let Some(entry) = self.open.entry_mut(node) else { return };
        let parent = entry.parent;
        if !entry.state.is_pending {
            entry.state.is_detached = true;
            self.former_parents.push(parent.element());
        }
        self.open.unlink(node);
    }

    /// The tree builder moves all children of `from` to a new element, and then appends that element to `from`.
    fn reparent_children(&mut self, from: ElementId, to: ElementId) {
        self.open.reparent(from, to);
        if let Some(wrapper) = self.pending.iter_mut().rfind(|pending| pending.id == Some(to)) {
            wrapper.wraps = true;
        }
    }

    fn parent(&self, node: ElementId) -> Option<ElementId> {
        let parent = self.open.entry(node).filter(|_| !node.is_contents())?.parent;
        (parent != node).then_some(parent)
    }

    fn template_contents(&mut self, template: ElementId) -> ElementId {
        template.contents()
    }

    fn add_missing_attributes(&mut self, element: ElementId, attributes: &TokenAttributes<'_>) {
        // The root of a fragment parse is not part of the fragment.
        if self.open.entry(element).is_some_and(|entry| !entry.state.has_left) {
            self.emit(Event::AttributesAdded { id: element, attributes: *attributes });
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        self.handler.parse_error(error);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.open.quirks_mode = mode;
    }

    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        self.handler.token(span, is_text);
    }

    fn end_tag_seen(&mut self, element: ElementId, end_tag: Span) {
        if self.open.entry(element).is_some_and(|entry| !entry.state.has_left) {
            self.handler.end_tag(element, end_tag, &self.open);
        }
    }

    #[inline]
    fn element_popped(&mut self, element: ElementId, end_tag: Option<Span>) {
        let Some(entry) = self.open.entry_mut(element) else { return };
        let State { has_left, is_detached, .. } = entry.state;
        (entry.state.is_popped, entry.state.is_detached) = (true, false);
        // The `head` may be popped twice.
        if entry.end_tag.is_none() {
            entry.end_tag = end_tag;
        }
        if let Some(span) = end_tag.filter(|_| !has_left) {
            self.handler.end_tag(element, span, &self.open);
        }
        if is_detached {
            self.emit(Event::Removed { id: element });
            self.leave_former_parents();
        }
        self.leave_if_complete(element);
    }

    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        if self.last_number == ElementId::LIMIT - 1 { Some(ErrorCode::NodeLimit) } else { self.handler.is_full() }
    }

    fn create_fragment(&mut self) -> Option<ElementId> {
        Some(ElementId::ROOT.contents())
    }
}
