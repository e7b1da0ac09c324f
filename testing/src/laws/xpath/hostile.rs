//! Generates expressions that need much time and memory: long axes in predicates, and functions that create strings, sets and nodes.

use limpid::Document;
use limpid_pages::Random;

const AXES: [&str; 6] = ["preceding::", "following::", "ancestor::", ".//", "//", "following-sibling::"];
const TESTS: [&str; 5] = ["*", "node()", "text()", "a", "*/@*"];
const PATTERNS: [&str; 7] = [".*b|a", "a", "", "\\w+", "(x+x+)+y", "\\b\\w", "(a|b)*a(a|b){60}"];

/// Returns pages of thousands of nodes or tens of thousands of bytes, on which these expressions are slow.
#[must_use]
pub fn pages() -> Vec<Document<'static>> {
    let links: String = (0..2_000).map(|number| format!("<a href=/{}>x</a>", number % 500)).collect();
    let attributes: String = (0..5_000).map(|number| format!(" a{number}=ab")).collect();
    let namespaces: String = (0..1_000).map(|number| format!(" xmlns:n{number}='urn:{number}'")).collect();
    let own: String = (0..1_000).map(|number| format!("<a xmlns:m{number}='urn:m'>x</a>")).collect();
    let html = [
        links,
        "<b>ab".repeat(500) + &"ab é ".repeat(6_000),
        format!("<a{attributes}>{}</a>", "<i>x</i>".repeat(1_000)),
        "ab ".repeat(20_000),
        "<div><a href=x><b>ab</b><p>y</p></a></div>".repeat(500),
    ];
    let xml = limpid::xml::parse(format!("<r{namespaces}>{own}</r>"));
    html.into_iter().map(limpid::parse).chain([xml]).map(Document::into_owned).collect()
}

/// Returns an expression with functions and predicates nested up to a depth.
pub fn expression(random: &mut Random, depth: usize) -> String {
    match random.below(4) {
        0 => string(random, depth),
        1 => number(random, depth),
        _ => nodes(random, depth),
    }
}

fn nodes(random: &mut Random, depth: usize) -> String {
    let path = format!("{}{}", random.pick(&AXES), random.pick(&TESTS));
    if depth == 0 {
        return path;
    }
    let depth = depth - 1;
    match random.below(10) {
        0 => format!("({} | {path})", nodes(random, depth)),
        1 => format!("str:tokenize({}, '')", string(random, depth)),
        2 => format!("str:split({}, 'a')", string(random, depth)),
        3 => format!("re:match({}, '{}', 'g')", string(random, depth), random.pick(&PATTERNS)),
        4 => format!("set:distinct({})", nodes(random, depth)),
        5 => format!("set:difference({}, {})", nodes(random, depth), nodes(random, depth)),
        6 => format!("{path}[position() mod 2 = 1]"),
        7 => format!("{path}[{} = {}]", nodes(random, depth), nodes(random, depth)),
        8 => format!("{path}[{} > 3]", number(random, depth)),
        _ => format!("{path}[{} = 'x']", string(random, depth)),
    }
}

fn string(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(&["string(.)", "string(/)", "@href", "'ab'", "str:padding(5000, 'ab ')"]).to_owned();
    }
    let depth = depth - 1;
    match random.below(8) {
        0 => format!("concat({}, {}, string(/))", string(random, depth), string(random, depth)),
        1 => format!("translate({}, 'a', 'b')", string(random, depth)),
        2 => format!("normalize-space({})", string(random, depth)),
        3 => format!("str:replace({}, 'a', {})", string(random, depth), string(random, depth)),
        4 => format!("re:replace({}, '{}', 'g', '$0$0')", string(random, depth), random.pick(&PATTERNS)),
        5 => format!("str:concat({})", nodes(random, depth)),
        6 => format!("str:encode-uri({}, true())", string(random, depth)),
        _ => format!("string({})", nodes(random, depth)),
    }
}

fn number(random: &mut Random, depth: usize) -> String {
    match random.below(3) {
        0 => format!("count({})", nodes(random, depth)),
        1 => format!("sum({})", nodes(random, depth)),
        _ => format!("string-length({})", string(random, depth)),
    }
}
