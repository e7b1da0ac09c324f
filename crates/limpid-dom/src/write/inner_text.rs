//! The text of a node as a browser displays it: `innerText`.

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::Node;
use crate::write::buffered::{Buffered, write_buffered};
#[cfg(feature = "mapped-text")]
use crate::write::mapped::MappedText;
use crate::write::output::{Origin, Output};
use crate::write::rendering::{Display, Rendering, WhiteSpace};
use crate::write::white_space::{ZERO_WIDTH_SPACE, collapses, end_of_white_space, end_of_word};
use core::fmt::{self, Write};
use core::iter;
use core::mem;
use core::ops::Range;

impl Document<'_> {
    /// Returns the text as a browser displays it: [`NodeRef::inner_text`] of the root.
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
    /// Returns the node's text as a browser displays it without the page's style sheets:
    /// [innerText](https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute). From `style` attributes, it applies the
    /// properties `display`, `visibility`, `white-space`, `float`, `position` and `content-visibility`. There are two differences from
    /// browsers: `text-transform` is not applied, and a MathML formula is written on one line. (Browsers write each part of a formula on a
    /// separate line.)
    ///
    /// * Blocks are on separate lines, and paragraphs have an empty line before and after them. `br` breaks a line. The cells of a row are
    ///   separated by tabs, and the rows by line ends.
    /// * White space collapses except in elements such as `pre`. It collapses even around images, form fields and other elements that show
    ///   no text. A space at the start or end of an inline element is kept if it separates words.
    /// * Everything that is not displayed is left out: scripts, style sheets, templates, closed `details`, `hidden` elements and so on. For
    ///   a node inside such content, the result is its [`text_content`](Self::text_content).
    /// * Attributes such as `alt` are not text.
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
        Buffered::write_to_string("", 0, |out| write_inner_text(self, out))
    }

    /// Writes the node's [`inner_text`](Self::inner_text).
    ///
    /// # Errors
    /// Errors of the writer.
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

    /// Returns the node's [`inner_text`](Self::inner_text) with the source of each of its parts.
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
    let (own, ancestors) = Rendering::of(top);
    let hides = |rendering: &Rendering| !rendering.is_rendered() || rendering.is_replaced();
    if !own.is_rendered() || ancestors.iter().any(hides) {
        let mut nodes = iter::once(top).chain(top.descendants());
        return nodes.try_for_each(|node| {
            let text = node.text().unwrap_or_default();
            out.copy(O::text_origin(node, text), text);
            out.flush_if_long()
        });
    }
    if own.is_replaced() {
        return Ok(());
    }
    let is_inline =
        top.is_element() && matches!(own.display, Display::Inline | Display::Contents) || top.text().is_some();
    let starts_line = !is_inline || line_starts_before(top, &ancestors);
    let mut writer = TextWriter { top, own, lines: Lines::new(out, starts_line), renderings: ancestors };
    visit(top, &mut writer)?;
    if is_inline && writer.lines.space.is_some() && writer.line_continues_after(top) {
        writer.lines.write_space();
    }
    Ok(())
}

/// Writes the text of an element with this rendering. For an inline element, spaces and line breaks at its start and end are written if
/// they are visible between other text. For a block, they are left out.
#[cfg(feature = "markdown")]
pub(super) fn write_text_in<'d, O: Output<'d>>(
    element: NodeRef<'d>,
    own: Rendering,
    is_block: bool,
    out: &mut O,
) -> fmt::Result {
    let mut writer = TextWriter { top: element, own, lines: Lines::new(out, is_block), renderings: Vec::new() };
    // Other text precedes an inline element, so line breaks at its start are written.
    writer.lines.nothing_written = is_block;
    visit(element, &mut writer)?;
    if !is_block {
        writer.lines.write_space();
        if writer.lines.breaks > 0 {
            writer.lines.out.text().push('\n');
        }
    }
    Ok(())
}

struct TextWriter<'o, 'd, O: Output<'d>> {
    top: NodeRef<'d>,
    /// The rendering of `top`, or of its parent if `top` is a text.
    own: Rendering,
    lines: Lines<'o, 'd, O>,
    /// The renderings of the ancestors, from the root.
    renderings: Vec<Rendering>,
}

impl<'d, O: Output<'d>> Visitor<'d> for TextWriter<'_, 'd, O> {
    type Error = fmt::Error;

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        self.lines.out.flush_if_long()?;
        let parent = self.renderings.last().copied().unwrap_or(self.own);
        if record.is_text() {
            let text = node.place_text(record.place());
            if parent.has_text() && !(parent.drops_white_space() && text.bytes().all(collapses)) {
                let origin = parent.is_visible.then(|| O::text_origin(node, text));
                match parent.white_space {
                    WhiteSpace::Collapse => self.lines.text(origin, text),
                    WhiteSpace::PreserveBreaks => self.lines.lines_of_text(origin, text),
                    WhiteSpace::Preserve => self.lines.preformatted(origin, text),
                }
            }
            return Ok(false);
        }
        if node == self.top {
            // The display of `top` itself causes no line breaks.
            self.renderings.push(self.own);
            self.lines.out.enter(node);
            return Ok(true);
        }
        let rendering = parent.child(node);
        match rendering.display {
            Display::None => return Ok(false),
            Display::Skipped => {
                self.lines.start_line();
                return Ok(false);
            }
            _ => {}
        }
        if rendering.display == Display::Caption && self.lines.has_pending_row_end() {
            match has_row_after(node, parent) {
                true => self.lines.write_pending_row_end(),
                false => self.lines.discard_pending_row_end(),
            }
        }
        self.lines.out.enter(node);
        if rendering.is_out_of_flow && self.lines.space.is_some() && !self.line_continues_after(node) {
            self.lines.start_line();
        }
        self.lines.enter(rendering);
        if rendering.is_replaced() {
            self.lines.leave(rendering);
            return Ok(false);
        }
        self.renderings.push(rendering);
        Ok(true)
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>, _: &Node) -> fmt::Result {
        let Some(rendering) = self.renderings.pop() else { return Ok(()) };
        self.lines.out.leave(node);
        if node != self.top {
            self.lines.leave(rendering);
        }
        Ok(())
    }
}

impl<'d, O: Output<'d>> TextWriter<'_, 'd, O> {
    /// Whether other content follows a node in the same line. If so, a space at the end of the node is visible.
    fn line_continues_after(&self, node: NodeRef<'_>) -> bool {
        match neighbor_in_line(node, false, &self.renderings, |text| text.bytes().all(collapses)) {
            Some(Neighbor::Text(text, _)) => {
                let text = text.trim_start_matches(|character| character <= ' ' && collapses(character as u8));
                !text.is_empty() && !self.lines.drops_space_before(text)
            }
            Some(Neighbor::Element(display)) => continues_line(display),
            None => false,
        }
    }
}

/// Whether the table has a row after this caption.
#[inline]
fn has_row_after(caption: NodeRef<'_>, table: Rendering) -> bool {
    caption.next_siblings().any(|part| {
        let rendering = table.child(part);
        let is_row = |row: NodeRef<'_>| rendering.child(row).display == Display::Row;
        rendering.display == Display::Row || rendering.display == Display::RowGroup && part.children().any(is_row)
    })
}

enum Neighbor<'d> {
    Text(&'d str, WhiteSpace),
    /// An element whose display is neither [`Display::Inline`] nor [`Display::Contents`].
    Element(Display),
}

/// Returns the nearest content before or after a node in the same line: an element, or a text for which `is_skipped` returns false. Returns
/// `None` at the edge of a block. `ancestors` has the renderings of the node's ancestors, from the root.
fn neighbor_in_line<'d>(
    node: NodeRef<'d>,
    is_before: bool,
    mut ancestors: &[Rendering],
    is_skipped: impl Fn(&str) -> bool,
) -> Option<Neighbor<'d>> {
    // The renderings of the inline elements that the search has entered.
    let mut within: Vec<Rendering> = Vec::new();
    let (mut at, mut inside) = (node, None);
    loop {
        let child = if is_before { at.last_child() } else { at.first_child() };
        let sibling = if is_before { at.previous_sibling() } else { at.next_sibling() };
        if let Some(child) = child.filter(|_| inside.is_some()) {
            within.extend(inside.take());
            at = child;
        } else if let Some(sibling) = sibling {
            at = sibling;
        } else {
            let parent = within.pop().or_else(|| ancestors.split_off_last().copied())?;
            at = at.parent().filter(|_| matches!(parent.display, Display::Inline | Display::Contents))?;
            inside = None;
            continue;
        }
        let parent = *within.last().or(ancestors.last())?;
        inside = None;
        if let Some(text) = at.text() {
            if parent.has_text() && !text.is_empty() && !is_skipped(text) {
                return Some(Neighbor::Text(text, parent.white_space));
            }
            continue;
        }
        let rendering = parent.child(at);
        match rendering.display {
            Display::None => {}
            _ if rendering.is_out_of_flow => {}
            Display::Inline | Display::Contents => inside = Some(rendering),
            display => return Some(Neighbor::Element(display)),
        }
    }
}

/// Whether an inline node starts a line or follows white space, so that a space at its start is not visible.
#[inline]
fn line_starts_before(node: NodeRef<'_>, ancestors: &[Rendering]) -> bool {
    match neighbor_in_line(node, true, ancestors, |_| false) {
        Some(Neighbor::Text(text, WhiteSpace::Preserve)) => text.ends_with('\n'),
        Some(Neighbor::Text(text, _)) => text.bytes().next_back().is_some_and(collapses),
        Some(Neighbor::Element(display)) => !continues_line(display),
        None => true,
    }
}

#[inline]
fn continues_line(display: Display) -> bool {
    matches!(display, Display::Replaced | Display::InlineBlock | Display::InlineTable | Display::Quotation)
}

/// White space that is written before the next text in the line.
#[derive(Clone, Copy)]
struct PendingSpace<T> {
    /// `None` if the white space is invisible.
    origin: Option<T>,
    has_line_end: bool,
}

/// Writes lines. Spaces and line breaks are written only when other output follows.
///
/// Invisible text has no origin. It takes part in the layout but is not written.
struct Lines<'o, 'd, O: Output<'d>> {
    out: &'o mut O,
    nothing_written: bool,
    /// Whether the line has no visible content so far. Spaces at the start of a line are dropped.
    at_start: bool,
    /// The pending white space, which collapses to a space.
    space: Option<PendingSpace<O::Origin>>,
    after_zero_width_space: bool,
    /// The [required line break count](https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps) that is pending.
    breaks: usize,
    /// For each open out-of-flow element, the value of `at_start` for the line around it.
    outer_lines: Vec<bool>,
    /// The pending separators of each open table, written once another row or cell follows. The innermost table is last.
    tables: Vec<PendingSeparators>,
}

#[derive(Clone, Copy, Default)]
struct PendingSeparators {
    row: bool,
    cell: bool,
}

impl<'o, 'd, O: Output<'d>> Lines<'o, 'd, O> {
    fn new(out: &'o mut O, at_start: bool) -> Self {
        // If the top node is a part of a table, there are rows and cells without an open table.
        let tables = vec![PendingSeparators::default()];
        Lines {
            out,
            nothing_written: true,
            at_start,
            space: None,
            after_zero_width_space: false,
            breaks: 0,
            outer_lines: Vec::new(),
            tables,
        }
    }

    fn enter(&mut self, rendering: Rendering) {
        let Rendering { display, is_visible, is_out_of_flow, .. } = rendering;
        if is_out_of_flow || display == Display::InlineParagraph {
            // The surrounding line continues after the element. Its pending space is written first.
            self.at_start |= self.space.is_some();
            self.write_space();
        }
        if is_out_of_flow {
            self.outer_lines.push(self.at_start);
        }
        match display {
            Display::None | Display::Skipped | Display::Contents | Display::Inline | Display::RowGroup => {}
            Display::LineBreak => {
                if is_visible {
                    self.line_feed();
                }
                self.start_line();
            }
            Display::Block | Display::Caption | Display::ReplacedBlock => self.edge(1, is_visible),
            Display::Paragraph => self.edge(2, is_visible),
            Display::InlineParagraph => self.require_breaks(2, is_visible),
            Display::Replaced => self.write_space(),
            Display::Quotation => {
                self.write_space();
                self.continue_line();
            }
            Display::InlineBlock => {
                self.write_space();
                self.start_line();
            }
            Display::Table => {
                self.edge(1, is_visible);
                self.tables.push(PendingSeparators::default());
            }
            Display::InlineTable => {
                self.write_space();
                self.tables.push(PendingSeparators::default());
            }
            Display::Row => {
                self.write_pending_row_end();
                self.start_line();
            }
            Display::Cell => {
                if self.pending(|pending| mem::take(&mut pending.cell)) {
                    self.write_required_breaks(false);
                    self.out.text().push('\t');
                }
                self.start_line();
            }
        }
    }

    fn leave(&mut self, rendering: Rendering) {
        let Rendering { display, is_visible, is_out_of_flow, .. } = rendering;
        match display {
            Display::None | Display::Skipped | Display::Contents | Display::Inline | Display::RowGroup => {}
            Display::LineBreak => {}
            Display::Block | Display::Caption | Display::ReplacedBlock => self.edge(1, is_visible),
            Display::Paragraph => self.edge(2, is_visible),
            Display::InlineParagraph => self.require_breaks(2, is_visible),
            Display::Replaced | Display::InlineBlock => self.continue_line(),
            Display::Quotation => {
                self.write_space();
                self.continue_line();
            }
            Display::Table => {
                self.tables.pop();
                self.edge(1, is_visible);
            }
            Display::InlineTable => {
                self.tables.pop();
                self.continue_line();
            }
            Display::Row => self.pending(|pending| *pending = PendingSeparators { row: is_visible, cell: false }),
            Display::Cell => {
                self.pending(|pending| pending.cell = is_visible);
                self.start_line();
            }
        }
        if is_out_of_flow {
            self.at_start = self.outer_lines.pop().unwrap_or(true);
        }
    }

    /// Accesses the pending separators of the innermost table.
    fn pending<T: Default>(&mut self, f: impl FnOnce(&mut PendingSeparators) -> T) -> T {
        self.tables.last_mut().map(f).unwrap_or_default()
    }

    fn has_pending_row_end(&self) -> bool {
        self.tables.last().is_some_and(|pending| pending.row)
    }

    fn write_pending_row_end(&mut self) {
        if self.pending(|pending| mem::take(pending).row) {
            self.line_feed();
        }
    }

    fn discard_pending_row_end(&mut self) {
        self.pending(|pending| pending.row = false);
    }

    fn line_feed(&mut self) {
        self.write_required_breaks(false);
        self.out.text().push('\n');
    }

    fn start_line(&mut self) {
        (self.space, self.at_start, self.after_zero_width_space) = (None, true, false);
    }

    /// Continues the line after content other than text in this line, such as an image, a quotation mark or a box with lines of its own.
    fn continue_line(&mut self) {
        self.start_line();
        self.at_start = false;
    }

    fn require_breaks(&mut self, breaks: usize, is_visible: bool) {
        if is_visible {
            self.breaks = self.breaks.max(breaks);
        }
    }

    fn edge(&mut self, breaks: usize, is_visible: bool) {
        self.require_breaks(breaks, is_visible);
        self.start_line();
    }

    /// Writes the required line breaks, before output that may end in a zero width space.
    fn write_required_breaks(&mut self, ends_in_zero_width_space: bool) {
        // Required line breaks at the start are removed.
        let breaks = mem::take(&mut self.breaks);
        for _ in 0..if self.nothing_written { 0 } else { breaks } {
            self.out.text().push('\n');
        }
        self.nothing_written = false;
        self.after_zero_width_space = ends_in_zero_width_space;
    }

    fn write_space(&mut self) {
        if let Some(PendingSpace { origin: Some(origin), has_line_end }) = self.space.take()
            && !(has_line_end && self.after_zero_width_space)
        {
            self.write_required_breaks(false);
            self.out.replace(origin, " ");
        }
    }

    fn copy(&mut self, origin: Option<O::Origin>, text: &str) {
        if let Some(origin) = origin {
            self.write_required_breaks(text.ends_with(ZERO_WIDTH_SPACE));
            self.out.copy(origin, text);
        }
    }

    /// Whether the pending space is dropped before a text:
    /// [line ends next to a zero width space are removed](https://drafts.csswg.org/css-text/#line-break-transform).
    fn drops_space_before(&self, text: &str) -> bool {
        self.space.is_some_and(|space| space.has_line_end)
            && (self.after_zero_width_space || text.starts_with(ZERO_WIDTH_SPACE))
    }

    fn text(&mut self, origin: Option<O::Origin>, text: &str) {
        let bytes = text.as_bytes();
        let part = |range: Range<usize>| origin.map(|origin| origin.part(range));
        let mut at = 0;
        loop {
            let start = at;
            at = end_of_white_space(bytes, start, collapses);
            if at > start && !self.at_start {
                let space =
                    self.space.get_or_insert_with(|| PendingSpace { origin: part(start..at), has_line_end: false });
                space.has_line_end |= bytes[start..at].contains(&b'\n');
            }
            // A form feed does not collapse. But if a text between blocks is all white space, it forms no line, even with a form feed.
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
            self.copy(part(start..at), shown);
            self.at_start = false;
        }
    }

    /// Writes a text whose line ends are preserved.
    fn lines_of_text(&mut self, origin: Option<O::Origin>, text: &str) {
        let mut at = 0;
        for line in text.split('\n') {
            let part = |range: Range<usize>| origin.map(|origin| origin.part(range));
            if at > 0 {
                self.space = None;
                self.copy(part(at - 1..at), "\n");
                self.start_line();
            }
            self.text(part(at..at + line.len()), line);
            at += line.len() + 1;
        }
    }

    fn preformatted(&mut self, origin: Option<O::Origin>, text: &str) {
        if text.is_empty() {
            return;
        }
        self.write_space();
        self.at_start = text.ends_with('\n');
        self.copy(origin, text);
    }
}

/// Returns the end of the words from `start` on that are separated by single spaces. Any other white space ends the words.
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
