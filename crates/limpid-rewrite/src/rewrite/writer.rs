//! The output: the page up to an offset, and what is inserted there.
//!
//! Two pieces that come together are read as they would be apart: `<` and then `b`, of which one is inserted or between which something
//! was removed, are no tag, and what goes into a `script` does not end it.

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
    /// What is inserted up to this offset is written in ASCII, because the encoding was not known there.
    pub(super) ascii_to: Option<u32>,
    pub(super) source: Source,
    /// Up to here the page is written, or removed.
    pub(super) copied: u32,
    /// Up to here it was written; what follows was removed, unless that is `copied`.
    written: u32,
    /// Whether something was inserted since.
    has_inserted: bool,
    /// The end of the page there.
    end: End,
    /// Whether the page ends in `</` that is text: elsewhere it is part of a tag, or in a comment, a script or the like.
    pub(super) ends_with_end_tag_open: bool,
    /// Whether that `</` is still to be written.
    holds_end_tag_open: bool,
    /// The end of the last start tag of the page after which a line feed is ignored.
    line_feed_is_ignored_at: u32,
    /// Whether the page is removed where it is copied to.
    pub(super) is_removing: bool,
    raw: Option<RawText>,
    pub(super) error: Option<RewriteError>,
}

/// An end of text that would be read together with what comes after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It is complete.
    Complete,
    /// A `<`, which is text so far.
    LessThan,
    /// A `&`, with letters, digits or `#` after it.
    Reference,
    /// The start of a character that does not go on, in an encoding in which it could go on with an ASCII character.
    Malformed,
    CarriageReturn,
    /// A start tag after which a line feed is ignored.
    StartOfPre,
}

/// An element whose text has no character references, or whose tags are gone so that its text has them.
struct RawText {
    id: ElementId,
    name: &'static str,
    /// The offset at which its text starts.
    start: u32,
    /// The characters that are to be escaped as its tags are gone.
    escaped: &'static [u8],
    /// The end of what was written since the first change.
    tail: Option<Vec<u8>>,
    /// The state of a script after what was written of it.
    script: Option<ScriptText>,
}

/// The longest part of a text that has to be seen as a whole: `</noframes`.
const PATTERN: usize = 10;

impl<O: OutputSink> Writer<O> {
    pub(super) fn new(output: O) -> Writer<O> {
        Writer {
            output,
            encoding: Encoding::UTF_8,
            ascii_to: None,
            source: Source::default(),
            copied: 0,
            written: 0,
            has_inserted: false,
            end: End::Complete,
            ends_with_end_tag_open: false,
            holds_end_tag_open: false,
            line_feed_is_ignored_at: u32::MAX,
            is_removing: false,
            raw: None,
            error: None,
        }
    }

    /// Starts an element without character references, whose text starts at an offset, or one whose text is to be escaped.
    pub(super) fn start_raw(&mut self, id: ElementId, name: &'static str, start: u32, escaped: &'static [u8]) {
        let script = (name == "script" && escaped.is_empty()).then_some(ScriptText::EMPTY);
        self.raw = Some(RawText { id, name, start, escaped, tail: None, script });
    }

    /// Notes a start tag of the page after which a line feed is ignored.
    pub(super) fn start_pre(&mut self, tag: Span) {
        if self.is_removing {
            return;
        }
        // What depends on the last such tag is settled first.
        if self.is_changed() || self.line_feed_is_ignored_at == tag.start {
            self.copy_to(tag.start);
        }
        self.line_feed_is_ignored_at = tag.end;
    }

    /// Whether something was inserted or removed since the page was copied.
    fn is_changed(&self) -> bool {
        self.has_inserted || self.written != self.copied
    }

    #[inline]
    pub(super) fn has_raw(&self) -> bool {
        self.raw.is_some()
    }

    /// Ends it, if it is the one, at an offset, where it has an end tag or has none.
    #[inline]
    pub(super) fn end_raw(&mut self, id: ElementId, offset: u32, has_end_tag: bool) {
        let Some(raw) = self.raw.as_ref().filter(|raw| raw.id == id) else { return };
        let is_changed = raw.tail.is_some() || self.is_changed();
        if raw.tail.is_some() || !raw.escaped.is_empty() || raw.script.is_some() && is_changed {
            self.copy_to(offset);
        }
        let raw = self.raw.take();
        if has_end_tag && is_changed && !self.is_removing {
            self.check_end(raw);
        }
    }

    /// Makes sure that the end tag of a script that was changed still ends it.
    fn check_end(&mut self, raw: Option<RawText>) {
        if let Some(RawText { name, script: Some(script), tail, .. }) = raw
            && !script.can_end()
        {
            let text = String::from_utf8_lossy(&tail.unwrap_or_default()).into();
            self.error.get_or_insert(RewriteError::RawText { element: name, text });
        }
    }

    /// Returns the name of the element if text in it is its own markup.
    pub(super) fn raw_name(&self, id: ElementId) -> Option<&'static str> {
        self.raw.as_ref().filter(|raw| raw.id == id && raw.escaped.is_empty()).map(|raw| raw.name)
    }

    /// Copies the page up to an offset, or lets it go if it is removed.
    pub(super) fn copy_to(&mut self, offset: u32) {
        if offset <= self.copied || self.error.is_some() {
            return;
        }
        let mut span = Span::new(self.copied, offset);
        let is_changed = self.is_changed();
        self.copied = offset;
        if self.is_removing {
            return;
        }
        self.write_end_tag_open(self.written != span.start);
        if is_changed && span.start == self.line_feed_is_ignored_at {
            span.start += line_feed(self.source.slice(span)) as u32;
            if span.is_empty() {
                return;
            }
        }
        if is_changed || self.raw.is_some() {
            span.start += self.join(span, is_changed);
        }
        let escaped = self.raw.as_ref().filter(|raw| raw.start <= span.start).map_or(&[][..], |raw| raw.escaped);
        // Where it is escaped it is text.
        let is_held = self.ends_with_end_tag_open && escaped.is_empty() && offset == self.source.end();
        if is_held && span.end - span.start >= 2 {
            span.end -= 2;
            self.holds_end_tag_open = true;
        }
        self.copy_to_script(span);
        self.source.write(span, escaped, &mut self.output);
        self.end = if offset == self.line_feed_is_ignored_at { End::StartOfPre } else { self.end_of(span) };
        (self.written, self.has_inserted) = (offset, false);
    }

    /// Leaves out the page up to an offset: it is removed, or was written with changes.
    pub(super) fn skip_to(&mut self, offset: u32) {
        self.copied = self.copied.max(offset);
    }

    /// Inserts markup where the page is copied to.
    pub(super) fn insert(&mut self, markup: &str) {
        self.insert_at(markup, self.copied);
    }

    /// Inserts markup that is written as after an offset of the page.
    fn insert_at(&mut self, markup: &str, offset: u32) {
        if markup.is_empty() || self.is_removing || self.error.is_some() {
            return;
        }
        self.write_end_tag_open(!markup.starts_with("]]>"));
        let mut rest = markup;
        if self.is_in_raw(self.copied) {
            self.check_raw(markup.as_bytes(), true);
            self.note_raw(markup.as_bytes());
            self.add_to_script(markup);
            if self.error.is_some() || !self.can_write(markup, offset) {
                return;
            }
        } else {
            rest = &markup[self.write_first(markup.chars().next(), line_feed(markup) != 0)..];
        }
        self.has_inserted = true;
        self.end = End::Complete;
        if self.is_ascii_at(offset) {
            self.write(&as_ascii(rest));
        } else {
            self.write(rest);
        }
    }

    /// Inserts a tag with changes in the place of one of the page.
    pub(super) fn insert_tag(&mut self, markup: &str, tag: Span, new_name: Option<&str>) {
        self.insert_at(markup, tag.end);
        self.skip_to(tag.end);
        if !self.is_removing {
            (self.written, self.has_inserted) = (self.copied, new_name.is_some());
            let is_pre = |name: &str| name.eq_ignore_ascii_case("pre") || name.eq_ignore_ascii_case("listing");
            if new_name.map_or(tag.end == self.line_feed_is_ignored_at, is_pre) {
                self.end = End::StartOfPre;
            }
        }
    }

    /// Whether the encoding is not known at an offset: all of the page is ASCII up to there, and nothing declares the encoding.
    fn is_ascii_at(&self, offset: u32) -> bool {
        self.ascii_to.is_some_and(|end| offset <= end)
    }

    /// Whether a text without character references can be written at an offset. If not, that is the error.
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

    /// Writes a `</` that waits for what comes after it, so that it stays text.
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

    /// Writes the first character of a piece as a reference, if it would be read together with what is before it. Returns the number of
    /// its bytes then. A line feed that would be ignored gets one before it.
    fn write_first(&mut self, first: Option<char>, is_line_feed: bool) -> usize {
        let Some(first) = first else { return 0 };
        let is_joined = match self.end {
            End::Complete => false,
            End::LessThan => first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?'),
            End::Reference => first.is_ascii_alphanumeric() || matches!(first, ';' | '#'),
            End::Malformed => first.is_ascii() && first >= '0' && first != '<',
            End::CarriageReturn => first == '\n',
            End::StartOfPre => {
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

    /// Joins a part of the page to what was written before it. Returns the number of bytes of it that are written by that.
    fn join(&mut self, span: Span, is_after_change: bool) -> u32 {
        let text = self.source.slice(span);
        if self.is_in_raw(span.start) {
            let text = text.as_bytes();
            let [first, last] =
                [&text[..text.len().min(PATTERN)], &text[text.len().saturating_sub(PATTERN)..]].map(<[u8]>::to_vec);
            if is_after_change {
                self.check_raw(&first, false);
            }
            self.note_raw(&last);
        } else if is_after_change {
            return self.write_first(text.chars().next(), line_feed(text) != 0) as u32;
        }
        0
    }

    /// Looks in a piece that comes into an element without references for what would end the element, with what was written before it. What
    /// the page has in a script is left to [`ScriptText`].
    fn check_raw(&mut self, piece: &[u8], is_new: bool) {
        let (written, source) = (self.written, &self.source);
        let Some(raw) = &mut self.raw else { return };
        let tail = raw.tail.get_or_insert_with(|| {
            let text = source.slice(Span::new(raw.start.min(written), written)).as_bytes();
            text[text.len().saturating_sub(PATTERN)..].to_vec()
        });
        let joined = [&tail[..], piece].concat();
        if (is_new || raw.script.is_none()) && has_pattern(raw.name, &joined, tail.len()) {
            let text = String::from_utf8_lossy(&joined).into();
            self.error.get_or_insert(RewriteError::RawText { element: raw.name, text });
        }
    }

    /// Adds what is copied of a script.
    fn copy_to_script(&mut self, span: Span) {
        if let Some(RawText { start, script: Some(script), .. }) = self.raw.as_mut() {
            let start = span.start.max(*start);
            let text = if start < span.end { self.source.slice(Span::new(start, span.end)) } else { "" };
            if script.add(text) && self.raw.as_ref().is_some_and(|raw| raw.tail.is_some()) {
                let text = text.chars().take(64).collect::<String>().into();
                self.error.get_or_insert(RewriteError::RawText { element: "script", text });
            }
        }
    }

    /// Adds what is inserted in a script.
    fn add_to_script(&mut self, text: &str) {
        let Some(raw) = &mut self.raw else { return };
        if raw.script.as_mut().is_some_and(|script| script.add(text)) && raw.tail.is_some() {
            let text = text.chars().take(64).collect::<String>().into();
            self.error.get_or_insert(RewriteError::RawText { element: raw.name, text });
        }
    }

    /// Notes what comes into an element without references after its first change.
    fn note_raw(&mut self, piece: &[u8]) {
        if let Some(tail) = self.raw.as_mut().and_then(|raw| raw.tail.as_mut()) {
            tail.extend_from_slice(&piece[piece.len().saturating_sub(PATTERN)..]);
            tail.drain(..tail.len().saturating_sub(PATTERN));
        }
    }

    fn end_of(&self, span: Span) -> End {
        if self.source.ends_with_replaced(span.end) && self.encoding != Encoding::UTF_8 {
            return End::Malformed;
        }
        let text = self.source.slice(span).as_bytes();
        match text.last() {
            Some(b'<') => End::LessThan,
            Some(b'\r') => End::CarriageReturn,
            Some(b'&' | b'#' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9') => {
                let mut rest = text.iter().rev().take(REFERENCE).skip_while(|byte| byte.is_ascii_alphanumeric());
                match rest.next() {
                    Some(b'&') => End::Reference,
                    Some(b'#') if rest.next() == Some(&b'&') => End::Reference,
                    _ => End::Complete,
                }
            }
            _ => End::Complete,
        }
    }
}

/// Returns markup with references for what is not ASCII.
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

/// The length of the longest name of a reference that still goes on, and more.
const REFERENCE: usize = 64;

/// Returns the length of the line feed that a text starts with, as it is or as a reference, or 0.
fn line_feed(text: &str) -> usize {
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

/// Whether there is something that ends an element without references, or in a script changes what does, and that is not before an offset.
fn has_pattern(name: &str, text: &[u8], from: usize) -> bool {
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
