//! The matches of `limpid select` and `limpid xpath`: their shared options, and the output as text and JSON.

use crate::arguments::{Common, ExitZero, Format, text};
use crate::excerpt::Excerpt;
use crate::failure::warn;
use crate::hints;
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::Findings;
use crate::page_urls::base;
use crate::style::Paint;
use anstyle::Style;
use clap::Args;
use limpid::links::{Base, Url, is_url};
use limpid::{Document, LineIndex, NodeRef, Selector, SelectorOptions, SerializeOptions, Span};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Args, Debug)]
pub(super) struct PrintOptions {
    /// Print the value of this attribute instead of the markup; repeatable
    ///
    /// Elements with none of the attributes are skipped. Several values, and the text of --text, are separated by tabs.
    #[arg(long, alias = "attribute", value_name = "NAME", help_heading = "Output", conflicts_with = "count")]
    attr: Vec<String>,

    /// Print the visible text instead of the markup
    #[arg(long, help_heading = "Output", conflicts_with = "count")]
    text: bool,

    /// Print only the number of matches
    #[arg(long, help_heading = "Output")]
    pub(super) count: bool,

    /// Print file:line:column before each match
    #[arg(long, help_heading = "Output", conflicts_with = "count")]
    position: bool,

    /// Resolve URLs in attributes against this URL and the page's base element
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    pub(super) base: Option<Url>,

    /// Exit with code 1 if there is a match, instead of if there is none
    #[arg(long, help_heading = "Output")]
    forbid: bool,

    #[command(flatten)]
    exit_zero: ExitZero,

    /// Whether some page has matches only in templates or shadow roots.
    #[arg(skip)]
    has_matches_in_other_trees: AtomicBool,
}

/// Returns the roots of all trees of a document: the document, template contents and shadow roots.
pub(super) fn roots<'d>(document: &'d Document<'_>) -> Vec<NodeRef<'d>> {
    let (mut roots, mut pending) = (Vec::new(), vec![document.root()]);
    while let Some(root) = pending.pop() {
        roots.push(root);
        let known = pending.len();
        pending.extend(root.descendants().flat_map(|node| [node.template_contents(), node.shadow_root()]).flatten());
        pending[known..].reverse();
    }
    roots
}

/// Named values: the values of `--field` or of `--attr`. A missing value is `None`.
pub(super) type Named = Vec<(String, Option<String>)>;

/// A part of the output for a node: values as text, and a member of the JSON object.
pub(super) struct OutputPart {
    values: Vec<Option<String>>,
    member: (&'static str, Value),
}

impl OutputPart {
    pub(super) fn of(key: &'static str, value: String) -> OutputPart {
        OutputPart { member: (key, json!(value)), values: vec![Some(value)] }
    }

    /// Creates a part with several values. Returns `None` if all of them are missing.
    pub(super) fn named(key: &'static str, named: Named) -> Option<OutputPart> {
        if named.iter().all(|(_, value)| value.is_none()) {
            return None;
        }
        let member = named.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let values = named.into_iter().map(|(_, value)| value).collect();
        Some(OutputPart { values, member: (key, Value::Object(member)) })
    }
}

/// The output for a node that matches.
pub(super) struct Match {
    /// The start of the node in the source.
    pub(super) start: Option<u32>,
    pub(super) name: String,
    pub(super) parts: Vec<OutputPart>,
}

/// Returns the value of an attribute, resolved if it is a URL and a base is given.
pub(super) fn attribute(element: NodeRef<'_>, name: &str, base: Option<&Base>) -> Option<String> {
    Some(resolved(element, name, element.attribute(name)?, base))
}

pub(super) fn resolved(element: NodeRef<'_>, name: &str, value: &str, base: Option<&Base>) -> String {
    let base = base.filter(|_| is_url(element.local_name(), name));
    base.and_then(|base| base.resolve_attribute(name, value)).map_or_else(|| value.to_owned(), String::from)
}

/// Appends an excerpt of the expression, with the position of the error underlined.
pub(super) fn with_position(message: &str, expression: &str, start: usize) -> String {
    let length = expression[start..].chars().next().map_or(0, char::len_utf8);
    let span = Span::new(start as u32, (start + length) as u32);
    format!("{message}\n{}", Excerpt::new(&LineIndex::new(expression), span).draw(&[], Paint::NONE))
}

pub(super) fn split_field(text: &str) -> Result<(&str, &str), String> {
    text.split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, query)| (name.trim(), query))
        .ok_or_else(|| format!("{text:?} is not a field; write a name, = and what to print, such as title=h2"))
}

impl PrintOptions {
    pub(super) fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        // The line of a count includes the name of the page.
        match format {
            Format::Text if self.count => Layout::Plain,
            _ => Layout::new(format, has_several_pages, Headers::NonEmpty),
        }
    }

    /// Records whether a document without matches has matches in its templates or shadow roots. `has_match` tests the tree of a root.
    pub(super) fn check_other_trees(&self, document: &Document<'_>, has_match: impl Fn(NodeRef<'_>) -> bool) {
        let is_known = self.has_matches_in_other_trees.load(Ordering::Relaxed);
        if !is_known && roots(document).into_iter().skip(1).any(has_match) {
            self.has_matches_in_other_trees.store(true, Ordering::Relaxed);
        }
    }

    /// Prints a note if the only matches are in templates and shadow roots, which are not searched.
    pub(super) fn end(&self, has_findings: bool) {
        if !has_findings && self.has_matches_in_other_trees.load(Ordering::Relaxed) {
            warn(
                "note: there are matches inside of <template> elements or shadow roots, which this command does not search",
            );
        }
    }

    pub(super) fn is_negative(&self, has_findings: bool) -> bool {
        !self.exit_zero.exit_zero && has_findings == self.forbid
    }

    pub(super) fn wants_spans(&self, format: Format) -> bool {
        !self.count && (self.position || format != Format::Text)
    }

    /// Returns the output for an element; `None` if it has none of the requested attributes or fields.
    pub(super) fn element(
        &self,
        element: NodeRef<'_>,
        fields: Option<Named>,
        common: &Common,
        base: Option<&Base>,
    ) -> Option<Match> {
        let mut parts = Vec::new();
        let has_names = fields.is_some() || !self.attr.is_empty();
        if let Some(fields) = fields {
            parts.push(OutputPart::named("fields", fields)?);
        } else if has_names {
            let values = self.attr.iter().map(|name| (name.clone(), attribute(element, name, base)));
            parts.push(OutputPart::named("attributes", values.collect())?);
        }
        if !has_names || self.text {
            let (key, value) = self.value(element, common.parsing.xml);
            parts.push(OutputPart::of(key, value));
        }
        let start = element.start_tag().map(|tag| tag.start);
        Some(Match { start, name: element.qualified_name().into_owned(), parts })
    }

    /// Whether the output needs attributes, which only elements have.
    pub(super) fn needs_elements(&self) -> bool {
        !self.attr.is_empty()
    }

    /// Returns the text or the markup of an element, with the name of its JSON member.
    fn value(&self, element: NodeRef<'_>, is_xml: bool) -> (&'static str, String) {
        if self.text {
            return ("text", element.inner_text());
        }
        if is_xml {
            return ("xml", element.to_xml());
        }
        let mut html = String::new();
        // Writing to a String cannot fail.
        let _ = element.write_html(&mut html, &SerializeOptions::lossless());
        ("html", html)
    }

    pub(super) fn write_count(
        page: &Page<'_>,
        format: Format,
        count: usize,
        out: &mut dyn Write,
    ) -> io::Result<Findings> {
        match format {
            Format::Text if page.is_one_of_many => {
                out.write_all(&page.name_bytes())?;
                writeln!(out, ":{count}")?;
            }
            Format::Text => writeln!(out, "{count}")?,
            Format::Json | Format::Ndjson => json::object(out, page, &json!({ "count": count }))?,
        }
        Ok(if count > 0 { Findings::Some } else { Findings::None })
    }

    pub(super) fn write(
        &self,
        page: &Page<'_>,
        format: Format,
        matches: impl Iterator<Item = Match>,
        lines: &LineIndex<'_>,
        out: &mut dyn Write,
    ) -> io::Result<Findings> {
        let mut has_match = false;
        if format == Format::Text {
            for Match { start, parts, .. } in matches {
                has_match = true;
                if self.position {
                    page.write_position(start, lines, out)?;
                }
                let values: Vec<String> =
                    parts.into_iter().flat_map(|part| part.values).map(Option::unwrap_or_default).collect();
                writeln!(out, "{}", page.paint.content(Style::new(), on_one_line(values)))?;
            }
        } else {
            for Match { start, name, parts } in matches {
                has_match = true;
                let place = start.map(|start| lines.line_column(start));
                let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
                let mut item = json!({ "name": name, "line": line, "column": column });
                for OutputPart { member: (key, value), .. } in parts {
                    item[key] = value;
                }
                json::object(out, page, &item)?;
            }
        }
        Ok(if has_match { Findings::Some } else { Findings::None })
    }
}

/// Joins several values with tabs, after collapsing their white space. A single value stays unchanged.
fn on_one_line(mut values: Vec<String>) -> String {
    if values.len() == 1 {
        return values.remove(0);
    }
    let words = |value: &String| value.split_whitespace().collect::<Vec<_>>().join(" ");
    values.iter().map(words).collect::<Vec<_>>().join("\t")
}

/// Parses a selector. The error message includes an excerpt.
pub(super) fn selector(css: &str) -> Result<Selector, String> {
    SelectorOptions::new().contains(true).parse(css).map_err(|error| {
        let is_file = Path::new(css).is_file();
        if is_file {
            format!("{css:?} is a file; pass a CSS selector before it")
        } else {
            let message = hints::for_selector(css, error.offset()).unwrap_or_else(|| {
                // The command cannot declare prefixes.
                error.message().replace("declare it, or write", "write")
            });
            with_position(&message, css, error.offset())
        }
    })
}
