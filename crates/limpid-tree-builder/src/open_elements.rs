//! The stack of open elements. Its queries take constant time, apart from walks over entries that are popped afterwards.

use crate::element_type::{ElementType, Flags, InScope, Scope};
use crate::gaps::Gaps;
use crate::runs::Runs;
use crate::slot::Slot;
use core::mem;
use core::ops::{Index, Range};
use limpid_markup::{LocalName, Namespace, TagSet};

#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(crate) node: H,
    /// The node that receives the children: the element itself, the contents of a `template`, the fragment for the root of a fragment parse,
    /// or the element's parent at the maximum depth.
    pub(crate) insertion_target: H,
    pub(crate) element_type: ElementType,
    pub(crate) flags: Flags,
    pub(crate) in_scope: InScope,
    /// The slot in the list of active formatting elements.
    pub(crate) formatting: Slot,
}

impl<H> OpenElement<H> {
    #[inline]
    pub(crate) fn is(&self, name: LocalName) -> bool {
        self.element_type == ElementType::html(name)
    }

    #[inline]
    pub(crate) fn is_template(&self) -> bool {
        self.flags.has(Flags::TEMPLATE)
    }
}

/// An entry with [`Flags::LANDMARK`]: a rule can ask for its slot. The other fields describe the stack up to and including this entry.
#[derive(Clone, Copy, Debug)]
struct Landmark {
    slot: Slot,
    /// The last entry with [`Flags::SCOPE_BOUNDARY`].
    scope_boundary: Slot,
    /// The last entry with [`Flags::FOSTER_PARENT`].
    foster_parent: Slot,
    /// The last entry with [`Flags::DECIDES_MODE`].
    mode_element: Slot,
    /// The number of `template` elements.
    templates: u32,
}

impl Landmark {
    const NONE: Landmark = Landmark {
        slot: Slot::NONE,
        scope_boundary: Slot::NONE,
        foster_parent: Slot::NONE,
        mode_element: Slot::NONE,
        templates: 0,
    };

    /// Returns the landmark for a later entry in `slot`.
    fn followed_by(self, slot: Slot, flags: Flags) -> Landmark {
        let last = |flag, before| if flags.has(flag) { slot } else { before };
        Landmark {
            slot,
            scope_boundary: last(Flags::SCOPE_BOUNDARY, self.scope_boundary),
            foster_parent: last(Flags::FOSTER_PARENT, self.foster_parent),
            mode_element: last(Flags::DECIDES_MODE, self.mode_element),
            templates: self.templates + u32::from(flags.has(Flags::TEMPLATE)),
        }
    }
}

/// The number of entries that a search examines one by one before it consults [`Runs`].
const MAX_LINEAR_WALK: usize = 64;

/// The [stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).
///
/// Every query takes constant time, apart from walks over entries that the caller pops. Entries keep their slots: removing one from the
/// middle leaves a gap. Only the adoption agency algorithm moves a few entries.
///
/// Invariants:
/// 1. Each entry's `in_scope` is the previous entry's `in_scope` after pushing this entry's element.
/// 2. `landmarks` are the entries with [`Flags::LANDMARK`], in order.
/// 3. Exactly the entries in `gaps` are [closed](Flags::CLOSED). The last entry is the current node.
/// 4. `has_gaps_or_runs` is true if `gaps` or `runs` are not empty.
#[derive(Debug)]
pub(crate) struct OpenElements<H> {
    entries: Vec<OpenElement<H>>,
    landmarks: Vec<Landmark>,
    has_gaps_or_runs: bool,
    gaps: Gaps,
    runs: Runs,
    /// The slot of the element that the [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer)
    /// refers to, while the element is open.
    form: Slot,
}

const MAX_REUSED_CAPACITY: usize = 1 << 10;

#[derive(Debug)]
pub(crate) struct OpenElementsBuffers<H> {
    entries: Vec<OpenElement<H>>,
    landmarks: Vec<Landmark>,
}

impl<H> OpenElementsBuffers<H> {
    pub(crate) fn new() -> OpenElementsBuffers<H> {
        // Deep enough for most pages.
        OpenElementsBuffers { entries: Vec::with_capacity(64), landmarks: Vec::with_capacity(16) }
    }

    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.entries.capacity() > MAX_REUSED_CAPACITY
    }
}

impl<H> Default for OpenElementsBuffers<H> {
    #[inline]
    fn default() -> OpenElementsBuffers<H> {
        OpenElementsBuffers { entries: Vec::new(), landmarks: Vec::new() }
    }
}

impl<H: Copy + PartialEq> OpenElements<H> {
    #[inline]
    pub(crate) fn new(buffers: OpenElementsBuffers<H>) -> OpenElements<H> {
        OpenElements {
            entries: buffers.entries,
            landmarks: buffers.landmarks,
            has_gaps_or_runs: false,
            gaps: Gaps::default(),
            runs: Runs::default(),
            form: Slot::NONE,
        }
    }

    #[inline]
    pub(crate) fn set_buffers(&mut self, buffers: OpenElementsBuffers<H>) {
        self.entries = buffers.entries;
        self.landmarks = buffers.landmarks;
    }

    /// Clears the stack and moves its vectors into the buffers.
    #[inline]
    pub(crate) fn return_buffers(&mut self, buffers: &mut OpenElementsBuffers<H>) {
        self.entries.clear();
        self.landmarks.clear();
        mem::swap(&mut self.entries, &mut buffers.entries);
        mem::swap(&mut self.landmarks, &mut buffers.landmarks);
    }

    /// Takes all entries, including the closed ones in gaps. The only valid call afterwards is [`restart`](Self::restart).
    #[inline]
    pub(crate) fn take_entries(&mut self) -> Vec<OpenElement<H>> {
        mem::take(&mut self.entries)
    }

    /// Clears the stack. It reuses the memory of `entries`.
    #[inline]
    pub(crate) fn restart(&mut self, entries: Vec<OpenElement<H>>) {
        self.entries = entries;
        self.clear();
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.landmarks.clear();
        if self.has_gaps_or_runs {
            self.gaps = Gaps::default();
            self.runs = Runs::default();
            self.has_gaps_or_runs = false;
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, node: H, insertion_target: H, element_type: ElementType, flags: Flags) {
        if element_type.is_html_namespace() {
            self.push_html(node, insertion_target, element_type, element_type.name());
        } else {
            self.push_foreign(node, element_type, flags);
        }
    }

    /// Pushes an HTML element. `name` is the name of `element_type`.
    #[inline(always)]
    pub(crate) fn push_html(&mut self, node: H, insertion_target: H, element_type: ElementType, name: LocalName) {
        let flags = Flags::of_html(name);
        if flags.has(Flags::LANDMARK) {
            self.push_landmark(flags);
        }
        let in_scope = self.in_scope().after_html(name);
        let formatting = Slot::NONE;
        self.entries.push(OpenElement { node, insertion_target, element_type, flags, in_scope, formatting });
    }

    /// Pushes an `html` element onto the empty stack.
    #[inline]
    pub(crate) fn push_root(&mut self, node: H, insertion_target: H) {
        let (element_type, flags) = (ElementType::html(LocalName::HTML), Flags::of_html(LocalName::HTML));
        self.landmarks.push(Landmark::NONE.followed_by(Slot::FIRST, flags));
        let (in_scope, formatting) = (InScope::default().after_html(LocalName::HTML), Slot::NONE);
        self.entries.push(OpenElement { node, insertion_target, element_type, flags, in_scope, formatting });
    }

    fn push_foreign(&mut self, node: H, element_type: ElementType, mut flags: Flags) {
        if self.current().is_none_or(|current| current.element_type.is_html_namespace()) {
            flags = flags.with(Flags::FOREIGN_ROOT);
        }
        if flags.has(Flags::LANDMARK) {
            self.push_landmark(flags);
        }
        let in_scope = self.in_scope().after(element_type, flags);
        let formatting = Slot::NONE;
        self.entries.push(OpenElement { node, insertion_target: node, element_type, flags, in_scope, formatting });
    }

    /// Adds a landmark for the next entry.
    #[inline(never)]
    fn push_landmark(&mut self, flags: Flags) {
        self.landmarks.push(self.last_landmark().followed_by(Slot::new(self.entries.len()), flags));
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        if entry.flags.has(Flags::LANDMARK) {
            self.landmarks.pop();
        }
        if self.has_gaps_or_runs {
            self.trim_gaps_and_runs(entry.element_type);
        }
        Some(entry)
    }

    #[inline(never)]
    fn trim_gaps_and_runs(&mut self, element_type: ElementType) {
        self.runs.remove(self.entries.len(), element_type);
        self.entries.truncate(self.gaps.trim(self.entries.len()));
        self.runs.truncate(self.entries.len());
        self.has_gaps_or_runs = !self.gaps.is_empty() || !self.runs.is_empty();
    }

    /// Returns the [current node](https://html.spec.whatwg.org/multipage/parsing.html#current-node).
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// Returns the entries, including the closed ones in gaps. The last entry is the current node.
    #[inline(always)]
    pub(crate) fn entries(&self) -> &[OpenElement<H>] {
        &self.entries
    }

    #[inline]
    pub(crate) fn current_slot(&self) -> Slot {
        Slot::new(self.entries.len().wrapping_sub(1))
    }

    /// Whether the current node is an SVG or MathML element but not an integration point.
    #[inline]
    pub(crate) fn is_in_foreign_content(&self) -> bool {
        self.current()
            .is_some_and(|entry| !entry.element_type.is_html_namespace() && !entry.flags.has(Flags::INTEGRATION_POINT))
    }

    #[inline]
    pub(crate) fn current_is(&self, name: LocalName) -> bool {
        self.current().is_some_and(|entry| entry.is(name))
    }

    #[inline]
    pub(crate) fn current_is_one_of(&self, names: TagSet) -> bool {
        self.current().is_some_and(|entry| entry.element_type.is_html_in(names))
    }

    /// Returns the number of entries including gaps, which bounds the depth of the tree.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn current_is_root(&self) -> bool {
        self.entries.len() == 1
    }

    pub(crate) fn root(&self) -> Option<&OpenElement<H>> {
        self.entries.first()
    }

    pub(crate) fn second(&self) -> Option<&OpenElement<H>> {
        self.entries.get(self.gaps.next(0))
    }

    /// Returns the entry in a slot, if it is open and has this node.
    pub(crate) fn find(&self, slot: Slot, node: H) -> Option<&OpenElement<H>> {
        self.entries.get(slot.index()).filter(|entry| entry.node == node && !entry.flags.has(Flags::CLOSED))
    }

    /// Returns the slot of the entry before `slot`. For the root, returns `slot` itself.
    pub(crate) fn previous(&self, slot: Slot) -> Slot {
        self.gaps.previous(slot.index()).map_or(slot, Slot::new)
    }

    #[inline]
    fn in_scope(&self) -> InScope {
        // `last()` would compile to an additional test of the option.
        match self.entries.as_slice() {
            [.., current] => current.in_scope,
            [] => InScope::default(),
        }
    }

    /// [Has an element in scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope)
    #[inline]
    pub(crate) fn has_in_scope(&self, name: LocalName) -> bool {
        self.in_scope().has(name, Scope::Default)
    }

    /// [Has an element in list item
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope)
    #[inline]
    pub(crate) fn has_in_list_item_scope(&self, name: LocalName) -> bool {
        self.in_scope().has(name, Scope::ListItem)
    }

    /// [Has an element in button
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope)
    #[inline]
    pub(crate) fn has_in_button_scope(&self, name: LocalName) -> bool {
        self.in_scope().has(name, Scope::Button)
    }

    /// [Has an element in table
    /// scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope)
    #[inline]
    pub(crate) fn has_in_table_scope(&self, name: LocalName) -> bool {
        self.in_scope().has(name, Scope::Table)
    }

    #[inline]
    pub(crate) fn has_heading_in_scope(&self) -> bool {
        self.in_scope().has_heading()
    }

    /// Returns the name of the open list item that a start tag of this name (`li`, `dd` or `dt`) closes.
    #[inline]
    pub(crate) fn item_closed_by(&self, name: LocalName) -> Option<LocalName> {
        self.in_scope().item_closed_by(name)
    }

    pub(crate) fn has_unclosed_element(&self) -> bool {
        self.in_scope().has_unclosed_element()
    }

    fn last_landmark(&self) -> Landmark {
        self.landmarks.last().copied().unwrap_or(Landmark::NONE)
    }

    /// Whether an entry is in the default scope. The entry must not be a scope boundary itself.
    pub(crate) fn is_in_scope(&self, slot: Slot) -> bool {
        let boundary = self.last_landmark().scope_boundary;
        boundary.is_none() || boundary < slot
    }

    pub(crate) fn has_template(&self) -> bool {
        self.last_landmark().templates != 0
    }

    pub(crate) fn last_table_or_template(&self) -> Slot {
        self.last_landmark().foster_parent
    }

    /// See [`Flags::DECIDES_MODE`].
    pub(crate) fn last_mode_element(&self) -> Slot {
        self.last_landmark().mode_element
    }

    /// Returns the [furthest block](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm) of a formatting
    /// element: the first special element after it. The algorithm closes nearly all entries that this walk visits.
    pub(crate) fn furthest_block(&self, formatting: Slot) -> Option<Slot> {
        let mut index = self.gaps.next(formatting.index());
        while !self.entries.get(index)?.flags.has(Flags::SPECIAL) {
            index = self.gaps.next(index);
        }
        Some(Slot::new(index))
    }

    /// Returns the last element of a type, if there is no special element after it.
    pub(crate) fn nearest(&mut self, wanted: ElementType) -> Option<Slot> {
        let mut slot = self.current_slot();
        for walked in 0.. {
            let entry = self.entries.get(slot.index())?;
            if entry.element_type == wanted {
                break;
            }
            if entry.flags.has(Flags::SPECIAL) || (walked == MAX_LINEAR_WALK && !self.last_run_contains(&[wanted])) {
                return None;
            }
            slot = self.previous(slot);
        }
        Some(slot)
    }

    /// Returns the last foreign element with the same name as `wanted`, which is the type of an HTML element. Returns `None` if an HTML element
    /// follows it.
    pub(crate) fn nearest_foreign(&mut self, wanted: ElementType) -> Option<Slot> {
        let foreign = [wanted.in_namespace(Namespace::Svg), wanted.in_namespace(Namespace::MathMl)];
        let mut slot = self.current_slot();
        for walked in 0.. {
            let entry = self.entries.get(slot.index())?;
            if foreign.contains(&entry.element_type) {
                break;
            }
            if entry.element_type.is_html_namespace()
                || (walked == MAX_LINEAR_WALK && !self.last_run_contains(&foreign))
            {
                return None;
            }
            slot = self.previous(slot);
        }
        Some(slot)
    }

    fn last_run_contains(&mut self, types: &[ElementType]) -> bool {
        self.runs.extend(&self.entries);
        self.has_gaps_or_runs = true;
        types.iter().any(|&element_type| self.runs.last_contains(element_type))
    }

    pub(crate) fn set_form(&mut self) {
        self.form = self.current_slot();
    }

    /// Returns the slot of the `form` element pointer's node, if it is open.
    pub(crate) fn form(&self, form: H) -> Option<Slot> {
        self.find(self.form, form).map(|_| self.form)
    }

    pub(crate) fn remove(&mut self, slot: Slot) -> OpenElement<H> {
        let removed = self[slot];
        if slot == self.current_slot() {
            self.pop();
            return removed;
        }
        let before = self.gaps.previous(slot.index());
        self.close(slot);
        if removed.flags.has(Flags::LANDMARK) {
            self.rebuild_landmarks(slot, None);
        }
        if removed.flags.has(Flags::SPECIAL)
            && let Some(before) = before
        {
            self.runs.join_special(&self.entries, before, slot.index());
        }
        let after = self.gaps.skip(slot.index());
        self.update_foreign_root(after);
        self.update_scopes(after, after);
        removed
    }

    /// Updates [`Flags::FOREIGN_ROOT`] of an entry whose previous entry was removed.
    fn update_foreign_root(&mut self, index: usize) {
        let Some(previous) = self.gaps.previous(index) else { return };
        let is_in_html = self.entries[previous].element_type.is_html_namespace();
        let entry = &mut self.entries[index];
        if entry.element_type.is_html_namespace() {
            return;
        }
        if is_in_html {
            entry.flags = entry.flags.with(Flags::FOREIGN_ROOT);
        } else if entry.flags.has(Flags::FOREIGN_ROOT) {
            entry.flags = entry.flags.without(Flags::FOREIGN_ROOT);
            self.runs.join_foreign(&self.entries, previous, index);
        }
    }

    /// Turns the slot of an entry that is not the current node into a gap.
    fn close(&mut self, slot: Slot) {
        let entry = &mut self.entries[slot.index()];
        entry.flags = entry.flags.with(Flags::CLOSED);
        self.runs.remove(slot.index(), entry.element_type);
        self.gaps.add(slot.index());
        self.has_gaps_or_runs = true;
    }

    /// Updates the landmarks after one of them was moved or removed. This is cheap: the only landmark that is ever removed is the `head`, and
    /// it has few entries after it.
    fn rebuild_landmarks(&mut self, old_slot: Slot, new_slot: Option<Slot>) {
        let Some(at) = self.landmarks.iter().rposition(|landmark| landmark.slot == old_slot) else { return };
        let after = self.landmarks.split_off(at);
        if let Some(slot) = new_slot {
            self.push_landmark_at(slot);
        }
        for landmark in &after[1..] {
            self.push_landmark_at(landmark.slot);
        }
    }

    fn push_landmark_at(&mut self, slot: Slot) {
        self.landmarks.push(self.last_landmark().followed_by(slot, self[slot].flags));
    }

    /// Replaces the node of a formatting element by another of the same type.
    pub(crate) fn replace(&mut self, slot: Slot, node: H) {
        let entry = &mut self.entries[slot.index()];
        entry.node = node;
        entry.insertion_target = node;
    }

    /// Closes a formatting element, and inserts another element of the same type into the slot of its furthest block. The last free slot before that
    /// slot is filled: all entries after the free slot, up to the furthest block, move down by one. Returns their new slots.
    pub(crate) fn move_after_furthest_block(
        &mut self,
        formatting: Slot,
        furthest_block: Slot,
        node: H,
    ) -> Range<usize> {
        if !self.runs.is_empty() {
            self.runs.extend(&self.entries);
        }
        let (last, element) = (furthest_block.index(), self[formatting]);
        self.close(formatting);
        // At least the slot of the formatting element is free.
        let free = self.gaps.take_free_before(last).unwrap_or(formatting.index());
        self.entries.copy_within(free + 1..=last, free);
        if self.entries[last].flags.has(Flags::LANDMARK) {
            self.rebuild_landmarks(furthest_block, Some(Slot::new(last - 1)));
        }
        self.runs.move_down(free, last, element.element_type);
        if self.form.is_some() && (free + 1..=last).contains(&self.form.index()) {
            self.form = Slot::new(self.form.index() - 1);
        }
        self.entries[last] = OpenElement { node, insertion_target: node, ..element };
        self.has_gaps_or_runs = !self.gaps.is_empty() || !self.runs.is_empty();
        self.update_scopes(self.gaps.skip(formatting.index()), last);
        free..last
    }

    /// Recomputes `in_scope` of the entries from `index` to `to`, and of later entries until one does not change.
    fn update_scopes(&mut self, mut index: usize, to: usize) {
        let before = self.gaps.previous(index);
        let mut in_scope = before.map_or(InScope::default(), |before| self.entries[before].in_scope);
        while let Some(entry) = self.entries.get_mut(index) {
            in_scope = in_scope.after(entry.element_type, entry.flags);
            if index >= to && in_scope == entry.in_scope {
                break;
            }
            entry.in_scope = in_scope;
            index = self.gaps.next(index);
        }
    }

    pub(crate) fn retarget_current(&mut self, insertion_target: H, flags: Flags) {
        if let Some(entry) = self.entries.last_mut() {
            entry.insertion_target = insertion_target;
            entry.flags = entry.flags.with(flags);
        }
    }

    /// Makes the dispatcher treat the content of the root as foreign content. Used if the context element of the fragment is a foreign element.
    pub(crate) fn set_root_in_foreign_content(&mut self) {
        if let Some(root) = self.entries.first_mut() {
            root.flags = root.flags.without(Flags::HTML_CONTENT);
        }
    }

    #[inline]
    pub(crate) fn set_formatting(&mut self, slot: Slot, formatting: Slot) {
        if let Some(entry) = self.entries.get_mut(slot.index()) {
            entry.formatting = formatting;
        }
    }
}

impl<H> Index<Slot> for OpenElements<H> {
    type Output = OpenElement<H>;

    #[inline]
    fn index(&self, slot: Slot) -> &OpenElement<H> {
        &self.entries[slot.index()]
    }
}

#[cfg(test)]
mod tests;
