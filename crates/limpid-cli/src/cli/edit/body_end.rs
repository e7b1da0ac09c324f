//! The end tags at the end of a page, and the white space around them.
//!
//! A parser puts white space behind `</body>` into the body, behind all else in it. Taken for content it would be between what is
//! appended to the body and its end tag. So pages are edited without these tags, and the tags come back behind.

use super::tree;
use crate::page::Page;
use limpid::{Document, Edits};

/// Returns the offset of the end tag of the body, if nothing but white space and the one of `html` is behind it.
pub(super) fn offset(page: &Page<'_>, document: &Document<'_>) -> Option<usize> {
    if page.parsing.xml || page.parsing.fragment.is_some() {
        return None;
    }
    let (body, source) = (document.body()?.end_tag()?, document.source());
    let html = document.document_element()?.end_tag();
    let behind = &source[body.end as usize..];
    let rest = match html.filter(|html| html.start >= body.end) {
        Some(html) => [&source[body.end as usize..html.start as usize], &source[html.end as usize..]],
        None => [behind, ""],
    };
    let is_white_space = |text: &str| text.bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' '));
    (rest.into_iter().all(is_white_space) && rest.concat() != "").then_some(body.start as usize)
}

/// Whether an edited page is what the part before these tags was edited to, with the white space behind it.
pub(super) fn is_right(page: &Page<'_>, source: &str, offset: usize, edits: &Edits) -> bool {
    let (start, end) = source.split_at(offset);
    let Ok(start) = edits.apply(start) else { return false };
    let white_space: String = end.split(['<', '>']).step_by(2).collect();
    tree(&page.parse_text(&[&start, end].concat())) == tree(&page.parse_text(&(start + &white_space)))
}
