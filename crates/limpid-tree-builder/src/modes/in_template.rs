use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    pub(crate) fn in_template<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(_)
            | Token::NullCharacter(_)
            | Token::Comment { .. }
            | Token::ProcessingInstruction { .. }
            | Token::Doctype(_) => self.in_body(token),
            Token::StartTag(tag) => match tag.name {
                name if TagSet::IN_HEAD.contains(name) => self.in_head(token),
                LocalName::CAPTION | LocalName::COLGROUP | LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => {
                    self.reprocess_in_template_mode(InsertionMode::InTable, token)
                }
                LocalName::COL => self.reprocess_in_template_mode(InsertionMode::InColumnGroup, token),
                LocalName::TR => self.reprocess_in_template_mode(InsertionMode::InTableBody, token),
                LocalName::TD | LocalName::TH => self.reprocess_in_template_mode(InsertionMode::InRow, token),
                _ => self.reprocess_in_template_mode(InsertionMode::InBody, token),
            },
            Token::EndTag(tag) if tag.name == LocalName::TEMPLATE => self.in_head(token),
            Token::EndTag(_) => self.ignore_token(ErrorCode::EndTagInTemplate),
            Token::EndOfFile(_) => {
                if !self.state.open.has_template() {
                    self.stop_parsing();
                    return Flow::Done;
                }
                self.error(ErrorCode::EofInTemplate);
                self.close_template();
                Flow::Reprocess(token)
            }
        }
    }

    fn reprocess_in_template_mode<'t>(&mut self, mode: InsertionMode, token: Token<'t>) -> Flow<'t> {
        self.pop_template_mode();
        self.push_template_mode(mode);
        self.state.mode = mode;
        Flow::Reprocess(token)
    }
}
