//! Summarizes which tests were skipped because their data is missing.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use limpid_pages::data;

use crate::suites::{self, Suite};

/// Returns a list of the missing suites and pages with the number of their cases, or `None` if nothing is missing.
pub fn summary(repository: &Path) -> Option<String> {
    let (missing, present): (Vec<_>, Vec<_>) =
        suites::all(repository).into_iter().partition(|suite| suite.folder.is_none());
    let cases = |suites: &[Suite]| suites.iter().map(|suite| cases(repository, &suite.name)).sum::<usize>();
    let mut text = String::new();
    if !missing.is_empty() {
        let count = cases(&missing);
        let _ =
            writeln!(text, "skipped: {count} of {} cases, because these suites are missing:", count + cases(&present));
        for suite in &missing {
            let _ = writeln!(text, "  {} ({} cases)", suite.missing(), cases(std::slice::from_ref(suite)));
        }
    }
    if data::places_in(repository, data::REAL_PAGES).iter().all(|place| !place.is_dir()) {
        let _ = writeln!(text, "skipped: the tests that need real pages, which are missing");
    }
    if text.is_empty() {
        return None;
    }
    text.push_str("run `cargo xtask fetch-suites` to download them\n");
    Some(text)
}

/// Returns the number of a suite's cases in its scoreboard.
fn cases(repository: &Path, name: &str) -> usize {
    let board = fs::read_to_string(repository.join(format!("html5lib-tests/status/{name}.txt"))).unwrap_or_default();
    let rows = board.lines().skip_while(|line| !line.trim_start().starts_with("cases ")).skip(1);
    let counts = rows.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().nth(1));
    counts.filter_map(|count| count.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_missing_suites_are_counted() {
        let root = tempfile::tempdir().unwrap();
        let repository = root.path().join("repository");
        let write = |path: &str, text: &str| {
            let path = repository.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("html5lib-tests/status/limpid.txt", "suite\n\n  cases  passed\ntree 5 5\n\n9 failed\n");
        write("html5lib-tests/cases/limpid/a.dat", "");
        write(
            "html5lib-tests/status/wpt-transcribed.txt",
            "suite\n\n  cases  passed\ntree 20 20\nencoding 3 3\n\n0 failed\n",
        );
        write("html5lib-tests/upstream/xml5lib-tests/a.dat", "");
        let text = summary(&repository).unwrap();
        assert!(text.starts_with("skipped: 23 of 28 cases, "), "{text}");
        assert!(text.contains("suite wpt-transcribed not found") && !text.contains("suite xml5lib-tests"), "{text}");
        assert!(text.contains("(23 cases)"), "{text}");
    }
}
