//! The figures of a run: as JSON, as tables and as plots.

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use limpid_benches::corpora::Corpus;
use limpid_benches::docs::{Table, number};
use limpid_benches::peers::LIMPID;
use limpid_benches::plot::{Bar, BarChart, Emphasis, Group};
use limpid_benches::row::Measure;
use serde::Serialize;

use crate::rows::{Heap, Row, baseline};

#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) seed: u64,
    pub(crate) rounds: u16,
    /// The processor that rows were kept on.
    pub(crate) pinned_to: Option<usize>,
    machine: Machine,
    rows: Vec<RowNote>,
    corpora: Vec<CorpusNote>,
    /// The missing rows, each with the reason.
    skipped: Vec<String>,
    pub(crate) throughput: Vec<Throughput>,
    pub(crate) fragments: Vec<Throughput>,
    pub(crate) threads: Vec<Throughput>,
    pub(crate) memory: Vec<Memory>,
    pub(crate) allocations: Vec<Allocations>,
    pub(crate) instructions: Vec<Instructions>,
}

#[derive(Serialize)]
struct Machine {
    processor: String,
    processors: usize,
    rustc: String,
}

#[derive(Serialize)]
struct RowNote {
    name: &'static str,
    about: &'static str,
    kind: String,
    version: String,
}

#[derive(Serialize)]
struct CorpusNote {
    name: String,
    documents: usize,
    bytes: u64,
}

/// A row's speed on a corpus.
#[derive(Serialize)]
pub(crate) struct Throughput {
    corpus: String,
    heap: &'static str,
    threads: usize,
    row: &'static str,
    /// The median of the rounds.
    mb_per_second: f64,
    lowest: f64,
    highest: f64,
    /// Half of the way from the lowest to the highest round, as a part of the median.
    spread: f64,
    microseconds_per_document: f64,
    /// The row of limpid's that it is compared with.
    baseline: &'static str,
    /// The median of the rounds' ratios to that row: above 1, this row is the faster one.
    ratio_to_limpid: Option<f64>,
    rounds: Vec<f64>,
}

impl Throughput {
    pub(crate) fn new(
        corpus: &Corpus,
        row: &Row,
        heap: Heap,
        threads: usize,
        rounds: Vec<f64>,
        per_document: Vec<f64>,
        baseline_rounds: Option<Vec<f64>>,
    ) -> Throughput {
        let ratios = baseline_rounds.map(|baseline| rounds.iter().zip(baseline).map(|(rate, of)| rate / of).collect());
        let (lowest, highest) =
            rounds.iter().fold((f64::INFINITY, 0f64), |(low, high), &rate| (low.min(rate), high.max(rate)));
        let mb_per_second = median(rounds.clone());
        Throughput {
            corpus: corpus.name.clone(),
            heap: heap.name(),
            threads,
            row: row.name,
            mb_per_second,
            lowest,
            highest,
            spread: (highest - lowest) / 2.0 / mb_per_second,
            microseconds_per_document: median(per_document),
            baseline: baseline(row.kind),
            ratio_to_limpid: ratios.map(median),
            rounds,
        }
    }

    /// Returns the factor by which limpid is faster.
    fn advantage(&self) -> String {
        self.ratio_to_limpid.map_or_else(String::new, |ratio| number(1.0 / ratio))
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => f64::NAN,
        count if count.is_multiple_of(2) => f64::midpoint(figures[count / 2 - 1], figures[count / 2]),
        count => figures[count / 2],
    }
}

/// The memory that a row needed for a corpus' largest page.
#[derive(Serialize)]
pub(crate) struct Memory {
    corpus: String,
    row: &'static str,
    input_bytes: u64,
    /// The peak of the resident memory, less what was there before.
    extra_bytes: u64,
    /// `extra_bytes` ÷ `input_bytes`.
    extra_per_input: f64,
}

impl Memory {
    pub(crate) fn new(corpus: &Corpus, row: &Row, measure: Measure) -> Memory {
        Memory {
            corpus: corpus.name.clone(),
            row: row.name,
            input_bytes: measure.bytes,
            extra_bytes: measure.figure as u64,
            extra_per_input: measure.figure / measure.bytes as f64,
        }
    }
}

/// The number of a row's allocations for a document.
#[derive(Serialize)]
pub(crate) struct Allocations {
    corpus: String,
    row: &'static str,
    allocations: f64,
    reallocations: f64,
    bytes: f64,
}

impl Allocations {
    pub(crate) fn new(corpus: &Corpus, row: &Row, line: &str) -> Result<Allocations, String> {
        let figures: Vec<f64> = line.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
        let [documents, allocations, reallocations, bytes] = figures[..] else {
            return Err(format!("the counter printed {line:?}"));
        };
        Ok(Allocations {
            corpus: corpus.name.clone(),
            row: row.name,
            allocations: allocations / documents,
            reallocations: reallocations / documents,
            bytes: bytes / documents,
        })
    }
}

/// The instructions of a row's parse of a fixed page, drop included.
#[derive(Serialize)]
pub(crate) struct Instructions {
    pub(crate) page: String,
    pub(crate) row: &'static str,
    pub(crate) instructions: f64,
    pub(crate) per_byte: f64,
}

impl Instructions {
    pub(crate) fn new(corpus: &Corpus, row: &Row, instructions: f64) -> Instructions {
        Instructions {
            page: corpus.name.clone(),
            row: row.name,
            instructions,
            per_byte: instructions / corpus.bytes as f64,
        }
    }
}

impl Report {
    pub(crate) fn new(rows: &[Row], corpora: &[Corpus], skipped: Vec<String>) -> Report {
        let versions = locked_versions();
        let version = |row: &Row| match &row.foreign {
            Some(foreign) => foreign.version.clone(),
            None => versions.get(package_of(row.name)).cloned().unwrap_or_default(),
        };
        let row_note = |row: &Row| RowNote {
            name: row.name,
            about: row.about,
            kind: format!("{:?}", row.kind).to_lowercase(),
            version: version(row),
        };
        let corpus_note = |corpus: &Corpus| CorpusNote {
            name: corpus.name.clone(),
            documents: corpus.documents,
            bytes: corpus.bytes,
        };
        Report {
            seed: 0,
            rounds: 0,
            pinned_to: None,
            machine: Machine::this(),
            rows: rows.iter().map(row_note).collect(),
            corpora: corpora.iter().map(corpus_note).collect(),
            skipped,
            throughput: Vec::new(),
            fragments: Vec::new(),
            threads: Vec::new(),
            memory: Vec::new(),
            allocations: Vec::new(),
            instructions: Vec::new(),
        }
    }

    /// Notes what could not be measured, out loud.
    pub(crate) fn skip(&mut self, what: String) {
        eprintln!("skipped: {what}");
        self.skipped.push(what);
    }

    /// Everything as tables.
    pub(crate) fn markdown(&self) -> String {
        let mut parts = vec![self.surroundings()];
        for heap in ["default", "cold", "warm"] {
            let figures: Vec<_> = self.throughput.iter().filter(|figure| figure.heap == heap).collect();
            if !figures.is_empty() {
                let rate =
                    |figure: &Throughput| format!("{} ± {:.0}%", number(figure.mb_per_second), figure.spread * 100.0);
                parts.push(format!("### MB/s, {heap} heap\n\n{}", self.throughput_table(&figures, rate)));
                let title = format!(
                    "### How many times as fast limpid is, {heap} heap\n\nTokenizers are compared with limpid's tokenizer."
                );
                parts.push(format!("{title}\n\n{}", self.throughput_table(&figures, Throughput::advantage)));
            }
            let figures: Vec<_> = self.fragments.iter().filter(|figure| figure.heap == heap).collect();
            if !figures.is_empty() {
                let time = |figure: &Throughput| {
                    let time = number(figure.microseconds_per_document);
                    match figure.row == figure.baseline {
                        true => time,
                        false => format!("{time} ({} ×)", figure.advantage()),
                    }
                };
                let title = format!("### Microseconds a fragment, and how many times as fast limpid is, {heap} heap");
                parts.push(format!("{title}\n\n{}", self.throughput_table(&figures, time)));
            }
        }
        let tables = [
            ("### MB/s in several threads, each with documents of its own", self.threads_table()),
            ("### Peak of extra memory ÷ input, largest page", self.memory_table()),
            ("### Allocations and reallocations a document", self.allocations_table()),
            ("### Instructions a byte", self.instructions_table()),
            ("### Corpora and rows", self.notes()),
        ];
        for (title, table) in tables {
            if let Some(table) = table {
                parts.push(format!("{title}\n\n{table}"));
            }
        }
        if !self.skipped.is_empty() {
            let lines: Vec<_> = self.skipped.iter().map(|skipped| format!("* {skipped}")).collect();
            parts.push(format!("### Skipped\n\n{}\n", lines.join("\n")));
        }
        parts.join("\n")
    }

    fn surroundings(&self) -> String {
        let pinned =
            self.pinned_to.map_or("not pinned".to_owned(), |processor| format!("pinned to processor {processor}"));
        format!(
            "{}, {} processors, {}; {pinned}. Median of {} interleaved rounds, each row and round a process of its own; ± is \
             half of the way from the lowest round to the highest. Seed {}.\n",
            self.machine.processor, self.machine.processors, self.machine.rustc, self.rounds, self.seed
        )
    }

    /// Rows down, corpora across.
    fn throughput_table(&self, figures: &[&Throughput], cell: impl Fn(&Throughput) -> String) -> String {
        let keyed = figures.iter().map(|figure| (figure.row, figure.corpus.as_str(), cell(figure)));
        self.table(keyed.collect()).unwrap_or_default()
    }

    /// A table of cells, each with its row and column, in the order of rows and of first appearance.
    fn table(&self, cells: Vec<(&'static str, &str, String)>) -> Option<String> {
        let mut columns: Vec<&str> = Vec::new();
        for (_, column, _) in &cells {
            if !columns.contains(column) {
                columns.push(column);
            }
        }
        let mut table = Table::new(["parser"].into_iter().chain(columns.iter().copied()));
        for row in self.rows.iter().filter(|row| cells.iter().any(|(name, ..)| *name == row.name)) {
            let cell = |column: &&str| {
                let mut cells = cells.iter().filter(|(name, of, _)| *name == row.name && of == column);
                cells.next().map_or_else(|| "-".to_owned(), |(.., text)| text.clone())
            };
            table.row([row.name.to_owned()].into_iter().chain(columns.iter().map(cell)));
        }
        (!cells.is_empty()).then(|| table.markdown())
    }

    fn threads_table(&self) -> Option<String> {
        let first = self.threads.first()?;
        let mut table = Table::new(["parser", "threads", &first.corpus, "× one thread"]);
        for figure in &self.threads {
            let is_single = |other: &&Throughput| other.row == figure.row && other.threads == 1;
            let scaling =
                self.threads.iter().find(is_single).map(|one| number(figure.mb_per_second / one.mb_per_second));
            let rate = format!("{} ± {:.0}%", number(figure.mb_per_second), figure.spread * 100.0);
            table.row([figure.row.to_owned(), figure.threads.to_string(), rate, scaling.unwrap_or_default()]);
        }
        Some(table.markdown())
    }

    fn memory_table(&self) -> Option<String> {
        let cell = |memory: &Memory| number(memory.extra_per_input);
        self.table(self.memory.iter().map(|memory| (memory.row, memory.corpus.as_str(), cell(memory))).collect())
    }

    fn allocations_table(&self) -> Option<String> {
        let cell = |count: &Allocations| format!("{} + {}", number(count.allocations), number(count.reallocations));
        self.table(self.allocations.iter().map(|count| (count.row, count.corpus.as_str(), cell(count))).collect())
    }

    fn instructions_table(&self) -> Option<String> {
        let cell = |count: &Instructions| number(count.per_byte);
        self.table(self.instructions.iter().map(|count| (count.row, count.page.as_str(), cell(count))).collect())
    }

    fn notes(&self) -> Option<String> {
        let mut corpora = Table::new(["corpus", "documents", "bytes"]);
        for corpus in &self.corpora {
            corpora.row([corpus.name.clone(), number_of(corpus.documents as u64), number_of(corpus.bytes)]);
        }
        let rows = self.rows.iter().map(|row| format!("* {} {}: {}", row.name, row.version, row.about));
        Some(format!("{}\n{}\n", corpora.markdown(), rows.collect::<Vec<_>>().join("\n")))
    }

    /// The plots, each with the name of its file.
    pub(crate) fn charts(&self) -> Vec<(&'static str, BarChart)> {
        let corpora = ["real", "rustdoc", "lf", "small", "tags", "attributes", "text", "entities"];
        let throughput = self.throughput.iter().filter(|figure| figure.heap == "default");
        let throughput = throughput.map(|figure| (figure.corpus.as_str(), figure.row, figure.mb_per_second));
        let throughput = throughput.filter(|(corpus, ..)| corpora.contains(corpus));
        let memory = self.memory.iter().map(|memory| (memory.corpus.as_str(), memory.row, memory.extra_per_input));
        let instructions = self.instructions.iter().map(|count| (count.page.as_str(), count.row, count.per_byte));
        let charts = [
            ("throughput", "Parse and drop", "MB/s (more is better)", self.groups(throughput)),
            ("memory", "Peak of extra memory ÷ input", "largest page (less is better)", self.groups(memory)),
            ("instructions", "Instructions a byte", "callgrind (less is better)", self.groups(instructions)),
        ];
        let chart = |(file, title, unit, groups): (_, &str, &str, Vec<Group>)| {
            (file, BarChart { title: title.to_owned(), unit: unit.to_owned(), groups })
        };
        charts.into_iter().map(chart).filter(|(_, chart)| !chart.groups.is_empty()).collect()
    }

    /// Groups by corpus. Of limpid's ways of being used the plain one is enough, and tokenizers are no parsers.
    fn groups<'f>(&'f self, figures: impl Iterator<Item = (&'f str, &'static str, f64)>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (corpus, name, value) in figures {
            let kind = self.rows.iter().find(|row| row.name == name).map_or("", |row| row.kind.as_str());
            if kind == "tokens" || (name.starts_with("limpid") && name != LIMPID) {
                continue;
            }
            let (emphasis, note) = match (name, kind) {
                (LIMPID, _) => (Emphasis::Strong, ""),
                (_, "other") => (Emphasis::Faint, " *"),
                _ => (Emphasis::Normal, ""),
            };
            let bar = Bar { name: format!("{name}{note}"), value, emphasis };
            match groups.iter_mut().find(|group| group.name == corpus) {
                Some(group) => group.bars.push(bar),
                None => groups.push(Group { name: corpus.to_owned(), bars: vec![bar] }),
            }
        }
        groups
    }
}

fn number_of(count: u64) -> String {
    match count {
        0..100 => count.to_string(),
        _ => number(count as f64),
    }
}

impl Machine {
    fn this() -> Machine {
        let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = about.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown processor");
        let rustc = Command::new("rustc").arg("--version").output();
        Machine {
            processor: processor.trim_start_matches(['\t', ' ', ':']).to_owned(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            rustc: rustc
                .map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        }
    }
}

/// The package that a row is of.
fn package_of(row: &str) -> &str {
    match row {
        "astral-tl" => row,
        _ => row.split('-').next().unwrap_or(row),
    }
}

/// The versions that this program was built with.
fn locked_versions() -> HashMap<&'static str, String> {
    let value = |line: &'static str, key| line.strip_prefix(key).map(|value| value.trim_matches('"'));
    let mut lines = include_str!("../Cargo.lock").lines();
    let mut versions = HashMap::new();
    while let Some(line) = lines.next() {
        if let Some(name) = value(line, "name = ") {
            let version = lines.next().and_then(|line| value(line, "version = ")).unwrap_or_default();
            versions.insert(name, version.to_owned());
        }
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!((median(vec![9.0, 1.0, 2.0]), median(vec![4.0, 1.0])), (2.0, 2.5));
    }

    #[test]
    fn every_local_row_has_a_version() {
        let versions = locked_versions();
        for row in Row::local(&[], &[]).unwrap() {
            assert!(versions.contains_key(package_of(row.name)), "{}", row.name);
        }
    }
}
