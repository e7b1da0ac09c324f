//! `limpid report`: a page, its tree and its errors in one self-contained HTML file.
//!
//! The crate `limpid-report` writes the file.

use crate::arguments::{Globals, Parsing};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::{Source, read_one, standard_input};
use crate::output::Layout;
use crate::page::Page;
use crate::page_command::Findings;
use crate::run;
use clap::{Args, ValueHint};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) const EXAMPLES: &str = "\
The report is a single HTML file with three linked views: the source with its errors, the tree, and a table of the errors. It loads nothing from the \
network, and scripts of the page cannot run in it.

Examples:
  limpid report page.html -o report.html
  curl -s https://example.com | limpid report -o report.html
  limpid report --fragment td --title 'A table cell' cell.html > report.html";

const BUFFER: usize = 64 * 1024;

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// The page: an HTML file, or - for standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,

    #[command(flatten)]
    parsing: Parsing,

    /// File to write the report to [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    output: Option<PathBuf>,

    /// Title of the report [default: the file name of the page]
    #[arg(long, value_name = "TITLE", help_heading = "Output")]
    title: Option<String>,
}

impl Report {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        let page = self.file.clone().map_or_else(standard_input, Ok)?;
        let source = read_one(&page)?;
        match self.output.as_deref().filter(|output| output.as_os_str() != "-") {
            None => run::once(Layout::Plain, globals, |_, out| self.write(&source, out).map(|()| Findings::None)),
            Some(file) => self.write_file(&source, &page, file).map(|()| Exit::Success),
        }
    }

    fn write_file(&self, source: &Source, page: &Path, file: &Path) -> Result<(), Failure> {
        let argument = |reason: String| Failure::Argument(format!("--output <FILE>: {file:?} {reason}"));
        if is_same(page, file) {
            return Err(argument("is the page itself, and would be overwritten; choose another file".to_owned()));
        }
        let created = File::create(file).map_err(|error| argument(reason(file, &error)))?;
        let mut out = BufWriter::with_capacity(BUFFER, created);
        self.write(source, &mut out)
            .and_then(|()| out.flush())
            .map_err(|error| Failure::OutputFile { file: file.to_owned(), error })
    }

    pub(super) fn write(&self, source: &Source, out: &mut dyn Write) -> io::Result<()> {
        let page = Page::single(source, &self.parsing);
        let document = page.parse_with(true, true);
        let title = self.title.clone().unwrap_or_else(|| source.name.to_string());
        limpid_report::Report::new(&title).fragment(self.parsing.fragment()).write(&document, out)
    }
}

fn is_same(page: &Path, output: &Path) -> bool {
    matches!((fs::canonicalize(page), fs::canonicalize(output)), (Ok(page), Ok(output)) if page == output)
}

/// Returns the reason why a file cannot be written, and advice. The text completes a sentence that starts with the name of the file.
fn reason(file: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => {
            "is in a folder that does not exist; create the folder, or choose another file".to_owned()
        }
        _ if file.is_dir() => "is a folder; choose a file in it".to_owned(),
        ErrorKind::PermissionDenied => "cannot be written: permission denied".to_owned(),
        _ => format!("cannot be written ({error})"),
    }
}
