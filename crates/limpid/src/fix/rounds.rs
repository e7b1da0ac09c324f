//! Converts edits of a repaired text to edits of the original text: each round searches for repairs in the text that the previous round
//! repaired.

use crate::{Edits, Span};

/// A part of an edited text: unchanged text between two edits, or the text of an edit.
struct Part<'e> {
    /// The start in the edited text.
    start: u32,
    /// The end in the edited text.
    end: u32,
    /// The range in the original text: for the text of an edit, the range that it replaces.
    original: Span,
    /// The text of the edit; `None` for unchanged text.
    replacement: Option<&'e str>,
}

/// Returns the parts of an edited text. The last part is empty, so that the end of the text also belongs to a part.
fn parts(source_len: u32, edits: &Edits) -> Vec<Part<'_>> {
    fn add<'e>(parts: &mut Vec<Part<'e>>, original: Span, replacement: Option<&'e str>) {
        let start = parts.last().map_or(0, |part| part.end);
        let len = replacement.map_or(original.len(), str::len) as u32;
        parts.push(Part { start, end: start + len, original, replacement });
    }

    let mut parts = Vec::with_capacity(2 * edits.len() + 2);
    let mut copied = 0;
    for (span, text) in edits.iter() {
        add(&mut parts, Span::new(copied, span.start), None);
        add(&mut parts, span, Some(text));
        copied = span.end;
    }
    add(&mut parts, Span::new(copied, source_len), None);
    add(&mut parts, Span::empty(source_len), None);
    parts
}

/// Returns edits of the original text that are equivalent to `first` followed by `later`, which edits the result of `first`.
pub(super) fn compose(source_len: u32, first: &Edits, later: Edits) -> Edits {
    let mut composed: Vec<(Span, String)> = Vec::with_capacity(first.len() + later.len());
    let mut later = later.into_vec().into_iter().peekable();
    // The largest end of the edits already taken from `later`, as an offset in the result of `first`. The text between the current position
    // and this offset is removed.
    let mut removed_to = 0;
    let parts = parts(source_len, first);
    for (number, part) in parts.iter().enumerate() {
        let is_last = number + 1 == parts.len();
        let original_at = |at: u32| part.original.start + (at - part.start);
        if part.replacement.is_some() {
            add(&mut composed, part.original, "");
        }
        let mut at = part.start;
        loop {
            let removed_end = removed_to.clamp(at, part.end);
            if part.replacement.is_none() && removed_end > at {
                add(&mut composed, Span::new(original_at(at), original_at(removed_end)), "");
            }
            at = removed_end;
            if at == part.end && !is_last {
                break;
            }
            if let Some((span, text)) = later.next_if(|(span, _)| span.start <= at) {
                let offset = if part.replacement.is_some() { part.original.end } else { original_at(at) };
                add(&mut composed, Span::empty(offset), &text);
                removed_to = removed_to.max(span.end);
                continue;
            }
            if is_last {
                break;
            }
            let to = later.peek().map_or(part.end, |(span, _)| span.start.min(part.end));
            if let Some(text) = part.replacement {
                let kept = &text[(at - part.start) as usize..(to - part.start) as usize];
                add(&mut composed, Span::empty(part.original.end), kept);
            }
            at = to;
        }
    }
    composed.retain(|(span, text)| !span.is_empty() || !text.is_empty());
    Edits::try_from(composed).unwrap_or_default()
}

/// Adds an edit. If the last edit ends where the new edit starts, extends the last edit instead.
fn add(edits: &mut Vec<(Span, String)>, span: Span, text: &str) {
    match edits.last_mut().filter(|(last, _)| last.end == span.start) {
        Some((last, replacement)) => {
            last.end = span.end;
            replacement.push_str(text);
        }
        None => edits.push((span, text.to_owned())),
    }
}

/// Maps offsets of an edited text to the original text.
pub(super) struct OriginalOffsets<'e> {
    parts: Vec<Part<'e>>,
}

impl<'e> OriginalOffsets<'e> {
    /// Creates the map for edits of a text of this length.
    pub(super) fn new(source_len: u32, edits: &'e Edits) -> OriginalOffsets<'e> {
        OriginalOffsets { parts: parts(source_len, edits) }
    }

    /// Maps a span to the original text. The text of an edit maps to the start of the replaced range.
    pub(super) fn span(&self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end).max(self.offset(span.start)))
    }

    fn offset(&self, at: u32) -> u32 {
        let number = self.parts.partition_point(|part| part.end <= at).min(self.parts.len() - 1);
        let part = &self.parts[number];
        match part.replacement {
            Some(_) => part.original.start,
            None => (part.original.start + at.saturating_sub(part.start)).min(part.original.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns edits of a text, generated from numbers: bytes to skip, to replace, and to insert.
    fn edits_of(text: &str, choices: &[(u8, u8, u8)]) -> Edits {
        let mut edits = Edits::new();
        let mut at = 0;
        for &(skip, len, added) in choices {
            at += u32::from(skip % 4);
            let end = at + u32::from(len % 4);
            if end as usize > text.len() {
                break;
            }
            edits.replace(Span::new(at, end), "xyzw"[..usize::from(added % 4)].to_owned()).unwrap();
            at = end;
        }
        edits
    }

    proptest! {
        #[test]
        fn composed_edits_are_equivalent_to_both_in_sequence(
            first in prop::collection::vec(any::<(u8, u8, u8)>(), 0..8),
            later in prop::collection::vec(any::<(u8, u8, u8)>(), 0..8),
        ) {
            let text = "0123456789abcdef";
            let first = edits_of(text, &first);
            let edited = first.apply(text).unwrap();
            let later = edits_of(&edited, &later);
            let expected = later.apply(&edited).unwrap();
            prop_assert_eq!(compose(16, &first, later).apply(text).unwrap(), expected);
        }
    }

    #[test]
    fn offsets_in_the_original_text() {
        let edits =
            Edits::try_from(vec![(Span::new(2, 4), "xyz".to_owned()), (Span::empty(6), "w".to_owned())]).unwrap();
        assert_eq!(edits.apply("01234567").unwrap(), "01xyz45w67");
        let originals = OriginalOffsets::new(8, &edits);
        let offsets: Vec<u32> = (0..=10).map(|at| originals.span(Span::empty(at)).start).collect();
        assert_eq!(offsets, [0, 1, 2, 2, 2, 4, 5, 6, 6, 7, 8]);
    }
}
