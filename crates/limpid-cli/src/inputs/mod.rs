//! Turns the file arguments into a stream of pages in a stable order.
//!
//! An argument expands to paths: one for a file, many for a folder or a pattern. A path expands to [`Input`]s: one for a page, many
//! for a web archive. A page that can be read only once, such as standard input, becomes an [`Input::Read`].

mod archive;
mod compressed;
mod folder;
mod input;
mod kind;
mod pattern;
mod peeked;
mod seen;
mod source;

use crate::failure::{Failure, PASS_A_FILE};
use crate::progress::Progress;
use folder::Folder;
use kind::{has_extension, is_read_once, is_standard_input};
use peeked::Peeked;
use seen::SeenFiles;
use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub(crate) use folder::FolderRules;
pub(crate) use input::{Input, Notice};
pub(crate) use kind::{ARCHIVE_EXTENSIONS, PAGE_EXTENSIONS};
pub(crate) use source::{Name, Origin, Source};

pub(crate) type InputStream<'a> = Box<dyn Iterator<Item = Result<Input, Notice>> + Send + 'a>;
type PathStream<'a> = Box<dyn Iterator<Item = Result<PathBuf, Notice>> + Send + 'a>;

#[derive(Debug)]
pub(crate) struct Inputs {
    arguments: Vec<PathBuf>,
    rules: FolderRules,
    has_several_pages: bool,
    is_deduplicated: bool,
    /// The only argument, if it had to be opened to determine its kind and cannot be opened again.
    opened: Mutex<Option<Result<Peeked, Notice>>>,
}

impl Inputs {
    pub(crate) fn new(arguments: &[PathBuf], rules: FolderRules) -> Result<Inputs, Failure> {
        let arguments = match arguments {
            [] => vec![standard_input()?],
            given => given.to_vec(),
        };
        if arguments.iter().filter(|argument| is_standard_input(argument)).count() > 1 {
            return Err(Failure::Argument("<FILE>: - is given twice; standard input can be read only once".to_owned()));
        }
        let mut opened = None;
        let has_several_pages = match &arguments[..] {
            [argument] if is_read_once(argument) => {
                let peeked = opened.insert(Peeked::open(argument));
                peeked.as_ref().is_ok_and(Peeked::is_archive)
            }
            [argument] => argument.is_dir() || pattern::is_pattern(argument) || is_archive(argument),
            _ => true,
        };
        Ok(Inputs { arguments, rules, has_several_pages, is_deduplicated: false, opened: Mutex::new(opened) })
    }

    /// Sets whether a file that is named several times is returned only once, under the first name.
    pub(crate) fn deduplicate(self, is_deduplicated: bool) -> Inputs {
        Inputs { is_deduplicated, ..self }
    }

    /// Whether there may be several pages. This depends only on the arguments' kinds, so that the form of the output does not depend on
    /// the number of pages in a folder or an archive.
    pub(crate) fn has_several_pages(&self) -> bool {
        self.has_several_pages
    }

    pub(crate) fn have_stream(&self) -> bool {
        self.arguments.iter().any(|argument| is_read_once(argument))
    }

    pub(crate) fn is_archive(&self, path: &Path) -> bool {
        // A stream cannot be opened a second time to look at its first bytes.
        !is_read_once(path) && is_archive(path)
    }

    /// Returns all files, each with its path relative to the folder argument or to the fixed part of the pattern.
    pub(crate) fn named_paths(&self) -> impl Iterator<Item = (PathBuf, PathBuf)> {
        self.all_paths().filter_map(|(argument, path)| {
            let path = path.ok()?;
            let folder = if pattern::is_pattern(argument) { pattern::folder(argument) } else { argument.to_owned() };
            let is_plain = |below: &&Path| below.components().all(|part| matches!(part, Component::Normal(_)));
            let below = path.strip_prefix(&folder).ok().filter(is_plain).filter(|below| *below != Path::new(""));
            let name = below.map_or_else(|| path.file_name().unwrap_or_default().into(), Path::to_owned);
            // Compressed pages are written decompressed.
            let name = if kind::is_compressed(&name) { name.with_extension("") } else { name };
            Some((path, name))
        })
    }

    /// Returns an iterator that finds all pages lazily. It reads archives and standard input, and adds their bytes to the progress; the caller
    /// reads the other files. Large archives are decompressed by up to `threads` threads.
    pub(crate) fn stream<'a>(&'a self, progress: &'a Progress, threads: NonZeroUsize) -> InputStream<'a> {
        Box::new(self.all_paths().flat_map(move |(_, path)| match path {
            Ok(path) => self.open(path, progress, threads),
            Err(notice) => Box::new(iter::once(Err(notice))),
        }))
    }

    /// Calls `add_file` with the length of each file and whether it is an archive, until it returns false.
    pub(crate) fn count(&self, mut add_file: impl FnMut(u64, bool) -> bool) {
        let paths = self.all_paths().filter_map(|(_, path)| path.ok());
        for path in paths.filter(|path| !is_read_once(path)) {
            if !add_file(path.metadata().map_or(0, |metadata| metadata.len()), is_archive(&path)) {
                return;
            }
        }
    }

    /// Returns all paths, each with its argument.
    fn all_paths(&self) -> impl Iterator<Item = (&Path, Result<PathBuf, Notice>)> + Send {
        let mut seen = SeenFiles::default();
        let paths = self.arguments.iter().flat_map(|argument| self.paths(argument).map(|path| (&**argument, path)));
        paths.filter(move |(_, path)| match path {
            Ok(path) if self.is_deduplicated && !is_standard_input(path) => seen.insert(path),
            _ => true,
        })
    }

    fn paths<'a>(&'a self, argument: &'a Path) -> PathStream<'a> {
        if is_standard_input(argument) || !pattern::is_pattern(argument) {
            return self.file_or_folder(argument.to_owned());
        }
        let found = pattern::paths(argument).flat_map(|path| match path {
            Ok(path) => self.file_or_folder(path),
            Err(notice) => Box::new(iter::once(Err(notice))),
        });
        // `**/*` matches both a folder and the files in it.
        let mut seen = HashSet::new();
        let found = found.filter(move |path| path.as_ref().map_or(true, |path| seen.insert(path.clone())));
        or_unreadable(found, format!("<FILE>: no file matches {argument:?}; check the pattern"))
    }

    fn file_or_folder(&self, path: PathBuf) -> PathStream<'_> {
        if is_standard_input(&path) || !path.is_dir() {
            return Box::new(iter::once(Ok(path)));
        }
        let mut pages = Folder::new(&path, &self.rules).peekable();
        if pages.peek().is_some() {
            return Box::new(pages);
        }
        let FolderRules { extensions, is_read_only, .. } = &self.rules;
        let message = if !Folder::has_excluded_pages(&path, &self.rules) {
            let extensions = extensions.join(", ");
            format!("is a folder without pages (files that end in {extensions}); use --extension to read others")
        } else if *is_read_only {
            "contains only hidden pages; use --hidden, or pass the files themselves".to_owned()
        } else {
            "contains only pages that are hidden, ignored, compressed or links; use --hidden or --no-ignore, or pass the files themselves"
                .to_owned()
        };
        Box::new(iter::once(Err(Notice::Unreadable(format!("<FILE>: {path:?} {message}")))))
    }

    fn open(&self, path: PathBuf, progress: &Progress, threads: NonZeroUsize) -> InputStream<'static> {
        let is_read_once = is_read_once(&path);
        if !is_read_once && !is_archive(&path) {
            return Box::new(iter::once(Ok(Input::File(path))));
        }
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner).take();
        let progress = if is_read_once { progress.of_unknown_length() } else { progress.clone() };
        match opened.unwrap_or_else(|| Peeked::open(&path)) {
            Ok(peeked) if peeked.is_archive() => {
                let threads = if is_read_once { NonZeroUsize::MIN } else { threads };
                Box::new(archive::open(peeked, progress, threads))
            }
            Ok(peeked) => Box::new(iter::once_with(|| peeked.read(progress).map(Input::Read))),
            Err(notice) => Box::new(iter::once(Err(notice))),
        }
    }
}

/// Returns the paths, or one message if there are no paths.
fn or_unreadable<'a>(
    found: impl Iterator<Item = Result<PathBuf, Notice>> + Send + 'a,
    message: String,
) -> PathStream<'a> {
    let mut found = found.peekable();
    match found.peek() {
        Some(_) => Box::new(found),
        None => Box::new(iter::once(Err(Notice::Unreadable(message)))),
    }
}

/// Whether a file is a web archive. This depends on its name, and on its first bytes if it does not have the extension of a page.
fn is_archive(path: &Path) -> bool {
    limpid_warc::is_warc_name(path)
        || !has_extension(path, &PAGE_EXTENSIONS) && Peeked::open(path).is_ok_and(|peeked| peeked.is_archive())
}

/// Returns the argument for standard input, for a command line without files. Fails if standard input is a terminal, which would wait
/// for the user to type.
pub(crate) fn standard_input() -> Result<PathBuf, Failure> {
    if io::stdin().is_terminal() {
        return Err(Failure::Argument(format!("<FILE> is missing; {PASS_A_FILE}")));
    }
    Ok(PathBuf::from("-"))
}

/// Reads exactly one page. Fails for a folder, a pattern or an archive.
pub(crate) fn read_one(argument: &Path) -> Result<Source, Failure> {
    let fail = |notice| match notice {
        Notice::Unreadable(message) | Notice::BadRecord(message) | Notice::Summary(message) => {
            Failure::Argument(message)
        }
    };
    let peeked = Peeked::open(argument).map_err(fail)?;
    if peeked.is_archive() {
        return Err(Failure::Argument(format!("<FILE>: {argument:?} is a web archive; pass an HTML file")));
    }
    peeked.read(Progress::none()).map_err(fail)
}
