//! Texts that are no selectors, with the positions of their errors.

use limpid_select::{Selector, SelectorOptions};

/// Selectors with `¦` in front of what is wrong, and words of the message.
const WRONG: &[(&str, &str)] = &[
    ("¦", "selector is missing"),
    ("   ¦", "selector is missing"),
    ("a,¦", "selector is missing"),
    ("a, ¦, b", "selector is missing"),
    ("¦, a", "selector is missing"),
    ("a >¦", "nothing on one side"),
    ("a > ¦> b", "nothing on one side"),
    ("¦> a", "selector is missing"),
    ("a ¦! b", "cannot stand here"),
    ("a¦$", "cannot stand here"),
    (".¦", "something is missing"),
    (".¦1st", "start with a digit"),
    ("p:¦", "something is missing"),
    ("p:¦nope", "does not know"),
    ("p:¦nope(1)", "does not know"),
    ("p:¦:before", "does not know"),
    ("p:¦before", "does not know"),
    ("¦ns|p", "not declared"),
    ("[¦]", "something is missing"),
    (".¦ a", "class name"),
    ("[a¦!b]", "after an attribute's name"),
    ("[a=¦]", "something is missing"),
    ("[a=¦1]", "in quotes"),
    ("[a=b ¦x]", "cannot stand here"),
    ("a, b, [c=¦1], d", "in quotes"),
    ("p:not(¦)", "selector is missing"),
    ("p:not(a,¦)", "selector is missing"),
    ("p:not(:¦nope)", "does not know"),
    (":has(:¦has(a))", "no `:has()` in `:has()`"),
    (":nth-child(¦x)", "cannot stand here"),
    (":nth-child(2 of¦)", "selector is missing"),
    (":lang(¦1)", "cannot stand here"),
    (":¦host", "does not know"),
    (":¦host(a)", "does not know"),
    ("¦{a}", "cannot stand here"),
    ("a¦)", "cannot stand here"),
    ("¦1", "cannot stand here"),
    ("é > ¦", "nothing on one side"),
];

#[test]
fn places_and_messages() {
    let mut wrong = Vec::new();
    for &(marked, words) in WRONG {
        let offset = marked.find('¦').unwrap();
        let text = marked.replace('¦', "");
        match Selector::parse(&text) {
            Err(error) if error.offset() == offset && error.message().contains(words) => {}
            Err(error) => wrong.push(format!("{marked:?}: {error}")),
            Ok(selector) => wrong.push(format!("{marked:?}: is {selector}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn undeclared_prefixes_can_be_declared() {
    let options = SelectorOptions::new().namespace("svg", limpid_dom::Namespace::Svg);
    assert!(options.parse("svg|a, *|b, |c").is_ok());
    assert!(options.parse("math|mi").is_err());
}

#[test]
fn the_error_shows_a_short_excerpt() {
    let error = Selector::parse(&format!("a:nope{}", "é".repeat(100))).unwrap_err();
    assert!(error.to_string().starts_with("selector, at byte 2 (`nopeéé"), "{error}");
    assert!(error.to_string().contains("…`)"), "{error}");
}
