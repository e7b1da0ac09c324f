//! Delimiters of emphasis: which are open in the tree, which are written, and what must not close what.

use core::mem;

/// An emphasis that is open in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delimiter {
    pub(super) text: &'static str,
    pub(super) is_written: bool,
    /// Whether it was written right beside another one of the same character.
    is_joined: bool,
}

impl Delimiter {
    #[inline]
    fn character(&self) -> char {
        self.text.chars().next().unwrap_or('*')
    }
}

/// The delimiters around a place.
#[derive(Debug, Default)]
pub(super) struct Delimiters {
    pub(super) open: Vec<Delimiter>,
    /// The closing delimiters that are not written yet, as an opening one may cancel them.
    pub(super) closing: Vec<Delimiter>,
    /// The number of delimiters around the link that is open.
    pub(super) before_link: usize,
    /// The character before the closing delimiters that were written last, if nothing follows them yet.
    pub(super) closed_after: Option<char>,
}

impl Delimiters {
    /// Opens emphasis, which is written with its first character. Returns whether it is: within the same once is enough.
    #[inline]
    pub(super) fn enter(&mut self, text: &'static str) -> bool {
        let is_new = self.open.iter().all(|one| one.text != text);
        if is_new {
            self.open.push(Delimiter { text, is_written: false, is_joined: false });
        }
        is_new
    }

    /// Closes the innermost emphasis.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.closing.extend(self.open.pop().filter(|delimiter| delimiter.is_written));
    }

    /// Whether none is to be written, nor one to be kept off what comes next.
    #[inline]
    pub(super) fn are_settled(&self) -> bool {
        self.closing.is_empty() && self.closed_after.is_none() && !self.has_unwritten()
    }

    #[inline]
    pub(super) fn has_unwritten(&self) -> bool {
        self.open.iter().any(|one| !one.is_written)
    }

    /// Returns the characters of the delimiters that are to be written.
    #[inline]
    fn unwritten(&self) -> impl Iterator<Item = char> {
        self.open.iter().filter(|one| !one.is_written).map(Delimiter::character)
    }

    /// Returns what follows the run of one character that the delimiters to write start with: another of them, or what is next.
    #[inline]
    pub(super) fn next_other(&self, next: char) -> char {
        let first = self.unwritten().next().unwrap_or(next);
        self.unwritten().find(|&other| other != first).unwrap_or(next)
    }

    /// Lets emphasis that ends where the same starts go on.
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

    /// Notes that a closing delimiter is written after a character. Returns the last character then.
    #[inline]
    pub(super) fn note_closed(&mut self, text: &str, last: char) -> char {
        let delimiter = text.chars().next().unwrap_or('*');
        // Delimiters of one kind are one run.
        if self.closed_after.is_none() || last != delimiter {
            self.closed_after = Some(last);
        }
        delimiter
    }

    /// Closes what could be closed by delimiters that are about to be written, to open it anew with them: where `***` opened
    /// two and one was closed, another `*` or `**` could close the other.
    #[inline]
    pub(super) fn close_joined(&mut self, is_after_space: bool) {
        // Nothing can close after white space.
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

    /// Writes the opening delimiters that are to be written. Returns the last of them.
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
