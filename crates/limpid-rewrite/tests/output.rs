//! The output between two chunks of a page.

use limpid::rewrite::{ContentType, Handlers, Rewriter, Settings};
use std::mem::take;

fn rewriter(settings: Settings) -> Rewriter<'static, Vec<u8>> {
    let handlers = Handlers::new().element("p", |p| {
        p.prepend("\u{e9}", ContentType::Text);
        Ok(())
    });
    Rewriter::new(handlers.unwrap(), settings, Vec::new()).unwrap()
}

/// Returns the output after each chunk, and after the end.
fn outputs(settings: Settings, pieces: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut rewriter = rewriter(settings);
    let mut outputs: Vec<Vec<u8>> = Vec::new();
    for piece in pieces {
        rewriter.write(piece).unwrap();
        outputs.push(take(rewriter.output_mut()));
    }
    outputs.push(rewriter.into_output().unwrap());
    outputs
}

#[test]
fn declaration_ends_the_delay() {
    let new = Settings::new;
    assert_eq!(
        outputs(new(), &[b"<!DOCTYPE html><meta charset", b"=latin1><p>", b"x"]),
        [&b""[..], b"<!DOCTYPE html><meta charset=latin1><p>\xe9", b"x", b""]
    );
    assert_eq!(
        outputs(new(), &[b"\xef", b"\xbb", b"\xbf", b"<p>"]),
        [&b""[..], b"", b"\xef\xbb\xbf", "<p>é".as_bytes(), b""]
    );
    assert_eq!(
        outputs(
            new().encoding(limpid::EncodingHints::new().content_type("text/html; charset=latin1")),
            &[b"<p>", b"x"]
        ),
        [&b"<p>\xe9"[..], b"x", b""]
    );
    // Without a declaration.
    assert_eq!(outputs(new(), &[b"<p>", b"x"]), [&b""[..], b"", b"<p>\xe9x"]);
    // A later `meta` element would override the XML declaration.
    assert_eq!(
        outputs(new(), &[b"<?xml version='1.0' encoding='latin1'?>", b"<meta charset=utf-8><p>", b"x"]),
        [&b""[..], "<?xml version='1.0' encoding='latin1'?><meta charset=utf-8><p>é".as_bytes(), b"x", b""]
    );
}

#[test]
fn declared_encoding_applies_to_the_rest() {
    let page = b"<meta charset=koi8-r><title>\xf2</title><meta charset=utf-8><p>\xf2".as_slice();
    for size in [1, 5, 21, 22, 4096] {
        let pieces: Vec<&[u8]> = page.chunks(size).collect();
        assert_eq!(
            outputs(Settings::new(), &pieces).concat(),
            b"<meta charset=koi8-r><title>\xf2</title><meta charset=utf-8><p>&#233;\xf2"
        );
    }
}

#[test]
fn output_can_be_any_sink() {
    let mut out = Vec::new();
    let mut borrowing = Rewriter::new(Handlers::new(), Settings::new(), &mut out).unwrap();
    borrowing.write(b"<p>").unwrap();
    borrowing.end().unwrap();
    assert_eq!(out, b"<p>");

    let (mut count, mut calls) = (0, 0);
    let mut counting = Rewriter::new(Handlers::new(), Settings::new(), |bytes: &[u8]| count += bytes.len()).unwrap();
    counting.write(b"<p>").unwrap();
    counting.output_mut()(b"four");
    counting.end().unwrap();
    assert_eq!(count, 7);

    let mut call = |_: &[u8]| calls += 1;
    let dynamic: &mut dyn FnMut(&[u8]) = &mut call;
    let mut through = Rewriter::new(Handlers::new(), Settings::new(), dynamic).unwrap();
    through.write(b"<p>").unwrap();
    through.end().unwrap();
    assert!(calls > 0);
}

#[test]
fn rewriter_is_send() {
    fn send<T: Send>(value: T) -> T {
        value
    }
    let mut rewriter = send(rewriter(Settings::new()));
    let page = std::thread::spawn(move || {
        rewriter.write(b"<p>x").unwrap();
        rewriter.into_output().unwrap()
    });
    assert_eq!(page.join().unwrap(), b"<p>\xe9x");
}
