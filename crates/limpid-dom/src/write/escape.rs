//! Replacing characters in what is written: a table says which bytes to look at, a function what is written in their place.

use core::fmt::{self, Write};

/// The bytes that may be the first of what is replaced.
pub(super) struct Special([bool; 256]);

impl Special {
    #[inline]
    pub(super) const fn of(bytes: &[u8]) -> Special {
        let mut table = [false; 256];
        let mut i = 0;
        while i < bytes.len() {
            table[bytes[i] as usize] = true;
            i += 1;
        }
        Special(table)
    }
}

/// Writes text, and in place of each part that `replacement` finds at a special byte what it returns: the part's length, and what
/// to write.
pub(super) fn write_replaced<W: Write>(
    text: &str,
    special: &Special,
    replacement: impl Fn(&[u8]) -> Option<(usize, &'static str)>,
    out: &mut W,
) -> fmt::Result {
    let bytes = text.as_bytes();
    let (mut written, mut at) = (0, 0);
    while let Some(found) = bytes[at..].iter().position(|&byte| special.0[usize::from(byte)]) {
        at += found;
        let Some((len, replacement)) = replacement(&bytes[at..]) else {
            at += 1;
            continue;
        };
        out.write_str(&text[written..at])?;
        out.write_str(replacement)?;
        at += len;
        written = at;
    }
    out.write_str(&text[written..])
}
