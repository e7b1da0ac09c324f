//! The errors of a page as they are listed: by position, those of neighbouring characters as one.

use limpid::{Document, ParseError, Span};

/// Returns the errors of a document by position: the tree builder reports some errors later than it meets them.
pub(crate) fn by_position(document: &Document<'_>) -> Vec<ParseError> {
    let mut errors = document.errors().to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors
}

/// Returns the errors by position, and joins errors of single characters with those of the same code right before them: each
/// character of a text that may not stand where it does is an error of its own.
pub(crate) fn joined(document: &Document<'_>) -> Vec<ParseError> {
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
