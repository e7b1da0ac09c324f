use crate::builder::{Flow, split_whitespace};
use crate::element_type::{ElementType, Flags};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    pub(crate) fn after_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                let (whitespace, rest) = split_whitespace(text);
                if !whitespace.text.is_empty() {
                    self.insert_characters(whitespace);
                }
                if rest.text.is_empty() { Flow::Done } else { self.after_head_anything_else(Token::Characters(rest)) }
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
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                LocalName::BODY => {
                    self.insert_html_element(tag);
                    self.frameset_ok = false;
                    self.mode = InsertionMode::InBody;
                    Flow::Done
                }
                LocalName::FRAMESET => {
                    self.insert_html_element(tag);
                    self.mode = InsertionMode::InFrameset;
                    Flow::Done
                }
                name if TagSet::IN_HEAD.contains(name) => self.head_content_after_head(token),
                LocalName::HEAD => {
                    self.error(ErrorCode::HeadStartTagAfterHead);
                    Flow::Done
                }
                _ => self.after_head_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::TEMPLATE => self.in_head(token),
                LocalName::BODY | LocalName::HTML | LocalName::BR => self.after_head_anything_else(token),
                _ => {
                    self.error(ErrorCode::EndTagAfterHead);
                    Flow::Done
                }
            },
            Token::NullCharacter(_) | Token::EndOfFile(_) => self.after_head_anything_else(token),
        }
    }

    /// Content of the head that comes late: the head is opened again for it.
    fn head_content_after_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error(ErrorCode::HeadContentAfterHead);
        let Some(head) = self.head_element else { return self.in_head(token) };
        let element_type = ElementType::html(LocalName::HEAD);
        self.open.push(head, head, element_type, Flags::of(element_type));
        let slot = self.open.current_slot();
        let flow = self.in_head(token);
        // It need not be the current node now.
        if self.open.find(slot, head).is_some() {
            let removed = self.open.remove(slot);
            self.popped(&removed);
        }
        flow
    }

    fn after_head_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.insert_html_element_named(LocalName::BODY);
        self.frameset_ok = true;
        self.mode = InsertionMode::InBody;
        Flow::Reprocess(token)
    }
}
