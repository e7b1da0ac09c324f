//! Test data outside of the repository: the real pages, and what a test does if its data is missing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the paths of the real pages, sorted: the files in `$LIMPID_TEST_CORPUS`, or in `../shared/corpus/real` beside the
/// repository. The result is empty if that folder does not exist.
#[must_use]
pub fn real_pages() -> Vec<PathBuf> {
    let folder = env::var_os("LIMPID_TEST_CORPUS").map_or_else(|| shared("corpus/real"), PathBuf::from);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut pages: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    pages.sort_unstable();
    pages
}

/// Returns the same paths for a test, which is skipped if there are none.
///
/// # Panics
/// If there are none and [`is_required`] returns true.
#[must_use]
#[track_caller]
pub fn real_pages_or_skip() -> Vec<PathBuf> {
    let pages = real_pages();
    if pages.is_empty() {
        skip("no real pages");
    }
    pages
}

/// Returns the path of a file or folder in `../shared` beside the repository, whether it exists or not.
#[must_use]
pub fn shared(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(name)
}

/// Reports that the data of a test is missing.
///
/// # Panics
/// If [`is_required`] returns true.
#[track_caller]
pub fn skip(what: &str) {
    println!("skipped: {what}");
    assert!(!is_required(), "{what}: CI=true needs it; LIMPID_SUITES_OPTIONAL=1 does without");
}

/// Whether missing data is a failure: with `CI=true`, unless `LIMPID_SUITES_OPTIONAL=1`.
#[must_use]
pub fn is_required() -> bool {
    let is_set = |variable, to| env::var_os(variable).is_some_and(|value| value == to);
    is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1")
}
