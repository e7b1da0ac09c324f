//! The `limpid` command: what a browser would make of HTML pages.
//!
//! [`cli`] lists the commands; each file in `cli/` answers one question about one page, with [`arguments`] that several of
//! them take. [`inputs`] finds the pages, [`mod@run`] goes through them on all cores, [`output`] prints what is said about them
//! in their order. Commands only write to the [`Write`](std::io::Write) that they are given; exit codes and messages are made here.
#![forbid(unsafe_code)]

mod arguments;
mod cli;
mod dump;
mod excerpt;
mod exit;
mod failure;
mod hidden;
mod hints;
mod in_flight;
mod inputs;
mod json;
mod output;
mod page;
mod page_command;
mod page_errors;
mod page_urls;
mod progress;
mod rewrite;
mod run;
mod style;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::Cli::run().map_or_else(failure::Failure::report, ExitCode::from)
}
