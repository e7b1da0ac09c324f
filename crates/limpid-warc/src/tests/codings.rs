//! Content and transfer codings.

use super::{HTML, gzip, outcome, read_one};
use crate::Truncation;
use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use limpid_pages::crawl::response;
use std::io::Write;

const PAGE: &[u8] = b"<!DOCTYPE html><title>A page</title><p>A page, and a page, and another page.";

fn response_with(field: &str, body: &[u8]) -> Vec<u8> {
    response("a:", &["HTTP/1.1 200 OK", HTML, field], body)
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut packed, 4096, 5, 20);
    encoder.write_all(bytes).unwrap();
    drop(encoder);
    packed
}

fn chunked(bytes: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::new();
    for chunk in bytes.chunks(10) {
        encoded.extend_from_slice(format!("{:X};a=b\r\n", chunk.len()).as_bytes());
        encoded.extend_from_slice(chunk);
        encoded.extend_from_slice(b"\r\n");
    }
    encoded.extend_from_slice(b"0\r\nTrailer: x\r\n\r\n");
    encoded
}

type Coder = fn(&[u8]) -> Vec<u8>;

const CODERS: &[(&str, Coder)] = &[
    ("Content-Encoding: gzip", gzip),
    ("Content-Encoding: X-GZIP", gzip),
    ("Content-Encoding: deflate", zlib),
    ("content-encoding: deflate", deflate),
    ("Content-Encoding: br", brotli),
    ("Transfer-Encoding: chunked", chunked),
    ("Transfer-Encoding: gzip", gzip),
];

#[test]
fn codings_are_decoded() {
    for (field, coder) in CODERS {
        let page = read_one(&response_with(field, &coder(PAGE)));
        assert_eq!((&*page.bytes, page.truncated), (PAGE, None), "{field}");
    }
}

#[test]
fn bodies_that_the_crawler_decoded_stay_unchanged() {
    let pages = [
        PAGE,
        "<p>ü".as_bytes(),
        b"\xef\xbb\xbf \n<p>",
        b"plain text",
        b"\xff\xfe<\0p\0>\0",
        b"face\r\n",
        b"5\r\n12",
        b"4\r\n12345",
        b"",
    ];
    let others = ["Content-Encoding: zstd", "Content-Encoding: utf-8", "Content-Encoding: identity"];
    for field in CODERS.iter().map(|(field, _)| *field).chain(others) {
        for page in pages {
            // These bodies are indistinguishable from truncated chunks.
            if field.contains("chunked") && matches!(page, b"face\r\n" | b"5\r\n12") {
                continue;
            }
            assert_eq!(read_one(&response_with(field, page)).bytes, page, "{field} {page:?}");
        }
    }
}

#[test]
fn several_codings() {
    assert_eq!(read_one(&response_with("Content-Encoding: gzip, br", &brotli(&gzip(PAGE)))).bytes, PAGE);
    let both = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
    assert_eq!(read_one(&response_with(both, &chunked(&gzip(PAGE)))).bytes, PAGE);
    // The crawler decoded one of the two.
    assert_eq!(read_one(&response_with(both, &gzip(PAGE))).bytes, PAGE);
    assert_eq!(read_one(&response_with(both, &chunked(PAGE))).bytes, PAGE);
}

#[test]
fn truncated_data_is_reported() {
    for (field, coder) in CODERS {
        let page = PAGE.repeat(50);
        let packed = coder(&page);
        let read = read_one(&response_with(field, &packed[..packed.len() - 12]));
        assert!(page.starts_with(&read.bytes), "{field}");
        let coding = field.split_once(": ").unwrap().1.to_ascii_lowercase();
        if read.bytes.len() == page.len() {
            // Only the trailer is missing.
            assert!(coding == "chunked" || read.truncated == Some(Truncation::Coding(coding)), "{field}");
        } else {
            assert_eq!(read.truncated, Some(Truncation::Coding(coding)), "{field}");
        }
    }
    let read = read_one(&response_with("Transfer-Encoding: chunked", b"5\r\n<p>ab\r\n9\r\n</p"));
    assert_eq!((&*read.bytes, read.truncated), (&b"<p>ab</p"[..], Some(Truncation::Coding("chunked".to_owned()))));
    let read = read_one(&response_with("Transfer-Encoding: chunked", b"ffff\r\n<p>"));
    assert_eq!((&*read.bytes, read.truncated), (&b"<p>"[..], Some(Truncation::Coding("chunked".to_owned()))));
}

/// Browsers ignore bytes after the data, too.
#[test]
fn bytes_after_the_data_are_ignored() {
    for (field, coder) in CODERS {
        assert_eq!(read_one(&response_with(field, &[&coder(PAGE)[..], b"more"].concat())).bytes, PAGE, "{field}");
    }
}

#[test]
fn invalid_data_is_reported() {
    let noise = [0, 1, 2, 3, 0xff, 0xfe, 0x80, 7, 9, 31].repeat(9);
    for (field, reason) in [
        ("Content-Encoding: gzip", "its body is not valid gzip data"),
        ("Content-Encoding: br", "its body is not valid br data"),
        ("Content-Encoding: zstd", "its body is not valid zstd data"),
        ("Content-Encoding: compress", "the HTTP coding \"compress\" of its body is not supported"),
        ("Content-Encoding: gzip, gzip, gzip, gzip, gzip", "its body has more than 4 HTTP codings"),
    ] {
        let (pages, bad) = outcome(&response_with(field, &noise));
        assert!(pages.is_empty(), "{field}");
        assert_eq!(bad, [format!("record at byte 0 (a:): {reason}")]);
    }
}
