//! The tests that a run leaves out because their data is missing: counted, for the end of the run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::suites::{self, ReadError, Suite};

/// Data beside the repository that tests compare with, and what it is.
const OTHER_DATA: [(&str, &str); 2] =
    [("../shared/corpus/real", "real pages"), ("../shared/spec", "the restated standard")];

/// Says which suites and other data are not there, and how many cases did not run. Returns `None` if all of it is there.
///
/// # Errors
/// If `$LIMPID_TEST_SUITES` names something that cannot be read.
pub fn summary(repository: &Path) -> Result<Option<String>, ReadError> {
    let upstream = suites::upstream(repository)?;
    let (missing, present): (Vec<_>, Vec<_>) = upstream.iter().partition(|suite| suite.folder.is_none());
    let own = suites::own(repository);
    let cases = |suites: &[&Suite]| suites.iter().map(|suite| cases(repository, &suite.name)).sum::<usize>();
    let mut text = String::new();
    if !missing.is_empty() {
        let count = cases(&missing);
        let all = count + cases(&present) + cases(&[&own]);
        let _ = writeln!(text, "skipped: {count} of {all} cases, as these suites are not there:");
        for suite in missing {
            let _ = writeln!(text, "  {} ({} cases)", suite.missing(), cases(&[suite]));
        }
        text.push_str("  `cargo xtask fetch-suites` brings them\n");
    }
    for (place, what) in OTHER_DATA.iter().filter(|(place, _)| !repository.join(place).is_dir()) {
        let _ = writeln!(text, "skipped: what compares with {what} ({place} is not there)");
    }
    Ok((!text.is_empty()).then_some(text))
}

/// Counts the cases of a suite as its scoreboard has them.
fn cases(repository: &Path, name: &str) -> usize {
    let name = if name == suites::own(repository).name { "limpid-cases" } else { name };
    let board = fs::read_to_string(repository.join(format!("html5lib-tests/status/{name}.txt"))).unwrap_or_default();
    let rows = board.lines().skip_while(|line| !line.trim_start().starts_with("cases ")).skip(1);
    let counts = rows.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().nth(1));
    counts.filter_map(|count| count.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_counted() {
        let root = tempfile::tempdir().unwrap();
        let repository = root.path().join("repository");
        let write = |path: &str, text: &str| {
            let path = repository.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("html5lib-tests/status/limpid-cases.txt", "suite\n\n  cases  passed\ntree 5 5\n\n9 failed\n");
        write("html5lib-tests/status/wpt.txt", "suite\n\n  cases  passed\ntree 20 20\nencoding 3 3\n\n0 failed\n");
        write("html5lib-tests/upstream/xml5lib-tests/a.dat", "");
        let text = summary(&repository).unwrap().unwrap();
        assert!(text.starts_with("skipped: 23 of 28 cases, "), "{text}");
        assert!(text.contains("suite wpt not found") && !text.contains("suite xml5lib-tests"), "{text}");
        assert!(text.contains("(23 cases)") && text.contains("real pages"), "{text}");
    }
}
