use crate::builder::{Flow, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

/// What may be in a `noscript` in the head.
const CONTENT: TagSet = TagSet::of(&[
    LocalName::BASEFONT,
    LocalName::BGSOUND,
    LocalName::LINK,
    LocalName::META,
    LocalName::NOFRAMES,
    LocalName::STYLE,
]);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    pub(crate) fn in_head_noscript<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Doctype(_) => {
                self.error(ErrorCode::UnexpectedDoctype);
                Flow::Done
            }
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                name if CONTENT.contains(name) => self.in_head(token),
                LocalName::HEAD | LocalName::NOSCRIPT => {
                    self.error(ErrorCode::HeadStartTagInHeadNoscript);
                    Flow::Done
                }
                _ => self.in_head_noscript_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::NOSCRIPT => {
                    self.pop();
                    self.mode = InsertionMode::InHead;
                    Flow::Done
                }
                LocalName::BR => self.in_head_noscript_anything_else(token),
                _ => {
                    self.error(ErrorCode::EndTagInHeadNoscript);
                    Flow::Done
                }
            },
            Token::Characters(text) => {
                let (whitespace, rest) = split_whitespace(text);
                if !whitespace.text.is_empty() {
                    self.insert_characters(whitespace);
                }
                if rest.text.is_empty() {
                    Flow::Done
                } else {
                    self.in_head_noscript_anything_else(Token::Characters(rest))
                }
            }
            Token::Comment { .. } | Token::ProcessingInstruction { .. } => self.in_head(token),
            Token::NullCharacter(_) | Token::EndOfFile(_) => self.in_head_noscript_anything_else(token),
        }
    }

    fn in_head_noscript_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentInHeadNoscript);
        self.pop();
        self.mode = InsertionMode::InHead;
        Flow::Reprocess(token)
    }
}
