//! The list of exceptions in docs/generated/conformance-exceptions.md: the expectations of the suite and of the standard.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use html5lib_tests::exceptions::{Exception, Exceptions, Target};
use html5lib_tests::format::encoding::EncodingCase;
use html5lib_tests::format::sanitizer::{Expected, SanitizerCase, Work};
use html5lib_tests::format::serializer::SerializerCase;
use html5lib_tests::format::tokenizer::{Input, Token, TokenizerCase};
use html5lib_tests::format::tree_construction::TreeCase;
use html5lib_tests::format::xml_tokenizer::{Token as XmlToken, XmlTokenizerCase};
use html5lib_tests::suites::{self, Cases, Suite};
use serde_json::json;

/// Returns the exceptions for cases of a suite as Markdown.
///
/// # Errors
/// Fails if a file of the suite cannot be read.
pub(super) fn of(suite: &Suite, exceptions: &Exceptions) -> Result<String, String> {
    let Some(folder) = &suite.folder else { return Ok(String::new()) };
    let mut published = BTreeMap::new();
    for file in suites::files(folder).map_err(|error| error.to_string())? {
        let cases = file.read().map_err(|error| error.to_string())?;
        published.insert(file.name, cases);
    }
    let of_suite = |target: &Target| target.suite == suite.name;
    let mut text = String::new();

    let mut tables: BTreeMap<&str, String> = BTreeMap::new();
    for Exception { target, reason, replacement } in exceptions.tokenizer.iter().filter(|one| of_suite(&one.target)) {
        if let Some(Cases::Tokenizer(cases)) = published.get(&target.file) {
            let row = tokenizer_row(target, &cases[target.number - 1], replacement);
            tables.entry(reason).or_default().push_str(&row);
        }
    }
    for Exception { target, reason, replacement } in exceptions.xml_tokenizer.iter().filter(|one| of_suite(&one.target))
    {
        if let Some(Cases::XmlTokenizer(cases)) = published.get(&target.file) {
            let row = xml_tokenizer_row(target, &cases[target.number - 1], replacement);
            tables.entry(reason).or_default().push_str(&row);
        }
    }
    for (reason, rows) in tables {
        let _ = write!(
            text,
            "{reason}:\n\n| case | input | as published | by the standard |\n| --- | --- | --- | --- |\n{rows}\n"
        );
    }

    let trees = exceptions.tree_construction.iter().chain(&exceptions.xml_tree_construction);
    for Exception { target, reason, replacement } in trees.filter(|one| of_suite(&one.target)) {
        let cases = published.get(&target.file);
        if let Some(Cases::TreeConstruction(cases) | Cases::XmlTreeConstruction(cases)) = cases {
            let old = &cases[target.number - 1];
            let input = code(&String::from_utf8_lossy(&old.data));
            let _ = writeln!(
                text,
                "{} {input}: {reason}\n\n```diff\n{}```\n",
                place(target),
                diff(&lines(old), &lines(replacement))
            );
        }
    }

    for Exception { target, reason, replacement } in exceptions.sanitizer.iter().filter(|one| of_suite(&one.target)) {
        if let Some(Cases::Sanitizer(cases)) = published.get(&target.file) {
            let [(input, old), (_, new)] = [&cases[target.number - 1], replacement].map(sanitized);
            let input = code(input);
            let _ = writeln!(text, "{} {input}: {reason}\n\n```diff\n{}```\n", place(target), diff(&old, &new));
        }
    }

    let mut rows = String::new();
    for Exception { target, reason, replacement } in exceptions.serializer.iter().filter(|one| of_suite(&one.target)) {
        if let Some(Cases::Serializer(cases)) = published.get(&target.file) {
            let SerializerCase { expected, description, .. } = &cases[target.number - 1];
            let [old, new] = [expected, &replacement.expected]
                .map(|markups| markups.iter().map(|markup| code(markup)).collect::<Vec<_>>().join(" or "));
            let row = format!("| {} {description} | {old} | {new} | {reason} |\n", place(target));
            rows.push_str(&row);
        }
    }
    for Exception { target, reason, replacement } in exceptions.encoding.iter().filter(|one| of_suite(&one.target)) {
        if let Some(Cases::Encoding(cases)) = published.get(&target.file) {
            let EncodingCase { encoding, description, .. } = &cases[target.number - 1];
            let source = description.as_deref().and_then(|text| text.split_whitespace().next()).unwrap_or_default();
            let _ = writeln!(rows, "| {} {source} | {encoding} | {} | {reason} |", place(target), replacement.encoding);
        }
    }
    if !rows.is_empty() {
        let _ = write!(text, "| case | as published | by the standard | why |\n| --- | --- | --- | --- |\n{rows}\n");
    }
    Ok(if text.is_empty() { "None.".to_owned() } else { text })
}

/// Returns the markup of a sanitizer case and the lines of the expected tree.
fn sanitized(case: &SanitizerCase) -> (&str, Vec<String>) {
    match &case.work {
        Work::Markup(case) => match &case.expected {
            Expected::Document(dump) => (&case.data, dump.lines().map(str::to_owned).collect()),
            _ => (&case.data, Vec::new()),
        },
        Work::Steps(_) => ("", Vec::new()),
    }
}

fn place(Target { file, number, .. }: &Target) -> String {
    format!("`{file}` #{number}")
}

fn tokenizer_row(target: &Target, old: &TokenizerCase, new: &TokenizerCase) -> String {
    let input = match &old.input {
        Input::Text(text) => text.clone(),
        Input::LoneSurrogate(units) => String::from_utf16_lossy(units),
    };
    let expectation = |case: &TokenizerCase| {
        let tokens = case.output.iter().map(token).collect::<Vec<_>>();
        let errors = case.errors.iter().map(|error| format!("{}:{} {}", error.line, error.column, error.code));
        let tokens = if tokens.is_empty() { "nothing".to_owned() } else { code(&tokens.join(" ")) };
        [tokens].into_iter().chain(errors).collect::<Vec<_>>().join("<br>")
    };
    let cells = [place(target), code(&input), expectation(old), expectation(new)];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

fn xml_tokenizer_row(target: &Target, old: &XmlTokenizerCase, new: &XmlTokenizerCase) -> String {
    let expectation = |case: &XmlTokenizerCase| {
        let tokens = code(&case.output.iter().map(xml_token).collect::<Vec<_>>().join(" "));
        match case.errors {
            0 => tokens,
            1 => format!("{tokens}<br>1 error"),
            errors => format!("{tokens}<br>{errors} errors"),
        }
    };
    let input = old.input.as_text().unwrap_or_default();
    let cells = [place(target), code(input), expectation(old), expectation(new)];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

/// Returns an XML token in the notation of the suite.
fn xml_token(token: &XmlToken) -> String {
    let value = match token {
        XmlToken::Doctype { name, public_id, system_id } => json!(["DOCTYPE", name, public_id, system_id]),
        XmlToken::Tag { name, attributes, is_empty: false } => json!(["StartTag", name, attributes]),
        XmlToken::Tag { name, attributes, is_empty: true } => json!(["EmptyTag", name, attributes]),
        XmlToken::EndTag(name) => json!(["EndTag", name]),
        XmlToken::ShortEndTag => json!(["ShortTag", ""]),
        XmlToken::Comment(data) => json!(["Comment", data]),
        XmlToken::Character(data) => json!(["Character", data]),
        XmlToken::ProcessingInstruction { target, data } => json!(["PI", target, data]),
    };
    value.to_string()
}

/// Returns a token in the notation of the suite.
fn token(token: &Token) -> String {
    let value = match token {
        Token::Doctype { name, public_id, system_id, force_quirks } => {
            json!(["DOCTYPE", name, public_id, system_id, !force_quirks])
        }
        Token::StartTag { name, attributes, self_closing: false } => json!(["StartTag", name, attributes]),
        Token::StartTag { name, attributes, self_closing: true } => json!(["StartTag", name, attributes, true]),
        Token::EndTag(name) => json!(["EndTag", name]),
        Token::Comment(data) => json!(["Comment", data]),
        Token::Character(data) => json!(["Character", data]),
        Token::ProcessingInstruction { target, data } => json!(["ProcessingInstruction", target, data]),
    };
    value.to_string()
}

/// Returns the lines of a case's new errors and expected tree.
fn lines(case: &TreeCase) -> Vec<String> {
    let errors = case.new_errors.iter().map(|error| format!("error {error}"));
    let sections = [&case.expected.document, &case.expected.serialized];
    let lines = sections.into_iter().flatten().flat_map(|section| section.lines());
    errors.chain(lines.map(str::to_owned)).collect()
}

/// Returns the lines from the first to the last difference, as a diff.
fn diff(old: &[String], new: &[String]) -> String {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let mut text = String::new();
    for (sign, lines) in [('-', &old[..old.len() - end]), ('+', &new[..new.len() - end])] {
        for line in lines {
            let _ = writeln!(text, "{sign}{line}");
        }
    }
    text
}

/// Returns text as inline code in Markdown, with escaped invisible characters.
fn code(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        if c.is_ascii() && !c.is_control() { line.push(c) } else { line.extend(c.escape_debug()) }
    }
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    match longest {
        0 => format!("`{line}`"),
        _ => format!("{0} {line} {0}", "`".repeat(longest + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_differ_are_shown() {
        let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(diff(&lines("a b c d"), &lines("a x y c d")), "-b\n+x\n+y\n");
        assert_eq!(diff(&lines("a a"), &lines("a a a")), "+a\n");
        assert_eq!(diff(&lines("a"), &lines("a")), "");
    }

    #[test]
    fn code_is_one_line() {
        assert_eq!(code("a\n\0\"ż\u{100000}b"), r#"`a\n\0"ż\u{100000}b`"#);
        assert_eq!(code("a`b``"), "``` a`b`` ```");
    }
}
