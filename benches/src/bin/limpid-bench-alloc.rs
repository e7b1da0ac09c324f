//! Counts a row's allocations. It is a program of its own, so that counting disturbs no timing.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::path::Path;
use std::process::ExitCode;

use limpid_benches::{corpora, peers, row};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    match count() {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Documents, allocations, reallocations and allocated bytes of one pass over a folder.
fn count() -> Result<String, String> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [name, folder] = arguments.as_slice() else {
        return Err("usage: limpid-bench-alloc ROW FOLDER".to_owned());
    };
    let peer = peers::named(name).ok_or_else(|| format!("no row is named {name}"))?;
    let pages = corpora::load(Path::new(folder))?;
    // What is set up once in a process is no document's.
    row::passes(peer, &pages[..1], 1);
    let region = Region::new(ALLOCATOR);
    row::passes(peer, &pages, 1);
    let stats = region.change();
    Ok(format!("{} {} {} {}", pages.len(), stats.allocations, stats.reallocations, stats.bytes_allocated))
}
