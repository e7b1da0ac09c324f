//! Checks that any text is a selector or results in an error with an offset in the text, and that limpid's matcher and Servo's matcher find the
//! same elements.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limpid_select::{Selector, select_with_steps};

/// The maximum length of selectors and pages for Servo's matcher, in bytes. The matcher is recursive, so longer ones can overflow its
/// stack.
const MAX_LEN: usize = 2_000;

fuzz_target!(|input: (&str, &str, u8)| {
    let (text, page, steps) = input;
    let is_short = text.len() <= MAX_LEN && page.len() <= MAX_LEN;
    let servo = limpid_testing::servo::Selector::parse(text, &Default::default()).filter(|_| is_short);
    let selector = match Selector::parse(text) {
        Ok(selector) => selector,
        Err(error) => {
            assert!(text.is_char_boundary(error.offset()));
            assert!(servo.is_none());
            return;
        }
    };
    let document = limpid::parse(page);
    let found: Vec<_> = document.select(&selector).collect();
    // The second search uses the order of the nodes, the third one also the indexes of classes and IDs.
    for _ in 0..2 {
        assert!(document.select(&selector).eq(found.iter().copied()));
    }
    limpid_dom::invariants::check(&document).expect("the caches agree with the tree");
    assert_eq!(found, select_with_steps(document.root(), &selector, steps.into()));
    if is_short {
        let servo = servo.expect("a selector that Servo also accepts");
        assert_eq!(selector.to_string(), servo.to_string());
        assert_eq!(found, servo.select(document.root()));
    }
});
