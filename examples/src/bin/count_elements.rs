//! Counts the elements of a page by name while the page is read. No tree is built.
//!
//! `cargo run -p limpid-examples --bin count_elements < examples/pages/count_elements.html`

#![forbid(unsafe_code)]

use limpid::events::{Event, EventParser, OpenElements};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::BufRead;

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = limpid_examples::open()?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut parser = EventParser::new(|event: Event<'_>, _: &OpenElements| {
        if let Event::Enter(enter) = event {
            *counts.entry(enter.element.name_str.to_owned()).or_default() += 1;
        }
    });
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        parser.feed(&String::from_utf8_lossy(&line));
        line.clear();
    }
    let _ = parser.finish();
    for (name, count) in counts {
        println!("{count:5} {name}");
    }
    Ok(())
}
