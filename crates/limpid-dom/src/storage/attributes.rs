//! The attributes of elements: ranges of the arena's records. A range can be shared, grow, have holes and have an index.

use crate::storage::arena::Arena;
use crate::storage::attribute::{AttributeIndex, AttributeName, AttributeRecord, ManyAttributes, NameHashes};
use crate::storage::node::{MANY, NodeFlags};
use core::ops::Range;
use limpid_markup::{AttributeRecord as TokenAttribute, LocalName, Namespace};

impl Arena {
    #[inline]
    pub(crate) fn attribute_range(&self, element: u32) -> Range<usize> {
        let (start, count) = self.node(element).attributes();
        let count = match count {
            MANY => self.many_attributes(element).map_or(0, |many| many.len as usize),
            count => usize::from(count),
        };
        start..start + count
    }

    /// Returns an element's attribute records, including holes.
    #[inline]
    pub(crate) fn attributes(&self, element: u32) -> &[AttributeRecord] {
        self.attributes.get(self.attribute_range(element)).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn attribute_holes(&self, element: u32) -> u32 {
        match self.node(element).attributes() {
            (_, MANY) => self.many_attributes(element).map_or(0, |many| many.holes),
            _ => 0,
        }
    }

    pub(crate) fn many_attributes(&self, element: u32) -> Option<&ManyAttributes> {
        self.extras.as_ref()?.many_attributes.get(&element)
    }

    fn many_attributes_mut(&mut self, element: u32) -> Option<&mut ManyAttributes> {
        self.extras.as_mut()?.many_attributes.get_mut(&element)
    }

    pub(crate) fn make_attribute_index(&self, element: u32, hashes: NameHashes) -> AttributeIndex {
        AttributeIndex::of(self.attributes(element), &self.names, &self.qualifiers, hashes)
    }

    /// Finds an attribute without a namespace. The search is linear, since most elements have few attributes.
    #[inline]
    pub(crate) fn attribute_without_namespace(&self, element: u32, name: LocalName) -> Option<&AttributeRecord> {
        self.attributes(element).iter().find(|record| record.name == name.index() as u32)
    }

    pub(crate) fn attribute_position(&self, element: u32, name: AttributeName<'_>) -> Option<usize> {
        match name {
            AttributeName::Qualified(name) => {
                let number = self.names.find(name);
                let has_name = |record: &AttributeRecord| match record.is_qualified() {
                    false => Some(record.name) == number,
                    true => self.has_qualified_name(record, name),
                };
                self.find_attribute(element, |hashes| hashes.of_qualified(name), has_name)
            }
            AttributeName::Expanded(url, local_name) => {
                let number = self.names.find(local_name)?;
                let namespace = Namespace::from_url(url);
                let has_name = |record: &AttributeRecord| {
                    self.qualifiers.local_name(record) == number
                        && match namespace {
                            Namespace::Other => self.qualifiers.of_attribute(record, &self.names).namespace_url == url,
                            namespace => self.qualifiers.attribute_namespace(record) == namespace,
                        }
                };
                self.find_attribute(element, |hashes| hashes.of_expanded(url, number), has_name)
            }
        }
    }

    fn has_qualified_name(&self, record: &AttributeRecord, name: &str) -> bool {
        let local_name = self.names.text(self.qualifiers.local_name(record));
        match self.qualifiers.of_attribute(record, &self.names).prefix {
            "" => local_name == name,
            prefix => name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':')) == Some(local_name),
        }
    }

    /// Searches all attributes of an element or, if there are many, those with the same hash.
    fn find_attribute(
        &self,
        element: u32,
        hash: impl FnOnce(&NameHashes) -> u64,
        has_name: impl Fn(&AttributeRecord) -> bool,
    ) -> Option<usize> {
        let records = self.attributes(element);
        match self.node(element).attributes() {
            (_, MANY) => {
                let index = self.attribute_index(element)?;
                index.positions(hash(&index.hashes)).find(|&at| records.get(at).is_some_and(&has_name))
            }
            _ => records.iter().position(has_name),
        }
    }

    /// Returns the index of an element with many attributes, which is built at first use.
    #[inline(never)]
    fn attribute_index(&self, element: u32) -> Option<&AttributeIndex> {
        let many = self.many_attributes(element)?;
        Some(many.index.get_or_init(|| Box::new(self.make_attribute_index(element, NameHashes::default()))))
    }

    /// Whether `count` is less than [`MANY`], and that many attributes fit into the arena.
    #[inline(always)]
    pub(crate) fn can_push_attributes(&self, count: usize) -> bool {
        count < usize::from(MANY) && self.attributes.len() < u32::MAX as usize - usize::from(MANY)
    }

    /// Adds the attributes of a tag whose names are all known and whose values are all in the source.
    #[inline(always)]
    pub(crate) fn push_verbatim_attributes(&mut self, records: &[TokenAttribute]) {
        let stored = |record: &TokenAttribute| AttributeRecord {
            name: record.name.index() as u32,
            start: record.value_span.start,
            len: record.value_span.len() as u32,
        };
        match records {
            // `push` is faster than `extend`, and most tags with attributes have one or two.
            [record] => self.attributes.push(stored(record)),
            _ => self.attributes.extend(records.iter().map(stored)),
        }
    }

    pub(crate) fn set_attribute_range(&mut self, element: u32, start: u32, len: u32) {
        let count = len.min(u32::from(MANY)) as u8;
        let Some(node) = self.node_mut(element) else { return };
        *node = node.with_attributes(start, count);
        if count == MANY {
            self.extras_mut().many_attributes.entry(element).or_default().len = len;
        } else if let Some(extras) = &mut self.extras {
            extras.many_attributes.remove(&element);
        }
    }

    fn set_attribute_count(&mut self, element: u32, len: u32) {
        self.set_attribute_range(element, self.node(element).start_or_length, len);
    }

    pub(crate) fn share_attributes(&mut self, original: u32, element: u32) {
        let range = self.attribute_range(original);
        if range.is_empty() {
            return;
        }
        self.set_attribute_range(element, range.start as u32, range.len() as u32);
        let holes = self.attribute_holes(original);
        if let Some(many) = self.many_attributes_mut(element) {
            many.holes = holes;
        }
        self.set_flags(original, NodeFlags::SHARED_ATTRIBUTES);
        self.set_flags(element, NodeFlags::SHARED_ATTRIBUTES);
    }

    /// Makes `element` share the attributes with which `original` was created.
    pub(crate) fn share_parsed_attributes(&mut self, original: u32, element: u32) {
        if !self.node(original).flags().contains(NodeFlags::CHANGED_ATTRIBUTES) {
            return self.share_attributes(original, element);
        }
        let range = self.parsed_attribute_range(original);
        if !range.is_empty() {
            self.set_attribute_range(element, range.start as u32, range.len() as u32);
            self.set_flags(element, NodeFlags::SHARED_ATTRIBUTES);
        }
    }

    /// Sets whether the original attributes of changed elements are preserved, because the parser may create elements from them again.
    pub(crate) fn keep_parsed_attributes(&mut self, is_kept: bool) {
        match is_kept {
            true => _ = self.extras_mut().parsed_attributes.get_or_insert_default(),
            false => self.extras.iter_mut().for_each(|extras| extras.parsed_attributes = None),
        }
    }

    /// Whether original attributes are preserved. That is the case while a parser is running and other code may have changed the document.
    pub(crate) fn keeps_parsed_attributes(&self) -> bool {
        self.extras.as_ref().is_some_and(|extras| extras.parsed_attributes.is_some())
    }

    /// Records that an element's attributes will change.
    #[inline]
    pub(crate) fn note_changed_attributes(&mut self, element: u32) {
        self.invalidate_attributes();
        let range = self.attribute_range(element);
        if !self.node(element).flags().contains(NodeFlags::CHANGED_ATTRIBUTES)
            && let Some(parsed) = self.extras.as_mut().and_then(|extras| extras.parsed_attributes.as_mut())
        {
            parsed.insert(element, range);
            self.set_flags(element, NodeFlags::SHARED_ATTRIBUTES);
        }
        self.note_change(element);
        self.set_flags(element, NodeFlags::CHANGED_ATTRIBUTES);
    }

    fn parsed_attribute_range(&self, element: u32) -> Range<usize> {
        match self.extras.as_ref().and_then(|extras| extras.parsed_attributes.as_ref()) {
            Some(parsed) if self.node(element).flags().contains(NodeFlags::CHANGED_ATTRIBUTES) => {
                parsed.get(&element).cloned().unwrap_or_default()
            }
            _ => self.attribute_range(element),
        }
    }

    /// Returns the names and values of the attributes that an element was created with.
    pub(crate) fn parsed_attributes<'a>(
        &'a self,
        source: &'a str,
        element: u32,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
        let records = self.attributes.get(self.parsed_attribute_range(element)).unwrap_or_default();
        records.iter().map(move |record| (self.names.text(record.name), self.text(source, record.place())))
    }

    /// Copies an element's attributes if they are shared. Returns false when the arena is full.
    #[inline]
    pub(crate) fn own_attributes(&mut self, element: u32) -> bool {
        !self.node(element).flags().contains(NodeFlags::SHARED_ATTRIBUTES)
            || self.move_attributes(element, self.attribute_range(element))
    }

    /// Copies an element's attributes to the end of the arena. Returns false when the arena is full.
    fn move_attributes(&mut self, element: u32, range: Range<usize>) -> bool {
        let start = self.attributes.len();
        if start + range.len() > u32::MAX as usize {
            return false;
        }
        if let Some(spans) = &mut self.spans {
            spans.copy_attributes(range.clone(), start);
        }
        self.attributes.extend_from_within(range);
        if let Some(node) = self.node_mut(element) {
            node.start_or_length = start as u32;
            node.remove_flags(NodeFlags::SHARED_ATTRIBUTES);
        }
        true
    }

    /// Adds an attribute to an element. Returns false when the arena is full.
    ///
    /// Takes amortized constant time, or logarithmic time with an index: a range of [`MANY`] attributes or more doubles when it has to be moved.
    pub(crate) fn push_attribute(&mut self, element: u32, record: AttributeRecord) -> bool {
        let range = self.attribute_range(element);
        let len = range.len() as u32;
        let shared = self.node(element).flags().contains(NodeFlags::SHARED_ATTRIBUTES);
        if let Some(next) = self.attributes.get_mut(range.end)
            && next.is_free()
            && !shared
        {
            *next = record;
            if let Some(spans) = &mut self.spans {
                spans.clear_attribute(range.end);
            }
        } else {
            if self.attributes.len() >= u32::MAX as usize {
                return false;
            }
            if (shared || range.end != self.attributes.len()) && !self.move_attributes(element, range) {
                return false;
            }
            self.attributes.push(record);
            let doubled = self.attributes.len() + len as usize + 1;
            if len + 1 >= u32::from(MANY) && doubled <= u32::MAX as usize {
                self.attributes.resize(doubled, AttributeRecord::FREE);
            }
        }
        self.set_attribute_count(element, len + 1);
        self.change_index(element, &record, |index, hashes| index.insert(hashes, len));
        true
    }

    /// Updates the index of an element's attributes, if it has one, for a record.
    fn change_index(
        &mut self,
        element: u32,
        record: &AttributeRecord,
        change: impl FnOnce(&mut AttributeIndex, [u64; 2]),
    ) {
        let extras = self.extras.as_mut();
        let many = extras.and_then(|extras| extras.many_attributes.get_mut(&element));
        if let Some(index) = many.and_then(|many| many.index.get_mut()) {
            let hashes = index.hashes.of_record(record, &self.names, &self.qualifiers);
            change(index, hashes);
        }
    }

    /// Removes an element's attribute at a position in its range. Returns false when the arena is full.
    ///
    /// If there are many attributes, the record becomes a hole. This takes amortized logarithmic time.
    #[inline]
    pub(crate) fn remove_attribute(&mut self, element: u32, position: usize) -> bool {
        if !self.own_attributes(element) {
            return false;
        }
        let range = self.attribute_range(element);
        let Some(&record) = self.attributes.get(range.clone()).and_then(|records| records.get(position)) else {
            return true;
        };
        self.change_index(element, &record, |index, hashes| index.remove(hashes, position as u32));
        self.attributes[range.start + position] = AttributeRecord::FREE;
        let has_few = range.len() < usize::from(MANY);
        let has_too_many_holes = self.many_attributes_mut(element).is_some_and(|many| {
            many.holes += 1;
            many.holes > many.len / 2 || many.len - many.holes < u32::from(MANY)
        });
        if has_few || has_too_many_holes {
            self.compact_attributes(element, |_| true);
        }
        true
    }

    /// Removes the attributes of an element for which `is_kept` is false. Returns false when the arena is full.
    #[inline]
    pub(crate) fn retain_attributes(&mut self, element: u32, is_kept: &[bool]) -> bool {
        if !self.own_attributes(element) {
            return false;
        }
        self.compact_attributes(element, |position| is_kept.get(position) == Some(&true));
        true
    }

    /// Removes holes, and attributes for which `is_kept` returns false.
    fn compact_attributes(&mut self, element: u32, is_kept: impl Fn(usize) -> bool) {
        let range = self.attribute_range(element);
        let start = range.start;
        let Some(records) = self.attributes.get_mut(range) else { return };
        let (mut position, mut len) = (0, 0);
        for index in 0..records.len() {
            let record = core::mem::replace(&mut records[index], AttributeRecord::FREE);
            if record.is_free() {
                continue;
            }
            if is_kept(position) {
                records[len] = record;
                if let Some(spans) = &mut self.spans
                    && len < index
                {
                    spans.move_attribute(start + index, start + len);
                }
                len += 1;
            }
            position += 1;
        }
        if let Some(extras) = &mut self.extras {
            extras.many_attributes.remove(&element);
        }
        self.set_attribute_count(element, len as u32);
    }

    pub(crate) fn set_qualifier_of(&mut self, element: u32, number: u32) {
        if self.contains(element) {
            self.qualifiers.set_of_element(element, number);
        }
    }

    #[inline]
    pub(crate) fn namespace_number_of(&self, element: u32) -> u32 {
        self.qualifiers.namespace_number(self.qualifiers.of_element(element), self.node(element).namespace())
    }

    #[inline]
    pub(crate) fn namespace_number_of_attribute(&self, record: &AttributeRecord) -> u32 {
        self.qualifiers.namespace_number(self.qualifiers.of_record(record), self.qualifiers.attribute_namespace(record))
    }
}
