//! Serializer cases (`.test`): tokens and the expected markup.
//!
//! The cases and their options are for html5lib's own serializer, not for the serialization of the standard.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::FormatError;

/// A case: the markup of the tokens in [`input`](Self::input) is one of [`expected`](Self::expected).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerializerCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The description.
    pub description: String,
    /// Options of html5lib's serializer.
    pub options: Map<String, Value>,
    /// The tokens to serialize.
    pub input: Vec<SerializerToken>,
    /// The accepted markups.
    pub expected: Vec<String>,
    /// The accepted XHTML markups, if they differ.
    pub xhtml: Option<Vec<String>>,
}

/// A token to serialize.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Value>")]
pub enum SerializerToken {
    /// `["Doctype", name, public_id?, system_id?]`
    Doctype {
        /// The name.
        name: String,
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: Option<String>,
    },
    /// `["StartTag", namespace, name, attributes]`
    StartTag {
        /// The URL of the namespace.
        namespace: Option<String>,
        /// The tag name.
        name: String,
        /// The attributes, in order.
        attributes: Vec<SerializerAttribute>,
    },
    /// `["EmptyTag", name, attributes]`: an element without content and end tag.
    EmptyTag {
        /// The tag name.
        name: String,
        /// The attributes, in order.
        attributes: Vec<SerializerAttribute>,
    },
    /// `["EndTag", namespace, name]`
    EndTag {
        /// The URL of the namespace.
        namespace: Option<String>,
        /// The tag name.
        name: String,
    },
    /// `["Characters", data]`
    Characters(String),
    /// `["Comment", data]`
    Comment(String),
}

/// An attribute to serialize.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SerializerAttribute {
    /// The URL of the namespace.
    pub namespace: Option<String>,
    /// The local name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// Reads a `.test` file of serializer cases.
pub fn read(file: &str) -> Result<Vec<SerializerCase>, FormatError> {
    let RawFile { tests } = serde_json::from_str(file)?;
    Ok((1..).zip(tests).map(|(number, case)| case.into_case(number)).collect())
}

#[derive(Deserialize)]
struct RawFile {
    tests: Vec<RawCase>,
}

#[derive(Deserialize)]
struct RawCase {
    description: String,
    #[serde(default)]
    options: Map<String, Value>,
    input: Vec<SerializerToken>,
    expected: Vec<String>,
    xhtml: Option<Vec<String>>,
}

impl RawCase {
    fn into_case(self, number: usize) -> SerializerCase {
        let Self { description, options, input, expected, xhtml } = self;
        SerializerCase { number, description, options, input, expected, xhtml }
    }
}

/// The two forms of attributes in a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawAttributes {
    List(Vec<SerializerAttribute>),
    Object(BTreeMap<String, String>),
}

impl From<RawAttributes> for Vec<SerializerAttribute> {
    fn from(attributes: RawAttributes) -> Self {
        let without_namespace = |(name, value)| SerializerAttribute { namespace: None, name, value };
        match attributes {
            RawAttributes::List(list) => list,
            RawAttributes::Object(object) => object.into_iter().map(without_namespace).collect(),
        }
    }
}

impl TryFrom<Vec<Value>> for SerializerToken {
    type Error = String;

    fn try_from(items: Vec<Value>) -> Result<Self, String> {
        let malformed = || format!("malformed token {}", Value::from(items.clone()));
        let (kind, rest) = items.split_first().ok_or_else(malformed)?;
        let text = |item: &Value| item.as_str().map(str::to_owned).ok_or_else(malformed);
        let optional = |item: Option<&Value>| item.filter(|item| !item.is_null()).map(text).transpose();
        let attributes = |item: &Value| match RawAttributes::deserialize(item) {
            Ok(attributes) => Ok(attributes.into()),
            Err(_) => Err(malformed()),
        };
        Ok(match (kind.as_str().ok_or_else(malformed)?, rest) {
            ("Doctype", [name, identifiers @ ..]) if identifiers.len() <= 2 => Self::Doctype {
                name: text(name)?,
                public_id: optional(identifiers.first())?,
                system_id: optional(identifiers.get(1))?,
            },
            ("StartTag", [namespace, name, attrs]) => Self::StartTag {
                namespace: optional(Some(namespace))?,
                name: text(name)?,
                attributes: attributes(attrs)?,
            },
            ("EmptyTag", [name, attrs]) => Self::EmptyTag { name: text(name)?, attributes: attributes(attrs)? },
            ("EndTag", [namespace, name]) => Self::EndTag { namespace: optional(Some(namespace))?, name: text(name)? },
            ("Characters", [data]) => Self::Characters(text(data)?),
            ("Comment", [data]) => Self::Comment(text(data)?),
            _ => return Err(malformed()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_token() {
        let cases = read(
            r#"{"tests": [{"description": "d", "options": {"quote_char": "'"}, "expected": ["a", "b"], "xhtml": ["c"], "input": [
                ["Doctype", "html"], ["Doctype", "html", "p", "s"],
                ["StartTag", "n", "a", [{"namespace": null, "name": "x", "value": "1"}]], ["StartTag", null, "b", {"y": "2"}],
                ["EmptyTag", "img", {}], ["EndTag", "n", "a"], ["Characters", "t"], ["Comment", "c"]]}]}"#,
        )
        .unwrap();
        let text = str::to_owned;
        let attribute = |name, value| SerializerAttribute { namespace: None, name: text(name), value: text(value) };
        let expected = [
            SerializerToken::Doctype { name: text("html"), public_id: None, system_id: None },
            SerializerToken::Doctype { name: text("html"), public_id: Some(text("p")), system_id: Some(text("s")) },
            SerializerToken::StartTag {
                namespace: Some(text("n")),
                name: text("a"),
                attributes: vec![attribute("x", "1")],
            },
            SerializerToken::StartTag { namespace: None, name: text("b"), attributes: vec![attribute("y", "2")] },
            SerializerToken::EmptyTag { name: text("img"), attributes: Vec::new() },
            SerializerToken::EndTag { namespace: Some(text("n")), name: text("a") },
            SerializerToken::Characters(text("t")),
            SerializerToken::Comment(text("c")),
        ];
        assert_eq!(cases[0].input, expected);
        assert_eq!(
            (cases[0].number, &*cases[0].description, &cases[0].options["quote_char"]),
            (1, "d", &Value::from("'"))
        );
        assert_eq!((&*cases[0].expected, &cases[0].xhtml), (&[text("a"), text("b")][..], &Some(vec![text("c")])));
    }

    #[test]
    fn malformed_files_are_errors() {
        let error = |input: &str| {
            let file = format!(r#"{{"tests": [{{"description": "", "expected": [], "input": [{input}]}}]}}"#);
            read(&file).unwrap_err().to_string()
        };
        assert_eq!(error(r#"["EndTag", "a"]"#), r#"line 1: malformed token ["EndTag","a"]"#);
        assert_eq!(error("[]"), "line 1: malformed token []");
        assert_eq!(
            error(r#"["StartTag", null, "a", {"b": 1}]"#),
            r#"line 1: malformed token ["StartTag",null,"a",{"b":1}]"#
        );
        assert_eq!(read("{}").unwrap_err().to_string(), "line 1: missing field `tests`");
    }
}
