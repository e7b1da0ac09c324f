use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    pub(crate) fn in_head_noscript<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                name if TagSet::NOSCRIPT_IN_HEAD.contains(name) => self.in_head(token),
                LocalName::HEAD | LocalName::NOSCRIPT => self.ignore_token(ErrorCode::HeadStartTagInHeadNoscript),
                _ => self.in_head_noscript_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::NOSCRIPT => {
                    self.pop();
                    self.state.mode = InsertionMode::InHead;
                    Flow::Done
                }
                LocalName::BR => self.in_head_noscript_anything_else(token),
                _ => self.ignore_token(ErrorCode::EndTagInHeadNoscript),
            },
            Token::Characters(text) => {
                self.after_whitespace(text, Self::insert_characters, Self::in_head_noscript_anything_else)
            }
            Token::Comment { .. } | Token::ProcessingInstruction { .. } => self.in_head(token),
            Token::NullCharacter(_) | Token::EndOfFile(_) => self.in_head_noscript_anything_else(token),
        }
    }

    fn in_head_noscript_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentInHeadNoscript);
        self.pop();
        self.state.mode = InsertionMode::InHead;
        Flow::Reprocess(token)
    }
}
