//! The common tag in one go: the data state and the states of tags, shortened to a function that reads a whole tag
//! without a state in between.
//!
//! What it takes, it takes as the states in `states/` would; whatever is odd — a character reference, an error, a name
//! in capitals that is not known, the end of the window — it leaves to them, at the last point where nothing is decided
//! yet: the `<` of a tag, or the start of an attribute. `tests/straight_line.rs` compares the two.

use crate::piece::PieceRange;
use crate::scan::{self, BLOCK, ByteSet, byte_set};
use crate::states::is_whitespace;
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Pause, Step};
use crate::{State, Tag, TokenSink, TokenSinkResult};
use limpid_markup::{AttributeRecord, Attributes, LocalName, Span};

const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

/// So many bytes hold a `</`, a name that [`scan::name_start`] sees whole, and what comes behind it.
const HEAD: usize = 32;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// The [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state), and all common tags on the way.
    #[inline(never)]
    pub(crate) fn data(&mut self) -> Step {
        let bytes = self.bytes;
        let window_start = self.window_start;
        let mut pos = self.pos;
        loop {
            pos = self.find2(pos, b'<', b'&');
            let head: [u8; HEAD] = scan::bytes_at(bytes, pos);
            if head[0] != b'<' {
                break;
            }
            let is_end_tag = head[1] == b'/';
            let name_at = if is_end_tag { 2 } else { 1 };
            let name = scan::name_start(if is_end_tag { chunk(&head, 2) } else { chunk(&head, 1) });
            let id = LocalName::from_words(name.words[0], name.words[1]);
            let mut end = pos + name_at + name.len;
            if !id.is_known()
                && !(name.len < BLOCK
                    && head[name_at].is_ascii_alphabetic()
                    && bytes.get(pos + name_at..end).is_some_and(|name| !scan::has_uppercase(name)))
            {
                break;
            }
            let next = head[(name_at + name.len) % HEAD];
            if next != b'>' && (is_end_tag || !(next == b'/' || is_whitespace(next))) {
                break;
            }
            let start = window_start + pos as u32;
            self.flush_text(start);
            let name_span = Span::new(start + name_at as u32, window_start + end as u32);
            let mut self_closing = false;
            self.start_straight_tag();
            if next != b'>' {
                self.pos = end;
                match self.straight_attributes() {
                    Some(closing) => self_closing = closing,
                    None => {
                        self.tokenizer.is_end_tag = false;
                        self.tokenizer.token_start = start;
                        self.tokenizer.tag_name = PieceRange { span: name_span, built: None };
                        self.tokenizer.tag_name_id = id;
                        return self.reconsume_in(State::BeforeAttributeName);
                    }
                }
                end = self.pos;
            }
            pos = end + 1;
            let span = Span::new(start, window_start + pos as u32);
            self.tokenizer.text_start = span.end;
            let tag = Tag {
                name: id,
                name_str: if id.is_known() { id.as_str() } else { self.slice(name_span) },
                attributes: Attributes::new(&self.tokenizer.records, self.window, window_start, ""),
                self_closing,
                had_duplicate_attribute: false,
                span,
                name_span,
            };
            let result = if is_end_tag { self.sink.end_tag(&tag) } else { self.sink.start_tag(&tag) };
            match result {
                TokenSinkResult::Continue => {}
                TokenSinkResult::SwitchTo(state) => {
                    self.pos = pos;
                    self.tokenizer.last_start_tag.clear();
                    self.tokenizer.last_start_tag.push_str(tag.name_str);
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
        let bytes = self.bytes;
        let window_start = self.window_start;
        let mut start = self.pos;
        loop {
            let head: [u8; HEAD] = scan::bytes_at(bytes, start);
            let name = match head[0] {
                b'>' => {
                    self.pos = start;
                    return Some(false);
                }
                b'/' if head[1] == b'>' => {
                    self.pos = start + 1;
                    return Some(true);
                }
                b' ' => {
                    let name = scan::name_start(chunk(&head, 1));
                    start += 1;
                    name
                }
                byte if is_whitespace(byte) => {
                    start += 1;
                    continue;
                }
                _ => scan::name_start(chunk(&head, 0)),
            };
            self.pos = start;
            if name.len == 0 {
                // More white space, the end of the tag, or an error.
                match *bytes.get(start)? {
                    byte if is_whitespace(byte) || byte == b'>' => continue,
                    b'/' if bytes.get(start + 1) == Some(&b'>') => continue,
                    _ => return None,
                }
            }
            let name_end = start + name.len;
            let id = LocalName::from_words(name.words[0], name.words[1]);
            if !id.is_known() && (name.len == BLOCK || scan::has_uppercase(bytes.get(start..name_end)?)) {
                return None;
            }
            let (value_start, value_end, end) = match *bytes.get(name_end)? {
                b'=' => self.straight_value(name_end + 1)?,
                b'>' => (name_end, name_end, name_end),
                byte if is_whitespace(byte) => {
                    let next = name_end + bytes[name_end..].iter().position(|&byte| !is_whitespace(byte))?;
                    if bytes[next] == b'=' {
                        return None;
                    }
                    (name_end, name_end, next)
                }
                _ => return None,
            };
            let record = AttributeRecord {
                name: id,
                name_span: Span::new(window_start + start as u32, window_start + name_end as u32),
                value_span: Span::new(window_start + value_start as u32, window_start + value_end as u32),
                ..AttributeRecord::default()
            };
            let bit = 1 << (id.index() % 64);
            if self.tokenizer.attribute_bits & bit != 0 && self.is_repeated(&record)
                || self.tokenizer.records.len() >= MANY_ATTRIBUTES
            {
                return None;
            }
            self.tokenizer.attribute_bits |= bit;
            self.tokenizer.records.push(record);
            start = end;
        }
    }

    #[cold]
    #[inline(never)]
    fn is_repeated(&self, record: &AttributeRecord) -> bool {
        self.is_duplicate_attribute(record.name, self.slice(record.name_span))
    }

    /// Reads a value with its quotes, if it has some: where it starts and ends, and where the tag goes on.
    #[inline(always)]
    fn straight_value(&self, at: usize) -> Option<(usize, usize, usize)> {
        match *self.bytes.get(at)? {
            quote @ (b'"' | b'\'') => {
                let end = self.find2(at + 1, quote, b'&');
                let [last, next] = *self.bytes.get(end..)?.first_chunk()?;
                let is_common = last == quote && (is_whitespace(next) || next == b'>' || next == b'/');
                is_common.then_some((at + 1, end, end + 1))
            }
            b'>' => None,
            byte if is_whitespace(byte) => None,
            _ => {
                let end = at + scan::find_marked(&self.bytes[at..], &UNQUOTED_END);
                let next = *self.bytes.get(end)?;
                (is_whitespace(next) || next == b'>').then_some((at, end, end))
            }
        }
    }
}

/// The block that starts so many bytes into a head.
#[inline(always)]
fn chunk(head: &[u8; HEAD], at: usize) -> [u8; BLOCK] {
    head[at..].first_chunk().copied().unwrap_or_default()
}
