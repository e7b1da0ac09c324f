//! Selectors on the pages of a folder: whether limpid, Servo's matcher on limpid's tree, and scraper find the same, and how
//! long each takes; lexbor as well, if its driver is named; then a document of a million nodes.
//!
//! The driver is what `cargo xtask bench-foreign --parser lexbor` leaves in `target/benches/foreign/lexbor_bench`.
#![forbid(unsafe_code)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use limpid::{Document, NodeRef, ParseOptions, QuirksMode, ScriptingMode, Selector};
use scraper::{ElementRef, Html};

#[derive(Parser)]
#[command(name = "limpid-select-bench", about = "Measures selectors and compares what they find")]
struct Arguments {
    /// A folder of pages [default: the real pages]
    #[arg(default_value_os_t = limpid_pages::data::real_pages_folder(), hide_default_value = true)]
    folder: PathBuf,
    /// The time for each selector and matcher, in milliseconds
    #[arg(long, default_value_t = 300)]
    time: u64,
    /// lexbor's driver, `lexbor_bench`
    #[arg(long)]
    lexbor: Option<PathBuf>,
    /// The number of nodes of the large document
    #[arg(long, default_value_t = 1_000_000)]
    nodes: usize,
}

/// The number of times that the matchers take turns.
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

/// lexbor's driver, and a folder with the pages that it shall read.
struct Lexbor<'a> {
    program: &'a Path,
    folder: PathBuf,
}

impl Lexbor<'_> {
    /// Returns the number of elements found, and the microseconds of the shortest run; `None` for an unknown selector.
    fn select(&self, selector: &str, time: Duration) -> Option<(usize, f64)> {
        let mut command = Command::new(self.program);
        command.arg("select").arg(&self.folder).args([selector, &time.as_secs_f64().to_string()]);
        let output = command.output().ok().filter(|output| output.status.success())?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (found, seconds) = text.trim().split_once(' ')?;
        Some((found.parse().ok()?, seconds.parse::<f64>().ok()? * 1e6))
    }
}

struct Page<'t> {
    text: &'t str,
    ours: Document<'t>,
    theirs: Html,
}

/// The table of selectors on pages; the second value is how many selectors found something else somewhere.
fn table(pages: &[Page<'_>], lexbor: Option<&Lexbor<'_>>, time: Duration) -> (String, usize) {
    let mut table = String::from(
        "| selector | found | limpid µs | Servo's matcher | scraper | lexbor |\n| --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut differences = 0;
    let mut ratios = [const { Vec::new() }; 3];
    for text in SELECTORS {
        let ours = Selector::parse(text).expect("a selector");
        let servos = limpid_testing::servo::Selector::parse(text, &Default::default()).expect("a selector");
        let theirs = scraper::Selector::parse(text).expect("a selector");
        let mut count = 0;
        for page in pages {
            let found: Vec<_> = page.ours.select(&ours).collect();
            count += found.len();
            // In quirks mode classes and ids have no case, which scraper does not know.
            let is_quirky = page.ours.quirks_mode() == QuirksMode::Quirks;
            let is_same = found == servos.select(page.ours.root())
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
            let run = || pages.iter().map(|page| servos.select(page.ours.root()).len()).sum();
            servo = servo.min(measure(round, run));
            let run = || pages.iter().map(|page| page.theirs.select(&theirs).count()).sum();
            scraper = scraper.min(measure(round, run));
        }
        let lexbor = lexbor.and_then(|lexbor| lexbor.select(text, time));
        if let Some((found, _)) = lexbor.filter(|(found, _)| *found != count) {
            eprintln!("{text}: lexbor finds {found}, not {count}");
        }
        let times = [Some(servo), Some(scraper), lexbor.map(|(_, time)| time)];
        let code = text.replace('|', "\\|");
        table += &format!("| `{code}` | {count} | {limpid:.0} |");
        for (time, ratios) in times.iter().zip(&mut ratios) {
            let ratio = time.map(|time| time / limpid);
            ratios.extend(ratio);
            table += &cell(ratio);
        }
        table += "\n";
    }
    table += "| geometric mean | | |";
    for ratios in ratios {
        let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        table += &cell((!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp()));
    }
    table += "\n";
    (table, differences)
}

fn cell(ratio: Option<f64>) -> String {
    ratio.map_or(" – |".to_owned(), |ratio| format!(" {ratio:.1} × |"))
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
        let page = Page { text, ours: options.parse(text.as_str()), theirs: Html::parse_document(text) };
        let theirs = scraper::Selector::parse("*").expect("a selector");
        // Newer elements and contents of templates are elsewhere in scraper's tree.
        if page.ours.select(&all).map(of_limpid).eq(page.theirs.select(&theirs).map(of_scraper)) {
            pages.push(page);
        } else {
            other_trees += 1;
        }
    }
    println!("{} pages, {other_trees} more in which the trees differ.\n", pages.len());
    let lexbor = arguments.lexbor.as_deref().map(|program| {
        let folder = std::env::temp_dir().join(format!("limpid-select-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for lexbor's pages");
        for (number, page) in pages.iter().enumerate() {
            fs::write(folder.join(format!("{number:03}.html")), page.text).expect("a page for lexbor");
        }
        Lexbor { program, folder }
    });
    let (table, differences) = table(&pages, lexbor.as_ref(), time);
    if let Some(lexbor) = lexbor {
        let _ = fs::remove_dir_all(lexbor.folder);
    }
    println!("{table}\nFound something else: {differences} times.\n");
    println!("{}", large(arguments.nodes, time));
    ExitCode::from(u8::from(differences != 0))
}
