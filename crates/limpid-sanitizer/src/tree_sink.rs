//! Sanitizes a tree while it is built: a layer between the tree builder and any sink.
//!
//! The tree builder moves nodes and asks for their parents. So the layer keeps the structure of the whole, unsanitized tree. The wrapped
//! sink gets only the nodes that are kept.

use crate::filter::{AttributeFilter, Filter, Verdict};
use limpid_markup::{
    Doctype, ErrorCode, HookResult, LocalName, Namespace, NewElement, ParseError, QuirksMode, ShadowRootInit, Span,
    TagByParts, TagSet, Text, TokenAttributes, TreeSink, XmlDeclaration,
};
use std::collections::HashMap;

/// A [`TreeSink`] that sanitizes while the tree is built: it wraps another sink, and passes on only nodes and attributes that a [`Filter`]
/// keeps.
///
/// The result is the tree that [`Sanitizer::sanitize`](crate::Sanitizer::sanitize) makes of the parsed document, with adjacent texts
/// [merged](limpid_dom::NodeMut::normalize). There are these differences:
///
/// * If an element is replaced by its children, they go to the place where the parser first inserts the element. If the parser later moves
///   the element (misnested formatting elements), or inserts something before it because it is a `table`, the order may differ.
/// * A `selectedcontent` element gets the sanitized content of the selected option, and no content if that option is removed.
/// * `<template for>` does not patch other nodes.
/// * A declarative shadow root stays a `template` if its host is not in the result. The host is then an element that is replaced by its
///   children, or the context element of a fragment.
///
/// ```
/// use limpid::{NodeRef, ParseOptions, sanitize::{Sanitizer, Sanitizing}};
/// use limpid_dom::DocumentBuilder;
///
/// let page = "<p onclick=x()>Hello<script>y()</script>";
/// let sink = Sanitizing::new(DocumentBuilder::new(page), Sanitizer::preset().filter(true));
/// let (tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
/// // Or pass chunks of the input to `feed`.
/// let mut tokenizer = tokenizer;
/// tokenizer.run(page, &mut builder);
/// let document = builder.finish().into_inner().finish();
/// assert_eq!(document.body().map(NodeRef::inner_html).as_deref(), Some("<p>Hello</p>"));
/// ```
#[derive(Debug)]
pub struct Sanitizing<'f, S: TreeSink> {
    sink: S,
    filter: &'f Filter,
    nodes: Vec<Node<S::Handle>>,
    /// Template contents and shadow roots, by the index of their template in `nodes`.
    contents: HashMap<u32, u32>,
    /// An element of the wrapped sink outside the tree. If the parser moves children of a kept node to a removed node, the wrapped sink moves
    /// them to this element, and so out of the tree.
    detached: Option<S::Handle>,
    /// Whether the next element is an `html` that is always kept.
    keeps_next_element: bool,
}

/// The handle of a node in a [`Sanitizing`] sink.
///
/// ```
/// use limpid::sanitize::{Sanitizer, Sanitizing, SanitizingHandle};
/// use limpid_dom::DocumentBuilder;
/// use limpid::tree_builder::TreeSink;
/// let mut sink = Sanitizing::new(DocumentBuilder::new(""), Sanitizer::preset().filter(true));
/// let document: SanitizingHandle = sink.document();
/// assert_eq!(sink.parent(document), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SanitizingHandle(u32);

#[derive(Clone, Copy, Debug)]
struct Node<H> {
    state: State<H>,
    parent: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
    /// The name of `html` and `body`, which may get more attributes later. Unknown for other elements.
    name: LocalName,
}

#[derive(Clone, Copy, Debug)]
enum State<H> {
    /// The node is in the wrapped sink.
    Kept(H),
    /// The node is not in the wrapped sink. If it is sealed, the parser never moves its descendants out of it.
    Removed { is_sealed: bool },
    /// The element is replaced by its children. They are inserted into `container`: before its child `before`, or at its end if `before`
    /// is [`NONE`]. The container itself is never a replaced element.
    Replaced { container: u32, before: u32 },
}

/// Where in the wrapped sink a node is inserted.
enum InsertionPoint<H> {
    /// Nowhere: the parent is removed.
    None,
    /// At the end of this node.
    End(H),
    /// In the first node, before the second.
    Before(H, H),
}

const DOCUMENT: u32 = 0;
const NONE: u32 = u32::MAX;

impl<'f, S: TreeSink> Sanitizing<'f, S> {
    /// Wraps a sink whose tree is still empty.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, Sanitizing};
    /// use limpid_dom::DocumentBuilder;
    /// let page = "<title>Tea</title><p>Green<script>x()</script>";
    /// let sink = Sanitizing::new(DocumentBuilder::new(page), Sanitizer::preset().filter(true));
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(sink, None);
    /// tokenizer.run(page, &mut builder);
    /// assert_eq!(builder.finish().into_inner().finish().text_content(), "TeaGreen");
    /// ```
    pub fn new(mut sink: S, filter: &'f Filter) -> Sanitizing<'f, S> {
        let document = sink.document();
        let mut layer = Sanitizing {
            sink,
            filter,
            nodes: Vec::new(),
            contents: HashMap::new(),
            detached: None,
            keeps_next_element: false,
        };
        layer.add(State::Kept(document));
        layer
    }

    /// Always keeps the `html` element that holds the content of a parsed fragment, for sinks without
    /// [fragments](TreeSink::create_fragment). Must be called before the parse.
    #[doc(hidden)]
    #[must_use]
    pub fn with_root(self) -> Sanitizing<'f, S> {
        Sanitizing { keeps_next_element: true, ..self }
    }

    /// Returns a reference to the wrapped sink.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, Sanitizing};
    /// let sink = Sanitizing::new(limpid_dom::DocumentBuilder::new("Tea"), Sanitizer::preset().filter(true));
    /// assert_eq!(sink.inner().document_so_far().source(), "Tea");
    /// ```
    pub fn inner(&self) -> &S {
        &self.sink
    }

    /// Returns the wrapped sink.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, Sanitizing};
    /// let sink = Sanitizing::new(limpid_dom::DocumentBuilder::new("Tea"), Sanitizer::preset().filter(true));
    /// assert_eq!(sink.into_inner().finish().source(), "Tea");
    /// ```
    pub fn into_inner(self) -> S {
        self.sink
    }

    fn add(&mut self, state: State<S::Handle>) -> SanitizingHandle {
        let (none, number) = (NONE, self.nodes.len() as u32);
        self.nodes.push(Node {
            state,
            parent: none,
            first: none,
            last: none,
            previous: none,
            next: none,
            name: LocalName::UNKNOWN,
        });
        SanitizingHandle(number)
    }

    fn node(&self, number: u32) -> Option<&Node<S::Handle>> {
        self.nodes.get(number as usize)
    }

    fn change(&mut self, number: u32, change: impl FnOnce(&mut Node<S::Handle>)) {
        if let Some(node) = self.nodes.get_mut(number as usize) {
            change(node);
        }
    }

    fn kept(&self, number: u32) -> Option<S::Handle> {
        match self.node(number)?.state {
            State::Kept(handle) => Some(handle),
            _ => None,
        }
    }

    /// Inserts `child` into the unsanitized tree: as a child of `parent` before `before`, or as its last child if `before` is [`NONE`].
    fn link(&mut self, parent: u32, before: u32, child: u32) {
        let previous = match self.node(before) {
            Some(sibling) => sibling.previous,
            None => self.node(parent).map_or(NONE, |parent| parent.last),
        };
        self.change(child, |node| (node.parent, node.previous, node.next) = (parent, previous, before));
        self.change(previous, |node| node.next = child);
        self.change(before, |node| node.previous = child);
        self.change(parent, |node| {
            if previous == NONE {
                node.first = child;
            }
            if before == NONE {
                node.last = child;
            }
        });
    }

    fn unlink(&mut self, child: u32) {
        let Some(&Node { parent, previous, next, .. }) = self.node(child) else { return };
        self.change(previous, |node| node.next = next);
        self.change(next, |node| node.previous = previous);
        self.change(parent, |node| {
            if node.first == child {
                node.first = next;
            }
            if node.last == child {
                node.last = previous;
            }
        });
        self.change(child, |node| (node.parent, node.previous, node.next) = (NONE, NONE, NONE));
    }

    /// Returns the position in the wrapped sink for a child of `parent`: before the child `before`, or at the end if `before` is [`NONE`].
    fn insertion_point(&self, parent: u32, before: u32) -> InsertionPoint<S::Handle> {
        let (container, before) = match self.node(parent).map(|node| node.state) {
            Some(State::Replaced { container, before: outer }) => {
                (container, if self.kept(before).is_some() { before } else { outer })
            }
            _ => (parent, before),
        };
        match (self.kept(container), self.kept(before)) {
            (None, _) => InsertionPoint::None,
            (Some(container), Some(before)) if self.sink.parent(before) == Some(container) => {
                InsertionPoint::Before(container, before)
            }
            (Some(container), _) => InsertionPoint::End(container),
        }
    }

    /// Inserts a node without a parent into `parent`: before the child `before`, or at the end if `before` is [`NONE`].
    fn insert(&mut self, parent: u32, before: u32, child: u32) {
        self.link(parent, before, child);
        match self.node(child).map(|node| node.state) {
            Some(State::Kept(handle)) => self.attach(parent, before, handle),
            Some(State::Replaced { .. }) => self.insert_replaced(parent, before, child),
            _ => {}
        }
    }

    /// Inserts a node into the wrapped sink if it has no parent there.
    fn attach(&mut self, parent: u32, before: u32, handle: S::Handle) {
        if self.sink.parent(handle).is_some() {
            return;
        }
        match self.insertion_point(parent, before) {
            InsertionPoint::None => {}
            InsertionPoint::End(container) => self.sink.append(container, handle),
            InsertionPoint::Before(container, sibling) => self.sink.insert_before(container, sibling, handle),
        }
    }

    /// Updates the position for the children of a replaced element, and inserts the children that the element already has.
    fn insert_replaced(&mut self, parent: u32, before: u32, child: u32) {
        let mut stack = vec![(parent, before, child)];
        while let Some((parent, before, child)) = stack.pop() {
            match self.node(child).map(|node| node.state) {
                Some(State::Kept(handle)) => self.attach(parent, before, handle),
                Some(State::Replaced { .. }) => {
                    let state = self.replaced_state(parent, before);
                    self.change(child, |node| node.state = state);
                    let mut inner = self.node(child).map_or(NONE, |node| node.last);
                    while inner != NONE {
                        stack.push((child, NONE, inner));
                        inner = self.node(inner).map_or(NONE, |node| node.previous);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the state of a replaced element in `parent`.
    fn replaced_state(&self, parent: u32, before: u32) -> State<S::Handle> {
        match self.node(parent).map(|node| node.state) {
            Some(State::Replaced { container, before: outer }) => {
                State::Replaced { container, before: if before == NONE { outer } else { before } }
            }
            _ => State::Replaced { container: parent, before },
        }
    }

    /// Returns the attribute filter for an element that is kept, or the state for an element that is not kept.
    fn verdict<'e>(
        &self,
        element: &NewElement<'e>,
        parent: Option<u32>,
    ) -> Result<AttributeFilter<'e>, State<S::Handle>>
    where
        'f: 'e,
    {
        let parent_state = parent.and_then(|parent| self.node(parent)).map(|node| node.state);
        if matches!(parent_state, Some(State::Removed { is_sealed: true })) {
            return Err(State::Removed { is_sealed: true });
        }
        let is_special = is_special(element);
        let filter: &'f Filter = self.filter;
        match filter.verdict_on_new_element(element) {
            Verdict::Remove(_) => Err(State::Removed { is_sealed: is_special }),
            Verdict::ReplaceWithChildren => Err(State::Replaced { container: NONE, before: NONE }),
            // Inside a removed element, a kept element is created only if the parser may move it out later. The parser moves only special
            // elements out of their parents.
            Verdict::Keep(_) if matches!(parent_state, Some(State::Removed { .. })) && !is_special => {
                Err(State::Removed { is_sealed: false })
            }
            Verdict::Keep(attributes) => Ok(attributes),
        }
    }

    fn add_element(&mut self, state: State<S::Handle>, element: &NewElement<'_>) -> SanitizingHandle {
        let added = self.add(state);
        if element.namespace == Namespace::Html && matches!(element.name, LocalName::HTML | LocalName::BODY) {
            self.change(added.0, |node| node.name = element.name);
        }
        added
    }
}

/// Whether an element is [special](https://html.spec.whatwg.org/multipage/parsing.html#special). The parser does not move content out of
/// special elements when it corrects misnested elements.
fn is_special(element: &NewElement<'_>) -> bool {
    match element.namespace {
        Namespace::Html => TagSet::SPECIAL.contains(element.name),
        Namespace::MathMl => TagSet::SPECIAL_MATHML.contains(element.name),
        Namespace::Svg => TagSet::SPECIAL_SVG.contains(element.name) || element.name_str == "foreignObject",
        _ => false,
    }
}

/// Calls `then` with a copy of the element that has only the kept attributes.
fn with_kept_attributes<T>(
    filter: AttributeFilter<'_>,
    element: &NewElement<'_>,
    then: impl FnOnce(&NewElement<'_>) -> T,
) -> T {
    let (mut records, mut names) = (Vec::new(), Vec::new());
    let attributes = element.attributes.retained(|attribute| filter.keeps(attribute), &mut records, &mut names);
    then(&NewElement { attributes, ..*element })
}

impl<S: TreeSink> TreeSink for Sanitizing<'_, S> {
    type Handle = SanitizingHandle;

    const WANTS_ERRORS: bool = S::WANTS_ERRORS;

    fn document(&mut self) -> SanitizingHandle {
        SanitizingHandle(DOCUMENT)
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> SanitizingHandle {
        let state = match self.verdict(element, None) {
            Ok(attributes) => {
                State::Kept(with_kept_attributes(attributes, element, |element| self.sink.create_element(element)))
            }
            Err(state) => state,
        };
        self.add_element(state, element)
    }

    fn append_element(&mut self, parent: SanitizingHandle, element: &NewElement<'_>) -> SanitizingHandle {
        if let (true, Some(document)) = (std::mem::take(&mut self.keeps_next_element), self.kept(parent.0)) {
            let root = self.sink.append_element(document, element);
            let added = self.add(State::Kept(root));
            self.link(parent.0, NONE, added.0);
            return added;
        }
        let state = match self.verdict(element, Some(parent.0)) {
            Ok(attributes) => with_kept_attributes(attributes, element, |element| {
                State::Kept(match self.insertion_point(parent.0, NONE) {
                    InsertionPoint::End(container) => self.sink.append_element(container, element),
                    _ => self.sink.create_element(element),
                })
            }),
            Err(state) => state,
        };
        let added = self.add_element(state, element);
        self.insert(parent.0, NONE, added.0);
        added
    }

    fn append_element_by_parts(&mut self, parent: SanitizingHandle, tag: TagByParts<'_>) -> Option<SanitizingHandle> {
        let element = tag.element();
        if !self.keeps_next_element
            && let (Ok(attributes), InsertionPoint::End(container)) =
                (self.verdict(&element, Some(parent.0)), self.insertion_point(parent.0, NONE))
            && element.attributes.iter().all(|attribute| attributes.keeps(&attribute))
        {
            let handle = self.sink.append_element_by_parts(container, tag)?;
            let added = self.add_element(State::Kept(handle), &element);
            self.link(parent.0, NONE, added.0);
            return Some(added);
        }
        Some(self.append_element(parent, &element))
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> SanitizingHandle {
        let state = match self.filter.keeps_comments() {
            true => State::Kept(self.sink.create_comment(data, span)),
            false => State::Removed { is_sealed: true },
        };
        self.add(state)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> SanitizingHandle {
        let state = match self.filter.reason_to_remove_instruction(target) {
            None => State::Kept(self.sink.create_processing_instruction(target, data, span)),
            Some(_) => State::Removed { is_sealed: true },
        };
        self.add(state)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        self.sink.append_doctype(doctype);
    }

    fn append(&mut self, parent: SanitizingHandle, child: SanitizingHandle) {
        self.insert(parent.0, NONE, child.0);
    }

    fn insert_before(&mut self, parent: SanitizingHandle, sibling: SanitizingHandle, child: SanitizingHandle) {
        self.insert(parent.0, sibling.0, child.0);
    }

    fn append_text_at(&mut self, parent: SanitizingHandle, span: Span) -> HookResult {
        match self.insertion_point(parent.0, NONE) {
            InsertionPoint::None => HookResult::Handled,
            InsertionPoint::End(container) => self.sink.append_text_at(container, span),
            InsertionPoint::Before(..) => HookResult::Declined,
        }
    }

    fn append_text(&mut self, parent: SanitizingHandle, text: Text<'_>) {
        match self.insertion_point(parent.0, NONE) {
            InsertionPoint::None => {}
            InsertionPoint::End(container) => self.sink.append_text(container, text),
            InsertionPoint::Before(container, sibling) => self.sink.insert_text_before(container, sibling, text),
        }
    }

    fn insert_text_before(&mut self, parent: SanitizingHandle, sibling: SanitizingHandle, text: Text<'_>) {
        match self.insertion_point(parent.0, sibling.0) {
            InsertionPoint::None => {}
            InsertionPoint::End(container) => self.sink.append_text(container, text),
            InsertionPoint::Before(container, sibling) => self.sink.insert_text_before(container, sibling, text),
        }
    }

    fn remove(&mut self, node: SanitizingHandle) {
        self.unlink(node.0);
        if let Some(handle) = self.kept(node.0) {
            self.sink.remove(handle);
        }
    }

    fn reparent_children(&mut self, from: SanitizingHandle, to: SanitizingHandle) {
        let mut child = self.node(from.0).map_or(NONE, |node| node.first);
        while child != NONE {
            let next = self.node(child).map_or(NONE, |node| node.next);
            self.unlink(child);
            self.link(to.0, NONE, child);
            child = next;
        }
        let Some(from) = self.kept(from.0) else { return };
        match self.node(to.0).map(|node| node.state) {
            Some(State::Kept(to)) => self.sink.reparent_children(from, to),
            Some(State::Removed { .. }) => {
                let sink = &mut self.sink;
                let detached = *self
                    .detached
                    .get_or_insert_with(|| sink.create_element(&TagByParts::implied(LocalName::SPAN).element()));
                sink.reparent_children(from, detached);
            }
            // `to` is replaced, and the tree builder inserts it into `from` next. In the wrapped sink, the children therefore stay in `from`.
            _ => {}
        }
    }

    fn parent(&self, node: SanitizingHandle) -> Option<SanitizingHandle> {
        let parent = self.node(node.0)?.parent;
        (parent != NONE).then_some(SanitizingHandle(parent))
    }

    fn template_contents(&mut self, template: SanitizingHandle) -> SanitizingHandle {
        if let Some(&contents) = self.contents.get(&template.0) {
            return SanitizingHandle(contents);
        }
        let state = match self.kept(template.0) {
            Some(handle) => State::Kept(self.sink.template_contents(handle)),
            None => State::Removed { is_sealed: true },
        };
        let contents = self.add(state);
        self.contents.insert(template.0, contents.0);
        contents
    }

    fn add_missing_attributes(&mut self, element: SanitizingHandle, attributes: &TokenAttributes<'_>) {
        let Some(&Node { state: State::Kept(handle), name, .. }) = self.node(element.0) else { return };
        let element = NewElement { attributes: *attributes, ..TagByParts::implied(name).element() };
        if let Ok(filter) = self.verdict(&element, None) {
            with_kept_attributes(filter, &element, |element| {
                self.sink.add_missing_attributes(handle, &element.attributes);
            });
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        self.sink.parse_error(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.sink.wants_input_stream_errors()
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.sink.set_quirks_mode(mode);
    }

    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.sink.set_xml(declaration);
    }

    fn element_popped(&mut self, element: SanitizingHandle, end_tag: Option<Span>) {
        if let Some(handle) = self.kept(element.0) {
            self.sink.element_popped(handle, end_tag);
        }
    }

    fn token(&mut self, span: Span, is_text: bool) {
        self.sink.token(span, is_text);
    }

    fn end_tag_seen(&mut self, element: SanitizingHandle, end_tag: Span) {
        if let Some(handle) = self.kept(element.0) {
            self.sink.end_tag_seen(handle, end_tag);
        }
    }

    fn script_ended(&mut self, script: SanitizingHandle) {
        if let Some(handle) = self.kept(script.0) {
            self.sink.script_ended(handle);
        }
    }

    fn mark_script_already_started(&mut self, script: SanitizingHandle) {
        if let Some(handle) = self.kept(script.0) {
            self.sink.mark_script_already_started(handle);
        }
    }

    fn associate_with_form(&mut self, element: SanitizingHandle, form: SanitizingHandle, parent: SanitizingHandle) {
        if let (Some(element), Some(form), InsertionPoint::End(parent) | InsertionPoint::Before(parent, _)) =
            (self.kept(element.0), self.kept(form.0), self.insertion_point(parent.0, NONE))
        {
            self.sink.associate_with_form(element, form, parent);
        }
    }

    fn option_ended(&mut self, option: SanitizingHandle) {
        if let Some(handle) = self.kept(option.0) {
            self.sink.option_ended(handle);
        }
    }

    fn is_full(&self) -> Option<ErrorCode> {
        self.sink.is_full()
    }

    fn create_fragment(&mut self) -> Option<SanitizingHandle> {
        let fragment = self.sink.create_fragment()?;
        Some(self.add(State::Kept(fragment)))
    }

    fn attach_declarative_shadow(
        &mut self,
        host: SanitizingHandle,
        template: SanitizingHandle,
        init: ShadowRootInit,
    ) -> Option<SanitizingHandle> {
        let host = self.kept(host.0)?;
        // A shadow root stays even if the configuration removes templates.
        let handle = match self.kept(template.0) {
            Some(handle) => handle,
            None => self.sink.create_element(&TagByParts::implied(LocalName::TEMPLATE).element()),
        };
        let root = self.sink.attach_declarative_shadow(host, handle, init)?;
        let root = self.add(State::Kept(root));
        self.contents.insert(template.0, root.0);
        Some(root)
    }

    fn is_shadow_host(&self, element: SanitizingHandle) -> bool {
        self.kept(element.0).is_some_and(|handle| self.sink.is_shadow_host(handle))
    }

    fn template_contents_if_template(&self, node: SanitizingHandle) -> Option<SanitizingHandle> {
        self.contents.get(&node.0).map(|&contents| SanitizingHandle(contents))
    }
}
