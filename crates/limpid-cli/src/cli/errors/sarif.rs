//! Errors in the [Static Analysis Results Interchange Format](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).

use crate::inputs::Name;
use crate::json;
use crate::output::Layout;
use limpid::{ErrorCode, LineIndex, ParseError};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};
use serde_json::{Value, json};
use std::io::{self, Write};
use url::{Position, Url};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The characters that are escaped in the path of a URL. They include the colon: in a relative URL, a parser would read the text before a colon as
/// the scheme.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The characters that are escaped after the host of a URL: RFC 3986 does not allow them, but the URL Standard keeps them.
const AFTER_HOST: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns the layout: one run, to which each page adds results.
pub(super) fn layout() -> Layout {
    let rules: Vec<Value> = ErrorCode::ALL.iter().map(|code| rule(*code)).collect();
    let tool = json!({ "driver": {
        "name": "limpid",
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    } });
    let start = format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    );
    Layout::List { start, separator: ",", end: "]}]}\n" }
}

fn rule(code: ErrorCode) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.message() },
        "helpUri": code.url(),
        "defaultConfiguration": { "level": "error" },
    })
}

pub(super) fn write(name: &Name, source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let uri = uri(name);
    let lines = LineIndex::new(source);
    for error in errors {
        let (start, end) = (lines.line_column(error.span.start), lines.line_column(error.span.end));
        let rule_index = ErrorCode::ALL.iter().position(|code| *code == error.code);
        let result = json!({
            "ruleId": error.code.as_str(),
            "ruleIndex": rule_index,
            "level": "error",
            "message": { "text": error.code.message() },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": uri },
                "region": {
                    "startLine": start.line,
                    "startColumn": start.column,
                    "endLine": end.line,
                    "endColumn": end.column,
                },
            } }],
        });
        json::value(out, &result)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the URI of a page; relative if the path of its file is relative.
fn uri(name: &Name) -> String {
    if let Some(url) = &name.url {
        return match Url::parse(url) {
            Ok(url) => {
                let (host, path) = (&url[..Position::BeforePath], &url[Position::BeforePath..]);
                format!("{host}{}", utf8_percent_encode(path, AFTER_HOST))
            }
            Err(_) => utf8_percent_encode(url, PATH).to_string(),
        };
    }
    // File names need not be UTF-8.
    let mut path = name.path.as_os_str().as_encoded_bytes().to_vec();
    if cfg!(windows) {
        path.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    }
    let scheme = match &path[..] {
        [b'/', ..] => "file://",
        [_, b':', b'/', ..] if cfg!(windows) => "file:///",
        _ => "",
    };
    format!("{scheme}{}", percent_encode(&path, PATH))
}
