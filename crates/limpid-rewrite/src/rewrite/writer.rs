//! Writes the page with insertions and removals.
//!
//! A change can join two parts that were separate in the page. The parser must not read them as one token. A `<` and a following `b` must not
//! become a tag if one of them is inserted, or if something between them was removed. Content inserted into a `script` must not end it.

use super::error::RewriteError;
use super::output::OutputSink;
use super::script::ScriptText;
use super::source::Source;
use crate::events::ElementId;
use limpid_encoding::Encoding;
use limpid_markup::Span;
use std::borrow::Cow;

pub(super) struct Writer<O> {
    pub(super) output: O,
    pub(super) encoding: &'static Encoding,
    /// Content inserted up to this offset is written in ASCII, because the encoding was not known there.
    pub(super) ascii_to: Option<u32>,
    pub(super) source: Source,
    /// The offset up to which the page was written or removed.
    pub(super) copied_to: u32,
    /// The offset up to which the page was written. If it is less than `copied_to`, the part after it was removed.
    written_to: u32,
    /// Whether content was inserted after `written_to`.
    has_inserted: bool,
    /// How the written text ends at `written_to`.
    text_end: TextEnd,
    /// Whether the page ends with `</` as text, and not as a part of a tag, comment or script.
    pub(super) ends_with_end_tag_open: bool,
    /// Whether that `</` still has to be written.
    holds_end_tag_open: bool,
    /// The end of the last start tag that makes the parser ignore a line feed after the tag.
    line_feed_is_ignored_at: u32,
    /// Whether the text of the page at the current position is removed.
    pub(super) is_removing: bool,
    raw: Option<RawText>,
    pub(super) error: Option<RewriteError>,
}

/// How written text ends. Some endings can form a token or a character together with the text after them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextEnd {
    /// Independent of the text after it.
    Complete,
    /// A `<` that is text.
    LessThan,
    /// A `&`, followed by letters, digits or `#`.
    Reference,
    /// An incomplete character, in an encoding in which an ASCII character could complete it.
    Malformed,
    CarriageReturn,
    /// A start tag after which the parser ignores a line feed.
    StartOfPre,
}

/// An element in which the parser does not resolve character references, or did not before the tags of the element were removed.
struct RawText {
    id: ElementId,
    name: &'static str,
    /// The offset of the start of its text.
    start: u32,
    /// The characters to escape because the tags were removed.
    escaped: &'static [u8],
    /// The last written bytes of the text. `None` until the first change, because unchanged text needs no checks.
    tail: Option<Vec<u8>>,
    /// The tokenizer state of a script after the written text.
    script: Option<ScriptText>,
}

/// The length of the longest sequence that has to be checked as a whole: `</noframes`.
const MAX_PATTERN_LENGTH: usize = 10;

impl<O: OutputSink> Writer<O> {
    pub(super) fn new(output: O) -> Writer<O> {
        Writer {
            output,
            encoding: Encoding::UTF_8,
            ascii_to: None,
            source: Source::default(),
            copied_to: 0,
            written_to: 0,
            has_inserted: false,
            text_end: TextEnd::Complete,
            ends_with_end_tag_open: false,
            holds_end_tag_open: false,
            line_feed_is_ignored_at: u32::MAX,
            is_removing: false,
            raw: None,
            error: None,
        }
    }

    /// Starts an element in which the parser does not resolve character references. If its tags were removed, `escaped` contains the characters
    /// that must become references. `start` is the offset of the text.
    pub(super) fn start_raw(&mut self, id: ElementId, name: &'static str, start: u32, escaped: &'static [u8]) {
        let script = (name == "script" && escaped.is_empty()).then_some(ScriptText::EMPTY);
        self.raw = Some(RawText { id, name, start, escaped, tail: None, script });
    }

    /// Handles a start tag after which the parser ignores a line feed, such as the start tag of a `pre`.
    pub(super) fn start_line_feed_element(&mut self, tag: Span) {
        if self.is_removing {
            return;
        }
        // First finish the output that depends on the previous tag of this kind.
        if self.is_changed() || self.line_feed_is_ignored_at == tag.start {
            self.copy_to(tag.start);
        }
        self.line_feed_is_ignored_at = tag.end;
    }

    /// Returns whether content was inserted or removed since the page was last copied.
    fn is_changed(&self) -> bool {
        self.has_inserted || self.written_to != self.copied_to
    }

    #[inline]
    pub(super) fn has_raw(&self) -> bool {
        self.raw.is_some()
    }

    /// Ends the current raw text element at an offset, if `id` is its id.
    #[inline]
    pub(super) fn end_raw(&mut self, id: ElementId, offset: u32, has_end_tag: bool) {
        let Some(raw) = self.raw.as_ref().filter(|raw| raw.id == id) else { return };
        let is_changed = raw.tail.is_some() || self.is_changed();
        if raw.tail.is_some() || !raw.escaped.is_empty() || raw.script.is_some() && is_changed {
            self.copy_to(offset);
        }
        let raw = self.raw.take();
        if has_end_tag && is_changed && !self.is_removing {
            self.check_script_end(raw);
        }
    }

    /// Reports an error if the end tag of a changed script would not end it.
    fn check_script_end(&mut self, raw: Option<RawText>) {
        if let Some(RawText { name, script: Some(script), tail, .. }) = raw
            && !script.can_end()
        {
            let text = String::from_utf8_lossy(&tail.unwrap_or_default()).into();
            self.error.get_or_insert(RewriteError::RawText { element: name, text });
        }
    }

    /// Returns the name of the element if the parser does not resolve character references in its text.
    pub(super) fn raw_name(&self, id: ElementId) -> Option<&'static str> {
        self.raw.as_ref().filter(|raw| raw.id == id && raw.escaped.is_empty()).map(|raw| raw.name)
    }

    /// Copies the page up to an offset, or skips it while content is removed.
    pub(super) fn copy_to(&mut self, offset: u32) {
        if offset <= self.copied_to || self.error.is_some() {
            return;
        }
        let mut span = Span::new(self.copied_to, offset);
        let is_changed = self.is_changed();
        self.copied_to = offset;
        if self.is_removing {
            return;
        }
        self.write_end_tag_open(self.written_to != span.start);
        if is_changed && span.start == self.line_feed_is_ignored_at {
            span.start += line_feed_length(self.source.slice(span)) as u32;
            if span.is_empty() {
                return;
            }
        }
        if is_changed || self.raw.is_some() {
            span.start += self.join_source(span, is_changed);
        }
        let escaped = self.raw.as_ref().filter(|raw| raw.start <= span.start).map_or(&[][..], |raw| raw.escaped);
        // Escaped text is ordinary text, so `</` needs no special treatment.
        let is_held = self.ends_with_end_tag_open && escaped.is_empty() && offset == self.source.end();
        if is_held && span.end - span.start >= 2 {
            span.end -= 2;
            self.holds_end_tag_open = true;
        }
        self.add_source_to_script(span);
        self.source.write(span, escaped, &mut self.output);
        self.text_end =
            if offset == self.line_feed_is_ignored_at { TextEnd::StartOfPre } else { self.text_end_of(span) };
        (self.written_to, self.has_inserted) = (offset, false);
    }

    /// Skips the page up to an offset, because it is removed or was written with changes.
    pub(super) fn skip_to(&mut self, offset: u32) {
        self.copied_to = self.copied_to.max(offset);
    }

    pub(super) fn insert(&mut self, markup: &str) {
        self.insert_at(markup, self.copied_to);
    }

    /// Inserts markup in the encoding that applies at an offset of the page.
    fn insert_at(&mut self, markup: &str, offset: u32) {
        if markup.is_empty() || self.is_removing || self.error.is_some() {
            return;
        }
        self.write_end_tag_open(!markup.starts_with("]]>"));
        let mut rest = markup;
        if self.is_in_raw(self.copied_to) {
            self.check_raw_text(markup.as_bytes(), true);
            self.update_tail(markup.as_bytes());
            self.add_to_script(markup);
            if self.error.is_some() || !self.can_write(markup, offset) {
                return;
            }
        } else {
            rest = &markup[self.escape_first(markup.chars().next(), line_feed_length(markup) != 0)..];
        }
        self.has_inserted = true;
        self.text_end = TextEnd::Complete;
        if self.is_ascii_at(offset) {
            self.write(&as_ascii(rest));
        } else {
            self.write(rest);
        }
    }

    /// Replaces a tag of the page with a changed tag.
    pub(super) fn insert_tag(&mut self, markup: &str, tag: Span, new_name: Option<&str>) {
        self.insert_at(markup, tag.end);
        self.skip_to(tag.end);
        if !self.is_removing {
            (self.written_to, self.has_inserted) = (self.copied_to, new_name.is_some());
            let is_pre = |name: &str| name.eq_ignore_ascii_case("pre") || name.eq_ignore_ascii_case("listing");
            if new_name.map_or(tag.end == self.line_feed_is_ignored_at, is_pre) {
                self.text_end = TextEnd::StartOfPre;
            }
        }
    }

    /// Returns whether the encoding is unknown at an offset: the page is ASCII up to there, and does not declare its encoding.
    fn is_ascii_at(&self, offset: u32) -> bool {
        self.ascii_to.is_some_and(|end| offset <= end)
    }

    /// Returns whether all characters of a text can be encoded in the encoding that applies at an offset. If not, stores an error.
    pub(super) fn can_write(&mut self, text: &str, offset: u32) -> bool {
        let is_ascii = self.is_ascii_at(offset);
        let can_write = match self.encoding {
            _ if is_ascii => text.is_ascii(),
            encoding => encoding == Encoding::UTF_8 || !encoding.encode(text).1,
        };
        if !can_write {
            let encoding = if is_ascii { "US-ASCII" } else { self.encoding.name() };
            self.error.get_or_insert(RewriteError::Unmappable { text: text.into(), encoding });
        }
        can_write
    }

    /// Writes the `</` that was held back. If the text after it has changed, it is escaped to remain text.
    pub(super) fn write_end_tag_open(&mut self, is_changed: bool) {
        if std::mem::take(&mut self.holds_end_tag_open) {
            self.write(if is_changed { "&lt;/" } else { "</" });
        }
    }

    fn write(&mut self, markup: &str) {
        match self.encoding == Encoding::UTF_8 {
            _ if markup.is_empty() => {}
            true => self.output.handle_chunk(markup.as_bytes()),
            false => self.output.handle_chunk(&self.encoding.encode(markup).0),
        }
    }

    fn is_in_raw(&self, offset: u32) -> bool {
        self.raw.as_ref().is_some_and(|raw| raw.escaped.is_empty() && raw.start <= offset)
    }

    /// If the parser would read the first character of a part together with the text before it, writes the character as a reference and returns
    /// its length in bytes. Otherwise, returns 0. If the part starts with a line feed that the parser would ignore, writes an additional line
    /// feed.
    fn escape_first(&mut self, first: Option<char>, is_line_feed: bool) -> usize {
        let Some(first) = first else { return 0 };
        let is_joined = match self.text_end {
            TextEnd::Complete => false,
            TextEnd::LessThan => first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?'),
            TextEnd::Reference => first.is_ascii_alphanumeric() || matches!(first, ';' | '#'),
            TextEnd::Malformed => first.is_ascii() && first >= '0' && first != '<',
            TextEnd::CarriageReturn => first == '\n',
            TextEnd::StartOfPre => {
                self.write(if is_line_feed { "\n" } else { "" });
                false
            }
        };
        if !is_joined {
            return 0;
        }
        self.write(&format!("&#{};", u32::from(first)));
        first.len_utf8()
    }

    /// Checks that the parser does not read a part of the page together with the text written before it. Returns the number of bytes at the
    /// start of the part that this method has written in escaped form.
    fn join_source(&mut self, span: Span, is_after_change: bool) -> u32 {
        let text = self.source.slice(span);
        if self.is_in_raw(span.start) {
            let text = text.as_bytes();
            let [first, last] =
                [&text[..text.len().min(MAX_PATTERN_LENGTH)], &text[text.len().saturating_sub(MAX_PATTERN_LENGTH)..]]
                    .map(<[u8]>::to_vec);
            if is_after_change {
                self.check_raw_text(&first, false);
            }
            self.update_tail(&last);
        } else if is_after_change {
            return self.escape_first(text.chars().next(), line_feed_length(text) != 0) as u32;
        }
        0
    }

    /// Checks that new text in a raw text element, together with the text before it, does not end the element. The page's own text in a script
    /// is checked by [`ScriptText`] instead.
    fn check_raw_text(&mut self, text: &[u8], is_new: bool) {
        let (written_to, source) = (self.written_to, &self.source);
        let Some(raw) = &mut self.raw else { return };
        let tail = raw.tail.get_or_insert_with(|| {
            let text = source.slice(Span::new(raw.start.min(written_to), written_to)).as_bytes();
            text[text.len().saturating_sub(MAX_PATTERN_LENGTH)..].to_vec()
        });
        let joined = [&tail[..], text].concat();
        if (is_new || raw.script.is_none()) && contains_end(raw.name, &joined, tail.len()) {
            let text = String::from_utf8_lossy(&joined).into();
            self.error.get_or_insert(RewriteError::RawText { element: raw.name, text });
        }
    }

    fn add_source_to_script(&mut self, span: Span) {
        if let Some(RawText { start, script: Some(script), .. }) = self.raw.as_mut() {
            let start = span.start.max(*start);
            let text = if start < span.end { self.source.slice(Span::new(start, span.end)) } else { "" };
            if script.add(text) && self.raw.as_ref().is_some_and(|raw| raw.tail.is_some()) {
                let text = text.chars().take(64).collect::<String>().into();
                self.error.get_or_insert(RewriteError::RawText { element: "script", text });
            }
        }
    }

    fn add_to_script(&mut self, text: &str) {
        let Some(raw) = &mut self.raw else { return };
        if raw.script.as_mut().is_some_and(|script| script.add(text)) && raw.tail.is_some() {
            let text = text.chars().take(64).collect::<String>().into();
            self.error.get_or_insert(RewriteError::RawText { element: raw.name, text });
        }
    }

    /// Updates `tail` with text that was written.
    fn update_tail(&mut self, text: &[u8]) {
        if let Some(tail) = self.raw.as_mut().and_then(|raw| raw.tail.as_mut()) {
            tail.extend_from_slice(&text[text.len().saturating_sub(MAX_PATTERN_LENGTH)..]);
            tail.drain(..tail.len().saturating_sub(MAX_PATTERN_LENGTH));
        }
    }

    fn text_end_of(&self, span: Span) -> TextEnd {
        if self.source.ends_with_decoded(span.end) && self.encoding != Encoding::UTF_8 {
            return TextEnd::Malformed;
        }
        let text = self.source.slice(span).as_bytes();
        match text.last() {
            Some(b'<') => TextEnd::LessThan,
            Some(b'\r') => TextEnd::CarriageReturn,
            Some(b'&' | b'#' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                let mut rest =
                    text.iter().rev().take(MAX_REFERENCE_LENGTH).skip_while(|byte| byte.is_ascii_alphanumeric());
                match rest.next() {
                    Some(b'&') => TextEnd::Reference,
                    Some(b'#') if rest.next() == Some(&b'&') => TextEnd::Reference,
                    _ => TextEnd::Complete,
                }
            }
            _ => TextEnd::Complete,
        }
    }
}

/// Returns markup with character references for all non-ASCII characters.
fn as_ascii(markup: &str) -> Cow<'_, str> {
    if markup.is_ascii() {
        return Cow::Borrowed(markup);
    }
    let mut ascii = String::with_capacity(markup.len() * 2);
    for character in markup.chars() {
        match character {
            _ if character.is_ascii() => ascii.push(character),
            _ => ascii.push_str(&format!("&#{};", u32::from(character))),
        }
    }
    Cow::Owned(ascii)
}

/// Longer than the name of any character reference.
const MAX_REFERENCE_LENGTH: usize = 64;

/// Returns the length of a line break at the start of the text, or of a character reference to a line feed. Otherwise, returns 0.
fn line_feed_length(text: &str) -> usize {
    let length = |rest: &str| text.len() - rest.len();
    if let Some(rest) = text.strip_prefix("\r\n").or_else(|| text.strip_prefix(['\n', '\r'])) {
        return length(rest);
    }
    let Some(reference) = text.strip_prefix('&') else { return 0 };
    let Some(number) = reference.strip_prefix('#') else {
        return reference.strip_prefix("NewLine;").map_or(0, length);
    };
    let (number, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |number| (number, 16));
    let rest = number.trim_start_matches(|c: char| c.is_digit(radix));
    match u32::from_str_radix(&number[..number.len() - rest.len()], radix) {
        Ok(0x0a) => length(rest.strip_prefix(';').unwrap_or(rest)),
        _ => 0,
    }
}

/// Returns whether the text contains `</` and the name of the element, ending after the position `from`. In a script, also looks for other sequences
/// that change where the script ends.
fn contains_end(name: &str, text: &[u8], from: usize) -> bool {
    let starts_with = |rest: &[u8], start: &str, name: &str| {
        let length = start.len() + name.len();
        rest.starts_with(start.as_bytes())
            && rest.get(start.len()..length).is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()))
    };
    let length_at = |rest: &[u8]| {
        [("</", name), ("<!--", ""), ("<", "script")].into_iter().enumerate().find_map(|(position, (start, end))| {
            ((position == 0 || name == "script") && starts_with(rest, start, end)).then_some(start.len() + end.len())
        })
    };
    name != "plaintext"
        && (0..text.len())
            .filter(|&at| text[at] == b'<')
            .any(|at| length_at(&text[at..]).is_some_and(|length| at + length > from))
}
