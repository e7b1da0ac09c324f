//! Prints the metadata of a page: title, description, canonical URL, OpenGraph, language, author, date, JSON-LD.
//!
//! `cargo run -p limpid-examples --bin metadata -- examples/pages/metadata.html`

#![forbid(unsafe_code)]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let document = limpid::parse_bytes(limpid_examples::read()?);
    let first = |selector: &str, attribute| document.select_first(selector).ok()??.attribute(attribute);
    let title = document.title();
    let published = first("meta[property='article:published_time']", "content").or(first("time[datetime]", "datetime"));
    let fields = [
        ("title", title.as_deref()),
        ("description", first("meta[name=description i]", "content")),
        ("canonical", first("link[rel~=canonical i]", "href")),
        ("language", document.document_element().and_then(|html| html.attribute("lang"))),
        ("author", first("meta[name=author i]", "content")),
        ("published", published),
    ];
    for (name, value) in fields {
        println!("{name}: {}", value.unwrap_or("-"));
    }
    for meta in document.select("meta[property^='og:'][content]")? {
        let (Some(property), Some(content)) = (meta.attribute("property"), meta.attribute("content")) else { continue };
        println!("{property}: {content}");
    }
    for script in document.select("script[type='application/ld+json' i]")? {
        println!("JSON-LD: {}", script.text_content().trim());
    }
    Ok(())
}
