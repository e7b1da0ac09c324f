//! Reports images without `alt`, duplicate ids, links without text and parse errors, as `file:line:column: message`.
//!
//! `cargo run -p limpid-examples --bin lint -- examples/pages/lint.html`

#![forbid(unsafe_code)]

use limpid::{LineIndex, NodeRef, ParseOptions, Span};
use std::collections::HashSet;
use std::error::Error;

/// Whether a link has text for a screen reader.
fn has_text(link: NodeRef<'_>) -> bool {
    let names = link.inclusive_descendants().flat_map(|node| [node.attribute("aria-label"), node.attribute("alt")]);
    let mut names = names.flatten();
    names.any(|name| !name.trim().is_empty()) || !link.inner_text().trim().is_empty()
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("-".to_owned());
    let document = ParseOptions::new().spans(true).parse_bytes(limpid_examples::read()?);
    let mut findings: Vec<(Option<Span>, String)> = Vec::new();
    for image in document.select("img:not([alt])")? {
        findings.push((image.start_tag(), "the image has no alt".to_owned()));
    }
    let mut ids = HashSet::new();
    for id in document.select("[id]")?.filter_map(|node| node.attribute_node("id")) {
        if !ids.insert(id.value()) {
            findings.push((id.value_span(), format!("the id {:?} is used twice", id.value())));
        }
    }
    for link in document.select("a[href]")?.filter(|&link| !has_text(link)) {
        findings.push((link.start_tag(), "the link has no text".to_owned()));
    }
    // The parser reports an error for each character of misplaced text, so adjacent errors are joined.
    for errors in document.errors().chunk_by(|a, b| a.code == b.code && a.span.end == b.span.start) {
        findings.push((Some(errors[0].span), errors[0].to_string()));
    }
    findings.sort();
    let lines = LineIndex::new(document.source());
    for (span, message) in findings {
        let position = lines.line_column(span.map_or(0, |span| span.start));
        println!("{file}:{position}: {message}");
    }
    Ok(())
}
