//! The results of a suite, as a table for the terminal or as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::thread;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::revision;
use html5lib_tests::run::{self, AfterParsingCounts, Case, ErrorCounts, Outcome, PrescanCounts};
use html5lib_tests::suites::{self, Kind, ReadError, Suite};
use serde::Serialize;

pub(super) struct SuiteReport {
    pub(super) name: String,
    pub(super) revision: String,
    pub(super) files: Vec<FileReport>,
    pub(super) unreadable: Vec<ReadError>,
}

pub(super) struct FileReport {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) passed: usize,
    pub(super) failed: Vec<Failure>,
    pub(super) skipped: Vec<Skip>,
    /// The number of cases that pass as published, without exceptions.
    pub(super) passed_as_published: usize,
    pub(super) errors: ErrorCounts,
    pub(super) prescan: PrescanCounts,
    pub(super) after_parsing: AfterParsingCounts,
}

pub(super) struct Failure {
    pub(super) case: String,
    pub(super) text: String,
}

pub(super) struct Skip {
    pub(super) case: String,
    pub(super) reason: &'static str,
}

impl SuiteReport {
    /// Runs the cases of a suite. Unreadable files are collected in `unreadable`.
    ///
    /// # Errors
    /// Fails if a folder cannot be read.
    pub(super) fn of(suite: &Suite, exceptions: &Exceptions) -> Result<Self, ReadError> {
        let name = suite.name.clone();
        let mut report = Self { name, revision: String::new(), files: Vec::new(), unreadable: Vec::new() };
        let Some(folder) = &suite.folder else { return Ok(report) };
        match revision::of(folder) {
            Ok(revision) => report.revision = revision,
            Err(error) => {
                report.revision.push_str("revision unknown");
                report.unreadable.push(error);
            }
        }
        for file in suites::files(folder)? {
            match run::cases(suite, &file, exceptions) {
                Ok((kind, cases)) => report.files.push(FileReport::of(file.name, kind, &cases)),
                // `revision::of` has already reported this error.
                Err(error) if report.unreadable.contains(&error) => {}
                Err(error) => report.unreadable.push(error),
            }
        }
        Ok(report)
    }

    pub(super) fn has_failures(&self) -> bool {
        self.files.iter().any(|file| !file.failed.is_empty())
    }

    /// Writes a line per file, the totals, the reasons for skipped cases, and optionally the details of failing cases.
    pub(super) fn write_table(&self, text: &mut String, with_failures: bool) {
        let width = self.files.iter().map(|file| file.name.chars().count()).max().unwrap_or(0).max("total".len());
        let heading = format!("{} ({})", self.name, self.revision);
        let _ = writeln!(text, "{heading}\n{:width$}  passed  failed skipped", "");
        let mut line = |name: &str, passed: usize, failed: usize, skipped: usize| {
            let _ = writeln!(text, "{name:width$} {passed:7} {failed:7} {skipped:7}");
        };
        let mut totals = [0; 3];
        for file in &self.files {
            let counts = [file.passed, file.failed.len(), file.skipped.len()];
            line(&file.name, counts[0], counts[1], counts[2]);
            totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
        line("total", totals[0], totals[1], totals[2]);
        for (reason, count) in self.reasons() {
            let _ = writeln!(text, "{count} skipped: {reason}");
        }
        if with_failures {
            for file in &self.files {
                for Failure { case, text: details } in &file.failed {
                    let _ = writeln!(text, "\n{} {case}\n    {}", file.name, details.replace('\n', "\n    "));
                }
            }
        } else if self.has_failures() {
            let _ = writeln!(text, "run with --failures to see the details");
        }
        text.push('\n');
    }

    fn reasons(&self) -> BTreeMap<&'static str, usize> {
        let mut reasons = BTreeMap::new();
        for skip in self.files.iter().flat_map(|file| &file.skipped) {
            *reasons.entry(skip.reason).or_default() += 1;
        }
        reasons
    }
}

impl FileReport {
    fn of(name: String, kind: Kind, cases: &[Case]) -> Self {
        let (mut passed, mut passed_as_published) = (0, 0);
        let (mut failed, mut skipped) = (Vec::new(), Vec::new());
        for (case, (outcome, published)) in cases.iter().zip(outcomes(cases)) {
            if published.as_ref().unwrap_or(&outcome) == &Outcome::Passed {
                passed_as_published += 1;
            }
            let case = case.name.clone();
            match outcome {
                Outcome::Passed => passed += 1,
                Outcome::Failed(text) => failed.push(Failure { case, text }),
                Outcome::Skipped(reason) => skipped.push(Skip { case, reason }),
            }
        }
        let (errors, prescan) = (run::error_counts(cases), run::prescan_counts(cases));
        let after_parsing = run::after_parsing_counts(cases);
        Self { name, kind, passed, failed, skipped, passed_as_published, errors, prescan, after_parsing }
    }
}

/// Runs the cases on all processors. If a case has an exception, the second outcome is the outcome of the published case.
fn outcomes(cases: &[Case]) -> Vec<(Outcome, Option<Outcome>)> {
    let run = |case: &Case| (case.run(), case.run_as_published());
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let share = cases.len().div_ceil(workers).max(1);
        let shares: Vec<_> =
            cases.chunks(share).map(|share| scope.spawn(move || share.iter().map(run).collect::<Vec<_>>())).collect();
        shares.into_iter().flat_map(|share| share.join().expect("panics of cases are caught")).collect()
    })
}

#[derive(Serialize)]
struct Results<'a> {
    suites: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    file: &'a str,
    passed: usize,
    failed: usize,
    skipped: usize,
    failures: Vec<String>,
}

pub(super) fn json(reports: &[SuiteReport]) -> String {
    let mut suites = Vec::new();
    for suite in reports {
        for file in &suite.files {
            suites.push(Entry {
                name: &suite.name,
                file: &file.name,
                passed: file.passed,
                failed: file.failed.len(),
                skipped: file.skipped.len(),
                failures: file.failed.iter().map(Failure::summary).collect(),
            });
        }
    }
    let mut json = serde_json::to_string(&Results { suites }).expect("strings and numbers are JSON");
    json.push('\n');
    json
}

impl Failure {
    /// Returns the name of the case and the first line of the failure.
    fn summary(&self) -> String {
        let reason = self.text.lines().next().unwrap_or_default();
        format!("{}: {reason}", self.case)
    }
}
