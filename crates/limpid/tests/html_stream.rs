//! Markup that is streamed into an element of a document that is there.
#![cfg(all(feature = "sanitize", feature = "proposed"))]

use limpid::sanitize::{HtmlStream, Sanitizer, SanitizerConfig, SetHtmlOptions, StreamPosition};
use limpid::{Document, MutationError, NodeId, NodeRef, ParseOptions};
use limpid_dom::invariants;
use limpid_pages::{Random, sanitizer as pages};

const POSITIONS: [StreamPosition; 6] = [
    StreamPosition::Inside,
    StreamPosition::Prepend,
    StreamPosition::Append,
    StreamPosition::Before,
    StreamPosition::After,
    StreamPosition::ReplaceWith,
];

const PAGE: &str =
    "<div>1<p id=a>2</p>3</div><table><tr><td>4</table><template>5</template><x-a>6</x-a><p><svg><desc>7</svg>8";

fn everything() -> Sanitizer {
    Sanitizer::new(&SanitizerConfig::default()).unwrap()
}

fn id(document: &Document<'_>, name: &str) -> NodeId {
    document.descendants().find(|node| node.local_name() == name).unwrap().id()
}

/// Streams pieces, and checks the document after each.
fn stream<'p>(
    document: &mut Document<'_>,
    node: NodeId,
    position: StreamPosition,
    sanitizer: &Sanitizer,
    pieces: impl IntoIterator<Item = &'p str>,
) -> Result<(), MutationError> {
    let options = SetHtmlOptions::new().sanitizer(sanitizer);
    let mut stream = HtmlStream::new(document, node, position, &options)?;
    for piece in pieces {
        stream.write(piece);
        assert!(stream.document().node(stream.document().root().id()).is_some());
    }
    stream.close()?;
    invariants::check(document).unwrap();
    Ok(())
}

/// Does at once what a stream does.
fn at_once(
    document: &mut Document<'_>,
    node: NodeId,
    position: StreamPosition,
    sanitizer: &Sanitizer,
    html: &str,
) -> Result<(), MutationError> {
    match position {
        StreamPosition::Inside => document.set_html(node, html, sanitizer),
        StreamPosition::Prepend => document.prepend_html(node, html, sanitizer),
        StreamPosition::Append => document.append_html(node, html, sanitizer),
        StreamPosition::Before => document.before_html(node, html, sanitizer),
        StreamPosition::After => document.after_html(node, html, sanitizer),
        _ => document.replace_with_html(node, html, sanitizer),
    }
}

/// The dump of a document with its texts joined.
fn joined(mut document: Document<'_>) -> String {
    let trees: Vec<NodeId> = document.trees().map(NodeRef::id).collect();
    trees.into_iter().for_each(|tree| document.normalize(tree).unwrap());
    document.to_test_dump()
}

#[test]
fn a_stream_does_what_the_setter_does() {
    let mut random = Random::new(1);
    let mut compared = 0;
    while compared < 200 {
        let (_, tokens) = pages::fragment(&mut random);
        let html = tokens.concat();
        // These are exceptions that the documentation names.
        if ["shadowrootmode", "selectedcontent", "for="].iter().any(|name| html.contains(name)) {
            continue;
        }
        let mut sanitizer = if random.one_in(2) { everything() } else { Sanitizer::default() };
        for name in ["b", "td", "form", "select"] {
            sanitizer.remove_element(&name.into());
        }
        let position = random.pick(&POSITIONS);
        let name = random.pick(&["div", "p", "table", "tr", "td", "template", "x-a", "svg", "desc"]);
        let options = ParseOptions::new().spans(random.one_in(2));
        let mut streamed = options.parse(PAGE);
        let node = id(&streamed, name);
        let mut expected = streamed.clone();
        let size = 1 + random.below(9);
        let characters: Vec<char> = html.chars().collect();
        let pieces: Vec<String> = characters.chunks(size).map(|piece| piece.iter().collect()).collect();
        let result = stream(&mut streamed, node, position, &sanitizer, pieces.iter().map(String::as_str));
        assert_eq!(result, at_once(&mut expected, node, position, &sanitizer, &html), "{position:?} {name}");
        let source = |document: &Document<'_>| document.to_source().map(|text| limpid::parse(&*text).to_test_dump());
        if let Ok(source) = source(&streamed) {
            assert_eq!(source, joined(streamed.clone()), "{position:?} {name}: {html:?}");
        }
        assert_eq!(joined(streamed), joined(expected), "{position:?} {name}: {html:?}");
        compared += 1;
    }
}

#[test]
fn what_has_come_is_there() {
    let mut page = limpid::parse("<ul><li>1</ul>");
    let list = id(&page, "ul");
    let sanitizer = everything();
    let options = SetHtmlOptions::new().sanitizer(&sanitizer);
    let mut stream = HtmlStream::new(&mut page, list, StreamPosition::Prepend, &options).unwrap();
    let html = |stream: &HtmlStream<'_, '_, '_>| stream.document().node(list).unwrap().inner_html();
    stream.write("<li>0<b onclick=x()");
    assert_eq!(html(&stream), "<li>0</li><li>1</li>");
    stream.write(">a<script>");
    assert_eq!(html(&stream), "<li>0<b>a</b></li><li>1</li>");
    stream.write("x()</script>&am");
    stream.write("p;<!--c--><?go on?>");
    assert_eq!(html(&stream), "<li>0<b>a&amp;<!--c--><?go on?></b></li><li>1</li>");
    assert!(format!("{stream:?}").starts_with("HtmlStream"));
    // Without the end, which a reference waits for.
    stream.write("&l");
    drop(stream);
    assert_eq!(page.node(list).unwrap().inner_html(), "<li>0<b>a&amp;<!--c--><?go on?></b></li><li>1</li>");
    invariants::check(&page).unwrap();
    // Ids stay, and another stream may come.
    let mut stream = HtmlStream::new_unsafe(&mut page, list, StreamPosition::Inside, &SetHtmlOptions::new()).unwrap();
    stream.write("<script>y()</script>&l");
    stream.close().unwrap();
    assert_eq!(page.node(list).unwrap().inner_html(), "<script>y()</script>&amp;l");
}

#[test]
fn text_joins_the_text_beside_it() {
    for (position, expected) in [
        (StreamPosition::Append, 2),
        (StreamPosition::Before, 2),
        (StreamPosition::After, 3),
        (StreamPosition::Prepend, 3),
    ] {
        let mut page = ParseOptions::new().spans(true).parse("<p>1<b></b>2");
        let node = match position {
            StreamPosition::Append | StreamPosition::Prepend => id(&page, "p"),
            _ => id(&page, "b"),
        };
        stream(&mut page, node, position, &everything(), ["x", "y"]).unwrap();
        let p = page.node(id(&page, "p")).unwrap();
        let texts = p.children().filter(|node| node.text().is_some()).count();
        assert_eq!(texts, expected, "{position:?}: {}", p.inner_html());
    }
}

#[test]
fn nowhere() {
    let mut page = limpid::parse("<script>1</script>");
    let (root, html, script) = (page.root().id(), id(&page, "html"), id(&page, "script"));
    stream(&mut page, script, StreamPosition::Inside, &everything(), ["2"]).unwrap();
    assert_eq!(page.node(script).unwrap().text_content(), "1");
    let alone = page.create_element("p").unwrap();
    stream(&mut page, alone, StreamPosition::After, &everything(), ["2"]).unwrap();
    let text = page.create_text("x").unwrap();
    let fragment = page.create_fragment().unwrap();
    for (node, position, expected) in [
        (root, StreamPosition::Append, MutationError::WrongKind),
        (text, StreamPosition::Append, MutationError::WrongKind),
        (fragment, StreamPosition::Inside, MutationError::WrongKind),
        (html, StreamPosition::Before, MutationError::DocumentStructure),
    ] {
        let before = page.to_test_dump();
        assert_eq!(stream(&mut page, node, position, &everything(), ["2"]), Err(expected), "{position:?}");
        assert_eq!(page.to_test_dump(), before);
    }
}
