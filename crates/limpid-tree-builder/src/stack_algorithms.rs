//! Algorithms on the stack of open elements that the rules of several modes share.

use crate::element_type::{ElementType, Flags};
use crate::flow::Flow;
use crate::obstacles::Obstacles;
use crate::open_elements::OpenElement;
use crate::slot::Slot;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, Span, TagSet, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<S::Handle>> {
        let entry = self.state.open.pop()?;
        self.handle_popped(&entry);
        Some(entry)
    }

    /// Pops the current node, which must not be `html`, `body`, `option` or a formatting element: [`handle_popped`](Self::handle_popped) treats
    /// these elements differently. Does not invalidate the obstacles.
    #[inline(always)]
    pub(crate) fn pop_plain_element(&mut self, end_tag: Option<Span>) {
        if let Some(&OpenElement { node, .. }) = self.state.open.current() {
            self.state.open.pop();
            self.sink.element_popped(node, end_tag);
        }
    }

    /// Handles an element that was removed from the stack: marks its entry in the list of active formatting elements, if it has one, as closed,
    /// and notifies the sink.
    #[inline]
    pub(crate) fn handle_popped(&mut self, entry: &OpenElement<S::Handle>) {
        self.state.obstacles = Obstacles::UNKNOWN;
        if entry.flags.has(Flags::FORMATTING.with(Flags::OPTION)) {
            if entry.flags.has(Flags::FORMATTING) {
                self.state.formatting.set_open(entry.formatting, Slot::NONE);
            } else {
                self.sink.option_ended(entry.node);
            }
        }
        self.notify_popped(entry.node, entry.element_type);
    }

    #[inline]
    pub(crate) fn notify_popped(&mut self, node: S::Handle, element_type: ElementType) {
        let end_tag = match element_type.name() {
            LocalName::BODY if element_type.is_html_namespace() => self.state.body_end_tag.take(),
            LocalName::HTML if element_type.is_html_namespace() => self.state.html_end_tag.take(),
            _ => match self.state.end_tag {
                Some((named, span)) if named == element_type.in_namespace(Namespace::Html) => {
                    self.state.end_tag = None;
                    Some(span)
                }
                _ => None,
            },
        };
        self.sink.element_popped(node, end_tag);
    }

    /// Records the end tag of the `body` element, which stays on the stack.
    pub(crate) fn end_body(&mut self) {
        self.state.body_end_tag = self.state.end_tag.take().map(|(_, span)| span);
        if let (Some(body), Some(span)) = (self.state.open.second(), self.state.body_end_tag) {
            self.sink.end_tag_seen(body.node, span);
        }
    }

    /// Records the end tag of the `html` element, which stays on the stack.
    pub(crate) fn end_html(&mut self) {
        self.state.html_end_tag = self.state.end_tag.take().map(|(_, span)| span);
        if let (Some(html), Some(span)) = (self.state.open.root(), self.state.html_end_tag) {
            self.sink.end_tag_seen(html.node, span);
        }
    }

    pub(crate) fn pop_until(&mut self, name: LocalName) {
        while let Some(entry) = self.pop() {
            if entry.is(name) {
                break;
            }
        }
    }

    pub(crate) fn pop_until_one_of(&mut self, names: TagSet) {
        while let Some(entry) = self.pop() {
            if entry.element_type.is_html_in(names) {
                break;
            }
        }
    }

    pub(crate) fn pop_through(&mut self, slot: Slot) {
        loop {
            let is_last = self.state.open.current_slot() == slot;
            if self.pop().is_none() || is_last {
                break;
            }
        }
    }

    pub(crate) fn clear_the_stack_back_to(&mut self, context: TagSet) {
        while self.state.open.current().is_some_and(|entry| !entry.element_type.is_html_in(context)) {
            self.pop();
        }
    }

    /// [Generate implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self) {
        self.pop_while(TagSet::IMPLIED_END_TAGS);
    }

    pub(crate) fn generate_implied_end_tags_except(&mut self, name: LocalName) {
        self.pop_while(TagSet::IMPLIED_END_TAGS.without(name));
    }

    /// [Generate all implied end tags
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        self.pop_while(TagSet::THOROUGHLY_IMPLIED_END_TAGS);
    }

    #[inline]
    fn pop_while(&mut self, names: TagSet) {
        while self.state.open.current_is_one_of(names) {
            self.pop();
        }
    }

    /// [Close a `p` element](https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element).
    pub(crate) fn close_a_p_element(&mut self) {
        self.generate_implied_end_tags_except(LocalName::P);
        if !self.state.open.current_is(LocalName::P) {
            self.error(ErrorCode::ClosingPWithOpenElements);
        }
        self.pop_until(LocalName::P);
    }

    #[inline]
    pub(crate) fn close_p_in_button_scope(&mut self) {
        if self.state.open.has_in_button_scope(LocalName::P) {
            self.close_a_p_element();
        }
    }

    /// [Reset the insertion mode
    /// appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        // The element at which the standard's loop through the stack ends.
        let node = self.state.open.last_mode_element();
        if node.is_none() {
            return;
        }
        let last = node == Slot::FIRST;
        let element_type = match self.state.fragment_context {
            Some((context, _)) if last => context,
            _ => self.state.open[node].element_type,
        };
        let name = if element_type.is_html_namespace() { element_type.name() } else { LocalName::UNKNOWN };
        self.state.mode = match InsertionMode::of_element(name) {
            Some(InsertionMode::InCell | InsertionMode::InHead) if last => InsertionMode::InBody,
            Some(InsertionMode::InTemplate) => self.template_mode().unwrap_or(InsertionMode::InBody),
            Some(InsertionMode::BeforeHead) if self.state.head_element.is_some() => InsertionMode::AfterHead,
            Some(mode) => mode,
            None => InsertionMode::InBody,
        };
    }

    /// Returns the [current template insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#current-template-insertion-mode).
    #[inline]
    pub(crate) fn template_mode(&self) -> Option<InsertionMode> {
        self.state.extras.as_ref()?.template_modes.last().copied()
    }

    pub(crate) fn push_template_mode(&mut self, mode: InsertionMode) {
        self.state.extras_mut().template_modes.push(mode);
    }

    pub(crate) fn pop_template_mode(&mut self) {
        if let Some(extras) = &mut self.state.extras {
            extras.template_modes.pop();
        }
    }

    /// Whether the parser [is parsing template
    /// contents](https://html.spec.whatwg.org/multipage/parsing.html#parsing-template-contents).
    pub(crate) fn is_parsing_template_contents(&self) -> bool {
        self.state.open.has_template() || self.fragment_context_is(LocalName::TEMPLATE)
    }

    pub(crate) fn fragment_context_is(&self, name: LocalName) -> bool {
        self.state.fragment_context.is_some_and(|(element_type, _)| element_type == ElementType::html(name))
    }

    /// [Stop parsing](https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing): pops all open elements.
    #[inline]
    pub(crate) fn stop_parsing(&mut self) -> Flow<'static> {
        if !self.state.open.entries().is_empty() {
            self.pop_all();
        }
        Flow::Done
    }

    #[inline(never)]
    fn pop_all(&mut self) {
        let entries = self.state.open.take_entries();
        for entry in entries.iter().rev().filter(|entry| !entry.flags.has(Flags::CLOSED)) {
            self.handle_popped(entry);
        }
        self.state.open.restart(entries);
    }
}
