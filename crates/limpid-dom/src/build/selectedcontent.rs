//! [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element): the
//! element that shows the content of its `select`'s selected option.
//!
//! This implements the standard's chapter on form elements, as of 2026: [maybe clone an option into
//! selectedcontent](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent)
//! when an option is popped, the post-connection steps of a `selectedcontent`, and
//! [selectedness](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness) as far as parsing changes it. It
//! simplifies the standard in three ways:
//! * The nodes of a parsed fragment count as connected, because they are meant to be inserted.
//! * The disabled state of a `selectedcontent` is computed when needed, not stored at its insertion.
//! * Clones do not run insertion steps: an option or `selectedcontent` among them does not change selectedness.

use crate::build::markers::Markers;
use crate::storage::arena::Arena;
use crate::storage::node::{Node, NodeKind};
use limpid_markup::{LocalName, Span};
use std::collections::HashMap;

/// The maximum number of cloned nodes per node that the parser created. On real pages, an option is cloned when it ends, and again for each
/// later `selectedcontent`.
const CLONES_PER_NODE: usize = 2;
const MIN_CLONE_LIMIT: usize = 1 << 16;

/// The maximum number of followed links per node of the document. Real pages need a few per option.
const STEPS_PER_NODE: u64 = 64;
const MIN_STEP_LIMIT: u64 = 1 << 20;

/// The `select` elements of a document that has a `selectedcontent`, with their selected options.
#[derive(Clone, Debug)]
pub(crate) struct SelectedContents {
    /// The `select` elements without `multiple` into which an enabled `selectedcontent` was inserted.
    selects: HashMap<u32, SelectedOption>,
    /// The start tag of the most recently created element.
    pub(crate) last_start_tag: Span,
    /// The fragment for new clones, or 0 before the first.
    fragment: u32,
    cloned: usize,
    clone_limit: Option<u32>,
    steps: u64,
}

/// The option of a `select` whose selectedness is true.
#[derive(Clone, Copy, Debug)]
struct SelectedOption {
    /// The element, or 0.
    number: u32,
    /// Its start tag, or `Span::default()` if the option precedes the `selectedcontent`.
    span: Span,
}

/// The parts of a builder that [`SelectedContents`] uses.
pub(crate) struct Tree<'b> {
    pub(crate) arena: &'b mut Arena,
    pub(crate) markers: &'b mut Markers,
    pub(crate) source: &'b str,
}

/// The error for input that would exceed the limit of clones or steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitReached {
    /// The start tag of the option that was to be cloned, or `Span::default()` if it is unknown.
    pub(crate) span: Span,
}

type Limited<T> = Result<T, LimitReached>;

impl SelectedContents {
    /// Creates an empty state. A `clone_limit` replaces the default limit.
    pub(crate) fn new(clone_limit: Option<u32>) -> SelectedContents {
        SelectedContents {
            selects: HashMap::new(),
            last_start_tag: Span::default(),
            fragment: 0,
            cloned: 0,
            clone_limit,
            steps: 0,
        }
    }

    pub(crate) fn inserted(&mut self, tree: &mut Tree<'_>, number: u32) -> Limited<()> {
        if tree.arena.is_html(number, LocalName::OPTION) {
            self.option_inserted(tree, number)
        } else if tree.arena.is_html(number, LocalName::SELECTEDCONTENT) {
            self.selectedcontent_inserted(tree, number)
        } else {
            Ok(())
        }
    }

    /// [Maybe clone an option into
    /// selectedcontent](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent),
    /// when an option is popped off the stack of open elements.
    pub(crate) fn option_ended(&mut self, tree: &mut Tree<'_>, option: u32) -> Limited<()> {
        let select = self.nearest_ancestor_select(tree, option)?;
        if self.selects.contains_key(&select) && self.selected_option(tree, select)?.number == option {
            self.update(tree, select)?;
        }
        Ok(())
    }

    /// The [selectedness setting
    /// algorithm](https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm) for a new option: the last option in
    /// tree order with a `selected` attribute is selected. If there is no such option, the first option that is not disabled is selected.
    fn option_inserted(&mut self, tree: &Tree<'_>, option: u32) -> Limited<()> {
        let select = self.nearest_ancestor_select(tree, option)?;
        let Some(&previous) = self.selects.get(&select) else { return Ok(()) };
        let has_selected = tree.has_attribute(option, LocalName::SELECTED);
        if previous.number != 0 && !has_selected {
            return Ok(());
        }
        let selected = self.selected_option(tree, select)?.number;
        let becomes_selected = if selected == 0 {
            has_selected || (tree.has_display_size_1(select) && !self.is_disabled(tree, option)?)
        } else {
            has_selected && self.is_before(tree, select, selected, option)?
        };
        if becomes_selected {
            self.selects.insert(select, SelectedOption { number: option, span: self.last_start_tag });
        }
        Ok(())
    }

    /// The post-connection steps of a
    /// [`selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element).
    fn selectedcontent_inserted(&mut self, tree: &mut Tree<'_>, selectedcontent: u32) -> Limited<()> {
        let select = self.enclosing_select(tree, selectedcontent)?;
        if select == 0 || tree.has_attribute(select, LocalName::MULTIPLE) {
            return Ok(());
        }
        if !self.selects.contains_key(&select) {
            let number = self.find_selected_option(tree, select)?;
            self.selects.insert(select, SelectedOption { number, span: Span::default() });
        }
        if self.is_connected(tree, select)? {
            self.update(tree, select)?;
            self.clear_all_but_the_first(tree, select)?;
        }
        Ok(())
    }

    /// [Update a select's
    /// selectedcontent](https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent).
    fn update(&mut self, tree: &mut Tree<'_>, select: u32) -> Limited<()> {
        // Get a select's enabled selectedcontent.
        let selectedcontent = self.next_selectedcontent(tree, select, select)?;
        if selectedcontent == 0 || self.enclosing_select(tree, selectedcontent)? != select {
            return Ok(());
        }
        match self.selected_option(tree, select)? {
            SelectedOption { number: 0, .. } => tree.arena.detach_children(selectedcontent),
            option => {
                let fragment = self.clone_content(tree, option)?;
                tree.arena.detach_children(selectedcontent);
                tree.arena.reparent_children(fragment, selectedcontent);
            }
        }
        Ok(())
    }

    /// [Clear a select's non-primary selectedcontent
    /// elements](https://html.spec.whatwg.org/multipage/form-elements.html#clear-a-select's-non-primary-selectedcontent-elements).
    fn clear_all_but_the_first(&mut self, tree: &mut Tree<'_>, select: u32) -> Limited<()> {
        let mut selectedcontent = self.next_selectedcontent(tree, select, select)?;
        while selectedcontent != 0 {
            selectedcontent = self.next_selectedcontent(tree, selectedcontent, select)?;
            tree.arena.detach_children(selectedcontent);
        }
        Ok(())
    }

    /// Clones the content of an option into a fragment and returns the fragment.
    fn clone_content(&mut self, tree: &mut Tree<'_>, option: SelectedOption) -> Limited<u32> {
        if self.fragment == 0 {
            self.fragment = tree.arena.push(Node::new(NodeKind::DocumentFragment));
        }
        let len_before = tree.arena.nodes.len();
        let cloned_before = self.cloned;
        let limit_reached = LimitReached { span: option.span };
        let Tree { arena, markers, source } = tree;
        let result = arena.clone_inside(option.number, self.fragment, limit_reached, |arena, original| {
            let nodes = arena.nodes.len();
            self.cloned = cloned_before + nodes - len_before;
            if self.cloned >= self.clone_limit(nodes) {
                return Err(limit_reached);
            }
            let clone = arena.clone_node(original);
            if let Some((target, data)) = arena.instruction(source, clone) {
                markers.instruction_created(clone, target, data);
            }
            Ok(clone)
        });
        self.cloned = cloned_before + tree.arena.nodes.len() - len_before;
        result.map(|()| self.fragment)
    }

    /// Returns the maximum number of cloned nodes in a document with this number of nodes.
    fn clone_limit(&self, nodes: usize) -> usize {
        match self.clone_limit {
            Some(limit) => limit as usize,
            None => MIN_CLONE_LIMIT + CLONES_PER_NODE * (nodes - self.cloned),
        }
    }

    // Queries. They return 0 if there is no such element.

    /// Returns the [option element nearest ancestor
    /// select](https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select).
    fn nearest_ancestor_select(&mut self, tree: &Tree<'_>, option: u32) -> Limited<u32> {
        let mut is_in_optgroup = false;
        let mut number = self.parent(tree, option)?;
        while number != 0 {
            match tree.html_name(number) {
                LocalName::DATALIST | LocalName::HR | LocalName::OPTION => return Ok(0),
                LocalName::OPTGROUP if is_in_optgroup => return Ok(0),
                LocalName::OPTGROUP => is_in_optgroup = true,
                LocalName::SELECT => return Ok(number),
                _ => {}
            }
            number = self.parent(tree, number)?;
        }
        Ok(0)
    }

    /// Whether an option is [disabled](https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled).
    fn is_disabled(&mut self, tree: &Tree<'_>, option: u32) -> Limited<bool> {
        if tree.has_attribute(option, LocalName::DISABLED) {
            return Ok(true);
        }
        let mut number = self.parent(tree, option)?;
        while number != 0 {
            match tree.html_name(number) {
                LocalName::SELECT | LocalName::HR | LocalName::DATALIST | LocalName::OPTION => return Ok(false),
                LocalName::OPTGROUP => return Ok(tree.has_attribute(number, LocalName::DISABLED)),
                _ => number = self.parent(tree, number)?,
            }
        }
        Ok(false)
    }

    /// Returns the ancestor `select` of a `selectedcontent`, or 0 if the `selectedcontent` is disabled because another ancestor is a `select`,
    /// `option` or `selectedcontent`.
    fn enclosing_select(&mut self, tree: &Tree<'_>, selectedcontent: u32) -> Limited<u32> {
        let mut select = 0;
        let mut number = self.parent(tree, selectedcontent)?;
        while number != 0 {
            match tree.html_name(number) {
                LocalName::SELECT if select == 0 => select = number,
                LocalName::SELECT | LocalName::OPTION | LocalName::SELECTEDCONTENT => return Ok(0),
                _ => {}
            }
            number = self.parent(tree, number)?;
        }
        Ok(select)
    }

    /// Whether a node is [connected](https://dom.spec.whatwg.org/#connected), or in the fragment that the parser builds.
    fn is_connected(&mut self, tree: &Tree<'_>, mut number: u32) -> Limited<bool> {
        loop {
            let mut parent = self.parent(tree, number)?;
            if parent == 0 && tree.arena.node(number).kind() == NodeKind::ShadowRoot {
                parent = tree.arena.host(number);
            }
            if parent == 0 {
                break;
            }
            number = parent;
        }
        Ok(number == tree.arena.root || tree.arena.node(number).kind() == NodeKind::Document)
    }

    /// Returns the selected option of a `select` in [`Self::selects`]. If it was removed from the `select`, another becomes selected.
    fn selected_option(&mut self, tree: &Tree<'_>, select: u32) -> Limited<SelectedOption> {
        let none = SelectedOption { number: 0, span: Span::default() };
        let previous = self.selects.get(&select).copied().unwrap_or(none);
        if previous.number == 0 || self.nearest_ancestor_select(tree, previous.number)? == select {
            return Ok(previous);
        }
        let number = self.find_selected_option(tree, select)?;
        self.selects.insert(select, SelectedOption { number, ..none });
        Ok(SelectedOption { number, ..none })
    }

    /// Finds the selected option in the [list of
    /// options](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list) of a `select`
    /// without `multiple`: the last option with a `selected` attribute, otherwise the first option that is not disabled.
    fn find_selected_option(&mut self, tree: &Tree<'_>, select: u32) -> Limited<u32> {
        let (mut selected, mut first) = (0, 0);
        let mut number = self.next(tree, select, select)?;
        while number != 0 {
            if tree.arena.is_html(number, LocalName::OPTION) && self.nearest_ancestor_select(tree, number)? == select {
                if tree.has_attribute(number, LocalName::SELECTED) {
                    selected = number;
                } else if first == 0 && !self.is_disabled(tree, number)? {
                    first = number;
                }
            }
            number = self.next(tree, number, select)?;
        }
        Ok(if selected != 0 || !tree.has_display_size_1(select) { selected } else { first })
    }

    /// Returns the next `selectedcontent` in tree order among the descendants of a `select`.
    fn next_selectedcontent(&mut self, tree: &Tree<'_>, mut number: u32, select: u32) -> Limited<u32> {
        loop {
            number = self.next(tree, number, select)?;
            if number == 0 || tree.arena.is_html(number, LocalName::SELECTEDCONTENT) {
                return Ok(number);
            }
        }
    }

    fn is_before(&mut self, tree: &Tree<'_>, select: u32, one: u32, other: u32) -> Limited<bool> {
        // The other option is nearly always the last node, because it is new.
        let mut number = other;
        while number != select && tree.arena.node(number).next() == 0 {
            number = self.parent(tree, number)?;
        }
        if number == select {
            return Ok(true);
        }
        number = select;
        while number != one && number != other && number != 0 {
            number = self.next(tree, number, select)?;
        }
        Ok(number == one)
    }

    fn parent(&mut self, tree: &Tree<'_>, number: u32) -> Limited<u32> {
        self.step(tree)?;
        Ok(tree.arena.node(number).parent())
    }

    /// Returns the next node in tree order within the subtree of `top`.
    fn next(&mut self, tree: &Tree<'_>, number: u32, top: u32) -> Limited<u32> {
        self.step(tree)?;
        Ok(tree.arena.next_in_order(number, top))
    }

    fn step(&mut self, tree: &Tree<'_>) -> Limited<()> {
        self.steps += 1;
        if self.steps > MIN_STEP_LIMIT + STEPS_PER_NODE * tree.arena.nodes.len() as u64 {
            return Err(LimitReached { span: Span::default() });
        }
        Ok(())
    }
}

impl Tree<'_> {
    fn html_name(&self, number: u32) -> LocalName {
        if !self.arena.is_html_element(number) {
            return LocalName::UNKNOWN;
        }
        LocalName::from_index(self.arena.node(number).name_or_far() as usize)
    }

    fn has_attribute(&self, element: u32, name: LocalName) -> bool {
        self.attribute(element, name).is_some()
    }

    fn attribute(&self, element: u32, name: LocalName) -> Option<&str> {
        let record = self.arena.attribute_without_namespace(element, name)?;
        Some(self.arena.text(self.source, record.place()))
    }

    /// Whether the [display size](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size) of a
    /// `select` without `multiple` is 1.
    fn has_display_size_1(&self, select: u32) -> bool {
        let Some(size) = self.attribute(select, LocalName::SIZE) else { return true };
        // The rules for parsing non-negative integers. A value that does not parse counts as 1.
        let (is_negative, digits) = match size.as_bytes().trim_ascii_start() {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] | digits => (false, digits),
        };
        let mut value = None;
        for digit in digits {
            value = match (value, digit) {
                (None | Some(0), b'0'..=b'9') => Some(digit - b'0'),
                // It only matters whether the number is 0, 1 or higher.
                (Some(_), b'0'..=b'9') => Some(u8::MAX),
                _ => break,
            };
        }
        value.is_none_or(|value| value == 1 || is_negative && value != 0)
    }
}
