//! Converts byte offsets to lines, columns and character offsets, with a table built once per document.
//!
//! `limpid::LineIndex` does the same, but it contains a reference to the text, and a Python object cannot contain such references.

/// The size of a block in bytes. `Positions` stores the character count at the start of each block.
const BLOCK: usize = 256;

/// The line starts of a text, and the number of characters before each block.
#[derive(Debug)]
pub(crate) struct Positions {
    line_starts: Vec<u32>,
    /// The number of characters before each block; empty for ASCII text, where characters are bytes.
    chars_before: Vec<u32>,
}

impl Positions {
    /// Indexes a text, which must be at most 4 GiB.
    pub(crate) fn new(source: &str) -> Positions {
        let bytes = source.as_bytes();
        let is_line_end =
            |&(at, &byte): &(usize, &u8)| byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = bytes.iter().enumerate().filter(is_line_end).map(|(at, _)| at as u32 + 1);
        let mut chars_before = Vec::new();
        if !source.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(BLOCK) {
                chars_before.push(count);
                count += char_count(block);
            }
            chars_before.push(count);
        }
        Positions { line_starts: std::iter::once(0).chain(starts).collect(), chars_before }
    }

    /// Returns the number of characters that start before a byte offset.
    pub(crate) fn char_offset(&self, source: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(source.len());
        match self.chars_before.get(offset / BLOCK) {
            None => offset as u32,
            Some(before) => before + char_count(&source.as_bytes()[offset / BLOCK * BLOCK..offset]),
        }
    }

    /// Returns the line and the column of a byte offset. Both count from 1, columns in characters.
    pub(crate) fn line_column(&self, source: &str, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        (line as u32, self.char_offset(source, offset) - self.char_offset(source, start) + 1)
    }
}

/// Returns the number of characters that start in a slice of UTF-8.
fn char_count(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(!matches!(byte, 0x80..=0xBF))).sum()
}
