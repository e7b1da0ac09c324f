//! The sink that makes events of the tree builder's calls.
//!
//! The tree builder asks for parents, so the sink knows the tree of the open elements. Nodes are created before they are put somewhere; they
//! wait here until then.

use super::event::{ElementId, Enter, Event, Place};
use super::open_elements::{Completed, OpenElements, State};
use limpid_markup::{
    AttributesBuffer, Doctype, ErrorCode, HookAnswer, LocalName, Namespace, NewElement, ParseError, QuirksMode, Span,
    TagByParts, Text, TokenAttributes, TreeSink,
};

/// Receives the events of a page.
///
/// A function `FnMut(Event<'_>, &OpenElements)` is one.
pub trait EventHandler {
    /// Whether [`parse_error`](Self::parse_error) does something. If not, the search for errors is compiled out.
    const WANTS_ERRORS: bool = false;

    /// Handles an event. `open` are the elements that are open at that time: after [`Event::Enter`] and before [`Event::Leave`]
    /// the element itself is one.
    fn event(&mut self, event: Event<'_>, open: &OpenElements);

    /// Handles a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Handles the end tag of an open element, which [`Event::Leave`] tells as well, but only once all that is in it is left: the `body` is
    /// left at the end of the page, and what is in a `form` may go on after it.
    fn end_tag(&mut self, id: ElementId, span: Span, open: &OpenElements) {
        let _ = (id, span, open);
    }

    /// Handles the token that the next events follow from: see [`TreeSink::token`].
    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        let _ = (span, is_text);
    }

    /// Whether the text at a span of the input need not be given. It is asked of most texts.
    #[inline]
    fn skips_text(&mut self, span: Span) -> bool {
        let _ = span;
        false
    }

    /// Whether an element, which is put at the end of `parent`, need not be [entered](Event::Enter). It is asked of most HTML elements that
    /// have a tag, and not of those that are put elsewhere. The element is open in any case, and is [left](Event::Leave).
    #[inline]
    fn skips_element(&mut self, id: ElementId, parent: ElementId, tag: &TagByParts<'_>) -> bool {
        let _ = (id, parent, tag);
        false
    }

    /// Whether the attributes of elements of this name are wanted: see [`TreeSink::wants_attributes`].
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
    }

    /// Returns an error if parsing is to end. It is asked as [`TreeSink::is_full`] is.
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

/// A [`TreeSink`] that builds no tree: it passes each step on to an [`EventHandler`].
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
    /// The elements that are nowhere yet: one at a time, but for misnested formatting elements and the stand-ins of a fragment parse.
    unplaced: Vec<Unplaced>,
    /// Copies of elements that were placed, for the next ones.
    spare: Vec<Unplaced>,
    /// The elements that something was taken out of, until it is put somewhere: before that they are not left.
    vacated: Vec<ElementId>,
    unplaced_node: Option<UnplacedNode>,
    /// The text of that node.
    data: String,
}

/// An element before it is put somewhere.
#[derive(Debug, Default)]
struct Unplaced {
    id: Option<ElementId>,
    name: String,
    attributes: AttributesBuffer,
    span: Option<Span>,
    had_duplicate_attribute: bool,
    is_copy: bool,
    wraps: bool,
}

/// A comment or processing instruction before it is put somewhere.
#[derive(Debug)]
struct UnplacedNode {
    /// The target of a processing instruction.
    target: Option<Box<str>>,
    data_span: Span,
    is_verbatim: bool,
    span: Span,
}

/// The handle of a comment. No element has it.
const NODE: ElementId = ElementId::new(u32::MAX, 0);

impl<H: EventHandler> EventSink<H> {
    /// Creates a sink for the events of a document, or of the content of an element.
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
            unplaced: Vec::new(),
            spare: Vec::new(),
            vacated: Vec::new(),
            unplaced_node: None,
            data: String::new(),
        }
    }

    /// Returns the number of bytes that are held for the elements that are open.
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
        let waiting = self.unplaced.iter().chain(&self.spare);
        self.open.memory()
            + self.data.capacity()
            + waiting.map(|it| size_of::<Unplaced>() + it.attributes.memory()).sum::<usize>()
    }

    /// Returns the elements that are open.
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

    /// Returns the handler, to change it.
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

    /// Ends the events and returns the handler.
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
    fn create_unplaced(&mut self, element: &NewElement<'_>, is_copy: bool) -> ElementId {
        let id = self.create(element.namespace, element.name, element.name_str);
        let mut unplaced = self.spare.pop().unwrap_or_default();
        unplaced.id = Some(id);
        unplaced.name.clear();
        if !element.name.is_known() {
            unplaced.name.push_str(element.name_str);
        }
        unplaced.attributes.set(&element.attributes);
        unplaced.span = element.span;
        unplaced.had_duplicate_attribute = element.had_duplicate_attribute;
        unplaced.is_copy = is_copy;
        unplaced.wraps = false;
        self.unplaced.push(unplaced);
        if let Some(entry) = self.open.entry_mut(id) {
            entry.state.is_unplaced = true;
        }
        id
    }

    /// Creates the root `html` of a fragment parse, which is no part of the fragment. Only that one is appended to the document by parts.
    #[cold]
    fn create_fragment_root(&mut self, element: &NewElement<'_>) -> ElementId {
        let id = self.create(element.namespace, element.name, element.name_str);
        if let Some(entry) = self.open.entry_mut(id) {
            entry.state.is_left = true;
        }
        id
    }

    fn is_unplaced(&self, id: ElementId) -> bool {
        self.open.entry(id).is_some_and(|entry| entry.state.is_unplaced)
    }

    #[inline]
    fn emit(&mut self, event: Event<'_>) {
        self.handler.event(event, &self.open);
    }

    /// Puts a node or an element somewhere.
    fn put(&mut self, parent: ElementId, before: Option<ElementId>, child: ElementId) {
        if child == NODE {
            return self.put_node(place(parent, before));
        }
        self.open.link(parent, child);
        // What is in an element that is nowhere is put somewhere together with it.
        if self.is_unplaced(parent) {
            return;
        }
        self.put_element(child, place(parent, before));
        // Below it may be what was put into it while it was nowhere: elements that are nowhere themselves, and one that was taken out.
        let mut next = self.waiting_child(child);
        while let Some(inner) = next {
            let parent = self.open.parent(inner).unwrap_or(ElementId::ROOT);
            self.put_element(inner, place(parent, None));
            next = self.waiting_child(inner);
        }
        self.leave_vacated();
    }

    fn waiting_child(&self, id: ElementId) -> Option<ElementId> {
        let waits = |child: &ElementId| {
            self.open.entry(*child).is_some_and(|entry| entry.state.is_unplaced || entry.state.is_detached)
        };
        self.open.first_child(id).filter(waits)
    }

    fn put_element(&mut self, id: ElementId, place: Place) {
        let Some(entry) = self.open.entry_mut(id) else { return };
        entry.state.is_detached = false;
        if !core::mem::take(&mut entry.state.is_unplaced) {
            return self.emit(Event::Moved { id, place });
        }
        let Some(at) = self.unplaced.iter().rposition(|unplaced| unplaced.id == Some(id)) else { return };
        let unplaced = self.unplaced.swap_remove(at);
        let Some(open) = self.open.get(id) else { return };
        let element = NewElement {
            namespace: open.namespace,
            name: open.name,
            name_str: if open.name.is_known() { open.name.as_str() } else { &unplaced.name },
            qualifier: None,
            attributes: unplaced.attributes.attributes(),
            span: unplaced.span,
            had_duplicate_attribute: unplaced.had_duplicate_attribute,
        };
        self.handler.event(Event::Enter(Enter { id, place, element, is_copy: unplaced.is_copy }), &self.open);
        if unplaced.wraps {
            self.emit(Event::Wrapped { id });
        }
        self.spare.push(unplaced);
    }

    fn put_node(&mut self, place: Place) {
        let Some(node) = self.unplaced_node.take() else { return };
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
        self.unplaced_node = Some(UnplacedNode { target, data_span: data.span, is_verbatim: data.verbatim, span });
        NODE
    }

    fn leave_vacated(&mut self) {
        while let Some(id) = self.vacated.pop() {
            self.leave_if_complete(id);
        }
    }

    /// Leaves an element if it is popped and nothing in it is open, and then what is around it likewise.
    #[inline(always)]
    fn leave_if_complete(&mut self, mut id: ElementId) {
        while let Some(Completed { parent, end_tag, is_shown, is_head }) = self.open.complete(id) {
            if is_shown {
                self.emit(Event::Leave { id, end_tag });
            }
            // What comes between head and body may go into the head.
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
        self.create_unplaced(element, false)
    }

    fn recreate_element(&mut self, _: ElementId, element: &NewElement<'_>) -> ElementId {
        self.create_unplaced(element, true)
    }

    #[inline]
    fn append_element(&mut self, parent: ElementId, element: &NewElement<'_>) -> ElementId {
        if self.is_unplaced(parent) {
            let id = self.create_unplaced(element, false);
            self.put(parent, None, id);
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
        if self.is_unplaced(parent) {
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
        self.put(parent, None, child);
    }

    fn insert_before(&mut self, parent: ElementId, sibling: ElementId, child: ElementId) {
        self.put(parent, Some(sibling), child);
    }

    #[inline]
    fn append_text(&mut self, parent: ElementId, text: Text<'_>) {
        self.emit(Event::Text { place: place(parent, None), text });
    }

    #[inline]
    fn append_text_at(&mut self, _: ElementId, span: Span) -> HookAnswer {
        if self.handler.skips_text(span) { HookAnswer::Taken } else { HookAnswer::Untouched }
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
        if !entry.state.is_unplaced {
            entry.state.is_detached = true;
            self.vacated.push(parent.element());
        }
        self.open.unlink(node);
    }

    /// The tree builder wraps all children of `from` in a new element, which it then appends to it.
    fn reparent_children(&mut self, from: ElementId, to: ElementId) {
        self.open.reparent(from, to);
        if let Some(wrapper) = self.unplaced.iter_mut().rfind(|unplaced| unplaced.id == Some(to)) {
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
        // The root of a fragment parse is no part of the fragment.
        if self.open.entry(element).is_some_and(|entry| !entry.state.is_left) {
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
        if self.open.entry(element).is_some_and(|entry| !entry.state.is_left) {
            self.handler.end_tag(element, end_tag, &self.open);
        }
    }

    #[inline]
    fn element_popped(&mut self, element: ElementId, end_tag: Option<Span>) {
        let Some(entry) = self.open.entry_mut(element) else { return };
        let State { is_left, is_detached, .. } = entry.state;
        (entry.state.is_popped, entry.state.is_detached) = (true, false);
        // The `head` may be popped again.
        if entry.end_tag.is_none() {
            entry.end_tag = end_tag;
        }
        if let Some(span) = end_tag.filter(|_| !is_left) {
            self.handler.end_tag(element, span, &self.open);
        }
        if is_detached {
            self.emit(Event::Removed { id: element });
            self.leave_vacated();
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
