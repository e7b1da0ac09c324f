//! The title of a page, without the name of its site.

use super::found::{Found, short_text};
use super::{MetadataSource as Source, MetadataValue, one_line};

/// Strings between the title of a page and the name of its site.
const SEPARATORS: [&str; 11] = [" | ", " - ", " – ", " — ", " · ", " • ", " » ", " :: ", " / ", " : ", " ~ "];

pub(super) fn title(found: &Found<'_>, site_name: &str) -> Option<MetadataValue> {
    const KEYS: &[(&str, Source)] = &[
        ("og:title", Source::OpenGraph),
        ("twitter:title", Source::Twitter),
        ("dc.title", Source::DublinCore),
        ("dcterms.title", Source::DublinCore),
        ("title", Source::Meta),
        ("parsely-title", Source::Meta),
    ];
    let element = found.title.map(|node| MetadataValue::new(one_line(&node.text_content()), Source::Title, node.id()));
    let element = element.filter(|title| !title.value.is_empty());
    let declared = found.json_ld.headline().or_else(|| found.meta(KEYS)).or_else(|| element.clone());
    let headings: Vec<MetadataValue> = found
        .headings
        .iter()
        .map(|heading| MetadataValue::new(short_text(*heading), Source::Heading, heading.id()))
        .filter(|heading| !heading.value.is_empty() && letters(&heading.value) != letters(site_name))
        .collect();
    // A heading that the title contains is the title without additions.
    let whole: Vec<String> =
        [&declared, &element].into_iter().flatten().map(|title| comparable(&title.value)).collect();
    let is_part = |heading: &&MetadataValue| {
        let heading = comparable(&heading.value);
        heading.chars().count() >= 3 && whole.iter().any(|title| title.contains(&heading))
    };
    let heading = headings.iter().filter(is_part).max_by_key(|heading| heading.value.len());
    let declared = declared.map(|title| MetadataValue { value: without_site_name(&title.value, site_name), ..title });
    heading.cloned().or(declared).or_else(|| headings.into_iter().next())
}

/// Returns a text for comparison, in lower case and with straight quotes.
fn comparable(text: &str) -> String {
    text.to_lowercase().replace(['’', '‘', '`'], "'").replace(['“', '”'], "\"")
}

/// Returns the letters and digits of a text in lower case.
pub(super) fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Removes the name of the site from the start or the end of a title. Without a known name, removes the last part if it is short.
fn without_site_name(title: &str, site_name: &str) -> String {
    let is_site = |part: &str| !site_name.is_empty() && letters(part) == letters(site_name);
    for separator in SEPARATORS {
        match (title.rsplit_once(separator), title.split_once(separator)) {
            (Some((rest, part)), _) | (_, Some((part, rest))) if is_site(part) => return rest.trim().to_owned(),
            (_, Some((part, rest))) if is_site(part) => return rest.trim().to_owned(),
            _ => {}
        }
    }
    let last =
        SEPARATORS[..7].iter().filter_map(|separator| title.rsplit_once(separator)).min_by_key(|(_, part)| part.len());
    let words = |text: &str| text.split_whitespace().count();
    match last {
        Some((rest, part)) if words(rest) >= 2 && words(part) <= 5 && words(part) <= words(rest) + 1 => {
            rest.trim_end().to_owned()
        }
        _ => title.to_owned(),
    }
}
