use limpid_markup::{ErrorCode, Span};

pub(super) type Edit = (Span, String);

/// An attribute in the source of a tag. Another attribute may have the same name.
struct Attribute {
    /// The end of the preceding attribute, or of the tag's name.
    previous_end: u32,
    name_end: u32,
    /// The value including its quotes; empty if there is none.
    value: Span,
    is_quoted: bool,
    /// The end of the last part: the name, the `=` or the value.
    end: u32,
}

/// A start tag with its attributes in order, for repairs within the tag.
pub(super) struct StartTag<'s> {
    source: &'s str,
    span: Span,
    attributes: Vec<Attribute>,
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

impl<'s> StartTag<'s> {
    /// Parses the tag at a span, from the end of its name.
    pub(super) fn new(source: &'s str, span: Span, name_end: u32) -> StartTag<'s> {
        let bytes = source.as_bytes();
        // Excludes the final `>`.
        let end = span.end.saturating_sub(1);
        let find = |mut at: u32, is_wanted: &dyn Fn(u8) -> bool| {
            while at < end && !is_wanted(bytes[at as usize]) {
                at += 1;
            }
            at
        };
        let mut attributes = Vec::new();
        let mut previous_end = name_end;
        loop {
            let start = find(previous_end, &|byte| !is_white_space(byte) && byte != b'/');
            if start >= end {
                return StartTag { source, span, attributes };
            }
            // A `=` at the start is part of the name.
            let name_end = find(start + 1, &|byte| is_white_space(byte) || matches!(byte, b'/' | b'='));
            let equals = find(name_end, &|byte| !is_white_space(byte));
            let mut attribute =
                Attribute { previous_end, name_end, value: Span::empty(name_end), is_quoted: false, end: name_end };
            if equals < end && bytes[equals as usize] == b'=' {
                let value = find(equals + 1, &|byte| !is_white_space(byte));
                attribute.end = value;
                if value < end {
                    let first = bytes[value as usize];
                    attribute.is_quoted = matches!(first, b'"' | b'\'');
                    attribute.end = match attribute.is_quoted {
                        true => (find(value + 1, &|byte| byte == first) + 1).min(end),
                        false => find(value, &is_white_space),
                    };
                    attribute.value = Span::new(value, attribute.end);
                }
            }
            previous_end = attribute.end;
            attributes.push(attribute);
        }
    }

    /// Returns the edits that repair an error at an offset in the tag.
    pub(super) fn repair(&self, code: ErrorCode, at: u32) -> Option<Vec<Edit>> {
        Some(match code {
            ErrorCode::MissingWhitespaceBetweenAttributes => vec![(Span::empty(at), " ".to_owned())],
            // The error is at the `>`.
            ErrorCode::MissingAttributeValue => {
                let is_this = |it: &&Attribute| it.value.is_empty() && it.end == at;
                let attribute = self.before(at, |attribute| attribute.name_end).filter(is_this)?;
                vec![(Span::new(attribute.name_end, at), String::new())]
            }
            ErrorCode::UnexpectedCharacterInUnquotedAttributeValue => {
                let is_this = |it: &&Attribute| !it.is_quoted && it.value.contains(at);
                let value = self.before(at, |attribute| attribute.value.start).filter(is_this)?.value;
                let text = &self.source[value];
                match (text.contains('"'), text.contains('\'')) {
                    (true, true) => vec![(value, format!("\"{}\"", text.replace('"', "&quot;")))],
                    (has_double, _) => {
                        let quote = if has_double { "'" } else { "\"" };
                        [value.start, value.end].map(|end| (Span::empty(end), quote.to_owned())).to_vec()
                    }
                }
            }
            // The error is at the character after the `/`.
            ErrorCode::UnexpectedSolidusInTag => {
                let bytes = self.source.as_bytes();
                let start = at.checked_sub(2)? as usize;
                let is_separated = [start, at as usize].iter().any(|&neighbor| is_white_space(bytes[neighbor]));
                let space = if is_separated || bytes[at as usize] == b'>' { "" } else { " " };
                vec![(Span::new(at - 1, at), space.to_owned())]
            }
            ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus => {
                let start = self.source[..self.span.end as usize].strip_suffix("/>")?;
                let start = start.trim_end_matches(['\t', '\n', '\x0c', '\r', ' ']).len() as u32;
                vec![(Span::new(start, self.span.end - 1), String::new())]
            }
            _ => return None,
        })
    }

    /// Returns the edit that removes the attribute whose name ends at an offset, with the white space before it.
    pub(super) fn remove(&self, name_end: u32) -> Option<Edit> {
        let number = self.attributes.partition_point(|attribute| attribute.name_end < name_end);
        let attribute = self.attributes.get(number).filter(|attribute| attribute.name_end == name_end)?;
        // The markup after the removed attribute must not become part of the preceding attribute. A `/` directly after an unquoted value would be
        // part of this value.
        let before = number.checked_sub(1).and_then(|before| self.attributes.get(before));
        let has_unquoted_value = before.is_some_and(|before| !before.is_quoted && !before.value.is_empty());
        let is_separated = match self.source.as_bytes()[attribute.end as usize] {
            b'>' => true,
            b'/' => !has_unquoted_value,
            next => is_white_space(next),
        };
        let space = if is_separated { "" } else { " " };
        Some((Span::new(attribute.previous_end, attribute.end), space.to_owned()))
    }

    /// Returns the last attribute for which `position` returns at most `at`.
    fn before(&self, at: u32, position: impl Fn(&Attribute) -> u32) -> Option<&Attribute> {
        let count = self.attributes.partition_point(|attribute| position(attribute) <= at);
        self.attributes.get(count.checked_sub(1)?)
    }
}
