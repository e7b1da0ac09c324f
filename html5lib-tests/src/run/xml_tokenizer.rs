//! Runs tokenizer cases of XML5: whole, character by character, and split at every position.

use std::fmt;

use limpid::xml::stages::{Token, TokenSink, Tokenizer, TokenizerOptions};
use limpid_markup::ParseError;

use super::outcome::{Outcome, in_chunks};
use crate::format::xml_tokenizer::{Token as ExpectedToken, XmlTokenizerCase};

/// Longer inputs, in bytes, are not split at every position.
const CUT_LIMIT: usize = 4096;

/// Runs a case.
pub fn run(case: &XmlTokenizerCase) -> Outcome {
    match case.input.as_text() {
        Some(input) => check(case, input).into(),
        None => Outcome::Skipped("no UTF-8 input has a lone surrogate"),
    }
}

fn check(case: &XmlTokenizerCase, input: &str) -> Result<(), String> {
    let fail = |manner: &dyn fmt::Display, expected: &dyn fmt::Display, got: &dyn fmt::Display| {
        format!("{manner}\ninput:    {input:?}\nexpected: {expected}\ngot:      {got}")
    };
    let whole = run_whole::<true>(input);
    if whole.tokens != case.output || whole.errors.len() != case.errors {
        let expected = format!("{:?}, {} errors", case.output, case.errors);
        return Err(fail(&"whole", &expected, &DisplayOutput(&whole)));
    }
    if whole.end_count != 1 {
        return Err(fail(&"whole", &"one end-of-file token", &whole.end_count));
    }
    if let Some(misplaced) = &whole.misplaced {
        return Err(fail(&"whole", &"verbatim text that equals the input at its span", misplaced));
    }
    let silent = run_whole::<false>(input);
    if silent.tokens != whole.tokens {
        return Err(fail(&"whole, without errors", &DisplayOutput(&whole), &DisplayOutput(&silent)));
    }
    in_chunks(input, CUT_LIMIT, |manner, chunks| {
        let mut collector = Collector::<true> { input, output: Output::default() };
        let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
        for chunk in chunks {
            tokenizer.feed(chunk, &mut collector);
        }
        tokenizer.finish(&mut collector);
        let cut = collector.output.sorted();
        if cut == whole { Ok(()) } else { Err(fail(&manner, &DisplayOutput(&whole), &DisplayOutput(&cut))) }
    })
}

fn run_whole<const WANTS_ERRORS: bool>(input: &str) -> Output {
    let mut collector = Collector::<WANTS_ERRORS> { input, output: Output::default() };
    Tokenizer::new(TokenizerOptions::default()).run(input, &mut collector);
    collector.output.sorted()
}

#[derive(Default, PartialEq, Eq)]
struct Output {
    tokens: Vec<ExpectedToken>,
    errors: Vec<ParseError>,
    end_count: usize,
    /// Verbatim text that differs from the input at its span.
    misplaced: Option<String>,
}

impl Output {
    fn sorted(mut self) -> Self {
        self.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
        self
    }
}

/// Displays the output in one line.
struct DisplayOutput<'a>(&'a Output);

impl fmt::Display for DisplayOutput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.tokens)?;
        for ParseError { code, span, .. } in &self.0.errors {
            write!(f, " {span:?} {code}")?;
        }
        if let Some(misplaced) = &self.0.misplaced {
            write!(f, " misplaced: {misplaced}")?;
        }
        Ok(())
    }
}

struct Collector<'i, const WANTS_ERRORS: bool> {
    input: &'i str,
    output: Output,
}

impl<const WANTS_ERRORS: bool> Collector<'_, WANTS_ERRORS> {
    /// Returns the text, and checks verbatim text against the input.
    fn text(&mut self, text: limpid_markup::Text<'_>) -> String {
        if text.verbatim && self.input.get(text.span.range()) != Some(text.text) {
            self.output.misplaced = Some(format!("{:?} at {:?}", text.text, text.span));
        }
        text.text.to_owned()
    }
}

impl<const WANTS_ERRORS: bool> TokenSink for Collector<'_, WANTS_ERRORS> {
    const WANTS_ERRORS: bool = WANTS_ERRORS;

    fn process_token(&mut self, token: Token<'_>) {
        let owned = |text: &str| text.to_owned();
        let token = match token {
            Token::Characters(text) => {
                let text = self.text(text);
                if let Some(ExpectedToken::Character(run)) = self.output.tokens.last_mut() {
                    run.push_str(&text);
                    return;
                }
                ExpectedToken::Character(text)
            }
            Token::EndOfFile(_) => {
                self.output.end_count += 1;
                return;
            }
            Token::EntityStart(_) | Token::EntityEnd(_) => return,
            Token::StartTag(tag) => {
                let attributes = tag.attributes();
                let pairs = attributes.iter().map(|it| (it.name_str().to_owned(), self.text(it.value_text())));
                ExpectedToken::Tag { name: tag.name.to_owned(), attributes: pairs.collect(), is_empty: tag.is_empty }
            }
            Token::EndTag(tag) => ExpectedToken::EndTag(tag.name.to_owned()),
            Token::ShortEndTag(_) => ExpectedToken::ShortEndTag,
            Token::Comment { data, .. } => ExpectedToken::Comment(self.text(data)),
            Token::ProcessingInstruction { target, data, .. } => {
                ExpectedToken::ProcessingInstruction { target: target.to_owned(), data: self.text(data) }
            }
            Token::Doctype(doctype) => ExpectedToken::Doctype {
                name: doctype.name.map(owned),
                public_id: doctype.public_id.map(owned),
                system_id: doctype.system_id.map(owned),
            },
        };
        self.output.tokens.push(token);
    }

    fn parse_error(&mut self, error: ParseError) {
        self.output.errors.push(error);
    }
}
