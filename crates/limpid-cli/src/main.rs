//! The `limpid` command: what a browser would make of HTML pages.
//!
//! [`arguments`] says what can be asked for, each file in [`commands`] answers one of the questions about one page.
//! [`inputs`] finds the pages, [`mod@run`] goes through them on all cores, [`output`] prints what is said about them in their
//! order. Commands only write to the [`Write`](std::io::Write) that they are given; exit codes and messages are made here.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod excerpt;
mod failure;
mod hidden;
mod in_flight;
mod inputs;
mod json;
mod output;
mod page;
mod positions;
mod progress;
mod run;
mod style;
mod warc;

use arguments::{Cli, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = Cli::try_parse().map_err(Failure::from).and_then(|cli| run(cli.command));
    result.unwrap_or_else(Failure::report)
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Tree(tree) => run::run(&tree, &tree.common, tree.output.format),
        Command::Html(html) => run::run(&html, &html.common, html.output.format),
        Command::Xml(xml) => xml.run(),
        Command::Text(text) => run::run(&text, &text.common, text.output.format),
        Command::Tokens(tokens) => run::run(&tokens, &tokens.common, tokens.output.format),
        Command::Errors(errors) => errors.run(),
        Command::Select(select) => run::run(&select, &select.common, select.output.format),
        Command::Links(links) => run::run(&links, &links.common, links.output.format),
        Command::Encoding(encoding) => run::run(&encoding, &encoding.common, encoding.output.format),
        Command::Stats(stats) => run::run(&stats, &stats.common, stats.output.format),
        Command::Diff(diff) => diff.run(),
        Command::Report(report) => report.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}
