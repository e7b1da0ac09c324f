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
    let json_ld = &found.json_ld;
    let declared = json_ld.title_of_work().or_else(|| found.meta(KEYS)).or_else(|| json_ld.title_of_page());
    let declared = declared.or_else(|| element.clone());
    let headings: Vec<MetadataValue> = found
        .headings
        .iter()
        .map(|heading| {
            // Links to headings in documentation.
            let text = short_text(*heading);
            MetadataValue::new(text.trim_end_matches(['¶', '#', ' ']).to_owned(), Source::Heading, heading.id())
        })
        .filter(|heading| !heading.value.is_empty() && letters(&heading.value) != letters(site_name))
        .collect();
    // A heading that the title contains is the title without additions.
    let whole: Vec<String> =
        [&declared, &element].into_iter().flatten().map(|title| comparable(&title.value)).collect();
    let sites: Vec<String> =
        [&declared, &element].into_iter().flatten().filter_map(|title| last_part(&title.value)).map(letters).collect();
    let is_part = |heading: &&MetadataValue| {
        // Some pages have their logo in an `h1`.
        let is_site = sites.contains(&letters(&heading.value));
        let heading = comparable(&heading.value);
        !is_site && heading.chars().count() >= 3 && whole.iter().any(|title| contains_words(title, &heading))
    };
    let heading = headings.iter().filter(is_part).max_by_key(|heading| heading.value.len());
    let declared = declared.map(|title| MetadataValue { value: without_site_name(&title.value, site_name), ..title });
    heading.cloned().or(declared).or_else(|| headings.into_iter().next())
}

/// Whether a text contains another one that is not a part of a word.
fn contains_words(text: &str, part: &str) -> bool {
    text.match_indices(part).any(|(at, _)| {
        let is_letter = |character: Option<char>| character.is_some_and(|character| character.is_ascii_alphanumeric());
        !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + part.len()..].chars().next())
    })
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
    let rest = last_part(title).and_then(|part| title.strip_suffix(part));
    rest.map_or(title, |rest| rest.trim_end_matches([' ', '|', '-', '–', '—', '·', '•', '»'])).to_owned()
}

/// Returns the last part of a title, if it is short.
fn last_part(title: &str) -> Option<&str> {
    let last = SEPARATORS[..7].iter().filter_map(|separator| title.rsplit_once(separator));
    let (rest, part) = last.min_by_key(|(_, part)| part.len())?;
    let words = |text: &str| text.split_whitespace().count();
    (words(rest) >= 2 && words(part) <= 5 && words(part) <= words(rest) + 1).then_some(part)
}
