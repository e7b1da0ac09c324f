//! The output of Markdown: lines with what stands at their start, the breaks between blocks, and the space between words.

use super::emphasis::{Delimiter, Delimiters};
use crate::write::output::Output;
use core::mem;
use std::borrow::Cow;

/// A comment between what would run together.
pub(super) const SEPARATOR: &str = "<!-- -->";

/// The start of the lines of a quote or an item.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    /// The start of the first one.
    pub(super) first: Cow<'static, str>,
    /// The start of all others.
    rest: Cow<'static, str>,
}

pub(super) struct Writer<'o, 'd, O: Output<'d>> {
    pub(super) out: &'o mut O,
    prefixes: Vec<Prefix>,
    /// The number of prefixes in which something is written already.
    begun: usize,
    pub(super) delimiters: Delimiters,
    /// The number of elements around that have to stay in one line.
    pub(super) inline: usize,
    /// The number of cells around: 0 or 1.
    pub(super) cells: usize,
    /// Whether something is written in the cell.
    has_cell_content: bool,
    /// Whether a check box was written last, which has its text on the same line.
    pub(super) is_after_box: bool,
    /// Whether the `[` of a link is still to be written, before the first content of the link.
    pub(super) is_link_due: bool,
    /// The level of a heading whose `#` characters are still to be written, before its first content.
    heading_due: Option<usize>,
    /// Whether nothing is written yet.
    pub(super) blank: bool,
    /// The number of line ends that are due before the next block: 0 within a block.
    pub(super) breaks: usize,
    /// The white space that is due.
    pub(super) space: Option<O::Origin>,
    /// Whether a hard line break is due.
    pub(super) hard_break: bool,
    /// Whether the next character is the first of its line.
    pub(super) at_start: bool,
    /// Whether the line has only digits so far.
    pub(super) in_number: bool,
    pub(super) last: char,
    /// Whether the last block that ended in this place is a list, and whether it was ordered.
    pub(super) after_list: Option<bool>,
}

impl<'o, 'd, O: Output<'d>> Writer<'o, 'd, O> {
    pub(super) fn new(out: &'o mut O) -> Self {
        Writer {
            out,
            prefixes: Vec::new(),
            begun: 0,
            delimiters: Delimiters::default(),
            inline: 0,
            cells: 0,
            has_cell_content: false,
            is_after_box: false,
            is_link_due: false,
            heading_due: None,
            blank: true,
            breaks: 0,
            space: None,
            hard_break: false,
            at_start: true,
            in_number: true,
            last: '\n',
            after_list: None,
        }
    }

    pub(super) fn finish(&mut self) {
        self.break_block(1);
        if !self.blank {
            self.out.text().push('\n');
        }
    }

    /// Ends a block: at least this number of line ends precedes what is written next.
    pub(super) fn break_block(&mut self, breaks: usize) {
        self.hard_break = false;
        if self.is_after_box {
            return;
        }
        if self.inline > 0 {
            if self.cells > 0 && self.has_cell_content {
                (self.hard_break, self.space) = (true, None);
            } else if self.breaks == 0 {
                self.add_space();
            }
            return;
        }
        self.space = None;
        self.close_written();
        // The first block of a quote or an item follows its marker.
        if self.has_content() {
            self.breaks = self.breaks.max(breaks);
        }
    }

    /// Has what cannot stand in the line of a check box follow in a line of its own. The box needs something after it all the same.
    pub(super) fn leave_box(&mut self) {
        if self.is_after_box {
            self.literal(SEPARATOR);
            self.breaks = 2;
        }
    }

    /// Whether something is written in the innermost quote or item.
    pub(super) fn has_content(&self) -> bool {
        self.begun == self.prefixes.len()
    }

    /// Starts a quote or an item, whose marker takes as much room on all lines.
    pub(super) fn push_prefix(&mut self, first: Cow<'static, str>, rest: Cow<'static, str>) {
        self.prefixes.push(Prefix { first, rest });
        self.after_list = None;
    }

    pub(super) fn pop_prefix(&mut self) {
        self.is_after_box = false;
        self.prefixes.pop();
        self.begun = self.begun.min(self.prefixes.len());
        self.after_list = None;
    }

    pub(super) fn nesting(&self) -> usize {
        self.prefixes.len()
    }

    /// Returns the prefixes in which nothing is written yet.
    pub(super) fn new_prefixes(&self) -> &[Prefix] {
        &self.prefixes[self.begun..]
    }

    /// Whether the innermost block around is an item that has no content so far.
    pub(super) fn is_at_start_of_item(&self) -> bool {
        self.new_prefixes().last().is_some_and(|prefix| prefix.first != "> " && !prefix.first.trim_ascii().is_empty())
    }

    /// Starts a heading, which is written with the first thing in it.
    pub(super) fn start_heading(&mut self, level: usize) {
        self.break_block(2);
        self.heading_due = Some(level);
        self.inline += 1;
    }

    pub(super) fn end_heading(&mut self) {
        self.heading_due = None;
        self.end_line();
        self.break_block(2);
    }

    /// Starts a cell, which stays in one line.
    pub(super) fn start_cell(&mut self) {
        (self.cells, self.has_cell_content) = (1, false);
        self.add_space();
        self.inline += 1;
    }

    pub(super) fn end_cell(&mut self) {
        self.end_line();
        (self.cells, self.hard_break, self.space) = (0, false, None);
        self.raw(" |");
    }

    /// Ends what stays in one line.
    fn end_line(&mut self) {
        self.close_written();
        self.inline -= 1;
    }

    /// Writes what is due before a block or a part of one, with the line's start.
    pub(super) fn start(&mut self) {
        if self.after_list.is_some() && self.breaks > 0 && self.has_content() {
            // In the next line, it would be text of the last item.
            self.breaks = 2;
        }
        if self.breaks > 0 || self.blank || !self.has_content() {
            self.write_closing();
            let breaks = if self.blank { 0 } else { self.breaks.max(1) };
            for line in 1..=breaks {
                self.out.text().push('\n');
                if line < breaks {
                    self.write_prefixes(true);
                }
            }
            self.start_line();
            self.breaks = 0;
        } else if self.hard_break {
            self.write_closing();
            self.close_joined();
            if self.cells > 0 {
                self.raw("<br>");
            } else {
                self.out.text().push_str("\\\n");
                self.start_line();
            }
        }
        self.hard_break = false;
    }

    fn start_line(&mut self) {
        self.write_prefixes(false);
        if !self.has_content() {
            self.prefixes[self.begun..].iter().for_each(|prefix| self.out.text().push_str(&prefix.first));
            (self.begun, self.blank) = (self.prefixes.len(), false);
        }
        (self.space, self.at_start, self.in_number, self.last) = (None, true, true, '\n');
        (self.delimiters.closed_after, self.after_list) = (None, None);
    }

    /// Writes the start of a line in the quotes and items that are begun; of an empty line, without spaces at the end.
    pub(super) fn write_prefixes(&mut self, is_empty_line: bool) {
        let out = self.out.text();
        let start = out.len();
        self.prefixes[..self.begun].iter().for_each(|prefix| out.push_str(&prefix.rest));
        if is_empty_line {
            out.truncate(start + out[start..].trim_end_matches(' ').len());
        }
    }

    /// Has white space follow that the page does not have.
    pub(super) fn add_space(&mut self) {
        self.space.get_or_insert_default();
    }

    /// Writes something on the current line.
    pub(super) fn raw(&mut self, text: &str) {
        self.out.text().push_str(text);
        self.note_raw(text);
    }

    /// Writes something on the current line in place of the text at an origin.
    pub(super) fn raw_for(&mut self, origin: O::Origin, text: &str) {
        self.out.replace(origin, text);
        self.note_raw(text);
    }

    /// Notes that something is written on the current line.
    pub(super) fn note_raw(&mut self, text: &str) {
        if let Some(last) = text.chars().next_back() {
            self.last = last;
            (self.blank, self.at_start, self.in_number, self.delimiters.closed_after) = (false, false, false, None);
            self.has_cell_content = true;
        }
    }

    /// Writes a line of its own.
    pub(super) fn line(&mut self, text: &str) {
        self.start();
        self.raw(text);
        self.breaks = 1;
    }

    /// Writes something that is not text, within a line.
    pub(super) fn literal(&mut self, text: &str) {
        self.before(text.chars().next().unwrap_or(' '));
        self.raw(text);
    }

    /// Prepares for something that starts with a character that is not white space.
    #[inline]
    pub(super) fn before(&mut self, next: char) {
        self.is_after_box = false;
        let is_in_block = self.breaks == 0 && !self.blank && !self.hard_break && self.has_content();
        if is_in_block && self.delimiters.are_settled() && !self.is_link_due {
            self.write_space();
        } else {
            self.before_anyhow(next);
        }
    }

    fn before_anyhow(&mut self, next: char) {
        if let Some(level) = self.heading_due.take() {
            self.start();
            self.raw(&"######"[..level]);
            self.add_space();
        }
        if self.is_link_due {
            self.write_link_start();
        }
        self.start();
        if self.space.is_none() {
            self.delimiters.resume();
        }
        self.write_closing();
        self.close_joined();
        let opens = self.delimiters.has_unwritten();
        if self.space.is_some() {
            self.write_space();
        } else if let Some(before) = self.delimiters.closed_after.take()
            && (opens || may_be_punctuation(before) && may_be_letter(next))
        {
            self.raw(SEPARATOR);
        }
        if opens {
            self.open(next);
        }
    }

    #[inline]
    fn write_space(&mut self) {
        if let Some(space) = self.space.take()
            && !self.at_start
        {
            self.raw_for(space, " ");
        }
    }

    /// Writes closing delimiters for all that is open. What is still open in the tree goes on after it.
    pub(super) fn close_written(&mut self) {
        self.write_closing();
        for Delimiter { text, is_written, .. } in self.delimiters.open.iter_mut().rev() {
            if mem::take(is_written) {
                self.out.text().push_str(text);
            }
        }
    }

    #[inline]
    pub(super) fn write_closing(&mut self) {
        if !self.delimiters.closing.is_empty() {
            self.write_closing_delimiters();
        }
    }

    fn write_closing_delimiters(&mut self) {
        for at in 0..self.delimiters.closing.len() {
            let text = self.delimiters.closing[at].text;
            self.out.text().push_str(text);
            self.last = self.delimiters.note_closed(text, self.last);
        }
        self.delimiters.closing.clear();
    }

    /// Writes closing delimiters for what those that are about to open something could close.
    fn close_joined(&mut self) {
        let is_after_space = self.space.is_some() || self.hard_break;
        if !self.last.is_whitespace() {
            self.delimiters.close_joined(is_after_space);
        }
        self.write_closing();
    }

    /// Writes opening delimiters before a character.
    fn open(&mut self, next: char) {
        if may_be_letter(self.last) && may_be_punctuation(self.delimiters.next_other(next))
            || matches!(self.last, '*' | '~')
        {
            self.raw(SEPARATOR);
        }
        let last = self.delimiters.write_opening(self.out.text());
        self.note_raw(last);
    }
}

/// Whether a character may be neither white space nor punctuation, which a delimiter beside punctuation
/// [must not have on its other side](https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run).
#[inline]
fn may_be_letter(character: char) -> bool {
    !character.is_whitespace() && !character.is_ascii_punctuation()
}

/// Whether a character may be punctuation, a symbol included. Of those that are neither, both may be said.
#[inline]
fn may_be_punctuation(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_whitespace()
}
