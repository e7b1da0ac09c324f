//! Edits of attributes inside a start tag, in the style of the tag.

use crate::source::value::{Quote, escaped_value, minimal_edit, quoted};
use limpid_markup::Span;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// An edit of the source: replaces a span with a text.
pub(super) type Edit = (Span, String);

/// The markup of a start tag, split into attributes.
pub(super) struct Tag<'a> {
    text: &'a str,
    /// The offset of the tag in the source.
    offset: u32,
    is_xml: bool,
    name_end: usize,
    attributes: Vec<WrittenAttribute>,
}

/// An attribute in the source, by offsets in the tag.
struct WrittenAttribute {
    name: Range<usize>,
    /// The value without its quotes.
    value: Option<Range<usize>>,
    quote: Quote,
    /// The end of the attribute, after its closing quote.
    end: usize,
}

/// An attribute's qualified name, and its value in the parsed and in the current tree.
pub(super) struct AttributeChange<'a> {
    pub(super) name: String,
    pub(super) old: Option<&'a str>,
    pub(super) new: Option<&'a str>,
}

/// Whether a byte is white space in a tag. In XML, U+000C is not.
pub(super) fn is_space(byte: u8, is_xml: bool) -> bool {
    byte.is_ascii_whitespace() && !(is_xml && byte == 0x0c)
}

impl<'a> Tag<'a> {
    /// Parses a tag like the [tokenizer's states](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state) do.
    pub(super) fn read(text: &'a str, offset: u32, is_xml: bool) -> Tag<'a> {
        let bytes = text.as_bytes();
        let find = |from: usize, is_match: &dyn Fn(u8) -> bool| {
            bytes[from..].iter().position(|&byte| is_match(byte)).map_or(bytes.len(), |found| from + found)
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

    /// Returns a name in lower case for HTML, and unchanged for XML, where case matters.
    fn normalized<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let is_lowercase = self.is_xml || !name.bytes().any(|byte| byte.is_ascii_uppercase());
        if is_lowercase { name.into() } else { name.to_ascii_lowercase().into() }
    }

    fn by_name(&self) -> HashMap<Cow<'a, str>, Vec<usize>> {
        let mut indices: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, written) in self.attributes.iter().enumerate() {
            indices.entry(self.normalized(&self.text[written.name.clone()])).or_default().push(index);
        }
        indices
    }

    /// Returns the quotes of the last attribute with a value.
    pub(super) fn quote(&self) -> Option<Quote> {
        self.attributes.iter().rev().find(|attribute| attribute.value.is_some()).map(|attribute| attribute.quote)
    }

    /// Whether the tag ends with `/>`.
    pub(super) fn has_solidus(&self) -> bool {
        // After an unquoted value, the solidus is part of the value.
        self.text.ends_with("/>") && self.attributes.last().is_none_or(|last| last.end + 2 <= self.text.len())
    }

    /// Whether the tag ends with ` />`.
    pub(super) fn has_spaced_solidus(&self) -> bool {
        self.has_solidus() && self.text.ends_with(" />")
    }

    pub(super) fn rename_edit(&self, name: &str) -> Edit {
        (self.span(1..self.name_end), name.to_owned())
    }

    /// Returns the edits for changed attributes, in source order. If no attribute of the tag has a value, new values use `default_quote`.
    ///
    /// Returns `None` in these cases:
    /// * The tag does not contain an attribute that is to be changed or removed.
    /// * The tag does not end with `>`. This is possible for the last tag of XML.
    /// * The name of an attribute depends on the previous attribute, because it starts with a colon in XML.
    pub(super) fn edits(&self, changes: &[AttributeChange<'_>], default_quote: Quote) -> Option<Vec<Edit>> {
        let is_ended = self.text.ends_with('>') && self.attributes.last().is_none_or(|last| last.end < self.text.len());
        // XML5 drops a colon at the start of a name after an attribute with a value, but keeps it after one without a value.
        let starts_with_colon = |written: &WrittenAttribute| self.text[written.name.clone()].starts_with(':');
        let is_fragile = self.is_xml && self.attributes.iter().any(starts_with_colon);
        if (!is_ended || is_fragile) && changes.iter().any(|change| change.old != change.new) {
            return None;
        }
        let mut edits = Vec::new();
        let mut added = String::new();
        let last_end = self.attributes.last().map_or(self.name_end, |attribute| attribute.end);
        let quote = self.quote().unwrap_or(default_quote);
        let by_name = self.by_name();
        for AttributeChange { name, old, new } in changes {
            let indices = by_name.get(&self.normalized(name)).map_or(&[][..], |indices| indices);
            match (old, new) {
                (Some(old), Some(new)) if old == new => {}
                (Some(old), Some(new)) => edits.push(self.value_edit(*indices.first()?, old, new, quote)),
                (Some(_), None) => {
                    indices.first()?;
                    edits.extend(indices.iter().map(|&index| self.removal_edit(index)));
                }
                (None, Some(new)) => {
                    added.push_str(self.separator());
                    added.push_str(name);
                    if !new.is_empty() || self.is_xml || self.writes_empty_values() {
                        let is_last = self.text.as_bytes().get(last_end) != Some(&b'/');
                        added.push('=');
                        added.push_str(&quoted(new, if is_last { quote } else { quote.or_double() }, self.is_xml));
                    }
                }
                (None, None) => {}
            }
        }
        match self.attributes.last() {
            _ if added.is_empty() => {}
            // After an `=` without a value, the next characters would become its value, so insert before that attribute.
            Some(WrittenAttribute { name, value: Some(value), quote: Quote::None, .. }) if value.is_empty() => {
                edits.push((self.span(name.start..name.start), format!("{} ", added.trim_ascii_start())));
            }
            _ => edits.push((self.span(last_end..last_end), added)),
        }
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        if is_ended && !self.has_solidus() && self.exposes_solidus(&edits) {
            let end = self.text.len() - 1;
            edits.push((self.span(end..end), " ".to_owned()));
        }
        Some(edits)
    }

    /// Whether removing attributes leaves a stray solidus directly before the `>`, where it would close the element.
    fn exposes_solidus(&self, edits: &[Edit]) -> bool {
        let mut end = self.text.len() - 1;
        for (span, replacement) in edits.iter().rev().filter(|(span, _)| !span.is_empty()) {
            if !replacement.is_empty() || (span.end - self.offset) as usize != end {
                break;
            }
            end = (span.start - self.offset) as usize;
        }
        let is_changed = edits.last().is_some_and(|(_, replacement)| !replacement.is_empty());
        let is_in_value = self.attributes.iter().any(|attribute| attribute.end == end);
        !is_changed && !is_in_value && end < self.text.len() - 1 && self.text[..end].ends_with('/')
    }

    /// Whether new empty values are written as `=""`. False if the first attribute with an empty value has no `=` in the tag.
    fn writes_empty_values(&self) -> bool {
        let is_empty = |written: &&WrittenAttribute| written.value.as_ref().is_none_or(Range::is_empty);
        self.attributes.iter().find(is_empty).is_none_or(|written| written.value.is_some())
    }

    /// Returns the white space before the last attribute if it contains a line break, otherwise a space.
    fn separator(&self) -> &'a str {
        let Some(last) = self.attributes.last() else { return " " };
        let space = &self.text[self.space_start(last)..last.name.start];
        if space.contains('\n') { space } else { " " }
    }

    fn space_start(&self, attribute: &WrittenAttribute) -> usize {
        let mut before = self.text[..attribute.name.start].bytes();
        before.rposition(|byte| !is_space(byte, self.is_xml)).map_or(0, |last| last + 1)
    }

    fn value_edit(&self, index: usize, old: &str, new: &str, quote: Quote) -> Edit {
        let WrittenAttribute { name, value, quote: old_quote, .. } = &self.attributes[index];
        let Some(value) = value else {
            return (self.span(name.end..name.end), format!("={}", quoted(new, quote.or_double(), self.is_xml)));
        };
        let raw = &self.text[value.clone()];
        if *old_quote != Quote::None {
            let (range, text) = minimal_edit(raw, old, new, true, |text| escaped_value(text, *old_quote, self.is_xml));
            return (self.span(value.start + range.start..value.start + range.end), text);
        }
        let is_followed_by_solidus = self.text.as_bytes().get(value.end) == Some(&b'/');
        let quote = if is_followed_by_solidus { quote.or_double() } else { *old_quote };
        (self.span(value.clone()), quoted(new, quote, self.is_xml))
    }

    /// Returns the edit that removes an attribute and the white space before it. Keeps the white space if the next attribute needs it.
    fn removal_edit(&self, index: usize) -> Edit {
        let WrittenAttribute { name, end, .. } = &self.attributes[index];
        let next = self.text.as_bytes().get(*end);
        let is_separated = next.is_none_or(|&byte| is_space(byte, self.is_xml) || matches!(byte, b'/' | b'>'));
        let start = if is_separated { self.space_start(&self.attributes[index]) } else { name.start };
        // Without the white space, the solidus would become part of an unquoted value.
        let joins =
            start < name.start && next == Some(&b'/') && index > 0 && self.attributes[index - 1].quote == Quote::None;
        (self.span(if joins { name.start } else { start }..*end), String::new())
    }
}
