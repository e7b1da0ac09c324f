//! The fast path of the tree builder (`src/fast_path/`) leads where its rules lead. A sink that passes on tokens alone hides
//! the hooks for tags by parts and text by place from the tokenizer, so that every token goes by the rules.

use limpid_dom::{Document, DocumentBuilder};
use limpid_markup::{ErrorCode, Limits, LocalName, Namespace, ParseError, TagSet, TreeSink};
use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::{ContextElement, TreeBuilder, TreeBuilderOptions};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// A tree builder without its fast path.
struct ByTheRules<S: TreeSink>(TreeBuilder<S>);

impl<S: TreeSink> TokenSink for ByTheRules<S> {
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

/// The circumstances of a parse.
#[derive(Clone, Debug, Default)]
struct Circumstances {
    /// The namespace and the name of the context element.
    context: Option<(Namespace, &'static str)>,
    coercion: bool,
    limits: Limits,
}

/// Parses twice, by the fast path and by the rules.
fn parse_twice<'i>(input: &'i str, circumstances: &Circumstances) -> [Document<'i>; 2] {
    [false, true].map(|by_the_rules| {
        let mut sink = DocumentBuilder::new(input);
        sink.set_infoset_coercion(circumstances.coercion);
        sink.set_limits(&circumstances.limits);
        sink.set_spans(true);
        let options = TreeBuilderOptions::default()
            .limits(circumstances.limits)
            .allow_declarative_shadow_roots(circumstances.context.is_none());
        let mut start = TokenizerOptions::default().limits(circumstances.limits);
        let mut builder = match circumstances.context {
            None => TreeBuilder::new(sink, options),
            Some((namespace, name)) => {
                let context = ContextElement::new(namespace, name);
                start.initial_state = context.tokenizer_state(options.scripting);
                TreeBuilder::new_fragment(sink, options, &context)
            }
        };
        let mut tokenizer = Tokenizer::new(start);
        if by_the_rules {
            let mut rules = ByTheRules(builder);
            while tokenizer.run(input, &mut rules) == TokenizerStatus::Suspended && !rules.0.has_stopped() {}
            rules.0.finish().finish()
        } else {
            while tokenizer.run(input, &mut builder) == TokenizerStatus::Suspended && !builder.has_stopped() {}
            builder.finish().finish()
        }
    })
}

/// Whether trees, places, errors and modes are the same.
fn assert_same(input: &str, circumstances: &Circumstances, of: &str) {
    let [fast, rules] = parse_twice(input, circumstances);
    let (tree, rules_tree) = (fast.to_test_dump(), rules.to_test_dump());
    assert!(tree == rules_tree, "the tree of {of}:\n{tree}\nby the rules:\n{rules_tree}");
    // A sink that is full may be seen to be so one token earlier or later: nothing comes into the tree in between.
    let is_full = |document: &Document<'_>| document.errors().iter().any(|error| error.code == ErrorCode::NodeLimit);
    assert_eq!(is_full(&fast), is_full(&rules), "whether the sink is full after {of}");
    if !is_full(&fast) {
        assert_eq!(fast.errors(), rules.errors(), "the errors of {of}");
    }
    assert_eq!(fast.quirks_mode(), rules.quirks_mode(), "the mode of {of}");
    let spans = |document: &Document<'_>| {
        let nodes = document.root().descendants();
        nodes.map(|node| (node.span(), node.start_tag(), node.end_tag())).collect::<Vec<_>>()
    };
    assert!(spans(&fast) == spans(&rules), "the places of {of}");
}

/// Names of elements: all that a set of tag names can hold, with those that have a rule more often.
fn name() -> impl Strategy<Value = String> {
    let pick = |set: TagSet| prop::sample::select(set.iter().map(|name| name.as_str().to_owned()).collect::<Vec<_>>());
    let all: Vec<String> = (1..TagSet::LIMIT).map(|index| LocalName::from_index(index).as_str().to_owned()).collect();
    let forms =
        ["form", "button", "input", "select", "option", "optgroup", "textarea", "label", "ruby", "rt", "template"];
    let unknown = ["x-y", "X-Y", "unknown", "class", "DIV", "Table", "foreignObject"];
    prop_oneof![
        4 => pick(TagSet::FORMATTING),
        2 => pick(TagSet::BLOCK_START),
        4 => prop::sample::select(vec!["p", "p", "li", "dd", "dt", "ul", "h1", "h2", "div", "span"]).prop_map(str::to_owned),
        3 => pick(TagSet::TABLE_PART_TAGS),
        1 => Just("table".to_owned()),
        2 => prop::sample::select(forms.to_vec()).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["svg", "math", "mi", "annotation-xml", "desc", "title"]).prop_map(str::to_owned),
        1 => prop::sample::select(unknown.to_vec()).prop_map(str::to_owned),
        4 => prop::sample::select(all),
    ]
}

fn attributes() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        8 => Just(""),
        3 => prop::sample::select(vec![
            " class=a", " class=b", " id=x id=y", " type=hidden", " type=text", " TYPE=\"HIDDEN\"", " color=red", " x-own=1",
            " encoding='text/html'", " a='&amp;'", " b=\"x&lt;&#65;\"", " selected", " viewbox=0 xlink:href=x", " form=f",
            " shadowrootmode=open", " for=x", " xmlns=x", " a:b=c", " @c=d", " /", " a=1 b=2 c=3", " disabled=\"\"",
        ]),
    ]
}

fn text() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "text",
        "x",
        " ",
        "\n",
        "\n\n",
        "\r\n",
        " \t\n",
        " x ",
        "\nx",
        "\0",
        "x\0y",
        "é",
        "\u{1f600}",
        "&amp;",
        "&lt;",
        "&nbsp;",
        "&#32;",
        "&#10;",
        "&#x0;",
        "&notit;",
        "&amp",
        "<",
        "a longer run of text, of more than sixteen bytes",
        "\u{1}",
        "\x0c",
        "\u{a0}",
    ])
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => (name(), attributes()).prop_map(|(name, attributes)| format!("<{name}{attributes}>")),
        1 => (name(), attributes()).prop_map(|(name, attributes)| format!("<{name}{attributes}/>")),
        8 => name().prop_map(|name| format!("</{name}>")),
        1 => name().prop_map(|name| format!("</{name} a=b>")),
        4 => (name(), attributes(), text()).prop_map(|(name, attributes, text)| format!("<{name}{attributes}>{text}</{name}>")),
        8 => text().prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "<!-- x -->", "<!DOCTYPE html>", "<!doctype x>", "<?pi x?>", "<?start name=\"x\"?>", "<?end?>", "<![CDATA[x]]>",
            "<p><table><tr><td>", "</td></tr></table>", "<select><button><selectedcontent></selectedcontent></button>",
            "<ul><li>x<li>y</ul>", "<select><selectedcontent></select>", "<dt><p><noscript><dt>x",
            "<li><form><li></form><li>x", "<dd><p><svg><dd>", "<a><p></a></p>", "<b><i><b></b></i>", "<pre>\n\n", "<?start name=\"x\"?>x<?end?><template for=x>", "<textarea>\nx", "</textarea>",
            "</title>", "</script>", "</style>", "<svg><foreignObject>", "<math><mi>", "<math><annotation-xml encoding=text/html>",
        ]).prop_map(str::to_owned),
    ]
}

const CONTEXTS: &[(Namespace, &str)] = &[
    (Namespace::Html, "div"),
    (Namespace::Html, "p"),
    (Namespace::Html, "a"),
    (Namespace::Html, "body"),
    (Namespace::Html, "html"),
    (Namespace::Html, "head"),
    (Namespace::Html, "table"),
    (Namespace::Html, "tr"),
    (Namespace::Html, "td"),
    (Namespace::Html, "tbody"),
    (Namespace::Html, "caption"),
    (Namespace::Html, "colgroup"),
    (Namespace::Html, "select"),
    (Namespace::Html, "template"),
    (Namespace::Html, "form"),
    (Namespace::Html, "button"),
    (Namespace::Html, "frameset"),
    (Namespace::Html, "pre"),
    (Namespace::Html, "textarea"),
    (Namespace::Html, "title"),
    (Namespace::Html, "style"),
    (Namespace::Svg, "svg"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::Svg, "path"),
    (Namespace::MathMl, "math"),
    (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "annotation-xml"),
    (Namespace::Html, "x-y"),
];

fn soup() -> impl Strategy<Value = String> {
    let deep = prop_oneof![8 => Just(0_usize), 1 => 60_usize..80, 1 => 0_usize..8];
    (prop::collection::vec(piece(), 0..30), name(), deep)
        .prop_map(|(pieces, name, depth)| format!("{}{}", format!("<{name}>").repeat(depth), pieces.concat()))
}

fn circumstances() -> impl Strategy<Value = Circumstances> {
    let context = prop_oneof![3 => Just(None), 2 => prop::sample::select(CONTEXTS).prop_map(Some)];
    let depth = prop_oneof![4 => Just(512_u32), 1 => 2_u32..12];
    let nodes = prop_oneof![6 => Just(u32::MAX), 1 => 1_u32..40];
    (context, prop::bool::weighted(0.1), depth, nodes).prop_map(|(context, coercion, depth, nodes)| Circumstances {
        context,
        coercion,
        limits: Limits::default().depth(depth).nodes(nodes),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn fast_path_leads_where_the_rules_lead(
        input in soup(),
        circumstances in circumstances(),
        start in prop::sample::select(vec!["", "<!DOCTYPE html><body>", "<!DOCTYPE html><body>x"]),
        // Replaces the body if the frameset-ok flag is still set.
        end in prop_oneof![4 => Just(""), 1 => Just("<frameset><frame>")],
    ) {
        let input = format!("{start}{input}{end}");
        assert_same(&input, &circumstances, &format!("{input:?} in {circumstances:?}"));
    }
}

#[test]
fn a_block_that_closes_a_p_in_a_patch_goes_where_the_patch_goes() {
    let page = r#"<!DOCTYPE html><body><?start name="x"?>x<?end?><template for=x><p><div>"#;
    assert_same(page, &Circumstances::default(), page);
}

#[test]
fn real_pages() {
    let folder = std::env::var_os("LIMPID_TEST_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real"), Into::into);
    let Ok(entries) = fs::read_dir(folder) else { return skip("no corpus of real pages") };
    for entry in entries {
        let page = entry.unwrap().path();
        let bytes = fs::read(&page).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert_same(&text, &Circumstances::default(), &page.display().to_string());
    }
}

/// Says that there is no data. With `CI=true` that is a failure, unless `LIMPID_SUITES_OPTIONAL=1`.
#[track_caller]
fn skip(what: &str) {
    let is_set = |variable, to| std::env::var_os(variable).is_some_and(|value| value == to);
    println!("skipped: {what}");
    let is_required = is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1");
    assert!(!is_required, "{what}: CI=true needs it; LIMPID_SUITES_OPTIONAL=1 does without");
}
