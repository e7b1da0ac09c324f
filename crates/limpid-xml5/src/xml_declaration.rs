use crate::scan::is_whitespace;
use limpid_markup::XmlDeclaration;

/// The result of [`read_xml_declaration`].
///
/// ```
/// let read = limpid::xml::stages::read_xml_declaration("version='1.0' encoding='utf-8'");
/// assert_eq!((read.declaration.encoding, read.encoding_position, read.is_valid), (Some("utf-8"), Some(24), true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadXmlDeclaration<'d> {
    /// The valid parts.
    pub declaration: XmlDeclaration<'d>,
    /// The position of the encoding name in the data.
    pub encoding_position: Option<usize>,
    /// Whether the whole declaration is valid.
    pub is_valid: bool,
}

/// Reads an [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl) from the data of a processing instruction `xml`. Returns the valid
/// parts even if others are invalid.
///
/// ```
/// use limpid::xml::stages::read_xml_declaration;
/// assert_eq!(read_xml_declaration("version='1.0' standalone='yes'").declaration.standalone, Some(true));
/// assert!(!read_xml_declaration("standalone='perhaps'").is_valid);
/// ```
pub fn read_xml_declaration(data: &str) -> ReadXmlDeclaration<'_> {
    let mut encoding_position = None;
    let mut declaration = XmlDeclaration { version: "", encoding: None, standalone: None };
    let mut rest = data;
    let mut is_valid = true;
    // The highest rank of the parts so far. Each part must have a higher rank than the parts before it.
    let mut last_rank = 0;
    loop {
        let start = rest.trim_start_matches(|c: char| is_space(c));
        if start.is_empty() {
            break;
        }
        is_valid &= last_rank == 0 || start.len() < rest.len();
        let Some((name, value, remaining)) = pseudo_attribute(start) else {
            is_valid = false;
            break;
        };
        rest = remaining;
        let rank = match name {
            "version" if is_version(value) => {
                declaration.version = value;
                1
            }
            "encoding" if is_encoding_name(value) => {
                declaration.encoding = Some(value);
                // The value is followed by a quote.
                encoding_position = Some(data.len() - remaining.len() - 1 - value.len());
                2
            }
            "standalone" if matches!(value, "yes" | "no") => {
                declaration.standalone = Some(value == "yes");
                3
            }
            _ => 0,
        };
        is_valid &= rank > last_rank;
        last_rank = last_rank.max(rank);
    }
    is_valid &= !declaration.version.is_empty();
    ReadXmlDeclaration { declaration, encoding_position, is_valid }
}

fn is_space(c: char) -> bool {
    c.is_ascii() && is_whitespace(c as u8)
}

/// Splits a text into a name, a quoted value and the rest.
fn pseudo_attribute(text: &str) -> Option<(&str, &str, &str)> {
    let name_end = text.find(|c: char| is_space(c) || c == '=')?;
    let (name, rest) = text.split_at(name_end);
    let rest = rest.trim_start_matches(is_space).strip_prefix('=')?.trim_start_matches(is_space);
    let quote = rest.chars().next().filter(|&c| matches!(c, '"' | '\''))?;
    let (value, rest) = rest[1..].split_once(quote)?;
    Some((name, value, rest))
}

/// <https://www.w3.org/TR/xml/#NT-VersionNum>
fn is_version(value: &str) -> bool {
    value.strip_prefix("1.").is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|b| b.is_ascii_digit()))
}

/// <https://www.w3.org/TR/xml/#NT-EncName>
fn is_encoding_name(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_their_order() {
        let all = read_xml_declaration(" version='1.0' encoding = \"UTF-8\"  standalone='no' ");
        let expected = XmlDeclaration { version: "1.0", encoding: Some("UTF-8"), standalone: Some(false) };
        assert_eq!(all, ReadXmlDeclaration { declaration: expected, encoding_position: Some(27), is_valid: true });
        for wrong in [
            "",
            "encoding='UTF-8'",
            "encoding='UTF-8' version='1.0'",
            "version='1.0'encoding='UTF-8'",
            "version='2.0'",
            "version='1.0' standalone='maybe'",
            "version='1.0' encoding='\u{e4}'",
            "version='1.0' more='1'",
            "version=1.0",
            "version='1.0",
            "version='1.0' version='1.0'",
        ] {
            assert!(!read_xml_declaration(wrong).is_valid, "{wrong}");
        }
        assert_eq!(read_xml_declaration("encoding='a' version='1.1'").declaration.version, "1.1");
    }
}
