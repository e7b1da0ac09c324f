//! The result type of rules, and helpers that split runs of characters.

use crate::TreeBuilder;
use limpid_markup::{ErrorCode, LocalName, Span, Text, TokenAttributes, TreeSink};
use limpid_tokenizer::{State, Tag, Token};

pub(crate) enum Flow<'t> {
    /// The token was processed or ignored.
    Done,
    /// "Reprocess the token", or the rest of a run of characters, by the rules of the insertion mode.
    Reprocess(Token<'t>),
    SwitchTokenizer(State),
    Suspend,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// "Parse error. Ignore the token."
    pub(crate) fn ignore_token(&mut self, code: ErrorCode) -> Flow<'static> {
        self.error(code);
        Flow::Done
    }

    pub(crate) fn ignore_characters(&mut self, _: Text<'_>) {}

    /// Calls `handle_whitespace` for the leading white space of a run of characters, and `handle_rest` for the rest.
    pub(crate) fn after_whitespace<'t>(
        &mut self,
        text: Text<'t>,
        handle_whitespace: impl FnOnce(&mut Self, Text<'_>),
        handle_rest: impl FnOnce(&mut Self, Token<'t>) -> Flow<'t>,
    ) -> Flow<'t> {
        let (whitespace, rest) = split_whitespace(text);
        if !whitespace.text.is_empty() {
            handle_whitespace(self, whitespace);
        }
        if rest.text.is_empty() { Flow::Done } else { handle_rest(self, Token::Characters(rest)) }
    }

    /// Calls `handle_whitespace` for all white space of a run of characters. Reports an error for each of the other characters, and ignores it.
    pub(crate) fn whitespace_only(
        &mut self,
        mut text: Text<'_>,
        error: ErrorCode,
        handle_whitespace: impl Fn(&mut Self, Text<'_>),
    ) -> Flow<'static> {
        while !text.text.is_empty() {
            let (whitespace, rest) = split_whitespace(text);
            if !whitespace.text.is_empty() {
                handle_whitespace(self, whitespace);
            }
            let (ignored, rest) = rest.split_at(rest.text.find(is_whitespace).unwrap_or(rest.text.len()));
            self.error_for_each_character(error, ignored);
            text = rest;
        }
        Flow::Done
    }
}

/// Returns the span for an error about a token. For a run of characters, this is the span of the first character, because the standard has one
/// token for each character.
#[inline]
pub(crate) fn error_span(token: &Token<'_>) -> Span {
    match token {
        Token::Characters(text) if text.verbatim => {
            let length = match text.text.as_bytes().first() {
                Some(0..0x80) => 1,
                _ => text.text.chars().next().map_or(0, char::len_utf8),
            };
            Span::new(text.span.start, text.span.start + length as u32)
        }
        _ => token.span(),
    }
}

/// Returns a token for a start tag that is not in the input. It has no attributes.
pub(crate) fn implied_tag(name: LocalName) -> Tag<'static> {
    Tag {
        name,
        name_str: name.as_str(),
        attributes: TokenAttributes::EMPTY,
        self_closing: false,
        had_duplicate_attribute: false,
        span: Span::default(),
        name_span: Span::default(),
    }
}

pub(crate) fn split_whitespace(text: Text<'_>) -> (Text<'_>, Text<'_>) {
    let rest = text.text.trim_start_matches(is_whitespace);
    text.split_at(text.text.len() - rest.len())
}

/// Whether a text is white space only. Compares 8 bytes at once with spaces, because most white space is indentation.
pub(crate) fn is_all_whitespace(text: &str) -> bool {
    let are_white = |bytes: &[u8]| bytes.iter().all(|&byte| is_whitespace(char::from(byte)));
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    words.iter().all(|word| word == b"        " || are_white(word)) && are_white(rest)
}

/// Whether a character is one of U+0009, U+000A, U+000C, U+000D and U+0020, for which many rules have a separate entry.
pub(crate) fn is_whitespace(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::{is_all_whitespace, is_whitespace};

    #[test]
    fn is_all_whitespace_agrees_with_is_whitespace() {
        for length in 0..20 {
            for at in 0..length {
                for odd in ["\n", "\t", "\x0c", "\r", "\x0b", "\0", "x", "\u{a0}"] {
                    let text = " ".repeat(at) + odd + &" ".repeat(length - at);
                    assert_eq!(is_all_whitespace(&text), text.chars().all(is_whitespace), "{text:?}");
                }
            }
            assert!(is_all_whitespace(&" ".repeat(length)));
        }
    }
}
