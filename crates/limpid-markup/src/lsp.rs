//! Edits and positions of the [Language Server Protocol](https://microsoft.github.io/language-server-protocol/).
//! [`Edits::to_lsp`] converts edits to this form.

use crate::{Edits, LineColumn, LineIndex, Span};

impl Edits {
    /// Converts the edits to `TextEdit`s of the Language Server Protocol, for a formatting response or a `WorkspaceEdit`. `lines` must
    /// be the index of the text that the edits apply to.
    ///
    /// The protocol has no position between CR and LF. If an edit starts or ends there, its range is extended over the CR or the LF, and the new text
    /// contains that character again.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{Edits, LineIndex, lsp::Position};
    /// let mut edits = Edits::new();
    /// edits.insert(12, "<br>")?;
    /// let [edit] = &edits.to_lsp(&LineIndex::new("<p>\nTea 😀"))[..] else { unreachable!() };
    /// assert_eq!((edit.range.start, &*edit.new_text), (Position { line: 1, character: 6 }, "<br>"));
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn to_lsp(&self, lines: &LineIndex<'_>) -> Vec<TextEdit> {
        let source = lines.source().as_bytes();
        let is_in_line_end = |at: u32| at > 0 && source.get(at as usize - 1..=at as usize) == Some(b"\r\n");
        let mut joined: Vec<(Span, String)> = Vec::with_capacity(self.len());
        for (span, text) in self.iter() {
            match joined.last_mut() {
                Some((last, last_text)) if last.end == span.start && is_in_line_end(span.start) => {
                    last.end = span.end;
                    *last_text += text;
                }
                _ => joined.push((span, text.to_owned())),
            }
        }
        let position = |offset| Position::of(lines, offset);
        let text_edits = joined.into_iter().map(|(mut span, mut new_text)| {
            if is_in_line_end(span.end) {
                span.end += 1;
                new_text.push('\n');
            }
            if is_in_line_end(span.start) {
                span.start -= 1;
                new_text.insert(0, '\r');
            }
            TextEdit { range: Range { start: position(span.start), end: position(span.end) }, new_text }
        });
        text_edits.collect()
    }
}

/// A position of the Language Server Protocol, counted from 0 in UTF-16 code units.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{LineIndex, lsp::Position};
/// let lines = LineIndex::new("<p>\nTea");
/// assert_eq!(Position::of(&lines, 4), Position { line: 1, character: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The line, from 0. LF, CR LF and CR each end a line.
    pub line: u32,
    /// The number of UTF-16 code units before the position in its line.
    pub character: u32,
}

impl Position {
    /// Returns the position of a byte offset.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let lines = limpid::LineIndex::new("😀 Tea");
    /// assert_eq!(limpid::lsp::Position::of(&lines, 5).character, 3); // the emoji has two code units
    /// ```
    #[inline]
    pub fn of(lines: &LineIndex<'_>, offset: u32) -> Position {
        let position = lines.line_column_utf_16(offset);
        Position { line: position.line - 1, character: position.column - 1 }
    }

    /// Returns the byte offset, or `None` if the text has no such line. A position after the end of a line counts as its end.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{LineIndex, lsp::Position};
    /// let lines = LineIndex::new("<p>\n😀 Tea");
    /// assert_eq!(Position { line: 1, character: 3 }.offset(&lines), Some(9));
    /// ```
    #[inline]
    pub fn offset(self, lines: &LineIndex<'_>) -> Option<u32> {
        let (line, column) = (self.line.checked_add(1)?, self.character.saturating_add(1));
        lines.offset_utf_16(LineColumn { line, column })
    }
}

/// A range of the Language Server Protocol; `end` is exclusive.
///
/// ```
/// # use limpid_markup as limpid;
/// let mut edits = limpid::Edits::new();
/// edits.delete(limpid::Span::new(3, 6))?;
/// let range = edits.to_lsp(&limpid::LineIndex::new("<p>Tea"))[0].range;
/// assert_eq!((range.start.character, range.end.character), (3, 6));
/// # Ok::<(), limpid::EditsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Range {
    /// The position of the first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

/// A `TextEdit` of the Language Server Protocol. With the feature `serde` it is serialized as the protocol's JSON.
///
/// ```
/// # use limpid_markup as limpid;
/// let mut edits = limpid::Edits::new();
/// edits.replace(limpid::Span::new(3, 6), "Milk")?;
/// assert_eq!(edits.to_lsp(&limpid::LineIndex::new("<p>Tea"))[0].new_text, "Milk");
/// # Ok::<(), limpid::EditsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct TextEdit {
    /// The range to replace; empty for an insertion.
    pub range: Range,
    /// The replacement.
    pub new_text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the edits by their positions, as an editor does.
    fn apply_text_edits(source: &str, edits: &[TextEdit]) -> String {
        let lines = LineIndex::new(source);
        let edits = edits.iter().map(|edit| {
            let [start, end] = [edit.range.start, edit.range.end].map(|position| position.offset(&lines).unwrap());
            (Span::new(start, end), edit.new_text.clone())
        });
        Edits::try_from(edits.collect::<Vec<_>>()).unwrap().apply(source).unwrap()
    }

    #[test]
    fn text_edits_produce_the_same_text_as_apply() {
        let source = "é\r\n😀\n\r\r\nb\r\n";
        let ends: Vec<u32> = source.char_indices().map(|(at, _)| at as u32).chain([source.len() as u32]).collect();
        for (index, &one) in ends.iter().enumerate() {
            for (after, &two) in ends.iter().enumerate().skip(index) {
                for &three in &ends[after..] {
                    let edits = [(one, two, "x"), (two, three, "\n"), (two, two, "y")];
                    let edits = edits.map(|(start, end, text)| (Span::new(start, end), text.to_owned()));
                    let edits = Edits::try_from(edits.to_vec()).unwrap();
                    let expected = edits.apply(source).unwrap();
                    let lsp = edits.to_lsp(&LineIndex::new(source));
                    assert_eq!(apply_text_edits(source, &lsp), expected, "{one} {two} {three}");
                }
            }
        }
        let outside = Position { line: u32::MAX, character: 0 };
        assert_eq!(outside.offset(&LineIndex::new(source)), None);
    }
}
