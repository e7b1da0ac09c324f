//! A campaign against the law of [`limpid_laws::source_edits`], with figures:
//!
//!     cargo run --release -p limpid-laws --example source_edits -- 60 soups
//!     cargo run --release -p limpid-laws --example source_edits -- 60 pages ../shared/corpus/real
//!
//! The first argument is the time in seconds. It ends with the number of edits, how they were written, and the shortest failure.

use limpid::{Document, ParseOptions};
use limpid_laws::source_edits::{Outcome, check_edited, edit, normalized};
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
    std::panic::set_hook(Box::new(|_| {}));
    let recipe = Recipe::default();
    while Instant::now() < end {
        let page = match kind.as_str() {
            "pages" if !pages.is_empty() => pages[random.below(pages.len())].clone(),
            _ => recipe.document(&mut random).into_iter().take(4 + random.below(60)).collect(),
        };
        let spans = !random.one_in(4);
        let count = if kind == "pages" { 1 + random.below(3) } else { 1 + random.below(4) };
        let options = ParseOptions::new().spans(spans);
        let mut document = options.parse(&*page);
        let script = edit(&mut document, &mut random, count);
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
