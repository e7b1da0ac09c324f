//! The fast path: reads a common tag in one function.
//!
//! It has the same effect as the states. The states process the other tags: tags in the text of an entity, tags with a reference, a `<` or a
//! control character in a value, tags with a duplicate attribute or more than 16 attributes, tags with an error, and tags that do not end in
//! the window. `tests/fast_path.rs` compares the fast path with the states.

use super::machine::Machine;
use crate::scan::{find_name_end, find_value_end, is_local_name, is_whitespace, starts_name};
use crate::tokenizer::states::State;
use crate::{EndTag, TokenSink};
use limpid_markup::{AttributeRecord, LocalName, Span};
use limpid_tokenizer::cursor::{PieceRange, StateMachine};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Consumes text and common tags in the data state.
    #[inline]
    pub(super) fn fast_path(&mut self) {
        if self.registers.state == State::Data {
            self.skip_to(b'<', b'&');
            while self.bytes.get(self.pos) == Some(&b'<') && self.fast_tag() {
                self.skip_to(b'<', b'&');
            }
        }
    }

    /// Consumes and emits the tag at the next input character, if it is common and complete.
    #[inline]
    fn fast_tag(&mut self) -> bool {
        match self.bytes.get(self.pos + 1) {
            _ if self.origin.is_some() => false,
            Some(b'/') => self.fast_end_tag(),
            Some(&byte) if starts_name(byte) && byte != b':' => {
                if self.fast_start_tag().is_some() {
                    return true;
                }
                self.current.tag.records.clear();
                false
            }
            _ => false,
        }
    }

    #[inline]
    fn fast_end_tag(&mut self) -> bool {
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
        self.sink.end_tag(EndTag { name: &self.window.text[name..end], span });
        true
    }

    #[inline]
    fn fast_start_tag(&mut self) -> Option<()> {
        let start = self.pos;
        let name_end = find_name_end(self.bytes, start + 1);
        let mut pos = name_end;
        let mut has_local_names = true;
        self.current.tag.records.clear();
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
            let name_span = Span::new(self.offset_of(name.start), self.offset_of(name.end));
            let name_bytes = &self.bytes[name];
            let id = LocalName::from_bytes(name_bytes);
            let tag = &self.current.tag;
            if tag.records.len() >= tag.fast_limit() || self.has_attribute(id, self.slice(name_span)) {
                return None;
            }
            has_local_names &= is_local_name(name_bytes);
            let record = AttributeRecord {
                name: id,
                name_span,
                value_span: Span::new(self.offset_of(value_start), self.offset_of(pos)),
                ..AttributeRecord::default()
            };
            self.current.tag.records.push(record);
            pos += 1;
        };
        self.start_token();
        self.flush_text_before_token();
        let tag_name = Span::new(self.offset_of(start + 1), self.offset_of(name_end));
        self.current.tag.make_start_tag(PieceRange { span: tag_name, built: None });
        self.registers.is_empty_tag = is_empty_tag;
        self.registers.has_local_names = has_local_names;
        self.pos = pos;
        // A tag never stops the machine.
        let _ = self.emit_tag(1 + usize::from(is_empty_tag));
        Some(())
    }
}
