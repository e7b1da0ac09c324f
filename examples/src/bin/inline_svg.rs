//! Replaces images of SVG files by the `<svg>` elements of the files. `alt` becomes `aria-label`, and `class` stays.
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
    page.edit("img[src$='.svg']", |page, image| {
        let node = page.try_node(image)?;
        let attribute = |name| node.attribute(name).map(str::to_owned);
        let (src, alt, class) = (attribute("src"), attribute("alt"), attribute("class"));
        let Some(file) = src.and_then(|src| files.get(src.as_str())) else { return Ok(()) };
        let fragment = page.create_contextual_fragment(image, file)?;
        let Some(svg) = page.try_node(fragment)?.first_element_child().map(NodeRef::id) else { return Ok(()) };
        for (name, value) in [("aria-label", alt), ("class", class)] {
            if let Some(value) = value {
                page.set_attribute(svg, name, &value)?;
            }
        }
        page.replace_with(image, svg)
    })?;
    println!("{page}");
    Ok(())
}
