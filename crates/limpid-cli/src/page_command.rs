//! The trait of commands that say something about each page.

use crate::arguments::Format;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::rewrite::Rewrite;
use crate::style::Paint;
use std::io::{self, Write};

/// Whether a command found something in a page that the exit code may depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Findings {
    None,
    Some,
    /// The command cannot do its work on this page, of which nothing is printed: a message, in one line.
    Refused(String),
}

/// A command that goes through pages, on several threads.
pub(crate) trait PageCommand: Sync {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        Layout::new(format, are_many, Headers::All)
    }

    /// Writes the output about a page.
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings>;

    /// The arguments of a command that changes pages. It takes each file once, under whatever names, and follows no links in
    /// folders.
    fn rewrite(&self) -> Option<&Rewrite> {
        None
    }

    /// Whether the exit code is 1.
    fn fails(&self, has_findings: bool) -> bool {
        has_findings && !self.rewrite().is_some_and(|rewrite| rewrite.exit_zero.exit_zero)
    }

    /// Writes the output about all pages together.
    fn end(&self, _has_findings: bool, _are_many: bool, _paint: Paint, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
