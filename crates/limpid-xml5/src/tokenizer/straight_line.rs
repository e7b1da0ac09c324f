//! Common tags in one function: what names, spaces and quoted values without anything special make up. All else is left to
//! the states, from the `<` on, and nothing is changed then.

use super::states::{is_plain_name, name_bit};
use super::{MANY_ATTRIBUTES, Machine};
use crate::scan::{find_name_end, find_value_end, is_whitespace, starts_name};
use crate::{EndTag, TokenSink};
use limpid_markup::{AttributeRecord, LocalName, Span};
use limpid_tokenizer::cursor::PieceRange;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Consumes the tag that starts at the next input character and emits it, if it is a common one and complete.
    #[inline]
    pub(super) fn straight_tag(&mut self) -> bool {
        match self.bytes.get(self.pos + 1) {
            _ if self.origin.is_some() => false,
            Some(b'/') => self.straight_end_tag(),
            Some(&byte) if starts_name(byte) && byte != b':' => {
                if self.straight_start_tag().is_some() {
                    return true;
                }
                self.tokenizer.records.clear();
                false
            }
            _ => false,
        }
    }

    #[inline]
    fn straight_end_tag(&mut self) -> bool {
        let start = self.pos;
        let name = start + 2;
        if !self.bytes.get(name).is_some_and(|&byte| starts_name(byte) && byte != b':') {
            return false;
        }
        let end = find_name_end(self.bytes, name);
        if self.bytes.get(end) != Some(&b'>') {
            return false;
        }
        self.flush_text(self.offset_of(start));
        self.pos = end + 1;
        self.start_text();
        let span = Span::new(self.offset_of(start), self.offset());
        self.sink.end_tag(EndTag { name: &self.window[name..end], span });
        true
    }

    #[inline]
    fn straight_start_tag(&mut self) -> Option<()> {
        let start = self.pos;
        let name_end = find_name_end(self.bytes, start + 1);
        let mut pos = name_end;
        let mut bits = 0;
        let mut has_plain_names = true;
        self.tokenizer.records.clear();
        let is_empty_tag = loop {
            match *self.bytes.get(pos)? {
                b'>' => break false,
                b'/' if self.bytes.get(pos + 1) == Some(&b'>') => break true,
                byte if is_whitespace(byte) => pos += 1,
                _ => return None,
            }
            while is_whitespace(*self.bytes.get(pos)?) {
                pos += 1;
            }
            let name_start = pos;
            match *self.bytes.get(pos)? {
                b'>' | b'/' => continue,
                byte if starts_name(byte) && byte != b':' => {}
                _ => return None,
            }
            pos = find_name_end(self.bytes, pos);
            let name = name_start..pos;
            let (Some(b'='), Some(&quote @ (b'"' | b'\''))) = (self.bytes.get(pos), self.bytes.get(pos + 1)) else {
                return None;
            };
            let value_start = pos + 2;
            pos = find_value_end(self.bytes, value_start, quote);
            if *self.bytes.get(pos)? != quote {
                return None;
            }
            let name_bytes = &self.bytes[name.clone()];
            let bit = name_bit(name_bytes);
            let records = &self.tokenizer.records;
            if records.len() >= MANY_ATTRIBUTES.min(self.tokenizer.limits.attributes as usize) {
                return None;
            }
            if bits & bit != 0 && records.iter().any(|record| self.slice(record.name_span).as_bytes() == name_bytes) {
                return None;
            }
            bits |= bit;
            has_plain_names &= is_plain_name(name_bytes);
            let record = AttributeRecord {
                name: LocalName::from_bytes(name_bytes),
                name_span: Span::new(self.offset_of(name.start), self.offset_of(name.end)),
                value_span: Span::new(self.offset_of(value_start), self.offset_of(pos)),
                ..AttributeRecord::default()
            };
            self.tokenizer.records.push(record);
            pos += 1;
        };
        self.start_token();
        self.flush_text_before_token();
        let tag_name = Span::new(self.offset_of(start + 1), self.offset_of(name_end));
        let tokenizer = &mut *self.tokenizer;
        tokenizer.tag_name = PieceRange { span: tag_name, built: None };
        tokenizer.is_end_tag = false;
        tokenizer.is_empty_tag = is_empty_tag;
        tokenizer.attribute_bits = bits;
        tokenizer.had_duplicate_attribute = false;
        tokenizer.had_too_many_attributes = false;
        tokenizer.has_plain_names = has_plain_names;
        if !tokenizer.attribute_names.is_empty() {
            tokenizer.attribute_names.clear();
        }
        self.pos = pos;
        // It cannot stop the machine.
        let _ = self.emit_tag(1 + usize::from(is_empty_tag));
        Some(())
    }
}
