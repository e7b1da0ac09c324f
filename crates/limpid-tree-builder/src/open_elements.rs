//! The stack of open elements: what is in scope, where rules have to look, and no walk that pops nothing.

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
    /// Where its children go: the element itself, but template contents for a `template`, the fragment for the root of a
    /// fragment parse, and its parent when the tree may not be deeper.
    pub(crate) insertion_target: H,
    pub(crate) element_type: ElementType,
    pub(crate) flags: Flags,
    pub(crate) in_scope: InScope,
    /// Its place in the list of active formatting elements.
    pub(crate) formatting: Slot,
}

impl<H> OpenElement<H> {
    #[inline]
    pub(crate) fn is(&self, name: LocalName) -> bool {
        self.element_type == ElementType::html(name)
    }

    /// Whether children go to the element itself or to its contents, without further questions.
    #[inline]
    pub(crate) fn is_template(&self) -> bool {
        self.flags.has(Flags::TEMPLATE)
    }
}

/// An element whose place rules ask for, and the last of each kind up to it.
#[derive(Clone, Copy, Debug)]
struct Landmark {
    slot: Slot,
    scope_boundary: Slot,
    foster_parent: Slot,
    decides_mode: Slot,
    templates: u32,
}

impl Landmark {
    const NONE: Landmark = Landmark {
        slot: Slot::NONE,
        scope_boundary: Slot::NONE,
        foster_parent: Slot::NONE,
        decides_mode: Slot::NONE,
        templates: 0,
    };

    /// The landmark that comes after this one.
    fn followed_by(self, slot: Slot, flags: Flags) -> Landmark {
        let last = |flag, before| if flags.has(flag) { slot } else { before };
        Landmark {
            slot,
            scope_boundary: last(Flags::SCOPE_BOUNDARY, self.scope_boundary),
            foster_parent: last(Flags::FOSTER_PARENT, self.foster_parent),
            decides_mode: last(Flags::DECIDES_MODE, self.decides_mode),
            templates: self.templates + u32::from(flags.has(Flags::TEMPLATE)),
        }
    }
}

/// Up to this number entries are looked at one by one.
const FEW_ENTRIES: usize = 64;

/// The [stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).
///
/// Every query takes constant time, apart from walks over entries that the caller pops. Entries keep their places: what leaves from the middle leaves a gap, and the adoption agency algorithm moves a handful.
///
/// Invariants, upheld here:
/// 1. Each entry's `in_scope` is that of the entry before it, after its own element.
/// 2. `landmarks` are the entries with [`Flags::LANDMARK`], in order.
/// 3. Entries in `gaps` are [closed](Flags::CLOSED), and no others. The last entry is the current node.
/// 4. `is_irregular` if there are gaps or `runs`.
#[derive(Debug)]
pub(crate) struct OpenElements<H> {
    entries: Vec<OpenElement<H>>,
    landmarks: Vec<Landmark>,
    is_irregular: bool,
    gaps: Gaps,
    runs: Runs,
    /// The entry of the [`form` element
    /// pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer), if it was not popped.
    form: Slot,
}

const KEPT_ENTRIES: usize = 1 << 10;

/// The memory of a stack, for the next one.
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

    /// Whether they are more than is kept.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.entries.capacity() > KEPT_ENTRIES
    }
}

impl<H> Default for OpenElementsBuffers<H> {
    #[inline]
    fn default() -> OpenElementsBuffers<H> {
        OpenElementsBuffers { entries: Vec::new(), landmarks: Vec::new() }
    }
}

impl<H: Copy + PartialEq> OpenElements<H> {
    /// An empty stack in the buffers of a former one.
    #[inline]
    pub(crate) fn new(buffers: OpenElementsBuffers<H>) -> OpenElements<H> {
        OpenElements {
            entries: buffers.entries,
            landmarks: buffers.landmarks,
            is_irregular: false,
            gaps: Gaps::default(),
            runs: Runs::default(),
            form: Slot::NONE,
        }
    }

    /// Sets the memory of an empty stack.
    #[inline]
    pub(crate) fn set_buffers(&mut self, buffers: OpenElementsBuffers<H>) {
        self.entries = buffers.entries;
        self.landmarks = buffers.landmarks;
    }

    /// Empties the stack and leaves its memory.
    #[inline]
    pub(crate) fn leave_buffers(&mut self, buffers: &mut OpenElementsBuffers<H>) {
        self.entries.clear();
        self.landmarks.clear();
        mem::swap(&mut self.entries, &mut buffers.entries);
        mem::swap(&mut self.landmarks, &mut buffers.landmarks);
    }

    /// Takes all entries out, those of the gaps included. The stack is only to be [restarted](Self::restart) then.
    #[inline]
    pub(crate) fn take_entries(&mut self) -> Vec<OpenElement<H>> {
        mem::take(&mut self.entries)
    }

    /// Makes the stack an empty one, in the memory of former entries.
    #[inline]
    pub(crate) fn restart(&mut self, entries: Vec<OpenElement<H>>) {
        self.entries = entries;
        self.clear();
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.landmarks.clear();
        if self.is_irregular {
            self.gaps = Gaps::default();
            self.runs = Runs::default();
            self.is_irregular = false;
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

    /// Pushes an HTML element of this type, whose name is the id of its name.
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

    /// Notes a landmark that is to be pushed.
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
        if self.is_irregular {
            self.popped_irregular(entry.element_type);
        }
        Some(entry)
    }

    /// Removes what there is besides an entry that was popped: a run, a gap before it.
    #[inline(never)]
    fn popped_irregular(&mut self, element_type: ElementType) {
        self.runs.remove(self.entries.len(), element_type);
        self.entries.truncate(self.gaps.trim(self.entries.len()));
        self.runs.truncate(self.entries.len());
        self.is_irregular = !self.gaps.is_empty() || !self.runs.is_empty();
    }

    /// The [current node](https://html.spec.whatwg.org/multipage/parsing.html#current-node).
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// The entries, those of the gaps included: the current node is the last.
    #[inline(always)]
    pub(crate) fn entries(&self) -> &[OpenElement<H>] {
        &self.entries
    }

    #[inline]
    pub(crate) fn current_slot(&self) -> Slot {
        Slot::new(self.entries.len().wrapping_sub(1))
    }

    /// Whether the current node is an SVG or MathML element that is no integration point.
    #[inline]
    pub(crate) fn current_is_amid_foreign_content(&self) -> bool {
        self.current()
            .is_some_and(|entry| !entry.element_type.is_html_namespace() && !entry.flags.has(Flags::INTEGRATION_POINT))
    }

    /// Whether the current node is an HTML element of this name.
    #[inline]
    pub(crate) fn current_is(&self, name: LocalName) -> bool {
        self.current().is_some_and(|entry| entry.is(name))
    }

    /// Whether the current node is an HTML element of one of these names.
    #[inline]
    pub(crate) fn current_is_one_of(&self, names: TagSet) -> bool {
        self.current().is_some_and(|entry| entry.element_type.is_html_in(names))
    }

    /// Returns the number of entries, gaps included: it bounds the depth of the tree.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the current node is the only one on the stack.
    #[inline]
    pub(crate) fn current_is_root(&self) -> bool {
        self.entries.len() == 1
    }

    /// The entry that was added first.
    pub(crate) fn root(&self) -> Option<&OpenElement<H>> {
        self.entries.first()
    }

    /// The entry after the root.
    pub(crate) fn second(&self) -> Option<&OpenElement<H>> {
        self.entries.get(self.gaps.next(0))
    }

    /// The entry in a slot, if it is this node.
    pub(crate) fn find(&self, slot: Slot, node: H) -> Option<&OpenElement<H>> {
        self.entries.get(slot.index()).filter(|entry| entry.node == node && !entry.flags.has(Flags::CLOSED))
    }

    /// The entry before another, further up in the tree. The root is before itself.
    pub(crate) fn before(&self, slot: Slot) -> Slot {
        self.gaps.previous(slot.index()).map_or(slot, Slot::new)
    }

    #[inline]
    fn in_scope(&self) -> InScope {
        // A match on the slice, as an option would be tested once more.
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

    /// The open item of a list that a start tag of this name (`li`, `dd` or `dt`) closes.
    #[inline]
    pub(crate) fn item_closed_by(&self, name: LocalName) -> Option<LocalName> {
        self.in_scope().item_closed_by(name)
    }

    /// Whether there is an element that ought to have had an end tag before the body ends.
    pub(crate) fn has_element_without_end_tag(&self) -> bool {
        self.in_scope().has_element_without_end_tag()
    }

    fn last_landmark(&self) -> Landmark {
        self.landmarks.last().copied().unwrap_or(Landmark::NONE)
    }

    /// Whether an entry that is no scope boundary itself is in the default scope.
    pub(crate) fn is_in_scope(&self, slot: Slot) -> bool {
        let boundary = self.last_landmark().scope_boundary;
        boundary.is_none() || boundary < slot
    }

    pub(crate) fn has_template(&self) -> bool {
        self.last_landmark().templates != 0
    }

    /// The last `table` or `template`.
    pub(crate) fn foster_parent(&self) -> Slot {
        self.last_landmark().foster_parent
    }

    /// The last element that [resetting the insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately) does not pass by.
    pub(crate) fn decides_mode(&self) -> Slot {
        self.last_landmark().decides_mode
    }

    /// The [furthest block](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm) of a formatting
    /// element: the first special element after it. The algorithm closes nearly all that is passed by here.
    pub(crate) fn furthest_block(&self, formatting: Slot) -> Option<Slot> {
        let mut index = self.gaps.next(formatting.index());
        while !self.entries.get(index)?.flags.has(Flags::SPECIAL) {
            index = self.gaps.next(index);
        }
        Some(Slot::new(index))
    }

    /// The last element of a type, if there is no special element after it.
    pub(crate) fn nearest(&mut self, wanted: ElementType) -> Option<Slot> {
        let mut slot = self.current_slot();
        for walked in 0.. {
            let entry = self.entries.get(slot.index())?;
            if entry.element_type == wanted {
                break;
            }
            if entry.flags.has(Flags::SPECIAL) || (walked == FEW_ENTRIES && !self.last_run_has(&[wanted])) {
                return None;
            }
            slot = self.before(slot);
        }
        Some(slot)
    }

    /// The last foreign element with the name of an HTML type, if there is no HTML element after it.
    pub(crate) fn nearest_foreign(&mut self, wanted: ElementType) -> Option<Slot> {
        let foreign = [wanted.in_namespace(Namespace::Svg), wanted.in_namespace(Namespace::MathMl)];
        let mut slot = self.current_slot();
        for walked in 0.. {
            let entry = self.entries.get(slot.index())?;
            if foreign.contains(&entry.element_type) {
                break;
            }
            if entry.element_type.is_html_namespace() || (walked == FEW_ENTRIES && !self.last_run_has(&foreign)) {
                return None;
            }
            slot = self.before(slot);
        }
        Some(slot)
    }

    /// Whether the last run has an element of one of these types.
    fn last_run_has(&mut self, types: &[ElementType]) -> bool {
        self.runs.cover(&self.entries);
        self.is_irregular = true;
        types.iter().any(|&element_type| self.runs.last_has(element_type))
    }

    /// Notes that the current node is what the `form` element pointer points to.
    pub(crate) fn set_form(&mut self) {
        self.form = self.current_slot();
    }

    /// The entry of the form that the pointer points to.
    pub(crate) fn form(&self, form: H) -> Option<Slot> {
        self.find(self.form, form).map(|_| self.form)
    }

    /// Removes an entry from anywhere.
    pub(crate) fn remove(&mut self, slot: Slot) -> OpenElement<H> {
        let removed = self[slot];
        if slot == self.current_slot() {
            self.pop();
            return removed;
        }
        let before = self.gaps.previous(slot.index());
        self.close(slot);
        if removed.flags.has(Flags::LANDMARK) {
            self.renew_landmarks(slot, None);
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

    /// Brings up to date whether an entry is the first of foreign ones in a row.
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

    /// Makes the place of an entry that is not the current node a gap.
    fn close(&mut self, slot: Slot) {
        let entry = &mut self.entries[slot.index()];
        entry.flags = entry.flags.with(Flags::CLOSED);
        self.runs.remove(slot.index(), entry.element_type);
        self.gaps.add(slot.index());
        self.is_irregular = true;
    }

    /// Brings the landmarks up to date for one that left its place. Only the `head` ever does, when there is next to nothing
    /// after it.
    fn renew_landmarks(&mut self, left: Slot, goes_to: Option<Slot>) {
        let Some(at) = self.landmarks.iter().rposition(|landmark| landmark.slot == left) else { return };
        let after = self.landmarks.split_off(at);
        if let Some(slot) = goes_to {
            self.push_landmark_at(slot);
        }
        for landmark in &after[1..] {
            self.push_landmark_at(landmark.slot);
        }
    }

    fn push_landmark_at(&mut self, slot: Slot) {
        self.landmarks.push(self.last_landmark().followed_by(slot, self[slot].flags));
    }

    /// Puts another element of the same type in the place of a formatting element.
    pub(crate) fn replace(&mut self, slot: Slot, node: H) {
        let entry = &mut self.entries[slot.index()];
        entry.node = node;
        entry.insertion_target = node;
    }

    /// Closes a formatting element, and puts another of the same type after its furthest block: it gets the place of the
    /// block. That and what else is left between the two move down by one; gives their places.
    pub(crate) fn move_after_furthest_block(
        &mut self,
        formatting: Slot,
        furthest_block: Slot,
        node: H,
    ) -> Range<usize> {
        if !self.runs.is_empty() {
            self.runs.cover(&self.entries);
        }
        let (last, element) = (furthest_block.index(), self[formatting]);
        self.close(formatting);
        // At the least the place of the formatting element is free.
        let free = self.gaps.take_before(last).unwrap_or(formatting.index());
        self.entries.copy_within(free + 1..=last, free);
        if self.entries[last].flags.has(Flags::LANDMARK) {
            self.renew_landmarks(furthest_block, Some(Slot::new(last - 1)));
        }
        self.runs.move_down(free, last, element.element_type);
        if self.form.is_some() && (free + 1..=last).contains(&self.form.index()) {
            self.form = Slot::new(self.form.index() - 1);
        }
        self.entries[last] = OpenElement { node, insertion_target: node, ..element };
        self.is_irregular = !self.gaps.is_empty() || !self.runs.is_empty();
        self.update_scopes(self.gaps.skip(formatting.index()), last);
        free..last
    }

    /// Brings what is in scope up to date from one entry to another, and on until it is.
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

    /// Changes where the current node's children go.
    pub(crate) fn retarget_current(&mut self, insertion_target: H, flags: Flags) {
        if let Some(entry) = self.entries.last_mut() {
            entry.insertion_target = insertion_target;
            entry.flags = entry.flags.with(flags);
        }
    }

    /// Makes the dispatcher treat the root as foreign content: the fragment's context element is foreign.
    pub(crate) fn set_root_in_foreign_content(&mut self) {
        if let Some(root) = self.entries.first_mut() {
            root.flags = root.flags.without(Flags::HTML_CONTENT);
        }
    }

    /// Notes where an entry is in the list of active formatting elements.
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
