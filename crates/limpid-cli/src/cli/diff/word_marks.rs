//! Marks the words that differ between two lines of text as `[-old-]` and `{+new+}`, like `git diff --word-diff`.

use crate::dump::Line;
use limpid::diff::lines::{Change, hunks};

/// The maximum number of words of the texts to compare. Keeps the time proportional to the size of the pages.
const MAX_WORDS: usize = 1_000;

/// Returns the marked text for each line of a hunk; `None` for lines without a counterpart.
///
/// Removed texts are paired with the added texts that follow them, if there are as many added as removed texts.
pub(super) fn marked(lines: &[(Change, Line<'_>)]) -> Vec<Option<String>> {
    let mut marked = vec![None; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        let count = |from: usize, wanted| lines[from..].iter().take_while(|(change, _)| *change == wanted).count();
        let added = start + count(start, Change::Removed);
        let end = added + count(added, Change::Added);
        let texts = |from, to| (from..to).filter(|&index: &usize| lines[index].1.is_text()).collect::<Vec<_>>();
        let (old, new) = (texts(start, added), texts(added, end));
        if old.len() == new.len() {
            for (old, new) in old.into_iter().zip(new) {
                if let Some((before, after)) = marks(lines[old].1.text(), lines[new].1.text()) {
                    (marked[old], marked[new]) = (Some(before), Some(after));
                }
            }
        }
        start = end.max(start + 1);
    }
    marked
}

/// Marks the words that differ. Returns `None` if the texts are equal, have no word in common, or are too long.
fn marks(before: &str, after: &str) -> Option<(String, String)> {
    let (old, new) = (words(before), words(after));
    if old.len().max(new.len()) > MAX_WORDS {
        return None;
    }
    let hunks = hunks(&old, &new, MAX_WORDS);
    let words = &hunks.first()?.lines;
    let is_word = |word: &str| word.contains(char::is_alphanumeric);
    words.iter().find(|(change, word)| *change == Change::None && is_word(word))?;
    let side = |mine: Change, open: &str, close: &str| {
        let mut text = String::new();
        let mut is_open = false;
        for (change, word) in words.iter().filter(|(change, _)| [Change::None, mine].contains(change)) {
            if (*change == mine) != is_open {
                text += if is_open { close } else { open };
                is_open = !is_open;
            }
            text += word;
        }
        text + if is_open { close } else { "" }
    };
    Some((side(Change::Removed, "[-", "-]"), side(Change::Added, "{+", "+}")))
}

/// Splits a quoted text into its quotes, words and runs of white space.
fn words(text: &str) -> Vec<&str> {
    let quote_start = usize::from(text.starts_with('"'));
    let quote_end = text.len() - usize::from(text.len() > 1 && text.ends_with('"'));
    let mut words = vec![&text[..quote_start]];
    let mut rest = &text[quote_start..quote_end];
    while let Some(first) = rest.chars().next() {
        let is_space = first.is_whitespace();
        let end = rest.find(|character: char| character.is_whitespace() != is_space).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words.push(&text[quote_end..]);
    words
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn different_words_are_marked() {
        for (before, after, expected) in [
            ("\"One two three\"", "\"One 2 three\"", Some(("\"One [-two-] three\"", "\"One {+2+} three\""))),
            ("\"One two\"", "\"One two three\"", Some(("\"One two\"", "\"One two{+ three+}\""))),
            ("\"a  b\"", "\"a b\"", Some(("\"a[-  -]b\"", "\"a{+ +}b\""))),
            ("\"One\"", "\"Two\"", None),
            ("\"a b c\"", "\"x y\"", None),
            ("\"", "\"\"", None),
            ("日本 b", "日本 c", Some(("日本 [-b-]", "日本 {+c+}"))),
        ] {
            let marked = marks(before, after);
            assert_eq!(marked, expected.map(|(before, after)| (before.to_owned(), after.to_owned())), "{before}");
        }
    }
}
