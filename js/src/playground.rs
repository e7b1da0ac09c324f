//! What the playground needs in addition: reports and repairs.

use crate::tree::Tree;
use limpid::LineIndex;
use limpid::fix::{Fix, Fixer};
use limpid_report::Report;
use serde_json::{Value, json};
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Tree {
    /// Returns the report of the page for a frame of the playground, an HTML file. Parse the page with spans.
    pub fn report(&self, title: &str) -> String {
        let mut file = Vec::new();
        // Writing to memory does not fail.
        let _ = Report::new(title).embedded(true).write(&self.document, &mut file);
        String::from_utf8(file).unwrap_or_default()
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.document.node_count()
    }
}

/// The maximum number of repairs in the list, and of characters of each of their texts.
const LISTED: usize = 500;
const SHOWN_CHARS: usize = 80;

/// Returns the repairs of a source as JSON: the repaired source, the number of repairs, and for each of the first ones its errors, its
/// position in UTF-16 code units, and the source at that position before and after the repair.
#[wasm_bindgen]
pub fn repairs(source: &str) -> String {
    let fixes = Fixer::new().all(true).fixes(source);
    let lines = LineIndex::new(source);
    let list = fixes.list().iter().take(LISTED).map(|fix| {
        let span = fix.span();
        let [before, after] = before_and_after(source, fix);
        json!({
            "start": lines.utf_16_offset(span.start),
            "end": lines.utf_16_offset(span.end),
            "errors": fix.errors().iter().map(|error| error.code.as_str()).collect::<Vec<_>>(),
            "before": before,
            "after": after,
        })
    });
    json!({ "source": fixes.apply(source), "count": fixes.list().len(), "list": list.collect::<Value>() }).to_string()
}

/// Returns the source from the first edit of a repair to the last one, before and after the repair. Long parts are shortened in their middle.
fn before_and_after(source: &str, fix: &Fix) -> [String; 2] {
    let [mut before, mut after] = [String::new(), String::new()];
    let mut at = fix.span().start;
    for (span, text) in fix.edits().iter() {
        let unchanged = shortened(source.get(at as usize..span.start as usize).unwrap_or_default());
        before += &unchanged;
        before += &shortened(source.get(span.range()).unwrap_or_default());
        after += &unchanged;
        after += &shortened(text);
        at = span.end;
    }
    [before, after]
}

/// Replaces the middle of a long text with an ellipsis.
fn shortened(text: &str) -> Cow<'_, str> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    match (starts.nth(SHOWN_CHARS / 2), starts.nth(SHOWN_CHARS / 2), text.char_indices().rev().nth(SHOWN_CHARS / 2)) {
        (Some(start), Some(_), Some((end, _))) => format!("{}…{}", &text[..start], &text[end..]).into(),
        _ => text.into(),
    }
}
