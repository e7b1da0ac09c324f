//! The common token outside of bodies: rows and cells, what is between them, and what a head mostly holds.

use super::{Obstacles, StartRule};
use crate::builder::is_whitespace;
use crate::element_type::ElementType;
use crate::modes::{CELLS, TABLE_TEXT};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{LocalName, Span, TagSet, Text, TreeSink};

const TABLE_BODIES: TagSet = TagSet::of(&[LocalName::TBODY, LocalName::TFOOT, LocalName::THEAD]);

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether the current node is an HTML element that children go to, and nothing is to be done before.
    #[inline]
    pub(super) fn goes_on_plainly(&self) -> bool {
        !self.ignore_line_feed && self.sink.is_full().is_none() && self.current_is_plain()
    }

    /// Whether a `link` or `meta` is only inserted.
    pub(super) fn takes_metadata(&self, name: LocalName) -> bool {
        let goes_by_in_head = !self.obstacles.has(Obstacles::OTHER_RULES)
            || (self.mode == InsertionMode::InHead && self.goes_on_plainly());
        goes_by_in_head && (name == LocalName::LINK || !self.options.suspend_at_encoding_declarations)
    }

    /// Closes what the start tag of a row or cell closes before it is inserted: a cell with nothing open in it, and a row.
    /// Says whether it may be inserted then. If not, what was done is what the rules do first.
    #[inline(never)]
    pub(super) fn close_before_table_part(&mut self, rule: StartRule) -> bool {
        self.end_table_text();
        if !self.goes_on_plainly() {
            return false;
        }
        if self.mode == InsertionMode::InCell && self.open.current_is_one_of(CELLS) {
            self.pop_table_part(InsertionMode::InRow, None);
        }
        if rule == StartRule::Row && self.mode == InsertionMode::InRow && self.open.current_is(LocalName::TR) {
            self.pop_table_part(InsertionMode::InTableBody, None);
        }
        let is_in_place = match rule {
            StartRule::Cell => self.mode == InsertionMode::InRow && self.open.current_is(LocalName::TR),
            _ => self.mode == InsertionMode::InTableBody && self.open.current_is_one_of(TABLE_BODIES),
        };
        is_in_place && self.current_is_plain()
    }

    /// Pushes a row or a cell that was inserted.
    #[inline(never)]
    pub(super) fn push_table_part(&mut self, rule: StartRule, node: S::Handle, element_type: ElementType) {
        self.open.push_html(node, node, element_type);
        if rule == StartRule::Cell {
            self.mode = InsertionMode::InCell;
            self.formatting.insert_marker();
        } else {
            self.mode = InsertionMode::InRow;
        }
        self.look_for_obstacles();
    }

    /// Handles the end tag of a row or a cell, if nothing is open in it.
    #[inline(never)]
    pub(super) fn straight_table_part_end(&mut self, name: LocalName, span: Span) -> bool {
        self.end_table_text();
        let next = match (self.mode, name) {
            (InsertionMode::InCell, LocalName::TD | LocalName::TH) => InsertionMode::InRow,
            (InsertionMode::InRow, LocalName::TR) => InsertionMode::InTableBody,
            _ => return false,
        };
        let is_common = self.open.current_is(name) && self.goes_on_plainly();
        if is_common {
            self.pop_table_part(next, Some(span));
        }
        is_common
    }

    fn pop_table_part(&mut self, next: InsertionMode, end_tag: Option<Span>) {
        if let Some(entry) = self.open.pop() {
            self.sink.element_popped(entry.node, end_tag);
        }
        if next == InsertionMode::InRow {
            self.clear_formatting_up_to_the_last_marker();
        }
        self.mode = next;
        self.look_for_obstacles();
    }

    /// Leaves the "in table text" insertion mode, as every tag does first.
    #[inline]
    fn end_table_text(&mut self) {
        if self.mode == InsertionMode::InTableText {
            self.flush_pending_table_characters();
            self.mode = self.original_mode;
            self.look_for_obstacles();
        }
    }

    /// Handles a run of characters outside of bodies, if it is a common one.
    pub(super) fn straight_characters_elsewhere(&mut self, text: Text<'_>) -> bool {
        let is_common = match self.mode {
            InsertionMode::InHead => text.text.bytes().all(|byte| is_whitespace(char::from(byte))),
            InsertionMode::InTable | InsertionMode::InTableBody | InsertionMode::InRow => {
                self.open.current_is_one_of(TABLE_TEXT)
            }
            _ => false,
        };
        if !is_common || !self.goes_on_plainly() {
            return false;
        }
        if self.mode != InsertionMode::InHead {
            self.begin_table_text();
            self.extras_mut().pending_table_characters.push(text);
        } else if let Some(current) = self.open.current() {
            self.sink.append_text(current.insertion_target, text);
            self.see_whether_full();
        }
        true
    }
}
