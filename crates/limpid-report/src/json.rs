//! JSON with escapes.

use crate::hidden::is_hidden;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value on one line, and escapes the characters for which `is_escaped` returns true.
pub fn write(out: &mut dyn Write, value: &(impl Serialize + ?Sized), is_escaped: fn(char) -> bool) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Escaping(is_escaped)))?)
}

struct Escaping(fn(char) -> bool);

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut written = 0;
        for (at, character) in fragment.char_indices().filter(|&(_, character)| (self.0)(character)) {
            out.write_all(&fragment.as_bytes()[written..at])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            written = at + character.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[written..])
    }
}

/// Writes a value as JSON. Escapes `<`, `>` and `&`, so that it cannot contain markup, and all hidden characters, so that a reader of
/// the file sees everything.
pub(crate) fn write_in_script(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    write(out, value, |character| matches!(character, '<' | '>' | '&') || is_hidden(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_no_markup_and_the_same_value() {
        let text = "</script><!-- ]]> &lt; \" \\ \0\r\n\u{7f}\u{2028}\u{202e}\u{e0041}\u{10ffff} é😀 </SCRIPT\t>";
        let mut json = Vec::new();
        write_in_script(&mut json, &text).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert!(!json.contains(['<', '>', '&']) && !json.contains(is_hidden), "{json}");
        assert!(json.contains("é😀"));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
