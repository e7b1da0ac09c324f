//! Each encoding of the Encoding Standard, from bytes through sniffing to text and back.

use limpid::{Document, Encoding, ParseOptions, Parser, encoding_for_label};

/// The encodings by name, each with a text that it can hold.
const ENCODINGS: [(&str, &str); 40] = [
    ("UTF-8", "né 日本 \u{1f600}"),
    ("IBM866", "Привет ▓"),
    ("ISO-8859-2", "Zażółć gęślą"),
    ("ISO-8859-3", "Ĉu ĝi ħ"),
    ("ISO-8859-4", "Āē ģ ķ"),
    ("ISO-8859-5", "Привет №"),
    ("ISO-8859-6", "مرحبا"),
    ("ISO-8859-7", "Καλημέρα"),
    ("ISO-8859-8", "שלום"),
    ("ISO-8859-8-I", "שלום"),
    ("ISO-8859-10", "Āšž ŋ"),
    ("ISO-8859-13", "Ąžuolas ė"),
    ("ISO-8859-14", "Ŵyth ŷ"),
    ("ISO-8859-15", "cœur €"),
    ("ISO-8859-16", "Țară €"),
    ("KOI8-R", "Привет ═"),
    ("KOI8-U", "Привіт ґ"),
    ("macintosh", "naïve ∑"),
    ("windows-874", "สวัสดี"),
    ("windows-1250", "Příliš žluť"),
    ("windows-1251", "Привет ё"),
    ("windows-1252", "naïve “œ”"),
    ("windows-1253", "Καλημέρα €"),
    ("windows-1254", "Işık ğ"),
    ("windows-1255", "שלום ₪"),
    ("windows-1256", "مرحبا پ"),
    ("windows-1257", "Ąžuolas „"),
    ("windows-1258", "Đơn ₫"),
    ("x-mac-cyrillic", "Привет Ґ"),
    ("GBK", "你好 €"),
    ("gb18030", "你好 \u{1f600} é"),
    ("Big5", "你好 臺"),
    ("EUC-JP", "日本 ｱ"),
    ("ISO-2022-JP", "日本 かな"),
    ("Shift_JIS", "日本 ｱ"),
    ("EUC-KR", "안녕 뷁"),
    ("replacement", ""),
    ("UTF-16BE", "né 日本 \u{1f600}"),
    ("UTF-16LE", "né 日本 \u{1f600}"),
    ("x-user-defined", "\u{f7e9}\u{f780}"),
];

/// The text in the encoding; UTF-16 has no encoder in the Encoding Standard.
fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    match encoding.name() {
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => {
            let (bytes, _, had_errors) = encoding.encode(text);
            assert!(!had_errors, "{text:?} in {}", encoding.name());
            bytes.into_owned()
        }
    }
}

fn in_pieces(bytes: &[u8], size: usize, options: &ParseOptions) -> Document<'static> {
    let mut parser = Parser::new(options.clone());
    for piece in bytes.chunks(size) {
        parser.feed_bytes(piece);
    }
    parser.finish()
}

#[test]
fn each_encoding_by_label_whole_and_in_pieces() {
    for (name, text) in ENCODINGS {
        let encoding = encoding_for_label(name).unwrap_or_else(|| panic!("no encoding {name}"));
        assert_eq!(encoding.name(), name);
        let page = format!("<!DOCTYPE html><title>{text}</title><p title=\"{text}\">{text}");
        if name == "replacement" {
            let options = ParseOptions::new().transport_encoding(encoding);
            assert_eq!(options.parse_bytes(page.as_bytes()).text_content(), "\u{fffd}");
            continue;
        }
        let bytes = encode(&page, encoding);
        let options = ParseOptions::new().transport_encoding(encoding);
        let document = options.parse_bytes(bytes.as_slice());
        assert_eq!(document.encoding(), Some(name));
        assert_eq!(document.title().as_deref(), Some(text), "{name}");
        let p = document.body().unwrap().first_child().unwrap();
        assert_eq!((p.attribute("title"), p.text_content().as_str()), (Some(text), text), "{name}");
        assert!(document.errors().is_empty(), "{name}");
        for size in [1, 2, 3, 5, 1024] {
            let pieces = in_pieces(&bytes, size, &options);
            assert_eq!(pieces.to_test_dump(), document.to_test_dump(), "{name} in pieces of {size}");
        }
        // What was parsed comes back as the same bytes.
        if encoding.output_encoding() == encoding {
            assert_eq!(encode(&document.title().unwrap(), encoding), encode(text, encoding));
        }
    }
}

#[test]
fn each_ascii_compatible_encoding_by_meta() {
    for (name, text) in ENCODINGS {
        let encoding = encoding_for_label(name).unwrap();
        if !encoding.is_ascii_compatible() || name == "replacement" {
            continue;
        }
        let page = encode(&format!("<meta charset={name}><p>{text}"), encoding);
        let document = limpid::parse_bytes(page.as_slice());
        // The standard reads a page that calls itself x-user-defined as windows-1252.
        if name == "x-user-defined" {
            assert_eq!(document.encoding(), Some("windows-1252"));
        } else {
            assert_eq!((document.encoding(), document.text_content().as_str()), (Some(name), text));
        }
    }
}

#[test]
fn utf_16_by_byte_order_mark_and_cut_off() {
    for (name, mark) in [("UTF-16LE", &b"\xff\xfe"[..]), ("UTF-16BE", b"\xfe\xff")] {
        let encoding = encoding_for_label(name).unwrap();
        let mut bytes = [mark, &encode("<p>é\u{1f600}", encoding)].concat();
        let document = limpid::parse_bytes(bytes.as_slice());
        assert_eq!((document.encoding(), document.text_content().as_str()), (Some(name), "é\u{1f600}"));
        bytes.pop();
        let cut = limpid::parse_bytes(bytes.as_slice());
        assert_eq!(cut.text_content(), "é\u{fffd}");
        assert_eq!(in_pieces(&bytes, 1, &ParseOptions::new()).to_test_dump(), cut.to_test_dump());
    }
}

#[test]
fn nothing_at_all() {
    let document = limpid::parse_bytes(&[][..]);
    assert_eq!(document.to_test_dump(), "| <html>\n|   <head>\n|   <body>\n");
    assert_eq!(in_pieces(&[], 1, &ParseOptions::new()).to_test_dump(), document.to_test_dump());
    assert!(encoding_for_label("no such encoding").is_none());
}
