use crate::arguments::Format;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::rewrite::Rewrite;
use crate::style::Paint;
use std::io::{self, Write};

/// The outcome of a command for one page, as far as the exit code depends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Findings {
    None,
    Some,
    /// The command cannot process this page and prints nothing for it. Holds the reason, one line.
    Refused(String),
}

/// A command that processes each page on its own, on several threads.
pub(crate) trait PageCommand: Sync {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        Layout::new(format, are_many, Headers::All)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings>;

    /// Returns the shared arguments if this command changes pages. Such a command processes each file once, even if it is named
    /// several times, and does not follow links in folders.
    fn rewrite(&self) -> Option<&Rewrite> {
        None
    }

    /// Whether the exit code is 1.
    fn fails(&self, has_findings: bool) -> bool {
        has_findings && !self.rewrite().is_some_and(|rewrite| rewrite.exit_zero.exit_zero)
    }

    /// Writes the output for all pages together, after the last page.
    fn end(&self, _has_findings: bool, _are_many: bool, _paint: Paint, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
