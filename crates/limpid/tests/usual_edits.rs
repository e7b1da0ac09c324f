//! Common edits change only a few bytes of the source.

use limpid::{Document, NodeId, ParseOptions, SourceOptions};

const PAGE: &str = "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<title>Teas &amp; cups</title>\n</head>\n<body class='a b'>\n\
    <h1>Teas</h1>\n<ul>\n<li id=one>Green\n<li id=two>Black\n<li id=three>White\n</ul>\n<table><tr><td>1<td>2</table>\n\
    <p>Drink <b>green</b> tea &mdash; <a href=/tea>here</a>.</p>\n<img src=cup.png>\n<script>if (1 < 2) {}</script>\n</body>\n</html>\n";

type Edit = fn(&mut Document<'_>) -> Result<(), Box<dyn std::error::Error>>;

fn id(page: &Document<'_>, selector: &str) -> NodeId {
    page.select_first(selector).unwrap().unwrap().id()
}

fn append(page: &mut Document<'_>, parent: &str, child: &str) -> Result<(), Box<dyn std::error::Error>> {
    let child = id(page, child);
    Ok(page.node_mut(id(page, parent))?.append(child)?)
}

const EDITS: &[(&str, Edit)] = &[
    ("sets an attribute", |page| Ok(page.node_mut(id(page, "img"))?.set_attribute("loading", "lazy")?)),
    ("changes an attribute", |page| Ok(page.node_mut(id(page, "a"))?.set_attribute("href", "https://tea.example/")?)),
    ("removes an attribute", |page| {
        page.node_mut(id(page, "body"))?.remove_attribute("class")?;
        Ok(())
    }),
    ("adds a class", |page| {
        page.node_mut(id(page, "body"))?.add_class("c")?;
        Ok(())
    }),
    ("changes a text", |page| {
        let text = page.node(id(page, "li#two")).unwrap().first_child().unwrap().id();
        Ok(page.node_mut(text)?.set_text("Black & <strong>")?)
    }),
    ("removes an element", |page| Ok(page.node_mut(id(page, "img"))?.remove()?)),
    ("unwraps an element", |page| Ok(page.node_mut(id(page, "b"))?.replace_with_children()?)),
    ("wraps an element", |page| Ok(page.node_mut(id(page, "table"))?.wrap("div").map(drop)?)),
    ("renames an element", |page| {
        page.node_mut(id(page, "b"))?.rename("strong")?;
        Ok(())
    }),
    ("appends an element", |page| {
        let item = page.create_element("li")?;
        Ok(page.node_mut(id(page, "ul"))?.append(item)?)
    }),
    ("moves the first item to the end", |page| append(page, "ul", "#one")),
    ("rotates items", |page| {
        append(page, "ul", "#one")?;
        append(page, "ul", "#two")
    }),
    ("swaps siblings", |page| {
        let three = id(page, "#three");
        Ok(page.node_mut(id(page, "#one"))?.insert_before(three)?)
    }),
    ("moves an element to another parent", |page| append(page, "h1", "b")),
    ("inserts a comment", |page| {
        let comment = page.create_comment("menu")?;
        Ok(page.node_mut(id(page, "ul"))?.insert_before(comment)?)
    }),
];

#[test]
fn usual_edits_are_written_in_place() {
    for spans in [false, true] {
        for (name, edit) in EDITS {
            let mut page = ParseOptions::new().spans(spans).parse(PAGE);
            edit(&mut page).unwrap_or_else(|error| panic!("{name}: {error}"));
            let edits = page.source_edits(&SourceOptions::new()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let changed: usize = edits.iter().map(|(span, text)| span.len() + text.len()).sum();
            assert!((1..=60).contains(&changed), "{name}: {changed} bytes");
            let written = page.to_source().unwrap();
            assert_eq!(limpid::parse(&*written).to_html(), page.to_html(), "{name}");
        }
    }
}

/// In XML, a numeric reference from 128 to 159 is a control character, and stays unchanged.
#[cfg(feature = "xml")]
#[test]
fn references_of_xml_stay() {
    let mut page = limpid::xml::parse("<a k='x&#x85;y'>x&#x85;y<b/></a>");
    let a = page.root().first_child().unwrap();
    let (a, text) = (a.id(), a.first_child().unwrap().id());
    page.node_mut(text).unwrap().set_text("x\u{85}yQ").unwrap();
    page.node_mut(a).unwrap().set_attribute("k", "x\u{85}yQ").unwrap();
    assert_eq!(page.to_source().unwrap(), "<a k='x&#x85;yQ'>x&#x85;yQ<b/></a>");
}
