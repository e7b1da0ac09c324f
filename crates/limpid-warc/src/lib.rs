//! Reads web archives in the WARC format.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bad_record;
mod coding;
mod fields;
mod http;
mod inflate;
mod input;
mod members;
mod pages;
#[cfg(feature = "threads")]
mod parallel;
mod payload;
mod record_start;
mod records;
mod sniff;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
mod text;
mod zstandard;

pub use bad_record::{BadRecord, Reason};
pub use fields::Fields;
pub use http::HttpPayload;
pub use inflate::Damage;
pub use pages::{Counts, Pages};
#[cfg(feature = "threads")]
pub use parallel::ParallelPages;
pub use payload::{Payload, Truncation};
pub use records::{Record, Records};
pub use text::Place;

use std::path::Path;

/// Returns whether a file name ends with `.warc`, `.warc.gz` or `.warc.zst`, in any case.
///
/// ```
/// assert!(limpid_warc::is_warc_name("crawls/CC-MAIN-01.warc.gz".as_ref()));
/// assert!(!limpid_warc::is_warc_name("index.html.gz".as_ref()));
/// ```
pub fn is_warc_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    [".warc", ".warc.gz", ".warc.zst"].iter().any(|suffix| name.ends_with(suffix))
}

/// Returns whether the first bytes of a file are those of a WARC file, compressed or not.
///
/// A few hundred bytes are enough. A Zstandard frame may need more, because its first block has to be complete.
///
/// ```
/// assert!(limpid_warc::is_warc(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
/// assert!(!limpid_warc::is_warc(b"<!DOCTYPE html>"));
/// ```
pub fn is_warc(bytes: &[u8]) -> bool {
    if record_start::starts_with_version(bytes) {
        return true;
    }
    let mut text = Vec::new();
    let frames = zstandard::trim_skippable(bytes);
    if let Ok(header) = inflate::gzip_header(bytes) {
        let _ = inflate::Inflater::new(false).inflate(&bytes[header..], &mut text);
    } else if frames.starts_with(&zstandard::MAGIC) {
        let (mut unpacker, mut source) = (zstandard::Unpacker::new(), frames);
        let _ = unpacker.start_frame(&mut source).and_then(|()| unpacker.decode_block(&mut source, &mut text));
    }
    // Only WARC files contain their Zstandard dictionary.
    record_start::starts_with_version(&text) || bytes.starts_with(&zstandard::DICTIONARY_MAGIC)
}
