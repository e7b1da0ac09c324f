//! The kind of a file, determined from its name, its metadata or its first bytes.

use std::path::Path;

pub(crate) const PAGE_EXTENSIONS: [&str; 5] = ["html", "htm", "xhtml", "xht", "shtml"];
pub(crate) const ARCHIVE_EXTENSIONS: [&str; 3] = ["warc", "warc.gz", "warc.zst"];

pub(super) fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

pub(super) fn is_url(argument: &Path) -> bool {
    let scheme = argument.to_str().and_then(|text| text.split_once("://")).map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        && argument.symlink_metadata().is_err()
}

/// Whether a path is standard input, a pipe or a device, whose bytes can be read only once.
pub(super) fn is_read_once(path: &Path) -> bool {
    is_standard_input(path) || path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Whether a file has the extension of gzip or Zstandard.
pub(super) fn is_compressed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("gz") || extension.eq_ignore_ascii_case("zst"))
}

/// The first bytes of files that are not pages, and the description of each kind in messages.
const OTHER_KINDS: [(&[u8], &str); 13] = [
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "a ZIP archive"),
    (b"filedesc://", "an ARC archive; only WARC archives can be read"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"BZh", "compressed with bzip2; decompress it first"),
    (b"\xfd7zXZ\0", "compressed with xz; decompress it first"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "a database"),
];

/// Returns the description of a file that is not a page, based on its first bytes. Returns `None` if it may be a page.
pub(super) fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    OTHER_KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

/// Whether a file has one of these extensions, optionally followed by `.gz` or `.zst`. An extension may contain a dot.
pub(super) fn has_extension(path: &Path, extensions: &[impl AsRef<str>]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let names = [Some(&*name), name.strip_suffix(".gz"), name.strip_suffix(".zst")];
    extensions.iter().any(|extension| {
        names.iter().flatten().any(|name| {
            let stem = name.strip_suffix(extension.as_ref()).and_then(|stem| stem.strip_suffix('.'));
            stem.is_some_and(|stem| !stem.is_empty())
        })
    })
}
