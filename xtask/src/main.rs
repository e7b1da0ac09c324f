//! `cargo xtask`, the development commands of limpid. Each command has a module.

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
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check that every public function and type has an example in its docs
    DocExamples,
    /// Benchmark the parsers: limpid and other libraries (`cargo xtask bench --help` lists the options)
    Bench(bench::Arguments),
    /// Benchmark whole tasks: text, Markdown, selectors, sanitizing, rewriting and XML, in limpid and other libraries
    Jobs(bench::Arguments),
    /// Measure how the time grows with the size of adversarial pages and expressions, to find quadratic behavior
    Growth(bench::Arguments),
    /// Compare the trees of limpid and Chromium on generated malformed HTML
    #[cfg(feature = "conformance")]
    BrowserDiff(browser_diff::Arguments),
    /// Sanitize markup that attacks sanitizers, and check that Chromium finds no script in the results
    #[cfg(feature = "conformance")]
    MutationXss(browser_diff::mutation::Arguments),
    /// Generate `src/generated.rs` of limpid-markup and limpid-sanitizer from the files in their `data/` folders
    Codegen(codegen::Arguments),
    /// Run the conformance suites, and update the scoreboards and docs/
    #[cfg(feature = "conformance")]
    Conformance(conformance::Arguments),
    /// Download the upstream conformance suites at pinned revisions into html5lib-tests/upstream/
    FetchSuites(fetch_suites::Arguments),
    /// Write the cases of the suites into fuzz/corpus/ as seeds for the fuzz targets
    #[cfg(feature = "conformance")]
    FuzzSeeds,
    /// Check that all crates can be published: package them in order, and build each from the packages of the others
    Package,
    /// Redraw the pictures of docs/guide/command.md from the output of the `limpid` command
    Pictures(pictures::Arguments),
    /// Prepare a release: set the version everywhere, date the changelog, check the packages and commit (see RELEASING.md)
    Release(release::Arguments),
    /// Run all tests, and list at the end which suites and pages were missing
    Test(test::Arguments),
    /// Check the rules of docs/style.md in all files, or in the files below the given paths
    Tidy(tidy::Arguments),
    /// Write a WARC file of generated pages
    #[cfg(feature = "conformance")]
    Warc(warc::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Bench(arguments) => return bench::run("parse", &arguments),
        Task::Jobs(arguments) => return bench::run("jobs", &arguments),
        Task::Growth(arguments) => return bench::run("growth", &arguments),
        #[cfg(feature = "conformance")]
        Task::BrowserDiff(arguments) => return browser_diff::run(&arguments),
        #[cfg(feature = "conformance")]
        Task::MutationXss(arguments) => return browser_diff::mutation::run(&arguments),
        Task::DocExamples => doc_examples::run(),
        Task::Codegen(arguments) => codegen::run(&arguments),
        #[cfg(feature = "conformance")]
        Task::Conformance(arguments) => return conformance::run(&arguments),
        Task::FetchSuites(arguments) => fetch_suites::run(&arguments),
        #[cfg(feature = "conformance")]
        Task::FuzzSeeds => fuzz_seeds::run(),
        Task::Package => release::package(&[]),
        Task::Pictures(arguments) => pictures::run(&arguments),
        Task::Release(arguments) => release::run(&arguments),
        Task::Test(arguments) => return test::run(&arguments),
        Task::Tidy(arguments) => tidy::run(&arguments),
        #[cfg(feature = "conformance")]
        Task::Warc(arguments) => warc::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
