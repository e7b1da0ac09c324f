use crate::flow::{Flow, is_whitespace, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Text, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    pub(crate) fn in_column_group<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => self.in_column_group_characters(text),
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                LocalName::COL => self.insert_void_element(tag),
                LocalName::TEMPLATE => self.in_head(token),
                _ => self.in_column_group_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::COLGROUP => {
                    if !self.state.open.current_is(LocalName::COLGROUP) {
                        return self.ignore_token(ErrorCode::ColgroupEndTagWithoutColgroup);
                    }
                    self.pop();
                    self.state.mode = InsertionMode::InTable;
                    Flow::Done
                }
                LocalName::COL => self.ignore_token(ErrorCode::ColEndTag),
                LocalName::TEMPLATE => self.in_head(token),
                _ => self.in_column_group_anything_else(token),
            },
            Token::EndOfFile(_) => self.in_body(token),
            Token::NullCharacter(_) => self.in_column_group_anything_else(token),
        }
    }

    /// Inserts white space. Other characters end the column group. If the current node is not a `colgroup`, they are ignored.
    fn in_column_group_characters<'t>(&mut self, mut text: Text<'t>) -> Flow<'t> {
        loop {
            let (whitespace, rest) = split_whitespace(text);
            if !whitespace.text.is_empty() {
                self.insert_characters(whitespace);
            }
            if rest.text.is_empty() {
                return Flow::Done;
            }
            if self.state.open.current_is(LocalName::COLGROUP) {
                return self.in_column_group_anything_else(Token::Characters(rest));
            }
            let (ignored, rest) = rest.split_at(rest.text.find(is_whitespace).unwrap_or(rest.text.len()));
            self.error_for_each_character(ErrorCode::ContentInColumnGroup, ignored);
            text = rest;
        }
    }

    fn in_column_group_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        if !self.state.open.current_is(LocalName::COLGROUP) {
            return self.ignore_token(ErrorCode::ContentInColumnGroup);
        }
        self.pop();
        self.state.mode = InsertionMode::InTable;
        Flow::Reprocess(token)
    }
}
