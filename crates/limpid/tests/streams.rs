//! Input in chunks: late encoding declarations, failing readers, scripts that write.

use limpid::{Document, ErrorCode, ParseOptions, ParseOutcome, Parser, ScriptingMode};
use std::io::{self, Read};

/// Returns a page that declares its encoding after the prescanned bytes.
fn late_page(declaration: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut page = b"<!DOCTYPE html><head><title>".to_vec();
    page.extend_from_slice(before);
    page.extend_from_slice(b"</title><!--");
    page.extend_from_slice(&[b' '; 1100]);
    page.extend_from_slice(b"-->");
    page.extend_from_slice(declaration.as_bytes());
    page.extend_from_slice(b"<p>");
    page.extend_from_slice(after);
    page
}

fn parse_chunked(bytes: &[u8], size: usize, options: ParseOptions) -> Document<'static> {
    let mut parser = Parser::new(options);
    for piece in bytes.chunks(size) {
        parser.feed_bytes(piece);
    }
    parser.finish()
}

#[test]
fn a_late_declaration_is_used_at_once_and_in_chunks() {
    // "あ" in Shift_JIS is "‚\u{a0}" in windows-1252.
    for declaration in [
        "<meta charset=shift_jis>",
        "<meta http-equiv=content-type content='text/html; charset=shift_jis'>",
        "<meta charset=nonsense http-equiv=Content-Type content='charset=shift_jis'>",
        "<meta charset=nonsense><meta content='charset=utf-8'><meta charset=shift_jis><meta charset=utf-8>",
    ] {
        for before in [&b"plain"[..], b"\x82\xa0"] {
            let page = late_page(declaration, before, b"\x82\xa0");
            let whole = limpid::parse_bytes(page.as_slice());
            assert_eq!(whole.encoding(), Some("Shift_JIS"), "{declaration}");
            assert_eq!(whole.body().unwrap().text_content(), "あ");
            for size in [1, 2, 1000, 1024, 1200, 5000] {
                let pieces = parse_chunked(&page, size, ParseOptions::new());
                assert_eq!(pieces.to_test_dump(), whole.to_test_dump(), "{declaration} by {size}");
                assert_eq!(pieces.encoding(), whole.encoding());
                assert_eq!(pieces.errors(), whole.errors());
            }
        }
    }
}

#[test]
fn a_certain_encoding_is_not_changed() {
    let page = late_page("<meta charset=shift_jis>", b"", b"\xc3\xa9");
    let utf_8 = limpid::Encoding::for_label("utf-8").unwrap();
    let options = ParseOptions::new().encoding(utf_8);
    assert_eq!(options.parse_bytes(page.as_slice()).encoding(), Some("UTF-8"));
    assert_eq!(parse_chunked(&page, 7, options).body().unwrap().text_content(), "é");
}

#[test]
fn a_declaration_after_the_retained_bytes_is_too_late() {
    let page = late_page("<meta charset=shift_jis>", b"\x82\xa0", b"\x82\xa0");
    let document = parse_chunked(&page, 100, ParseOptions::new().retained_bytes(500));
    assert_eq!(document.encoding(), Some("windows-1252"));
    let error = document.errors().iter().find(|error| error.code == ErrorCode::EncodingDeclarationTooLate).unwrap();
    assert_eq!(error.span.len(), "<meta charset=shift_jis>".len());

    // It is used if the bytes so far, including those of the same chunk, decode to the same text.
    let page = late_page("<meta charset=shift_jis>", b"plain", &[&[b' '; 100][..], b"\x82\xa0"].concat());
    let document = parse_chunked(&page, 100, ParseOptions::new().retained_bytes(500));
    assert_eq!((document.encoding(), document.errors().len()), (Some("Shift_JIS"), 0));
}

#[test]
fn a_restart_at_the_end_of_the_stream() {
    // To the prescan, the declaration is part of an attribute value. The last character is cut off.
    let page = b"<style><a b=\"</style><meta charset=shift_jis><p>\x82\xa0\x82";
    let whole = limpid::parse_bytes(&page[..]);
    assert_eq!(whole.body().unwrap().text_content(), "あ\u{fffd}");
    for size in [1, 20, 5000] {
        let pieces = parse_chunked(page, size, ParseOptions::new());
        assert_eq!(pieces.to_test_dump(), whole.to_test_dump());
        assert_eq!(pieces.encoding_source(), Some(limpid::EncodingSource::LateMeta));
    }
    // The same after a script that is still running at the end.
    let page = [b"<script></script>", &page[..]].concat();
    let mut parser = scripted();
    parser.feed_bytes(&page);
    assert_eq!(parser.finish().to_test_dump(), limpid::parse_bytes(page).to_test_dump());
}

/// Returns some bytes, an interruption, more bytes, and then an error.
struct Failing(u32);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => give(buffer, b"<p>one"),
            2 => Err(io::ErrorKind::Interrupted.into()),
            3 => give(buffer, b"<p>two"),
            _ => Err(io::Error::other("the line went dead")),
        }
    }
}

fn give(buffer: &mut [u8], bytes: &[u8]) -> io::Result<usize> {
    buffer[..bytes.len()].copy_from_slice(bytes);
    Ok(bytes.len())
}

#[test]
fn a_failing_reader_returns_its_error_and_the_tree_so_far() {
    let failure = limpid::parse_reader(Failing(0)).unwrap_err();
    assert_eq!(failure.to_string(), "the input could not be read to its end");
    assert_eq!(failure.error.to_string(), "the line went dead");
    assert_eq!(failure.document.body().unwrap().inner_html(), "<p>one</p><p>two</p>");
}

fn scripted() -> Parser {
    Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true))
}

/// Runs the scripts of a page, including those that they write. Each script writes its own content.
fn run_writing_scripts(parser: &mut Parser, outcome: ParseOutcome, texts: &mut Vec<&str>) {
    let mut outcome = outcome;
    while let ParseOutcome::Script(_) = outcome {
        let written = if texts.is_empty() { "" } else { texts.remove(0) };
        let inner = parser.write(written);
        run_writing_scripts(parser, inner, texts);
        outcome = parser.resume();
    }
}

#[test]
fn scripts_write_at_the_insertion_point() {
    let mut parser = scripted();
    let outcome = parser.feed("1<script>a</script>4");
    run_writing_scripts(&mut parser, outcome, &mut vec!["2<script>b</script>", "3"]);
    let html = parser.finish().body().unwrap().inner_html();
    assert_eq!(html, "1<script>a</script>2<script>b</script>34");
}

#[test]
fn a_partially_written_tag_continues_after_the_script() {
    let mut parser = scripted();
    let outcome = parser.feed("<script>a</script>title=x>y");
    run_writing_scripts(&mut parser, outcome, &mut vec!["<p "]);
    parser.feed("z");
    assert!(parser.finish().to_html().contains("<p title=\"x\">yz</p>"));
}

#[test]
fn input_waits_while_a_script_runs() {
    let mut parser = scripted();
    let ParseOutcome::Script(script) = parser.feed("<script>a</script>2") else { panic!("no script") };
    assert_eq!(parser.running_script(), Some(script));
    assert_eq!(parser.feed("3"), ParseOutcome::Script(script));
    parser.write("1");
    assert_eq!(parser.resume(), ParseOutcome::NeedInput);
    assert_eq!(parser.running_script(), None);
    assert_eq!(parser.finish().body().unwrap().text_content(), "123");
}

#[test]
fn svg_scripts_stop_the_parser_too() {
    for page in ["<svg><script>a</script>x", "<svg><script/>x"] {
        let mut parser = scripted();
        assert!(matches!(parser.feed(page), ParseOutcome::Script(_)), "{page}");
        parser.resume();
        assert_eq!(parser.finish().to_test_dump(), limpid::parse(page).to_test_dump());
    }
}

#[test]
fn aborting_drops_pending_input() {
    let mut parser = scripted();
    parser.feed("1<script>a</script>2");
    assert_eq!(parser.abort().body().unwrap().inner_html(), "1<script>a</script>");
}

#[test]
fn scripts_that_are_not_run_change_nothing() {
    let page = "<script>a</script>1<script>b</script>2".repeat(50);
    let mut parser = scripted();
    for piece in page.as_bytes().chunks(7) {
        parser.feed(std::str::from_utf8(piece).unwrap());
    }
    let one_shot = ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true).parse(page.as_str());
    assert_eq!(parser.finish().to_test_dump(), one_shot.to_test_dump());
    // With scripting disabled, the parser does not pause.
    let mut parser = Parser::new(ParseOptions::new().pause_at_scripts(true));
    assert_eq!(parser.feed(&page), ParseOutcome::NeedInput);
}

#[test]
fn a_script_that_changes_an_attribute_does_not_change_the_token() {
    // The formatting element is recreated from its token, not from the changed element.
    let mut parser = scripted();
    let ParseOutcome::Script(_) = parser.feed("<p><b id=a><script></script></p>x") else { panic!("no script") };
    let b = parser.document().element_by_id("a").unwrap().id();
    parser.document_mut().node_mut(b).unwrap().set_attribute("id", "changed").unwrap();
    parser.resume();
    let html = parser.finish().body().unwrap().inner_html();
    assert_eq!(html, "<p><b id=\"changed\"><script></script></b></p><b id=\"a\">x</b>");
}

#[test]
fn a_script_can_move_open_elements() {
    let mut parser = scripted();
    let ParseOutcome::Script(_) = parser.feed("<div id=a><table id=b><script></script>x<td>y") else {
        panic!("no script")
    };
    let [a, b] = ["a", "b"].map(|id| parser.document().element_by_id(id).unwrap().id());
    parser.document_mut().node_mut(b).unwrap().remove().unwrap();
    parser.document_mut().node_mut(a).unwrap().remove().unwrap();
    parser.resume();
    let document = parser.finish();
    assert_eq!(document.body().unwrap().inner_html(), "");
    // The table has no parent, so its foster-parented text goes into the element above it on the stack.
    assert_eq!(document.node(a).unwrap().text_content(), "x");
    assert_eq!(document.node(b).unwrap().text_content(), "y");
}

#[test]
fn a_late_declaration_does_not_depend_on_the_chunks() {
    // More bytes than are retained follow the declaration, which must have the same effect with any chunks.
    let page = [&[b' '; 2000][..], b"<meta charset=koi8-r><p>", &b"\xc1 ".repeat(300_000)].concat();
    let options = || ParseOptions::new().retained_bytes(100_000);
    for size in [16 << 10, 100_000, page.len()] {
        let document = parse_chunked(&page, size, options());
        assert_eq!(document.encoding(), Some("KOI8-R"), "pieces of {size}");
        assert!(document.text_content().trim_start().starts_with("а а"), "pieces of {size}");
    }
}

#[test]
fn text_before_bytes_is_never_lost() {
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed("<p>hello");
    parser.feed_bytes(b"\xe9<title><!--</title><meta charset=koi8-r>tail");
    assert_eq!(parser.finish().body().unwrap().text_content(), "helloé<!--tail");

    // Bytes after text are decoded like the bytes before it.
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed_bytes(b"<meta charset=koi8-r><p>\xc1");
    parser.feed(" and ");
    parser.feed_bytes(b"\xc1");
    let document = parser.finish();
    assert_eq!((document.text_content().as_str(), document.encoding()), ("а and а", Some("KOI8-R")));
}

#[test]
fn written_text_does_not_change_the_encoding() {
    let mut parser = scripted();
    let page = [&b"\xe9<script>1</script>"[..], &[b' '; 1100], b"end"].concat();
    let ParseOutcome::Script(script) = parser.feed_bytes(&page) else { panic!("no script") };
    assert_eq!(parser.write("<meta charset=koi8-r>"), ParseOutcome::NeedInput);
    assert_eq!(parser.running_script(), Some(script));
    parser.resume();
    let document = parser.finish();
    assert_eq!(document.encoding(), Some("windows-1252"));
    assert!(document.text_content().starts_with('é') && document.text_content().ends_with("end"));
}

#[test]
fn replacing_the_parsers_document_does_not_panic() {
    for replacement in ["", "<p>hello"] {
        let mut parser = scripted();
        parser.feed("<p>1<script></script>2");
        *parser.document_mut() = limpid::parse(replacement.to_owned());
        parser.resume();
        parser.feed("<p>3</table>");
        let _ = parser.finish().to_test_dump();
    }
}

#[test]
fn many_pauses_in_one_chunk_take_linear_time() {
    // If each pause scanned the rest of the chunk again, this would take minutes.
    let page = "<script></script>".repeat(200_000);
    let mut parser = scripted();
    let mut outcome = parser.feed(&page);
    let mut stops = 0;
    while let ParseOutcome::Script(_) = outcome {
        stops += 1;
        outcome = parser.resume();
    }
    assert_eq!(stops, 200_000);
    let metas = b"<meta charset=x>".repeat(250_000);
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed_bytes(&metas);
    assert_eq!(parser.finish().head().unwrap().children().count(), 250_000);
}

#[test]
fn the_context_element_of_a_fragment_keeps_its_shadow_root() {
    let options = ParseOptions::new().allow_declarative_shadow_roots(true);
    let markup = "<template shadowrootmode=open>in</template>out";
    let mut parser = Parser::new_fragment(options.clone(), "div");
    parser.feed(markup);
    for document in [options.parse_fragment(markup, "div"), parser.finish()] {
        assert_eq!(document.to_html(), "out");
        let host = document.fragment_context_element().unwrap();
        assert_eq!(host.shadow_root().unwrap().text_content(), "in");
    }
}

/// Parses a page with one empty script, calls `change` at the script, and returns the document.
fn changed_at_script(page: &str, change: impl FnOnce(&mut Document<'static>)) -> Document<'static> {
    let mut parser = scripted();
    let ParseOutcome::Script(_) = parser.feed(page) else { panic!("no script") };
    change(parser.document_mut());
    parser.resume();
    parser.finish()
}

fn by_id(document: &Document<'_>, id: &str) -> limpid::NodeId {
    document.element_by_id(id).unwrap().id()
}

#[test]
fn a_document_gets_no_text_and_no_second_element() {
    // The table becomes the document's only element; foster-parented nodes cannot be inserted before it.
    let to_the_root = |document: &mut Document<'static>| {
        let (root, table) = (document.root().id(), by_id(document, "t"));
        let html = document.document_element().unwrap().id();
        document.node_mut(html).unwrap().remove().unwrap();
        document.node_mut(table).unwrap().remove().unwrap();
        document.node_mut(root).unwrap().append(table).unwrap();
    };
    let page = "<!DOCTYPE html><body><table id=t><script></script>text<i>x</i><!--c-->";
    let document = changed_at_script(page, to_the_root);
    let kinds: Vec<_> = document.root().children().map(|node| node.local_name().to_owned()).collect();
    assert_eq!(kinds, ["", "table"], "{document:?}");

    let page = "<!DOCTYPE html><body><table id=t><tr><b id=b><p><script></script>z</b>u";
    let document = changed_at_script(page, to_the_root);
    assert_eq!(document.root().children().filter(|node| node.kind() == limpid::NodeKind::Element).count(), 1);
}

#[test]
fn foster_parenting_into_template_contents() {
    let page = "<!DOCTYPE html><body><template id=q></template><table id=t><script></script>text<i>x</i></table>";
    let document = changed_at_script(page, |document| {
        let (template, table) = (by_id(document, "q"), by_id(document, "t"));
        document.node_mut(table).unwrap().remove().unwrap();
        document.node_mut(template).unwrap().append(table).unwrap();
    });
    let template = document.element_by_id("q").unwrap();
    assert_eq!(template.template_contents().unwrap().text_content(), "textx");
    assert_eq!(template.children().count(), 1);
}

#[test]
fn markers_created_or_changed_by_scripts() {
    let page = |marker: &str| format!("<body><div id=d>{marker}</div><script></script><template for=m>x</template>");
    let patched = |document: &Document<'_>| document.element_by_id("d").unwrap().text_content() == "x";
    let made = changed_at_script(&page(""), |document| {
        let (parent, marker) =
            (by_id(document, "d"), document.create_processing_instruction("marker", "name='m'").unwrap());
        document.node_mut(parent).unwrap().append(marker).unwrap();
    });
    assert!(patched(&made));
    for (before, after, counts) in [("z", "m", true), ("m", "z", false)] {
        let document = changed_at_script(&page(&format!("<?marker name='{before}'?>")), |document| {
            let marker = document.element_by_id("d").unwrap().first_child().unwrap().id();
            document.node_mut(marker).unwrap().set_text(&format!("name='{after}'")).unwrap();
        });
        assert_eq!(patched(&document), counts, "{before} to {after}");
    }
}

#[test]
fn coercion_does_not_affect_shadow_hosts() {
    let document = ParseOptions::new()
        .infoset_coercion(true)
        .parse("<x-a:b id=h><template shadowrootmode=open>s</template></x-a:b>");
    assert_eq!(document.element_by_id("h").unwrap().shadow_root().unwrap().text_content(), "s");
}
