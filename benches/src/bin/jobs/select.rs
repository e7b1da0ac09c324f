//! Selecting elements of parsed documents: limpid, Servo's matcher on limpid's tree, scraper and lexbor.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use limpid::{Document, NodeRef, ParseOptions, ScriptingMode, Selector};
use limpid_benches::rounds::shortest;
use scraper::{ElementRef, Html};

use crate::job::{Job, Row};

const SELECTORS: [&str; 25] = [
    "a",
    "custom-element",
    "#content",
    ".content",
    "a.external",
    "div p",
    "div > p",
    "body div ul > li a",
    "h1, h2, h3, h4",
    "a[href]",
    "a[href^='https:']",
    "img[src$='.png' i]",
    "div:not([class])",
    "p:first-child",
    "li:nth-child(2n+1)",
    "li:nth-last-child(2)",
    "p:nth-of-type(3n)",
    "p:empty",
    "p ~ p",
    "h2 + p",
    ":is(h1, h2, h3) + p",
    "p:has(> a)",
    "div:has(img)",
    "li:has(+ li a)",
    "*",
];

/// Selectors for the large document.
const LARGE_SELECTORS: [&str; 10] = [
    "a",
    "#s19999",
    ".item",
    "li:nth-child(2n)",
    "section.part > ul > li a",
    "section:has(h2 + ul) a",
    "h2 ~ ul li",
    "li:not(:first-child):not(:last-child)",
    "a[href$='/7']",
    "body:has(#nothing) a",
];

/// Returns a job for each selector, on the pages and then on a document of a million nodes.
pub(crate) fn jobs() -> Vec<Job> {
    let on_pages = SELECTORS.iter().map(|selector| Job::new(&format!("`{selector}`"), rows(selector)));
    let on_large = LARGE_SELECTORS.iter().map(|selector| {
        let pages = Some(vec![large_page(1_000_000)]);
        Job { pages, ..Job::new(&format!("`{selector}`, a million nodes"), vec![limpid(selector)]) }
    });
    on_pages.chain(on_large).collect()
}

fn rows(text: &'static str) -> Vec<Row> {
    let servos = limpid_testing::servo::Selector::parse(text, &Default::default()).unwrap();
    let (of_servo, counted) = (servos.clone(), servos);
    let scrapers = scraper::Selector::parse(text).unwrap();
    let (of_scrapers, counted_by_scraper) = (scrapers.clone(), scrapers);
    let mut rows = vec![
        limpid(text),
        searched(
            "Servo's matcher",
            parse,
            move |document| lines(of_servo.select(document.root()).into_iter().map(of_limpid)),
            move |document| counted.select(document.root()).len(),
        ),
        searched(
            "scraper",
            Html::parse_document,
            move |document| lines(document.select(&of_scrapers).map(of_scraper)),
            move |document| document.select(&counted_by_scraper).count(),
        ),
    ];
    rows.extend(lexbor(text));
    rows
}

fn limpid(text: &'static str) -> Row {
    let selector = Selector::parse(text).unwrap();
    let counted = selector.clone();
    searched(
        "limpid",
        parse,
        move |document| lines(document.select(&selector).map(of_limpid)),
        move |document| document.select(&counted).count(),
    )
}

/// Creates a row that measures searches in parsed documents. The row first parses the pages, and calls `show` for the outputs to compare;
/// neither is measured.
fn searched<D: 'static>(
    name: &str,
    parse: fn(&str) -> D,
    show: impl Fn(&D) -> String + 'static,
    count: impl Fn(&D) -> usize + 'static,
) -> Row {
    Row::new(name, move |input| {
        let documents: Vec<D> = input.pages.iter().map(|page| parse(page)).collect();
        let outputs = documents.iter().map(|document| Some(show(document))).collect();
        let seconds = shortest(|| documents.iter().for_each(|document| _ = black_box(count(document))));
        (seconds, outputs)
    })
}

/// Parses with scripting, like scraper.
fn parse(page: &str) -> Document<'static> {
    ParseOptions::new().scripting(ScriptingMode::Normal).parse(page.to_owned())
}

/// Creates a row for lexbor, if `cargo xtask bench --foreign` has built its driver. Its output is not compared.
fn lexbor(selector: &'static str) -> Option<Row> {
    let program: PathBuf = std::env::current_exe().ok()?.parent().and_then(Path::parent)?.join("foreign/lexbor_bench");
    if !program.exists() {
        return None;
    }
    Some(Row::new("lexbor", move |input| {
        let output = Command::new(&program).arg("select").arg(&input.folder).args([selector, "0.2"]).output();
        let text = output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
        (text.split_whitespace().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(f64::NAN), Vec::new())
    }))
}

fn lines(elements: impl Iterator<Item = String>) -> String {
    elements.fold(String::new(), |text, element| text + &element + "\n")
}

/// Returns the name and the attributes of an element, in a format that limpid, Servo's matcher and scraper can produce.
fn of_limpid(element: NodeRef<'_>) -> String {
    let attributes = element.attributes().map(|attribute| format!(" {}={}", attribute.local_name(), attribute.value()));
    let mut attributes: Vec<_> = attributes.collect();
    attributes.sort();
    format!("{}{}", element.local_name(), attributes.concat())
}

fn of_scraper(element: ElementRef<'_>) -> String {
    let attributes = element.value().attrs.iter().map(|(name, value)| format!(" {}={value}", name.local));
    let mut attributes: Vec<_> = attributes.collect();
    attributes.sort();
    format!("{}{}", element.value().name(), attributes.concat())
}

/// Makes a page of about `nodes` nodes: sections of lists with links.
fn large_page(nodes: usize) -> String {
    let mut page = String::from("<!doctype html><body>");
    for section in 0..nodes / 50 {
        page += &format!("<section id=s{section} class='part n{}'><h2>Part</h2><ul>", section % 7);
        for item in 0..11 {
            page += &format!("<li class=item><a href='/{section}/{item}'>link</a> text");
        }
        page += "</ul></section>";
    }
    page
}
