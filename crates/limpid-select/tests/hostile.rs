//! Selectors and documents designed to be slow or to overflow the stack.

use limpid::{Limits, ParseOptions};
use limpid_select::Selector;

fn parse(text: &str) -> Selector {
    Selector::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn without_limits(html: String) -> limpid::Document<'static> {
    ParseOptions::new().limits(Limits::none()).parse(html)
}

#[test]
fn selectors_of_any_length() {
    let document = limpid::parse("<div><p class=a>x</p></div>");
    for selector in ["div ".repeat(50_000) + "p", "* > ".repeat(50_000) + "p", "* ~ ".repeat(50_000) + "p"] {
        assert_eq!(document.select(&parse(&selector)).count(), 0);
    }
    assert_eq!(document.select(&parse(&("p, ".repeat(50_000) + "p"))).count(), 1);
    assert_eq!(document.select(&parse(&("p".to_owned() + &".a".repeat(50_000)))).count(), 1);
    assert_eq!(document.select(&parse(&("p".to_owned() + &":not(b)".repeat(50_000)))).count(), 1);
    assert_eq!(document.select(&parse(&format!("#{}", "x".repeat(1_000_000)))).count(), 0);
    assert!(Selector::parse(&("p, ".repeat(2_000) + ", p")).is_err());
}

#[test]
fn nesting_is_bounded() {
    let document = limpid::parse("<p>");
    for function in [":not(", ":is(", ":where(", ":nth-child(1 of ", ":has(", "(", "[", "{"] {
        for depth in [60, 63, 64, 65, 1_000, 100_000] {
            let selector = function.repeat(depth) + "p" + &")".repeat(depth);
            if let Ok(selector) = Selector::parse(&selector) {
                assert!(depth <= 64);
                document.select(&selector).count();
                document.select_first(&parse("p")).unwrap().matches(&selector);
            }
            let _ = Selector::parse(&function.repeat(depth));
        }
    }
    let deep = |depth| ":not(".repeat(depth) + "p" + &")".repeat(depth);
    assert_eq!(document.select(&parse(&deep(64))).count(), 1);
    assert!(Selector::parse(&deep(65)).unwrap_err().message().contains("nested more than 64 levels deep"));
}

#[test]
fn deep_trees() {
    let document = without_limits("<div>".repeat(100_000) + "<p id=x>");
    for (selector, count) in [
        ("div p", 1),
        ("p div", 0),
        ("div div div", 99_998),
        ("div > div div ~ p", 0),
        ("div:has(p)", 100_000),
        ("div:has(> p)", 1),
        ("div:has(div p)", 99_999),
        ("div:not(:has(b))", 100_000),
        (":is(:is(:is(b div) div) div) div", 0),
        (":not(b div):not(:is(div b) p)", 100_004),
        (":has(div:not(:has-not)), :has(#x)", 0),
    ] {
        let Ok(selector) = Selector::parse(selector) else { continue };
        assert_eq!(document.select(&selector).count(), count, "{selector}");
    }
    let leaf = document.element_by_id("x").unwrap();
    assert!(leaf.matches(&parse("html div p")) && leaf.closest(&parse("body")).is_some());
}

#[test]
fn wide_trees() {
    let document = limpid::parse("<i></i><b></b>".repeat(50_000));
    for (selector, count) in [
        ("b:nth-child(2n)", 50_000),
        ("b:nth-last-child(2n + 1)", 50_000),
        ("b:nth-of-type(2n)", 25_000),
        ("i:nth-last-of-type(3)", 1),
        ("b:only-of-type", 0),
        ("i:last-of-type", 1),
        ("b:nth-child(odd of b)", 25_000),
        ("b ~ i", 49_999),
        ("u ~ i", 0),
        ("u ~ i ~ b ~ i", 0),
        ("i:has(~ u)", 0),
        ("i:has(~ b)", 50_000),
        ("i:has(+ b + i + b)", 49_999),
        ("i:has(~ b ~ u)", 0),
        ("i:not(u ~ i)", 50_000),
        ("body:has(u) i, body:has(> u) i", 0),
    ] {
        let selector = parse(selector);
        assert_eq!(document.select(&selector).count(), count, "{selector}");
    }
}

#[test]
fn inherited_properties_in_large_trees() {
    const N: usize = 20_000;
    let deep = without_limits("<div>".repeat(N) + &"<input><i></i>".repeat(N));
    let fieldsets = without_limits("<fieldset><input>".repeat(N));
    let options = without_limits("<select>".to_owned() + &"<div>".repeat(N) + &"<option></option>".repeat(N));
    let legends = "<b></b>".repeat(N) + &"<legend><input></legend>".repeat(N);
    let legends = limpid::parse(format!("<fieldset disabled>{legends}"));
    let text = limpid::parse("<div dir=auto>".to_owned() + &"1".repeat(N) + &"<i></i>".repeat(N));
    let nested = without_limits("<div dir=auto>1".repeat(N) + "<bdi>1".repeat(N).as_str());
    for (document, selector, count) in [
        (&deep, ":read-write", N),
        (&deep, "i:read-only", N),
        (&deep, ":lang('')", 3 * N + 3),
        (&deep, "i:dir(ltr)", N),
        (&deep, "input:disabled", 0),
        (&fieldsets, "input:enabled", N),
        (&options, "option:enabled", N),
        (&legends, "input:enabled", 1),
        (&text, "i:dir(ltr)", N),
        (&nested, ":dir(rtl)", 0),
    ] {
        assert_eq!(document.select(&parse(selector)).count(), count, "{selector}");
    }
}

/// Cached properties of ancestors equal those computed without the cache.
#[test]
fn inherited_properties_in_deep_trees() {
    let levels = [
        "<div>",
        "<div contenteditable lang=en dir=rtl>",
        "<div contenteditable=false lang=de>",
        "<div dir=auto>\u{5d0}",
        "<fieldset disabled>",
        "<fieldset disabled><legend>",
        "<div>",
        "<bdi>",
    ];
    let mut page = String::new();
    for level in 0..2_000_usize {
        page += levels[if level % 97 < 8 { level % 8 } else { 0 }];
        page += "<input type=checkbox><i></i>";
    }
    let document = without_limits(page);
    for selector in [":read-write", ":lang(en)", ":lang(de)", ":dir(rtl)", ":disabled", ":enabled"] {
        let selector = parse(selector);
        let found: Vec<_> = document.select(&selector).collect();
        let mut from_behind: Vec<_> = document.select(&selector).rev().collect();
        from_behind.reverse();
        assert_eq!(found, from_behind, "{selector}");
        let one_by_one: Vec<_> = document.descendants().filter(|node| node.matches(&selector)).collect();
        assert_eq!(found, one_by_one, "{selector}");
        assert!(!found.is_empty() && found.len() < document.descendants().count(), "{selector}");
    }
}

#[test]
fn siblings_of_many_types() {
    let mut page = String::new();
    for type_number in 0..30_000 {
        page += &format!("<x-{}></x-{}>", type_number % 15_000, type_number % 15_000);
    }
    let document = limpid::parse(page);
    for selector in ["body > :nth-of-type(2)", "body > :first-of-type", "body > :nth-last-of-type(1)"] {
        assert_eq!(document.select(&parse(selector)).count(), 15_000, "{selector}");
    }
    assert_eq!(document.select(&parse("body > :only-of-type")).count(), 0);
}

#[test]
fn one_selector_for_many_threads() {
    let selector = parse("li:nth-child(2n):not(.x):has(b)");
    let document = limpid::parse("<li><b></b>".repeat(100));
    std::thread::scope(|scope| {
        let count = || document.select(&selector).count();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(count)).collect();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap() == 50));
    });
}

#[test]
fn iterators_are_fused_and_double_ended() {
    let document = limpid::parse("<p id=a><p id=b><p id=c>");
    let selector = parse("p");
    let mut found = document.select(&selector);
    let id = |node: Option<limpid::NodeRef<'_>>| node.and_then(|node| node.attribute("id").map(str::to_owned));
    assert_eq!(id(found.next()).as_deref(), Some("a"));
    assert_eq!(id(found.next_back()).as_deref(), Some("c"));
    assert_eq!(format!("{found:?}"), "[#6 <p>]");
    assert_eq!(id(found.next()).as_deref(), Some("b"));
    assert!(found.next().is_none() && found.next_back().is_none() && found.next().is_none());
}

#[test]
fn scopes_fragments_and_contents() {
    let fragment = limpid::parse_fragment("<li class=a>1<li>2", "ul");
    assert_eq!(fragment.select(&parse("li")).count(), 2);
    assert_eq!(fragment.select(&parse(":root")).count(), 0);
    assert_eq!(fragment.select(&parse("li:first-child")).count(), 1);
    let document = limpid::parse("<section><template><p><b>x</b></p></template></section>");
    assert_eq!(document.select(&parse("b")).count(), 0);
    let contents = document.select_first(&parse("template")).unwrap().template_contents().unwrap();
    assert_eq!(contents.select(&parse("p > b")).count(), 1);
    assert_eq!(contents.select(&parse("section b")).count(), 0);
    let text = contents.select_first(&parse("b")).unwrap().first_child().unwrap();
    assert!(!text.matches(&parse("*")));
    assert_eq!(text.closest(&parse("p, b")).unwrap().local_name(), "b");
    assert!(!document.root().matches(&parse("*")));
}
