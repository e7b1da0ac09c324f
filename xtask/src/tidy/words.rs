//! The rules of words: module docs, openings of doc comments, words that nobody searches for, section numbers.

use super::finding::Finding;
use super::source::{House, Source};

/// Openings of doc comments that are no noun and no verb, each with a better one.
const OPENINGS: &[(&str, &str)] = &[
    ("The same", "name the thing"),
    ("So many", "\"The number of …\", \"At most this many …\""),
    ("So much", "\"The amount of …\""),
    ("Up to so many", "\"Below this length …\""),
    ("After so many", "\"The number of … after which …\""),
    ("In so many", "\"The number of …\""),
    ("What", "a noun, or \"Returns …\""),
    ("How", "\"The number of …\", \"The way …\", or a verb"),
    ("Who", "a noun"),
    ("Whoever", "a noun"),
    ("Whatever", "a noun"),
];

/// Words that sound old or hide the subject, each with a better one.
const WORDS: &[(&str, &str)] = &[
    ("whoever", "callers, users, code that …"),
    ("whosoever", "callers, users, code that …"),
    ("nobody", "no caller, no code"),
    ("somebody", "a caller, a user"),
    ("by and by", "gradually, as needed"),
    ("in vain", "without a result"),
];

pub(super) fn files_start_with_docs(house: &House) -> Vec<Finding> {
    let lacks = |source: &&Source| !source.syntax.attrs.iter().any(|attribute| attribute.path().is_ident("doc"));
    let message = "no module docs: start the file with `//!`, its contents and why it is a file of its own";
    house.sources.iter().filter(lacks).map(|source| Finding::new(&source.path, 1, message)).collect()
}

pub(super) fn docs_start_with_verb_or_noun(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in house.sources.iter().filter(|source| !is_about_words(&source.path)) {
        for (line, text) in source.doc_openings() {
            let opening = OPENINGS.iter().find(|(opening, _)| {
                text.strip_prefix(opening).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            });
            if let Some((opening, rather)) = opening {
                findings.push(Finding::new(
                    &source.path,
                    line,
                    format!("a doc opens with \"{opening}\": rather {rather}"),
                ));
            }
        }
    }
    findings
}

pub(super) fn comments_are_modern_english(house: &House) -> Vec<Finding> {
    let find = |text: &str| {
        let lowercase = text.to_lowercase();
        WORDS.iter().find(|(word, _)| contains_word(&lowercase, word))
    };
    in_prose(house, |text| find(text).map(|(word, rather)| format!("\"{word}\": rather {rather}")))
}

pub(super) fn no_section_numbers(house: &House) -> Vec<Finding> {
    in_prose(house, |text| {
        let numbers_a_section = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).any(|word| {
            let mut parts = word.trim_end_matches('.').split('.');
            matches!((parts.next(), parts.next()), (Some("12" | "13"), Some("1" | "2" | "3" | "4")))
                && parts.next().is_some()
        });
        let mut words = text.split_whitespace().map(str::to_lowercase).peekable();
        let mut numbers_a_step = false;
        while let Some(word) = words.next() {
            let is_step = matches!(word.trim_start_matches('('), "step" | "steps");
            numbers_a_step |=
                is_step && words.peek().is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        }
        (numbers_a_section || numbers_a_step).then(|| {
            "a section or step of the standard by its number, which will change: use its anchor or words".to_owned()
        })
    })
}

pub(super) fn no_trace_of_a_workplace(house: &House) -> Vec<Finding> {
    in_prose(house, |text| {
        let path = ["/home/", "/root/", "/work/", "/Users/"].into_iter().find(|path| starts_a_word(text, path));
        path.map(|path| format!("a path of one machine, `{path}…`: name the place from the workspace's root"))
    })
}

/// Checks each line of prose: comments of sources, lines of documents.
fn in_prose(house: &House, check: impl Fn(&str) -> Option<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in house.sources.iter().filter(|source| !is_about_words(&source.path)) {
        for (line, text) in source.comments() {
            findings.extend(check(text).map(|message| Finding::new(&source.path, line, message)));
        }
    }
    for document in house.documents.iter().filter(|document| !is_about_words(&document.path)) {
        for (index, text) in document.text.lines().enumerate() {
            findings.extend(check(text).map(|message| Finding::new(&document.path, index + 1, message)));
        }
    }
    findings
}

/// Whether a file has to quote the words that others should not use.
fn is_about_words(path: &str) -> bool {
    matches!(path, "xtask/src/tidy/words.rs" | "xtask/src/tidy/tests.rs" | "docs/style.md")
}

fn starts_a_word(text: &str, part: &str) -> bool {
    text.match_indices(part).any(|(start, _)| !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
}

fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + word.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}
