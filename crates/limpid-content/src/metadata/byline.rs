//! The authors of a page.

use super::date::{DayMonthOrder, find_date};
use super::found::{Found, short_text};
use super::json_ld::MAX_AUTHORS;
use super::names::contains_any;
use super::title::letters;
use super::{MetadataSource as Source, MetadataValue, one_line};
use limpid_dom::{NodeId, NodeRef};

/// The maximum number of characters of a byline in the text of a page, and in markup, which can list many authors.
const MAX_TEXT_LEN: usize = 120;
const MAX_LEN: usize = 1_000;

pub(super) fn byline(found: &Found<'_>, nearby: &[(String, NodeId)], site_name: &str) -> Option<MetadataValue> {
    const KEYS: &[(&str, Source)] = &[
        ("author", Source::Meta),
        ("article:author", Source::OpenGraph),
        ("og:article:author", Source::OpenGraph),
        ("parsely-author", Source::Meta),
        ("sailthru.author", Source::Meta),
        ("byl", Source::Meta),
        ("dc.creator", Source::DublinCore),
        ("dcterms.creator", Source::DublinCore),
        ("dc:creator", Source::DublinCore),
        ("citation_author", Source::Meta),
    ];
    let text = |node: NodeRef<'_>| MetadataValue::new(short_text(node), Source::Text, node.id());
    let declared = found
        .json_ld
        .authors()
        .into_iter()
        .chain(KEYS.iter().filter_map(|key| names_of_metas(found, key)))
        .chain(found.properties(&["author", "creator"]).take(1).map(property));
    let shown = || {
        after_label(nearby)
            .into_iter()
            .chain(found.authors().into_iter().map(text))
            .chain(found.named().authors.iter().map(|author| text(*author)))
    };
    let names = |values: &mut dyn Iterator<Item = MetadataValue>| {
        values.map(|value| MetadataValue { value: clean(&value), ..value }).find(is_name)
    };
    let declared = names(&mut declared.into_iter());
    // Many sites declare themselves as the author.
    let is_site = declared.as_ref().is_some_and(|name| letters(&name.value) == letters(site_name));
    match declared {
        Some(name) if !is_site => Some(name),
        declared => names(&mut shown()).or(declared),
    }
}

/// Returns the names in the `meta` elements with a key, separated by commas.
fn names_of_metas(found: &Found<'_>, key: &(&str, Source)) -> Option<MetadataValue> {
    let mut names: Vec<MetadataValue> = Vec::new();
    for value in found.metas(core::slice::from_ref(key)).filter(is_name).take(MAX_AUTHORS) {
        if !names.iter().any(|name| name.value == value.value) {
            names.push(value);
        }
    }
    let (source, node) = names.first().map(|name| (name.source, name.node))?;
    let names: Vec<String> = names.into_iter().map(|name| name.value).collect();
    Some(MetadataValue::new(names.join(", "), source, node))
}

/// Whether a value can be the name of a person or an organization.
fn is_name(value: &MetadataValue) -> bool {
    let name = &value.value;
    !name.contains("://")
        && !name.starts_with('@')
        && name.chars().any(char::is_alphabetic)
        && (value.source != Source::Text || !is_sentence(name))
        && name.chars().count() <= if value.source == Source::Text { MAX_TEXT_LEN } else { MAX_LEN }
}

/// Whether a text with a label such as "by" continues a sentence, such as "By 2030 all tea is green".
fn is_sentence(text: &str) -> bool {
    let first = text.chars().next();
    text.split_whitespace().count() > 4 && first.is_some_and(|first| first.is_lowercase() || first.is_ascii_digit())
}

/// Returns the value of an author property: that of a `name` property in it, if there is one.
fn property(author: NodeRef<'_>) -> MetadataValue {
    let has_name = |node: &NodeRef<'_>| {
        node.attribute("itemprop").is_some_and(|names| names.split_ascii_whitespace().any(|name| name == "name"))
    };
    let named = author.descendants().take(100).find(has_name).unwrap_or(author);
    let value = named.attribute("content").map_or_else(|| short_text(named), one_line);
    MetadataValue::new(value, Source::Microdata, author.id())
}

/// Returns the text after a label such as "By".
fn after_label(nearby: &[(String, NodeId)]) -> Option<MetadataValue> {
    const LABELS: [&str; 6] = ["author", "by", "posted by", "published by", "words by", "written by"];
    let value = |(text, node): &(String, NodeId)| MetadataValue::new(text.clone(), Source::Text, *node);
    nearby.iter().enumerate().find_map(|(at, labelled)| {
        let text = labelled.0.to_lowercase();
        let label = text.trim_end_matches([':', ' ']);
        if LABELS.contains(&label) {
            return nearby.get(at + 1).map(value);
        }
        let is_byline =
            LABELS.iter().any(|label| text.strip_prefix(label).is_some_and(|rest| rest.starts_with([' ', ':'])));
        (is_byline && text.len() < 80).then(|| value(labelled))
    })
}

/// Returns how specifically a class or an id names an author. Lower is better.
pub(super) fn rank(value: &str) -> Option<u8> {
    if !contains_any(value, &["author", "byline", "contributor", "username"]) {
        return None;
    }
    let value = value.to_ascii_lowercase();
    let words: Vec<&str> = value.split(|character: char| !character.is_ascii_alphanumeric()).collect();
    let is_name = |pair: &[&str]| matches!(pair, ["author" | "byline", "name"] | ["post" | "entry", "author"]);
    Some(match () {
        () if words.windows(2).any(is_name) || words.contains(&"authorname") => 1,
        () if words.contains(&"author") || words.contains(&"byline") => 2,
        () => 3,
    })
}

/// Removes words such as "by" from the start of a byline, a date, and separators from both ends.
fn clean(byline: &MetadataValue) -> String {
    const LABELS: [&str; 14] = [
        "by",
        "author",
        "authored by",
        "di",
        "par",
        "por",
        "post by",
        "posted by",
        "published by",
        "reviewed by",
        "story by",
        "von",
        "words by",
        "written by",
    ];
    const DATE_LABELS: [&str; 20] = [
        "last updated",
        "last modified",
        "on",
        "posted",
        "published",
        "updated",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
    ];
    let is_separator = |character: char| matches!(character, ' ' | ',' | '|' | '•' | '·' | '-' | '–' | '—' | ':' | '»');
    let mut rest = byline.value.trim_matches(is_separator);
    if byline.source == Source::Text
        && let Some(date) = find_date(rest, DayMonthOrder::DayFirst)
    {
        let before = rest[..date.range.start].trim_matches(is_separator);
        let without = |label: &&str| {
            let at = before.len().checked_sub(label.len())?;
            before
                .get(at..)
                .filter(|end| end.eq_ignore_ascii_case(label))
                .map(|_| before[..at].trim_matches(is_separator))
        };
        let before = DATE_LABELS.iter().find_map(without).unwrap_or(before);
        // "on Tuesday"
        let before = before.strip_suffix(" on").unwrap_or(before);
        rest = if before.is_empty() { rest[date.range.end..].trim_matches(is_separator) } else { before };
    }
    // Names that markup declares can start with words such as "von".
    let labels = if byline.source == Source::Text { &LABELS[..] } else { &LABELS[..1] };
    loop {
        let without = |label: &&str| {
            let start = rest.get(..label.len()).filter(|start| start.eq_ignore_ascii_case(label))?;
            let after = &rest[start.len()..];
            after.starts_with([' ', ':']).then(|| after.trim_start_matches(is_separator))
        };
        match labels.iter().find_map(without) {
            Some(shorter) => rest = shorter,
            None => return one_line(rest),
        }
    }
}
