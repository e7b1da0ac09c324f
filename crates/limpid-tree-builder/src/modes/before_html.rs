use crate::flow::{Flow, implied_tag};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    pub(crate) fn before_html<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::Comment { data, span } => self.insert_comment_in_document(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span)
            }
            Token::Characters(text) => {
                self.after_whitespace(text, Self::ignore_characters, Self::before_html_anything_else)
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => {
                self.insert_html(tag);
                Flow::Done
            }
            Token::EndTag(tag) => match tag.name {
                LocalName::HEAD | LocalName::BODY | LocalName::HTML | LocalName::BR => {
                    self.before_html_anything_else(token)
                }
                _ => self.ignore_token(ErrorCode::EndTagBeforeHtml),
            },
            _ => self.before_html_anything_else(token),
        }
    }

    fn before_html_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.insert_html(&implied_tag(LocalName::HTML));
        Flow::Reprocess(token)
    }

    /// Creates the `html` element, and appends it to the document unless the document already has an element.
    fn insert_html(&mut self, tag: &Tag<'_>) {
        let document = self.sink.document();
        let html = self.create_element_for_token(tag, Namespace::Html, document, None);
        if !self.sink.document_has_element_child() {
            self.sink.append(document, html);
        }
        self.state.open.push_root(html, html);
        self.state.mode = InsertionMode::BeforeHead;
    }
}
