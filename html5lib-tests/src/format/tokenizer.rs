//! Tokenizer cases (`.test`): text and the expected tokens and parse errors.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use super::FormatError;
use super::json_string::JsonString;

/// A case: tokenizing [`input`](Self::input) produces the tokens [`output`](Self::output), with each of the
/// [`initial_states`](Self::initial_states).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenizerCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The description.
    pub description: String,
    /// The input stream, before newlines are normalized.
    pub input: Input,
    /// The initial states. The case is run once with each.
    pub initial_states: Vec<InitialState>,
    /// The name of the last start tag, which decides which end tags are appropriate.
    pub last_start_tag: Option<String>,
    /// All tokens except end-of-file. Adjacent characters are one token.
    pub output: Vec<Token>,
    /// All parse errors, in order.
    pub errors: Vec<ExpectedError>,
    /// Whether the output is coerced into an XML infoset, as in `xmlViolationTests`.
    pub coerced_to_infoset: bool,
}

/// The input of the tokenizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Text.
    Text(String),
    /// UTF-16 code units with a lone surrogate. Only a script can produce such input; it is not possible in UTF-8. In the expected output,
    /// U+FFFD replaces the surrogate.
    LoneSurrogate(Vec<u16>),
}

impl Input {
    /// Returns the input, or `None` if it contains a lone surrogate, which UTF-8 cannot encode.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::LoneSurrogate(_) => None,
        }
    }
}

/// An initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[allow(missing_docs, reason = "the names are the standard's")]
pub enum InitialState {
    #[serde(rename = "Data state")]
    Data,
    #[serde(rename = "PLAINTEXT state")]
    Plaintext,
    #[serde(rename = "RCDATA state")]
    Rcdata,
    #[serde(rename = "RAWTEXT state")]
    Rawtext,
    #[serde(rename = "Script data state")]
    ScriptData,
    #[serde(rename = "CDATA section state")]
    CdataSection,
}

impl fmt::Display for InitialState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Data => "Data state",
            Self::Plaintext => "PLAINTEXT state",
            Self::Rcdata => "RCDATA state",
            Self::Rawtext => "RAWTEXT state",
            Self::ScriptData => "Script data state",
            Self::CdataSection => "CDATA section state",
        })
    }
}

/// An expected parse error.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ExpectedError {
    /// The error code of the standard.
    pub code: String,
    /// The line, starting at 1.
    pub line: usize,
    /// The column in UTF-16 code units, starting at 1. A character beyond U+FFFF counts as two.
    #[serde(rename = "col")]
    pub column: usize,
}

/// An expected token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<S = String> {
    /// `["DOCTYPE", name, public_id, system_id, correctness]`
    Doctype {
        /// The name. Missing and empty are different.
        name: Option<S>,
        /// The public identifier. Missing and empty are different.
        public_id: Option<S>,
        /// The system identifier. Missing and empty are different.
        system_id: Option<S>,
        /// The force-quirks flag, which is the inverse of `correctness`.
        force_quirks: bool,
    },
    /// `["StartTag", name, {attributes}, self_closing]`; the last item is optional and defaults to false.
    StartTag {
        /// The tag name.
        name: S,
        /// The attributes. Their order does not matter.
        attributes: BTreeMap<S, S>,
        /// The self-closing flag.
        self_closing: bool,
    },
    /// `["EndTag", name]`
    EndTag(S),
    /// `["Comment", data]`
    Comment(S),
    /// `["Character", data]`
    Character(S),
    /// `["ProcessingInstruction", target, data]`: not in html5lib-tests, but in limpid's own cases; the standard has this
    /// token since 2026.
    ProcessingInstruction {
        /// The target.
        target: S,
        /// The data.
        data: S,
    },
}

/// Reads a `.test` file of tokenizer cases.
pub fn read(file: &str) -> Result<Vec<TokenizerCase>, FormatError> {
    let RawFile { tests, xml_violation_tests } = serde_json::from_str(file)?;
    if tests.is_none() && xml_violation_tests.is_none() {
        return Err(FormatError {
            line: None,
            message: "the file has neither \"tests\" nor \"xmlViolationTests\"".to_owned(),
        });
    }
    let plain = tests.unwrap_or_default().into_iter().map(|case| (case, false));
    let coerced = xml_violation_tests.unwrap_or_default().into_iter().map(|case| (case, true));
    Ok((1..).zip(plain.chain(coerced)).map(|(number, (case, coerced))| case.into_case(number, coerced)).collect())
}

#[derive(Deserialize)]
struct RawFile {
    tests: Option<Vec<RawCase>>,
    #[serde(rename = "xmlViolationTests")]
    xml_violation_tests: Option<Vec<RawCase>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawCase {
    description: JsonString,
    input: JsonString,
    output: Vec<Token<JsonString>>,
    #[serde(default = "data_state")]
    initial_states: Vec<InitialState>,
    last_start_tag: Option<String>,
    #[serde(default)]
    errors: Vec<ExpectedError>,
    #[serde(default)]
    double_escaped: bool,
}

fn data_state() -> Vec<InitialState> {
    vec![InitialState::Data]
}

impl RawCase {
    fn into_case(self, number: usize, coerced_to_infoset: bool) -> TokenizerCase {
        let unescape = |text: JsonString| if self.double_escaped { text.unescaped() } else { text };
        TokenizerCase {
            number,
            description: self.description.to_text_lossy(),
            input: unescape(self.input).into_text().map_or_else(Input::LoneSurrogate, Input::Text),
            initial_states: self.initial_states,
            last_start_tag: self.last_start_tag,
            output: self.output.into_iter().map(|token| token.map(|text| unescape(text).to_text_lossy())).collect(),
            errors: self.errors,
            coerced_to_infoset,
        }
    }
}

impl<S> Token<S> {
    fn map<T: Ord>(self, text: impl Fn(S) -> T) -> Token<T> {
        match self {
            Self::Doctype { name, public_id, system_id, force_quirks } => Token::Doctype {
                name: name.map(&text),
                public_id: public_id.map(&text),
                system_id: system_id.map(&text),
                force_quirks,
            },
            Self::StartTag { name, attributes, self_closing } => Token::StartTag {
                name: text(name),
                attributes: attributes.into_iter().map(|(name, value)| (text(name), text(value))).collect(),
                self_closing,
            },
            Self::EndTag(name) => Token::EndTag(text(name)),
            Self::Comment(data) => Token::Comment(text(data)),
            Self::Character(data) => Token::Character(text(data)),
            Self::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction { target: text(target), data: text(data) }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Token<JsonString> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TokenVisitor)
    }
}

struct TokenVisitor;

impl<'de> Visitor<'de> for TokenVisitor {
    type Value = Token<JsonString>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a token")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let kind: String = next(&mut items, "kind")?;
        Ok(match &*kind {
            "DOCTYPE" => Token::Doctype {
                name: next(&mut items, "name")?,
                public_id: next(&mut items, "public identifier")?,
                system_id: next(&mut items, "system identifier")?,
                force_quirks: !next::<bool, _>(&mut items, "correctness")?,
            },
            "StartTag" => Token::StartTag {
                name: next(&mut items, "name")?,
                attributes: next(&mut items, "attributes")?,
                self_closing: items.next_element()?.unwrap_or(false),
            },
            "EndTag" => Token::EndTag(next(&mut items, "name")?),
            "Comment" => Token::Comment(next(&mut items, "data")?),
            "Character" => Token::Character(next(&mut items, "data")?),
            "ProcessingInstruction" => {
                Token::ProcessingInstruction { target: next(&mut items, "target")?, data: next(&mut items, "data")? }
            }
            _ => return Err(de::Error::custom(format_args!("unknown kind of token {kind:?}"))),
        })
    }
}

/// Returns the next item of a token. `what` names it in errors.
pub(super) fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(items: &mut A, what: &str) -> Result<T, A::Error> {
    items.next_element()?.ok_or_else(|| de::Error::custom(format_args!("this token has no {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(case: &str) -> Result<TokenizerCase, FormatError> {
        read(&format!("{{\"tests\": [\n{case}]}}")).map(|mut cases| cases.remove(0))
    }

    #[test]
    fn defaults() {
        let case =
            read_one(r#"{"description": "d", "input": "a", "output": [["Character", "a"]], "later": [1]}"#).unwrap();
        let expected = TokenizerCase {
            number: 1,
            description: "d".to_owned(),
            input: Input::Text("a".to_owned()),
            initial_states: vec![InitialState::Data],
            last_start_tag: None,
            output: vec![Token::Character("a".to_owned())],
            errors: Vec::new(),
            coerced_to_infoset: false,
        };
        assert_eq!(case, expected);
    }

    #[test]
    fn states_and_errors() {
        let case = read_one(
            r#"{"description": "", "input": "", "output": [], "lastStartTag": "xmp",
                "initialStates": ["PLAINTEXT state", "RCDATA state", "RAWTEXT state", "Script data state", "CDATA section state"],
                "errors": [{"code": "eof-in-cdata", "line": 1, "col": 2}]}"#,
        )
        .unwrap();
        use InitialState::{CdataSection, Plaintext, Rawtext, Rcdata, ScriptData};
        assert_eq!(case.initial_states, [Plaintext, Rcdata, Rawtext, ScriptData, CdataSection]);
        assert_eq!(case.last_start_tag.as_deref(), Some("xmp"));
        assert_eq!(case.errors, [ExpectedError { code: "eof-in-cdata".to_owned(), line: 1, column: 2 }]);
    }

    #[test]
    fn every_kind_of_token() {
        let case = read_one(
            r#"{"description": "", "input": "", "output": [
                ["DOCTYPE", "html", "", null, true], ["DOCTYPE", null, null, "s", false],
                ["StartTag", "a", {"y": "1", "x": ""}], ["StartTag", "br", {}, true], ["EndTag", "a"],
                ["Comment", "c"], ["Character", "t"], ["ProcessingInstruction", "p", "d"]]}"#,
        )
        .unwrap();
        let text = str::to_owned;
        let attributes = [("x", ""), ("y", "1")].map(|(name, value)| (text(name), text(value)));
        let expected = [
            Token::Doctype {
                name: Some(text("html")),
                public_id: Some(text("")),
                system_id: None,
                force_quirks: false,
            },
            Token::Doctype { name: None, public_id: None, system_id: Some(text("s")), force_quirks: true },
            Token::StartTag { name: text("a"), attributes: attributes.into(), self_closing: false },
            Token::StartTag { name: text("br"), attributes: BTreeMap::new(), self_closing: true },
            Token::EndTag(text("a")),
            Token::Comment(text("c")),
            Token::Character(text("t")),
            Token::ProcessingInstruction { target: text("p"), data: text("d") },
        ];
        assert_eq!(case.output, expected);
    }

    #[test]
    fn double_escaped_strings() {
        let case = read_one(
            r#"{"description": "\\u0041", "doubleEscaped": true, "input": "\\u0000\\uD83D\\uDE00",
                "output": [["StartTag", "a", {"\\u0062": "\\u0063"}]]}"#,
        )
        .unwrap();
        assert_eq!(case.description, "\\u0041");
        assert_eq!(case.input.as_text(), Some("\0😀"));
        let Token::StartTag { attributes, .. } = &case.output[0] else { panic!("{:?}", case.output) };
        assert_eq!(attributes["b"], "c");
    }

    #[test]
    fn lone_surrogates_are_detected() {
        for input in [r#""doubleEscaped": true, "input": "a\\uD800""#, r#""input": "a\uD800""#] {
            let case =
                read_one(&format!(r#"{{"description": "", {input}, "output": [["Character", "a\uD800"]]}}"#)).unwrap();
            assert_eq!(case.input, Input::LoneSurrogate(vec![0x61, 0xD800]));
            assert_eq!(case.input.as_text(), None);
            assert_eq!(case.output, [Token::Character("a\u{FFFD}".to_owned())]);
        }
    }

    #[test]
    fn xml_violation_tests_are_marked() {
        let cases = read(r#"{"xmlViolationTests": [{"description": "", "input": "", "output": []}]}"#).unwrap();
        assert!(cases[0].coerced_to_infoset);
    }

    #[test]
    fn malformed_files_are_errors() {
        let error = |case: &str| read_one(case).unwrap_err().to_string();
        let with = |output: &str| error(&format!(r#"{{"description": "", "input": "", "output": [{output}]}}"#));
        assert_eq!(error(r#"{"description": "", "input": ""}"#), "line 2: missing field `output`");
        assert_eq!(with(r#"["Tag", "a"]"#), "line 2: unknown kind of token \"Tag\"");
        assert_eq!(with(r#"["EndTag"]"#), "line 2: this token has no name");
        assert!(with(r#"["EndTag", "a", "b"]"#).starts_with("line 2: "));
        assert!(with(r#""ParseError""#).starts_with("line 2: invalid type: string \"ParseError\", expected a token"));
        assert_eq!(read("{}").unwrap_err().to_string(), "the file has neither \"tests\" nor \"xmlViolationTests\"");
        assert!(read("{").unwrap_err().to_string().starts_with("line 1: EOF"));
    }
}
