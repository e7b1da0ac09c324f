//! Decompresses deflate data: gzip members and the bodies of HTTP responses.

use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::fmt;

/// The capacity reserved for the output of one call, in bytes.
const CHUNK: usize = 64 * 1024;
/// The longest gzip header that is accepted in a file, in bytes. The format does not limit names and comments.
pub(crate) const MAX_HEADER: usize = 4096;
/// The length of a gzip member's trailer in bytes: checksum and length.
pub(crate) const TRAILER: usize = 8;

/// A kind of damage to compressed data. `Display` writes a message.
///
/// ```
/// assert_eq!(limpid_warc::Damage::Truncated.to_string(), "the compressed data is incomplete");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// The header of a gzip member or Zstandard frame is missing or invalid.
    Header,
    /// The compressed data is invalid.
    Data,
    /// The data ends too early.
    Truncated,
    /// The checksum does not match the data.
    Checksum,
    /// The Zstandard dictionary, the first frame of a file, is missing or damaged.
    Dictionary,
    /// The Zstandard window is larger than 128 MiB.
    Window,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Header => "expected the header of a gzip member or Zstandard frame",
            Damage::Data => "the compressed data is damaged",
            Damage::Truncated => "the compressed data is incomplete",
            Damage::Checksum => "the checksum of the compressed data is wrong",
            Damage::Dictionary => "the Zstandard dictionary, the first frame of a file, is missing or damaged",
            Damage::Window => "the Zstandard window is larger than the limit of 128 MiB",
        })
    }
}

/// Returns the length of the gzip header at the start of the bytes.
pub(crate) fn gzip_header(bytes: &[u8]) -> Result<usize, Damage> {
    let &[0x1f, 0x8b, 8, flags, ..] = bytes else { return Err(Damage::Header) };
    if flags & 0b1110_0000 != 0 {
        return Err(Damage::Header);
    }
    let flag = |bit: u8| flags & (1 << bit) != 0;
    let mut length = 10;
    if flag(2) {
        let extra = bytes.get(length..length + 2).ok_or(Damage::Truncated)?;
        length += 2 + usize::from(u16::from_le_bytes([extra[0], extra[1]]));
    }
    for bit in [3, 4] {
        if flag(bit) {
            let text = bytes.get(length..).ok_or(Damage::Truncated)?;
            length += 1 + memchr::memchr(0, text).ok_or(Damage::Truncated)?;
        }
    }
    if flag(1) {
        length += 2;
    }
    if length <= bytes.len() { Ok(length) } else { Err(Damage::Truncated) }
}

/// Inflates data in chunks and computes the checksum of the result.
pub(crate) struct Inflater {
    inflate: Decompress,
    checksum: Crc,
}

impl Inflater {
    /// Creates an inflater for the zlib format or for raw deflate data.
    pub(crate) fn new(zlib: bool) -> Inflater {
        Inflater { inflate: Decompress::new(zlib), checksum: Crc::new() }
    }

    /// Restarts with raw deflate data.
    pub(crate) fn reset(&mut self) {
        self.inflate.reset(false);
        self.checksum.reset();
    }

    /// Inflates all or some of the input and appends the result to `out`. Returns the number of input bytes used, and whether the
    /// data ends with them. If the data is damaged, the data before the damage is still appended.
    pub(crate) fn inflate(&mut self, input: &[u8], out: &mut Vec<u8>) -> (usize, Result<bool, Damage>) {
        let (total_in, length) = (self.inflate.total_in(), out.len());
        out.reserve(CHUNK);
        let status = self.inflate.decompress_vec(input, out, FlushDecompress::None);
        let used = (self.inflate.total_in() - total_in) as usize;
        let produced = &out[length..];
        self.checksum.update(produced);
        let result = match status {
            Ok(Status::StreamEnd) => Ok(true),
            Ok(_) if used > 0 || !produced.is_empty() => Ok(false),
            Ok(_) if input.is_empty() => Err(Damage::Truncated),
            Ok(_) | Err(_) => Err(Damage::Data),
        };
        (used, result)
    }

    /// Compares the checksum and the length with the trailer of a gzip member.
    pub(crate) fn check(&self, trailer: &[u8]) -> Result<(), Damage> {
        let &[a, b, c, d, e, f, g, h] = trailer else { return Err(Damage::Truncated) };
        let fits = u32::from_le_bytes([a, b, c, d]) == self.checksum.sum()
            && u32::from_le_bytes([e, f, g, h]) == self.checksum.amount();
        if fits { Ok(()) } else { Err(Damage::Checksum) }
    }
}

impl fmt::Debug for Inflater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inflater").field("inflate", &self.inflate).finish_non_exhaustive()
    }
}
