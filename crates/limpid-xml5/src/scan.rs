//! Functions that search for the next byte that a state has to handle.

use limpid_tokenizer::cursor::{BLOCK, Block, ByteSet, chunk_at, find2};

/// The bytes that a name can contain: letters, digits, `-`, `.`, `_`, `:`, and all bytes beyond ASCII. This is lenient: a few characters
/// beyond ASCII are not name characters in XML.
pub(crate) const NAME_BYTES: ByteSet = {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        set[byte] = b.is_ascii_alphanumeric() || b >= 0x80 || matches!(b, b'-' | b'.' | b'_' | b':');
        byte += 1;
    }
    set
};

pub(crate) fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0x80 || byte == b'_' || byte == b':'
}

/// Whether a byte is [white space](https://www.w3.org/TR/xml/#NT-S).
pub(crate) fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

/// Returns the position of the first byte at or after `pos` that cannot be part of a verbatim quoted value: `quote`, `&`, `<` or a byte less
/// than 0x20. Returns the length of `bytes` if no such byte follows.
#[inline(always)]
pub(crate) fn find_value_end(bytes: &[u8], mut pos: usize, quote: u8) -> usize {
    while let Some(block) = chunk_at::<BLOCK>(bytes, pos) {
        let block = Block::new(block);
        let found = block.equal(quote) | block.equal(b'&') | block.equal(b'<') | block.at_most(0x1f);
        let found = found.positions();
        if found != 0 {
            return pos + found.trailing_zeros() as usize;
        }
        pos += BLOCK;
    }
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + rest.iter().position(|&b| b == quote || b < 0x20 || matches!(b, b'&' | b'<')).unwrap_or(rest.len())
}

/// Returns the position of the first byte at or after `pos` that a name cannot contain, or the length of `bytes`.
#[inline(always)]
pub(crate) fn find_name_end(bytes: &[u8], mut pos: usize) -> usize {
    // One bounds check for 8 bytes.
    while let Some(chunk) = chunk_at::<8>(bytes, pos) {
        if let Some(end) = chunk.iter().position(|&byte| !NAME_BYTES[byte as usize]) {
            return pos + end;
        }
        pos += chunk.len();
    }
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + rest.iter().position(|&byte| !NAME_BYTES[byte as usize]).unwrap_or(rest.len())
}

/// Whether an attribute name is a valid ASCII name that has no prefix and does not declare a namespace.
#[inline]
pub(crate) fn is_local_name(name: &[u8]) -> bool {
    let is_part = |&byte: &u8| NAME_BYTES[byte as usize] && byte < 0x80 && byte != b':';
    name.first().is_some_and(|&first| starts_name(first)) && name.iter().all(is_part) && name != b"xmlns"
}

/// Whether a text contains `]]` or ends with `]`.
pub(crate) fn has_brackets(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = find2(bytes, 0, b']', b']');
    while at < bytes.len() {
        if matches!(bytes.get(at + 1), Some(b']') | None) {
            return true;
        }
        at = find2(bytes, at + 1, b']', b']');
    }
    false
}
