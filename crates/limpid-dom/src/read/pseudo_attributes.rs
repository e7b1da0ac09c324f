//! Pseudo-attributes in the data of processing instructions.

use limpid_markup::{is_ncname_char, is_ncname_start};
use std::borrow::Cow;
use std::collections::HashSet;

/// Parses the data of a processing instruction by the grammar of
/// [xml-stylesheet](https://www.w3.org/TR/xml-stylesheet/#NT-PseudoAtt): `name="x" other='y'`.
///
/// Returns no attributes if the data does not match the grammar or repeats a name.
#[inline]
pub(crate) fn pseudo_attributes(data: &str) -> Vec<(&str, Cow<'_, str>)> {
    parse(data).unwrap_or_default()
}

#[inline]
fn parse(data: &str) -> Option<Vec<(&str, Cow<'_, str>)>> {
    let mut attributes = Vec::new();
    let mut names = HashSet::new();
    let mut rest = trim_start(data);
    while !rest.is_empty() {
        let (name, after_name) = split_name(rest)?;
        let after_equals = trim_start(after_name).strip_prefix('=')?;
        let (value, after_value) = split_value(trim_start(after_equals))?;
        if !names.insert(name) {
            return None;
        }
        attributes.push((name, decode(value)?));
        rest = trim_start(after_value);
        if rest.len() == after_value.len() && !rest.is_empty() {
            return None;
        }
    }
    Some(attributes)
}

/// Removes leading white space, which is [S](https://www.w3.org/TR/xml/#NT-S) in the grammar of XML.
#[inline]
fn trim_start(text: &str) -> &str {
    let mut start = 0;
    while let Some(b' ' | b'\t' | b'\r' | b'\n') = text.as_bytes().get(start) {
        start += 1;
    }
    &text[start..]
}

/// Splits off a [Name](https://www.w3.org/TR/xml/#NT-Name).
#[inline]
fn split_name(text: &str) -> Option<(&str, &str)> {
    let is_name = |&(_, character): &(usize, char)| character == ':' || is_ncname_char(character);
    let end = text.char_indices().find(|character| !is_name(character)).map_or(text.len(), |(end, _)| end);
    let first = text.chars().next()?;
    (first == ':' || is_ncname_start(first)).then(|| text.split_at(end))
}

/// Splits off a quoted value, without its quotes.
#[inline]
fn split_value(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text[1..].split_once(quote)
}

/// Replaces the references in a value. Returns `None` if the value is not valid.
#[inline]
fn decode(value: &str) -> Option<Cow<'_, str>> {
    if value.as_bytes().contains(&b'<') {
        return None;
    }
    let Some((head, mut rest)) = value.split_once('&') else { return Some(Cow::Borrowed(value)) };
    let mut decoded = String::with_capacity(value.len());
    decoded.push_str(head);
    loop {
        let (reference, after) = rest.split_once(';')?;
        decoded.push(referenced_character(reference)?);
        let Some((head, next)) = after.split_once('&') else {
            decoded.push_str(after);
            return Some(Cow::Owned(decoded));
        };
        decoded.push_str(head);
        rest = next;
    }
}

#[inline]
fn referenced_character(reference: &str) -> Option<char> {
    let number = match reference {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => reference.strip_prefix('#')?,
    };
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if digits.is_empty() {
        return None;
    }
    // `from_str_radix` would allow a sign.
    let number =
        digits.chars().try_fold(0_u32, |number, digit| number.checked_mul(radix)?.checked_add(digit.to_digit(radix)?));
    let character = char::from_u32(number?)?;
    // [Char](https://www.w3.org/TR/xml/#NT-Char) in the grammar of XML.
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
        .then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(data: &str) -> String {
        pseudo_attributes(data).iter().map(|(name, value)| format!("[{name}={value}]")).collect()
    }

    #[test]
    fn valid_data() {
        assert_eq!(dump(r#"name="x""#), "[name=x]");
        assert_eq!(dump(" name = \"x\"\n\tother='y\"' "), "[name=x][other=y\"]");
        assert_eq!(dump("é:1='&amp;&#38;&#x26;a&lt;&gt;&quot;&apos;'"), "[é:1=&&&a<>\"']");
        assert_eq!(dump("a='' A=''"), "[a=][A=]");
        assert_eq!(dump(""), "");
    }

    #[test]
    fn invalid_data_has_no_attributes() {
        for data in [
            "name",
            "name=x",
            "name='x",
            "a='1'b='2'",
            "a='1' a='2'",
            "1='x'",
            "='x'",
            "a='<'",
            "a='&'",
            "a='&nbsp;'",
            "a='&#0;'",
            "a='&#xD800;'",
            "a='&#+1;'",
            "a='&#X41;'",
            "a='&#;'",
            "a='&#99999999999;'",
            "a='1' ?",
            "a='1',",
            "a=\u{a0}'1'",
        ] {
            assert_eq!(dump(data), "", "{data}");
        }
    }
}
