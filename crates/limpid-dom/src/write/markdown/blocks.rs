//! The way through the tree, in which each element is entered and left.

use super::inline::Code;
use super::list::List;
use super::table::{self, Row, WIDEST_PADDED, is_cell};
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::storage::node::Node;
use crate::write::output::Output;
use crate::write::rendering::{has_scripting, html_name, is_rendered};
use crate::write::visit::{Visitor, visit};
use core::fmt;
use core::mem;
use limpid_markup::{LocalName, TagSet};

/// The number of quotes and lists inside one another, beyond which they are not indented any more: it keeps the output linear.
const NESTING_LIMIT: usize = 64;

/// An element that is open, by what it needs at its end.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// A paragraph or any other block.
    Block,
    Heading,
    /// Emphasis by the innermost open delimiter.
    Emphasis,
    Link,
    Quote,
    List(List),
    Item,
    /// A table with this number of columns, and whether any row of it is written.
    Table {
        columns: usize,
        has_rows: bool,
    },
    Row(Row),
    Cell,
    /// A `q`.
    Quotation,
}

/// The outcome of entering an element.
enum Entered {
    /// All of it is written, or nothing is.
    Done,
    /// Its content counts as that of the element around.
    Transparent,
    Opened(Frame),
}

pub(super) struct Markdown<'o, 'd, O: Output<'d>> {
    top: NodeRef<'d>,
    /// Whether scripting is enabled, so that `noscript` does not show.
    scripting: bool,
    frames: Vec<(NodeRef<'d>, Frame)>,
    /// The number of items and of cells around.
    items: usize,
    cells: usize,
    in_link: bool,
    writer: Writer<'o, 'd, O>,
}

impl<'d, O: Output<'d>> Visitor<'d> for Markdown<'_, 'd, O> {
    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        if record.is_text() {
            // White space between the rows and cells of a table is none of its content.
            if !matches!(self.frame(), Some(Frame::Table { .. } | Frame::Row(_))) {
                let text = node.place_text(record.place());
                self.writer.text(O::text_of(node, text), text)?;
            }
            return Ok(false);
        }
        if node != self.top && !(record.is_element() && is_rendered(node, record, self.scripting)) {
            return Ok(false);
        }
        match self.enter_element(node)? {
            Entered::Done => return Ok(false),
            Entered::Transparent => {}
            Entered::Opened(frame) => self.frames.push((node, frame)),
        }
        Ok(true)
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>) -> fmt::Result {
        if let Some((_, frame)) = self.frames.pop_if(|(owner, _)| *owner == node) {
            self.leave_frame(node, frame)?;
            self.writer.out.leave(node);
        }
        Ok(())
    }
}

impl<'o, 'd, O: Output<'d>> Markdown<'o, 'd, O> {
    pub(super) fn new(top: NodeRef<'d>, out: &'o mut O) -> Self {
        let (scripting, writer) = (has_scripting(top), Writer::new(out));
        Markdown { top, scripting, frames: Vec::new(), items: 0, cells: 0, in_link: false, writer }
    }

    pub(super) fn run(mut self) -> fmt::Result {
        visit(self.top, &mut self)?;
        self.writer.finish()
    }

    /// Returns what is open innermost.
    fn frame(&self) -> Option<&Frame> {
        self.frames.last().map(|(_, frame)| frame)
    }

    fn enter_element(&mut self, node: NodeRef<'d>) -> Result<Entered, fmt::Error> {
        let is_in_cell = self.cells > 0;
        match html_name(node) {
            LocalName::EM | LocalName::I | LocalName::CITE | LocalName::DFN | LocalName::VAR => {
                return Ok(self.enter_emphasis("*"));
            }
            LocalName::STRONG | LocalName::B => return Ok(self.enter_emphasis("**")),
            LocalName::DEL | LocalName::S | LocalName::STRIKE => return Ok(self.enter_emphasis("~~")),
            LocalName::Q => {
                self.writer.literal("\"")?;
                return Ok(Entered::Opened(Frame::Quotation));
            }
            LocalName::A if !self.in_link && node.has_own(LocalName::HREF) => {
                self.writer.start_link()?;
                self.in_link = true;
                return Ok(Entered::Opened(Frame::Link));
            }
            LocalName::IMG => self.writer.image(node)?,
            LocalName::BR => self.writer.line_break(is_in_cell)?,
            LocalName::CODE | LocalName::KBD | LocalName::SAMP | LocalName::TT => {
                self.writer.code(&Code::of(node, false), is_in_cell)?;
            }
            LocalName::PRE | LocalName::LISTING | LocalName::XMP | LocalName::PLAINTEXT => {
                match (Code::of(node, true), self.writer.inline) {
                    (code, 0) => self.writer.code_block(node, &code)?,
                    (code, _) => self.writer.code(&code, is_in_cell)?,
                }
            }
            LocalName::INPUT => {
                let is_check_box =
                    node.own_attribute(LocalName::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
                let is_first_in_item =
                    matches!(self.frame(), Some(Frame::Item)) && node.previous_element_sibling().is_none();
                if is_check_box && is_first_in_item {
                    self.writer.check_box(node)?;
                }
            }
            LocalName::SELECT | LocalName::TEXTAREA => {}
            name if self.writer.inline == 0 => return self.enter_block(node, name),
            _ => return self.enter_other(node),
        }
        Ok(Entered::Done)
    }

    fn enter_emphasis(&mut self, delimiter: &'static str) -> Entered {
        match self.writer.delimiters.enter(delimiter) {
            true => Entered::Opened(Frame::Emphasis),
            false => Entered::Transparent,
        }
    }

    /// Enters an element that is not within a line.
    fn enter_block(&mut self, node: NodeRef<'d>, name: LocalName) -> Result<Entered, fmt::Error> {
        let frame = match name {
            _ if TagSet::HEADINGS.contains(name) => {
                self.writer.break_block(2)?;
                self.writer.out.enter(node);
                let level = node.local_name().as_bytes().get(1).map_or(1, |digit| usize::from(digit - b'0'));
                self.writer.start()?;
                self.writer.raw(&"######"[..level])?;
                self.writer.add_space();
                self.writer.inline += 1;
                Frame::Heading
            }
            LocalName::HR => {
                self.writer.break_block(2)?;
                self.writer.line("***")?;
                self.writer.break_block(2)?;
                return Ok(Entered::Done);
            }
            LocalName::BLOCKQUOTE if self.writer.nesting() < NESTING_LIMIT => {
                self.writer.break_block(2)?;
                self.writer.push_prefix("> ".into(), "> ".into());
                Frame::Quote
            }
            LocalName::UL | LocalName::OL | LocalName::MENU | LocalName::DIR => self.start_list(List::new(node))?,
            LocalName::LI if self.writer.nesting() < NESTING_LIMIT => self.start_item()?,
            LocalName::TABLE => {
                self.writer.break_block(2)?;
                let columns = table::columns(node, self.scripting);
                columns.map_or(Frame::Block, |columns| Frame::Table { columns, has_rows: false })
            }
            _ => match (name, self.frames.last_mut().map(|(_, frame)| frame)) {
                (LocalName::THEAD | LocalName::TBODY | LocalName::TFOOT, Some(Frame::Table { .. })) => {
                    return Ok(Entered::Transparent);
                }
                (LocalName::TR, Some(Frame::Table { columns, has_rows })) => {
                    let (columns, is_first) = (*columns, !mem::replace(has_rows, true));
                    self.start_row(node, columns, is_first)?
                }
                (LocalName::TD | LocalName::TH, Some(Frame::Row(row))) => {
                    row.cells += 1;
                    self.cells += 1;
                    self.writer.add_space();
                    self.writer.inline += 1;
                    Frame::Cell
                }
                _ => return self.enter_other(node),
            },
        };
        Ok(Entered::Opened(frame))
    }

    /// Enters an element that Markdown has no words for.
    fn enter_other(&mut self, node: NodeRef<'d>) -> Result<Entered, fmt::Error> {
        if !is_block(node) && !is_cell(node) {
            return Ok(Entered::Transparent);
        }
        self.writer.break_block(2)?;
        self.writer.out.enter(node);
        Ok(Entered::Opened(Frame::Block))
    }

    fn leave_frame(&mut self, node: NodeRef<'d>, frame: Frame) -> fmt::Result {
        match frame {
            Frame::Block | Frame::Table { .. } => self.writer.break_block(2),
            Frame::Heading => {
                self.end_line()?;
                self.writer.break_block(2)
            }
            Frame::Emphasis => {
                self.writer.delimiters.leave();
                Ok(())
            }
            Frame::Link => {
                self.in_link = false;
                self.writer.end_link(node)
            }
            Frame::Quotation => self.writer.literal("\""),
            Frame::Quote => {
                self.writer.break_block(2)?;
                self.writer.pop_prefix();
                Ok(())
            }
            Frame::List(List { next, .. }) => {
                self.writer.break_block(if self.items > 0 { 1 } else { 2 })?;
                self.writer.after_list = Some(next.is_some());
                Ok(())
            }
            Frame::Item => self.end_item(node),
            Frame::Row(row) => self.end_row(row),
            Frame::Cell => {
                self.cells -= 1;
                self.end_line()?;
                self.writer.space = None;
                self.writer.raw(" |")
            }
        }
    }

    /// Ends an element that stays in one line.
    fn end_line(&mut self) -> fmt::Result {
        self.writer.close_written()?;
        self.writer.inline -= 1;
        Ok(())
    }

    fn start_list(&mut self, list: List) -> Result<Frame, fmt::Error> {
        let is_in_list = matches!(self.frame(), Some(Frame::List(_)));
        let is_nested = is_in_list || matches!(self.frame(), Some(Frame::Item));
        let after_list = self.writer.after_list;
        // A list that starts with another number than 1 needs an empty line, too.
        self.writer.break_block(if is_nested && list.next.is_none_or(|start| start == 1) { 1 } else { 2 })?;
        if after_list == Some(list.next.is_some()) && !is_in_list {
            // Two lists in a row would be one.
            self.writer.breaks = self.writer.breaks.max(2);
            self.writer.line(SEPARATOR)?;
            self.writer.break_block(2)?;
        }
        Ok(Frame::List(list))
    }

    fn start_item(&mut self) -> Result<Frame, fmt::Error> {
        let ((marker, space), is_tight) = match self.frames.last_mut() {
            Some((_, Frame::List(list))) => (list.marker(), list.is_tight),
            _ => (("- ".into(), "  ".into()), true),
        };
        // Only after an empty line can any item start that comes after text.
        let is_after_text = self.writer.breaks == 0 && !self.writer.blank;
        self.writer.break_block(if is_tight && !is_after_text { 1 } else { 2 })?;
        self.writer.push_prefix(marker, space);
        self.items += 1;
        Ok(Frame::Item)
    }

    fn end_item(&mut self, item: NodeRef<'d>) -> fmt::Result {
        self.items -= 1;
        if !self.writer.has_content() {
            // Only after an empty line can a list start with an item without content.
            if self.writer.breaks == 1 && item.previous_element_sibling().is_none() {
                self.writer.breaks = 2;
            }
            let markers = self.writer.new_prefixes();
            let would_be_rule = markers.len() >= 3 && markers.iter().all(|marker| marker.first == "- ");
            self.writer.start()?;
            if would_be_rule {
                self.writer.raw(SEPARATOR)?;
            }
        }
        self.writer.break_block(1)?;
        self.writer.pop_prefix();
        let is_loose = matches!(self.frame(), Some(Frame::List(List { is_tight: false, .. })));
        self.writer.breaks = if is_loose { 2 } else { 1 };
        Ok(())
    }

    fn start_row(&mut self, row: NodeRef<'_>, columns: usize, is_first: bool) -> Result<Frame, fmt::Error> {
        let is_header = is_first && row.child_elements().next().is_some_and(|cell| html_name(cell) == LocalName::TH);
        if is_first && !is_header {
            // There is no table without a header.
            self.writer.start()?;
            self.writer.raw("|")?;
            self.end_row(Row { cells: 0, columns, is_header: true })?;
        }
        self.writer.start()?;
        self.writer.raw("|")?;
        Ok(Frame::Row(Row { cells: 0, columns, is_header }))
    }

    fn end_row(&mut self, Row { cells, columns, is_header }: Row) -> fmt::Result {
        if is_header || columns <= WIDEST_PADDED {
            self.writer.raw(&" |".repeat(columns.saturating_sub(cells)))?;
        }
        self.writer.breaks = 1;
        if is_header { self.writer.line(&format!("|{}", " --- |".repeat(columns))) } else { Ok(()) }
    }
}

/// Whether an element starts and ends with a line of its own.
#[inline]
fn is_block(node: NodeRef<'_>) -> bool {
    TagSet::RENDERED_AS_BLOCK.contains(html_name(node))
}
