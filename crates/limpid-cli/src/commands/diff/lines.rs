use limpid::Document;
use std::fmt::{self, Write};

/// A line of a dump. Indentation is a number: written out it makes a dump as long as the tree is large times deep.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Line<'d> {
    has_bar: bool,
    indent: u32,
    text: &'d str,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has_bar { "| " } else { "" })?;
        write!(f, "{:1$}{2}", "", self.indent as usize, self.text)
    }
}

/// The lines of the dump of a tree, as `limpid tree` prints it.
#[derive(Debug, Default)]
pub(super) struct Dump {
    text: String,
    /// For each line its bar, its indentation and the end of its text.
    lines: Vec<(bool, u32, usize)>,
    /// What is known of the line that is being written.
    start: Start,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// Nothing yet; or the first character of a bar.
    Line {
        bar: bool,
    },
    Indent {
        has_bar: bool,
        indent: u32,
    },
    Text {
        has_bar: bool,
        indent: u32,
    },
}

impl Default for Start {
    fn default() -> Start {
        Start::Line { bar: false }
    }
}

impl Dump {
    pub(super) fn of(document: &Document<'_>) -> Dump {
        let mut dump = Dump::default();
        // Writing to a Dump cannot fail.
        let _ = write!(dump, "{document:?}");
        if dump.start != Start::default() {
            dump.end_line();
        }
        dump
    }

    pub(super) fn lines(&self) -> Vec<Line<'_>> {
        let mut start = 0;
        let line = |&(has_bar, indent, end): &(bool, u32, usize)| {
            let text = &self.text[start..end];
            start = end;
            Line { has_bar, indent, text }
        };
        self.lines.iter().map(line).collect()
    }

    fn push(&mut self, character: char) {
        self.start = match (self.start, character) {
            (_, '\n') => return self.end_line(),
            (Start::Line { bar: false }, '|') => Start::Line { bar: true },
            (Start::Line { bar: true }, ' ') => Start::Indent { has_bar: true, indent: 0 },
            (Start::Line { bar: true }, _) => {
                self.text.push('|');
                self.text.push(character);
                Start::Text { has_bar: false, indent: 0 }
            }
            (Start::Line { bar: false }, ' ') => Start::Indent { has_bar: false, indent: 1 },
            (Start::Line { bar: false }, _) => {
                self.text.push(character);
                Start::Text { has_bar: false, indent: 0 }
            }
            (Start::Indent { has_bar, indent } | Start::Text { has_bar, indent }, _) => {
                self.text.push(character);
                Start::Text { has_bar, indent }
            }
        };
    }

    fn end_line(&mut self) {
        let (has_bar, indent) = match self.start {
            Start::Line { bar } => {
                self.text.push_str(if bar { "|" } else { "" });
                (false, 0)
            }
            Start::Indent { has_bar, indent } | Start::Text { has_bar, indent } => (has_bar, indent),
        };
        self.lines.push((has_bar, indent, self.text.len()));
        self.start = Start::default();
    }
}

impl fmt::Write for Dump {
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        while let Some(character) = text.chars().next() {
            // The rest of a line, and indentation, are taken at once.
            if matches!(self.start, Start::Text { .. }) {
                let end = text.find('\n').unwrap_or(text.len());
                self.text.push_str(&text[..end]);
                text = &text[end..];
                if text.is_empty() {
                    break;
                }
                self.push('\n');
                text = &text[1..];
                continue;
            }
            if let (Start::Indent { indent, .. }, ' ') = (&mut self.start, character) {
                let spaces = text.len() - text.trim_start_matches(' ').len();
                *indent = indent.saturating_add(spaces as u32);
                text = &text[spaces..];
                continue;
            }
            self.push(character);
            text = &text[character.len_utf8()..];
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_dump() {
        let page = "<p a='x\n  y\n| z'>a\n\n   b\n|\n|c\n| d\n|  e<!-- \n --><pre>\n\n\n</pre>";
        let document = limpid::parse(page);
        let dump = Dump::of(&document);
        let written: String = dump.lines().iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(written, document.to_test_dump());
    }
}
