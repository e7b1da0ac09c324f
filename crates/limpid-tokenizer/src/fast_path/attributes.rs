//! Attributes: the common ones in a dozen instructions, most others in a few more.

use super::built_text::push_part;
use super::references::{Reference, common_reference, read_any_reference};
use super::{HEAD, block_at};
use crate::TokenSink;
use crate::cursor::block::BLOCK;
use crate::cursor::scan;
use crate::machine::Machine;
use crate::states::{UNQUOTED_END, is_whitespace};
use limpid_markup::{AttributeRecord, LocalName, Span};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reads attributes up to the `>` of the tag, and says whether it is a self-closing one. `None` if the next
    /// attribute, if anything, is none of the common ones, and for the states to take.
    #[inline(never)]
    pub(crate) fn fast_attributes(&mut self) -> Option<bool> {
        self.fast_attributes_inline()
    }

    #[inline(always)]
    pub(super) fn fast_attributes_inline(&mut self) -> Option<bool> {
        let most = self.making.tag.fast_limit();
        let mut pos = self.pos;
        loop {
            let (next_at, next) = match self.most_common_attribute(pos, most) {
                Some(next) => next,
                None => {
                    self.pos = pos;
                    self.any_attribute(most)?
                }
            };
            pos = next_at;
            if next == b'>' || next == b'/' {
                self.pos = pos;
                return Some(next == b'/');
            }
        }
    }

    /// Reads ` name="value"` if one multiplication finds the name in the table of common names. Returns the position after the value and the
    /// byte there. [`any_attribute`](Self::any_attribute) reads all other attributes.
    #[inline(always)]
    fn most_common_attribute(&mut self, at: usize, most: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let head: &[u8; HEAD] = scan::chunk_at(bytes, at)?;
        let (word, len) = scan::word_before(block_at(head, 1), b'=')?;
        let (name, bit) = LocalName::from_common_word(word)?;
        let is_common = head[0] == b' '
            // A word ends with zeros whether a name does or not: `id` before a NUL is another name.
            && head[len % HEAD] != 0
            && self.making.tag.name_bits & bit == 0
            && self.making.tag.records.len() < most;
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
            _ => ends_attribute(next)?,
        };
        self.making.tag.name_bits |= bit;
        let name_start = self.offset_of(at + 1);
        let name_span = Span::new(name_start, name_start + len as u32);
        self.push_attribute(name, name_span, &Value { start, end, next_at: end + 1, next });
        Some((end + 1, next))
    }

    /// Reads any attribute that the fast path takes, or the end of the tag. Returns where the tag goes on, and with what: `>`, the
    /// `>` after a `/`, or something else. `None` if the states are to take the next attribute, or whatever is there.
    #[inline(never)]
    fn any_attribute(&mut self, most: usize) -> Option<(usize, u8)> {
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
        if self.making.tag.name_bits & bit != 0 && self.has_attribute(id, self.slice(name_span))
            || self.making.tag.records.len() >= most
        {
            return None;
        }
        let next = self.value_or_none(id, name_span, name_end)?;
        self.making.tag.name_bits |= bit;
        Some(next)
    }

    #[inline(always)]
    fn push_attribute(&mut self, name: LocalName, name_span: Span, value: &Value) {
        let value_span = Span::new(self.offset_of(value.start), self.offset_of(value.end));
        self.making.tag.records.push(AttributeRecord { name, name_span, value_span, ..AttributeRecord::default() });
    }

    /// Reads on after the name of an attribute: its value, or what shows that it has none. Returns where and with
    /// what the tag goes on.
    fn value_or_none(&mut self, name: LocalName, name_span: Span, name_end: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let mut built_value = None;
        let value = match *bytes.get(name_end)? {
            b'=' => match self.quoted_value(name_end + 1) {
                Some(value) => value,
                None => {
                    let (value, built) = self.value_with_references(name_end + 1)?;
                    built_value = built;
                    value
                }
            },
            b'>' => Value { start: name_end, end: name_end, next_at: name_end, next: b'>' },
            byte if is_whitespace(byte) => {
                let next_at = scan::skip_whitespace(bytes, name_end);
                let next = *bytes.get(next_at)?;
                if next == b'=' {
                    return None;
                }
                Value { start: name_end, end: name_end, next_at, next }
            }
            _ => return None,
        };
        self.push_attribute(name, name_span, &value);
        if let (Some(built_value), Some(record)) = (built_value, self.making.tag.records.last_mut()) {
            record.value_is_built = true;
            record.built_value = built_value;
            self.registers.has_verbatim_attributes = false;
        }
        // A `/` may be the end, or not.
        Some((value.next_at, if value.next == b'>' { b'>' } else { b' ' }))
    }

    /// Reads a value with its quotes, if it has some.
    fn quoted_value(&self, at: usize) -> Option<Value> {
        let (end, quote) = match *self.bytes.get(at)? {
            b'"' => (self.find2(at + 1, b'"', b'&'), b'"'),
            b'\'' => (self.find2(at + 1, b'\'', b'&'), b'\''),
            _ => return self.unquoted_value(at),
        };
        let [last, next] = *scan::chunk_at(self.bytes, end)?;
        let is_common = last == quote && (next == b'>' || next == b'/' || is_whitespace(next));
        is_common.then_some(Value { start: at + 1, end, next_at: end + 1, next })
    }

    /// Reads a quoted value with character references, which is built where they stand for something else. The states read one again that
    /// is too long to be built.
    #[inline(never)]
    fn value_with_references(&mut self, at: usize) -> Option<(Value, Option<Span>)> {
        let mut buffer = self.making.built.lend();
        let built_from = buffer.len();
        let value = self.build_value(at, &mut buffer);
        if value.is_none() {
            buffer.truncate(built_from);
        }
        let built = self.making.built.take_back(buffer, built_from)?;
        value.map(|value| (value, (!built.is_empty()).then_some(built)))
    }

    #[inline(always)]
    fn build_value(&self, at: usize, buffer: &mut String) -> Option<Value> {
        let (bytes, window) = (self.bytes, self.window.text);
        let quote = *bytes.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let start = at + 1;
        let mut rest = window.get(start..)?;
        let mut length = self.find2_from(rest.as_bytes(), 0, quote, b'&');
        while *rest.as_bytes().get(length)? == b'&' {
            let replaced = if let Some((character, replaced)) = common_reference(rest.as_bytes(), length) {
                push_part(buffer, rest, length);
                character.push_to(buffer);
                replaced
            } else {
                match read_any_reference(rest.as_bytes(), length, true) {
                    Reference::Literal => {
                        length = self.find2_from(rest.as_bytes(), length + 1, quote, b'&');
                        continue;
                    }
                    Reference::Resolved { characters, length: replaced, .. } => {
                        push_part(buffer, rest, length);
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
        Some(Value { start, end, next_at: end + 1, next })
    }

    fn unquoted_value(&self, at: usize) -> Option<Value> {
        let end = at + scan::find_marked(&self.bytes[at..], &UNQUOTED_END);
        let next = *self.bytes.get(end)?;
        (end != at && (is_whitespace(next) || next == b'>')).then_some(Value { start: at, end, next_at: end, next })
    }
}

/// Returns `Some(b' ')` if `byte` is `/` or white space other than a space: the tag goes on.
#[cold]
#[inline(never)]
fn ends_attribute(byte: u8) -> Option<u8> {
    (byte == b'/' || is_whitespace(byte)).then_some(b' ')
}

/// The range of an attribute's value, and the place and the byte that the tag goes on with.
#[derive(Clone, Copy)]
struct Value {
    start: usize,
    end: usize,
    next_at: usize,
    next: u8,
}
