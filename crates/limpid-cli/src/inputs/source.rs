use super::NoPage;
use limpid::Encoding;
use serde::Serialize;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// The bytes of a page, and what is known of them from where they were found.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Name,
    pub(crate) bytes: Vec<u8>,
    /// The encoding that came with them, as in `Content-Type: text/html; charset=…`.
    pub(crate) transport_encoding: Option<&'static Encoding>,
    /// The record that they are from, in a web archive.
    pub(crate) record: Option<Record>,
}

/// What a web archive says of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    /// The place in the file of the record, or of the gzip member that it is in: in bytes, as CDX indices have it.
    pub(crate) offset: u64,
    /// The status code of the HTTP response, if it is from one.
    pub(crate) status: Option<u16>,
    /// What is missing of the page, if it is not whole.
    pub(crate) cut: Option<String>,
}

/// What to call a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Name {
    /// The file that it is in, without control characters.
    pub(crate) file: String,
    /// Where it is from, if that is known.
    pub(crate) url: Option<String>,
}

impl Name {
    pub(super) fn of_file(path: &Path) -> Name {
        Name { file: path.to_string_lossy().replace(char::is_control, "\u{fffd}"), url: None }
    }

    pub(crate) fn standard_input() -> Name {
        Name { file: "<stdin>".to_owned(), url: None }
    }

    /// The name in messages.
    pub(crate) fn as_str(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.file)
    }
}

impl Source {
    pub(crate) fn new(name: Name, bytes: Vec<u8>) -> Source {
        Source { name, bytes, transport_encoding: None, record: None }
    }

    pub(super) fn read(path: &Path) -> Result<Source, NoPage> {
        match fs::read(path) {
            Ok(bytes) => Ok(Source::new(Name::of_file(path), bytes)),
            Err(error) => Err(NoPage::Unreadable(reason(path, &error))),
        }
    }
}

/// Why a file cannot be read and what to do.
pub(super) fn reason(file: &Path, error: &io::Error) -> String {
    let reason = match error.kind() {
        ErrorKind::NotFound => "does not exist; check the path, or give - for standard input".to_owned(),
        ErrorKind::IsADirectory => "is a directory; give an HTML file".to_owned(),
        // What systems that cannot even open a directory say.
        _ if file.is_dir() => "is a directory; give an HTML file".to_owned(),
        ErrorKind::PermissionDenied => "may not be read; get permission, or give another file".to_owned(),
        _ => format!("cannot be read ({error}); give another file"),
    };
    format!("<FILE>: {file:?} {reason}")
}
