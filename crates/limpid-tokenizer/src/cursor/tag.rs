//! The current tag token and its attributes.

use super::{Cursor, PieceRange};
use limpid_markup::{AttributeRecord, LocalName, Span};
use std::collections::HashSet;

/// The number of attributes whose names are compared one by one to find duplicates. Further names are hashed.
pub const MANY_ATTRIBUTES: usize = 16;

/// The largest capacity of `records` that is kept for the next input.
const MAX_KEPT_RECORDS: usize = 1 << 10;

/// The start or end tag that is being read.
#[derive(Debug, Default)]
pub struct CurrentTag {
    /// Whether the tag is an end tag.
    pub is_end_tag: bool,
    /// The tag name.
    pub name: PieceRange,
    /// The attributes.
    pub records: Vec<AttributeRecord>,
    /// A Bloom filter of the attribute names. Each name sets one bit. If the bit of a name is not set, the tag has no attribute with this name. The
    /// fast path maintains the filter. The states set all bits when they add an attribute.
    pub name_bits: u64,
    /// The names of the attributes after the first [`MANY_ATTRIBUTES`], if there are any.
    hashed_names: Option<HashSet<Box<str>>>,
    /// Whether the current attribute was rejected, so that its value is dropped.
    is_rejected: bool,
    /// Whether the tag contained a duplicate attribute.
    pub had_duplicate_attribute: bool,
    /// Whether the tag contained more attributes than allowed.
    had_too_many_attributes: bool,
    /// The maximum number of attributes.
    pub attribute_limit: u32,
    /// The offset up to which the attributes of a start tag were dropped, because the sink does not want them. If the offset is not after the start
    /// of the current tag, nothing of this tag was dropped.
    pub dropped_to: u32,
}

/// The reason why an attribute is not added to a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// The tag already has an attribute of this name.
    Duplicate,
    /// The attribute is the first one beyond the limit.
    FirstTooMany,
    /// The attribute is beyond the limit, and not the first one.
    TooMany,
}

impl CurrentTag {
    /// Discards the last input. Keeps the buffer, unless it is large.
    #[inline]
    pub fn restart(&mut self) {
        self.start(false);
        self.dropped_to = 0;
        if self.records.capacity() > MAX_KEPT_RECORDS {
            self.records = Vec::new();
        }
    }

    /// Returns the allocated memory in bytes, without the text of hashed names.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.records.capacity() * size_of::<AttributeRecord>()
            + self.hashed_names.as_ref().map_or(0, |names| names.capacity() * size_of::<Box<str>>())
    }

    /// Starts a tag without attributes.
    #[inline]
    pub fn start(&mut self, is_end_tag: bool) {
        self.is_end_tag = is_end_tag;
        self.start_attributes();
        self.reset_attribute_checks();
    }

    /// Makes a start tag from the attributes that the fast path has read.
    #[inline]
    pub fn make_start_tag(&mut self, name: PieceRange) {
        self.is_end_tag = false;
        self.name = name;
        self.reset_attribute_checks();
    }

    /// Resets the data about duplicate and excess attributes.
    #[inline]
    fn reset_attribute_checks(&mut self) {
        self.had_duplicate_attribute = false;
        self.had_too_many_attributes = false;
        // Clearing the table would take time proportional to its capacity for every later tag.
        self.hashed_names = None;
    }

    /// Removes all attributes.
    #[inline(always)]
    pub fn start_attributes(&mut self) {
        self.records.clear();
        self.name_bits = 0;
    }

    /// Returns the maximum number of attributes for the fast path, which neither hashes names nor reports errors.
    #[inline(always)]
    pub fn fast_limit(&self) -> usize {
        MANY_ATTRIBUTES.min(self.attribute_limit as usize)
    }

    /// Returns the current attribute, unless it was rejected.
    pub fn current_attribute(&mut self) -> Option<&mut AttributeRecord> {
        if self.is_rejected { None } else { self.records.last_mut() }
    }

    /// Sets the value of the current attribute.
    pub fn set_value(&mut self, value: PieceRange) {
        if let Some(record) = self.current_attribute() {
            record.value_span = value.span;
            record.value_is_built = value.built.is_some();
            record.built_value = value.built.unwrap_or_default();
        }
    }
}

impl Cursor<'_, '_> {
    /// Returns the name of an attribute of the tag.
    pub fn attribute_name(&self, record: &AttributeRecord) -> &str {
        let built = record.name_is_built.then_some(record.built_name);
        self.piece_text(PieceRange { span: record.name_span, built })
    }

    /// Whether the tag has an attribute with this name. `id` is the id of the name.
    pub fn has_attribute(&self, id: LocalName, name: &str) -> bool {
        let tag = &self.current.tag;
        let is_same =
            |record: &AttributeRecord| record.name == id && (id.is_known() || self.attribute_name(record) == name);
        tag.records.iter().take(MANY_ATTRIBUTES).any(is_same)
            || tag.hashed_names.as_ref().is_some_and(|names| names.contains(name))
    }

    /// Adds an attribute with an empty value, unless it is a duplicate or exceeds the limit. The states use this, but the fast path does not.
    pub fn add_attribute(&mut self, name: PieceRange) -> Result<(), Rejected> {
        let text = self.piece_text(name);
        let id = LocalName::from_bytes(text.as_bytes());
        let is_duplicate = self.has_attribute(id, text);
        let hashed_name = (self.current.tag.records.len() >= MANY_ATTRIBUTES).then(|| Box::<str>::from(text));
        let tag = &mut self.current.tag;
        tag.is_rejected = true;
        if is_duplicate {
            tag.had_duplicate_attribute = true;
            return Err(Rejected::Duplicate);
        }
        if tag.records.len() >= tag.attribute_limit as usize {
            let is_first = !core::mem::replace(&mut tag.had_too_many_attributes, true);
            return Err(if is_first { Rejected::FirstTooMany } else { Rejected::TooMany });
        }
        tag.is_rejected = false;
        if let Some(name) = hashed_name {
            tag.hashed_names.get_or_insert_default().insert(name);
        }
        tag.name_bits = u64::MAX;
        tag.records.push(AttributeRecord {
            name: id,
            name_is_built: name.built.is_some(),
            name_span: name.span,
            built_name: name.built.unwrap_or_default(),
            value_span: Span::empty(name.span.end),
            ..AttributeRecord::default()
        });
        Ok(())
    }
}
