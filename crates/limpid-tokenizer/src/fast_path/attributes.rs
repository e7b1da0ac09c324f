//! Attributes of start tags.

use super::built_text::push_prefix;
use super::references::{Reference, common_reference, read_any_reference};
use super::{HEAD, block_at};
use crate::TokenSink;
use crate::cursor::block::BLOCK;
use crate::cursor::scan;
use crate::machine::Machine;
use crate::states::{UNQUOTED_END, is_whitespace};
use limpid_markup::{AttributeRecord, LocalName, Span};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reads attributes up to the `>` of the tag. Returns whether the tag is self-closing, or `None` if the states have to continue at the
    /// current position.
    #[inline(never)]
    pub(crate) fn fast_attributes(&mut self) -> Option<bool> {
        self.fast_attributes_inline()
    }

    #[inline(always)]
    pub(super) fn fast_attributes_inline(&mut self) -> Option<bool> {
        let limit = self.current.tag.fast_limit();
        let mut pos = self.pos;
        loop {
            let (next_pos, next) = match self.common_attribute(pos, limit) {
                Some(next) => next,
                None => {
                    self.pos = pos;
                    self.any_attribute(limit)?
                }
            };
            pos = next_pos;
            if next == b'>' || next == b'/' {
                self.pos = pos;
                return Some(next == b'/');
            }
        }
    }

    /// Reads ` name="value"` if the name is in the table of common names. The lookup in this table takes one multiplication. Returns the same as
    /// [`any_attribute`](Self::any_attribute), which reads all other attributes.
    #[inline(always)]
    fn common_attribute(&mut self, at: usize, limit: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let head: &[u8; HEAD] = scan::chunk_at(bytes, at)?;
        let (word, len) = scan::word_before(block_at(head, 1), b'=')?;
        let (name, bit) = LocalName::from_common_word(word)?;
        let is_common = head[0] == b' '
            // Words are padded with zeros, so a name that ends with a NUL has the word of the name without it.
            && head[len % HEAD] != 0
            && self.current.tag.name_bits & bit == 0
            && self.current.tag.records.len() < limit;
        if !is_common {
            return None;
        }
        if head[(2 + len) % BLOCK] != b'"' {
            return None;
        }
        let value_at = (3 + len) % BLOCK;
        let start = at + value_at;
        let (end, quote, next) = match self.find2_in(block_at(head, value_at), b'"', b'&') {
            Some(found) => (start + found, head[value_at + found], head[value_at + found + 1]),
            None => {
                let end = self.find2(start + BLOCK, b'"', b'&');
                let &[quote, next] = scan::chunk_at(bytes, end)?;
                (end, quote, next)
            }
        };
        if quote != b'"' {
            return None;
        }
        let next = match next {
            b'>' | b' ' => next,
            _ => attribute_separator(next)?,
        };
        self.current.tag.name_bits |= bit;
        let name_start = self.offset_of(at + 1);
        let name_span = Span::new(name_start, name_start + len as u32);
        self.push_attribute(name, name_span, &ValueRange { start, end, next_pos: end + 1, next });
        Some((end + 1, next))
    }

    /// Reads any attribute that the fast path supports, or the end of the tag. Returns the next position, and a byte that tells what to
    /// read there:
    ///
    /// * `>`: the `>` that ends the tag
    /// * `/`: the `>` of a self-closing tag, after its `/`
    /// * space: more attributes, or the end of the tag
    ///
    /// Returns `None` if the states have to continue.
    #[inline(never)]
    fn any_attribute(&mut self, limit: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        self.skip_whitespace();
        let start = self.pos;
        match *bytes.get(start)? {
            b'>' => return Some((start, b'>')),
            b'/' if bytes.get(start + 1) == Some(&b'>') => return Some((start + 1, b'/')),
            _ => {}
        }
        let padded;
        let block = scan::chunk_or_copy!(bytes, start, padded);
        let name = scan::name_start(block);
        let (name_end, id) = if name.len < BLOCK {
            (start + name.len, name.id)
        } else {
            let end = scan::long_name_end(bytes, start);
            if scan::has_uppercase(bytes, start, end) {
                return None;
            }
            (end, LocalName::from_bytes(&bytes[start..end]))
        };
        let mut bit = id.filter_bit();
        if !id.is_known() {
            if name.len == 0 || scan::has_uppercase_before(block, name.len) {
                return None;
            }
            bit = 1 << (name.words[0].wrapping_add(name.words[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
            self.registers.has_verbatim_attributes = false;
        }
        let name_span = Span::new(self.offset_of(start), self.offset_of(name_end));
        if self.current.tag.name_bits & bit != 0 && self.has_attribute(id, self.slice(name_span))
            || self.current.tag.records.len() >= limit
        {
            return None;
        }
        let next = self.attribute_value(id, name_span, name_end)?;
        self.current.tag.name_bits |= bit;
        Some(next)
    }

    #[inline(always)]
    fn push_attribute(&mut self, name: LocalName, name_span: Span, value: &ValueRange) {
        let value_span = Span::new(self.offset_of(value.start), self.offset_of(value.end));
        self.current.tag.records.push(AttributeRecord { name, name_span, value_span, ..AttributeRecord::default() });
    }

    /// Reads the value of an attribute, if it has one, and adds the attribute. Returns the same as [`any_attribute`](Self::any_attribute).
    fn attribute_value(&mut self, name: LocalName, name_span: Span, name_end: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let mut built_value = None;
        let value = match *bytes.get(name_end)? {
            b'=' => match self.verbatim_value(name_end + 1) {
                Some(value) => value,
                None => {
                    let (value, built) = self.value_with_references(name_end + 1)?;
                    built_value = built;
                    value
                }
            },
            b'>' => ValueRange { start: name_end, end: name_end, next_pos: name_end, next: b'>' },
            byte if is_whitespace(byte) => {
                let next_pos = scan::skip_whitespace(bytes, name_end);
                let next = *bytes.get(next_pos)?;
                if next == b'=' {
                    return None;
                }
                ValueRange { start: name_end, end: name_end, next_pos, next }
            }
            _ => return None,
        };
        self.push_attribute(name, name_span, &value);
        if let (Some(built_value), Some(record)) = (built_value, self.current.tag.records.last_mut()) {
            record.value_is_built = true;
            record.built_value = built_value;
            self.registers.has_verbatim_attributes = false;
        }
        // `any_attribute` decides whether a `/` ends the tag.
        Some((value.next_pos, if value.next == b'>' { b'>' } else { b' ' }))
    }

    /// Reads a value without references, quoted or unquoted.
    fn verbatim_value(&self, at: usize) -> Option<ValueRange> {
        let (end, quote) = match *self.bytes.get(at)? {
            b'"' => (self.find2(at + 1, b'"', b'&'), b'"'),
            b'\'' => (self.find2(at + 1, b'\'', b'&'), b'\''),
            _ => return self.unquoted_value(at),
        };
        let [last, next] = *scan::chunk_at(self.bytes, end)?;
        let is_common = last == quote && (next == b'>' || next == b'/' || is_whitespace(next));
        is_common.then_some(ValueRange { start: at + 1, end, next_pos: end + 1, next })
    }

    /// Reads a quoted value with character references. Returns its range, and its built text unless the value is verbatim. If the built
    /// text exceeds the limit of the buffer, the states read the value again.
    #[inline(never)]
    fn value_with_references(&mut self, at: usize) -> Option<(ValueRange, Option<Span>)> {
        let mut buffer = self.current.built.lend();
        let built_from = buffer.len();
        let value = self.build_value(at, &mut buffer);
        if value.is_none() {
            buffer.truncate(built_from);
        }
        let built = self.current.built.take_back(buffer, built_from)?;
        value.map(|value| (value, (!built.is_empty()).then_some(built)))
    }

    #[inline(always)]
    fn build_value(&self, at: usize, buffer: &mut String) -> Option<ValueRange> {
        let (bytes, window) = (self.bytes, self.window.text);
        let quote = *bytes.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let start = at + 1;
        let mut rest = window.get(start..)?;
        let mut length = self.find2_from(rest.as_bytes(), 0, quote, b'&');
        while *rest.as_bytes().get(length)? == b'&' {
            let replaced = if let Some((character, replaced)) = common_reference(rest.as_bytes(), length) {
                push_prefix(buffer, rest, length);
                character.push_to(buffer);
                replaced
            } else {
                match read_any_reference(rest.as_bytes(), length, true) {
                    Reference::Literal => {
                        length = self.find2_from(rest.as_bytes(), length + 1, quote, b'&');
                        continue;
                    }
                    Reference::Resolved { characters, length: replaced, .. } => {
                        push_prefix(buffer, rest, length);
                        characters.push_to(buffer);
                        replaced
                    }
                    Reference::Other => return None,
                }
            };
            rest = rest.get(length + replaced..)?;
            length = self.find2_from(rest.as_bytes(), 0, quote, b'&');
        }
        let end = window.len() - rest.len() + length;
        let next = *bytes.get(end + 1)?;
        if bytes[end] != quote || !(next == b'>' || next == b'/' || is_whitespace(next)) {
            return None;
        }
        if end - length != start {
            buffer.push_str(rest.get(..length)?);
        }
        Some(ValueRange { start, end, next_pos: end + 1, next })
    }

    fn unquoted_value(&self, at: usize) -> Option<ValueRange> {
        let end = at + scan::find_in_set(&self.bytes[at..], &UNQUOTED_END);
        let next = *self.bytes.get(end)?;
        (end != at && (is_whitespace(next) || next == b'>')).then_some(ValueRange {
            start: at,
            end,
            next_pos: end,
            next,
        })
    }
}

/// Returns `Some(b' ')`, which means more attributes, if `byte` is `/` or white space.
#[cold]
#[inline(never)]
fn attribute_separator(byte: u8) -> Option<u8> {
    (byte == b'/' || is_whitespace(byte)).then_some(b' ')
}

/// The range of an attribute's value, and the position and value of the first byte after the attribute.
#[derive(Clone, Copy)]
struct ValueRange {
    start: usize,
    end: usize,
    next_pos: usize,
    next: u8,
}
