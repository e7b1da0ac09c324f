//! The common tag in one go: the data state and the states of tags, shortened to a function that reads a whole tag
//! without a state in between.
//!
//! What it takes, it takes as the states in `states/` would; whatever is odd — a character reference, an error, a name
//! in capitals that is not known, the end of the window — it leaves to them, at the last point where nothing is decided
//! yet: the `<` of a tag, or the start of an attribute. `tests/straight_line.rs` compares the two.

use crate::scan::{self, BLOCK, ByteSet, byte_set};
use crate::states::is_whitespace;
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::{AttributeRecord, LocalName, Span};

const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

impl<S: TokenSink> Machine<'_, '_, S> {
    /// The [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state), and all common tags on the way.
    pub(crate) fn data(&mut self) -> Step {
        loop {
            self.skip_markup_text();
            let at = self.pos;
            match self.bytes.get(at..).and_then(|rest| rest.first_chunk()) {
                Some(b"</") if self.straight_end_tag(at) => self.emit_end_tag()?,
                Some([b'<', byte]) if byte.is_ascii_alphabetic() && self.straight_tag_name(at) => {
                    match self.straight_attributes() {
                        Some(self_closing) => self.emit_start_tag(self_closing)?,
                        None => return self.reconsume_in(State::BeforeAttributeName),
                    }
                }
                _ => return self.data_state(),
            }
            if self.tokenizer.state != State::Data {
                return Ok(());
            }
        }
    }

    /// Reads `<` and a name. False if it is nothing common, and nothing is done.
    #[inline(always)]
    fn straight_tag_name(&mut self, at: usize) -> bool {
        let name = scan::name_start(scan::block(self.bytes, at + 1));
        let end = at + 1 + name.len;
        let id = LocalName::from_words(name.words[0], name.words[1]);
        let is_common = name.len < BLOCK
            && self.bytes.get(end).is_some_and(|&byte| byte == b'>' || byte == b'/' || is_whitespace(byte))
            && (id.is_known() || !name.has_uppercase());
        if is_common {
            self.start_straight_tag(at, at + 1, end, id, false);
        }
        is_common
    }

    /// Reads a whole end tag but for its `>`. False if it is nothing common, and nothing is done.
    #[inline(always)]
    fn straight_end_tag(&mut self, at: usize) -> bool {
        let name = scan::name_start(scan::block(self.bytes, at + 2));
        let end = at + 2 + name.len;
        let id = LocalName::from_words(name.words[0], name.words[1]);
        let is_common = name.len < BLOCK
            && self.bytes.get(end) == Some(&b'>')
            && (id.is_known()
                || (self.bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic) && !name.has_uppercase()));
        if is_common {
            self.start_straight_tag(at, at + 2, end, id, true);
        }
        is_common
    }

    #[inline(always)]
    fn start_straight_tag(&mut self, at: usize, name: usize, end: usize, id: LocalName, is_end_tag: bool) {
        self.tokenizer.token_start = self.offset_of(at);
        self.create_tag(is_end_tag);
        self.tokenizer.tag_name.span = Span::new(self.offset_of(name), self.offset_of(end));
        self.tokenizer.tag_name.built = None;
        self.tokenizer.tag_name_id = id;
        self.pos = end;
    }

    /// Reads attributes up to the `>` of the tag, and says whether it is a self-closing one. `None` if the next
    /// attribute, if anything, is none of the common ones, and for the states to take.
    #[inline]
    pub(crate) fn straight_attributes(&mut self) -> Option<bool> {
        loop {
            self.skip_whitespace();
            let start = self.pos;
            match self.bytes.get(start)? {
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
