//! The core of the rewriter: an event handler that calls the user's handlers and writes the page with their changes.
//!
//! The page is copied up to the next change, or up to the end of the *final* part: the part that is parsed and was passed to all handlers that
//! want it. Removed content is skipped instead of copied.

use super::content::{Changes, ContentKind};
use super::element::{Element, ElementChanges, EndChanges, EndTag};
use super::error::{HandlerResult, RewriteError};
use super::handlers::{CommentHandler, Handlers, Selected, TextHandler};
use super::output::OutputSink;
use super::tag::write_tag;
use super::units::{Comment, Doctype, DocumentEnd, TextChunk};
use super::writer::Writer;
use crate::events::{ElementId, Enter, Event, EventHandler, OpenElements, Place};
use limpid_markup::{LocalName, Namespace, QuirksMode, Span, TagByParts, TagSet, Text};
use limpid_select::{StreamMatcher, StreamedElement};
use limpid_tokenizer::State;

pub(super) struct Core<'h, O> {
    handlers: Handlers<'h>,
    matcher: StreamMatcher,
    matched: Vec<usize>,
    pub(super) writer: Writer<O>,
    noscript_is_raw: bool,
    /// The end of the final part of the page (see the documentation of the module).
    final_to: u32,
    /// The current token, which causes the next events.
    token: Span,
    /// The tags that are implied at the start of the current token. If content is inserted at that position, these tags are written before the
    /// content.
    implied_tags: String,
    /// The elements that end at the start of the current token and have a marker in the list of active formatting elements, such as `object`.
    /// The end tag of such an element changes which formatting elements are active, so it is written only if content is inserted after it.
    deferred_end_tags: Vec<LocalName>,
    tag_buffer: String,
    /// The markup that closes the comment, doctype or CDATA section that is open at the end of the page, or `""`.
    closing_markup: &'static str,
    /// Whether the page ends in text that no end tag can end: in a `plaintext`, or in a script after `<!--<script`.
    has_endless_text: bool,
    /// The name of the element with such text. `None` until the element ends.
    endless_element: Option<&'static str>,
    /// Whether a start tag was written for a `body` whose tag is implied.
    has_written_body: bool,
    /// Indexed by [`ElementId::index`].
    open: Vec<OpenState>,
    active: ActiveHandlers,
    text: PendingText,
    /// The number of bytes of content to insert at the ends of open elements.
    pending_bytes: usize,
    /// The number of open elements whose content is removed. Between their tags, the page may contain nodes with another parent, such as the
    /// foster-parented content of a table.
    removal_count: usize,
    has_stopped: bool,
}

#[derive(Default)]
struct OpenState {
    end: Option<Box<PendingEnd>>,
    /// The start of the token that entered the element.
    entered_at: u32,
    has_tag: bool,
    has_ended: bool,
    /// Whether the content is removed, because of this element or an ancestor.
    is_removed: bool,
    starts_removal: bool,
}

struct PendingEnd {
    name: String,
    new_name: Option<String>,
    removes_tags: bool,
    changes: EndChanges,
}

/// The text and comment handlers that apply in each open element, as bit sets of handlers. For an element with the [index](ElementId::index)
/// `i`, set `2 * i` contains the handlers of the element and its ancestors, and set `2 * i + 1` contains only the handlers of the element
/// itself.
#[derive(Default)]
struct ActiveHandlers {
    words: usize,
    sets: Vec<u64>,
}

impl ActiveHandlers {
    fn handlers(&self, index: usize) -> &[u64] {
        self.sets.get(index * 2 * self.words..(index * 2 + 1) * self.words).unwrap_or_default()
    }

    fn has_any(&self, index: usize) -> bool {
        self.handlers(index).iter().any(|word| *word != 0)
    }

    fn contains(&self, index: usize, handler: usize) -> bool {
        self.handlers(index).get(handler / 64).is_some_and(|word| word & (1 << (handler % 64)) != 0)
    }

    fn enter(&mut self, index: usize, parent: usize) {
        let size = (index.max(parent) + 1) * 2 * self.words;
        if self.sets.len() < size {
            self.sets.resize(size, 0);
        }
        let own = (index * 2 + 1) * self.words;
        self.sets[own..own + self.words].fill(0);
        self.reparent(index, parent);
    }

    fn add(&mut self, index: usize, handler: usize) {
        for set in [index * 2, index * 2 + 1] {
            self.sets[set * self.words + handler / 64] |= 1 << (handler % 64);
        }
    }

    fn reparent(&mut self, index: usize, parent: usize) {
        for word in 0..self.words {
            let [set, own, around] = [index * 2, index * 2 + 1, parent * 2].map(|set| set * self.words + word);
            self.sets[set] = self.sets[own] | self.sets[around];
        }
    }
}

/// Text that was not passed to handlers yet.
#[derive(Default)]
struct PendingText {
    text: String,
    span: Span,
    place: Option<Place>,
    is_cdata: bool,
}

impl<'h, O: OutputSink> Core<'h, O> {
    pub(super) fn new(handlers: Handlers<'h>, matcher: StreamMatcher, noscript_is_raw: bool, output: O) -> Core<'h, O> {
        let has_others = handlers.selected.iter().any(|handler| !matches!(handler, Selected::Element(_)));
        let words = if has_others { handlers.selected.len().div_ceil(64) } else { 0 };
        Core {
            handlers,
            matcher,
            matched: Vec::new(),
            writer: Writer::new(output),
            noscript_is_raw,
            final_to: 0,
            token: Span::default(),
            implied_tags: String::new(),
            deferred_end_tags: Vec::new(),
            tag_buffer: String::new(),
            closing_markup: "",
            has_endless_text: false,
            endless_element: None,
            has_written_body: false,
            open: Vec::new(),
            active: ActiveHandlers { words, sets: vec![0; 2 * words] },
            text: PendingText::default(),
            pending_bytes: 0,
            removal_count: 0,
            has_stopped: false,
        }
    }

    pub(super) fn memory(&self) -> usize {
        let open = self.open.capacity() * size_of::<OpenState>() + self.active.sets.capacity() * size_of::<u64>();
        let text = self.text.text.capacity() + self.implied_tags.capacity() + self.tag_buffer.capacity();
        self.writer.source.memory() + self.pending_bytes + text + open + self.matcher.memory()
    }

    /// Ends a chunk of the page: writes the final part, and drops the text that the parser does not need.
    pub(super) fn end_chunk(&mut self, needed_from: u32) {
        self.call_text_handlers(false);
        self.writer.copy_to(self.final_to);
        self.writer.source.release(self.writer.copied_to.min(needed_from));
    }

    /// Marks the page as final up to an offset in an unfinished tag that no handler can change.
    pub(super) fn mark_final_to(&mut self, offset: u32) {
        self.final_to = self.final_to.max(offset);
    }

    /// Returns whether texts need no events: no handler wants text, and no content is removed.
    fn skips_texts(&self) -> bool {
        self.active.words == 0 && self.handlers.text.is_empty() && self.removal_count == 0
    }

    pub(super) fn set_end_state(&mut self, state: State) {
        match state {
            State::EndTagOpen | State::RcdataEndTagOpen => self.writer.ends_with_end_tag_open = true,
            State::CdataSection | State::CdataSectionBracket | State::CdataSectionEnd => self.closing_markup = "]]>",
            // A doctype that the parser ignores causes no event, so only the tokenizer state shows that the doctype is open.
            State::Doctype
            | State::BeforeDoctypeName
            | State::DoctypeName
            | State::AfterDoctypeName
            | State::AfterDoctypePublicKeyword
            | State::BeforeDoctypePublicIdentifier
            | State::DoctypePublicIdentifierDoubleQuoted
            | State::DoctypePublicIdentifierSingleQuoted
            | State::AfterDoctypePublicIdentifier
            | State::BetweenDoctypePublicAndSystemIdentifiers
            | State::AfterDoctypeSystemKeyword
            | State::BeforeDoctypeSystemIdentifier
            | State::DoctypeSystemIdentifierDoubleQuoted
            | State::DoctypeSystemIdentifierSingleQuoted
            | State::AfterDoctypeSystemIdentifier
            | State::BogusDoctype => self.closing_markup = ">",
            State::Plaintext
            | State::ScriptDataDoubleEscaped
            | State::ScriptDataDoubleEscapedDash
            | State::ScriptDataDoubleEscapedDashDash
            | State::ScriptDataDoubleEscapedLessThanSign
            | State::ScriptDataDoubleEscapeEnd => self.has_endless_text = true,
            _ => {}
        }
    }

    pub(super) fn end(&mut self) {
        self.call_text_handlers(true);
        self.writer.is_removing = false;
        self.writer.copy_to(self.writer.source.end());
        for handler in std::mem::take(&mut self.handlers.end) {
            let mut end = DocumentEnd::default();
            if self.has_stopped || !self.check(handler(&mut end)) {
                break;
            }
            self.insert(&end.content);
        }
        self.writer.write_end_tag_open(false);
    }

    /// Returns whether a handler succeeded, and stores its error otherwise.
    fn check(&mut self, result: HandlerResult) -> bool {
        if let Err(error) = result {
            self.writer.error.get_or_insert(RewriteError::Handler(error));
        }
        self.writer.error.is_none()
    }

    fn insert(&mut self, markup: &str) {
        if !markup.is_empty() {
            self.write_implied();
            self.writer.insert(markup);
        }
    }

    /// Writes the implied tags at the current position. Needed if content is inserted after them, or if the tag that implies them is removed.
    fn write_implied(&mut self) {
        if self.writer.copied_to == self.token.start && !self.writer.is_removing {
            if let Some(element) = self.endless_element {
                self.writer.error.get_or_insert(RewriteError::UnclosableText { element });
            }
            self.add_deferred_end_tags();
            let implied = std::mem::take(&mut self.implied_tags);
            self.writer.insert(&implied);
        }
    }

    #[inline]
    fn enter(&mut self, enter: &Enter<'_>, open: &OpenElements) {
        let (index, parent) = (enter.id.index(), enter.place.parent.index());
        if self.open.len() <= index {
            self.open.resize_with(index + 1, OpenState::default);
        }
        let (has_tag, is_removed) = (enter.element.span.is_some(), self.is_removed(parent));
        let state = OpenState { entered_at: self.token.start, has_tag, is_removed, ..OpenState::default() };
        self.open[index] = state;
        self.set_removing(is_removed, self.token.start);
        if !has_tag && !enter.is_copy && !keeps_tags_implied(enter.element.namespace, enter.element.name) {
            if enter.element.namespace == Namespace::Html && TagSet::TABLE_PART_TAGS.contains(enter.element.name) {
                // The tag of a table part closes all open elements in the table.
                self.deferred_end_tags.clear();
            }
            self.add_implied_tags(&["<", enter.element.name_str, ">"]);
        }
        let streamed = StreamedElement {
            element: &enter.element,
            index,
            parent,
            before: enter.place.before.map(ElementId::index),
            in_quirks_mode: open.quirks_mode() == QuirksMode::Quirks,
        };
        self.matcher.enter(streamed, &mut self.matched);
        if self.active.words != 0 {
            self.active.enter(index, parent);
        }
        let content = ContentKind::of(&enter.element, self.noscript_is_raw);
        if content != ContentKind::Markup {
            self.start_special_content(enter, content, false);
        }
        if !self.matched.is_empty() && !self.has_stopped && self.writer.error.is_none() {
            self.call_handlers(enter, open, content);
        }
    }

    /// Prepares the writer for an element in which the parser reads text differently from ordinary markup. If the tags of the element were
    /// removed (`is_unwrapped`), its text may have to be escaped.
    fn start_special_content(&mut self, enter: &Enter<'_>, content: ContentKind, is_unwrapped: bool) {
        let Some(tag) = enter.element.span else { return };
        if content == ContentKind::Preformatted || enter.is_html(LocalName::TEXTAREA) {
            self.writer.start_line_feed_element(tag);
        }
        let escaped: &[u8] = match content {
            ContentKind::Raw if is_unwrapped => b"&<",
            ContentKind::Text if is_unwrapped => b"<",
            ContentKind::Raw => b"",
            _ => return,
        };
        self.writer.start_raw(enter.id, enter.element.name.as_str(), tag.end, escaped);
    }

    fn call_handlers(&mut self, enter: &Enter<'_>, open: &OpenElements, content: ContentKind) {
        let mut changes = ElementChanges::default();
        let noscript_is_raw = self.noscript_is_raw;
        for position in 0..self.matched.len() {
            let handler = self.matched[position];
            let Selected::Element(handle) = &mut self.handlers.selected[handler] else {
                self.active.add(enter.id.index(), handler);
                continue;
            };
            // The page contains no tag for a copy.
            if enter.is_copy || changes.stops {
                continue;
            }
            let source = self.writer.source.slice(enter.element.span.unwrap_or_default());
            let result = handle(&mut Element { enter, open, source, content, noscript_is_raw, changes: &mut changes });
            if !self.check(result) {
                return;
            }
        }
        self.has_stopped |= changes.stops;
        if !changes.is_empty() {
            self.change_element(enter, content, changes);
        }
    }

    fn change_element(&mut self, enter: &Enter<'_>, content: ContentKind, changes: ElementChanges) {
        let ElementChanges {
            before,
            mut replacement,
            name,
            attributes,
            prepended,
            removes_tags,
            removes_content,
            mut end,
            ..
        } = changes;
        let element = &enter.element;
        if removes_content && enter.is_html(LocalName::TABLE) {
            // Foster-parented content is inserted before the table. To keep the order, put the replacement after the table.
            end.after.insert_str(0, &core::mem::take(&mut replacement));
        }
        // `</br>` creates a `br` element.
        let is_end_tag = element.span.is_none() && enter.is_html(LocalName::BR);
        let tag = element.span.unwrap_or(if is_end_tag { self.token } else { Span::empty(self.token.start) });
        self.writer.copy_to(tag.start);
        self.insert(&before);
        if element.span.is_some() && (removes_tags || name.is_some()) {
            self.write_implied();
        }
        if removes_tags {
            if tag.is_empty() {
                self.implied_tags.clear();
            }
            self.writer.skip_to(tag.end);
            self.insert(&replacement);
        } else if name.is_some() || !attributes.is_empty() {
            let names = attributes.iter().map(|change| &change.name).chain(&name);
            if !names.into_iter().all(|name| self.writer.can_write(name, tag.end)) {
                return;
            }
            let mut markup = std::mem::take(&mut self.tag_buffer);
            markup.clear();
            write_tag(self.writer.source.slice(tag), element, name.as_deref(), &attributes, &mut markup);
            if element.span.is_none() {
                // The element's own tag is the last implied tag here.
                let own = format!("<{}>", element.name_str);
                self.implied_tags
                    .truncate(self.implied_tags.len() - if self.implied_tags.ends_with(&own) { own.len() } else { 0 });
                self.write_implied();
                self.has_written_body |= enter.is_html(LocalName::BODY);
            }
            self.writer.insert_tag(&markup, tag, name.as_deref());
            // Do not keep a buffer that a long tag has enlarged.
            self.tag_buffer = if markup.capacity() > MAX_TAG_BUFFER { String::new() } else { markup };
        }
        if removes_tags {
            self.start_special_content(enter, content, true);
        }
        if !prepended.is_empty() || removes_content || is_end_tag {
            self.writer.copy_to(tag.end);
            self.insert(&prepended);
        }
        if removes_content {
            self.writer.is_removing = true;
            self.removal_count += 1;
            let state = &mut self.open[enter.id.index()];
            (state.is_removed, state.starts_removal) = (true, true);
        }
        let has_end = !end.appended.is_empty() || !end.after.is_empty() || !end.handlers.is_empty();
        if has_end || removes_tags || removes_content || name.is_some() {
            self.pending_bytes += end.memory();
            let end = PendingEnd { name: element.name_str.to_owned(), new_name: name, removes_tags, changes: end };
            self.open[enter.id.index()].end = Some(Box::new(end));
        }
    }

    fn is_removed(&self, index: usize) -> bool {
        self.open.get(index).is_some_and(|state| state.is_removed)
    }

    /// Starts or stops skipping the text of the page at an offset. Foster-parented content between the tags of a removed element is not inside the
    /// element, and is kept.
    #[inline]
    fn set_removing(&mut self, is_removed: bool, offset: u32) {
        if self.removal_count != 0 && self.writer.is_removing != is_removed {
            self.writer.copy_to(offset);
            self.write_implied();
            self.writer.is_removing = is_removed;
        }
    }

    fn add_implied_tags(&mut self, markup: &[&str]) {
        if !self.writer.is_removing {
            self.implied_tags.extend(markup.iter().copied());
        }
    }

    /// Adds the implied end tag of an element that ends at the start of the current token.
    fn add_implied_end_tag(&mut self, namespace: Namespace, name: LocalName, name_str: &str) {
        let is_html = namespace == Namespace::Html;
        let inserts_marker = is_html && TagSet::INSERTS_MARKER.contains(name);
        // If the page continues here, end tags of formatting elements would change which formatting elements the parser reopens.
        if !self.token.is_empty() && is_html && (inserts_marker || TagSet::FORMATTING.contains(name)) {
            if inserts_marker && !self.writer.is_removing {
                self.deferred_end_tags.push(name);
            }
            return;
        }
        if is_html && closes_all_descendants(name) {
            self.deferred_end_tags.clear();
        }
        self.add_deferred_end_tags();
        self.add_implied_tags(&["</", name_str, ">"]);
    }

    fn add_deferred_end_tags(&mut self) {
        for name in self.deferred_end_tags.drain(..) {
            self.implied_tags.extend(["</", name.as_str(), ">"]);
        }
    }

    /// Ends an element at its end tag, or before the token that implies its end.
    #[inline(always)]
    fn end_element(&mut self, id: ElementId, end_tag: Option<Span>, open: &OpenElements) {
        let Some(state) = self.open.get_mut(id.index()).filter(|state| !state.has_ended) else { return };
        // Shortcut for most elements: nothing is pending, and the element has an end tag or no content.
        let is_written = end_tag.is_some() || state.has_tag && state.entered_at == self.token.start;
        if is_written && state.end.is_none() && self.removal_count == 0 && !self.writer.has_raw() {
            state.has_ended = true;
        } else {
            self.end_changed_element(id, end_tag, open);
        }
    }

    /// Ends an element that was changed or has no end tag.
    #[inline(never)]
    fn end_changed_element(&mut self, id: ElementId, end_tag: Option<Span>, open: &OpenElements) {
        let Some(state) = self.open.get_mut(id.index()).filter(|state| !state.has_ended) else { return };
        state.has_ended = true;
        if state.end.is_none() {
            if self.has_endless_text && !self.writer.is_removing {
                self.endless_element = self.endless_element.or(self.writer.raw_name(id));
            }
            self.writer.end_raw(id, end_tag.unwrap_or(self.token).start, end_tag.is_some());
            if end_tag.is_some() {
                return;
            }
        }
        let Some(element) = open.get(id) else { return };
        let is_parent_removed = open.parent(id).is_some_and(|parent| self.is_removed(parent.index()));
        self.set_removing(self.open[id.index()].is_removed, end_tag.unwrap_or(self.token).start);
        let state = &mut self.open[id.index()];
        let starts_removal = core::mem::take(&mut state.starts_removal);
        state.is_removed = is_parent_removed;
        // A void element, or one with a self-closing tag.
        let is_empty = state.has_tag && state.entered_at == self.token.start;
        let is_implied = end_tag.is_none() && !is_empty;
        let is_void = element.namespace == Namespace::Html && TagSet::SERIALIZES_AS_VOID.contains(element.name);
        let has_end_to_write = is_implied && !keeps_tags_implied(element.namespace, element.name);
        let Some(end) = state.end.take() else {
            if has_end_to_write {
                self.add_implied_end_tag(element.namespace, element.name, element.name_str);
            }
            return;
        };
        let (namespace, local_name) = (element.namespace, element.name);
        self.pending_bytes -= end.changes.memory();
        let PendingEnd { name, mut new_name, removes_tags, changes: EndChanges { appended, after, handlers } } = *end;
        let at = if is_empty { self.token.end } else { self.token.start.max(self.writer.copied_to) };
        let tag = end_tag.unwrap_or(Span::empty(at));
        self.writer.copy_to(tag.start);
        let mut endless = self.writer.raw_name(id).filter(|_| self.has_endless_text);
        if starts_removal {
            endless = endless.filter(|name| *name == "plaintext");
            self.removal_count -= 1;
            self.writer.is_removing = is_parent_removed;
            self.implied_tags.clear();
            self.deferred_end_tags.clear();
        }
        self.insert(&appended);
        let mut changes = Changes { is_removed: removes_tags, ..Changes::default() };
        for handler in handlers {
            let mut end_tag = EndTag {
                name: &name,
                new_name: &mut new_name,
                is_implied: end_tag.is_none(),
                is_raw: self.writer.raw_name(id).is_some(),
                changes: &mut changes,
            };
            let result = handler(&mut end_tag);
            if !self.check(result) {
                return;
            }
        }
        self.insert(&changes.before);
        self.writer.end_raw(id, tag.start, end_tag.is_some());
        if !self.writer.is_removing {
            self.endless_element = self.endless_element.or(endless);
        }
        // If an end tag of the page is removed or renamed, it no longer implies these tags, so they are written. An end tag that is implied by the
        // end of the page implies no tags.
        if (changes.is_removed || new_name.is_some()) && !(is_implied && self.token.is_empty()) {
            self.write_implied();
        }
        if changes.is_removed {
            self.writer.skip_to(tag.end);
            self.insert(&changes.replacement);
        } else if let Some(new_name) = new_name.filter(|_| !is_empty || is_void) {
            self.writer.skip_to(tag.end);
            if is_implied && self.token.is_empty() {
                // At the end of the page, the tag is only written if content follows.
                self.add_implied_tags(&["</", &new_name, ">"]);
            } else {
                self.insert(&format!("</{new_name}>"));
            }
        } else if has_end_to_write {
            self.add_implied_end_tag(namespace, local_name, &name);
        }
        if !changes.after.is_empty() || !after.is_empty() {
            self.writer.copy_to(tag.end);
            self.insert(&changes.after);
            self.insert(&after);
        }
    }

    /// Updates the inherited state of a moved element and of its open descendants.
    fn update_inherited(&mut self, id: ElementId, open: &OpenElements) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let parent = open.parent(id).unwrap_or(ElementId::ROOT);
            self.matcher.reparent(id.index(), parent.index());
            if self.active.words != 0 {
                self.active.reparent(id.index(), parent.index());
            }
            let is_removed = self.is_removed(parent.index());
            if let Some(state) = self.open.get_mut(id.index()) {
                state.is_removed = is_removed || state.starts_removal;
            }
            pending.extend(std::iter::successors(open.first_child(id), |child| open.next_sibling(*child)));
        }
    }

    fn wants_text(&self, parent: ElementId) -> bool {
        !self.has_stopped && (!self.handlers.text.is_empty() || self.active.has_any(parent.index()))
    }

    /// Finds where to insert content at the end of the page. An open comment has to be closed before the content. An incomplete tag is not
    /// part of the document, so the content is inserted before it.
    #[cold]
    fn find_end_of_page(&mut self) {
        let rest = Span::new(self.final_to.min(self.token.start), self.token.start);
        let starts_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '?'));
        let text = self.writer.source.slice(rest);
        if self.has_endless_text || self.closing_markup == "]]>" {
            self.implied_tags.push_str(self.closing_markup);
        } else if let Some((at, _)) = text.match_indices('<').find(|(at, _)| starts_tag(&text[at + 1..])) {
            self.token = Span::empty(rest.start + at as u32);
        } else {
            self.implied_tags.push_str(self.closing_markup);
        }
    }

    fn add_text(&mut self, place: Place, mut text: Text<'_>, open: &OpenElements) {
        // The span of a CRLF line break covers only the LF.
        let break_start = text.span.start.saturating_sub(1);
        if self.writer.source.slice(Span::new(break_start, text.span.start + 1)) == "\r\n" {
            text.span.start = break_start;
        }
        let continues = self.text.place == Some(place) && self.text.span.end == text.span.start;
        self.final_to = self.final_to.max(text.span.end);
        if self.text.place != Some(place) {
            self.call_text_handlers(true);
            self.set_removing(self.is_removed(place.parent.index()), text.span.start);
            if !self.wants_text(place.parent) {
                return;
            }
        } else if self.text.span.end != text.span.start {
            self.call_text_handlers(false);
        }
        if self.text.text.is_empty() {
            let span = Span::empty(text.span.start);
            let is_foreign = || open.get(place.parent).is_some_and(|parent| parent.namespace != Namespace::Html);
            let is_cdata = match continues {
                true => self.text.is_cdata,
                false => self.writer.source.ends_at(span.start, "<![CDATA[") && is_foreign(),
            };
            self.text = PendingText { text: std::mem::take(&mut self.text.text), span, place: Some(place), is_cdata };
        }
        self.text.text.push_str(text.text);
        self.text.span.end = text.span.end;
    }

    #[inline(always)]
    fn end_text(&mut self) {
        if self.text.place.is_some() {
            self.call_text_handlers(true);
        }
    }

    fn call_text_handlers(&mut self, is_last: bool) {
        let Some(place) = self.text.place.filter(|_| self.writer.error.is_none()) else { return };
        if self.text.text.is_empty() && !is_last {
            return;
        }
        let text = std::mem::take(&mut self.text.text);
        let (span, is_raw) = (self.text.span, self.writer.raw_name(place.parent).is_some());
        let source = self.writer.source.slice(span);
        let mut changes = Changes::default();
        let mut call = |handler: &mut TextHandler<'h>| {
            handler(&mut TextChunk { text: &text, source, span, is_last, is_raw, changes: &mut changes })
        };
        let mut result = Ok(());
        for (position, handler) in self.handlers.selected.iter_mut().enumerate() {
            if let Selected::Text(handler) = handler
                && self.active.contains(place.parent.index(), position)
            {
                result = result.and_then(|()| call(handler));
            }
        }
        for handler in &mut self.handlers.text {
            result = result.and_then(|()| call(handler));
        }
        if self.check(result) {
            if self.text.is_cdata {
                changes.escape_from_cdata();
            }
            self.apply_changes(span, &changes, None);
        }
        self.text.text = text;
        self.text.text.clear();
        self.text.span = Span::empty(span.end);
        if is_last {
            self.text.place = None;
        }
    }

    fn apply_changes(&mut self, span: Span, changes: &Changes, replacement: Option<String>) {
        if changes.is_empty() && replacement.is_none() {
            return;
        }
        self.writer.copy_to(span.start);
        self.insert(&changes.before);
        if changes.is_removed {
            self.writer.skip_to(span.end);
            self.insert(&changes.replacement);
        } else if let Some(replacement) = replacement {
            self.writer.skip_to(span.end);
            self.insert(&replacement);
        }
        self.writer.copy_to(span.end);
        self.insert(&changes.after);
    }

    /// Sets the markup that closes a comment or doctype. It is used if the page ends before the comment or doctype is closed.
    fn set_closing_markup(&mut self, span: Span) {
        self.closing_markup = match self.writer.source.slice(span) {
            comment if !comment.starts_with("<!--") => {
                if comment.ends_with('>') {
                    ""
                } else {
                    ">"
                }
            }
            comment if comment.ends_with("-->") || comment.ends_with("--!>") => "",
            comment if comment.ends_with("--") || comment.ends_with("--!") => ">",
            comment if comment.ends_with('-') => "->",
            _ => "-->",
        };
    }

    fn comment(&mut self, place: Place, text: &str, span: Span) {
        self.set_closing_markup(span);
        self.set_removing(self.is_removed(place.parent.index()), span.start);
        if self.has_stopped
            || self.writer.error.is_some()
            || (self.handlers.comments.is_empty() && !self.active.has_any(place.parent.index()))
        {
            return;
        }
        let (mut changes, mut new_text) = (Changes::default(), None);
        let mut call = |handler: &mut CommentHandler<'h>| {
            handler(&mut Comment { text, new_text: &mut new_text, span, changes: &mut changes })
        };
        let mut result = Ok(());
        for (position, handler) in self.handlers.selected.iter_mut().enumerate() {
            if let Selected::Comments(handler) = handler
                && self.active.contains(place.parent.index(), position)
            {
                result = result.and_then(|()| call(handler));
            }
        }
        for handler in &mut self.handlers.comments {
            result = result.and_then(|()| call(handler));
        }
        if self.check(result) && new_text.as_ref().is_none_or(|text| self.writer.can_write(text, span.end)) {
            self.apply_changes(span, &changes, new_text.map(|text| format!("<!--{text}-->")));
        }
    }

    fn doctype(&mut self, doctype: limpid_markup::Doctype<'_>) {
        self.set_closing_markup(doctype.span);
        let mut changes = Changes::default();
        let count = if self.has_stopped || self.writer.error.is_some() { 0 } else { self.handlers.doctype.len() };
        for position in 0..count {
            let result = self.handlers.doctype[position](&mut Doctype { doctype, changes: &mut changes });
            if !self.check(result) {
                return;
            }
        }
        self.apply_changes(doctype.span, &changes, None);
    }
}

impl<O: OutputSink> EventHandler for Core<'_, O> {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        if let Event::Text { place, text } = event {
            return self.add_text(place, text, open);
        }
        self.end_text();
        match event {
            Event::Enter(enter) => self.enter(&enter, open),
            Event::Leave { id, .. } => self.end_element(id, None, open),
            Event::Comment { place, data, span } => self.comment(place, data.text, span),
            Event::ProcessingInstruction { place, span, .. } => {
                let source = self.writer.source.slice(span).to_owned();
                self.comment(place, source.get(1..source.len() - 1).unwrap_or_default(), span);
            }
            Event::Doctype(doctype) => self.doctype(doctype),
            Event::Moved { id, .. } => self.update_inherited(id, open),
            Event::Wrapped { id } => self.update_inherited(id, open),
            Event::Removed { .. } if self.has_written_body => {
                self.writer.error.get_or_insert(RewriteError::BodyBeforeFrameset);
            }
            _ => {}
        }
    }

    fn end_tag(&mut self, id: ElementId, span: Span, open: &OpenElements) {
        self.end_text();
        self.end_element(id, Some(span), open);
    }

    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        if !is_text && !span.is_empty() {
            self.final_to = self.final_to.max(span.end);
        }
        // White space at the start of a text precedes the tags that the text implies.
        let text = if is_text { self.writer.source.slice(span) } else { "" };
        let start = span.start + (text.len() - text.trim_ascii_start().len()) as u32;
        if self.token.start != start {
            self.implied_tags.clear();
            self.deferred_end_tags.clear();
        }
        self.token = Span::new(start, span.end);
        if span.is_empty() && !is_text {
            self.find_end_of_page();
        }
    }

    /// Skips elements that no selector matches and whose content is ordinary markup.
    #[inline]
    fn skips_element(&mut self, id: ElementId, parent: ElementId, tag: &TagByParts<'_>) -> bool {
        let (index, parent) = (id.index(), parent.index());
        if !self.skips_texts()
            || tag.span.is_empty()
            || index >= self.open.len()
            || has_special_content(tag.name)
            || !self.matcher.enter_by_name(tag.name, index, parent)
        {
            return false;
        }
        let is_removed = self.is_removed(parent);
        self.open[index] =
            OpenState { entered_at: self.token.start, has_tag: true, is_removed, ..OpenState::default() };
        true
    }

    /// Attributes are not needed if no selector uses them, and no content can be inserted before the end of the tag. The text of the tag can then be
    /// written before the tag is complete.
    fn wants_attributes(&self, name: LocalName) -> bool {
        let implied =
            [LocalName::HTML, LocalName::HEAD, LocalName::BODY, LocalName::COLGROUP, LocalName::TBODY, LocalName::TR];
        !self.skips_texts()
            || self.pending_bytes != 0
            || !self.handlers.end.is_empty()
            || implied.into_iter().chain([name]).any(|name| self.matcher.may_match(name))
    }

    #[inline]
    fn skips_text(&mut self, span: Span) -> bool {
        let skips = self.skips_texts();
        if skips {
            self.final_to = self.final_to.max(span.end);
        }
        skips
    }
}

/// The maximum capacity of the tag buffer that is kept for the next tag.
const MAX_TAG_BUFFER: usize = 1 << 12;

/// Returns whether the text of elements with this name needs special treatment.
#[inline(always)]
fn has_special_content(name: LocalName) -> bool {
    use LocalName as Name;
    TagSet::LITERAL_TEXT.contains(name)
        || matches!(name, Name::LISTING | Name::NOSCRIPT | Name::PRE | Name::TEXTAREA | Name::TITLE)
}

/// Returns whether the end tag closes all open descendants, including scope boundaries, which most end tags do not close.
fn closes_all_descendants(name: LocalName) -> bool {
    TagSet::TABLE_PART_TAGS.contains(name) || matches!(name, LocalName::TABLE | LocalName::TEMPLATE)
}

/// Returns whether the tags of an element are never written if they are implied.
fn keeps_tags_implied(namespace: Namespace, name: LocalName) -> bool {
    namespace == Namespace::Html && matches!(name, LocalName::HTML | LocalName::HEAD | LocalName::BODY | LocalName::BR)
}
