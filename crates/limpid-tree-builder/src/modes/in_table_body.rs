use crate::flow::Flow;
use crate::insertion::StartTag;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    pub(crate) fn in_table_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::StartTag(tag) => match tag.name {
                LocalName::TR => {
                    self.start_row(tag);
                    Flow::Done
                }
                LocalName::TH | LocalName::TD => {
                    self.error(ErrorCode::CellWithoutRow);
                    self.clear_the_stack_back_to(TagSet::TABLE_BODY_CONTEXT);
                    self.insert_html_element_named(LocalName::TR);
                    self.state.mode = InsertionMode::InRow;
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
                    if !self.state.open.has_in_table_scope(tag.name) {
                        return self.ignore_token(ErrorCode::TableBodyEndTagWithoutTableBody);
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
                | LocalName::TR => self.ignore_token(ErrorCode::EndTagInTableBody),
                _ => self.in_table(token),
            },
            _ => self.in_table(token),
        }
    }

    /// A start tag whose tag name is "tr": clear the stack back to a table body context, insert an HTML element, switch to
    /// "in row".
    pub(crate) fn start_row(&mut self, tag: impl StartTag<S>) {
        self.clear_the_stack_back_to(TagSet::TABLE_BODY_CONTEXT);
        tag.insert(self, false);
        self.state.mode = InsertionMode::InRow;
    }

    fn reprocess_after_the_table_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        let has = |name| self.state.open.has_in_table_scope(name);
        if !(has(LocalName::TBODY) || has(LocalName::THEAD) || has(LocalName::TFOOT)) {
            return self.ignore_token(ErrorCode::TableBodyEndTagWithoutTableBody);
        }
        self.close_the_table_body();
        Flow::Reprocess(token)
    }

    fn close_the_table_body(&mut self) {
        self.clear_the_stack_back_to(TagSet::TABLE_BODY_CONTEXT);
        self.pop();
        self.state.mode = InsertionMode::InTable;
    }
}
