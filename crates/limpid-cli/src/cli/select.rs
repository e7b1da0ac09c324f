use super::matches::{Match, Named, PrintOptions, attribute, selector, split_field};
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
Each element is printed on its own line, or on several if its markup contains line ends. In JSON, each element is an object with its name, its position \
and the requested values. The language is Selectors Level 4, including :has() and :nth-child(… of …), plus :contains('text'). The contents of \
<template> are not searched.

With --field, a record is printed for each element: the values of all fields, separated by tabs, or a JSON object. The value of a field is the text of the \
first descendant that matches the field's selector, or with @ the value of an attribute. With --xml, names match elements in any namespace, and --attr \
takes names with their prefix.

Examples:
  limpid select 'h1, h2' page.html
  limpid select 'a[href^=http]' --attr href page.html
  limpid select 'table:has(caption) td' --text page.html
  limpid select a --attr href --text --base https://example.com/ page.html
  limpid select article --field 'title=h2' --field 'link=a[href]@href' --format ndjson page.html
  limpid select --forbid --position 'img:not([alt])' site/      exit with 1 if there are any
  limpid select --xml 'item > title' --text feed.xml
  limpid select --count script site/";

#[derive(Args, Debug)]
pub(crate) struct Select {
    /// The CSS selector
    #[arg(value_name = "CSS", value_parser = text(selector))]
    selector: Selector,

    #[command(flatten)]
    pub(crate) common: Common,

    /// Print a record for each element, with this field: NAME=CSS or NAME=CSS@ATTRIBUTE; repeatable
    ///
    /// Without CSS, the value is taken from the matching element itself.
    #[arg(long, value_name = "FIELD", value_parser = text(field), help_heading = "Output", conflicts_with_all = ["text", "count", "attr"])]
    field: Vec<Field>,

    #[command(flatten)]
    printing: PrintOptions,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    /// Selects a descendant; `None` for the element itself.
    selector: Option<Selector>,
    /// The attribute to print; `None` for the text.
    attribute: Option<String>,
}

/// Parses a field. An attribute name starts after the last `@`. If a quote or a closing bracket occurs after this `@`, the `@` belongs to a
/// string in the selector instead.
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

    /// Returns the fields of an element by their names; `None` if no fields are requested.
    fn fields(&self, element: NodeRef<'_>, base: Option<&Base>) -> Option<Named> {
        let value = |field: &Field| {
            let target = field.selector.as_ref().map_or(Some(element), |selector| element.select_first(selector))?;
            match &field.attribute {
                Some(name) => attribute(target, name, base),
                None => Some(target.inner_text()),
            }
        };
        let fields = self.field.iter().map(|field| (field.name.clone(), value(field)));
        (!self.field.is_empty()).then(|| fields.collect())
    }
}

impl PageCommand for Select {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        self.printing.layout(format, has_several_pages)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let Select { printing, output, .. } = self;
        let document = page.parse_with(false, printing.wants_spans(output.format));
        let lines = LineIndex::new(document.source());
        let base = printing.base.as_ref().map(|base| document_base(Some(base), page, &document));
        let base = base.as_ref();
        if document.select_first(&self.selector).is_none() {
            printing.check_other_trees(&document, |root| root.select_first(&self.selector).is_some());
        }
        let selected = document.select(&self.selector);
        if printing.count {
            return PrintOptions::write_count(page, output.format, selected.count(), out);
        }
        let item =
            |element| -> Option<Match> { printing.element(element, self.fields(element, base), &self.common, base) };
        printing.write(page, output.format, selected.filter_map(item), &lines, out)
    }

    fn is_negative(&self, has_findings: bool) -> bool {
        self.printing.is_negative(has_findings)
    }

    fn end(&self, has_findings: bool, _: bool, _: Paint, _: &mut dyn Write) -> io::Result<()> {
        self.printing.end(has_findings);
        Ok(())
    }
}
