//! Adds an id to each heading that has none, and lists the headings in `<nav id=toc>`. All other bytes of the page stay unchanged.
//!
//! `cargo run -p limpid-examples --bin table_of_contents -- examples/pages/table_of_contents.html`

#![forbid(unsafe_code)]

use limpid::{InsertPosition, NodeRef, SourceOptions, escape};
use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

/// Returns an ID made of the words of a text, with a number if the ID is already used.
fn slug(text: &str, ids: &mut HashSet<String>) -> String {
    let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let slug = words.join("-").to_lowercase();
    let (mut id, mut number) = (slug.clone(), 1);
    while id.is_empty() || !ids.insert(id.clone()) {
        number += 1;
        id = format!("{slug}-{number}");
    }
    id
}

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = limpid_examples::read()?;
    let mut page = limpid::parse_bytes(&bytes);
    let ids = page.select("[id]")?.filter_map(|node| node.attribute("id"));
    let mut ids: HashSet<String> = ids.map(str::to_owned).collect();
    let headings: Vec<_> = page.select("h2, h3, h4")?.map(NodeRef::id).collect();
    let (mut list, mut depth) = (String::new(), 1);
    for heading in headings {
        let mut heading = page.node_mut(heading)?;
        let node = heading.as_ref();
        let (level, text) = (node.local_name()[1..].parse::<u32>()?, node.inner_text());
        let id = match node.attribute("id") {
            Some(id) => id.to_owned(),
            None => slug(&text, &mut ids),
        };
        heading.set_attribute("id", &id)?;
        // The parser adds the end tags of the items.
        while depth < level {
            list += "<ul>";
            depth += 1;
        }
        while depth > level {
            list += "</ul>";
            depth -= 1;
        }
        write!(list, "<li><a href=\"#{}\">{}</a>", escape::attribute(&id), escape::text(&text))?;
    }
    let toc = page.element_by_id("toc").ok_or("the page has no element with the id toc")?.id();
    page.node_mut(toc)?.insert_adjacent_html(InsertPosition::BeforeEnd, &list)?;
    page.indent_inserted()?;
    let edits = page.source_edits(&SourceOptions::new())?;
    std::io::stdout().write_all(&page.edit_bytes(&bytes, &edits)?)?;
    Ok(())
}
