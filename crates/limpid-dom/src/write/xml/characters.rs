//! Characters in XML: writes names, text, comments, instructions and doctypes so that any parser accepts them.

use crate::infoset;
use crate::read::parts::{Doctype, ProcessingInstruction};
use crate::write::escape::write_replaced;
use core::fmt::{self, Write};
use std::borrow::Cow;

/// Returns a local name or prefix that XML allows.
#[inline]
pub(super) fn name(name: &str) -> Cow<'_, str> {
    let Some(first) = name.bytes().next() else { return Cow::Borrowed("_") };
    // Most names need no search in the standard's character ranges.
    let is_common = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if (first.is_ascii_alphabetic() || first == b'_') && name.bytes().all(is_common) {
        return Cow::Borrowed(name);
    }
    infoset::local_name(name).map_or(Cow::Borrowed(name), Cow::Owned)
}

/// Returns the URL of a namespace with only characters that XML allows.
#[inline]
pub(super) fn url(url: &str) -> Cow<'_, str> {
    // Without a branch per byte.
    match url.bytes().fold(false, |is_special, byte| is_special | (byte < 0x20) | (byte == 0xef)) {
        true => coerced(url),
        false => Cow::Borrowed(url),
    }
}

/// Whether a byte may need a replacement. 0xEF is the first byte of U+FFFE and U+FFFF.
#[inline]
fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'&') | (byte == b'<') | (byte == b'>') | (byte == b'"') | (byte == 0xEF)
}

/// Writes a text, or the value of an attribute without the quotes around it.
pub(in crate::write) fn write_text<W: Write>(text: &str, is_value: bool, out: &mut W) -> fmt::Result {
    let replacement = |bytes: &[u8]| {
        Some(match bytes {
            [b'&', ..] => (1, "&amp;"),
            [b'<', ..] => (1, "&lt;"),
            [b'>', ..] => (1, "&gt;"),
            [b'\r', ..] => (1, "&#13;"),
            [b'"', ..] if is_value => (1, "&quot;"),
            [b'\t', ..] if is_value => (1, "&#9;"),
            [b'\n', ..] if is_value => (1, "&#10;"),
            [b'\x0c', ..] => (1, " "),
            [b'\t' | b'\n', ..] => return None,
            [0..=0x1f, ..] => (1, "\u{fffd}"),
            [0xef, 0xbf, 0xbe | 0xbf, ..] => (3, "\u{fffd}"),
            _ => return None,
        })
    };
    write_replaced(text, is_special, replacement, out)
}

/// Replaces all line ends with LF, as a parser does.
#[inline]
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => text,
    }
}

#[inline]
fn coerced(text: &str) -> Cow<'_, str> {
    infoset::text(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Writes a comment. With `for_html`, an HTML parser finds the end of the comment at the same position as an XML parser.
pub(super) fn write_comment<W: Write>(data: &str, for_html: bool, out: &mut W) -> fmt::Result {
    let data = infoset::comment(data).map_or(Cow::Borrowed(data), Cow::Owned);
    let space = if for_html && (data.starts_with('>') || data.starts_with("->")) { " " } else { "" };
    write!(out, "<!--{space}{}-->", with_line_feeds(data))
}

/// Whether an instruction would be read as an XML declaration. Such instructions are not written.
#[inline]
pub(super) fn is_declaration(instruction: &ProcessingInstruction<'_>) -> bool {
    instruction.target.eq_ignore_ascii_case("xml")
}

pub(super) fn write_instruction<W: Write>(instruction: &ProcessingInstruction<'_>, out: &mut W) -> fmt::Result {
    if is_declaration(instruction) {
        return Ok(());
    }
    let data = with_line_feeds(coerced(instruction.data));
    let data = data.trim_start_matches([' ', '\t', '\n']);
    write!(out, "<?{} {}?>", name(instruction.target), data.replace("?>", "? >"))
}

/// Writes a doctype. With `for_html`, an HTML parser finds the end of the doctype at the same position as an XML parser.
pub(super) fn write_doctype<W: Write>(doctype: &Doctype<'_>, for_html: bool, out: &mut W) -> fmt::Result {
    let is_public =
        |character: char| character.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(character);
    out.write_str("<!DOCTYPE ")?;
    match doctype.name.split_once(':') {
        Some((prefix, local_name)) => write!(out, "{}:{}", name(prefix), name(local_name))?,
        None => out.write_str(&name(doctype.name))?,
    }
    // White space is normalized as parsers do.
    let public_id = doctype.public_id.filter(|id| id.chars().all(is_public));
    let public_id = public_id.map(|id| id.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
    let public_id = public_id.filter(|id| !id.is_empty());
    let mut system_id = with_line_feeds(coerced(doctype.system_id.unwrap_or_default()));
    if for_html && system_id.contains('>') {
        system_id = Cow::Owned(system_id.replace('>', "%3E"));
    }
    let (quote, system_id) = match (system_id.contains('"'), system_id.contains('\'')) {
        (false, _) => ('"', system_id),
        (true, false) => ('\'', system_id),
        (true, true) => ('\'', Cow::Owned(system_id.replace('\'', "%27"))),
    };
    match public_id {
        Some(public_id) => write!(out, " PUBLIC \"{public_id}\" {quote}{system_id}{quote}")?,
        None if !system_id.is_empty() => write!(out, " SYSTEM {quote}{system_id}{quote}")?,
        None => {}
    }
    out.write_char('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
        let mut out = String::new();
        write(&mut out).unwrap();
        out
    }

    #[test]
    fn texts() {
        let text = "é&<>\"\t\n\r\x0c\x01\u{fffe}\u{ffff}\u{fffd}\u{f000}\u{7f}z";
        assert_eq!(
            written(|out| write_text(text, false, out)),
            "é&amp;&lt;&gt;\"\t\n&#13; \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{f000}\u{7f}z"
        );
        assert_eq!(written(|out| write_text("\"\t\n'", true, out)), "&quot;&#9;&#10;'");
    }

    #[test]
    fn comments_and_instructions() {
        assert_eq!(written(|out| write_comment("a--\r\n\r-", false, out)), "<!--a- -\n\n- -->");
        assert_eq!(written(|out| write_comment("->", false, out)), "<!--->-->");
        assert_eq!(written(|out| write_comment("->", true, out)), "<!-- ->-->");
        let instruction = |target, data| written(|out| write_instruction(&ProcessingInstruction { target, data }, out));
        assert_eq!(instruction("a:b", " \r\nx?>?>\x02"), "<?aU00003Ab x? >? >\u{fffd}?>");
        assert_eq!(instruction("", ""), "<?_ ?>");
        assert_eq!(instruction("xMl", "version='1.0'"), "");
        assert_eq!(instruction("xml-stylesheet", ""), "<?xml-stylesheet ?>");
    }

    #[test]
    fn doctypes() {
        let doctype = |name, public_id, system_id| {
            written(|out| write_doctype(&Doctype { name, public_id, system_id }, false, out))
        };
        assert_eq!(doctype("", None, None), "<!DOCTYPE _>");
        assert_eq!(doctype("svg:svg", Some("a'b"), None), "<!DOCTYPE svg:svg PUBLIC \"a'b\" \"\">");
        assert_eq!(doctype("a:b:c", Some("a\"b"), Some("a\"b")), "<!DOCTYPE a:bU00003Ac SYSTEM 'a\"b'>");
        assert_eq!(doctype("x", Some("é"), Some("'\"\x01")), "<!DOCTYPE x SYSTEM '%27\"\u{fffd}'>");
        assert_eq!(doctype("x", Some(""), Some("")), "<!DOCTYPE x>");
        assert_eq!(doctype("x", None, Some("a>")), "<!DOCTYPE x SYSTEM \"a>\">");
        assert_eq!(doctype("x", Some("\r\n a  b "), None), "<!DOCTYPE x PUBLIC \"a b\" \"\">");
        assert_eq!(doctype("x", Some(" \n"), None), "<!DOCTYPE x>");
        let record = Doctype { name: "x", public_id: None, system_id: Some("a>") };
        assert_eq!(written(|out| write_doctype(&record, true, out)), "<!DOCTYPE x SYSTEM \"a%3E\">");
    }
}
