use crate::TreeBuilder;
use crate::flow::Flow;
use limpid_markup::{ErrorCode, LocalName, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    pub(crate) fn text<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.insert_characters(text);
                Flow::Done
            }
            Token::EndOfFile(_) => {
                self.error(ErrorCode::EofInTextElement);
                if let Some(&current) = self.state.open.current()
                    && current.is(LocalName::SCRIPT)
                {
                    self.sink.mark_script_already_started(current.node);
                }
                self.pop();
                self.state.mode = self.state.original_mode;
                Flow::Reprocess(token)
            }
            Token::EndTag(_) => {
                let popped = self.pop();
                self.state.mode = self.state.original_mode;
                match popped.filter(|entry| entry.is(LocalName::SCRIPT)) {
                    Some(script) => self.script_ended(script.node),
                    None => Flow::Done,
                }
            }
            // The tokenizer does not emit these tokens in the states that are used with this mode.
            Token::NullCharacter(_)
            | Token::Comment { .. }
            | Token::ProcessingInstruction { .. }
            | Token::Doctype(_)
            | Token::StartTag(_) => Flow::Done,
        }
    }
}
