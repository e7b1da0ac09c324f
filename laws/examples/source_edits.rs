//! A campaign against the law of [`limpid_laws::source_edits`], with figures:
//!
//!     cargo run --release -p limpid-laws --example source_edits -- 60 soups
//!     cargo run --release -p limpid-laws --example source_edits -- 60 pages ../shared/corpus/real
//!
//!     cargo run --release -p limpid-laws --example source_edits -- 60 usual ../shared/corpus/real
//!     cargo run --release -p limpid-laws --example source_edits -- 10 speed ../shared/corpus/real
//!
//! The first argument is the time in seconds. It ends with the number of edits, how they were written, and the shortest failure.

use limpid::{Document, ParseOptions};
use limpid_laws::source_edits::{Kinds, Outcome, check_edited, edit, normalized};
use limpid_pages::{Random, Recipe};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Figures {
    documents: u64,
    edits: u64,
    in_place: u64,
    widened: u64,
    refused: u64,
    failures: u64,
    shortest: Option<String>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(10);
    let kind = arguments.next().unwrap_or_else(|| "soups".to_owned());
    let pages: Vec<String> = arguments.next().map(|folder| read(Path::new(&folder))).unwrap_or_default();
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut figures = Figures::default();
    let mut random = Random::new(seed);
    if kind == "speed" {
        return speed(&pages, end);
    }
    std::panic::set_hook(Box::new(|_| {}));
    let recipe = Recipe::default();
    let kinds = if kind == "usual" { Kinds::Usual } else { Kinds::Any };
    while Instant::now() < end {
        let page = match kind.as_str() {
            "pages" | "usual" if !pages.is_empty() => pages[random.below(pages.len())].clone(),
            _ => recipe.document(&mut random).into_iter().take(4 + random.below(60)).collect(),
        };
        let spans = !random.one_in(4);
        let count = if kind != "soups" { 1 + random.below(3) } else { 1 + random.below(4) };
        let options = ParseOptions::new().spans(spans);
        let mut document = options.parse(&*page);
        let script = edit(&mut document, &mut random, count, kinds);
        figures.documents += 1;
        figures.edits += script.len() as u64;
        try_law(&document, &script, &mut figures);
    }
    let Figures { documents, edits, in_place, widened, refused, failures, shortest } = figures;
    println!(
        "{documents} documents, {edits} edits: {in_place} in place, {widened} widened, {refused} refused; {failures} failures"
    );
    if let Some(shortest) = shortest {
        println!("{}", shortest.chars().take(4000).collect::<String>());
        std::process::exit(1);
    }
}

/// A change of a node.
type Change = fn(&mut Document<'_>, limpid::NodeId);

/// Times `to_source` after one edit beside a parse, on pages of about 300 KB.
fn speed(pages: &[String], end: Instant) {
    let mut page =
        pages.iter().filter(|page| page.len() < 400_000).max_by_key(|page| page.len()).cloned().unwrap_or_default();
    page.truncate((0..=page.len().min(300_000)).rev().find(|&at| page.is_char_boundary(at)).unwrap_or(0));
    let options = ParseOptions::new().spans(true);
    let document = options.parse(&*page);
    let element = |document: &Document<'_>, name: &str| {
        let all: Vec<_> =
            document.descendants().filter(|node| node.local_name() == name).map(limpid::NodeRef::id).collect();
        all.get(all.len() / 2).copied()
    };
    let edits: [(&str, Change); 4] = [
        ("attribute", |document, node| document.set_attribute(node, "data-x", "y").unwrap_or_default()),
        ("text", |document, node| document.set_text_content(node, "new text").unwrap_or_default()),
        ("removal", |document, node| document.detach(node).unwrap_or_default()),
        ("insertion", |document, node| {
            let new = document.create_element("b").expect("room");
            document.insert_after(node, new).unwrap_or_default();
        }),
    ];
    let least = |run: &mut dyn FnMut()| {
        let mut least = Duration::MAX;
        for _ in 0..400 {
            let start = Instant::now();
            run();
            least = least.min(start.elapsed());
            if Instant::now() > end {
                break;
            }
        }
        least
    };
    let parse = least(&mut || drop(std::hint::black_box(options.parse(&*page))));
    println!("{} bytes, {} nodes: a parse takes {parse:?}", page.len(), document.node_count());
    for (name, change) in edits {
        let Some(node) = element(&document, "a") else { return };
        let mut edited = document.clone();
        change(&mut edited, node);
        let time = least(&mut || drop(std::hint::black_box(edited.to_source())));
        println!(
            "{name}: {time:?}, {:.3} of a parse{}",
            time.as_secs_f64() / parse.as_secs_f64(),
            if edited.to_source().is_ok() { "" } else { ", refused" }
        );
    }
}

fn try_law(document: &Document<'_>, script: &[String], figures: &mut Figures) {
    let mut again = |source: &str| normalized(&limpid::parse(source));
    match catch_unwind(AssertUnwindSafe(|| check_edited(document, script, &mut again))) {
        Ok(Outcome::InPlace) => figures.in_place += 1,
        Ok(Outcome::Widened) => figures.widened += 1,
        Ok(Outcome::Refused) => figures.refused += 1,
        Err(panic) => {
            figures.failures += 1;
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            let message = format!("{script:?}\n{}\n{message}", document.source());
            if figures.shortest.as_ref().is_none_or(|shortest| message.len() < shortest.len()) {
                figures.shortest = Some(message);
            }
        }
    }
}

/// The files of a folder, at any depth, that are UTF-8.
fn read(folder: &Path) -> Vec<String> {
    let mut pages = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => pages.extend(std::fs::read_to_string(&path)),
            }
        }
    }
    pages
}
