//! The common tag in one go: the data state and the states of tags, shortened to a function that reads a whole tag
//! without a state in between.
//!
//! What it takes, it takes as the states in `states/` would; whatever is odd — an error, a rare character reference, a name
//! in capitals that is not known, the end of the window — it leaves to them, at the last point where nothing is decided
//! yet: the `<` of a tag, or the start of an attribute. `tests/straight_line.rs` compares the two.

use crate::cursor::PieceRange;
use crate::scan::{self, BLOCK, ByteSet, NameStart, byte_set};
use crate::states::is_whitespace;
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Pause, Step};
use crate::{State, Tag, TokenSink, TokenSinkResult};
use limpid_markup::{
    AttributeRecord, Attributes, HookAnswer, LONGEST_CHARACTER_REFERENCE, LocalName, Span, TagByParts, Text,
    common_character_reference, is_noncharacter, lookup_character_reference,
};

const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

const NO_ALPHANUMERIC: ByteSet = {
    let mut set = [true; 256];
    let mut byte = 0;
    while byte < 256 {
        set[byte] = !(byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    set
};

/// Text that is built is emitted at this length.
pub(crate) const LONG_BUILT_TEXT: usize = 1 << 14;

/// So much room is made for built text at first, or as much as there is input.
const FIRST_BUILT_TEXT: usize = 256;

/// So many bytes hold a `</`, a name that [`scan::name_start`] sees whole, and what comes behind it.
const HEAD: usize = 32;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// The [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state), and all common tags on the way.
    #[inline(never)]
    pub(crate) fn data(&mut self) -> Step {
        let bytes = self.bytes;
        let window_start = self.window_start;
        let mut pos = self.pos;
        let mut text_start = self.tokenizer.text_start;
        let mut last_start_tag = LastStartTag::NONE;
        loop {
            pos = self.find2(pos, b'<', b'&');
            let padded: [u8; HEAD];
            let head = match scan::chunk_at(bytes, pos) {
                Some(head) => head,
                None => {
                    padded = scan::last_bytes(bytes, pos);
                    &padded
                }
            };
            let start = window_start + pos as u32;
            if head[0] != b'<' {
                if head[0] == b'\r' && head[1] == b'\n' && text_start == start {
                    // The text starts with the LF, and may go on as the input has it.
                    text_start = start + 1;
                    pos += 2;
                    continue;
                }
                if (head[0] == b'&' || head[0] == b'\r')
                    && let Some(buffer) = self.sink.lend_buffer()
                {
                    (text_start, pos) = self.straight_built_text(buffer, text_start, pos);
                    match self.bytes.get(pos) {
                        Some(b'<') => continue,
                        _ => break,
                    }
                }
                if head[0] == b'\r' && head[1] == b'\n' {
                    // The LF is text as it stands; the CR is left out.
                    self.straight_text(text_start, start);
                    text_start = start + 1;
                    pos += 2;
                    continue;
                }
                if head[0] != b'&' {
                    break;
                }
                match self.straight_text_reference(text_start, pos) {
                    Some((next_text_start, next)) => (text_start, pos) = (next_text_start, next),
                    None => break,
                }
                continue;
            }
            if head[1] == b'/' {
                let (id, len) = match last_start_tag.is_ended_by(head) {
                    true => (last_start_tag.id, last_start_tag.len),
                    false => {
                        let name = scan::name_start(chunk(head, 2));
                        let id = LocalName::from_words(name.words[0], name.words[1]);
                        let is_common = head[(2 + name.len) % HEAD] == b'>'
                            && (id.is_known()
                                || (name.len < BLOCK
                                    && head[2].is_ascii_alphabetic()
                                    && !scan::has_uppercase(head, 2, 2 + name.len)));
                        if !is_common {
                            break;
                        }
                        (id, name.len)
                    }
                };
                self.straight_text(text_start, start);
                let name_end = pos + 2 + len;
                pos = name_end + 1;
                text_start = window_start + pos as u32;
                let span = Span::new(start, text_start);
                let result = match id.is_known() {
                    true => self.sink.end_tag_by_name(id, span),
                    false => {
                        let name_span = Span::new(start + 2, window_start + name_end as u32);
                        let attributes = Attributes::new(&[], self.window, window_start, "");
                        self.sink.end_tag(&Tag::from(TagByParts {
                            name_span,
                            attributes,
                            span,
                            ..TagByParts::implied(id)
                        }))
                    }
                };
                if result == TokenSinkResult::Suspend {
                    self.pos = pos;
                    self.tokenizer.text_start = text_start;
                    return Err(Pause::Suspended);
                }
                continue;
            }
            let name = scan::name_start(chunk(head, 1));
            let id = LocalName::from_words(name.words[0], name.words[1]);
            let name_end = pos + 1 + name.len;
            let next = head[(1 + name.len) % HEAD];
            let is_common = (next == b'>' || is_whitespace(next) || next == b'/')
                && (id.is_known()
                    || (name.len < BLOCK
                        && head[1].is_ascii_alphabetic()
                        && !scan::has_uppercase(head, 1, 1 + name.len)));
            if !is_common {
                break;
            }
            self.straight_text(text_start, start);
            self.pos = name_end;
            let step = self.straight_start_tag(start, id, next);
            pos = self.pos;
            text_start = window_start + pos as u32;
            last_start_tag = LastStartTag::new(id, &name);
            match step {
                StraightTag::Continue => {}
                StraightTag::HandedOver => return Ok(()),
                StraightTag::Suspended => return Err(Pause::Suspended),
            }
        }
        self.pos = pos;
        self.tokenizer.text_start = text_start;
        self.data_state()
    }

    /// Reads and emits a start tag from behind its name on, where `next` is.
    #[inline(never)]
    fn straight_start_tag(&mut self, start: u32, id: LocalName, next: u8) -> StraightTag {
        let window_start = self.window_start;
        let name_span = Span::new(start + 1, window_start + self.pos as u32);
        let mut self_closing = false;
        self.tokenizer.records.clear();
        self.tokenizer.attribute_bits = 0;
        self.tokenizer.has_plain_attributes = true;
        if next != b'>' {
            self.tokenizer.built.clear();
            match self.straight_attributes_inline() {
                Some(closing) => self_closing = closing,
                None => {
                    self.hand_over(start, name_span, id);
                    self.tokenizer.state = State::BeforeAttributeName;
                    return StraightTag::HandedOver;
                }
            }
        }
        self.pos += 1;
        let end = window_start + self.pos as u32;
        let span = Span::new(start, end);
        let has_verbatim_attributes = self.tokenizer.has_plain_attributes;
        let result = match has_verbatim_attributes && id.is_known() {
            true => self.sink.start_tag_by_parts(TagByParts {
                name: id,
                name_span,
                attributes: Attributes::new(&self.tokenizer.records, self.window, window_start, ""),
                has_verbatim_attributes: true,
                self_closing,
                span,
            }),
            false => self.start_tag_with_built_attributes(id, name_span, self_closing, span),
        };
        match result {
            TokenSinkResult::Continue => StraightTag::Continue,
            result => self.after_start_tag(result, id, name_span, end),
        }
    }

    /// Emits a start tag whose name has no id, or one of whose attributes has a name without an id or a built value.
    #[inline(never)]
    fn start_tag_with_built_attributes(
        &mut self,
        id: LocalName,
        name_span: Span,
        self_closing: bool,
        span: Span,
    ) -> TokenSinkResult {
        let window_start = self.window_start;
        self.sink.start_tag_by_parts(TagByParts {
            name: id,
            name_span,
            attributes: Attributes::new(&self.tokenizer.records, self.window, window_start, &self.tokenizer.built),
            has_verbatim_attributes: self.tokenizer.has_plain_attributes,
            self_closing,
            span,
        })
    }

    /// Does what the sink has answered to a start tag: goes on in another state, or is suspended.
    #[inline(never)]
    fn after_start_tag(&mut self, result: TokenSinkResult, id: LocalName, name_span: Span, end: u32) -> StraightTag {
        self.tokenizer.text_start = end;
        let TokenSinkResult::SwitchTo(state) = result else { return StraightTag::Suspended };
        let name = match id.is_known() {
            true => id.as_str(),
            false => self.slice(name_span),
        };
        self.tokenizer.last_start_tag.clear();
        self.tokenizer.last_start_tag.push_str(name);
        self.tokenizer.state = state;
        StraightTag::HandedOver
    }

    /// Emits the text up to a common reference and what that stands for. Returns where text and input go on.
    #[inline(never)]
    fn straight_text_reference(&mut self, text_start: u32, pos: usize) -> Option<(u32, usize)> {
        match straight_reference(self.bytes, pos, false) {
            Reference::Literal => Some((text_start, pos + 1)),
            Reference::Resolved { characters, len } => {
                let start = self.offset_of(pos);
                self.straight_text(text_start, start);
                let span = Span::new(start, start + len as u32);
                self.sink.characters(Text { text: characters.text(&mut [0; 4]), span, verbatim: false });
                Some((span.end, pos + len))
            }
            Reference::Other => None,
        }
    }

    /// Reads text in which something stands for something else, up to a `<` or what is odd, and emits it whole. Returns
    /// where text and input go on.
    #[inline(never)]
    fn straight_built_text(&mut self, mut buffer: String, text_start: u32, mut pos: usize) -> (u32, usize) {
        let bytes = self.bytes;
        let built_from = buffer.len();
        let from = (text_start - self.window_start) as usize;
        let mut copied_to = from;
        let mut span = Span::empty(text_start);
        self.reserve_built_text(&mut buffer, from);
        loop {
            let copied = || self.window.get(copied_to..pos).unwrap_or_default();
            let len = match bytes.get(pos) {
                Some(b'&') => {
                    if let Some((character, len)) = most_common_reference(bytes, pos) {
                        buffer.push_str(copied());
                        buffer.push(character);
                        len
                    } else {
                        match straight_reference(bytes, pos, false) {
                            Reference::Literal => {
                                pos = self.find2(pos + 1, b'<', b'&');
                                continue;
                            }
                            Reference::Resolved { characters, len } => {
                                buffer.push_str(copied());
                                buffer.push_str(characters.text(&mut [0; 4]));
                                len
                            }
                            Reference::Other => break,
                        }
                    }
                }
                // The LF is text as it stands; the CR is left out.
                Some(b'\r') if bytes.get(pos + 1) == Some(&b'\n') => {
                    buffer.push_str(copied());
                    buffer.push('\n');
                    span.start += u32::from(pos == from);
                    2
                }
                _ => break,
            };
            pos += len;
            copied_to = pos;
            if buffer.len() - built_from >= LONG_BUILT_TEXT {
                break;
            }
            pos = self.find2(pos, b'<', b'&');
        }
        if copied_to != from {
            buffer.push_str(self.window.get(copied_to..pos).unwrap_or_default());
            span.end = self.offset_of(pos);
        }
        self.sink.characters_in_buffer(buffer, built_from, span);
        (span.end, pos)
    }

    /// Makes room in a buffer in which little text is built yet.
    #[inline]
    pub(crate) fn reserve_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        // Where line ends have a CR, most text is built.
        let room = if self.has_cr_or_nul { rest } else { rest.min(FIRST_BUILT_TEXT) };
        if buffer.len() < FIRST_BUILT_TEXT && buffer.capacity() < room {
            // A machine that refuses so much gives it by and by.
            let _ = buffer.try_reserve(room);
        }
    }

    /// Emits the text before a tag, if there is any.
    #[inline(always)]
    fn straight_text(&mut self, start: u32, end: u32) {
        let span = Span::new(start, end);
        if start < end && self.sink.characters_at(span) == HookAnswer::Untouched {
            self.text_token(span);
        }
    }

    #[inline(never)]
    fn text_token(&mut self, span: Span) {
        self.sink.characters(Text { text: self.slice(span), span, verbatim: true });
    }

    /// Leaves a start tag to the states, from its attributes on.
    #[cold]
    fn hand_over(&mut self, start: u32, name_span: Span, id: LocalName) {
        let tokenizer = &mut *self.tokenizer;
        tokenizer.is_end_tag = false;
        tokenizer.token_start = start;
        tokenizer.text_start = start;
        tokenizer.tag_name = PieceRange { span: name_span, built: None };
        tokenizer.tag_name_id = id;
        tokenizer.had_duplicate_attribute = false;
        tokenizer.had_too_many_attributes = false;
        tokenizer.attribute_names.clear();
    }

    /// Reads attributes up to the `>` of the tag, and says whether it is a self-closing one. `None` if the next
    /// attribute, if anything, is none of the common ones, and for the states to take.
    #[inline(never)]
    pub(crate) fn straight_attributes(&mut self) -> Option<bool> {
        self.straight_attributes_inline()
    }

    #[inline(always)]
    fn straight_attributes_inline(&mut self) -> Option<bool> {
        let most = MANY_ATTRIBUTES.min(self.tokenizer.limits.attributes as usize);
        let mut pos = self.pos;
        loop {
            let (next_at, next) = match self.most_common_attribute(pos, most) {
                Some(next) => next,
                None => {
                    self.pos = pos;
                    self.straight_attribute(most)?
                }
            };
            pos = next_at;
            if next == b'>' || next == b'/' {
                self.pos = pos;
                return Some(next == b'/');
            }
        }
    }

    /// Reads ` name="value"` where the name is a common one. Returns where the tag goes on, and with what: `>`, or something
    /// else.
    #[inline(always)]
    fn most_common_attribute(&mut self, at: usize, most: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let head: &[u8; HEAD] = scan::chunk_at(bytes, at)?;
        let (word, len) = match scan::word_before(head[1..].first_chunk()?, b'=') {
            Some(found) => found,
            None if head[9] == b'=' => (u64::from_le_bytes(*head[1..].first_chunk()?), 8),
            None => return None,
        };
        let name = LocalName::from_common_word(word);
        let bit = attribute_bit(name);
        let is_common = head[0] == b' '
            && head[(2 + len) % BLOCK] == b'"'
            && name.is_known()
            && self.tokenizer.attribute_bits & bit == 0
            && self.tokenizer.records.len() < most;
        if !is_common {
            return None;
        }
        let value_at = (3 + len) % BLOCK;
        let start = at + value_at;
        let (end, quote, next) = match self.find2_in(chunk(head, value_at), b'"', b'&') {
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
        self.tokenizer.attribute_bits |= bit;
        let name_start = self.offset_of(at + 1);
        let name_span = Span::new(name_start, name_start + len as u32);
        self.push_attribute(name, name_span, &Value { start, end, next_at: end + 1, next });
        Some((end + 1, next))
    }

    /// Reads any attribute but an odd one, or the end of the tag. Returns where the tag goes on, and with what: `>`, the
    /// `>` behind a `/`, or something else. `None` if the next attribute, if anything, is for the states to take.
    #[inline(never)]
    fn straight_attribute(&mut self, most: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        self.skip_whitespace();
        let start = self.pos;
        match *bytes.get(start)? {
            b'>' => return Some((start, b'>')),
            b'/' if bytes.get(start + 1) == Some(&b'>') => return Some((start + 1, b'/')),
            _ => {}
        }
        let name = scan::name_start(&scan::first_bytes(bytes, start));
        let (name_end, id) = if name.len < BLOCK {
            (start + name.len, LocalName::from_words(name.words[0], name.words[1]))
        } else {
            let end = scan::long_name_end(bytes, start);
            if scan::has_uppercase(bytes, start, end) {
                return None;
            }
            (end, LocalName::from_bytes(&bytes[start..end]))
        };
        let mut bit = attribute_bit(id);
        if !id.is_known() {
            if name.len == 0 || scan::has_uppercase(bytes, start, name_end) {
                return None;
            }
            bit = 1 << (name.words[0].wrapping_add(name.words[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
            self.tokenizer.has_plain_attributes = false;
        }
        let name_span = Span::new(self.offset_of(start), self.offset_of(name_end));
        if self.tokenizer.attribute_bits & bit != 0 && self.is_duplicate_attribute(id, self.slice(name_span))
            || self.tokenizer.records.len() >= most
        {
            return None;
        }
        let next = self.straight_value_or_none(id, name_span, name_end)?;
        self.tokenizer.attribute_bits |= bit;
        Some(next)
    }

    #[inline(always)]
    fn push_attribute(&mut self, name: LocalName, name_span: Span, value: &Value) {
        let value_span = Span::new(self.offset_of(value.start), self.offset_of(value.end));
        self.tokenizer.records.push(AttributeRecord { name, name_span, value_span, ..AttributeRecord::default() });
    }

    /// Reads what is behind the name of an attribute: its value, or what shows that it has none. Returns where and with
    /// what the tag goes on.
    fn straight_value_or_none(&mut self, name: LocalName, name_span: Span, name_end: usize) -> Option<(usize, u8)> {
        let bytes = self.bytes;
        let mut built_value = None;
        let value = match *bytes.get(name_end)? {
            b'=' => match self.straight_value(name_end + 1) {
                Some(value) => value,
                None => {
                    let (value, built) = self.straight_value_with_references(name_end + 1)?;
                    built_value = built;
                    value
                }
            },
            b'>' => Value { start: name_end, end: name_end, next_at: name_end, next: b'>' },
            byte if is_whitespace(byte) => {
                let next_at = name_end + bytes[name_end..].iter().position(|&byte| !is_whitespace(byte))?;
                let next = bytes[next_at];
                if next == b'=' {
                    return None;
                }
                Value { start: name_end, end: name_end, next_at, next }
            }
            _ => return None,
        };
        self.push_attribute(name, name_span, &value);
        if let (Some(built_value), Some(record)) = (built_value, self.tokenizer.records.last_mut()) {
            record.value_is_built = true;
            record.built_value = built_value;
            self.tokenizer.has_plain_attributes = false;
        }
        // A `/` may be the end, or not.
        Some((value.next_at, if value.next == b'>' { b'>' } else { b' ' }))
    }

    /// Reads a value with its quotes, if it has some.
    fn straight_value(&self, at: usize) -> Option<Value> {
        let (end, quote) = match *self.bytes.get(at)? {
            b'"' => (self.find2(at + 1, b'"', b'&'), b'"'),
            b'\'' => (self.find_single_quote(at + 1), b'\''),
            _ => return self.straight_unquoted_value(at),
        };
        let [last, next] = *scan::chunk_at(self.bytes, end)?;
        let is_common = last == quote && (next == b'>' || next == b'/' || is_whitespace(next));
        is_common.then_some(Value { start: at + 1, end, next_at: end + 1, next })
    }

    /// The same for a quoted value with character references, which is built where they stand for something else.
    #[inline(never)]
    fn straight_value_with_references(&mut self, at: usize) -> Option<(Value, Option<Span>)> {
        let bytes = self.bytes;
        let quote = *bytes.get(at)?;
        if quote != b'"' && quote != b'\'' {
            return None;
        }
        let built_from = self.tokenizer.built.end();
        let (start, mut copied_to) = (at + 1, at + 1);
        let mut end = start;
        loop {
            end = self.find2(end, quote, b'&');
            let is_done = *bytes.get(end)? == quote;
            if !is_done {
                if bytes[end] != b'&' {
                    break;
                }
                if let Some((character, len)) = most_common_reference(bytes, end) {
                    self.tokenizer.built.push_str(self.window.get(copied_to..end)?);
                    self.tokenizer.built.push_str(character.encode_utf8(&mut [0; 4]));
                    end += len;
                    copied_to = end;
                    continue;
                }
                match straight_reference(bytes, end, true) {
                    Reference::Literal => end += 1,
                    Reference::Resolved { characters, len } => {
                        self.tokenizer.built.push_str(self.window.get(copied_to..end)?);
                        self.tokenizer.built.push_str(characters.text(&mut [0; 4]));
                        end += len;
                        copied_to = end;
                    }
                    Reference::Other => break,
                }
                continue;
            }
            let next = *bytes.get(end + 1)?;
            if next != b'>' && next != b'/' && !is_whitespace(next) {
                break;
            }
            let mut built = None;
            if copied_to != start {
                self.tokenizer.built.push_str(self.window.get(copied_to..end)?);
                if self.tokenizer.built.take_overflow() {
                    // The states report it.
                    break;
                }
                built = Some(Span::new(built_from, self.tokenizer.built.end()));
            }
            return Some((Value { start, end, next_at: end + 1, next }, built));
        }
        self.tokenizer.built.truncate(built_from);
        None
    }

    fn find_single_quote(&self, at: usize) -> usize {
        self.find2(at, b'\'', b'&')
    }

    fn straight_unquoted_value(&self, at: usize) -> Option<Value> {
        let end = at + scan::find_marked(&self.bytes[at..], &UNQUOTED_END);
        let next = *self.bytes.get(end)?;
        (end != at && (is_whitespace(next) || next == b'>')).then_some(Value { start: at, end, next_at: end, next })
    }
}

/// What stands for a name in the set of a tag's names. The factor was searched for: no two of the most used attributes have
/// the same.
#[inline(always)]
fn attribute_bit(name: LocalName) -> u64 {
    1 << (((name.index() * 0xb7f) >> 8) % 64)
}

/// The space that a byte stands for behind an attribute, if it is one that is seldom there.
#[cold]
#[inline(never)]
fn ends_attribute(byte: u8) -> Option<u8> {
    (byte == b'/' || is_whitespace(byte)).then_some(b' ')
}

/// What the reference at a `&` stands for, if it is one of the most used, and its length with both ends.
#[inline(always)]
fn most_common_reference(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let (word, len) = scan::word_before(&scan::first_bytes(bytes, at + 1), b';')?;
    Some((common_character_reference(word)?, len + 2))
}

/// Where an attribute's value starts and ends, and where and with what the tag goes on.
#[derive(Clone, Copy)]
struct Value {
    start: usize,
    end: usize,
    next_at: usize,
    next: u8,
}

/// How it goes on after a start tag.
enum StraightTag {
    Continue,
    HandedOver,
    Suspended,
}

/// What a `&` starts.
enum Reference {
    /// Nothing: it stands for itself, and that is no error.
    Literal,
    /// A reference that ends in `;`, so many bytes with both ends.
    Resolved { characters: Characters, len: usize },
    /// Something else.
    Other,
}

/// What a reference stands for.
enum Characters {
    Named(&'static str),
    Numeric(char),
}

impl Characters {
    fn text(self, buffer: &mut [u8; 4]) -> &str {
        match self {
            Characters::Named(characters) => characters,
            Characters::Numeric(character) => character.encode_utf8(buffer),
        }
    }
}

/// The [character reference](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state) at a `&`, as
/// far as it is a common one.
#[inline]
fn straight_reference(bytes: &[u8], at: usize, in_attribute: bool) -> Reference {
    let rest = &bytes[at + 1..];
    let run = scan::find_marked(&rest[..rest.len().min(LONGEST_CHARACTER_REFERENCE)], &NO_ALPHANUMERIC);
    let Some(&next) = rest.get(run) else { return Reference::Other };
    if run == 0 {
        return if next == b'#' { straight_numeric_reference(rest) } else { Reference::Literal };
    }
    if next == b';' {
        return match lookup_character_reference(&rest[..=run]) {
            Some(it) => Reference::Resolved { characters: Characters::Named(it.characters), len: run + 2 },
            None => Reference::Other,
        };
    }
    if next.is_ascii_alphanumeric() {
        // Longer than any name, and maybe an unknown one.
        return Reference::Other;
    }
    // In an attribute, what looks like the name of a parameter in a URL is left alone; and a name that goes on is none.
    if in_attribute && (next == b'=' || lookup_character_reference(&rest[..run]).is_none()) {
        return Reference::Literal;
    }
    Reference::Other
}

/// The same after `&`, at a `#`.
fn straight_numeric_reference(rest: &[u8]) -> Reference {
    let (digits_at, radix) = if matches!(rest.get(1), Some(b'x' | b'X')) { (2, 16) } else { (1, 10) };
    let mut code = 0;
    let mut end = digits_at;
    while let Some(digit) = rest.get(end).and_then(|&byte| char::from(byte).to_digit(radix)) {
        // Six digits are enough for all characters.
        if end == digits_at + 6 {
            return Reference::Other;
        }
        code = code * radix + digit;
        end += 1;
    }
    let character = match code {
        0..0x20 | 0x7f..0xa0 => None,
        _ if is_noncharacter(code) => None,
        _ => char::from_u32(code),
    };
    match character {
        Some(character) if rest.get(end) == Some(&b';') => {
            Reference::Resolved { characters: Characters::Numeric(character), len: end + 2 }
        }
        _ => Reference::Other,
    }
}

/// The name of the last start tag, whose end tag is the next tag more often than not.
#[derive(Clone, Copy)]
struct LastStartTag {
    id: LocalName,
    len: usize,
    /// What an end tag has behind `</`, up to its `>`, in lowercase and shifted to the end of the word. A name that is too
    /// long for it leaves a word that no text has.
    word: u64,
    shift: usize,
}

impl LastStartTag {
    const NONE: LastStartTag = LastStartTag { id: LocalName::UNKNOWN, len: 0, word: u64::MAX, shift: 0 };

    #[inline(always)]
    fn new(id: LocalName, name: &NameStart) -> LastStartTag {
        let shift = (56usize.wrapping_sub(8 * name.len)) % 64;
        let end = (name.words[0] | u64::from(b'>') << ((8 * name.len) % 64)) << shift;
        let word = if name.len < 8 && id.is_known() { end } else { u64::MAX };
        LastStartTag { id, len: name.len, word, shift }
    }

    /// Whether the end tag in `head` has this name and nothing else.
    #[inline(always)]
    fn is_ended_by(&self, head: &[u8; HEAD]) -> bool {
        let word = head[2..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        word << self.shift == self.word
    }
}

/// The block that starts so many bytes into a head.
#[inline(always)]
fn chunk(head: &[u8; HEAD], at: usize) -> &[u8; BLOCK] {
    const NOTHING: &[u8; BLOCK] = &[0; BLOCK];
    head[at..].first_chunk().unwrap_or(NOTHING)
}
