//! Converts byte offsets of a source to offsets in UTF-16 code units, lines and columns.

/// The size of a block in bytes. [`Positions`] has the offset of each block.
const BLOCK: usize = 256;

/// The line starts of a text, and the number of UTF-16 code units before each block.
pub(crate) struct Positions {
    line_starts: Vec<u32>,
    /// Empty for ASCII text.
    blocks: Vec<u32>,
}

impl Positions {
    pub(crate) fn new(source: &str) -> Positions {
        let bytes = source.as_bytes();
        let is_line_end =
            |&(at, &byte): &(usize, &u8)| byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let starts = bytes.iter().enumerate().filter(is_line_end).map(|(at, _)| at as u32 + 1);
        let mut blocks = Vec::new();
        if !source.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(BLOCK) {
                blocks.push(count);
                count += units(block);
            }
            blocks.push(count);
        }
        Positions { line_starts: core::iter::once(0).chain(starts).collect(), blocks }
    }

    /// Returns the number of UTF-16 code units before a byte offset.
    pub(crate) fn offset(&self, source: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(source.len());
        match self.blocks.get(offset / BLOCK) {
            None => offset as u32,
            Some(before) => before + units(&source.as_bytes()[offset / BLOCK * BLOCK..offset]),
        }
    }

    /// Returns the line and the column of a byte offset. Both count from 1, columns in UTF-16 code units.
    pub(crate) fn line_column(&self, source: &str, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1];
        (line as u32, self.offset(source, offset) - self.offset(source, start) + 1)
    }
}

/// Returns the number of UTF-16 code units of the characters that start in a slice of UTF-8.
fn units(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .map(|byte| match byte {
            0x80..=0xBF => 0,
            0xF0.. => 2,
            _ => 1,
        })
        .sum()
}
