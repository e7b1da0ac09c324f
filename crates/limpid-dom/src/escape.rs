//! Escapes text for programs that write HTML by hand.
//!
//! ```
//! use limpid::escape;
//! let (name, note) = ("Tom's \"tea\"", "1 < 2 & 3");
//! let markup = format!("<p title=\"{}\">{}</p>", escape::attribute(name), escape::text(note));
//! let document = limpid::parse_fragment(&markup, "body");
//! let p = document.root().first_child().unwrap();
//! assert_eq!((p.attribute("title"), p.text_content().as_str()), (Some(name), note));
//! ```

use crate::write::html::escape::{DOUBLE_QUOTED, SINGLE_QUOTED, TEXT, write_escaped_in};
use limpid_markup::decode_character_reference;
use limpid_markup::numeric_reference::Dialect;
use std::borrow::Cow;

/// Escapes text for the content of an element: `&`, `<`, `>`, carriage returns and no-break spaces become character references.
///
/// This is the standard's way to [escape a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString), except that
/// carriage returns are escaped as well, because a parser converts them to line feeds. Do not use it for the content of `script`, `style` and
/// other elements in which the parser does not decode references.
///
/// ```
/// assert_eq!(limpid::escape::text("1 < 2 & 3"), "1 &lt; 2 &amp; 3");
/// ```
#[must_use]
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, &[TEXT])
}

/// Escapes text for an attribute value in single or double quotes: `"`, `'` and the characters that [`text`] escapes.
///
/// The result is not safe as an attribute value without quotes.
///
/// ```
/// assert_eq!(limpid::escape::attribute("\"a\" & 'b'"), "&quot;a&quot; &amp; &#39;b&#39;");
/// ```
#[must_use]
pub fn attribute(value: &str) -> Cow<'_, str> {
    escaped(value, &[DOUBLE_QUOTED, SINGLE_QUOTED])
}

fn escaped<'t>(text: &'t str, quotes: &[u8]) -> Cow<'t, str> {
    let mut escaped = String::new();
    // Writing to a String cannot fail.
    let _ = write_escaped_in(text, quotes, &mut escaped);
    if escaped.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(escaped) }
}

/// Replaces character references such as `&amp;`, `&#38;` and `&eacute` with their characters, as a parser does in the text of an element.
///
/// ```
/// assert_eq!(limpid::unescape("1 &lt; 2 &amp; caf&eacute; &#x2192; &unknown;"), "1 < 2 & café → &unknown;");
/// ```
#[must_use]
pub fn unescape(text: &str) -> Cow<'_, str> {
    let mut unescaped = String::new();
    let mut written = 0;
    for (at, _) in text.match_indices('&') {
        if let Some((characters, length)) = decode_character_reference(&text.as_bytes()[at..], Dialect::Html, false) {
            unescaped.push_str(&text[written..at]);
            characters.push_to(&mut unescaped);
            written = at + length;
        }
    }
    if written == 0 {
        return Cow::Borrowed(text);
    }
    unescaped.push_str(&text[written..]);
    Cow::Owned(unescaped)
}

#[cfg(test)]
mod tests {
    use super::{attribute, text, unescape};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn escaped_text_is_parsed_as_the_original(original in "[&<>\"'a-z;#0-9\u{a0}\r\n =é]{0,20}") {
            let (value, text) = (attribute(&original), text(&original));
            prop_assert_eq!(unescape(&value), original.as_str());
            prop_assert_eq!(unescape(&text), original.as_str());
            let document = crate::parse_fragment(format!("<p title=\"{value}\" id='{value}'>{text}"), "body");
            let p = document.root().first_child().unwrap();
            prop_assert_eq!(p.text_content(), original.as_str());
            prop_assert_eq!((p.attribute("title"), p.attribute("id")), (Some(original.as_str()), Some(original.as_str())));
        }

        #[test]
        fn unescape_agrees_with_the_parser(markup in "[&#xX0-9a-zA-Z; ]{0,20}|(&(amp|lt|notin|not|AElig|#x?[0-9a-f]{1,8});?[a-z=]?){0,6}") {
            prop_assert_eq!(crate::parse_fragment(&markup, "body").text_content(), unescape(&markup));
        }
    }
}
