//! Tests that the fast path of the tree builder (`src/fast_path/`) has the same results as the rules. For comparison, a token sink hides the
//! hooks for tags by parts and text from the tokenizer, so that the rules process every token.

use limpid_dom::{Document, DocumentBuilder};
use limpid_markup::{
    AttributeRecord, ErrorCode, Limits, LocalName, Namespace, ParseError, Span, TagSet, TokenAttributes, TreeSink,
};
use limpid_pages::strategy::{Page, pages};
use limpid_pages::{Context, Recipe, Spelling, data};
use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::{ContextElement, TreeBuilder, TreeBuilderOptions};
use proptest::prelude::*;
use std::fs;

/// A tree builder that hides its fast path.
struct WithoutFastPath<S: TreeSink>(TreeBuilder<S>);

impl<S: TreeSink> TokenSink for WithoutFastPath<S> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.0.process_token(token)
    }

    fn parse_error(&mut self, error: ParseError) {
        self.0.parse_error(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.0.wants_input_stream_errors()
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.0.adjusted_current_node_is_foreign()
    }
}

/// The context and limits of a parse.
#[derive(Clone, Debug, Default)]
struct Setup {
    context: Option<Context>,
    coercion: bool,
    limits: Limits,
}

/// Parses twice: with the fast path and without it.
fn parse_twice<'i>(input: &'i str, setup: &Setup) -> [Document<'i>; 2] {
    [false, true].map(|by_the_rules| {
        let mut sink = DocumentBuilder::new(input);
        sink.set_infoset_coercion(setup.coercion);
        sink.set_limits(&setup.limits);
        sink.set_spans(true);
        let options =
            TreeBuilderOptions::default().limits(setup.limits).allow_declarative_shadow_roots(setup.context.is_none());
        let mut start = TokenizerOptions::default().limits(setup.limits);
        let mut builder = match setup.context {
            None => TreeBuilder::new(sink, options),
            Some(Context { name, encoding }) => {
                let (namespace, name) = match name.split_once(' ') {
                    Some(("svg", name)) => (Namespace::Svg, name),
                    Some((_math, name)) => (Namespace::MathMl, name),
                    None => (Namespace::Html, name),
                };
                let encoding = encoding.unwrap_or_default();
                let attributes = [AttributeRecord {
                    name: LocalName::from_bytes(b"encoding"),
                    value_span: Span::new(0, encoding.len() as u32),
                    ..AttributeRecord::default()
                }];
                let attributes = TokenAttributes::new(&attributes, encoding, 0, "");
                let context = ContextElement { attributes, ..ContextElement::new(namespace, name) };
                start.initial_state = context.tokenizer_state(options.scripting);
                TreeBuilder::new_fragment(sink, options, &context)
            }
        };
        let mut tokenizer = Tokenizer::new(start);
        if by_the_rules {
            let mut rules = WithoutFastPath(builder);
            while tokenizer.run(input, &mut rules) == TokenizerStatus::Suspended && !rules.0.has_stopped() {}
            rules.0.finish().finish()
        } else {
            while tokenizer.run(input, &mut builder) == TokenizerStatus::Suspended && !builder.has_stopped() {}
            builder.finish().finish()
        }
    })
}

/// Asserts that both parses have the same tree, spans, errors and quirks mode.
fn assert_same(input: &str, setup: &Setup, of: &str) {
    let [fast, rules] = parse_twice(input, setup);
    let (tree, rules_tree) = (fast.to_test_dump(), rules.to_test_dump());
    assert!(tree == rules_tree, "the tree of {of}:\n{tree}\nby the rules:\n{rules_tree}");
    // The two parses may notice one token earlier or later that the sink is full. The tree does not change in between.
    let is_full = |document: &Document<'_>| {
        document.errors().iter().any(|error| matches!(error.code, ErrorCode::NodeLimit | ErrorCode::TextLimit))
    };
    assert_eq!(is_full(&fast), is_full(&rules), "whether the sink is full after {of}");
    if !is_full(&fast) {
        assert_eq!(fast.errors(), rules.errors(), "the errors of {of}");
    }
    assert_eq!(fast.quirks_mode(), rules.quirks_mode(), "the mode of {of}");
    let spans = |document: &Document<'_>| {
        let nodes = document.root().descendants();
        nodes.map(|node| (node.span(), node.start_tag(), node.end_tag())).collect::<Vec<_>>()
    };
    assert!(spans(&fast) == spans(&rules), "the spans of {of}");
}

fn setup() -> impl Strategy<Value = Setup> {
    let depth = prop_oneof![4 => Just(512_u32), 1 => 2_u32..12];
    let nodes = prop_oneof![6 => Just(u32::MAX), 1 => 1_u32..40];
    (prop::bool::weighted(0.1), depth, nodes).prop_map(|(coercion, depth, nodes)| Setup {
        context: None,
        coercion,
        limits: Limits::default().depth(depth).nodes(nodes),
    })
}

/// Generates tag soup. Some of it is deep, and some is in the plain spelling that the fast path supports.
fn soup() -> impl Strategy<Value = Page> {
    let recipe = |kinds, spelling| pages(Recipe { kinds, spelling, nesting: 80, ..Recipe::default() });
    prop_oneof![
        2 => recipe(Recipe::ALL, Spelling::Wild),
        2 => recipe(Recipe::TAGS, Spelling::Tame),
        1 => recipe(Recipe::DEEP, Spelling::Tame),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn fast_path_agrees_with_the_rules(
        page in soup(),
        setup in setup(),
        start in prop::sample::select(vec!["", "<!DOCTYPE html><body>", "<!DOCTYPE html><body>x"]),
        // Replaces the body if the frameset-ok flag is still set.
        end in prop_oneof![4 => Just(""), 1 => Just("<frameset><frame>")],
    ) {
        let input = format!("{start}{}{end}", page.text());
        let setup = Setup { context: page.context, ..setup };
        assert_same(&input, &setup, &format!("{input:?} in {setup:?}"));
    }
}

/// Parts at the beginning and end of pages, and form controls.
const AROUND_CONTENT: [&str; 41] = [
    " ",
    "\n\t ",
    " \r\n",
    "&#32;",
    "\0",
    "x",
    " x",
    "<!-- -->",
    "<!DOCTYPE html>",
    "<html>",
    "<html lang=\"a\" x-y>",
    "<html/>",
    "<head>",
    "<head id=a/>",
    "<title>t</title>",
    "<title>",
    "<script>s</script>",
    "<style x-y=\"&lt;\">s</style>",
    "<noscript>n</noscript>",
    "<meta charset=\"utf-8\">",
    "<template>",
    "</template>",
    "<b>",
    "</p>",
    "<pre>",
    "<svg>",
    "<p>",
    "<form>",
    "</form>",
    "<button>",
    "<button/>",
    "<input>",
    "<input type=\"Hidden\" />",
    "<select>",
    "<table>",
    "<frameset>",
    "<body>",
    "<body class=a x-y=\"&lt;\">",
    "</head>",
    "</body>",
    "</html>",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn fast_path_agrees_around_the_content(
        pieces in prop::collection::vec(prop::sample::select(&AROUND_CONTENT[..]), 0..10),
        context in prop::sample::select(vec![None, None, None, Some("html"), Some("head"), Some("template"), Some("select")]),
        setup in setup(),
    ) {
        let context = context.map(|name| Context { name, encoding: None });
        let setup = Setup { context, ..setup };
        let input = pieces.concat();
        assert_same(&input, &setup, &format!("{input:?} in {setup:?}"));
    }
}

/// Tests possible leaves of every known name, including in places where their tags have additional effects.
#[test]
fn leaves_agree_with_the_rules() {
    let places = [
        "",
        "<!DOCTYPE html><body>x",
        "x<p>",
        "x<p><b>y</p>",
        "x<b><b><b>",
        "x<i><i><a>",
        "x<h1>",
        "x<ul><li>",
        "x<dl><dd><p>",
        "x<form><button><p>",
        "x<select>",
        "x<select><option>",
        "x<select><option><b>",
        "x<select><optgroup>",
        "x<select><optgroup><option>",
        "x<select><li>",
        "x<select><ruby><rt>",
        "x<b><p>y</p></b><select>",
        "<datalist>",
        "x<datalist><b>",
        "x<table>",
        "x<table> <tr> ",
        "x<table><tr>y",
        "x<table><tr><td>y",
        "x<table><tr><td>y</td> ",
        "x<table><caption>",
        "x<table><colgroup>",
        "x<template>",
        "x<template><tr>",
        "x<svg>",
        "x<svg><desc>",
        "x<svg><g>",
        "x<svg><script>",
        "x<table><svg>",
        "x<math>",
        "x<math><mi>",
        "x<math><annotation-xml>",
        "x<math><annotation-xml encoding=text/html>",
        "x<ruby><rb>",
        "x<pre>",
        "x<body><?start name=\"y\"?>x<?end?><template for=y><p>",
    ];
    let limits = [Limits::default(), Limits::default().depth(6), Limits::default().nodes(9)];
    for index in 1..TagSet::LIMIT {
        let name = LocalName::from_index(index).as_str();
        for (number, place) in places.iter().enumerate() {
            let text = ["", "y", " ", "\n", "longer than a block of bytes is", "&lt;", "y\0"][(index + number) % 7];
            let twice = format!("{place}<{name}>{text}</{name}><{name} class=\"a\" id=b>{text}</{name}>z");
            let setup = Setup { limits: limits[(index / 7) % 3], ..Setup::default() };
            assert_same(&twice, &setup, &twice);
            // Whether the frameset-ok flag is the same.
            let before_frameset = format!("{place}<{name}>{text}</{name}><frameset>");
            assert_same(&before_frameset, &setup, &before_frameset);
        }
    }
    let raw_texts = [
        "y",
        "y < z </p> z",
        "<!-- <script> </NAME> --> z",
        "<!-- y </p> <! --> <i> z",
        "<!--<SCRIPT/ --></NAME>z",
        "<!--<scripty --></NAME>z",
        "<!y <script></NAME>z",
        "<!--<!--><script></NAME>z",
        "<!-- y",
        "y</NAMEy>z</NAME y>",
        "y</NAME ",
        "y\r\nz",
        "y&amp;z",
        "y\0",
        "</",
    ];
    for name in ["script", "style", "title", "iframe", "noscript", "textarea", "xmp", "noframes", "noembed"] {
        for place in ["<!DOCTYPE html><head> "].iter().chain(&places) {
            for text in raw_texts {
                for name_in_text in [name, "SCRIPT"] {
                    let text = text.replace("NAME", name_in_text);
                    let page = format!("{place}<{name} x-y=z>{text}</{name}>z<{name} class=\"a\">{text}</{name}>");
                    assert_same(&page, &Setup::default(), &page);
                    assert_same(&page[..page.len() - 1], &Setup::default(), &page);
                }
            }
        }
    }
}

/// Tests tags and text in foreign content, with tags that break out of it, and elements whose names have no id.
#[test]
fn foreign_content_and_names_without_an_id() {
    let places = [
        "<svg>",
        "<svg><g>",
        "x<b><svg>",
        "<pre><svg>",
        "<math>",
        "<math><mi>",
        "<table><tr><math>",
        "<template><svg>",
    ];
    let names = [
        "path",
        "g",
        "font",
        "script",
        "title",
        "foreignobject",
        "mi",
        "annotation-xml",
        "p",
        "br",
        "table",
        "x-y",
        "x-z",
    ];
    let attributes = [
        "",
        " d=\"M 0\"",
        " viewbox=1 xmlns=2 xlink:href=3",
        " color=red",
        " definitionurl=a x-y=b",
        " encoding=text/html",
    ];
    let limits = [Limits::default(), Limits::default().depth(5), Limits::default().nodes(12)];
    let contexts =
        [None, Some(Context { name: "svg desc", encoding: None }), Some(Context { name: "math mi", encoding: None })];
    let mut number = 0;
    for place in places {
        for (outer, inner) in names.iter().flat_map(|outer| names.map(|inner| (outer, inner))) {
            number += 1;
            let (attribute, slash) = (attributes[number % attributes.len()], ["", "/"][number / attributes.len() % 2]);
            let text = ["", " ", "\n", "y", "y\0", "&lt;"][number / 3 % 6];
            let page = format!(
                "{place}<{outer}{attribute}> <{inner}{attribute}{slash}>{text}</{inner}>{text}</{outer}>y</{outer}><{inner}/></{inner}>z"
            );
            let setup = Setup { limits: limits[number / 5 % 3], context: contexts[number / 7 % 3], ..Setup::default() };
            assert_same(&page, &setup, &format!("{page:?} in {setup:?}"));
        }
    }
}

/// Tests leaves with text and values of lengths around the size of a block, with attributes that are not verbatim, and with various ends of
/// the page and limits of nodes and bytes.
#[test]
fn leaves_of_various_lengths_and_ends() {
    const LENGTHS: [usize; 13] = [0, 1, 6, 7, 8, 15, 16, 17, 31, 32, 33, 63, 65];
    let attributes =
        ["", " class=\"V\"", " data-x=V", " id=\"V&amp;\"", " title='&lt;V&#39;' x-y", " alt=\"V\r\n\" V=\"\0\""];
    for (number, (length, attribute)) in
        LENGTHS.iter().flat_map(|&length| attributes.map(|attribute| (length, attribute))).enumerate()
    {
        for name in ["b", "td", "title", "h1", "script"] {
            let (value, text) = ("v".repeat(length), "t".repeat(LENGTHS[(number + length) % LENGTHS.len()]));
            let leaf = format!("<{name}{}>{text}</{name}>", attribute.replace('V', &value));
            let place = ["<!DOCTYPE html><body>x<table><tr>", "<!DOCTYPE html><body>x<p>"][usize::from(name != "td")];
            let page = format!("{place}{leaf}{leaf}");
            for end in page.len() - leaf.len() - 20..page.len() {
                assert_same(&page[..end], &Setup::default(), &page[..end]);
            }
            let limits = (4..14).map(|nodes| Limits::default().nodes(nodes));
            for limits in
                limits.chain((page.len() as u32..).step_by(7).take(6).map(|bytes| Limits::default().bytes(bytes)))
            {
                assert_same(&page, &Setup { limits, ..Setup::default() }, &format!("{page:?} {limits:?}"));
            }
        }
    }
}

/// Pages that once had different results.
#[test]
fn full_sinks_agree_with_the_rules() {
    let pages = [
        ("<b>".repeat(61), 5),
        ("<!DOCTYPE html><body><a><a><table>text<table>text</table>x\0y<a><title><a>".into(), 14),
    ];
    for (page, nodes) in pages {
        let setup = Setup { limits: Limits::default().nodes(nodes), ..Setup::default() };
        assert_same(&page, &setup, &page);
    }
}

#[test]
fn errors_have_the_same_positions() {
    let select = Some(Context { name: "select", encoding: None });
    assert_same("<input/>", &Setup { context: select, ..Setup::default() }, "an input that is ignored");
    let limits = Limits::default().depth(3);
    for space in [" ", "&#32;", "\n\n"] {
        let page = format!("<!DOCTYPE html><body><p><b><i></p></body>{space}");
        assert_same(&page, &Setup { limits, ..Setup::default() }, &page);
    }
}

#[test]
fn a_block_in_a_patching_template_closes_a_p() {
    let page = r#"<!DOCTYPE html><body><?start name="x"?>x<?end?><template for=x><p><div>"#;
    assert_same(page, &Setup::default(), page);
}

#[test]
fn real_pages() {
    for page in data::real_pages_or_skip() {
        let bytes = fs::read(&page).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert_same(&text, &Setup::default(), &page.display().to_string());
    }
}
