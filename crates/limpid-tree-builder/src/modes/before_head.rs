use crate::builder::{Flow, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    pub(crate) fn before_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                // White space is ignored.
                let (_, rest) = split_whitespace(text);
                if rest.text.is_empty() { Flow::Done } else { self.before_head_anything_else(Token::Characters(rest)) }
            }
            Token::Comment { data, span } => {
                self.insert_comment(data, span);
                Flow::Done
            }
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span);
                Flow::Done
            }
            Token::Doctype(_) => {
                self.error(ErrorCode::UnexpectedDoctype);
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::StartTag(tag) if tag.name == LocalName::HEAD => {
                self.head_element = Some(self.insert_html_element(tag));
                self.mode = InsertionMode::InHead;
                Flow::Done
            }
            Token::EndTag(tag)
                if !matches!(tag.name, LocalName::HEAD | LocalName::BODY | LocalName::HTML | LocalName::BR) =>
            {
                self.error(ErrorCode::EndTagBeforeHead);
                Flow::Done
            }
            _ => self.before_head_anything_else(token),
        }
    }

    fn before_head_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.head_element = Some(self.insert_html_element_named(LocalName::HEAD));
        self.mode = InsertionMode::InHead;
        Flow::Reprocess(token)
    }
}
