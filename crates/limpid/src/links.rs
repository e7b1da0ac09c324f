//! The URLs that a page links to or loads, and the base URL to resolve them against.
//!
//! ```
//! use limpid::links::{Base, Url, links};
//!
//! let document = limpid::parse("<base href=/tea/><a href=green>Green</a><img srcset='a.png 1x, b.png 2x'>");
//! let base = Base::new(&document, Url::parse("https://example.org/").ok().as_ref());
//! let urls: Vec<_> = links(&document).filter_map(|link| base.resolve_link(&link)).map(String::from).collect();
//! assert_eq!(urls[0], "https://example.org/tea/green");
//! assert_eq!(urls[1..], ["https://example.org/tea/a.png", "https://example.org/tea/b.png"]);
//! ```

mod srcset;
mod style_urls;

use crate::iter::Descendants;
use crate::{Document, LocalName, Namespace, NodeRef};
use limpid_markup::srcset_candidates;
use std::borrow::Cow;
use std::collections::VecDeque;
use style_urls::{Syntax, style_urls};

pub use srcset::rewrite_srcset;

pub use url::Url;

/// [`Link::text`] is empty for an `a` element with more than this number of nodes.
const MAX_LINK_NODES: usize = 1_000;
/// [`Link::text`] is empty for an `a` element with more than this number of bytes of text.
const MAX_LINK_TEXT: usize = 20_000;

/// The maximum length of a base URL, in bytes.
const MAX_BASE_LEN: usize = 2_048;

/// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url) of a document, if it is
/// known.
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
pub struct Base {
    url: Option<Url>,
    /// The URL of the document itself.
    document: Option<Url>,
}

impl Base {
    /// Determines the base of a document from its own URL, `from`, and its first `base` element with an `href`.
    ///
    /// A base longer than 2,048 bytes is not used, and relative URLs stay unresolved. Otherwise many links could repeat a long base, and
    /// the output would grow quadratically with the page.
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
        let frozen = written.and_then(|written| resolve(from, written));
        let frozen = frozen.filter(|base| !matches!(base.scheme(), "data" | "javascript"));
        let is_short = |base: &Url| base.as_str().len() <= MAX_BASE_LEN;
        let document = from.cloned().filter(is_short);
        Base { url: frozen.or_else(|| from.cloned()).filter(is_short), document }
    }

    /// Resolves a URL. Returns `None` if it is invalid, or if it is relative and there is no base.
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
        resolve(self.url.as_ref(), written)
    }

    /// Resolves the URL of a link by calling [`resolve_attribute`](Self::resolve_attribute) with the link's attribute and URL.
    ///
    /// ```
    /// use limpid::links::{Base, links};
    /// let document = limpid::parse("<base href=https://example.org/a/><a href=tea>Tea</a>");
    /// let link = links(&document).next().unwrap();
    /// assert_eq!(Base::new(&document, None).resolve_link(&link).unwrap().as_str(), "https://example.org/a/tea");
    /// ```
    pub fn resolve_link(&self, link: &Link<'_>) -> Option<Url> {
        self.resolve_attribute(link.attribute, &link.written)
    }

    /// Resolves the URL in an attribute. An empty `action` or `formaction` is the URL of the document itself, regardless of its `base`
    /// element; all other URLs are [resolved](Self::resolve) against the base.
    ///
    /// ```
    /// use limpid::links::{Base, Url};
    /// let from = Url::parse("https://example.org/form").unwrap();
    /// let base = Base::new(&limpid::parse("<base href=/shop/>"), Some(&from));
    /// assert_eq!(base.resolve_attribute("action", "").unwrap().as_str(), "https://example.org/form");
    /// assert_eq!(base.resolve_attribute("href", "").unwrap().as_str(), "https://example.org/shop/");
    /// ```
    pub fn resolve_attribute(&self, attribute: &str, written: &str) -> Option<Url> {
        match attribute {
            "action" | "formaction" if written.is_empty() => self.document.clone(),
            _ => self.resolve(written),
        }
    }

    /// Returns the base URL, if there is one.
    ///
    /// ```
    /// use limpid::links::Base;
    /// let base = Base::new(&limpid::parse("<base href=https://example.org/a/>"), None);
    /// assert_eq!(base.url().unwrap().path(), "/a/");
    /// assert!(Base::default().url().is_none());
    /// ```
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref()
    }
}

fn resolve(base: Option<&Url>, written: &str) -> Option<Url> {
    let Some(base) = base else { return Url::parse(written).ok() };
    let with_scheme = || {
        // The URL Standard ignores any number of slashes before the host; the crate `url` does so only after a scheme.
        let ignores_slashes = matches!(base.scheme(), "http" | "https" | "ws" | "wss" | "ftp");
        let trimmed = written.trim_start_matches(|c: char| c <= ' ');
        let rest = trimmed.trim_start_matches(['/', '\\', '\t', '\n', '\r']);
        let slashes = trimmed[..trimmed.len() - rest.len()].matches(['/', '\\']).count();
        let url = (ignores_slashes && slashes > 2).then(|| format!("{}://{rest}", base.scheme()))?;
        Url::parse(&url).ok()
    };
    base.join(written).ok().or_else(with_scheme)
}

/// A URL in a page.
///
/// ```
/// let document = limpid::parse("<a href=/tea rel=nofollow>Tea</a>");
/// let link = limpid::links::links(&document).next().unwrap();
/// assert_eq!((link.element, link.attribute, &*link.written, link.rel), ("a", "href", "/tea", Some("nofollow")));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Link<'d> {
    /// The element.
    pub node: NodeRef<'d>,
    /// The element's local name: `a`, `img`.
    pub element: &'d str,
    /// The attribute that contains the URL: `href`, `srcset`, `xlink:href`, `style`; or `#text` for the text of a `style` element.
    pub attribute: &'static str,
    /// The URL as written in the source. For a URL in CSS, quotes are removed and escapes are decoded.
    pub written: Cow<'d, str>,
    /// The `rel` attribute of an HTML element, if it has one.
    pub rel: Option<&'d str>,
}

impl Link<'_> {
    /// Returns the text of the link on one line: the text of an `a` element, or the alternative text of an image. Empty for a URL in CSS.
    ///
    /// Also empty for an `a` element with more than 1,000 nodes or 20,000 bytes of text. Links can be nested, and a link's text includes
    /// the texts of nested links, so without a limit the total could grow quadratically with the page.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Green\n<b>tea</b></a>");
    /// assert_eq!(limpid::links::links(&document).next().unwrap().text(), "Green tea");
    /// ```
    pub fn text(&self) -> String {
        let text = match self.node.attribute("alt") {
            _ if matches!(self.attribute, "style" | STYLE_TEXT) => return String::new(),
            Some(alt) => alt.to_owned(),
            None if self.element != "a" || !is_short(self.node) => return String::new(),
            // `inner_text` is defined only for HTML elements.
            None if self.node.namespace() == Namespace::Html => self.node.inner_text(),
            None => self.node.text_content(),
        };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn is_short(node: NodeRef<'_>) -> bool {
    let texts = node.descendants().take(MAX_LINK_NODES + 1).map(|node| node.text().map_or(0, str::len));
    node.descendants().nth(MAX_LINK_NODES).is_none() && texts.sum::<usize>() <= MAX_LINK_TEXT
}

/// Returns the links of a document in tree order. Links in a shadow root precede the links in its host's children. Links in the contents
/// of a `template` are not included.
///
/// The URLs in the CSS of `style` attributes and elements are included: `url()`, `src()`, `image-set()` and `@import`. URLs that are
/// only a fragment, such as `url(#clip)`, are not included, because they refer to elements of the page. URLs in blocks nested more than
/// 64 levels deep are not included either. Linked stylesheets are not read.
///
/// ```
/// let document = limpid::parse("<style>@import 'a.css';</style><a href=/tea ping='/p /q' style='background: url(a.png)'>");
/// let links = limpid::links::links(&document).map(|link| (link.element, link.attribute, link.written.into_owned()));
/// let links: Vec<String> = links.map(|(element, attribute, url)| format!("{element} {attribute} {url}")).collect();
/// assert_eq!(links, ["style #text a.css", "a href /tea", "a ping /p", "a ping /q", "a style a.png"]);
/// ```
#[doc(alias = "iterlinks")]
pub fn links<'d>(document: &'d Document<'_>) -> Links<'d> {
    Links { trees: vec![document.descendants()], pending: VecDeque::new() }
}

/// An iterator over the links of a document, created by [`links`].
///
/// ```
/// let document = limpid::parse("<a href=/tea>Tea</a><img src=tea.png>");
/// assert_eq!(limpid::links::links(&document).count(), 2);
/// ```
#[derive(Debug)]
pub struct Links<'d> {
    /// The trees that are being searched: the document and nested shadow roots, innermost last.
    trees: Vec<Descendants<'d>>,
    /// The remaining links of the current element.
    pending: VecDeque<Link<'d>>,
}

impl<'d> Iterator for Links<'d> {
    type Item = Link<'d>;

    fn next(&mut self) -> Option<Link<'d>> {
        while self.pending.is_empty() {
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
                let written = written.into();
                self.pending.push_back(Link { node, element: node.local_name(), attribute, written, rel: None });
            }
            self.find_in_styles(node);
        }
        self.pending.pop_front()
    }
}

impl<'d> Links<'d> {
    fn find_in_html(&mut self, node: NodeRef<'d>) {
        for &attribute in url_attributes(node.name()) {
            let Some(value) = node.attribute(attribute) else { continue };
            let rel = node.attribute("rel");
            let link =
                |written: &'d str| Link { node, element: node.local_name(), attribute, written: written.into(), rel };
            match attribute {
                "srcset" | "imagesrcset" => {
                    let candidates = srcset_candidates(value).filter(|candidate| candidate.is_valid);
                    self.pending.extend(candidates.map(|candidate| link(&value[candidate.url])));
                }
                "ping" => self.pending.extend(value.split_ascii_whitespace().map(link)),
                "content" => self.pending.extend(refresh(node, value).map(link)),
                _ => self.pending.push_back(link(value)),
            }
        }
    }

    fn find_in_styles(&mut self, node: NodeRef<'d>) {
        let rel = if node.namespace() == Namespace::Html { node.attribute("rel") } else { None };
        let link = |attribute| move |written| Link { node, element: node.local_name(), attribute, written, rel };
        if let Some(style) = node.attribute("style").filter(|_| supports_style_attribute(node)) {
            self.pending.extend(style_urls(style, Syntax::Declarations).into_iter().map(link("style")));
        }
        if node.local_name() != "style" || !is_stylesheet(node) {
            return;
        }
        let mut texts = node.children().filter_map(NodeRef::text);
        match (texts.next(), texts.next()) {
            (None, _) => {}
            (Some(text), None) => {
                self.pending.extend(style_urls(text, Syntax::Stylesheet).into_iter().map(link(STYLE_TEXT)));
            }
            (Some(_), Some(_)) => {
                let text = node.children().filter_map(NodeRef::text).collect::<String>();
                let urls = style_urls(&text, Syntax::Stylesheet).into_iter().map(|url| url.into_owned().into());
                self.pending.extend(urls.map(link(STYLE_TEXT)));
            }
        }
    }
}

/// The value of [`Link::attribute`] for a URL in the text of a `style` element.
const STYLE_TEXT: &str = "#text";

fn supports_style_attribute(node: NodeRef<'_>) -> bool {
    matches!(node.namespace(), Namespace::Html | Namespace::Svg | Namespace::MathMl)
}

fn is_stylesheet(style: NodeRef<'_>) -> bool {
    let kind = style.attribute("type").unwrap_or_default();
    matches!(style.namespace(), Namespace::Html | Namespace::Svg)
        && (kind.is_empty() || kind.eq_ignore_ascii_case("text/css"))
}

/// Returns the attribute and the URL of a link in an element that is not in the HTML namespace.
fn foreign_link(node: NodeRef<'_>) -> Option<(&'static str, &str)> {
    let href = if node.namespace() == Namespace::Svg { node.attribute("href") } else { None };
    href.map(|href| ("href", href))
        .or_else(|| node.attribute_ns(Namespace::XLink, "href").map(|href| ("xlink:href", href)))
}

/// Returns the attributes of an HTML element that contain URLs.
fn url_attributes(element: LocalName) -> &'static [&'static str] {
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

/// Returns whether an attribute of an HTML element contains exactly one URL.
///
/// ```
/// use limpid::links::is_url;
/// assert!(is_url("a", "href") && !is_url("img", "srcset") && !is_url("a", "title"));
/// ```
pub fn is_url(element: &str, attribute: &str) -> bool {
    let is_single = !matches!(attribute, "srcset" | "imagesrcset" | "ping" | "content");
    is_single && url_attributes(LocalName::from_bytes(element.as_bytes())).contains(&attribute)
}

/// Returns whether an attribute contains a list of URLs: `srcset`, `imagesrcset`, `ping`, `archive` or `attributionsrc`.
///
/// ```
/// use limpid::links::is_url_list;
/// assert!(is_url_list("srcset") && !is_url_list("href"));
/// ```
pub fn is_url_list(attribute: &str) -> bool {
    matches!(attribute, "srcset" | "imagesrcset" | "ping" | "archive" | "attributionsrc")
}

/// Returns the URL in the `content` of a `meta` element with `http-equiv=refresh`, by the [shared declarative refresh
/// steps](https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps).
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

    fn url(url: &str) -> Url {
        Url::parse(url).unwrap()
    }

    #[test]
    fn slashes_before_a_host_are_ignored() {
        let from = url("http://example.org/a/b");
        let base = Base::new(&crate::parse("<p>"), Some(&from));
        for written in ["//x/y", "///x/y", "////x/y", "/\\/x/y", "\\\\\\x/y", " \t///x/y", "/\t/\n/x/y", "http:///x/y"]
        {
            assert_eq!(base.resolve(written).map(String::from).as_deref(), Some("http://x/y"), "{written:?}");
        }
        assert_eq!(base.resolve("///u:p@x:8080?q#f").unwrap().as_str(), "http://u:p@x:8080/?q#f");
        for written in ["//", "///", "////", "///?", "///:80", "///[", "///x:y"] {
            assert_eq!(base.resolve(written), None, "{written:?}");
        }
        for (from, expected) in [
            ("https://example.org/", Some("https://x/y")),
            ("ftp://example.org/", Some("ftp://x/y")),
            ("file:///a/b", Some("file:///x/y")),
            ("foo://example.org/a", Some("foo:///x/y")),
        ] {
            let base = Base::new(&crate::parse("<p>"), Some(&url(from)));
            assert_eq!(base.resolve("///x/y").map(String::from).as_deref(), expected, "{from}");
        }
        let frozen = Base::new(&crate::parse("<base href=///other/a/>"), Some(&from));
        assert_eq!(frozen.resolve("tea").unwrap().as_str(), "http://other/a/tea");
    }

    #[test]
    fn an_empty_action_is_the_url_of_the_document() {
        let page = "<base href=/shop/><form action=''><button formaction=''></button><input formaction></form>\
            <form action=' '></form><form action=tea></form><a href=''>";
        let document = crate::parse(page);
        let resolved = |from: Option<&Url>| -> Vec<Option<String>> {
            let base = Base::new(&document, from);
            links(&document).map(|link| base.resolve_link(&link).map(String::from)).collect()
        };
        let from = url("https://example.org/menu?q");
        let urls: Vec<String> = resolved(Some(&from)).into_iter().flatten().collect();
        let menu = "https://example.org/menu?q";
        let shop = "https://example.org/shop/";
        assert_eq!(urls, [menu, menu, menu, shop, "https://example.org/shop/tea", shop]);
        assert_eq!(resolved(None), [None, None, None, None, None, None]);
    }

    #[track_caller]
    fn check_links(page: &str, expected: &[&str]) {
        let document = crate::parse(page);
        let links: Vec<String> =
            links(&document).map(|link| format!("{} {} {}", link.element, link.attribute, link.written)).collect();
        assert_eq!(links, expected, "{page}");
    }

    #[test]
    fn only_valid_candidates_are_links() {
        check_links(
            "<img src=a srcset='b 1x, c 2y, d 0w, e 1x 2x, f (g) , h 50h, i'><link imagesrcset='j 1w, k w'>",
            &["img src a", "img srcset b", "img srcset i", "link imagesrcset j"],
        );
    }

    #[test]
    fn urls_in_css() {
        check_links(
            "<style>@import 'a.css'; p { background: url(b.png) }</style><p style='background: url(&quot;c.png&quot;)'>",
            &["style #text a.css", "style #text b.png", "p style c.png"],
        );
        check_links(
            "<svg><style>a{b:url(a.png)}</style><rect style='c:url(b.svg#d)'/></svg><math style='e:url(f)'></math>",
            &["style #text a.png", "rect style b.svg#d", "math style f"],
        );
        check_links(
            "<style type=TEXT/CSS>a{b:url(c)}</style><style type>a{b:url(d)}</style>",
            &["style #text c", "style #text d"],
        );
        check_links("<style type=text/less>a{b:url(c)}</style><template><style>a{b:url(c)}</style></template>", &[]);
        check_links(
            "<div><template shadowrootmode=open><style>a{b:url(c)}</style></template></div>",
            &["style #text c"],
        );
        check_links("<a href=a style='b:url(c)' title='url(d)'>", &["a href a", "a style c"]);
        check_links("<style>/*</style><p>url(a)", &[]);
    }

    #[test]
    fn the_text_of_a_style_element_can_be_several_nodes() {
        let mut document = crate::parse("<style>a{b:url(c)}</style>");
        let style = document.descendants().find(|node| node.is_html(LocalName::STYLE)).unwrap().id();
        for text in ["d{e:u", "rl(f)}"] {
            let text = document.create_text(text).unwrap();
            document.node_mut(style).unwrap().append(text).unwrap();
        }
        let urls: Vec<String> = links(&document).map(|link| link.written.into_owned()).collect();
        assert_eq!(urls, ["c", "f"]);
    }

    #[test]
    fn a_url_in_css_has_no_text() {
        let document = crate::parse("<a href=a style='b:url(c)'>Tea</a>");
        let texts: Vec<String> = links(&document).map(|link| link.text()).collect();
        assert_eq!(texts, ["Tea", ""]);
    }

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
