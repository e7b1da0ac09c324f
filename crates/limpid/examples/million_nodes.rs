//! Measures common operations on a document with a million nodes: building, writing, parsing, selecting, editing, compacting, dropping.
//!
//! `cargo run --release -p limpid --example million_nodes`

use limpid::{Document, NodeId, NodeRef, Selector, SerializeOptions};
use std::error::Error;
use std::time::Instant;

const NODES: usize = 1_000_000;
/// A section contains a heading, a comment, and a paragraph with text, emphasis and a link. Text nodes and the section itself are counted, too.
const NODES_PER_SECTION: usize = 10;

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what:<60} {:>8.1} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn build() -> Result<Document<'static>, Box<dyn Error>> {
    let mut document = Document::new();
    let child = |document: &mut Document<'_>, parent: NodeId, name: &str, text: &str| {
        let element = document.create_element(name).unwrap();
        document.node_mut(parent)?.append(element)?;
        if !text.is_empty() {
            let text = document.create_text(text).unwrap();
            document.node_mut(element)?.append(text)?;
        }
        Ok::<_, limpid::MutationError>(element)
    };
    let root = document.root().id();
    let html = child(&mut document, root, "html", "")?;
    let body = child(&mut document, html, "body", "")?;
    for number in 0..NODES / NODES_PER_SECTION {
        let section = child(&mut document, body, "section", "")?;
        document.node_mut(section)?.set_attribute("id", &format!("s{number}"))?;
        child(&mut document, section, "h2", "A heading")?;
        let p = child(&mut document, section, "p", "Some text with ")?;
        child(&mut document, p, "em", "emphasis")?;
        let link = child(&mut document, p, "a", "a link")?;
        document.node_mut(link)?.set_attribute("href", "https://example.org/")?;
        let end = document.create_comment("end").unwrap();
        document.node_mut(section)?.append(end)?;
    }
    Ok(document)
}

fn main() -> Result<(), Box<dyn Error>> {
    let built = timed("built by create and append", build)?;
    let html = timed("written", || built.to_html());
    println!("{} nodes, {:.1} MB", built.descendants().count() + 1, html.len() as f64 / 1e6);
    timed("dropped", || drop(built));

    let mut document = timed("parsed", || limpid::parse(html.as_str()));
    let [link, heading, last, odd, strong] =
        ["section > p a[href^='https:']", "h2, h3", "#s99999", "section:nth-child(odd)", "p:has(> strong > a[rel])"]
            .map(Selector::parse);
    let (link, heading, last, odd, strong) = (link?, heading?, last?, odd?, strong?);
    let ids = |document: &Document<'_>, selector: &Selector| -> Vec<NodeId> {
        document.select(selector).map(NodeRef::id).collect()
    };
    let links = timed("100,000 links selected", || ids(&document, &link));
    timed("links selected again", || ids(&document, &link));
    timed("100,000 headings selected", || ids(&document, &heading));
    for time in ["", ", a second time", ", a third time"] {
        let what = format!("the last section selected by its id{time}");
        timed(&what, || document.select_first(&last).map(NodeRef::id)).ok_or("a section")?;
    }
    timed("an attribute set on each", || {
        links.iter().try_for_each(|&link| document.node_mut(link)?.set_attribute("rel", "nofollow"))
    })?;
    let emphasis = ids(&document, &Selector::parse("em")?);
    timed("100,000 elements unwrapped", || {
        emphasis.iter().try_for_each(|&element| document.node_mut(element)?.replace_with_children())
    })?;
    timed("100,000 elements wrapped", || {
        links.iter().try_for_each(|&link| document.node_mut(link)?.wrap("strong").map(drop))
    })?;
    timed("100,000 paragraphs selected by descendants and renamed", || {
        ids(&document, &strong).iter().try_for_each(|&p| document.node_mut(p)?.rename("div"))
    })?;
    timed("50,000 subtrees selected and removed", || {
        ids(&document, &odd).iter().try_for_each(|&section| document.node_mut(section)?.remove())
    })?;
    let top = document.root().id();
    timed("adjacent texts merged", || document.node_mut(top)?.normalize())?;
    timed("compacted", || document.compact())?;
    let copy = timed("cloned", || document.clone());
    timed("dropped", || drop(copy));
    let body = document.body().map(NodeRef::id).ok_or("a body")?;
    timed("subtree of the body cloned", || document.node_mut(body)?.clone_subtree())?;
    let mut html = String::new();
    timed("written pretty", || document.root().write_html(&mut html, &SerializeOptions::pretty()))?;
    timed("as text", || document.inner_text());
    timed("as Markdown", || document.to_markdown());
    timed("invariants checked", || limpid_dom::invariants::check(&document))?;
    timed("dropped", || drop(document));
    Ok(())
}
