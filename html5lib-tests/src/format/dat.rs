//! The common syntax of `.dat` files: a file has cases, a case has sections, and a section has a heading and content.

use std::borrow::Cow;

use super::FormatError;

/// The possible headings. In sections of free text, all other lines are content, even if they start with `#`.
const HEADINGS: [&str; 17] = [
    "description",
    "data",
    "errors",
    "new-errors",
    "document-fragment",
    "script-on",
    "script-off",
    "declarative-shadow-roots",
    "fallback",
    "encoding",
    "serialized",
    "text-of",
    "document",
    "config",
    "method",
    "error",
    "report",
];

/// A case, split into sections.
pub(super) struct RawCase<'a> {
    /// The line of the first heading.
    pub(super) line: usize,
    sections: Vec<Section<'a>>,
}

/// A section: its heading and content.
pub(super) struct Section<'a> {
    heading: &'static str,
    pub(super) line: usize,
    /// The content without the final newline.
    pub(super) body: &'a [u8],
}

impl<'a> RawCase<'a> {
    pub(super) fn section(&self, heading: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.heading == heading)
    }

    /// Returns the content of `#data`, the bytes to parse. A case without this section is an error.
    pub(super) fn data(&self) -> Result<&'a [u8], FormatError> {
        self.section("data")
            .map(|section| section.body)
            .ok_or_else(|| FormatError::at(self.line, "this case has no #data"))
    }

    /// Returns the content of a section as text.
    pub(super) fn text(&self, heading: &str) -> Result<Option<&'a str>, FormatError> {
        self.section(heading).map(Section::text).transpose()
    }

    /// Returns the content of a section that must have one line.
    pub(super) fn one_line(&self, heading: &str) -> Result<Option<&'a str>, FormatError> {
        self.section(heading).map(Section::one_line).transpose()
    }

    /// Returns whether the case has this heading, which must have no content.
    pub(super) fn flag(&self, heading: &str) -> Result<bool, FormatError> {
        match self.section(heading) {
            None => Ok(false),
            Some(section) if section.body.trim_ascii().is_empty() => Ok(true),
            Some(section) => Err(FormatError::at(section.line + 1, format!("#{heading} must have no content"))),
        }
    }

    /// Returns the lines of a section without blank lines.
    pub(super) fn lines(&self, heading: &str) -> Result<Vec<String>, FormatError> {
        let text = self.text(heading)?.unwrap_or_default();
        Ok(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
    }

    /// Returns an error if the case has one of these headings. `kind` is the kind of the case, with an article.
    pub(super) fn check_forbidden(&self, headings: &[&str], kind: &str) -> Result<(), FormatError> {
        match self.sections.iter().find(|section| headings.contains(&section.heading)) {
            None => Ok(()),
            Some(section) => {
                Err(FormatError::at(section.line, format!("#{} is not allowed in {kind} case", section.heading)))
            }
        }
    }

    /// Whether this heading starts the next case.
    fn ends_before(&self, heading: &str) -> bool {
        matches!(heading, "description" | "data") && self.section("data").is_some()
    }
}

impl<'a> Section<'a> {
    fn text(&self) -> Result<&'a str, FormatError> {
        std::str::from_utf8(self.body)
            .map_err(|_| FormatError::at(self.line, format!("the content of #{} is not UTF-8", self.heading)))
    }

    fn one_line(&self) -> Result<&'a str, FormatError> {
        let text = self.text()?.trim_ascii_end();
        if text.is_empty() || text.contains('\n') {
            return Err(FormatError::at(self.line, format!("#{} must be followed by one line", self.heading)));
        }
        Ok(text)
    }
}

/// Converts line ends to LF. If the first line ends with CRLF, as after a checkout with `core.autocrlf`, removes one CR before each LF, also in
/// the data. In other files, a CR is data.
pub(super) fn with_lf(file: &[u8]) -> Cow<'_, [u8]> {
    let lines = || file.split_inclusive(|&byte| byte == b'\n');
    if !lines().next().is_some_and(|line| line.ends_with(b"\r\n")) {
        return Cow::Borrowed(file);
    }
    let mut converted = Vec::with_capacity(file.len());
    for line in lines() {
        match line.strip_suffix(b"\r\n") {
            Some(content) => converted.extend(content.iter().chain(b"\n")),
            None => converted.extend_from_slice(line),
        }
    }
    Cow::Owned(converted)
}

/// Whether a file with LF line ends contains one of these lines.
pub(super) fn has_line(file: &[u8], lines: &[&[u8]]) -> bool {
    file.split(|&byte| byte == b'\n').any(|line| lines.contains(&line))
}

/// Splits a file with LF line ends into cases. The formats check the contents of the sections.
pub(super) fn cases(file: &[u8]) -> Result<Vec<RawCase<'_>>, FormatError> {
    let headings = headings(file)?;
    let ends = headings.iter().skip(1).map(|next| next.start).chain([file.len()]);
    let mut cases: Vec<RawCase<'_>> = Vec::new();
    for (found, end) in headings.iter().zip(ends) {
        let section = Section { heading: found.name, line: found.line, body: without_newline(&file[found.end..end]) };
        match cases.last_mut() {
            Some(case) if !case.ends_before(found.name) => {
                if case.section(found.name).is_some() {
                    let message = format!("duplicate section #{} in the case at line {}", found.name, case.line);
                    return Err(FormatError::at(found.line, message));
                }
                case.sections.push(section);
            }
            previous => {
                // The blank line between two cases is not content.
                if let Some(last) = previous.and_then(|case| case.sections.last_mut()) {
                    last.body = without_newline(last.body);
                }
                cases.push(RawCase { line: found.line, sections: vec![section] });
            }
        }
    }
    Ok(cases)
}

/// A heading: its name, its line number, and the start and end of the line, including the newline, in bytes.
struct Heading {
    name: &'static str,
    line: usize,
    start: usize,
    end: usize,
}

fn headings(file: &[u8]) -> Result<Vec<Heading>, FormatError> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut end = 0;
    for (line, content) in (1..).zip(file.split_inclusive(|&byte| byte == b'\n')) {
        let start = end;
        end += content.len();
        let content = without_newline(content);
        if let Some(name) = HEADINGS.into_iter().find(|name| content.strip_prefix(b"#") == Some(name.as_bytes())) {
            headings.push(Heading { name, line, start, end });
            continue;
        }
        match headings.last() {
            None if content.is_empty() => {}
            None => return Err(FormatError::at(line, "a case starts with #data or #description")),
            Some(section) if is_free_text(section.name) || !looks_like_heading(content) => {}
            Some(_) => {
                let message = format!("unknown section {}", String::from_utf8_lossy(content));
                return Err(FormatError::at(line, message));
            }
        }
    }
    Ok(headings)
}

/// Whether all lines of a section are content, unless they are known headings.
fn is_free_text(heading: &str) -> bool {
    matches!(heading, "description" | "data" | "serialized" | "text-of" | "document")
}

fn looks_like_heading(line: &[u8]) -> bool {
    line.strip_prefix(b"#").is_some_and(|name| {
        !name.is_empty() && name.iter().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'))
    })
}

fn without_newline(bytes: &[u8]) -> &[u8] {
    bytes.strip_suffix(b"\n").unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the headings and contents of every case.
    fn read(file: &str) -> Vec<Vec<(&'static str, &str)>> {
        fn text<'a>(case: &RawCase<'a>) -> Vec<(&'static str, &'a str)> {
            case.sections.iter().map(|section| (section.heading, section.text().unwrap())).collect()
        }
        cases(file.as_bytes()).unwrap().iter().map(text).collect()
    }

    fn error(file: &str) -> String {
        cases(file.as_bytes()).err().unwrap().to_string()
    }

    #[test]
    fn one_newline_ends_a_section_and_a_blank_line_a_case() {
        let cases = read("#data\na\n\n#errors\n#document\n| \"a\n\n\"\n\n#data\n#document\n");
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0], [("data", "a\n"), ("errors", ""), ("document", "| \"a\n\n\"")]);
        assert_eq!(cases[1], [("data", ""), ("document", "")]);
    }

    #[test]
    fn a_description_opens_a_case() {
        let cases = read("\n#description\none\n#data\n1\n#document\n\n#description\ntwo\n#data\n2");
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0], [("description", "one"), ("data", "1"), ("document", "")]);
        assert_eq!(cases[1], [("description", "two"), ("data", "2")]);
    }

    #[test]
    fn free_text_may_look_like_a_heading() {
        assert_eq!(
            read("#data\n#datum\n##\n# data\n#document\n"),
            [[("data", "#datum\n##\n# data"), ("document", "")]]
        );
    }

    #[test]
    fn crlf_in_the_first_line_means_crlf_in_all_lines() {
        assert_eq!(&*with_lf(b"#data\r\na\r\r\nb\rc\n\r\n#errors\r"), b"#data\na\r\nb\rc\n\n#errors\r");
        assert_eq!(&*with_lf(b"\r\n#data\r\n"), b"\n#data\n");
        for file in [&b"#data\na\r\n#errors\r\n"[..], b"\n#data\r\n", b"#data\r", b""] {
            assert!(matches!(with_lf(file), Cow::Borrowed(same) if same == file));
        }
    }

    #[test]
    fn errors_have_a_line() {
        assert_eq!(error("\nhello\n"), "line 2: a case starts with #data or #description");
        assert_eq!(error("#data\na\n#errors\n#scripting\n"), "line 4: unknown section #scripting");
        assert_eq!(error("#data\na\n#errors\n#errors\n"), "line 4: duplicate section #errors in the case at line 1");
        assert_eq!(
            error("#description\na\n#description\n"),
            "line 3: duplicate section #description in the case at line 1"
        );
    }
}
