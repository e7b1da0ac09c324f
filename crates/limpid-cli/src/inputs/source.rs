//! A page as it was found: its bytes, its name, and what is known of it.

use super::kind::is_standard_input;
use limpid::Encoding;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// The bytes of a page, and what the place where they were found says of them.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Name,
    pub(crate) bytes: Vec<u8>,
    /// The encoding that came with them, as in `Content-Type: text/html; charset=…`.
    pub(crate) transport_encoding: Option<&'static Encoding>,
    /// The record that they are from, in a web archive.
    pub(crate) record: Option<Record>,
    pub(crate) origin: Origin,
}

/// The kind of place that the bytes of a page are from, for those who write them back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A file that has exactly these bytes.
    File,
    /// A file that is packed, by gzip or Zstandard.
    Packed,
    /// Standard input, a pipe or a device.
    Stream,
    Archive,
}

/// The record of a web archive that a page is from.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    /// The offset in the file of the record, or of its gzip member, in bytes as in CDX indices.
    pub(crate) offset: u64,
    /// The status code of the HTTP response, if it is from one.
    pub(crate) status: Option<u16>,
    /// The reason why the page is not whole, if it is not.
    pub(crate) cut: Option<String>,
}

/// The name of a page: the file that it is in, and its URL.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Name {
    /// The file that it is in.
    pub(crate) path: PathBuf,
    /// The URL that it was fetched from, if that is known.
    pub(crate) url: Option<String>,
}

impl Name {
    /// Returns the name of a file, or of standard input, as arguments have it.
    pub(super) fn of_file(path: &Path) -> Name {
        Name { path: path.to_owned(), url: None }
    }

    /// The file as text, as far as its name is text; `-` for standard input.
    pub(crate) fn file(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Returns the name for output: one line, without control characters. Bytes that are not UTF-8 stay as they are, so that
    /// editors find the file, except on a terminal, where they are shown as `\xFF`.
    pub(crate) fn to_bytes(&self, is_for_terminal: bool) -> Vec<u8> {
        let path = if is_standard_input(&self.path) { Path::new("<stdin>") } else { &*self.path };
        let name = self.url.as_deref().map_or(path.as_os_str().as_encoded_bytes(), str::as_bytes);
        let mut bytes = Vec::new();
        for chunk in name.utf8_chunks() {
            bytes.extend_from_slice(chunk.valid().replace(char::is_control, "\u{fffd}").as_bytes());
            if is_for_terminal || cfg!(windows) {
                bytes.extend(chunk.invalid().iter().flat_map(|byte| format!("\\x{byte:02X}").into_bytes()));
            } else {
                bytes.extend_from_slice(chunk.invalid());
            }
        }
        bytes
    }
}

/// The name in messages: as on a terminal.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes(true)))
    }
}

impl Source {
    pub(crate) fn new(name: Name, bytes: Vec<u8>) -> Source {
        Source { name, bytes, transport_encoding: None, record: None, origin: Origin::Stream }
    }
}
