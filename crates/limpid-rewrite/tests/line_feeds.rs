//! The line feed that the parser ignores at the start of a `pre`, a `listing` or a `textarea` stays ignored, whatever is changed around it
//! and wherever the page is split.
//!
//! All pages are well nested; nesting is not tested here.

use crate::in_pieces::rewrite_in_pieces;
use limpid::{Document, NodeId, NodeRef};
use limpid_pages::Random;
use limpid_rewrite::rewrite::{ContentType, Element, Handlers};

/// The texts to insert.
const TEXTS: [&str; 4] = ["\n", "\ny", "y", "b;"];

/// The changes. The attribute `do` of an element names its change.
const CHANGES: [&str; 14] = [
    "nothing",
    "unwrap",
    "unwrap",
    "unwrap",
    "div",
    "pre",
    "listing",
    "attribute",
    "remove",
    "empty",
    "prepend",
    "append",
    "before",
    "replace",
];

const PIECES: [&str; 16] =
    ["\n", "\n", "\r", "\r\n", "&#10;", "&#xA", "&NewLine;", "&#13;", "y", "<", "&", "&am", "p;", "3", "<!--c-->", " "];

/// Generates a page whose elements name their change in an attribute.
fn page(random: &mut Random) -> String {
    let mut page = "<!DOCTYPE html><body>x".to_owned();
    let mut open = Vec::new();
    for _ in 0..2 + random.below(9) {
        let is_text = open.last().is_some_and(|end: &&str| end.contains("textarea"));
        match random.below(5) {
            0 | 1 if !is_text => {
                let name = random.pick(&["pre", "listing", "textarea", "b-b", "div", "svg><textarea"]);
                let change = random.pick(&CHANGES);
                let (change, end) = match name {
                    "pre" => (change, "</pre>"),
                    "listing" => (change, "</listing>"),
                    "b-b" => (change, "</b-b>"),
                    "div" => (change, "</div>"),
                    // Names of elements with other content are errors.
                    _ if matches!(change, "div" | "pre" | "listing") => ("nothing", "</textarea>"),
                    _ => (change, "</textarea>"),
                };
                page += &format!("<{name} do={change} text={}>", random.below(TEXTS.len()));
                open.push(if name.starts_with("svg") { "</textarea></svg>" } else { end });
            }
            2 => page += open.pop().unwrap_or_default(),
            _ => {
                let piece = random.pick(&PIECES);
                let starts_tag = page.ends_with('<') && piece.starts_with(|c: char| c.is_ascii_alphabetic());
                if !(starts_tag || is_text && piece.starts_with("<!")) {
                    page += piece;
                }
            }
        }
    }
    open.iter().rev().for_each(|end| page += end);
    page
}

fn text(position: Option<&str>) -> &'static str {
    TEXTS[position.map_or(0, |position| position.parse().unwrap())]
}

fn change_in_stream(element: &mut Element<'_>) {
    let Some(change) = element.attribute("do") else { return };
    let text = text(element.attribute("text").as_deref());
    match &*change {
        "unwrap" => element.remove_and_keep_content(),
        "div" | "pre" | "listing" => element.set_tag_name(&change).unwrap(),
        "attribute" => element.set_attribute("a", "b").unwrap(),
        "remove" => element.remove(),
        "empty" => element.set_inner_content("", ContentType::Text),
        "prepend" => element.prepend(text, ContentType::Text),
        "append" => element.append(text, ContentType::Text),
        "before" => element.before(text, ContentType::Text),
        "replace" => element.replace(text, ContentType::Text),
        _ => {}
    }
}

fn change_in_tree(document: &mut Document<'_>, element: NodeId, change: &str, text: &str) {
    let text = document.create_text(text).unwrap();
    let result = match change {
        "unwrap" => document.node_mut(element).unwrap().replace_with_children(),
        "div" | "pre" | "listing" => document.node_mut(element).unwrap().rename(change),
        "attribute" => document.node_mut(element).unwrap().set_attribute("a", "b"),
        "remove" => document.node_mut(element).unwrap().remove(),
        "empty" => document.node_mut(element).unwrap().remove_children(),
        "prepend" => document.node_mut(element).unwrap().prepend(text),
        "append" => document.node_mut(element).unwrap().append(text),
        "before" => document.node_mut(element).unwrap().insert_before(text),
        "replace" => document.node_mut(element).unwrap().replace_with(text),
        _ => Ok(()),
    };
    result.unwrap();
}

/// Returns the page with its changes applied to the tree.
fn changed_tree(page: &str) -> String {
    let mut document = limpid::parse(page);
    let is_removed = |node: &NodeRef<'_>| {
        node.is_comment() || node.is_text() && node.ancestors().any(|ancestor| ancestor.local_name() == "b-b")
    };
    let removed: Vec<NodeId> = document.root().descendants().filter(is_removed).map(NodeRef::id).collect();
    removed.into_iter().for_each(|node| document.node_mut(node).unwrap().remove().unwrap());
    let elements: Vec<NodeId> = document.select("[do]").unwrap().map(NodeRef::id).collect();
    for id in elements {
        let element = document.node(id).unwrap();
        let (change, text) = (element.attribute("do").unwrap().to_owned(), text(element.attribute("text")));
        // An ancestor may have been emptied.
        if element.parent().is_some() {
            change_in_tree(&mut document, id, &change, text);
        }
    }
    document.to_html()
}

fn rewritten(page: &str, length: usize) -> String {
    let handlers = Handlers::new().element("*", |element| {
        change_in_stream(element);
        Ok(())
    });
    let handlers = handlers.unwrap().text("b-b", |text| {
        text.remove();
        Ok(())
    });
    let handlers = handlers.unwrap().document_comments(|comment| {
        comment.remove();
        Ok(())
    });
    rewrite_in_pieces(page, length, handlers)
}

/// Replaces each text with itself.
fn with_own_texts(page: &str, length: usize) -> String {
    let handlers = Handlers::new().document_text(|text| {
        let own = text.as_str();
        // A carriage return from a reference would become a line feed if written literally.
        if !own.contains('\r') {
            text.replace(own, ContentType::Text);
        }
        Ok(())
    });
    rewrite_in_pieces(page, length, handlers)
}

fn check(page: &str) {
    let whole = rewritten(page, page.len());
    assert_eq!(limpid::parse(&whole).to_html(), changed_tree(page), "{page:?} became {whole:?}");
    for length in 1..page.len() {
        assert_eq!(rewritten(page, length), whole, "{page:?} in chunks of {length} bytes");
    }
    for length in [1, 3, page.len()] {
        let same = with_own_texts(page, length);
        assert_eq!(limpid::parse(&same).to_html(), limpid::parse(page).to_html(), "{page:?} became {same:?}");
    }
}

#[test]
fn changes_in_the_stream_equal_changes_in_the_tree() {
    for seed in 0..200 {
        check(&page(&mut Random::new(seed)));
    }
}

#[test]
fn smallest_cases() {
    let pages = [
        // The second element hides the first one.
        "x<listing do=unwrap>\r\n<pre>y</pre></listing>",
        "<pre><b-b do=remove><pre>y</pre></b-b>\ny</pre>",
        "<pre><listing do=unwrap>\n\ny</listing></pre>",
        // A reference to a line feed counts as one.
        "x<pre do=unwrap>&#10;y</pre>",
        "<textarea do=prepend text=2>&NewLine;</textarea>",
        "<div do=pre>&#xA;y</div>",
        // The text after the element is adjacent to the text before it.
        "x <<pre do=unwrap>\nimg></pre>",
        "<pre do=listing>\n\ny</pre>",
        // Removing text does not leave half of a line break.
        "<b-b>y\r\ny</b-b>",
        // In SVG, the line feed is not ignored.
        "<svg><textarea do=unwrap>\ny</textarea></svg>",
    ];
    pages.into_iter().for_each(check);
}
