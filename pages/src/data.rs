//! Finds test data that is not in the repository, and skips tests if it is missing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable with the path of a folder with the suites and the real pages.
pub const SUITES_VARIABLE: &str = "LIMPID_TEST_SUITES";

/// The folder that `cargo xtask fetch-suites` downloads to.
#[must_use]
pub fn upstream_folder(repository: &Path) -> PathBuf {
    repository.join("html5lib-tests/upstream")
}

/// Returns the paths to search for a suite or another folder of test data, in order: in `$LIMPID_TEST_SUITES`, then in [`upstream_folder`].
///
/// # Panics
/// If `$LIMPID_TEST_SUITES` is set, but is not the path of a folder.
#[must_use]
pub fn places(name: &str) -> Vec<PathBuf> {
    places_in(repository(), name)
}

/// Returns the root of the repository.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns the result of [`places`] for another repository.
///
/// # Panics
/// If `$LIMPID_TEST_SUITES` is set, but is not the path of a folder.
#[must_use]
pub fn places_in(repository: &Path, name: &str) -> Vec<PathBuf> {
    // Relative to the root of the repository, because tests run in the folders of their crates.
    let given =
        env::var_os(SUITES_VARIABLE).filter(|place| !place.is_empty()).map(|place| self::repository().join(place));
    if let Some(given) = &given {
        assert!(given.is_dir(), "${SUITES_VARIABLE} is {}, which is not a folder", given.display());
    }
    given.into_iter().chain([upstream_folder(repository)]).map(|place| place.join(name)).collect()
}

/// Returns the first path of [`places`] that exists.
///
/// # Panics
/// If `$LIMPID_TEST_SUITES` is set, but is not the path of a folder.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    places(name).into_iter().find(|place| place.exists())
}

/// The folder of the real pages: 65 pages from the tests of mozilla/readability.
pub const REAL_PAGES: &str = "corpus/real";

/// Returns the folder of the real pages. If there is none, returns the first folder that was searched.
///
/// # Panics
/// If `$LIMPID_TEST_SUITES` is set, but is not the path of a folder.
#[must_use]
pub fn real_pages_folder() -> PathBuf {
    find(REAL_PAGES).unwrap_or_else(|| places(REAL_PAGES).swap_remove(0))
}

/// Returns the paths of the real pages, sorted. Returns nothing if they are missing.
///
/// # Panics
/// If `$LIMPID_TEST_SUITES` is set, but is not the path of a folder.
#[must_use]
pub fn real_pages() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(real_pages_folder()) else { return Vec::new() };
    let mut pages: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    pages.sort_unstable();
    pages
}

/// Returns the paths of the real pages, sorted. If they are missing, reports that the test is skipped.
///
/// # Panics
/// If they are missing and [`is_required`] returns true.
#[must_use]
#[track_caller]
pub fn real_pages_or_skip() -> Vec<PathBuf> {
    let pages = real_pages();
    if pages.is_empty() {
        skip("no real pages");
    }
    pages
}

/// Reports that the data of a test is missing.
///
/// # Panics
/// If [`is_required`] returns true.
#[track_caller]
pub fn skip(what: &str) {
    println!("skipped: {what}");
    assert!(!is_required(), "{what}: CI=true requires it; set LIMPID_SUITES_OPTIONAL=1 to skip tests without data");
}

/// Whether missing data is a failure: with `CI=true`, unless `LIMPID_SUITES_OPTIONAL=1` is set.
#[must_use]
pub fn is_required() -> bool {
    let is_set = |variable, to| env::var_os(variable).is_some_and(|value| value == to);
    is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1")
}
