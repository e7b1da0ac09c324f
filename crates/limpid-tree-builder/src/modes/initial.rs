use crate::flow::Flow;
use crate::quirks::quirks_mode;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{Doctype, ErrorCode, QuirksMode, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    pub(crate) fn initial<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.after_whitespace(text, Self::ignore_characters, Self::initial_anything_else)
            }
            Token::Comment { data, span } => self.insert_comment_in_document(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction_in_document(target, data, span)
            }
            Token::Doctype(doctype) => {
                self.initial_doctype(&doctype);
                self.state.mode = InsertionMode::BeforeHtml;
                Flow::Done
            }
            _ => self.initial_anything_else(token),
        }
    }

    fn initial_doctype(&mut self, doctype: &Doctype<'_>) {
        if doctype.name != Some("html")
            || doctype.public_id.is_some()
            || doctype.system_id.is_some_and(|system| system != "about:legacy-compat")
        {
            self.error(ErrorCode::DoctypeWithLegacyIdentifiers);
        }
        if !self.sink.document_has_element_child() {
            self.sink.append_doctype(doctype);
        }
        self.set_quirks_mode(quirks_mode(doctype));
    }

    fn initial_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        if !self.state.options.iframe_srcdoc {
            self.error_about(&token, ErrorCode::MissingDoctype);
            self.set_quirks_mode(QuirksMode::Quirks);
        }
        self.state.mode = InsertionMode::BeforeHtml;
        Flow::Reprocess(token)
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        if !self.state.options.iframe_srcdoc && !self.state.options.cannot_change_the_mode {
            self.state.quirks_mode = mode;
            self.sink.set_quirks_mode(mode);
        }
    }
}
