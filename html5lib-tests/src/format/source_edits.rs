//! Cases of editing a source (`.edits`): markup, edits of its tree, and the expected markup or error.
//!
//! ```text
//! #description
//! what the case shows
//! #source
//! <p CLASS='a'>one
//! #edit
//! set_attribute | p | id | x
//! #expected
//! <p CLASS='a' id='x'>one
//! ```
//!
//! A line of `#edit` is a method of `Document` and its arguments. A selector as an argument means its first match. `selector @1` is the child
//! of the match with the index 1, and `selector @1 @0` the first child of this child. `host/selector` searches in the shadow root of `host`.
//! `$` is the node that the previous line created, and `/` the document. In texts and sources, `\n`, `\r`, `\t`, `\0` and `\\` are escapes.
//!
//! `#error` is the rule that prevents the edit, and `#widened` the markup with the option `widen`. `#context` is the context element of a
//! fragment. `#xml` marks XML.

use super::FormatError;

/// A case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceEditCase {
    /// The line of the description.
    pub line: usize,
    /// What the case shows.
    pub description: String,
    /// The source.
    pub source: String,
    /// The edits, each a method and its arguments.
    pub edits: Vec<Vec<String>>,
    /// The expected source, or `None` if an error is expected.
    pub expected: Option<String>,
    /// The expected error: the name of the rule and its parameter.
    pub error: Option<String>,
    /// The expected source with the option `widen`.
    pub widened: Option<String>,
    /// The context element.
    pub context: Option<String>,
    /// Whether the source is XML.
    pub is_xml: bool,
}

/// Reads a file.
///
/// # Errors
/// If a line is outside of a section, or a section is missing.
pub fn read(file: &str) -> Result<Vec<SourceEditCase>, FormatError> {
    let mut cases: Vec<SourceEditCase> = Vec::new();
    let mut heading = "";
    for (index, line) in file.lines().enumerate() {
        if let Some(name) = line.strip_prefix('#') {
            heading = name;
            if heading == "description" {
                cases.push(SourceEditCase { line: index + 1, ..SourceEditCase::default() });
            }
        }
        let Some(case) = cases.last_mut() else {
            return Err(FormatError::at(index + 1, "a case starts with #description"));
        };
        if line.starts_with('#') {
            case.is_xml |= heading == "xml";
            continue;
        }
        if line.is_empty() {
            continue;
        }
        let text = || unescaped(line);
        match heading {
            "description" => case.description.push_str(line),
            "source" => case.source.push_str(&text()),
            "edit" => case.edits.push(line.split(" | ").map(unescaped).collect()),
            "expected" => case.expected.get_or_insert_default().push_str(&text()),
            "error" => case.error = Some(line.to_owned()),
            "widened" => case.widened.get_or_insert_default().push_str(&text()),
            "context" => case.context = Some(line.to_owned()),
            _ => return Err(FormatError::at(index + 1, format!("unknown section #{heading}"))),
        }
    }
    match cases.iter().find(|case| case.expected.is_some() == case.error.is_some() || case.edits.is_empty()) {
        Some(case) => Err(FormatError::at(case.line, "this case needs #edit, and #expected or #error")),
        None => Ok(cases),
    }
}

fn unescaped(text: &str) -> String {
    let mut unescaped = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => unescaped.push(match characters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('0') => '\0',
                Some(other) => other,
                None => '\\',
            }),
            _ => unescaped.push(character),
        }
    }
    unescaped
}
