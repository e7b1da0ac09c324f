//! Splits a text at its headings into passages for search and retrieval: [`Passages`].

use super::{MappedText, TextHeading, TextRun};
use core::ops::Range;

/// An iterator over the passages of a [`MappedText`]: [`MappedText::passages`].
///
/// ```
/// let mapped = limpid::parse("<h1>Green</h1>Sencha<h1>Black</h1>Assam").root().inner_text_mapped();
/// assert_eq!(mapped.passages().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Passages<'t> {
    mapped: &'t MappedText,
    /// The headings after the current section.
    headings: core::slice::Iter<'t, TextHeading>,
    /// The headings above the current section, with increasing levels.
    titles: Vec<&'t TextHeading>,
    /// The remainder of the current section.
    section: Range<usize>,
    max_len: usize,
}

/// A part of a [`MappedText`] under one heading: [`MappedText::passages`].
///
/// ```
/// let mapped = limpid::parse("<h1>Green</h1><p>Sencha").root().inner_text_mapped();
/// let passage = mapped.passages().next().unwrap();
/// assert_eq!((passage.text, passage.titles[0].title.as_str()), ("Green\n\nSencha", "Green"));
/// assert_eq!(&mapped.text()[passage.range.clone()], passage.text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Passage<'t> {
    /// The headings above the passage, from the outermost to its own.
    pub titles: Vec<&'t TextHeading>,
    /// The text or Markdown, without surrounding line ends. The first passage of a section starts with its heading.
    pub text: &'t str,
    /// The range in the output, in bytes.
    pub range: Range<usize>,
    mapped: &'t MappedText,
}

impl MappedText {
    /// Splits the text at its headings for search and retrieval. Each section is a passage with the titles above it. The passages contain all of
    /// the text in order; sections without text are skipped.
    ///
    /// ```
    /// let page = "<title>Shop</title>Welcome<h1>Tea</h1><p>Leaves.<h2>Green</h2><p>Sencha.<h2>Black</h2><p>Assam.";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let mapped = document.root().inner_text_mapped();
    /// let passages: Vec<(String, &str)> = mapped.passages().map(|passage| (passage.path(" > "), passage.text)).collect();
    /// let expected = [("", "Welcome"), ("Tea", "Tea\n\nLeaves."), ("Tea > Green", "Green\n\nSencha."), ("Tea > Black", "Black\n\nAssam.")];
    /// assert_eq!(passages, expected.map(|(path, text)| (path.to_string(), text)));
    /// ```
    #[inline]
    pub fn passages(&self) -> Passages<'_> {
        let mut passages = Passages {
            mapped: self,
            headings: self.headings.iter(),
            titles: Vec::new(),
            section: 0..0,
            max_len: usize::MAX,
        };
        passages.section.end = passages.next_heading();
        passages
    }
}

impl<'t> Passages<'t> {
    /// Limits the length of passages, in bytes of their text. Longer sections are split between paragraphs if possible, otherwise between lines,
    /// sentences, words or characters, in this order. The minimum is 4, the length of the longest characters.
    ///
    /// ```
    /// let mapped = limpid::parse("<p>Green tea. White tea.<p>Black tea.").root().inner_text_mapped();
    /// let passages = mapped.passages().max_len(16).map(|passage| passage.text);
    /// assert_eq!(passages.collect::<Vec<_>>(), ["Green tea.", "White tea.", "Black tea."]);
    /// ```
    #[must_use]
    #[inline]
    pub fn max_len(self, bytes: usize) -> Passages<'t> {
        // A character has up to four bytes.
        Passages { max_len: bytes.max(4), ..self }
    }

    /// Returns the end of the section: the start of the next heading that has words.
    #[inline]
    fn next_heading(&self) -> usize {
        let next = self.headings.as_slice().iter().find(|heading| !heading.title.is_empty());
        next.map_or(self.mapped.text.len(), |heading| heading.range.start)
    }

    /// Moves to the next section. Returns `false` at the end.
    #[inline]
    fn next_section(&mut self) -> bool {
        let Some(heading) = self.headings.find(|heading| !heading.title.is_empty()) else { return false };
        let above = self.titles.partition_point(|title| title.level < heading.level);
        self.titles.truncate(above);
        self.titles.push(heading);
        self.section = heading.range.start..self.next_heading();
        true
    }
}

impl<'t> Iterator for Passages<'t> {
    type Item = Passage<'t>;

    #[inline]
    fn next(&mut self) -> Option<Passage<'t>> {
        loop {
            let rest = &self.mapped.text[self.section.clone()];
            let shown = rest.trim_start_matches('\n');
            if shown.is_empty() {
                if !self.next_section() {
                    return None;
                }
                continue;
            }
            let start = self.section.end - shown.len();
            let len = first_len(shown, self.max_len);
            self.section.start = start + len;
            let text = shown[..len].trim_ascii_end();
            if !text.is_empty() {
                let range = start..start + text.len();
                return Some(Passage { titles: self.titles.clone(), text, range, mapped: self.mapped });
            }
        }
    }
}

/// Returns the length in bytes of a text's first passage, at most `max_len`.
#[inline]
fn first_len(text: &str, max_len: usize) -> usize {
    if text.len() <= max_len {
        return text.len();
    }
    let boundary = |len: usize| (0..=len).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = boundary(max_len);
    // Each passage is at least half the limit, which bounds the number of passages and keeps the time linear.
    let start = boundary(max_len / 2);
    let half = &text[start..end];
    let is_end = |word: &str| word.ends_with(['.', '!', '?', '…', '。', '！', '？']);
    let sentence = || {
        let spaces = half.match_indices(|character: char| character.is_ascii_whitespace());
        spaces.rev().find(|&(at, _)| is_end(&half[..at])).map(|(at, _)| at + 1)
    };
    let after = |separator: &str| half.rfind(separator).map(|at| at + separator.len());
    let word = || half.rfind(|character: char| character.is_ascii_whitespace()).map(|at| at + 1);
    after("\n\n").or_else(|| after("\n")).or_else(sentence).or_else(word).map_or(end, |at| start + at)
}

impl<'t> Passage<'t> {
    /// Returns the titles above the passage, joined with a separator.
    ///
    /// ```
    /// let mapped = limpid::parse("<h1>Tea</h1><h2>Green</h2>Sencha").root().inner_text_mapped();
    /// assert_eq!(mapped.passages().last().unwrap().path(" / "), "Tea / Green");
    /// ```
    #[inline]
    pub fn path(&self, separator: &str) -> String {
        self.titles.iter().map(|heading| &*heading.title).collect::<Vec<_>>().join(separator)
    }

    /// Returns the sources of the text: [`MappedText::runs_in`] of the passage's range.
    ///
    /// ```
    /// let document = limpid::parse("<h1>Tea</h1>Green");
    /// let mapped = document.root().inner_text_mapped();
    /// let passage = mapped.passages().next().unwrap();
    /// let nodes: Vec<_> = passage.runs().map(|run| document.node(run.node).unwrap().text().unwrap()).collect();
    /// assert_eq!(nodes, ["Tea", "Green"]);
    /// ```
    #[inline]
    pub fn runs(&self) -> impl Iterator<Item = TextRun> + use<'t> {
        self.mapped.runs_in(self.range.clone())
    }
}
