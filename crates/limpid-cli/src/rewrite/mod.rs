//! Pages that are written back: `limpid edit` and `limpid fix`. Commands make [`Edits`] of a page; here they become its new bytes, a
//! diff, or the page on standard output.

mod diff;
mod file;

use crate::arguments::{Common, Format, FormatArgument};
use crate::failure::Failure;
use crate::hidden::visible;
use crate::inputs::{Origin, PAGES};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::Findings;
use crate::style::STRONG;
use clap::Args;
use limpid::{Document, Edits, LineIndex, SourceRule, Span};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// The arguments of commands that write pages back.
#[derive(Args, Debug)]
pub(crate) struct Rewrite {
    /// Write nothing; say which pages would change
    #[arg(long, help_heading = "Output")]
    dry_run: bool,

    /// Write nothing; print a unified diff
    #[arg(long, help_heading = "Output")]
    diff: bool,

    /// Write nothing; exit with 1 if a page would change
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// The number of lines to show around each difference
    #[arg(long, value_name = "LINES", default_value_t = 3, help_heading = "Output")]
    context: u32,

    /// Take files in folders even if a .gitignore or .ignore file lists them
    #[arg(long, help_heading = "Input")]
    pub(crate) no_ignore: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

/// The work of a command on a page, for its output.
///
/// There may be a million edits, so that what is not printed is not made.
pub(crate) struct Report<'a> {
    /// In words, for people: `3 edits`.
    pub(crate) summary: String,
    /// Lines about single edits, each starting with the position; printed where nothing is written.
    pub(crate) details: &'a dyn Fn() -> Box<dyn Iterator<Item = String> + 'a>,
    /// The members of the page's object, after its name.
    pub(crate) members: &'a dyn Fn() -> Value,
}

impl Rewrite {
    /// Checks the arguments together, and settles which files of folders are meant: pages, no archives.
    pub(crate) fn check(&self, common: &mut Common) -> Result<(), Failure> {
        if self.diff && self.output.format != Format::Text {
            let message = "--diff: cannot be given with --format; in JSON, edits have their places and texts";
            return Err(Failure::Argument(message.to_owned()));
        }
        let has_input = common.files.iter().any(|file| file == Path::new("-"));
        if has_input && common.files.len() > 1 {
            return Err(Failure::Argument(
                "<FILE>: - is given with others; the page from standard input goes to standard output, alone"
                    .to_owned(),
            ));
        }
        common.default_extensions(&PAGES);
        Ok(())
    }

    pub(crate) fn layout(format: Format, are_many: bool) -> Layout {
        match format {
            // Each line names its page.
            Format::Text => Layout::Alone,
            format => Layout::new(format, are_many, Headers::None),
        }
    }

    /// Whether nothing is written.
    pub(crate) fn is_dry(&self) -> bool {
        self.dry_run || self.diff || self.check
    }

    /// Writes a page with edits, to its file or to standard output, or says what would be written.
    pub(crate) fn finish(
        &self,
        page: &Page<'_>,
        document: &Document<'_>,
        edits: &Edits,
        report: &Report<'_>,
        out: &mut dyn Write,
    ) -> io::Result<Findings> {
        let old = &page.source.bytes[..];
        let edited = match new_bytes(page, document, edits) {
            Ok(edited) => edited,
            Err(message) => return Ok(Findings::Refused(message)),
        };
        let is_changed = edited != old;
        if !self.is_dry() {
            match page.source.origin {
                Origin::Stream if self.output.format == Format::Text => {
                    out.write_all(&edited)?;
                    return Ok(Findings::None);
                }
                Origin::File if is_changed => {
                    if let Err(message) = file::replace(&page.name().path, old, &edited) {
                        return Ok(Findings::Refused(message));
                    }
                }
                Origin::Packed if is_changed => {
                    return Ok(Findings::Refused("is packed; unpack it first, or give it by a pipe".to_owned()));
                }
                Origin::Archive if is_changed => {
                    return Ok(Findings::Refused("is in a web archive, which cannot be edited".to_owned()));
                }
                _ => {}
            }
        }
        if self.output.format != Format::Text {
            json::object(out, page, &(report.members)())?;
        } else if is_changed && self.diff {
            diff::write(page, document.source(), &edited, self.context as usize, out)?;
        } else if is_changed {
            page.paint.write(out, STRONG, &page.name_bytes())?;
            writeln!(out, ": {}", report.summary)?;
            if self.is_dry() {
                for line in (report.details)() {
                    out.write_all(&page.name_bytes())?;
                    writeln!(out, ":{line}")?;
                }
            }
        }
        Ok(if is_changed && self.check { Findings::Some } else { Findings::None })
    }
}

/// Makes the edits in the bytes of a page, and makes sure that a parser takes them for what was meant.
fn new_bytes(page: &Page<'_>, document: &Document<'_>, edits: &Edits) -> Result<Vec<u8>, String> {
    if edits.is_empty() {
        return Ok(page.source.bytes.clone());
    }
    let name = document.encoding().unwrap_or("UTF-8");
    document.edit_bytes(&page.source.bytes, edits).map_err(|error| match error.rule {
        SourceRule::Malformed { .. } => {
            format!("its bytes around an edit are not valid {name}; give its --encoding")
        }
        SourceRule::Unencodable { .. } => {
            format!("an edit has characters where they cannot be written in {name}; convert the page first")
        }
        SourceRule::ReadAs { encoding } => {
            format!("is in {name} and would be read as {encoding}; convert it first, or give --encoding")
        }
        _ => error.to_string(),
    })
}

/// The longest text of an edit that is shown whole, in characters.
const SHOWN: usize = 60;

/// Says what an edit does, in one line.
pub(crate) fn describe(source: &str, span: Span, text: &str) -> String {
    let shown = |text: &str| match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", visible(&text[..end])),
        None => format!("`{}`", visible(text)),
    };
    match (source.get(span.range()).unwrap_or_default(), text) {
        ("", text) => format!("insert {}", shown(text)),
        (removed, "") => format!("remove {}", shown(removed)),
        (removed, text) => format!("replace {} by {}", shown(removed), shown(text)),
    }
}

/// Returns edits as JSON has them: bytes in the page as UTF-8, and the place of the start.
pub(crate) fn edits_as_json(edits: &Edits, lines: &LineIndex<'_>) -> Value {
    let edits = edits.iter().map(|(span, text)| {
        let start = lines.line_column(span.start);
        json!({ "start": span.start, "end": span.end, "line": start.line, "column": start.column, "text": text })
    });
    edits.collect()
}
