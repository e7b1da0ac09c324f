use crate::builder::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

/// [Clear the stack back to a table body
/// context](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context).
const TABLE_BODY_CONTEXT: TagSet =
    TagSet::of(&[LocalName::TBODY, LocalName::TFOOT, LocalName::THEAD, LocalName::TEMPLATE, LocalName::HTML]);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    pub(crate) fn in_table_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::StartTag(tag) => match tag.name {
                LocalName::TR => {
                    self.clear_the_stack_back_to(TABLE_BODY_CONTEXT);
                    self.insert_html_element(tag);
                    self.mode = InsertionMode::InRow;
                    Flow::Done
                }
                LocalName::TH | LocalName::TD => {
                    self.error(ErrorCode::CellWithoutRow);
                    self.clear_the_stack_back_to(TABLE_BODY_CONTEXT);
                    self.insert_html_element_named(LocalName::TR);
                    self.mode = InsertionMode::InRow;
                    Flow::Reprocess(token)
                }
                LocalName::CAPTION
                | LocalName::COL
                | LocalName::COLGROUP
                | LocalName::TBODY
                | LocalName::TFOOT
                | LocalName::THEAD => self.reprocess_after_the_table_body(token),
                _ => self.in_table(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => {
                    if !self.open.has_in_scope(tag.name) {
                        self.error(ErrorCode::TableBodyEndTagWithoutTableBody);
                        return Flow::Done;
                    }
                    self.close_the_table_body();
                    Flow::Done
                }
                LocalName::TABLE => self.reprocess_after_the_table_body(token),
                LocalName::BODY
                | LocalName::CAPTION
                | LocalName::COL
                | LocalName::COLGROUP
                | LocalName::HTML
                | LocalName::TD
                | LocalName::TH
                | LocalName::TR => {
                    self.error(ErrorCode::EndTagInTableBody);
                    Flow::Done
                }
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    fn reprocess_after_the_table_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        let table_bodies = [LocalName::TBODY, LocalName::THEAD, LocalName::TFOOT];
        if !table_bodies.iter().any(|&name| self.open.has_in_scope(name)) {
            self.error(ErrorCode::TableBodyEndTagWithoutTableBody);
            return Flow::Done;
        }
        self.close_the_table_body();
        Flow::Reprocess(token)
    }

    fn close_the_table_body(&mut self) {
        self.clear_the_stack_back_to(TABLE_BODY_CONTEXT);
        self.pop();
        self.mode = InsertionMode::InTable;
    }
}
