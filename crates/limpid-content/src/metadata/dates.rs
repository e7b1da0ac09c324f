//! When a page was published and changed.

use super::date::{DayMonthOrder, find_date};
use super::found::{Found, short_text};
use super::{MetadataDate, MetadataSource as Source, MetadataValue, one_line};
use limpid_dom::{NodeId, NodeRef};

pub(super) fn published(found: &Found<'_>, order: DayMonthOrder, nearby: &[(String, NodeId)]) -> Option<MetadataDate> {
    const KEYS: &[(&str, Source)] = &[
        ("article:published_time", Source::OpenGraph),
        ("og:published_time", Source::OpenGraph),
        ("og:article:published_time", Source::OpenGraph),
        ("article:published", Source::OpenGraph),
        ("datepublished", Source::Microdata),
        ("parsely-pub-date", Source::Meta),
        ("sailthru.date", Source::Meta),
        ("pubdate", Source::Meta),
        ("publishdate", Source::Meta),
        ("publish-date", Source::Meta),
        ("publish_date", Source::Meta),
        ("publication_date", Source::Meta),
        ("publicationdate", Source::Meta),
        ("dc.date.issued", Source::DublinCore),
        ("dcterms.issued", Source::DublinCore),
        ("dc.date.created", Source::DublinCore),
        ("dcterms.created", Source::DublinCore),
        ("dc.date", Source::DublinCore),
        ("dcterms.date", Source::DublinCore),
        ("date", Source::Meta),
        ("citation_publication_date", Source::Meta),
        ("citation_date", Source::Meta),
        ("datecreated", Source::Microdata),
    ];
    let date = |value| to_date(value, order);
    let created = || ["dateCreated", "uploadDate"].iter().find_map(|key| found.json_ld.text(key).and_then(date));
    found
        .json_ld
        .text("datePublished")
        .and_then(date)
        .or_else(|| found.metas(KEYS).find_map(date))
        .or_else(|| {
            let mut nodes = found.properties(&["datePublished", "dateCreated"]);
            nodes.find_map(|node| date(value_of(node, Source::Microdata)))
        })
        .or_else(created)
        .or_else(|| in_times(found, order, false))
        .or_else(|| near(nearby, order, false))
        .or_else(|| in_url(found))
        .or_else(|| by_class(found, order, false))
        .or_else(|| shown_change(found, order, nearby))
}

pub(super) fn modified(found: &Found<'_>, order: DayMonthOrder, nearby: &[(String, NodeId)]) -> Option<MetadataDate> {
    const KEYS: &[(&str, Source)] = &[
        ("article:modified_time", Source::OpenGraph),
        ("og:updated_time", Source::OpenGraph),
        ("og:modified_time", Source::OpenGraph),
        ("datemodified", Source::Microdata),
        ("last-modified", Source::Meta),
        ("lastmod", Source::Meta),
        ("revised", Source::Meta),
        ("dcterms.modified", Source::DublinCore),
        ("dc.date.modified", Source::DublinCore),
    ];
    let date = |value| to_date(value, order);
    let property = || found.properties(&["dateModified"]).find_map(|node| date(value_of(node, Source::Microdata)));
    let declared = found.json_ld.text("dateModified").and_then(date).or_else(|| found.metas(KEYS).find_map(date));
    declared.or_else(property).or_else(|| shown_change(found, order, nearby))
}

/// Returns the date of a change in the text of the page.
fn shown_change(found: &Found<'_>, order: DayMonthOrder, nearby: &[(String, NodeId)]) -> Option<MetadataDate> {
    in_times(found, order, true).or_else(|| near(nearby, order, true)).or_else(|| by_class(found, order, true))
}

/// Returns the date of a value that consists of a date.
fn to_date(MetadataValue { value, source, node }: MetadataValue, order: DayMonthOrder) -> Option<MetadataDate> {
    let found = find_date(&value, order)?;
    Some(MetadataDate { written: value, iso: found.iso, source, node })
}

/// Returns the first date in a text of a change, or else of a publication. The text can follow a label.
fn date_in(text: &str, label: &str, node: NodeId, order: DayMonthOrder, is_changed: bool) -> Option<MetadataDate> {
    let mut start = 0;
    while let Some(found) = find_date(&text[start..], order) {
        let range = start + found.range.start..start + found.range.end;
        let before = &text[start..range.start];
        if names_change(if before.trim().is_empty() { label } else { before }) == is_changed {
            return Some(MetadataDate { written: text[range].to_owned(), iso: found.iso, source: Source::Text, node });
        }
        start = range.end;
    }
    None
}

/// Whether a label such as "Last updated:" announces the date of a change.
fn names_change(label: &str) -> bool {
    const CHANGED: &[&str] =
        &["updat", "modif", "revis", "edited", "aktualisiert", "geändert", "à jour", "actualiz", "atualiz", "aggiorn"];
    const PUBLISHED: &[&str] = &["publi", "posted", "created", "written"];
    let label = label.to_lowercase();
    let last = |stems: &[&str]| stems.iter().filter_map(|stem| label.rfind(stem)).max();
    last(CHANGED) > last(PUBLISHED)
}

/// Returns the date of a `time` element.
fn in_times(found: &Found<'_>, order: DayMonthOrder, is_changed: bool) -> Option<MetadataDate> {
    let is_other = |time: &&NodeRef<'_>| {
        let before = time.inclusive_ancestors().take(3).find_map(NodeRef::previous_sibling);
        let label = before.map_or(String::new(), |node| node.text().map_or_else(|| short_text(node), str::to_owned));
        names_change(&label) == is_changed
    };
    found.times().iter().filter(is_other).find_map(|time| to_date(value_of(*time, Source::Time), order))
}

/// Returns a date after the heading.
fn near(nearby: &[(String, NodeId)], order: DayMonthOrder, is_changed: bool) -> Option<MetadataDate> {
    const MAX_LEN: usize = 80;
    nearby.iter().enumerate().filter(|(_, (text, _))| text.len() <= MAX_LEN).find_map(|(at, (text, node))| {
        let label = at.checked_sub(1).map_or("", |before| &nearby[before].0);
        date_in(text, label, *node, order, is_changed)
    })
}

/// Returns the value of a `time` element or of a property.
fn value_of(node: NodeRef<'_>, source: Source) -> MetadataValue {
    let attribute = ["datetime", "content"].into_iter().find_map(|name| node.attribute(name)).map(one_line);
    let value = attribute.filter(|value| !value.is_empty()).unwrap_or_else(|| short_text(node));
    MetadataValue::new(value, source, node.id())
}

/// Returns the date in an address of the page: `/2025/01/29/` or `2025-01-29`.
fn in_url(found: &Found<'_>) -> Option<MetadataDate> {
    let mut urls = found.canonical_url().into_iter().chain(found.page_url());
    urls.find_map(date_of_url)
}

fn date_of_url(url: MetadataValue) -> Option<MetadataDate> {
    let is_date = |part: &[u8]| {
        part.iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { matches!(byte, b'/' | b'-') } else { byte.is_ascii_digit() })
    };
    let bytes = url.value.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let dates = bytes
        .windows(10)
        .enumerate()
        .filter(|(at, part)| is_date(part) && !is_digit(at.checked_sub(1)) && !is_digit(Some(at + 10)));
    dates.map(|(at, _)| &url.value[at..at + 10]).find_map(|part| {
        let date = find_date(part, DayMonthOrder::DayFirst)?;
        Some(MetadataDate { written: part.to_owned(), iso: date.iso, source: Source::Url, node: url.node })
    })
}

/// Returns the first date in a short element whose class or id names a date.
fn by_class(found: &Found<'_>, order: DayMonthOrder, is_changed: bool) -> Option<MetadataDate> {
    const MAX_LEN: usize = 200;
    let texts = found.named().dates.iter().map(|node| (short_text(*node), *node));
    texts
        .filter(|(text, _)| text.len() <= MAX_LEN)
        .find_map(|(text, node)| date_in(&text, "", node.id(), order, is_changed))
}
