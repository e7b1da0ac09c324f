//! The effect of each limit on the content, and parsing without limits.

use limpid::{Document, ErrorCode, Limits, NodeId, NodeRef, ParseOptions, Parser, Span};
use limpid_dom::invariants;
use limpid_pages::families::COPIED_ATTRIBUTES;
use limpid_pages::strategy::documents;
use limpid_pages::{Recipe, Topic, pieces};
use proptest::prelude::*;
use std::fmt::{self, Write};

fn with(limits: Limits) -> ParseOptions {
    ParseOptions::new().limits(limits)
}

fn parse(page: &str, limits: Limits) -> Document<'_> {
    let document = with(limits).parse(page);
    invariants::check(&document).unwrap_or_else(|error| panic!("{page}: {error}"));
    document
}

fn spans(document: &Document<'_>, code: ErrorCode) -> Vec<Span> {
    document.errors().iter().filter(|error| error.code == code).map(|error| error.span).collect()
}

/// Returns the depth of a tree in elements. Template contents and shadow roots count as content of their elements.
fn depth(document: &Document<'_>) -> usize {
    let mut deepest = 0;
    let mut pending = vec![(document.root(), 0)];
    while let Some((node, depth)) = pending.pop() {
        deepest = deepest.max(depth);
        let inside = |child: NodeRef<'_>| depth + usize::from(child.is_element());
        pending.extend(node.children().map(|child| (child, inside(child))));
        pending.extend(node.template_contents().map(|contents| (contents, depth)));
        pending.extend(node.shadow_root().map(|root| (root, depth)));
    }
    deepest
}

/// Returns the text of a document in tree order, including templates and shadow roots.
fn all_text(document: &Document<'_>) -> String {
    let mut text = String::new();
    let mut pending = vec![document.root()];
    while let Some(node) = pending.pop() {
        text.push_str(node.text().unwrap_or_default());
        pending.extend(node.children().rev());
        pending.extend(node.template_contents());
        pending.extend(node.shadow_root());
    }
    text
}

// Depth.

/// Elements that can be nested in themselves.
const KINDS: [&str; 11] = [
    "<div>",
    "<b>",
    "<font>",
    "<span>",
    "<table><td>",
    "<svg><desc>",
    "<math><mi>",
    "<template>",
    "<optgroup><option><div>",
    "<x-unknown>",
    "<ul><li>",
];

#[test]
fn a_million_levels_on_a_small_stack() {
    const LEVELS: usize = 1_000_000;
    let test = || {
        for kind in KINDS {
            // Without optimization, all of them would take a minute.
            let levels = if cfg!(debug_assertions) && kind != "<div>" { LEVELS / 10 } else { LEVELS };
            let page = kind.repeat(levels / kind.matches('<').count());
            let document = with(Limits::none()).parse(&*page);
            assert!(depth(&document) > levels - 3, "{kind}");
            let copy = document.clone();
            drop(document);
            assert!(copy.to_html().len() > page.len(), "{kind}");
            // The size of the whole dump would be nodes × depth.
            let mut start = LimitedWriter(1 << 20);
            assert!(write!(start, "{copy:?}").is_err());
            drop(copy);
        }
        let page = "<div>".repeat(LEVELS);
        let mut parser = Parser::new(with(Limits::none()));
        for piece in page.as_bytes().chunks(1 << 16) {
            parser.feed_bytes(piece);
        }
        drop(parser.finish());
        let page = "<div>".repeat(5000);
        assert!(with(Limits::none()).parse(&*page).to_test_dump().len() > 5000 * 5000);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

/// A writer that accepts this many bytes, and then fails.
struct LimitedWriter(usize);

impl Write for LimitedWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[test]
fn no_page_is_deeper_than_512_levels() {
    for kind in KINDS {
        let document = limpid::parse(kind.repeat(2000));
        assert!((512..=513).contains(&depth(&document)), "{kind}: {}", depth(&document));
        assert!(!spans(&document, ErrorCode::DepthLimit).is_empty());
    }
}

#[test]
fn elements_beyond_the_depth_become_siblings() {
    for (page, expected) in [
        ("<p><i>1<u>2<s>3</s>4</u>5</i>6", "<p><i>1</i><u>2</u><s>3</s>456</p>"),
        // Text and void elements may be one level deeper.
        ("<p><i>1<br>2<img>3</i>4", "<p><i>1<br>2<img>3</i>4</p>"),
        ("<p><i>1<u>2<br>3</u>4<br>5</i>6", "<p><i>1</i><u>2<br>3</u>4<br>56</p>"),
        ("<p><i><!--1--><?x y?><u></u><!--2-->", "<p><i><!--1--><?x y?></i><u></u><!--2--></p>"),
        // Elements that contain only text keep it.
        (
            "<p><i><u><script>1<i></script><style>2</style>3",
            "<p><i></i><u></u><script>1<i></script><style>2</style>3</p>",
        ),
        ("<p><i><textarea>1</textarea>2", "<p><i></i><textarea>1</textarea>2</p>"),
        ("<p><svg><g>1<path/>2</g>3</svg>4", "<p><svg></svg><g>1</g><path></path>234</p>"),
        (
            "<div><table>1<tr><td>2<td>3</table>4",
            "<div>1<table></table><tbody></tbody><tr></tr><td>2</td><td>3</td>4</div>",
        ),
        ("<div><ul><li>1<li>2</ul>3", "<div><ul></ul><li>1</li><li>2</li>3</div>"),
        ("<div><p><b>1<p>2</b>3<p>4", "<div><p></p><b>1</b><p></p><b>2</b>3<p>4</p></div>"),
        ("<div><b>1<p>2</b>3</p>4", "<div><b>1</b><p>23</p>4</div>"),
        // Template contents may be one level deeper, because content cannot be moved out of them.
        ("<p><template>1<i>2<u>3</u>4</template>5", "<p><template>1<i>2</i><u>3</u>4</template>5</p>"),
        (
            "<p><i><template>1<template>2<template>3</template>4</template>5</template>6",
            "<p><i></i><template>1<template></template>2<template></template>345</template>6</p>",
        ),
    ] {
        // `html` and `body` are the outer levels.
        let document = parse(page, Limits::default().depth(4));
        assert_eq!(document.body().unwrap().inner_html(), expected, "{page}");
        assert!(depth(&document) <= 5, "{page}");
        let is_the_standards = expected == parse(page, Limits::none()).body().unwrap().inner_html();
        assert_eq!(spans(&document, ErrorCode::DepthLimit).is_empty(), is_the_standards, "{page}");
    }
    let document = parse("<p><i>1<u>2", Limits::default().depth(4));
    assert_eq!(spans(&document, ErrorCode::DepthLimit), [Span::new(7, 10)]);
}

#[test]
fn depth_in_fragments_counts_from_the_root() {
    let limits = Limits::default().depth(2);
    let fragment = with(limits).parse_fragment("<div><p>1<i>2</i>3", "div");
    assert_eq!(fragment.to_html(), "<div><p>1</p><i>2</i>3</div>");
}

#[test]
fn no_shadow_root_is_attached_on_the_deepest_level() {
    let page = "<div><div><template shadowrootmode=open><p>1</p></template>2";
    let hosts = |levels| {
        let document = parse(page, Limits::default().depth(levels));
        document.descendants().filter(|node| node.shadow_root().is_some()).count()
    };
    assert_eq!(hosts(5), 1);
    assert_eq!(hosts(4), 0);
}

#[test]
fn patching_keeps_the_depth_limit() {
    let page = "<div><div><div><?marker name='a'?></div></div></div>\
        <template for=a><div><div><div><?marker name='b'?></div></div></div></template>\
        <template for=b><div><div><div>x</div></div></div></template>";
    assert_eq!(depth(&parse(page, Limits::none())), 11);
    for levels in 3..11 {
        let document = parse(page, Limits::default().depth(levels));
        assert!(depth(&document) <= levels as usize + 1, "{levels}: {}", document.to_html());
        assert_eq!(document.text_content(), "x");
    }
}

/// Generates tags and text, without elements whose content is dropped or repeated, and without `<![CDATA[`, whose meaning depends on the
/// element around it.
fn tags() -> impl Strategy<Value = String> {
    let topics =
        &[Topic::Flow, Topic::Formatting, Topic::Table, Topic::Foreign, Topic::Ruby, Topic::Template, Topic::Other];
    documents(Recipe { pieces: 0..80, kinds: Recipe::TAGS, topics, ..Recipe::default() })
        .prop_map(|page| page.text())
        .prop_filter("sections", |page| !page.contains("<![CDATA["))
}

/// Generates pages with all kinds of markup, some of them deeper than the limit.
fn soup() -> impl Strategy<Value = String> {
    documents(Recipe { kinds: Recipe::DEEP, ..Recipe::default() }).prop_map(|page| page.text())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 5000 }))]

    #[test]
    fn the_depth_limit_holds_and_no_text_is_lost(page in tags(), levels in 3_u32..12) {
        let limited = parse(&page, Limits::default().depth(levels));
        let whole = parse(&page, Limits::none());
        prop_assert!(depth(&limited) <= levels as usize + 1);
        let sorted = |document: &Document<'_>| {
            let mut characters: Vec<char> = all_text(document).chars().collect();
            characters.sort_unstable();
            characters
        };
        prop_assert_eq!(sorted(&limited), sorted(&whole));
        if depth(&whole) < levels as usize && spans(&limited, ErrorCode::DepthLimit).is_empty() {
            prop_assert_eq!(limited.to_test_dump(), whole.to_test_dump());
        }
    }

    #[test]
    fn a_full_document_is_a_prefix_of_the_complete_one(page in soup(), nodes in 1_u32..40) {
        let limits = Limits::default().nodes(nodes);
        let document = parse(&page, limits);
        prop_assert!(document.node_count() <= nodes as usize);
        let whole = parse(&page, Limits::default());
        let is_whole = whole.node_count() <= nodes as usize;
        prop_assert_eq!(spans(&document, ErrorCode::NodeLimit).len(), usize::from(!is_whole));
        let mut parser = Parser::new(with(limits));
        for piece in pieces(&page, 3) {
            parser.feed(piece);
        }
        prop_assert_eq!(parser.finish().to_test_dump(), document.to_test_dump());
    }
}

// Other limits.

#[test]
fn only_the_innermost_of_many_formatting_elements_are_reconstructed() {
    let page = "<p><b id=1><b id=2><b id=3><b id=4>x<p>y";
    let document = parse(page, Limits::default().reconstructed_elements(2));
    let second = document.body().unwrap().last_child().unwrap();
    assert_eq!(second.inner_html(), r#"<b id="3"><b id="4">y</b></b>"#);
    assert_eq!(spans(&document, ErrorCode::ReconstructionLimit), [Span::new(39, 40)]);

    // By the standard, this page would have a million elements.
    let many = (0..1000).fold(String::new(), |page, i| page + &format!("<p><b id={i}>x"));
    let document = parse(&many, Limits::default());
    assert!(document.node_count() < 70_000, "{}", document.node_count());
    assert_eq!(document.text_content().len(), 1000);
    assert!(!spans(&document, ErrorCode::ReconstructionLimit).is_empty());
}

#[test]
fn formatting_elements_are_not_reopened_once_their_attributes_are_too_long() {
    // 9 bytes are copied with each `a`, and 4 with each `i`.
    for (page, limit, expected) in [
        ("<p><a href=12345>x<p>y<p>z", 9, r#"<p><a href="12345">x</a></p><p><a href="12345">y</a></p><p>z</p>"#),
        ("<p><a href=12345>x<p>y", 8, r#"<p><a href="12345">x</a></p><p>y</p>"#),
        // From there on, only formatting elements without attributes are recreated.
        ("<p><b><a href=12345><i>x<p>y", 0, r#"<p><b><a href="12345"><i>x</i></a></b></p><p><b><i>y</i></b></p>"#),
        ("<p><a href=12345><i id=12>x<p>y", 4, r#"<p><a href="12345"><i id="12">x</i></a></p><p>y</p>"#),
        // Open elements stay open.
        ("<p><i id=12>x<p><b id=3>y<br>z", 0, r#"<p><i id="12">x</i></p><p><b id="3">y<br>z</b></p>"#),
        // Before a table.
        (
            "<table><b id=1>x<tr>y<tr>z</table>w",
            3,
            r#"<b id="1">x</b><b id="1">y</b>z<table><tbody><tr></tr><tr></tr></tbody></table>w"#,
        ),
        // The adoption agency recreates the formatting element inside of the block, and the elements in between around it.
        ("<a href=12345>x<div>y</a>z", 9, r#"<a href="12345">x</a><div><a href="12345">y</a>z</div>"#),
        ("<a href=12345>x<div>y</a>z", 8, r#"<a href="12345">x</a><div>yz</div>"#),
        ("<b>x<i id=12>y<div>z</b>w", 4, r#"<b>x<i id="12">y</i></b><i id="12"><div><b>z</b>w</div></i>"#),
        ("<b>x<i id=12>y<div>z</b>w", 3, r#"<b>x<i id="12">y</i></b><div><b>z</b>w</div>"#),
        ("<b id=3>x<i>y<div>z</b>w", 2, r#"<b id="3">x<i>y</i></b><i><div>zw</div></i>"#),
        ("<a id=1>x<div>y<a id=2>z</div>w", 2, r#"<a id="1">x</a><div>y<a id="2">z</a></div>w"#),
        ("<nobr id=1>x<div><nobr id=2>y</div>z", 2, r#"<nobr id="1">x</nobr><div><nobr id="2">y</nobr></div>z"#),
    ] {
        let limits = Limits::default().copied_attribute_bytes(limit);
        let document = parse(page, limits);
        assert_eq!(document.body().unwrap().inner_html(), expected, "{page}");
        assert_eq!(document.text_content(), parse(page, Limits::none()).text_content(), "{page}");
        let acts = document.to_test_dump() != parse(page, Limits::none()).to_test_dump();
        assert_eq!(spans(&document, ErrorCode::AttributeCopyLimit).len(), usize::from(acts), "{page}");
        assert_same_in_two_chunks(page, 0, limits);
    }
    let document = parse("<p><a href=12345>x<p>yy<p>z", Limits::default().copied_attribute_bytes(0));
    assert_eq!(spans(&document, ErrorCode::AttributeCopyLimit), [Span::new(21, 22)]);
}

/// Asserts that a page parsed in two chunks has the same tree, for each split from an offset.
fn assert_same_in_two_chunks(page: &str, from: usize, limits: Limits) {
    let whole = parse(page, limits);
    for cut in from..page.len() {
        let mut parser = Parser::new(with(limits));
        parser.feed(&page[..cut]);
        parser.feed(&page[cut..]);
        let document = parser.finish();
        invariants::check(&document).unwrap();
        assert!(document.to_html() == whole.to_html(), "{cut} of {}", &page[from..]);
        assert_eq!(document.errors(), whole.errors(), "{cut} of {}", &page[from..]);
    }
}

#[test]
fn copied_attributes_are_proportional_to_the_page() {
    for (number, family) in COPIED_ATTRIBUTES.iter().enumerate() {
        let page = family(4_000);
        let document = parse(&page, Limits::default());
        let length = document.to_html().len();
        assert_eq!(spans(&document, ErrorCode::AttributeCopyLimit).len(), 1, "{number}");
        // `&amp;` is 1 byte of the value.
        assert!(length < 6 * ((1 << 20) + 16 * page.len()), "{number}: {length} of {}", page.len());
        assert_eq!(document.text_content().matches('a').count(), page.matches(">a").count(), "{number}");
    }
    // The default limit grows with the input before the token, which does not depend on the chunks.
    let page = format!("<p><a href={:A>32000}>", "") + &"<p>aéa".repeat(60);
    let tail = page.find("<p>aéa").unwrap();
    let document = parse(&page, Limits::default());
    let copies = document.select("a").unwrap().count() - 1;
    let may_be_copied = |copies: usize| 32_004 * copies <= (1 << 20) + 16 * (tail + 7 * (copies - 1) + 3);
    assert_eq!(copies, (1..).take_while(|&copies| may_be_copied(copies)).count());
    let last_copy = tail + 7 * (copies - 1);
    for cut in (last_copy..last_copy + 21).filter(|&cut| page.is_char_boundary(cut)) {
        let mut parser = Parser::new(with(Limits::default()));
        parser.feed(&page[..cut]);
        parser.feed(&page[cut..]);
        assert!(parser.finish().to_html() == document.to_html(), "{}", cut - tail);
    }
}

#[test]
fn attributes_beyond_the_limit_are_dropped() {
    let limits = Limits::default().attributes(2);
    let document = parse("<body a=1><body b=2 a=3 c=4 d=5><p>x", limits);
    let names: Vec<_> = document.body().unwrap().attributes().map(|attribute| attribute.local_name()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(spans(&document, ErrorCode::AttributeLimit), [Span::new(24, 25)]);
    assert_eq!(document.text_content(), "x");

    let page = "<body><p a=1 b='2' c=3 d=&amp; e>x";
    let document = parse(page, limits);
    assert_eq!(document.body().unwrap().inner_html(), r#"<p a="1" b="2">x</p>"#);
    assert_eq!(spans(&document, ErrorCode::AttributeLimit), [Span::new(19, 20)]);
}

#[test]
fn a_full_document_ends_the_parse() {
    // The document, html, head, body, p and its text are six nodes.
    let page = "<p>one</p><p>two</p>three";
    let document = parse(page, Limits::default().nodes(7));
    assert_eq!(document.body().unwrap().inner_html(), "<p>one</p><p></p>");
    assert_eq!(spans(&document, ErrorCode::NodeLimit), [Span::new(16, 20)]);
    // Later changes of the document are not limited.
    let mut document = document.into_owned();
    let body = document.body().unwrap().id();
    let text = document.create_text("more").unwrap();
    document.node_mut(body).unwrap().append(text).unwrap();

    let page = "<p>one&amp;two</p><p>three&amp;four</p>";
    let document = parse(page, Limits::default().bytes(page.len() as u32 + 10));
    assert_eq!(document.body().unwrap().inner_html(), "<p>one&amp;two</p><p></p>");
    assert_eq!(spans(&document, ErrorCode::TextLimit), [Span::new(35, 39)]);
}

#[test]
fn a_template_at_the_node_limit_can_be_compacted() {
    for nodes in 1..16 {
        let mut document =
            parse("<b>x</b><template><i>y</i></template><template></template>z", Limits::default().nodes(nodes));
        let before = document.to_test_dump();
        document.compact().unwrap();
        invariants::check(&document).unwrap();
        assert_eq!(document.to_test_dump(), before, "{nodes}");
    }
}

#[test]
fn a_full_document_has_no_gaps() {
    // Text up to the limit without a reference needs no buffer.
    let page = "<p>a b</p><p>c</p>ddddddddd";
    assert_eq!(parse(page, Limits::default().bytes(22)).text_content(), "a bcdddd");
    assert_eq!(parse("<p>a & b</p><p>cdd", Limits::default().bytes(16)).text_content(), "a & bc");
    // A text beyond the limit ends the whole parse.
    let page = "<p>&amp;</x>xxxxxxxx<b>y</b><i>z</i><p>q";
    for more in 1..9 {
        let document = parse(page, Limits::default().bytes(page.len() as u32 + more));
        assert_eq!(document.body().unwrap().inner_html(), "<p>&amp;</p>", "{more}");
        assert_eq!(spans(&document, ErrorCode::TextLimit).len(), 1);
    }
}

#[test]
fn input_beyond_the_limit_is_ignored() {
    let page = "<p>one<p>two";
    let document = parse(page, Limits::default().bytes(8));
    assert_eq!(document.body().unwrap().inner_html(), "<p>one</p>");
    assert_eq!(spans(&document, ErrorCode::InputTooLong), [Span::empty(8)]);
    let mut parser = Parser::new(with(Limits::default().bytes(8)));
    parser.feed("<p>o");
    parser.feed("ne<p>two");
    assert_eq!(parser.finish().text_content(), "one");
}

#[test]
fn cloned_options_have_a_limit() {
    let page = "<select><button><selectedcontent></selectedcontent></button><option><b>1</b><i>2</i></select>";
    let document = parse(page, Limits::default().cloned_nodes(2));
    assert_eq!(document.text_content(), "12");
    assert_eq!(spans(&document, ErrorCode::OptionCloneLimit).len(), 1);
    assert_eq!(parse(page, Limits::none()).text_content(), "1212");
}

/// An edit is refused if a limit would truncate the edited page.
#[test]
fn source_edits_respect_the_limits() {
    let options = ParseOptions::new().spans(true).limits(Limits::default().attributes(2).depth(6));
    let mut document = options.parse("<p a=1 b=2>x<p a=1>y<div><div><div><div><b>z");
    let paragraphs: Vec<_> = document.select("p").unwrap().map(limpid::NodeRef::id).collect();
    document.node_mut(paragraphs[1]).unwrap().set_attribute("title", "t").unwrap();
    assert_eq!(document.to_source().unwrap(), "<p a=1 b=2>x<p a=1 title=t>y<div><div><div><div><b>z");
    document.node_mut(paragraphs[0]).unwrap().set_attribute("title", "t").unwrap();
    assert_eq!(document.to_source().unwrap_err().node, Some(paragraphs[0]));
    document.node_mut(paragraphs[0]).unwrap().remove_attribute("title").unwrap();
    // Without the first attribute, the parser would keep the one that was cut off.
    let mut cut = options.parse("<p a=1 b=2 c=3>x");
    let paragraph = cut.select_first("p").unwrap().unwrap().id();
    cut.node_mut(paragraph).unwrap().remove_attribute("a").unwrap();
    assert_eq!(cut.to_source().unwrap_err().node, Some(paragraph));
    let deepest = document.select_first("b").unwrap().unwrap().id();
    document.node_mut(deepest).unwrap().set_inner_html("<i><u>v</u></i>").unwrap();
    assert!(document.to_source().is_err());
}

/// A parser at the node limit creates a `template` without contents.
#[test]
fn source_edits_keep_the_contents_of_templates() {
    let page = "<p></p><template></template>";
    let count = limpid::parse(page).node_count() as u32;
    // The limit is reached at the template, before its contents, or after them.
    for (limit, is_written) in [(count, false), (count + 1, true), (count + 2, true)] {
        let options = ParseOptions::new().spans(true).limits(Limits::default().nodes(limit));
        let edits: [fn(&mut Document<'_>, [NodeId; 3]); 3] = [
            |document, [p, _, new]| document.node_mut(p).unwrap().append(new).unwrap(),
            |document, [_, template, _]| drop(document.node_mut(template).unwrap().wrap("i")),
            |document, [_, template, new]| document.node_mut(template).unwrap().insert_before(new).unwrap(),
        ];
        for edit in edits {
            let mut document = options.parse(page);
            let [p, template] = ["p", "template"].map(|name| document.select_first(name).unwrap().unwrap().id());
            let new = document.create_element("i").unwrap();
            edit(&mut document, [p, template, new]);
            match document.to_source() {
                Ok(source) => assert_eq!(options.parse(&*source).to_test_dump(), document.to_test_dump()),
                Err(error) => assert_eq!(error.node, Some(template)),
            }
            assert_eq!(document.to_source().is_ok(), is_written, "{limit}");
        }
    }
}

/// For the depth limit, a row counts as open around content that a fragment places after it.
#[test]
fn source_edits_respect_the_depth_of_open_rows() {
    for context in ["tbody", "table", "template"] {
        let options = ParseOptions::new().spans(true).limits(Limits::default().depth(4));
        let mut document = options.parse_fragment("<tr><div><p>x</p></div>", context);
        let p = document.select_first("p").unwrap().unwrap().id();
        let new = document.create_element("i").unwrap();
        document.node_mut(new).unwrap().set_text("y").unwrap();
        document.node_mut(p).unwrap().append(new).unwrap();
        let Ok(source) = document.to_source() else { continue };
        assert_eq!(options.parse_fragment(&*source, context).to_test_dump(), document.to_test_dump());
    }
}
