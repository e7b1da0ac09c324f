//! `limpid links`: the URLs that a page links to or loads.

use crate::arguments::{Common, Format, FormatArgument, text};
use crate::json::Array;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_urls::{ATTRIBUTES, base, document_base};
use crate::style::{FAINT, NAME};
use clap::Args;
use limpid::{Document, LineIndex, Namespace, NodeRef};
use serde_json::json;
use std::io::{self, Write};
use url::Url;

pub(crate) const EXAMPLES: &str = "\
A line has the element, the attribute and the URL, resolved against the page's base element and --base if that is possible, \
else as it is written. In JSON both are given, with the text and the place of the link. The text of an image is its alternative \
text. What is in a <template> is no link yet.

Examples:
  limpid links page.html
  limpid links --text --position page.html
  limpid links --base https://example.com/tea/ page.html | grep '^a '
  limpid links --format json page.html | jq -r '.[] | select(.element == \"img\").url' | sort -u";

#[derive(Args, Debug)]
pub(crate) struct Links {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Where the page is from: what relative URLs are resolved against
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    base: Option<Url>,

    /// Print the text of each link behind its URL
    #[arg(long, help_heading = "Output")]
    text: bool,

    /// Print the place of each link before it: file:line:column
    #[arg(long, help_heading = "Output")]
    position: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

/// The nodes and the bytes of text that a link with a text has at most.
const MOST_NODES: usize = 1_000;
const MOST_TEXT: usize = 20_000;

impl PageCommand for Links {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        Layout::new(format, are_many, Headers::IfAny)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let is_text = self.output.format == Format::Text;
        let document = page.parse_with(false, self.position || !is_text);
        let base = document_base(self.base.as_ref(), page, &document);
        let lines = LineIndex::new(document.source());
        let resolve = |written: &str| match &base {
            Some(base) => base.join(written).ok(),
            None => Url::parse(written).ok(),
        };
        if is_text {
            each_link(&document, &mut |link| {
                if self.position {
                    page.write_position(link.node, &lines, out)?;
                }
                let resolved = resolve(link.written).map(String::from);
                let url = resolved.unwrap_or_else(|| link.written.trim().replace(char::is_control, "\u{fffd}"));
                let kind = page.paint.paint(NAME, link.element.replace(char::is_control, "\u{fffd}"));
                let attribute = page.paint.paint(FAINT, link.attribute);
                let text = if self.text {
                    format!(" {}", link.text().replace(char::is_control, "\u{fffd}"))
                } else {
                    String::new()
                };
                writeln!(out, "{kind:<8} {attribute:<10} {url}{}", text.trim_end())
            })?;
        } else {
            let mut array = Array::start(out, page, "links")?;
            each_link(&document, &mut |link| {
                let place = link.node.start_tag().map(|tag| lines.line_column(tag.start));
                array.item(&json!({
                    "element": link.element,
                    "attribute": link.attribute,
                    "written": link.written,
                    "url": resolve(link.written).map(String::from),
                    "rel": link.rel,
                    "text": link.text(),
                    "line": place.map(|place| place.line),
                    "column": place.map(|place| place.column),
                }))
            })?;
            array.finish()?;
        }
        Ok(Findings::None)
    }
}

struct Link<'d> {
    node: NodeRef<'d>,
    element: &'d str,
    attribute: &'static str,
    written: &'d str,
    rel: Option<&'d str>,
}

impl Link<'_> {
    /// Returns the text that a reader sees of it, on one line.
    fn text(&self) -> String {
        let text = match self.node.attribute("alt") {
            Some(alt) => alt.to_owned(),
            None if self.element != "a" || !is_short(self.node) => return String::new(),
            // Outside of HTML nothing has a text as it is rendered.
            None if self.node.namespace() == Namespace::Html => self.node.inner_text(),
            None => self.node.text_content(),
        };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Whether an element is short enough to be a link that is read. Links may be nested, and each has the text of those in it: so no page
/// makes work that grows with the square of its length.
fn is_short(node: NodeRef<'_>) -> bool {
    let texts = node.descendants().take(MOST_NODES + 1).map(|node| node.text().map_or(0, str::len));
    node.descendants().nth(MOST_NODES).is_none() && texts.sum::<usize>() <= MOST_TEXT
}

/// Goes through the links in tree order; those in a shadow root come before those in its host.
fn each_link(document: &Document<'_>, found: &mut dyn FnMut(Link<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut trees = vec![document.descendants()];
    while let Some(nodes) = trees.last_mut() {
        let Some(node) = nodes.next() else {
            trees.pop();
            continue;
        };
        if let Some(shadow_root) = node.shadow_root() {
            trees.push(shadow_root.descendants());
        }
        match node.namespace() {
            _ if !node.is_element() => {}
            Namespace::Html => html_links(node, found)?,
            namespace => {
                let href = node.attribute("href").filter(|_| namespace == Namespace::Svg).map(|href| ("href", href));
                let xlink = node.attribute_ns(Namespace::XLink, "href").map(|href| ("xlink:href", href));
                if let Some((attribute, written)) = href.or(xlink) {
                    found(Link { node, element: node.local_name(), attribute, written, rel: None })?;
                }
            }
        }
    }
    Ok(())
}

fn html_links(node: NodeRef<'_>, found: &mut dyn FnMut(Link<'_>) -> io::Result<()>) -> io::Result<()> {
    let element = node.local_name();
    let Some((_, attributes)) = ATTRIBUTES.iter().find(|(name, _)| *name == element) else { return Ok(()) };
    let rel = node.attribute("rel");
    for &attribute in *attributes {
        let Some(value) = node.attribute(attribute) else { continue };
        let mut urls: Box<dyn Iterator<Item = &str>> = match attribute {
            "srcset" | "imagesrcset" => Box::new(candidates(value)),
            "ping" => Box::new(value.split_ascii_whitespace()),
            "content" => Box::new(refresh(node, value).into_iter()),
            _ => Box::new(std::iter::once(value)),
        };
        urls.try_for_each(|written| found(Link { node, element, attribute, written, rel }))?;
    }
    Ok(())
}

/// The URLs of [`srcset`](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute).
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, behind) = rest.split_at(end);
        let trimmed = url.trim_end_matches(',');
        rest = if trimmed.len() < url.len() { behind } else { after_descriptors(behind) };
        Some(trimmed)
    })
}

/// Returns the text after the comma that ends the descriptors; one in parentheses does not.
fn after_descriptors(text: &str) -> &str {
    let mut is_in_parentheses = false;
    for (at, character) in text.char_indices() {
        match character {
            '(' => is_in_parentheses = true,
            ')' => is_in_parentheses = false,
            ',' if !is_in_parentheses => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

/// The URL of a [refresh](https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps).
fn refresh<'d>(meta: NodeRef<'d>, content: &'d str) -> Option<&'d str> {
    if !meta.attribute("http-equiv")?.eq_ignore_ascii_case("refresh") {
        return None;
    }
    let time = content.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = time.trim_start().strip_prefix([';', ',']).unwrap_or(time).trim_start();
    let url = match rest.get(..3) {
        Some(word) if word.eq_ignore_ascii_case("url") => {
            rest[3..].trim_start().strip_prefix('=').map_or(rest, str::trim_start)
        }
        _ => rest,
    };
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    Some(url).filter(|url| !url.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid::LocalName;

    #[test]
    fn urls_of_srcset() {
        let urls = |srcset| candidates(srcset).collect::<Vec<_>>();
        assert_eq!(urls(" a.png 1x, b.png 2x"), ["a.png", "b.png"]);
        assert_eq!(urls("a,b.png, ,c.png,"), ["a,b.png", "c.png"]);
        assert_eq!(urls("a.png (1,2), b.png"), ["a.png", "b.png"]);
        assert_eq!(urls(" , "), [""; 0]);
    }

    #[test]
    fn urls_of_refresh() {
        let url = |content: &str| {
            let page = format!("<meta http-equiv=Refresh content=\"{content}\">");
            let document = limpid::parse(page);
            let meta = document.descendants().find(|node| node.is_html(LocalName::META)).unwrap();
            refresh(meta, meta.attribute("content").unwrap()).map(str::to_owned)
        };
        assert_eq!(url("0; url=/tea").as_deref(), Some("/tea"));
        assert_eq!(url("5;URL = '/a b' x").as_deref(), Some("/a b"));
        assert_eq!(url("1.5, /tea").as_deref(), Some("/tea"));
        assert_eq!(url("5"), None);
    }
}
