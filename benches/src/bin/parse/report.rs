//! The results of a run as JSON and as tables, and the comparison with an earlier run.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::ValueEnum;
use limpid_benches::corpora::{Corpus, SEED};
use limpid_benches::docs::{Table, number};
use limpid_benches::peers::LIMPID;
use limpid_benches::rounds::{median, ratio};
use serde::{Deserialize, Serialize};

use crate::{Part, Row};

/// The results of a run.
#[derive(Serialize)]
pub(crate) struct Report {
    machine: String,
    pub(crate) rounds: u16,
    rows: Vec<RowInfo>,
    corpora: Vec<Corpus>,
    /// The measurements and parsers that were skipped, with reasons.
    skipped: Vec<String>,
    pub(crate) figures: Vec<Figure>,
}

#[derive(Serialize)]
struct RowInfo {
    name: &'static str,
    about: &'static str,
    version: String,
}

/// A figure of a row on a corpus.
#[derive(Serialize, Deserialize)]
pub(crate) struct Figure {
    part: Part,
    row: String,
    corpus: String,
    threads: usize,
    /// The median of the rounds, in the unit of the part.
    figure: f64,
    /// Half of the difference between the highest and the lowest round, relative to the median.
    spread: f64,
    /// The median of the ratios in each round: the figure of the base row divided by this figure.
    ratio: Option<f64>,
}

impl Figure {
    pub(crate) fn new(
        part: Part,
        row: &str,
        corpus: &str,
        threads: usize,
        figures: &[f64],
        base: Option<&[f64]>,
    ) -> Figure {
        let figure = median(figures.iter().copied());
        let (low, high) = figures.iter().fold((f64::INFINITY, 0f64), |(low, high), &it| (low.min(it), high.max(it)));
        let spread = (high - low) / 2.0 / figure;
        let ratio = base.map(|base| ratio(base, figures));
        Figure { part, row: row.to_owned(), corpus: corpus.to_owned(), threads, figure, spread, ratio }
    }

    /// Returns the figure as a cell of a table.
    fn cell(&self) -> String {
        let figure = number(self.figure);
        let rate = format!("{figure} ± {:.0}%", self.spread * 100.0);
        let compared = |ratio: fn(f64) -> f64| {
            let ratio = self.ratio.filter(|&ratio| ratio != 1.0).map(ratio);
            ratio.map_or(String::new(), |ratio| format!(" ({} ×)", number(ratio)))
        };
        match self.part {
            Part::Throughput => rate,
            Part::Threads => rate + &compared(|ratio| 1.0 / ratio),
            Part::Fragments => figure + &compared(|ratio| 1.0 / ratio),
            Part::Memory | Part::Allocations | Part::Instructions => figure,
        }
    }

    fn column(&self) -> String {
        match self.threads {
            1 => self.corpus.clone(),
            threads => format!("{}, {threads} threads", self.corpus),
        }
    }
}

impl Report {
    pub(crate) fn new(rows: &[Row], corpora: &[Corpus], pin: Option<usize>) -> Report {
        let info = |row: &Row| RowInfo {
            name: row.name,
            about: row.about,
            version: row.foreign.as_ref().map_or_else(|| locked_version(row.name), |foreign| foreign.version.clone()),
        };
        let machine = machine(pin);
        let rows = rows.iter().map(info).collect();
        Report { machine, rounds: 0, rows, corpora: corpora.to_vec(), skipped: Vec::new(), figures: Vec::new() }
    }

    /// Records and prints a skipped measurement or parser.
    pub(crate) fn skip(&mut self, what: String) {
        eprintln!("skipped: {what}");
        self.skipped.push(what);
    }

    /// Returns all tables.
    pub(crate) fn markdown(&self) -> String {
        let mut parts = vec![format!(
            "{}. Median of {} interleaved rounds; each measurement of a row is a separate process. ± is half of the difference between \
             the lowest and the highest round. Seed {SEED}.\n",
            self.machine, self.rounds
        )];
        let advantage = |figure: &Figure| figure.ratio.map_or_else(String::new, number);
        for &part in Part::value_variants() {
            let title = match part {
                Part::Throughput => "MB/s",
                Part::Fragments => "Microseconds per fragment (× is the speed of limpid relative to this parser)",
                Part::Threads => "MB/s of several threads, each with its own documents (× is relative to one thread)",
                Part::Memory => "Peak of extra memory ÷ input, largest page",
                Part::Allocations => "Allocations per document",
                Part::Instructions => "Instructions per byte",
            };
            parts.extend(self.table(part, title, Figure::cell));
            if part == Part::Throughput {
                let title =
                    "Speed of limpid relative to each parser\n\nTokenizers are compared with limpid's tokenizer.";
                parts.extend(self.table(part, title, advantage));
            }
        }
        let mut corpora = Table::new(["corpus", "documents", "bytes"]);
        for corpus in &self.corpora {
            corpora.row([corpus.name.clone(), corpus.documents.to_string(), number(corpus.bytes as f64)]);
        }
        let rows = self.rows.iter().map(|row| format!("* {} {}: {}\n", row.name, row.version, row.about));
        parts.push(format!("## Corpora and rows\n\n{}\n{}", corpora.markdown(), rows.collect::<String>()));
        if !self.skipped.is_empty() {
            parts.push(format!("## Skipped\n\n* {}\n", self.skipped.join("\n* ")));
        }
        parts.join("\n")
    }

    /// Returns a table with a row per parser and a column per corpus, or `None` if there are no figures.
    fn table(&self, part: Part, title: &str, cell: impl Fn(&Figure) -> String) -> Option<String> {
        let figures = || self.figures.iter().filter(|figure| figure.part == part);
        let mut columns: Vec<String> = Vec::new();
        figures().map(Figure::column).for_each(|column| {
            if !columns.contains(&column) {
                columns.push(column);
            }
        });
        let mut table = Table::new([String::from("parser")].into_iter().chain(columns.iter().cloned()));
        for row in self.rows.iter().filter(|row| figures().any(|figure| figure.row == row.name)) {
            let of = |column: &String| figures().find(|figure| figure.row == row.name && figure.column() == *column);
            let cells = columns.iter().map(|column| of(column).map_or_else(|| "-".to_owned(), &cell));
            table.row([row.name.to_owned()].into_iter().chain(cells));
        }
        (!columns.is_empty()).then(|| format!("## {title}\n\n{}", table.markdown()))
    }

    /// Prints the instruction counts that differ from an earlier run. Fails if a count of limpid has increased.
    pub(crate) fn compare(&self, earlier: &Path) -> Result<(), String> {
        /// The part of an earlier report that is compared.
        #[derive(Deserialize)]
        struct Earlier {
            figures: Vec<Figure>,
        }
        let fail = |error: String| format!("cannot read {}: {error}", earlier.display());
        let text = fs::read_to_string(earlier).map_err(|error| fail(error.to_string()))?;
        let earlier: Earlier = serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
        let changes = changes(&earlier.figures, &self.figures)?;
        for (name, change) in &changes {
            println!("{name}: {:+.1} % instructions", change * 100.0);
        }
        if changes.is_empty() {
            println!("no instruction count has changed by more than {:.0} %", NOISE * 100.0);
        }
        match changes.iter().any(|(name, change)| name.starts_with(LIMPID) && *change > 0.0) {
            true => Err("limpid needs more instructions than in the earlier run".to_owned()),
            false => Ok(()),
        }
    }
}

/// Smaller relative changes of a count are noise.
const NOISE: f64 = 0.01;

/// Returns the rows whose instruction count has changed, with the relative change.
fn changes(earlier: &[Figure], figures: &[Figure]) -> Result<Vec<(String, f64)>, String> {
    let key = |figure: &Figure| (figure.row.clone(), figure.corpus.clone());
    let is_count = |figure: &&Figure| figure.part == Part::Instructions;
    let pair = |count: &Figure| {
        let old = earlier.iter().filter(is_count).find(|old| key(old) == key(count))?;
        Some((format!("{} on {}", count.row, count.corpus), count.figure / old.figure - 1.0))
    };
    let mut pairs: Vec<_> = figures.iter().filter(is_count).filter_map(pair).collect();
    if pairs.is_empty() {
        return Err("the two runs have no instruction counts in common".to_owned());
    }
    pairs.retain(|(_, change)| change.abs() > NOISE);
    Ok(pairs)
}

fn machine(pin: Option<usize>) -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = about.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown processor");
    let processor = processor.trim_start_matches(['\t', ' ', ':']);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc =
        rustc.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let pinned = pin.map_or("not pinned".to_owned(), |pin| format!("pinned to processor {pin}"));
    format!("{processor}, {processors} processors, {rustc}; {pinned}")
}

/// Returns the version of a row's package in the lock file.
fn locked_version(row: &str) -> String {
    let package = if row == "astral-tl" { row } else { row.split('-').next().unwrap_or(row) };
    let lock = include_str!("../../../Cargo.lock");
    // If the lock file has several versions of a package, the list of dependencies names the version that is used.
    let (_, dependencies) = lock.split_once("name = \"limpid-benches\"").unwrap_or_default();
    let used = dependencies.split("\n\n").next().and_then(|list| list.split_once(&format!("\"{package} ")));
    let only = || lock.split_once(&format!("name = \"{package}\"\nversion = \""));
    let version = used.or_else(only).map(|(_, rest)| rest);
    version.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_beyond_the_noise_are_listed() {
        let count = |row, figure| Figure::new(Part::Instructions, row, "a", 1, &[figure], None);
        let earlier = [count("limpid", 100.0), count("html5ever", 1000.0)];
        let changes =
            changes(&earlier, &[count("limpid", 110.0), count("html5ever", 1001.0), count("tl", 5.0)]).unwrap();
        assert_eq!(changes.len(), 1);
        assert_eq!(changes[0].0, "limpid on a");
        assert!((changes[0].1 - 0.1).abs() < 1e-9);
        assert!(super::changes(&earlier, &[count("tl", 5.0)]).is_err());
    }

    #[test]
    fn every_local_row_has_a_version() {
        for row in Row::local(&[]).unwrap() {
            assert_ne!(locked_version(row.name), "", "{}", row.name);
        }
        // Another dependency uses an older version.
        assert!(locked_version("html5ever-rcdom").starts_with("0.40."));
    }
}
