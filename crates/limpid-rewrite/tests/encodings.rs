//! The encoding of content that handlers insert.

use limpid_rewrite::rewrite::{ContentType, Handlers, RewriteError, Rewriter, Settings, rewrite_str};

fn append_to_paragraphs<'h>() -> Handlers<'h> {
    let handlers = Handlers::new().element("p", |p| {
        p.append("\u{e9}", ContentType::Text);
        Ok(())
    });
    handlers.unwrap()
}

fn rewrite(page: &[u8], length: usize, handlers: Handlers<'_>, settings: Settings) -> Result<Vec<u8>, RewriteError> {
    let mut output = Vec::new();
    let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| output.extend_from_slice(bytes))?;
    page.chunks(length).try_for_each(|piece| rewriter.write(piece))?;
    rewriter.end()?;
    Ok(output)
}

/// Rewrites a page in chunks of every length, and checks that the output is always the same.
#[track_caller]
fn rewritten(page: &[u8], settings: &Settings) -> Vec<u8> {
    let whole = rewrite(page, page.len(), append_to_paragraphs(), settings.clone()).unwrap();
    for length in [1, 7, 1023, 1024, 1025, 4000] {
        let pieces = rewrite(page, length, append_to_paragraphs(), settings.clone()).unwrap();
        assert_eq!(pieces.escape_ascii().to_string(), whole.escape_ascii().to_string(), "pieces of {length}");
    }
    whole
}

#[test]
fn undeclared_utf_8_stays_utf_8() {
    for (page, expected) in [
        (&b"<p>caf\xc3\xa9</p>"[..], &b"<p>caf\xc3\xa9\xc3\xa9</p>"[..]),
        (
            b"<p></p>\xc3\xa9\xc3\xa9\xc3\xa9 \xff<p></p>",
            b"<p>\xc3\xa9</p>\xc3\xa9\xc3\xa9\xc3\xa9 \xff<p>\xc3\xa9</p>",
        ),
        (b"<p>\xc3\xa9</p>\xc3", b"<p>\xc3\xa9\xc3\xa9</p>\xc3"),
        (b"<p>caf\xe9</p>", b"<p>caf\xe9\xe9</p>"),
        (b"<p>cafe</p>", b"<p>cafe\xe9</p>"),
        (b"<meta charset=utf-8><p>cafe</p>", b"<meta charset=utf-8><p>cafe\xc3\xa9</p>"),
    ] {
        let output = rewritten(page, &Settings::new());
        assert_eq!(output.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }
    let off = Settings::new().encoding(limpid::EncodingHints::new().detect_utf_8(false));
    assert_eq!(rewritten(b"<p>caf\xc3\xa9</p>", &off), b"<p>caf\xc3\xa9\xe9</p>");
}

#[test]
fn content_before_the_first_non_ascii_byte_is_ascii() {
    let start = [&b"<p>a</p>"[..], &b" ".repeat(1100), b"<p>b</p>"].concat();
    for (rest, encoding, written) in [
        (&b"\xc3\xbc<p>c</p>"[..], "UTF-8", &b"\xc3\xbc<p>c\xc3\xa9</p>"[..]),
        (b"<p title=\xc3\xbc>c</p>", "UTF-8", b"<p title=\xc3\xbc>c\xc3\xa9</p>"),
        (b"\xfc<p>c</p>", "windows-1252", b"\xfc<p>c\xe9</p>"),
        (b"<p>c</p>", "windows-1252", b"<p>c&#233;</p>"),
    ] {
        let page = [&start[..], rest].concat();
        let output = rewritten(&page, &Settings::new());
        let expected = [&b"<p>a&#233;</p>"[..], &b" ".repeat(1100), b"<p>b&#233;</p>", written].concat();
        assert_eq!(output.escape_ascii().to_string(), expected.escape_ascii().to_string());
        let read = limpid::parse_bytes(&*output);
        assert_eq!((read.encoding(), read.text_content().matches('\u{e9}').count()), (Some(encoding), 3));
    }
    // A changed tag is written in the encoding that its own characters reveal.
    let attribute = || {
        Handlers::new().element("[title]", |p| {
            p.set_attribute("class", "\u{e8}")?;
            Ok(())
        })
    };
    let page = [&start[..], b"<p title=\xc3\xbc \xc3\xa9=1>"].concat();
    for length in [1, 5000] {
        let output = rewrite(&page, length, attribute().unwrap(), Settings::new()).unwrap();
        assert!(output.ends_with("<p title=\u{fc} \u{e9}=1 class=\"\u{e8}\">".as_bytes()), "{}", output.escape_ascii());
    }
}

#[test]
fn content_without_references_needs_a_known_encoding() {
    let comments = || Handlers::new().document_comments(|comment| Ok(comment.set_text("\u{e9}")?));
    let page = [&b" ".repeat(1100)[..], b"<!-- a --><p>\xc3\xbc<!-- b -->"].concat();
    for length in [1, 5000] {
        let result = rewrite(&page, length, comments(), Settings::new());
        assert!(matches!(result, Err(RewriteError::Unmappable { encoding: "US-ASCII", .. })), "{result:?}");
        let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
        let output = rewrite(&page, length, comments(), settings).unwrap();
        assert!(output.ends_with("<!--\u{e9}--><p>\u{fc}<!--\u{e9}-->".as_bytes()));
    }
    let output = rewrite(b"<!-- a --><p>\xc3\xbc", 1, comments(), Settings::new()).unwrap();
    assert_eq!(output, "<!--\u{e9}--><p>\u{fc}".as_bytes());
}

#[test]
fn byte_order_mark_overrides_settings() {
    let page = "\u{feff}<!DOCTYPE html><p>caf\u{e9}</p>".as_bytes();
    let settings = Settings::new().encoding(limpid::Encoding::for_label("windows-1252"));
    assert_eq!(rewritten(page, &settings), "\u{feff}<!DOCTYPE html><p>caf\u{e9}\u{e9}</p>".as_bytes());
    let mut text = String::new();
    let handlers = Handlers::new().document_text(|chunk| {
        text.push_str(chunk.as_str());
        Ok(())
    });
    assert_eq!(rewrite_str("\u{feff}<p>Tea", handlers).unwrap(), "\u{feff}<p>Tea");
    assert_eq!(text, "Tea");
}

/// Checks that a page is rewritten in the encoding that `parse_bytes` detects, wherever it is split. Returns the output.
#[track_caller]
fn rewritten_as_parsed(page: &[u8], settings: &Settings, encoding: &str) -> Vec<u8> {
    assert_eq!(limpid::parse_bytes(page).encoding(), Some(encoding), "{}", page.escape_ascii());
    let output = rewritten(page, settings);
    let read = limpid::parse_bytes(&*output);
    assert_eq!(read.encoding(), Some(encoding), "{}", output.escape_ascii());
    let written = read.text_content().matches('\u{e9}').count();
    assert_eq!(written, limpid::parse_bytes(page).to_html().matches("<p>").count(), "{}", output.escape_ascii());
    output
}

#[test]
fn late_meta_changes_the_encoding_of_a_page_that_is_ascii_so_far() {
    let start = [&b"<!DOCTYPE html><title></title><p>a</p>"[..], &b" ".repeat(1100)].concat();
    for (label, encoding, written) in [
        ("windows-1251", "windows-1251", &b"&#233;"[..]),
        ("shift_jis", "Shift_JIS", b"&#233;"),
        ("gbk", "GBK", b"\xa8\xa6"),
        ("utf-8", "UTF-8", b"\xc3\xa9"),
        ("utf-16", "UTF-8", b"\xc3\xa9"),
        ("x-user-defined", "windows-1252", b"\xe9"),
        ("latin1", "windows-1252", b"\xe9"),
    ] {
        let metas = [
            format!("<meta charset={label}>"),
            format!("<meta charset=none><META http-equiv='Content-Type' content='text/html; charset={label}'/>"),
            format!("<div><table><p>a</p><meta charset='&#x{:x};{}'></table>", label.as_bytes()[0], &label[1..]),
            format!("<template><meta charset={label}></template><meta charset=koi8-r>"),
        ];
        for meta in metas {
            for rest in [&b""[..], b"\x82\xa0 ", &b"\x82\xa0 ".repeat(700)] {
                for settings in
                    [Settings::new(), Settings::new().encoding(limpid::EncodingHints::new().detect_utf_8(false))]
                {
                    let page = [&start, meta.as_bytes(), rest, b"<p>b</p>"].concat();
                    let output = rewritten_as_parsed(&page, &settings, encoding);
                    // The encoding is known only after the declaration.
                    let before = b"<!DOCTYPE html><title></title><p>a&#233;</p> ";
                    assert!(output.starts_with(before), "{}", output.escape_ascii());
                    let end = [rest, b"<p>b", written, b"</p>"].concat();
                    assert!(output.ends_with(&end), "{}", output.escape_ascii());
                }
            }
        }
    }
}

#[test]
fn late_meta_must_be_an_html_element() {
    let start = [&b"<!DOCTYPE html>"[..], &b" ".repeat(1100)].concat();
    for place in [
        "<!--<meta charset=koi8-r>-->",
        "<script>'<meta charset=koi8-r>'</script>",
        "<svg><desc a='<meta charset=koi8-r>'></desc></svg>",
        "<title><meta charset=koi8-r></title>",
        "<textarea><meta charset=koi8-r></textarea>",
        "<div title='<meta charset=koi8-r>'></div>",
        "<meta charset=no-such-label>",
        "<meta content='text/html; charset=koi8-r'>",
        "<meta http-equiv=refresh content='1; charset=koi8-r'>",
    ] {
        for (meta, encoding, written) in [
            ("<meta charset=windows-1252>", "windows-1252", "\\xe9"),
            ("<meta charset=gbk>", "GBK", "\\xa8\\xa6"),
            ("", "UTF-8", "\\xc3\\xa9"),
        ] {
            let page = [&start, place.as_bytes(), meta.as_bytes(), "\u{17c}<p>b</p>".as_bytes()].concat();
            let output = rewritten_as_parsed(&page, &Settings::new(), encoding).escape_ascii().to_string();
            assert!(output.ends_with(&format!("<p>b{written}</p>")), "{output}");
        }
    }
}

/// A `meta` element overrides text that only looks like a declaration, and detection in a short page.
#[test]
fn meta_changes_a_tentative_encoding() {
    for start in [
        "<title><meta charset=utf-8></title>",
        "<?xml version='1.0' encoding='utf-8'?>",
        "<svg><meta charset=utf-8 /></svg><title></title>",
        "",
    ] {
        for padding in [0, 1100] {
            let padding = " ".repeat(padding);
            let page = format!("{start}{padding}<meta charset=&#103;bk>\u{17c}<p>b</p>").into_bytes();
            let first = if start.contains("<svg>") { "UTF-8" } else { "GBK" };
            let output = rewritten_as_parsed(&page, &Settings::new(), first);
            let written = if first == "GBK" { &b"<p>b\xa8\xa6</p>"[..] } else { "<p>b\u{e9}</p>".as_bytes() };
            assert!(output.ends_with(written), "{}", output.escape_ascii());
        }
    }
}

#[test]
fn meta_does_not_change_an_encoding_that_is_certain_or_in_use() {
    let late = " ".repeat(1100);
    // Bytes were already written in the detected encoding.
    let page = format!("{late}\u{17c}<p>a</p>{late}<meta charset=gbk><p>b</p>").into_bytes();
    let expected = format!("{late}\u{17c}<p>a\u{e9}</p>{late}<meta charset=gbk><p>b\u{e9}</p>").into_bytes();
    assert_eq!(rewritten(&page, &Settings::new()).escape_ascii().to_string(), expected.escape_ascii().to_string());
    // The first non-ASCII byte is in the same chunk as the tag.
    let page = format!("{late}\u{17c}<meta charset=gbk><p>b</p>").into_bytes();
    assert!(rewritten(&page, &Settings::new()).ends_with("<p>b\u{e9}</p>".as_bytes()));

    let page = format!("{late}<meta charset=gbk><p>b</p>");
    let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
    assert!(rewritten(page.as_bytes(), &settings).ends_with("<p>b\u{e9}</p>".as_bytes()));
    let marked = format!("\u{feff}{page}");
    assert!(rewritten(marked.as_bytes(), &Settings::new()).ends_with("<p>b\u{e9}</p>".as_bytes()));
    let text = format!("{late}<meta charset=gbk><p>b</p>");
    assert!(rewrite_str(&text, append_to_paragraphs()).unwrap().ends_with("<p>b\u{e9}</p>"));
    // The first declaration wins.
    let page = format!("{late}<meta charset=utf-8><meta charset=gbk><p>b</p>");
    assert!(rewritten(page.as_bytes(), &Settings::new()).ends_with("<p>b\u{e9}</p>".as_bytes()));
}

#[test]
fn late_meta_with_an_unsupported_encoding_is_an_error() {
    let late = " ".repeat(1100);
    for (label, name) in [("iso-2022-jp", "ISO-2022-JP"), ("replacement", "replacement")] {
        for rest in ["", "<p>b</p>", "\u{17c}"] {
            let page = format!("{late}<meta charset={label}>{rest}").into_bytes();
            assert_eq!(limpid::parse_bytes(&*page).encoding(), Some(name));
            for length in [1, 7, 1025, 5000] {
                let result = rewrite(&page, length, append_to_paragraphs(), Settings::new());
                assert!(matches!(result, Err(RewriteError::Encoding(it)) if it == name), "{result:?}");
            }
        }
    }
}

#[test]
fn tag_of_a_late_meta_is_written_in_ascii() {
    let page = [&b" ".repeat(1100)[..], b"<meta charset=latin1><p></p><!--a-->"].concat();
    for length in [1, 7, 5000] {
        let handlers = Handlers::new()
            .element("meta", |meta| {
                meta.set_attribute("content", "\u{e8}")?;
                meta.before("\u{ea}", ContentType::Text);
                meta.after("\u{eb}", ContentType::Text);
                Ok(())
            })
            .unwrap()
            .element("p", |p| {
                p.prepend("\u{ec}", ContentType::Text);
                Ok(())
            })
            .unwrap()
            .document_comments(|comment| Ok(comment.set_text("\u{ed}")?));
        let output = rewrite(&page, length, handlers, Settings::new()).unwrap();
        let end = b" &#234;<meta charset=latin1 content=\"&#232;\">&#235;<p>\xec</p><!--\xed-->";
        assert!(output.ends_with(end), "{}", output.escape_ascii());
    }
}
