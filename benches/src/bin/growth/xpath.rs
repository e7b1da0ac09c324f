//! Measures how the time of XPath grows with the size of the page and the length of the expression.

use std::hint::black_box;

use limpid::xpath::{XPath, XPathOptions};
use limpid::{Document, Limits, ParseOptions};
use limpid_benches::docs::Table;
use limpid_benches::rounds::{exponent, shortest};

/// A name, and a function that generates a page or an expression of a size.
type Generator = (&'static str, fn(usize) -> String);

/// Pages with about the given number of nodes.
const PAGES: [Generator; 4] = [
    ("wide", |size| "<a class=p>x</a>".repeat(size / 2)),
    ("deep", |size| "<b id=q>".repeat(size)),
    ("groups", |size| "<div><a><b>x</b><p>y</p></a></div>".repeat(size / 6)),
    ("comb", |size| "<i>x</i><b class=p>".repeat(size / 3)),
];

/// Expressions that would take quadratic time or more if each node searched the tree.
const EXPRESSIONS: [&str; 25] = [
    "//a[.//b[.//c]]",
    "//*[.//*[.//*[.//nosuch]]]",
    "//*[preceding::nosuch][following::nosuch]",
    "//*/preceding::*/following::*/preceding::*",
    "//*/ancestor::*/descendant::*/ancestor::*",
    "//*[preceding-sibling::nosuch or following-sibling::nosuch]",
    "//*[@class = //*/@id]",
    "//*[(@class | //*/@id) = //*/@class]",
    "//*/following::*[1]",
    "//*/following::nosuch[1]",
    "//*/following::*[position() > 3]",
    "//*/preceding::*[2]",
    "//*/preceding::*[last()]",
    "//*/descendant::*[last() - 1]",
    "//*/ancestor::*[last()]",
    "//*/following-sibling::*[1000]",
    "//*/following-sibling::*[@class][last()]",
    "//*/preceding-sibling::*[position() > 7]",
    "//*[count(preceding-sibling::*) mod 2 = 1]",
    "//*[count(ancestor::*) > count(following::*)]",
    "//*[string(preceding::p) = string(following::p)]",
    "//*[. = 'x']",
    "//*[../*[5]]",
    "//*[contains(., 'xy')]",
    "//*[string-length(.) > 3]",
];

/// Expressions with the given number of parts.
const GROWING: [Generator; 4] = [
    ("//b//b//b…", |size| "//b".repeat(size)),
    ("//b[b[b…]]", |size| format!("//b{}{}", "[b".repeat(size.min(120)), "]".repeat(size.min(120)))),
    ("//*/preceding::*/following::*…", |size| format!("//*{}", "/preceding::*/following::*".repeat(size))),
    ("//*[b or b or b…]", |size| format!("//*[{}b]", "b or ".repeat(size))),
];

/// The approximate numbers of nodes.
const SIZES: [usize; 4] = [125_000, 250_000, 500_000, 1_000_000];
/// The numbers of parts.
const LENGTHS: [usize; 4] = [15, 30, 60, 120];

/// Prints the tables. Fails if the time or the steps grow with a higher power than `max`.
pub(crate) fn growth(is_wanted: impl Fn(&str) -> bool, max: Option<f64>) -> Result<(), String> {
    let mut cells = vec![Vec::new(); EXPRESSIONS.len()];
    let mut too_high = Vec::new();
    let mut cell = |name: String, points: [(f64, f64, f64); 4]| {
        let time = exponent(&points.map(|(size, seconds, _)| (size, seconds))).unwrap_or_default();
        let steps = exponent(&points.map(|(size, _, steps)| (size, steps))).unwrap_or_default();
        eprintln!("{name}: {time:.2}, {steps:.2}");
        if max.is_some_and(|max| time > max || steps > max) {
            too_high.push(name);
        }
        format!("{:.1} ms, {time:.2}, {steps:.2}", points[3].1 * 1e3)
    };
    for (page_name, page) in PAGES {
        let pages = SIZES.map(page);
        let documents = pages.each_ref().map(|page| ParseOptions::new().limits(Limits::none()).parse(page.as_str()));
        for (expression, cells) in EXPRESSIONS.iter().zip(&mut cells).filter(|(expression, _)| is_wanted(expression)) {
            let points = documents.each_ref().map(|document| {
                let (seconds, steps) = evaluate(expression, document);
                (document.node_count() as f64, seconds, steps)
            });
            cells.push(cell(format!("{expression} on {page_name}"), points));
        }
    }
    let mut table = Table::new(["expression"].into_iter().chain(PAGES.map(|(name, _)| name)));
    for (expression, cells) in EXPRESSIONS.iter().zip(cells).filter(|(_, cells)| !cells.is_empty()) {
        table.row([format!("`{expression}`")].into_iter().chain(cells));
    }
    let mut by_length = Table::new(["expression", "time of the longest, exponent of the time, exponent of the steps"]);
    let page = "<b><b>x</b><b>y</b></b>".repeat(2_000);
    let document = limpid::parse(page.as_str());
    for (name, expression) in GROWING.iter().filter(|(name, _)| is_wanted(name)) {
        let points = LENGTHS.map(|length| {
            let (seconds, steps) = evaluate(&expression(length), &document);
            (length as f64, seconds, steps)
        });
        by_length.row([format!("`{name}`"), cell((*name).to_owned(), points)]);
    }
    println!("{}\n{}", table.markdown(), by_length.markdown());
    match too_high.is_empty() {
        true => Ok(()),
        false => Err(format!("the exponent of time or steps is above the limit for: {}", too_high.join(", "))),
    }
}

/// Returns the time in seconds and the steps of an evaluation.
fn evaluate(expression: &str, document: &Document<'_>) -> (f64, f64) {
    let xpath = XPath::compile(expression).expect("an expression");
    let seconds = shortest(|| drop(black_box(xpath.evaluate(document.root()))));
    (seconds, steps(expression, document))
}

/// Returns the number of steps of an evaluation, with an error of at most 1 %. This is the lowest step limit with which the evaluation
/// succeeds.
fn steps(expression: &str, document: &Document<'_>) -> f64 {
    let is_enough = |steps: u64| {
        let xpath = XPathOptions::new().max_steps(steps).compile(expression).expect("an expression");
        xpath.evaluate(document.root()).is_ok()
    };
    let mut enough = document.node_count() as u64;
    while !is_enough(enough) {
        enough *= 2;
    }
    let mut too_few = enough / 2;
    while enough - too_few > enough / 100 {
        let middle = too_few.midpoint(enough);
        (too_few, enough) = if is_enough(middle) { (too_few, middle) } else { (middle, enough) };
    }
    enough as f64
}
