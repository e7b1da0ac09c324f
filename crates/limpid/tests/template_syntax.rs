//! Source edits leave the code of templates alone.

use limpid::{ParseOptions, SourceOptions, SourceRule};

/// Changes the first text that has a word, and returns the source.
fn with_text(source: &str, word: &str, text: &str, widen: bool) -> Result<String, SourceRule> {
    let mut page = ParseOptions::new().spans(true).parse(source);
    let node = page.descendants().find(|node| node.text().is_some_and(|text| text.contains(word))).unwrap().id();
    page.node_mut(node).unwrap().set_text(text).unwrap();
    let edits = page.source_edits(&SourceOptions::new().widen(widen)).map_err(|error| error.rule)?;
    Ok(edits.apply(page.source()).unwrap())
}

#[test]
fn a_text_can_be_edited_around_it() {
    assert_eq!(with_text("<p>One {{ a && b }}", "One", "Two {{ a && b }}", false).unwrap(), "<p>Two {{ a && b }}");
    assert_eq!(with_text("<p>{{ a }}", "a", "One", false).unwrap(), "<p>One");
    assert_eq!(with_text("<p>{{ a && b }}", "a", "{{ a && c }}", false).unwrap_err(), SourceRule::TemplateSyntax);
}

#[test]
fn what_is_written_anew_has_it_as_it_was() {
    assert_eq!(with_text("<p>One {{ a }}", "One", "Two {{ a }}!", false).unwrap(), "<p>Two {{ a }}!");
    let changed = with_text("<p>One {{ a && b }}", "One", "Two {{ a && b }}!", false);
    assert_eq!(changed, Err(SourceRule::TemplateSyntax));
}
