use crate::builder::{Flow, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    pub(crate) fn after_after_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Comment { data, span } => {
                self.insert_comment_in_document(data, span);
                Flow::Done
            }
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span);
                Flow::Done
            }
            Token::Doctype(_) => self.in_body(token),
            Token::Characters(text) => {
                let (whitespace, rest) = split_whitespace(text);
                if !whitespace.text.is_empty() {
                    self.in_body(Token::Characters(whitespace));
                }
                if rest.text.is_empty() {
                    Flow::Done
                } else {
                    self.after_after_body_anything_else(Token::Characters(rest))
                }
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndOfFile(_) => {
                self.stop_parsing();
                Flow::Done
            }
            _ => self.after_after_body_anything_else(token),
        }
    }

    fn after_after_body_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentAfterAfterBody);
        self.mode = InsertionMode::InBody;
        Flow::Reprocess(token)
    }
}
