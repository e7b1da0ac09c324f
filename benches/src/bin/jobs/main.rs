//! Benchmarks whole jobs on the pages of a folder. `cargo xtask jobs` builds and starts this program.
//!
//! A job has a row per library. The rows of a job are measured in interleaved rounds, on all pages. The outputs of each row are compared
//! with the outputs of limpid's first row: the table has the number of pages with equal outputs, and the share of common words.
#![forbid(unsafe_code)]

mod job;
mod pages;
mod rewrite;
mod select;
mod xml;

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write as _};
use std::panic::set_hook;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::rc::Rc;

use clap::{Parser, Subcommand, ValueEnum};
use flate2::Compression;
use flate2::write::GzEncoder;
use limpid_benches::corpora;
use limpid_benches::docs::{Table, number, replace_section};
use limpid_benches::rounds::{Count, median, ratio, take_turns};

use job::{Input, Job, Outcome, Row};

#[derive(Parser)]
#[command(
    name = "cargo xtask jobs",
    about = "Benchmark whole jobs, such as extracting text or sanitizing: limpid and other libraries",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    passes: Option<Passes>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Passes {
    /// Run one row a number of times, for valgrind
    #[command(hide = true)]
    Row { group: Group, job: String, row: String, folder: PathBuf, passes: u32 },
}

#[derive(clap::Args)]
struct Options {
    /// The jobs to measure
    #[arg(default_value = "pages")]
    group: Group,
    /// A folder of pages [default: the real pages]
    #[arg(default_value_os_t = limpid_pages::data::real_pages_folder(), hide_default_value = true)]
    folder: PathBuf,
    /// The number of measurements per row
    #[arg(long, default_value_t = 9)]
    rounds: u16,
    /// Measure only jobs whose names contain this text
    #[arg(long, default_value = "")]
    job: String,
    /// Measure only rows whose names contain this text, and limpid's first row
    #[arg(long, default_value = "")]
    by: String,
    /// Also count instructions with callgrind
    #[arg(long)]
    instructions: bool,
    /// Also measure selectolax, resiliparse, turbohtml and fastwarc, if they are installed for this Python interpreter
    #[arg(long)]
    python: Option<PathBuf>,
    /// Write the table into docs/generated/jobs.md (not for `select`)
    #[arg(long)]
    write_docs: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Group {
    /// Convert pages to text, Markdown, links, selected elements, markup and sanitized markup
    Pages,
    /// Events and streaming rewriting
    Rewrite,
    /// Select elements of parsed documents
    Select,
    /// Parse generated XML
    Xml,
}

impl Group {
    fn jobs(self) -> Vec<Job> {
        match self {
            Group::Pages => pages::jobs(),
            Group::Rewrite => rewrite::jobs(),
            Group::Select => select::jobs(),
            Group::Xml => xml::jobs(),
        }
    }
}

/// The process of the Python libraries. It prints a line for each line that it reads.
struct Python {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Adds rows for the Python libraries to the jobs.
    fn join(program: &Path, input: &Input, jobs: &mut [Job]) -> Result<(), Box<dyn Error>> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("foreign/jobs.py");
        let mut command = Command::new(program);
        command.arg(script).args([&input.folder, &input.archive]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start {program:?}: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { return Ok(()) };
        let mut python = Python { input: stdin, output: BufReader::new(stdout) };
        let rows: Vec<(String, String)> = serde_json::from_str(&python.line()?)?;
        let python = Rc::new(RefCell::new(python));
        for (job, row) in rows {
            let (python, question) = (Rc::clone(&python), format!("{job}\t{row}"));
            let work = move |_: &Input| python.borrow_mut().ask(&question).expect("Python prints a result");
            let Some(job) = jobs.iter_mut().find(|known| known.name == job) else { continue };
            job.rows.push(Row::new(&row, work));
        }
        Ok(())
    }

    fn ask(&mut self, question: &str) -> Result<Outcome, Box<dyn Error>> {
        writeln!(self.input, "{question}")?;
        Ok(serde_json::from_str(&self.line()?)?)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }
}

/// Writes the pages to a folder, and to a WARC file in it with one gzip member per page.
fn stage(pages: Vec<String>, folder: PathBuf) -> io::Result<Input> {
    corpora::write(&folder, &pages)?;
    let archive = folder.join(ARCHIVE);
    let mut members = File::create(&archive)?;
    for (number, page) in pages.iter().enumerate() {
        let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}");
        let mut member = GzEncoder::new(&mut members, Compression::default());
        write!(
            member,
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: https://example.org/{number}\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n",
            response.len()
        )?;
        member.finish()?;
    }
    Ok(Input { pages, folder, archive })
}

/// Returns the numerator and the denominator of the share of common words (Dice coefficient): twice the number of common words, and the
/// number of words of both outputs.
fn words_in_common(one: &str, other: &str) -> (usize, usize) {
    let words = |text: &str| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        counts
    };
    let (one, other) = (words(one), words(other));
    let common: usize = one.iter().map(|(word, count)| (*count).min(other.get(word).copied().unwrap_or(0))).sum();
    (2 * common, one.values().sum::<usize>() + other.values().sum::<usize>())
}

fn main() -> ExitCode {
    let Arguments { passes, options } = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("limpid-jobs-{}", std::process::id()));
    let outcome = match passes {
        Some(Passes::Row { group, job, row, folder, passes }) => make_passes(group, &job, &row, folder, passes),
        None => measure(&options, &folder),
    };
    let _ = fs::remove_dir_all(folder);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

const ARCHIVE: &str = "pages.warc.gz";

fn make_passes(group: Group, job: &str, row: &str, folder: PathBuf, passes: u32) -> Result<(), Box<dyn Error>> {
    let job = group.jobs().into_iter().find(|known| known.name == job).ok_or("no such job")?;
    let pages = job.pages.map_or_else(|| corpora::load(&folder), Ok)?;
    let input = Input { pages, archive: folder.join(ARCHIVE), folder };
    let row = job.rows.into_iter().find(|known| known.name == row).ok_or("no such row")?;
    (0..passes).for_each(|_| _ = black_box((row.work)(&input)));
    Ok(())
}

fn measure(options: &Options, staged: &Path) -> Result<(), Box<dyn Error>> {
    if options.instructions && options.group == Group::Select {
        return Err("--instructions is not supported for `select`".into());
    }
    let pages = if options.group == Group::Xml { Vec::new() } else { corpora::load(&options.folder)? };
    let mut input = stage(pages, staged.to_owned())?;
    let mut jobs = options.group.jobs();
    if let (Some(python), Group::Pages) = (&options.python, options.group) {
        Python::join(python, &input, &mut jobs)?;
    }
    // Do not print the panics of libraries, which the rows catch.
    set_hook(Box::new(|_| {}));
    let header = ["job", "by", "ms", "MB/s", "× of limpid's time", "words in common", "same pages"];
    let mut table = Table::new(header.into_iter().chain(options.instructions.then_some("instructions per byte")));
    let mut about = format!("Medians of {} rounds.", options.rounds);
    if !input.pages.is_empty() {
        about = format!("{} pages, {} bytes. {about}", input.pages.len(), bytes(&input));
    }
    for mut job in jobs.into_iter().filter(|job| job.name.contains(&options.job)) {
        eprintln!("{}", job.name);
        let first = job.rows[0].name.clone();
        job.rows.retain(|row| row.name == first || row.name.contains(&options.by));
        let pages = job.pages.take().map(|pages| std::mem::replace(&mut input.pages, pages));
        measure_job(&job, &input, options, &mut table)?;
        if let Some(pages) = pages {
            input.pages = pages;
        }
    }
    let text = format!("{about}\n\n{}", table.markdown());
    println!("{text}");
    match (options.write_docs, options.group) {
        (false, _) => Ok(()),
        (true, Group::Pages) => Ok(replace_section("jobs.md", "jobs", &text)?),
        (true, Group::Rewrite) => Ok(replace_section("jobs.md", "rewrite", &text)?),
        (true, Group::Xml) => Ok(replace_section("jobs.md", "xml", &text)?),
        (true, Group::Select) => Err("--write-docs is not supported for `select`".into()),
    }
}

fn bytes(input: &Input) -> usize {
    input.pages.iter().map(String::len).sum()
}

/// Measures the rows of a job and adds them to the table.
fn measure_job(job: &Job, input: &Input, options: &Options, table: &mut Table) -> Result<(), Box<dyn Error>> {
    let last_outputs = RefCell::new(vec![Vec::new(); job.rows.len()]);
    let indices: Vec<usize> = (0..job.rows.len()).collect();
    let outcomes = take_turns(options.rounds, &indices, |&index| {
        let (seconds, outputs) = (job.rows[index].work)(input);
        last_outputs.borrow_mut()[index] = outputs;
        Ok(seconds)
    });
    let seconds = outcomes.into_iter().collect::<Result<Vec<_>, String>>()?;
    let outputs = last_outputs.into_inner();
    let program = std::env::current_exe()?;
    for (index, row) in job.rows.iter().enumerate() {
        let time = median(seconds[index].iter().copied());
        let mut cells = vec![
            if index == 0 { job.name.clone() } else { String::new() },
            row.name.clone(),
            number(time * 1e3),
            number(bytes(input) as f64 / time / 1e6),
            number(ratio(&seconds[index], &seconds[0])),
        ];
        cells.extend(if index == 0 { [String::new(), String::new()] } else { compared(&outputs[0], &outputs[index]) });
        if options.instructions {
            let group = options.group.to_possible_value().map_or_else(String::new, |group| group.get_name().to_owned());
            let command = |passes: u32| -> Vec<OsString> {
                let mut arguments = vec![program.clone().into(), "row".into(), group.clone().into()];
                arguments.extend([&job.name, &row.name].map(OsString::from));
                arguments.extend([input.folder.clone().into(), passes.to_string().into()]);
                arguments
            };
            let count = Count::Instructions.of_a_pass(command);
            cells.push(count.map_or_else(|_| "-".to_owned(), |count| number(count / bytes(input) as f64)));
        }
        table.row(cells);
    }
    Ok(())
}

/// Returns the share of common words, and the number of pages with equal outputs, as cells.
fn compared(first: &[Option<String>], outputs: &[Option<String>]) -> [String; 2] {
    if outputs.is_empty() {
        return [String::new(), String::new()];
    }
    let pairs = || first.iter().zip(outputs);
    let same = pairs().filter(|(one, other)| one == other).count();
    let text = |output: &Option<String>| output.clone().unwrap_or_default();
    let common = pairs().map(|(one, other)| words_in_common(&text(one), &text(other)));
    let (common, all) = common.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    [format!("{:.1} %", 100.0 * common as f64 / all.max(1) as f64), format!("{same} of {}", outputs.len())]
}
