use crate::element_type::{ElementType, Flags};
use crate::flow::{Flow, implied_tag};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    pub(crate) fn after_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.after_whitespace(text, Self::insert_characters, Self::after_head_anything_else)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                LocalName::BODY => {
                    self.insert_body(tag);
                    self.state.frameset_ok = false;
                    Flow::Done
                }
                LocalName::FRAMESET => {
                    self.insert_html_element(tag);
                    self.state.mode = InsertionMode::InFrameset;
                    Flow::Done
                }
                name if TagSet::IN_HEAD.contains(name) => self.head_content_after_head(token),
                LocalName::HEAD => self.ignore_token(ErrorCode::HeadStartTagAfterHead),
                _ => self.after_head_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::TEMPLATE => self.in_head(token),
                LocalName::BODY | LocalName::HTML | LocalName::BR => self.after_head_anything_else(token),
                _ => self.ignore_token(ErrorCode::EndTagAfterHead),
            },
            Token::NullCharacter(_) | Token::EndOfFile(_) => self.after_head_anything_else(token),
        }
    }

    /// Pushes the `head` element again to process a token that belongs in the head.
    fn head_content_after_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error(ErrorCode::HeadContentAfterHead);
        let Some(head) = self.state.head_element else { return self.in_head(token) };
        let element_type = ElementType::html(LocalName::HEAD);
        self.state.open.push(head, head, element_type, Flags::of(element_type));
        let slot = self.state.open.current_slot();
        let flow = self.in_head(token);
        // The `head` element is not necessarily the current node now.
        if self.state.open.find(slot, head).is_some() {
            let removed = self.state.open.remove(slot);
            self.handle_popped(&removed);
        }
        flow
    }

    fn after_head_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.insert_body(&implied_tag(LocalName::BODY));
        self.state.frameset_ok = true;
        Flow::Reprocess(token)
    }

    fn insert_body(&mut self, tag: &Tag<'_>) {
        self.insert_html_element(tag);
        self.state.mode = InsertionMode::InBody;
    }
}
