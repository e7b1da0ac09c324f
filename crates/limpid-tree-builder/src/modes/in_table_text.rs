use crate::flow::{Flow, error_span, is_all_whitespace};
use crate::{InsertionMode, TreeBuilder};
use core::mem;
use limpid_markup::{ErrorCode, Text, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    pub(crate) fn in_table_text<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::NullCharacter(_) => self.ignore_token(ErrorCode::NullInTableText),
            Token::Characters(text) => {
                self.state.extras_mut().pending_table_characters.push(text);
                Flow::Done
            }
            _ => {
                self.end_table_text();
                Flow::Reprocess(token)
            }
        }
    }

    pub(crate) fn begin_table_text(&mut self) {
        let pending = &mut self.state.extras_mut().pending_table_characters;
        pending.text.clear();
        pending.pieces.clear();
        self.state.original_mode = self.state.mode;
        self.state.mode = InsertionMode::InTableText;
    }

    /// If the current mode is "in table text", inserts the pending table character tokens and switches back to the original insertion mode.
    /// This happens before each tag is processed.
    #[inline(always)]
    pub(crate) fn end_table_text(&mut self) {
        if self.state.mode == InsertionMode::InTableText {
            self.insert_pending_table_characters();
            self.state.mode = self.state.original_mode;
        }
    }

    #[inline(never)]
    fn insert_pending_table_characters(&mut self) {
        let pending = mem::take(&mut self.state.extras_mut().pending_table_characters);
        let is_text = !is_all_whitespace(&pending.text);
        let token_span = self.state.token_span;
        let mut start = 0;
        for &(end, span, verbatim) in &pending.pieces {
            let text = Text { text: &pending.text[start..end], span, verbatim };
            start = end;
            if is_text {
                let token = Token::Characters(text);
                self.state.token_span = error_span(&token);
                self.in_table_anything_else(token);
            } else {
                self.insert_characters(text);
            }
        }
        self.state.token_span = token_span;
        self.state.extras_mut().pending_table_characters = pending;
    }
}
