use crate::arguments::{Common, Format, FormatArgument, text};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::{base, document_base};
use crate::style::{FAINT, NAME};
use clap::Args;
use limpid::LineIndex;
use limpid::links::{Url, links};
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Each line contains the element, the attribute and the URL. URLs are resolved against --base and the page's base element; if there is neither, they are \
printed unchanged. URLs in the CSS of style attributes and style elements are included; for a style element, the attribute is #text. In JSON, each link is \
an object with its text and position. The text of an image is its alternative text. Links in a <template> are skipped.

Examples:
  limpid links page.html
  limpid links --text --position page.html
  limpid links --base https://example.com/tea/ page.html | grep '^a '
  limpid links --format json page.html | jq -r '.[] | select(.element == \"img\").url' | sort -u";

#[derive(Args, Debug)]
pub(crate) struct Links {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Resolve URLs against this URL and the page's base element
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    base: Option<Url>,

    /// Print the text of each link after its URL
    #[arg(long, help_heading = "Output")]
    text: bool,

    /// Print file:line:column before each link
    #[arg(long, help_heading = "Output")]
    position: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Links {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        Layout::new(format, has_several_pages, Headers::NonEmpty)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let is_text = self.output.format == Format::Text;
        let document = page.parse_with(false, self.position || !is_text);
        let base = document_base(self.base.as_ref(), page, &document);
        let lines = LineIndex::new(document.source());
        if is_text {
            for link in links(&document) {
                if self.position {
                    page.write_position(link.node.start_tag().map(|tag| tag.start), &lines, out)?;
                }
                let resolved = base.resolve_link(&link).map(String::from);
                let url = resolved.unwrap_or_else(|| link.written.trim().replace(char::is_control, "\u{fffd}"));
                let kind = page.paint.paint(NAME, link.element.replace(char::is_control, "\u{fffd}"));
                let attribute = page.paint.paint(FAINT, link.attribute);
                let text = if self.text {
                    format!(" {}", link.text().replace(char::is_control, "\u{fffd}"))
                } else {
                    String::new()
                };
                writeln!(out, "{kind:<8} {attribute:<10} {url}{}", text.trim_end())?;
            }
        } else {
            for link in links(&document) {
                let place = link.node.start_tag().map(|tag| lines.line_column(tag.start));
                let object = json!({
                    "element": link.element,
                    "attribute": link.attribute,
                    "written": link.written,
                    "url": base.resolve_link(&link).map(String::from),
                    "rel": link.rel,
                    "text": link.text(),
                    "line": place.map(|place| place.line),
                    "column": place.map(|place| place.column),
                });
                json::object(out, page, &object)?;
            }
        }
        Ok(Findings::None)
    }
}
