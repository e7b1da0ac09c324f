use crate::arguments::{Common, Format, Globals, ParsingWithoutXml, read_text, text};
use crate::excerpt::Excerpt;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::hidden::visible;
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite};
use crate::run;
use crate::style::{ERROR, STRONG};
use clap::Args;
use limpid::sanitize::{Cleaner, Removal, Removed, Rules, Sanitizer, SanitizerConfig, Strictness};
use limpid::{Document, LineIndex, NodeRef, SerializeOptions};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Sanitizes like setHTML() and parseHTML() of the HTML Standard. In addition, the printed markup stays safe when it is parsed again, in any context. Scripts, \
event handlers and javascript: URLs are always removed, except with --unsafe.

The configuration is a SanitizerConfig in JSON; the default is the standard's built-in safe configuration. Unknown members are errors; names of HTML elements and \
attributes are lowercased. A source without a DOCTYPE and without <html>, <head> and <body> tags is printed as a fragment.

Examples:
  limpid sanitize comment.html
  limpid sanitize --config comments.json < comment.html
  limpid sanitize --config comments.json --rules links.json comment.html
  limpid sanitize --removals page.html       list what is removed, where, and by which rule
  limpid sanitize --forbid --removals site/  exit with 1 if anything is removed
  limpid sanitize --write comments/
  limpid sanitize --removals --format ndjson site/ | jq -r '.removals[].code' | sort | uniq -c";

#[derive(Args, Debug)]
pub(crate) struct Sanitize {
    #[command(flatten)]
    common: Common<ParsingWithoutXml>,

    /// JSON file with a SanitizerConfig, such as {"elements": ["p", "em"]}
    #[arg(long, value_name = "FILE", value_parser = text(read_config), help_heading = "Sanitizing")]
    config: Option<SanitizerConfig>,

    /// JSON file with additional rules for URLs, classes and more
    ///
    /// For example: {"urls": [{"attributes": ["href"], "schemes": ["https"]}]}
    #[arg(long, value_name = "FILE", value_parser = text(read_rules), help_heading = "Sanitizing")]
    rules: Option<Rules>,

    /// Remove only what the configuration says, and keep scripts that it allows
    #[arg(long = "unsafe", requires = "config", help_heading = "Sanitizing")]
    is_unsafe: bool,

    /// List what is removed, with positions, instead of printing the page
    #[arg(long, help_heading = "Output", conflicts_with_all = ["write", "diff", "check", "output"])]
    removals: bool,

    /// Exit with code 1 if anything is removed
    #[arg(long, help_heading = "Output")]
    forbid: bool,

    #[command(flatten)]
    rewrite: Rewrite,
}

struct Sanitizing<'a> {
    arguments: &'a Sanitize,
    cleaner: Cleaner,
    strictness: Strictness,
}

fn read_config(file: &str) -> Result<SanitizerConfig, String> {
    read(file, "the configuration is")
}

fn read_rules(file: &str) -> Result<Rules, String> {
    read(file, "the rules are")
}

/// Phrases of serde, with the words that JSON uses.
const JSON_PHRASES: [(&str, &str); 11] = [
    (
        "invalid type: unit variant, expected newtype variant",
        r#"a URL is missing; write {"resolve": "https://example.com/"}"#,
    ),
    ("invalid type: sequence", "invalid type: array"),
    ("invalid type: map", "invalid type: object"),
    ("expected a sequence", "expected an array"),
    ("expected a map", "expected an object"),
    ("expected a dictionary", "expected an object"),
    ("expected a string or a dictionary", "expected a string or an object"),
    ("expected a list", "expected an array"),
    ("unknown variant", "unknown value"),
    ("missing field", "missing member"),
    ("duplicate field", "duplicate member"),
];

fn read<T: DeserializeOwned>(file: &str, subject: &str) -> Result<T, String> {
    serde_json::from_str(&read_text(file)?).map_err(|error| {
        let (line, column, message) = (error.line(), error.column(), error.to_string());
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        // Every other part is a word of the file in quotes, which stays as it is.
        let parts = message.split_inclusive(['"', '`']).enumerate().map(|(index, part)| match index % 2 {
            0 => JSON_PHRASES.iter().fold(part.to_owned(), |part, (serde, json)| part.replace(serde, json)),
            _ => part.to_owned(),
        });
        let message: String = parts.collect();
        format!("{file:?}:{line}:{column}: {subject} not valid: {message}")
    })
}

impl Sanitize {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        let (sanitizer, strictness) = match &self.config {
            None => (Ok(Sanitizer::default()), Strictness::Printable),
            Some(config) if self.is_unsafe => (Sanitizer::new(config), Strictness::Unsafe),
            Some(config) => (Sanitizer::for_safe_methods(config), Strictness::Printable),
        };
        let sanitizer = sanitizer.map_err(|error| Failure::Argument(format!("--config <FILE>: {error}")))?;
        let cleaner = Cleaner::new(sanitizer, self.rules.clone().unwrap_or_default())
            .map_err(|error| Failure::Argument(format!("--rules <FILE>: {error}")))?;
        run::run(
            &Sanitizing { arguments: self, cleaner, strictness },
            &self.common,
            self.rewrite.format.format,
            globals,
        )
    }
}

impl PageCommand for Sanitizing<'_> {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        // Each removal in the list names its page.
        Layout::new(format, has_several_pages, Headers::None)
    }

    fn rewrite(&self) -> Option<&Rewrite> {
        (!self.arguments.removals).then_some(&self.arguments.rewrite)
    }

    fn is_negative(&self, has_findings: bool) -> bool {
        has_findings && !self.arguments.rewrite.exit_zero.exit_zero
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let Sanitize { removals: is_list, forbid, rewrite, .. } = self.arguments;
        let is_text = rewrite.format.format == Format::Text;
        let is_report = *is_list || !is_text;
        let mut source = page.parse_with(rewrite.writes_files(), true);
        let mut fragment = None;
        if page.parsing.fragment().is_none() && is_fragment(&source) {
            let options = page.options().spans(is_report);
            fragment = Some(options.parse_fragment(source.source().to_owned(), "body"));
        }
        let sanitized = fragment.as_mut().unwrap_or(&mut source);
        let mut removals = Vec::new();
        let root = sanitized.root().id();
        let report = (is_report || *forbid).then_some(&mut removals);
        self.cleaner.sanitize_with(sanitized, root, self.strictness, report).map_err(io::Error::other)?;
        // Elements without tags in the source have no position. They come first.
        removals.sort_by_key(|removal| removal.span.map(|span| (span.start, span.end)));
        let is_violation = *forbid && !removals.is_empty();
        let mut html = String::new();
        if !is_list {
            // The identifiers of the doctype determine the quirks mode.
            let options = SerializeOptions::new().doctype_identifiers(true).keep_line_breaks(true);
            html = sanitized.to_html_with(&options);
        }
        let findings = if *is_list && is_text {
            write_text(page, &source, &removals, out)?;
            Findings::None
        } else if *is_list {
            json::object(out, page, &json!({ "removals": as_json(&source, &removals) }))?;
            Findings::None
        } else {
            let members = || json!({ "removals": as_json(&source, &removals) });
            rewrite.finish(page, &source, &Content::Html(html), &members, out)?
        };
        Ok(if is_violation && findings == Findings::None { Findings::Some } else { findings })
    }
}

/// Whether a source has no DOCTYPE and no html, head or body tag, and so is only a part of a page.
fn is_fragment(page: &Document<'_>) -> bool {
    let is_written = |element: NodeRef<'_>| element.start_tag().is_some() || element.end_tag().is_some();
    let html = page.root().children().filter(|node| node.is_element());
    let tags = html.flat_map(|html| std::iter::once(html).chain(html.children().filter(|node| node.is_element())));
    page.doctype().is_none() && !tags.into_iter().any(is_written)
}

fn subject(removal: &Removal) -> String {
    let name = visible(&removal.name);
    match removal.removed {
        Removed::Element => format!("<{name}>"),
        Removed::Attribute => format!("{name} of <{}>", visible(removal.element.as_deref().unwrap_or_default())),
        Removed::AttributePart => {
            format!("part of {name} of <{}>", visible(removal.element.as_deref().unwrap_or_default()))
        }
        Removed::Comment => "comment".to_owned(),
        Removed::ProcessingInstruction => format!("<?{name}>"),
        Removed::Text => "text".to_owned(),
        Removed::Doctype => "doctype".to_owned(),
    }
}

fn write_text(page: &Page<'_>, document: &Document<'_>, removals: &[Removal], out: &mut dyn Write) -> io::Result<()> {
    let lines = LineIndex::new(document.source());
    for (count, removal) in removals.iter().enumerate() {
        if count > 0 {
            writeln!(out)?;
        }
        let place = removal.span.map_or_else(String::new, |span| format!(":{}", lines.line_column(span.start)));
        page.paint.write(out, STRONG, &[page.name_bytes(), place.into_bytes(), b":".to_vec()].concat())?;
        let code = page.paint.paint(ERROR, removal.rule.code());
        writeln!(out, " {code}: {}: {}", subject(removal), removal.rule.message())?;
        if let Some(span) = removal.span {
            writeln!(out, "{}", Excerpt::new(&lines, span).draw(&[], page.paint))?;
        }
    }
    Ok(())
}

fn as_json(document: &Document<'_>, removals: &[Removal]) -> Value {
    let lines = LineIndex::new(document.source());
    let item = |removal: &Removal| {
        let mut item = json!({
            "code": removal.rule.code(),
            "message": removal.rule.message(),
            "removed": match removal.removed {
                Removed::Element => "element",
                Removed::Attribute => "attribute",
                Removed::AttributePart => "attribute-part",
                Removed::Comment => "comment",
                Removed::ProcessingInstruction => "processing-instruction",
                Removed::Text => "text",
                Removed::Doctype => "doctype",
            },
        });
        if !removal.name.is_empty() {
            item["name"] = json!(removal.name);
        }
        if let Some(element) = &removal.element {
            item["element"] = json!(element);
        }
        if let Some(span) = removal.span {
            let start = lines.line_column(span.start);
            for (name, number) in
                [("start", span.start), ("end", span.end), ("line", start.line), ("column", start.column)]
            {
                item[name] = json!(number);
            }
        }
        item
    };
    removals.iter().map(item).collect()
}
