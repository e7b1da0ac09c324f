use crate::arguments::{Common, Format, FormatArgument, positive, text};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::{base, document_base};
use clap::Args;
use limpid::links::Url;
use limpid::mapped_text::{MappedText, TextRun};
use limpid::{Document, LineIndex, MarkdownOptions, NodeRef, Span};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;

pub(crate) const EXAMPLES: &str = "\
Prints the text that element.innerText returns in a browser. With --text-content, and for XML, prints element.textContent exactly, without adding a line \
end.

Examples:
  limpid text page.html | wc -w
  curl -s https://example.com | limpid text | less
  limpid text --markdown page.html > page.md
  limpid text --format json page.html | jq -r '.[].text'
  limpid text --spans page.html | jq -r 'select(.text | test(\"tea\")) | \"\\(.line):\\(.column): \\(.text)\"'
  limpid text --markdown --passages=2000 site/ > passages.ndjson";

#[derive(Args, Debug)]
pub(crate) struct Text {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the text of all nodes, including scripts and style sheets
    #[arg(long, help_heading = "Output", conflicts_with = "markdown")]
    text_content: bool,

    /// Convert the page to Markdown, with headings, lists, links and tables
    #[arg(long, help_heading = "Output")]
    markdown: bool,

    /// Resolve the URLs of links and images in Markdown against this URL and the page's base element
    #[arg(long, value_name = "URL", value_parser = text(base), requires = "markdown", help_heading = "Parsing")]
    base: Option<Url>,

    /// In Markdown, repeat the text of a table cell in all positions that the cell spans
    #[arg(long, requires = "markdown", help_heading = "Output")]
    repeat: bool,

    /// Omit images with a data: URL from Markdown
    #[arg(long, requires = "markdown", help_heading = "Output")]
    no_data_images: bool,

    /// Print a JSON object for each piece of the text, with its position in the source
    #[arg(long, help_heading = "Output", conflicts_with_all = ["text_content", "xml"])]
    spans: bool,

    /// Print a JSON object for each section, split into parts of at most this many bytes
    ///
    /// Each object contains the text, the headings above it, and its positions in the source.
    #[arg(
        long,
        value_name = "BYTES",
        num_args = 0..=1,
        value_parser = text(positive),
        require_equals = true,
        help_heading = "Output",
        conflicts_with_all = ["text_content", "xml", "spans"]
    )]
    passages: Option<Option<NonZeroUsize>>,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Text {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        match format {
            // Each line is a JSON object that names its page.
            Format::Text if self.spans || self.passages.is_some() => Layout::Plain,
            format => Layout::new(format, has_several_pages, Headers::All),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        if self.spans || self.passages.is_some() {
            self.write_mapped(page, out)?;
            return Ok(Findings::None);
        }
        let document = page.parse();
        let is_content = self.text_content || page.parsing.xml;
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = match self {
            Text { markdown: true, .. } => {
                self.with_options(page, &document, |options| document.root().write_markdown(&mut text, options))
            }
            _ if is_content => {
                text.extend(document.descendants().filter_map(NodeRef::text));
                Ok(())
            }
            _ => text.write_str(&document.root().inner_text()),
        };
        if self.output.format != Format::Text {
            json::object(out, page, &json!({ "text": text }))?;
        } else {
            out.write_all(text.as_bytes())?;
            // End the last line, for terminals and for `wc -l`.
            if !self.markdown && !is_content && !text.is_empty() && !text.ends_with('\n') {
                out.write_all(b"\n")?;
            }
        }
        Ok(Findings::None)
    }
}

impl Text {
    /// Calls a function with the Markdown options for a page. The options cannot be returned, because they borrow the base URL.
    fn with_options<T>(
        &self,
        page: &Page<'_>,
        document: &Document<'_>,
        f: impl FnOnce(&MarkdownOptions<'_>) -> T,
    ) -> T {
        let base = document_base(self.base.as_ref(), page, document);
        let resolve = |_: NodeRef<'_>, address: &str| base.resolve(address).map(String::from);
        let options = MarkdownOptions::new().repeat_spanned_cells(self.repeat).data_images(!self.no_data_images);
        f(&if base.url().is_some() { options.resolve(&resolve) } else { options })
    }

    /// Writes the text in pieces with their positions, for `--spans` and `--passages`.
    fn write_mapped(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = page.parse_with(false, true);
        let lines = LineIndex::new(document.source());
        let root = document.root();
        let mapped = match self.markdown {
            true => self.with_options(page, &document, |options| root.to_markdown_mapped(options)),
            false => root.inner_text_mapped(),
        };
        match self.passages {
            None => write_runs(&mapped, &document, page, out)?,
            Some(max_len) => {
                for passage in mapped.passages().max_len(max_len.map_or(usize::MAX, NonZeroUsize::get)) {
                    let spans = joined(passage.runs());
                    let mut object = json!({
                        "titles": passage.titles.iter().map(|title| &title.title).collect::<Vec<_>>(),
                        "text": passage.text,
                        "offset": passage.range.start,
                        "spans": spans.iter().map(|span| json!({ "start": span.start, "end": span.end })).collect::<Vec<_>>(),
                    });
                    let end = spans.iter().map(|span| span.end).max();
                    let whole = spans.first().zip(end).map(|(first, end)| Span::new(first.start, end));
                    add_position(&mut object, whole, &lines);
                    json::object(out, page, &object)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes the pieces of a text with their positions.
pub(super) fn write_runs(
    mapped: &MappedText,
    document: &Document<'_>,
    page: &Page<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines = LineIndex::new(document.source());
    mapped.runs().iter().try_for_each(|run| json::object(out, page, &run_json(run, mapped, document, &lines)))
}

fn run_json(run: &TextRun, mapped: &MappedText, document: &Document<'_>, lines: &LineIndex<'_>) -> Value {
    let node = document.node(run.node);
    let element = node.and_then(|node| if node.is_element() { Some(node) } else { node.parent() });
    let mut object = json!({
        "text": &mapped.text()[run.range.clone()],
        "offset": run.range.start,
        "node": run.node.get(),
        "element": element.map(NodeRef::local_name),
        "attribute": run.attribute,
        "exact": run.is_exact,
    });
    add_position(&mut object, run.span, lines);
    object
}

/// Adds the members of a source position. The members are null if `span` is `None`.
fn add_position(object: &mut Value, span: Option<Span>, lines: &LineIndex<'_>) {
    let place = span.map(|span| lines.line_column(span.start));
    object["start"] = span.map(|span| span.start).into();
    object["end"] = span.map(|span| span.end).into();
    object["line"] = place.map(|place| place.line).into();
    object["column"] = place.map(|place| place.column).into();
}

fn joined(runs: impl Iterator<Item = TextRun>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for span in runs.filter_map(|run| run.span) {
        match spans.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => spans.push(span),
        }
    }
    spans
}
