//! The tree that Chromium builds when it sanitizes while it parses.
//!
//! Each element is made, is on the stack of open elements, and stays a place for nodes. But one that is removed or replaced is never put
//! anywhere. What goes into one that is replaced goes into the open element around it that is not.

use limpid::sanitize::{ExpandedName, Filter, Verdict};
use limpid::tree_builder::{Attributes, Doctype, NewElement, Text, TreeSink};
use limpid::{LocalName, Namespace, QuirksMode, ShadowRootInit, Span};
use limpid_dom::DocumentBuilder;

type Handle<'t> = <DocumentBuilder<'t> as TreeSink>::Handle;

/// Differences of Chromium from the standard, each by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// A `template` whose `shadowrootmode` is kept declares a shadow root, and no other.
    pub(super) shadow_roots_by_attribute: bool,
    /// A `template` that is replaced leaves its contents.
    pub(super) replaces_contents: bool,
}

pub(super) struct Redirecting<'f, 't> {
    sink: DocumentBuilder<'t>,
    filter: &'f Filter,
    ways: Ways,
    /// The nodes that are not kept.
    others: Vec<(Handle<'t>, State<'t>)>,
    /// The stack of open elements.
    open: Vec<Handle<'t>>,
    /// Where the children of open elements go, if not into them.
    targets: Vec<(Handle<'t>, Handle<'t>)>,
    /// An element that has no place yet.
    created: Option<Handle<'t>>,
    /// The element that takes the place of another on the stack, in the inner loop of the adoption agency algorithm.
    reopened: Option<Handle<'t>>,
    /// The furthest block of that algorithm, with the element that goes into it once the formatting element has left the stack.
    adopted: Option<(Handle<'t>, Handle<'t>)>,
    /// Templates that are kept, but declare no shadow root.
    undeclared: Vec<Handle<'t>>,
    /// Whether the last element that was created patches if it is a `template`: it and its `for` are kept.
    patches: bool,
}

#[derive(Clone, Copy)]
enum State<'t> {
    Removed,
    /// Its children go on. With the node that they go into once it is no longer open, and a child that it got when it was reopened, which
    /// goes with it.
    Replaced {
        last_target: Option<Handle<'t>>,
        child: Option<Handle<'t>>,
    },
}

impl<'f, 't> Redirecting<'f, 't> {
    pub(super) fn new(sink: DocumentBuilder<'t>, filter: &'f Filter, ways: Ways) -> Self {
        let (others, open, targets, undeclared) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            sink,
            filter,
            ways,
            others,
            open,
            targets,
            created: None,
            reopened: None,
            adopted: None,
            undeclared,
            patches: false,
        }
    }

    pub(super) fn into_inner(self) -> DocumentBuilder<'t> {
        self.sink
    }

    fn state(&self, node: Handle<'t>) -> Option<State<'t>> {
        self.others.iter().find(|(other, _)| *other == node).map(|(_, state)| *state)
    }

    fn set_state(&mut self, node: Handle<'t>, state: State<'t>) {
        self.others.retain(|(other, _)| *other != node);
        self.others.push((node, state));
    }

    /// The node that the children of a node go into.
    fn target(&self, node: Handle<'t>) -> Handle<'t> {
        let Some(State::Replaced { last_target, .. }) = self.state(node) else { return node };
        let Some(at) = self.open.iter().rposition(|open| *open == node) else { return last_target.unwrap_or(node) };
        let is_replaced = |open: &&Handle<'t>| matches!(self.state(**open), Some(State::Replaced { .. }));
        let Some(&outer) = self.open[..at].iter().rev().find(|open| !is_replaced(open)) else { return node };
        self.targets.iter().find(|(open, _)| *open == outer).map_or(outer, |(_, target)| *target)
    }

    /// Puts a node into another, if it is kept.
    fn put(&mut self, parent: Handle<'t>, before: Option<Handle<'t>>, child: Handle<'t>) {
        if self.adopted == Some((parent, child)) {
            return;
        }
        if self.created == Some(child) {
            self.created = None;
            self.open.push(child);
        }
        if self.reopened.take() == Some(parent)
            && let Some(State::Replaced { last_target, .. }) = self.state(parent)
        {
            self.set_state(parent, State::Replaced { last_target, child: Some(child) });
            return;
        }
        let mut child = child;
        while let Some(state) = self.state(child) {
            match state {
                State::Replaced { last_target, child: Some(inner) } => {
                    self.set_state(child, State::Replaced { last_target, child: None });
                    child = inner;
                }
                _ => return,
            }
        }
        let target = self.target(parent);
        match before.filter(|before| self.sink.parent(*before) == Some(target)) {
            Some(before) => self.sink.insert_before(target, before, child),
            None => self.sink.append(target, child),
        }
    }
}

impl<'t> TreeSink for Redirecting<'_, 't> {
    type Handle = Handle<'t>;

    const WANTS_ERRORS: bool = false;
    const CONTENT_PATCHING: bool = true;

    fn document(&mut self) -> Handle<'t> {
        self.sink.document()
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> Handle<'t> {
        let name = ExpandedName::new(element.namespace_url().unwrap_or_default(), element.name_str);
        let verdict = self.filter.element(name);
        let is_template = element.namespace == Namespace::Html && element.name == LocalName::TEMPLATE;
        let (mut records, mut names) = (Vec::new(), Vec::new());
        let attributes = element.attributes.retained(
            |attribute| {
                let Verdict::Keep(filter) = verdict else { return true };
                let name = ExpandedName::new(attribute.namespace_url().unwrap_or_default(), attribute.name_str());
                filter.reason_to_remove(name, attribute.value()).is_none()
            },
            &mut records,
            &mut names,
        );
        let node = self.sink.create_element(&NewElement { attributes, ..*element });
        self.patches = false;
        match verdict {
            Verdict::Remove(_) => self.set_state(node, State::Removed),
            Verdict::ReplaceWithChildren if is_template && !self.ways.replaces_contents => {
                self.set_state(node, State::Removed);
            }
            Verdict::ReplaceWithChildren => self.set_state(node, State::Replaced { last_target: None, child: None }),
            Verdict::Keep(filter) => {
                let is_removed = |name| filter.reason_to_remove(ExpandedName::new("", name), "").is_some();
                if is_template && is_removed("shadowrootmode") {
                    self.undeclared.push(node);
                }
                self.patches = !is_removed("for");
            }
        }
        self.created = Some(node);
        node
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> Handle<'t> {
        let node = self.sink.create_comment(data, span);
        if !self.filter.keeps_comments() {
            self.set_state(node, State::Removed);
        }
        node
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> Handle<'t> {
        let node = self.sink.create_processing_instruction(target, data, span);
        if self.filter.reason_to_remove_instruction(target).is_some() {
            self.set_state(node, State::Removed);
        }
        node
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
        let target = self.target(parent);
        self.sink.append_text(target, text);
    }

    fn insert_text_before(&mut self, parent: Handle<'t>, sibling: Handle<'t>, text: Text<'_>) {
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
        if !matches!(self.state(to), Some(State::Replaced { .. })) {
            self.sink.reparent_children(from, to);
        }
        self.created = None;
        self.adopted = Some((from, to));
    }

    fn parent(&self, node: Handle<'t>) -> Option<Handle<'t>> {
        self.sink.parent(node)
    }

    fn template_contents(&mut self, template: Handle<'t>) -> Handle<'t> {
        if matches!(self.state(template), Some(State::Replaced { .. })) {
            return template;
        }
        let contents = self.sink.template_contents(template);
        self.targets.push((template, contents));
        contents
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
        let at = self.open.iter().rposition(|open| *open == element);
        match (self.adopted.take(), self.created, at) {
            (Some((block, adopted)), _, Some(at)) => {
                self.open.remove(at);
                let after_block = self.open.iter().rposition(|open| *open == block).map_or(0, |at| at + 1);
                self.put(block, None, adopted);
                self.open.insert(after_block, adopted);
            }
            (None, Some(created), Some(at)) => {
                (self.created, self.reopened) = (None, Some(created));
                self.open[at] = created;
            }
            (_, _, at) => {
                if let Some(State::Replaced { child, .. }) = self.state(element) {
                    self.set_state(element, State::Replaced { last_target: Some(self.target(element)), child });
                }
                at.map(|at| self.open.remove(at));
            }
        }
        self.sink.element_popped(element, end_tag);
    }

    fn option_ended(&mut self, option: Handle<'t>) {
        self.sink.option_ended(option);
    }

    fn create_fragment(&mut self) -> Option<Handle<'t>> {
        let fragment = self.sink.create_fragment()?;
        self.targets.extend(self.open.first().map(|root| (*root, fragment)));
        Some(fragment)
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
        let root = self.sink.attach_declarative_shadow(host, template, init)?;
        self.created = None;
        self.open.push(template);
        self.targets.retain(|(open, _)| *open != template);
        self.targets.push((template, root));
        Some(root)
    }

    fn find_markers(&mut self, scope: Handle<'t>, name: &str) -> Option<(Handle<'t>, Option<Handle<'t>>)> {
        let scope = self.target(scope);
        let (start, end) = self.sink.find_markers(scope, name).filter(|_| self.patches)?;
        let template = self.created.take()?;
        self.open.push(template);
        let target = self.sink.parent(start)?;
        self.targets.retain(|(open, _)| *open != template);
        self.targets.push((template, target));
        Some((start, end))
    }

    fn next_sibling(&self, node: Handle<'t>) -> Option<Handle<'t>> {
        self.sink.next_sibling(node)
    }

    fn is_body_element(&self, node: Handle<'t>) -> bool {
        self.sink.is_body_element(node)
    }

    fn is_shadow_host(&self, element: Handle<'t>) -> bool {
        self.sink.is_shadow_host(element)
    }
}
