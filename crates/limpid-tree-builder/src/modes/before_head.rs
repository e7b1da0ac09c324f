use crate::flow::{Flow, implied_tag};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    pub(crate) fn before_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.after_whitespace(text, Self::ignore_characters, Self::before_head_anything_else)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::StartTag(tag) if tag.name == LocalName::HEAD => {
                self.insert_head(tag);
                Flow::Done
            }
            Token::EndTag(tag) => match tag.name {
                LocalName::HEAD | LocalName::BODY | LocalName::HTML | LocalName::BR => {
                    self.before_head_anything_else(token)
                }
                _ => self.ignore_token(ErrorCode::EndTagBeforeHead),
            },
            _ => self.before_head_anything_else(token),
        }
    }

    fn before_head_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.insert_head(&implied_tag(LocalName::HEAD));
        Flow::Reprocess(token)
    }

    fn insert_head(&mut self, tag: &Tag<'_>) {
        self.state.head_element = Some(self.insert_html_element(tag));
        self.state.mode = InsertionMode::InHead;
    }
}
