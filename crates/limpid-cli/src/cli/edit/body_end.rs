//! The end tags at the end of a page, with white space and comments behind them.
//!
//! A parser puts white space behind `</body>` into the body, behind all else in it. Taken for content it would be between what is
//! appended to the body and its end tag. So pages are edited without this end, and it comes back behind.

use crate::page::Page;
use crate::rewrite::tree;
use limpid::{Document, Edits};

/// The end of a page, from the end tag of the body on.
pub(super) struct BodyEnd {
    pub(super) offset: usize,
    /// The white space in it, which is in the body.
    white_space: String,
}

/// Finds the end of a page, if it has white space, comments and end tags only.
pub(super) fn find(page: &Page<'_>, document: &Document<'_>) -> Option<BodyEnd> {
    if page.parsing.xml || page.parsing.fragment.is_some() {
        return None;
    }
    let offset = document.body()?.end_tag()?.start as usize;
    let mut rest = &document.source()[offset..];
    let mut white_space = String::new();
    while !rest.is_empty() {
        rest = if let Some(comment) = rest.strip_prefix("<!--") {
            // One of an unusual form is left to the parser.
            let (data, rest) = comment.split_once("-->")?;
            (!data.starts_with(['>', '-']) && !data.contains("--")).then_some(rest)?
        } else if let Some(tag) = rest.strip_prefix("</") {
            tag.split_once('>')?.1
        } else {
            let (text, rest) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            let is_white_space = |byte| matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
            (!text.is_empty() && text.bytes().all(is_white_space)).then_some(())?;
            white_space += text;
            rest
        };
    }
    (!white_space.is_empty()).then_some(BodyEnd { offset, white_space })
}

impl BodyEnd {
    /// Whether an edited page has the tree that the part before its end was edited to, with the white space in the body, and behind
    /// that what the page had there.
    pub(super) fn is_right(&self, page: &Page<'_>, source: &str, edits: &Edits) -> bool {
        let (start, end) = source.split_at(self.offset);
        let Ok(edited) = edits.apply(start) else { return false };
        let trees =
            |start: &str| [self.white_space.as_str(), end].map(|end| tree(&page.parse_text(&[start, end].concat())));
        let behind = |[body, whole]: [String; 2]| whole.strip_prefix(&body).map(str::to_owned);
        let was_behind = behind(trees(start));
        was_behind.is_some() && behind(trees(&edited)) == was_behind
    }
}
