use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    pub(crate) fn after_frameset<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.whitespace_only(text, ErrorCode::ContentAfterFrameset, Self::insert_characters)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndTag(tag) if tag.name == LocalName::HTML => {
                self.state.mode = InsertionMode::AfterAfterFrameset;
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::NOFRAMES => self.in_head(token),
            Token::EndOfFile(_) => self.stop_parsing(),
            Token::StartTag(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                self.ignore_token(ErrorCode::ContentAfterFrameset)
            }
        }
    }
}
