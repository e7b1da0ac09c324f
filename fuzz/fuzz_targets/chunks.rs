//! Text cut anywhere gives the tree and the errors of the whole, and the tree keeps its invariants.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limpid::{ParseOptions, Parser};

const CONTEXTS: [&str; 8] = ["", "div", "tr", "select", "svg svg", "math mi", "template", "title"];

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (context, cuts, text) = input;
    let context = CONTEXTS[context as usize % CONTEXTS.len()];
    let options = ParseOptions::new();
    let (whole, mut parser) = if context.is_empty() {
        (options.parse(text), Parser::new(options))
    } else {
        (options.parse_fragment(text, context), Parser::new_fragment(options, context))
    };
    limpid_dom::invariants::check(&whole).expect("invariants hold");

    let mut start = 0;
    for cut in cuts {
        let mut end = text.len().min(start + cut as usize);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        parser.feed(&text[start..end]);
        start = end;
    }
    parser.feed(&text[start..]);
    let pieces = parser.finish();
    limpid_dom::invariants::check(&pieces).expect("invariants hold in pieces");
    assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
    assert_eq!(whole.errors(), pieces.errors());
    for error in whole.errors() {
        assert!(text.get(error.span.range()).is_some(), "{error:?}");
    }
});
