//! JSON that is safe inside of a `script` element.

use crate::hidden::is_hidden;
use crate::json;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a value as JSON. Escapes `<`, `>` and `&`, so that it cannot contain markup, and all hidden characters, so that a reader of
/// the file sees everything.
pub(super) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    json::value_with_escapes(out, value, |character| matches!(character, '<' | '>' | '&') || is_hidden(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_no_markup_and_the_same_value() {
        let text = "</script><!-- ]]> &lt; \" \\ \0\r\n\u{7f}\u{2028}\u{202e}\u{e0041}\u{10ffff} é😀 </SCRIPT\t>";
        let mut json = Vec::new();
        write(&mut json, &text).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert!(!json.contains(['<', '>', '&']) && !json.contains(is_hidden), "{json}");
        assert!(json.contains("é😀"));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
