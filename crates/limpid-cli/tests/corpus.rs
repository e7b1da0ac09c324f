//! Real pages, where they are there.

mod common;

use common::{COMMANDS, stdout_bytes};
use std::path::{Path, PathBuf};

#[test]
fn every_command_takes_every_real_page() {
    let pages = pages();
    if pages.is_empty() {
        return skip("no corpus of real pages");
    }
    for page in &pages {
        let page = page.to_str().unwrap();
        for command in COMMANDS.into_iter().chain(["report"]) {
            let output = stdout_bytes(&[command, page], b"");
            assert!(std::str::from_utf8(&output).is_ok(), "{page}");
        }
    }
    println!("{} pages", pages.len());
}

/// The pages in `$LIMPID_TEST_CORPUS`, or beside the repository.
fn pages() -> Vec<PathBuf> {
    let folder = std::env::var_os("LIMPID_TEST_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Says that there is no data. With `CI=true` that is a failure, unless `LIMPID_SUITES_OPTIONAL=1`.
#[track_caller]
fn skip(what: &str) {
    let is_set = |variable, to| std::env::var_os(variable).is_some_and(|value| value == to);
    println!("skipped: {what}");
    let is_required = is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1");
    assert!(!is_required, "{what}: CI=true needs it; LIMPID_SUITES_OPTIONAL=1 does without");
}
