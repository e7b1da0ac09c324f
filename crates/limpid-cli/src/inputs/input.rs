//! A page that is not parsed yet, or a message instead of a page.

use super::compressed;
use super::kind::is_url;
use super::source::{Name, Origin, Source};
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(crate) enum Input {
    /// A file that is not read yet. The thread that processes the page reads the file.
    File(PathBuf),
    /// A page that was already read.
    Read(Source),
}

impl Input {
    pub(crate) fn bytes_read(&self) -> usize {
        match self {
            Input::File(_) => 0,
            Input::Read(source) => source.bytes.len(),
        }
    }

    pub(crate) fn read(self) -> Result<Source, Notice> {
        match self {
            Input::File(path) => match fs::read(&path).and_then(compressed::decompressed) {
                Ok((bytes, is_compressed)) => {
                    let origin = if is_compressed { Origin::Compressed } else { Origin::File };
                    Ok(Source { origin, ..Source::new(Name::of_file(&path), bytes) })
                }
                Err(error) => Err(Notice::unreadable(&path, &error)),
            },
            Input::Read(source) => Ok(source),
        }
    }
}

/// A message for the user instead of a page, one line.
#[derive(Debug)]
pub(crate) enum Notice {
    Unreadable(String),
    BadRecord(String),
    Summary(String),
}

impl Notice {
    /// Returns the message for a file that cannot be read, with the reason and what to do.
    pub(super) fn unreadable(file: &Path, error: &io::Error) -> Notice {
        let reason = match error.kind() {
            _ if is_url(file) && file.starts_with("file:") => "is a URL; pass the path of the file".to_owned(),
            _ if is_url(file) => {
                format!("is a URL, and limpid does not download pages; pipe the page: curl -sL {file:?} | limpid …")
            }
            ErrorKind::NotFound => "does not exist; check the path, or pass - for standard input".to_owned(),
            ErrorKind::IsADirectory => "is a folder; pass an HTML file".to_owned(),
            // Some systems report a different error when a folder is opened.
            _ if file.is_dir() => "is a folder; pass an HTML file".to_owned(),
            ErrorKind::Unsupported => format!("is not an HTML file; it is {error}"),
            ErrorKind::PermissionDenied => "cannot be read: permission denied".to_owned(),
            _ => format!("cannot be read ({error})"),
        };
        Notice::Unreadable(format!("<FILE>: {file:?} {reason}"))
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Unreadable(message) => write!(f, "error: {message}"),
            Notice::BadRecord(message) => write!(f, "warning: {message}"),
            Notice::Summary(message) => write!(f, "note: {message}"),
        }
    }
}
