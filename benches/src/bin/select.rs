//! Selectors on the pages of a folder: whether limpid, Servo's matcher on limpid's tree, and scraper find the same, and how
//! long each takes; then a document of a million nodes.
#![forbid(unsafe_code)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use limpid::{Document, NodeRef, ParseOptions, QuirksMode, ScriptingMode, Select, Selector};
use limpid_select::plain;
use scraper::{ElementRef, Html};

#[derive(Parser)]
#[command(name = "limpid-select-bench", about = "Measures selectors and compares what they find")]
struct Arguments {
    /// A folder of pages
    #[arg(default_value = "../shared/corpus/real")]
    folder: PathBuf,
    /// How long each selector is tried by each matcher, in milliseconds
    #[arg(long, default_value_t = 300)]
    time: u64,
    /// How many nodes the large document has
    #[arg(long, default_value_t = 1_000_000)]
    nodes: usize,
}

/// How often the matchers take turns.
const ROUNDS: u32 = 5;

const SELECTORS: &[&str] = &[
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

/// An element as both libraries can show it: its name and what its attributes say, in one text.
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

/// Microseconds of one run of a function, the shortest of as many as there is time for.
fn measure(time: Duration, mut run: impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let mut best = f64::INFINITY;
    while start.elapsed() < time {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    best
}

struct Page<'t> {
    ours: Document<'t>,
    theirs: Html,
}

/// The table of selectors on pages; the second value is how many selectors found something else somewhere.
fn table(pages: &[Page<'_>], time: Duration) -> (String, usize) {
    let mut table = String::from(
        "| selector | found | limpid µs | Servo's matcher | scraper |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    let mut differences = 0;
    let mut logarithms = [0.0; 2];
    for text in SELECTORS {
        let ours = Selector::parse(text).expect("a selector");
        let theirs = scraper::Selector::parse(text).expect("a selector");
        let mut count = 0;
        for page in pages {
            let found: Vec<_> = page.ours.select(&ours).collect();
            count += found.len();
            // In quirks mode classes and ids have no case, which scraper does not know.
            let is_quirky = page.ours.quirks_mode() == QuirksMode::Quirks;
            let is_same = found == plain::select(page.ours.root(), &ours)
                && (is_quirky
                    || found.iter().map(|element| of_limpid(*element)).eq(page.theirs.select(&theirs).map(of_scraper)));
            if !is_same {
                differences += 1;
                let all: Vec<_> = page.theirs.select(&theirs).map(of_scraper).collect();
                let first = found.iter().map(|element| of_limpid(*element)).zip(&all).find(|(a, b)| a != *b);
                eprintln!("{text}: {} and {}, first {first:?}", found.len(), all.len());
            }
        }
        let [mut limpid, mut servo, mut scraper] = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            let round = time / ROUNDS;
            let run = || pages.iter().map(|page| page.ours.select(&ours).count()).sum();
            limpid = limpid.min(measure(round, run));
            let run = || pages.iter().map(|page| plain::select(page.ours.root(), &ours).len()).sum();
            servo = servo.min(measure(round, run));
            let run = || pages.iter().map(|page| page.theirs.select(&theirs).count()).sum();
            scraper = scraper.min(measure(round, run));
        }
        logarithms[0] += (servo / limpid).ln();
        logarithms[1] += (scraper / limpid).ln();
        let code = text.replace('|', "\\|");
        table +=
            &format!("| `{code}` | {count} | {limpid:.0} | {:.1} × | {:.1} × |\n", servo / limpid, scraper / limpid);
    }
    let mean = |sum: f64| (sum / SELECTORS.len() as f64).exp();
    table += &format!("| geometric mean | | | {:.1} × | {:.1} × |\n", mean(logarithms[0]), mean(logarithms[1]));
    (table, differences)
}

/// A page with about so many nodes: sections of lists with links.
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

fn large(nodes: usize, time: Duration) -> String {
    let text = large_page(nodes);
    let document = limpid::parse(text.as_str());
    let last = nodes / 50 - 1;
    let mut table =
        format!("A document of {} nodes:\n\n| selector | found | ms |\n| --- | ---: | ---: |\n", document.node_count());
    let id = format!("#s{last}");
    let selectors = [
        "a",
        id.as_str(),
        ".item",
        "li:nth-child(2n)",
        "section.part > ul > li a",
        "section:has(h2 + ul) a",
        "h2 ~ ul li",
        "li:not(:first-child):not(:last-child)",
        "a[href$='/7']",
        "body:has(#nothing) a",
    ];
    for text in selectors {
        let selector = Selector::parse(text).expect("a selector");
        let count = document.select(&selector).count();
        let milliseconds = measure(time, || document.select(&selector).count()) / 1e3;
        table += &format!("| `{text}` | {count} | {milliseconds:.1} |\n");
    }
    table
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let time = Duration::from_millis(arguments.time);
    let mut texts = Vec::new();
    for entry in fs::read_dir(&arguments.folder).into_iter().flatten().flatten() {
        if let Ok(text) = fs::read_to_string(entry.path()) {
            texts.push(text);
        }
    }
    let mut pages = Vec::new();
    let mut other_trees = 0;
    // Scripting as scraper has it.
    let options = ParseOptions::new().scripting(ScriptingMode::Normal);
    let all = Selector::parse("*").expect("a selector");
    for text in &texts {
        let page = Page { ours: options.parse(text.as_str()), theirs: Html::parse_document(text) };
        let theirs = scraper::Selector::parse("*").expect("a selector");
        // Newer elements and contents of templates are elsewhere in scraper's tree.
        if page.ours.select(&all).map(of_limpid).eq(page.theirs.select(&theirs).map(of_scraper)) {
            pages.push(page);
        } else {
            other_trees += 1;
        }
    }
    println!("{} pages, {other_trees} more in which the trees differ.\n", pages.len());
    let (table, differences) = table(&pages, time);
    println!("{table}\nFound something else: {differences} times.\n");
    println!("{}", large(arguments.nodes, time));
    ExitCode::from(u8::from(differences != 0))
}
