//! A document in recycled memory equals a document in fresh memory.

use limpid::{Document, ParseOptions, Parser, Recycler};
use limpid_dom::invariants;
use proptest::prelude::*;

/// Markup that fills every buffer of a document, the tokenizer and the tree builder.
const PIECES: &[&str] = &[
    "<!DOCTYPE html PUBLIC 'x' \"y\">",
    "<!DOCTYPE html>",
    "<meta charset=utf-8>",
    "<meta charset=windows-1251>",
    "<p class=a id='b&amp;c'>",
    "<x-own data-x=1 data-y=\"&lt;\">",
    "<b><i><u>",
    "</b>",
    "<table><tr><td>",
    "<table>text<tr>",
    "</table>",
    "<template shadowrootmode=open><slot>",
    "</template>",
    "<?start name=\"x\"?>x<?end?><template for=x>y</template>",
    "<svg viewbox=1 xlink:href=x><path>",
    "<math><mi>",
    "<select><button><selectedcontent></selectedcontent></button><option>One</select>",
    "<title>T&amp;T</title>",
    "<textarea>\n",
    "<script>x</script>",
    "<style>",
    "<html lang=en><body class=x>",
    "<frameset>",
    "<!-- comment -->",
    "text",
    "tex\r\nt",
    "caf\u{e9} \u{65e5}\u{672c}",
    "&copy; &#65; &notit;",
    "\0",
    "\u{1}",
    "<",
    "<a href=x a=1 a=2",
    "</p a=1>",
    "<plaintext>",
];

#[derive(Clone, Copy, Debug)]
enum Way {
    Text,
    Owned,
    Bytes,
    Fragment(&'static str),
}

fn ways() -> impl Strategy<Value = Way> {
    let contexts = ["div", "tr", "template", "svg path", "textarea", "x-y"];
    prop_oneof![
        Just(Way::Text),
        Just(Way::Owned),
        Just(Way::Bytes),
        prop::sample::select(contexts.to_vec()).prop_map(Way::Fragment),
    ]
}

fn input() -> impl Strategy<Value = String> {
    let many = (250..270_usize).prop_map(|count| {
        let attributes: String = (0..count).map(|at| format!(" a{at}={at}")).collect();
        format!("<p{attributes}>")
    });
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..20).prop_map(|pieces| pieces.concat());
    prop_oneof![20 => pieces, 1 => many]
}

fn recycled<'i>(recycler: &mut Recycler, input: &'i str, way: Way) -> Document<'i> {
    match way {
        Way::Text => recycler.parse(input),
        Way::Owned => recycler.parse(input.to_owned()),
        Way::Bytes => recycler.parse_bytes(input.as_bytes()),
        Way::Fragment(context) => recycler.parse_fragment(input, context),
    }
}

fn fresh<'i>(options: &ParseOptions, input: &'i str, way: Way) -> Document<'i> {
    match way {
        Way::Text => options.parse(input),
        Way::Owned => options.parse(input.to_owned()),
        Way::Bytes => options.parse_bytes(input.as_bytes()),
        Way::Fragment(context) => options.parse_fragment(input, context),
    }
}

fn check(recycled: &Document<'_>, fresh: &Document<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(recycled.to_test_dump(), fresh.to_test_dump());
    prop_assert_eq!(recycled.to_html(), fresh.to_html());
    prop_assert_eq!(recycled.errors(), fresh.errors());
    prop_assert_eq!(recycled.source(), fresh.source());
    prop_assert_eq!(recycled.node_count(), fresh.node_count());
    prop_assert_eq!(recycled.quirks_mode(), fresh.quirks_mode());
    prop_assert_eq!(recycled.encoding(), fresh.encoding());
    prop_assert_eq!(recycled.encoding_source(), fresh.encoding_source());
    prop_assert_eq!(recycled.fragment_context(), fresh.fragment_context());
    prop_assert_eq!(recycled.scripting(), fresh.scripting());
    prop_assert_eq!(invariants::check(recycled), Ok(()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn a_recycled_document_equals_a_fresh_one(
        inputs in prop::collection::vec((input(), ways(), any::<bool>()), 1..8),
        errors in any::<bool>(),
        shadow_roots in any::<bool>(),
    ) {
        let options = ParseOptions::new().errors(errors).allow_declarative_shadow_roots(shadow_roots);
        let mut recycler = Recycler::new(options.clone());
        for (input, way, change) in &inputs {
            let mut document = recycled(&mut recycler, input, *way);
            check(&document, &fresh(&options, input, *way))?;
            if *change {
                // Changes by the caller must not remain either.
                let root = document.root().id();
                let element = document.create_element("x-new").unwrap();
                document.node_mut(element).unwrap().set_attribute("x-title", "t").unwrap();
                let text = document.create_text("new text").unwrap();
                let _ = document.node_mut(element).unwrap().append(text);
                let _ = document.node_mut(root).unwrap().append(element);
            }
            recycler.recycle(document);
        }
    }
}

#[test]
fn any_document_can_be_recycled() {
    let page = "<p class=a>Text &amp; more";
    let mut recycler = Recycler::default();
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed("<x-own>&amp;");
    for document in
        [Document::new(), parser.finish(), limpid::parse("<!DOCTYPE html>"), limpid::parse_fragment("x", "b")]
    {
        recycler.recycle(document);
    }
    for _ in 0..6 {
        check(&recycler.parse(page), &limpid::parse(page)).unwrap();
    }
}
