//! Path patterns that the shell has not expanded, because they are in quotes, or because shells on Windows do not expand patterns.

use super::input::Notice;
use super::kind::is_url;
use glob::{MatchOptions, Pattern};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: !cfg!(windows), require_literal_separator: true, require_literal_leading_dot: true };

/// Whether an argument is a pattern: it contains `*`, `?` or `[`, and no file has this name.
pub(super) fn is_pattern(argument: &Path) -> bool {
    argument.to_str().is_some_and(|text| text.contains(['*', '?', '[']) && Pattern::new(text).is_ok())
        && argument.symlink_metadata().is_err()
        && !is_url(argument)
}

/// Returns the paths that match a pattern, sorted by name within each folder. Unlike `glob::glob`, includes names that are not UTF-8.
pub(super) fn paths(pattern: &Path) -> impl Iterator<Item = Result<PathBuf, Notice>> + Send + use<> {
    let mut parts: Vec<Part> = pattern.components().map(Part::of).collect();
    parts.dedup_by(|part, before| matches!((part, before), (Part::Folders, Part::Folders)));
    // A `**` at the end is not needed: a folder that matches the rest of the pattern is searched with its subfolders.
    parts.pop_if(|last| matches!(last, Part::Folders));
    let may_repeat = parts.iter().filter(|part| matches!(part, Part::Folders)).count() > 1;
    Paths { parts, pending: vec![(PathBuf::new(), 0)], seen: may_repeat.then(HashSet::new) }
}

/// Returns the part of a pattern before its first wildcard: a folder that contains all matches.
pub(super) fn folder(pattern: &Path) -> PathBuf {
    let is_name = |part: &Component<'_>| matches!(Part::of(*part), Part::Name(_));
    pattern.components().take_while(is_name).collect()
}

enum Part {
    /// A component without wildcards.
    Name(OsString),
    /// A component with wildcards.
    Names(Pattern),
    /// `**`: any number of nested folders.
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
    /// A stack of the paths to extend, each with the number of parts that it matches.
    pending: Vec<(PathBuf, usize)>,
    /// All previous items of `pending`, to skip repetitions. `None` if the pattern can match each path in only one way. For example, `**/x/**`
    /// matches `x/x/x` in two ways.
    seen: Option<HashSet<(PathBuf, usize)>>,
}

impl Paths {
    /// Adds the paths in a folder that match the next part of the pattern.
    fn add(&mut self, folder: &Path, matched: usize) -> io::Result<()> {
        let is_last = matched + 1 == self.parts.len();
        match &self.parts[matched] {
            Part::Name(name) => {
                let path = folder.join(name);
                // An intermediate folder that does not exist simply has no entries.
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
                // Links are skipped, because they may form a cycle.
                let is_folder = |path: &Path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
                found.retain(|(name, path)| !name.to_string_lossy().starts_with('.') && is_folder(path));
                self.pending.extend(found.into_iter().rev().map(|(_, path)| (path, matched)));
                self.pending.push((folder.to_owned(), matched + 1));
            }
        }
        Ok(())
    }
}

/// Returns the names and paths of a folder's entries, sorted by name. The list is empty if the path does not exist or is not a folder.
fn entries(folder: &Path) -> io::Result<Vec<(OsString, PathBuf)>> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let is_not_a_folder =
        |error: &io::Error| matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    let entries = match fs::read_dir(listed) {
        Err(error) if is_not_a_folder(&error) => return Ok(Vec::new()),
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
    type Item = Result<PathBuf, Notice>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (path, matched) = self.pending.pop()?;
            if self.seen.as_mut().is_some_and(|seen| !seen.insert((path.clone(), matched))) {
                continue;
            }
            if matched == self.parts.len() {
                // The pattern `**` means the current folder.
                return Some(Ok(if path.as_os_str().is_empty() { PathBuf::from(".") } else { path }));
            }
            if let Err(error) = self.add(&path, matched) {
                return Some(Err(Notice::Unreadable(format!("<FILE>: {path:?} cannot be read ({error})"))));
            }
        }
    }
}
