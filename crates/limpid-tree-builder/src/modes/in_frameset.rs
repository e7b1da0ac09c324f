use crate::builder::{Flow, is_whitespace, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Text, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    pub(crate) fn in_frameset<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.whitespace_only(text, ErrorCode::ContentInFrameset, Self::insert_characters);
                Flow::Done
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
            Token::StartTag(tag) if tag.name == LocalName::FRAMESET => {
                self.insert_html_element(tag);
                Flow::Done
            }
            Token::EndTag(tag) if tag.name == LocalName::FRAMESET => {
                // The root `html` element: the fragment case.
                if self.open.current_is_root() {
                    self.error(ErrorCode::FramesetEndTagWithoutFrameset);
                    return Flow::Done;
                }
                self.pop();
                if self.fragment_context.is_none() && !self.open.current_is(LocalName::FRAMESET) {
                    self.mode = InsertionMode::AfterFrameset;
                }
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::FRAME => {
                self.insert_void_element(tag);
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::NOFRAMES => self.in_head(token),
            Token::EndOfFile(_) => {
                if !self.open.current_is_root() {
                    self.error(ErrorCode::EofInFrameset);
                }
                self.stop_parsing();
                Flow::Done
            }
            Token::StartTag(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                self.error(ErrorCode::ContentInFrameset);
                Flow::Done
            }
        }
    }

    /// Handles the white space of a run of characters, and ignores each other character with an error.
    pub(crate) fn whitespace_only(
        &mut self,
        mut text: Text<'_>,
        error: ErrorCode,
        handle: impl Fn(&mut Self, Text<'_>),
    ) {
        while !text.text.is_empty() {
            let (whitespace, rest) = split_whitespace(text);
            if !whitespace.text.is_empty() {
                handle(self, whitespace);
            }
            let (ignored, rest) = rest.split_at(rest.text.find(is_whitespace).unwrap_or(rest.text.len()));
            self.error_for_each_character(error, ignored);
            text = rest;
        }
    }
}
