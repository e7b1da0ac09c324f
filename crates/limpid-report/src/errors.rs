//! The errors of a page, sorted and merged for output.

use limpid::{Document, ParseError, Span};

/// Returns the errors of a document sorted by position. The tree builder reports some errors late.
pub fn by_position(document: &Document<'_>) -> Vec<ParseError> {
    let mut errors = document.errors().to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors
}

/// Returns the errors sorted by position, with runs of single-character errors of the same code merged: in misplaced text, each
/// character is an error of its own.
pub fn joined(document: &Document<'_>) -> Vec<ParseError> {
    let text = |span: Span| document.source().get(span.range()).unwrap_or_default();
    let mut joined: Vec<ParseError> = Vec::new();
    for error in by_position(document) {
        match joined.last_mut() {
            Some(last)
                if last.code == error.code
                    && last.span.end == error.span.start
                    && !error.span.is_empty()
                    && text(error.span).chars().nth(1).is_none() =>
            {
                last.span.end = error.span.end;
            }
            _ => joined.push(error),
        }
    }
    joined
}
