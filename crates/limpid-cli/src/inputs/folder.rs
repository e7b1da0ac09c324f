use super::input::Notice;
use super::kind::{has_extension, is_compressed};
use ignore::{DirEntry, Error, Walk, WalkBuilder};
use std::path::{Path, PathBuf};

/// Which files of a folder are pages.
#[derive(Clone, Debug)]
pub(crate) struct FolderRules {
    pub(crate) extensions: Vec<String>,
    /// Whether to include hidden files and folders, except the folders of version control systems.
    pub(crate) includes_hidden: bool,
    /// Whether to include files that `.gitignore` and `.ignore` files list.
    pub(crate) includes_ignored: bool,
    /// Whether the command only reads the files. If so, links to files are followed, and compressed files are included. Links to folders are
    /// never followed, because they may form a cycle.
    pub(crate) is_read_only: bool,
}

/// The pages in a folder and its subfolders, sorted by name.
pub(super) struct Folder<'a> {
    entries: Walk,
    rules: &'a FolderRules,
}

impl<'a> Folder<'a> {
    pub(super) fn new(folder: &Path, rules: &'a FolderRules) -> Folder<'a> {
        // Outside of a repository, the ignore files of parent folders do not apply.
        let is_in_repository =
            folder.canonicalize().is_ok_and(|folder| folder.ancestors().any(|ancestor| ancestor.join(".git").exists()));
        let entries = WalkBuilder::new(folder)
            .standard_filters(false)
            .hidden(!rules.includes_hidden)
            .ignore(!rules.includes_ignored)
            .git_ignore(!rules.includes_ignored)
            .parents(!rules.includes_ignored && is_in_repository)
            .require_git(is_in_repository)
            .sort_by_file_name(Ord::cmp)
            .filter_entry(|entry| entry.depth() == 0 || !is_version_control_data(entry))
            .build();
        Folder { entries, rules }
    }

    /// Whether a folder contains pages if hidden, ignored, compressed and linked files are included.
    pub(super) fn has_excluded_pages(folder: &Path, rules: &FolderRules) -> bool {
        let all = FolderRules { includes_hidden: true, includes_ignored: true, is_read_only: true, ..rules.clone() };
        Folder::new(folder, &all).any(|page| page.is_ok())
    }

    fn is_page(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        let is_read_only = self.rules.is_read_only;
        has_extension(path, &self.rules.extensions)
            && (is_read_only || !is_compressed(path))
            && (entry.file_type().is_some_and(|kind| kind.is_file())
                || is_read_only && entry.path_is_symlink() && path.is_file())
    }
}

impl Iterator for Folder<'_> {
    type Item = Result<PathBuf, Notice>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.entries.next()? {
                Ok(entry) if self.is_page(&entry) => return Some(Ok(entry.into_path())),
                Ok(_) => {}
                Err(error) => {
                    // Malformed lines of ignore files have no effect, as in Git.
                    let Some(reason) = error.io_error() else { continue };
                    let path = path(&error);
                    return Some(Err(Notice::Unreadable(format!("<FILE>: {path:?} cannot be read ({reason})"))));
                }
            }
        }
    }
}

/// Whether an entry is the data folder of a version control system, which must never be read or changed.
fn is_version_control_data(entry: &DirEntry) -> bool {
    [".git", ".hg", ".jj", ".svn"].iter().any(|name| entry.file_name() == *name)
}

fn path(mut error: &Error) -> &Path {
    loop {
        error = match error {
            Error::WithPath { path, .. } => return path,
            Error::WithDepth { err, .. } | Error::WithLineNumber { err, .. } => err,
            Error::Partial(errors) if !errors.is_empty() => &errors[0],
            _ => return Path::new(""),
        };
    }
}
