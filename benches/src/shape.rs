//! Statistics of pages: tokens, attributes, text.

use limpid::LocalName;
use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};

use crate::peers::content_state;

/// Counts of a page's tokens.
#[derive(Default)]
pub struct Shape {
    /// Its length.
    pub bytes: usize,
    /// Tokens, a run of characters between tags being one.
    pub tokens: usize,
    /// Start tags.
    pub elements: usize,
    /// Attributes of start tags.
    pub attributes: usize,
    /// Bytes within scripts and styles.
    pub raw_bytes: usize,
    is_raw: bool,
    is_in_text: bool,
}

impl Shape {
    /// The shape of a page.
    pub fn of(page: &str) -> Shape {
        let mut shape = Shape { bytes: page.len(), ..Shape::default() };
        tokenize(page, &mut shape);
        shape
    }

    /// The share of the bytes that is in scripts and styles.
    pub fn raw_share(&self) -> f64 {
        self.raw_bytes as f64 / self.bytes as f64
    }

    /// The mean length of a token.
    pub fn bytes_per_token(&self) -> f64 {
        self.bytes as f64 / self.tokens as f64
    }
}

impl TokenSink for Shape {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let is_text = matches!(token, Token::Characters(_) | Token::NullCharacter(_));
        // What stands for a character reference comes as a token of its own.
        if !(is_text && self.is_in_text) {
            self.tokens += 1;
        }
        self.is_in_text = is_text;
        match token {
            Token::StartTag(tag) => {
                self.elements += 1;
                self.attributes += tag.attributes.iter().count();
                self.is_raw = tag.name == LocalName::SCRIPT || tag.name == LocalName::STYLE;
                content_state(tag.name).map_or(TokenSinkResult::Continue, TokenSinkResult::SwitchTo)
            }
            Token::EndTag(_) => {
                self.is_raw = false;
                TokenSinkResult::Continue
            }
            Token::Characters(text) if self.is_raw => {
                self.raw_bytes += text.span.len();
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpora::SEED;
    use limpid_pages::benchmarks::{article, reference};

    /// Asserts that a figure is within a twentieth of what it should be.
    #[track_caller]
    fn assert_near(figure: f64, expected: f64) {
        assert!((figure / expected - 1.0).abs() < 0.05, "{figure} is not near {expected}");
    }

    #[test]
    fn the_article_has_the_shape_of_a_wikipedia_article() {
        let shape = Shape::of(&article(SEED));
        assert_near(shape.bytes as f64, 157_000.0);
        assert_near(shape.raw_share(), 0.43);
        assert_near(shape.bytes_per_token(), 41.0);
        assert_near(shape.elements as f64, 1_200.0);
        assert_near(shape.attributes as f64, 1_600.0);
    }

    #[test]
    fn the_reference_page_has_the_shape_of_rustdoc() {
        let shape = Shape::of(&reference(SEED));
        assert_near(shape.bytes as f64, 300_000.0);
        assert!((0.005..0.015).contains(&shape.raw_share()), "{}", shape.raw_share());
        assert_near(shape.bytes_per_token(), 19.0);
    }
}
