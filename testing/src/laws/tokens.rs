//! Law of the tokenizer: spans match the input, and neither cutting the input nor skipping errors changes the tokens.

use limpid_markup::{ParseError, Span, Text};
use limpid_pages::pieces;
use limpid_tokenizer::{State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions};

const STATES: [State; 8] = [
    State::Data,
    State::Data,
    State::Data,
    State::Rcdata,
    State::Rawtext,
    State::ScriptData,
    State::Plaintext,
    State::CdataSection,
];

/// Start tags after which the tree builder switches the tokenizer to another state.
const SWITCHES: [(&str, State); 5] = [
    ("title", State::Rcdata),
    ("textarea", State::Rcdata),
    ("style", State::Rawtext),
    ("script", State::ScriptData),
    ("plaintext", State::Plaintext),
];

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let (&[kind, flags, low, high], text) = data.split_first_chunk().unwrap_or((&[0; 4], data));
    let text = String::from_utf8_lossy(text);
    let setup = Setup {
        state: STATES[usize::from(kind % 8)],
        last_start_tag: SWITCHES[usize::from(kind / 8) % SWITCHES.len()].0,
        switches: flags & 1 != 0,
        is_foreign: flags & 2 != 0,
    };
    let whole = setup.whole::<true>(&text);
    assert_eq!(whole.end_count, 1, "there must be one end-of-file token");
    let in_chunks = setup.in_chunks(&pieces(&text, u16::from_le_bytes([low, high])), &text);
    assert_eq!(whole, in_chunks, "in chunks");
    let silent = setup.whole::<false>(&text);
    assert_eq!(whole.tokens, silent.tokens, "without errors");
    for ParseError { code, span, .. } in &whole.errors {
        assert!(text.get(span.range()).is_some(), "{code:?} at {span:?}");
    }
}

#[derive(Clone, Copy)]
struct Setup {
    state: State,
    last_start_tag: &'static str,
    /// Whether the sink switches the tokenizer to another state after some start tags, like the tree builder.
    switches: bool,
    /// Whether the current node is foreign, so that CDATA sections are allowed.
    is_foreign: bool,
}

impl Setup {
    fn tokenizer(self) -> Tokenizer {
        let options = TokenizerOptions::default().initial_state(self.state);
        Tokenizer::new(options.last_start_tag(self.last_start_tag))
    }

    fn whole<const ERRORS: bool>(self, input: &str) -> Output {
        let mut sink = Sink::<ERRORS> { input, setup: self, end: 0, output: Output::default() };
        self.tokenizer().run(input, &mut sink);
        sink.output
    }

    fn in_chunks(self, pieces: &[&str], input: &str) -> Output {
        let mut sink = Sink::<true> { input, setup: self, end: 0, output: Output::default() };
        let mut tokenizer = self.tokenizer();
        for piece in pieces {
            tokenizer.feed(*piece, &mut sink);
        }
        tokenizer.finish(&mut sink);
        sink.output
    }
}

#[derive(Default, PartialEq, Eq, Debug)]
struct Output {
    tokens: Vec<SimpleToken>,
    errors: Vec<ParseError>,
    end_count: usize,
}

/// A token, reduced to the data that must be equal in all runs.
#[derive(PartialEq, Eq, Debug)]
struct SimpleToken {
    token: String,
    is_text: bool,
    span: Span,
}

struct Sink<'i, const ERRORS: bool> {
    input: &'i str,
    setup: Setup,
    /// The end of the last token.
    end: u32,
    output: Output,
}

impl<const ERRORS: bool> Sink<'_, ERRORS> {
    fn slice(&self, span: Span) -> &str {
        self.input.get(span.range()).unwrap_or_else(|| panic!("{span:?} is not a slice of {:?}", self.input))
    }

    /// Checks that verbatim text equals the input at its span, and that other text has a reason to differ.
    fn check_text(&self, text: Text<'_>) {
        let slice = self.slice(text.span);
        if text.verbatim {
            assert_eq!(slice, text.text, "at {:?}", text.span);
        } else {
            assert!(slice.contains(['&', '\r', '\0']), "{:?} for {slice:?}", text.text);
        }
    }

    /// Checks that a name equals the input at its span, apart from lowercasing and the replacement of NUL.
    fn check_name(&self, name: &str, span: Span) {
        assert_eq!(self.slice(span).replace('\0', "\u{fffd}").to_ascii_lowercase(), name);
    }

    fn check_tag(&self, tag: &Tag<'_>, start: &str) {
        let slice = self.slice(tag.span);
        assert!(slice.starts_with(start) && slice.ends_with('>'), "{slice:?}");
        assert_eq!(tag.name_span.start, tag.span.start + start.len() as u32);
        self.check_name(tag.name_str, tag.name_span);
        let mut end = tag.name_span.end;
        for attribute in tag.attributes.iter() {
            let (name, value) = (attribute.name_span(), attribute.value_span());
            assert!(end < name.start && name.end <= value.start && value.end < tag.span.end, "{tag:?}");
            end = value.end;
            self.check_name(attribute.name_str(), name);
            self.check_text(attribute.value_text());
            assert_eq!(attribute.value_text().span, value);
        }
    }

    fn check_token(&self, token: &Token<'_>) {
        let slice = self.slice(token.span());
        match token {
            Token::StartTag(tag) => self.check_tag(tag, "<"),
            Token::EndTag(tag) => self.check_tag(tag, "</"),
            Token::Characters(text) => {
                assert!(!text.text.is_empty() && !text.text.contains('\0'), "{text:?}");
                self.check_text(*text);
                assert!(text.verbatim || slice.starts_with(['&', '\r', '\0']), "{text:?} for {slice:?}");
            }
            Token::NullCharacter(_) => assert_eq!(slice, "\0"),
            Token::Comment { data, .. } => {
                assert!(["<!", "</", "<?"].iter().any(|start| slice.starts_with(start)), "{slice:?}");
                assert!(data.span.start >= token.span().start && data.span.end <= token.span().end, "{token:?}");
                self.check_text(*data);
            }
            Token::ProcessingInstruction { target, data, .. } => {
                assert!(slice[2..].starts_with(target) && slice.starts_with("<?"), "{slice:?}");
                assert!(slice.ends_with('>'), "{slice:?}");
                self.check_text(*data);
            }
            Token::Doctype(_) => assert!(slice[..9].eq_ignore_ascii_case("<!doctype"), "{slice:?}"),
            Token::EndOfFile(end) => assert_eq!(*end as usize, self.input.len()),
        }
    }
}

fn describe(token: &Token<'_>) -> String {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => {
            let Tag { name_str, self_closing, had_duplicate_attribute, name_span, .. } = tag;
            let attributes = tag.attributes.iter().map(|a| (a.name_str(), a.value(), a.name_span(), a.value_span()));
            let attributes: Vec<_> = attributes.collect();
            format!("{name_str} {name_span:?} {self_closing} {had_duplicate_attribute} {attributes:?}")
        }
        Token::Characters(text) => text.text.to_owned(),
        Token::NullCharacter(_) => "\0".to_owned(),
        // `data.verbatim` is not compared, because it may depend on where the input is cut.
        Token::Comment { data, .. } => format!("{:?}", data.text),
        Token::ProcessingInstruction { target, data, .. } => format!("{target} {:?}", data.text),
        Token::Doctype(_) | Token::EndOfFile(_) => format!("{token:?}"),
    }
}

impl<const ERRORS: bool> TokenSink for Sink<'_, ERRORS> {
    const WANTS_ERRORS: bool = ERRORS;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let span = token.span();
        assert!(span.start >= self.end, "{token:?} starts before {}", self.end);
        self.end = span.end;
        self.check_token(&token);
        self.output.end_count += usize::from(matches!(token, Token::EndOfFile(_)));
        let is_text = matches!(token, Token::Characters(_));
        match self.output.tokens.last_mut() {
            // Runs of characters may be split anywhere.
            Some(last) if is_text && last.is_text && last.span.end == span.start => {
                last.token.push_str(&describe(&token));
                last.span.end = span.end;
            }
            _ => self.output.tokens.push(SimpleToken { token: describe(&token), is_text, span }),
        }
        if let Token::StartTag(tag) = token
            && self.setup.switches
            && let Some((_, state)) = SWITCHES.iter().find(|(name, _)| *name == tag.name_str)
        {
            return TokenSinkResult::SwitchTo(*state);
        }
        TokenSinkResult::Continue
    }

    fn parse_error(&mut self, error: ParseError) {
        self.output.errors.push(error);
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.setup.is_foreign
    }
}
