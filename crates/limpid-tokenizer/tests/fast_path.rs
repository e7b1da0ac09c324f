//! `src/fast_path/` does what the states do. Fed character by character the tokenizer goes by the states alone, as no
//! tag lies whole in a window then; fed whole it goes straight wherever it can; and cut anywhere, by both in turns.

use limpid_markup::{AttributeRecord, Doctype, HookAnswer, LeafByParts, LocalName, ParseError, Span, TagByParts, Text};
use limpid_tokenizer::{State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus};
use proptest::prelude::*;

/// All that is to be known of a tag: its kind, names, attributes and places.
#[derive(Clone, PartialEq, Debug)]
struct TagSeen {
    is_end_tag: bool,
    name: LocalName,
    name_str: String,
    attributes: Vec<(LocalName, String, Span, String, Span)>,
    self_closing: bool,
    had_duplicate_attribute: bool,
    span: Span,
    name_span: Span,
}

#[derive(Clone, PartialEq, Debug)]
enum Seen {
    Tag(TagSeen),
    Characters { text: String, span: Span, verbatim: bool },
    Other(String),
}

#[derive(Default)]
struct Recorder {
    seen: Vec<Seen>,
    errors: Vec<ParseError>,
}

impl Recorder {
    fn tag(&mut self, tag: &Tag<'_>, is_end_tag: bool) {
        self.seen.push(Seen::Tag(TagSeen {
            is_end_tag,
            name: tag.name,
            name_str: tag.name_str.to_owned(),
            attributes: tag
                .attributes
                .iter()
                .map(|it| (it.name(), it.name_str().to_owned(), it.name_span(), it.value().to_owned(), it.value_span()))
                .collect(),
            self_closing: tag.self_closing,
            had_duplicate_attribute: tag.had_duplicate_attribute,
            span: tag.span,
            name_span: tag.name_span,
        }));
    }

    /// Joins runs that were cut where the input was.
    fn text(&mut self, text: Text<'_>) {
        assert!(!text.text.is_empty());
        if let Some(Seen::Characters { text: before, span, verbatim: true }) = self.seen.last_mut()
            && text.verbatim
            && span.end == text.span.start
        {
            before.push_str(text.text);
            span.end = text.span.end;
        } else {
            let Text { text, span, verbatim } = text;
            self.seen.push(Seen::Characters { text: text.to_owned(), span, verbatim });
        }
    }
}

impl TokenSink for Recorder {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        match token {
            Token::StartTag(tag) => {
                self.tag(tag, false);
                // As a tree builder would, and a suspension now and then.
                return match tag.name {
                    LocalName::TITLE | LocalName::TEXTAREA => TokenSinkResult::SwitchTo(State::Rcdata),
                    LocalName::STYLE => TokenSinkResult::SwitchTo(State::Rawtext),
                    LocalName::SCRIPT => TokenSinkResult::SwitchTo(State::ScriptData),
                    LocalName::META => TokenSinkResult::Suspend,
                    _ => TokenSinkResult::Continue,
                };
            }
            Token::EndTag(tag) => {
                self.tag(tag, true);
                if tag.name == LocalName::SCRIPT {
                    return TokenSinkResult::Suspend;
                }
            }
            Token::Characters(text) => self.text(text),
            Token::Doctype(Doctype { name, public_id, system_id, force_quirks, span }) => {
                self.seen.push(Seen::Other(format!("{name:?} {public_id:?} {system_id:?} {force_quirks} {span:?}")));
            }
            token => self.seen.push(Seen::Other(format!("{token:?}"))),
        }
        TokenSinkResult::Continue
    }

    fn parse_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// A sink that takes tags by their parts and text by its span or in a buffer, wherever it may.
struct ByParts<'i> {
    input: &'i str,
    recorder: Recorder,
    buffer: String,
    is_lent: bool,
}

impl TokenSink for ByParts<'_> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        assert!(!self.is_lent);
        self.recorder.process_token(token)
    }

    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        use LocalName as N;
        let TagByParts { name, name_span, span, self_closing, .. } = tag;
        if matches!(name, N::TITLE | N::TEXTAREA | N::STYLE | N::SCRIPT | N::META) {
            return self.start_tag(&Tag::from(tag));
        }
        let built = (!tag.has_verbatim_attributes).then_some(tag.built);
        let attribute = |it: &AttributeRecord| {
            assert!(built.is_some() || it.name.is_known() && !it.value_is_built);
            assert!(!it.name_is_built);
            let name = if it.name.is_known() { it.name.as_str() } else { &self.input[it.name_span.range()] };
            let value = match (built, it.value_is_built) {
                (Some(built), true) => &built[it.built_value.range()],
                _ => &self.input[it.value_span.range()],
            };
            (it.name, name.to_owned(), it.name_span, value.to_owned(), it.value_span)
        };
        self.recorder.seen.push(Seen::Tag(TagSeen {
            is_end_tag: false,
            name,
            name_str: tag.name_str().to_owned(),
            attributes: tag.records.iter().map(attribute).collect(),
            self_closing,
            had_duplicate_attribute: false,
            span,
            name_span,
        }));
        TokenSinkResult::Continue
    }

    fn leaf_state(&self, name: LocalName) -> Option<State> {
        match name {
            // A `meta` and the end tag of a `script` suspend.
            LocalName::META | LocalName::SCRIPT => None,
            LocalName::TITLE | LocalName::TEXTAREA => Some(State::Rcdata),
            LocalName::STYLE => Some(State::Rawtext),
            _ => Some(State::Data),
        }
    }

    fn leaf_by_parts(&mut self, leaf: LeafByParts<'_>) -> HookAnswer {
        // Some are refused.
        if leaf.start_tag.start.is_multiple_of(5) {
            return HookAnswer::Untouched;
        }
        assert!(!leaf.text().text.contains(['\r', '\0']));
        if self.leaf_state(leaf.name) == Some(State::Data) {
            assert!(!leaf.text().text.contains(['<', '&']));
        }
        let answer = self.start_tag_by_parts(leaf.tag());
        assert_eq!(answer == TokenSinkResult::Continue, self.leaf_state(leaf.name) == Some(State::Data));
        if !leaf.text_span().is_empty() {
            assert_eq!(self.characters_at(leaf.text_span()), HookAnswer::Taken);
        }
        assert_eq!(self.end_tag_by_name(leaf.name, leaf.end_tag), TokenSinkResult::Continue);
        HookAnswer::Taken
    }

    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        if name == LocalName::SCRIPT {
            return self.end_tag(&Tag::end_tag(name, span));
        }
        self.recorder.seen.push(Seen::Tag(TagSeen {
            is_end_tag: true,
            name,
            name_str: name.as_str().to_owned(),
            attributes: Vec::new(),
            self_closing: false,
            had_duplicate_attribute: false,
            span,
            name_span: Span::new(span.start + 2, span.end - 1),
        }));
        TokenSinkResult::Continue
    }

    fn characters_at(&mut self, span: Span) -> HookAnswer {
        self.recorder.text(Text { text: &self.input[span.range()], span, verbatim: true });
        HookAnswer::Taken
    }

    fn lend_buffer(&mut self) -> Option<String> {
        assert!(!self.is_lent);
        self.is_lent = true;
        Some(std::mem::take(&mut self.buffer))
    }

    fn characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        assert!(self.is_lent && buffer.starts_with("kept"));
        self.is_lent = false;
        if start < buffer.len() {
            self.recorder.text(Text { text: &buffer[start..], span, verbatim: false });
        }
        self.buffer = buffer;
    }

    fn parse_error(&mut self, error: ParseError) {
        self.recorder.errors.push(error);
    }
}

fn by_parts(input: &str) -> (Vec<Seen>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut sink = ByParts { input, recorder: Recorder::default(), buffer: "kept".to_owned(), is_lent: false };
    while tokenizer.run(input, &mut sink) == TokenizerStatus::Suspended {}
    let (seen, errors) = sorted(sink.recorder);
    (joined(seen), errors)
}

/// Joins all characters up to another token, as if nothing were to be known of what stands for itself.
fn joined(seen: Vec<Seen>) -> Vec<Seen> {
    let mut joined: Vec<Seen> = Vec::new();
    for it in seen {
        match (joined.last_mut(), it) {
            (Some(Seen::Characters { text: before, span: whole, .. }), Seen::Characters { text, span, .. }) => {
                before.push_str(&text);
                whole.end = span.end;
            }
            (_, Seen::Characters { text, span, .. }) => joined.push(Seen::Characters { text, span, verbatim: false }),
            (_, other) => joined.push(other),
        }
    }
    joined
}

/// The tokens and the errors of an input, these in the order of their places.
fn in_pieces<'i>(pieces: impl IntoIterator<Item = &'i str>) -> (Vec<Seen>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    for mut piece in pieces {
        loop {
            let (status, taken) = tokenizer.feed(piece, &mut recorder);
            piece = &piece[taken..];
            if status == TokenizerStatus::Finished {
                break;
            }
        }
    }
    tokenizer.finish(&mut recorder);
    sorted(recorder)
}

/// The tokens and errors of windows of the input, from what the tokenizer needs to the end of each piece.
fn in_windows<'i>(input: &str, pieces: impl IntoIterator<Item = &'i str>) -> (Vec<Seen>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    let mut end = 0;
    for piece in pieces {
        end += piece.len();
        while tokenizer.feed_window(&input[tokenizer.needed_from() as usize..end], &mut recorder)
            == TokenizerStatus::Suspended
        {}
        assert_eq!(tokenizer.input_offset(), end as u32);
    }
    let rest = &input[tokenizer.needed_from() as usize..];
    tokenizer.finish_window(rest, &mut recorder);
    sorted(recorder)
}

#[test]
fn a_window_goes_on_after_a_suspension() {
    let (mut tokenizer, mut recorder) = (Tokenizer::new(TokenizerOptions::default()), Recorder::default());
    let input = "<p><meta><meta>\r\n<b title='";
    for expected in [TokenizerStatus::Suspended, TokenizerStatus::Suspended, TokenizerStatus::Finished] {
        let window = &input[tokenizer.needed_from() as usize..];
        assert_eq!(tokenizer.feed_window(window, &mut recorder), expected);
    }
    assert_eq!((tokenizer.needed_from(), tokenizer.input_offset()), (17, input.len() as u32));
    assert_eq!(recorder.seen.len(), 4);
}

fn whole(input: &str) -> (Vec<Seen>, Vec<ParseError>) {
    let mut recorder = Recorder::default();
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    while tokenizer.run(input, &mut recorder) == TokenizerStatus::Suspended {}
    sorted(recorder)
}

fn sorted(mut recorder: Recorder) -> (Vec<Seen>, Vec<ParseError>) {
    recorder.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    (recorder.seen, recorder.errors)
}

/// Cuts an input at these places, as far as they are between characters.
fn cut<'i>(input: &'i str, cuts: &[usize]) -> Vec<&'i str> {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (input.len() + 1)).collect();
    cuts.retain(|&cut| input.is_char_boundary(cut));
    cuts.extend([0, input.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|ends| &input[ends[0]..ends[1]]).collect()
}

fn characters(input: &str) -> impl Iterator<Item = &str> {
    input.char_indices().map(|(at, character)| &input[at..at + character.len_utf8()])
}

fn one_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(pieces).prop_map(str::to_owned)
}

/// Known names and others, of the lengths at which something changes, in both cases, and odd characters in them.
fn name() -> impl Strategy<Value = String> {
    let known = one_of(&[
        "a",
        "b",
        "p",
        "div",
        "DIV",
        "Div",
        "h1",
        "title",
        "TITLE",
        "textarea",
        "style",
        "script",
        "meta",
        "class",
        "id",
        "href",
        "onclick",
        "blockquote",
        "BLOCKQUOTE",
        "annotation-xml",
        "foreignobject",
        "optgroup",
        "figcaption",
        "xlink:href",
        "data-x",
        "tabindex",
        "tabindeX",
    ]);
    let odd = one_of(&[
        "x-y",
        "x:y",
        "x_y",
        "x.y",
        "é",
        "xé",
        "\u{1f600}",
        "x\u{1f600}",
        "x\0y",
        "\0",
        "x\"y",
        "x'y",
        "x<y",
        "x`y",
        "1",
        "-",
        "d\u{131}v",
        "@click",
        "\u{b}",
        "x\u{b}",
        "\u{fdd0}",
        "aaaaaaa",
        "aaaaaaaa",
        "aaaaaaaaa",
        "aaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaA",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "k\u{212a}",
        "diV\u{7f}",
        "di\\v",
        "[x]",
        "{x}",
        "DIV\0",
        "id\0",
        "tabinde\0",
        "tabindex\0",
    ]);
    prop_oneof![4 => known, 2 => odd, 1 => "[a-zA-Z][a-zA-Z0-9:._-]{0,20}"]
}

fn white_space() -> impl Strategy<Value = String> {
    prop_oneof![6 => Just(" ".to_owned()), 2 => Just(String::new()), 4 => one_of(&[
        "\n", "\t", "\x0c", "\r", "\r\n", "  ", " \n ", "\r\r", "                                    ", "\u{a0}", "\u{b}",
        "\n\t\t\t\t\t\t\t\t\t\t\t\t\t\t\x0c", "\n\t              \r\n ", "               \u{b}", "                \u{1}",
    ])]
}

/// Character references, right, wrong and unended.
fn reference() -> impl Strategy<Value = String> {
    one_of(&[
        "&amp;",
        "&amp",
        "&lt;",
        "&lt",
        "&quot;",
        "&#39;",
        "&#x27;",
        "&#X41;",
        "&#65",
        "&#x41",
        "&#0;",
        "&#127;",
        "&#x100000041;",
        "&#4294967361;",
        "&#x80;",
        "&#13;",
        "&#xd800;",
        "&#xfffe;",
        "&#x10ffff;",
        "&#x110000;",
        "&#1114112;",
        "&#9999999;",
        "&#00000065;",
        "&#x1F600;",
        "&#;",
        "&#x;",
        "&#",
        "&#x",
        "&#1;",
        "&#xa0;",
        "&",
        "&&",
        "& ",
        "&a",
        "&x;",
        "&notit;",
        "&not;",
        "&notin;",
        "&not=",
        "&noti",
        "&ampx",
        "&amp=",
        "&copy=",
        "&copy",
        "&copy1",
        "&nbsp;",
        "&NotEqualTilde;",
        "&CounterClockwiseContourIntegral;",
        "&CounterClockwiseContourIntegralx;",
        "&é;",
        "&am\0p;",
        "&amp\0;",
        "&amp\r\n",
        "&lt<",
        "&hellip;",
        "&mdash;",
        "&eacute;",
        "&#1087;",
        "&#x4E00;",
        "&#126;",
        "&#x9f;",
        "&#xd7ff;",
        "&#xe000;",
        "&frac121;",
        "&ngE;",
        "&1;",
        "&param=1",
        "&lang=en",
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => one_of(&[
            "x", "some text", "é", "\u{1f600}", "\0", "\r", "\r\n", "\n", "\u{1}", "\u{fdd0}", "\u{ffff}", "\u{85}", "/", "=",
            "\"", "'", "`", ">", "<", "</", "<!", "<?", "</>", "</ x>", "<3", "a run of text of more than sixteen bytes",
        ]),
        3 => reference(),
        1 => prop::collection::vec("[ -~]|é|&", 0..40).prop_map(|it| it.concat()),
    ]
}

fn texts(inside: Range) -> impl Strategy<Value = String> {
    prop::collection::vec(text(), inside).prop_map(|pieces| pieces.concat())
}

type Range = std::ops::Range<usize>;

fn attribute() -> impl Strategy<Value = String> {
    let equals =
        prop_oneof![8 => Just("=".to_owned()), 3 => one_of(&[" =", "= ", " = ", "\r\n=", "=\r", "==", "=/", "/="])];
    let value = prop_oneof![
        4 => texts(0..4).prop_map(|it| format!("\"{}\"", it.replace('"', ""))),
        3 => texts(0..4).prop_map(|it| format!("'{}'", it.replace('\'', ""))),
        2 => "[a-z0-9/?=.#-]{1,6}",
        2 => "[a-zA-Z0-9/.#:%é-]{1,20}",
        2 => (prop_oneof!["[a-z0-9]{0,4}", Just("/".to_owned())], reference(), "[a-z0-9/]{0,3}")
            .prop_map(|(before, reference, after)| before + &reference + &after),
        1 => one_of(&["\"x", "'x", "\"x'", "", "x\"y", "x'", "x`", "x<", "\"\"y", "\"\"/", "''=", "x\0", "x\ry", "/", "x/"]),
    ];
    prop_oneof![
        4 => (name(), equals, value).prop_map(|(name, equals, value)| name + &equals + &value),
        2 => name(),
        1 => one_of(&["/", "//", "=", "==x", "/ ", "/=", "\"", "'"]),
    ]
}

fn tag() -> impl Strategy<Value = String> {
    let attributes = prop::collection::vec((white_space(), attribute()), 0..4)
        .prop_map(|it| it.into_iter().map(|(space, attribute)| space + &attribute).collect::<String>());
    let attributes = prop_oneof![
        3 => Just(String::new()),
        8 => attributes,
        // More than are compared one by one.
        1 => (1..40_u32, name()).prop_map(|(count, last)| {
            (0..count).map(|at| format!(" a{}={at}", at % 20)).collect::<String>() + " " + &last
        }),
    ];
    let end = prop_oneof![8 => Just(">".to_owned()), 2 => one_of(&["/>", " >", " />", "/ >", "", "/", " ", "<", "\n>", "\r>"])];
    (prop_oneof![3 => Just("<"), 1 => Just("</")], name(), attributes, end)
        .prop_map(|(start, name, attributes, end)| format!("{start}{name}{attributes}{end}"))
}

/// A start tag with its content and its end tag, which is the one that is expected.
fn element() -> impl Strategy<Value = String> {
    (name(), texts(0..3), prop_oneof![5 => Just(">"), 1 => Just(" >"), 1 => Just("")])
        .prop_map(|(name, text, end)| format!("<{name}>{text}</{name}{end}"))
}

fn markup() -> impl Strategy<Value = String> {
    let other = one_of(&[
        "<!-- x -->",
        "<!-- <b> - -- <! <!- --->",
        "<!--x\r\n-->",
        "<!--\0-->",
        "<!--é--!>",
        "<!--",
        "<!DOCTYPE html>",
        "<?pi x?>",
        "</title>",
        "</script>",
        "</textarea >",
        "</style/>",
        "<!-->",
        "]]>",
    ]);
    prop::collection::vec(prop_oneof![8 => tag(), 4 => element(), 4 => text(), 1 => other], 0..8)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn goes_where_the_states_go(input in markup(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        let by_states = in_pieces(characters(&input));
        prop_assert_eq!(&whole(&input), &by_states);
        prop_assert_eq!(&in_pieces(cut(&input, &cuts)), &by_states);
        prop_assert_eq!(&in_windows(&input, cut(&input, &cuts)), &by_states);
        prop_assert_eq!(by_parts(&input), (joined(by_states.0), by_states.1));
    }

    /// A reset forgets any unfinished token.
    #[test]
    fn a_tokenizer_that_starts_again_is_a_new_one(first in markup(), is_whole in any::<bool>(), second in markup()) {
        let mut tokenizer = Tokenizer::new(TokenizerOptions::default().last_start_tag("title"));
        if is_whole {
            while tokenizer.run(&first, &mut Recorder::default()) == TokenizerStatus::Suspended {}
        } else {
            tokenizer.feed(&first, &mut Recorder::default());
        }
        tokenizer.reset();
        tokenizer.set_options(TokenizerOptions::default());
        prop_assert_eq!(tokenizer.input_offset(), 0);
        let mut recorder = Recorder::default();
        while tokenizer.run(&second, &mut recorder) == TokenizerStatus::Suspended {}
        prop_assert_eq!(sorted(recorder), whole(&second));
    }

    /// The end of the input is where a shortcut would look too far.
    #[test]
    fn ends_where_the_states_end(input in tag()) {
        let mut ends: Vec<usize> = input.char_indices().map(|(at, _)| at).collect();
        ends.push(input.len());
        for end in ends {
            let input = &input[..end];
            let by_states = in_pieces(characters(input));
            prop_assert_eq!(&whole(input), &by_states);
            prop_assert_eq!(by_parts(input), (joined(by_states.0), by_states.1));
        }
    }
}

/// More than is built in one go.
#[test]
fn long_raw_text_with_line_ends_of_two_characters() {
    for element in ["script", "style"] {
        for odd in ["", "\0", "\r", "</b", "<!--", "<a"] {
            let lines = format!("\r\nvar some = line < {odd} of;\r\n\r\n").repeat(1_000);
            let input = format!("<{element}>{lines}x\r\n</{element}>");
            let (seen, errors) = whole(&input);
            assert_eq!(by_parts(&input), (joined(seen), errors), "{element} {odd:?}");
        }
    }
}

/// Letters of a name in one of the ways that people write them.
fn in_case(name: &str, case: usize) -> String {
    let mut is_upper = false;
    match case {
        0 => name.to_owned(),
        1 => name.to_ascii_lowercase(),
        2 => name.to_ascii_uppercase(),
        _ => {
            let alternating = |letter: char| {
                is_upper = !is_upper;
                if is_upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
            };
            name.chars().map(alternating).collect()
        }
    }
}

/// Every name of the tables, as a tag's and as an attribute's, in every case, alone and again in another case.
#[test]
fn names_of_the_tables_in_every_case() {
    let behind = " ".repeat(40);
    for name in (1..LocalName::COUNT).map(LocalName::from_index) {
        for case in 0..4 {
            let name = in_case(name.as_str(), case);
            for input in [
                format!("<p {name}=\"0\">{behind}"),
                format!("<p {name}=\"0\" {}=\"1\">{behind}", in_case(&name, 1)),
                format!("<p {}=\"0\" {name}=\"1\">{behind}", in_case(&name, 1)),
                format!("<{name} x=\"0\">{behind}</{name}>{behind}"),
            ] {
                let by_states = in_pieces(characters(&input));
                assert_eq!(whole(&input), by_states, "{input}");
                assert_eq!(by_parts(&input), (joined(by_states.0), by_states.1), "{input}");
            }
        }
    }
}

/// Compares all ways through an input.
fn assert_all_ways_agree(input: &str) {
    let by_states = in_pieces(characters(input));
    assert_eq!(whole(input), by_states, "{input:?}");
    assert_eq!(by_parts(input), (joined(by_states.0), by_states.1), "{input:?}");
}

/// Lengths around those of the words, blocks and heads that the fast path looks at.
const LENGTHS: [usize; 14] = [0, 1, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 256, 273];

/// Values of every length around a block's, with one special character at either end, in all quotes and spacings.
#[test]
fn values_of_every_length_in_every_quote() {
    for length in LENGTHS {
        for special in ["", "&", "&amp;", "&notit;", "\r", "\r\n", "\0", "<", "é", "="] {
            for value in [special.to_owned() + &"v".repeat(length), "v".repeat(length) + special] {
                for (open, close) in [("\"", "\""), ("'", "'"), ("", ""), ("\"", "'")] {
                    for (before, behind) in [(" ", ">"), ("  ", " >"), ("\n", "/>"), ("\t", " id=x>"), ("/", "\r\n>")] {
                        assert_all_ways_agree(&format!("<p{before}class={open}{value}{close}{behind}"));
                    }
                }
            }
        }
    }
}

/// The end of the input at every distance behind a tag.
#[test]
fn the_end_of_the_input_at_every_distance() {
    for tag in [
        "<p id=\"x\">",
        "<p viewBox=\"x\">",
        "<p class='a' id=b>",
        "</p>",
        "</x-y>",
        "<title>",
        "<x-y z>",
        "<br/>",
        "&amp;",
        "&#65;",
    ] {
        for distance in 0..40 {
            for filler in ["x", " ", "<", "&", "\r", "\0"] {
                assert_all_ways_agree(&format!("<div>{tag}{}", filler.repeat(distance)));
            }
        }
    }
}

/// Everything that the states of comments look at, in any order, and comments of every length around a block's.
#[test]
fn comments() {
    let mut bodies = vec![String::new()];
    let mut first = 0;
    for _ in 0..5 {
        let last = bodies.len();
        for index in first..last {
            bodies.extend(["-", "!", ">", "<", "\r", "\0", "é"].map(|next| bodies[index].clone() + next));
        }
        first = last;
    }
    for body in bodies {
        assert_all_ways_agree(&format!("a<!--{body}"));
        assert_all_ways_agree(&format!("<!--{body}-->b<!-- c -->"));
    }
    for length in LENGTHS {
        for end in ["-->", "--->", "--!>", "->-->", "\r\n-->", "<!-->", "<!-- -->", "--", "-"] {
            assert_all_ways_agree(&format!("<p>a<!--{}{end}<p>", "c".repeat(length)));
        }
    }
}

/// More attributes than are compared one by one, with a name again in another case before, at and behind that number.
#[test]
fn repeated_names_around_the_number_that_is_compared() {
    for count in 0..20 {
        let attributes: String = (0..count).map(|at| format!(" data-{at}=\"{at}\"")).collect();
        for (first, again) in
            [("class", "CLASS"), ("label", "class"), ("viewBox", "viewbox"), ("x-y", "X-Y"), ("é", "é")]
        {
            assert_all_ways_agree(&format!("<p {first}=\"0\"{attributes} {again}=\"1\">text behind it, and more text"));
            assert_all_ways_agree(&format!("<p{attributes} {first}=\"0\" {again}=\"1\">text behind it, and more text"));
        }
    }
}

/// Every named reference, with and without its `;`, before everything that decides what it is, in text and in values.
#[test]
fn every_named_reference() {
    for reference in limpid_markup::character_references() {
        let bare = reference.name.trim_end_matches(';');
        let all: String =
            ["; ", "", "=", "x", "1;", "\"", "<", "&", "\r\n"].map(|end| format!("&{bare}{end}")).concat();
        assert_all_ways_agree(&all);
        assert_all_ways_agree(&format!("<p id='{all}' class=\"{}\" x=&{bare}; y=&{bare}>", all.replace('"', "")));
        assert_all_ways_agree(&format!("<p id=\"&{bare}; \"><textarea>&{bare};&{bare}"));
    }
}

/// Numbers around every boundary that a reference's number has, in all spellings.
#[test]
fn numeric_references() {
    let boundaries =
        [0, 9, 10, 11, 12, 13, 14, 0x1f, 0x20, 0x27, 0x7e, 0x7f, 0x80, 0x9f, 0xa0, 0xd7ff, 0xd800, 0xdfff, 0xe000];
    let planes = [
        0x2019,
        0xfdcf,
        0xfdd0,
        0xfdef,
        0xfdf0,
        0xfffd,
        0xfffe,
        0xffff,
        0x10000,
        0x10_ffff,
        0x11_0000,
        0xff_ffff,
        u32::MAX,
    ];
    for code in boundaries.into_iter().chain(planes) {
        let spellings = [format!("&#{code}"), format!("&#x{code:x}"), format!("&#X{code:X}"), format!("&#{code:012}")];
        for reference in spellings {
            for end in [";", "", "x", "1", " "] {
                assert_all_ways_agree(&format!("a{reference}{end}b<p id=\"c{reference}{end}d\" x={reference}{end}>"));
            }
        }
    }
}
