use crate::builder::{Flow, implied_tag, split_whitespace};
use crate::element_type::{ElementType, Flags};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    pub(crate) fn before_html<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Doctype(_) => {
                self.error(ErrorCode::UnexpectedDoctype);
                Flow::Done
            }
            Token::Comment { data, span } => {
                self.insert_comment_in_document(data, span);
                Flow::Done
            }
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span);
                Flow::Done
            }
            Token::Characters(text) => {
                // White space is ignored.
                let (_, rest) = split_whitespace(text);
                if rest.text.is_empty() { Flow::Done } else { self.before_html_anything_else(Token::Characters(rest)) }
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => {
                self.insert_html(tag);
                Flow::Done
            }
            Token::EndTag(tag)
                if !matches!(tag.name, LocalName::HEAD | LocalName::BODY | LocalName::HTML | LocalName::BR) =>
            {
                self.error(ErrorCode::EndTagBeforeHtml);
                Flow::Done
            }
            _ => self.before_html_anything_else(token),
        }
    }

    fn before_html_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.insert_html(&implied_tag(LocalName::HTML));
        Flow::Reprocess(token)
    }

    /// Creates the `html` element, which goes into the document unless that has an element already.
    fn insert_html(&mut self, tag: &Tag<'_>) {
        let document = self.sink.document();
        let html = self.create_element_for_token(tag, Namespace::Html, document, None);
        if !self.sink.document_has_element_child() {
            self.sink.append(document, html);
        }
        let element_type = ElementType::html(LocalName::HTML);
        self.open.push(html, html, element_type, Flags::of(element_type));
        self.mode = InsertionMode::BeforeHead;
    }
}
