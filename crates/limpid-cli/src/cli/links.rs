//! `limpid links`: the URLs that a page links to or loads.

use crate::arguments::{Common, Format, FormatArgument, text};
use crate::json::Array;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::style::{FAINT, NAME};
use clap::Args;
use limpid::{Document, LocalName, Namespace, NodeRef};
use serde_json::json;
use std::io::{self, Write};
use url::Url;

pub(crate) const EXAMPLES: &str = "\
A line has the element, the attribute and the URL, resolved against the page's base element and --base if that is possible, \
else as it is written. In JSON both are given. What is in a <template> is no link yet.

Examples:
  limpid links page.html
  limpid links --base https://example.com/tea/ page.html | grep '^a '
  limpid links --format json page.html | jq -r '.[] | select(.element == \"img\").url' | sort -u";

#[derive(Args, Debug)]
pub(crate) struct Links {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Where the page is from: what relative URLs are resolved against
    #[arg(long, value_name = "URL", value_parser = text(base), help_heading = "Parsing")]
    base: Option<Url>,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

fn base(url: &str) -> Result<Url, String> {
    Url::parse(url)
        .map_err(|error| format!("{url:?} is no absolute URL ({error}); write one such as https://example.com/"))
}

/// The attributes of HTML elements that hold a URL.
const ATTRIBUTES: [(&str, &[&str]); 25] = [
    ("a", &["href", "ping"]),
    ("area", &["href", "ping"]),
    ("audio", &["src"]),
    ("blockquote", &["cite"]),
    ("body", &["background"]),
    ("button", &["formaction"]),
    ("del", &["cite"]),
    ("embed", &["src"]),
    ("form", &["action"]),
    ("frame", &["src"]),
    ("iframe", &["src"]),
    ("img", &["src", "srcset"]),
    ("input", &["src", "formaction"]),
    ("ins", &["cite"]),
    ("link", &["href", "imagesrcset"]),
    ("object", &["data"]),
    ("q", &["cite"]),
    ("script", &["src"]),
    ("source", &["src", "srcset"]),
    ("table", &["background"]),
    ("td", &["background"]),
    ("th", &["background"]),
    ("track", &["src"]),
    ("video", &["src", "poster"]),
    ("meta", &["content"]),
];

impl PageCommand for Links {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        Layout::new(format, are_many, Headers::IfAny)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        let base = self.document_base(page, &document);
        let resolve = |written: &str| match &base {
            Some(base) => base.join(written).ok(),
            None => Url::parse(written).ok(),
        };
        if self.output.format == Format::Text {
            each_link(&document, &mut |link| {
                let resolved = resolve(link.written).map(String::from);
                let url = resolved.unwrap_or_else(|| link.written.trim().replace(char::is_control, "\u{fffd}"));
                let kind = page.paint.paint(NAME, link.element.replace(char::is_control, "\u{fffd}"));
                let attribute = page.paint.paint(FAINT, link.attribute);
                writeln!(out, "{kind:<8} {attribute:<10} {url}")
            })?;
        } else {
            let mut array = Array::start(out, page, "links")?;
            each_link(&document, &mut |link| {
                array.item(&json!({
                    "element": link.element,
                    "attribute": link.attribute,
                    "written": link.written,
                    "url": resolve(link.written).map(String::from),
                    "rel": link.rel,
                }))
            })?;
            array.finish()?;
        }
        Ok(Findings::None)
    }
}

impl Links {
    /// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), if the
    /// page or the command line tells one.
    fn document_base(&self, page: &Page<'_>, document: &Document<'_>) -> Option<Url> {
        let from = page.name().url.as_deref().and_then(|url| Url::parse(url).ok());
        let fallback = self.base.clone().or(from);
        let mut bases = document.descendants().filter(|node| node.is_html(LocalName::BASE));
        let Some(written) = bases.find_map(|base| base.attribute("href")) else { return fallback };
        let frozen = match &fallback {
            Some(fallback) => fallback.join(written).ok(),
            None => Url::parse(written).ok(),
        };
        frozen.filter(|base| !matches!(base.scheme(), "data" | "javascript")).or(fallback)
    }
}

struct Link<'d> {
    element: &'d str,
    attribute: &'static str,
    written: &'d str,
    rel: Option<&'d str>,
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
                    found(Link { element: node.local_name(), attribute, written, rel: None })?;
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
        urls.try_for_each(|written| found(Link { element, attribute, written, rel }))?;
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
