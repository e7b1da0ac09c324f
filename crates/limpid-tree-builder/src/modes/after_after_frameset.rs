use crate::TreeBuilder;
use crate::flow::Flow;
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    pub(crate) fn after_after_frameset<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Comment { data, span } => self.insert_comment_in_document(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span)
            }
            Token::Doctype(_) => self.in_body(token),
            // White space is processed by the rules for "in body".
            Token::Characters(text) => {
                self.whitespace_only(text, ErrorCode::ContentAfterAfterFrameset, Self::in_body_characters)
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndOfFile(_) => self.stop_parsing(),
            Token::StartTag(tag) if tag.name == LocalName::NOFRAMES => self.in_head(token),
            Token::StartTag(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                self.ignore_token(ErrorCode::ContentAfterAfterFrameset)
            }
        }
    }
}
