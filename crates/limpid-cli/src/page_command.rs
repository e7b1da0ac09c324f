use crate::arguments::Format;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::rewrite::Rewrite;
use crate::style::Paint;
use std::io::{self, Write};

/// The result of a command for one page. Together, the results of all pages determine the exit code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Findings {
    None,
    /// The command has found something on the page, such as a parse error, a match, or a change that `--check` reports.
    Some,
    /// The command cannot process this page and prints nothing for it. The string is the reason, in one line.
    Refused(String),
}

/// A command that processes each page on its own, on several threads.
pub(crate) trait PageCommand: Sync {
    /// Returns the text before, between and after the pages. `has_several_pages` is true even for a folder with one page.
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        Layout::new(format, has_several_pages, Headers::All)
    }

    /// Processes a page, and writes the output to `out`.
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings>;

    /// Returns the arguments for writing changed pages, if the command changes pages. Such a command processes each file once, even if it is
    /// named several times, and does not follow links in folders.
    fn rewrite(&self) -> Option<&Rewrite> {
        None
    }

    /// Returns whether the result is negative: the exit code is then 1, or 2 if there was also a failure. `has_findings` says whether any
    /// page had findings.
    fn is_negative(&self, has_findings: bool) -> bool {
        has_findings && !self.rewrite().is_some_and(|rewrite| rewrite.exit_zero.exit_zero)
    }

    /// Writes the output for all pages together, after the last page.
    fn end(
        &self,
        _has_findings: bool,
        _has_several_pages: bool,
        _paint: Paint,
        _out: &mut dyn Write,
    ) -> io::Result<()> {
        Ok(())
    }
}
