use crate::TreeBuilder;
use crate::builder::{Flow, is_whitespace, split_whitespace};
use limpid_markup::{ErrorCode, LocalName, Text, TreeSink};
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
                self.after_after_frameset_characters(text);
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

    /// White space goes by the rules for "in body"; each other character is ignored.
    fn after_after_frameset_characters(&mut self, mut text: Text<'_>) {
        while !text.text.is_empty() {
            let (whitespace, rest) = split_whitespace(text);
            if !whitespace.text.is_empty() {
                self.in_body(Token::Characters(whitespace));
            }
            let (ignored, rest) = rest.split_at(rest.text.find(is_whitespace).unwrap_or(rest.text.len()));
            self.error_for_each_character(ErrorCode::ContentAfterAfterFrameset, ignored);
            text = rest;
        }
    }
}
