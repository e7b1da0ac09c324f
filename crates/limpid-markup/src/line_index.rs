/// A place in a text as people count it. Both numbers start at 1; columns count code points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line. LF, CR LF and CR each end one.
    pub line: u32,
    /// The column, in code points.
    pub column: u32,
}

/// Finds the line and column of byte offsets in a text, after one pass over it.
///
/// ```
/// use limpid_markup::{LineColumn, LineIndex};
/// let index = LineIndex::new("a\nbé<c");
/// assert_eq!(index.line_column(5), LineColumn { line: 2, column: 3 });
/// assert_eq!(index.line(2), Some("bé<c"));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'s> {
    source: &'s str,
    /// Byte offset at which each line starts.
    starts: Vec<u32>,
}

impl<'s> LineIndex<'s> {
    /// Indexes the lines of a text.
    pub fn new(source: &'s str) -> LineIndex<'s> {
        let bytes = source.as_bytes();
        let mut starts = vec![0];
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        LineIndex { source, starts }
    }

    /// The line and column of a byte offset; an offset past the end counts as the end, one inside a code point as that
    /// code point.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let mut offset = (offset as usize).min(self.source.len());
        while !self.source.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start as usize <= offset);
        let start = self.starts[line - 1] as usize;
        let column = self.source[start..offset].chars().count() as u32 + 1;
        LineColumn { line: line as u32, column }
    }

    /// The text of a line (counted from 1) without its line end.
    pub fn line(&self, line: u32) -> Option<&'s str> {
        let start = *self.starts.get(line.checked_sub(1)? as usize)? as usize;
        let end = self.starts.get(line as usize).map_or(self.source.len(), |&end| end as usize);
        let text = &self.source[start..end];
        Some(text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end() {
        let index = LineIndex::new("a\r\nb\rc\nd");
        for (offset, line, column) in [(0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 3, 1), (7, 4, 1), (8, 4, 2), (99, 4, 2)] {
            assert_eq!(index.line_column(offset), LineColumn { line, column }, "offset {offset}");
        }
        assert_eq!(index.line(1), Some("a"));
        assert_eq!(index.line(4), Some("d"));
        assert_eq!(index.line(5), None);
        assert_eq!(index.line(0), None);
    }
}
