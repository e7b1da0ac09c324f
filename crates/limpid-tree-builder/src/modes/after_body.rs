use crate::flow::Flow;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    pub(crate) fn after_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.after_whitespace(text, Self::in_body_characters, Self::after_body_anything_else)
            }
            // The comment is appended to the `html` element; in the fragment case, to the fragment.
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
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) if tag.name == LocalName::HTML => self.in_body(token),
            Token::EndTag(tag) if tag.name == LocalName::HTML => {
                if self.state.fragment_context.is_some() {
                    return self.ignore_token(ErrorCode::HtmlEndTagInFragment);
                }
                self.end_html();
                self.state.mode = InsertionMode::AfterAfterBody;
                Flow::Done
            }
            Token::EndOfFile(_) => self.stop_parsing(),
            _ => self.after_body_anything_else(token),
        }
    }

    fn after_body_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error_about(&token, ErrorCode::ContentAfterBody);
        self.state.mode = InsertionMode::InBody;
        Flow::Reprocess(token)
    }

    fn append_to_first_open_element(&mut self, node: S::Handle) {
        if let Some(&first) = self.state.open.root() {
            let location = self.appropriate_place_given(first);
            self.insert_at(location, node);
        }
    }
}
