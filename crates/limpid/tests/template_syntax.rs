//! Source edits do not change template code.

use limpid::{ParseOptions, SourceOptions, SourceRule};

/// Replaces the first text that contains a word, and returns the edited source.
fn with_text(source: &str, word: &str, text: &str, widen: bool) -> Result<String, SourceRule> {
    let mut page = ParseOptions::new().spans(true).parse(source);
    let node = page.descendants().find(|node| node.text().is_some_and(|text| text.contains(word))).unwrap().id();
    page.node_mut(node).unwrap().set_text(text).unwrap();
    let edits = page.source_edits(&SourceOptions::new().widen(widen)).map_err(|error| error.rule)?;
    Ok(edits.apply(page.source()).unwrap())
}

#[test]
fn text_around_template_code_can_be_edited() {
    assert_eq!(with_text("<p>One {{ a && b }}", "One", "Two {{ a && b }}", false).unwrap(), "<p>Two {{ a && b }}");
    assert_eq!(with_text("<p>{{ a }}", "a", "One", false).unwrap(), "<p>One");
    assert_eq!(with_text("<p>{{ a && b }}", "a", "{{ a && c }}", false).unwrap_err(), SourceRule::TemplateSyntax);
}

#[test]
fn rewritten_markup_keeps_template_code() {
    assert_eq!(with_text("<p>One {{ a }}", "One", "Two {{ a }}!", false).unwrap(), "<p>Two {{ a }}!");
    let changed = with_text("<p>One {{ a && b }}", "One", "Two {{ a && b }}!", false);
    assert_eq!(changed, Err(SourceRule::TemplateSyntax));
}
