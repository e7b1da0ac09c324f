//! Named fields, as in the heads of WARC records and HTTP responses.
//!
//! One reader does for both. A line that is no field costs that line and no more, which readers of HTTP do not grant: what
//! servers sent is in these files as it was, and browsers took it.

/// Named fields, in order.
#[derive(Debug, Default)]
pub(super) struct Fields<'a>(Vec<(&'a [u8], Vec<u8>)>);

impl<'a> Fields<'a> {
    /// Reads lines of `name: value`, and lines with a space before them that go on with the value.
    pub(super) fn parse(head: &'a [u8]) -> Fields<'a> {
        let mut fields: Vec<(&[u8], Vec<u8>)> = Vec::new();
        for line in head.split(|&byte| byte == b'\n') {
            let goes_on = line.first().is_some_and(|&byte| byte == b' ' || byte == b'\t');
            match (goes_on, fields.last_mut()) {
                (true, Some((_, value))) => {
                    value.push(b' ');
                    value.extend_from_slice(line.trim_ascii());
                }
                _ => {
                    if let Some(colon) = memchr::memchr(b':', line) {
                        fields.push((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii().to_vec()));
                    }
                }
            }
        }
        Fields(fields)
    }

    /// The values of the fields of a name, whatever its case.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.0.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(name.as_bytes())).map(|(_, value)| &value[..])
    }

    /// The value of the last field of a name, as text.
    pub(super) fn last(&self, name: &str) -> Option<String> {
        self.all(name).last().map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// The parts between the commas of all fields of a name, in lower case.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let values = self.all(name).flat_map(|value| value.split(|&byte| byte == b','));
        values
            .map(|part| String::from_utf8_lossy(part.trim_ascii()).to_ascii_lowercase())
            .filter(|part| !part.is_empty())
            .collect()
    }
}

/// A media type and its charset parameter.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MediaType {
    /// In lower case, without parameters.
    pub(super) essence: String,
    pub(super) charset: Option<String>,
}

impl MediaType {
    pub(super) fn parse(value: &str) -> MediaType {
        let mut parts = value.split(';');
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let charset = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let value = value.trim().trim_matches(['"', '\'']).trim();
            (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
        });
        MediaType { essence, charset }
    }

    pub(super) fn is_html(&self) -> bool {
        matches!(&*self.essence, "text/html" | "application/xhtml+xml")
    }
}
