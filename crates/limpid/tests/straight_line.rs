//! The short ways of the tree builder (`src/straight_line.rs` there) lead where its rules lead. A sink that passes on tokens
//! alone hides the short ways from the tokenizer, so that every token goes by the rules.

use limpid::{Context, Document, ParseOptions};
use limpid_dom::DocumentBuilder;
use limpid_markup::{ParseError, TreeSink};
use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid_tree_builder::TreeBuilder;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

/// A tree builder without its short ways.
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

fn by_the_rules<'i>(input: &'i str, context: Option<&Context>, coercion: bool) -> Document<'i> {
    let mut sink = DocumentBuilder::<true>::new(input);
    sink.set_infoset_coercion(coercion);
    let (mut tokenizer, builder) = ParseOptions::new().stages(sink, context);
    let mut builder = ByTheRules(builder);
    while tokenizer.run(input, &mut builder) == TokenizerStatus::Suspended {}
    builder.0.finish().finish()
}

/// Names by the rules that they have: formatting, blocks, lists, tables, forms, foreign content and so on.
fn name() -> impl Strategy<Value = &'static str> {
    let formatting = ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
    let blocks = [
        "address",
        "article",
        "blockquote",
        "center",
        "details",
        "dialog",
        "dir",
        "div",
        "fieldset",
        "figure",
        "footer",
        "h1",
        "h2",
        "header",
        "hgroup",
        "main",
        "menu",
        "nav",
        "search",
        "section",
        "summary",
    ];
    let paragraphs =
        ["p", "p", "p", "div", "span", "ul", "ol", "li", "li", "dl", "dd", "dt", "button", "pre", "listing"];
    let tables = ["table", "caption", "colgroup", "col", "tbody", "thead", "tfoot", "tr", "td", "th"];
    let forms = [
        "form",
        "button",
        "input",
        "select",
        "option",
        "optgroup",
        "hr",
        "selectedcontent",
        "textarea",
        "label",
        "keygen",
        "fieldset",
        "output",
        "datalist",
        "legend",
    ];
    let foreign = [
        "svg",
        "math",
        "mi",
        "mo",
        "mtext",
        "annotation-xml",
        "foreignObject",
        "desc",
        "title",
        "path",
        "g",
        "mglyph",
        "malignmark",
        "font",
    ];
    let others = [
        "html",
        "head",
        "body",
        "frameset",
        "frame",
        "title",
        "style",
        "script",
        "noscript",
        "meta",
        "link",
        "base",
        "template",
        "template",
        "br",
        "img",
        "image",
        "area",
        "embed",
        "wbr",
        "source",
        "track",
        "param",
        "ruby",
        "rb",
        "rt",
        "rtc",
        "rp",
        "applet",
        "marquee",
        "object",
        "iframe",
        "noembed",
        "noframes",
        "xmp",
        "plaintext",
        "math",
        "video",
        "x-y",
        "X-Y",
        "unknown",
        "bgsound",
        "command",
        "isindex",
        "DIV",
        "Table",
    ];
    prop_oneof![
        4 => prop::sample::select(formatting.to_vec()),
        2 => prop::sample::select(blocks.to_vec()),
        4 => prop::sample::select(paragraphs.to_vec()),
        3 => prop::sample::select(tables.to_vec()),
        2 => prop::sample::select(forms.to_vec()),
        1 => prop::sample::select(foreign.to_vec()),
        2 => prop::sample::select(others.to_vec()),
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

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..30).prop_map(|pieces| pieces.concat())
}

const CONTEXTS: &[&str] = &[
    "div",
    "p",
    "a",
    "body",
    "html",
    "head",
    "table",
    "tr",
    "td",
    "tbody",
    "caption",
    "colgroup",
    "select",
    "template",
    "form",
    "button",
    "frameset",
    "pre",
    "textarea",
    "title",
    "style",
    "svg svg",
    "svg foreignObject",
    "svg path",
    "math math",
    "math mi",
    "math annotation-xml",
    "x-y",
];

fn context() -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![3 => Just(None), 2 => prop::sample::select(CONTEXTS).prop_map(Some)]
}

/// Whether trees, errors and modes are the same.
fn assert_same(normal: &Document<'_>, plain: &Document<'_>, of: &str) {
    let (tree, plain_tree) = (normal.to_test_dump(), plain.to_test_dump());
    assert!(tree == plain_tree, "the tree of {of}:\n{tree}\nby the rules:\n{plain_tree}");
    assert_eq!(normal.errors(), plain.errors(), "the errors of {of}");
    assert_eq!(normal.quirks_mode(), plain.quirks_mode(), "the mode of {of}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn short_ways_lead_where_the_rules_lead(
        input in soup(),
        context in context(),
        start in prop::sample::select(vec!["", "<!DOCTYPE html><body>", "<!DOCTYPE html><body>x"]),
        // Replaces the body if the frameset-ok flag is still set.
        end in prop_oneof![4 => Just(""), 1 => Just("<frameset><frame>")],
        coercion in prop::bool::weighted(0.1),
    ) {
        let input = format!("{start}{input}{end}");
        let options = ParseOptions::new().infoset_coercion(coercion);
        let context: Option<Context> = context.map(Context::from);
        let normal = match &context {
            Some(context) => options.parse_fragment(input.as_str(), context.clone()),
            None => options.parse(input.as_str()),
        };
        assert_same(&normal, &by_the_rules(&input, context.as_ref(), coercion), &format!("{input:?} in {context:?}"));
    }
}

#[test]
fn a_block_that_closes_a_p_in_a_patch_goes_where_the_patch_goes() {
    let page = r#"<!DOCTYPE html><body><?start name="x"?>x<?end?><template for=x><p><div>"#;
    assert_same(&limpid::parse(page), &by_the_rules(page, None, false), page);
}

#[test]
fn real_pages() {
    let folder = std::env::var_os("LIMPID_TEST_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real"), Into::into);
    let Ok(entries) = fs::read_dir(folder) else { return skip("no corpus of real pages") };
    for entry in entries {
        let page = entry.unwrap().path();
        let bytes = fs::read(&page).unwrap();
        let normal = limpid::parse_bytes(bytes.as_slice());
        assert_same(&normal, &by_the_rules(normal.source(), None, false), &page.display().to_string());
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
