//! The bytes of a page, with its name and origin.

use super::kind::is_standard_input;
use limpid::Encoding;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Name,
    pub(crate) bytes: Vec<u8>,
    /// The encoding from the transport layer, such as `Content-Type: text/html; charset=…`.
    pub(crate) transport_encoding: Option<&'static Encoding>,
    pub(crate) record: Option<Record>,
    pub(crate) origin: Origin,
}

/// Where a page comes from, which decides whether it can be changed in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    File,
    /// A file compressed with gzip or Zstandard.
    Compressed,
    /// Standard input, a pipe or a device.
    Stream,
    Archive,
}

/// The record of a web archive that contains a page.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    /// The byte offset of the record or of its gzip member in the file, as in CDX indices.
    pub(crate) offset: u64,
    /// The status code of the HTTP response, if there is one.
    pub(crate) status: Option<u16>,
    /// Why the page is truncated, if it is.
    pub(crate) truncated: Option<String>,
}

/// The name of a page: its file, and its URL if it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Name {
    pub(crate) path: PathBuf,
    /// The URL that the page was fetched from.
    pub(crate) url: Option<String>,
}

impl Name {
    pub(super) fn of_file(path: &Path) -> Name {
        Name { path: path.to_owned(), url: None }
    }

    /// Returns the path as text, with bytes that are not UTF-8 replaced; `-` for standard input.
    pub(crate) fn file(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }

    /// Returns the name for output: one line, without control characters. Bytes that are not UTF-8 stay unchanged, so that editors
    /// find the file; on a terminal they are shown as `\xFF`.
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

/// Writes the name for messages, as on a terminal.
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
