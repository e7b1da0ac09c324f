//! What the playground needs in addition: reports and repairs.

use crate::tree::Tree;
use limpid::LineIndex;
use limpid::fix::Fixer;
use limpid_report::Report;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Tree {
    /// Returns the report of the page, an HTML file. Parse the page with spans.
    pub fn report(&self, title: &str) -> String {
        let mut file = Vec::new();
        // Writing to memory does not fail.
        let _ = Report::new(title).write(&self.document, &mut file);
        String::from_utf8(file).unwrap_or_default()
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.document.node_count()
    }
}

/// Returns the repairs of a source as JSON: the repaired source, and for each repair its errors and its position in UTF-16 code units.
#[wasm_bindgen]
pub fn repairs(source: &str) -> String {
    let fixes = Fixer::new().all(true).fixes(source);
    let lines = LineIndex::new(source);
    let list = fixes.list().iter().map(|fix| {
        let span = fix.span();
        json!({
            "start": lines.utf_16_offset(span.start),
            "end": lines.utf_16_offset(span.end),
            "errors": fix.errors().iter().map(|error| error.code.as_str()).collect::<Vec<_>>(),
            "before": source.get(span.range()),
            "after": fix.edits().iter().map(|(_, text)| text).collect::<String>(),
        })
    });
    json!({ "source": fixes.apply(source), "list": list.collect::<Value>() }).to_string()
}
