//! The tag in the making: its attributes, and everything that is asked of their names.

use super::{Cursor, PieceRange};
use limpid_markup::{AttributeRecord, LocalName, Span};
use std::collections::HashSet;

/// From this number of attributes on, duplicates are found by hash and not by comparing.
pub const MANY_ATTRIBUTES: usize = 16;

/// Buffers up to this capacity are kept for the next input.
const KEPT_RECORDS: usize = 1 << 10;

/// A start or end tag that is being read.
#[derive(Debug, Default)]
pub struct TagInTheMaking {
    /// Whether it is an end tag.
    pub is_end_tag: bool,
    /// The tag name.
    pub name: PieceRange,
    /// The attributes.
    pub records: Vec<AttributeRecord>,
    /// A Bloom filter of the attributes' names, one bit for each: names without a common bit differ. The fast paths keep it;
    /// all bits are set once the states have added an attribute.
    pub name_bits: u64,
    /// The names in `records`, from [`MANY_ATTRIBUTES`] on; made for the first.
    many_names: Option<HashSet<Box<str>>>,
    /// Whether the current attribute was rejected, so that its value is dropped.
    is_rejected: bool,
    /// Whether the tag has repeated the name of an attribute.
    pub had_duplicate_attribute: bool,
    /// Whether the tag has had more attributes than it may.
    had_too_many_attributes: bool,
    /// The most attributes that a tag may have.
    pub attribute_limit: u32,
    /// The offset up to which nothing is kept of a start tag whose attributes the sink does not want. If it is none of the tag's, all is.
    pub dropped_to: u32,
}

/// The reason why an attribute is not added to a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// The tag has an attribute of this name.
    Duplicate,
    /// The tag has as many attributes as it may, and this is the first one too many.
    FirstTooMany,
    /// The tag has as many attributes as it may.
    TooMany,
}

impl TagInTheMaking {
    /// Forgets the last input. The buffers stay unless they have grown large.
    #[inline]
    pub fn restart(&mut self) {
        self.start(false);
        self.dropped_to = 0;
        if self.records.capacity() > KEPT_RECORDS {
            self.records = Vec::new();
        }
    }

    /// Returns the bytes of memory that it holds, but for names by hash.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.records.capacity() * size_of::<AttributeRecord>()
            + self.many_names.as_ref().map_or(0, |names| names.capacity() * size_of::<Box<str>>())
    }

    /// Starts a tag without attributes.
    #[inline]
    pub fn start(&mut self, is_end_tag: bool) {
        self.is_end_tag = is_end_tag;
        self.start_attributes();
        self.forget_rejected();
    }

    /// Makes a start tag of the attributes that a fast path has read.
    #[inline]
    pub fn make_start_tag(&mut self, name: PieceRange) {
        self.is_end_tag = false;
        self.name = name;
        self.forget_rejected();
    }

    /// Starts without repeated attributes and without attributes that are known by hash.
    #[inline]
    fn forget_rejected(&mut self) {
        self.had_duplicate_attribute = false;
        self.had_too_many_attributes = false;
        // Cleared, a table takes time proportional to its capacity, even in a tag with few attributes.
        self.many_names = None;
    }

    /// Starts the attributes of a tag that has no others, as the fast paths do before they know whether they finish it.
    #[inline(always)]
    pub fn start_attributes(&mut self) {
        self.records.clear();
        self.name_bits = 0;
    }

    /// Returns how many attributes the fast paths may add: they find duplicates by comparing, and report nothing.
    #[inline(always)]
    pub fn fast_limit(&self) -> usize {
        MANY_ATTRIBUTES.min(self.attribute_limit as usize)
    }

    /// Returns the attribute that was added last, unless it was rejected.
    pub fn current_attribute(&mut self) -> Option<&mut AttributeRecord> {
        if self.is_rejected { None } else { self.records.last_mut() }
    }

    /// Gives the current attribute its value.
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

    /// Returns whether the tag has an attribute of this name, which has this id.
    pub fn has_attribute(&self, id: LocalName, name: &str) -> bool {
        let tag = &self.making.tag;
        let is_same =
            |record: &AttributeRecord| record.name == id && (id.is_known() || self.attribute_name(record) == name);
        tag.records.iter().take(MANY_ATTRIBUTES).any(is_same)
            || tag.many_names.as_ref().is_some_and(|names| names.contains(name))
    }

    /// Adds an attribute with an empty value, unless the tag has one of this name or as many as it may: the one place where
    /// the states check both.
    pub fn add_attribute(&mut self, name: PieceRange) -> Result<(), Rejected> {
        let text = self.piece_text(name);
        let id = LocalName::from_bytes(text.as_bytes());
        let is_duplicate = self.has_attribute(id, text);
        let many_name = (self.making.tag.records.len() >= MANY_ATTRIBUTES).then(|| Box::<str>::from(text));
        let tag = &mut self.making.tag;
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
        if let Some(name) = many_name {
            tag.many_names.get_or_insert_default().insert(name);
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
