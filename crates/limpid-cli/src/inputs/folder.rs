use super::{Input, Unreadable};
use std::path::Path;
use walkdir::{DirEntry, WalkDir};

/// The pages in a folder and in all folders in it, by name. Links to files are followed, links to folders are not: they may
/// lead in circles.
pub(super) struct Folder<'a> {
    entries: walkdir::IntoIter,
    extensions: &'a [String],
}

impl<'a> Folder<'a> {
    pub(super) fn new(folder: &Path, extensions: &'a [String]) -> Folder<'a> {
        Folder { entries: WalkDir::new(folder).sort_by_file_name().into_iter(), extensions }
    }

    fn is_page(&self, entry: &DirEntry) -> bool {
        let extension = entry.path().extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| self.extensions.contains(&extension.to_lowercase()))
            && (entry.file_type().is_file() || entry.path_is_symlink() && entry.path().is_file())
    }
}

impl Iterator for Folder<'_> {
    type Item = Result<Input, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.entries.next()? {
                Ok(entry) if self.is_page(&entry) => return Some(Ok(Input::File(entry.into_path()))),
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(Path::new("")).to_owned();
                    let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    return Some(Err(Unreadable(format!("<FILE>: {path:?} cannot be read ({reason})"))));
                }
            }
        }
    }
}
