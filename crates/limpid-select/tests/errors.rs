//! Invalid selectors, with the positions and messages of their errors.

use limpid_select::{Selector, SelectorOptions};

/// Selectors with `¦` before the error, and a part of the message.
const WRONG: &[(&str, &str)] = &[
    ("¦", "selector is missing"),
    ("   ¦", "selector is missing"),
    ("a,¦", "selector is missing"),
    ("a, ¦, b", "selector is missing"),
    ("¦, a", "selector is missing"),
    ("a >¦", "no selector on one side"),
    ("a > ¦> b", "no selector on one side"),
    ("¦> a", "selector is missing"),
    ("a ¦! b", "not allowed here"),
    ("a¦$", "not allowed here"),
    (".¦", "name or value is missing"),
    (".¦1st", "starts with a digit"),
    ("p:¦", "name or value is missing"),
    ("p:¦nope", "is not supported"),
    ("p:¦nope(1)", "is not supported"),
    ("p:¦:before", "is not supported"),
    ("p:¦before", "is not supported"),
    ("¦ns|p", "not declared"),
    ("[¦]", "name or value is missing"),
    (".¦ a", "class name"),
    ("[a¦!b]", "after an attribute name"),
    ("[a=¦]", "name or value is missing"),
    ("[a=¦1]", "quoted string"),
    ("[a=b ¦x]", "not allowed here"),
    ("a, b, [c=¦1], d", "quoted string"),
    ("p:not(¦)", "selector is missing"),
    ("p:not(a,¦)", "selector is missing"),
    ("p:not(:¦nope)", "is not supported"),
    (":has(:¦has(a))", "inside `:has()`"),
    (":nth-child(¦x)", "a formula such as `2n+1`"),
    (":nth-child(2 of¦)", "selector is missing"),
    (":lang(¦1)", "not allowed here"),
    (":¦host", "is not supported"),
    (":¦host(a)", "is not supported"),
    ("¦{a}", "not allowed here"),
    ("a¦)", "not allowed here"),
    ("¦1", "not allowed here"),
    ("é > ¦", "no selector on one side"),
];

#[test]
fn positions_and_messages() {
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
fn error_shows_a_short_excerpt() {
    let error = Selector::parse(&format!("a:nope{}", "é".repeat(100))).unwrap_err();
    assert!(error.to_string().starts_with("selector, at byte 2 (`nopeéé"), "{error}");
    assert!(error.to_string().contains("…`)"), "{error}");
}
