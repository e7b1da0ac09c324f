use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    pub(crate) fn in_cell<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::EndTag(tag) if TagSet::CELLS.contains(tag.name) => self.end_cell(tag.name),
            Token::StartTag(tag) if TagSet::TABLE_PART_TAGS.contains(tag.name) => {
                self.close_the_cell();
                Flow::Reprocess(token)
            }
            Token::EndTag(tag) if TagSet::IGNORED_IN_CELL.contains(tag.name) => {
                self.ignore_token(ErrorCode::EndTagInCell)
            }
            Token::EndTag(tag) if TagSet::TABLE_STRUCTURE.contains(tag.name) => {
                if !self.state.open.has_in_table_scope(tag.name) {
                    return self.ignore_token(ErrorCode::EndTagInCell);
                }
                self.close_the_cell();
                Flow::Reprocess(token)
            }
            _ => self.in_body(token),
        }
    }

    /// An end tag whose tag name is one of "td" and "th": generate implied end tags, pop up to the cell, clear the list of
    /// active formatting elements up to the last marker, switch to "in row".
    pub(crate) fn end_cell(&mut self, name: LocalName) -> Flow<'static> {
        if !self.state.open.has_in_table_scope(name) {
            return self.ignore_token(ErrorCode::CellEndTagWithoutCell);
        }
        self.generate_implied_end_tags();
        if !self.state.open.current_is(name) {
            self.error(ErrorCode::CellWithOpenElements);
        }
        self.pop_until(name);
        self.leave_cell();
        Flow::Done
    }

    /// [Close the cell](https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell).
    pub(crate) fn close_the_cell(&mut self) {
        if self.state.open.current_is_one_of(TagSet::CELLS) {
            self.pop_plain_element(None);
        } else {
            self.generate_implied_end_tags();
            if !self.state.open.current_is_one_of(TagSet::CELLS) {
                self.error(ErrorCode::CellWithOpenElements);
            }
            self.pop_until_one_of(TagSet::CELLS);
        }
        self.leave_cell();
    }

    /// The last steps of [`end_cell`](Self::end_cell) and [`close_the_cell`](Self::close_the_cell).
    pub(crate) fn leave_cell(&mut self) {
        self.clear_formatting_up_to_the_last_marker();
        self.state.mode = InsertionMode::InRow;
    }
}
