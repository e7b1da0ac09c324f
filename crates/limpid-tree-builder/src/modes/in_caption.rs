use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    pub(crate) fn in_caption<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::EndTag(tag) if tag.name == LocalName::CAPTION => {
                self.close_the_caption(ErrorCode::CaptionEndTagWithoutCaption);
                Flow::Done
            }
            Token::StartTag(tag) if TagSet::TABLE_PART_TAGS.contains(tag.name) => {
                self.reprocess_after_the_caption(token)
            }
            Token::EndTag(tag) if tag.name == LocalName::TABLE => self.reprocess_after_the_caption(token),
            Token::EndTag(tag) if TagSet::IGNORED_IN_CAPTION.contains(tag.name) => {
                self.ignore_token(ErrorCode::EndTagInCaption)
            }
            _ => self.in_body(token),
        }
    }

    fn reprocess_after_the_caption<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        if self.close_the_caption(ErrorCode::TablePartInCaption) { Flow::Reprocess(token) } else { Flow::Done }
    }

    /// Closes the caption. If no caption is in table scope, reports an error and returns `false`.
    fn close_the_caption(&mut self, error_without_caption: ErrorCode) -> bool {
        if !self.state.open.has_in_table_scope(LocalName::CAPTION) {
            self.error(error_without_caption);
            return false;
        }
        self.generate_implied_end_tags();
        if !self.state.open.current_is(LocalName::CAPTION) {
            self.error(ErrorCode::CaptionWithOpenElements);
        }
        self.pop_until(LocalName::CAPTION);
        self.clear_formatting_up_to_the_last_marker();
        self.state.mode = InsertionMode::InTable;
        true
    }
}
