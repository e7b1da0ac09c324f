//! The metadata of a page: [`Metadata`].

mod byline;
mod date;
mod dates;
mod found;
mod json_ld;
mod microdata;
mod names;
mod title;

use date::DayMonthOrder;
use limpid_dom::NodeId;

pub(crate) use found::Found;
pub(crate) use json_ld::{ARTICLES, json_ld};
pub(crate) use microdata::microdata;

/// The kind of markup that a value of [`Metadata`] is from.
///
/// ```
/// use limpid::content::{ContentExt as _, MetadataSource};
/// let metadata = limpid::parse("<meta property=og:title content=Tea><title>Tea shop</title>").metadata();
/// assert_eq!(metadata.title.unwrap().source, MetadataSource::OpenGraph);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MetadataSource {
    /// [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents) with the vocabulary of schema.org.
    JsonLd,
    /// [Open Graph](https://ogp.me): `meta` elements such as `og:title` and `article:author`.
    OpenGraph,
    /// `meta` elements such as `twitter:title`.
    Twitter,
    /// [Dublin Core](https://www.dublincore.org/specifications/dublin-core/dcq-html/): `meta` elements such as `dc.creator`.
    DublinCore,
    /// [Microdata](https://html.spec.whatwg.org/multipage/microdata.html#microdata): elements with `itemprop`.
    Microdata,
    /// Another `meta` element, such as `author` or `description`.
    Meta,
    /// A `link` element, such as `rel=canonical`.
    Link,
    /// A `time` element.
    Time,
    /// An `h1` element.
    Heading,
    /// The `title` element.
    Title,
    /// The `lang` attribute of the `html` element.
    Lang,
    /// Text of the page: an element whose class names an author or a date, or a text next to the heading.
    Text,
    /// The address of the page.
    Url,
}

impl MetadataSource {
    /// Returns the source as a word: `json-ld`, `open-graph`, `twitter`, `dublin-core`, `microdata`, `meta`, `link`, `time`, `heading`,
    /// `title`, `lang`, `text` or `url`.
    ///
    /// ```
    /// assert_eq!(limpid::content::MetadataSource::JsonLd.as_str(), "json-ld");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            MetadataSource::JsonLd => "json-ld",
            MetadataSource::OpenGraph => "open-graph",
            MetadataSource::Twitter => "twitter",
            MetadataSource::DublinCore => "dublin-core",
            MetadataSource::Microdata => "microdata",
            MetadataSource::Meta => "meta",
            MetadataSource::Link => "link",
            MetadataSource::Time => "time",
            MetadataSource::Heading => "heading",
            MetadataSource::Title => "title",
            MetadataSource::Lang => "lang",
            MetadataSource::Text => "text",
            MetadataSource::Url => "url",
        }
    }
}

/// A value of [`Metadata`] and its place in the page.
///
/// ```
/// use limpid::content::ContentExt as _;
/// let document = limpid::parse("<meta name=author content=' Ada  Lovelace '>");
/// let byline = document.metadata().byline.unwrap();
/// assert_eq!(byline.value, "Ada Lovelace");
/// assert_eq!(document.node(byline.node).unwrap().local_name(), "meta");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MetadataValue {
    /// The value on one line, with single spaces.
    pub value: String,
    /// The kind of markup.
    pub source: MetadataSource,
    /// The element or text that contains the value. For JSON-LD, the `script` element.
    pub node: NodeId,
}

impl MetadataValue {
    fn new(value: String, source: MetadataSource, node: NodeId) -> MetadataValue {
        MetadataValue { value, source, node }
    }
}

/// A date of [`Metadata`] and its place in the page.
///
/// ```
/// use limpid::content::ContentExt as _;
/// let metadata = limpid::parse("<h1>Tea</h1><p>Published on Jan. 29th, 2025").metadata();
/// let published = metadata.published.unwrap();
/// assert_eq!((&*published.written, &*published.iso), ("Jan. 29th, 2025", "2025-01-29"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MetadataDate {
    /// The date as written in the page.
    pub written: String,
    /// The date in ISO 8601, with as many parts as are written: `2025-01`, `2025-01-29`, `2025-01-29T10:30` or `2025-01-29T10:30:00+01:00`.
    ///
    /// In dates such as `3/4/2025`, the first number is the month if the page has no language, or the language `en`, `en-US` or `en-PH`, and
    /// otherwise the day.
    pub iso: String,
    /// The kind of markup.
    pub source: MetadataSource,
    /// The element or text that contains the date. For JSON-LD, the `script` element.
    pub node: NodeId,
}

/// The metadata of a page. A field is `None` if the page does not contain it.
///
/// The sources of each field are tried in the order below; the first one with a usable value is taken. In JSON-LD, these are the first
/// article, the first other work or discussion, and the first page or product. [`Content::metadata`] returns it
/// together with the content.
///
/// | field | sources |
/// | --- | --- |
/// | `title` | an `h1` that one of the following titles contains, unless it is the name of the site; JSON-LD `headline` or `name` of an article or another work; `og:title`; `twitter:title`; `dc.title`; other `meta` elements such as `title`; JSON-LD `name` of a product or page; the `title` element; the first `h1` |
/// | `byline` | JSON-LD `author`; all `meta` elements `author`, or `article:author`, `dc.creator` and similar ones; microdata `author`; "by …" after the heading; `rel=author`; elements with a class such as `author` or `byline` |
/// | `published` | JSON-LD `datePublished`; `article:published_time`, `dc.date.issued` and similar `meta` elements; microdata `datePublished` or `dateCreated`; JSON-LD `dateCreated` or `uploadDate`; `time`; a date after the heading; a date in the canonical URL or in the address of the page; elements with a class such as `date`; a shown date of a change |
/// | `modified` | JSON-LD `dateModified`; `article:modified_time`, `og:updated_time` and similar `meta` elements; microdata `dateModified`; a date after a word such as "updated" |
/// | `language` | `lang` or `xml:lang` of the `html` element; the first language of `content-language`; `og:locale`; `dc.language`; JSON-LD `inLanguage` |
/// | `site_name` | `og:site_name`; JSON-LD `publisher`; JSON-LD `WebSite`; `application-name`; `dc.publisher` |
/// | `canonical_url` | `link rel=canonical`; `og:url`; JSON-LD `url` |
/// | `image` | `og:image`; `twitter:image`; JSON-LD `image` or `thumbnailUrl`; `link rel=image_src` |
/// | `description` | `og:description`; `description`; `twitter:description`; `dc.description`; JSON-LD `description` |
///
/// The canonical URL and the image are resolved against the page's address, if
/// [`ContentOptions::url`](crate::ContentOptions::url) sets it, and its `base` element.
///
/// [`Content::metadata`]: crate::Content::metadata
///
/// ```
/// use limpid::content::ContentExt as _;
/// let page = r#"<html lang=en><title>Green tea | Tea Times</title><meta property=og:site_name content="Tea Times">
///     <script type=application/ld+json>{"@type": "NewsArticle", "author": {"name": "Ada"}, "datePublished": "2025-01-29"}</script>
///     <h1>Green tea</h1>"#;
/// let metadata = limpid::parse(page).metadata();
/// assert_eq!(metadata.title.unwrap().value, "Green tea");
/// assert_eq!(metadata.byline.unwrap().value, "Ada");
/// assert_eq!(metadata.published.unwrap().iso, "2025-01-29");
/// assert_eq!(metadata.site_name.unwrap().value, "Tea Times");
/// assert_eq!(metadata.language.unwrap().value, "en");
/// assert_eq!(metadata.canonical_url, None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Metadata {
    /// The title of the content, without the name of the site.
    pub title: Option<MetadataValue>,
    /// The authors, separated by commas, without words such as "by".
    pub byline: Option<MetadataValue>,
    /// When the content was published.
    pub published: Option<MetadataDate>,
    /// When the content was last changed.
    pub modified: Option<MetadataDate>,
    /// A language tag: `en`, `pt-BR`.
    pub language: Option<MetadataValue>,
    /// The name of the site.
    pub site_name: Option<MetadataValue>,
    /// The address that the page prefers for itself.
    pub canonical_url: Option<MetadataValue>,
    /// The address of an image that represents the page.
    pub image: Option<MetadataValue>,
    /// A summary of the page.
    pub description: Option<MetadataValue>,
}

impl Metadata {
    pub(crate) fn of(found: &Found<'_>) -> Metadata {
        let language = found.language();
        let order = DayMonthOrder::of_language(language.as_ref().map_or("", |language| &language.value));
        let site_name = found.site_name();
        let name = site_name.as_ref().map_or("", |name| &name.value);
        let nearby = found.texts_after_heading();
        Metadata {
            title: title::title(found, name),
            byline: byline::byline(found, &nearby, name),
            published: dates::published(found, order, &nearby),
            modified: dates::modified(found, order, &nearby),
            canonical_url: found.canonical_url(),
            image: found.image(),
            description: found.description(),
            language,
            site_name,
        }
    }
}

/// Joins the words of a text with single spaces.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        line.extend([if line.is_empty() { "" } else { " " }, word]);
    }
    line
}
