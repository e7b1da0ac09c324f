//! `Records` with records of all kinds.

use super::{HTML, gzip, page};
use crate::{Reason, Records};
use limpid_pages::crawl::{record, response};

#[test]
fn contents_of_all_kinds() {
    let file = [
        record("warcinfo", &[("Content-Type", "application/warc-fields")], b"software: x\r\n"),
        record("Request", &[("WARC-Target-URI", "<a:0>")], b"GET / HTTP/1.1\r\n\r\n"),
        response("a:0", &["HTTP/1.1 200 OK", "Content-Type: Text/CSS", "Content-Encoding: gzip"], &gzip(b"p {}")),
        record("resource", &[("WARC-Target-URI", "a:1"), ("Content-Type", "image/png")], b"\x89PNG"),
    ];
    for file in [file.concat(), file.iter().flat_map(|record| gzip(record)).collect()] {
        let mut records = Records::new(&*file);
        let info = records.next_record().unwrap().unwrap();
        assert_eq!((&*info.kind(), info.url(), info.length()), ("warcinfo", None, 13));
        assert_eq!(info.block(), Some(&b"software: x\r\n"[..]));
        assert!(info.payload().unwrap().is_none());
        let request = records.next_record().unwrap().unwrap();
        assert_eq!((&*request.kind(), request.url().as_deref()), ("request", Some("a:0")));
        let css = records.next_record().unwrap().unwrap();
        let css = css.payload().unwrap().unwrap();
        assert_eq!((&*css.media_type, &*css.bytes, css.status), ("text/css", &b"p {}"[..], Some(200)));
        assert_eq!(css.http_fields.get("content-encoding").as_deref(), Some("gzip"));
        let image = records.next_record().unwrap().unwrap();
        let place = image.place();
        let image = image.payload().unwrap().unwrap();
        assert_eq!((&*image.media_type, &*image.bytes, image.status), ("image/png", &b"\x89PNG"[..], None));
        assert_eq!((&*image.url, image.place), ("a:1", place));
        assert!(records.next_record().is_none() && records.next_record().is_none());
        assert_eq!(records.bytes_read(), file.len() as u64);
    }
}

#[test]
fn block_over_the_limit_has_fields_and_an_error() {
    let file = [page("a:large", [b'x'; 5000]), page("a:small", "<p>")].concat();
    let mut records = Records::new(&*file).limit(1000);
    let large = records.next_record().unwrap().unwrap();
    assert_eq!((large.url().as_deref(), large.block()), (Some("a:large"), None));
    assert!(large.length() > 5000);
    assert!(large.payload_if(|media_type| media_type != "text/html").unwrap().is_none());
    let bad = large.payload().unwrap_err();
    assert!(matches!(bad.reason, Reason::TooLarge { limit: 1000, length } if length == large.length()));
    assert_eq!((bad.reason.code(), bad.place.offset(), bad.url.as_deref()), ("too-large", 0, Some("a:large")));
    assert_eq!(*records.next_record().unwrap().unwrap().payload().unwrap().unwrap().bytes, *b"<p>");
}

#[test]
fn error_has_code_position_and_advice() {
    let mut damaged = gzip(&page("a:1", "<p>"));
    let end = damaged.len() - 6;
    damaged[end] ^= 1;
    let start = gzip(&page("a:0", HTML)).len() as u64;
    let file = [gzip(&page("a:0", HTML)), damaged].concat();
    let mut records = Records::new(&*file);
    assert!(records.next_record().unwrap().is_ok());
    let bad = records.next_record().unwrap().unwrap_err();
    assert_eq!((bad.reason.code(), bad.place.offset()), ("damaged", start));
    assert_eq!(bad.reason.advice(), Some("download the file again"));
    assert!(records.next_record().is_none());
}
