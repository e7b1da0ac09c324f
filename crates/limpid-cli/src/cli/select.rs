//! `limpid select`: the elements that a CSS selector selects.

use crate::arguments::{Common, Format, FormatArgument, text};
use crate::excerpt::Excerpt;
use crate::json::{self, Array};
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::style::Paint;
use anstyle::Style;
use clap::Args;
use limpid::{LineIndex, NodeRef, Selector, SerializeOptions, Span};
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Each element is printed on a line of its own, unless it has line ends in it. The selectors are those of Selectors 4, \
with :has() and :nth-child(… of …); what is in a <template> is not looked through. In JSON each element is an object with \
its name and what was asked for. Of XML, a name selects elements in any namespace; --attr takes names with their prefix.

Examples:
  limpid select 'h1, h2' page.html
  limpid select 'a[href^=http]' --attr href page.html
  limpid select 'table:has(caption) td' --text page.html
  limpid select --strict 'img:not([alt])' site/      exits with 1 if there are none
  limpid select --xml 'item > title' --text feed.xml
  limpid select --count script site/";

#[derive(Args, Debug)]
pub(crate) struct Select {
    /// The selector
    #[arg(value_name = "CSS", value_parser = text(selector))]
    selector: Selector,

    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the value of this attribute, of the elements that have it
    #[arg(long, value_name = "NAME", help_heading = "Output", conflicts_with_all = ["text", "html", "count"])]
    attr: Option<String>,

    /// Print the text of the elements, as a browser shows it
    #[arg(long, help_heading = "Output", conflicts_with_all = ["html", "count"])]
    text: bool,

    /// Print the elements as HTML, which is done unless something else is asked for; with --xml, they are printed as XML
    #[arg(long, help_heading = "Output", conflicts_with = "count")]
    html: bool,

    /// Print how many there are
    #[arg(long, help_heading = "Output")]
    count: bool,

    /// Exit with 1 if no page has any
    #[arg(long, help_heading = "Output")]
    strict: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

/// Reads a selector; an error shows where it is.
fn selector(css: &str) -> Result<Selector, String> {
    Selector::parse(css).map_err(|error| {
        let start = error.offset();
        let length = css[start..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(start as u32, (start + length) as u32);
        let drawn = Excerpt::new(&LineIndex::new(css), span).draw(None, Paint::NONE);
        format!("{}\n{drawn}", error.message())
    })
}

impl Select {
    /// Returns the value of an element: an attribute, its text, or its markup.
    fn value(&self, element: NodeRef<'_>) -> Option<String> {
        if let Some(name) = &self.attr {
            return element.attribute(name).map(str::to_owned);
        }
        if self.text {
            return Some(element.inner_text());
        }
        if self.is_xml() {
            return Some(element.to_xml());
        }
        let mut html = String::new();
        // Writing to a String cannot fail.
        let _ = element.write_html(&mut html, &SerializeOptions::lossless());
        Some(html)
    }

    /// Whether elements are printed as XML.
    fn is_xml(&self) -> bool {
        self.common.parsing.xml && !self.html
    }

    /// Returns the name of the value.
    fn kind(&self) -> &'static str {
        match self {
            Select { attr: Some(_), .. } => "value",
            Select { text: true, .. } => "text",
            _ if self.is_xml() => "xml",
            _ => "html",
        }
    }

    fn write_count(&self, page: &Page<'_>, count: usize, out: &mut dyn Write) -> io::Result<()> {
        match self.output.format {
            Format::Text if page.is_one_of_many => {
                out.write_all(&page.name_bytes())?;
                writeln!(out, ":{count}")
            }
            Format::Text => writeln!(out, "{count}"),
            Format::Json | Format::Ndjson => json::object(out, page, &json!({ "count": count })),
        }
    }
}

impl PageCommand for Select {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        // A count comes with the name of its page.
        match format {
            Format::Text if self.count => Layout::Alone,
            _ => Layout::new(format, are_many, Headers::IfAny),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        let selected = document.select(&self.selector);
        let mut count = 0_usize;
        if self.count {
            count = selected.count();
            self.write_count(page, count, out)?;
        } else if self.output.format == Format::Text {
            for value in selected.filter_map(|element| self.value(element)) {
                count += 1;
                writeln!(out, "{}", page.paint.content(Style::new(), value))?;
            }
        } else {
            let mut array = Array::start(out, page, "elements")?;
            for element in selected {
                let Some(value) = self.value(element) else { continue };
                count += 1;
                array.item(&json!({ "name": element.qualified_name(), self.kind(): value }))?;
            }
            array.finish()?;
        }
        Ok(if count > 0 { Findings::Some } else { Findings::None })
    }

    fn fails(&self, has_findings: bool) -> bool {
        self.strict && !has_findings
    }
}
