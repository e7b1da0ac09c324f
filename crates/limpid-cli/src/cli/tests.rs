//! Tests of all commands together: the definitions are consistent, and the size of the output is proportional to the page.
//!
//! The tests count bytes instead of time, so that the result is the same on every machine.

use super::{Cli, Command};
use crate::arguments::Common;
use crate::inputs::{Name, Source};
use crate::page::Page;
use crate::page_command::PageCommand;
use crate::style::Paint;
use clap::{CommandFactory, Parser};
use limpid_pages::families::{FAMILIES, Family, FamilyKind};

#[test]
fn the_definitions_are_consistent() {
    Cli::command().debug_assert();
}

/// The sizes of the generated pages. All of them exceed the depth limit of 512: beyond this depth, each nested element is an error, and the tree
/// gets no deeper.
const REPETITIONS: [usize; 3] = [520, 780, 1040];

fn output_len(command_line: &str, is_xml: bool, page: &str) -> usize {
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
    let page = Page::single(&source, &common.parsing);
    command.page(&page, &mut out).expect("writing to memory works");
    out.len()
}

/// Excludes XML documents with entity declarations: by default, their entities may expand to 16 MiB regardless of the document's size,
/// and the command has no option for a lower limit. The library's test `output_growth` covers them.
fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| family.is_linear && !(family.page)(1).contains("<!DOCTYPE a"))
}

/// Fails if the second step of [`REPETITIONS`] adds over 25 % more output than the first; quadratic growth adds 40 % more.
#[track_caller]
fn assert_grows_with_the_page(command_lines: &[&str]) {
    let mut failures = Vec::new();
    for command_line in command_lines {
        for family in families() {
            let [one, two, three] = REPETITIONS
                .map(|count| output_len(command_line, family.kind == FamilyKind::Xml, &(family.page)(count)));
            if three - two > (two - one) * 5 / 4 + 2_000 {
                failures.push(format!("{command_line} of {}: {one}, then {two}, then {three} bytes", family.name));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn reports_grow_with_the_page() {
    assert_grows_with_the_page(&["report a"]);
}

#[test]
fn errors_grow_with_the_page() {
    assert_grows_with_the_page(&["errors --format ndjson", "errors --format sarif"]);
}

/// The second page of the comparison is empty, so that the whole first page differs.
#[test]
fn differences_and_trees_grow_with_the_page() {
    assert_grows_with_the_page(&["diff a b", "tree --format ndjson"]);
}
