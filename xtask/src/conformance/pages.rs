//! Updates the committed results: the scoreboards in html5lib-tests/status/, README.md and pages in docs/.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use html5lib_tests::differences;
use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::suites::{COMMITTED_SUITES, Suite, UPSTREAM_SUITES};

use super::report::SuiteReport;
use super::scoreboard::{Counts, Scoreboard};
use super::{Environment, exceptions_table};
use crate::browser_diff::classes;

const README: &str = "README.md";
const RESULTS: &str = "docs/conformance.md";
const EXCEPTIONS: &str = "docs/generated/conformance-exceptions.md";
const HTML5EVER: &str = "docs/generated/html5ever-trees.md";

/// Updates scoreboards and pages. With `check`, writes nothing and prints the names of outdated files. Returns whether all files are up to
/// date.
///
/// The committed results of a missing suite are kept. With `check`, this also applies to an upstream suite whose revision differs from the
/// revision of the scoreboard.
///
/// # Errors
/// Fails if a file cannot be read or written, or a page lacks the markers of a block.
pub(super) fn update(
    environment: &Environment,
    suites: &[Suite],
    reports: &[SuiteReport],
    exceptions: &Exceptions,
    check: bool,
    text: &mut String,
) -> Result<bool, String> {
    let repository = &*environment.repository;
    let mut update = Update { repository, check, is_current: true, text };
    let mut boards = Vec::new();
    for name in COMMITTED_SUITES.into_iter().chain(UPSTREAM_SUITES) {
        let file = format!("html5lib-tests/status/{name}.txt");
        let committed = fs::read_to_string(repository.join(&file)).ok().and_then(|text| Scoreboard::parse(&text));
        let fresh = reports.iter().find(|report| report.name == name).map(Scoreboard::from);
        let board = match (fresh, committed) {
            (Some(fresh), Some(committed))
                if check && !COMMITTED_SUITES.contains(&name) && fresh.revision != committed.revision =>
            {
                let Scoreboard { revision, .. } = fresh;
                let place = format!("at another revision ({revision}) than the scoreboard ({})", committed.revision);
                let _ = writeln!(update.text, "not compared: suite {name} is {place}");
                update.is_current &= !environment.suites_are_required;
                Some(committed)
            }
            (Some(fresh), _) => {
                update.file(&file, &fresh.to_string())?;
                Some(fresh)
            }
            (None, committed) => committed,
        };
        boards.extend(board);
    }

    let table = table(&boards);
    update.page(README, &[("scoreboard".to_owned(), totals(&boards))])?;
    let results = [("scoreboard", table), ("failing", failing(&boards)), ("skipped", skipped(&boards))];
    update.page(RESULTS, &results.map(|(marker, block)| (marker.to_owned(), block)))?;
    let mut blocks = vec![
        ("notes".to_owned(), notes(&boards)),
        ("browser".to_owned(), classes::table(classes::TREES)),
        ("browser-sanitizer".to_owned(), classes::table(classes::SANITIZER)),
    ];
    // The first committed suite is limpid's own, which has no exceptions.
    let others = COMMITTED_SUITES.into_iter().skip(1);
    for name in others.chain(UPSTREAM_SUITES) {
        let suite = suites.iter().find(|suite| suite.name == name && suite.folder.is_some());
        if let Some(suite) = suite
            && exceptions.stale(suite).map_err(|error| error.to_string())?.is_empty()
        {
            blocks.push((format!("exceptions {name}"), exceptions_table::of(suite, exceptions)?));
        }
    }
    update.page(EXCEPTIONS, &blocks)?;
    let tables = [("html5ever trees", differences::law_table()), ("html5ever calls", differences::calls_table())];
    update.page(HTML5EVER, &tables.map(|(marker, table)| (marker.to_owned(), table)))?;
    Ok(update.is_current)
}

struct Update<'a> {
    repository: &'a Path,
    check: bool,
    is_current: bool,
    text: &'a mut String,
}

impl Update<'_> {
    fn file(&mut self, name: &str, fresh: &str) -> Result<(), String> {
        let path = self.repository.join(name);
        if fs::read_to_string(&path).is_ok_and(|committed| committed == fresh) {
            return Ok(());
        }
        if self.check {
            self.is_current = false;
            let _ = writeln!(self.text, "{name} is stale: run `cargo xtask conformance`");
            return Ok(());
        }
        let fail = |error| format!("cannot write {}: {error}", path.display());
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fail)?;
        fs::write(&path, fresh).map_err(fail)?;
        let _ = writeln!(self.text, "wrote {name}");
        Ok(())
    }

    /// Updates the blocks of a page. Each block is between two markers with its name.
    fn page(&mut self, name: &str, blocks: &[(String, String)]) -> Result<(), String> {
        let path = self.repository.join(name);
        let committed =
            fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let fresh = blocks.iter().try_fold(committed, |page, (marker, block)| {
            with_block(&page, marker, block)
                .ok_or_else(|| format!("{name} needs the lines <!-- {marker} --> and <!-- /{marker} -->"))
        })?;
        self.file(name, &fresh)
    }
}

/// Returns the page with the text between two markers replaced, or `None` if the page does not contain the markers.
pub(crate) fn with_block(page: &str, marker: &str, block: &str) -> Option<String> {
    let (before, rest) = page.split_once(&format!("<!-- {marker} -->\n"))?;
    let end = format!("<!-- /{marker} -->\n");
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}<!-- {marker} -->\n\n{}\n\n{end}{after}", block.trim_matches('\n')))
}

/// Returns a sentence with the totals of all suites.
fn totals(boards: &[Scoreboard]) -> String {
    let sum =
        |of: fn(&Counts) -> usize| with_commas(boards.iter().flat_map(|board| board.counts.values().map(of)).sum());
    format!(
        "{} of {} cases of {} suites pass, {} fail and {} are skipped, each with its reason in\n\
         [docs/conformance.md](docs/conformance.md).",
        sum(|counts| counts.passed),
        sum(|counts| counts.cases()),
        boards.len(),
        sum(|counts| counts.failed),
        sum(|counts| counts.skipped),
    )
}

/// Returns a table with the totals of each suite.
fn table(boards: &[Scoreboard]) -> String {
    let mut table = String::from(
        "| suite | | cases | passed | failed | skipped | as published |\n| --- | --- | --: | --: | --: | --: | --: |\n",
    );
    for Scoreboard { suite, revision, counts, .. } in boards {
        let revision = revision.strip_prefix("content ").unwrap_or(revision).chars().take(8).collect::<String>();
        for (kind, counts) in counts {
            let Counts { passed, failed, skipped, passed_as_published } = *counts;
            let numbers = [counts.cases(), passed, failed, skipped, passed_as_published].map(with_commas).join(" | ");
            let _ = writeln!(table, "| {suite} `{revision}` | {kind} | {numbers} |");
        }
    }
    table
}

/// Returns a list of the figures that do not decide whether a case passes.
fn notes(boards: &[Scoreboard]) -> String {
    let mut text = String::new();
    for Scoreboard { suite, notes, .. } in boards {
        for (note, (some, all)) in notes {
            let _ = writeln!(text, "- {suite}, {}: {} of {}", note.text(), with_commas(*some), with_commas(*all));
        }
    }
    text
}

fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

fn failing(boards: &[Scoreboard]) -> String {
    let mut text = String::new();
    for Scoreboard { suite, failed, .. } in boards.iter().filter(|board| !board.failed.is_empty()) {
        let _ = writeln!(text, "{suite}:\n\n{}", list(failed));
    }
    if text.is_empty() { "None.".to_owned() } else { text }
}

fn skipped(boards: &[Scoreboard]) -> String {
    let mut text = String::new();
    for Scoreboard { suite, skipped, .. } in boards {
        for (reason, names) in skipped {
            let _ = writeln!(text, "{suite}, {} skipped: {reason}\n\n{}", with_commas(names.len()), list(names));
        }
    }
    if text.is_empty() { "None.".to_owned() } else { text }
}

/// Lists cases by file and number, such as `a.dat` #1, #3 to #5.
fn list(names: &[String]) -> String {
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for name in names {
        let Some((file, rest)) = name.split_once(" #") else { continue };
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        files.entry(file).or_default().extend(digits.parse::<usize>());
    }
    let mut text = String::new();
    for (file, numbers) in files {
        let runs = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
            [.., last] if run.len() > 2 => format!("#{} to #{last}", run[0]),
            _ => run.iter().map(|number| format!("#{number}")).collect::<Vec<_>>().join(", "),
        });
        let _ = writeln!(text, "- `{file}` {}", runs.collect::<Vec<_>>().join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_replaced_between_their_markers() {
        let page = "a\n<!-- x y -->\nold\n<!-- /x y -->\nb\n";
        let fresh = "a\n<!-- x y -->\n\nnew\n\n<!-- /x y -->\nb\n";
        assert_eq!(with_block(page, "x y", "new\n").as_deref(), Some(fresh));
        assert_eq!(with_block(fresh, "x y", "new").as_deref(), Some(fresh));
        assert_eq!(with_block(page, "x", "new"), None);
    }

    #[test]
    fn cases_are_listed_by_file_and_number() {
        let names = ["b.dat #1: one #7", "b.dat #2", "b.dat #4", "a.dat #7", "b.dat #5", "b.dat #6: six"];
        let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
        assert_eq!(list(&names), "- `a.dat` #7\n- `b.dat` #1, #2, #4 to #6\n");
    }

    #[test]
    fn numbers_are_grouped() {
        let grouped = [0, 12, 123, 1234, 1_234_567].map(with_commas);
        assert_eq!(grouped, ["0", "12", "123", "1,234", "1,234,567"]);
    }
}
