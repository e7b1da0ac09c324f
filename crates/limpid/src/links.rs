//! The URLs that a page links to or loads, and the base that they are resolved against.
//!
//! ```
//! use limpid::links::{Base, Url, links};
//!
//! let document = limpid::parse("<base href=/tea/><a href=green>Green</a><img srcset='a.png 1x, b.png 2x'>");
//! let base = Base::new(&document, Url::parse("https://example.org/").ok().as_ref());
//! let urls: Vec<_> = links(&document).filter_map(|link| base.resolve(link.written)).map(String::from).collect();
//! assert_eq!(urls[0], "https://example.org/tea/green");
//! assert_eq!(urls[1..], ["https://example.org/tea/a.png", "https://example.org/tea/b.png"]);
//! ```

use crate::iter::Descendants;
use crate::{Document, LocalName, Namespace, NodeRef};
use limpid_markup::srcset_urls;
use std::collections::VecDeque;

pub use url::Url;

/// The nodes and the bytes of text that a link with a text has at most.
const MOST_NODES: usize = 1_000;
const MOST_TEXT: usize = 20_000;

/// The longest URL that is used as a base, in bytes.
const LONGEST_BASE: usize = 2_048;

/// The URL that relative URLs of a document are resolved against, if there is one: its [document base
/// URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url).
///
/// ```
/// use limpid::links::Base;
/// let document = limpid::parse("<a href=green>");
/// let base = Base::new(&document, None);
/// assert_eq!(base.resolve("green"), None);
/// assert_eq!(base.resolve("https://example.org").unwrap().as_str(), "https://example.org/");
/// ```
#[doc(alias = "base_url")]
#[doc(alias = "baseURI")]
#[derive(Clone, Debug, Default)]
#[doc(alias = "base_uri")]
pub struct Base(Option<Url>);

impl Base {
    /// Finds the base of a document that comes from this URL: what its first `base` element with an `href` says, else the URL itself.
    ///
    /// If this URL is longer than 2,048 bytes, there is no base, and relative URLs stay unresolved: otherwise many links could repeat a long
    /// base, and the result would grow with the square of the page.
    ///
    /// ```
    /// use limpid::links::{Base, Url};
    /// let from = Url::parse("https://example.org/menu/today").unwrap();
    /// let base = |page| Base::new(&limpid::parse(page), Some(&from)).resolve("tea").unwrap().to_string();
    /// assert_eq!(base("<p>"), "https://example.org/menu/tea");
    /// assert_eq!(base("<base href=/shop/>"), "https://example.org/shop/tea");
    /// ```
    pub fn new(document: &Document<'_>, from: Option<&Url>) -> Base {
        let mut bases = document.descendants().filter(|node| node.is_html(LocalName::BASE));
        let written = bases.find_map(|base| base.attribute("href"));
        let frozen = written.and_then(|written| Base(from.cloned()).resolve(written));
        let frozen = frozen.filter(|base| !matches!(base.scheme(), "data" | "javascript"));
        Base(frozen.or_else(|| from.cloned()).filter(|base| base.as_str().len() <= LONGEST_BASE))
    }

    /// Resolves a URL; `None` for one that is not valid, or relative where there is no base.
    ///
    /// ```
    /// use limpid::links::Base;
    /// let base = Base::new(&limpid::parse("<base href=https://example.org/a/>"), None);
    /// assert_eq!(base.resolve("../tea?x=1").unwrap().as_str(), "https://example.org/tea?x=1");
    /// assert_eq!(base.resolve("https://[").map(String::from), None);
    /// ```
    #[doc(alias = "absUrl")]
    #[doc(alias = "make_links_absolute")]
    #[doc(alias = "abs_url")]
    pub fn resolve(&self, written: &str) -> Option<Url> {
        match &self.0 {
            Some(base) => base.join(written).ok(),
            None => Url::parse(written).ok(),
        }
    }

    /// Returns the URL, if there is one.
    ///
    /// ```
    /// use limpid::links::Base;
    /// let base = Base::new(&limpid::parse("<base href=https://example.org/a/>"), None);
    /// assert_eq!(base.url().unwrap().path(), "/a/");
    /// assert!(Base::default().url().is_none());
    /// ```
    pub fn url(&self) -> Option<&Url> {
        self.0.as_ref()
    }
}

/// A URL in a page.
///
/// ```
/// let document = limpid::parse("<a href=/tea rel=nofollow>Tea</a>");
/// let link = limpid::links::links(&document).next().unwrap();
/// assert_eq!((link.element, link.attribute, link.written, link.rel), ("a", "href", "/tea", Some("nofollow")));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Link<'d> {
    /// The element.
    pub node: NodeRef<'d>,
    /// The element's local name: `a`, `img`.
    pub element: &'d str,
    /// The attribute that holds the URL: `href`, `srcset`, `xlink:href`.
    pub attribute: &'static str,
    /// The URL as it is written.
    pub written: &'d str,
    /// The element's `rel`, if it is one of HTML and has one.
    pub rel: Option<&'d str>,
}

impl Link<'_> {
    /// Returns the text that a reader sees of it, on one line: of an `a` its text, of an image its alternative text. Empty for
    /// an `a` that is too long to be read as a link: links may be nested, and each has the text of those in it, so the work
    /// would grow with the square of the page's length.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Green\n<b>tea</b></a>");
    /// assert_eq!(limpid::links::links(&document).next().unwrap().text(), "Green tea");
    /// ```
    pub fn text(&self) -> String {
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

/// Whether an element is short enough to be a link that is read.
fn is_short(node: NodeRef<'_>) -> bool {
    let texts = node.descendants().take(MOST_NODES + 1).map(|node| node.text().map_or(0, str::len));
    node.descendants().nth(MOST_NODES).is_none() && texts.sum::<usize>() <= MOST_TEXT
}

/// Returns the links of a document in tree order; those in a shadow root come before those in its host. Content of a `template` is no
/// link yet.
///
/// ```
/// let document = limpid::parse("<link rel=icon href=i.png><a href=/tea ping='/p /q'>");
/// let links: Vec<_> = limpid::links::links(&document).map(|link| (link.element, link.attribute, link.written)).collect();
/// assert_eq!(links[..2], [("link", "href", "i.png"), ("a", "href", "/tea")]);
/// assert_eq!(links[2..], [("a", "ping", "/p"), ("a", "ping", "/q")]);
/// ```
#[doc(alias = "iterlinks")]
pub fn links<'d>(document: &'d Document<'_>) -> Links<'d> {
    Links { trees: vec![document.descendants()], found: VecDeque::new() }
}

/// The links of a document; made by [`links`].
///
/// ```
/// let document = limpid::parse("<a href=/tea>Tea</a><img src=tea.png>");
/// assert_eq!(limpid::links::links(&document).count(), 2);
/// ```
#[derive(Debug)]
pub struct Links<'d> {
    /// The trees that the search is in, the innermost last.
    trees: Vec<Descendants<'d>>,
    /// The other links of the last element.
    found: VecDeque<Link<'d>>,
}

impl<'d> Iterator for Links<'d> {
    type Item = Link<'d>;

    fn next(&mut self) -> Option<Link<'d>> {
        while self.found.is_empty() {
            let Some(node) = self.trees.last_mut()?.next() else {
                self.trees.pop();
                continue;
            };
            if !node.is_element() {
                continue;
            }
            if let Some(shadow_root) = node.shadow_root() {
                self.trees.push(shadow_root.descendants());
            }
            if node.namespace() == Namespace::Html {
                self.find_in_html(node);
            } else if let Some((attribute, written)) = foreign_link(node) {
                self.found.push_back(Link { node, element: node.local_name(), attribute, written, rel: None });
            }
        }
        self.found.pop_front()
    }
}

impl<'d> Links<'d> {
    fn find_in_html(&mut self, node: NodeRef<'d>) {
        for &attribute in attributes(node.name()) {
            let Some(value) = node.attribute(attribute) else { continue };
            let rel = node.attribute("rel");
            let link = |written| Link { node, element: node.local_name(), attribute, written, rel };
            match attribute {
                "srcset" | "imagesrcset" => self.found.extend(srcset_urls(value).map(|place| link(&value[place]))),
                "ping" => self.found.extend(value.split_ascii_whitespace().map(link)),
                "content" => self.found.extend(refresh(node, value).map(link)),
                _ => self.found.push_back(link(value)),
            }
        }
    }
}

/// Returns the link of an element outside of HTML.
fn foreign_link(node: NodeRef<'_>) -> Option<(&'static str, &str)> {
    let href = if node.namespace() == Namespace::Svg { node.attribute("href") } else { None };
    href.map(|href| ("href", href))
        .or_else(|| node.attribute_ns(Namespace::XLink, "href").map(|href| ("xlink:href", href)))
}

/// Returns the attributes of an HTML element that hold URLs.
fn attributes(element: LocalName) -> &'static [&'static str] {
    match element {
        LocalName::A | LocalName::AREA => &["href", "ping"],
        LocalName::AUDIO | LocalName::EMBED | LocalName::FRAME | LocalName::IFRAME => &["src"],
        LocalName::SCRIPT | LocalName::TRACK => &["src"],
        LocalName::BLOCKQUOTE | LocalName::DEL | LocalName::INS | LocalName::Q => &["cite"],
        LocalName::BODY | LocalName::TABLE | LocalName::TD | LocalName::TH => &["background"],
        LocalName::BUTTON => &["formaction"],
        LocalName::FORM => &["action"],
        LocalName::IMG | LocalName::SOURCE => &["src", "srcset"],
        LocalName::INPUT => &["src", "formaction"],
        LocalName::LINK => &["href", "imagesrcset"],
        LocalName::META => &["content"],
        LocalName::OBJECT => &["data"],
        LocalName::VIDEO => &["src", "poster"],
        _ => &[],
    }
}

/// Whether an attribute of an HTML element holds exactly one URL.
///
/// ```
/// use limpid::links::is_url;
/// assert!(is_url("a", "href") && !is_url("img", "srcset") && !is_url("a", "title"));
/// ```
pub fn is_url(element: &str, attribute: &str) -> bool {
    let is_one = !matches!(attribute, "srcset" | "imagesrcset" | "ping" | "content");
    is_one && attributes(LocalName::from_bytes(element.as_bytes())).contains(&attribute)
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
    use crate::LocalName;

    #[test]
    fn urls_of_refresh() {
        let url = |content: &str| {
            let page = format!("<meta http-equiv=Refresh content=\"{content}\">");
            let document = crate::parse(page);
            let meta = document.descendants().find(|node| node.is_html(LocalName::META)).unwrap();
            refresh(meta, meta.attribute("content").unwrap()).map(str::to_owned)
        };
        assert_eq!(url("0; url=/tea").as_deref(), Some("/tea"));
        assert_eq!(url("5;URL = '/a b' x").as_deref(), Some("/a b"));
        assert_eq!(url("1.5, /tea").as_deref(), Some("/tea"));
        assert_eq!(url("5"), None);
    }
}
