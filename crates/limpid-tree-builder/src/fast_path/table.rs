//! The fast path for tables: the tags of rows and cells, and the text between them.

use crate::element_type::ElementType;
use crate::insertion::OutOfLine;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{HookResult, LocalName, Span, TagByParts, TagSet, Text, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the insertion mode that processes the next tag. Every tag ends "in table text" first.
    #[inline(always)]
    pub(super) fn mode_for_tags(&self) -> InsertionMode {
        if self.state.mode == InsertionMode::InTableText { self.state.original_mode } else { self.state.mode }
    }

    /// Handles the start tag of a row or cell in a table body, a row or a cell. Closes the open cell and row if necessary.
    #[inline(never)]
    pub(super) fn fast_table_part(&mut self, OutOfLine { ref tag, rule }: OutOfLine<TagByParts<'_>>) -> HookResult {
        let mode_is_supported = match self.mode_for_tags() {
            InsertionMode::InCell | InsertionMode::InRow => true,
            InsertionMode::InTableBody => rule == StartRule::Row,
            _ => false,
        };
        if !mode_is_supported || tag.self_closing || !self.uses_insertion_mode() {
            return HookResult::Declined;
        }
        self.state.token_span = tag.span;
        self.end_table_text();
        if self.state.mode == InsertionMode::InCell {
            self.close_the_cell();
        }
        self.state.obstacles = Obstacles::UNKNOWN;
        if rule == StartRule::Cell {
            self.state.obstacles = self.obstacles_in_new_cell();
            self.start_cell(tag);
        } else if self.state.mode == InsertionMode::InTableBody || self.close_the_row() {
            self.start_row(tag);
        }
        HookResult::Handled
    }

    /// Handles the end tag of a cell in "in cell", and of a row in "in row".
    #[inline(never)]
    pub(super) fn fast_table_part_end(&mut self, name: LocalName, span: Span) -> HookResult {
        let mode_is_supported = match self.mode_for_tags() {
            InsertionMode::InCell => TagSet::CELLS.contains(name),
            InsertionMode::InRow => name == LocalName::TR,
            _ => false,
        };
        if !mode_is_supported || !self.uses_insertion_mode() {
            return HookResult::Declined;
        }
        self.state.token_span = span;
        self.end_table_text();
        if self.state.open.current_is(name) {
            // There are no implied end tags and no errors.
            self.pop_plain_element(Some(span));
            if name == LocalName::TR { self.leave_row() } else { self.leave_cell() }
        } else {
            self.state.end_tag = Some((ElementType::html(name), span));
            if name == LocalName::TR {
                self.close_the_row();
            } else {
                self.end_cell(name);
            }
            self.state.end_tag = None;
        }
        self.state.obstacles = Obstacles::UNKNOWN;
        HookResult::Handled
    }

    pub(super) fn fast_table_text(&mut self, text: Text<'_>) -> HookResult {
        if !self.state.open.current_is_one_of(TagSet::TABLE_TEXT) || !self.uses_insertion_mode() {
            return HookResult::Declined;
        }
        self.begin_table_text();
        self.state.extras_mut().pending_table_characters.push(text);
        HookResult::Handled
    }
}
