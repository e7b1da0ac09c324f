//! Measures limpid and its peers: each row and round in a process of its own. `cargo xtask bench` builds and starts this.
#![forbid(unsafe_code)]

mod compare;
mod foreign;
mod measure;
mod options;
mod report;
mod rows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use limpid_benches::{corpora, docs, peers, row};

use options::Options;

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
    let mut rows = rows::Row::local(&options.rows, &foreign::NAMES)?;
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
    if let Some(path) = &options.compare {
        compare::instructions(path, &report.instructions)?;
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
