//! Inline content other than text: links, images, code, check boxes and line breaks. This module also writes code blocks, because they
//! share functions with inline code.

use super::escape::{destination, next_word, title};
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::write::inner_text::write_text_in;
use crate::write::output::{Origin, Output};
use crate::write::rendering::{Rendering, html_name};
use core::mem;
use core::ops::Range;
use limpid_markup::{LocalName, srcset_urls};
use std::borrow::Cow;

/// The address and the title of a link or an image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'d> {
    pub(super) element: NodeRef<'d>,
    /// The attribute with the address.
    name: LocalName,
    pub(super) address: &'d str,
    title: Option<&'d str>,
}

impl<'d> Target<'d> {
    /// Returns the target of an element, or `None` if it has no address.
    #[inline]
    pub(super) fn of(element: NodeRef<'d>, name: LocalName) -> Option<Target<'d>> {
        let [address, title] = element.attributes_by_name([name, LocalName::TITLE]);
        address.map(|address| Target { element, name, address, title })
    }

    /// Returns the target of an image. An attribute for lazy loading, which a script copies to `src`, has precedence over `src`.
    #[inline]
    pub(super) fn of_image(image: NodeRef<'d>) -> Option<Target<'d>> {
        const LAZY_ATTRIBUTES: [&str; 5] =
            ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-actualsrc"];
        let src = Target::of(image, LocalName::SRC).filter(|target| !target.address.trim_ascii().is_empty());
        let is_placeholder =
            |target: &Target<'_>| target.is_data() || ["#", "about:blank"].contains(&target.address.trim_ascii());
        let lazy =
            || LAZY_ATTRIBUTES.iter().filter_map(|name| image.attribute(name)).find(|address| is_address(address));
        let lazy_candidate = || first_candidate(image, &["data-srcset", "data-lazy-srcset"]);
        let fallback = || {
            let from_picture = || {
                let is_in_picture = image.parent().is_some_and(|parent| html_name(parent) == LocalName::PICTURE);
                let before = image.previous_siblings().take(if is_in_picture { MAX_SOURCE_SIBLINGS } else { 0 });
                let sources = before.filter(|node| html_name(*node) == LocalName::SOURCE);
                sources.filter_map(|source| first_candidate(source, &["srcset", "data-srcset"])).last()
            };
            image.attribute("data-url").or_else(|| first_candidate(image, &["srcset"])).or_else(from_picture)
        };
        let address = lazy().or_else(lazy_candidate).or_else(|| match src.filter(|src| !is_placeholder(src)) {
            Some(_) => None,
            None => fallback().filter(|address| is_address(address)),
        });
        match address {
            Some(address) => {
                let title = image.attribute_by_name(LocalName::TITLE);
                Some(Target { element: image, name: LocalName::UNKNOWN, address, title })
            }
            None => src,
        }
    }

    /// Whether the address is a `data:` URL.
    #[inline]
    pub(super) fn is_data(&self) -> bool {
        self.address.trim_ascii_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
    }
}

/// The maximum number of siblings before an image in a `picture` that are searched for its sources.
const MAX_SOURCE_SIBLINGS: usize = 32;

/// Returns the address of the first image candidate in these attributes, which have the syntax of `srcset`.
#[inline]
fn first_candidate<'d>(element: NodeRef<'d>, names: &[&str]) -> Option<&'d str> {
    names.iter().find_map(|name| {
        let candidates = element.attribute(name)?;
        srcset_urls(candidates).next().map(|range| &candidates[range])
    })
}

/// Whether an attribute value looks like an address. Some attributes for scripts contain only flags or settings.
#[inline]
fn is_address(value: &str) -> bool {
    let value = value.trim_ascii();
    value.contains(['.', '/']) && !value.starts_with(['{', '[']) && !value.contains(|c: char| c.is_ascii_whitespace())
}

/// The text of a code element, with the origins of its parts.
pub(super) struct Code<'d, O: Output<'d>> {
    text: String,
    /// For each part: its start, its origin, and whether it is an unchanged copy.
    parts: Vec<(usize, O::Origin, bool)>,
    /// The end of the last part.
    end: usize,
}

impl<'d, O: Output<'d>> Output<'d> for Code<'d, O> {
    type Origin = O::Origin;

    #[inline]
    fn text_origin(node: NodeRef<'d>, text: &'d str) -> O::Origin {
        O::text_origin(node, text)
    }

    #[inline]
    fn value_origin(element: NodeRef<'d>, name: LocalName, value: &'d str) -> O::Origin {
        O::value_origin(element, name, value)
    }

    #[inline]
    fn text(&mut self) -> &mut String {
        &mut self.text
    }

    fn copy(&mut self, origin: O::Origin, text: &str) {
        self.push(origin, text, true);
    }

    fn replace(&mut self, origin: O::Origin, text: &str) {
        self.push(origin, text, false);
    }
}

impl<'d, O: Output<'d>> Code<'d, O> {
    /// Returns an element's [`inner_text`](NodeRef::inner_text). Unless the element is a block, visible spaces at the start and end of the
    /// element are included.
    pub(super) fn of(element: NodeRef<'d>, rendering: Rendering, is_block: bool) -> Self {
        let mut code = Code { text: String::new(), parts: Vec::new(), end: 0 };
        // Writing to a String cannot fail.
        let _ = write_text_in(element, rendering, is_block, &mut code);
        code.push(O::Origin::default(), "", false);
        code
    }

    fn push(&mut self, origin: O::Origin, text: &str, is_copy: bool) {
        if self.end < self.text.len() {
            self.parts.push((self.end, O::Origin::default(), false));
        }
        if !text.is_empty() {
            self.parts.push((self.text.len(), origin, is_copy));
            self.text.push_str(text);
        }
        self.end = self.text.len();
    }

    /// Returns the parts of a range with their origins.
    fn parts(&self, range: Range<usize>) -> impl Iterator<Item = (O::Origin, &str)> {
        let first = self.parts.partition_point(|(start, ..)| *start <= range.start).saturating_sub(1);
        let parts = self.parts[first..].iter().enumerate().take_while(move |(_, part)| part.0 < range.end);
        parts.map(move |(index, &(part_start, origin, is_copy))| {
            let part_end = self.parts.get(first + index + 1).map_or(self.text.len(), |next| next.0);
            let (start, end) = (part_start.max(range.start), part_end.min(range.end));
            let origin = if is_copy { origin.part(start - part_start..end - part_start) } else { origin };
            (origin, &self.text[start..end])
        })
    }
}

impl<'d, O: Output<'d>> Writer<'_, 'd, O> {
    /// Breaks the line. A second call in a row breaks the paragraph.
    pub(super) fn line_break(&mut self) {
        if self.is_after_check_box {
            return;
        }
        if self.cells > 0 {
            self.literal("<br>");
        } else if self.inline > 0 {
            self.add_space();
        } else if self.hard_break {
            self.break_block(2);
        } else if self.breaks == 0 && !self.nothing_written && self.has_content() {
            (self.hard_break, self.space) = (true, None);
        }
    }

    /// Writes a text whose line ends are preserved.
    pub(super) fn lines_of_text(&mut self, origin: O::Origin, text: &str) {
        let mut at = 0;
        for line in text.split('\n') {
            if at > 0 {
                self.line_break();
            }
            self.text(origin.part(at..at + line.len()), line);
            at += line.len() + 1;
        }
    }

    pub(super) fn check_box(&mut self, input: NodeRef<'_>) {
        self.start();
        self.raw(if input.has_attribute_by_name(LocalName::CHECKED) { "[x]" } else { "[ ]" });
        self.add_space();
        self.is_after_check_box = true;
    }

    /// Starts a link, whose `[` is written before its first content.
    pub(super) fn start_link(&mut self) {
        self.is_link_pending = true;
        self.delimiters.before_link = self.delimiters.open.len();
        self.inline += 1;
    }

    /// Writes the start of the pending link.
    pub(super) fn write_link_start(&mut self) {
        self.is_link_pending = false;
        // Delimiters that were opened in the link are written after its start.
        let before_link = mem::take(&mut self.delimiters.before_link);
        let within = self.delimiters.open.split_off(before_link);
        if self.last == '!' && self.space.is_none() && self.breaks == 0 && !self.hard_break {
            // After a `!`, the link would be read as an image.
            self.raw(SEPARATOR);
        }
        self.literal("[");
        self.delimiters.open.extend(within);
        self.delimiters.before_link = before_link;
    }

    /// Ends a link that has no content. Nothing is written for it.
    pub(super) fn discard_link(&mut self) {
        (self.is_link_pending, self.delimiters.before_link) = (false, 0);
        self.inline -= 1;
    }

    /// Ends a link. `address` replaces the target's address.
    pub(super) fn end_link(&mut self, target: Target<'d>, address: Option<&str>) {
        self.write_closing();
        self.delimiters.before_link = 0;
        self.inline -= 1;
        self.destination(target, address);
    }

    pub(super) fn image(&mut self, image: NodeRef<'d>, target: Target<'d>, address: Option<&str>) {
        self.literal("![");
        let alt = image.attribute_by_name(LocalName::ALT).unwrap_or_default();
        self.words(O::value_origin(image, LocalName::ALT, alt), alt);
        self.destination(target, address);
    }

    /// Writes the destination and the title of a link or an image.
    fn destination(&mut self, target: Target<'d>, resolved: Option<&str>) {
        let Target { element, name, address, title: value } = target;
        self.out.text().push_str("](");
        let origin = O::value_origin(element, name, address);
        let title = value.map(title).unwrap_or_default();
        match destination(resolved.unwrap_or(address)) {
            Cow::Borrowed("") if !title.is_empty() => self.out.text().push_str("<>"),
            Cow::Borrowed(written) if resolved.is_none() && written.len() == address.len() => {
                self.out.copy(origin, address);
            }
            written => self.out.replace(origin, &written),
        }
        if let Some(value) = value
            && !title.is_empty()
        {
            self.out.text().push_str(" \"");
            self.out.replace(O::value_origin(element, LocalName::TITLE, value), &title);
            self.out.text().push('"');
        }
        self.raw(")");
    }

    /// Writes inline code: a code span for each of its lines, in which white space collapses.
    pub(super) fn code(&mut self, code: &Code<'d, O>) {
        let (mut at, mut is_break_pending) = (0, false);
        for line in code.text.split('\n') {
            is_break_pending |= at > 0;
            if !line.trim_ascii().is_empty() && mem::take(&mut is_break_pending) {
                self.line_break();
            }
            self.code_line(code, at..at + line.len());
            at += line.len() + 1;
        }
        if is_break_pending {
            self.line_break();
        }
    }

    fn code_line(&mut self, code: &Code<'d, O>, range: Range<usize>) {
        let (first, text) = (range.start, &code.text[..range.end]);
        let line = text[first..].trim_ascii();
        let space = |range: Range<usize>| match range.is_empty() {
            true => None,
            false => code.parts(range).next().map(|(origin, _)| origin),
        };
        if line.is_empty() {
            self.space = self.space.or(space(range));
            return;
        }
        let (mut at, mut word) = next_word(text, first);
        if !self.hard_break {
            self.space = self.space.or(space(at));
        }
        let fence = "`".repeat(longest_run(line) + 1);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        self.write_pending('`');
        if self.last == '`' {
            // Without a separator, two adjacent code spans would become one.
            self.raw(SEPARATOR);
        }
        self.raw(&fence);
        self.raw(pad);
        loop {
            for (origin, part) in code.parts(word.clone()) {
                self.code_part(origin, part);
            }
            (at, word) = next_word(text, word.end);
            if word.is_empty() {
                break;
            }
            self.raw_from(space(at).unwrap_or_default(), " ");
        }
        self.raw(pad);
        self.raw(&fence);
        self.space = self.space.or(space(at));
    }

    /// Writes a part of inline code. In a table, `|` is escaped even in code.
    fn code_part(&mut self, origin: O::Origin, part: &str) {
        let mut written = 0;
        for (at, _) in part.match_indices('|').filter(|_| self.cells > 0) {
            self.out.copy(origin.part(written..at), &part[written..at]);
            self.out.text().push('\\');
            written = at;
        }
        self.out.copy(origin.part(written..part.len()), &part[written..]);
    }

    pub(super) fn code_block(&mut self, block: NodeRef<'_>, code: &Code<'d, O>) {
        if code.text.trim_ascii().is_empty() {
            return self.break_block(2);
        }
        self.leave_check_box();
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

/// Returns the language of a code block, as named by an attribute of the block, the `code` in it or its nearest ancestors.
#[inline]
fn language(block: NodeRef<'_>) -> Option<&str> {
    /// Natural languages. The `lang` attribute may also contain the natural language of the text.
    const NATURAL_LANGUAGES: &[&str] = &[
        "ar", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "la", "nl", "no",
        "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh",
    ];
    let code = block.descendants().find(|node| html_name(*node) == LocalName::CODE);
    let near = || [code, Some(block)].into_iter().flatten();
    let places = || near().chain(block.ancestors().take(2).filter(|node| node.is_element()));
    let by_data_attribute = || {
        places().find_map(|element| ["data-lang", "data-language"].into_iter().find_map(|name| element.attribute(name)))
    };
    let lang = || {
        let lang = near().find_map(|element| element.attribute_by_name(LocalName::LANG))?;
        (!NATURAL_LANGUAGES.contains(&lang) && !lang.contains('-')).then_some(lang)
    };
    let language = places().find_map(by_classes).or_else(by_data_attribute).or_else(lang)?;
    // The settings of a highlighter may follow the name.
    let language = language.split([';', '{', ',']).next()?.trim_ascii();
    let is_word = !language.is_empty() && language.chars().all(|it| it.is_alphanumeric() || "+-#._".contains(it));
    is_word.then_some(language)
}

/// Returns the language that an element's classes name by the conventions of highlight.js, Prism, GitHub, Sphinx, SyntaxHighlighter, Crayon,
/// Pandoc and Org.
#[inline]
fn by_classes(element: NodeRef<'_>) -> Option<&str> {
    const PREFIXES: [&str; 6] = ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "lang:"];
    let class = element.attribute_by_name(LocalName::CLASS)?;
    let words = || class.split_ascii_whitespace();
    let mut rest = words();
    while let Some(word) = rest.next() {
        if let Some(language) = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)) {
            return if language.is_empty() { rest.next() } else { Some(language) };
        }
        let is_setting = |language: &&str| !["default", "none"].contains(language);
        if let Some(language) = word.strip_prefix("highlight-").filter(is_setting) {
            return Some(language);
        }
        match word {
            "sourceCode" => return rest.next(),
            "hljs" => return words().find(|word| *word != "hljs"),
            "src" => return rest.find_map(|word| word.strip_prefix("src-")),
            _ => {}
        }
    }
    None
}

/// Returns the length of the longest run of grave accents.
#[inline]
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
