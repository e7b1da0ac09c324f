//! Highlighting between the source and the tree.

use crate::chromium::{Chromium, Test};
use crate::report::{Report, page};
use crate::tab::{LIGHT, Look, Tab};
use limpid::{Document, NodeRef, ParseOptions, Span};

pub(crate) const TESTS: &[Test] = &[
    ("a node highlights its tags and its content", node_highlights_the_source),
    ("a node in the source highlights its row in the tree", source_highlights_the_tree),
    ("every node of a page highlights its source range", every_node),
    ("a click in the source expands the tree", click_in_the_source),
    ("hovering over a node scrolls the source to it", hovering_scrolls),
];

/// Returns an expression for the text of all source pieces with a class.
pub(crate) fn source_with(class: &str) -> String {
    format!("[...document.querySelectorAll('.code > .{class}')].map((piece) => piece.textContent).join('')")
}

/// Returns an expression for the row of the tree with this label.
pub(crate) fn node(label: &str) -> String {
    format!(
        "[...document.querySelectorAll('.node')].find((row) => row.querySelector('.label').textContent === {label:?})"
    )
}

/// Returns an expression for the source piece with this text.
pub(crate) fn piece(text: &str) -> String {
    format!("[...document.querySelectorAll('.code > span')].find((piece) => piece.textContent === {text:?})")
}

fn node_highlights_the_source(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html>\n<p class=x>One <b>two</b></p><table><tr><td>😀é</table>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.hover(&node("<p class=\"x\">"));
    tab.wait("document.querySelector('.lit-tag')");
    assert_eq!(tab.text(&source_with("lit-tag")), "<p class=x>");
    assert_eq!(tab.text(&source_with("lit-inside")), "One <b>two</b>");
    assert_eq!(tab.text(&source_with("lit-end")), "</p>");
    assert_eq!(tab.text("document.querySelector('#place').textContent"), "html › body › p · 2:1");

    // An implied element highlights its content.
    tab.hover(&node("<tbody>"));
    tab.wait("!document.querySelector('.lit-tag')");
    assert_eq!(tab.text(&source_with("lit-inside")), "<tr><td>😀é");
    tab.hover(&node("“😀é”"));
    tab.wait("document.querySelectorAll('.lit-inside, .lit-tag').length === 1");
    assert_eq!(tab.text(&source_with("lit-tag")), "😀é");

    tab.hover("document.querySelector('h1')");
    tab.wait("!document.querySelector('.lit-tag, .lit-inside, .lit')");
}

fn source_highlights_the_tree(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><p>One <b>two</b> </nothing>three</p><table>moved<tr><td>x</table>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let lit = "[...document.querySelectorAll('.node.lit .label')].map((label) => label.textContent).join()";
    for (text, label) in [
        ("two", "“two”"),
        ("b", "<b>"),
        ("p", "<p>"),
        ("moved", "“moved”"),
        ("x", "“x”"),
        // An ignored tag belongs to the element around it, although the texts before and after it are one node.
        ("</nothing>", "<p>"),
    ] {
        tab.hover(&piece(text));
        tab.wait(&format!("{lit} === {label:?}"));
    }
    tab.hover("document.querySelector('h1')");
    tab.wait(&format!("{lit} === ''"));
}

/// Returns the nodes except white space, with their source ranges from the library. The range of an element that was created for an
/// end tag is this end tag.
fn spans<'d>(document: &'d Document<'_>) -> Vec<(NodeRef<'d>, Option<Span>)> {
    let is_shown = |node: &NodeRef<'_>| node.text().is_none_or(|text| !text.trim().is_empty());
    document.descendants().filter(is_shown).map(|node| (node, node.span().or(node.end_tag()))).collect()
}

fn every_node(chromium: &mut Chromium) {
    let source = page("tour.html");
    let document = ParseOptions::new().spans(true).parse(&source[..]);
    let report = Report::of(&source);
    let tall = Look { height: 3000, ..LIGHT };
    let mut tab = Tab::open(chromium, &report.file(), tall);
    let expected = spans(&document);
    let rows = tab.number("document.querySelectorAll('.node').length");
    assert_eq!(rows as usize, expected.len());
    tab.click("document.querySelector('.node')");
    tab.press("Home");
    let mut checked = 0;
    for (at, (node, span)) in expected.into_iter().enumerate() {
        if at > 0 {
            tab.press("ArrowDown");
        }
        let lit = "[...document.querySelectorAll('.code > span')].filter((piece) => piece.className.includes('lit-'))\
                   .map((piece) => piece.classList.contains('hidden-character') ? '' : piece.textContent).join('')";
        let of_row = "document.querySelector('.node.active').node";
        assert_eq!(tab.number(of_row) as usize, node_number(&document, node), "{node:?}");
        let wanted = span.map_or(String::new(), |span| document.source()[span.range()].replace('\n', ""));
        assert_eq!(tab.text(lit), wanted, "{node:?}");
        checked += 1;
    }
    assert!(checked > 70, "{checked}");
}

fn node_number(document: &Document<'_>, node: NodeRef<'_>) -> usize {
    document.descendants().position(|other| other == node).unwrap()
}

fn click_in_the_source(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><div><ul><li><em>deep</em></ul></div>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.click("document.querySelector('#collapse')");
    tab.wait("document.querySelectorAll('.node').length === 2");
    // A collapsed ancestor is highlighted instead.
    tab.hover(&piece("deep"));
    tab.wait("document.querySelector('.node.lit .label')?.textContent === '<html>'");
    tab.click(&piece("deep"));
    tab.wait("document.querySelector('.node.active .label')?.textContent === '“deep”'");
    // Only its ancestors are expanded.
    assert_eq!(tab.number("document.querySelectorAll('.node').length"), 9.0);
}

fn hovering_scrolls(chromium: &mut Chromium) {
    let report = Report::of(&format!("<!DOCTYPE html><p>{}</p><h2>End</h2>", "line\n".repeat(500)));
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    assert_eq!(tab.number("document.querySelector('#source').scrollTop"), 0.0);
    tab.hover(&node("“End”"));
    tab.wait("document.querySelector('#source').scrollTop > 5000");
    assert_eq!(tab.text(&source_with("lit-tag")), "End");
}
