//! The delimiters of emphasis. This module tracks which delimiters are open and written, and prevents a delimiter from closing another one
//! by mistake.

use core::mem;

/// The delimiter of an emphasis that is open in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delimiter {
    pub(super) text: &'static str,
    pub(super) is_written: bool,
    /// Whether it was written directly next to another delimiter with the same character.
    is_joined: bool,
}

impl Delimiter {
    #[inline]
    fn character(&self) -> char {
        self.text.chars().next().unwrap_or('*')
    }
}

/// The open and closing delimiters at the writer's position.
#[derive(Debug, Default)]
pub(super) struct Delimiters {
    pub(super) open: Vec<Delimiter>,
    /// The closing delimiters that are not written yet, because an opening one may cancel them.
    pub(super) closing: Vec<Delimiter>,
    /// The number of delimiters that were open before the current link.
    pub(super) before_link: usize,
    /// The character before the closing delimiters that were just written, if nothing follows them yet.
    pub(super) closed_after: Option<char>,
}

impl Delimiters {
    /// Opens emphasis, whose delimiter is written before its first character. Returns `false` if the same emphasis is already open.
    #[inline]
    pub(super) fn enter(&mut self, text: &'static str) -> bool {
        let is_new = self.open.iter().all(|one| one.text != text);
        if is_new {
            self.open.push(Delimiter { text, is_written: false, is_joined: false });
        }
        is_new
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        self.closing.extend(self.open.pop().filter(|delimiter| delimiter.is_written));
    }

    /// Whether all delimiters are written, and the next character needs no separator from them.
    #[inline]
    pub(super) fn nothing_pending(&self) -> bool {
        self.closing.is_empty() && self.closed_after.is_none() && !self.has_unwritten()
    }

    #[inline]
    pub(super) fn has_unwritten(&self) -> bool {
        self.open.iter().any(|one| !one.is_written)
    }

    /// Returns the characters of the pending opening delimiters.
    #[inline]
    fn unwritten(&self) -> impl Iterator<Item = char> {
        self.open.iter().filter(|one| !one.is_written).map(Delimiter::character)
    }

    /// Returns the character that will follow the first run of equal characters in the pending opening delimiters, such as `***`: the first
    /// character of another delimiter, or `next`.
    #[inline]
    pub(super) fn next_other(&self, next: char) -> char {
        let first = self.unwritten().next().unwrap_or(next);
        self.unwritten().find(|&other| other != first).unwrap_or(next)
    }

    /// Continues emphasis that ends where the same kind of emphasis starts.
    #[inline]
    pub(super) fn resume(&mut self) {
        while let Some(&last) = self.closing.last()
            && let Some(first) = self.open.iter_mut().find(|one| !one.is_written)
            && first.text == last.text
        {
            *first = last;
            self.closing.pop();
        }
    }

    /// Records that a closing delimiter was written after a character. Returns the new last character.
    #[inline]
    pub(super) fn record_closed(&mut self, text: &str, last: char) -> char {
        let delimiter = text.chars().next().unwrap_or('*');
        // Adjacent delimiters of one kind form one run.
        if self.closed_after.is_none() || last != delimiter {
            self.closed_after = Some(last);
        }
        delimiter
    }

    /// Closes open emphasis if a pending opening delimiter could be read as its end. It is reopened together with the pending delimiters.
    /// Example: `***` has opened two levels, and one of them is closed. Then an opening `*` or `**` could be read as the end of the other
    /// level.
    #[inline]
    pub(super) fn close_joined(&mut self, is_after_space: bool) {
        // A delimiter after white space cannot close.
        if is_after_space && self.unwritten().next() == Some('*') {
            return;
        }
        let in_link = self.open.get_mut(self.before_link..).unwrap_or_default();
        let opens_star = in_link.iter().any(|one| !one.is_written && one.character() == '*');
        let is_joined = |one: &Delimiter| one.is_written && one.is_joined && one.character() == '*';
        if let Some(joined) = in_link.iter().position(is_joined).filter(|_| opens_star) {
            let close = |one: &mut Delimiter| mem::take(&mut one.is_written).then_some(*one);
            self.closing.extend(in_link[joined..].iter_mut().rev().filter_map(close));
        }
    }

    /// Writes the pending opening delimiters. Returns the last one.
    #[inline]
    pub(super) fn write_opening(&mut self, out: &mut String) -> &'static str {
        let mut before: Option<usize> = None;
        for at in 0..self.open.len() {
            if self.open[at].is_written {
                continue;
            }
            let joins = before.filter(|&before| self.open[before].character() == self.open[at].character());
            self.open[at].is_written = true;
            self.open[at].is_joined = joins.is_some();
            if let Some(before) = joins {
                self.open[before].is_joined = true;
            }
            out.push_str(self.open[at].text);
            before = Some(at);
        }
        before.map_or("", |last| self.open[last].text)
    }
}
