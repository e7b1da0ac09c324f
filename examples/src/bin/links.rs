//! Lists all links of a page as absolute URLs, each with its element and attribute.
//!
//! `cargo run -p limpid-examples --bin links -- examples/pages/links.html`

#![forbid(unsafe_code)]

use limpid::links::{Base, Url, links};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let document = limpid::parse_bytes(limpid_examples::read()?);
    let address = Url::parse("https://shop.example/teas/")?;
    let base = Base::new(&document, Some(&address));
    for link in links(&document) {
        if let Some(url) = base.resolve_link(&link) {
            println!("{} {} {url}", link.element, link.attribute);
        }
    }
    Ok(())
}
