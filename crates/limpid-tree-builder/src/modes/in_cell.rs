use crate::builder::Flow;
use crate::modes::TABLE_PARTS;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

pub(crate) const CELLS: TagSet = TagSet::of(&[LocalName::TD, LocalName::TH]);
const IGNORED_END_TAGS: TagSet =
    TagSet::of(&[LocalName::BODY, LocalName::CAPTION, LocalName::COL, LocalName::COLGROUP, LocalName::HTML]);
/// The elements whose end tags close the cell too.
const AROUND_THE_CELL: TagSet =
    TagSet::of(&[LocalName::TABLE, LocalName::TBODY, LocalName::TFOOT, LocalName::THEAD, LocalName::TR]);

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    pub(crate) fn in_cell<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::EndTag(tag) if matches!(tag.name, LocalName::TD | LocalName::TH) => {
                if !self.open.has_in_scope(tag.name) {
                    self.error(ErrorCode::CellEndTagWithoutCell);
                    return Flow::Done;
                }
                self.generate_implied_end_tags();
                if !self.open.current_is(tag.name) {
                    self.error(ErrorCode::CellWithOpenElements);
                }
                self.pop_until(tag.name);
                self.clear_formatting_up_to_the_last_marker();
                self.mode = InsertionMode::InRow;
                Flow::Done
            }
            Token::StartTag(tag) if TABLE_PARTS.contains(tag.name) => {
                self.close_the_cell();
                Flow::Reprocess(token)
            }
            Token::EndTag(tag) if IGNORED_END_TAGS.contains(tag.name) => {
                self.error(ErrorCode::EndTagInCell);
                Flow::Done
            }
            Token::EndTag(tag) if AROUND_THE_CELL.contains(tag.name) => {
                if !self.open.has_in_scope(tag.name) {
                    self.error(ErrorCode::EndTagInCell);
                    return Flow::Done;
                }
                self.close_the_cell();
                Flow::Reprocess(token)
            }
            _ => self.in_body(token),
        }
    }

    /// [Close the cell](https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell).
    fn close_the_cell(&mut self) {
        self.generate_implied_end_tags();
        if !self.open.current_is_one_of(CELLS) {
            self.error(ErrorCode::CellWithOpenElements);
        }
        self.pop_until_one_of(CELLS);
        self.clear_formatting_up_to_the_last_marker();
        self.mode = InsertionMode::InRow;
    }
}
