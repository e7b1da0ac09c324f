//! The tree that Chromium builds when it sanitizes while it parses.
//!
//! Each element is made, and stays a place for nodes. One that is removed is never put anywhere; one that is replaced is not, either, and
//! what goes into it goes on to another node, which is decided when it would be put somewhere.

use std::cell::Cell;

use limpid::sanitize::{ExpandedName, Filter, Verdict};
use limpid::tree_builder::{Attributes, Doctype, NewElement, Text, TreeSink};
use limpid::{LocalName, Namespace, QuirksMode, ShadowRootInit, Span};
use limpid_dom::DocumentBuilder;

/// The elements that what cannot be in a table may not go into.
const TABLE_PARTS: [LocalName; 5] =
    [LocalName::TABLE, LocalName::TBODY, LocalName::THEAD, LocalName::TFOOT, LocalName::TR];

type Handle<'t> = <DocumentBuilder<'t> as TreeSink>::Handle;

/// Differences of Chromium from the standard, each by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// A `template` whose `shadowrootmode` is kept declares a shadow root, and no other.
    pub(super) shadow_roots_by_attribute: bool,
    /// A `template` that is replaced leaves its contents.
    pub(super) replaces_contents: bool,
    /// An element that is removed has no place, and an element that would go before a table is replaced in the table.
    pub(super) ignores_tables: bool,
}

pub(super) struct Redirecting<'f, 't> {
    sink: DocumentBuilder<'t>,
    filter: &'f Filter,
    ways: Ways,
    /// The elements that are not kept.
    others: Vec<(Handle<'t>, State<'t>)>,
    /// The open parts of tables.
    parts: Vec<Handle<'t>>,
    /// Whether the next node is put before a table.
    is_fostering: Cell<bool>,
    /// Templates that are kept, but declare no shadow root.
    undeclared: Vec<Handle<'t>>,
}

#[derive(Clone, Copy)]
enum State<'t> {
    Removed,
    /// With the node that its children go into, once it has been put somewhere.
    Replaced(Option<Handle<'t>>),
}

impl<'f, 't> Redirecting<'f, 't> {
    pub(super) fn new(sink: DocumentBuilder<'t>, filter: &'f Filter, ways: Ways) -> Self {
        let (others, parts, undeclared) = (Vec::new(), Vec::new(), Vec::new());
        Self { sink, filter, ways, others, parts, is_fostering: Cell::new(false), undeclared }
    }

    pub(super) fn into_inner(self) -> DocumentBuilder<'t> {
        self.sink
    }

    fn state(&mut self, node: Handle<'t>) -> Option<&mut State<'t>> {
        self.others.iter_mut().find(|(other, _)| *other == node).map(|(_, state)| state)
    }

    fn replaced_in(&self, node: Handle<'t>) -> Option<Handle<'t>> {
        self.others.iter().find_map(|(other, state)| match state {
            State::Replaced(target) if *other == node => *target,
            _ => None,
        })
    }

    /// The node that the children of a node go into.
    fn target(&self, node: Handle<'t>) -> Handle<'t> {
        self.replaced_in(node).unwrap_or(node)
    }

    /// Puts a node into another or, if its children go on, notes where to.
    fn put(&mut self, parent: Handle<'t>, before: Option<Handle<'t>>, child: Handle<'t>) {
        let is_fostering = self.is_fostering.take() && self.ways.ignores_tables;
        let part = self.parts.last().copied().filter(|_| is_fostering);
        let in_part = part.map(|part| self.target(part));
        let target = self.target(parent);
        let is_placed = !self.ways.ignores_tables;
        match self.state(child) {
            Some(State::Removed) if !is_placed => {}
            Some(State::Replaced(place)) => *place = Some(in_part.filter(|_| place.is_none()).unwrap_or(target)),
            _ => match before.filter(|before| self.sink.parent(*before) == Some(target)) {
                Some(before) => self.sink.insert_before(target, before, child),
                None => self.sink.append(target, child),
            },
        }
    }
}

impl<'t> TreeSink for Redirecting<'_, 't> {
    type Handle = Handle<'t>;

    const WANTS_ERRORS: bool = false;

    fn document(&mut self) -> Handle<'t> {
        self.sink.document()
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> Handle<'t> {
        let node = self.sink.create_element(element);
        let verdict =
            self.filter.element(ExpandedName::new(element.namespace_url().unwrap_or_default(), element.name_str));
        let is_template = element.namespace == Namespace::Html && element.name == LocalName::TEMPLATE;
        match verdict {
            Verdict::Remove(_) => self.others.push((node, State::Removed)),
            Verdict::ReplaceWithChildren if is_template && !self.ways.replaces_contents => {
                self.others.push((node, State::Removed));
            }
            Verdict::ReplaceWithChildren => self.others.push((node, State::Replaced(None))),
            Verdict::Keep(filter) => {
                let name = ExpandedName::new("", "shadowrootmode");
                if is_template && filter.reason_to_remove(name, "").is_some() {
                    self.undeclared.push(node);
                }
            }
        }
        if element.namespace == Namespace::Html && TABLE_PARTS.contains(&element.name) {
            self.parts.push(node);
        }
        node
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> Handle<'t> {
        self.sink.create_comment(data, span)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> Handle<'t> {
        self.sink.create_processing_instruction(target, data, span)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        self.sink.append_doctype(doctype);
    }

    fn append(&mut self, parent: Handle<'t>, child: Handle<'t>) {
        self.put(parent, None, child);
    }

    fn insert_before(&mut self, parent: Handle<'t>, sibling: Handle<'t>, child: Handle<'t>) {
        self.put(parent, Some(sibling), child);
    }

    fn append_text(&mut self, parent: Handle<'t>, text: Text<'_>) {
        self.is_fostering.set(false);
        let target = self.target(parent);
        self.sink.append_text(target, text);
    }

    fn insert_text_before(&mut self, parent: Handle<'t>, sibling: Handle<'t>, text: Text<'_>) {
        self.is_fostering.set(false);
        let target = self.target(parent);
        match self.sink.parent(sibling) == Some(target) {
            true => self.sink.insert_text_before(target, sibling, text),
            false => self.sink.append_text(target, text),
        }
    }

    fn remove(&mut self, node: Handle<'t>) {
        self.sink.remove(node);
    }

    fn reparent_children(&mut self, from: Handle<'t>, to: Handle<'t>) {
        // What is replaced goes into `from` next, where the children are already.
        if !matches!(self.state(to), Some(State::Replaced(_))) {
            self.sink.reparent_children(from, to);
        }
    }

    fn parent(&self, node: Handle<'t>) -> Option<Handle<'t>> {
        self.sink.parent(node)
    }

    fn foster_parent(&self, table: Handle<'t>, previous: Handle<'t>) -> Option<Handle<'t>> {
        self.is_fostering.set(true);
        let place = self.replaced_in(table).filter(|_| !self.ways.ignores_tables);
        place.or_else(|| self.sink.foster_parent(table, previous))
    }

    fn template_contents(&mut self, template: Handle<'t>) -> Handle<'t> {
        match self.state(template) {
            Some(State::Replaced(_)) => template,
            _ => self.sink.template_contents(template),
        }
    }

    fn template_contents_if_template(&self, node: Handle<'t>) -> Option<Handle<'t>> {
        self.sink.template_contents_if_template(node)
    }

    fn add_missing_attributes(&mut self, element: Handle<'t>, attributes: &Attributes<'_>) {
        self.sink.add_missing_attributes(element, attributes);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.sink.set_quirks_mode(mode);
    }

    fn element_popped(&mut self, element: Handle<'t>, end_tag: Option<Span>) {
        self.parts.retain(|part| *part != element);
        self.sink.element_popped(element, end_tag);
    }

    fn option_ended(&mut self, option: Handle<'t>) {
        self.sink.option_ended(option);
    }

    fn create_fragment(&mut self) -> Option<Handle<'t>> {
        self.sink.create_fragment()
    }

    fn attach_declarative_shadow(
        &mut self,
        host: Handle<'t>,
        template: Handle<'t>,
        init: ShadowRootInit,
    ) -> Option<Handle<'t>> {
        let is_kept = !self.undeclared.contains(&template) && self.state(template).is_none();
        if self.ways.shadow_roots_by_attribute && !is_kept {
            return None;
        }
        self.sink.attach_declarative_shadow(host, template, init)
    }

    fn is_shadow_host(&self, element: Handle<'t>) -> bool {
        self.sink.is_shadow_host(element)
    }
}
