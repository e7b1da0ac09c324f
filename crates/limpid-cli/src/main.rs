//! The `limpid` command: parses, queries, converts and repairs HTML and XML pages.
//!
//! [`cli`] lists the commands. Each file or folder in `cli/` implements a command. Most commands process one page at a time:
//! [`page_command::PageCommand`]. [`arguments`] contains the arguments that several commands share. [`inputs`] finds the pages,
//! [`mod@run`] processes them on all cores, and [`output`] prints the results in the order of the pages. A command writes its output to
//! the [`Write`](std::io::Write) that it receives, and does not exit: [`mod@run`] determines the exit code.
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
mod page_urls;
mod progress;
mod rewrite;
mod run;
mod style;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::Cli::run().map_or_else(failure::Failure::report, ExitCode::from)
}
