//! `limpid report`: a page, its tree and its errors on one page that stands alone.
//!
//! [`data`] is what its script works with, [`html`] writes the page around it, `assets/` has its style sheet and script.

mod data;
mod hidden;
mod html;
mod policy;
mod script_json;
mod utf_16;

use crate::arguments::{Arguments, Format};
use crate::failure::Failure;
use crate::page::Page;
use clap::{Args, ValueHint};
use data::Data;
use html::Head;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) const EXAMPLES: &str = "\
One HTML file that needs nothing else: the source with its errors, the tree, and a table of the errors, each leading to the \
others. It asks nothing of the network, and nothing in the page can run in it.

Examples:
  limpid report page.html -o report.html
  curl -s https://example.com | limpid report - -o report.html
  limpid report --fragment td --title 'A table cell' cell.html > report.html";

const BUFFER: usize = 64 * 1024;

#[derive(Args, Debug)]
pub(crate) struct Report {
    #[command(flatten)]
    page: Arguments,

    /// Where to write the report [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// What to call the page in the report [default: its file]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
}

pub(crate) fn run(arguments: Report) -> Result<(), Failure> {
    let Report { page, output, title } = arguments;
    if page.format != Format::Text {
        return Err(Failure::Argument("--format: a report is always HTML; leave the option out".to_owned()));
    }
    let page = Page::read(page)?;
    match output.filter(|output| output.as_os_str() != "-") {
        None => to_standard_output(&page, title.as_deref()),
        Some(file) => to_file(&page, title.as_deref(), &file),
    }
}

fn to_standard_output(page: &Page, title: Option<&str>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    match write(page, title, &mut out).and_then(|()| out.flush()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Failure::Output),
    }
}

fn to_file(page: &Page, title: Option<&str>, file: &Path) -> Result<(), Failure> {
    let argument = |reason: String| Failure::Argument(format!("--output <FILE>: {file:?} {reason}"));
    if is_same(&page.arguments.file, file) {
        return Err(argument("is the page itself, which the report would replace; give another file".to_owned()));
    }
    let created = File::create(file).map_err(|error| argument(reason(file, &error)))?;
    let mut out = BufWriter::with_capacity(BUFFER, created);
    write(page, title, &mut out)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::OutputFile { file: file.to_owned(), error })
}

fn write(page: &Page, title: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let document = page.parse_with_spans();
    let errors = data::errors_of(&document);
    let data = Data::new(&document, &errors);
    let name = page.name();
    let head = Head { title: title.unwrap_or(&name), context: page.arguments.fragment.as_ref() };
    html::write(head, &document, &data, &errors, out)
}

fn is_same(page: &Path, output: &Path) -> bool {
    matches!((fs::canonicalize(page), fs::canonicalize(output)), (Ok(page), Ok(output)) if page == output)
}

/// Why a file cannot be written and what to do, to go on from its name.
fn reason(file: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "is in a folder that does not exist; create it, or give another file".to_owned(),
        _ if file.is_dir() => "is a directory; give a file in it".to_owned(),
        ErrorKind::PermissionDenied => "may not be written; get permission, or give another file".to_owned(),
        _ => format!("cannot be written ({error}); give another file"),
    }
}
