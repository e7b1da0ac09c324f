//! The commands as a whole: their arguments are consistent, and what they print grows with the page.
//!
//! Bytes are counted rather than time, so that the test says the same on every machine.

use super::{Cli, Command};
use crate::arguments::Common;
use crate::inputs::{Name, Source};
use crate::page::Page;
use crate::page_command::PageCommand;
use crate::style::Paint;
use clap::{CommandFactory, Parser};
use limpid_pages::families::{FAMILIES, Family};

#[test]
fn the_definitions_are_consistent() {
    Cli::command().debug_assert();
}

/// The repetitions of a page. All are beyond the depth of 512, at which trees go no deeper and its errors begin.
const REPETITIONS: [usize; 3] = [520, 780, 1040];

/// Returns the length of a page's output.
fn printed(command_line: &str, is_xml: bool, page: &str) -> usize {
    let xml = if is_xml { " --xml" } else { "" };
    let arguments = format!("limpid {command_line}{xml}");
    let command = Cli::try_parse_from(arguments.split(' ')).expect("the command line is right").command;
    let source = |page: &str| Source::new(Name::default(), page.as_bytes().to_vec());
    let mut out = Vec::new();
    let (command, common): (&dyn PageCommand, &Common) = match &command {
        Command::Report(report) => {
            report.write(&source(page), &mut out).expect("writing to memory works");
            return out.len();
        }
        Command::Diff(diff) => {
            diff.write(&source(page), &source(""), Paint::NONE, &mut out).expect("writing to memory works");
            return out.len();
        }
        Command::Tree(tree) => (tree, &tree.common),
        Command::Errors(errors) => (errors, &errors.common),
        command => panic!("{command:?} is not measured"),
    };
    let source = source(page);
    let page = Page::alone(&source, &common.parsing);
    command.page(&page, &mut out).expect("writing to memory works");
    out.len()
}

/// Left out are XML documents with declarations: by default they may add 16 MiB, whatever their size, and the command has no
/// argument for less. The library's test of its outputs has them.
fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| family.is_linear && !(family.page)(1).contains("<!DOCTYPE a"))
}

/// Fails where the second step adds more than the first: a square adds two fifths more.
#[track_caller]
fn assert_grows_with_the_page(command_lines: &[&str]) {
    let mut found = Vec::new();
    for command_line in command_lines {
        for family in families() {
            let [one, two, three] =
                REPETITIONS.map(|count| printed(command_line, family.is_xml, &(family.page)(count)));
            if three - two > (two - one) * 5 / 4 + 2_000 {
                found.push(format!("{command_line} of {}: {one}, then {two}, then {three} bytes", family.name));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn reports_grow_with_the_page() {
    assert_grows_with_the_page(&["report a"]);
}

#[test]
fn errors_grow_with_the_page() {
    assert_grows_with_the_page(&["errors --format ndjson", "errors --format sarif"]);
}

/// All that a page has differs from a page that has nothing.
#[test]
fn differences_and_trees_grow_with_the_page() {
    assert_grows_with_the_page(&["diff a b", "tree --format ndjson"]);
}
