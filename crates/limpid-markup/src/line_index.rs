use core::fmt;
use std::borrow::Cow;

/// A line and a column, both counted from 1. Columns count code points unless a method says otherwise.
///
/// `Display` writes it as `2:3`.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(limpid::LineIndex::new("<p>\nTea").line_column(5).to_string(), "2:2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineColumn {
    /// The line, from 1. LF, CR LF and CR each end a line.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl fmt::Display for LineColumn {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Converts between byte offsets and lines and columns of a text.
///
/// Building it takes one pass over the text. Each lookup takes logarithmic time, even if lines are long.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{LineColumn, LineIndex};
/// let index = LineIndex::new("a\nb😀<c");
/// assert_eq!(index.line_column(7), LineColumn { line: 2, column: 3 });
/// assert_eq!(index.line_column_utf_16(7), LineColumn { line: 2, column: 4 });
/// assert_eq!(index.offset(LineColumn { line: 2, column: 3 }), Some(7));
/// assert_eq!(index.line(2), Some("b😀<c"));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'s> {
    source: &'s str,
    table: Cow<'s, LineTable>,
}

/// The data of a [`LineIndex`] without its text, for objects that cannot contain references, such as those of Python and JavaScript.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct LineTable {
    /// The byte offset of the start of each line.
    starts: Vec<u32>,
    /// The number of characters before each block of [`BLOCK`] bytes. Empty if the text is ASCII, where a character is a byte.
    blocks: Vec<Count>,
}

impl LineTable {
    /// Indexes a text.
    ///
    /// ```
    /// let table = limpid_markup::LineTable::new("<p>\nTea");
    /// assert_eq!(table.index("<p>\nTea").line_count(), 2);
    /// ```
    #[inline]
    pub fn new(source: &str) -> LineTable {
        LineIndex::new(source).table.into_owned()
    }

    /// Returns the index of the text, which must be the same.
    ///
    /// ```
    /// let table = limpid_markup::LineTable::new("<p>\nTea");
    /// assert_eq!(table.index("<p>\nTea").line_start(2), Some(4));
    /// ```
    #[inline]
    pub fn index<'s>(&'s self, source: &'s str) -> LineIndex<'s> {
        LineIndex { source: &source[..floor_char_boundary(source, u32::MAX)], table: Cow::Borrowed(self) }
    }
}

const BLOCK: usize = 256;

/// A number of characters, in code points and in UTF-16 code units.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    code_points: u32,
    utf_16: u32,
}

impl Count {
    /// Adds the characters that start in these bytes of UTF-8.
    #[inline]
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let is_start = u32::from(!matches!(byte, 0x80..=0xBF));
            self.code_points += is_start;
            self.utf_16 += is_start + u32::from(*byte >= 0xF0);
        }
    }
}

impl<'s> LineIndex<'s> {
    /// Indexes a text, up to its first 4 GiB.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("<p>\r\nTea").line_count(), 2);
    /// ```
    #[inline]
    pub fn new(source: &'s str) -> LineIndex<'s> {
        let source = &source[..floor_char_boundary(source, u32::MAX)];
        let bytes = source.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        let mut blocks = Vec::new();
        if !source.is_ascii() {
            let mut count = Count::default();
            for block in bytes.chunks(BLOCK) {
                blocks.push(count);
                count.add(block);
            }
            blocks.push(count);
        }
        LineIndex { source, table: Cow::Owned(LineTable { starts, blocks }) }
    }

    /// Returns the indexed text.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("<p>Tea").source(), "<p>Tea");
    /// ```
    #[inline]
    pub fn source(&self) -> &'s str {
        self.source
    }

    /// Returns the line and column of a byte offset. An offset past the end counts as the end, and an offset inside of a code point as
    /// its start.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{LineColumn, LineIndex};
    /// let lines = LineIndex::new("é\né😀Tea");
    /// assert_eq!(lines.line_column(9), LineColumn { line: 2, column: 3 });
    /// ```
    #[inline]
    #[doc(alias = "text_pos_at")]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.position(offset, |count| count.code_points)
    }

    /// Returns the line and column of a byte offset, with columns in UTF-16 code units, as many editors count them. See also
    /// [`lsp::Position`](crate::lsp::Position).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{LineColumn, LineIndex};
    /// let lines = LineIndex::new("é\né😀Tea");
    /// assert_eq!(lines.line_column_utf_16(9), LineColumn { line: 2, column: 4 });
    /// ```
    #[inline]
    pub fn line_column_utf_16(&self, offset: u32) -> LineColumn {
        self.position(offset, |count| count.utf_16)
    }

    /// Converts a byte offset to an offset in UTF-16 code units, as used by JavaScript.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("é😀b").utf_16_offset(6), 3);
    /// ```
    #[inline]
    pub fn utf_16_offset(&self, offset: u32) -> u32 {
        self.count_before(floor_char_boundary(self.source, offset)).utf_16
    }

    /// Converts a byte offset to an offset in code points, as used by Python.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("é😀b").code_point_offset(6), 2);
    /// ```
    #[inline]
    pub fn code_point_offset(&self, offset: u32) -> u32 {
        self.count_before(floor_char_boundary(self.source, offset)).code_points
    }

    /// Returns the byte offset of a line and column, or `None` if the text has no such line. A column after the end of the line counts as
    /// its end.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{LineColumn, LineIndex};
    /// let lines = LineIndex::new("<p>\nTea");
    /// assert_eq!(lines.offset(LineColumn { line: 2, column: 3 }), Some(6));
    /// assert_eq!(lines.offset(LineColumn { line: 3, column: 1 }), None);
    /// ```
    #[inline]
    pub fn offset(&self, position: LineColumn) -> Option<u32> {
        self.find(position, |count| count.code_points)
    }

    /// Returns the byte offset of a line and a column in UTF-16 code units; see [`offset`](LineIndex::offset).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{LineColumn, LineIndex};
    /// assert_eq!(LineIndex::new("é😀b").offset_utf_16(LineColumn { line: 1, column: 4 }), Some(6));
    /// ```
    #[inline]
    pub fn offset_utf_16(&self, position: LineColumn) -> Option<u32> {
        self.find(position, |count| count.utf_16)
    }

    /// Returns the number of lines. An empty text has one line.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("").line_count(), 1);
    /// ```
    #[inline]
    pub fn line_count(&self) -> usize {
        self.table.starts.len()
    }

    /// Returns the byte offset of the start of a line (counted from 1).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let lines = limpid::LineIndex::new("<p>\nTea");
    /// assert_eq!((lines.line_start(2), lines.line_start(3)), (Some(4), None));
    /// ```
    #[inline]
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.table.starts.get(line.checked_sub(1)? as usize).copied()
    }

    /// Returns the text of a line (counted from 1) without its line end.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::LineIndex::new("<p>\r\nTea").line(1), Some("<p>"));
    /// ```
    #[inline]
    pub fn line(&self, line: u32) -> Option<&'s str> {
        let start = self.line_start(line)? as usize;
        let end = self.table.starts.get(line as usize).map_or(self.source.len(), |&end| end as usize);
        let text = &self.source[start..end];
        Some(text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text))
    }

    #[inline]
    fn position(&self, offset: u32, unit: fn(Count) -> u32) -> LineColumn {
        let offset = floor_char_boundary(self.source, offset);
        let line = self.table.starts.partition_point(|&start| start as usize <= offset);
        let start = self.table.starts[line - 1] as usize;
        let column = unit(self.count_before(offset)) - unit(self.count_before(start)) + 1;
        LineColumn { line: line as u32, column }
    }

    #[inline]
    fn find(&self, LineColumn { line, column }: LineColumn, unit: fn(Count) -> u32) -> Option<u32> {
        let mut low = self.line_start(line)? as usize;
        let mut high = low + self.line(line)?.len();
        let target = unit(self.count_before(low)).saturating_add(column.saturating_sub(1));
        // Binary search for the last offset with at most `target` characters before it.
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if unit(self.count_before(middle)) <= target {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Some(low as u32)
    }

    #[inline]
    fn count_before(&self, offset: usize) -> Count {
        let block = offset / BLOCK;
        let Some(&known) = self.table.blocks.get(block) else {
            return Count { code_points: offset as u32, utf_16: offset as u32 };
        };
        let mut count = known;
        count.add(&self.source.as_bytes()[block * BLOCK..offset]);
        count
    }
}

/// Returns the closest char boundary at or before an offset.
#[inline]
fn floor_char_boundary(text: &str, offset: u32) -> usize {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_every_line_end() {
        let index = LineIndex::new("a\r\nb\rc\nd");
        for (offset, line, column) in [(0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 3, 1), (7, 4, 1), (8, 4, 2), (99, 4, 2)] {
            assert_eq!(index.line_column(offset), LineColumn { line, column }, "offset {offset}");
        }
        assert_eq!(index.line(1), Some("a"));
        assert_eq!(index.line(4), Some("d"));
        assert_eq!((index.line(5), index.line_start(5)), (None, None));
        assert_eq!((index.line(0), index.line_start(0)), (None, None));
        assert_eq!((index.line_count(), index.line_start(3)), (4, Some(5)));
    }

    /// Counts the characters from the start of the line.
    fn naive(text: &str, offset: usize) -> (LineColumn, LineColumn) {
        let lines = LineIndex::new(text);
        let start = lines.table.starts.iter().rfind(|&&start| start as usize <= offset).copied().unwrap() as usize;
        let line = lines.table.starts.iter().filter(|&&start| start as usize <= offset).count() as u32;
        let column = text[start..offset].chars().count() as u32 + 1;
        let units = text[start..offset].encode_utf16().count() as u32 + 1;
        (LineColumn { line, column }, LineColumn { line, column: units })
    }

    #[test]
    fn agrees_with_counting_and_round_trips() {
        for unit in ["a", "é", "日", "😀", "aé日😀", "a\r\n\n", "é\r😀😀\n"] {
            for count in [0, 1, 63, 64, 127, 128, 129, 300] {
                let text = unit.repeat(count);
                let index = LineIndex::new(&text);
                for at in text.char_indices().map(|(at, _)| at).chain([text.len()]) {
                    let (expected, expected_utf_16) = naive(&text, at);
                    assert_eq!(index.line_column(at as u32), expected, "{at} of {unit:?}");
                    assert_eq!(index.line_column_utf_16(at as u32), expected_utf_16, "{at} of {unit:?}");
                    assert_eq!(index.utf_16_offset(at as u32) as usize, text[..at].encode_utf16().count());
                    // The LF of CR LF is after the end of its line, so it has no position of its own.
                    if text.as_bytes().get(at) != Some(&b'\n') || !text[..at].ends_with('\r') {
                        assert_eq!(index.offset(expected), Some(at as u32), "{expected} of {unit:?}");
                        assert_eq!(index.offset_utf_16(expected_utf_16), Some(at as u32), "{expected} of {unit:?}");
                    }
                }
                assert_eq!(index.utf_16_offset(u32::MAX) as usize, text.encode_utf16().count());
            }
        }
    }

    #[test]
    fn positions_between_characters_and_outside_of_the_text() {
        let index = LineIndex::new("a😀\nb");
        assert_eq!(index.line_column(3), LineColumn { line: 1, column: 2 });
        assert_eq!(index.offset_utf_16(LineColumn { line: 1, column: 3 }), Some(1));
        assert_eq!(index.offset(LineColumn { line: 1, column: 9 }), Some(5));
        assert_eq!(index.offset(LineColumn { line: 2, column: 0 }), Some(6));
        assert_eq!(index.offset(LineColumn { line: 3, column: 1 }), None);
        assert_eq!(index.offset(LineColumn { line: 2, column: u32::MAX }), Some(7));
    }

    /// Makes one lookup per character. If each lookup counted the characters of the line, this test would take minutes.
    #[test]
    fn a_long_line_takes_linear_time() {
        let text = "é".repeat(200_000);
        let index = LineIndex::new(&text);
        for at in (0..200_000).rev() {
            assert_eq!(index.line_column(2 * at).column, at + 1);
        }
    }
}
