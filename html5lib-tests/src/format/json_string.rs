//! JSON strings with lone surrogates, which occur in the tokenizer suite but cannot be Rust strings.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};

/// The code units of a JSON string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct JsonString(Vec<u16>);

impl JsonString {
    /// Returns the string with each remaining `\uHHHH` replaced by its code unit, for cases with `doubleEscaped`.
    pub(super) fn unescaped(&self) -> Self {
        let mut units = Vec::with_capacity(self.0.len());
        let mut rest = self.0.as_slice();
        while let [first, others @ ..] = rest {
            let (unit, after) = escape(rest).unwrap_or((*first, others));
            units.push(unit);
            rest = after;
        }
        Self(units)
    }

    /// Returns the string, or its code units if it contains a lone surrogate.
    pub(super) fn into_text(self) -> Result<String, Vec<u16>> {
        String::from_utf16(&self.0).map_err(|_| self.0)
    }

    /// Returns the string with lone surrogates replaced by U+FFFD.
    pub(super) fn to_text_lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

impl From<&str> for JsonString {
    fn from(text: &str) -> Self {
        Self(text.encode_utf16().collect())
    }
}

/// Parses `\uHHHH` at the start. Returns its code unit and the rest.
fn escape(units: &[u16]) -> Option<(u16, &[u16])> {
    let digits = units.strip_prefix(&[u16::from(b'\\'), u16::from(b'u')])?.get(..4)?;
    let unit = digits.iter().try_fold(0, |unit, &digit| {
        let digit = char::from_u32(digit.into())?.to_digit(16)?;
        Some(unit << 4 | digit as u16)
    })?;
    Some((unit, &units[6..]))
}

impl<'de> Deserialize<'de> for JsonString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // serde_json accepts lone surrogates only if asked for bytes.
        deserializer.deserialize_bytes(JsonStringVisitor)
    }
}

struct JsonStringVisitor;

impl Visitor<'_> for JsonStringVisitor {
    type Value = JsonString;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<JsonString, E> {
        Ok(text.into())
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<JsonString, E> {
        code_units(bytes).map(JsonString).ok_or_else(|| E::custom("a string that is not UTF-8"))
    }
}

/// Decodes WTF-8, which is UTF-8 with lone surrogates as three bytes, as serde_json writes it.
fn code_units(mut bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    while let Some(chunk) = bytes.utf8_chunks().next() {
        units.extend(chunk.valid().encode_utf16());
        bytes = &bytes[chunk.valid().len()..];
        bytes = match bytes {
            [] => bytes,
            &[0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ref after @ ..] => {
                units.push(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F));
                after
            }
            _ => return None,
        };
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> JsonString {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn strings_are_code_units() {
        assert_eq!(read(r#""""#), "".into());
        assert_eq!(read(r#""aé\n\u20AC\uD83D\uDE00😀""#).to_text_lossy(), "aé\n€😀😀");
        assert_eq!(read(r#""a\uD800b\uDFFF""#).0, [0x61, 0xD800, 0x62, 0xDFFF]);
        assert_eq!(read(r#""\uDE00\uD83D""#).into_text(), Err(vec![0xDE00, 0xD83D]));
        assert_eq!(read(r#""\uD83D\uDE00""#).into_text(), Ok("😀".to_owned()));
        assert_eq!(read(r#""\uD800""#).to_text_lossy(), "\u{FFFD}");
    }

    #[test]
    fn double_escaped_strings() {
        assert_eq!(read(r#""a\\u0000\\uD83D\\uDE00\\u12""#).unescaped().to_text_lossy(), "a\0😀\\u12");
        assert_eq!(read(r#""\\uD800\\u+123\\\\u0041""#).unescaped().0[0], 0xD800);
        assert_eq!(read(r#""\\u+123\\n\\\\u0041""#).unescaped().to_text_lossy(), "\\u+123\\n\\A");
    }

    #[test]
    fn other_values_are_errors() {
        let error = serde_json::from_str::<JsonString>("true").unwrap_err();
        assert!(error.to_string().contains("expected a string"), "{error}");
    }
}
