//! Copies tags that the source contains in exactly the form in which they have to be written. Most tags of a page have this form. The whole
//! tag is compared with the source and, if it is equal, extends the [run](crate::write::buffered) to copy.
//!
//! Other tags are written piece by piece: changed tags, and tags with other quotes, capitals, other white space or a character reference.
//! Copying whole tags measurably speeds up `to_html` in `cargo xtask jobs`.

use crate::read::node_ref::NodeRef;
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::write::escape::find;
use limpid_markup::Namespace;

/// Returns the end of an element's start tag if the source contains the tag, in the standard's spelling, at `start`.
#[inline]
pub(super) fn end_of_start_tag(element: NodeRef<'_>, source: &[u8], start: usize) -> Option<usize> {
    let arena = &element.document.arena;
    let end_of_name = end_of_name(element, source, start, b"<")?;
    let mut at = end_of_name;
    for record in arena.attributes(element.number()) {
        at = unescaped_end(record, arena, source, at)?;
    }
    (*source.get(at)? == b'>' && !may_need_escape(&source[end_of_name..at])).then_some(at + 1)
}

/// Returns the end of an attribute if the source contains a space and the attribute, in the standard's spelling, at `start`.
#[inline]
pub(super) fn end_of_attribute(record: &AttributeRecord, arena: &Arena, source: &[u8], start: usize) -> Option<usize> {
    let end = unescaped_end(record, arena, source, start)?;
    (!may_need_escape(&source[start..end])).then_some(end)
}

/// Like [`end_of_attribute`], without checking whether the value needs escaping.
#[inline(always)]
fn unescaped_end(record: &AttributeRecord, arena: &Arena, source: &[u8], start: usize) -> Option<usize> {
    let (name, value) = (arena.names.text(record.name), arena.text.span_in_source(record.place())?);
    let (value, end) = (value.start as usize, value.end as usize);
    let is_next = value == start + name.len() + 3 && !record.is_qualified();
    let [b' ', in_source @ .., b'=', b'"'] = source.get(start..value).filter(|_| is_next)? else { return None };
    (in_source == name.as_bytes() && *source.get(end)? == b'"').then_some(end + 1)
}

/// Returns the end of a text if it starts at `start` in the source. `source` is `""` if nothing may be copied.
#[inline]
pub(super) fn end_of_text(text: NodeRef<'_>, source: &str, start: usize) -> Option<usize> {
    let span = text.document.arena.text.span_in_source(text.node().place())?;
    (span.start as usize == start && span.end as usize <= source.len()).then_some(span.end as usize)
}

/// Returns the end of an element's end tag if the source contains the tag, in the standard's spelling, at `start`.
#[inline]
pub(super) fn end_of_end_tag(element: NodeRef<'_>, source: &[u8], start: usize) -> Option<usize> {
    let at = end_of_name(element, source, start, b"</")?;
    (*source.get(at)? == b'>').then_some(at + 1)
}

/// Returns the end of an element's name if the source contains `before` and the name at `start`.
#[inline]
fn end_of_name<const N: usize>(element: NodeRef<'_>, source: &[u8], start: usize, before: &[u8; N]) -> Option<usize> {
    let name = element.local_name().as_bytes();
    let end = start + N + name.len();
    let (first, rest) = source.get(start..end)?.split_first_chunk()?;
    // Names in other namespaces may be written with a prefix.
    let is_known = matches!(element.namespace(), Namespace::Html | Namespace::MathMl | Namespace::Svg);
    (first == before && rest == name && is_known).then_some(end)
}

/// Whether a text or a value may contain a character to escape other than quotes. 0xC2 is the first byte of U+00A0.
#[inline(always)]
pub(super) fn may_need_escape(text: &[u8]) -> bool {
    // Without branches. `<` and `>` differ in one bit.
    let may_be_special = |byte: u8| (byte | 2 == b'>') | (byte == b'&') | (byte == 0xC2) | (byte == b'\r');
    find(text, may_be_special).is_some()
}
