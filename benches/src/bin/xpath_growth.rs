//! Growth of the time of XPath with documents that are made to be slow, and with expressions. It prints a table for docs/performance.md.
#![forbid(unsafe_code)]

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use limpid::{Document, Limits, ParseOptions, XPath, XPathOptions};

/// Pages of about a number of nodes, by name.
const PAGES: [(&str, fn(usize) -> String); 4] = [
    ("wide", |size| "<a class=p>x</a>".repeat(size / 2)),
    ("deep", |size| "<b id=q>".repeat(size)),
    ("groups", |size| "<div><a><b>x</b><p>y</p></a></div>".repeat(size / 6)),
    ("comb", |size| "<i>x</i><b class=p>".repeat(size / 3)),
];

/// Expressions that a walk from each node would answer in the square of a page, or worse.
const EXPRESSIONS: [&str; 24] = [
    "//a[.//b[.//c]]",
    "//*[.//*[.//*[.//nosuch]]]",
    "//*[preceding::nosuch][following::nosuch]",
    "//*/preceding::*/following::*/preceding::*",
    "//*/ancestor::*/descendant::*/ancestor::*",
    "//*[preceding-sibling::nosuch or following-sibling::nosuch]",
    "//*[@class = //*/@id]",
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

/// Expressions of a length, on one page.
const GROWING: [(&str, fn(usize) -> String); 4] = [
    ("//b//b//b…", |size| "//b".repeat(size)),
    ("//b[b[b…]]", |size| format!("//b{}{}", "[b".repeat(size.min(120)), "]".repeat(size.min(120)))),
    ("//*/preceding::*/following::*…", |size| format!("//*{}", "/preceding::*/following::*".repeat(size))),
    ("//*[b or b or b…]", |size| format!("//*[{}b]", "b or ".repeat(size))),
];

const SIZES: [usize; 4] = [125_000, 250_000, 500_000, 1_000_000];

fn main() {
    println!("| expression | {} |\n| --- |{}", PAGES.map(|(name, _)| name).join(" | "), " --: |".repeat(PAGES.len()));
    let mut rows = EXPRESSIONS.map(|expression| format!("| `{expression}` |"));
    for (_, page) in PAGES {
        let pages = SIZES.map(page);
        let documents = pages.each_ref().map(|page| ParseOptions::new().limits(Limits::none()).parse(page.as_str()));
        for (expression, row) in EXPRESSIONS.iter().zip(&mut rows) {
            let xpath = XPath::compile(expression).expect("an expression");
            let cell = cell(documents.each_ref().map(|document| {
                let time = milliseconds(|| drop(black_box(xpath.evaluate(document.root()))));
                (document.node_count() as f64, time, steps(expression, document))
            }));
            *row += &format!(" {cell} |");
        }
    }
    println!("{}", rows.join("\n"));
    println!("\n| expression | time of the longest, its growth, that of the steps |\n| --- | --: |");
    let page = "<b><b>x</b><b>y</b></b>".repeat(2_000);
    let document = limpid::parse(page.as_str());
    for (name, expression) in GROWING {
        let cell = cell([15, 30, 60, 120].map(|size| {
            let xpath = XPath::compile(&expression(size)).expect("an expression");
            let time = milliseconds(|| drop(black_box(xpath.evaluate(document.root()))));
            (size as f64, time, steps(&expression(size), &document))
        }));
        println!("| `{name}` | {cell} |");
    }
}

/// The mean time of many runs, of the processor where Linux says so, as other programs do not count. It is known to some milliseconds.
fn milliseconds(run: impl Fn()) -> f64 {
    let begin = Instant::now();
    let now = || {
        let times = fs::read_to_string("/proc/thread-self/schedstat").ok();
        let nanoseconds = times.and_then(|times| times.split(' ').next()?.parse().ok());
        nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
    };
    run();
    let start = now();
    let mut runs = 0;
    while now() - start < Duration::from_millis(80) {
        run();
        runs += 1;
    }
    (now() - start).as_secs_f64() * 1e3 / f64::from(runs)
}

/// The least bound of steps with which an evaluation comes to its end, to one part in a hundred.
fn steps(expression: &str, document: &Document<'_>) -> f64 {
    let is_enough = |steps: u64| {
        let xpath = XPathOptions::new().max_steps(steps).compile(expression).expect("an expression");
        xpath.evaluate(document.root()).is_ok()
    };
    let mut enough = document.node_count() as u64;
    while !is_enough(enough) {
        enough *= 2;
    }
    let mut least = enough / 2;
    while enough - least > enough / 100 {
        let middle = least.midpoint(enough);
        (least, enough) = if is_enough(middle) { (least, middle) } else { (middle, enough) };
    }
    enough as f64
}

/// The longest time, and the exponents of growth of the time and of the steps.
fn cell(points: [(f64, f64, f64); 4]) -> String {
    let time = growth(points.map(|(size, time, _)| (size, time)));
    let steps = growth(points.map(|(size, _, steps)| (size, steps)));
    format!("{:.1} ms, {time:.2}, {steps:.2}", points[3].1)
}

/// The exponent of growth: the slope of a line through the logarithms.
fn growth(points: [(f64, f64); 4]) -> f64 {
    let logarithms = points.map(|(size, value)| (size.ln(), value.max(1e-6).ln()));
    let mean = |part: fn(&(f64, f64)) -> f64| logarithms.iter().map(part).sum::<f64>() / logarithms.len() as f64;
    let (x, y) = (mean(|it| it.0), mean(|it| it.1));
    logarithms.iter().map(|it| (it.0 - x) * (it.1 - y)).sum::<f64>()
        / logarithms.iter().map(|it| (it.0 - x).powi(2)).sum::<f64>()
}
