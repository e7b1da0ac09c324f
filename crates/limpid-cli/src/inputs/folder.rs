use super::input::NoPage;
use super::kind::has_extension;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The pages in a folder and in the folders in it, sorted by name. Links to files are followed; links to folders are not, as
/// they may lead in circles.
pub(super) struct Folder<'a> {
    entries: walkdir::IntoIter,
    extensions: &'a [String],
}

impl<'a> Folder<'a> {
    pub(super) fn new(folder: &Path, extensions: &'a [String]) -> Folder<'a> {
        Folder { entries: WalkDir::new(folder).sort_by_file_name().into_iter(), extensions }
    }

    fn is_page(&self, entry: &DirEntry) -> bool {
        has_extension(entry.path(), self.extensions)
            && (entry.file_type().is_file() || entry.path_is_symlink() && entry.path().is_file())
    }
}

impl Iterator for Folder<'_> {
    type Item = Result<PathBuf, NoPage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.entries.next()? {
                Ok(entry) if self.is_page(&entry) => return Some(Ok(entry.into_path())),
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(Path::new("")).to_owned();
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    return Some(Err(NoPage::Unreadable(format!("<FILE>: {path:?} cannot be read ({reason})"))));
                }
            }
        }
    }
}
