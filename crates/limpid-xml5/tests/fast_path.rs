//! Compares `src/tokenizer/fast_path.rs` with the states. Only the states run if the input is fed character by character, because no window
//! contains a whole tag.

use limpid_markup::{LocalName, ParseError, Span, Text};
use limpid_xml5::{EndTag, Tag, Token, TokenSink, Tokenizer, TokenizerOptions};
use proptest::prelude::*;

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Start {
        name: String,
        attributes: Vec<(LocalName, String, Span, String, Span)>,
        flags: (bool, bool),
        span: Span,
        name_span: Span,
    },
    End(String, Span),
    Characters {
        text: String,
        span: Span,
        verbatim: bool,
    },
    Other(String),
}

#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    errors: Vec<ParseError>,
}

impl Recorder {
    fn start(&mut self, tag: &Tag<'_>) {
        let attributes = tag.attributes();
        self.events.push(Event::Start {
            name: tag.name.to_owned(),
            attributes: attributes
                .iter()
                .map(|it| (it.name(), it.name_str().to_owned(), it.name_span(), it.value().to_owned(), it.value_span()))
                .collect(),
            flags: (tag.is_empty, tag.had_duplicate_attribute),
            span: tag.span,
            name_span: tag.name_span,
        });
    }

    /// Records text, joined with the text before if both are verbatim and adjacent.
    fn text(&mut self, text: Text<'_>) {
        if let Some(Event::Characters { text: before, span, verbatim: true }) = self.events.last_mut()
            && text.verbatim
            && span.end == text.span.start
        {
            before.push_str(text.text);
            span.end = text.span.end;
            return;
        }
        self.events.push(Event::Characters { text: text.text.to_owned(), span: text.span, verbatim: text.verbatim });
    }
}

impl TokenSink for Recorder {
    fn process_token(&mut self, token: Token<'_>) {
        match token {
            Token::StartTag(tag) => self.start(tag),
            Token::EndTag(EndTag { name, span }) => self.events.push(Event::End(name.to_owned(), span)),
            Token::Characters(text) => self.text(text),
            other => self.events.push(Event::Other(format!("{other:?}"))),
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn well_formedness_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// Returns the events, and the errors in the order of their spans.
fn tokenize_chunks<'i>(chunks: impl IntoIterator<Item = &'i str>) -> (Vec<Event>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    for chunk in chunks {
        tokenizer.feed(chunk, &mut recorder);
    }
    tokenizer.finish(&mut recorder);
    sort_errors(recorder)
}

fn tokenize_whole(input: &str) -> (Vec<Event>, Vec<ParseError>) {
    let mut recorder = Recorder::default();
    Tokenizer::new(TokenizerOptions::default()).run(input, &mut recorder);
    sort_errors(recorder)
}

fn sort_errors(mut recorder: Recorder) -> (Vec<Event>, Vec<ParseError>) {
    recorder.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    (recorder.events, recorder.errors)
}

fn chars(input: &str) -> impl Iterator<Item = &str> {
    input.char_indices().map(|(at, character)| &input[at..at + character.len_utf8()])
}

/// Splits an input at offsets modulo its length, except inside of a character.
fn split<'i>(input: &'i str, cuts: &[usize]) -> Vec<&'i str> {
    let mut cuts: Vec<usize> = cuts.iter().map(|offset| offset % (input.len() + 1)).collect();
    cuts.retain(|&offset| input.is_char_boundary(offset));
    cuts.extend([0, input.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|ends| &input[ends[0]..ends[1]]).collect()
}

fn one_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(pieces).prop_map(str::to_owned)
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => (1..LocalName::COUNT).prop_map(|index| LocalName::from_index(index).as_str().to_owned()),
        2 => one_of(&["a", "b", "a:b", "xmlns", "xmlns:p", "p:x", "xml:lang", "é", "aé", "_", "a.b-c_d", "A", "viewBox"]),
        1 => one_of(&["1", "-a", ":a", "a:", ":", "a\0", "\0", "a\"b", "a<b", "a&b", "a;b", "\u{1f600}", "a=b"]),
    ]
}

fn text() -> impl Strategy<Value = String> {
    one_of(&[
        "",
        "x",
        "some text",
        "é",
        "\u{1f600}",
        "\0",
        "\r",
        "\r\n",
        "\n",
        "\t",
        "\u{1}",
        "\u{ffff}",
        ">",
        "<",
        "]]>",
        "]]",
        "/",
        "=",
        "&amp;",
        "&lt",
        "&e;",
        "&f;",
        "&#65;",
        "&#x41;",
        "&#X41;",
        "&#0;",
        "&#x80;",
        "&nbsp;",
        "&x;",
        "&",
        "a text of more than sixteen bytes",
    ])
}

fn texts(max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(text(), 0..max).prop_map(|pieces| pieces.concat())
}

fn tag() -> impl Strategy<Value = String> {
    let space = || prop_oneof![5 => Just(" ".to_owned()), 3 => one_of(&["", "\n", "\t", "\r\n", "  ", "\x0c", "/"])];
    let value = prop_oneof![
        4 => texts(3).prop_map(|it| format!("\"{}\"", it.replace('"', ""))),
        3 => texts(3).prop_map(|it| format!("'{}'", it.replace('\'', ""))),
        1 => one_of(&["x", "", "\"x", "'x\"", "x>"]),
    ];
    let equals = prop_oneof![8 => Just("="), 1 => Just(" = "), 1 => Just("")];
    let attribute =
        (space(), name(), equals, value).prop_map(|(space, name, equals, value)| space + &name + equals + &value);
    let attributes = prop_oneof![
        9 => prop::collection::vec(attribute, 0..4).prop_map(|it| it.concat()),
        1 => (1..20_u32).prop_map(|count| (0..count).map(|at| format!(" a{}='{at}'", at % 18)).collect()),
    ];
    let end =
        prop_oneof![6 => Just(">"), 3 => Just("/>"), 1 => Just(" >"), 1 => Just(""), 1 => Just("/"), 1 => Just("<")];
    (prop_oneof![3 => Just("<"), 2 => Just("</")], name(), attributes, end)
        .prop_map(|(start, name, attributes, end)| format!("{start}{name}{attributes}{end}"))
}

fn document() -> impl Strategy<Value = String> {
    let prologue = one_of(&[
        "",
        "<?xml version='1.0'?>",
        "<!DOCTYPE a [<!ENTITY e 'x<b>y</b>'><!ENTITY f '&e;&e;'>]>",
        "<!DOCTYPE a [<!ENTITY e ' v '><!ENTITY f '&e;&e;'><!ATTLIST a b NMTOKENS #IMPLIED id CDATA 'd'>]>",
    ]);
    let other = one_of(&["<!-- x -->", "<![CDATA[x]]>", "<?pi x?>", "</>", "<!x>"]);
    let content = prop::collection::vec(prop_oneof![8 => tag(), 5 => text(), 1 => other], 0..8);
    (prologue, content).prop_map(|(prologue, content)| prologue + &content.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn fast_path_matches_states(input in document(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        let expected = tokenize_chunks(chars(&input));
        prop_assert_eq!(&tokenize_whole(&input), &expected);
        prop_assert_eq!(&tokenize_chunks(split(&input, &cuts)), &expected);
    }

    #[test]
    fn restarted_tokenizer_matches_new_tokenizer(first in document(), second in document()) {
        let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
        tokenizer.feed(&first, &mut Recorder::default());
        tokenizer.restart(TokenizerOptions::default());
        let mut recorder = Recorder::default();
        tokenizer.run(&second, &mut recorder);
        prop_assert_eq!(sort_errors(recorder), tokenize_whole(&second));
    }
}

#[test]
fn values_of_every_length_and_ends_at_every_distance() {
    for length in [0, 1, 14, 15, 16, 17, 31, 32, 33] {
        for special in ["", "&", "&amp;", "\t", "\0", "<", "é", "\r\n"] {
            for quote in ["\"", "'"] {
                let value = "v".repeat(length);
                let input =
                    format!("<a b={quote}{value}{special}{value}{quote} viewBox={quote}{quote}/>{}", "x".repeat(20));
                for (end, _) in input.char_indices().skip(input.len().saturating_sub(44)) {
                    let input = &input[..end];
                    assert_eq!(tokenize_whole(input), tokenize_chunks(chars(input)), "{input:?}");
                }
            }
        }
    }
}
