//! The authors of a page.

use super::date::{DayMonthOrder, find_date};
use super::found::{Found, short_text};
use super::names::contains_any;
use super::title::letters;
use super::{MetadataSource as Source, MetadataValue, one_line};
use limpid_dom::{NodeId, NodeRef};

/// The maximum number of characters of a byline.
const MAX_LEN: usize = 120;

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
        .chain(found.metas(KEYS))
        .chain(found.properties(&["author", "creator"]).take(1).map(property));
    let shown = || {
        after_label(nearby)
            .into_iter()
            .chain(found.authors.iter().map(|author| text(*author)))
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

/// Whether a value can be the name of a person or an organization.
fn is_name(value: &MetadataValue) -> bool {
    let name = &value.value;
    !name.contains("://")
        && !name.starts_with('@')
        && name.chars().any(char::is_alphabetic)
        && name.chars().count() <= MAX_LEN
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
        "author",
        "authored by",
        "by",
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
    const DATE_LABELS: [&str; 6] = ["last updated", "on", "posted", "published", "updated", "last modified"];
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
        rest = if before.is_empty() { rest[date.range.end..].trim_matches(is_separator) } else { before };
    }
    loop {
        let without = |label: &&str| {
            let start = rest.get(..label.len()).filter(|start| start.eq_ignore_ascii_case(label))?;
            let after = &rest[start.len()..];
            after.starts_with([' ', ':']).then(|| after.trim_start_matches(is_separator))
        };
        match LABELS.iter().find_map(without) {
            Some(shorter) => rest = shorter,
            None => return one_line(rest),
        }
    }
}
