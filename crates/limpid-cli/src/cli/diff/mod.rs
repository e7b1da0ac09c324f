mod word_marks;

use crate::arguments::{ExitZero, Format, FormatArgument, Globals, Parsing, number, text};
use crate::dump::{Dump, Line};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::inputs::{Name, Source, read_one};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::Findings;
use crate::run;
use crate::style::{ADDED, NAME, Paint, REMOVED, STRONG};
use anstyle::Style;
use clap::{Args, ValueHint};
use limpid::diff::lines::{Change, Hunk, hunks};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) const EXAMPLES: &str = "\
Compares the output of `limpid tree` for both pages, so differences in markup that produce the same tree are ignored. The output is a unified diff. In changed \
texts, removed words are marked as [-word-] and added words as {+word+}.

Examples:
  limpid diff old.html new.html
  limpid html --minify page.html | limpid diff page.html -
  limpid diff --ignore-white-space page.html pretty.html
  limpid diff expected.html actual.html > /dev/null || echo different
  limpid diff --format json old.html new.html | jq '.[] | .added, .removed'";

#[derive(Args, Debug)]
pub(crate) struct Diff {
    /// The first page: an HTML file, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    before: PathBuf,

    /// The second page
    #[arg(value_name = "OTHER", value_hint = ValueHint::FilePath)]
    after: PathBuf,

    #[command(flatten)]
    parsing: Parsing,

    /// Treat each run of white space in texts and attributes as one space
    ///
    /// White space at the start and end of a text, and texts that are only white space, are ignored.
    #[arg(long, help_heading = "Output")]
    ignore_white_space: bool,

    /// Number of lines to show around each difference
    #[arg(long, value_name = "LINES", default_value_t = 3, value_parser = text(number::<u32>), help_heading = "Output")]
    context: u32,

    #[command(flatten)]
    exit_zero: ExitZero,

    #[command(flatten)]
    output: FormatArgument,
}

impl Diff {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        if self.before == Path::new("-") && self.after == Path::new("-") {
            return Err(Failure::Argument(
                "<OTHER>: - is given twice; standard input can be read only once".to_owned(),
            ));
        }
        let (before, after) = (read_one(&self.before)?, read_one(&self.after)?);
        let layout = Layout::new(self.output.format, false, Headers::None);
        run::once(layout, globals, |paint, out| self.write(&before, &after, paint, out))
    }

    pub(super) fn write(
        &self,
        before: &Source,
        after: &Source,
        paint: Paint,
        out: &mut dyn Write,
    ) -> io::Result<Findings> {
        let dump = if self.ignore_white_space { Dump::without_white_space } else { Dump::of };
        let [before_dump, after_dump] =
            [before, after].map(|source| dump(&Page::single(source, &self.parsing).parse()));
        let hunks = hunks(&before_dump.lines(), &after_dump.lines(), self.context as usize);
        match self.output.format {
            Format::Text => write_text(&before.name, &after.name, &hunks, paint, out)?,
            Format::Json | Format::Ndjson => write_json(&before.name, &after.name, &hunks, out)?,
        }
        Ok(if !hunks.is_empty() && !self.exit_zero.exit_zero { Findings::Some } else { Findings::None })
    }
}

fn write_text(
    before: &Name,
    after: &Name,
    hunks: &[Hunk<Line<'_>>],
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    if hunks.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", paint.paint(STRONG, format_args!("--- {before}")))?;
    writeln!(out, "{}", paint.paint(STRONG, format_args!("+++ {after}")))?;
    for hunk in hunks {
        writeln!(out, "{}", paint.paint(NAME, format_args!("@@ -{} +{} @@", hunk.before, hunk.after)))?;
        for ((change, line), marked) in hunk.lines.iter().zip(word_marks::marked(&hunk.lines)) {
            let line = marked.as_ref().map_or(*line, |text| line.with_text(text));
            let (sign, style) = match change {
                Change::None => (' ', Style::new()),
                Change::Removed => ('-', REMOVED),
                Change::Added => ('+', ADDED),
            };
            writeln!(out, "{}", paint.content(style, format_args!("{sign}{line}")))?;
        }
    }
    Ok(())
}

fn write_json(before: &Name, after: &Name, hunks: &[Hunk<Line<'_>>], out: &mut dyn Write) -> io::Result<()> {
    let count = |wanted: Change| -> usize {
        hunks.iter().flat_map(|hunk| &hunk.lines).filter(|(change, _)| *change == wanted).count()
    };
    let as_json = hunks.iter().map(|hunk| {
        let lines =
            hunk.lines.iter().map(|(change, line)| json!({ "change": change.as_str(), "line": line.to_string() }));
        json!({
            "before": { "line": hunk.before.start, "lines": hunk.before.count },
            "after": { "line": hunk.after.start, "lines": hunk.after.count },
            "lines": lines.collect::<Vec<_>>(),
        })
    });
    let object = json!({
        "file": before.file(),
        "other": after.file(),
        "equal": hunks.is_empty(),
        "removed": count(Change::Removed),
        "added": count(Change::Added),
        "hunks": as_json.collect::<Vec<_>>(),
    });
    json::value(out, &object)?;
    writeln!(out)
}
