use crate::flow::Flow;
use crate::insertion::StartTag;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    pub(crate) fn in_row<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::StartTag(tag) => match tag.name {
                LocalName::TH | LocalName::TD => {
                    self.start_cell(tag);
                    Flow::Done
                }
                LocalName::CAPTION
                | LocalName::COL
                | LocalName::COLGROUP
                | LocalName::TBODY
                | LocalName::TFOOT
                | LocalName::THEAD
                | LocalName::TR => self.reprocess_after_the_row(token),
                _ => self.in_table(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::TR => {
                    self.close_the_row();
                    Flow::Done
                }
                LocalName::TABLE => self.reprocess_after_the_row(token),
                LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => {
                    if !self.state.open.has_in_table_scope(tag.name) {
                        return self.ignore_token(ErrorCode::TableBodyEndTagWithoutTableBody);
                    }
                    if !self.state.open.has_in_table_scope(LocalName::TR) {
                        return Flow::Done;
                    }
                    self.reprocess_after_the_row(token)
                }
                LocalName::BODY
                | LocalName::CAPTION
                | LocalName::COL
                | LocalName::COLGROUP
                | LocalName::HTML
                | LocalName::TD
                | LocalName::TH => self.ignore_token(ErrorCode::EndTagInRow),
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    /// A start tag whose tag name is one of "th" and "td": clear the stack back to a table row context, insert an HTML
    /// element, switch to "in cell", insert a marker.
    pub(crate) fn start_cell(&mut self, tag: impl StartTag<S>) {
        self.clear_the_stack_back_to(TagSet::TABLE_ROW_CONTEXT);
        tag.insert(self, false);
        self.state.mode = InsertionMode::InCell;
        self.state.formatting.insert_marker();
    }

    fn reprocess_after_the_row<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        if self.close_the_row() { Flow::Reprocess(token) } else { Flow::Done }
    }

    /// Closes the row. If no row is in table scope, reports an error and returns `false`.
    pub(crate) fn close_the_row(&mut self) -> bool {
        if !self.state.open.has_in_table_scope(LocalName::TR) {
            self.error(ErrorCode::RowEndTagWithoutRow);
            return false;
        }
        self.clear_the_stack_back_to(TagSet::TABLE_ROW_CONTEXT);
        self.pop();
        self.leave_row();
        true
    }

    pub(crate) fn leave_row(&mut self) {
        self.state.mode = InsertionMode::InTableBody;
    }
}
