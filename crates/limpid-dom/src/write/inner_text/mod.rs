//! The text of a node as a browser shows it: `innerText`.

mod surroundings;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::Node;
use crate::write::buffered::{Buffered, write_buffered};
#[cfg(feature = "mapped-text")]
use crate::write::mapped::MappedText;
use crate::write::output::{Origin, Output};
use crate::write::rendering::{
    Display, display, display_in_closed, has_scripting, is_closed_details, is_preformatted, own_display,
};
use crate::write::white_space::{end_of_white_space, end_of_word};
use core::fmt::{self, Write};
use core::iter;
use core::mem;
use limpid_markup::{LocalName, Namespace};
use surroundings::{Surrounding, Surroundings};

impl Document<'_> {
    /// Returns the text as a browser shows it: [`NodeRef::inner_text`] of the root.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<title>Shop</title><p>Green\n tea<script>x()</script><p>Cups").inner_text(), "Green tea\n\nCups");
    /// ```
    #[doc(alias = "innerText")]
    #[doc(alias = "to_text")]
    #[inline]
    pub fn inner_text(&self) -> String {
        self.root().inner_text()
    }
}

impl NodeRef<'_> {
    /// Returns the text in a node as a browser without style sheets of the page shows it:
    /// [innerText](https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute).
    ///
    /// Blocks are lines of their own and paragraphs have an empty line around them, `br` breaks a line, tabs separate the cells
    /// of a row and line ends its rows. White space collapses except in `pre` and the like, also around images, fields
    /// and the like, which show no text; a space at the start or end of an inline element stays where it separates words.
    /// Scripts, style sheets, templates, closed `details` and everything else that is not shown, such as `hidden` elements, are
    /// left out; a node within one of those has its [`text_content`](Self::text_content).
    /// Attributes such as `alt` are not text.
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new_fragment();
    /// # let root = document.root().id();
    /// # for (name, text) in [("h1", " Tea\n list "), ("script", "x()"), ("p", "Green"), ("p", "Black")] {
    /// #     let element = document.create_element(name)?;
    /// #     document.node_mut(root)?.append(element)?;
    /// #     let text = document.create_text(text)?;
    /// #     document.node_mut(element)?.append(text)?;
    /// # }
    /// assert_eq!(document.to_html(), "<h1> Tea\n list </h1><script>x()</script><p>Green</p><p>Black</p>");
    /// assert_eq!(document.inner_text(), "Tea list\n\nGreen\n\nBlack");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "innerText")]
    #[doc(alias = "to_text")]
    #[inline]
    pub fn inner_text(self) -> String {
        Buffered::text_of("", 0, |out| write_inner_text(self, out))
    }

    /// Writes what [`inner_text`](Self::inner_text) returns.
    ///
    /// # Errors
    /// Those of the writer.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green<br>tea<script>x()</script>");
    /// let mut text = String::new();
    /// document.root().write_inner_text(&mut text)?;
    /// assert_eq!(text, "Green\ntea");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[inline]
    pub fn write_inner_text<W: Write>(self, mut out: W) -> fmt::Result {
        write_buffered("", &mut out, |out| write_inner_text(self, out))
    }

    /// Returns what [`inner_text`](Self::inner_text) returns, with what each part of it comes from.
    ///
    /// ```
    /// let page = "<p>Tea &amp;\n <b>milk</b><p>Sugar";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let mapped = document.root().inner_text_mapped();
    /// assert_eq!(mapped.text(), "Tea & milk\n\nSugar");
    ///
    /// let found = mapped.text().find("milk").unwrap();
    /// let position = mapped.position(found).unwrap();
    /// assert_eq!(document.node(position.node).unwrap().text(), Some("milk"));
    /// assert_eq!(&page[position.source.unwrap() as usize..], "milk</b><p>Sugar");
    /// ```
    #[cfg(feature = "mapped-text")]
    #[inline]
    pub fn inner_text_mapped(self) -> MappedText {
        MappedText::of(self, |recorder| write_inner_text(self, recorder))
    }
}

fn write_inner_text<'d, O: Output<'d>>(top: NodeRef<'d>, out: &mut O) -> fmt::Result {
    let scripting = has_scripting(top);
    let own_display = display(top, scripting);
    let hides = |node| matches!(display(node, scripting), Display::None | Display::Replaced);
    if own_display == Display::None || top.ancestors().any(hides) {
        let mut nodes = iter::once(top).chain(top.descendants());
        return nodes.try_for_each(|node| {
            let text = node.text().unwrap_or_default();
            out.copy(O::text_of(node, text), text);
            out.pass_on()
        });
    }
    if own_display == Display::Replaced {
        return Ok(());
    }
    let is_inline = own_display == Display::Inline;
    let lines = Lines::new(out, !is_inline || line_starts_before(top, scripting));
    let mut writer = TextWriter { top, scripting, lines, surroundings: Surroundings::default(), open: Vec::new() };
    top.ancestors().for_each(|node| writer.surroundings.enter(Surrounding::of(node.node())));
    visit(top, &mut writer)?;
    if is_inline && writer.lines.space.is_some() && line_goes_on_after(top, scripting, &writer.lines) {
        writer.lines.write_space();
    }
    Ok(())
}

/// Writes the nodes that show.
struct TextWriter<'o, 'd, O: Output<'d>> {
    top: NodeRef<'d>,
    scripting: bool,
    lines: Lines<'o, 'd, O>,
    surroundings: Surroundings,
    open: Vec<Open>,
}

/// An element that is open.
#[derive(Clone, Copy)]
struct Open {
    display: Display,
    surrounding: Surrounding,
    /// Whether it is a closed `details`.
    is_closed: bool,
    /// Whether it is part of a drawing, of which only texts show.
    is_drawing: bool,
}

impl<'d, O: Output<'d>> Visitor<'d> for TextWriter<'_, 'd, O> {
    type Error = fmt::Error;

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        self.lines.out.pass_on()?;
        let (is_in_closed, is_in_drawing) = match self.open.last() {
            Some(parent) => (parent.is_closed, parent.is_drawing),
            None => (false, node.parent().is_some_and(is_drawing)),
        };
        if record.is_text() {
            if !is_in_closed && self.surroundings.show_text(is_in_drawing) {
                let text = node.place_text(record.place());
                let origin = O::text_of(node, text);
                match self.surroundings.are_preformatted() {
                    false => self.lines.text(origin, text),
                    true => self.lines.preformatted(origin, text),
                }
            }
            return Ok(false);
        }
        let display = match is_in_closed {
            _ if node == self.top => Display::Inline,
            _ if !record.is_element() => Display::None,
            true => display_in_closed(node, self.scripting),
            false => own_display(node, self.scripting),
        };
        if display == Display::None {
            return Ok(false);
        }
        self.lines.out.enter(node);
        self.lines.enter(display);
        if display == Display::Replaced {
            self.lines.leave(display);
            return Ok(false);
        }
        let surrounding = Surrounding::of(record);
        self.surroundings.enter(surrounding);
        let is_closed = surrounding == Surrounding::Details && is_closed_details(node);
        self.open.push(Open { display, surrounding, is_closed, is_drawing: is_drawing(node) });
        Ok(true)
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>, _: &Node) -> fmt::Result {
        let Some(Open { display, surrounding, .. }) = self.open.pop() else { return Ok(()) };
        self.surroundings.leave(surrounding);
        self.lines.out.leave(node);
        self.lines.leave(display);
        Ok(())
    }
}

/// Returns what comes next to a node in its line, before or after it: a text that is not passed over, or an element that is
/// more than inline. `None` at the edge of a block.
fn neighbor_in_line<'d>(
    node: NodeRef<'d>,
    is_before: bool,
    scripting: bool,
    is_passed: impl Fn(&str) -> bool,
) -> Option<(NodeRef<'d>, Display)> {
    let (mut at, mut goes_in) = (node, false);
    loop {
        let child = if is_before { at.last_child() } else { at.first_child() };
        let sibling = if is_before { at.previous_sibling() } else { at.next_sibling() };
        if let Some(next) = child.filter(|_| goes_in).or(sibling) {
            let display = display(next, scripting);
            let is_something = next.text().is_some_and(|text| !text.is_empty() && !is_passed(text));
            if is_something && display == Display::Inline || !matches!(display, Display::None | Display::Inline) {
                return Some((next, display));
            }
            (at, goes_in) = (next, display == Display::Inline);
        } else {
            at = at.parent().filter(|&parent| display(parent, scripting) == Display::Inline)?;
            goes_in = false;
        }
    }
}

#[inline]
fn is_in_preformatted(text: NodeRef<'_>) -> bool {
    text.ancestors().any(is_preformatted)
}

/// Whether a space at the start of an inline node would not show: it is the first in its line, or follows another one.
#[inline]
fn line_starts_before(node: NodeRef<'_>, scripting: bool) -> bool {
    match neighbor_in_line(node, true, scripting, |_| false) {
        Some((text, Display::Inline)) if is_in_preformatted(text) => {
            text.text().is_some_and(|text| text.ends_with('\n'))
        }
        Some((text, Display::Inline)) => {
            text.text().is_some_and(|text| text.bytes().next_back().is_some_and(collapses))
        }
        Some((_, display)) => !matches!(display, Display::Replaced | Display::InlineBlock | Display::InlineTable),
        None => true,
    }
}

/// Whether something follows an inline node in its line, so that the space at its end shows.
fn line_goes_on_after<'d, O: Output<'d>>(node: NodeRef<'_>, scripting: bool, lines: &Lines<'_, 'd, O>) -> bool {
    match neighbor_in_line(node, false, scripting, |text| text.bytes().all(collapses)) {
        Some((text, Display::Inline)) => {
            let text = text
                .text()
                .unwrap_or_default()
                .trim_start_matches(|character| character <= ' ' && collapses(character as u8));
            !text.is_empty() && !lines.drops_space_before(text)
        }
        Some((_, display)) => matches!(display, Display::Replaced | Display::InlineBlock | Display::InlineTable),
        None => false,
    }
}

/// Whether a node is a part of a drawing, and no HTML in one.
#[inline]
fn is_drawing(node: NodeRef<'_>) -> bool {
    node.namespace() == Namespace::Svg && node.name() != LocalName::FOREIGN_OBJECT
}

/// A writer of lines: the space and the line breaks between words are written only once something follows.
struct Lines<'o, 'd, O: Output<'d>> {
    out: &'o mut O,
    /// Whether nothing is written yet.
    blank: bool,
    /// Whether the line so far shows nothing, so that a space would not show either.
    at_start: bool,
    /// The white space that collapses to a space that is due.
    space: Option<O::Origin>,
    /// Whether there is a line end in what collapsed to that space.
    space_has_line_end: bool,
    after_zero_width_space: bool,
    /// The required line break count that is due.
    breaks: usize,
    /// The separators that are due in each table around once another row or cell comes, the innermost last.
    tables: Vec<Due>,
}

#[derive(Clone, Copy, Default)]
struct Due {
    row: bool,
    cell: bool,
}

impl<'o, 'd, O: Output<'d>> Lines<'o, 'd, O> {
    fn new(out: &'o mut O, at_start: bool) -> Self {
        // Rows and cells may come without their table: where the text of a part of one is asked for.
        Lines {
            out,
            blank: true,
            at_start,
            space: None,
            space_has_line_end: false,
            after_zero_width_space: false,
            breaks: 0,
            tables: vec![Due::default()],
        }
    }

    fn enter(&mut self, display: Display) {
        match display {
            Display::None | Display::Inline => {}
            Display::LineBreak => {
                self.before(false);
                self.out.text().push('\n');
                self.start_line();
            }
            Display::Block => self.edge(1),
            Display::Paragraph => self.edge(2),
            Display::Replaced => self.write_space(),
            Display::InlineBlock => {
                self.write_space();
                self.start_line();
            }
            Display::Table | Display::InlineTable => {
                if display == Display::Table {
                    self.edge(1);
                } else {
                    self.write_space();
                }
                self.tables.push(Due::default());
            }
            Display::Row => {
                if self.due(|due| mem::take(due).row) {
                    self.before(false);
                    self.out.text().push('\n');
                }
                self.start_line();
            }
            Display::Cell => {
                if self.due(|due| mem::take(&mut due.cell)) {
                    self.before(false);
                    self.out.text().push('\t');
                }
                self.start_line();
            }
        }
    }

    fn leave(&mut self, display: Display) {
        match display {
            Display::None | Display::Inline | Display::LineBreak => {}
            Display::Block => self.edge(1),
            Display::Paragraph => self.edge(2),
            Display::Replaced | Display::InlineBlock => self.go_on_in_line(),
            Display::Table => {
                self.tables.pop();
                self.edge(1);
            }
            Display::InlineTable => {
                self.tables.pop();
                self.go_on_in_line();
            }
            Display::Row => self.due(|due| *due = Due { row: true, cell: false }),
            Display::Cell => {
                self.due(|due| due.cell = true);
                self.start_line();
            }
        }
    }

    /// Does something with what is due in the innermost table.
    fn due<T: Default>(&mut self, f: impl FnOnce(&mut Due) -> T) -> T {
        self.tables.last_mut().map(f).unwrap_or_default()
    }

    fn start_line(&mut self) {
        (self.space, self.at_start) = (None, true);
        (self.space_has_line_end, self.after_zero_width_space) = (false, false);
    }

    /// Something is in the line now that shows no text, or a text of its own.
    fn go_on_in_line(&mut self) {
        self.start_line();
        self.at_start = false;
    }

    fn edge(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
        self.start_line();
    }

    /// Prepares for what is written next, which may end in a zero width space.
    fn before(&mut self, ends_in_zero_width_space: bool) {
        // Required line breaks at the start are removed.
        let breaks = mem::take(&mut self.breaks);
        for _ in 0..if self.blank { 0 } else { breaks } {
            self.out.text().push('\n');
        }
        self.blank = false;
        self.space_has_line_end = false;
        self.after_zero_width_space = ends_in_zero_width_space;
    }

    fn write_space(&mut self) {
        if let Some(origin) = self.space.take() {
            self.before(false);
            self.out.replace(origin, " ");
        }
    }

    fn copy(&mut self, origin: O::Origin, text: &str) {
        self.before(text.ends_with(ZERO_WIDTH_SPACE));
        self.out.copy(origin, text);
    }

    /// Whether the space that is due is dropped before a text: beside a zero width space,
    /// [a line end leaves none](https://drafts.csswg.org/css-text/#line-break-transform).
    fn drops_space_before(&self, text: &str) -> bool {
        self.space_has_line_end && (self.after_zero_width_space || text.starts_with(ZERO_WIDTH_SPACE))
    }

    fn text(&mut self, origin: O::Origin, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let start = at;
            at = end_of_white_space(bytes, start, collapses);
            if at > start && !self.at_start {
                self.space.get_or_insert_with(|| origin.part(start..at));
                self.space_has_line_end |= bytes[start..at].contains(&b'\n');
            }
            // Between blocks even a form feed, which does not collapse, is no line of its own.
            let is_blank = || start == 0 && self.at_start && bytes.iter().all(u8::is_ascii_whitespace);
            if at == bytes.len() || bytes[at] == b'\x0c' && is_blank() {
                return;
            }
            let start = at;
            at = end_of_words(bytes, start);
            let shown = &text[start..at];
            if self.drops_space_before(shown) {
                self.space = None;
            }
            self.write_space();
            self.copy(origin.part(start..at), shown);
            self.at_start = false;
        }
    }

    fn preformatted(&mut self, origin: O::Origin, text: &str) {
        if text.is_empty() {
            return;
        }
        self.write_space();
        self.at_start = text.ends_with('\n');
        self.copy(origin, text);
    }
}

const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// Whether a byte is [white space that collapses](https://drafts.csswg.org/css-text/#white-space-processing).
#[inline]
fn collapses(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the end of the words that start in a text: where white space is that is more than one space between two of them.
#[inline]
fn end_of_words(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        at = end_of_word(bytes, at);
        match bytes[at..] {
            [b' ', next, ..] if !collapses(next) => at += 2,
            [byte, ..] if !collapses(byte) => at += 1,
            _ => return at,
        }
    }
}
