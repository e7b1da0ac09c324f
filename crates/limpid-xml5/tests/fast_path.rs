//! `src/tokenizer/fast_path.rs` does what the states do. Fed character by character the tokenizer goes by the states alone, as
//! no tag lies whole in a window then; fed whole it takes the fast path wherever it can; and cut anywhere, both in turns.

use limpid_markup::{LocalName, ParseError, Span, Text};
use limpid_xml5::{EndTag, Tag, Token, TokenSink, Tokenizer, TokenizerOptions};
use proptest::prelude::*;

#[derive(Clone, PartialEq, Debug)]
enum Seen {
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
    seen: Vec<Seen>,
    errors: Vec<ParseError>,
}

impl Recorder {
    fn start(&mut self, tag: &Tag<'_>) {
        let attributes = tag.attributes();
        self.seen.push(Seen::Start {
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

    /// Joins runs that were cut where the input was.
    fn text(&mut self, text: Text<'_>) {
        if let Some(Seen::Characters { text: before, span, verbatim: true }) = self.seen.last_mut()
            && text.verbatim
            && span.end == text.span.start
        {
            before.push_str(text.text);
            span.end = text.span.end;
            return;
        }
        self.seen.push(Seen::Characters { text: text.text.to_owned(), span: text.span, verbatim: text.verbatim });
    }
}

impl TokenSink for Recorder {
    fn process_token(&mut self, token: Token<'_>) {
        match token {
            Token::StartTag(tag) => self.start(tag),
            Token::EndTag(EndTag { name, span }) => self.seen.push(Seen::End(name.to_owned(), span)),
            Token::Characters(text) => self.text(text),
            other => self.seen.push(Seen::Other(format!("{other:?}"))),
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn well_formedness_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// The tokens and the errors of an input, these in the order of their places.
fn in_pieces<'i>(pieces: impl IntoIterator<Item = &'i str>) -> (Vec<Seen>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    for piece in pieces {
        tokenizer.feed(piece, &mut recorder);
    }
    tokenizer.finish(&mut recorder);
    sorted(recorder)
}

fn whole(input: &str) -> (Vec<Seen>, Vec<ParseError>) {
    let mut recorder = Recorder::default();
    Tokenizer::new(TokenizerOptions::default()).run(input, &mut recorder);
    sorted(recorder)
}

fn sorted(mut recorder: Recorder) -> (Vec<Seen>, Vec<ParseError>) {
    recorder.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    (recorder.seen, recorder.errors)
}

fn characters(input: &str) -> impl Iterator<Item = &str> {
    input.char_indices().map(|(at, character)| &input[at..at + character.len_utf8()])
}

/// Cuts an input at these places, as far as they are between characters.
fn cut<'i>(input: &'i str, cuts: &[usize]) -> Vec<&'i str> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (input.len() + 1)).collect();
    cuts.retain(|&cut| input.is_char_boundary(cut));
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

fn texts(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(text(), 0..most).prop_map(|pieces| pieces.concat())
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
    fn goes_where_the_states_go(input in document(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        let by_states = in_pieces(characters(&input));
        prop_assert_eq!(&whole(&input), &by_states);
        prop_assert_eq!(&in_pieces(cut(&input, &cuts)), &by_states);
    }

    #[test]
    fn a_tokenizer_that_starts_again_is_a_new_one(first in document(), second in document()) {
        let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
        tokenizer.feed(&first, &mut Recorder::default());
        tokenizer.restart(TokenizerOptions::default());
        let mut recorder = Recorder::default();
        tokenizer.run(&second, &mut recorder);
        prop_assert_eq!(sorted(recorder), whole(&second));
    }
}

/// Values of every length around a block's, and the end of the input at every distance behind them.
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
                    assert_eq!(whole(input), in_pieces(characters(input)), "{input:?}");
                }
            }
        }
    }
}
