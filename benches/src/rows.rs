//! The rows of the tables, and how the heap is set for them: what starting, measuring and reporting have in common.

use std::ffi::OsString;

use clap::ValueEnum;
use limpid_benches::corpora::Corpus;
use limpid_benches::peers::{self, Kind, LIMPID};

/// The way of the C library's heap with freed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Heap {
    /// As it comes.
    Default,
    /// Memory goes back to the kernel early, so that each document's memory is faulted in anew.
    Cold,
    /// Memory is kept.
    Warm,
}

impl Heap {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Heap::Default => "default",
            Heap::Cold => "cold",
            Heap::Warm => "warm",
        }
    }

    /// Returns the variables that make glibc behave like this.
    pub(crate) fn environment(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Heap::Default => &[],
            Heap::Cold => &[("MALLOC_MMAP_THRESHOLD_", "65536"), ("MALLOC_TRIM_THRESHOLD_", "65536")],
            // 32 MiB is the largest threshold that glibc takes; larger blocks need the limit of mappings.
            Heap::Warm => &[
                ("MALLOC_MMAP_THRESHOLD_", "33554432"),
                ("MALLOC_MMAP_MAX_", "0"),
                ("MALLOC_TRIM_THRESHOLD_", "1099511627776"),
                ("MALLOC_TOP_PAD_", "67108864"),
            ],
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kind: Kind,
    /// The command of a peer in another language, before the folder.
    pub(crate) foreign: Option<Foreign>,
}

/// A peer in another language.
#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    pub(crate) command: Vec<OsString>,
    pub(crate) version: String,
    /// Whether callgrind sees the parser rather than an interpreter.
    pub(crate) is_native: bool,
}

impl Row {
    /// Returns the peers in Rust: all, or those of these names with the rows that they are compared with. `foreign` has the
    /// names of peers in other languages.
    pub(crate) fn local(names: &[String], foreign: &[&str]) -> Result<Vec<Row>, String> {
        let is_unknown = |name: &&String| peers::named(name).is_none() && !foreign.contains(&name.as_str());
        if let Some(name) = names.iter().find(is_unknown) {
            return Err(format!("no row is named {name}: --list names them"));
        }
        let rows =
            peers::PEERS.iter().map(|peer| Row { name: peer.name, about: peer.about, kind: peer.kind, foreign: None });
        let is_wanted =
            |row: &Row| names.is_empty() || names.iter().any(|name| name == row.name) || row.name == baseline(row.kind);
        Ok(rows.filter(is_wanted).collect())
    }

    pub(crate) fn is_for(&self, corpus: &Corpus) -> bool {
        corpus.is_fragments == (self.kind == Kind::Fragment)
    }
}

/// Returns the name of limpid's row that does what a row of this kind does.
pub(crate) fn baseline(kind: Kind) -> &'static str {
    match kind {
        Kind::Document | Kind::Other => LIMPID,
        Kind::Tokens => "limpid-tokenizer",
        Kind::Fragment => "limpid-fragment",
    }
}
