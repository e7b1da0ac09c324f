use crate::hidden::write_visible;
use crate::style::Paint;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use limpid::{LineIndex, Span};
use std::ops::Range;

/// The number of characters shown before the start of the span.
const BEFORE: usize = 60;
/// The number of characters shown from the start of the span.
const AFTER: usize = 100;

/// The part of a source line around the start of a span. The span is underlined. Control characters are replaced, so that the excerpt is
/// safe for terminals.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    line: u32,
    /// The text; `…` replaces the ends of a long line.
    text: String,
    /// The byte range of the span in `text`, cut at the end of the line.
    marked: Range<usize>,
}

impl Excerpt {
    /// Creates the excerpt for a span. The time does not depend on the length of the line.
    pub(crate) fn new(lines: &LineIndex<'_>, span: Span) -> Excerpt {
        let position = lines.line_column(span.start);
        let line = lines.line(position.line).unwrap_or_default();
        let line_start = lines.line_start(position.line).unwrap_or_default() as usize;
        let start = lines.offset(position).unwrap_or_default() as usize - line_start;
        let before = &line[..start];
        let shown_from = before.char_indices().rev().take(BEFORE).last().map_or(before.len(), |(at, _)| at);

        let mut text = String::new();
        if shown_from > 0 {
            text.push('…');
        }
        for character in before[shown_from..].chars() {
            push_visible(&mut text, character);
        }
        let mut marked = text.len()..text.len();
        for (count, (at, character)) in line[start..].char_indices().enumerate() {
            if count == AFTER {
                text.push('…');
                break;
            }
            push_visible(&mut text, character);
            if line_start + start + at < span.end as usize {
                marked.end = text.len();
            }
        }
        Excerpt { line: position.line, text, marked }
    }

    /// Renders the line with its number and the span underlined, followed by notes.
    pub(crate) fn draw(&self, notes: &[String], paint: Paint) -> String {
        let renderer = if paint.colors { Renderer::styled() } else { Renderer::plain() };
        let mark = AnnotationKind::Primary.span(self.marked.clone());
        let group = Group::with_level(Level::ERROR)
            .element(Snippet::source(&*self.text).line_start(self.line as usize).annotation(mark))
            .elements(notes.iter().map(|note| Level::NOTE.message(note.as_str())));
        renderer.term_width(usize::MAX / 4).render(&[group])
    }
}

/// Appends a character, or a visible replacement if it is hidden or a control character.
fn push_visible(text: &mut String, character: char) {
    match character {
        '\t' => text.push_str("    "),
        // Writing to a String cannot fail.
        _ => drop(write_visible(text, character)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, marked: &str, text: &str, under: &str) {
        let start = source.find(marked).unwrap();
        let span = Span::new(start as u32, (start + marked.len()) as u32);
        let excerpt = Excerpt::new(&LineIndex::new(source), span);
        assert_eq!(excerpt.text, text);
        let drawn = excerpt.draw(&[], Paint::NONE);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines, ["  |", format!("{} | {text}", excerpt.line).trim_end(), &format!("  | {under}")]);
    }

    #[test]
    fn a_span_in_a_line() {
        check("one\n<p class=a>\nthree", "class", "<p class=a>", "   ^^^^^");
        check("<p>", "<p>", "<p>", "^^^");
        check("a\rb", "b", "b", "^");
    }

    #[test]
    fn a_span_over_several_lines_is_marked_to_the_end_of_the_first() {
        check("a<p\nclass>b", "<p\nclass>", "a<p", " ^^");
        check("ab\r\nc", "\r\nc", "ab", "  ^");
    }

    #[test]
    fn an_empty_span_has_a_caret() {
        let excerpt = Excerpt::new(&LineIndex::new("ab"), Span::empty(2));
        assert_eq!(excerpt, Excerpt { line: 1, text: "ab".to_owned(), marked: 2..2 });
        check("ab", "", "ab", "^");
        check("", "", "", "^");
    }

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        check("日本<b>", "<b>", "日本<b>", "    ^^^");
        check("e\u{301}<b>", "<b>", "e\u{301}<b>", " ^^^");
    }

    #[test]
    fn control_characters_are_replaced() {
        check("\x1b[31m\0\x7f<b>", "<b>", "␛[31m␀␡<b>", "       ^^^");
        check("\t<b>", "<b>", "    <b>", "    ^^^");
        check("\u{202e}<b>\u{9b}", "<b>", "<U+202E><b><U+009B>", "        ^^^");
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let source = format!("{}<b>{}", "é".repeat(1000), "x".repeat(1000));
        let text = format!("…{}<b>{}…", "é".repeat(60), "x".repeat(97));
        check(&source, "<b>", &text, &format!("{}^^^", " ".repeat(61)));
    }
}
