//! Recognizing pages, and their properties.

use super::{HTML, assert_urls, gzip, members, page, pages, read, read_good, read_one};
use crate::Place;
use crate::Truncation;
use crate::{is_warc, is_warc_name};
use limpid_pages::crawl::{record, response};
use std::path::Path;

#[test]
fn properties_of_a_page() {
    let head = ["HTTP/1.1 404 Not Found", "Server: x", "content-type: Text/HTML; a=b; Charset=\"Shift_JIS\""];
    let page = read_one(&response("https://example.org/ü", &head, b"<p>\x82\xa0"));
    assert_eq!(page.url, "https://example.org/ü");
    assert_eq!(page.status, Some(404));
    assert_eq!(page.charset.as_deref(), Some("Shift_JIS"));
    assert_eq!(*page.bytes, *b"<p>\x82\xa0");
    assert_eq!(page.truncated, None);
}

#[test]
fn uncompressed_gzip_by_member_and_gzip_as_a_whole() {
    let records = pages(3);
    let urls = ["a:0", "a:1", "a:2"];
    let lengths: Vec<u64> = records.iter().map(|record| record.len() as u64).collect();

    let places: Vec<Place> = read_good(&records.concat()).iter().map(|page| page.place).collect();
    assert_eq!(places[2], Place { member: None, text: lengths[0] + lengths[1] });

    let by_member = read_good(&members(&records));
    assert_urls(&by_member, &urls);
    let second = gzip(&records[0]).len() as u64;
    assert_eq!(by_member[1].place, Place { member: Some(second), text: 0 });

    let whole = read_good(&gzip(&records.concat()));
    assert_urls(&whole, &urls);
    assert_eq!(whole[1].place, Place { member: Some(0), text: lengths[0] });
    assert_eq!(whole[1].place.to_string(), format!("byte 0, decompressed offset {}", lengths[0]));
}

/// Tools that compress in blocks write such files.
#[test]
fn members_that_start_inside_records() {
    let text = pages(5).concat();
    for size in [1, 7, 100, 1000] {
        let mut file: Vec<u8> = text.chunks(size).flat_map(gzip).collect();
        file.extend(gzip(b""));
        assert_eq!(read_good(&file).len(), 5, "{size}");
    }
}

#[test]
fn optional_fields_in_gzip_headers() {
    let member = gzip(&pages(1)[0]);
    let mut file = vec![0x1f, 0x8b, 8, 0b1_1110, 0, 0, 0, 0, 0, 3];
    file.extend_from_slice(b"\x04\0SL\0\0name\0a comment\0\x12\x34");
    file.extend_from_slice(&member[10..]);
    file.extend(&member);
    assert_eq!(read_good(&file).len(), 2);
}

#[test]
fn zeros_and_blank_lines_between_records_are_ignored() {
    let records = pages(2);
    let file = [&records[0][..], b"\r\n\r\n\n\n\n", &records[1], &[0; 600]].concat();
    assert_eq!(read_good(&file).len(), 2);
    let file = [&gzip(&records[0])[..], &gzip(&records[1]), &[0; 600]].concat();
    assert_eq!(read_good(&file).len(), 2);
    assert_eq!(read_good(b"").len(), 0);
}

#[test]
fn too_few_or_too_many_line_ends_between_records() {
    let record = &pages(1)[0];
    for line_ends in [&b""[..], b"\n", b"\r\n", b"\n\n", b"\r\n\r\n\r\n"] {
        let file = [record.strip_suffix(b"\r\n\r\n").unwrap(), line_ends].concat().repeat(2);
        assert_eq!(read_good(&file).len(), 2, "{line_ends:?}");
    }
}

#[test]
fn versions() {
    let record = String::from_utf8(pages(1).remove(0)).unwrap();
    for version in ["WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1"] {
        assert_eq!(read_good(record.replace("WARC/1.0", version).as_bytes()).len(), 1, "{version}");
    }
}

#[test]
fn line_feeds_without_carriage_returns() {
    let block = "HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>";
    let file =
        format!("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: a:\nContent-Length: {}\n\n{block}\n\n", block.len());
    assert_eq!(*read_one(file.as_bytes()).bytes, *b"<p>");
    assert_eq!(read_good(file.repeat(2).as_bytes()).len(), 2);
}

#[test]
fn unusual_fields() {
    let block = b"HTTP/1.1 200 OK\r\nContent-Type:text/html\r\nBroken line\r\nX: a\r\n b\r\n\r\n<p>";
    let fields =
        [("warc-target-uri", "<https://example.org/\r\n\t>"), ("CONTENT-TYPE", "application/http;msgtype=response")];
    let page = read_one(&record("Response", &fields, block));
    assert_eq!(page.url, "https://example.org/ ");
    assert_eq!(*page.bytes, *b"<p>");
}

#[test]
fn status_lines() {
    for (line, status) in
        [("HTTP/2 200", 200), ("HTTP/1.0  301  Moved", 301), ("ICY 200 OK", 200), ("HTTP/3 204 ", 204)]
    {
        assert_eq!(read_one(&response("a:", &[line, HTML], b"x")).status, Some(status), "{line}");
    }
}

#[test]
fn interim_responses_are_skipped() {
    let head = ["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 OK", HTML];
    let page = read_one(&response("a:", &head, b"<p>"));
    assert_eq!((page.status, &*page.bytes), (Some(200), &b"<p>"[..]));
}

#[test]
fn resources_and_conversions() {
    let fields = [("WARC-Target-URI", "a:"), ("Content-Type", "text/html; charset=utf-8")];
    for kind in ["resource", "conversion"] {
        let page = read_one(&record(kind, &fields, b"<p>"));
        assert_eq!((page.status, page.charset.as_deref(), &*page.bytes), (None, Some("utf-8"), &b"<p>"[..]));
    }
}

#[test]
fn other_records_and_other_media_types() {
    let html = ("Content-Type", "text/html");
    let http = ("Content-Type", "application/http; msgtype=response");
    let url = ("WARC-Target-URI", "a:");
    let response =
        |head: &str| record("response", &[url, http], format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n<p>").as_bytes());
    let file = [
        record("warcinfo", &[html], b"software: x"),
        record("request", &[url, http], b"GET / HTTP/1.1\r\n\r\n"),
        record("metadata", &[url, html], b"a: b"),
        record("revisit", &[url, http], b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"),
        record("of the future", &[url, html], b"<p>"),
        response("Content-Type: image/png"),
        response("Content-Type: text/htmlx"),
        response("Server: x"),
        record("response", &[url, ("Content-Type", "text/dns")], b"1.2.3.4"),
        record("resource", &[url, ("Content-Type", "text/plain")], b"<p>"),
        response("Content-Type: text/plain\r\nContent-Type: application/xhtml+xml"),
    ];
    let (pages, bad, counts) = read(&file.concat());
    assert!(bad.is_empty());
    assert_eq!((pages.len(), counts.pages, counts.other, counts.not_html), (2, 2, 5, 4));
}

#[test]
fn missing_media_type_is_guessed_from_the_body() {
    let http = ("Content-Type", "application/http; msgtype=response");
    let url = ("WARC-Target-URI", "a:");
    let count = |head: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
        let (pages, bad, _) = read(&record("response", &[url, http], &[head.as_bytes(), body].concat()));
        assert!(bad.is_empty());
        assert!(pages.iter().all(|page| page.media_type == "text/html" && page.bytes.trim_ascii_start()[0] == b'<'));
        pages.len()
    };
    for page in ["<!DOCTYPE html>", "<!doctype HTML >", " \n\t<html lang=en>", "<P>", "<!-- c --><i>", "<a href=b>"] {
        assert_eq!(count("Server: x", page.as_bytes()), 1, "{page}");
        assert_eq!(count("Content-Type: ", page.as_bytes()), 1, "{page}");
        assert_eq!(count("Content-Type: */*", page.as_bytes()), 1, "{page}");
        assert_eq!(count("Content-Type: text/plain", page.as_bytes()), 0, "{page}");
    }
    for other in [
        "",
        "<",
        "<pre>",
        "<article>",
        "<?xml version='1.0'?>",
        "p {}",
        "{\"a\": \"<p>\"}",
        "<svg>",
        "<htmlx>",
        "%PDF-1.7",
    ] {
        assert_eq!(count("Server: x", other.as_bytes()), 0, "{other}");
    }
    assert_eq!(count("Content-Encoding: gzip", &gzip(b"<html>")), 1);
    assert_eq!(count("Content-Encoding: gzip", &gzip(b"body {}")), 0);
    // A body that cannot be decoded is not a page.
    assert_eq!(count("Content-Encoding: compress", &[0; 9]), 0);
    let (pages, _, _) = read(&record("resource", &[url], b"<title>x</title>"));
    assert_eq!(pages.len(), 1);
}

#[test]
fn media_type_that_the_crawler_identified() {
    let fields = [
        ("WARC-Target-URI", "a:"),
        ("Content-Type", "application/http"),
        ("WARC-Identified-Payload-Type", "application/xhtml+xml"),
    ];
    assert_eq!(*read_one(&record("response", &fields, b"HTTP/1.1 200 OK\r\n\r\n<p>")).bytes, *b"<p>");
}

#[test]
fn truncated_and_segmented_records_are_reported() {
    let fields = |more| [("WARC-Target-URI", "a:"), ("Content-Type", "text/html"), more];
    let page = read_one(&record("resource", &fields(("WARC-Truncated", "length")), b"<p>"));
    assert_eq!(page.truncated, Some(Truncation::Crawler("length".to_owned())));
    assert_eq!(page.truncated.unwrap().to_string(), "the crawler stored only a part of it (WARC-Truncated: length)");
    let file = record("resource", &fields(("WARC-Segment-Number", "1")), b"<p>");
    assert_eq!(read_one(&file).truncated, Some(Truncation::Segmented));
    assert_eq!(read(&file).2.truncated, 1);
}

/// A page about the WARC format may contain the text of records.
#[test]
fn records_within_pages_are_not_read() {
    let inner = pages(2).concat();
    let outer = page("a:outer", &inner);
    for file in [outer.repeat(2), gzip(&outer).repeat(2), gzip(&outer.repeat(2))] {
        let pages = read_good(&file);
        assert_urls(&pages, &["a:outer", "a:outer"]);
        assert_eq!(pages[0].bytes, inner);
    }
}

#[test]
fn warc_files_are_recognized() {
    for name in ["a.warc", "b/A.WARC.GZ", "a.warc.zst", "a.b.warc"] {
        assert!(is_warc_name(Path::new(name)), "{name}");
    }
    for name in ["warc", "a.gz", "a.warc.html", "a.warc/index.html"] {
        assert!(!is_warc_name(Path::new(name)), "{name}");
    }
    let record = &pages(1)[0];
    assert!(is_warc(record));
    assert!(is_warc(&gzip(record)[..200]));
    assert!(!is_warc(&gzip(b"<p>WARC/")));
    assert!(!is_warc(b"<p>WARC/"));
    assert!(!is_warc(b""));
}
