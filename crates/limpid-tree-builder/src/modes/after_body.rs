use crate::builder::{Flow, split_whitespace};
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    pub(crate) fn after_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                let (whitespace, rest) = split_whitespace(text);
                if !whitespace.text.is_empty() {
                    self.in_body(Token::Characters(whitespace));
                }
                if rest.text.is_empty() { Flow::Done } else { self.after_body_anything_else(Token::Characters(rest)) }
            }
            // Into the `html` element, which in the fragment case means the fragment.
            Token::Comment { data, span } => {
                let comment = self.sink.create_comment(data, span);
                self.append_to_first_open_element(comment);
                Flow::Done
            }
            Token::ProcessingInstruction { target, data, span } => {
                let instruction = self.sink.create_processing_instruction(target, data, span);
                self.append_to_first_open_element(instruction);
                Flow::Done
            }
            Token::Doctype(_) => {
                self.error(ErrorCode::UnexpectedDoctype);
                Flow::Done
            }
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndTag(tag) if tag.name == LocalName::HTML => {
                if self.fragment_context.is_some() {
                    self.error(ErrorCode::HtmlEndTagInFragment);
                    return Flow::Done;
                }
                self.end_html();
                self.mode = InsertionMode::AfterAfterBody;
                Flow::Done
            }
            Token::EndOfFile(_) => {
                self.stop_parsing();
                Flow::Done
            }
            _ => self.after_body_anything_else(token),
        }
    }

    fn after_body_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentAfterBody);
        self.mode = InsertionMode::InBody;
        Flow::Reprocess(token)
    }

    fn append_to_first_open_element(&mut self, node: S::Handle) {
        if let Some(&first) = self.open.root() {
            let location = self.appropriate_place_given(first);
            self.insert_at(location, node);
        }
    }
}
