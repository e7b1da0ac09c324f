use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Comment { data, span } => self.insert_comment_in_document(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span)
            }
            Token::Doctype(_) => self.in_body(token),
            Token::Characters(text) => {
                self.after_whitespace(text, Self::in_body_characters, Self::after_after_body_anything_else)
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndOfFile(_) => self.stop_parsing(),
            _ => self.after_after_body_anything_else(token),
        }
    }

    fn after_after_body_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentAfterAfterBody);
        self.state.mode = InsertionMode::InBody;
        Flow::Reprocess(token)
    }
}
