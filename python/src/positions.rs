//! Lines, columns and character positions of byte offsets, from a table that is made once for each document.
//!
//! `limpid::LineIndex` answers the same questions, but borrows the text, which a Python object cannot.

/// The distance between two offsets whose characters are counted beforehand, in bytes.
const BLOCK: usize = 256;

/// The lines of a text, and how many characters come before each of its blocks.
#[derive(Debug)]
pub(crate) struct Positions {
    line_starts: Vec<u32>,
    /// The characters before each block; empty for ASCII, where characters are bytes.
    blocks: Vec<u32>,
}

impl Positions {
    /// Indexes a text of at most 4 GiB.
    pub(crate) fn new(source: &str) -> Positions {
        let bytes = source.as_bytes();
        let is_end =
            |&(at, &byte): &(usize, &u8)| byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = bytes.iter().enumerate().filter(is_end).map(|(at, _)| at as u32 + 1);
        let mut blocks = Vec::new();
        if !source.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(BLOCK) {
                blocks.push(count);
                count += characters(block);
            }
            blocks.push(count);
        }
        Positions { line_starts: std::iter::once(0).chain(starts).collect(), blocks }
    }

    /// Returns the number of characters that start before a byte offset.
    pub(crate) fn character(&self, source: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(source.len());
        match self.blocks.get(offset / BLOCK) {
            None => offset as u32,
            Some(before) => before + characters(&source.as_bytes()[offset / BLOCK * BLOCK..offset]),
        }
    }

    /// Returns the line and the column in characters of a byte offset, both from 1.
    pub(crate) fn line_column(&self, source: &str, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        (line as u32, self.character(source, offset) - self.character(source, start) + 1)
    }
}

/// Returns the number of characters that start in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(!matches!(byte, 0x80..=0xBF))).sum()
}
