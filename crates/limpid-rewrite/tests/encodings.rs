//! The encoding in which content of handlers is written.

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

/// Rewrites a page in pieces of all lengths.
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
    let off = Settings::new().detect_utf_8(false);
    assert_eq!(rewritten(b"<p>caf\xc3\xa9</p>", &off), b"<p>caf\xc3\xa9\xe9</p>");
}

/// Before the first non-ASCII byte the encoding is not known.
#[test]
fn ascii_goes_before_the_bytes_that_show_the_encoding() {
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
    // A tag with changes is written in the encoding of the characters that it has.
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
fn what_has_no_references_needs_a_known_encoding() {
    let comments = || Handlers::new().document_comments(|comment| Ok(comment.set_text("\u{e9}")?));
    let page = [&b" ".repeat(1100)[..], b"<!-- a --><p>\xc3\xbc<!-- b -->"].concat();
    for length in [1, 5000] {
        let result = rewrite(&page, length, comments(), Settings::new());
        assert!(matches!(result, Err(RewriteError::Unmappable { encoding: "US-ASCII", .. })), "{result:?}");
        let settings = Settings::new().encoding(limpid::encoding_for_label("utf-8"));
        let output = rewrite(&page, length, comments(), settings).unwrap();
        assert!(output.ends_with("<!--\u{e9}--><p>\u{fc}<!--\u{e9}-->".as_bytes()));
    }
    let output = rewrite(b"<!-- a --><p>\xc3\xbc", 1, comments(), Settings::new()).unwrap();
    assert_eq!(output, "<!--\u{e9}--><p>\u{fc}".as_bytes());
}

#[test]
fn a_byte_order_mark_is_stronger_than_the_settings() {
    let page = "\u{feff}<!DOCTYPE html><p>caf\u{e9}</p>".as_bytes();
    let settings = Settings::new().encoding(limpid::encoding_for_label("windows-1252"));
    assert_eq!(rewritten(page, &settings), "\u{feff}<!DOCTYPE html><p>caf\u{e9}\u{e9}</p>".as_bytes());
    let mut text = String::new();
    let handlers = Handlers::new().document_text(|chunk| {
        text.push_str(chunk.as_str());
        Ok(())
    });
    assert_eq!(rewrite_str("\u{feff}<p>Tea", handlers).unwrap(), "\u{feff}<p>Tea");
    assert_eq!(text, "Tea");
}
