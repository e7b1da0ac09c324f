//! `:contains()` agrees with a search in the text content of each element.

use limpid::{Document, Limits, NodeRef, ParseOptions, SelectorOptions};
use limpid_select::{Selector, select_with_steps};
use proptest::prelude::*;

fn parse(text: &str) -> Selector {
    SelectorOptions::new().contains(true).parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn containing<'d>(document: &'d Document<'_>, word: &str) -> Vec<NodeRef<'d>> {
    document.descendants().filter(|node| node.is_element() && node.text_content().contains(word)).collect()
}

#[test]
fn contains_is_parsed_only_if_enabled() {
    let error = Selector::parse("p:contains(tea)").unwrap_err();
    assert_eq!(error.offset(), 2);
    assert!(error.message().contains("is not CSS"));
    for (text, written) in [
        ("p:contains(tea)", r#"p:contains("tea")"#),
        (":CONTAINS( 'green tea' )", r#":contains("green tea")"#),
        (":contains('')", r#":contains("")"#),
    ] {
        let selector = parse(text);
        assert_eq!(selector.to_string(), written);
        assert_eq!(parse(written), selector);
        assert_eq!((selector.specificity().classes, selector.specificity().ids), (1, 0));
    }
    for text in [":contains()", ":contains(green tea)", ":contains('a', 'b')", ":contains(", ":contains"] {
        assert!(SelectorOptions::new().contains(true).parse(text).is_err(), "{text}");
    }
}

#[test]
fn contains_in_other_functions() {
    let document = limpid::parse("<ul><li>Green <b>tea</b><li>Black tea<li>Milk</ul><p>Tea");
    let texts = |selector: &str| {
        document.select(&parse(selector)).map(limpid::NodeRef::text_content).collect::<Vec<_>>().join("|")
    };
    assert_eq!(texts("li:not(:contains(tea))"), "Milk");
    assert_eq!(texts("ul:has(b:contains(tea)) li:contains(Black)"), "Black tea");
    assert_eq!(texts("li:contains(tea):contains(Green), p:contains(Tea)"), "Green tea|Tea");
}

#[test]
fn long_texts_and_words() {
    let deep = "<div>a".repeat(50_000);
    let wide = "<p>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab".repeat(20_000);
    let long = "<p>".to_owned() + &"a".repeat(1_000_000);
    let word = "a".repeat(20_000);
    // The numbers of elements with `aab`, without it, and with many `a`.
    for (page, with, without, many) in [(&deep, 0, 50_003, 30_003), (&wide, 20_002, 1, 0), (&long, 0, 4, 3)] {
        let document = ParseOptions::new().limits(Limits::none()).parse(&**page);
        let count = |selector: &str| document.select(&parse(selector)).count();
        assert_eq!(count(":contains(x)"), 0);
        assert_eq!(count(":contains(aab)"), with);
        assert_eq!(count(":not(:contains(aab))"), without);
        assert_eq!(count("div:contains(x), p:contains(y)"), 0);
        assert_eq!(count(&format!(":contains({word}b)")), 0);
        assert_eq!(count(&format!(":contains({word})")), many);
    }
}

proptest! {
    #[test]
    fn contains_agrees_with_a_search(
        pieces in prop::collection::vec(prop::sample::select(vec!["a", "b", "ab", "<i>", "</i>", "<b>", "</b>", "<p>", "é", "<br>"]), 0..60),
        word in "[abé]{0,5}",
    ) {
        let document = limpid::parse(pieces.concat());
        let selector = parse(&format!(":contains('{word}')"));
        let expected = containing(&document, &word);
        for steps in [0, 3, 1000] {
            prop_assert_eq!(&select_with_steps(document.root(), &selector, steps), &expected, "{} steps", steps);
        }
    }
}
