use super::text::write_runs;
use crate::arguments::{Common, Format, Globals, text};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::{base, document_base};
use crate::run;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use limpid::content::{
    Content as PageContent, ContentExt as _, ContentOptions, Metadata, MetadataDate, MetadataValue, PageKind,
};
use limpid::links::{Base, Url};
use limpid::{MarkdownOptions, NodeRef};
use serde_json::{Value, json};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Prints the article, the posts of a thread, the entries of a listing or the description of a product, without menus, advertisements and comments. In JSON, \
each page is an object with its text, Markdown, kind, confidence and metadata. Dates are in ISO 8601. Markup is not sanitized: use limpid sanitize for \
untrusted pages.

Examples:
  limpid content page.html
  curl -s https://example.com | limpid content --format markdown > page.md
  limpid content --format ndjson site/ | jq -r '[.file, .title, .byline, .published] | @tsv'
  limpid content --format ndjson --min-confidence 0.5 crawl.warc.gz > content.ndjson";

#[derive(Args, Debug)]
pub(crate) struct Content {
    #[command(flatten)]
    pub(crate) common: Common,

    /// The address of the page, to resolve URLs and to recognize the kind of the page
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    base: Option<Url>,

    /// Treat pages as this kind instead of determining it
    #[arg(long, value_name = "KIND", value_parser = kinds(), help_heading = "Parsing")]
    kind: Option<PageKind>,

    /// Print nothing for pages whose confidence is below this number from 0 to 1
    #[arg(long, value_name = "NUMBER", value_parser = text(fraction), default_value = "0", hide_default_value = true, help_heading = "Output")]
    min_confidence: f64,

    /// Include the comments on the content
    #[arg(long, help_heading = "Output")]
    comments: bool,

    /// Omit images, videos and captions
    #[arg(long, help_heading = "Output")]
    no_images: bool,

    /// Replace links by their text
    #[arg(long, help_heading = "Output")]
    no_links: bool,

    /// Print a JSON object for each piece of the text or Markdown, with its position in the source; only with --format text or markdown
    #[arg(long, help_heading = "Output")]
    spans: bool,

    /// Output format
    ///
    /// json prints one array of objects, and ndjson prints one object per line.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: ContentFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ContentFormat {
    Text,
    Markdown,
    Html,
    Json,
    Ndjson,
}

impl Content {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        if self.spans && !matches!(self.format, ContentFormat::Text | ContentFormat::Markdown) {
            let message = "--spans prints pieces of text or Markdown; use it with --format text or --format markdown";
            return Err(Failure::Argument(message.to_owned()));
        }
        run::run(self, &self.common, self.format(), globals)
    }

    fn format(&self) -> Format {
        match self.format {
            ContentFormat::Json => Format::Json,
            ContentFormat::Ndjson => Format::Ndjson,
            ContentFormat::Text | ContentFormat::Markdown | ContentFormat::Html => Format::Text,
        }
    }
}

impl PageCommand for Content {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        match format {
            // Each line is a JSON object that names its page.
            Format::Text if self.spans => Layout::Plain,
            format => Layout::new(format, has_several_pages, Headers::NonEmpty),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(false, self.spans);
        let page_url = page.name().url.as_deref().and_then(|url| Url::parse(url).ok());
        let options = ContentOptions::new().comments(self.comments).images(!self.no_images).links(!self.no_links);
        let options = options.min_confidence(self.min_confidence);
        let options = self.kind.map_or(options, |kind| options.kind(kind));
        let options = self.base.as_ref().or(page_url.as_ref()).map_or(options, |url| options.url(url));
        let content = document.content_with(&options);
        let base = document_base(self.base.as_ref(), page, &document);
        if self.spans {
            let mapped = match self.format {
                ContentFormat::Text => content.text_mapped(),
                _ => with_markdown_options(&base, |options| content.markdown_mapped(options)),
            };
            write_runs(&mapped, content.document(), page, out)?;
            return Ok(Findings::None);
        }
        let is_below = content.confidence() < self.min_confidence;
        match self.format {
            ContentFormat::Text => write_with_line_end(out, &content.text())?,
            ContentFormat::Markdown => out.write_all(markdown(&content, &base).as_bytes())?,
            ContentFormat::Html => write_with_line_end(out, &content.html())?,
            ContentFormat::Json | ContentFormat::Ndjson if !is_below => {
                json::object(out, page, &object(&content, &base))?;
            }
            ContentFormat::Json | ContentFormat::Ndjson => {}
        }
        Ok(Findings::None)
    }
}

/// Returns the parser of `--kind`.
fn kinds() -> impl TypedValueParser<Value = PageKind> {
    PossibleValuesParser::new(PageKind::ALL.map(PageKind::as_str)).try_map(|name| name.parse::<PageKind>())
}

/// Parses the value of `--min-confidence`.
fn fraction(number: &str) -> Result<f64, String> {
    let fraction = number.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    fraction.ok_or_else(|| format!("{number:?} is not a number from 0 to 1 such as 0.5"))
}

/// Calls a function with the Markdown options. The options cannot be returned, because they borrow the function that resolves addresses.
fn with_markdown_options<T>(base: &Base, f: impl FnOnce(&MarkdownOptions<'_>) -> T) -> T {
    let resolve = |_: NodeRef<'_>, address: &str| base.resolve(address).map(String::from);
    let options = MarkdownOptions::new().data_images(false);
    f(&if base.url().is_some() { options.resolve(&resolve) } else { options })
}

fn markdown(content: &PageContent<'_>, base: &Base) -> String {
    with_markdown_options(base, |options| content.markdown_with(options))
}

fn write_with_line_end(out: &mut dyn Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") }
}

fn object(content: &PageContent<'_>, base: &Base) -> Value {
    let Metadata { title, byline, published, modified, language, site_name, canonical_url, image, description, .. } =
        content.metadata();
    let values = [
        ("title", title),
        ("byline", byline),
        ("language", language),
        ("site_name", site_name),
        ("canonical_url", canonical_url),
        ("image", image),
        ("description", description),
    ];
    let dates = [("published", published), ("modified", modified)];
    let value = |value: &Option<MetadataValue>| json!(value.as_ref().map(|value| &value.value));
    let date = |date: &Option<MetadataDate>| json!(date.as_ref().map(|date| &date.iso));
    let sources = values.iter().filter_map(|(name, value)| Some((*name, value.as_ref()?.source)));
    let sources = sources.chain(dates.iter().filter_map(|(name, date)| Some((*name, date.as_ref()?.source))));
    let mut object = json!({
        "kind": content.kind().as_str(),
        "confidence": content.confidence(),
    });
    for (name, member) in values.iter().map(|(name, found)| (*name, value(found))) {
        object[name] = member;
    }
    for (name, member) in dates.iter().map(|(name, found)| (*name, date(found))) {
        object[name] = member;
    }
    let written = dates.iter().filter_map(|(name, date)| Some(((*name).to_owned(), json!(date.as_ref()?.written))));
    object["written"] = written.collect();
    object["sources"] = sources.map(|(name, source)| (name.to_owned(), json!(source.as_str()))).collect();
    object["text"] = json!(content.text());
    object["markdown"] = json!(markdown(content, base));
    object
}
