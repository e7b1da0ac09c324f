//! Benchmarks parsers. Each row is measured in a separate process per round. `cargo xtask bench` builds and starts this program.
#![forbid(unsafe_code)]

mod foreign;
mod report;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, ValueEnum};
use limpid_benches::corpora::{self, Corpus, Sizes};
use limpid_benches::docs;
use limpid_benches::peers::{self, Kind, LIMPID, Peer};
use limpid_benches::rounds::{self, COLD_HEAP, Count, Measure};
use limpid_pages::benchmarks;
use serde::{Deserialize, Serialize};

use foreign::Foreign;
use report::{Figure, Report};

#[derive(Parser)]
#[command(
    name = "cargo xtask bench",
    about = "Benchmark parsers: limpid and other libraries",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    row: Option<RowCommand>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum RowCommand {
    /// Make one measurement in this process
    #[command(hide = true)]
    Row {
        name: String,
        folder: PathBuf,
        what: What,
        /// Seconds or passes
        #[arg(default_value_t = 1.0)]
        amount: f64,
        #[arg(default_value_t = 1)]
        threads: usize,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Time,
    Passes,
    Memory,
}

#[derive(clap::Args)]
struct Options {
    /// A folder of pages, or the name of a default corpus; can be repeated [default: all default corpora]
    #[arg(long = "corpus", value_name = "DIR")]
    corpora: Vec<String>,
    /// Also install and measure parsers in C and Python
    #[arg(long)]
    foreign: bool,
    /// Write all results as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Compare instruction counts with the JSON of an earlier run; fail if limpid needs over 1 % more
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Measure only these rows and limpid; --list lists the names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    rows: Vec<String>,
    /// Measure only this part; can be repeated [default: all parts]
    #[arg(long = "part", value_name = "PART", value_delimiter = ',')]
    parts: Vec<Part>,
    /// The number of measurements per row
    #[arg(long, default_value_t = 7, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The minimum time of a measurement in seconds, after a first pass
    #[arg(long, default_value_t = 0.3)]
    seconds: f64,
    /// Use small pages and few rounds, to check that everything works
    #[arg(long, conflicts_with = "write_docs")]
    quick: bool,
    /// Write the tables into docs/generated/parsing.md
    #[arg(long)]
    write_docs: bool,
    /// List the rows and the default corpora, and exit
    #[arg(long)]
    list: bool,
}

/// The figures that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// Throughput of documents, in MB/s
    Throughput,
    /// Time per small fragment, in microseconds
    Fragments,
    /// Throughput of several threads at once, in MB/s
    Threads,
    /// Peak of additional memory, divided by the size of the page
    Memory,
    /// Allocations per document, counted by DHAT
    Allocations,
    /// Instructions per byte, counted by callgrind
    Instructions,
}

impl Part {
    /// Returns whether a corpus is measured by default.
    fn is_default(self, corpus: &str) -> bool {
        match self {
            Part::Throughput | Part::Fragments => true,
            Part::Threads => corpus == "real",
            Part::Memory => ["real", "rustdoc", "lf", "tags", "text"].contains(&corpus),
            Part::Allocations => ["real", "article", "reference", "small", "fragments-100"].contains(&corpus),
            Part::Instructions => ["article", "reference"].contains(&corpus),
        }
    }
}

/// A parser to measure.
#[derive(Clone, Debug)]
struct Row {
    name: &'static str,
    about: &'static str,
    kind: Kind,
    foreign: Option<Foreign>,
}

impl Row {
    /// Returns the requested parsers in Rust, and the rows that they are compared with.
    fn local(wanted: &[String]) -> Result<Vec<Row>, String> {
        let is_unknown = |name: &&String| peers::named(name).is_none() && !foreign::NAMES.contains(&name.as_str());
        if let Some(name) = wanted.iter().find(is_unknown) {
            return Err(format!("unknown row {name}; --list lists the names"));
        }
        let is_wanted = |peer: &&Peer| {
            wanted.is_empty() || wanted.iter().any(|name| name == peer.name) || peer.name == baseline(peer.kind)
        };
        let row = |peer: &Peer| Row { name: peer.name, about: peer.about, kind: peer.kind, foreign: None };
        Ok(peers::PEERS.iter().filter(is_wanted).map(row).collect())
    }

    fn is_for(&self, part: Part, corpus: &Corpus) -> bool {
        let is_native = self.foreign.as_ref().is_none_or(|foreign| foreign.is_native);
        corpus.is_fragments == (self.kind == Kind::Fragment)
            && match part {
                Part::Throughput => !corpus.is_fragments,
                Part::Fragments => corpus.is_fragments,
                Part::Threads => [LIMPID, "html5ever-rcdom", "scraper"].contains(&self.name),
                Part::Memory => !corpus.is_fragments,
                Part::Allocations | Part::Instructions => is_native,
            }
    }
}

/// Returns the name of limpid's row with this kind of result.
fn baseline(kind: Kind) -> &'static str {
    match kind {
        Kind::Document | Kind::Other => LIMPID,
        Kind::Tokens => "limpid-tokenizer",
        Kind::Fragment => "limpid-fragment",
    }
}

fn main() -> ExitCode {
    let Arguments { row, options } = Arguments::parse();
    let outcome = match row {
        Some(RowCommand::Row { name, folder, what, amount, threads }) => measure(&name, &folder, what, amount, threads),
        None if options.list => {
            list();
            Ok(())
        }
        None => run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn list() {
    println!("rows:");
    for peer in &peers::PEERS {
        println!("  {:<20} {:?}: {}", peer.name, peer.kind, peer.about);
    }
    println!("corpora:");
    for name in corpora::default_names() {
        println!("  {name}");
    }
}

/// Measures a row in this process.
fn measure(name: &str, folder: &Path, what: What, amount: f64, threads: usize) -> Result<(), String> {
    let peer = peers::named(name).ok_or_else(|| format!("unknown row {name}"))?;
    let pages = corpora::load(folder)?;
    let measure = match what {
        What::Time => time_in_threads(peer, &pages, amount, threads),
        What::Memory => {
            let page = pages.iter().max_by_key(|page| page.len()).ok_or("no page")?;
            // Small pages first load the parser's code and tables into memory.
            rounds::passes(peer.parse, &benchmarks::small_pages(corpora::SEED, 20_000), 1);
            let figure = rounds::memory(|| (peer.parse)(page))?;
            Measure { bytes: page.len() as u64, documents: 1, figure }
        }
        What::Passes => {
            rounds::passes(peer.parse, &pages, amount as u32);
            return Ok(());
        }
    };
    println!("{}", measure.line());
    Ok(())
}

/// Parses all pages repeatedly for at least the given time.
fn time(peer: &Peer, pages: &[String], seconds: f64) -> Measure {
    // The first pass loads code and pages into memory.
    rounds::passes(peer.parse, pages, 1);
    let mut measure = Measure { bytes: 0, documents: 0, figure: 0.0 };
    let start = Instant::now();
    while measure.figure < seconds {
        rounds::passes(peer.parse, pages, 1);
        measure.bytes += pages.iter().map(|page| page.len() as u64).sum::<u64>();
        measure.documents += pages.len() as u64;
        measure.figure = start.elapsed().as_secs_f64();
    }
    measure
}

/// Measures several threads at once, each with its own documents. In the result, the time is
/// the total bytes divided by the total throughput.
fn time_in_threads(peer: &Peer, pages: &[String], seconds: f64, threads: usize) -> Measure {
    let barrier = Barrier::new(threads);
    let in_thread = || {
        let pages = pages.to_vec();
        barrier.wait();
        time(peer, &pages, seconds)
    };
    let measures: Vec<Measure> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(in_thread)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let rate: f64 = measures.iter().map(|measure| measure.bytes as f64 / measure.figure).sum();
    let bytes = measures.iter().map(|measure| measure.bytes).sum();
    Measure { bytes, documents: measures.iter().map(|measure| measure.documents).sum(), figure: bytes as f64 / rate }
}

fn run(options: &Options) -> Result<(), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let folder = program.parent().and_then(Path::parent).unwrap_or(Path::new("target")).to_owned();
    let names = if options.corpora.is_empty() { corpora::default_names() } else { options.corpora.clone() };
    let sizes = if options.quick { Sizes::QUICK } else { Sizes::FULL };
    let (mut corpora, mut rows, mut skipped) = (Vec::new(), Row::local(&options.rows)?, Vec::new());
    for name in &names {
        match corpora::stage(&folder.join("corpora"), name, sizes) {
            Ok(corpus) => corpora.push(corpus),
            Err(reason) if options.corpora.is_empty() => skipped.push(format!("corpus {name}: {reason}")),
            Err(reason) => return Err(format!("corpus {name}: {reason}")),
        }
    }
    if options.foreign {
        let is_wanted = |name: &str| options.rows.is_empty() || options.rows.iter().any(|row| row == name);
        for outcome in foreign::install(&here.join("foreign"), &folder.join("foreign"), is_wanted) {
            match outcome {
                Ok(row) => rows.push(row),
                Err(reason) => skipped.push(reason),
            }
        }
    }
    let processor = thread::available_parallelism().map_or(1, usize::from) - 1;
    let can_pin = Command::new("taskset").args(["-c", &processor.to_string(), "true"]).output();
    // The last processor is usually the least busy one.
    let pin = can_pin.is_ok_and(|output| output.status.success()).then_some(processor);
    let mut report = Report::new(&rows, &corpora, pin);
    skipped.into_iter().for_each(|reason| report.skip(reason));
    let runner = Runner { program, options, rows, corpora, pin };
    report.rounds = runner.rounds();
    for &part in Part::value_variants() {
        if options.parts.is_empty() || options.parts.contains(&part) {
            eprintln!("{part:?}");
            runner.part(part, &mut report);
        }
    }

    println!("{}", report.markdown());
    if let Some(path) = &options.json {
        let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, json + "\n").map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    if options.write_docs {
        docs::replace_section("parsing.md", "parsing", &report.markdown())?;
    }
    options.compare.as_deref().map_or(Ok(()), |earlier| report.compare(earlier))
}

/// A row, a corpus and a number of threads to measure.
type Turn<'r> = (&'r Row, &'r Corpus, usize);

/// Starts the processes of the rows.
struct Runner<'o> {
    program: PathBuf,
    options: &'o Options,
    rows: Vec<Row>,
    corpora: Vec<Corpus>,
    /// The processor on which the rows run.
    pin: Option<usize>,
}

impl Runner<'_> {
    fn rounds(&self) -> u16 {
        if self.options.quick { self.options.rounds.min(3) } else { self.options.rounds }
    }

    fn part(&self, part: Part, report: &mut Report) {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads: &[usize] = if part == Part::Threads { &[1, 2, 4, 8] } else { &[1] };
        let threads = || threads.iter().copied().filter(|&threads| threads <= processors);
        let is_wanted = |corpus: &&Corpus| !self.options.corpora.is_empty() || part.is_default(&corpus.name);
        let of_corpus =
            |corpus| self.rows.iter().filter(move |row| row.is_for(part, corpus)).map(move |row| (row, corpus));
        let turns: Vec<Turn<'_>> = (self.corpora.iter().filter(is_wanted))
            .flat_map(of_corpus)
            .flat_map(|(row, corpus)| threads().map(move |threads| (row, corpus, threads)))
            .collect();
        let rounds = if matches!(part, Part::Throughput | Part::Fragments | Part::Threads) { self.rounds() } else { 1 };
        let outcomes = rounds::take_turns(rounds, &turns, |turn| self.figure(part, turn));
        for ((row, corpus, threads), outcome) in turns.iter().zip(&outcomes) {
            // Several threads are compared with one thread of the same row. In other parts, rows are compared with limpid's row.
            let base = if part == Part::Threads { (row.name, 1) } else { (baseline(row.kind), 1) };
            let is_base = |turn: &Turn<'_>| turn.1.name == corpus.name && (turn.0.name, turn.2) == base;
            let base = turns.iter().position(is_base).and_then(|index| outcomes[index].as_ref().ok());
            match outcome {
                Ok(figures) => {
                    report.figures.push(Figure::new(
                        part,
                        row.name,
                        &corpus.name,
                        *threads,
                        figures,
                        base.map(Vec::as_slice),
                    ));
                }
                Err(reason) => report.skip(format!("{part:?} of {} on {}: {reason}", row.name, corpus.name)),
            }
        }
    }

    /// Measures a row once, in the unit of the part.
    fn figure(&self, part: Part, &(row, corpus, threads): &Turn<'_>) -> Result<f64, String> {
        let seconds = if self.options.quick { self.options.seconds.min(0.02) } else { self.options.seconds };
        let count =
            |count: Count| count.of_a_pass(|passes| self.arguments(row, corpus, &["passes", &passes.to_string()]));
        match part {
            Part::Throughput | Part::Fragments | Part::Threads => {
                let arguments = self.arguments(row, corpus, &["time", &seconds.to_string(), &threads.to_string()]);
                let measure = self.start(arguments, threads == 1, &[])?;
                Ok(match part {
                    Part::Fragments => measure.figure / measure.documents as f64 * 1e6,
                    _ => measure.bytes as f64 / measure.figure / 1e6,
                })
            }
            Part::Memory => {
                let measure = self.start(self.arguments(row, corpus, &["memory"]), true, &COLD_HEAP)?;
                Ok(measure.figure / measure.bytes as f64)
            }
            Part::Allocations => Ok(count(Count::Allocations)? / corpus.documents as f64),
            Part::Instructions => Ok(count(Count::Instructions)? / corpus.bytes as f64),
        }
    }

    fn start(&self, arguments: Vec<OsString>, is_pinned: bool, heap: &[(&str, &str)]) -> Result<Measure, String> {
        const LIMIT: Duration = Duration::from_secs(180);
        let pin = self.pin.filter(|_| is_pinned).map(|pin| ["taskset".to_owned(), "-c".to_owned(), pin.to_string()]);
        let mut arguments = pin.into_iter().flatten().map(OsString::from).chain(arguments);
        let mut command = Command::new(arguments.next().unwrap_or_default());
        let output = rounds::output(command.args(arguments).envs(heap.iter().copied()), LIMIT)?;
        output.ok_or_else(|| format!("stopped after {} seconds", LIMIT.as_secs()))?.stdout.parse()
    }

    /// Returns the command line for a row. Parsers in other languages accept the same arguments.
    fn arguments(&self, row: &Row, corpus: &Corpus, what: &[&str]) -> Vec<OsString> {
        let local = || vec![self.program.clone().into(), "row".into(), row.name.into()];
        let mut arguments = row.foreign.as_ref().map_or_else(local, |foreign| foreign.command.clone());
        arguments.push(corpus.folder.clone().into());
        arguments.extend(what.iter().map(OsString::from));
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_counted() {
        let pages = vec!["<p>one".to_owned(), "<p>three".to_owned()];
        let peer = peers::named(LIMPID).unwrap();
        let measure = time(peer, &pages, 0.001);
        assert_eq!((measure.bytes / 14 * 2, measure.bytes % 14), (measure.documents, 0));
        let measure = time_in_threads(peer, &pages, 0.001, 2);
        assert!(measure.bytes >= 28 && measure.figure > 0.0, "{measure:?}");
    }
}
