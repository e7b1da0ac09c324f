//! `limpid select`: the elements that a CSS selector selects.

use super::found::{Finding, Named, Showing, attribute, selector, split_field};
use crate::arguments::{Common, Format, FormatArgument, Globals, text};
use crate::exit::Exit;
use crate::failure::{Failure, warn_of_file};
use crate::output::Layout;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::document_base;
use crate::run::run;
use crate::style::Paint;
use clap::Args;
use limpid::links::Base;
use limpid::{LineIndex, NodeRef, Selector};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Each element is printed on a line of its own, unless it contains line ends. The selectors are those of Selectors 4, with :has() and :nth-child(… of …), and \
:contains('text'). The contents of <template> are not searched. In JSON each element is an object with its name, its place and what was asked for.

With --field each element makes a record: the values of all fields, separated by tabs, or an object. A field is the text of the first element \
below that its selector selects, or with @ an attribute of it. With --xml, a name selects elements in any namespace, and --attr takes names with \
their prefix.

Examples:
  limpid select 'h1, h2' page.html
  limpid select 'a[href^=http]' --attr href page.html
  limpid select 'table:has(caption) td' --text page.html
  limpid select a --attr href --text --base https://example.com/ page.html
  limpid select article --field 'title=h2' --field 'link=a[href]@href' --format ndjson page.html
  limpid select --forbid --position 'img:not([alt])' site/      exits with 1 if there are any
  limpid select --xml 'item > title' --text feed.xml
  limpid select --count script site/";

#[derive(Args, Debug)]
pub(crate) struct Select {
    /// The selector
    #[arg(value_name = "CSS", value_parser = text(selector))]
    selector: Selector,

    #[command(flatten)]
    pub(crate) common: Common,

    /// Print a record of fields for each element: NAME=CSS or NAME=CSS@ATTRIBUTE
    ///
    /// Without CSS, the field is that of the selected element itself. Can be given several times.
    #[arg(long, value_name = "FIELD", value_parser = text(field), help_heading = "Output", conflicts_with_all = ["text", "count", "attr"])]
    field: Vec<Field>,

    #[command(flatten)]
    showing: Showing,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
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
    let (name, css) = split_field(text)?;
    let (css, attribute) = match css.rsplit_once('@') {
        Some((css, attribute)) if !attribute.contains(['"', '\'', ']', ')']) => {
            (css, Some(attribute.trim().to_owned()))
        }
        _ => (css, None),
    };
    let selector = if css.trim().is_empty() { None } else { Some(selector(css)?) };
    Ok(Field { name: name.to_owned(), selector, attribute })
}

impl Select {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        warn_of_file("<CSS>", &self.selector.to_string());
        run(self, &self.common, self.output.format, globals)
    }

    /// Returns the fields of an element by their names; `None` if there are none.
    fn fields(&self, element: NodeRef<'_>, base: Option<&Base>) -> Option<Named> {
        let value = |field: &Field| {
            let part = field.selector.as_ref().map_or(Some(element), |selector| element.select_first(selector))?;
            match &field.attribute {
                Some(name) => attribute(part, name, base),
                None => Some(part.inner_text()),
            }
        };
        let fields = self.field.iter().map(|field| (field.name.clone(), value(field)));
        (!self.field.is_empty()).then(|| fields.collect())
    }
}

impl PageCommand for Select {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        self.showing.layout(format, are_many)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let Select { showing, output, .. } = self;
        let document = page.parse_with(false, showing.wants_spans(output.format));
        let lines = LineIndex::new(document.source());
        let base = showing.base.as_ref().map(|base| document_base(Some(base), page, &document));
        let base = base.as_ref();
        if document.select_first(&self.selector).is_none() {
            showing.look_elsewhere(&document, |root| root.select_first(&self.selector).is_some());
        }
        let selected = document.select(&self.selector);
        if showing.count {
            return Showing::write_count(page, output.format, selected.count(), out);
        }
        let finding =
            |element| -> Option<Finding> { showing.element(element, self.fields(element, base), &self.common, base) };
        showing.write(page, output.format, selected.filter_map(finding), &lines, out)
    }

    fn fails(&self, has_findings: bool) -> bool {
        self.showing.fails(has_findings)
    }

    fn end(&self, has_findings: bool, _: bool, _: Paint, _: &mut dyn Write) -> io::Result<()> {
        self.showing.end(has_findings);
        Ok(())
    }
}
