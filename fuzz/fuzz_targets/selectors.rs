//! Any text is a selector, or an error with a place in it; what a selector matches is what Servo's matcher says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limpid_select::{Selector, select_with_steps};

/// Longer selectors and deeper trees may overflow the stack of Servo's matcher.
const LENGTH: usize = 2_000;

fuzz_target!(|input: (&str, &str, u8)| {
    let (text, page, steps) = input;
    let is_short = text.len() <= LENGTH && page.len() <= LENGTH;
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
    // By then the document knows the order of its nodes, and then their classes and ids.
    for _ in 0..2 {
        assert!(document.select(&selector).eq(found.iter().copied()));
    }
    limpid_dom::invariants::check(&document).expect("what it knows is right");
    assert_eq!(found, select_with_steps(document.root(), &selector, steps.into()));
    if is_short {
        let servo = servo.expect("a selector to Servo, too");
        assert_eq!(selector.to_string(), servo.to_string());
        assert_eq!(found, servo.select(document.root()));
    }
});
