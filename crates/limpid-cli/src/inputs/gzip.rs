//! Pages that are kept gzipped: `page.html.gz`, or what a server sent.

use flate2::read::MultiGzDecoder;
use std::io::{self, Read};

/// The number of bytes beyond which a page is not unpacked: a few kilobytes can be made to unpack to any number of them.
const LIMIT: u64 = 1 << 30;

/// Returns the bytes of a page, unpacked if they are gzipped, and whether they were.
pub(super) fn unpacked(bytes: Vec<u8>) -> io::Result<(Vec<u8>, bool)> {
    if !bytes.starts_with(&[0x1f, 0x8b, 8]) {
        return Ok((bytes, false));
    }
    let mut page = Vec::new();
    MultiGzDecoder::new(&bytes[..]).take(LIMIT + 1).read_to_end(&mut page)?;
    if page.len() as u64 > LIMIT {
        return Err(io::Error::other("it unpacks to more than a gibibyte"));
    }
    Ok((page, true))
}
