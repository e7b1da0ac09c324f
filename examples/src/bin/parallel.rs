//! Counts the elements and the words of many pages in parallel. Each thread reuses its memory for all of its pages.
//!
//! `cargo run -p limpid-examples --bin parallel -- examples/pages/*.html`

#![forbid(unsafe_code)]

use limpid::{ParseOptions, Recycler};
use std::sync::Mutex;
use std::thread;

#[derive(Default)]
struct Totals {
    pages: usize,
    elements: usize,
    words: usize,
}

/// Takes paths from the shared iterator until it is empty, and counts the pages.
fn count(paths: &Mutex<impl Iterator<Item = String>>) -> Result<Totals, String> {
    let mut recycler = Recycler::new(ParseOptions::new().errors(false));
    let mut totals = Totals::default();
    loop {
        let Some(path) = paths.lock().unwrap().next() else { return Ok(totals) };
        let page = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        let document = recycler.parse_bytes(page);
        totals.pages += 1;
        totals.elements += document.descendants().filter(|node| node.is_element()).count();
        totals.words += document.inner_text().split_whitespace().count();
        recycler.recycle(document);
    }
}

fn main() -> Result<(), String> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let paths = Mutex::new(paths.into_iter());
    let mut sum = Totals::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| count(&paths))).collect();
        for thread in threads {
            let Totals { pages, elements, words } = thread.join().expect("a thread does not panic")?;
            sum.pages += pages;
            sum.elements += elements;
            sum.words += words;
        }
        Ok::<(), String>(())
    })?;
    println!("{} pages, {} elements, {} words", sum.pages, sum.elements, sum.words);
    Ok(())
}
