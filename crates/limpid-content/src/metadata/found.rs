//! The elements of a page that say something about it: [`Found`].

use super::json_ld::JsonLd;
use super::names::{Named, is_beside};
use super::{Metadata, MetadataSource as Source, MetadataValue, one_line};
use crate::kind::Declared;
use core::cell::OnceCell;
use limpid_dom::{Document, LocalName, Namespace, NodeId, NodeRef};
use url::Url;

/// The maximum number of elements of each kind that are looked at.
const MAX_ELEMENTS: usize = 50;

/// The maximum length in bytes of a text that can be a value.
pub(super) const MAX_TEXT: usize = 1_000;

/// A `meta` element.
struct Meta<'d> {
    /// The `property`, `name`, `http-equiv` or `itemprop` attribute in lower case.
    key: String,
    content: &'d str,
    node: NodeId,
}

/// What the elements of a page say about it. Elements are in tree order.
pub(crate) struct Found<'d> {
    document: &'d Document<'d>,
    url: Option<&'d Url>,
    pub(crate) declared: Declared,
    metas: Vec<Meta<'d>>,
    pub(super) title: Option<NodeRef<'d>>,
    /// The `h1` elements.
    pub(super) headings: Vec<NodeRef<'d>>,
    times: Vec<NodeRef<'d>>,
    /// The elements with an `itemprop` attribute, except `meta`.
    properties: Vec<(&'d str, NodeRef<'d>)>,
    /// The elements with `rel=author`.
    authors: Vec<NodeRef<'d>>,
    canonical: Option<(&'d str, NodeId)>,
    image_link: Option<(&'d str, NodeId)>,
    lang: Option<(&'d str, NodeId)>,
    base: Option<Url>,
    pub(super) json_ld: JsonLd,
    named: OnceCell<Named<'d>>,
}

impl<'d> Found<'d> {
    pub(crate) fn new(document: &'d Document<'d>, url: Option<&'d Url>) -> Found<'d> {
        let mut found = Found {
            document,
            url,
            declared: Declared::default(),
            metas: Vec::new(),
            title: None,
            headings: Vec::new(),
            times: Vec::new(),
            properties: Vec::new(),
            authors: Vec::new(),
            canonical: None,
            image_link: None,
            lang: None,
            base: url.cloned(),
            json_ld: JsonLd::default(),
            named: OnceCell::new(),
        };
        let mut base = None;
        document.descendants().each_element(|node| {
            found.add_attributes(node);
            if node.namespace() != Namespace::Html {
                return;
            }
            match node.name() {
                LocalName::HTML => {
                    let lang = node.attribute("lang").or_else(|| node.attribute("xml:lang"));
                    let lang = lang.filter(|lang| !lang.trim().is_empty());
                    found.lang = found.lang.or(lang.map(|lang| (lang, node.id())));
                }
                LocalName::BASE => base = base.or_else(|| node.attribute("href")),
                LocalName::META => found.add_meta(node),
                LocalName::LINK => found.add_link(node),
                LocalName::TITLE => found.title = found.title.or(Some(node)),
                LocalName::H1 => push(&mut found.headings, node),
                LocalName::TIME => push(&mut found.times, node),
                LocalName::SCRIPT if json_ld_script(node) => found.json_ld.add(node),
                _ => {}
            }
        });
        if let Some(base) = base {
            let resolved = found.base.as_ref().map_or_else(|| Url::parse(base), |url| url.join(base));
            found.base = resolved.ok().or(found.base);
        }
        found.declare();
        found
    }

    fn add_attributes(&mut self, node: NodeRef<'d>) {
        for attribute in node.attributes() {
            match attribute.name() {
                LocalName::ITEMTYPE => {
                    let name = attribute.value().trim().rsplit(['/', '#']).next().unwrap_or_default();
                    push(&mut self.declared.item_types, name.to_owned());
                }
                LocalName::ITEMPROP if node.name() != LocalName::META => {
                    for name in attribute.value().split_ascii_whitespace() {
                        if matches!(name, "author" | "creator" | "dateCreated" | "dateModified" | "datePublished") {
                            push(&mut self.properties, (name, node));
                        }
                    }
                }
                LocalName::REL
                    if matches!(node.name(), LocalName::A | LocalName::SPAN)
                        && has_word(attribute.value(), "author") =>
                {
                    push(&mut self.authors, node);
                }
                _ => {}
            }
        }
    }

    fn add_meta(&mut self, node: NodeRef<'d>) {
        let content = node.attribute("content").unwrap_or_default().trim();
        let keys = ["property", "name", "http-equiv", "itemprop"].into_iter().filter_map(|name| node.attribute(name));
        // Some attributes contain several names.
        for key in keys.flat_map(str::split_ascii_whitespace).filter(|_| !content.is_empty()) {
            self.metas.push(Meta { key: key.to_ascii_lowercase(), content, node: node.id() });
        }
    }

    fn add_link(&mut self, node: NodeRef<'d>) {
        let (Some(rel), Some(href)) = (node.attribute("rel"), node.attribute("href").map(str::trim)) else { return };
        let link = Some((href, node.id())).filter(|_| !href.is_empty());
        if has_word(rel, "canonical") {
            self.canonical = self.canonical.or(link);
        }
        if has_word(rel, "image_src") {
            self.image_link = self.image_link.or(link);
        }
    }

    /// Sets what the page declares about its kind.
    fn declare(&mut self) {
        let first = |key: &str| self.metas.iter().find(|meta| meta.key == key).map(|meta| meta.content);
        let lower = |key: &str| first(key).unwrap_or_default().to_ascii_lowercase();
        (self.declared.og_type, self.declared.generator) = (lower("og:type"), lower("generator"));
        self.declared.types = self.json_ld.types();
        let own = first("og:url").or(self.canonical.map(|(href, _)| href));
        if let Some(url) = self.url.map(Url::as_str).or(own) {
            self.declared.set_url(url);
        }
    }

    pub(crate) fn metadata(&self) -> Metadata {
        Metadata::of(self)
    }

    /// Returns the values of the `meta` elements with these keys, key by key.
    pub(super) fn metas<'a>(&'a self, keys: &'a [(&'a str, Source)]) -> impl Iterator<Item = MetadataValue> + 'a {
        keys.iter().flat_map(move |&(key, source)| {
            let metas = self.metas.iter().filter(move |meta| meta.key == key);
            metas.map(move |meta| MetadataValue::new(one_line(meta.content), source, meta.node))
        })
    }

    pub(super) fn meta(&self, keys: &[(&str, Source)]) -> Option<MetadataValue> {
        self.metas(keys).next()
    }

    /// Returns the elements with one of these properties, in tree order.
    pub(super) fn properties<'a>(&'a self, names: &'a [&'a str]) -> impl Iterator<Item = NodeRef<'d>> + 'a {
        self.properties.iter().filter(|(name, _)| names.contains(name)).map(|(_, node)| *node)
    }

    /// Returns the `time` elements, those beside the content last.
    pub(super) fn times(&self) -> Vec<NodeRef<'d>> {
        beside_last(&self.times)
    }

    /// Returns the elements with `rel=author`, those beside the content last.
    pub(super) fn authors(&self) -> Vec<NodeRef<'d>> {
        beside_last(&self.authors)
    }

    /// Returns the elements whose classes or ids name an author or a date.
    pub(super) fn named(&self) -> &Named<'d> {
        self.named.get_or_init(|| Named::new(self.document))
    }

    pub(super) fn language(&self) -> Option<MetadataValue> {
        let lang = self.lang.map(|(lang, node)| MetadataValue::new(one_line(lang), Source::Lang, node));
        let keys = [
            ("content-language", Source::Meta),
            ("og:locale", Source::OpenGraph),
            ("dc.language", Source::DublinCore),
            ("inlanguage", Source::Microdata),
        ];
        let language = lang.or_else(|| self.meta(&keys)).or_else(|| self.json_ld.text("inLanguage"))?;
        // `content-language` can be a list.
        let first = language.value.split([',', ' ']).next().unwrap_or_default().replace('_', "-");
        Some(MetadataValue { value: first, ..language })
    }

    pub(super) fn site_name(&self) -> Option<MetadataValue> {
        let site = self.meta(&[("og:site_name", Source::OpenGraph)]);
        let other = || self.meta(&[("application-name", Source::Meta), ("dc.publisher", Source::DublinCore)]);
        site.or_else(|| self.json_ld.publisher()).or_else(other)
    }

    pub(super) fn canonical_url(&self) -> Option<MetadataValue> {
        let link = self.canonical.map(|(href, node)| MetadataValue::new(href.to_owned(), Source::Link, node));
        let url = link.or_else(|| self.meta(&[("og:url", Source::OpenGraph)])).or_else(|| self.json_ld.text("url"))?;
        Some(self.resolved(url))
    }

    /// Returns the address from which the page was read. It is in no element, so its node is the document.
    pub(super) fn page_url(&self) -> Option<MetadataValue> {
        Some(MetadataValue::new(self.url?.to_string(), Source::Url, self.document.root().id()))
    }

    pub(super) fn image(&self) -> Option<MetadataValue> {
        const KEYS: &[(&str, Source)] = &[
            ("og:image:secure_url", Source::OpenGraph),
            ("og:image", Source::OpenGraph),
            ("og:image:url", Source::OpenGraph),
            ("twitter:image", Source::Twitter),
            ("twitter:image:src", Source::Twitter),
        ];
        let link = || self.image_link.map(|(href, node)| MetadataValue::new(href.to_owned(), Source::Link, node));
        let image = self.meta(KEYS).or_else(|| self.json_ld.image()).or_else(link)?;
        Some(self.resolved(image))
    }

    pub(super) fn description(&self) -> Option<MetadataValue> {
        const KEYS: &[(&str, Source)] = &[
            ("og:description", Source::OpenGraph),
            ("description", Source::Meta),
            ("twitter:description", Source::Twitter),
            ("dc.description", Source::DublinCore),
            ("dcterms.description", Source::DublinCore),
        ];
        self.meta(KEYS).or_else(|| self.json_ld.text("description"))
    }

    /// Resolves an address, if the address of the page is known.
    fn resolved(&self, url: MetadataValue) -> MetadataValue {
        match self.base.as_ref().and_then(|base| base.join(&url.value).ok()) {
            Some(resolved) => MetadataValue { value: resolved.into(), ..url },
            None => url,
        }
    }

    /// Returns the short texts after the first heading, up to the first paragraph.
    pub(super) fn texts_after_heading(&self) -> Vec<(String, NodeId)> {
        const MAX_NODES: usize = 400;
        const MAX_TEXTS: usize = 25;
        const PARAGRAPH: usize = 160;
        let Some(heading) = self.headings.iter().find(|heading| has_text(**heading)) else { return Vec::new() };
        let after = |node: NodeRef<'d>| node.inclusive_ancestors().find_map(NodeRef::next_sibling);
        let mut texts = Vec::new();
        let mut next = after(*heading);
        for _ in 0..MAX_NODES {
            let Some(node) = next.filter(|_| texts.len() < MAX_TEXTS) else { break };
            if let Some(text) = node.text() {
                if text.trim().len() > PARAGRAPH {
                    break;
                }
                let text = one_line(text);
                if !text.is_empty() {
                    texts.push((text, node.id()));
                }
            }
            let is_shown = !matches!(
                node.name(),
                LocalName::SCRIPT | LocalName::STYLE | LocalName::TEMPLATE | LocalName::NOSCRIPT
            );
            next = node.first_child().filter(|_| is_shown).or_else(|| after(node));
        }
        texts
    }
}

fn beside_last<'d>(nodes: &[NodeRef<'d>]) -> Vec<NodeRef<'d>> {
    let mut nodes = nodes.to_vec();
    nodes.sort_by_cached_key(|node| is_beside(*node));
    nodes
}

/// Adds an element, unless there are many.
fn push<T>(elements: &mut Vec<T>, element: T) {
    if elements.len() < MAX_ELEMENTS {
        elements.push(element);
    }
}

fn has_word(value: &str, word: &str) -> bool {
    value.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word))
}

/// Whether a `script` contains JSON-LD.
pub(super) fn json_ld_script(script: NodeRef<'_>) -> bool {
    let kind = script.attribute("type").unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"))
}

fn has_text(node: NodeRef<'_>) -> bool {
    node.texts().any(|text| !text.trim().is_empty())
}

/// Returns the displayed text of an element on one line, or an empty text if it is long.
pub(super) fn short_text(element: NodeRef<'_>) -> String {
    let mut len = 0;
    let is_short = element.texts().all(|text| {
        len += text.trim().len();
        len <= MAX_TEXT
    });
    if is_short { one_line(&element.inner_text()) } else { String::new() }
}
