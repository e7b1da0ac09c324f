//! Replaces each `<img>` that shows an SVG file with the `<svg>` element of the file. `alt` becomes `aria-label`, and `class` is kept.
//!
//! `cargo run -p limpid-examples --bin inline_svg -- examples/pages/inline_svg.html`

#![forbid(unsafe_code)]

use limpid::NodeRef;
use std::collections::HashMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let files = HashMap::from([
        ("icons/cart.svg", include_str!("../../pages/icons/cart.svg")),
        ("icons/leaf.svg", include_str!("../../pages/icons/leaf.svg")),
    ]);
    let mut page = limpid::parse_bytes(limpid_examples::read()?);
    page.edit("img[src$='.svg']", |image| {
        let attribute = |name| image.as_ref().attribute(name).map(str::to_owned);
        let (src, alt, class) = (attribute("src"), attribute("alt"), attribute("class"));
        let Some(file) = src.and_then(|src| files.get(src.as_str())) else { return Ok(()) };
        let fragment = image.create_contextual_fragment(file)?;
        let svg = image.document_mut().node(fragment).and_then(NodeRef::first_element_child).map(NodeRef::id);
        let Some(svg) = svg else { return Ok(()) };
        for (name, value) in [("aria-label", alt), ("class", class)] {
            if let Some(value) = value {
                image.document_mut().node_mut(svg)?.set_attribute(name, &value)?;
            }
        }
        image.replace_with(svg)
    })?;
    println!("{page}");
    Ok(())
}
