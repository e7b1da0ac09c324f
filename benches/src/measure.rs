//! Starts the rows' processes and gathers what they measured.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use limpid_benches::corpora::{Corpus, SEED, Stage};
use limpid_benches::peers::LIMPID;
use limpid_benches::row::{Measure, PATIENCE};

use crate::options::{Options, Part};
use crate::report::{Allocations, Instructions, Memory, Report, Throughput};
use crate::rows::{Heap, Row, baseline};

/// The figure that a row's process has to measure.
#[derive(Clone, Copy)]
enum Ask {
    /// Time, in a number of threads at once, or else in one that is kept on its processor.
    Time {
        seconds: f64,
        threads: Option<usize>,
    },
    Memory,
    Passes(u32),
}

/// The rounds of a row on a corpus.
struct Series<'c> {
    corpus: &'c Corpus,
    row: &'c Row,
    threads: Option<usize>,
    measures: Vec<Measure>,
    has_failed: bool,
}

impl<'c> Series<'c> {
    fn new(corpus: &'c Corpus, row: &'c Row, threads: Option<usize>) -> Series<'c> {
        Series { corpus, row, threads, measures: Vec::new(), has_failed: false }
    }

    /// MB/s, round by round.
    fn rates(&self) -> Vec<f64> {
        self.measures.iter().map(|measure| measure.bytes as f64 / measure.figure / 1e6).collect()
    }
}

/// Rows, and how they are run.
pub(crate) struct Runner<'a> {
    program: PathBuf,
    options: &'a Options,
    rows: Vec<Row>,
    rounds: u16,
    seconds: f64,
    /// The processor that rows are kept on.
    pin: Option<usize>,
}

impl<'a> Runner<'a> {
    pub(crate) fn new(program: PathBuf, options: &'a Options, rows: Vec<Row>) -> Result<Runner<'a>, String> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        // The last one, since the first ones are given more of everything else.
        let pin = processors - 1;
        let can_pin = Command::new("taskset").args(["-c", &pin.to_string(), "true"]).output();
        let pin = can_pin.is_ok_and(|output| output.status.success()).then_some(pin);
        let (rounds, seconds) = match options.quick {
            true => (options.rounds.min(3), options.seconds.min(0.02)),
            false => (options.rounds, options.seconds),
        };
        Ok(Runner { program, options, rows, rounds, seconds, pin })
    }

    pub(crate) fn run<'c>(
        &'c self,
        corpora: &'c [Corpus],
        stage: &Stage<'_>,
        skipped: Vec<String>,
    ) -> Result<Report, String> {
        let mut report = Report::new(&self.rows, corpora, skipped);
        report.seed = self.options.seed;
        report.rounds = self.rounds;
        report.pinned_to = self.pin;
        let of_kind = |is_fragments| corpora.iter().filter(move |corpus| corpus.is_fragments == is_fragments);
        let (pages, fragments): (Vec<_>, Vec<_>) = (of_kind(false).collect(), of_kind(true).collect());
        let series = |corpora: &[&'c Corpus]| -> Vec<Series<'_>> {
            let of_corpus = |&corpus: &&'c Corpus| {
                self.rows.iter().filter(|row| row.is_for(corpus)).map(move |row| Series::new(corpus, row, None))
            };
            corpora.iter().flat_map(of_corpus).collect()
        };
        for &heap in &self.options.heaps {
            if self.wants(Part::Throughput) && !pages.is_empty() {
                let figures = self.in_rounds(heap, series(&pages), &mut report);
                report.throughput.extend(figures);
            }
            if self.wants(Part::Fragments) && !fragments.is_empty() {
                eprintln!("fragments");
                let figures = self.in_rounds(heap, series(&fragments), &mut report);
                report.fragments.extend(figures);
            }
        }
        if self.wants(Part::Threads) {
            self.threads(&pages, &mut report);
        }
        if self.wants(Part::Memory) {
            self.memory(&pages, &mut report);
        }
        if self.wants(Part::Allocations) {
            self.allocations(corpora, &mut report);
        }
        if self.wants(Part::Instructions) {
            // The pages of published figures, whatever else was asked for.
            let fixed = Stage { seed: SEED, ..*stage };
            let names = ["article", "reference"].map(str::to_owned);
            let found = fixed.all(&names).map_err(|error| format!("cannot write pages: {error}"))?;
            self.instructions(&found.corpora, &mut report);
        }
        Ok(report)
    }

    fn wants(&self, part: Part) -> bool {
        self.options.parts.is_empty() || self.options.parts.contains(&part)
    }

    /// Runs everything once a round: what is slow for a while is so for all rows alike.
    fn in_rounds(&self, heap: Heap, mut series: Vec<Series<'_>>, report: &mut Report) -> Vec<Throughput> {
        for round in 0..self.rounds {
            eprintln!("{} heap: round {} of {}", heap.name(), round + 1, self.rounds);
            for series in series.iter_mut().filter(|series| !series.has_failed) {
                let ask = Ask::Time { seconds: self.seconds, threads: series.threads };
                match self.ask(series.row, series.corpus, heap, ask) {
                    Ok(measure) => series.measures.push(measure),
                    Err(reason) => {
                        series.has_failed = true;
                        report.skip(format!("{} on {}: {reason}", series.row.name, series.corpus.name));
                    }
                }
            }
        }
        let figure = |of: &Series<'_>| {
            let is_baseline = |other: &&Series<'_>| {
                other.corpus.name == of.corpus.name
                    && other.threads == of.threads
                    && other.row.name == baseline(of.row.kind)
                    && !other.has_failed
            };
            let baseline = series.iter().find(is_baseline).map(Series::rates);
            let per_document = of.measures.iter().map(|measure| measure.figure / measure.documents as f64 * 1e6);
            let threads = of.threads.unwrap_or(1);
            Throughput::new(of.corpus, of.row, heap, threads, of.rates(), per_document.collect(), baseline)
        };
        series.iter().filter(|series| !series.has_failed).map(figure).collect()
    }

    fn threads(&self, pages: &[&Corpus], report: &mut Report) {
        let named = |name| pages.iter().find(move |corpus| corpus.name == name);
        let Some(&corpus) = named("real").or(named("lf")).or(pages.first()) else { return };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        if processors < 2 {
            report.skip("threads: this machine has one processor".to_owned());
            return;
        }
        let mut series = Vec::new();
        for row in self.rows.iter().filter(|row| matches!(row.name, LIMPID | "html5ever-rcdom" | "scraper")) {
            let counts = [1, 2, 4, 8].into_iter().take_while(|&threads| threads <= processors);
            series.extend(counts.map(|threads| Series::new(corpus, row, Some(threads))));
        }
        eprintln!("threads");
        let figures = self.in_rounds(Heap::Default, series, report);
        report.threads = figures;
    }

    fn memory(&self, pages: &[&Corpus], report: &mut Report) {
        const DEFAULT: [&str; 5] = ["real", "rustdoc", "lf", "tags", "text"];
        eprintln!("memory");
        for corpus in pages {
            if self.options.corpora.is_empty() && !DEFAULT.contains(&corpus.name.as_str()) {
                continue;
            }
            for row in self.rows.iter().filter(|row| row.is_for(corpus)) {
                match self.ask(row, corpus, Heap::Cold, Ask::Memory) {
                    Ok(measure) => report.memory.push(Memory::new(corpus, row, measure)),
                    Err(reason) => report.skip(format!("memory of {} on {}: {reason}", row.name, corpus.name)),
                }
            }
        }
    }

    fn allocations(&self, corpora: &[Corpus], report: &mut Report) {
        const DEFAULT: [&str; 5] = ["real", "article", "reference", "small", "fragments-100"];
        eprintln!("allocations");
        let program = self.program.with_file_name("limpid-bench-alloc");
        for corpus in corpora {
            if self.options.corpora.is_empty() && !DEFAULT.contains(&corpus.name.as_str()) {
                continue;
            }
            for row in self.rows.iter().filter(|row| row.is_for(corpus) && row.foreign.is_none()) {
                let mut command = Command::new(&program);
                command.arg(row.name).arg(&corpus.folder);
                let outcome = output(command).and_then(|output| Allocations::new(corpus, row, &output.stdout));
                match outcome {
                    Ok(allocations) => report.allocations.push(allocations),
                    Err(reason) => report.skip(format!("allocations of {} on {}: {reason}", row.name, corpus.name)),
                }
            }
        }
    }

    fn instructions(&self, pages: &[Corpus], report: &mut Report) {
        if Command::new("valgrind").arg("--version").output().is_err() {
            report.skip("instructions: valgrind is not installed".to_owned());
            return;
        }
        eprintln!("instructions");
        for corpus in pages {
            let is_native = |row: &&Row| row.foreign.as_ref().is_none_or(|foreign| foreign.is_native);
            for row in self.rows.iter().filter(|row| row.is_for(corpus)).filter(is_native) {
                // What start and end of the process cost is in both runs.
                let both = self
                    .instructions_of(row, corpus, 1)
                    .and_then(|one| self.instructions_of(row, corpus, 3).map(|three| (three - one) / 2.0));
                match both {
                    Ok(instructions) => report.instructions.push(Instructions::new(corpus, row, instructions)),
                    Err(reason) => report.skip(format!("instructions of {} on {}: {reason}", row.name, corpus.name)),
                }
            }
        }
    }

    fn instructions_of(&self, row: &Row, corpus: &Corpus, passes: u32) -> Result<f64, String> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        command.args(self.arguments(row, corpus, Ask::Passes(passes)));
        let complaint = output(command)?.stderr;
        let count = complaint.lines().find_map(|line| line.split_once("Collected :")).map(|(_, count)| count.trim());
        count.and_then(|count| count.parse().ok()).ok_or_else(|| "callgrind counted nothing".to_owned())
    }

    fn ask(&self, row: &Row, corpus: &Corpus, heap: Heap, ask: Ask) -> Result<Measure, String> {
        let mut words = self.arguments(row, corpus, ask);
        if let Some(pin) = self.pin.filter(|_| !matches!(ask, Ask::Time { threads: Some(_), .. })) {
            let pinned = ["taskset", "-c", &pin.to_string()].map(OsString::from);
            words.splice(0..0, pinned);
        }
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).envs(heap.environment().iter().copied());
        output(command)?.stdout.parse()
    }

    /// The words of a row's command line; peers in other languages understand the same ones.
    fn arguments(&self, row: &Row, corpus: &Corpus, ask: Ask) -> Vec<OsString> {
        let mut words = match &row.foreign {
            Some(foreign) => foreign.command.clone(),
            None => vec![self.program.clone().into(), "row".into(), row.name.into()],
        };
        words.push(corpus.folder.clone().into());
        let what = match ask {
            Ask::Time { seconds, threads: None } => vec!["time".to_owned(), seconds.to_string()],
            Ask::Time { seconds, threads: Some(threads) } => {
                vec!["time".to_owned(), seconds.to_string(), threads.to_string()]
            }
            Ask::Memory => vec!["memory".to_owned()],
            Ask::Passes(passes) => vec!["passes".to_owned(), passes.to_string()],
        };
        words.extend(what.into_iter().map(OsString::from));
        words
    }
}

struct Output {
    stdout: String,
    stderr: String,
}

/// Runs a process to its end, if that comes soon enough.
fn output(mut command: Command) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {name}: {error}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("no end after {} seconds", PATIENCE.as_secs()));
            }
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(error) => return Err(error.to_string()),
        }
    };
    let (mut stdout, mut stderr) = (String::new(), String::new());
    // Rows print a line or two, which a pipe holds until they end.
    let _ = child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut stdout));
    let _ = child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut stderr));
    match status.success() {
        true => Ok(Output { stdout, stderr }),
        false => {
            let reason = stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
            Err(format!("{status}: {reason}"))
        }
    }
}
