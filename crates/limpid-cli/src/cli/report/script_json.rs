//! JSON that may stand in a `script` element, whatever is in it.

use crate::hidden::is_hidden;
use crate::json;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value as JSON without `<`, `>` and `&`, so that no markup can be in it, and without characters that would be
/// hidden from whoever reads the file.
pub(super) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, WithoutMarkup))?)
}

struct WithoutMarkup;

impl Formatter for WithoutMarkup {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let is_escaped = |character| matches!(character, '<' | '>' | '&') || is_hidden(character);
        json::write_fragment(out, fragment, is_escaped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_no_markup_and_stays_the_same() {
        let text = "</script><!-- ]]> &lt; \" \\ \0\r\n\u{7f}\u{2028}\u{202e}\u{e0041}\u{10ffff} é😀 </SCRIPT\t>";
        let mut json = Vec::new();
        write(&mut json, &text).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert!(!json.contains(['<', '>', '&']) && !json.contains(is_hidden), "{json}");
        assert!(json.contains("é😀"));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
