//! The lines of a tree dump, with their depth as a number instead of indentation.

use limpid::Document;
use limpid::diff::lines::single_spaced;
use std::fmt::{self, Write};

/// A line of a dump. The indentation is stored as a number, because the size of a dump with indentation grows with nodes × depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Line<'d> {
    /// The depth of the node or attribute. `None` if the line is the continuation of a text, comment or attribute value with several lines.
    depth: Option<usize>,
    text: &'d str,
}

impl<'d> Line<'d> {
    pub(crate) fn text(self) -> &'d str {
        self.text
    }

    pub(crate) fn with_text(self, text: &str) -> Line<'_> {
        Line { text, ..self }
    }

    /// Whether the line belongs to a text node. Also true for the second and later lines of comments and attribute values.
    pub(crate) fn is_text(self) -> bool {
        self.depth.is_none() || self.text.starts_with('"')
    }
}

/// The greatest depth that is shown as indentation. It covers every tree within the default depth limit: 512 elements, each with
/// template contents. Indenting deeper lines could make the diff of a very deep tree larger than the disk.
const MAX_INDENTED_DEPTH: usize = 1_026;

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            None => f.write_str(self.text),
            Some(depth) if depth <= MAX_INDENTED_DEPTH => write!(f, "| {:1$}{2}", "", 2 * depth, self.text),
            Some(depth) => write!(f, "| (depth {depth}) {}", self.text),
        }
    }
}

/// The dump of a tree, as `limpid tree` prints it.
#[derive(Debug, Default)]
pub(crate) struct Dump {
    text: String,
    /// For each line, the depth as in [`Line`], and the end in `text`, including the line feed.
    lines: Vec<(Option<usize>, usize)>,
}

impl Dump {
    pub(crate) fn of(document: &Document<'_>) -> Dump {
        let mut dump = Dump::default();
        document.for_each_dump_entry(|entry| dump.push(entry.depth, entry.text));
        dump
    }

    /// Dumps a tree with each run of white space collapsed to one space, and texts and attribute values trimmed.
    pub(crate) fn without_white_space(document: &Document<'_>) -> Dump {
        let mut dump = Dump::default();
        document.for_each_dump_entry(|entry| {
            if let Some(text) = single_spaced(&entry.text.to_string()) {
                dump.push(entry.depth, format_args!("{text}"));
            }
        });
        dump
    }

    fn push(&mut self, depth: usize, entry: fmt::Arguments<'_>) {
        let start = self.text.len();
        // Writing to a String cannot fail.
        let _ = self.text.write_fmt(entry);
        let mut depth = Some(depth);
        let line_feeds = self.text[start..].match_indices('\n').map(|(at, _)| start + at + 1);
        for end in line_feeds.chain([self.text.len()]) {
            self.lines.push((depth.take(), end));
        }
    }

    pub(crate) fn lines(&self) -> Vec<Line<'_>> {
        let mut start = 0;
        let line = |&(depth, end): &(Option<usize>, usize)| {
            let text = &self.text[start..end];
            start = end;
            Line { depth, text: text.strip_suffix('\n').unwrap_or(text) }
        };
        self.lines.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_lines_equal_the_dump() {
        let page = "<p a='x\n  y\n| z'>a\n\n   b\n|\n|c\n| d\n|  e<!-- \n --><pre>\n\n\n</pre>";
        let templates = "<template>".repeat(600);
        for page in [page, &templates] {
            let document = limpid::parse(page);
            let dump = Dump::of(&document);
            let written: String = dump.lines().iter().map(|line| format!("{line}\n")).collect();
            assert_eq!(written, document.to_test_dump());
        }
    }

    #[test]
    fn very_deep_lines_show_their_depth_as_a_number() {
        let document =
            limpid::ParseOptions::new().limits(limpid::Limits::none()).parse("<b>".repeat(MAX_INDENTED_DEPTH));
        let dump = Dump::of(&document);
        let lines = dump.lines();
        let last = |back: usize| lines[lines.len() - back].to_string();
        assert_eq!(last(2), format!("| {}<b>", "  ".repeat(MAX_INDENTED_DEPTH)));
        assert_eq!(last(1), format!("| (depth {}) <b>", MAX_INDENTED_DEPTH + 1));
    }
}
