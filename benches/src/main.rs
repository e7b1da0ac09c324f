//! Measures limpid and its peers: each row and round in a process of its own. `cargo xtask bench` builds and starts this.
#![forbid(unsafe_code)]

mod foreign;
mod measure;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use limpid_benches::{corpora, docs, peers, row};

#[derive(Parser)]
#[command(name = "limpid-bench", about = "Measures limpid and its peers")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure limpid and the peers in Rust
    #[command(override_usage = "cargo xtask bench [OPTIONS]")]
    Run(Options),
    /// Install peers in C and Python, and measure them in the same rounds
    #[command(override_usage = "cargo xtask bench-foreign [OPTIONS]")]
    RunForeign(Options),
    /// One measurement: what the other commands start
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
    /// Parse the pages in this folder, or a default corpus by its name; may be given again
    /// [default: all default corpora]
    #[arg(long = "corpus", value_name = "DIR")]
    corpora: Vec<String>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure these rows only, and limpid
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    rows: Vec<String>,
    /// Measure only this; may be given again [default: all]
    #[arg(long = "part", value_name = "PART", value_delimiter = ',')]
    parts: Vec<Part>,
    /// The way of the C library's heap with freed memory; may be given again
    #[arg(long = "heap", value_name = "HEAP", value_delimiter = ',', default_value = "default")]
    heaps: Vec<measure::Heap>,
    /// The number of measurements of each row
    #[arg(long, default_value_t = 7, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// The shortest time of a row's measurement, after its first pass
    #[arg(long, default_value_t = 0.3)]
    seconds: f64,
    /// The seed of pages that are made
    #[arg(long, default_value_t = corpora::SEED)]
    seed: u64,
    /// Small pages, few rounds: to see that everything works
    #[arg(long, conflicts_with = "write_docs")]
    quick: bool,
    /// Write tables and plots into docs/
    #[arg(long)]
    write_docs: bool,
    /// List the rows and the corpora, and measure nothing
    #[arg(long)]
    list: bool,
}

/// The figures that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// MB/s of documents
    Throughput,
    /// Time of small fragments
    Fragments,
    /// MB/s in several threads at once
    Threads,
    /// Peak of extra memory
    Memory,
    /// Allocations a document
    Allocations,
    /// Instructions a byte, by callgrind
    Instructions,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Run(options) => run(&options, false),
        Command::RunForeign(options) => run(&options, true),
        Command::Row { name, folder, what, amount, threads } => run_row(&name, &folder, what, amount, threads),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run_row(name: &str, folder: &Path, what: What, amount: f64, threads: usize) -> Result<(), String> {
    let peer = peers::named(name).ok_or_else(|| format!("no row is named {name}"))?;
    let pages = corpora::load(folder)?;
    let measure = match what {
        What::Time if threads > 1 => row::time_in_threads(peer, &pages, amount, threads),
        What::Time => row::time(peer, &pages, amount),
        What::Memory => row::memory(peer, &pages)?,
        What::Passes => {
            row::passes(peer, &pages, amount as usize);
            return Ok(());
        }
    };
    println!("{}", measure.line());
    Ok(())
}

fn run(options: &Options, with_foreign: bool) -> Result<(), String> {
    if options.list {
        list();
        return Ok(());
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = here.parent().unwrap_or(here);
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let folder = program.parent().and_then(Path::parent).unwrap_or(Path::new("target")).to_owned();
    let stage = corpora::Stage {
        folder: &folder.join("corpora"),
        repository,
        seed: options.seed,
        sizes: if options.quick { corpora::Sizes::QUICK } else { corpora::Sizes::FULL },
    };
    let names = if options.corpora.is_empty() { corpora::default_names() } else { options.corpora.clone() };
    let found = stage.all(&names).map_err(|error| format!("cannot write {}: {error}", stage.folder.display()))?;
    // What was asked for by name has to be there.
    if found.corpora.is_empty() || !(options.corpora.is_empty() || found.skipped.is_empty()) {
        return Err(found.skipped.join("\n"));
    }
    let mut skipped = found.skipped;
    let mut rows = measure::Row::local(&options.rows)?;
    if with_foreign {
        let foreign = foreign::install(&here.join("foreign"), &folder.join("foreign"), |name| {
            options.rows.is_empty() || options.rows.iter().any(|row| row == name)
        });
        rows.extend(foreign.rows);
        skipped.extend(foreign.skipped);
    }
    skipped.iter().for_each(|skipped| eprintln!("skipped: {skipped}"));
    let runner = measure::Runner::new(program, options, rows)?;
    let report = runner.run(&found.corpora, &stage, skipped)?;

    println!("{}", report.markdown());
    if let Some(path) = &options.json {
        let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, json + "\n").map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let plots = if options.write_docs { repository.join("docs/plots") } else { folder.join("plots") };
    fs::create_dir_all(&plots).map_err(|error| format!("cannot write {}: {error}", plots.display()))?;
    for (name, chart) in report.charts() {
        let path = plots.join(format!("{name}.svg"));
        fs::write(&path, chart.svg()).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    if options.write_docs {
        docs::replace_section(&repository.join("docs/performance.md"), "bench", &report.markdown())?;
    }
    Ok(())
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
