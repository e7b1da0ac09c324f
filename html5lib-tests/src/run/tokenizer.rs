//! Runs tokenizer cases: whole, character by character, and split at every position.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use limpid::{NodeKind, NodeRef, ParseOptions};
use limpid_markup::{LineColumn, LineIndex, ParseError};
use limpid_tokenizer::{State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions};

use super::outcome::{Outcome, in_chunks};
use crate::format::tokenizer::{ExpectedError, InitialState, Token as ExpectedToken, TokenizerCase};

/// Longer inputs, in bytes, are not split at every position.
const CUT_LIMIT: usize = 4096;

/// Runs a case from each of its initial states.
pub fn run(case: &TokenizerCase) -> Outcome {
    let Some(input) = case.input.as_text() else {
        return Outcome::Skipped("no UTF-8 input has a lone surrogate");
    };
    if case.coerced_to_infoset {
        return check_coerced(case, input).into();
    }
    case.initial_states.iter().try_for_each(|&state| check(case, state, input)).into()
}

/// Checks a case with coercion into an XML infoset. This is a feature of the DOM, so the nodes are compared with the expected tokens.
fn check_coerced(case: &TokenizerCase, input: &str) -> Result<(), String> {
    let document = ParseOptions::new().infoset_coercion(true).parse_fragment(input, "body");
    let token = |node: NodeRef<'_>| match node.kind() {
        NodeKind::Comment => ExpectedToken::Comment(node.comment().unwrap_or_default().to_owned()),
        NodeKind::Element => ExpectedToken::StartTag {
            name: node.local_name().to_owned(),
            attributes: node.attributes().map(|a| (a.local_name().to_owned(), a.value().to_owned())).collect(),
            self_closing: false,
        },
        _ => ExpectedToken::Character(node.text_content()),
    };
    let tokens: Vec<_> = document.root().children().map(token).collect();
    if tokens == case.output {
        return Ok(());
    }
    Err(format!(
        "as a tree\ninput:    {input:?}\nexpected: {}\ngot:      {}",
        TokensAndErrors(&case.output, &[]),
        TokensAndErrors(&tokens, &[])
    ))
}

fn check(case: &TokenizerCase, state: InitialState, input: &str) -> Result<(), String> {
    let fail = |manner: &str, expected: &dyn fmt::Display, got: &dyn fmt::Display| {
        format!("{state}, {manner}\ninput:    {input:?}\nexpected: {expected}\ngot:      {got}")
    };
    let whole: Output = Collector::<true>::new(input, state).run(case);
    let errors = located(&whole.errors, input);
    if whole.tokens != case.output || errors != case.errors {
        return Err(fail(
            "whole",
            &TokensAndErrors(&case.output, &case.errors),
            &TokensAndErrors(&whole.tokens, &errors),
        ));
    }
    if whole.end_count != 1 {
        return Err(fail("whole", &"one end-of-file token", &whole.end_count));
    }
    if let Some(misplaced) = &whole.misplaced {
        return Err(fail("whole", &"verbatim text that equals the input at its span", misplaced));
    }

    let silent = Collector::<false>::new(input, state).run(case);
    if silent.tokens != whole.tokens {
        return Err(fail(
            "whole, without errors",
            &TokensAndErrors(&whole.tokens, &[]),
            &TokensAndErrors(&silent.tokens, &[]),
        ));
    }

    in_chunks(input, CUT_LIMIT, |manner, chunks| {
        let cut = Collector::<true>::new(input, state).run_chunks(case, chunks);
        if cut == whole {
            return Ok(());
        }
        let got = located(&cut.errors, input);
        let mut manner = manner.to_string();
        if got == errors && cut.errors != whole.errors {
            let _ = write!(manner, " (spans of errors: {:?}, whole {:?})", cut.errors, whole.errors);
        }
        if let Some(misplaced) = &cut.misplaced {
            let _ = write!(manner, " (verbatim text differs from the input at its span: {misplaced})");
        }
        Err(fail(&manner, &TokensAndErrors(&whole.tokens, &errors), &TokensAndErrors(&cut.tokens, &got)))
    })
}

#[derive(Default, PartialEq, Eq)]
struct Output {
    tokens: Vec<ExpectedToken>,
    errors: Vec<ParseError>,
    end_count: usize,
    /// Verbatim text that differs from the input at its span.
    misplaced: Option<String>,
}

struct Collector<'i, const WANTS_ERRORS: bool> {
    input: &'i str,
    state: InitialState,
    output: Output,
}

impl<'i, const WANTS_ERRORS: bool> Collector<'i, WANTS_ERRORS> {
    fn new(input: &'i str, state: InitialState) -> Self {
        Self { input, state, output: Output::default() }
    }

    fn tokenizer(&self, case: &TokenizerCase) -> Tokenizer {
        let options = TokenizerOptions::default().initial_state(match self.state {
            InitialState::Data => State::Data,
            InitialState::Plaintext => State::Plaintext,
            InitialState::Rcdata => State::Rcdata,
            InitialState::Rawtext => State::Rawtext,
            InitialState::ScriptData => State::ScriptData,
            InitialState::CdataSection => State::CdataSection,
        });
        Tokenizer::new(match &case.last_start_tag {
            Some(name) => options.last_start_tag(name),
            None => options,
        })
    }

    fn run(mut self, case: &TokenizerCase) -> Output {
        self.tokenizer(case).run(self.input, &mut self);
        self.output
    }

    fn run_chunks(mut self, case: &TokenizerCase, chunks: &mut dyn Iterator<Item = &str>) -> Output {
        let mut tokenizer = self.tokenizer(case);
        for chunk in chunks {
            tokenizer.feed(chunk, &mut self);
        }
        tokenizer.finish(&mut self);
        self.output
    }

    /// Returns the text, and checks verbatim text against the input.
    fn text(&mut self, text: limpid_markup::Text<'_>) -> String {
        if text.verbatim && self.input.get(text.span.range()) != Some(text.text) {
            self.output.misplaced = Some(format!("{:?} at {:?}", text.text, text.span));
        }
        text.text.to_owned()
    }

    fn characters(&mut self, text: String) {
        match self.output.tokens.last_mut() {
            Some(ExpectedToken::Character(run)) => run.push_str(&text),
            _ => self.output.tokens.push(ExpectedToken::Character(text)),
        }
    }

    fn start_tag(&mut self, tag: &Tag<'_>) -> ExpectedToken {
        let mut attributes = BTreeMap::new();
        for attribute in tag.attributes.iter() {
            let value = self.text(attribute.value_text());
            if attributes.insert(attribute.name_str().to_owned(), value).is_some() {
                attributes.insert(format!("{} (again)", attribute.name_str()), attribute.value().to_owned());
            }
        }
        ExpectedToken::StartTag { name: tag.name_str.to_owned(), attributes, self_closing: tag.self_closing }
    }
}

impl<const WANTS_ERRORS: bool> TokenSink for Collector<'_, WANTS_ERRORS> {
    const WANTS_ERRORS: bool = WANTS_ERRORS;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let owned = |text: &str| text.to_owned();
        let token = match token {
            Token::Characters(text) => {
                let text = self.text(text);
                self.characters(text);
                return TokenSinkResult::Continue;
            }
            Token::NullCharacter(_) => {
                self.characters("\0".to_owned());
                return TokenSinkResult::Continue;
            }
            Token::EndOfFile(_) => {
                self.output.end_count += 1;
                return TokenSinkResult::Continue;
            }
            Token::StartTag(tag) => self.start_tag(tag),
            Token::EndTag(tag) => ExpectedToken::EndTag(tag.name_str.to_owned()),
            Token::Comment { data, .. } => ExpectedToken::Comment(self.text(data)),
            Token::ProcessingInstruction { target, data, .. } => {
                ExpectedToken::ProcessingInstruction { target: target.to_owned(), data: self.text(data) }
            }
            Token::Doctype(doctype) => ExpectedToken::Doctype {
                name: doctype.name.map(owned),
                public_id: doctype.public_id.map(owned),
                system_id: doctype.system_id.map(owned),
                force_quirks: doctype.force_quirks,
            },
        };
        self.output.tokens.push(token);
        TokenSinkResult::Continue
    }

    fn parse_error(&mut self, error: ParseError) {
        self.output.errors.push(error);
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.state == InitialState::CdataSection
    }
}

fn located(errors: &[ParseError], input: &str) -> Vec<ExpectedError> {
    if errors.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(input);
    let locate = |error: &ParseError| {
        let place = lines.line_column(error.span.start);
        ExpectedError {
            code: error.code.as_str().to_owned(),
            line: place.line as usize,
            column: utf16_column(&lines, place),
        }
    };
    errors.iter().map(locate).collect()
}

/// Returns the column in UTF-16 code units, as in the suite.
fn utf16_column(lines: &LineIndex<'_>, LineColumn { line, column }: LineColumn) -> usize {
    let before = lines.line(line).unwrap_or_default().chars().take(column as usize - 1);
    // Adds 1 to the column for each character of two code units. The column can be in a line end, which `line` excludes. Therefore, the length
    // of `before` cannot be used instead.
    column as usize + before.filter(|&c| c.len_utf16() == 2).count()
}

/// Displays tokens and errors in one line.
struct TokensAndErrors<'a>(&'a [ExpectedToken], &'a [ExpectedError]);

impl fmt::Display for TokensAndErrors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0).finish()?;
        for ExpectedError { code, line, column } in self.1 {
            write!(f, " {line}:{column} {code}")?;
        }
        Ok(())
    }
}
