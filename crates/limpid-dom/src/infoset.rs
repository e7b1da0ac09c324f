//! [Coercing an HTML DOM into an
//! infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset), which replaces characters that XML
//! tools do not accept. Each function returns `None` if the text needs no change.

use limpid_markup::{Namespace, TokenAttribute, is_ncname_char, is_ncname_start};
use std::fmt::Write;

/// Coerces the local name of an element or attribute into an [NCName](https://www.w3.org/TR/xml-names/#NT-NCName): each character that is
/// not allowed becomes `U` and six hexadecimal digits.
pub(crate) fn local_name(name: &str) -> Option<String> {
    let is_allowed = |(at, character)| if at == 0 { is_ncname_start(character) } else { is_ncname_char(character) };
    if name.char_indices().all(is_allowed) {
        return None;
    }
    let mut coerced = String::with_capacity(name.len() + 6);
    for (at, character) in name.char_indices() {
        if is_allowed((at, character)) {
            coerced.push(character);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(coerced, "U{:06X}", u32::from(character));
        }
    }
    Some(coerced)
}

/// Coerces text, an attribute value or the data of a processing instruction: form feeds become spaces, and other characters that are not
/// [XML characters](https://www.w3.org/TR/xml/#NT-Char) become U+FFFD.
pub(crate) fn text(text: &str) -> Option<String> {
    let (first, _) = text.char_indices().find(|&(_, character)| !is_xml(character))?;
    let (unchanged, rest) = text.split_at(first);
    let mut coerced = String::with_capacity(text.len() + 2);
    coerced.push_str(unchanged);
    for character in rest.chars() {
        coerced.push(match character {
            '\x0c' => ' ',
            character if is_xml(character) => character,
            _ => char::REPLACEMENT_CHARACTER,
        });
    }
    Some(coerced)
}

/// Coerces the data of a comment as [`text`] does, and adds a space after each hyphen that precedes another hyphen or the end.
pub(crate) fn comment(data: &str) -> Option<String> {
    let characters = text(data);
    let data = characters.as_deref().unwrap_or(data);
    if !data.ends_with('-') && !data.as_bytes().windows(2).any(|two| two == b"--") {
        return characters;
    }
    let mut coerced = String::with_capacity(data.len() + 8);
    let mut rest = data.chars().peekable();
    while let Some(character) = rest.next() {
        coerced.push(character);
        if character == '-' && rest.peek().is_none_or(|&next| next == '-') {
            coerced.push(' ');
        }
    }
    Some(coerced)
}

/// Whether an attribute is named like a namespace declaration (`xmlns`, `xmlns:…`) but has no namespace. This is the case on HTML
/// elements.
pub(crate) fn is_pseudo_declaration(attribute: &TokenAttribute<'_>) -> bool {
    attribute.namespace() == Namespace::None
        && attribute.name_str().strip_prefix("xmlns").is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

fn is_xml(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["a", "_", "é", "x-y.z9", "foreignObject"] {
            assert_eq!(local_name(name), None, "{name}");
        }
        // The first two are examples of the standard.
        for (name, coerced) in [
            ("foo<bar", "fooU00003Cbar"),
            ("xlink:href", "xlinkU00003Ahref"),
            ("9a", "U000039a"),
            ("-", "U00002D"),
            ("a\u{f0000}\u{d7}", "aU0F0000U0000D7"),
        ] {
            assert_eq!(local_name(name).as_deref(), Some(coerced));
        }
    }

    #[test]
    fn texts() {
        for unchanged in ["", "a \t\n\r\u{7f}\u{85}\u{fffd}\u{1fffe}", "--"] {
            assert_eq!(text(unchanged), None, "{unchanged:?}");
        }
        assert_eq!(text("é\x0c\x01\u{ffff}\u{fffe}\x1fz").as_deref(), Some("é \u{fffd}\u{fffd}\u{fffd}\u{fffd}z"));
    }

    #[test]
    fn comments() {
        for unchanged in ["", " a-b - ", "-a"] {
            assert_eq!(comment(unchanged), None, "{unchanged:?}");
        }
        for (data, coerced) in
            [("-", "- "), ("--", "- - "), ("a---b", "a- - -b"), ("\x0c-", " - "), ("a\0b", "a\u{fffd}b")]
        {
            assert_eq!(comment(data).as_deref(), Some(coerced));
        }
    }
}
