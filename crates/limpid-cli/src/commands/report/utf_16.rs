//! Offsets as JavaScript counts them.

/// How many bytes there are from one known offset to the next.
const BLOCK: usize = 256;

/// Finds UTF-16 offsets for the byte offsets of a text, in any order.
#[derive(Debug)]
pub(super) struct Utf16Offsets<'s> {
    source: &'s str,
    /// The UTF-16 offset at the start of each block; empty for ASCII, where both are the same.
    blocks: Vec<u32>,
}

impl<'s> Utf16Offsets<'s> {
    pub(super) fn new(source: &'s str) -> Utf16Offsets<'s> {
        let mut blocks = Vec::new();
        if !source.is_ascii() {
            let mut offset = 0;
            for block in source.as_bytes().chunks(BLOCK) {
                blocks.push(offset);
                offset += length(block);
            }
            blocks.push(offset);
        }
        Utf16Offsets { source, blocks }
    }

    /// The UTF-16 offset for a byte offset at a character's start; one past the end counts as the end.
    pub(super) fn find(&self, offset: u32) -> u32 {
        let offset = offset.min(self.source.len() as u32);
        let block = offset as usize / BLOCK;
        match self.blocks.get(block) {
            None => offset,
            Some(start) => start + length(&self.source.as_bytes()[block * BLOCK..offset as usize]),
        }
    }
}

/// How many UTF-16 code units the characters take that start in these bytes of UTF-8.
fn length(bytes: &[u8]) -> u32 {
    let units = |&byte: &u8| match byte {
        0x80..=0xBF => 0,
        0xF0.. => 2,
        _ => 1,
    };
    bytes.iter().map(units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_encode_utf16() {
        for unit in ["a", "é", "日", "😀", "aé日😀"] {
            for count in [0, 1, 63, 64, 127, 128, 129, 300] {
                let text = unit.repeat(count);
                let offsets = Utf16Offsets::new(&text);
                for (at, _) in text.char_indices() {
                    assert_eq!(offsets.find(at as u32) as usize, text[..at].encode_utf16().count(), "{at} of {unit:?}");
                }
                let end = text.encode_utf16().count();
                assert_eq!(offsets.find(text.len() as u32) as usize, end);
                assert_eq!(offsets.find(u32::MAX) as usize, end);
            }
        }
    }
}
