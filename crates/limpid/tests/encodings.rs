//! Every encoding of the Encoding Standard: sniffing, decoding, and encoding.

use limpid::{Document, Encoding, EncodingHints, ParseOptions, Parser};

/// The names of the encodings, each with a text that it can encode.
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

/// Encodes a text. UTF-16 is encoded here, because the Encoding Standard has no encoder for it.
fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    match encoding.name() {
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => {
            let (bytes, has_references) = encoding.encode(text);
            assert!(!has_references, "{text:?} in {}", encoding.name());
            bytes.into_owned()
        }
    }
}

fn parse_chunked(bytes: &[u8], size: usize, options: &ParseOptions) -> Document<'static> {
    let mut parser = Parser::new(options.clone());
    for piece in bytes.chunks(size) {
        parser.feed_bytes(piece);
    }
    parser.finish()
}

#[test]
fn each_encoding_by_label_at_once_and_in_chunks() {
    for (name, text) in ENCODINGS {
        let encoding = Encoding::for_label(name).unwrap_or_else(|| panic!("no encoding {name}"));
        assert_eq!(encoding.name(), name);
        let page = format!("<!DOCTYPE html><title>{text}</title><p title=\"{text}\">{text}");
        if name == "replacement" {
            let options = ParseOptions::new().encoding(EncodingHints::new().transport_encoding(encoding));
            assert_eq!(options.parse_bytes(page.as_bytes()).text_content(), "\u{fffd}");
            continue;
        }
        let bytes = encode(&page, encoding);
        let options = ParseOptions::new().encoding(EncodingHints::new().transport_encoding(encoding));
        let document = options.parse_bytes(bytes.as_slice());
        assert_eq!(document.encoding(), Some(name));
        assert_eq!(document.title().as_deref(), Some(text), "{name}");
        let p = document.body().unwrap().first_child().unwrap();
        assert_eq!((p.attribute("title"), p.text_content().as_str()), (Some(text), text), "{name}");
        assert!(document.errors().is_empty(), "{name}");
        for size in [1, 2, 3, 5, 1024] {
            let pieces = parse_chunked(&bytes, size, &options);
            assert_eq!(pieces.to_test_dump(), document.to_test_dump(), "{name} in pieces of {size}");
        }
        // Writing the page back results in the same bytes.
        assert_eq!(encode(&document.title().unwrap(), encoding), encode(text, encoding));
    }
}

#[test]
fn each_ascii_compatible_encoding_by_meta() {
    for (name, text) in ENCODINGS {
        let encoding = Encoding::for_label(name).unwrap();
        if !encoding.is_ascii_compatible() || name == "replacement" {
            continue;
        }
        let page = encode(&format!("<meta charset={name}><p>{text}"), encoding);
        let document = limpid::parse_bytes(page.as_slice());
        // The standard decodes a page that declares x-user-defined as windows-1252.
        if name == "x-user-defined" {
            assert_eq!(document.encoding(), Some("windows-1252"));
        } else {
            assert_eq!((document.encoding(), document.text_content().as_str()), (Some(name), text));
        }
    }
}

#[test]
fn utf_16_by_byte_order_mark_and_truncated() {
    for (name, mark) in [("UTF-16LE", &b"\xff\xfe"[..]), ("UTF-16BE", b"\xfe\xff")] {
        let encoding = Encoding::for_label(name).unwrap();
        let mut bytes = [mark, &encode("<p>é\u{1f600}", encoding)].concat();
        let document = limpid::parse_bytes(bytes.as_slice());
        assert_eq!((document.encoding(), document.text_content().as_str()), (Some(name), "é\u{1f600}"));
        bytes.pop();
        let cut = limpid::parse_bytes(bytes.as_slice());
        assert_eq!(cut.text_content(), "é\u{fffd}");
        assert_eq!(parse_chunked(&bytes, 1, &ParseOptions::new()).to_test_dump(), cut.to_test_dump());
    }
}

#[test]
fn empty_input() {
    let document = limpid::parse_bytes(&[][..]);
    assert_eq!(document.to_test_dump(), "| <html>\n|   <head>\n|   <body>\n");
    assert_eq!(parse_chunked(&[], 1, &ParseOptions::new()).to_test_dump(), document.to_test_dump());
    assert!(Encoding::for_label("no such encoding").is_none());
}

/// The name, the confidence and the source of a document's encoding.
type Report = (Option<&'static str>, Option<&'static str>, Option<&'static str>);

fn report(document: &Document<'_>) -> Report {
    let source = document.encoding_source().map(limpid::EncodingSource::as_str);
    (document.encoding(), document.encoding_confidence().map(limpid::encoding::Confidence::as_str), source)
}

#[track_caller]
fn check(bytes: &[u8], options: &ParseOptions, name: &'static str, confidence: &'static str, source: &'static str) {
    let expected = (Some(name), Some(confidence), Some(source));
    assert_eq!(report(&options.parse_bytes(bytes)), expected);
    assert_eq!(report(&options.parse_bytes(bytes.to_vec())), expected);
    for size in [1, 7, 1000, 5000] {
        assert_eq!(report(&parse_chunked(bytes, size, options)), expected, "in pieces of {size}");
    }
}

#[test]
fn the_document_reports_encoding_confidence_and_source() {
    let [gbk, big5, euc_jp, koi8_r] =
        ["gbk", "big5", "euc-jp", "koi8-r"].map(|name| Encoding::for_label(name).unwrap());
    let undeclared = EncodingHints::new().locale("pl");
    let likely = undeclared.clone().likely_encoding(koi8_r);
    let framed = likely.clone().parent_encoding(euc_jp);
    let labelled = framed.clone().transport_encoding(big5);
    let overridden = labelled.clone().user_override(gbk);
    let undetected = undeclared.clone().detect_utf_8(false);
    let [undeclared, likely, framed, labelled, overridden, undetected] =
        [undeclared, likely, framed, labelled, overridden, undetected].map(|hints| ParseOptions::new().encoding(hints));
    let meta = b"<meta charset=euc-kr>";

    check(b"\xff\xfea\0", &overridden, "UTF-16LE", "certain", "byte order mark");
    check(meta, &overridden, "GBK", "certain", "user override");
    check(meta, &labelled, "Big5", "certain", "transport label");
    check(b"<?xml encoding='euc-kr'?>", &framed, "EUC-KR", "tentative", "XML declaration");
    check("ż".as_bytes(), &framed, "EUC-JP", "tentative", "parent document");
    check("ż".as_bytes(), &likely, "KOI8-R", "tentative", "likely encoding");
    check("ż".as_bytes(), &undeclared, "UTF-8", "tentative", "valid UTF-8");
    check(b"plain", &undeclared, "ISO-8859-2", "tentative", "fallback");
    check("ż".as_bytes(), &undetected, "ISO-8859-2", "tentative", "fallback");
    // When the parser reaches the element that the prescan found, the encoding becomes certain.
    check(meta, &framed, "EUC-KR", "certain", "meta element, by prescan");
    check(b"<svg><meta charset=euc-kr>", &framed, "EUC-KR", "certain", "meta element, by prescan");
    check(b"<textarea><meta charset=euc-kr>", &framed, "EUC-KR", "tentative", "meta element, by prescan");
}

#[test]
fn a_late_meta_makes_any_tentative_encoding_certain() {
    let utf_8 = Encoding::for_label("utf-8").unwrap();
    let options = ParseOptions::new().encoding(EncodingHints::new().likely_encoding(utf_8));
    for before in ["plain", "\u{17c}"] {
        let late = |label| format!("<!--{before}{}--><meta charset={label}>x", " ".repeat(1100)).into_bytes();
        check(&late("gbk"), &options, "GBK", "certain", "meta element, while parsing");
        // The declared encoding is already in use.
        check(&late("utf-8"), &options, "UTF-8", "certain", "likely encoding");
        check(&late("nonsense"), &options, "UTF-8", "tentative", "likely encoding");
    }
}

/// The start of a long page is parsed first. A declaration found there counts only if the parser finds it as well.
#[test]
fn a_declaration_at_the_start_of_a_long_page() {
    let late = " ".repeat(1100);
    let gbk = ("GBK", "certain", "meta element, while parsing");
    let detected = ("UTF-8", "tentative", "valid UTF-8");
    let windows_1252 = ("windows-1252", "certain", "meta element, while parsing");
    let page = |start: &str, rest: &str| {
        [start, "<p>\u{e9}", &"Tea \u{17c} <b>x</b>".repeat(5_000), rest].concat().into_bytes()
    };
    for (start, rest, (encoding, confidence, source)) in [
        (format!("{late}<meta charset=gbk>"), "", gbk),
        (format!("{late}<meta charset=gbk><meta charset=utf-8>"), "", gbk),
        (format!("{late}<script>'<meta charset=utf-8>'</script><meta charset=gbk>"), "", gbk),
        (format!("{late}<title><meta charset=utf-8></title>"), "", detected),
        (format!("{late}<title><meta charset=utf-8></title>"), "<meta charset=gbk>", gbk),
        (format!("{late}<script>'<meta charset=utf-8>"), "</script><meta charset=gbk>", gbk),
        (format!("{late}<meta charset=windows-1252>"), "<meta charset=gbk>", windows_1252),
        (format!("{late}<meta charset=none>"), "<meta charset=gbk>", gbk),
        // The declaration crosses the end of the part that is parsed first.
        (format!("{}<meta charset=gbk>", " ".repeat((1 << 14) - 10)), "", gbk),
        (format!("{}<meta charset=gbk>", " ".repeat((1 << 14) - 18)), "", gbk),
        (format!("{}\u{17c}<meta charset=gbk>", " ".repeat((1 << 14) - 1)), "", gbk),
    ] {
        let page = page(&start, rest);
        let document = limpid::parse_bytes(&*page);
        assert_eq!(report(&document), (Some(encoding), Some(confidence), Some(source)), "{start:.2000}");
        let labelled = ParseOptions::new().encoding(Encoding::for_label(encoding).unwrap());
        assert_eq!(document.to_html(), labelled.parse_bytes(&*page).to_html());
    }
}

#[test]
fn text_has_no_encoding_and_a_fragment_no_confidence() {
    assert_eq!(report(&limpid::parse("<meta charset=gbk>")), (None, None, None));
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed("<meta charset=gbk>");
    assert_eq!(report(&parser.finish()), (None, None, None));

    let expected = (Some("GBK"), None, Some("meta element, by prescan"));
    let options = ParseOptions::new();
    assert_eq!(report(&options.parse_fragment_bytes(&b"<meta charset=gbk>"[..], "div")), expected);
    let mut parser = Parser::new_fragment(options, "div");
    parser.feed_bytes(b"<meta charset=gbk>");
    assert_eq!(report(&parser.finish().into_owned()), expected);
}

#[test]
fn the_document_so_far_reports_its_encoding() {
    let mut parser = Parser::new(ParseOptions::new());
    parser.feed_bytes(b"plain");
    assert_eq!(report(parser.document()), (None, None, None));
    parser.feed_bytes(&[b' '; 1100]);
    // The encoding is unknown until the first non-ASCII byte.
    assert_eq!(report(parser.document()), (None, None, None));
    parser.feed_bytes(&[0xE9; 1024]);
    assert_eq!(report(parser.document()), (Some("windows-1252"), Some("tentative"), Some("fallback")));
    parser.feed_bytes(b"<meta charset=gbk>");
    let late = (Some("GBK"), Some("certain"), Some("meta element, while parsing"));
    assert_eq!(report(parser.document()), late);
    // Text after the bytes changes nothing.
    parser.feed("x");
    assert_eq!(report(&parser.finish()), late);
}

#[test]
fn undeclared_utf_8_with_damaged_characters_is_utf_8() {
    let options = ParseOptions::new();
    let text = "Zażółć gęślą jaźń. ".repeat(100);
    for start in ["", &" ".repeat(1100), &"<!--Tea-->".repeat(300)] {
        let page = format!("{start}<p>{text}").into_bytes();
        check(&page, &options, "UTF-8", "tentative", "valid UTF-8");
        // Truncated inside of a character, and with an invalid byte.
        let cut = page.iter().rposition(|byte| *byte >= 0xC0).unwrap() + 1;
        check(&page[..cut], &options, "UTF-8", "tentative", "valid UTF-8");
        check(&[&page[..], b"\xFF"].concat(), &options, "UTF-8", "tentative", "valid UTF-8");
        let damaged = [start.as_bytes(), b"<p>\xFF ", text.as_bytes()].concat();
        check(&damaged, &options, "UTF-8", "tentative", "valid UTF-8");
        assert_eq!(
            limpid::parse_bytes(&*damaged).body().unwrap().inner_text(),
            format!("\u{fffd} {}", text.trim_end())
        );
        check(&[start.as_bytes(), b"<p>caf\xE9"].concat(), &options, "windows-1252", "tentative", "fallback");
        let declared = [&page[..], b"<meta charset=gbk>"].concat();
        check(&declared, &options, "GBK", "certain", "meta element, while parsing");
        let confirmed = [&page[..], b"<meta charset=utf-8>"].concat();
        check(&confirmed, &options, "UTF-8", "certain", "meta element, while parsing");
    }
}

/// At a declaration before the first non-ASCII byte, the encoding of a stream is not known yet.
#[test]
fn a_late_meta_before_the_first_byte_that_is_not_ascii() {
    let late = " ".repeat(1100);
    for (label, encoding) in [
        ("utf-8", "UTF-8"),
        ("windows-1252", "windows-1252"),
        ("gbk", "GBK"),
        ("iso-2022-jp", "ISO-2022-JP"),
        ("utf-16", "UTF-8"),
        ("replacement", "replacement"),
    ] {
        for text in ["", "ż", "\u{1B}$B$\"\u{1B}(B", "é".repeat(2000).as_str()] {
            let page = format!("{late}<meta charset={label}><p>{text}").into_bytes();
            check(&page, &ParseOptions::new(), encoding, "certain", "meta element, while parsing");
            let whole = limpid::parse_bytes(&*page);
            let pieces = parse_chunked(&page, 7, &ParseOptions::new());
            assert_eq!((whole.to_test_dump(), whole.errors()), (pieces.to_test_dump(), pieces.errors()), "{label}");
        }
    }
    let page = format!("{late}<meta charset=none><p>ż").into_bytes();
    check(&page, &ParseOptions::new(), "UTF-8", "tentative", "valid UTF-8");
}

#[test]
fn the_locale_decides_last() {
    let options = |hints: EncodingHints| ParseOptions::new().encoding(hints);
    let hints = EncodingHints::new().locale("ru");
    check(b"<p>\xcf", &options(hints.clone()), "windows-1251", "tentative", "fallback");
    let euc_jp = Encoding::for_label("euc-jp").unwrap();
    check(b"<p>", &options(hints.clone().likely_encoding(euc_jp)), "EUC-JP", "tentative", "likely encoding");
    check(b"<p>", &options(hints.fallback(euc_jp)), "EUC-JP", "tentative", "fallback");
}

#[cfg(feature = "encoding-detection")]
#[test]
fn a_guess_is_tentative() {
    use limpid::encoding::Detection;
    let options = ParseOptions::new().encoding(EncodingHints::new().locale("ru").detect(Detection::new()));
    let shift_jis = Encoding::for_label("shift_jis").unwrap();
    let page = encode("<title>日本語のページ</title><p>日本語の本文がここにあります。", shift_jis);
    check(&page, &options, "Shift_JIS", "tentative", "detection");
    check(b"<p>plain", &options, "windows-1251", "tentative", "fallback");
    let of_a_country =
        ParseOptions::new().encoding(EncodingHints::new().detect(Detection::new().tld("www.example.CZ")));
    check(b"<p>plain", &of_a_country, "windows-1250", "tentative", "detection");
    let declared = [&b"<meta charset=gbk>"[..], &page].concat();
    check(&declared, &options, "GBK", "certain", "meta element, by prescan");
    let declared_late = [&page[..], &[b' '; 1100], b"<meta charset=gbk>"].concat();
    check(&declared_late, &options, "GBK", "certain", "meta element, while parsing");
    let (utf_8, _) = Encoding::for_label("utf-8").unwrap().encode("<p>日本語");
    check(&utf_8, &options, "UTF-8", "tentative", "valid UTF-8");
}
