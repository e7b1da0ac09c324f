//! Web archives: the pages of HTML in a WARC file, by the
//! [WARC format](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/), from 0.17 to 1.1.
//!
//! ```text
//! file ─▶ input ─▶ gzip (inflate) ─▶ text ─▶ records (record) ─▶ page (http, coding) ─▶ WarcPage
//! ```
//!
//! * **Damage costs the records that it is in, and no others.** A gzip member that starts with a record is a boundary that no
//!   record goes beyond; elsewhere the length of a block is believed if a record could end there.
//! * **Memory holds one record.** Blocks and pages have a limit; neither a length nor compressed data is believed to be as large
//!   as it says.
//! * **Time is linear.** [`input`] and [`text`] keep what was read, so that going back costs no reading, and how far one goes back
//!   in compressed data is paid for with new bytes.
//!
//! The `warc` crate reads well-formed files. It bounds neither heads nor blocks, does not see where gzip members start, and has no
//! way on behind a record that is not as it should be. Crawls are terabytes written by years of software, so this matters more
//! than the format, which is small.

mod bad_record;
mod coding;
mod fields;
mod gzip;
mod http;
mod inflate;
mod input;
mod page;
mod record;
mod records;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use bad_record::{BadRecord, Reason};
pub(crate) use page::WarcPage;
pub(crate) use records::{Counts, Records};

use std::path::Path;

/// Whether a file is a WARC file by its name.
pub(crate) fn is_named(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    [".warc", ".warc.gz", ".warc.zst"].iter().any(|suffix| name.ends_with(suffix))
}

/// Whether a file is a WARC file by its first bytes, a few hundred of them.
pub(crate) fn is_in(bytes: &[u8]) -> bool {
    if record::is_version_start(bytes) {
        return true;
    }
    let Ok(header) = inflate::gzip_header(bytes) else { return false };
    let mut text = Vec::new();
    let _ = inflate::Inflater::new(false).inflate(&bytes[header..], &mut text);
    record::is_version_start(&text)
}
