//! `limpid select`: the elements that a CSS selector selects.

use crate::arguments::{Common, Format, FormatArgument, text};
use crate::excerpt::Excerpt;
use crate::json::{self, Array};
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::{base, document_base};
use crate::style::Paint;
use anstyle::Style;
use clap::Args;
use limpid::links::{Base, Url, is_url};
use limpid::{LineIndex, NodeRef, Selector, SerializeOptions, Span};
use serde_json::{Value, json};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Each element is printed on a line of its own, unless it has line ends in it. The selectors are those of Selectors 4, \
with :has() and :nth-child(… of …); what is in a <template> is not looked through. In JSON each element is an object with \
its name, its place and what was asked for. With --field each element makes a record: the values of all fields, separated by tabs, \
or an object. A field is the text of the first element that its selector selects below, or with @ an attribute of it. Of XML, a name selects elements in any namespace; --attr takes names with their prefix.

Examples:
  limpid select 'h1, h2' page.html
  limpid select 'a[href^=http]' --attr href page.html
  limpid select 'table:has(caption) td' --text page.html
  limpid select a --attr href --text --base https://example.com/ page.html
  limpid select article --field 'title=h2' --field 'link=a[href]@href' --format ndjson page.html
  limpid select --strict --position 'img:not([alt])' site/      exits with 1 if there are any
  limpid select --xml 'item > title' --text feed.xml
  limpid select --count script site/";

#[derive(Args, Debug)]
pub(crate) struct Select {
    /// The selector
    #[arg(value_name = "CSS", value_parser = text(selector))]
    selector: Selector,

    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the value of this attribute, of the elements that have it; several and --text are separated by tabs
    #[arg(long, value_name = "NAME", help_heading = "Output", conflicts_with_all = ["html", "count", "field"])]
    attr: Vec<String>,

    /// Print this field of each element: NAME=CSS or NAME=CSS@ATTRIBUTE; without CSS it is of the element itself
    #[arg(long, value_name = "FIELD", value_parser = text(field), help_heading = "Output", conflicts_with_all = ["text", "html", "count"])]
    field: Vec<Field>,

    /// Print the text of the elements, as a browser shows it
    #[arg(long, help_heading = "Output", conflicts_with_all = ["html", "count"])]
    text: bool,

    /// Print the elements as HTML, which is done unless something else is asked for; with --xml, they are printed as XML
    #[arg(long, help_heading = "Output", conflicts_with = "count")]
    html: bool,

    /// Print how many there are
    #[arg(long, help_heading = "Output")]
    count: bool,

    /// Print the place of each element before it: file:line:column
    #[arg(long, help_heading = "Output", conflicts_with = "count")]
    position: bool,

    /// Where the page is from: attributes that hold a URL are resolved against this and the page's base element
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    base: Option<Url>,

    /// Exit with 1 if any page has one, for what must not be there
    #[arg(long, help_heading = "Output", conflicts_with = "expect")]
    strict: bool,

    /// Exit with 1 if no page has any, for what must be there
    #[arg(long, help_heading = "Output")]
    expect: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

/// Reads a selector; an error shows where it is.
fn selector(css: &str) -> Result<Selector, String> {
    Selector::parse(css).map_err(|error| {
        let start = error.offset();
        let length = css[start..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(start as u32, (start + length) as u32);
        let drawn = Excerpt::new(&LineIndex::new(css), span).draw(&[], Paint::NONE);
        format!("{}\n{drawn}", error.message())
    })
}

/// A field of a record: the part of an element that it is from, and its attribute, if not the text.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    selector: Option<Selector>,
    attribute: Option<String>,
}

/// Reads a field. In a selector `@` only stands in strings, with a quote and a bracket behind it.
fn field(text: &str) -> Result<Field, String> {
    let Some((name, css)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) else {
        return Err(format!("{text:?} is no field; write one such as title=h2 or link=a@href"));
    };
    let (css, attribute) = match css.rsplit_once('@') {
        Some((css, attribute)) if !attribute.contains(['"', '\'', ']', ')']) => {
            (css, Some(attribute.trim().to_owned()))
        }
        _ => (css, None),
    };
    let selector = if css.trim().is_empty() { None } else { Some(selector(css)?) };
    Ok(Field { name: name.trim().to_owned(), selector, attribute })
}

/// The output about an element: values in text, a member in JSON.
struct Record {
    values: Vec<Option<String>>,
    member: (&'static str, Value),
}

impl Select {
    /// Returns the value of an attribute, resolved if it is a URL and there is a base.
    fn attribute(element: NodeRef<'_>, name: &str, base: Option<&Base>) -> Option<String> {
        let value = element.attribute(name)?;
        let base = base.filter(|_| is_url(element.local_name(), name));
        Some(base.and_then(|base| base.resolve(value)).map_or_else(|| value.to_owned(), String::from))
    }

    /// Returns the fields or the attributes of an element by their names; `None` if it has none of them.
    fn named(&self, element: NodeRef<'_>, base: Option<&Base>) -> Option<Record> {
        let (kind, named): (_, Vec<(&str, Option<String>)>) = if self.field.is_empty() {
            let values = self.attr.iter().map(|name| (&**name, Self::attribute(element, name, base)));
            ("attributes", values.collect())
        } else {
            let value = |field: &Field| {
                let part = field.selector.as_ref().map_or(Some(element), |selector| element.select_first(selector))?;
                match &field.attribute {
                    Some(name) => Self::attribute(part, name, base),
                    None => Some(part.inner_text()),
                }
            };
            ("fields", self.field.iter().map(|field| (&*field.name, value(field))).collect())
        };
        if named.iter().all(|(_, value)| value.is_none()) {
            return None;
        }
        let member = named.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        Some(Record {
            values: named.into_iter().map(|(_, value)| value).collect(),
            member: (kind, Value::Object(member)),
        })
    }

    /// Returns the objects' members for an element, after its name and place.
    fn record(&self, element: NodeRef<'_>, base: Option<&Base>) -> Option<Vec<Record>> {
        let has_names = !self.attr.is_empty() || !self.field.is_empty();
        let mut records = Vec::new();
        if has_names {
            records.push(self.named(element, base)?);
        }
        if !has_names || self.text {
            let value = self.value(element);
            records.push(Record { member: (self.kind(), json!(value)), values: vec![Some(value)] });
        }
        Some(records)
    }

    /// Returns the text of an element, or its markup.
    fn value(&self, element: NodeRef<'_>) -> String {
        if self.text {
            return element.inner_text();
        }
        if self.is_xml() {
            return element.to_xml();
        }
        let mut html = String::new();
        // Writing to a String cannot fail.
        let _ = element.write_html(&mut html, &SerializeOptions::lossless());
        html
    }

    /// Whether elements are printed as XML.
    fn is_xml(&self) -> bool {
        self.common.parsing.xml && !self.html
    }

    /// Returns the name of the value.
    fn kind(&self) -> &'static str {
        match self {
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

/// Separates several values by tabs, each without line ends; one value stays as it is.
fn on_one_line(mut values: Vec<String>) -> String {
    if values.len() == 1 {
        return values.remove(0);
    }
    let words = |value: &String| value.split_whitespace().collect::<Vec<_>>().join(" ");
    values.iter().map(words).collect::<Vec<_>>().join("\t")
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
        let is_text = self.output.format == Format::Text;
        let document = page.parse_with(false, !self.count && (self.position || !is_text));
        let lines = LineIndex::new(document.source());
        let base = self.base.as_ref().map(|base| document_base(Some(base), page, &document));
        let selected = document.select(&self.selector);
        let mut count = 0_usize;
        if self.count {
            count = selected.count();
            self.write_count(page, count, out)?;
        } else if is_text {
            for element in selected {
                let Some(records) = self.record(element, base.as_ref()) else { continue };
                count += 1;
                if self.position {
                    page.write_position(element, &lines, out)?;
                }
                let values: Vec<String> =
                    records.into_iter().flat_map(|record| record.values).map(Option::unwrap_or_default).collect();
                writeln!(out, "{}", page.paint.content(Style::new(), on_one_line(values)))?;
            }
        } else {
            let mut array = Array::start(out, page, "elements")?;
            for element in selected {
                let Some(records) = self.record(element, base.as_ref()) else { continue };
                count += 1;
                let place = element.start_tag().map(|tag| lines.line_column(tag.start));
                let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
                let mut item = json!({ "name": element.qualified_name(), "line": line, "column": column });
                for Record { member: (kind, value), .. } in records {
                    item[kind] = value;
                }
                array.item(&item)?;
            }
            array.finish()?;
        }
        Ok(if count > 0 { Findings::Some } else { Findings::None })
    }

    fn fails(&self, has_findings: bool) -> bool {
        if self.strict { has_findings } else { self.expect && !has_findings }
    }
}
