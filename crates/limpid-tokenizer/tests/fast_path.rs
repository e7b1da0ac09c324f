//! Compares `src/fast_path/` with the states. Only the states run if the input is fed character by character, because no window contains a
//! whole tag.

use limpid_markup::{AttributeRecord, Doctype, HookResult, LeafByParts, LocalName, ParseError, Span, TagByParts, Text};
use limpid_tokenizer::{State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus};
use proptest::prelude::*;

#[derive(Clone, PartialEq, Debug)]
struct RecordedTag {
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
enum Event {
    Tag(RecordedTag),
    Characters { text: String, span: Span, verbatim: bool },
    Other(String),
}

#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    errors: Vec<ParseError>,
}

impl Recorder {
    fn tag(&mut self, tag: &Tag<'_>, is_end_tag: bool) {
        self.events.push(Event::Tag(RecordedTag {
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

    /// Records text, joined with the text before if both are verbatim and adjacent.
    fn text(&mut self, text: Text<'_>) {
        assert!(!text.text.is_empty());
        if let Some(Event::Characters { text: before, span, verbatim: true }) = self.events.last_mut()
            && text.verbatim
            && span.end == text.span.start
        {
            before.push_str(text.text);
            span.end = text.span.end;
        } else {
            let Text { text, span, verbatim } = text;
            self.events.push(Event::Characters { text: text.to_owned(), span, verbatim });
        }
    }
}

impl TokenSink for Recorder {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        match token {
            Token::StartTag(tag) => {
                self.tag(tag, false);
                // Switches states as a tree builder does, and suspends at `meta`.
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
                self.events.push(Event::Other(format!("{name:?} {public_id:?} {system_id:?} {force_quirks} {span:?}")));
            }
            token => self.events.push(Event::Other(format!("{token:?}"))),
        }
        TokenSinkResult::Continue
    }

    fn parse_error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
}

/// A sink that overrides all optional methods.
struct PartsSink<'i> {
    input: &'i str,
    recorder: Recorder,
    buffer: String,
    is_lent: bool,
}

impl TokenSink for PartsSink<'_> {
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
        self.recorder.events.push(Event::Tag(RecordedTag {
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
            // `meta` and the end tag of `script` suspend the tokenizer.
            LocalName::META | LocalName::SCRIPT => None,
            LocalName::TITLE | LocalName::TEXTAREA => Some(State::Rcdata),
            LocalName::STYLE => Some(State::Rawtext),
            _ => Some(State::Data),
        }
    }

    fn leaf_by_parts(&mut self, leaf: LeafByParts<'_>) -> HookResult {
        // Declines some leaves.
        if leaf.start_tag.start.is_multiple_of(5) {
            return HookResult::Declined;
        }
        assert!(!leaf.text().text.contains(['\r', '\0']));
        if self.leaf_state(leaf.name) == Some(State::Data) {
            assert!(!leaf.text().text.contains(['<', '&']));
        }
        let answer = self.start_tag_by_parts(leaf.tag());
        assert_eq!(answer == TokenSinkResult::Continue, self.leaf_state(leaf.name) == Some(State::Data));
        if !leaf.text_span().is_empty() {
            assert_eq!(self.characters_at(leaf.text_span()), HookResult::Handled);
        }
        assert_eq!(self.end_tag_by_name(leaf.name, leaf.end_tag), TokenSinkResult::Continue);
        HookResult::Handled
    }

    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        if name == LocalName::SCRIPT {
            return self.end_tag(&Tag::end_tag(name, span));
        }
        self.recorder.events.push(Event::Tag(RecordedTag {
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

    fn characters_at(&mut self, span: Span) -> HookResult {
        self.recorder.text(Text { text: &self.input[span.range()], span, verbatim: true });
        HookResult::Handled
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

fn tokenize_by_parts(input: &str) -> (Vec<Event>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut sink = PartsSink { input, recorder: Recorder::default(), buffer: "kept".to_owned(), is_lent: false };
    while tokenizer.run(input, &mut sink) == TokenizerStatus::Suspended {}
    let (events, errors) = sort_errors(sink.recorder);
    (join_text(events), errors)
}

/// Joins all adjacent characters, verbatim or not.
fn join_text(events: Vec<Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::new();
    for it in events {
        match (joined.last_mut(), it) {
            (Some(Event::Characters { text: before, span: whole, .. }), Event::Characters { text, span, .. }) => {
                before.push_str(&text);
                whole.end = span.end;
            }
            (_, Event::Characters { text, span, .. }) => joined.push(Event::Characters { text, span, verbatim: false }),
            (_, other) => joined.push(other),
        }
    }
    joined
}

/// Returns the events, and the errors in the order of their spans.
fn tokenize_chunks<'i>(chunks: impl IntoIterator<Item = &'i str>) -> (Vec<Event>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    for mut chunk in chunks {
        loop {
            let (status, taken) = tokenizer.feed(chunk, &mut recorder);
            chunk = &chunk[taken..];
            if status == TokenizerStatus::Finished {
                break;
            }
        }
    }
    tokenizer.finish(&mut recorder);
    sort_errors(recorder)
}

/// Does the same as [`tokenize_chunks`] with windows.
fn tokenize_windows<'i>(input: &str, chunks: impl IntoIterator<Item = &'i str>) -> (Vec<Event>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut recorder = Recorder::default();
    let mut end = 0;
    for chunk in chunks {
        end += chunk.len();
        while tokenizer.feed_window(&input[tokenizer.needed_from() as usize..end], &mut recorder)
            == TokenizerStatus::Suspended
        {}
        assert_eq!(tokenizer.input_offset(), end as u32);
    }
    let rest = &input[tokenizer.needed_from() as usize..];
    tokenizer.finish_window(rest, &mut recorder);
    sort_errors(recorder)
}

#[test]
fn window_continues_after_suspension() {
    let (mut tokenizer, mut recorder) = (Tokenizer::new(TokenizerOptions::default()), Recorder::default());
    let input = "<p><meta><meta>\r\n<b title='";
    for expected in [TokenizerStatus::Suspended, TokenizerStatus::Suspended, TokenizerStatus::Finished] {
        let window = &input[tokenizer.needed_from() as usize..];
        assert_eq!(tokenizer.feed_window(window, &mut recorder), expected);
    }
    assert_eq!((tokenizer.needed_from(), tokenizer.input_offset()), (17, input.len() as u32));
    assert_eq!(recorder.events.len(), 4);
}

fn tokenize_whole(input: &str) -> (Vec<Event>, Vec<ParseError>) {
    let mut recorder = Recorder::default();
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    while tokenizer.run(input, &mut recorder) == TokenizerStatus::Suspended {}
    sort_errors(recorder)
}

fn sort_errors(mut recorder: Recorder) -> (Vec<Event>, Vec<ParseError>) {
    recorder.errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
    (recorder.events, recorder.errors)
}

/// Splits an input at offsets modulo its length, except inside of a character.
fn split<'i>(input: &'i str, cuts: &[usize]) -> Vec<&'i str> {
    let mut cuts: Vec<usize> = cuts.iter().map(|offset| offset % (input.len() + 1)).collect();
    cuts.retain(|&offset| input.is_char_boundary(offset));
    cuts.extend([0, input.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|ends| &input[ends[0]..ends[1]]).collect()
}

fn chars(input: &str) -> impl Iterator<Item = &str> {
    input.char_indices().map(|(at, character)| &input[at..at + character.len_utf8()])
}

fn one_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(pieces).prop_map(str::to_owned)
}

/// Known and unknown names of critical lengths, in both cases, also with unusual characters.
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

/// Character references: valid, invalid and incomplete.
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
        // More attributes than are compared one by one.
        1 => (1..40_u32, name()).prop_map(|(count, last)| {
            (0..count).map(|at| format!(" a{}={at}", at % 20)).collect::<String>() + " " + &last
        }),
    ];
    let end = prop_oneof![8 => Just(">".to_owned()), 2 => one_of(&["/>", " >", " />", "/ >", "", "/", " ", "<", "\n>", "\r>"])];
    (prop_oneof![3 => Just("<"), 1 => Just("</")], name(), attributes, end)
        .prop_map(|(start, name, attributes, end)| format!("{start}{name}{attributes}{end}"))
}

/// A start tag, text, and the matching end tag.
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
    fn fast_path_matches_states(input in markup(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        let expected = tokenize_chunks(chars(&input));
        prop_assert_eq!(&tokenize_whole(&input), &expected);
        prop_assert_eq!(&tokenize_chunks(split(&input, &cuts)), &expected);
        prop_assert_eq!(&tokenize_windows(&input, split(&input, &cuts)), &expected);
        prop_assert_eq!(tokenize_by_parts(&input), (join_text(expected.0), expected.1));
    }

    /// A reset discards any unfinished token.
    #[test]
    fn reset_tokenizer_matches_new_tokenizer(first in markup(), is_whole in any::<bool>(), second in markup()) {
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
        prop_assert_eq!(sort_errors(recorder), tokenize_whole(&second));
    }

    /// Near the end of the input, the fast path could read too far.
    #[test]
    fn truncated_tags_match_states(input in tag()) {
        let mut ends: Vec<usize> = input.char_indices().map(|(at, _)| at).collect();
        ends.push(input.len());
        for end in ends {
            let input = &input[..end];
            let expected = tokenize_chunks(chars(input));
            prop_assert_eq!(&tokenize_whole(input), &expected);
            prop_assert_eq!(tokenize_by_parts(input), (join_text(expected.0), expected.1));
        }
    }
}

/// Raw text longer than the 16 KiB that the fast path builds at once.
#[test]
fn long_raw_text_with_crlf() {
    for element in ["script", "style"] {
        for odd in ["", "\0", "\r", "</b", "<!--", "<a"] {
            let lines = format!("\r\nvar some = line < {odd} of;\r\n\r\n").repeat(1_000);
            let input = format!("<{element}>{lines}x\r\n</{element}>");
            let (events, errors) = tokenize_whole(&input);
            assert_eq!(tokenize_by_parts(&input), (join_text(events), errors), "{element} {odd:?}");
        }
    }
}

/// Returns a name unchanged, in lowercase, in uppercase or in alternating case.
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

/// As a tag name and as an attribute name, alone and duplicated in another case.
#[test]
fn known_names_in_every_case() {
    let padding = " ".repeat(40);
    for name in (1..LocalName::COUNT).map(LocalName::from_index) {
        for case in 0..4 {
            let name = in_case(name.as_str(), case);
            for input in [
                format!("<p {name}=\"0\">{padding}"),
                format!("<p {name}=\"0\" {}=\"1\">{padding}", in_case(&name, 1)),
                format!("<p {}=\"0\" {name}=\"1\">{padding}", in_case(&name, 1)),
                format!("<{name} x=\"0\">{padding}</{name}>{padding}"),
            ] {
                let expected = tokenize_chunks(chars(&input));
                assert_eq!(tokenize_whole(&input), expected, "{input}");
                assert_eq!(tokenize_by_parts(&input), (join_text(expected.0), expected.1), "{input}");
            }
        }
    }
}

/// Compares the events and errors of the states, the fast path and the sink by parts.
fn assert_same_events(input: &str) {
    let expected = tokenize_chunks(chars(input));
    assert_eq!(tokenize_whole(input), expected, "{input:?}");
    assert_eq!(tokenize_by_parts(input), (join_text(expected.0), expected.1), "{input:?}");
}

/// Lengths around those of the words, blocks and heads that the fast path reads.
const LENGTHS: [usize; 14] = [0, 1, 7, 8, 9, 15, 16, 17, 18, 31, 32, 33, 256, 273];

/// With a special character at either end, and all kinds of white space.
#[test]
fn values_of_every_length_in_every_quote() {
    for length in LENGTHS {
        for special in ["", "&", "&amp;", "&notit;", "\r", "\r\n", "\0", "<", "é", "="] {
            for value in [special.to_owned() + &"v".repeat(length), "v".repeat(length) + special] {
                for (open, close) in [("\"", "\""), ("'", "'"), ("", ""), ("\"", "'")] {
                    for (before, after) in [(" ", ">"), ("  ", " >"), ("\n", "/>"), ("\t", " id=x>"), ("/", "\r\n>")] {
                        assert_same_events(&format!("<p{before}class={open}{value}{close}{after}"));
                    }
                }
            }
        }
    }
}

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
                assert_same_events(&format!("<div>{tag}{}", filler.repeat(distance)));
            }
        }
    }
}

/// All sequences of characters that the comment states distinguish, and comments of critical lengths.
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
        assert_same_events(&format!("a<!--{body}"));
        assert_same_events(&format!("<!--{body}-->b<!-- c -->"));
    }
    for length in LENGTHS {
        for end in ["-->", "--->", "--!>", "->-->", "\r\n-->", "<!-->", "<!-- -->", "--", "-"] {
            assert_same_events(&format!("<p>a<!--{}{end}<p>", "c".repeat(length)));
        }
    }
}

#[test]
fn duplicate_names_around_the_hash_threshold() {
    for count in 0..20 {
        let attributes: String = (0..count).map(|at| format!(" data-{at}=\"{at}\"")).collect();
        for (first, again) in
            [("class", "CLASS"), ("label", "class"), ("viewBox", "viewbox"), ("x-y", "X-Y"), ("é", "é")]
        {
            assert_same_events(&format!("<p {first}=\"0\"{attributes} {again}=\"1\">text behind it, and more text"));
            assert_same_events(&format!("<p{attributes} {first}=\"0\" {again}=\"1\">text behind it, and more text"));
        }
    }
}

/// With and without `;`, before all kinds of relevant characters, in text and in values.
#[test]
fn every_named_reference() {
    for reference in limpid_markup::character_references() {
        let bare = reference.name.trim_end_matches(';');
        let all: String =
            ["; ", "", "=", "x", "1;", "\"", "<", "&", "\r\n"].map(|end| format!("&{bare}{end}")).concat();
        assert_same_events(&all);
        assert_same_events(&format!("<p id='{all}' class=\"{}\" x=&{bare}; y=&{bare}>", all.replace('"', "")));
        assert_same_events(&format!("<p id=\"&{bare}; \"><textarea>&{bare};&{bare}"));
    }
}

/// Around every boundary, in all notations.
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
                assert_same_events(&format!("a{reference}{end}b<p id=\"c{reference}{end}d\" x={reference}{end}>"));
            }
        }
    }
}
