use crate::TreeBuilder;
use crate::builder::Flow;
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    pub(crate) fn after_after_frameset<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
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
                // White space goes by the rules for "in body".
                self.whitespace_only(text, ErrorCode::ContentAfterAfterFrameset, |builder, whitespace| {
                    builder.in_body(Token::Characters(whitespace));
                });
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndOfFile(_) => {
                self.stop_parsing();
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::NOFRAMES => self.in_head(token),
            Token::StartTag(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                self.error(ErrorCode::ContentAfterAfterFrameset);
                Flow::Done
            }
        }
    }
}
