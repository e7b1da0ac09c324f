//! The commands for working on limpid, one file each: `cargo xtask --help`.

#![forbid(unsafe_code)]

mod bench;
#[cfg(feature = "conformance")]
mod browser_diff;
mod codegen;
#[cfg(feature = "conformance")]
mod conformance;
mod doc_examples;
mod fetch_suites;
#[cfg(feature = "conformance")]
mod fuzz_seeds;
mod pictures;
mod release;
mod test;
#[cfg(feature = "conformance")]
mod warc;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use xtask::tidy;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Commands for working on limpid")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check that public functions and types have examples in their docs
    DocExamples,
    /// Measure parsing by limpid and its peers (--help lists options)
    Bench(bench::Arguments),
    /// Measure whole jobs by limpid and its peers: text, Markdown, selectors, sanitizing, rewriting, XML (--help lists options)
    Jobs(bench::Arguments),
    /// Measure how time grows with adversarial pages and expressions (--help lists options)
    Growth(bench::Arguments),
    /// Compare limpid with Chromium on generated tag soup
    #[cfg(feature = "conformance")]
    BrowserDiff(browser_diff::Arguments),
    /// Sanitize markup that is made to bypass sanitizers, and check that Chromium finds no script in the result
    #[cfg(feature = "conformance")]
    MutationXss(browser_diff::mutation::Arguments),
    /// Generate src/generated.rs of limpid-markup and limpid-sanitizer from their data/
    Codegen(codegen::Arguments),
    /// Run the test suites, and update the scoreboard and docs/
    #[cfg(feature = "conformance")]
    Conformance(conformance::Arguments),
    /// Download the upstream test suites, at pinned revisions, into html5lib-tests/upstream/
    FetchSuites(fetch_suites::Arguments),
    /// Write the suites' cases into fuzz/corpus/ as seeds for the fuzz targets
    #[cfg(feature = "conformance")]
    FuzzSeeds,
    /// Build every package as published, each from the packages built before it
    Package,
    /// Draw the pictures of docs/guide/command.md from the output of the command
    Pictures(pictures::Arguments),
    /// Set the version everywhere, date the changelog, check the packages and commit (RELEASING.md)
    Release(release::Arguments),
    /// Run all tests, and list the skipped ones at the end
    Test(test::Arguments),
    /// Check the rules of docs/style.md in all files, or below the given paths
    Tidy(tidy::Arguments),
    /// Write a web archive of generated pages
    #[cfg(feature = "conformance")]
    Warc(warc::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Bench(arguments) => return bench::run("parse", &arguments),
        Chore::Jobs(arguments) => return bench::run("jobs", &arguments),
        Chore::Growth(arguments) => return bench::run("growth", &arguments),
        #[cfg(feature = "conformance")]
        Chore::BrowserDiff(arguments) => return browser_diff::run(&arguments),
        #[cfg(feature = "conformance")]
        Chore::MutationXss(arguments) => return browser_diff::mutation::run(&arguments),
        Chore::DocExamples => doc_examples::run(),
        Chore::Codegen(arguments) => codegen::run(&arguments),
        #[cfg(feature = "conformance")]
        Chore::Conformance(arguments) => return conformance::run(&arguments),
        Chore::FetchSuites(arguments) => fetch_suites::run(&arguments),
        #[cfg(feature = "conformance")]
        Chore::FuzzSeeds => fuzz_seeds::run(),
        Chore::Package => release::package(&[]),
        Chore::Pictures(arguments) => pictures::run(&arguments),
        Chore::Release(arguments) => release::run(&arguments),
        Chore::Test(arguments) => return test::run(&arguments),
        Chore::Tidy(arguments) => tidy::run(&arguments),
        #[cfg(feature = "conformance")]
        Chore::Warc(arguments) => warc::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
