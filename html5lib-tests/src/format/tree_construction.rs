//! Tree-construction cases (`.dat`): markup and the dump of the expected tree.
//!
//! In addition to the sections of html5lib-tests, there are sections for limpid's cases transcribed from web-platform-tests.

use super::FormatError;
use super::dat::{self, RawCase};

/// A case: the result of parsing [`data`](Self::data) is [`expected`](Self::expected).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The first line.
    pub line: usize,
    /// `#description`: the origin or purpose of the case.
    pub description: Option<String>,
    /// `#data`: the bytes to parse. They may contain NUL and CR.
    pub data: Vec<u8>,
    /// `#errors`: a line per parse error. Their wording differs between authors.
    pub errors: Vec<String>,
    /// `#new-errors`: a line per further parse error, mostly as `(line:column) code` with the code of the standard.
    pub new_errors: Vec<String>,
    /// `#document-fragment`: the context element of a fragment, such as `td`, `svg path` or `math mi`.
    pub context: Option<String>,
    /// `#script-on` and `#script-off`.
    pub scripting: Scripting,
    /// `#declarative-shadow-roots`: whether `<template shadowrootmode>` attaches shadow roots.
    pub declarative_shadow_roots: bool,
    /// The expected result. At least one of its fields is `Some`.
    pub expected: Expected,
}

/// The expected result of a parse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// `#document`: the dump of the tree, without a final newline.
    pub document: Option<String>,
    /// `#serialized`: the serialized children of the fragment.
    pub serialized: Option<String>,
    /// `#text-of`: the text content of an element.
    pub text: Option<ElementText>,
}

/// The text content of the element with an ID.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementText {
    /// The value of the element's `id` attribute.
    pub id: String,
    /// The text content.
    pub text: String,
}

/// The scripting flag of the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripting {
    /// The tree does not depend on scripting. The case is run with both settings.
    Either,
    /// `#script-on`
    On,
    /// `#script-off`
    Off,
}

impl Scripting {
    /// Returns the values of the scripting flag with which the case is run.
    pub fn flags(self) -> &'static [bool] {
        match self {
            Self::Either => &[false, true],
            Self::On => &[true],
            Self::Off => &[false],
        }
    }
}

/// Reads a `.dat` file of tree-construction cases.
pub fn read(file: &[u8]) -> Result<Vec<TreeCase>, FormatError> {
    (1..).zip(dat::cases(&dat::with_lf(file))?).map(|(number, case)| tree_case(number, &case)).collect()
}

fn tree_case(number: usize, case: &RawCase<'_>) -> Result<TreeCase, FormatError> {
    case.check_forbidden(&["encoding", "fallback", "error", "report"], "a tree-construction")?;
    let data = case.data()?.to_vec();
    let expected = Expected {
        // A dump never ends with an empty line, but the section may.
        document: case.text("document")?.map(|dump| dump.trim_end_matches('\n').to_owned()),
        serialized: case.text("serialized")?.map(str::to_owned),
        text: case.text("text-of")?.map(element_text),
    };
    if expected == Expected::default() {
        return Err(FormatError::at(case.line, "this case has no #document, #serialized or #text-of"));
    }
    Ok(TreeCase {
        number,
        line: case.line,
        description: case.text("description")?.map(str::to_owned),
        data,
        errors: case.lines("errors")?,
        new_errors: case.lines("new-errors")?,
        context: case.one_line("document-fragment")?.map(str::to_owned),
        scripting: scripting(case)?,
        declarative_shadow_roots: case.flag("declarative-shadow-roots")?,
        expected,
    })
}

fn scripting(case: &RawCase<'_>) -> Result<Scripting, FormatError> {
    match (case.flag("script-on")?, case.flag("script-off")?) {
        (false, false) => Ok(Scripting::Either),
        (true, false) => Ok(Scripting::On),
        (false, true) => Ok(Scripting::Off),
        (true, true) => Err(FormatError::at(case.line, "this case has both #script-on and #script-off")),
    }
}

fn element_text(section: &str) -> ElementText {
    let (id, text) = section.split_once('\n').unwrap_or((section, ""));
    ElementText { id: id.to_owned(), text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(file: &str) -> TreeCase {
        let mut cases = read(file.as_bytes()).unwrap();
        assert_eq!(cases.len(), 1);
        cases.remove(0)
    }

    fn error(file: &[u8]) -> String {
        read(file).unwrap_err().to_string()
    }

    #[test]
    fn a_document() {
        let case = one(
            "#data\n<p>One\n#errors\n(1,3): expected-doctype\n#new-errors\n(1:3) x\n\n#document\n| <p>\n|   \"One\"\n",
        );
        let expected = TreeCase {
            number: 1,
            line: 1,
            description: None,
            data: b"<p>One".to_vec(),
            errors: vec!["(1,3): expected-doctype".to_owned()],
            new_errors: vec!["(1:3) x".to_owned()],
            context: None,
            scripting: Scripting::Either,
            declarative_shadow_roots: false,
            expected: Expected { document: Some("| <p>\n|   \"One\"".to_owned()), ..Expected::default() },
        };
        assert_eq!(case, expected);
    }

    #[test]
    fn blank_lines_in_data_and_text_nodes_are_kept() {
        let case = one("#data\n\n<pre>\n\na\n\n\n#errors\n#document\n| <pre>\n|   \"\n\na\n\n\"\n\n\n");
        assert_eq!(case.data, b"\n<pre>\n\na\n\n");
        assert_eq!(case.expected.document.unwrap(), "| <pre>\n|   \"\n\na\n\n\"");
    }

    #[test]
    fn data_is_bytes() {
        let cases = read(b"#data\na\0\r\r\n\xFF\n#document\n| \"a\"\n").unwrap();
        assert_eq!(cases[0].data, b"a\0\r\r\n\xFF");
    }

    #[test]
    fn lines_may_end_in_crlf() {
        let unix = "#description\na\n#data\n<p>\n\n#errors\n(1,3): x\n#document-fragment\nsvg path\n#script-on\n#document\n| <p>\n\n\
                    #data\n\n#document\n| \"\n\n\"\n";
        assert_eq!(read(unix.replace('\n', "\r\n").as_bytes()), read(unix.as_bytes()));
        assert_eq!(error(b"#data\r\na\r\n#errors\r\n#what\r\n"), "line 4: unknown section #what");
    }

    #[test]
    fn fragments_scripting_and_shadow_roots() {
        let case = one("#description\nfrom a.html\n#data\n\n#errors\n#document-fragment\nsvg path\n#script-on\n\
                        #declarative-shadow-roots\n#document\n");
        assert_eq!(case.description.as_deref(), Some("from a.html"));
        assert_eq!(case.context.as_deref(), Some("svg path"));
        assert_eq!(case.scripting.flags(), [true]);
        assert!(case.declarative_shadow_roots);
        assert_eq!(case.expected.document.as_deref(), Some(""));
        assert_eq!(one("#data\n#script-off\n#document\n").scripting.flags(), [false]);
        assert_eq!(one("#data\n#document\n").scripting.flags(), [false, true]);
    }

    #[test]
    fn markup_and_text_are_expectations_too() {
        let case = one("#data\n<pre>\n\n#document-fragment\nbody\n#serialized\n<pre>\n</pre>\n");
        assert_eq!(case.expected.serialized.as_deref(), Some("<pre>\n</pre>"));
        let case = one("#data\n<p id=a>b\n#text-of\na\nb\n\nc\n");
        assert_eq!(case.expected.text, Some(ElementText { id: "a".to_owned(), text: "b\n\nc".to_owned() }));
    }

    #[test]
    fn cases_are_numbered() {
        let cases = read(b"#data\na\n#document\n\n#data\nb\n#document\n").unwrap();
        assert_eq!(cases.iter().map(|case| (case.number, case.line)).collect::<Vec<_>>(), [(1, 1), (2, 5)]);
    }

    #[test]
    fn malformed_cases_are_errors() {
        assert_eq!(error(b"#data\na\n#errors\n"), "line 1: this case has no #document, #serialized or #text-of");
        assert_eq!(error(b"#description\na\n#document\n"), "line 1: this case has no #data");
        assert_eq!(
            error(b"#data\n#script-on\n#script-off\n#document\n"),
            "line 1: this case has both #script-on and #script-off"
        );
        assert_eq!(error(b"#data\n#script-on\nyes\n#document\n"), "line 3: #script-on must have no content");
        assert_eq!(
            error(b"#data\n#document-fragment\n#document\n"),
            "line 2: #document-fragment must be followed by one line"
        );
        assert_eq!(
            error(b"#data\n#encoding\nutf-8\n#document\n"),
            "line 2: #encoding is not allowed in a tree-construction case"
        );
        assert_eq!(error(b"#data\n#document\n| \"\xFF\"\n"), "line 2: the content of #document is not UTF-8");
    }
}
