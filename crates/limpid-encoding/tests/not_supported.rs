//! The error for an encoding that the build cannot decode. With the feature `encoding`, it can decode all encodings.

use limpid::{Document, Encoding, ErrorCode, ParseOptions, Parser, parse_bytes, xml};

/// Asserts the text, and that the error is reported exactly once in a build without the decoder.
#[track_caller]
fn check(document: &Document<'_>, encoding: &str, decoded: &str, as_windows_1252: &str) {
    let is_supported = cfg!(feature = "encoding");
    let errors = document.errors().iter().filter(|error| error.code == ErrorCode::EncodingNotSupported).count();
    assert_eq!(document.encoding(), Some(encoding));
    assert_eq!(errors, usize::from(!is_supported));
    assert_eq!(document.text_content().trim(), if is_supported { decoded } else { as_windows_1252 });
}

fn parse_in_chunks(page: &[u8], size: usize, options: ParseOptions) -> Document<'static> {
    let mut parser = Parser::new(options);
    page.chunks(size).for_each(|piece| _ = parser.feed_bytes(piece));
    parser.finish()
}

#[test]
fn html() {
    let page = b"<!DOCTYPE html><meta charset=shift_jis><p>\x93\xfa\x96\x7b";
    check(&parse_bytes(&page[..]), "Shift_JIS", "日本", "“ú–{");
    let options = ParseOptions::new().encoding(Encoding::for_label("iso-8859-2").unwrap());
    check(&options.parse_bytes(b"<!DOCTYPE html><p>\xb1"), "ISO-8859-2", "ą", "±");
    for size in [1, 7, 2000] {
        check(&parse_in_chunks(page, size, ParseOptions::new()), "Shift_JIS", "日本", "“ú–{");
        check(&parse_in_chunks(b"<!DOCTYPE html><p>\xb1", size, options.clone()), "ISO-8859-2", "ą", "±");
    }
}

#[test]
fn html_with_a_late_declaration() {
    let padding = " ".repeat(3000);
    let page = format!("<!DOCTYPE html>{padding}<meta charset=iso-8859-2>");
    let ascii_before = [page.as_bytes(), b"\xb1"].concat();
    // Here the parser must restart.
    let other_before = [b"<!DOCTYPE html><p>\xb1</p>", page.as_bytes()].concat();
    for page in [ascii_before, other_before] {
        check(&parse_bytes(&page), "ISO-8859-2", "ą", "±");
        for size in [1, 7, 2000] {
            check(&parse_in_chunks(&page, size, ParseOptions::new()), "ISO-8859-2", "ą", "±");
        }
    }
}

/// The prescan uses a declaration in a title. The parser ignores it, and then finds another one.
#[test]
fn html_with_another_declaration_later() {
    let padding = " ".repeat(1100);
    let page = |later: &str| {
        format!("<!DOCTYPE html><title><meta charset=shift_jis></title>{padding}<meta charset={later}><p>é")
            .into_bytes()
    };
    for (later, name, decoded, as_windows_1252) in [("utf-8", "UTF-8", "é", "é"), ("gbk", "GBK", "茅", "Ã©")] {
        let page = page(later);
        let whole = parse_bytes(&page);
        for size in [1, 7, 2000] {
            let document = parse_in_chunks(&page, size, ParseOptions::new());
            let text = document.text_content();
            assert_eq!((document.encoding(), document.errors()), (whole.encoding(), whole.errors()));
            assert_eq!(document.encoding(), Some(name));
            assert!(text.ends_with(if cfg!(feature = "encoding") { decoded } else { as_windows_1252 }), "{text}");
        }
        let is_reported = whole.errors().iter().any(|error| error.code == ErrorCode::EncodingNotSupported);
        assert_eq!(is_reported, name == "GBK" && !cfg!(feature = "encoding"));
    }
}

#[test]
fn xml() {
    let page = b"<?xml version='1.0' encoding='gbk'?><a>\xc4\xe3</a>";
    check(&xml::parse_bytes(&page[..]), "GBK", "你", "Äã");
    for size in [1, 7, 2000] {
        let mut parser = xml::XmlParser::new(xml::XmlParseOptions::new());
        page.chunks(size).for_each(|piece| parser.feed_bytes(piece));
        let document = parser.finish();
        check(&document, "GBK", "你", "Äã");
        assert_eq!(document.errors(), xml::parse_bytes(&page[..]).errors());
    }
}

#[test]
fn encodings_that_every_build_decodes() {
    let utf_16: Vec<u8> = "\u{feff}<!DOCTYPE html><p>é".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for page in [&b"<!DOCTYPE html><meta charset=latin1><p>\xe9"[..], "\u{feff}<!DOCTYPE html><p>é".as_bytes(), &utf_16]
    {
        let document = parse_bytes(page);
        assert_eq!((document.text_content().as_str(), document.errors()), ("é", &[][..]));
    }
}
