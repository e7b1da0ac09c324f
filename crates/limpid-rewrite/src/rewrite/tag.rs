//! Writes a changed start tag. Unchanged parts are copied, and new values keep the style of quotes.

use limpid_markup::{LocalName, Namespace, NewElement, Span, TokenAttribute, TokenAttributes};
use memchr::memchr2;

/// A new value for an attribute, or `None` to remove it.
#[derive(Clone, Debug)]
pub(super) struct AttributeChange {
    pub(super) name: String,
    pub(super) value: Option<String>,
}

/// Returns whether an attribute has this qualified name, ignoring ASCII case.
#[inline]
pub(super) fn has_name(attribute: &TokenAttribute<'_>, name: &str) -> bool {
    if attribute.namespace() == Namespace::None {
        return attribute.name_str().eq_ignore_ascii_case(name);
    }
    let local = attribute.name_str();
    match attribute.prefix().filter(|prefix| *prefix != local) {
        None => local.eq_ignore_ascii_case(name),
        Some(prefix) => name
            .split_once(':')
            .is_some_and(|(before, after)| before.eq_ignore_ascii_case(prefix) && after.eq_ignore_ascii_case(local)),
    }
}

/// Returns the attribute with this qualified name, ignoring ASCII case.
#[inline]
pub(super) fn find<'a>(attributes: &TokenAttributes<'a>, name: &str) -> Option<TokenAttribute<'a>> {
    // Most names are known and written in lowercase.
    let id = LocalName::from_bytes(name.as_bytes());
    if id.is_known() && attributes.unadjusted_records().is_some() {
        return attributes.get(id);
    }
    attributes.iter().find(|attribute| has_name(attribute, name))
}

/// Writes a start tag with changes. `source` is the original tag, empty for an implied one.
pub(super) fn write_tag(
    source: &str,
    element: &NewElement<'_>,
    name: Option<&str>,
    changes: &[AttributeChange],
    tag: &mut String,
) {
    let change_of = |attribute: &TokenAttribute<'_>| changes.iter().find(|change| has_name(attribute, &change.name));
    let is_new = |change: &&AttributeChange| find(&element.attributes, &change.name).is_none();
    let added = changes.iter().filter(is_new).filter_map(|change| Some((&change.name, change.value.as_ref()?)));
    let Some(span) = element.span else {
        tag.push('<');
        tag.push_str(name.unwrap_or(element.name_str));
        added.for_each(|(name, value)| push_attribute(tag, name, value));
        tag.push('>');
        return;
    };
    let name_end = 1 + source[1..]
        .bytes()
        .take_while(|byte| !matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/' | b'>'))
        .count();
    tag.push('<');
    tag.push_str(name.unwrap_or(&source[1..name_end]));
    // `at` is the end of the source that was written or skipped.
    let (mut at, mut ends_with_equals_sign, mut has_no_value) = (name_end, false, false);
    for attribute in element.attributes.iter() {
        let place = AttributePlace::of(source, span.start, &attribute);
        // The gaps between attributes may contain duplicate attributes, which the parser ignores. In that case, do not copy the gaps.
        let skips_gaps = element.had_duplicate_attribute && !changes.is_empty();
        let gap = source[..place.name.start as usize].trim_ascii_end().len().max(at);
        let change = change_of(&attribute);
        match change {
            Some(AttributeChange { value: None, .. }) => {
                if !skips_gaps {
                    tag.push_str(&source[at..gap]);
                }
                at = place.end;
                if !skips_gaps && !source[at..].starts_with(['\t', '\n', '\x0c', '\r', ' ', '/', '>']) {
                    tag.push(' ');
                }
                continue;
            }
            _ => {
                let space = if skips_gaps { " " } else { &source[at..place.name.start as usize] };
                tag.push_str(space);
                // After an attribute without a value, `=` would start the value.
                if has_no_value && source[place.name].starts_with('=') && !space.contains('/') {
                    tag.push('/');
                }
            }
        }
        has_no_value = false;
        match change.and_then(|change| change.value.as_deref()) {
            Some(value) if value != attribute.value() || place.value.is_none() => place.write(source, value, tag),
            _ => {
                tag.push_str(&source[place.name.start as usize..place.end]);
                has_no_value = place.value.is_none();
            }
        }
        at = place.end;
        ends_with_equals_sign =
            place.value.is_some_and(Span::is_empty) && tag.ends_with(&source[place.name.end as usize..place.end]);
    }
    for (name, value) in added {
        // After `=` without a value, the parser would read the next attribute as the value.
        tag.push_str(if core::mem::take(&mut ends_with_equals_sign) { "\"\"" } else { "" });
        push_attribute(tag, name, value);
    }
    if element.had_duplicate_attribute && !changes.is_empty() {
        tag.push_str(if source.ends_with("/>") { " />" } else { ">" });
        return;
    }
    tag.push_str(&source[at..]);
}

/// The position of an attribute in its tag.
struct AttributePlace {
    name: Span,
    /// The value, including quotes.
    value: Option<Span>,
    end: usize,
}

impl AttributePlace {
    fn of(source: &str, start: u32, attribute: &TokenAttribute<'_>) -> AttributePlace {
        let in_tag = |span: Span| Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start));
        let (name, value) = (in_tag(attribute.name_span()), in_tag(attribute.value_span()));
        let skip = |at: usize| source.len() - source[at..].trim_ascii_start().len();
        let equals = skip(name.end as usize);
        if !source[equals..].starts_with('=') {
            return AttributePlace { name, value: None, end: name.end as usize };
        }
        let value_start = skip(equals + 1);
        let quote = source[value_start..].bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
        let end = match quote {
            // The closing quote, or the end of the tag if the quote is missing.
            Some(_) => (value.end as usize).max(value_start + 1) + 1,
            None => (value.end as usize).max(value_start),
        };
        let end = end.min(source.len() - 1);
        AttributePlace { name, value: Some(Span::new(value_start as u32, end as u32)), end }
    }

    fn write(&self, source: &str, value: &str, tag: &mut String) {
        let Some(place) = self.value else {
            tag.push_str(&source[self.name]);
            push_value(tag, "=\"", value, b'"');
            return;
        };
        tag.push_str(&source[self.name.start as usize..place.start as usize]);
        let old = &source[place];
        let needs_quotes = || {
            value.is_empty()
                || value.contains(|c: char| c.is_ascii_whitespace() || "\"'=<>`".contains(c))
                || value.ends_with('/')
        };
        match old.chars().next() {
            Some('\'') => push_value(tag, "'", value, b'\''),
            Some(first) if first != '"' && !needs_quotes() => tag.push_str(&value.replace('&', "&amp;")),
            _ => push_value(tag, "\"", value, b'"'),
        }
    }
}

fn push_attribute(tag: &mut String, name: &str, value: &str) {
    tag.push(' ');
    tag.push_str(name);
    push_value(tag, "=\"", value, b'"');
}

fn push_value(tag: &mut String, start: &str, value: &str, quote: u8) {
    tag.push_str(start);
    let mut rest = value;
    while let Some(at) = memchr2(b'&', quote, rest.as_bytes()) {
        tag.push_str(&rest[..at]);
        tag.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &rest[at + 1..];
    }
    tag.push_str(rest);
    tag.push(char::from(quote));
}
