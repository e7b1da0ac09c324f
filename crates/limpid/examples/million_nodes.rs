//! A document of a million nodes: built by hand, written, parsed, edited, compacted, dropped, each with its time.
//!
//! `cargo run --release -p limpid --example million_nodes`

use limpid::{Document, LocalName, NodeId, NodeRef, SerializeOptions};
use std::error::Error;
use std::time::Instant;

const NODES: usize = 1_000_000;
/// A section with its heading, and a paragraph with text, emphasis and a link, each with their texts.
const NODES_PER_SECTION: usize = 10;

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what:<40} {:>8.1} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn build() -> Result<Document<'static>, Box<dyn Error>> {
    let mut document = Document::new();
    let child = |document: &mut Document<'_>, parent: NodeId, name: &str, text: &str| {
        let element = document.create_element(name);
        document.append(parent, element)?;
        if !text.is_empty() {
            let text = document.create_text(text);
            document.append(element, text)?;
        }
        Ok::<_, limpid::MutationError>(element)
    };
    let root = document.root().id();
    let html = child(&mut document, root, "html", "")?;
    let body = child(&mut document, html, "body", "")?;
    for number in 0..NODES / NODES_PER_SECTION {
        let section = child(&mut document, body, "section", "")?;
        document.set_attribute(section, "id", &format!("s{number}"))?;
        child(&mut document, section, "h2", "A heading")?;
        let p = child(&mut document, section, "p", "Some text with ")?;
        child(&mut document, p, "em", "emphasis")?;
        let link = child(&mut document, p, "a", "a link")?;
        document.set_attribute(link, "href", "https://example.org/")?;
        let end = document.create_comment("end");
        document.append(section, end)?;
    }
    Ok(document)
}

fn main() -> Result<(), Box<dyn Error>> {
    let built = timed("built by create and append", build)?;
    let html = timed("written", || built.to_html());
    println!("{} nodes, {:.1} MB", built.descendants().count() + 1, html.len() as f64 / 1e6);
    timed("dropped", || drop(built));

    let mut document = timed("parsed", || limpid::parse(html.as_str()));
    let links: Vec<NodeId> = timed("100,000 links found", || {
        document.descendants().filter(|node| node.is_html(LocalName::A)).map(NodeRef::id).collect()
    });
    timed("an attribute set on each", || {
        links.iter().try_for_each(|&link| document.set_attribute(link, "rel", "nofollow"))
    })?;
    let emphasis: Vec<NodeId> =
        document.descendants().filter(|node| node.is_html(LocalName::EM)).map(NodeRef::id).collect();
    timed("100,000 elements unwrapped", || emphasis.iter().try_for_each(|&element| document.unwrap(element)))?;
    timed("100,000 elements wrapped", || {
        links.iter().try_for_each(|&link| {
            let wrapper = document.create_element("strong");
            document.wrap(link, wrapper)
        })
    })?;
    let sections: Vec<NodeId> = document.body().into_iter().flat_map(NodeRef::children).map(NodeRef::id).collect();
    timed("50,000 subtrees removed", || sections.iter().step_by(2).try_for_each(|&section| document.remove(section)))?;
    let top = document.root().id();
    timed("neighbouring texts joined", || document.normalize(top))?;
    timed("compacted", || document.compact())?;
    let copy = timed("cloned", || document.clone());
    timed("dropped", || drop(copy));
    let body = document.body().map(NodeRef::id).ok_or("a body")?;
    timed("subtree of the body cloned", || document.clone_subtree(body))?;
    let mut html = String::new();
    timed("written pretty", || document.write_html(&mut html, &SerializeOptions::pretty()))?;
    timed("as text", || document.inner_text());
    timed("as Markdown", || document.to_markdown());
    timed("invariants checked", || limpid::invariants::check(&document))?;
    timed("dropped", || drop(document));
    Ok(())
}
