//! Edits inside of a tag: attributes are changed, added and removed in the tag's own style.

use crate::source::value::{Quote, edited_value, quoted, trimmed};
use limpid_markup::Span;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// An edit of the source: the bytes of a span give way to a text.
pub(super) type Edit = (Span, String);

/// A start tag as it is written, without `<` but with what follows up to `>`, at an offset of the source.
pub(super) struct Tag<'a> {
    text: &'a str,
    offset: u32,
    is_xml: bool,
    name_end: usize,
    attributes: Vec<WrittenAttribute>,
}

/// An attribute as it is written, by offsets in the tag.
struct WrittenAttribute {
    name: Range<usize>,
    /// The value without its quotes.
    value: Option<Range<usize>>,
    quote: Quote,
    /// The end of the attribute, its quote included.
    end: usize,
}

/// An attribute of the element: its name as markup has it, what it was, and what it is.
pub(super) struct Wanted<'a> {
    pub(super) name: String,
    pub(super) was: Option<&'a str>,
    pub(super) is: Option<&'a str>,
}

/// Whether a byte is white space in a tag. U+000C is none in XML.
pub(super) fn is_space(byte: u8, is_xml: bool) -> bool {
    byte.is_ascii_whitespace() && !(is_xml && byte == 0x0c)
}

impl<'a> Tag<'a> {
    /// Reads a tag by the [tokenizer's states](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state).
    pub(super) fn read(text: &'a str, offset: u32, is_xml: bool) -> Tag<'a> {
        let bytes = text.as_bytes();
        let find = |from: usize, is_it: &dyn Fn(u8) -> bool| {
            bytes[from..].iter().position(|&byte| is_it(byte)).map_or(bytes.len(), |found| from + found)
        };
        let is_space = |byte: u8| is_space(byte, is_xml);
        let name_end = find(1, &|byte| is_space(byte) || matches!(byte, b'/' | b'>'));
        let mut attributes = Vec::new();
        let mut at = name_end;
        loop {
            at = find(at, &|byte| !is_space(byte) && byte != b'/');
            if at >= bytes.len() || bytes[at] == b'>' {
                break;
            }
            // The first character is part of the name, even if it is `=`.
            let name = at..find(at + 1, &|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
            at = find(name.end, &|byte| !is_space(byte));
            let (mut value, mut quote, mut end) = (None, Quote::None, name.end);
            if bytes.get(at) == Some(&b'=') {
                let start = find(at + 1, &|byte| !is_space(byte));
                match bytes.get(start) {
                    Some(&mark @ (b'"' | b'\'')) => {
                        let close = find(start + 1, &|byte| byte == mark);
                        value = Some(start + 1..close);
                        quote = if mark == b'"' { Quote::Double } else { Quote::Single };
                        end = (close + 1).min(bytes.len());
                    }
                    _ => {
                        end = find(start, &|byte| is_space(byte) || byte == b'>');
                        value = Some(start..end);
                    }
                }
                at = end;
            }
            attributes.push(WrittenAttribute { name, value, quote, end });
        }
        Tag { text, offset, is_xml, name_end, attributes }
    }

    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.offset + range.start as u32, self.offset + range.end as u32)
    }

    /// Returns a name as it is compared.
    fn compared<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let is_lowercase = self.is_xml || !name.bytes().any(|byte| byte.is_ascii_uppercase());
        if is_lowercase { name.into() } else { name.to_ascii_lowercase().into() }
    }

    /// Returns the numbers of the attributes by their names.
    fn by_name(&self) -> HashMap<Cow<'a, str>, Vec<usize>> {
        let mut numbers: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, written) in self.attributes.iter().enumerate() {
            numbers.entry(self.compared(&self.text[written.name.clone()])).or_default().push(number);
        }
        numbers
    }

    /// The quotes of the tag's values, if it has any.
    pub(super) fn quote(&self) -> Option<Quote> {
        self.attributes.iter().rev().find(|attribute| attribute.value.is_some()).map(|attribute| attribute.quote)
    }

    /// Whether an element without content is written with a solidus.
    pub(super) fn has_solidus(&self) -> bool {
        // At the end of a value without quotes it is part of that.
        self.text.ends_with("/>") && self.attributes.last().is_none_or(|last| last.end + 2 <= self.text.len())
    }

    /// Whether there is a space in front of the solidus.
    pub(super) fn has_spaced_solidus(&self) -> bool {
        self.has_solidus() && self.text.ends_with(" />")
    }

    pub(super) fn renamed(&self, name: &str) -> Edit {
        (self.span(1..self.name_end), name.to_owned())
    }

    /// Returns the edits that make the attributes what they are now, in the order of the source. `usual` are the quotes for a tag that
    /// shows none. `None` if the tag lacks an attribute that the element had, or its end, as the last one of XML may, or if what an attribute is
    /// called depends on the one before it.
    pub(super) fn edits(&self, wanted: &[Wanted<'_>], usual: Quote) -> Option<Vec<Edit>> {
        let is_ended = self.text.ends_with('>') && self.attributes.last().is_none_or(|last| last.end < self.text.len());
        // A colon at the start of a name is dropped by XML5 behind a value, and kept behind an attribute without one.
        let starts_with_colon = |written: &WrittenAttribute| self.text[written.name.clone()].starts_with(':');
        let is_fragile = self.is_xml && self.attributes.iter().any(starts_with_colon);
        if (!is_ended || is_fragile) && wanted.iter().any(|wanted| wanted.was != wanted.is) {
            return None;
        }
        let mut edits = Vec::new();
        let mut added = String::new();
        let last_end = self.attributes.last().map_or(self.name_end, |attribute| attribute.end);
        let quote = self.quote().unwrap_or(usual);
        let by_name = self.by_name();
        for Wanted { name, was, is } in wanted {
            let written = by_name.get(&self.compared(name)).map_or(&[][..], |numbers| numbers);
            match (was, is) {
                (Some(was), Some(is)) if was == is => {}
                (Some(was), Some(is)) => edits.push(self.changed(*written.first()?, was, is, quote)),
                (Some(_), None) => {
                    written.first()?;
                    edits.extend(written.iter().map(|&number| self.removed(number)));
                }
                (None, Some(is)) => {
                    added.push_str(self.space());
                    added.push_str(name);
                    if !is.is_empty() || self.is_xml || self.writes_empty_values() {
                        let is_last = self.text.as_bytes().get(last_end) != Some(&b'/');
                        added.push('=');
                        added.push_str(&quoted(is, if is_last { quote } else { quote.or_double() }, self.is_xml));
                    }
                }
                (None, None) => {}
            }
        }
        match self.attributes.last() {
            _ if added.is_empty() => {}
            // A value that is missing after its `=` would be what comes next.
            Some(WrittenAttribute { name, value: Some(value), quote: Quote::None, .. }) if value.is_empty() => {
                edits.push((self.span(name.start..name.start), format!("{} ", added.trim_ascii_start())));
            }
            _ => edits.push((self.span(last_end..last_end), added)),
        }
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        if is_ended && !self.has_solidus() && self.leave_a_solidus(&edits) {
            let end = self.text.len() - 1;
            edits.push((self.span(end..end), " ".to_owned()));
        }
        Some(edits)
    }

    /// Whether a stray solidus comes in front of the `>` when what followed it is removed. There it would close the element.
    fn leave_a_solidus(&self, edits: &[Edit]) -> bool {
        let mut end = self.text.len() - 1;
        for (span, by) in edits.iter().rev().filter(|(span, _)| !span.is_empty()) {
            if !by.is_empty() || (span.end - self.offset) as usize != end {
                break;
            }
            end = (span.start - self.offset) as usize;
        }
        let is_changed = edits.last().is_some_and(|(_, by)| !by.is_empty());
        let is_in_value = self.attributes.iter().any(|attribute| attribute.end == end);
        !is_changed && !is_in_value && end < self.text.len() - 1 && self.text[..end].ends_with('/')
    }

    /// Whether the tag has an attribute with an empty value in quotes, so that a new one gets one, too.
    fn writes_empty_values(&self) -> bool {
        let is_empty = |written: &&WrittenAttribute| written.value.as_ref().is_none_or(Range::is_empty);
        self.attributes.iter().find(is_empty).is_none_or(|written| written.value.is_some())
    }

    /// The white space in front of the last attribute, if that is on a line of its own; else a space.
    fn space(&self) -> &'a str {
        let Some(last) = self.attributes.last() else { return " " };
        let space = &self.text[self.space_start(last)..last.name.start];
        if space.contains('\n') { space } else { " " }
    }

    /// The start of the white space in front of an attribute.
    fn space_start(&self, attribute: &WrittenAttribute) -> usize {
        let mut before = self.text[..attribute.name.start].bytes();
        before.rposition(|byte| !is_space(byte, self.is_xml)).map_or(0, |last| last + 1)
    }

    fn changed(&self, index: usize, was: &str, is: &str, quote: Quote) -> Edit {
        let WrittenAttribute { name, value, quote: own, .. } = &self.attributes[index];
        let Some(value) = value else {
            return (self.span(name.end..name.end), format!("={}", quoted(is, quote.or_double(), self.is_xml)));
        };
        let raw = &self.text[value.clone()];
        if *own != Quote::None {
            let (range, text) = trimmed(raw, was, is, true, |text| edited_value(text, *own, self.is_xml));
            return (self.span(value.start + range.start..value.start + range.end), text);
        }
        let is_followed_by_solidus = self.text.as_bytes().get(value.end) == Some(&b'/');
        let own = if is_followed_by_solidus { quote.or_double() } else { *own };
        (self.span(value.clone()), quoted(is, own, self.is_xml))
    }

    /// Takes an attribute out with the white space in front of it, if what follows is set apart without that.
    fn removed(&self, index: usize) -> Edit {
        let WrittenAttribute { name, end, .. } = &self.attributes[index];
        let follows = self.text.as_bytes().get(*end);
        let is_apart = follows.is_none_or(|&byte| is_space(byte, self.is_xml) || matches!(byte, b'/' | b'>'));
        let start = if is_apart { self.space_start(&self.attributes[index]) } else { name.start };
        // A value without quotes would take the solidus in.
        let joins = start < name.start
            && follows == Some(&b'/')
            && index > 0
            && self.attributes[index - 1].quote == Quote::None;
        (self.span(if joins { name.start } else { start }..*end), String::new())
    }
}
