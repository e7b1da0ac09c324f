//! The list of active formatting elements: a vector, and an index for long lists.

use crate::gaps::Gaps;
use crate::slot::Slot;
use core::mem;
use core::ops::Range;
use limpid_markup::{AttributeRecord, AttributesBuffer, LocalName, Span, TokenAttributes};
use limpid_tokenizer::Tag;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Up to this number of attributes, two elements are compared attribute by attribute. With more attributes, a map is used.
const MAX_PAIRWISE_ATTRIBUTES: usize = 8;

/// The token that a formatting element was created for, kept while the element may have to be recreated.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormattingToken {
    name: LocalName,
    had_duplicate_attribute: bool,
    /// The total length of the names and values of the attributes.
    pub(crate) attribute_bytes: u32,
    /// `None` if the sink keeps the attributes, or if the tag has no attributes.
    attributes: Option<Box<AttributesBuffer>>,
}

impl FormattingToken {
    /// Returns the token of a tag, without its attributes if the sink keeps them.
    #[inline(always)]
    pub(crate) fn new(
        name: LocalName,
        attributes: &TokenAttributes<'_>,
        had_duplicate_attribute: bool,
        sink_keeps_attributes: bool,
    ) -> FormattingToken {
        let omits_attributes = sink_keeps_attributes || attributes.is_empty();
        FormattingToken {
            name,
            had_duplicate_attribute,
            attribute_bytes: attributes.unadjusted_records().map_or(0, |(records, _)| attribute_bytes(records)),
            attributes: (!omits_attributes).then(|| {
                let mut copy = AttributesBuffer::default();
                copy.set(attributes);
                Box::new(copy)
            }),
        }
    }

    #[inline]
    fn memory(&self) -> usize {
        self.attributes.as_ref().map_or(0, |copy| size_of::<AttributesBuffer>() + copy.memory())
    }

    pub(crate) fn tag(&self) -> Tag<'_> {
        Tag {
            name: self.name,
            name_str: self.name.as_str(),
            attributes: match &self.attributes {
                None => TokenAttributes::EMPTY,
                Some(kept) => kept.attributes(),
            },
            self_closing: false,
            had_duplicate_attribute: self.had_duplicate_attribute,
            span: Span::default(),
            name_span: Span::default(),
        }
    }
}

#[inline]
fn attribute_bytes(records: &[AttributeRecord]) -> u32 {
    let length = |record: &AttributeRecord| {
        let name = if record.name_is_built { record.built_name } else { record.name_span };
        let value = if record.value_is_built { record.built_value } else { record.value_span };
        name.len() + value.len()
    };
    u32::try_from(records.iter().map(length).sum::<usize>()).unwrap_or(u32::MAX)
}

#[derive(Debug)]
pub(crate) struct FormattingElement<H> {
    pub(crate) node: H,
    pub(crate) token: FormattingToken,
    /// The element's slot on the stack of open elements; `NONE` if it is not open.
    pub(crate) open: Slot,
}

impl<H: Copy> FormattingElement<H> {
    /// Returns the names and values of the attributes, from the token or from the sink.
    fn attributes<'a>(
        &'a self,
        sink: &'a impl FormattingAttributes<H>,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
        let kept = self.token.tag().attributes;
        kept.iter().map(|attribute| (attribute.name_str(), attribute.value())).chain(sink.created_attributes(self.node))
    }

    /// Returns whether a new element has the same name and attributes, in any order. `by_name` caches a map of the new element's attributes if
    /// there are many.
    fn has_same_name_and_attributes<'a>(
        &'a self,
        new: &'a FormattingElement<H>,
        sink: &'a impl FormattingAttributes<H>,
        by_name: &mut Option<HashMap<&'a str, &'a str>>,
    ) -> bool {
        if self.token.name != new.token.name {
            return false;
        }
        let (mut ours, theirs) = (self.attributes(sink), new.attributes(sink));
        let count = ours.clone().count();
        if count != theirs.clone().count() {
            return false;
        }
        if count <= MAX_PAIRWISE_ATTRIBUTES {
            return ours.all(|one| theirs.clone().any(|other| one == other));
        }
        let by_name = by_name.get_or_insert_with(|| theirs.collect());
        ours.all(|(name, value)| by_name.get(name) == Some(&value))
    }
}

#[derive(Debug)]
pub(crate) enum FormattingEntry<H> {
    Marker,
    Element(FormattingElement<H>),
    /// A removed entry, whose slot is in a gap.
    Removed,
}

impl<H> FormattingEntry<H> {
    #[inline(always)]
    fn is_closed(&self) -> bool {
        matches!(self, FormattingEntry::Element(element) if element.open.is_none())
    }
}

/// Access to the attributes of elements in a sink that keeps them.
pub(crate) trait FormattingAttributes<H> {
    /// Returns [`TreeSink::created_attributes`](limpid_markup::TreeSink::created_attributes), or nothing if the sink keeps no attributes.
    fn created_attributes(&self, node: H) -> impl Iterator<Item = (&str, &str)> + Clone;
}

/// Up to this length, entries are examined one by one. A longer list uses the [`ListIndex`].
const MAX_LINEAR_WALK: usize = 32;

pub(crate) const MAX_REUSED_CAPACITY: usize = 1 << 10;

/// The [list of active formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).
///
/// Searching for an element takes constant time (amortized) at any length of the list. Entries keep their slots: removing one from the middle leaves
/// a gap. This list and the stack of open elements refer to each other by slots.
///
/// After the last marker, the open elements precede the closed ones, in the order of the stack. Reconstruction reopens all closed elements, or
/// removes the elements that exceed the limit.
#[derive(Debug)]
pub(crate) struct ActiveFormattingElements<H> {
    entries: Vec<FormattingEntry<H>>,
    gaps: Gaps,
    list_index: Option<Box<ListIndex>>,
    /// An upper bound of the bytes of copied attributes, because removals are not subtracted.
    copied_bytes: usize,
}

/// An index of a long list. It covers the entries from the start of the list up to some position;
/// [`extend_index`](ActiveFormattingElements::extend_index) adds the rest.
#[derive(Debug, Default)]
struct ListIndex {
    /// The hash of each indexed entry.
    hashes: Vec<u64>,
    markers: Vec<Slot>,
    /// For each name, the slots of its elements, in order. Slots of removed elements may remain.
    by_name: HashMap<u64, Vec<Slot>>,
    /// For each hash, the slots of its elements, in order. Only elements with the same hash can be duplicates for the "Noah's Ark" clause.
    by_hash: HashMap<u64, Vec<Slot>>,
    hash_state: RandomState,
}

impl<H: Copy + PartialEq> ActiveFormattingElements<H> {
    #[inline]
    pub(crate) fn new(entries: Vec<FormattingEntry<H>>) -> ActiveFormattingElements<H> {
        ActiveFormattingElements { entries, gaps: Gaps::default(), list_index: None, copied_bytes: 0 }
    }

    #[inline]
    pub(crate) fn set_buffer(&mut self, buffer: Vec<FormattingEntry<H>>) {
        self.entries = buffer;
    }

    /// Clears the list and moves its vector into the buffer.
    #[inline]
    pub(crate) fn return_buffer(&mut self, buffer: &mut Vec<FormattingEntry<H>>) {
        self.entries.clear();
        mem::swap(&mut self.entries, buffer);
    }

    /// Returns an upper bound of the bytes held. Recounts the attribute bytes if `copied_bytes` exceeds `limit`.
    pub(crate) fn memory(&mut self, limit: usize) -> usize {
        let entries = self.entries.len() * size_of::<FormattingEntry<H>>();
        if self.entries.is_empty() {
            self.copied_bytes = 0;
        } else if self.copied_bytes > limit {
            let memory = |entry: &FormattingEntry<H>| match entry {
                FormattingEntry::Element(element) => element.token.memory(),
                _ => 0,
            };
            self.copied_bytes = self.entries.iter().map(memory).sum();
        }
        entries + self.copied_bytes
    }

    #[inline]
    pub(crate) fn insert_marker(&mut self) {
        self.entries.push(FormattingEntry::Marker);
    }

    /// [Push onto the list of active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements),
    /// without its "Noah's Ark" clause. Returns the slot.
    #[inline]
    pub(crate) fn push(&mut self, element: FormattingElement<H>) -> Slot {
        self.copied_bytes += element.token.memory();
        self.entries.push(FormattingEntry::Element(element));
        self.last_slot()
    }

    /// Applies the "Noah's Ark" clause to the last entry: if three earlier elements after the last marker have its name and attributes,
    /// returns the earliest, which must be removed.
    #[inline(never)]
    pub(crate) fn earliest_of_three_duplicates(&mut self, attributes: &impl FormattingAttributes<H>) -> Option<Slot> {
        let is_long = self.entries.len() > MAX_LINEAR_WALK;
        if is_long {
            self.extend_index(attributes);
        }
        let (FormattingEntry::Element(new), before) = self.entries.split_last()? else { return None };
        let (mut count, mut by_name) = (0, None);
        let mut is_third = |element| {
            count +=
                usize::from(FormattingElement::has_same_name_and_attributes(element, new, attributes, &mut by_name));
            count == 3
        };
        match &self.list_index {
            Some(list_index) if is_long => {
                let (_, slots) = list_index.by_hash.get(list_index.hashes.last()?)?.split_last()?;
                for &slot in slots.iter().rev() {
                    if self.element(slot).is_some_and(&mut is_third) {
                        return Some(slot);
                    }
                }
            }
            _ => {
                for index in (0..before.len()).rev() {
                    match &before[index] {
                        FormattingEntry::Marker => break,
                        FormattingEntry::Element(element) if is_third(element) => return Some(Slot::new(index)),
                        FormattingEntry::Element(_) | FormattingEntry::Removed => {}
                    }
                }
            }
        }
        None
    }

    fn extend_index(&mut self, attributes: &impl FormattingAttributes<H>) {
        let list_index = self.list_index.get_or_insert_default();
        for index in list_index.hashes.len()..self.entries.len() {
            let slot = Slot::new(index);
            let mut hash = 0;
            match &self.entries[index] {
                FormattingEntry::Marker => list_index.markers.push(slot),
                FormattingEntry::Removed => {}
                FormattingEntry::Element(element) => {
                    hash = list_index.hash(element, attributes);
                    let slots_of_name = list_index.by_name.entry(name_key(element.token.name)).or_default();
                    while slots_of_name.last().is_some_and(|&other| other >= slot) {
                        slots_of_name.pop();
                    }
                    slots_of_name.push(slot);
                    list_index.by_hash.entry(hash).or_default().push(slot);
                }
            }
            list_index.hashes.push(hash);
        }
    }

    /// [Clear the list of active formatting elements up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    /// `on_removed` is called with the [`open`](FormattingElement::open) slot of each removed element.
    #[inline]
    pub(crate) fn clear_up_to_the_last_marker(&mut self, mut on_removed: impl FnMut(Slot)) {
        while let Some(FormattingEntry::Element(element)) = self.pop() {
            on_removed(element.open);
        }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<FormattingEntry<H>> {
        let entry = self.entries.pop()?;
        if !self.gaps.is_empty() || self.list_index.is_some() {
            self.shrink_index(&entry);
        }
        Some(entry)
    }

    #[cold]
    fn shrink_index(&mut self, entry: &FormattingEntry<H>) {
        if let FormattingEntry::Element(element) = entry {
            self.remove_from_index(Slot::new(self.entries.len()), element.token.name);
        }
        self.entries.truncate(self.gaps.trim(self.entries.len()));
        if self.entries.len() < MAX_LINEAR_WALK / 2 {
            self.list_index = None;
        } else if let Some(list_index) = &mut self.list_index {
            list_index.truncate(self.entries.len());
        }
    }

    fn remove_from_index(&mut self, slot: Slot, name: LocalName) {
        let Some(list_index) = &mut self.list_index else { return };
        let Some(&hash) = list_index.hashes.get(slot.index()) else { return };
        if let Some(slots) = list_index.by_hash.get_mut(&hash) {
            slots.retain(|&other| other != slot);
            if slots.is_empty() {
                list_index.by_hash.remove(&hash);
            }
        }
        // An outdated slot stays in the middle of `by_name`, because moving all later slots would be too slow.
        if let Some(slots) = list_index.by_name.get_mut(&name_key(name))
            && slots.last() == Some(&slot)
        {
            slots.pop();
        }
    }

    /// Whether the last entry is an element that is not open.
    #[inline(always)]
    pub(crate) fn needs_reconstruction(&self) -> bool {
        self.entries.last().is_some_and(FormattingEntry::is_closed)
    }

    /// Returns the first entry to reconstruct, and whether entries were removed. Keeps only the last `limit` closed entries, but at least one.
    pub(crate) fn first_to_reconstruct(&mut self, limit: u32) -> (Slot, bool) {
        let mut first = self.last_slot();
        let mut remaining = limit;
        let mut removed_any = false;
        while let Some(previous) = self.gaps.previous(first.index())
            && self.entries[previous].is_closed()
        {
            remaining = remaining.saturating_sub(1);
            if remaining == 0 {
                removed_any = self.remove(Slot::new(previous)).is_some();
            } else {
                first = Slot::new(previous);
            }
        }
        (first, removed_any)
    }

    pub(crate) fn next(&self, slot: Slot) -> Slot {
        Slot::new(self.gaps.next(slot.index()))
    }

    fn last_slot(&self) -> Slot {
        Slot::new(self.entries.len().wrapping_sub(1))
    }

    /// Returns the number of entries, gaps and markers included.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes the last entry if `node` is its node.
    #[inline(always)]
    pub(crate) fn pop_if(&mut self, node: H) -> bool {
        let is_last = matches!(self.entries.last(), Some(FormattingEntry::Element(element)) if element.node == node);
        is_last && self.pop().is_some()
    }

    #[inline]
    pub(crate) fn element(&self, slot: Slot) -> Option<&FormattingElement<H>> {
        match self.entries.get(slot.index())? {
            FormattingEntry::Element(element) => Some(element),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn element_mut(&mut self, slot: Slot) -> Option<&mut FormattingElement<H>> {
        match self.entries.get_mut(slot.index())? {
            FormattingEntry::Element(element) => Some(element),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn last_after_marker(
        &mut self,
        name: LocalName,
        attributes: &impl FormattingAttributes<H>,
    ) -> Option<Slot> {
        if self.entries.len() > MAX_LINEAR_WALK {
            return self.last_after_marker_in_long_list(name, attributes);
        }
        for (index, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                FormattingEntry::Marker => return None,
                FormattingEntry::Element(element) if element.token.name == name => return Some(Slot::new(index)),
                _ => {}
            }
        }
        None
    }

    #[inline(never)]
    fn last_after_marker_in_long_list(
        &mut self,
        name: LocalName,
        attributes: &impl FormattingAttributes<H>,
    ) -> Option<Slot> {
        self.extend_index(attributes);
        let list_index = self.list_index.as_mut()?;
        let slots = list_index.by_name.get_mut(&name_key(name))?;
        while let Some(&last) = slots.last() {
            match self.entries.get(last.index()) {
                Some(FormattingEntry::Element(element)) if element.token.name == name => break,
                _ => slots.pop(),
            };
        }
        let last = slots.last().copied();
        let marker = list_index.markers.last().copied();
        last.filter(|&last| marker.is_none_or(|marker| last > marker))
    }

    /// Takes the token of an element in order to recreate the element. [`reopen`](Self::reopen) must return the token.
    pub(crate) fn take_token(&mut self, slot: Slot) -> FormattingToken {
        let Some(element) = self.element_mut(slot) else { return FormattingToken::default() };
        let name = element.token.name;
        mem::replace(&mut element.token, FormattingToken { name, ..FormattingToken::default() })
    }

    /// Replaces the node of an element by a newly opened one that was created for the same token.
    pub(crate) fn reopen(&mut self, slot: Slot, node: H, open: Slot, token: FormattingToken) {
        if let Some(element) = self.element_mut(slot) {
            *element = FormattingElement { node, token, open };
        }
    }

    #[inline]
    pub(crate) fn set_open(&mut self, slot: Slot, open: Slot) {
        if let Some(element) = self.element_mut(slot) {
            element.open = open;
        }
    }

    pub(crate) fn remove(&mut self, slot: Slot) -> Option<FormattingElement<H>> {
        let removed = if slot == self.last_slot() {
            self.pop()?
        } else {
            let removed = mem::replace(self.entries.get_mut(slot.index())?, FormattingEntry::Removed);
            self.gaps.add(slot.index());
            if let FormattingEntry::Element(element) = &removed {
                self.remove_from_index(slot, element.token.name);
            }
            removed
        };
        match removed {
            FormattingEntry::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Moves an element after the element in the slot `target`. The moved element must be the last element with its name. It takes the slot `target`,
    /// and the last free slot before `target` is filled: all elements after the free slot, up to `target`, move down by one. Returns their new slots.
    pub(crate) fn move_after(&mut self, slot: Slot, target: Slot) -> Range<usize> {
        let last = target.index();
        let element = mem::replace(&mut self.entries[slot.index()], FormattingEntry::Removed);
        self.gaps.add(slot.index());
        // At least the slot of the element is free.
        let free = self.gaps.take_free_before(last).unwrap_or(slot.index());
        // `rotate_left` would add about 1,000 lines of LLVM IR.
        for index in free..last {
            self.entries.swap(index, index + 1);
        }
        // An index that does not cover all entries is outdated. In a long list, `last_after_marker` has extended the index to all entries.
        self.list_index.take_if(|list_index| list_index.hashes.len() < self.entries.len());
        let hash = self.list_index.as_ref().map_or(0, |list_index| list_index.hashes[slot.index()]);
        if let Some(list_index) = &mut self.list_index {
            if let FormattingEntry::Element(element) = &element {
                list_index.renumber(slot, target, element.token.name);
            }
            for index in free..last {
                if let FormattingEntry::Element(element) = &self.entries[index] {
                    list_index.renumber(Slot::new(index + 1), Slot::new(index), element.token.name);
                }
            }
            list_index.hashes.copy_within(free + 1..=last, free);
            list_index.hashes[last] = hash;
        }
        self.entries[last] = element;
        free..last
    }
}

fn name_key(name: LocalName) -> u64 {
    name.index() as u64
}

impl ListIndex {
    /// Returns a hash of the name and attributes of an element and of the number of markers before it.
    fn hash<H: Copy>(&self, element: &FormattingElement<H>, sink: &impl FormattingAttributes<H>) -> u64 {
        // The sum does not depend on the order of the attributes.
        let hashes = element.attributes(sink).map(|attribute| self.hash_state.hash_one(attribute));
        let sum = hashes.fold(0_u64, u64::wrapping_add);
        self.hash_state.hash_one((self.markers.len(), element.token.name.index(), sum))
    }

    fn truncate(&mut self, len: usize) {
        self.hashes.truncate(len);
        while self.markers.last().is_some_and(|marker| marker.index() >= len) {
            self.markers.pop();
        }
    }

    fn renumber(&mut self, from: Slot, to: Slot, name: LocalName) {
        let hash = self.hashes[from.index()];
        for slots in [self.by_name.get_mut(&name_key(name)), self.by_hash.get_mut(&hash)].into_iter().flatten() {
            let at = slots.partition_point(|&slot| slot < from);
            // An element that moves up is the last element with its name, so all later slots are outdated.
            if to > from {
                slots.truncate(at + 1);
            }
            if let Some(slot) = slots.get_mut(at) {
                *slot = to;
            }
        }
    }
}

#[cfg(test)]
mod tests;
