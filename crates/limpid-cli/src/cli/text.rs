use crate::arguments::{Common, Format, FormatArgument, positive, text};
use crate::json::{self, Array};
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use clap::Args;
use limpid::mapped_text::{MappedText, TextRun};
use limpid::{Document, LineIndex, NodeRef, Span};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::num::NonZeroUsize;

pub(crate) const EXAMPLES: &str = "\
Prints what a reader sees of the page, as element.innerText gives it in a browser. With --text-content, what \
element.textContent gives, scripts and style sheets included, to the byte: no line end is added. Of XML it is always that.

Examples:
  limpid text page.html | wc -w
  curl -s https://example.com | limpid text | less
  limpid text --markdown page.html > page.md
  limpid text --format json page.html | jq -r .text
  limpid text --spans page.html | jq -r 'select(.text | test(\"tea\")) | \"\\(.line):\\(.column): \\(.text)\"'
  limpid text --markdown --chunks=2000 site/ > chunks.ndjson";

#[derive(Args, Debug)]
pub(crate) struct Text {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the text of all nodes as it is in the tree, scripts and style sheets included
    #[arg(long, help_heading = "Output", conflicts_with = "markdown")]
    text_content: bool,

    /// Print the text as Markdown: headings, lists, links, tables
    #[arg(long, help_heading = "Output")]
    markdown: bool,

    /// Print each piece of the text with its place in the page, as JSON, one a line
    #[arg(long, help_heading = "Output", conflicts_with_all = ["text_content", "xml"])]
    spans: bool,

    /// Print the text in chunks for search and retrieval, one for each heading, with the titles above it and its places in the page,
    /// as JSON, one a line; of at most this number of bytes each
    #[arg(
        long,
        value_name = "BYTES",
        num_args = 0..=1,
        value_parser = text(positive),
        require_equals = true,
        help_heading = "Output",
        conflicts_with_all = ["text_content", "xml", "spans"]
    )]
    chunks: Option<Option<NonZeroUsize>>,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Text {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        let is_mapped = self.spans || self.chunks.is_some();
        match (is_mapped && format != Format::Json, are_many) {
            (true, true) => Layout::Lines,
            (true, false) => Layout::Alone,
            (false, _) => Layout::new(format, are_many, Headers::All),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        if self.spans || self.chunks.is_some() {
            self.mapped(page, out)?;
            return Ok(Findings::None);
        }
        let document = page.parse();
        let is_content = self.text_content || page.parsing.xml;
        let is_json = self.output.format != Format::Text;
        json::text(out, page, self.output.format, "text", |f| match self {
            Text { markdown: true, .. } => document.root().write_markdown(f),
            _ if is_content => document.descendants().filter_map(NodeRef::text).try_for_each(|text| f.write_str(text)),
            _ => {
                let text = document.root().inner_text();
                f.write_str(&text)?;
                // For people, and for commands that count lines.
                if text.is_empty() || text.ends_with('\n') || is_json { Ok(()) } else { f.write_str("\n") }
            }
        })?;
        Ok(Findings::None)
    }
}

impl Text {
    /// Writes the text in pieces, each with its places.
    fn mapped(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
        let document = page.parse_with(false, true);
        let lines = LineIndex::new(document.source());
        let mapped =
            if self.markdown { document.root().to_markdown_mapped() } else { document.root().inner_text_mapped() };
        let name = if self.spans { "spans" } else { "chunks" };
        let mut items = Items::start(self.output.format, out, page, name)?;
        match self.chunks {
            None => {
                for run in mapped.runs() {
                    items.item(&run_json(run, &mapped, &document, &lines))?;
                }
            }
            Some(max_len) => {
                for chunk in mapped.passages().max_len(max_len.map_or(usize::MAX, NonZeroUsize::get)) {
                    let spans = joined(chunk.runs());
                    let mut object = json!({
                        "titles": chunk.titles.iter().map(|title| &title.title).collect::<Vec<_>>(),
                        "text": chunk.text,
                        "offset": chunk.range.start,
                        "spans": spans.iter().map(|span| json!({ "start": span.start, "end": span.end })).collect::<Vec<_>>(),
                    });
                    let end = spans.iter().map(|span| span.end).max();
                    let whole = spans.first().zip(end).map(|(first, end)| Span::new(first.start, end));
                    add_place(&mut object, whole, &lines);
                    items.item(&object)?;
                }
            }
        }
        items.finish()
    }
}

/// The output: an array, or lines.
enum Items<'o, 'p> {
    Array(Array<'o>),
    Lines(&'o mut dyn Write, &'p Page<'p>),
}

impl<'o, 'p> Items<'o, 'p> {
    fn start(format: Format, out: &'o mut dyn Write, page: &'p Page<'p>, name: &str) -> io::Result<Items<'o, 'p>> {
        Ok(match format {
            Format::Json => Items::Array(Array::start(out, page, name)?),
            Format::Text | Format::Ndjson => Items::Lines(out, page),
        })
    }

    fn item(&mut self, item: &Value) -> io::Result<()> {
        match self {
            Items::Array(array) => array.item(item),
            Items::Lines(out, page) => {
                json::members(*out, page, item)?;
                out.write_all(b"\n")
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Items::Array(array) => array.finish(),
            Items::Lines(..) => Ok(()),
        }
    }
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
    add_place(&mut object, run.span, lines);
    object
}

/// Adds the place of something in the page; nulls if it has none.
fn add_place(object: &mut Value, span: Option<Span>, lines: &LineIndex<'_>) {
    let place = span.map(|span| lines.line_column(span.start));
    object["start"] = span.map(|span| span.start).into();
    object["end"] = span.map(|span| span.end).into();
    object["line"] = place.map(|place| place.line).into();
    object["column"] = place.map(|place| place.column).into();
}

/// Returns the parts of the page that runs come from, those that touch as one.
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
