//! JSON that may stand in a `script` element, whatever is in it.

use crate::hidden::is_hidden;
use crate::json;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a value as JSON without `<`, `>` and `&`, so that no markup can be in it, and without characters that are hidden from
/// a reader of the file.
pub(super) fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    json::value_without(out, value, |character| matches!(character, '<' | '>' | '&') || is_hidden(character))
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
