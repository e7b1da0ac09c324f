//! The parser, the matcher and its sets agree with Servo on any tree and any selector.

use limpid_dom::{Document, Edge, Namespace, NodeRef, invariants};
use limpid_select::{Selector, SelectorOptions, select_with_steps};
use limpid_testing::servo::Namespaces;
use proptest::prelude::*;
use proptest::sample::select;

const NAMES: &[&str] =
    &["div", "p", "b", "svg", "x-y", "li", "INPUT", "option", "fieldset", "legend", "textarea", "form", "button"];
const ATTRIBUTES: &[&str] = &[
    "class='a'",
    "class='b a'",
    "class='A B'",
    "class=''",
    "id=a",
    "id=b",
    "id=A",
    "title=ab",
    "title='a b'",
    "TITLE=a-b",
    "lang=en",
    "lang=de-AT",
    "dir=rtl",
    "disabled",
    "checked",
    "required",
    "type=checkbox",
    "type=radio",
    "type=submit",
    "type=number",
    "name=a",
    "form=a",
    "min=1",
    "value=0",
    "href=x",
    "viewBox=1",
    "selected",
];
const SIMPLE: &[&str] = &[
    "*",
    "div",
    "p",
    "b",
    "svg",
    "x-y",
    "li",
    "input",
    "svg|*",
    "o|*",
    "o|b",
    "[o|title]",
    "[*|title]",
    "*|b",
    ".a",
    ".b",
    ".A",
    "#a",
    "#b",
    "[title]",
    "[class=a]",
    "[title~=a]",
    "[title|=a]",
    "[title^=a i]",
    "[title$=b]",
    "[title*=' ']",
    "[viewBox]",
    ":root",
    ":empty",
    ":scope",
    ":first-child",
    ":last-child",
    ":only-child",
    ":first-of-type",
    ":last-of-type",
    ":only-of-type",
    ":nth-child(2n+1)",
    ":nth-child(2)",
    ":nth-last-child(2n)",
    ":nth-of-type(2)",
    ":nth-last-of-type(-n+2)",
    ":any-link",
    ":checked",
    ":disabled",
    ":enabled",
    ":required",
    ":optional",
    ":default",
    ":indeterminate",
    ":in-range",
    ":out-of-range",
    ":read-only",
    ":lang(en)",
    ":lang(de)",
    ":dir(rtl)",
    ":defined",
];
const COMBINATORS: &[&str] = &[" ", " > ", " + ", " ~ "];

/// A page of random start and end tags.
fn page() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => (select(NAMES), prop::collection::vec(select(ATTRIBUTES), 0..3))
            .prop_map(|(name, attributes)| format!("<{name} {}>", attributes.join(" "))),
        4 => select(NAMES).prop_map(|name| format!("</{name}>")),
        1 => Just("text".to_owned()),
        1 => Just("<!-- -->".to_owned()),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..40)).prop_map(|(is_quirky, pieces)| {
        format!("{}{}", if is_quirky { "" } else { "<!doctype html>" }, pieces.concat())
    })
}

fn complex(compound: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = String> {
    (compound.clone(), prop::collection::vec((select(COMBINATORS), compound), 0..4)).prop_map(|(first, others)| {
        others.into_iter().fold(first, |selector, (combinator, compound)| selector + combinator + &compound)
    })
}

fn compound(simple: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    prop::collection::vec(simple, 1..3).prop_map(|mut simples| {
        // A name comes first and occurs at most once.
        simples.sort_by_key(|simple| simple.starts_with(['.', '#', '[', ':']));
        let is_name = |simple: &String| !simple.starts_with(['.', '#', '[', ':']);
        let names = simples.iter().filter(|simple| is_name(simple)).count();
        simples.drain(..names.saturating_sub(1));
        simples.concat()
    })
}

/// Selectors with functions, without `:has` in `:has`.
fn any_selector() -> impl Strategy<Value = String> {
    let simple = select(SIMPLE).prop_map(str::to_owned);
    let flat = complex(compound(simple.clone()).boxed()).boxed();
    let function = (select(&[":is", ":not", ":where", ":nth-child(odd of", ":nth-last-child(2 of"][..]), flat.clone())
        .prop_map(
            |(name, inner)| if name.contains('(') { format!("{name} {inner})") } else { format!("{name}({inner})") },
        );
    let nested = prop_oneof![3 => simple.clone(), 1 => function].boxed();
    let inner = complex(compound(nested.clone()).boxed()).boxed();
    let has =
        (select(&["", "> ", "+ ", "~ "][..]), inner.clone()).prop_map(|(first, inner)| format!(":has({first}{inner})"));
    let not_has = has.clone().prop_map(|has| format!(":not({has})"));
    let outer = prop_oneof![6 => nested, 1 => has, 1 => not_has].boxed();
    prop::collection::vec(complex(compound(outer).boxed()), 1..3).prop_map(|list| list.join(", "))
}

fn options() -> SelectorOptions {
    SelectorOptions::new().namespace("svg", Namespace::Svg).namespace_url("o", "urn:a")
}

fn namespaces() -> Namespaces {
    let prefixes = [("svg", Namespace::Svg.url()), ("o", "urn:a")];
    Namespaces { default: None, prefixes: prefixes.map(|(prefix, url)| (prefix.to_owned(), url.to_owned())).into() }
}

fn servo(text: &str) -> limpid_testing::servo::Selector {
    limpid_testing::servo::Selector::parse(text, &namespaces())
        .unwrap_or_else(|| panic!("no selector to Servo: {text}"))
}

/// Turns the document into XML and adds an element in another namespace to every element.
fn make_xml(document: &mut Document<'_>) {
    let mut xml = Document::new_xml();
    for child in document.root().children() {
        let copy = xml.import(child).unwrap();
        xml.node_mut(xml.root().id()).unwrap().append(copy).unwrap();
    }
    *document = xml;
    let elements: Vec<_> =
        document.descendants().filter(|node| node.is_element()).map(limpid_dom::NodeRef::id).collect();
    for (element, url) in elements.into_iter().zip(["urn:a", "urn:b", "http://www.w3.org/2000/svg"].iter().cycle()) {
        let own = document.create_element_ns(url, "x:b").unwrap();
        document.node_mut(own).unwrap().set_attribute_ns(url, "x:title", "ab").unwrap();
        document.node_mut(element).unwrap().append(own).unwrap();
    }
}

#[test]
fn xml_has_namespaces_and_case() {
    let mut document = Document::new_xml();
    let top = document.create_element_ns("urn:a", "x:List").unwrap();
    document.node_mut(document.root().id()).unwrap().append(top).unwrap();
    for (url, name, class) in [
        ("urn:a", "x:Item", "One"),
        ("urn:b", "x:Item", "one"),
        ("urn:a", "Item", "Two"),
        ("http://www.w3.org/1999/xhtml", "h:P", "P"),
    ] {
        let item = document.create_element_ns(url, name).unwrap();
        document.node_mut(item).unwrap().set_attribute("class", class).unwrap();
        document.node_mut(item).unwrap().set_attribute("TYPE", class).unwrap();
        document.node_mut(top).unwrap().append(item).unwrap();
    }
    let found = |text: &str| {
        let selector = options().parse(text).unwrap();
        let found: Vec<_> = document.select(&selector).map(|node| node.attribute("class").unwrap_or("-")).collect();
        assert_eq!(servo(text).select(document.root()).len(), found.len(), "{text}");
        found.join(" ")
    };
    assert_eq!(found("o|Item"), "One Two");
    assert_eq!(found("o|*"), "- One Two");
    assert_eq!(found("Item"), "One one Two");
    assert_eq!(found("item"), "");
    assert_eq!(found("*|P"), "P");
    assert_eq!(found("p"), "");
    assert_eq!(found(".one"), "one");
    assert_eq!(found("[TYPE=one]"), "one");
    assert_eq!(found("[type]"), "");
    assert_eq!(found("[TYPE=p]"), "");
    assert_eq!(found("[TYPE=p i]"), "P");
    assert_eq!(found("Item:nth-of-type(2)"), "Two");
    assert_eq!(found("Item:first-of-type"), "One one");
    let default = SelectorOptions::new().default_namespace_url("urn:b").parse("Item").unwrap();
    assert_eq!(document.select(&default).count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn three_ways(page in page(), text in any_selector(), steps in 0_usize..40, is_xml in any::<bool>()) {
        let mut document = limpid::parse(page);
        if is_xml {
            make_xml(&mut document);
        }
        let selector = options().parse(&text).unwrap();
        let servo = servo(&text);
        let expected = servo.select(document.root());
        prop_assert_eq!(&document.select(&selector).collect::<Vec<_>>(), &expected);
        prop_assert_eq!(&select_with_steps(document.root(), &selector, 0), &expected);
        // The search switches to sets somewhere in the middle.
        prop_assert_eq!(&select_with_steps(document.root(), &selector, steps), &expected);
        for element in document.descendants().filter(|node| node.is_element()) {
            prop_assert_eq!(element.matches(&selector), servo.matches(element));
            prop_assert_eq!(element.select(&selector).collect::<Vec<_>>(), servo.select(element));
        }
    }

    /// Cached facts about a document are updated after a change.
    #[test]
    fn after_changes(
        page in page(),
        text in any_selector(),
        changes in prop::collection::vec((0_u8..6, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..8),
    ) {
        let page = format!("<template><p class=a><b id=a></b></template>{page}");
        let mut document = limpid::parse(page);
        let selector = options().parse(&text).unwrap();
        let servo = servo(&text);
        for (change, a, b) in changes {
            // The third search uses the indices of classes and ids.
            for _ in 0..3 {
                let by_links = document.root().traverse().filter_map(|event| match event {
                    Edge::Enter(node) if node.is_element() => Some(node),
                    _ => None,
                });
                prop_assert!(document.select(&Selector::parse("*").unwrap()).eq(by_links));
                let expected = servo.select(document.root());
                prop_assert_eq!(&document.select(&selector).collect::<Vec<_>>(), &expected);
                prop_assert_eq!(document.select(&selector).rev().collect::<Vec<_>>(), expected.into_iter().rev().collect::<Vec<_>>());
            }
            // Iterate from both ends and past the end.
            let mut found = document.select(&selector);
            let (mut front, mut back) = (Vec::new(), Vec::new());
            while let Some(node) = found.next() {
                front.push(node);
                back.extend(found.next_back());
            }
            front.extend(back.into_iter().rev());
            prop_assert_eq!(front, servo.select(document.root()));
            prop_assert!(found.next().is_none() && found.next_back().is_none());
            let mut found = document.select(&selector);
            found.by_ref().for_each(drop);
            prop_assert!(found.next().is_none() && found.next_back().is_none());
            invariants::check(&document).unwrap();
            let ids: Vec<_> = document.descendants().map(NodeRef::id).collect();
            let (a, b) = (ids[a.index(ids.len())], ids[b.index(ids.len())]);
            let _ = match change {
                0 => document.node_mut(a).unwrap().set_attribute("class", "b x"),
                1 => document.node_mut(a).unwrap().set_attribute("id", "b"),
                2 => document.node_mut(a).unwrap().remove_attribute("class").map(drop),
                3 => document.node_mut(a).unwrap().append(b),
                4 => document.node_mut(a).unwrap().insert_before(b),
                _ => document.node_mut(a).unwrap().remove(),
            };
            if document.descendants().next().is_none() {
                break;
            }
        }
    }

    /// Servo and limpid accept the same selectors and serialize them in the same way.
    #[test]
    fn any_text_is_parsed_like_in_servo(text in any_text(), has_default in any::<bool>()) {
        check_parsed_like_in_servo(&text, has_default)?;
    }

    #[test]
    fn any_selector_is_parsed_like_in_servo(
        text in any_selector(),
        has_default in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        piece in piece(),
    ) {
        check_parsed_like_in_servo(&text, has_default)?;
        // Test with an insertion in the middle, and without the end.
        let (start, end) = text.split_at(cut.index(text.len()));
        check_parsed_like_in_servo(&format!("{start}{piece}{end}"), has_default)?;
        check_parsed_like_in_servo(start, has_default)?;
    }
}

const PIECES: &[&str] = &[
    "a",
    "B",
    "div",
    "-",
    "--",
    "-->",
    "-a",
    "_",
    "1",
    "23",
    "+",
    "-1",
    "n",
    "2n",
    "2n+1",
    "-n- 2",
    "\\-n+2",
    "\\-odd",
    "+\\-n",
    "n-",
    "odd",
    "of",
    "é",
    "\0",
    "\\",
    "\\31 ",
    "\\a",
    "\\\n",
    "\\e9 ",
    "\\110000 ",
    "#",
    ".",
    ":",
    "::",
    "*",
    "|",
    "||",
    ",",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\x0c",
    ">",
    "~",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "=",
    "~=",
    "|=",
    "^=",
    "$=",
    "*=",
    "'",
    "\"",
    "'x y'",
    "\"é\"",
    "i",
    "s",
    " i]",
    "/*",
    "*/",
    "/**/",
    "<!--",
    ";",
    "!",
    "@",
    "%",
    "&",
    "url(",
    "url(a)",
    "url( a )",
    "url(a b)",
    "url(\\)",
    "url(",
    "URL( 'a')",
    "svg|",
    "o|",
    "x|",
    "*|",
    "not(",
    ":not(",
    ":is(",
    ":where(",
    ":has(",
    ":nth-child(",
    ":nth-last-of-type(",
    ":lang(",
    ":dir(",
    ":root",
    ":hover",
    ":nope",
    ":host",
    "::before",
    ":first-line",
    "[a]",
    "[ title = x ]",
    "[type=a]",
    "[svg|a]",
    "[*|a]",
    "[|a]",
    "[a|b]",
];

fn piece() -> impl Strategy<Value = String> {
    select(PIECES).prop_map(str::to_owned)
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => prop::collection::vec(piece(), 0..10).prop_map(|pieces| pieces.concat()),
        1 => "[a-z:.#\\[\\]()>+~ ,*|='\"0-9é\\\\-]{0,30}",
    ]
}

fn check_parsed_like_in_servo(text: &str, has_default: bool) -> Result<(), TestCaseError> {
    let (mut options, mut namespaces) = (options(), namespaces());
    if has_default {
        options = options.default_namespace(Namespace::Svg);
        namespaces.default = Some(Namespace::Svg.url().to_owned());
    }
    let theirs = limpid_testing::servo::Selector::parse(text, &namespaces);
    let ours = match options.parse(text) {
        Err(error) => {
            prop_assert!(text.is_char_boundary(error.offset()), "{error}");
            None
        }
        Ok(selector) => {
            let written = selector.to_string();
            let again = options.parse(&written).map(|again| again.to_string());
            prop_assert_eq!(again.as_ref(), Ok(&written), "{:?}", text);
            Some(written)
        }
    };
    // Servo serializes invalid selectors of a forgiving list as written, and looks for bad tokens only after the token with the error.
    match theirs {
        Some(theirs) if theirs.has_invalid() => prop_assert!(ours.is_some() || is_broken(text), "{text:?}"),
        theirs => prop_assert_eq!(ours, theirs.map(|selector| selector.to_string()), "{:?}", text),
    }
    Ok(())
}

/// Returns whether a text may have a mismatched bracket, a bad string or URL, or a bracket after a backslash.
fn is_broken(text: &str) -> bool {
    let mut open = Vec::new();
    let closes = |open: Option<char>, c| matches!((open, c), (Some('('), ')') | (Some('['), ']') | (Some('{'), '}'));
    let has_url = text.to_ascii_lowercase().contains("url(");
    has_url
        || text.chars().any(|c| match c {
            '(' | '[' | '{' => {
                open.push(c);
                false
            }
            ')' | ']' | '}' => !closes(open.pop(), c),
            _ => matches!(c, '"' | '\'' | '\\'),
        })
}
