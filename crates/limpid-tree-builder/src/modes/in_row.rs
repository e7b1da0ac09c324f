use crate::builder::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

/// [Clear the stack back to a table row
/// context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context).
const TABLE_ROW_CONTEXT: TagSet = TagSet::of(&[LocalName::TR, LocalName::TEMPLATE, LocalName::HTML]);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    pub(crate) fn in_row<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::StartTag(tag) => match tag.name {
                LocalName::TH | LocalName::TD => {
                    self.clear_the_stack_back_to(TABLE_ROW_CONTEXT);
                    self.insert_html_element(tag);
                    self.mode = InsertionMode::InCell;
                    self.formatting.insert_marker();
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
                    if !self.open.has_in_scope(tag.name) {
                        self.error(ErrorCode::TableBodyEndTagWithoutTableBody);
                        return Flow::Done;
                    }
                    if !self.open.has_in_scope(LocalName::TR) {
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
                | LocalName::TH => {
                    self.error(ErrorCode::EndTagInRow);
                    Flow::Done
                }
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn reprocess_after_the_row<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        if self.close_the_row() { Flow::Reprocess(token) } else { Flow::Done }
    }

    /// Closes the row, if there is one in table scope.
    fn close_the_row(&mut self) -> bool {
        if !self.open.has_in_scope(LocalName::TR) {
            self.error(ErrorCode::RowEndTagWithoutRow);
            return false;
        }
        self.clear_the_stack_back_to(TABLE_ROW_CONTEXT);
        self.pop();
        self.mode = InsertionMode::InTableBody;
        true
    }
}
