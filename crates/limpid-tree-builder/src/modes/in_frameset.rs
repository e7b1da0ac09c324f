use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    pub(crate) fn in_frameset<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.whitespace_only(text, ErrorCode::ContentInFrameset, Self::insert_characters)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::StartTag(tag) if tag.name == LocalName::FRAMESET => {
                self.insert_html_element(tag);
                Flow::Done
            }
            Token::EndTag(tag) if tag.name == LocalName::FRAMESET => {
                // The current node is the root `html` element: the fragment case.
                if self.state.open.current_is_root() {
                    return self.ignore_token(ErrorCode::FramesetEndTagWithoutFrameset);
                }
                self.pop();
                if self.state.fragment_context.is_none() && !self.state.open.current_is(LocalName::FRAMESET) {
                    self.state.mode = InsertionMode::AfterFrameset;
                }
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::FRAME => self.insert_void_element(tag),
            Token::StartTag(tag) if tag.name == LocalName::NOFRAMES => self.in_head(token),
            Token::EndOfFile(_) => {
                if !self.state.open.current_is_root() {
                    self.error(ErrorCode::EofInFrameset);
                }
                self.stop_parsing()
            }
            Token::StartTag(_) | Token::EndTag(_) | Token::NullCharacter(_) => {
                self.ignore_token(ErrorCode::ContentInFrameset)
            }
        }
    }
}
