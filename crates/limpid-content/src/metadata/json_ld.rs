//! JSON-LD: data about the page in `script` elements.

use super::found::json_ld_script;
use super::{MetadataSource, MetadataValue, one_line};
use limpid_dom::{Document, LocalName, NodeId, NodeRef, escape};
use serde_json::{Deserializer, Map, Value};
use std::borrow::Cow;

type Object = Map<String, Value>;

/// The number of values that are looked at to find the items that describe the page.
const MAX_STEPS: usize = 2_000;

/// The number of authors that a byline names.
pub(super) const MAX_AUTHORS: usize = 20;

/// Returns the JSON-LD of a document.
pub(crate) fn json_ld(document: &Document<'_>) -> Vec<Value> {
    let mut found = JsonLd::default();
    let scripts = document.descendants().filter(|node| node.is_html(LocalName::SCRIPT) && json_ld_script(*node));
    scripts.for_each(|script| found.add(script));
    found.values.into_iter().map(|(_, value)| value).collect()
}

/// The JSON-LD of a page.
#[derive(Default)]
pub(super) struct JsonLd {
    /// The values, with the scripts that contain them.
    values: Vec<(NodeId, Value)>,
}

/// Types of articles.
pub(crate) const ARTICLES: &[&str] = &[
    "AdvertiserContentArticle",
    "AnalysisNewsArticle",
    "Article",
    "BackgroundNewsArticle",
    "BlogPosting",
    "LiveBlogPosting",
    "NewsArticle",
    "OpinionNewsArticle",
    "Recipe",
    "Report",
    "ReportageNewsArticle",
    "ReviewNewsArticle",
    "ScholarlyArticle",
];

/// Types of discussions and of works other than articles.
const WORKS: &[&str] = &[
    "Book",
    "Course",
    "DiscussionForumPosting",
    "HowTo",
    "MedicalWebPage",
    "Movie",
    "PodcastEpisode",
    "Question",
    "Review",
    "SocialMediaPosting",
    "TechArticle",
    "VideoObject",
];

/// Types of pages, and products.
const PAGES: &[&str] =
    &["AboutPage", "CollectionPage", "FAQPage", "ItemPage", "Product", "ProfilePage", "QAPage", "WebPage"];

impl JsonLd {
    /// Adds the content of a script. Invalid JSON is left out.
    pub(super) fn add(&mut self, script: NodeRef<'_>) {
        let text = script.text_content();
        // Comments and CDATA sections around the JSON, in several spellings.
        let start = text.find(['{', '[']).map_or(0, |at| if text[at..].starts_with("[CDATA[") { at + 7 } else { at });
        let text = &text[start..];
        let text = text.find(['{', '[']).map_or(text, |at| &text[at..]);
        // JSON allows no control characters in strings, but many pages have line ends there.
        let text: String = text.chars().map(|character| if character < ' ' { ' ' } else { character }).collect();
        let text = with_paired_surrogates(&text);
        let values = Deserializer::from_str(&text).into_iter();
        self.values.extend(values.map_while(Result::ok).map(|value| (script.id(), value)));
    }

    /// Returns the items that describe the page: those at the top level, in `@graph`, and in `mainEntity` and `mainEntityOfPage`.
    fn items(&self) -> Vec<(NodeId, &Object)> {
        let mut items = Vec::new();
        let mut next: Vec<(NodeId, &Value)> = self.values.iter().rev().map(|(node, value)| (*node, value)).collect();
        for _ in 0..MAX_STEPS {
            match next.pop() {
                Some((node, Value::Array(values))) => next.extend(values.iter().rev().map(|value| (node, value))),
                Some((node, Value::Object(object))) => {
                    items.push((node, object));
                    // The questions of a list of questions are not what the page is about.
                    let is_list = types_of(object).any(|name| name == "FAQPage");
                    let keys = ["mainEntityOfPage", "mainEntity", "@graph"]
                        .into_iter()
                        .filter(|key| !(is_list && *key == "mainEntity"));
                    next.extend(keys.filter_map(|key| object.get(key)).map(|value| (node, value)));
                }
                Some(_) => {}
                None => break,
            }
        }
        items
    }

    /// Returns the types of the items.
    pub(super) fn types(&self) -> Vec<String> {
        self.items().into_iter().flat_map(|(_, item)| types_of(item)).map(str::to_owned).collect()
    }

    /// Returns the first item with one of these types.
    fn item(&self, types: &[&str]) -> Option<(NodeId, &Object)> {
        self.items().into_iter().find(|(_, item)| types_of(item).any(|name| types.contains(&name)))
    }

    /// Returns the first result of a function for the work that the page shows, and for the page.
    fn find<T>(&self, get: impl Fn(&Object) -> Option<T>) -> Option<(NodeId, T)> {
        let mut items = [ARTICLES, WORKS, PAGES].into_iter().filter_map(|types| self.item(types));
        items.find_map(|(node, item)| get(item).map(|value| (node, value)))
    }

    /// Returns the text of a property.
    pub(super) fn text(&self, key: &str) -> Option<MetadataValue> {
        self.find(|item| text(item.get(key)?)).map(value)
    }

    /// Returns the title of the work that the page shows.
    pub(super) fn title_of_work(&self) -> Option<MetadataValue> {
        [ARTICLES, WORKS].into_iter().find_map(|types| self.title_of(types))
    }

    /// Returns the title of the product or page.
    pub(super) fn title_of_page(&self) -> Option<MetadataValue> {
        self.title_of(PAGES)
    }

    fn title_of(&self, types: &[&str]) -> Option<MetadataValue> {
        let (node, item) = self.item(types)?;
        let title = ["headline", "name"].into_iter().find_map(|key| text(item.get(key)?))?;
        Some(value((node, title)))
    }

    pub(super) fn publisher(&self) -> Option<MetadataValue> {
        let site = || self.item(&["WebSite"]).and_then(|(node, site)| Some((node, text(site.get("name")?)?)));
        self.find(|item| self.name(item.get("publisher")?)).or_else(site).map(value)
    }

    /// Returns the names of the authors, separated by commas.
    pub(super) fn authors(&self) -> Option<MetadataValue> {
        let names_of = |author: &Value| {
            let authors = author.as_array().map_or(core::slice::from_ref(author), Vec::as_slice);
            let mut names: Vec<String> = Vec::new();
            for name in authors.iter().take(MAX_AUTHORS).filter_map(|author| self.name(author)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            (!names.is_empty()).then(|| names.join(", "))
        };
        self.find(|item| ["author", "creator"].into_iter().find_map(|key| names_of(item.get(key)?))).map(value)
    }

    /// Returns the address of the image.
    pub(super) fn image(&self) -> Option<MetadataValue> {
        let address = |item: &Object| {
            let image = item.get("image").or_else(|| item.get("thumbnailUrl"))?;
            let image = image.as_array().map_or(Some(image), |images| images.first())?;
            let url = |object: &Object| object.get("url").or_else(|| object.get("contentUrl")).and_then(text);
            match image {
                Value::Object(object) => url(object).or_else(|| url(self.resolved(object)?)),
                image => text(image),
            }
        };
        self.find(address).map(value)
    }

    /// Returns the item that an object with an `@id` refers to.
    fn resolved(&self, reference: &Object) -> Option<&Object> {
        let id = reference.get("@id")?;
        self.items().into_iter().map(|(_, item)| item).find(|item| item.len() > 1 && item.get("@id") == Some(id))
    }

    /// Returns the name of a person or an organization.
    fn name(&self, value: &Value) -> Option<String> {
        match value {
            Value::Object(object) => text(object.get("name").or_else(|| self.resolved(object)?.get("name"))?),
            Value::Array(values) => {
                values.iter().filter_map(Value::as_object).find_map(|object| text(object.get("name")?))
            }
            value => text(value),
        }
    }
}

/// Replaces escapes of lone surrogates, such as `\ud83d`, by U+FFFD. Pages have them where a text was cut in the middle of an emoji.
fn with_paired_surrogates(json: &str) -> Cow<'_, str> {
    let unit = |at: usize| {
        let digits = json.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut replaced = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = json[at..].find('\\') {
        at += found;
        let next = at + 6;
        match unit(at) {
            Some(0xD800..0xDC00) if unit(next).is_some_and(|unit| (0xDC00..0xE000).contains(&unit)) => at = next + 6,
            Some(0xD800..0xE000) => {
                replaced.extend([&json[copied..at], "\u{FFFD}"]);
                (copied, at) = (next, next);
            }
            Some(_) => at = next,
            // Another escape has 2 characters.
            None => at += 1 + json[at + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    if copied == 0 { Cow::Borrowed(json) } else { Cow::Owned(replaced + &json[copied..]) }
}

fn value((node, value): (NodeId, String)) -> MetadataValue {
    MetadataValue::new(value, MetadataSource::JsonLd, node)
}

/// Returns the types of an item, without the addresses of their vocabularies.
fn types_of(item: &Object) -> impl Iterator<Item = &str> {
    let types = item.get("@type").into_iter();
    let types = types.flat_map(|value| value.as_array().map_or(core::slice::from_ref(value), Vec::as_slice));
    types.filter_map(Value::as_str).map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}

/// Returns the text of a value on one line.
fn text(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Array(values) => values.iter().find_map(Value::as_str)?,
        Value::Object(object) => object.get("@value")?.as_str()?,
        _ => return None,
    };
    // Many pages have character references in JSON.
    let text = one_line(&escape::unescape(text));
    (!text.is_empty()).then_some(text)
}
