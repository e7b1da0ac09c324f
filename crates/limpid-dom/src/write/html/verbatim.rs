//! Tags that stand in the source as they are to be written: most of a page's. They are compared whole and not copied.
//!
//! A tag that is not found so is written piece by piece: one with other quotes, capitals or white space, with a character reference, or
//! one that was changed. Pays for `to_html` in `cargo xtask jobs`.

use crate::read::node_ref::NodeRef;
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::write::escape::find;
use limpid_markup::Namespace;

/// Returns the end of an element's start tag if it stands at an offset of the source as the standard writes it.
#[inline]
pub(super) fn end_of_start_tag(element: NodeRef<'_>, source: &[u8], start: usize) -> Option<usize> {
    let arena = &element.document.arena;
    let end_of_name = end_of_name(element, source, start, b"<")?;
    let mut at = end_of_name;
    for record in arena.attributes(element.number()) {
        at = unescaped_end(record, arena, source, at)?;
    }
    (*source.get(at)? == b'>' && !may_be_escaped(&source[end_of_name..at])).then_some(at + 1)
}

/// Returns the end of an attribute if it stands at an offset of the source, with the space before it, as the standard writes it.
#[inline]
pub(super) fn end_of_attribute(record: &AttributeRecord, arena: &Arena, source: &[u8], start: usize) -> Option<usize> {
    let end = unescaped_end(record, arena, source, start)?;
    (!may_be_escaped(&source[start..end])).then_some(end)
}

/// Returns the end of an attribute if it stands at an offset of the source, with nothing in it escaped.
#[inline(always)]
fn unescaped_end(record: &AttributeRecord, arena: &Arena, source: &[u8], start: usize) -> Option<usize> {
    let (name, value) = (arena.names.text(record.name), arena.text.span_in_source(record.place())?);
    let (value, end) = (value.start as usize, value.end as usize);
    let is_next = value == start + name.len() + 3 && !record.is_qualified();
    let [b' ', in_source @ .., b'=', b'"'] = source.get(start..value).filter(|_| is_next)? else { return None };
    (in_source == name.as_bytes() && *source.get(end)? == b'"').then_some(end + 1)
}

/// Returns the end of a text if it stands at an offset of the source, which may be one that nothing is copied from.
#[inline]
pub(super) fn end_of_text(text: NodeRef<'_>, source: &str, start: usize) -> Option<usize> {
    let span = text.document.arena.text.span_in_source(text.node().place())?;
    (span.start as usize == start && span.end as usize <= source.len()).then_some(span.end as usize)
}

/// Returns the end of an element's end tag if it stands at an offset of the source as the standard writes it.
#[inline]
pub(super) fn end_of_end_tag(element: NodeRef<'_>, source: &[u8], start: usize) -> Option<usize> {
    let at = end_of_name(element, source, start, b"</")?;
    (*source.get(at)? == b'>').then_some(at + 1)
}

/// Returns the end of an element's name if it stands in the source with a prefix in front of it.
#[inline]
fn end_of_name<const N: usize>(element: NodeRef<'_>, source: &[u8], start: usize, before: &[u8; N]) -> Option<usize> {
    let name = element.local_name().as_bytes();
    let end = start + N + name.len();
    let (first, rest) = source.get(start..end)?.split_first_chunk()?;
    // In another namespace, it may be written with a prefix.
    let is_known = matches!(element.namespace(), Namespace::Html | Namespace::MathMl | Namespace::Svg);
    (first == before && rest == name && is_known).then_some(end)
}

/// Whether there may be something to escape in a text, or in values, quotes aside. 0xC2 is the first byte of U+00A0.
#[inline(always)]
pub(super) fn may_be_escaped(text: &[u8]) -> bool {
    // Without branches: `<` and `>` differ in one bit.
    let is_escaped = |byte: u8| (byte | 2 == b'>') | (byte == b'&') | (byte == 0xC2) | (byte == b'\r');
    find(text, is_escaped).is_some()
}
