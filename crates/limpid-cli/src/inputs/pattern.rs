//! Patterns of paths, where no shell has expanded them: in quotes, or on Windows.

use super::input::NoPage;
use super::kind::is_url;
use glob::{MatchOptions, Pattern};
use std::path::{Path, PathBuf};

const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: !cfg!(windows), require_literal_separator: true, require_literal_leading_dot: true };

/// Whether an argument is a pattern: it has the form of one, and there is no file of that name.
pub(super) fn is_pattern(argument: &Path) -> bool {
    argument.to_str().is_some_and(|text| text.contains(['*', '?', '[']) && Pattern::new(text).is_ok())
        && argument.symlink_metadata().is_err()
        && !is_url(argument)
}

/// Returns the paths that match a pattern, sorted by name.
pub(super) fn paths(pattern: &Path) -> impl Iterator<Item = Result<PathBuf, NoPage>> + Send + use<> {
    let paths = pattern.to_str().and_then(|pattern| glob::glob_with(pattern, OPTIONS).ok());
    paths.into_iter().flatten().map(|path| {
        path.map_err(|error| {
            NoPage::Unreadable(format!("<FILE>: {:?} cannot be read ({})", error.path(), error.error()))
        })
    })
}
