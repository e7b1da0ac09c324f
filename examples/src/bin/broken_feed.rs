//! Reads the entries of an RSS feed into structs, even if the feed is not well-formed XML.
//!
//! `cargo run -p limpid-examples --bin broken_feed -- examples/pages/broken_feed.xml`

#![forbid(unsafe_code)]

use limpid::NodeRef;
use std::error::Error;

struct Entry<'d> {
    title: Option<String>,
    link: Option<String>,
    date: Option<String>,
    thumbnail: Option<&'d str>,
}

/// Returns the first element with this name in an item. If an end tag is missing, the following elements are nested too deep. Even the next
/// item can be inside of this item.
fn first<'d>(item: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    let is_own = |node: &NodeRef<'_>| node.ancestors().find(|ancestor| ancestor.local_name() == "item") == Some(item);
    item.descendants().find(|node| node.qualified_name() == name && is_own(node))
}

fn entry(item: NodeRef<'_>) -> Entry<'_> {
    let text = |name| Some(first(item, name)?.child_text_content().trim().to_owned());
    Entry {
        title: text("title"),
        link: text("link"),
        date: text("pubDate"),
        thumbnail: first(item, "media:thumbnail").and_then(|thumbnail| thumbnail.attribute("url")),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let feed = limpid::xml::parse_bytes(limpid_examples::read()?);
    for Entry { title, link, date, thumbnail } in feed.select("item")?.map(entry) {
        println!("{}", title.as_deref().unwrap_or("no title"));
        println!("  link: {}", link.as_deref().unwrap_or("-"));
        println!("  date: {}", date.as_deref().unwrap_or("-"));
        println!("  thumbnail: {}", thumbnail.unwrap_or("-"));
    }
    Ok(())
}
