//! The options of a run: what is measured, and how.

use std::path::PathBuf;

use clap::ValueEnum;
use limpid_benches::corpora;

use crate::rows::Heap;

/// The options of a run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Parse the pages in this folder, or a default corpus by its name; may be given again
    /// [default: all default corpora]
    #[arg(long = "corpus", value_name = "DIR")]
    pub(crate) corpora: Vec<String>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Compare the instructions with those in the JSON of an earlier run; fail if a row of limpid needs over 1 % more
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,
    /// Measure these rows only, and limpid
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) rows: Vec<String>,
    /// Measure only this; may be given again [default: all]
    #[arg(long = "part", value_name = "PART", value_delimiter = ',')]
    pub(crate) parts: Vec<Part>,
    /// The way of the C library's heap with freed memory; may be given again
    #[arg(long = "heap", value_name = "HEAP", value_delimiter = ',', default_value = "default")]
    pub(crate) heaps: Vec<Heap>,
    /// The number of measurements of each row
    #[arg(long, default_value_t = 7, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) rounds: u16,
    /// The shortest time of a row's measurement, after its first pass
    #[arg(long, default_value_t = 0.3)]
    pub(crate) seconds: f64,
    /// The seed of pages that are made
    #[arg(long, default_value_t = corpora::SEED)]
    pub(crate) seed: u64,
    /// Small pages, few rounds: to see that everything works
    #[arg(long, conflicts_with = "write_docs")]
    pub(crate) quick: bool,
    /// Write tables and plots into docs/
    #[arg(long)]
    pub(crate) write_docs: bool,
    /// List the rows and the corpora, and measure nothing
    #[arg(long)]
    pub(crate) list: bool,
}

/// The figures that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
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
