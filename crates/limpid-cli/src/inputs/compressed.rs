//! Decompresses pages: `page.html.gz`, `page.html.zst`, or the compressed response of a server.

use super::kind::other_kind;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use std::io::{self, Read};

/// The maximum length of a decompressed page in bytes. Protects against decompression bombs.
const LIMIT: u64 = 1 << 30;

/// The first bytes of gzip, with the only compression method in use.
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// Returns an error if the bytes are not a page but another kind of file.
fn reject_other_kinds(bytes: &[u8]) -> io::Result<()> {
    other_kind(bytes).map_or(Ok(()), |kind| Err(io::Error::new(io::ErrorKind::Unsupported, kind)))
}

fn damaged(coding: &str) -> io::Error {
    io::Error::other(format!("its {coding} data is damaged or incomplete"))
}

/// Decompresses a page if it is in gzip or Zstandard. Returns its bytes, and whether it was compressed.
pub(super) fn decompressed(bytes: Vec<u8>) -> io::Result<(Vec<u8>, bool)> {
    let mut page = Vec::new();
    if bytes.starts_with(&GZIP) {
        MultiGzDecoder::new(&bytes[..]).take(LIMIT + 1).read_to_end(&mut page).map_err(|_| damaged("gzip"))?;
    } else if is_zstandard(&bytes) {
        let mut frames = &bytes[..];
        while !frames.is_empty() && page.len() as u64 <= LIMIT {
            let left = LIMIT + 1 - page.len() as u64;
            match StreamingDecoder::new(&mut frames) {
                Ok(frame) => _ = frame.take(left).read_to_end(&mut page).map_err(|_| damaged("Zstandard"))?,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    frames = frames.get(length as usize..).ok_or_else(|| damaged("Zstandard"))?;
                }
                Err(_) => return Err(damaged("Zstandard")),
            }
        }
    } else {
        reject_other_kinds(&bytes)?;
        return Ok((bytes, false));
    }
    reject_other_kinds(&page)?;
    if page.len() as u64 > LIMIT {
        return Err(io::Error::other("it decompresses to more than 1 GiB"));
    }
    Ok((page, true))
}

/// Whether the bytes start with a Zstandard frame, or with a
/// [skippable frame](https://www.rfc-editor.org/rfc/rfc8878.html#name-skippable-frames), which `pzstd` writes.
fn is_zstandard(bytes: &[u8]) -> bool {
    matches!(bytes, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}
