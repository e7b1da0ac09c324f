//! Properties of the crate as a whole, in addition to those of its stages.

use limpid::{Document, Encoding, ErrorCode, FragmentContext, LineIndex, ParseOptions, Parser, ScriptingMode};

#[test]
fn documents_are_send_and_sync() {
    fn check<T: Send + Sync + Clone>() {}
    check::<Document<'static>>();
}

#[test]
fn borrowed_owned_and_into_owned() {
    let text = String::from("<p title='x &amp; y'>a<b>c");
    let borrowed: Document<'_> = limpid::parse(text.as_str());
    let dump = borrowed.to_test_dump();
    let made_owned: Document<'static> = borrowed.clone().into_owned();
    let owned: Document<'static> = limpid::parse(text.clone());
    assert_eq!(made_owned.to_test_dump(), dump);
    assert_eq!(owned.to_test_dump(), dump);
    let there = std::thread::spawn(move || owned.to_html()).join().unwrap();
    assert_eq!(there, borrowed.to_html());
}

#[test]
fn bytes_are_decoded_by_declaration_label_and_fallback() {
    let declared = limpid::parse_bytes(&b"<meta charset=shift_jis><p>\x82\xa0"[..]);
    assert_eq!((declared.encoding(), declared.text_content().as_str()), (Some("Shift_JIS"), "あ"));

    let marked = limpid::parse_bytes(&b"\xef\xbb\xbf<meta charset=shift_jis><p>\xe3\x81\x82"[..]);
    assert_eq!((marked.encoding(), marked.text_content().as_str()), (Some("UTF-8"), "あ"));

    let koi8 = Encoding::for_label("koi8-r").unwrap();
    let labelled = ParseOptions::new().encoding(koi8).parse_bytes(vec![0xc1]);
    assert_eq!((labelled.encoding(), labelled.text_content().as_str()), (Some("KOI8-R"), "а"));

    let transport =
        ParseOptions::new().encoding(limpid::EncodingHints::new().transport_encoding(koi8)).parse_bytes(vec![0xc1]);
    assert_eq!(transport.text_content(), "а");

    let nothing = limpid::parse_bytes(vec![0xe9]);
    assert_eq!((nothing.encoding(), nothing.text_content().as_str()), (Some("windows-1252"), "é"));
    let fallback = ParseOptions::new().encoding(limpid::EncodingHints::new().fallback(koi8)).parse_bytes(vec![0xc1]);
    assert_eq!(fallback.text_content(), "а");
}

#[test]
fn owned_bytes_with_and_without_a_byte_order_mark() {
    let utf_8 = Encoding::for_label("utf-8").unwrap();
    let options = ParseOptions::new().encoding(utf_8);
    for bytes in [b"\xef\xbb\xbf<p>\xc3\xa9".to_vec(), b"<p>\xc3\xa9".to_vec(), b"<p>\xc3\xa9\xff".to_vec()] {
        let owned = options.parse_bytes(bytes.clone());
        let borrowed = options.parse_bytes(bytes.as_slice());
        assert_eq!(owned.to_test_dump(), borrowed.to_test_dump());
        assert!(owned.text_content().starts_with('é'));
    }
}

#[test]
fn text_and_bytes_can_alternate() {
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed_bytes(b"<meta charset=utf-8><p>\xc3");
    parser.feed_bytes(b"\xa9");
    parser.feed("è");
    assert_eq!(parser.finish().text_content(), "éè");
}

#[test]
fn contexts() {
    let in_tr = limpid::parse_fragment("<td>x</td>", "tr");
    assert_eq!(in_tr.to_html(), "<td>x</td>");
    let in_svg = limpid::parse_fragment("<foreignobject/><p>", FragmentContext::parse("svg svg").unwrap());
    assert_eq!(in_svg.to_test_dump(), "| <svg foreignObject>\n| <p>\n");
    let plain = limpid::parse_fragment("<p>", FragmentContext::parse("math annotation-xml").unwrap());
    let html = limpid::parse_fragment(
        "<x>",
        FragmentContext::parse("math annotation-xml").unwrap().attribute("encoding", "Text/HTML"),
    );
    assert_eq!(plain.to_test_dump(), "| <p>\n");
    assert_eq!(html.to_test_dump(), "| <x>\n");
    let in_form = limpid::parse_fragment("<form>x", FragmentContext::from("div").in_form(true));
    assert_eq!(in_form.to_html(), "x");
    for bad in ["", " ", "svg ", "a b", "<p>", "p/", "1"] {
        let message = FragmentContext::parse(bad).unwrap_err().to_string();
        assert!(message.contains("is not the name of an element"), "{bad:?}: {message}");
    }
}

#[test]
fn scripting_decides_about_noscript() {
    let page = "<body><noscript><p>x</noscript>";
    assert!(limpid::parse(page).to_test_dump().contains("<p>\n"));
    let on = ParseOptions::new().scripting(ScriptingMode::Normal).parse(page);
    assert!(on.to_test_dump().contains("\"<p>x\""));
    assert!(on.to_html().contains("<noscript><p>x</noscript>"));
}

#[test]
fn errors_have_positions() {
    let page = "<!DOCTYPE html>\n<p>\n  <b id=a id=b>é</i>";
    let document = limpid::parse(page);
    let index = LineIndex::new(document.source());
    let places: Vec<_> = document
        .errors()
        .iter()
        .map(|error| (error.code, index.line_column(error.span.start).line, index.line_column(error.span.start).column))
        .collect();
    assert!(places.contains(&(ErrorCode::DuplicateAttribute, 3, 13)), "{places:?}");
    assert!(places.contains(&(ErrorCode::EofWithOpenElements, 3, 21)), "{places:?}");
}

#[test]
fn declarative_shadow_roots_by_default_in_documents_only() {
    let markup = "<div><template shadowrootmode=open>x</template></div>";
    assert!(limpid::parse(markup).to_test_dump().contains("#shadow-root (open)"));
    assert!(limpid::parse_fragment(markup, "body").to_test_dump().contains("<template>"));
}

#[test]
fn elements_with_many_attributes_are_compared_in_linear_time() {
    let attributes: String = (0..20_000).map(|n| format!(" a{n}=v")).collect();
    let page = format!("<p><b{attributes}><b{attributes}><b{attributes}><b{attributes}></p>x");
    let document = limpid::parse(page);
    // The Noah's Ark clause keeps three equal elements, which are reconstructed.
    let body = document.body().unwrap();
    let depth = body.last_child().unwrap().descendants().count();
    assert_eq!(depth, 3);
}

#[test]
fn the_error_of_a_limit_is_kept_after_any_number_of_errors() {
    let options = ParseOptions::new().limits(limpid::Limits::default().nodes(20).attributes(2));
    for fault in ["\0", "\u{1}"] {
        let page = format!("<p>{}{}", fault.repeat(1_048_600), "<b a b c d>x</b>".repeat(100));
        let document = options.parse(&*page);
        let codes = |code| document.errors().iter().filter(|error| error.code == code).count();
        assert_eq!(codes(ErrorCode::NodeLimit), 1, "{fault:?}");
        assert_eq!(codes(ErrorCode::AttributeLimit), 1, "{fault:?}");
        assert_eq!(codes(ErrorCode::TooManyErrors), 1, "{fault:?}");
        assert_eq!(document.errors().len(), (1 << 20) + 3, "{fault:?}");
        assert!(document.errors().is_sorted_by_key(|error| error.span.start));
    }
}

#[test]
fn names_codes_and_spans_convert() {
    assert_eq!("td".parse(), Ok(limpid::LocalName::TD));
    assert_eq!(limpid::LocalName::TD.to_string(), "td");
    assert!("no-such".parse::<limpid::LocalName>().is_err() && "".parse::<limpid::LocalName>().is_err());
    let span = limpid::Span::from(1..3).cover(limpid::Span::new(0, 2));
    assert_eq!((&"abcd"[span], span.to_string().as_str()), ("abc", "0..3"));
    assert_eq!(limpid::parse_bytes(b"<p>Tea").text_content(), "Tea");
    assert!("eof-in-tag".parse::<ErrorCode>().is_ok());
}

#[test]
fn the_number_of_errors_is_limited() {
    let document = limpid::parse("<".repeat(3 << 20));
    assert_eq!(document.errors().len(), (1 << 20) + 1);
    assert!(document.errors().iter().any(|error| error.code == ErrorCode::TooManyErrors));
    assert_eq!(document.text_content().len(), 3 << 20);
}
