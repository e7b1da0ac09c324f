//! Laws that hold for any input: cutting changes nothing, spans point at what they say, nothing panics.

use limpid::{Document, ParseOptions, Parser};
use proptest::prelude::*;

/// Pieces of markup that reach most states and modes when they are strung together.
const PIECES: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'x'>",
    "<html a=1>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "--!>",
    "<!",
    "<![CDATA[",
    "]]>",
    "<?pi x=\"1\"?>",
    "<?xml ?>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i class=a>",
    "</i>",
    "<a href='x&amp;y'>",
    "</a>",
    "<div>",
    "</div>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "</table>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<tbody>",
    "<select>",
    "<option>",
    "</select>",
    "<optgroup>",
    "<hr>",
    "<input type=hidden>",
    "<template>",
    "</template>",
    "<svg viewbox=0>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding='text/html'>",
    "</svg>",
    "</math>",
    "<br/>",
    "</br>",
    "<frameset>",
    "<frame>",
    "</frameset>",
    "<noscript>",
    "</noscript>",
    "<style>",
    "</style>",
    "<textarea>\n",
    "</textarea>",
    "<pre>\r\n",
    "<li>",
    "<dd>",
    "<h1>",
    "</h2>",
    "<button>",
    "<form>",
    "</form>",
    "<nobr>",
    "<x-y Z=\"&lt\" z>",
    "</x-y>",
    "<plaintext>",
    "text",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\0",
    "é",
    "\u{1f600}",
    "&",
    "&amp;",
    "&ampx",
    "&notit;",
    "&#x41;",
    "&#0;",
    "&#",
    "<",
    "</",
    "/",
    ">",
    "=",
    "\"",
    "'",
    "-",
    "\u{1}",
    "\u{fdd0}",
    "<div id=a id=b/>",
    "<a b='",
    "<template for=x>",
    "<?start name=\"x\"?>",
    "<?end?>",
    "<template shadowrootmode=open>",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

fn in_pieces(input: &str, cuts: &[usize], fragment: Option<&str>) -> Document<'static> {
    let mut parser = match fragment {
        Some(context) => Parser::new_fragment(ParseOptions::new(), context),
        None => Parser::new(ParseOptions::new()),
    };
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (input.len() + 1)).collect();
    cuts.retain(|&cut| input.is_char_boundary(cut));
    cuts.sort_unstable();
    let mut start = 0;
    for cut in cuts {
        parser.feed(&input[start..cut]);
        start = cut;
    }
    parser.feed(&input[start..]);
    parser.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn pieces_give_the_tree_and_the_errors_of_the_whole(
        input in soup(),
        cuts in prop::collection::vec(any::<usize>(), 0..8),
        context in prop::sample::select(vec![None, Some("div"), Some("tr"), Some("select"), Some("svg svg"), Some("template")]),
    ) {
        let whole = match context {
            Some(context) => limpid::parse_fragment(input.as_str(), context),
            None => limpid::parse(input.as_str()),
        };
        let pieces = in_pieces(&input, &cuts, context);
        prop_assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
        prop_assert_eq!(whole.errors(), pieces.errors());
        prop_assert_eq!(whole.quirks_mode(), pieces.quirks_mode());
    }

    #[test]
    fn single_characters_give_the_tree_of_the_whole(input in soup()) {
        let cuts: Vec<usize> = (0..=input.len()).collect();
        let whole = limpid::parse(input.as_str());
        let pieces = in_pieces(&input, &cuts, None);
        prop_assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
        prop_assert_eq!(whole.errors(), pieces.errors());
    }

    #[test]
    fn error_spans_are_in_the_input(input in soup()) {
        for error in limpid::parse(input.as_str()).errors() {
            prop_assert!(input.get(error.span.range()).is_some(), "{:?} in {:?}", error, input);
        }
    }

    #[test]
    fn looking_for_errors_changes_nothing(input in soup()) {
        let without = ParseOptions::new().errors(false).parse(input.as_str());
        prop_assert_eq!(limpid::parse(input.as_str()).to_test_dump(), without.to_test_dump());
        prop_assert!(without.errors().is_empty());
    }

    #[test]
    fn any_bytes_in_any_pieces(bytes in prop::collection::vec(any::<u8>(), 0..300), size in 1usize..40) {
        let whole = limpid::parse_bytes(bytes.as_slice());
        let mut parser = Parser::new(ParseOptions::new());
        for piece in bytes.chunks(size) {
            parser.feed_bytes(piece);
        }
        let pieces = parser.finish();
        prop_assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
        prop_assert_eq!(whole.encoding(), if bytes.is_empty() { whole.encoding() } else { pieces.encoding() });
    }
}
