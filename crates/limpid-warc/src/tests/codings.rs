//! Content and transfer codings.

use super::{HTML, gzip, outcome, read_one};
use crate::Cut;
use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use limpid_pages::crawl::response;
use std::io::Write;

const PAGE: &[u8] = b"<!DOCTYPE html><title>A page</title><p>A page, and a page, and another page.";

fn coded(field: &str, body: &[u8]) -> Vec<u8> {
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
    let mut coded = Vec::new();
    for chunk in bytes.chunks(10) {
        coded.extend_from_slice(format!("{:X};a=b\r\n", chunk.len()).as_bytes());
        coded.extend_from_slice(chunk);
        coded.extend_from_slice(b"\r\n");
    }
    coded.extend_from_slice(b"0\r\nTrailer: x\r\n\r\n");
    coded
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
fn codings_are_undone() {
    for (field, coder) in CODERS {
        let page = read_one(&coded(field, &coder(PAGE)));
        assert_eq!((&*page.bytes, page.cut), (PAGE, None), "{field}");
    }
}

#[test]
fn codings_that_were_undone_before() {
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
            // What starts with the size of a chunk, and the chunk is all there is of the page, is one.
            if field.contains("chunked") && matches!(page, b"face\r\n" | b"5\r\n12") {
                continue;
            }
            assert_eq!(read_one(&coded(field, page)).bytes, page, "{field} {page:?}");
        }
    }
}

#[test]
fn one_over_the_other() {
    assert_eq!(read_one(&coded("Content-Encoding: gzip, br", &brotli(&gzip(PAGE)))).bytes, PAGE);
    let both = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
    assert_eq!(read_one(&coded(both, &chunked(&gzip(PAGE)))).bytes, PAGE);
    // The crawler undid one of the two.
    assert_eq!(read_one(&coded(both, &gzip(PAGE))).bytes, PAGE);
    assert_eq!(read_one(&coded(both, &chunked(PAGE))).bytes, PAGE);
}

#[test]
fn data_that_breaks_off() {
    for (field, coder) in CODERS {
        let page = PAGE.repeat(50);
        let packed = coder(&page);
        let read = read_one(&coded(field, &packed[..packed.len() - 12]));
        assert!(page.starts_with(&read.bytes), "{field}");
        let coding = field.split_once(": ").unwrap().1.to_ascii_lowercase();
        if read.bytes.len() == page.len() {
            // Only what ends the data is missing.
            assert!(coding == "chunked" || read.cut == Some(Cut::Coding(coding)), "{field}");
        } else {
            assert_eq!(read.cut, Some(Cut::Coding(coding)), "{field}");
        }
    }
    let read = read_one(&coded("Transfer-Encoding: chunked", b"5\r\n<p>ab\r\n9\r\n</p"));
    assert_eq!((&*read.bytes, read.cut), (&b"<p>ab</p"[..], Some(Cut::Coding("chunked".to_owned()))));
    let read = read_one(&coded("Transfer-Encoding: chunked", b"ffff\r\n<p>"));
    assert_eq!((&*read.bytes, read.cut), (&b"<p>"[..], Some(Cut::Coding("chunked".to_owned()))));
}

/// Browsers do not look at what is after the data, either.
#[test]
fn more_behind_the_data() {
    for (field, coder) in CODERS {
        assert_eq!(read_one(&coded(field, &[&coder(PAGE)[..], b"more"].concat())).bytes, PAGE, "{field}");
    }
}

#[test]
fn data_that_is_none() {
    let noise = [0, 1, 2, 3, 0xff, 0xfe, 0x80, 7, 9, 31].repeat(9);
    for (field, reason) in [
        ("Content-Encoding: gzip", "the page is no valid gzip data"),
        ("Content-Encoding: br", "the page is no valid br data"),
        ("Content-Encoding: zstd", "the page is no valid zstd data"),
        ("Content-Encoding: compress", "the page is encoded as \"compress\", which is not read"),
        ("Content-Encoding: gzip, gzip, gzip, gzip, gzip", "the page is encoded too many times over"),
    ] {
        let (pages, bad) = outcome(&coded(field, &noise));
        assert!(pages.is_empty(), "{field}");
        assert_eq!(bad, [format!("record at byte 0 (a:): {reason}")]);
    }
}
