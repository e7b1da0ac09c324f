//! U+FEFF at the start of parsed text and of written pages.

use limpid::{Document, ParseOptions, Parser, SerializeOptions, SourceOptions};

const MARK: &str = "\u{feff}";

fn parse_chunked(text: &str, size: usize) -> Document<'static> {
    let mut parser = Parser::new(ParseOptions::new().spans(true));
    let mut rest = text;
    while !rest.is_empty() {
        let end = (1..=rest.len()).find(|&end| end >= size && rest.is_char_boundary(end)).unwrap_or(rest.len());
        parser.feed(&rest[..end]);
        rest = &rest[end..];
    }
    parser.finish()
}

fn first(document: &Document<'_>) -> u32 {
    document.root().first_child().unwrap().span().unwrap().start
}

#[test]
fn a_mark_at_the_start_of_a_text_is_skipped() {
    let page = "\u{feff}<!DOCTYPE html><title>Tea</title><p>Green";
    let options = ParseOptions::new().spans(true);
    let expected = limpid::parse(&page[3..]).to_test_dump();
    let document = options.parse(page);
    assert_eq!((document.to_test_dump(), document.errors().len()), (expected.clone(), 0));
    assert_eq!((document.source(), first(&document)), (page, 3));
    for size in [1, 3, 4, 100] {
        let pieces = parse_chunked(page, size);
        assert_eq!((pieces.to_test_dump(), pieces.errors().len()), (expected.clone(), 0));
        assert_eq!((pieces.source(), first(&pieces)), (page, 3));
    }
    let mut parser = Parser::default();
    parser.extend(["", page]);
    assert_eq!(parser.finish().to_test_dump(), expected);
}

#[test]
fn one_mark_is_skipped_and_only_at_the_start() {
    let text = |page: &str| limpid::parse(page).body().unwrap().text_content();
    assert_eq!(text("\u{feff}\u{feff}Tea"), "\u{feff}Tea");
    assert_eq!(text(" \u{feff}Tea"), "\u{feff}Tea");
    assert_eq!(text(MARK), "");
    assert_eq!(parse_chunked("\u{feff}\u{feff}Tea", 1).text_content(), "\u{feff}Tea");
    // Decoding removes the mark of bytes.
    assert_eq!(limpid::parse_bytes("\u{feff}\u{feff}Tea".as_bytes()).text_content(), "\u{feff}Tea");
    let mut parser = Parser::default();
    parser.feed_bytes("\u{feff}\u{feff}Tea".as_bytes());
    assert_eq!(parser.finish().text_content(), "\u{feff}Tea");
}

#[test]
fn a_mark_at_the_start_of_a_fragment_is_skipped() {
    for context in ["div", "title", "script", "svg path", "plaintext"] {
        let fragment = limpid::parse_fragment("\u{feff}Tea", context);
        assert_eq!((fragment.text_content().as_str(), fragment.source()), ("Tea", "\u{feff}Tea"), "{context}");
        let mut parser = Parser::new_fragment(ParseOptions::new(), context);
        parser.feed("\u{feff}Tea");
        assert_eq!(parser.finish().text_content(), "Tea", "{context}");
    }
    // The standard's methods keep a mark.
    let mut document = limpid::parse_fragment("<p>", "div");
    let p = document.root().first_child().unwrap().id();
    document.node_mut(p).unwrap().set_inner_html("\u{feff}Tea").unwrap();
    assert_eq!(document.node(p).unwrap().inner_html(), "\u{feff}Tea");
}

#[cfg(feature = "source-edits")]
#[test]
fn edits_of_the_source_keep_the_mark() {
    for page in ["\u{feff}<!DOCTYPE html><p>Tea", "\u{feff}<p>Tea", "\u{feff}\u{feff}<p>Tea"] {
        let mut document = ParseOptions::new().spans(true).parse(page);
        assert_eq!(document.to_source().unwrap(), page);
        let p = document.body().unwrap().last_child().unwrap().id();
        document.node_mut(p).unwrap().set_attribute("class", "a").unwrap();
        let expected = page.replace("<p>", "<p class=\"a\">");
        assert_eq!(document.to_source().unwrap(), expected);
        let edits = document.source_edits(&SourceOptions::new()).unwrap();
        let bytes = document.edit_bytes(page.as_bytes(), &edits).unwrap();
        assert_eq!(bytes, expected.as_bytes());
        let comment = document.create_comment("x").unwrap();
        let first = document.root().first_child().unwrap().id();
        document.node_mut(first).unwrap().insert_before(comment).unwrap();
        let source = document.to_source().unwrap();
        assert!(source.starts_with(MARK), "{source:?}");
        assert_eq!(limpid::parse(&*source).to_test_dump(), document.to_test_dump());
    }
    let mut document = ParseOptions::new().spans(true).parse_bytes("\u{feff}\u{feff}<p>Tea".as_bytes());
    let p = document.body().unwrap().last_child().unwrap().id();
    document.node_mut(p).unwrap().set_attribute("class", "a").unwrap();
    assert_eq!(document.to_source().unwrap(), "\u{feff}<p class=\"a\">Tea");
    // A mark at the start of the first chunk is not part of the text that edits refer to.
    for bytes_first in [false, true] {
        let mut parser = Parser::default();
        if bytes_first {
            parser.feed_bytes("\u{feff}".as_bytes());
            parser.feed("\u{feff}<p>Tea");
        } else {
            parser.feed("\u{feff}<p>");
            parser.feed_bytes(b"Tea");
        }
        let mut document = parser.finish();
        let p = document.body().unwrap().last_child().unwrap().id();
        document.node_mut(p).unwrap().set_attribute("class", "a").unwrap();
        let text = if bytes_first { "\u{feff}" } else { "" };
        assert_eq!(document.body().unwrap().text_content(), format!("{text}Tea"));
        assert_eq!(document.to_source().unwrap(), "\u{feff}<p class=\"a\">Tea");
    }
}

#[test]
fn written_pages_do_not_start_with_a_mark() {
    let fragment = limpid::parse_fragment("\u{feff}\u{feff}\u{feff}Tea<br>", "div");
    let expected = "&#xFEFF;\u{feff}Tea<br>";
    assert_eq!((fragment.to_html().as_str(), fragment.to_string().as_str()), (expected, expected));
    assert_eq!(fragment.root().to_html(), expected);
    assert_eq!(fragment.root().first_child().unwrap().to_html(), "&#xFEFF;\u{feff}Tea");
    assert_eq!(fragment.root().inner_html(), "\u{feff}\u{feff}Tea<br>");
    for options in [
        SerializeOptions::new(),
        SerializeOptions::lossless(),
        SerializeOptions::minified(),
        #[cfg(feature = "pretty")]
        SerializeOptions::pretty(),
    ] {
        let (mut text, mut bytes) = (String::new(), Vec::new());
        fragment.root().write_html(&mut text, &options).unwrap();
        fragment.write_html_bytes(&mut bytes, &options).unwrap();
        assert!(text.starts_with("&#xFEFF;\u{feff}Tea<br>"), "{text}");
        assert_eq!(text.as_bytes(), bytes);
        assert_eq!(limpid::parse_fragment(&*text, "div").text_content().trim_end(), "\u{feff}\u{feff}Tea");
        let read = ParseOptions::new().parse_fragment_bytes(&*bytes, "div");
        assert_eq!(read.text_content().trim_end(), "\u{feff}\u{feff}Tea");
    }
    // The text of a script cannot contain references.
    let script = limpid::parse("<script>\u{feff}x</script>");
    let text = script.descendants().find(|node| node.text().is_some()).unwrap();
    assert_eq!(text.to_html(), "\u{feff}x");
    #[cfg(feature = "xml")]
    assert_eq!(fragment.root().first_child().unwrap().to_xml(), "&#xFEFF;\u{feff}Tea");
}

#[cfg(feature = "sanitize")]
#[test]
fn sanitized_markup_does_not_start_with_a_mark() {
    assert_eq!(limpid::sanitize("\u{feff}<p>Tea"), "<p>Tea</p>");
    assert_eq!(limpid::sanitize("<script></script>\u{feff}Tea"), "&#xFEFF;Tea");
    assert_eq!(limpid::sanitize("&#xFEFF;Tea"), "&#xFEFF;Tea");
    assert_eq!(limpid::sanitize("<p>\u{feff}Tea"), "<p>\u{feff}Tea</p>");
}
