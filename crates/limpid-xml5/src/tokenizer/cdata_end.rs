//! [`]]>` in text](https://www.w3.org/TR/xml/#NT-CharData), which is an error outside of CDATA sections. If the window may contain `]]>`, all
//! emitted text is searched for this sequence.

use super::machine::Machine;
use crate::TokenSink;
use limpid_markup::{ErrorCode, Span};
use limpid_tokenizer::cursor;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reports each `]]>` in text outside of CDATA sections.
    #[inline(never)]
    pub(super) fn check_cdata_end(&mut self, span: Span) {
        if self.registers.state.is_cdata() {
            return;
        }
        let mut brackets = self.trailing_brackets_before(span.start);
        let bytes = self.slice(span).as_bytes();
        let mut at = 0;
        loop {
            if brackets == 0 {
                at = cursor::find2(bytes, at, b']', b']');
            }
            let offset = span.start + at as u32;
            match bytes.get(at) {
                Some(b']') => brackets += 1,
                Some(b'>') if brackets >= 2 => {
                    self.well_formedness_error(Span::new(offset - 2, offset + 1), ErrorCode::XmlCdataEndInText);
                    brackets = 0;
                }
                Some(_) => brackets = 0,
                None => return,
            }
            at += 1;
        }
    }

    /// Returns the number of `]` at the end of the text in the previous window, if that text ends at `start`.
    fn trailing_brackets_before(&self, start: u32) -> u32 {
        match self.registers.trailing_brackets {
            (count, end) if end == start && self.origin.is_none() => count,
            _ => 0,
        }
    }

    /// Records the number of `]` at the end of a text that may continue in the next window.
    pub(super) fn record_trailing_brackets(&mut self, start: u32, end: u32) {
        if start >= end || !S::WANTS_ERRORS || self.registers.state.is_cdata() {
            return;
        }
        let bytes = self.slice(Span::new(start, end)).as_bytes();
        let count = bytes.iter().rev().take_while(|&&byte| byte == b']').count() as u32;
        let before = if count == end - start { self.trailing_brackets_before(start) } else { 0 };
        self.registers.trailing_brackets = if count > 0 { (count + before, end) } else { (0, 0) };
    }
}
