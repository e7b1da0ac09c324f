//! Comments that end at the first `-->`.

use crate::cursor::scan;
use crate::machine::Machine;
use crate::{Token, TokenSink};
use limpid_markup::{Span, Text};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Emits the text before a comment and the comment, if it has no error, CR or NUL. Returns the position after the comment.
    #[inline(never)]
    pub(super) fn fast_comment(&mut self, text_start: u32, pos: usize) -> Option<usize> {
        let &[b'<', b'!', b'-', b'-', first] = scan::chunk_at(self.bytes, pos)? else { return None };
        if matches!(first, b'-' | b'>') {
            return None;
        }
        let data_at = pos + 4;
        let mut end = data_at;
        loop {
            end = self.find2(end, b'<', b'-');
            match scan::chunk_at(self.bytes, end)? {
                b"-->" => break,
                b"--!" | b"<!-" => return None,
                [b'<' | b'-', ..] => end += 1,
                _ => return None,
            }
        }
        let span = Span::new(self.offset_of(pos), self.offset_of(end + 3));
        self.emit_nonempty_text(text_start, span.start);
        let data_span = Span::new(self.offset_of(data_at), self.offset_of(end));
        let data = Text { text: self.cursor.slice(data_span), span: data_span, verbatim: true };
        self.sink.process_token(Token::Comment { data, span });
        Some(end + 3)
    }
}
