//! Encoding cases (`.dat`): bytes and the encoding that must be detected.

use super::FormatError;
use super::dat::{self, RawCase};

/// A case: sniffing [`data`](Self::data) must detect [`encoding`](Self::encoding).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The first line.
    pub line: usize,
    /// `#description`: the origin or purpose of the case.
    pub description: Option<String>,
    /// `#data`: the bytes, in any encoding.
    pub data: Vec<u8>,
    /// `#fallback`: the encoding to use if the bytes declare none. The cases of html5lib-tests lack this section; their fallback is
    /// windows-1252.
    pub fallback: Option<String>,
    /// `#encoding`: a label of the expected encoding, in upper or lower case.
    pub encoding: String,
}

/// Reads a `.dat` file of encoding cases.
pub fn read(file: &[u8]) -> Result<Vec<EncodingCase>, FormatError> {
    (1..).zip(dat::cases(&dat::with_lf(file))?).map(|(number, case)| encoding_case(number, &case)).collect()
}

/// Whether a `.dat` file contains encoding cases.
pub fn is_encoding_file(file: &[u8]) -> bool {
    dat::has_line(&dat::with_lf(file), &[b"#encoding"])
}

fn encoding_case(number: usize, case: &RawCase<'_>) -> Result<EncodingCase, FormatError> {
    case.check_forbidden(&["document", "document-fragment", "serialized", "text-of", "report"], "an encoding")?;
    let encoding =
        case.one_line("encoding")?.ok_or_else(|| FormatError::at(case.line, "this case has no #encoding"))?;
    Ok(EncodingCase {
        number,
        line: case.line,
        description: case.text("description")?.map(str::to_owned),
        data: case.data()?.to_vec(),
        fallback: case.one_line("fallback")?.map(str::to_owned),
        encoding: encoding.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_labels() {
        let file = b"#data\n<meta charset=x>\n\xFE\n\n#encoding\nWindows-1252\n\n\
                     #description\nb\n#data\n\n#fallback\nkoi8-r\n#encoding\nutf-8\n";
        let cases = read(file).unwrap();
        assert!(is_encoding_file(file));
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0].data, b"<meta charset=x>\n\xFE\n");
        assert_eq!((cases[0].fallback.as_deref(), &*cases[0].encoding), (None, "Windows-1252"));
        assert_eq!((cases[1].number, cases[1].line, cases[1].description.as_deref()), (2, 8, Some("b")));
        assert_eq!((cases[1].fallback.as_deref(), &*cases[1].encoding), (Some("koi8-r"), "utf-8"));
    }

    #[test]
    fn lines_may_end_in_crlf() {
        let file = b"#data\r\na\r\nb\r\n#encoding\r\nutf-8\r\n";
        assert!(is_encoding_file(file));
        let cases = read(file).unwrap();
        assert_eq!((&*cases[0].data, &*cases[0].encoding), (&b"a\nb"[..], "utf-8"));
    }

    #[test]
    fn malformed_cases_are_errors() {
        let error = |file: &[u8]| read(file).unwrap_err().to_string();
        assert_eq!(error(b"#data\na\n"), "line 1: this case has no #encoding");
        assert_eq!(error(b"#data\na\n#encoding\n\n"), "line 3: #encoding must be followed by one line");
        assert_eq!(
            error(b"#data\na\n#encoding\nutf-8\n#document\n"),
            "line 5: #document is not allowed in an encoding case"
        );
    }
}
