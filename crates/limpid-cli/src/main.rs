//! The `limpid` command: what a browser would make of an HTML page.
//!
//! [`arguments`] says what can be asked for, each file in [`commands`] answers one of the questions. Commands only write
//! to the [`Write`] that they are given; exit codes and messages are made here.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod excerpt;
mod failure;
mod json;
mod page;
mod positions;
// Until the inputs of commands come from it.
#[allow(dead_code, unused_imports)]
mod warc;

use arguments::{Cli, Command};
use clap::Parser;
use failure::Failure;
use page::Page;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = Cli::try_parse().map_err(Failure::from).and_then(|cli| run(cli.command));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    let (command, arguments): (commands::Run, _) = match command {
        Command::Tree(arguments) => (commands::tree::run, arguments),
        Command::Html(arguments) => (commands::html::run, arguments),
        Command::Text(arguments) => (commands::text::run, arguments),
        Command::Tokens(arguments) => (commands::tokens::run, arguments),
        Command::Errors(arguments) => (commands::errors::run, arguments),
    };
    let page = Page::read(arguments)?;
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    match command(&page, &mut out).and_then(|()| out.flush()) {
        // Whoever reads has seen enough: `limpid tree page.html | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Failure::Output),
    }
}
