//! The visitor that traverses the tree and writes each element as Markdown.

use super::MarkdownOptions;
use super::inline::{Code, Target};
use super::list::List;
use super::math;
use super::role::Role;
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::read::table::{Table, TableCell};
use crate::read::traverse::Edge;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::Node;
use crate::write::output::Output;
use crate::write::rendering::{Display, Rendering, html_name};
use crate::write::table::TableSlot;
use core::fmt;
use limpid_markup::LocalName;
use std::collections::HashMap;

/// The depth of nested quotes and lists up to which they are indented. The limit keeps the size of the output linear.
const MAX_NESTING: usize = 64;

/// The maximum number of columns for which short rows are padded. The limit keeps the size of the output linear. Parsers accept shorter
/// rows.
const MAX_PADDED_COLUMNS: usize = 64;

/// An open element, with the data needed at its end.
#[derive(Clone, Copy, Debug)]
enum Frame<'d> {
    Block,
    Heading,
    /// Emphasis. Its delimiter is the last one in `Delimiters::open`.
    Emphasis,
    Link(Target<'d>),
    /// A link that is written inside each of the headings that it contains.
    LinkAroundHeadings,
    Quote,
    List(List),
    /// An item, with the width of its marker, and the value of `Writer::after_list` before the item.
    Item {
        width: usize,
        after_list: Option<bool>,
    },
    /// A `q`, `sup` or `sub`, with the markup that is written at its end.
    Tag(&'static str),
    /// An SVG or MathML element that is rendered as a block, such as a `text`. It is written inline, with a space on each side.
    ForeignBlock,
}

enum Entered<'d> {
    /// The element is completely written, or nothing is written for it.
    Done,
    /// The content is written as if it were in the parent.
    Transparent,
    Opened(Frame<'d>),
}

pub(super) struct Markdown<'o, 'd, O: Output<'d>> {
    top: NodeRef<'d>,
    options: &'o MarkdownOptions<'o>,
    renderings: Vec<Rendering>,
    /// The frames of the open elements, with the elements' node numbers.
    frames: Vec<(u32, Frame<'d>)>,
    item_depth: usize,
    is_in_link: bool,
    /// The open link that is written inside the headings that it contains.
    link_in_heading: Option<Target<'d>>,
    /// The remaining number of bytes by which resolved addresses may be longer than the original ones, in total.
    remaining_growth: usize,
    writer: Writer<'o, 'd, O>,
}

impl<'d, O: Output<'d>> Visitor<'d> for Markdown<'_, 'd, O> {
    type Error = fmt::Error;

    #[inline(always)]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        self.writer.out.flush_if_long()?;
        if !record.is_text() {
            return self.enter_element(node, record);
        }
        let text = node.place_text(record.place());
        if self.parent_rendering().shows_text() {
            match self.parent_rendering().preserves_breaks() {
                false => self.writer.text(O::text_origin(node, text), text),
                true => self.writer.lines_of_text(O::text_origin(node, text), text),
            }
        }
        Ok(false)
    }

    #[inline(always)]
    fn leave(&mut self, node: NodeRef<'d>, _: &Node) -> fmt::Result {
        self.renderings.pop();
        while let Some((_, frame)) = self.frames.pop_if(|(owner, _)| *owner == node.number()) {
            self.leave_frame(frame);
        }
        self.writer.out.leave(node);
        Ok(())
    }
}

impl<'o, 'd, O: Output<'d>> Markdown<'o, 'd, O> {
    pub(super) fn new(top: NodeRef<'d>, options: &'o MarkdownOptions<'o>, out: &'o mut O) -> Self {
        let (_, mut renderings) = Rendering::of(top);
        // The requested node is written even if it is not rendered.
        if renderings.iter().any(|ancestor| !ancestor.is_rendered()) {
            renderings = vec![Rendering::of_root(top)];
        }
        Markdown {
            top,
            options,
            renderings,
            frames: Vec::new(),
            item_depth: 0,
            is_in_link: false,
            link_in_heading: None,
            remaining_growth: options.max_address_growth(top),
            writer: Writer::new(out),
        }
    }

    pub(super) fn run(mut self) -> fmt::Result {
        visit(self.top, &mut self)?;
        self.writer.finish();
        Ok(())
    }

    #[inline]
    fn parent_rendering(&self) -> Rendering {
        self.renderings.last().copied().unwrap_or_else(|| Rendering::of_root(self.top))
    }

    #[inline]
    fn frame_mut(&mut self) -> Option<&mut Frame<'d>> {
        self.frames.last_mut().map(|(_, frame)| frame)
    }

    #[inline]
    fn list_mut(&mut self) -> Option<&mut List> {
        match self.frame_mut() {
            Some(Frame::List(list)) => Some(list),
            _ => None,
        }
    }

    /// Enters a node other than a text. Returns whether its children are still to be written.
    #[inline]
    fn enter_element(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, fmt::Error> {
        let role = Role::of(record);
        if node == self.top && !record.is_element() {
            self.renderings.push(Rendering::of_root(node));
            return Ok(true);
        }
        let mut rendering = self.parent_rendering().child(node);
        if role == Role::Script
            && self.parent_rendering().shows_text()
            && let Some(formula) = math::of_script(node)
        {
            self.formula(formula);
            return Ok(false);
        }
        if !rendering.is_rendered() {
            if node != self.top {
                return Ok(false);
            }
            rendering = rendering.as_inline();
        }
        if math::duplicates_tex(node) || rendering.is_replaced() && !matches!(role, Role::Image | Role::Input) {
            if rendering.display == Display::ReplacedBlock {
                self.writer.break_block(2);
            }
            return Ok(false);
        }
        let is_block = self.writer.inline == 0 && role.is_block();
        // An element that is rendered as a block keeps its role, such as emphasis, and gets an additional frame.
        let breaks_line = rendering.display.breaks_line() || rendering.display == Display::InlineParagraph;
        let is_own_block = is_block || self.writer.inline == 0 && role == Role::Preformatted;
        let needs_outer_frame = breaks_line && !is_own_block;
        if needs_outer_frame && !record.is_html_element() {
            self.writer.add_space();
            self.frames.push((node.number(), Frame::ForeignBlock));
        } else if needs_outer_frame {
            self.writer.break_block(2);
            self.frames.push((node.number(), Frame::Block));
        }
        let depth = self.frames.len();
        let entered = match role {
            _ if is_block => self.enter_block(node, role, rendering)?,
            Role::Other => Entered::Transparent,
            role => self.enter_inline(node, role, rendering),
        };
        self.writer.out.enter(node);
        match entered {
            Entered::Opened(frame) => self.frames.insert(depth, (node.number(), frame)),
            Entered::Transparent => {}
            Entered::Done => {
                while let Some((_, frame)) = self.frames.pop_if(|(owner, _)| *owner == node.number()) {
                    self.leave_frame(frame);
                }
                self.writer.out.leave(node);
                return Ok(false);
            }
        }
        self.renderings.push(rendering);
        Ok(true)
    }

    /// Enters an element that is not a Markdown block, or any element in content that has to stay in one line.
    fn enter_inline(&mut self, node: NodeRef<'d>, role: Role, rendering: Rendering) -> Entered<'d> {
        let is_atomic = matches!(role, Role::Image | Role::Input | Role::LineBreak | Role::Math);
        match role {
            _ if is_atomic && !rendering.is_visible => {}
            Role::Emphasis => return self.enter_emphasis("*"),
            Role::Strong => return self.enter_emphasis("**"),
            Role::Strikethrough => return self.enter_emphasis("~~"),
            Role::Superscript | Role::Subscript | Role::Quotation if has_block(node, rendering) => {
                return Entered::Transparent;
            }
            Role::Superscript => return self.enter_tag(node, "<sup>", "</sup>"),
            Role::Subscript => return self.enter_tag(node, "<sub>", "</sub>"),
            Role::Quotation => return self.enter_tag(node, "\"", "\""),
            Role::Link => return self.enter_link(node, rendering),
            Role::Image => self.image(node),
            Role::LineBreak => self.writer.line_break(),
            Role::Code => self.writer.code(&Code::of(node, rendering, false)),
            Role::Preformatted => {
                let is_block = self.writer.inline == 0 && rendering.display.breaks_line();
                let code = Code::of(node, rendering, is_block);
                match is_block {
                    true => self.writer.code_block(node, &code),
                    false => self.writer.code(&code),
                }
            }
            Role::Input => {
                let is_check_box =
                    node.attribute_by_name(LocalName::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
                let is_list_or_item = |frame: &Frame<'_>| matches!(frame, Frame::Item { .. } | Frame::List(_));
                let list_or_item =
                    self.frames.iter().rev().map(|(_, frame)| frame).find(|frame| is_list_or_item(frame));
                let is_in_item = self.writer.inline == 0 && matches!(list_or_item, Some(Frame::Item { .. }));
                if is_check_box && is_in_item && self.writer.is_at_item_start() {
                    self.writer.check_box(node);
                }
            }
            Role::Math => match math::of_element(node) {
                Some(formula) => self.formula(formula),
                None => return Entered::Transparent,
            },
            Role::Field | Role::Rule => {}
            _ => return Entered::Transparent,
        }
        Entered::Done
    }

    fn enter_emphasis(&mut self, delimiter: &'static str) -> Entered<'d> {
        match self.writer.delimiters.enter(delimiter) {
            true => Entered::Opened(Frame::Emphasis),
            false => Entered::Transparent,
        }
    }

    fn enter_tag(&mut self, node: NodeRef<'d>, start: &'static str, end: &'static str) -> Entered<'d> {
        if node.first_child().is_none() {
            return Entered::Done;
        }
        self.writer.literal(start);
        Entered::Opened(Frame::Tag(end))
    }

    fn enter_link(&mut self, node: NodeRef<'d>, rendering: Rendering) -> Entered<'d> {
        if self.is_in_link || self.link_in_heading.is_some() {
            return Entered::Transparent;
        }
        let Some(target) = Target::of(node, LocalName::HREF) else { return Entered::Transparent };
        if self.writer.inline == 0 && has_heading(node, rendering) {
            self.link_in_heading = Some(target);
            return Entered::Opened(Frame::LinkAroundHeadings);
        }
        self.is_in_link = true;
        self.writer.start_link();
        Entered::Opened(Frame::Link(target))
    }

    fn formula(&mut self, (formula, is_block): (String, bool)) {
        let mark = if is_block { "$$" } else { "$" };
        self.writer.literal(mark);
        self.writer.raw(&if self.writer.cells > 0 { formula.replace('|', "\\|") } else { formula });
        self.writer.raw(mark);
    }

    fn image(&mut self, image: NodeRef<'d>) {
        if let Some(formula) = math::of_image(image) {
            if !math::mathml_before_image(image)
                .is_some_and(|before| self.parent_rendering().child(before).is_rendered())
            {
                self.formula(formula);
            }
            return;
        }
        let target = Target::of_image(image);
        if target.is_some_and(|target| target.is_data()) && self.is_in_next_noscript(image) {
            return;
        }
        let target = target.filter(|target| self.options.has_data_images || !target.is_data());
        match target {
            Some(target) => {
                let address = self.resolved(target);
                self.writer.image(image, target, address.as_deref());
            }
            None => {
                let alt = image.attribute_by_name(LocalName::ALT).unwrap_or_default();
                self.writer.text(O::value_origin(image, LocalName::ALT, alt), alt);
            }
        }
    }

    /// Whether the image is a placeholder that is followed by the real image in a `noscript`.
    fn is_in_next_noscript(&self, image: NodeRef<'d>) -> bool {
        let next = image.next_element_sibling().filter(|next| html_name(*next) == LocalName::NOSCRIPT);
        next.is_some_and(|next| {
            self.parent_rendering().child(next).is_rendered()
                && next.child_elements().any(|node| html_name(node) == LocalName::IMG)
        })
    }

    /// Returns the address of a link or an image after the options' function has resolved it.
    fn resolved(&mut self, target: Target<'d>) -> Option<String> {
        let resolved = self.options.resolve.and_then(|resolve| resolve(target.element, target.address))?;
        self.remaining_growth =
            self.remaining_growth.checked_sub(resolved.len().saturating_sub(target.address.len()))?;
        Some(resolved)
    }

    /// Enters a Markdown block, outside of content that has to stay in one line.
    fn enter_block(&mut self, node: NodeRef<'d>, role: Role, rendering: Rendering) -> Result<Entered<'d>, fmt::Error> {
        let frame = match role {
            Role::Heading => {
                self.writer.leave_check_box();
                let level = node.local_name().as_bytes().get(1).map_or(1, |digit| usize::from(digit - b'0'));
                self.writer.start_heading(level);
                if let Some(target) = self.link_in_heading {
                    self.is_in_link = true;
                    self.writer.start_link();
                    self.frames.push((node.number(), Frame::Link(target)));
                }
                Frame::Heading
            }
            Role::Rule => {
                self.writer.leave_check_box();
                self.writer.break_block(2);
                self.writer.line("***");
                self.writer.break_block(2);
                return Ok(Entered::Done);
            }
            Role::Quote if self.writer.nesting() < MAX_NESTING => {
                self.writer.leave_check_box();
                self.writer.break_block(2);
                self.writer.push_prefix("> ".into(), "> ".into());
                Frame::Quote
            }
            Role::List => self.start_list(node),
            Role::Item if self.writer.nesting() < MAX_NESTING => self.start_item(node),
            Role::Table => {
                self.writer.break_block(2);
                if self.table(&Table::rendered_in(node, rendering), rendering)? {
                    return Ok(Entered::Done);
                }
                Frame::Block
            }
            _ => {
                self.writer.break_block(2);
                Frame::Block
            }
        };
        Ok(Entered::Opened(frame))
    }

    #[inline]
    fn leave_frame(&mut self, frame: Frame<'d>) {
        match frame {
            Frame::Block => self.writer.break_block(2),
            Frame::Heading => self.writer.end_heading(),
            Frame::Emphasis => self.writer.delimiters.leave(),
            Frame::Link(target) => {
                self.is_in_link = false;
                if self.writer.is_link_pending {
                    self.writer.discard_link();
                } else {
                    let address = self.resolved(target);
                    self.writer.end_link(target, address.as_deref());
                }
            }
            Frame::LinkAroundHeadings => self.link_in_heading = None,
            Frame::Tag(end) => self.writer.literal(end),
            Frame::ForeignBlock => self.writer.add_space(),
            Frame::Quote => {
                self.writer.break_block(2);
                self.writer.pop_prefix();
            }
            Frame::List(list) => self.end_list(list),
            Frame::Item { width, after_list } => self.end_item(width, after_list),
        }
    }

    fn start_list(&mut self, node: NodeRef<'d>) -> Frame<'d> {
        self.writer.leave_check_box();
        let mut list = List::new(node);
        let is_in_item = matches!(self.frame_mut(), Some(Frame::Item { .. }));
        let after_list = self.writer.after_list;
        let is_child_of_list = self.frames.last().map(|(owner, _)| *owner) == node.parent().map(NodeRef::number);
        // If text has followed the last item of the surrounding list, that item cannot continue.
        let item_width_of = |list: &mut List| if after_list.is_some() { list.item_width } else { 0 };
        let outer_item_width = self.list_mut().map(item_width_of).filter(|width| *width > 0 || is_child_of_list);
        // A list that does not start with 1 cannot interrupt a paragraph, so it needs an empty line before it.
        let is_tight = (is_in_item || outer_item_width.is_some()) && list.next.is_none_or(|start| start == 1);
        self.writer.break_block(if is_tight { 1 } else { 2 });
        if let Some(width) = outer_item_width.filter(|_| self.writer.nesting() < MAX_NESTING) {
            // The list becomes a part of the previous item, or of a new item if there is no previous one.
            let rest = " ".repeat(if width == 0 { 2 } else { width });
            let first = if width == 0 { "- ".into() } else { rest.clone().into() };
            self.writer.push_prefix(first, rest.into());
            list.is_in_previous_item = true;
        } else if after_list == Some(list.next.is_some()) && outer_item_width.is_none() {
            self.separate_lists();
        }
        Frame::List(list)
    }

    /// Writes a separator, so that two adjacent lists do not become one.
    fn separate_lists(&mut self) {
        self.writer.breaks = self.writer.breaks.max(2);
        self.writer.line(SEPARATOR);
        self.writer.break_block(2);
    }

    fn end_list(&mut self, list: List) {
        self.writer.break_block(if self.item_depth > 0 || list.is_in_previous_item { 1 } else { 2 });
        if list.is_in_previous_item {
            self.writer.pop_prefix();
        }
        self.writer.after_list = Some(list.next.is_some());
    }

    fn start_item(&mut self, item: NodeRef<'d>) -> Frame<'d> {
        let (jumps, (marker, space), is_tight) = match self.list_mut() {
            Some(list) => (list.jumps_at(item), list.marker(item), list.is_tight),
            None => (false, ("- ".into(), "  ".into()), true),
        };
        if jumps {
            self.separate_lists();
        }
        // After text, every kind of item needs an empty line before it.
        let is_after_text = self.writer.breaks == 0 && !self.writer.nothing_written;
        self.writer.break_block(if is_tight && !is_after_text { 1 } else { 2 });
        let after_list = self.writer.after_list;
        let width = marker.len();
        self.writer.push_prefix(marker, space);
        self.item_depth += 1;
        Frame::Item { width, after_list }
    }

    fn end_item(&mut self, width: usize, after_list: Option<bool>) {
        self.item_depth -= 1;
        self.writer.is_after_check_box = false;
        let is_ordered = self.list_mut().is_some_and(|list| list.next.is_some());
        if !self.writer.has_content() && !is_ordered {
            // The item shows nothing. In an ordered list, dropping it would change the numbers of later items.
            self.writer.pop_prefix();
            self.writer.after_list = after_list;
            return;
        }
        if !self.writer.has_content() {
            // A list that starts with an empty item needs an empty line before it.
            if self.writer.breaks == 1 && self.list_mut().is_none_or(|list| list.item_width == 0) {
                self.writer.breaks = 2;
            }
            self.writer.start();
        } else if let Some(list) = self.list_mut() {
            // Only items with content get a width, because an empty item ends at the next empty line and cannot contain later blocks.
            list.item_width = width;
        }
        self.writer.break_block(1);
        self.writer.pop_prefix();
        let is_loose = self.list_mut().is_some_and(|list| !list.is_tight);
        self.writer.breaks = if is_loose { 2 } else { 1 };
        self.writer.after_list = Some(is_ordered);
    }

    /// Writes a data table. For other tables, writes nothing and returns `false`.
    fn table(&mut self, table: &Table<'d>, rendering: Rendering) -> Result<bool, fmt::Error> {
        let rows: Vec<_> = table.rows().collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if columns < 2 || table.is_layout_in(rendering) {
            return Ok(false);
        }
        self.writer.leave_check_box();
        self.renderings.push(rendering);
        let (first, captions) = (rows.first().and_then(|row| first_cell(row)), captions(table, rendering));
        let is_above = |caption: &NodeRef<'d>| first.is_none_or(|first| caption.number() < first.element().number());
        for caption in captions.iter().filter(|caption| is_above(caption)) {
            visit(*caption, self)?;
            self.writer.break_block(2);
        }
        let has_header = table.header_rows() > 0;
        if !has_header {
            // A Markdown table needs a header.
            self.writer.line(&format!("|{}", " |".repeat(columns)));
            self.writer.line(&format!("|{}", " --- |".repeat(columns)));
        }
        let mut repeated = Repeated::new(self.options.repeats_spanned_cells, table);
        for (index, row) in rows.iter().enumerate() {
            self.writer.start();
            self.writer.raw("|");
            for slot in row {
                match slot {
                    TableSlot::Cell(cell) => self.cell(cell, rendering)?,
                    TableSlot::Spanned(cell) => match repeated.text(cell) {
                        Some(text) => {
                            self.writer.start_cell();
                            self.writer.text(O::Origin::default(), text);
                            self.writer.end_cell();
                        }
                        None => self.writer.raw(" |"),
                    },
                    TableSlot::Empty => self.writer.raw(" |"),
                }
            }
            let is_header = has_header && index == 0;
            if is_header || columns <= MAX_PADDED_COLUMNS {
                self.writer.raw(&" |".repeat(columns - row.len()));
            }
            self.writer.breaks = 1;
            if is_header {
                self.writer.line(&format!("|{}", " --- |".repeat(columns)));
            }
        }
        self.writer.break_block(2);
        for caption in captions.iter().filter(|caption| !is_above(caption)) {
            visit(*caption, self)?;
            self.writer.break_block(2);
        }
        self.renderings.pop();
        Ok(true)
    }

    /// Writes the content of a cell in one line.
    fn cell(&mut self, cell: &TableCell<'d>, table: Rendering) -> fmt::Result {
        let element = cell.element();
        // The ancestors of a cell up to the table are its row and possibly a row group.
        let parts: Vec<NodeRef<'d>> =
            element.ancestors().take_while(|part| html_name(*part) != LocalName::TABLE).collect();
        let row = parts.iter().rev().fold(table, |rendering, part| rendering.child(*part));
        let own = row.child(element);
        self.renderings.push(own);
        self.writer.out.enter(element);
        self.writer.start_cell();
        if !own.is_replaced() {
            for child in element.children() {
                visit(child, self)?;
            }
        }
        self.writer.end_cell();
        self.writer.out.leave(element);
        self.renderings.pop();
        Ok(())
    }
}

/// The repeated texts of spanned cells.
struct Repeated {
    /// The number of bytes that may still be repeated, or `None` if repetition is disabled.
    remaining: Option<usize>,
    /// The text of each repeated cell, by the node number of its element.
    texts: HashMap<u32, String>,
}

impl Repeated {
    /// Limits the total length of repeated texts to 16 bytes for each byte of the table's texts.
    #[inline]
    fn new(is_enabled: bool, table: &Table<'_>) -> Repeated {
        let len = || table.element().descendants().filter_map(NodeRef::text).map(str::len).sum::<usize>();
        Repeated { remaining: is_enabled.then(|| len().saturating_mul(16)), texts: HashMap::new() }
    }

    #[inline]
    fn text(&mut self, cell: &TableCell<'_>) -> Option<&str> {
        let remaining = self.remaining?;
        let text = self.texts.entry(cell.element().number()).or_insert_with(|| cell.element().inner_text());
        self.remaining = remaining.checked_sub(text.len());
        self.remaining.map(|_| &**text)
    }
}

#[inline]
fn first_cell<'t, 'd>(row: &[TableSlot<'t, 'd>]) -> Option<&'t TableCell<'d>> {
    row.iter().find_map(|slot| match slot {
        TableSlot::Cell(cell) => Some(*cell),
        TableSlot::Spanned(_) | TableSlot::Empty => None,
    })
}

#[inline]
fn captions<'d>(table: &Table<'d>, rendering: Rendering) -> Vec<NodeRef<'d>> {
    let is_caption =
        |part: &NodeRef<'d>| html_name(*part) == LocalName::CAPTION && rendering.child(*part).is_rendered();
    table.element().child_elements().filter(is_caption).collect()
}

/// Whether an element has a child that starts a line.
#[inline]
fn has_block(element: NodeRef<'_>, rendering: Rendering) -> bool {
    element.child_elements().any(|child| rendering.child(child).display.breaks_line())
}

/// Whether a link contains a rendered heading with text.
#[inline]
fn has_heading(link: NodeRef<'_>, rendering: Rendering) -> bool {
    let mut renderings = vec![rendering];
    let mut events = link.traverse();
    events.next();
    while let Some(event) = events.next() {
        let node = match event {
            Edge::Enter(node) if node.is_element() => node,
            Edge::Leave(node) if node.is_element() => {
                renderings.pop();
                continue;
            }
            _ => continue,
        };
        let rendering = renderings.last().copied().unwrap_or(rendering).child(node);
        renderings.push(rendering);
        let is_shown = rendering.is_rendered() && rendering.display != Display::Replaced;
        match Role::of(node.node()) {
            _ if !is_shown => events.skip_children(),
            // Markdown has no headings in these elements.
            Role::Table | Role::Code | Role::Preformatted | Role::Field => events.skip_children(),
            Role::Heading => {
                let is_word = |node: NodeRef<'_>| node.text().is_some_and(|text| !text.trim_ascii().is_empty());
                if node.descendants().any(is_word) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
