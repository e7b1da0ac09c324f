//! Shared by tests: rewriting a page that arrives in chunks.

use limpid_rewrite::rewrite::{Handlers, Rewriter, Settings};

/// Rewrites a UTF-8 page in chunks of a length.
pub(crate) fn rewrite_in_pieces(page: &str, length: usize, handlers: Handlers<'_>) -> String {
    let mut output = Vec::new();
    let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
    let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| output.extend_from_slice(bytes)).unwrap();
    page.as_bytes().chunks(length).for_each(|piece| rewriter.write(piece).unwrap());
    rewriter.end().unwrap();
    String::from_utf8(output).unwrap()
}
