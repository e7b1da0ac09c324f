use crate::flow::Flow;
use crate::modes::in_body::form_controls::is_hidden_input;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    pub(crate) fn in_table<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(_) | Token::NullCharacter(_) if self.state.open.current_is_one_of(TagSet::TABLE_TEXT) => {
                self.begin_table_text();
                Flow::Reprocess(token)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => self.in_table_start_tag(tag, token),
            Token::EndTag(tag) => self.in_table_end_tag(tag, token),
            Token::EndOfFile(_) => self.in_body(token),
            Token::Characters(_) | Token::NullCharacter(_) => self.in_table_anything_else(token),
        }
    }

    fn in_table_start_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        match tag.name {
            LocalName::CAPTION => {
                self.clear_the_stack_back_to(TagSet::TABLE_CONTEXT);
                self.state.formatting.insert_marker();
                self.insert_html_element(tag);
                self.state.mode = InsertionMode::InCaption;
                Flow::Done
            }
            LocalName::COLGROUP => {
                self.clear_the_stack_back_to(TagSet::TABLE_CONTEXT);
                self.insert_html_element(tag);
                self.state.mode = InsertionMode::InColumnGroup;
                Flow::Done
            }
            LocalName::COL => {
                self.clear_the_stack_back_to(TagSet::TABLE_CONTEXT);
                self.insert_html_element_named(LocalName::COLGROUP);
                self.state.mode = InsertionMode::InColumnGroup;
                Flow::Reprocess(token)
            }
            LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => {
                self.clear_the_stack_back_to(TagSet::TABLE_CONTEXT);
                self.insert_html_element(tag);
                self.state.mode = InsertionMode::InTableBody;
                Flow::Done
            }
            LocalName::TD | LocalName::TH | LocalName::TR => {
                self.clear_the_stack_back_to(TagSet::TABLE_CONTEXT);
                self.insert_html_element_named(LocalName::TBODY);
                self.state.mode = InsertionMode::InTableBody;
                Flow::Reprocess(token)
            }
            LocalName::TABLE => {
                self.error(ErrorCode::NestedTable);
                if !self.state.open.has_in_table_scope(LocalName::TABLE) {
                    return Flow::Done;
                }
                self.pop_until(LocalName::TABLE);
                self.reset_the_insertion_mode_appropriately();
                Flow::Reprocess(token)
            }
            LocalName::STYLE | LocalName::SCRIPT | LocalName::TEMPLATE => self.in_head(token),
            LocalName::INPUT if is_hidden_input(&tag.attributes) => {
                self.error(ErrorCode::HiddenInputInTable);
                self.insert_void_element(tag)
            }
            LocalName::FORM => {
                self.error(ErrorCode::FormInTable);
                let is_in_template = self.is_parsing_template_contents();
                if self.state.form_element.is_some() && !is_in_template {
                    return Flow::Done;
                }
                let form = self.insert_html_element(tag);
                if !is_in_template {
                    self.state.form_element = Some(form);
                }
                self.pop();
                Flow::Done
            }
            _ => self.in_table_anything_else(token),
        }
    }

    fn in_table_end_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        match tag.name {
            LocalName::TABLE => {
                if !self.state.open.has_in_table_scope(LocalName::TABLE) {
                    return self.ignore_token(ErrorCode::TableEndTagWithoutTable);
                }
                self.pop_until(LocalName::TABLE);
                self.reset_the_insertion_mode_appropriately();
                Flow::Done
            }
            LocalName::BODY
            | LocalName::CAPTION
            | LocalName::COL
            | LocalName::COLGROUP
            | LocalName::HTML
            | LocalName::TBODY
            | LocalName::TD
            | LocalName::TFOOT
            | LocalName::TH
            | LocalName::THEAD
            | LocalName::TR => self.ignore_token(ErrorCode::EndTagInTable),
            LocalName::TEMPLATE => self.in_head(token),
            _ => self.in_table_anything_else(token),
        }
    }

    /// The "anything else" entry: processes the token by the rules for "in body", with foster parenting.
    pub(crate) fn in_table_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => self.error_for_each_character(ErrorCode::TextInTable, text),
            _ => self.error(ErrorCode::ContentInTable),
        }
        self.state.foster_parenting = true;
        let flow = self.in_body(token);
        self.state.foster_parenting = false;
        flow
    }
}
