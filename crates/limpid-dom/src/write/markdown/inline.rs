//! Links, images, code, check boxes and line breaks, which stand in a line beside text; blocks of code, too.

use super::escape::{destination, next_word, title};
use super::role::Role;
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Edge;
use crate::write::output::{Origin, Output};
use crate::write::rendering::html_name;
use core::ops::Range;
use limpid_markup::LocalName;
use std::borrow::Cow;

/// The address and the title of a link or an image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'d> {
    address: &'d str,
    title: Option<&'d str>,
}

impl<'d> Target<'d> {
    /// Takes them from the attributes of an element; `None` if it has no address.
    #[inline]
    pub(super) fn of(element: NodeRef<'d>, address: LocalName) -> Option<Target<'d>> {
        let [address, title] = element.own_attributes([address, LocalName::TITLE]);
        address.map(|address| Target { address, title })
    }
}

/// The text of an element that is code, and where its parts come from.
pub(super) struct Code<'d, O: Output<'d>> {
    text: String,
    /// The texts that it consists of, by where each of them starts.
    parts: Vec<(usize, O::Origin)>,
}

impl<'d, O: Output<'d>> Code<'d, O> {
    /// Takes the text of an element as far as it shows, with a line end for each `br` in it if it is a block of code.
    pub(super) fn of(element: NodeRef<'d>, is_block: bool, scripting: bool) -> Self {
        let mut code = Code { text: String::new(), parts: Vec::new() };
        let mut events = element.traverse();
        events.next();
        while let Some(event) = events.next() {
            let Edge::Enter(node) = event else { continue };
            if let Some(text) = node.text() {
                code.parts.push((code.text.len(), O::text_of(node, text)));
                code.text.push_str(text);
            } else if !Role::of(node.node()).is_rendered(node, node.node(), scripting) {
                events.skip_children();
            } else if is_block && html_name(node) == LocalName::BR {
                code.parts.push((code.text.len(), O::Origin::default()));
                code.text.push('\n');
            }
        }
        code
    }

    /// Returns the parts of a range, with what each of them comes from.
    fn parts(&self, range: Range<usize>) -> impl Iterator<Item = (O::Origin, &str)> {
        let first = self.parts.partition_point(|&(start, _)| start <= range.start).saturating_sub(1);
        let parts = self.parts[first..].iter().enumerate().take_while(move |(_, part)| part.0 < range.end);
        parts.map(move |(index, &(part_start, origin))| {
            let part_end = self.parts.get(first + index + 1).map_or(self.text.len(), |next| next.0);
            let (start, end) = (part_start.max(range.start), part_end.min(range.end));
            (origin.part(start - part_start..end - part_start), &self.text[start..end])
        })
    }
}

impl<'d, O: Output<'d>> Writer<'_, 'd, O> {
    pub(super) fn line_break(&mut self, is_in_cell: bool) {
        if is_in_cell {
            self.literal("<br>");
            return;
        }
        if self.inline > 0 {
            self.add_space();
        } else if self.breaks == 0 && !self.blank {
            (self.hard_break, self.space) = (true, None);
        }
    }

    pub(super) fn check_box(&mut self, input: NodeRef<'_>) {
        self.start();
        self.raw(if input.has_own(LocalName::CHECKED) { "[x]" } else { "[ ]" });
        self.add_space();
    }

    pub(super) fn start_link(&mut self) {
        if self.last == '!' && self.space.is_none() && self.breaks == 0 {
            // It would be an image.
            self.raw(SEPARATOR);
        }
        self.literal("[");
        self.delimiters.before_link = self.delimiters.open.len();
        self.inline += 1;
    }

    pub(super) fn end_link(&mut self, link: NodeRef<'d>, target: Target<'d>) {
        self.write_closing();
        self.delimiters.before_link = 0;
        self.inline -= 1;
        self.destination(link, LocalName::HREF, target);
    }

    pub(super) fn image(&mut self, image: NodeRef<'d>) {
        let Some(target) = Target::of(image, LocalName::SRC) else { return };
        self.literal("![");
        let alt = image.own_attribute(LocalName::ALT).unwrap_or_default();
        self.words(O::value_of(image, LocalName::ALT, alt), alt);
        self.destination(image, LocalName::SRC, target);
    }

    /// Writes the end of a link or an image.
    fn destination(&mut self, element: NodeRef<'d>, name: LocalName, Target { address, title: value }: Target<'d>) {
        self.out.text().push_str("](");
        let origin = O::value_of(element, name, address);
        match destination(address) {
            Cow::Borrowed(written) if written.len() == address.len() => self.out.copy(origin, address),
            written => self.out.replace(origin, &written),
        }
        if let Some(value) = value {
            let title = title(value);
            if !title.is_empty() {
                self.out.text().push_str(" \"");
                self.out.replace(O::value_of(element, LocalName::TITLE, value), &title);
                self.out.text().push('"');
            }
        }
        self.raw(")");
    }

    pub(super) fn code(&mut self, code: &Code<'d, O>, is_in_cell: bool) {
        let text = &*code.text;
        let line = text.trim_ascii();
        let space = |range: Range<usize>| match range.is_empty() {
            true => None,
            false => code.parts(range).next().map(|(origin, _)| origin),
        };
        if line.is_empty() {
            self.space = self.space.or(space(0..text.len()));
            return;
        }
        let (mut at, mut word) = next_word(text, 0);
        if !self.hard_break {
            self.space = self.space.or(space(at));
        }
        let fence = "`".repeat(longest_run(line) + 1);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        self.before('`');
        if self.last == '`' {
            // Two codes would be one.
            self.raw(SEPARATOR);
        }
        self.raw(&fence);
        self.raw(pad);
        loop {
            for (origin, part) in code.parts(word.clone()) {
                self.code_part(origin, part, is_in_cell);
            }
            (at, word) = next_word(text, word.end);
            if word.is_empty() {
                break;
            }
            self.raw_for(space(at).unwrap_or_default(), " ");
        }
        self.raw(pad);
        self.raw(&fence);
        self.space = self.space.or(space(at));
    }

    /// Writes a part of code in a line. In a table not even code is safe from the bar.
    fn code_part(&mut self, origin: O::Origin, part: &str, is_in_cell: bool) {
        let mut written = 0;
        for (at, _) in part.match_indices('|').filter(|_| is_in_cell) {
            self.out.copy(origin.part(written..at), &part[written..at]);
            self.out.text().push('\\');
            written = at;
        }
        self.out.copy(origin.part(written..part.len()), &part[written..]);
    }

    pub(super) fn code_block(&mut self, block: NodeRef<'_>, code: &Code<'d, O>) {
        self.break_block(2);
        self.start();
        let fence = "`".repeat((longest_run(&code.text) + 1).max(3));
        self.raw(&fence);
        self.raw(language(block).unwrap_or_default());
        let mut start = 0;
        for line in code.text.split_inclusive('\n') {
            let shown = line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
            self.out.text().push('\n');
            self.write_prefixes(shown.is_empty());
            for (origin, part) in code.parts(start..start + shown.len()) {
                self.out.copy(origin, part);
            }
            start += line.len();
        }
        self.out.text().push('\n');
        self.write_prefixes(false);
        self.raw(&fence);
        self.break_block(2);
    }
}

/// Returns the language that a class of a block of code, or of what it starts with, names.
#[inline]
fn language(block: NodeRef<'_>) -> Option<&str> {
    let classes = [Some(block), block.first_element_child()].into_iter().flatten().flat_map(NodeRef::classes);
    let mut languages = classes.filter_map(|class| class.strip_prefix("language-").or(class.strip_prefix("lang-")));
    let is_word = |language: &&str| language.chars().all(|it| it.is_alphanumeric() || "+-#.".contains(it));
    languages.next().filter(is_word)
}

/// Returns the length of the longest run of grave accents.
#[inline]
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
