//! Untrusted XML: limits on entities, depth and attributes; encodings, spans and chunks.

use limpid::xml::{self, XmlDeclaration, XmlParseOptions, XmlParser};
use limpid::{Document, Encoding, ErrorCode, Limits, NodeKind};
use limpid_dom::invariants;
use std::fmt::Write as _;

fn codes(document: &Document<'_>) -> Vec<ErrorCode> {
    document.errors().iter().map(|error| error.code).collect()
}

/// Returns entities, each with ten references to the previous one.
fn laughs(levels: usize, content: &str) -> String {
    let mut text = String::from("<!DOCTYPE a [<!ENTITY e0 'ha'>");
    for level in 0..levels {
        let _ = write!(text, "<!ENTITY e{} '{}'>", level + 1, format!("&e{level};").repeat(10));
    }
    format!("{text}]><a>{content}</a>")
}

#[test]
fn the_billion_laughs_attack_is_an_error() {
    for (content, limits) in [
        ("&e30;", Limits::default().entity_bytes(1 << 20)),
        ("<b c='&e30;'/>", Limits::default().entity_bytes(1 << 20)),
        ("&e30;&e30;&e3;", Limits::default().entity_bytes(1 << 20)),
    ] {
        let text = laughs(30, content);
        let document = XmlParseOptions::new().limits(limits).parse(&*text);
        invariants::check(&document).unwrap();
        assert_eq!(codes(&document), [ErrorCode::XmlEntityLimit], "{content}");
        let error = document.errors()[0];
        assert!(text[error.span.start as usize..].len() <= content.len() + 4, "the error is at the reference");
        assert!(document.to_test_dump().len() < 40 << 20, "{content}");
    }
    // Fewer levels are allowed.
    assert_eq!(xml::parse(&*laughs(3, "&e3;")).text_content(), "ha".repeat(1000));
}

#[test]
fn many_references_to_a_long_entity_are_an_error() {
    let long = "x".repeat(1 << 20);
    let document_of = |times| format!("<!DOCTYPE a [<!ENTITY e '{long}'>]><a>{}</a>", "&e;".repeat(times));
    let few = document_of(10);
    assert_eq!(xml::parse(&*few).text_content().len(), 10 << 20);
    let many = document_of(1000);
    let document = xml::parse(&*many);
    assert_eq!(codes(&document), [ErrorCode::XmlEntityLimit]);
    // The limit is 16 MiB plus 16 bytes for each byte so far.
    assert!((30 << 20..36 << 20).contains(&document.text_content().len()));
}

#[test]
fn empty_entities_are_limited() {
    // The innermost entity is empty, so that only the time grows, not the text.
    let text = laughs(30, "&e30;").replace("'ha'", "''");
    let document = XmlParseOptions::new().limits(Limits::default().entity_bytes(1 << 20)).parse(&*text);
    assert_eq!(codes(&document), [ErrorCode::XmlEntityLimit]);
}

#[test]
fn the_depth_of_entities_is_limited() {
    let chain = |depth: usize, content: &str| {
        let entities: String = (0..depth).map(|i| format!("<!ENTITY e{} '&e{i};'>", i + 1)).collect();
        format!("<!DOCTYPE a [<!ENTITY e0 'x'>{entities}]><a b='{content}'>{content}</a>")
    };
    let fits = chain(63, "&e63;");
    let document = xml::parse(&*fits);
    assert_eq!((document.text_content().as_str(), codes(&document).len()), ("x", 0));
    assert_eq!(document.document_element().unwrap().attribute("b"), Some("x"));
    let deeper = chain(64, "&e64;");
    let document = xml::parse(&*deeper);
    assert_eq!(codes(&document), [ErrorCode::XmlEntityLimit; 2]);
    assert_eq!(document.text_content(), "&e0;");
    assert_eq!(document.document_element().unwrap().attribute("b"), Some("&e0;"));
    let options = XmlParseOptions::new().limits(Limits::default().entity_depth(1000));
    assert_eq!(options.parse(&*deeper).text_content(), "x");
    let very_deep = chain(100_000, "&e100000;");
    assert_eq!(XmlParseOptions::new().limits(Limits::none()).parse(&*very_deep).text_content(), "x");
}

#[test]
fn attribute_defaults_count_toward_the_limit() {
    let defaults: String = (0..5000).map(|i| format!(" a{i} CDATA ''")).collect();
    let text = format!("<!DOCTYPE a [<!ATTLIST b{defaults}>]><a>{}</a>", "<b/>".repeat(20_000));
    let document = xml::parse(&*text);
    assert_eq!(codes(&document), [ErrorCode::XmlEntityLimit]);
    let attributes: usize = document.descendants().map(|node| node.attributes().count()).sum();
    assert!((400_000..2_000_000).contains(&attributes), "{attributes}");
}

#[test]
fn the_depth_of_trees_is_limited() {
    let text = "<a>1".repeat(1000) + &"2</a>".repeat(1000);
    let document = xml::parse(&*text);
    invariants::check(&document).unwrap();
    let depth = document.descendants().map(|node| node.ancestors().filter(|it| it.is_element()).count()).max();
    assert_eq!(depth, Some(512));
    assert_eq!(document.text_content(), "1".repeat(1000) + &"2".repeat(1000), "all text, in its order");
    assert_eq!(codes(&document), [ErrorCode::DepthLimit; 488]);
    assert_eq!(document.root().children().filter(|node| node.is_element()).count(), 1);
    let deep = XmlParseOptions::new().limits(Limits::none()).parse(&*text);
    assert_eq!(codes(&deep), []);
    for depth in [0, 1, 2] {
        let flat = XmlParseOptions::new().limits(Limits::none().depth(depth)).parse("<a><b><c>1</c>2</b>3</a>");
        invariants::check(&flat).unwrap();
        assert_eq!(flat.text_content(), "123");
    }
}

#[test]
fn the_number_of_nodes_and_attributes_is_limited() {
    let options = XmlParseOptions::new().limits(Limits::default().nodes(5).attributes(2));
    let document = options.parse("<a b='1' c='2' d='3'><e/><f/><g/><h/><i/></a>");
    assert_eq!(codes(&document), [ErrorCode::AttributeLimit, ErrorCode::NodeLimit]);
    assert_eq!(document.node_count(), 5);
    assert_eq!(document.document_element().unwrap().attributes().count(), 2);
    let text = laughs(20, "&e20;").replace("'ha'", "'<b/>'");
    let full = XmlParseOptions::new().limits(Limits::none().nodes(1000)).parse(&*text);
    assert_eq!((full.node_count(), codes(&full)), (1000, vec![ErrorCode::NodeLimit]));
}

#[test]
fn spans_refer_to_the_source() {
    let source = "<?p d?><a b='c&lt;'>t<!--x--><d/></a>";
    let document = XmlParseOptions::new().spans(true).parse(source);
    let a = document.document_element().unwrap();
    let slice = |span: Option<limpid::Span>| &source[span.unwrap().range()];
    assert_eq!(slice(a.span()), "<a b='c&lt;'>t<!--x--><d/></a>");
    assert_eq!((slice(a.start_tag()), slice(a.end_tag())), ("<a b='c&lt;'>", "</a>"));
    let b = a.attributes().next().unwrap();
    assert_eq!((slice(b.name_span()), slice(b.value_span())), ("b", "c&lt;"));
    let shown: Vec<_> = a.children().map(|child| slice(child.span())).collect();
    assert_eq!(shown, ["t", "<!--x-->", "<d/>"]);

    let source = "<!DOCTYPE a [<!ENTITY e '<b c=\"d\">x</b>'>]><a>&e;</a>";
    let document = XmlParseOptions::new().spans(true).parse(source);
    let b = document.document_element().unwrap().first_child().unwrap();
    assert_eq!(&source[b.start_tag().unwrap().range()], "&e;");
}

#[test]
fn text_is_not_copied() {
    let source = "<a b='value'>text</a>";
    let document = xml::parse(source);
    let a = document.document_element().unwrap();
    for text in [a.first_child().unwrap().text().unwrap(), a.attribute("b").unwrap()] {
        assert!(source.as_bytes().as_ptr_range().contains(&text.as_ptr()), "{text}");
    }
}

#[test]
fn declarations_are_kept() {
    let document = xml::parse("<?xml version='1.1' encoding='latin1' standalone='yes'?><a/>");
    let expected = XmlDeclaration { version: "1.1", encoding: Some("latin1"), standalone: Some(true) };
    assert_eq!((document.xml_declaration(), document.is_xml()), (Some(expected), true));
    assert_eq!(codes(&document), [], "of a text nobody knows the encoding");
    assert_eq!(xml::parse("<a/>").xml_declaration(), None);
    assert!(xml::parse("").is_xml());
    let doctype = xml::parse("<!DOCTYPE A PUBLIC 'p' 's'><A/>");
    let doctype = doctype.root().children().find_map(limpid::NodeRef::doctype).unwrap();
    assert_eq!((doctype.name, doctype.public_id, doctype.system_id), ("A", Some("p"), Some("s")));
}

#[test]
fn encodings_are_found_and_compared() {
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let utf_32 = |text: &str| text.chars().flat_map(|c| (c as u32).to_le_bytes()).collect::<Vec<u8>>();
    let declared = |name: &str| format!("<?xml version='1.0' encoding='{name}'?><a>\u{e9}</a>");
    let cases: [(Vec<u8>, &str, Option<ErrorCode>); 8] = [
        (declared("UTF-8").into_bytes(), "UTF-8", None),
        ("\u{feff}<a>\u{e9}</a>".as_bytes().to_vec(), "UTF-8", None),
        (utf_16(&declared("UTF-16")), "UTF-16BE", None),
        (utf_16(&declared("UTF-8")), "UTF-16BE", Some(ErrorCode::XmlEncodingMismatch)),
        (utf_32(&declared("UTF-32")), "UTF-32LE", None),
        (declared("no-such").into_bytes(), "UTF-8", Some(ErrorCode::XmlEncodingUnknown)),
        (declared("UTF-16").into_bytes(), "UTF-8", Some(ErrorCode::XmlEncodingMismatch)),
        (b"<?xml version='1.0' encoding='windows-1252'?><a>\xe9</a>".to_vec(), "windows-1252", None),
    ];
    for (bytes, name, error) in cases {
        let document = xml::parse_bytes(&*bytes);
        assert_eq!((document.encoding(), document.text_content().as_str()), (Some(name), "\u{e9}"));
        assert_eq!(codes(&document), Vec::from_iter(error), "{name}");
        let owned = xml::parse_bytes(bytes.clone());
        let mut parser = XmlParser::new(XmlParseOptions::new());
        bytes.iter().for_each(|&byte| parser.feed_bytes(&[byte]));
        for other in [owned, parser.finish(), XmlParser::new(XmlParseOptions::new()).read_from(&*bytes).unwrap()] {
            assert_eq!((other.encoding(), other.errors()), (document.encoding(), document.errors()));
            assert_eq!(other.to_test_dump(), document.to_test_dump());
        }
    }
    let latin = Encoding::for_label("latin1").unwrap();
    let bytes = b"<?xml version='1.0' encoding='utf-8'?><a>\xe9</a>";
    for options in [
        XmlParseOptions::new().encoding(latin),
        XmlParseOptions::new().encoding(limpid::EncodingHints::new().transport_encoding(latin)),
    ] {
        let document = options.parse_bytes(&bytes[..]);
        assert_eq!((document.encoding(), &*document.text_content()), (Some("windows-1252"), "\u{e9}"));
        assert_eq!(codes(&document), [ErrorCode::XmlEncodingMismatch]);
        assert_eq!(&document.source()[document.errors()[0].span.range()], "utf-8");
    }
}

#[test]
fn malformed_bytes_are_replaced() {
    let document = xml::parse_bytes(&b"<a>\xff</a>"[..]);
    assert_eq!(document.text_content(), "\u{fffd}");
}

#[test]
fn a_parser_can_be_sent_to_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    let mut parser = XmlParser::new(XmlParseOptions::new());
    is_send(&parser);
    parser.feed("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e");
    assert_eq!(parser.document().root().children().filter(|node| node.kind() == NodeKind::Doctype).count(), 1);
    parser.feed(";</a>");
    assert_eq!(std::thread::spawn(move || parser.finish().text_content()).join().unwrap(), "x");
}

#[test]
fn errors_can_be_disabled() {
    let document = XmlParseOptions::new().errors(false).parse("<a><b></a>\u{1}");
    assert_eq!(document.errors(), []);
}

#[test]
fn malformed_bytes_are_errors() {
    let utf_16 =
        [&b"\xfe\xff"[..], &"<a>".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>(), &[0xd8, 0]].concat();
    let utf_32 = [&b"\0\0\xfe\xff\0\0\0<\0\0\0a\0\0\0>\0\0\xd8\0\0\0\0<"[..], b"\0\0\0/\0\0\0a\0\0\0>"].concat();
    let cases: [(&[u8], usize); 7] = [
        (b"<p>\xC3</p>", 1),
        (b"<p a='\xff'>\xff\xfe</p>", 3),
        // A surrogate pair of CESU-8.
        (b"<p>\xed\xa0\xbd\xed\xb8\x80</p>", 6),
        (b"<?xml version='1.0' encoding='Shift_JIS'?><p>\x81</p>", 1),
        (b"<p>\xef\xbf\xbd</p>", 0),
        (&utf_16, 1),
        (&utf_32, 1),
    ];
    for (bytes, count) in cases {
        let document = xml::parse_bytes(bytes);
        let malformed = |document: &Document<'_>| {
            let errors = document.errors().iter().filter(|error| error.code == ErrorCode::XmlMalformedBytes);
            errors.map(|error| document.source()[error.span.range()].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(malformed(&document), vec!["\u{fffd}"; count], "{}", bytes.escape_ascii());
        for size in [1, 2, 5] {
            let mut parser = XmlParser::new(XmlParseOptions::new());
            bytes.chunks(size).for_each(|piece| parser.feed_bytes(piece));
            assert_eq!(parser.finish().errors(), document.errors());
        }
    }
    // After the end of parsing, the input is not checked.
    let options = XmlParseOptions::new().limits(Limits::default().nodes(3));
    let bytes = [&b"<a>\xff<b/><b/><b/>"[..], &b"\xff<b/>".repeat(2000)].concat();
    let document = options.parse_bytes(&*bytes);
    assert_eq!(codes(&document), [ErrorCode::XmlMalformedBytes, ErrorCode::NodeLimit]);
    for size in [7, 100, 5000] {
        let mut parser = XmlParser::new(options.clone());
        bytes.chunks(size).for_each(|piece| parser.feed_bytes(piece));
        assert_eq!(parser.finish().errors(), document.errors());
    }
}
