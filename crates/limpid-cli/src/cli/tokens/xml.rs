use super::list::{Content, Listing, Tag, Token};
use crate::page::Page;
use limpid::xml::stages::{self, TokenSink, Tokenizer, TokenizerOptions};

pub(super) fn list(page: &Page<'_>, source: &str, listing: &mut Listing<'_, '_>) {
    let options = TokenizerOptions::default();
    let options = if page.parsing.no_limits() { options.limits(limpid::Limits::none()) } else { options };
    Tokenizer::new(options).run(source, &mut ListingSink(listing));
}

struct ListingSink<'l, 's, 'o>(&'l mut Listing<'s, 'o>);

impl TokenSink for ListingSink<'_, '_, '_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: stages::Token<'_>) {
        let (kind, content) = content(&token);
        self.0.token(Token { kind, span: token.span(), content });
    }
}

fn content<'t>(token: &'t stages::Token<'_>) -> (&'static str, Content<'t>) {
    use stages::Token;
    match token {
        Token::StartTag(tag) => {
            let (kind, close) = if tag.is_empty { ("empty-tag", "/>") } else { ("start-tag", ">") };
            let attributes = Some(tag.attributes());
            (kind, Content::Tag(Tag { open: "<", name: tag.name, attributes, close, self_closing: None }))
        }
        Token::EndTag(tag) => {
            let tag = Tag { open: "</", name: tag.name, attributes: None, close: ">", self_closing: None };
            ("end-tag", Content::Tag(tag))
        }
        Token::ShortEndTag(_) => ("short-end-tag", Content::ShortEndTag),
        Token::Characters(text) => ("characters", Content::Text(text.text)),
        Token::Comment { data, .. } => ("comment", Content::Comment(data.text)),
        Token::ProcessingInstruction { target, data, .. } => {
            ("processing-instruction", Content::Instruction { target, data: data.text })
        }
        Token::Doctype(doctype) => ("doctype", Content::Doctype(doctype)),
        Token::EntityStart(_) => ("entity-start", Content::Nothing),
        Token::EntityEnd(_) => ("entity-end", Content::Nothing),
        Token::EndOfFile(_) => ("end-of-file", Content::Nothing),
    }
}
