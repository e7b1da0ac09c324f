//! Header fields of WARC records and HTTP responses.
//!
//! The parser ignores a line that is not a field, while HTTP parsers reject the whole header. Archives contain the headers as
//! servers sent them, and browsers accepted them.

/// Header fields in source order. Values need not be UTF-8.
///
/// ```
/// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
/// let mut records = limpid_warc::Records::new(&file[..]);
/// let record = records.next_record().unwrap().unwrap();
/// assert_eq!(record.fields().get("warc-type").as_deref(), Some("warcinfo"));
/// assert_eq!(record.fields().all("Content-Length").collect::<Vec<_>>(), [b"0"]);
/// assert_eq!(record.fields().iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// All names and values, concatenated. A vector for each would cost more than parsing.
    text: Vec<u8>,
    /// The ends in `text` of each field's name and value.
    ends: Vec<(usize, usize)>,
}

impl Fields {
    /// Parses lines of `name: value`. A line that starts with a space or tab continues the previous value.
    pub(crate) fn parse(head: &[u8]) -> Fields {
        let mut fields = Fields { text: Vec::with_capacity(head.len()), ends: Vec::new() };
        for line in head.split(|&byte| byte == b'\n') {
            let is_continuation = line.first().is_some_and(|&byte| byte == b' ' || byte == b'\t');
            match (is_continuation, fields.ends.last_mut()) {
                (true, Some((_, end))) => {
                    fields.text.push(b' ');
                    fields.text.extend_from_slice(line.trim_ascii());
                    *end = fields.text.len();
                }
                _ => {
                    if let Some(colon) = memchr::memchr(b':', line) {
                        fields.text.extend_from_slice(line[..colon].trim_ascii());
                        let name = fields.text.len();
                        fields.text.extend_from_slice(line[colon + 1..].trim_ascii());
                        fields.ends.push((name, fields.text.len()));
                    }
                }
            }
        }
        fields
    }

    /// Returns the names and values of all fields, in source order.
    ///
    /// ```
    /// let response = b"HTTP/1.1 200 OK\r\nServer: tea\r\nAge: 4\r\n\r\n";
    /// let fields = limpid_warc::HttpPayload::read(response, 1000).unwrap().fields;
    /// assert_eq!(fields.iter().collect::<Vec<_>>(), [(&b"Server"[..], &b"tea"[..]), (b"Age", b"4")]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(name, value))| (&self.text[start..name], &self.text[name..value]))
    }

    /// Returns the values of all fields with this name, ignoring ASCII case.
    ///
    /// ```
    /// let response = b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n";
    /// let fields = limpid_warc::HttpPayload::read(response, 1000).unwrap().fields;
    /// assert_eq!(fields.all("Set-Cookie").collect::<Vec<_>>(), [b"a=1", b"b=2"]);
    /// ```
    pub fn all(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(name.as_bytes())).map(|(_, value)| value)
    }

    /// Returns the value of the last field with this name, ignoring ASCII case. Invalid UTF-8 becomes U+FFFD.
    ///
    /// ```
    /// let response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    /// let fields = limpid_warc::HttpPayload::read(response, 1000).unwrap().fields;
    /// assert_eq!((fields.get("content-type").as_deref(), fields.get("Age")), (Some("text/html"), None));
    /// ```
    pub fn get(&self, name: &str) -> Option<String> {
        self.all(name).last().map(|value| String::from_utf8_lossy(value).into_owned())
    }

    /// Returns the comma-separated items of all fields with this name, in lower case.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        let values = self.all(name).flat_map(|value| value.split(|&byte| byte == b','));
        values
            .map(|part| String::from_utf8_lossy(part.trim_ascii()).to_ascii_lowercase())
            .filter(|part| !part.is_empty())
            .collect()
    }
}

/// A media type and its charset parameter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MediaType {
    /// The type in lower case, without parameters.
    pub(crate) essence: String,
    pub(crate) charset: Option<String>,
}

impl MediaType {
    pub(crate) fn parse(value: &str) -> MediaType {
        let mut parts = value.split(';');
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let charset = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let value = value.trim().trim_matches(['"', '\'']).trim();
            (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
        });
        MediaType { essence, charset }
    }
}
