//! Compares two versions of a page: which elements, attributes and texts were added or removed.
//!
//! `cargo run -p limpid-examples --bin compare_versions -- examples/pages/compare_versions.html examples/pages/compare_versions_new.html`

#![forbid(unsafe_code)]

use limpid::diff::DiffOptions;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(2).ok_or("pass the paths of two versions of a page")?;
    let (old, new) = (limpid_examples::read()?, std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?);
    let (old, new) = (limpid::parse_bytes(old), limpid::parse_bytes(new));
    for change in DiffOptions::new().ignore_white_space(true).diff(&old, &new) {
        println!("{change}");
    }
    Ok(())
}
