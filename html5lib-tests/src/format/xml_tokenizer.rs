//! Tokenizer cases of XML5 (`.test`): text and the expected tokens and number of parse errors.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use super::FormatError;
use super::json_string::JsonString;
use super::tokenizer::{Input, next};

/// A case: tokenizing [`input`](Self::input) produces the tokens [`output`](Self::output) and the given number of [`errors`](Self::errors).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlTokenizerCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The description.
    pub description: String,
    /// The input stream, before line ends are normalized.
    pub input: Input,
    /// All tokens except end-of-file. Adjacent characters are one token.
    pub output: Vec<Token>,
    /// The number of parse errors. In the file, each is a token `"ParseError"`.
    pub errors: usize,
}

/// An expected token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<S = String> {
    /// `["DOCTYPE", name, public_id, system_id]`; an optional fifth item is ignored.
    Doctype {
        /// The name. Missing and empty are different.
        name: Option<S>,
        /// The public identifier. Missing and empty are different.
        public_id: Option<S>,
        /// The system identifier. Missing and empty are different.
        system_id: Option<S>,
    },
    /// `["StartTag", name, {attributes}]` or `["EmptyTag", …]`
    Tag {
        /// The tag name.
        name: S,
        /// The attributes. Their order does not matter.
        attributes: BTreeMap<S, S>,
        /// Whether it is an empty-element tag.
        is_empty: bool,
    },
    /// `["EndTag", name]`
    EndTag(S),
    /// `["ShortTag", ""]`
    ShortEndTag,
    /// `["Comment", data]`
    Comment(S),
    /// `["Character", data]`
    Character(S),
    /// `["PI", target, data]`
    ProcessingInstruction {
        /// The target.
        target: S,
        /// The data.
        data: S,
    },
}

/// Reads a `.test` file of tokenizer cases of XML5.
pub fn read(file: &str) -> Result<Vec<XmlTokenizerCase>, FormatError> {
    let RawFile { tests } = serde_json::from_str(file)?;
    Ok((1..).zip(tests).map(|(number, case)| case.into_case(number)).collect())
}

#[derive(Deserialize)]
struct RawFile {
    tests: Vec<RawCase>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawCase {
    description: JsonString,
    input: JsonString,
    output: Vec<RawToken>,
    #[serde(default)]
    double_escaped: bool,
}

enum RawToken {
    Error,
    Token(Token<JsonString>),
}

impl RawCase {
    fn into_case(self, number: usize) -> XmlTokenizerCase {
        let unescape = |text: JsonString| {
            let text = if self.double_escaped { text.unescaped() } else { text };
            text.to_text_lossy()
        };
        let input = if self.double_escaped { self.input.unescaped() } else { self.input };
        let mut output: Vec<Token> = Vec::new();
        let mut errors = 0;
        for token in self.output {
            let RawToken::Token(token) = token else {
                errors += 1;
                continue;
            };
            match (output.last_mut(), token.map(unescape)) {
                (Some(Token::Character(run)), Token::Character(text)) => run.push_str(&text),
                (_, token) => output.push(token),
            }
        }
        XmlTokenizerCase {
            number,
            description: self.description.to_text_lossy(),
            input: input.into_text().map_or_else(Input::LoneSurrogate, Input::Text),
            output,
            errors,
        }
    }
}

impl<S> Token<S> {
    fn map<T: Ord>(self, text: impl Fn(S) -> T) -> Token<T> {
        match self {
            Self::Doctype { name, public_id, system_id } => Token::Doctype {
                name: name.map(&text),
                public_id: public_id.map(&text),
                system_id: system_id.map(&text),
            },
            Self::Tag { name, attributes, is_empty } => Token::Tag {
                name: text(name),
                attributes: attributes.into_iter().map(|(name, value)| (text(name), text(value))).collect(),
                is_empty,
            },
            Self::EndTag(name) => Token::EndTag(text(name)),
            Self::ShortEndTag => Token::ShortEndTag,
            Self::Comment(data) => Token::Comment(text(data)),
            Self::Character(data) => Token::Character(text(data)),
            Self::ProcessingInstruction { target, data } => {
                Token::ProcessingInstruction { target: text(target), data: text(data) }
            }
        }
    }
}

impl<'de> Deserialize<'de> for RawToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TokenVisitor)
    }
}

struct TokenVisitor;

impl<'de> Visitor<'de> for TokenVisitor {
    type Value = RawToken;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a token or \"ParseError\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<RawToken, E> {
        if text == "ParseError" { Ok(RawToken::Error) } else { Err(E::custom(format_args!("unknown token {text:?}"))) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<RawToken, A::Error> {
        let kind: String = next(&mut items, "kind")?;
        Ok(RawToken::Token(match &*kind {
            "DOCTYPE" => {
                let token = Token::Doctype {
                    name: next(&mut items, "name")?,
                    public_id: next(&mut items, "public identifier")?,
                    system_id: next(&mut items, "system identifier")?,
                };
                items.next_element::<bool>()?;
                token
            }
            "StartTag" | "EmptyTag" => Token::Tag {
                name: next(&mut items, "name")?,
                attributes: next(&mut items, "attributes")?,
                is_empty: kind == "EmptyTag",
            },
            "EndTag" => Token::EndTag(next(&mut items, "name")?),
            "ShortTag" => {
                next::<String, _>(&mut items, "name")?;
                Token::ShortEndTag
            }
            "Comment" => Token::Comment(next(&mut items, "data")?),
            "Character" => Token::Character(next(&mut items, "data")?),
            "PI" => {
                Token::ProcessingInstruction { target: next(&mut items, "target")?, data: next(&mut items, "data")? }
            }
            _ => return Err(de::Error::custom(format_args!("unknown kind of token {kind:?}"))),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_token() {
        let cases = read(
            r#"{"tests": [{"description": "d", "input": "i", "output": [
                ["DOCTYPE", "a", null, "", true], "ParseError", ["StartTag", "b", {"c": "d"}], ["EmptyTag", "e", {}],
                ["EndTag", "b"], ["ShortTag", ""], ["Comment", "f"], ["Character", "g"], "ParseError",
                ["Character", "h"], ["PI", "j", "k"]]}]}"#,
        )
        .unwrap();
        let text = str::to_owned;
        let expected = [
            Token::Doctype { name: Some(text("a")), public_id: None, system_id: Some(text("")) },
            Token::Tag { name: text("b"), attributes: [(text("c"), text("d"))].into(), is_empty: false },
            Token::Tag { name: text("e"), attributes: BTreeMap::new(), is_empty: true },
            Token::EndTag(text("b")),
            Token::ShortEndTag,
            Token::Comment(text("f")),
            Token::Character(text("gh")),
            Token::ProcessingInstruction { target: text("j"), data: text("k") },
        ];
        assert_eq!((&*cases[0].output, cases[0].errors), (&expected[..], 2));
    }

    #[test]
    fn malformed_files_are_errors() {
        let with = |output: &str| {
            read(&format!(r#"{{"tests": [{{"description": "", "input": "", "output": [{output}]}}]}}"#))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(with(r#"["Tag", "a"]"#), "line 1: unknown kind of token \"Tag\"");
        assert_eq!(with(r#""Error""#), "line 1: unknown token \"Error\"");
    }
}
