//! The way through the tree, in which each element is entered and left.

use super::inline::{Code, Target};
use super::list::List;
use super::role::Role;
use super::table::{self, Row, WIDEST_PADDED};
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::Node;
use crate::write::output::Output;
use crate::write::rendering::{has_scripting, html_name};
use core::fmt;
use core::mem;
use limpid_markup::LocalName;

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
        columns: u32,
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
    /// The open elements, by their numbers.
    frames: Vec<(u32, Frame)>,
    /// The number of items and of cells around.
    items: usize,
    cells: usize,
    /// The target of the link around.
    link: Option<Target<'d>>,
    writer: Writer<'o, 'd, O>,
}

impl<'d, O: Output<'d>> Visitor<'d> for Markdown<'_, 'd, O> {
    type Error = fmt::Error;

    #[inline(always)]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        self.writer.out.pass_on()?;
        if !record.is_text() {
            return Ok(self.enter_element(node, record));
        }
        // White space between the rows and cells of a table is none of its content.
        if !matches!(self.frame(), Some(Frame::Table { .. } | Frame::Row(_))) {
            let text = node.place_text(record.place());
            self.writer.text(O::text_of(node, text), text);
        }
        Ok(false)
    }

    #[inline(always)]
    fn leave(&mut self, node: NodeRef<'d>, _: &Node) -> fmt::Result {
        if let Some((_, frame)) = self.frames.pop_if(|(owner, _)| *owner == node.number()) {
            self.leave_frame(node, frame);
            self.writer.out.leave(node);
        }
        Ok(())
    }
}

impl<'o, 'd, O: Output<'d>> Markdown<'o, 'd, O> {
    pub(super) fn new(top: NodeRef<'d>, out: &'o mut O) -> Self {
        let (scripting, writer) = (has_scripting(top), Writer::new(out));
        Markdown { top, scripting, frames: Vec::new(), items: 0, cells: 0, link: None, writer }
    }

    pub(super) fn run(mut self) -> fmt::Result {
        visit(self.top, &mut self)?;
        self.writer.finish();
        Ok(())
    }

    /// Returns what is open innermost.
    #[inline]
    fn frame(&self) -> Option<&Frame> {
        self.frames.last().map(|(_, frame)| frame)
    }

    #[inline]
    fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(|(_, frame)| frame)
    }

    /// Enters what is no text. Returns whether what is in it is still to be written.
    #[inline]
    fn enter_element(&mut self, node: NodeRef<'d>, record: &Node) -> bool {
        let role = Role::of(record);
        if node != self.top && !(record.is_element() && role.is_rendered(node, record, self.scripting)) {
            return false;
        }
        let frame = match role.if_rendered() {
            // Its content counts as that of the element around.
            Role::Inline => return true,
            role if self.writer.inline == 0 && role.is_block() => self.enter_block(node, role),
            role => self.enter_in_line(node, role),
        };
        match frame {
            Entered::Opened(frame) => self.frames.push((node.number(), frame)),
            Entered::Transparent => {}
            Entered::Done => return false,
        }
        true
    }

    /// Enters an element that is no block, or stands in a line.
    fn enter_in_line(&mut self, node: NodeRef<'d>, role: Role) -> Entered {
        let is_in_cell = self.cells > 0;
        match role {
            Role::Emphasis => return self.enter_emphasis("*"),
            Role::Strong => return self.enter_emphasis("**"),
            Role::Strikethrough => return self.enter_emphasis("~~"),
            Role::Quotation => {
                self.writer.literal("\"");
                return Entered::Opened(Frame::Quotation);
            }
            Role::Link => {
                if self.link.is_none() {
                    self.link = Target::of(node, LocalName::HREF);
                    if self.link.is_some() {
                        self.writer.start_link();
                        return Entered::Opened(Frame::Link);
                    }
                }
                return Entered::Transparent;
            }
            Role::Image => self.writer.image(node),
            Role::LineBreak => self.writer.line_break(is_in_cell),
            Role::Code => self.writer.code(&Code::of(node, false, self.scripting), is_in_cell),
            Role::Preformatted => match (Code::of(node, true, self.scripting), self.writer.inline) {
                (code, 0) => self.writer.code_block(node, &code),
                (code, _) => self.writer.code(&code, is_in_cell),
            },
            Role::Input => {
                let is_check_box =
                    node.own_attribute(LocalName::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
                let is_first_in_item =
                    matches!(self.frame(), Some(Frame::Item)) && node.previous_element_sibling().is_none();
                if is_check_box && is_first_in_item {
                    self.writer.check_box(node);
                }
            }
            Role::Field => {}
            _ => return self.enter_other(node),
        }
        Entered::Done
    }

    fn enter_emphasis(&mut self, delimiter: &'static str) -> Entered {
        match self.writer.delimiters.enter(delimiter) {
            true => Entered::Opened(Frame::Emphasis),
            false => Entered::Transparent,
        }
    }

    /// Enters a block that is not within a line.
    fn enter_block(&mut self, node: NodeRef<'d>, role: Role) -> Entered {
        let frame = match role {
            Role::Heading => {
                self.writer.break_block(2);
                self.writer.out.enter(node);
                let level = node.local_name().as_bytes().get(1).map_or(1, |digit| usize::from(digit - b'0'));
                self.writer.start();
                self.writer.raw(&"######"[..level]);
                self.writer.add_space();
                self.writer.inline += 1;
                Frame::Heading
            }
            Role::Rule => {
                self.writer.break_block(2);
                self.writer.line("***");
                self.writer.break_block(2);
                return Entered::Done;
            }
            Role::Quote if self.writer.nesting() < NESTING_LIMIT => {
                self.writer.break_block(2);
                self.writer.push_prefix("> ".into(), "> ".into());
                Frame::Quote
            }
            Role::List => self.start_list(List::new(node)),
            Role::Item if self.writer.nesting() < NESTING_LIMIT => self.start_item(),
            Role::Table => {
                self.writer.break_block(2);
                let columns = table::columns(node, self.scripting);
                columns.map_or(Frame::Block, |columns| Frame::Table { columns, has_rows: false })
            }
            _ => match (role, self.frame_mut()) {
                (Role::RowGroup, Some(Frame::Table { .. })) => return Entered::Transparent,
                (Role::Row, Some(Frame::Table { columns, has_rows })) => {
                    let (columns, is_first) = (*columns, !mem::replace(has_rows, true));
                    self.start_row(node, columns, is_first)
                }
                (Role::Cell, Some(Frame::Row(row))) => {
                    row.cells += 1;
                    self.cells += 1;
                    self.writer.add_space();
                    self.writer.inline += 1;
                    Frame::Cell
                }
                _ => return self.enter_other(node),
            },
        };
        Entered::Opened(frame)
    }

    /// Enters a block that Markdown has no words for.
    fn enter_other(&mut self, node: NodeRef<'d>) -> Entered {
        self.writer.break_block(2);
        self.writer.out.enter(node);
        Entered::Opened(Frame::Block)
    }

    #[inline]
    fn leave_frame(&mut self, node: NodeRef<'d>, frame: Frame) {
        match frame {
            Frame::Block | Frame::Table { .. } => self.writer.break_block(2),
            Frame::Heading => {
                self.end_line();
                self.writer.break_block(2);
            }
            Frame::Emphasis => self.writer.delimiters.leave(),
            Frame::Link => {
                if let Some(target) = self.link.take() {
                    self.writer.end_link(node, target);
                }
            }
            Frame::Quotation => self.writer.literal("\""),
            Frame::Quote => {
                self.writer.break_block(2);
                self.writer.pop_prefix();
            }
            Frame::List(List { next, .. }) => {
                self.writer.break_block(if self.items > 0 { 1 } else { 2 });
                self.writer.after_list = Some(next.is_some());
            }
            Frame::Item => self.end_item(node),
            Frame::Row(row) => self.end_row(row),
            Frame::Cell => {
                self.cells -= 1;
                self.end_line();
                self.writer.space = None;
                self.writer.raw(" |");
            }
        }
    }

    /// Ends an element that stays in one line.
    fn end_line(&mut self) {
        self.writer.close_written();
        self.writer.inline -= 1;
    }

    fn start_list(&mut self, list: List) -> Frame {
        let is_in_list = matches!(self.frame(), Some(Frame::List(_)));
        let is_nested = is_in_list || matches!(self.frame(), Some(Frame::Item));
        let after_list = self.writer.after_list;
        // A list that starts with another number than 1 needs an empty line, too.
        self.writer.break_block(if is_nested && list.next.is_none_or(|start| start == 1) { 1 } else { 2 });
        if after_list == Some(list.next.is_some()) && !is_in_list {
            // Two lists in a row would be one.
            self.writer.breaks = self.writer.breaks.max(2);
            self.writer.line(SEPARATOR);
            self.writer.break_block(2);
        }
        Frame::List(list)
    }

    fn start_item(&mut self) -> Frame {
        let ((marker, space), is_tight) = match self.frame_mut() {
            Some(Frame::List(list)) => (list.marker(), list.is_tight),
            _ => (("- ".into(), "  ".into()), true),
        };
        // Only after an empty line can any item start that comes after text.
        let is_after_text = self.writer.breaks == 0 && !self.writer.blank;
        self.writer.break_block(if is_tight && !is_after_text { 1 } else { 2 });
        self.writer.push_prefix(marker, space);
        self.items += 1;
        Frame::Item
    }

    fn end_item(&mut self, item: NodeRef<'d>) {
        self.items -= 1;
        if !self.writer.has_content() {
            // Only after an empty line can a list start with an item without content.
            if self.writer.breaks == 1 && item.previous_element_sibling().is_none() {
                self.writer.breaks = 2;
            }
            let markers = self.writer.new_prefixes();
            let would_be_rule = markers.len() >= 3 && markers.iter().all(|marker| marker.first == "- ");
            self.writer.start();
            if would_be_rule {
                self.writer.raw(SEPARATOR);
            }
        }
        self.writer.break_block(1);
        self.writer.pop_prefix();
        let is_loose = matches!(self.frame(), Some(Frame::List(List { is_tight: false, .. })));
        self.writer.breaks = if is_loose { 2 } else { 1 };
    }

    fn start_row(&mut self, row: NodeRef<'_>, columns: u32, is_first: bool) -> Frame {
        let is_header = is_first && row.child_elements().next().is_some_and(|cell| html_name(cell) == LocalName::TH);
        if is_first && !is_header {
            // There is no table without a header.
            self.writer.start();
            self.writer.raw("|");
            self.end_row(Row { cells: 0, columns, is_header: true });
        }
        self.writer.start();
        self.writer.raw("|");
        Frame::Row(Row { cells: 0, columns, is_header })
    }

    fn end_row(&mut self, Row { cells, columns, is_header }: Row) {
        if is_header || columns <= WIDEST_PADDED {
            self.writer.raw(&" |".repeat(columns.saturating_sub(cells) as usize));
        }
        self.writer.breaks = 1;
        if is_header {
            self.writer.line(&format!("|{}", " --- |".repeat(columns as usize)));
        }
    }
}
