//! Text and Markdown with source positions.

use limpid::mapped_text::MappedText;
use limpid::{Document, NodeRef, ParseOptions, Parser};

fn parse(page: &str) -> Document<'_> {
    ParseOptions::new().spans(true).parse(page)
}

/// Returns the text of each run and its source; `?` if the source is not known.
fn runs<'t>(document: &'t Document<'_>, mapped: &'t MappedText) -> Vec<(&'t str, &'t str)> {
    let source = |span: limpid::Span| document.source().get(span.range()).expect("a part of the source");
    mapped.runs().iter().map(|run| (&mapped.text()[run.range.clone()], run.span.map_or("?", source))).collect()
}

#[track_caller]
fn shows(page: &str, expected: &[(&str, &str)]) {
    let document = parse(page);
    let mapped = document.root().inner_text_mapped();
    assert_eq!(mapped.text(), document.inner_text());
    assert_eq!(runs(&document, &mapped), expected, "{page:?}");
    for (run, (shown, source)) in mapped.runs().iter().zip(expected) {
        assert_eq!(run.is_exact, shown == source && *source != "?", "{page:?}: {run:?}");
    }
}

#[track_caller]
fn reads(page: &str, markdown: &str, expected: &[(&str, &str)]) {
    let document = parse(page);
    let mapped = document.root().to_markdown_mapped(&limpid::MarkdownOptions::new());
    assert_eq!(mapped.text(), markdown);
    assert_eq!(document.to_markdown(), markdown);
    assert_eq!(runs(&document, &mapped), expected, "{page:?}");
}

#[test]
fn text_as_it_is() {
    shows("<p>One two<p>three", &[("One two", "One two"), ("three", "three")]);
    shows("a<!-- x -->b<b>c</b>", &[("a", "a"), ("b", "b"), ("c", "c")]);
    shows("<select><option>one</select><textarea>no</textarea>", &[("one", "one")]);
    shows("<div hidden>no</div><script>no</script>", &[]);
}

#[test]
fn white_space() {
    shows("<p> One \n two ", &[("One", "One"), (" ", " \n "), ("two", "two")]);
    shows("a <b> b</b>", &[("a ", "a "), ("b", "b")]);
    shows("a\t<i>b</i>", &[("a", "a"), (" ", "\t"), ("b", "b")]);
    shows("<pre>\n a\r\n\r b</pre>", &[(" a", " a"), ("\n", "\r\n"), ("\n", "\r"), (" b", " b")]);
    shows("<pre>\r\na&#13;b</pre>", &[("a", "a"), ("\r", "&#13;"), ("b", "b")]);
}

#[test]
fn references() {
    shows("a &amp; b", &[("a ", "a "), ("&", "&amp;"), (" b", " b")]);
    shows("&lt&copy=&notit;", &[("<", "&lt"), ("©", "&copy"), ("=", "="), ("¬", "&not"), ("it;", "it;")]);
    shows("&#x41;&#66&#x80;&#0;", &[("A", "&#x41;"), ("B", "&#66"), ("€", "&#x80;"), ("\u{fffd}", "&#0;")]);
    shows("&acE;&nosuch;&;&#;&#x;", &[("∾̳", "&acE;"), ("&nosuch;&;&#;&#x;", "&nosuch;&;&#;&#x;")]);
    // Two characters of the same length as the reference do not map to it.
    assert!(!parse("&acE;").root().inner_text_mapped().runs()[0].is_exact);
    shows("<xmp>&amp;\r\n&lt;</xmp>", &[("&amp;", "&amp;"), ("\n", "\r\n"), ("&lt;", "&lt;")]);
    shows("a&#32;&#32;b", &[("a", "a"), (" ", "&#32;&#32;"), ("b", "b")]);
    shows("<title>x</title>a&nbsp;b", &[("a", "a"), ("\u{a0}", "&nbsp;"), ("b", "b")]);
}

#[test]
fn texts_in_chunks() {
    shows("<p>One</i>two</x>&gt;<p>", &[("One", "One"), ("two", "two"), (">", "&gt;")]);
    shows("<table>a<tr>b<td>c</table>d", &[("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")]);
    shows("a\0b\0&lt;", &[("a", "a"), ("b", "b"), ("<", "&lt;")]);
    shows(
        "<svg><text>a\0b<![CDATA[&amp;\r\nc]]>&amp;</text>",
        &[("a", "a"), ("\u{fffd}", "\0"), ("b", "b"), ("&amp;", "&amp;"), (" ", "\r\n"), ("c", "c"), ("&", "&amp;")],
    );
    shows("a \n</x>\n b", &[("a", "a"), (" ", " \n</x>\n "), ("b", "b")]);
    let page = "<p>One</i>two &amp;\r\n<b>x</b></x>\0y";
    let mut parser = Parser::new(ParseOptions::new().spans(true));
    for (at, character) in page.char_indices() {
        parser.feed(&page[at..at + character.len_utf8()]);
    }
    let pieces = parser.finish();
    assert_eq!(
        runs(&pieces, &pieces.root().inner_text_mapped()),
        runs(&parse(page), &parse(page).root().inner_text_mapped())
    );
}

#[test]
fn changed_text_has_no_source() {
    let page = "<p>One</i>two&amp;<p>x<p>&amp; y";
    let mut document = parse(page);
    let texts: Vec<_> = document.descendants().filter(|node| node.text().is_some()).map(NodeRef::id).collect();
    document.node_mut(texts[0]).unwrap().set_text("One, two").unwrap();
    let first = document.body().unwrap().first_child().unwrap().id();
    let made = document.create_text("new").unwrap();
    document.node_mut(first).unwrap().append(made).unwrap();
    let expected = [("One, two", "?"), ("new", "?"), ("x", "x"), ("&", "&amp;"), (" y", " y")];
    assert_eq!(runs(&document, &document.root().inner_text_mapped()), expected);
    document.compact().unwrap();
    assert_eq!(runs(&document, &document.root().inner_text_mapped()), expected);
    let without = limpid::parse("a &amp; b<p>c");
    assert_eq!(runs(&without, &without.root().inner_text_mapped()), [("a & b", "?"), ("c", "c")]);
}

#[test]
fn markdown() {
    reads(
        "<h2>Tea & <em>*cups*</em></h2>",
        "## Tea & *\\*cups\\**\n",
        &[("Tea & ", "Tea & "), ("*cups", "*cups"), ("*", "*")],
    );
    reads(
        "<a href='/a b' title='x \"y'>b</a>",
        "[b](</a b> \"x \\\"y\")\n",
        &[("b", "b"), ("</a b>", "/a b"), ("x \\\"y", "x \"y")],
    );
    reads(
        "<img alt=' one\n two&amp;' src=/i>",
        "![one two&](/i)\n",
        &[("one", "one"), (" ", "\n "), ("two", "two"), ("&", "&amp;"), ("/i", "/i")],
    );
    reads("<p>a\u{a0}<p>1. b", "a&nbsp;\n\n1\\. b\n", &[("a", "a"), ("&nbsp;", "\u{a0}"), ("1", "1"), (". b", ". b")]);
    reads("<code>a <b>b</b>\n c</code>", "`a b c`\n", &[("a ", "a "), ("b", "b"), (" ", "\n "), ("c", "c")]);
    reads("<pre>a\n<b>b</b>c&lt;</pre>", "```\na\nbc<\n```\n", &[("a", "a"), ("b", "b"), ("c", "c"), ("<", "&lt;")]);
    reads(
        "<table><tr><th>a<th><code>x|y</code>",
        "| a | `x\\|y` |\n| --- | --- |\n",
        &[("a", "a"), ("x", "x"), ("|y", "|y")],
    );
}

#[test]
fn positions() {
    let page = "<p>One <b>two</b> &amp; three<p>four";
    let document = parse(page);
    let mapped = document.root().inner_text_mapped();
    let at = |word: &str| mapped.position(mapped.text().find(word).unwrap()).unwrap();
    let parent =
        |position: limpid::mapped_text::TextPosition| document.node(position.node).and_then(NodeRef::parent).unwrap();
    assert_eq!((parent(at("wo")).local_name(), at("wo").offset, at("wo").source), ("b", 1, Some(11)));
    assert_eq!((at("& ").offset, at("& ").source), (1, Some(18)));
    assert_eq!((at("three").offset, at("three").source), (3, page.find("three").map(|at| at as u32)));
    // Between the blocks, and after the last one.
    assert_eq!(at("\n\n").source, page.find("<p>four").map(|at| at as u32));
    assert_eq!(mapped.position(1_000).unwrap().source, Some(page.len() as u32));
    assert_eq!(parse("<hr>").root().inner_text_mapped().position(0), None);
    let cut = mapped.runs_in(1..9).map(|run| (&mapped.text()[run.range.clone()], &page[run.span.unwrap().range()]));
    assert_eq!(cut.collect::<Vec<_>>(), [("ne ", "ne "), ("two", "two"), (" ", " "), ("&", "&amp;")]);
}

fn passages(mapped: &MappedText, max_len: usize) -> Vec<(String, &str)> {
    mapped.passages().max_len(max_len).map(|passage| (passage.path("/"), passage.text)).collect()
}

#[test]
fn sections() {
    let page = "intro<h2>B</h2>b<h1>A <i>&amp;</i><br>x</h1><h3>C</h3><h3></h3>c<h2><div><h1>D</h1></div></h2><h6 hidden>no</h6>d";
    let document = parse(page);
    let of = |text: &str, path: &str| (path.to_owned(), text.to_owned());
    let expected =
        [of("intro", ""), of("B\nb", "B"), of("A &\nx", "A & x"), of("C\nc", "A & x/C"), of("D\nd", "A & x/D")];
    let text = document.root().inner_text_mapped();
    let found: Vec<_> = passages(&text, usize::MAX).into_iter().map(|(path, text)| of(text, &path)).collect();
    assert_eq!(found, expected);
    let markdown = document.root().to_markdown_mapped(&limpid::MarkdownOptions::new());
    let paths: Vec<_> = passages(&markdown, usize::MAX).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["", "B", "A & x", "A & x/C", "A & x/D"]);
    assert_eq!(passages(&markdown, usize::MAX)[2].1, "# A *\\&* x");
    let long = parse(&format!("<h1>{}</h1>x", "long title ".repeat(100))).root().inner_text_mapped();
    assert!(long.passages().all(|passage| passage.titles.iter().all(|title| title.title.len() <= 300)));
}

#[test]
fn long_sections() {
    let mapped =
        parse("<p>One two three. Four five.<p>Six seven eight nine<pre>  a\n  b</pre>ééé").root().inner_text_mapped();
    let texts = |max_len| passages(&mapped, max_len).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(texts(30), ["One two three. Four five.", "Six seven eight nine", "  a\n  b\nééé"]);
    assert_eq!(texts(16), ["One two three.", "Four five.", "Six seven eight", "nine\n\n  a\n  b", "ééé"]);
    assert!(texts(5).iter().all(|text| text.len() <= 5));
    assert_eq!(texts(0).concat().replace([' ', '\n'], ""), mapped.text().replace([' ', '\n'], ""));
}

/// A reference maps only to the character that it produced, not to one that replaced it.
#[test]
fn a_changed_text_does_not_map_to_old_references() {
    let mut page = ParseOptions::new().spans(true).parse("<p>&#x965F4;g&#x110000;&#128;");
    let text = page.descendants().find(|node| node.text().is_some()).unwrap().id();
    let spans = |page: &limpid::Document<'_>| -> Vec<_> {
        page.root().inner_text_mapped().runs().iter().map(|run| run.span.map(limpid::Span::range)).collect()
    };
    assert_eq!(spans(&page), [Some(3..12), Some(12..13), Some(13..23), Some(23..29)]);
    page.node_mut(text).unwrap().set_text("\u{fffd}g\u{965f4}\u{20ac}").unwrap();
    assert_eq!(spans(&page), [None]);
}
