use super::NoPage;
use limpid::Encoding;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

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
    /// The file that it is in.
    pub(crate) path: PathBuf,
    /// Where it is from, if that is known.
    pub(crate) url: Option<String>,
}

impl Name {
    pub(super) fn of_file(path: &Path) -> Name {
        Name { path: path.to_owned(), url: None }
    }

    pub(crate) fn standard_input() -> Name {
        Name { path: PathBuf::from("<stdin>"), url: None }
    }

    /// The file as text, as far as its name is text.
    pub(crate) fn file(&self) -> Cow<'_, str> {
        self.path.to_string_lossy()
    }
}

/// The name in messages and headers: one line, without control characters.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.url.as_deref().map_or_else(|| self.file(), Cow::from);
        f.write_str(&name.replace(char::is_control, "\u{fffd}"))
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
