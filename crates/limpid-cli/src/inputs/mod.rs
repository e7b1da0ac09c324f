//! From what is written on the command line to pages, one after another, in a stable order.
//!
//! An argument comes to a stream of [`Input`]s: one for a file, many for a folder or a pattern. What takes reading to be
//! found, as standard input does, comes as [`Input::Read`].

mod folder;
mod pattern;
mod source;

use crate::failure::Failure;
use folder::Folder;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub(crate) use source::{Name, Source};

/// What files in folders are pages.
const EXTENSIONS: [&str; 5] = ["html", "htm", "xhtml", "xht", "shtml"];

/// A page, not parsed yet.
#[derive(Debug)]
pub(crate) enum Input {
    /// Still to be read, by whoever works on it.
    File(PathBuf),
    /// Read already.
    Read(Source),
}

impl Input {
    pub(crate) fn read(self) -> Result<Source, Unreadable> {
        match self {
            Input::File(path) => Source::read(&path),
            Input::Read(source) => Ok(source),
        }
    }
}

/// What could not be read: a message for the user, in one line.
#[derive(Debug)]
pub(crate) struct Unreadable(pub(crate) String);

pub(crate) type InputStream<'a> = Box<dyn Iterator<Item = Result<Input, Unreadable>> + Send + 'a>;

/// The arguments that name pages.
#[derive(Debug)]
pub(crate) struct Inputs {
    arguments: Vec<PathBuf>,
    extensions: Vec<String>,
}

impl Inputs {
    pub(crate) fn new(arguments: &[PathBuf], extensions: &[String]) -> Result<Inputs, Failure> {
        if arguments.iter().filter(|argument| is_standard_input(argument)).count() > 1 {
            return Err(Failure::Argument("<FILE>: - is given twice; standard input can be read once".to_owned()));
        }
        let extensions = match extensions {
            [] => EXTENSIONS.map(str::to_owned).to_vec(),
            given => given.iter().map(|extension| extension.trim_start_matches('.').to_lowercase()).collect(),
        };
        Ok(Inputs { arguments: arguments.to_vec(), extensions })
    }

    /// Whether there may be several pages. It depends on the arguments alone, so that what is printed has the same form
    /// however many pages there are in a folder.
    pub(crate) fn are_many(&self) -> bool {
        match &self.arguments[..] {
            [argument] => !is_standard_input(argument) && (argument.is_dir() || pattern::is_pattern(argument)),
            _ => true,
        }
    }

    /// All pages, found as they are asked for.
    pub(crate) fn stream(&self) -> InputStream<'_> {
        Box::new(self.arguments.iter().flat_map(|argument| self.expand(argument)))
    }

    /// Tells of pages how many more there are, without reading them, until it is told to stop.
    pub(crate) fn count(&self, mut found: impl FnMut(u64) -> bool) {
        for argument in &self.arguments {
            let goes_on = if is_standard_input(argument) { found(1) } else { self.expand(argument).all(|_| found(1)) };
            if !goes_on {
                return;
            }
        }
    }

    fn expand<'a>(&'a self, argument: &'a Path) -> InputStream<'a> {
        if is_standard_input(argument) {
            return Box::new(std::iter::once_with(read_standard_input));
        }
        if !pattern::is_pattern(argument) {
            return self.file_or_folder(argument.to_owned());
        }
        let found = pattern::paths(argument).flat_map(|path| match path {
            Ok(path) => self.file_or_folder(path),
            Err(unreadable) => Box::new(std::iter::once(Err(unreadable))),
        });
        let message = format!("<FILE>: no file matches {argument:?}; check the pattern");
        Box::new(OrUnreadable { inner: Box::new(found), if_empty: Some(message) })
    }

    fn file_or_folder(&self, path: PathBuf) -> InputStream<'_> {
        if !path.is_dir() {
            return Box::new(std::iter::once(Ok(Input::File(path))));
        }
        let message = format!(
            "<FILE>: {path:?} is a directory without pages, files that end in {}; name others with --extension",
            self.extensions.join(", ")
        );
        let found = Folder::new(&path, &self.extensions);
        Box::new(OrUnreadable { inner: Box::new(found), if_empty: Some(message) })
    }
}

/// A stream that says so if there is nothing in it.
struct OrUnreadable<'a> {
    inner: InputStream<'a>,
    if_empty: Option<String>,
}

impl Iterator for OrUnreadable<'_> {
    type Item = Result<Input, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.inner.next();
        let message = self.if_empty.take();
        match next {
            Some(item) => Some(item),
            None => message.map(|message| Err(Unreadable(message))),
        }
    }
}

pub(crate) fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn read_standard_input() -> Result<Input, Unreadable> {
    let mut bytes = Vec::new();
    match io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => Ok(Input::Read(Source::new(Name::standard_input(), bytes))),
        Err(error) => Err(Unreadable(source::reason(Path::new("-"), &error))),
    }
}

/// Reads exactly one page: no folder, no pattern.
pub(crate) fn read_one(argument: &Path) -> Result<Source, Failure> {
    let read = if is_standard_input(argument) { read_standard_input() } else { Ok(Input::File(argument.to_owned())) };
    read.and_then(Input::read).map_err(|Unreadable(message)| Failure::Argument(message))
}
