//! Patterns of paths, where no shell has expanded them: in quotes, or on Windows.

use super::input::NoPage;
use super::kind::is_url;
use glob::{MatchOptions, Pattern};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: !cfg!(windows), require_literal_separator: true, require_literal_leading_dot: true };

/// Whether an argument is a pattern: it has the form of one, and there is no file of that name.
pub(super) fn is_pattern(argument: &Path) -> bool {
    argument.to_str().is_some_and(|text| text.contains(['*', '?', '[']) && Pattern::new(text).is_ok())
        && argument.symlink_metadata().is_err()
        && !is_url(argument)
}

/// Returns the paths that match a pattern, those in a folder sorted by name. Names that are not UTF-8 match, too, which the crate `glob` leaves out
/// of its paths.
pub(super) fn paths(pattern: &Path) -> impl Iterator<Item = Result<PathBuf, NoPage>> + Send + use<> {
    let mut parts: Vec<Part> = pattern.components().map(Part::of).collect();
    parts.dedup_by(|part, before| matches!((part, before), (Part::Folders, Part::Folders)));
    // A folder stands for all that is in it.
    parts.pop_if(|last| matches!(last, Part::Folders));
    let has_several_ways = parts.iter().filter(|part| matches!(part, Part::Folders)).count() > 1;
    Paths { parts, pending: vec![(PathBuf::new(), 0)], seen: has_several_ways.then(HashSet::new) }
}

/// Returns the folder that all paths of a pattern are in, as far as the pattern says.
pub(super) fn folder(pattern: &Path) -> PathBuf {
    let is_name = |part: &Component<'_>| matches!(Part::of(*part), Part::Name(_));
    pattern.components().take_while(is_name).collect()
}

/// A part of a pattern, between two separators.
enum Part {
    /// A name, or another part of a path.
    Name(OsString),
    /// Names of a form.
    Names(Pattern),
    /// `**`: any number of folders, one in the other.
    Folders,
}

impl Part {
    fn of(component: Component<'_>) -> Part {
        let name = component.as_os_str();
        match name.to_str() {
            Some("**") => Part::Folders,
            Some(text) if text.contains(['*', '?', '[']) => {
                Pattern::new(text).map_or_else(|_| Part::Name(name.to_owned()), Part::Names)
            }
            _ => Part::Name(name.to_owned()),
        }
    }
}

struct Paths {
    parts: Vec<Part>,
    /// Paths, with the count of parts that they match; the next one last.
    pending: Vec<(PathBuf, usize)>,
    /// Those that were pending, if several ways may lead to one: `**/x/**` has two to `x/x/x`.
    seen: Option<HashSet<(PathBuf, usize)>>,
}

impl Paths {
    /// Adds the paths in a folder that match the next part of the pattern.
    fn add(&mut self, folder: &Path, matched: usize) -> io::Result<()> {
        let is_last = matched + 1 == self.parts.len();
        match &self.parts[matched] {
            Part::Name(name) => {
                let path = folder.join(name);
                // A folder that is not there has nothing in it.
                if !is_last || path.symlink_metadata().is_ok() {
                    self.pending.push((path, matched + 1));
                }
            }
            Part::Names(pattern) => {
                let mut found = entries(folder)?;
                found.retain(|(name, path)| {
                    pattern.matches_with(&name.to_string_lossy(), OPTIONS) && (is_last || path.is_dir())
                });
                self.pending.extend(found.into_iter().rev().map(|(_, path)| (path, matched + 1)));
            }
            Part::Folders => {
                let mut found = entries(folder)?;
                // Links may lead in circles.
                let is_folder = |path: &Path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
                found.retain(|(name, path)| !name.to_string_lossy().starts_with('.') && is_folder(path));
                self.pending.extend(found.into_iter().rev().map(|(_, path)| (path, matched)));
                self.pending.push((folder.to_owned(), matched + 1));
            }
        }
        Ok(())
    }
}

/// Returns the names and paths of what is in a folder, sorted by name; nothing if it is not there, or no folder.
fn entries(folder: &Path) -> io::Result<Vec<(OsString, PathBuf)>> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_none = |error: &io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    let entries = match fs::read_dir(listed) {
        Err(error) if is_none(&error) => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        found.push((name.clone(), folder.join(name)));
    }
    found.sort_unstable();
    Ok(found)
}

impl Iterator for Paths {
    type Item = Result<PathBuf, NoPage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (path, matched) = self.pending.pop()?;
            if self.seen.as_mut().is_some_and(|seen| !seen.insert((path.clone(), matched))) {
                continue;
            }
            if matched == self.parts.len() {
                // A pattern that starts with `**` and is nothing else means the folder where it is.
                return Some(Ok(if path.as_os_str().is_empty() { PathBuf::from(".") } else { path }));
            }
            if let Err(error) = self.add(&path, matched) {
                return Some(Err(NoPage::Unreadable(format!("<FILE>: {path:?} cannot be read ({error})"))));
            }
        }
    }
}
