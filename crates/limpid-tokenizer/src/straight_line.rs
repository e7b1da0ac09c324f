//! The common tag in one go: the data state and the states of tags, shortened to a function that reads a whole tag
//! without a state in between.
//!
//! What it takes, it takes as the states in `states/` would; whatever is odd — a character reference, an error, a name
//! in capitals that is not known, the end of the window — it leaves to them, at the last point where nothing is decided
//! yet: the `<` of a tag, or the start of an attribute. `tests/straight_line.rs` compares the two.

use crate::scan::{self, BLOCK, ByteSet, byte_set};
use crate::states::is_whitespace;
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Pause, Step};
use crate::{State, Tag, TokenSink, TokenSinkResult};
use limpid_markup::{AttributeRecord, Attributes, LocalName, Span};

const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

impl<S: TokenSink> Machine<'_, '_, S> {
    /// The [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state), and all common tags on the way.
    #[inline(never)]
    pub(crate) fn data(&mut self) -> Step {
        let bytes = self.bytes;
        let mut pos = self.pos;
        loop {
            pos = self.find2(pos, b'<', b'&');
            let (name_at, is_end_tag) = match bytes.get(pos..).and_then(|rest| rest.first_chunk()) {
                Some(b"</") => (pos + 2, true),
                Some(b"<!" | b"<?") => break,
                Some([b'<', _]) => (pos + 1, false),
                _ => break,
            };
            let name = scan::name_start(scan::block(bytes, name_at));
            let name_end = name_at + name.len;
            let id = LocalName::from_words(name.words[0], name.words[1]);
            let Some(&next) = bytes.get(name_end) else { break };
            if !id.is_known() && !(name.len < BLOCK && bytes[name_at].is_ascii_alphabetic() && !name.has_uppercase()) {
                break;
            }
            if next != b'>' && (is_end_tag || !(next == b'/' || is_whitespace(next))) {
                break;
            }
            self.flush_text(self.offset_of(pos));
            let mut end = name_end;
            let mut self_closing = false;
            self.start_straight_tag();
            if next != b'>' {
                self.pos = name_end;
                match self.straight_attributes() {
                    Some(closing) => self_closing = closing,
                    None => {
                        self.tokenizer.is_end_tag = false;
                        self.tokenizer.token_start = self.offset_of(pos);
                        self.tokenizer.tag_name.span = Span::new(self.offset_of(name_at), self.offset_of(name_end));
                        self.tokenizer.tag_name.built = None;
                        self.tokenizer.tag_name_id = id;
                        return self.reconsume_in(State::BeforeAttributeName);
                    }
                }
                end = self.pos;
            }
            let span = Span::new(self.offset_of(pos), self.offset_of(end + 1));
            let name_span = Span::new(self.offset_of(name_at), self.offset_of(name_end));
            let tag = Tag {
                name: id,
                name_str: if id.is_known() { id.as_str() } else { self.slice(name_span) },
                attributes: Attributes::new(
                    &self.tokenizer.records,
                    self.window,
                    self.window_start,
                    &self.tokenizer.built,
                ),
                self_closing,
                had_duplicate_attribute: false,
                span,
                name_span,
            };
            pos = end + 1;
            self.tokenizer.text_start = span.end;
            let result = if is_end_tag { self.sink.end_tag(&tag) } else { self.sink.start_tag(&tag) };
            match result {
                TokenSinkResult::Continue => {}
                TokenSinkResult::SwitchTo(state) => {
                    let name = tag.name_str;
                    self.pos = pos;
                    self.tokenizer.last_start_tag.clear();
                    self.tokenizer.last_start_tag.push_str(name);
                    return self.reconsume_in(state);
                }
                TokenSinkResult::Suspend => {
                    self.pos = pos;
                    return Err(Pause::Suspended);
                }
            }
        }
        self.pos = pos;
        self.data_state()
    }

    #[inline(always)]
    fn start_straight_tag(&mut self) {
        let tokenizer = &mut *self.tokenizer;
        tokenizer.built.clear();
        tokenizer.records.clear();
        tokenizer.attribute_bits = 0;
        tokenizer.had_duplicate_attribute = false;
        if !tokenizer.attribute_names.is_empty() {
            tokenizer.attribute_names.clear();
        }
    }

    /// Reads attributes up to the `>` of the tag, and says whether it is a self-closing one. `None` if the next
    /// attribute, if anything, is none of the common ones, and for the states to take.
    #[inline(never)]
    pub(crate) fn straight_attributes(&mut self) -> Option<bool> {
        loop {
            self.skip_whitespace();
            let start = self.pos;
            match *self.bytes.get(start)? {
                b'>' => return Some(false),
                b'/' if self.bytes.get(start + 1) == Some(&b'>') => {
                    self.pos = start + 1;
                    return Some(true);
                }
                _ => {}
            }
            let name = scan::name_start(scan::block(self.bytes, start));
            let name_end = start + name.len;
            let id = LocalName::from_words(name.words[0], name.words[1]);
            if name.len == BLOCK || name.len == 0 || (!id.is_known() && name.has_uppercase()) {
                return None;
            }
            let (value_start, value_end, end) = match self.bytes.get(name_end)? {
                b'=' => self.straight_value(name_end + 1)?,
                b'>' => (name_end, name_end, name_end),
                &byte if is_whitespace(byte) => {
                    let next = name_end + self.bytes[name_end..].iter().position(|&byte| !is_whitespace(byte))?;
                    if self.bytes[next] == b'=' {
                        return None;
                    }
                    (name_end, name_end, next)
                }
                _ => return None,
            };
            self.add_straight_attribute(id, start, name_end, value_start, value_end)?;
            self.pos = end;
        }
    }

    /// Reads a value with its quotes, if it has some: where it starts and ends, and where the tag goes on.
    #[inline(always)]
    fn straight_value(&self, at: usize) -> Option<(usize, usize, usize)> {
        match self.bytes.get(at)? {
            &quote @ (b'"' | b'\'') => {
                let end = self.find2(at + 1, quote, b'&');
                let next = *self.bytes.get(end + 1)?;
                let is_common = self.bytes[end] == quote && (is_whitespace(next) || next == b'>' || next == b'/');
                is_common.then_some((at + 1, end, end + 1))
            }
            b'>' => None,
            &byte if is_whitespace(byte) => None,
            _ => {
                let end = at + scan::find_marked(&self.bytes[at..], &UNQUOTED_END);
                let next = *self.bytes.get(end)?;
                (is_whitespace(next) || next == b'>').then_some((at, end, end))
            }
        }
    }

    /// Keeps an attribute, unless it is for the states: a duplicate, or one of very many.
    #[inline(always)]
    fn add_straight_attribute(
        &mut self,
        name: LocalName,
        start: usize,
        name_end: usize,
        value_start: usize,
        value_end: usize,
    ) -> Option<()> {
        let record = AttributeRecord {
            name,
            name_span: Span::new(self.offset_of(start), self.offset_of(name_end)),
            value_span: Span::new(self.offset_of(value_start), self.offset_of(value_end)),
            ..AttributeRecord::default()
        };
        let bit = 1 << (name.index() % 64);
        if self.tokenizer.attribute_bits & bit != 0 && self.is_duplicate_attribute(name, self.slice(record.name_span)) {
            return None;
        }
        if self.tokenizer.records.len() >= MANY_ATTRIBUTES {
            return None;
        }
        self.tokenizer.attribute_bits |= bit;
        self.tokenizer.records.push(record);
        Some(())
    }
}
