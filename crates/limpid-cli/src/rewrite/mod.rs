//! The output of commands that change pages: `edit`, `fix`, `html`, `xml` and `sanitize`.
//!
//! A command produces the new content of a page. This module prints it, compares it with the old content, or writes it to a file.

mod diff;
mod file;
mod targets;

use crate::arguments::{ExitZero, Format, FormatArgument, number, text};
use crate::failure::Failure;
use crate::inputs::{Inputs, Origin};
use crate::json;
use crate::page::Page;
use crate::page_command::Findings;
use crate::style::STRONG;
use clap::{Args, ValueHint};
use limpid::{Document, Edits, LineIndex, SourceRule, Span};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use targets::Targets;

#[derive(Args, Debug)]
pub(crate) struct Rewrite {
    /// Change the files in place
    #[arg(long, help_heading = "Output", conflicts_with_all = ["diff", "check", "output"])]
    write: bool,

    /// Print a unified diff instead of the page
    #[arg(long, help_heading = "Output")]
    diff: bool,

    /// Only list the files that would change; exit with code 1 if there are any
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Write to this file, or into this folder
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath, help_heading = "Output",
          conflicts_with_all = ["diff", "check"])]
    output: Option<PathBuf>,

    /// Number of lines to show around each difference
    #[arg(long, hide_short_help = true, value_name = "LINES", default_value_t = 3, value_parser = text(number::<u32>),
          help_heading = "Output")]
    context: u32,

    /// Include files in folders that .gitignore or .ignore files list
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub(crate) no_ignore: bool,

    #[command(flatten)]
    pub(crate) exit_zero: ExitZero,

    #[command(flatten)]
    pub(crate) format: FormatArgument,

    #[arg(skip)]
    targets: OnceLock<Targets>,
}

pub(crate) enum Content<'a> {
    /// Edits of the source; all other bytes stay the same.
    Edits(&'a Edits),
    /// New markup, in UTF-8 on standard output, and in the page's encoding in files.
    Html(String),
    /// XML, always in UTF-8.
    Xml(String),
}

impl Content<'_> {
    fn text(&self, is_xml: bool, document: &Document<'_>) -> (&'static str, Cow<'_, str>) {
        let name = if is_xml || matches!(self, Content::Xml(_)) { "xml" } else { "html" };
        let text = match self {
            Content::Edits(edits) => Cow::Owned(edits.apply(document.source()).unwrap_or_default()),
            Content::Html(text) | Content::Xml(text) => Cow::Borrowed(&**text),
        };
        (name, text)
    }

    /// Returns the bytes for a file, in the page's encoding.
    fn bytes(&self, page: &Page<'_>, document: &Document<'_>) -> Result<Cow<'_, [u8]>, String> {
        match self {
            Content::Edits(edits) => new_bytes(page, document, edits).map(Cow::Owned),
            Content::Html(text) if *text == document.source() => Ok(page.source.bytes.clone().into()),
            Content::Html(text) => {
                let mut edits = Edits::new();
                let whole = Span::new(0, document.source().len() as u32);
                edits.replace(whole, &**text).map_err(|error| error.to_string())?;
                new_bytes(page, document, &edits).map(Cow::Owned)
            }
            Content::Xml(text) => Ok(text.as_bytes().into()),
        }
    }
}

impl Rewrite {
    /// Checks combinations of arguments and determines the output files, before any page is processed.
    pub(crate) fn prepare(&self, inputs: &Inputs) -> Result<(), Failure> {
        let fail = |message: &str| Err(Failure::Argument(message.to_owned()));
        if self.diff && self.format.format != Format::Text {
            return fail("--diff cannot be used with --format json or ndjson; use only one of them");
        }
        if self.write && inputs.have_stream() {
            return fail("--write: standard input cannot be changed in place; omit --write, or pass a file");
        }
        if let Some(output) = self.output() {
            let targets = Targets::new(output, inputs)
                .map_err(|message| Failure::Argument(format!("--output <FILE|DIR>: {message}")))?;
            self.targets.get_or_init(|| targets);
        }
        if self.prints_pages() && self.format.format == Format::Text && inputs.has_several_pages() {
            return fail(
                "<FILE>: only one page can be printed; for several pages, use --write, --diff, --check or --output <DIR>",
            );
        }
        Ok(())
    }

    fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|output| *output != Path::new("-"))
    }

    fn prints_pages(&self) -> bool {
        !self.diff && !self.check && !self.writes_files()
    }

    /// Whether files are written, in place or elsewhere.
    pub(crate) fn writes_files(&self) -> bool {
        self.write || self.output().is_some()
    }

    /// Prints, compares or writes the new content of a page, depending on the options. `members` returns additional members for the JSON object
    /// of the page.
    pub(crate) fn finish(
        &self,
        page: &Page<'_>,
        document: &Document<'_>,
        content: &Content<'_>,
        members: &dyn Fn() -> Value,
        out: &mut dyn Write,
    ) -> io::Result<Findings> {
        let (bytes, is_changed) = match content {
            Content::Html(text) | Content::Xml(text) if self.prints_pages() => {
                (Cow::Borrowed(text.as_bytes()), text != document.source())
            }
            _ => {
                let bytes = content.bytes(page, document);
                let written = bytes.and_then(|bytes| self.write_file(page, document, content, &bytes).map(|()| bytes));
                match written {
                    Ok(bytes) => {
                        let is_changed = *bytes != page.source.bytes;
                        (bytes, is_changed)
                    }
                    Err(message) => return Ok(Findings::Refused(message)),
                }
            }
        };
        if self.format.format != Format::Text {
            let mut members = members();
            members["changed"] = is_changed.into();
            if self.prints_pages() {
                let (name, text) = content.text(page.parsing.xml, document);
                members[name] = text.into();
            }
            json::object(out, page, &members)?;
        } else if self.prints_pages() {
            out.write_all(&bytes)?;
        } else if is_changed && self.diff {
            diff::write(page, document.source(), &bytes, self.context as usize, out)?;
        } else if is_changed && (self.check || self.write) {
            page.paint.write(out, STRONG, &page.name_bytes())?;
            writeln!(out)?;
        }
        Ok(if is_changed && self.check { Findings::Some } else { Findings::None })
    }

    /// Writes the new bytes of a page to its own file, or to the file that `--output` names.
    ///
    /// # Errors
    /// Returns the message for the user.
    fn write_file(
        &self,
        page: &Page<'_>,
        document: &Document<'_>,
        content: &Content<'_>,
        new: &[u8],
    ) -> Result<(), String> {
        if !self.writes_files() {
            return Ok(());
        }
        // A limit may have dropped a part of the page.
        let limit = document.errors().iter().find(|error| error.code.is_limit());
        if let (Some(limit), Content::Html(_) | Content::Xml(_)) = (limit, content) {
            return Err(format!("the page was not parsed completely ({}); use --no-limits", limit.code));
        }
        let (path, old) = (&page.name().path, &page.source.bytes[..]);
        match page.source.origin {
            // A page without a target did not exist when the targets were determined. For example, this command has just written it. It is
            // skipped.
            _ if self.output().is_some() => {
                let targets = self.targets.get();
                let target = targets.and_then(|targets| Some((targets.of(path)?, targets.are_in_folder())));
                target.map_or(Ok(()), |(target, is_in_folder)| file::write(target, new, !is_in_folder))
            }
            _ if new == old => Ok(()),
            Origin::File => file::replace(path, old, new),
            Origin::Compressed => Err("the file is compressed; decompress it first, or use --output <FILE>".to_owned()),
            Origin::Archive => Err("a page in a web archive cannot be changed".to_owned()),
            Origin::Stream => Err("only files can be changed in place".to_owned()),
        }
    }
}

/// Applies edits to the bytes of a page, and checks that a parser decodes the result as intended.
fn new_bytes(page: &Page<'_>, document: &Document<'_>, edits: &Edits) -> Result<Vec<u8>, String> {
    if edits.is_empty() {
        return Ok(page.source.bytes.clone());
    }
    let name = document.encoding().unwrap_or("UTF-8");
    document.edit_bytes(&page.source.bytes, edits).map_err(|error| match error.rule {
        SourceRule::Malformed { .. } => {
            format!("the bytes next to an edit are not valid {name}; set the encoding of the page with --encoding")
        }
        SourceRule::Unencodable { .. } => {
            format!(
                "an edit inserts characters that cannot be written in {name} at that position; convert the page to UTF-8 first"
            )
        }
        SourceRule::OtherEncoding { encoding } => {
            format!("the page is in {name}, but would be read as {encoding} after the edit; convert it first, or set its encoding with --encoding")
        }
        _ => error.to_string(),
    })
}

/// Converts edits to JSON: byte offsets in the page as UTF-8, and line and column of the start.
pub(crate) fn edits_as_json(edits: &Edits, lines: &LineIndex<'_>) -> Value {
    let edits = edits.iter().map(|(span, text)| {
        let start = lines.line_column(span.start);
        json!({ "start": span.start, "end": span.end, "line": start.line, "column": start.column, "text": text })
    });
    edits.collect()
}
