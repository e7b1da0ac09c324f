//! Writes Markdown: line prefixes, breaks between blocks, and spaces between words.

use super::emphasis::{Delimiter, Delimiters};
use crate::write::output::Output;
use core::mem;
use std::borrow::Cow;

/// A comment that separates markup which would otherwise run together.
pub(super) const SEPARATOR: &str = "<!-- -->";

/// The prefix of the lines of a quote or an item.
#[derive(Clone, Debug)]
pub(super) struct Prefix {
    /// The prefix of the first line.
    pub(super) first: Cow<'static, str>,
    /// The prefix of the other lines.
    rest: Cow<'static, str>,
}

pub(super) struct Writer<'o, 'd, O: Output<'d>> {
    pub(super) out: &'o mut O,
    prefixes: Vec<Prefix>,
    /// The number of prefixes whose first line has been written.
    started: usize,
    pub(super) delimiters: Delimiters,
    /// The number of open elements whose content has to stay in one line.
    pub(super) inline: usize,
    /// The number of open table cells: 0 or 1, because a table in a cell is not written as a Markdown table.
    pub(super) cells: usize,
    /// Whether the cell has content so far.
    has_cell_content: bool,
    /// Whether the last output is a check box, whose text has to follow in the same line.
    pub(super) is_after_check_box: bool,
    /// Whether the `[` of a link is pending until the link's first content.
    pub(super) is_link_pending: bool,
    /// The level of a heading whose `#` characters are pending until its first content.
    pending_heading: Option<usize>,
    pub(super) nothing_written: bool,
    /// The number of pending line ends before the next block, or 0 within a block.
    pub(super) breaks: usize,
    pub(super) space: Option<O::Origin>,
    /// Whether a hard line break is pending.
    pub(super) hard_break: bool,
    /// Whether the next character is the first of its line.
    pub(super) at_start: bool,
    /// Whether the line contains only digits so far.
    pub(super) in_number: bool,
    pub(super) last: char,
    /// If the last block that ended at this level is a list, whether it is ordered.
    pub(super) after_list: Option<bool>,
}

impl<'o, 'd, O: Output<'d>> Writer<'o, 'd, O> {
    pub(super) fn new(out: &'o mut O) -> Self {
        Writer {
            out,
            prefixes: Vec::new(),
            started: 0,
            delimiters: Delimiters::default(),
            inline: 0,
            cells: 0,
            has_cell_content: false,
            is_after_check_box: false,
            is_link_pending: false,
            pending_heading: None,
            nothing_written: true,
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
        if !self.nothing_written {
            self.out.text().push('\n');
        }
    }

    /// Ends a block. At least this number of line ends will precede the next output.
    pub(super) fn break_block(&mut self, breaks: usize) {
        self.hard_break = false;
        if self.is_after_check_box {
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
        // The first block of a quote or an item is in the same line as the marker.
        if self.has_content() {
            self.breaks = self.breaks.max(breaks);
        }
    }

    /// Ends the line of a check box, before content that cannot be in that line. A check box needs content in its line, so a comment is
    /// written after it.
    pub(super) fn leave_check_box(&mut self) {
        if self.is_after_check_box {
            self.literal(SEPARATOR);
            self.breaks = 2;
        }
    }

    /// Whether the innermost quote or item has content so far.
    pub(super) fn has_content(&self) -> bool {
        self.started == self.prefixes.len()
    }

    /// Starts a quote or an item. The two prefixes have the same width.
    pub(super) fn push_prefix(&mut self, first: Cow<'static, str>, rest: Cow<'static, str>) {
        self.prefixes.push(Prefix { first, rest });
        self.after_list = None;
    }

    pub(super) fn pop_prefix(&mut self) {
        self.is_after_check_box = false;
        self.prefixes.pop();
        self.started = self.started.min(self.prefixes.len());
        self.after_list = None;
    }

    pub(super) fn nesting(&self) -> usize {
        self.prefixes.len()
    }

    /// Returns the prefixes whose first line has not been written yet.
    pub(super) fn new_prefixes(&self) -> &[Prefix] {
        &self.prefixes[self.started..]
    }

    /// Whether the innermost block is an item without content so far.
    pub(super) fn is_at_item_start(&self) -> bool {
        self.new_prefixes().last().is_some_and(|prefix| prefix.first != "> " && !prefix.first.trim_ascii().is_empty())
    }

    /// Starts a heading, whose `#` characters are written before its first content.
    pub(super) fn start_heading(&mut self, level: usize) {
        self.break_block(2);
        self.pending_heading = Some(level);
        self.inline += 1;
    }

    pub(super) fn end_heading(&mut self) {
        self.pending_heading = None;
        self.end_line();
        self.break_block(2);
    }

    /// Starts a cell, whose content stays in one line.
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

    /// Ends an element whose content stays in one line.
    fn end_line(&mut self) {
        self.close_written();
        self.inline -= 1;
    }

    /// Writes the pending breaks and the prefixes of the line, before a block or a part of one.
    pub(super) fn start(&mut self) {
        if self.after_list.is_some() && self.breaks > 0 && self.has_content() {
            // Without an empty line, the next block would be read as text of the last item.
            self.breaks = 2;
        }
        if self.breaks > 0 || self.nothing_written || !self.has_content() {
            self.write_closing();
            let breaks = if self.nothing_written { 0 } else { self.breaks.max(1) };
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
            self.prefixes[self.started..].iter().for_each(|prefix| self.out.text().push_str(&prefix.first));
            (self.started, self.nothing_written) = (self.prefixes.len(), false);
        }
        (self.space, self.at_start, self.in_number, self.last) = (None, true, true, '\n');
        (self.delimiters.closed_after, self.after_list) = (None, None);
    }

    /// Writes the prefixes of a line in the quotes and items that have content, without trailing spaces if the line is empty.
    pub(super) fn write_prefixes(&mut self, is_empty_line: bool) {
        let out = self.out.text();
        let start = out.len();
        self.prefixes[..self.started].iter().for_each(|prefix| out.push_str(&prefix.rest));
        if is_empty_line {
            out.truncate(start + out[start..].trim_end_matches(' ').len());
        }
    }

    /// Adds pending white space that does not come from the page.
    pub(super) fn add_space(&mut self) {
        self.space.get_or_insert_default();
    }

    /// Writes markup in the current line.
    pub(super) fn raw(&mut self, text: &str) {
        self.out.text().push_str(text);
        self.update_state(text);
    }

    /// Writes markup in the current line that replaces the text at an origin.
    pub(super) fn raw_from(&mut self, origin: O::Origin, text: &str) {
        self.out.replace(origin, text);
        self.update_state(text);
    }

    /// Updates the state after text was written in the current line.
    pub(super) fn update_state(&mut self, text: &str) {
        if let Some(last) = text.chars().next_back() {
            self.last = last;
            (self.nothing_written, self.at_start, self.in_number, self.delimiters.closed_after) =
                (false, false, false, None);
            self.has_cell_content = true;
        }
    }

    /// Writes a separate line.
    pub(super) fn line(&mut self, text: &str) {
        self.start();
        self.raw(text);
        self.breaks = 1;
    }

    /// Writes markup within a line, after everything that is pending.
    pub(super) fn literal(&mut self, text: &str) {
        self.write_pending(text.chars().next().unwrap_or(' '));
        self.raw(text);
    }

    /// Writes everything that is pending before the next output. `next` is the first character of that output, and is not white space.
    #[inline]
    pub(super) fn write_pending(&mut self, next: char) {
        self.is_after_check_box = false;
        let is_in_block = self.breaks == 0 && !self.nothing_written && !self.hard_break && self.has_content();
        if is_in_block && self.delimiters.nothing_pending() && !self.is_link_pending {
            self.write_space();
        } else {
            self.write_all_pending(next);
        }
    }

    fn write_all_pending(&mut self, next: char) {
        if let Some(level) = self.pending_heading.take() {
            self.start();
            self.raw(&"######"[..level]);
            self.add_space();
        }
        if self.is_link_pending {
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
            self.raw_from(space, " ");
        }
    }

    /// Closes all written delimiters. Emphasis that is still open in the tree is opened again later.
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
            self.last = self.delimiters.record_closed(text, self.last);
        }
        self.delimiters.closing.clear();
    }

    /// Closes open emphasis if a pending opening delimiter could be read as its end.
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
        self.update_state(last);
    }
}

/// Whether a character may be neither white space nor punctuation. A delimiter between such a character and punctuation [may not be
/// recognized](https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run).
#[inline]
fn may_be_letter(character: char) -> bool {
    !character.is_whitespace() && !character.is_ascii_punctuation()
}

/// Whether a character may be punctuation, including symbols. For some characters, both functions return `true`.
#[inline]
fn may_be_punctuation(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_whitespace()
}
