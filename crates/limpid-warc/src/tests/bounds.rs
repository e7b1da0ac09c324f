//! Memory limits.

use super::{HTML, gzip, page, pages};
use crate::{Pages, Reason, Records};
use limpid_pages::crawl::response;
use std::io::{Error, Read};

const LIMIT: usize = 10_000;

#[test]
fn pages_over_the_limit_are_reported() {
    let image = response("a:image", &["HTTP/1.1 200 OK", "Content-Type: image/png"], &[b'x'; 2 * LIMIT]);
    let large = page("a:large", [b'x'; 2 * LIMIT]);
    let small = &pages(1)[0];
    for records in [[&image, small, &large, small, &large]] {
        let text: Vec<u8> = records.iter().flat_map(|record| record.iter().copied()).collect();
        let by_member: Vec<u8> = records.iter().flat_map(|record| gzip(record)).collect();
        for file in [text.clone(), by_member, gzip(&text)] {
            let mut records = Pages::from(Records::new(&*file).limit(LIMIT));
            let results: Vec<_> = (&mut records).collect();
            assert_eq!(results.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, false]);
            assert_eq!(records.counts().not_html, 1);
            let bad = results[1].as_ref().unwrap_err();
            assert!(matches!(bad.reason, Reason::TooLarge { limit: LIMIT, .. }));
            assert_eq!(bad.url.as_deref(), Some("a:large"));
        }
    }
}

#[test]
fn bodies_that_decode_to_more_than_the_limit_are_reported() {
    let bomb = gzip(&vec![b' '; 100 * LIMIT]);
    let file = response("a:", &["HTTP/1.1 200 OK", HTML, "Content-Encoding: gzip"], &bomb);
    let results: Vec<_> = Pages::from(Records::new(&*file).limit(LIMIT)).collect();
    assert!(matches!(&results[..], [Err(bad)] if matches!(bad.reason, Reason::BodyTooLarge(LIMIT))));
}

#[test]
fn huge_and_invalid_lengths_invalidate_one_record() {
    let record = String::from_utf8(pages(1).remove(0)).unwrap();
    let (head, block) = record.split_once("Content-Length: ").unwrap();
    let block = block.split_once("\r\n").unwrap().1;
    for length in
        ["9999", "268435457", "99999999999999", "18446744073709551615", "18446744073709551616", "-1", "+5", "", "0x10"]
    {
        let bad = format!("{head}Content-Length: {length}\r\n{block}");
        let text = format!("{record}{bad}{record}{bad}{bad}{record}");
        let by_member: Vec<u8> =
            [&record, &bad, &record, &bad, &bad, &record].iter().flat_map(|text| gzip(text.as_bytes())).collect();
        for file in [text.as_bytes(), &by_member, &gzip(text.as_bytes())] {
            let results: Vec<_> = Pages::new(file).map(|result| result.is_ok()).collect();
            assert_eq!(results, [true, false, true, false, false, true], "{length}");
        }
    }
}

#[test]
fn endless_headers_invalidate_one_record() {
    let record = &pages(1)[0];
    for filling in [&b"x"[..], b"X: y\r\n", b"\tx\n"] {
        let head =
            [b"WARC/1.0\r\nWARC-Type: response\r\n", &*filling.repeat(3_000_000 / filling.len()), b"\r\n"].concat();
        let file = [&record[..], &head, record].concat();
        let results: Vec<_> = Pages::new(&*file).collect();
        assert!(matches!(&results[..], [Ok(_), Err(bad), Ok(_)] if matches!(bad.reason, Reason::HeaderTooLong)));
    }
}

#[test]
fn read_error_is_final() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(Error::other("a scratch"))
        }
    }
    let file = pages(2).concat();
    let mut records = Pages::new(file.chain(Fails));
    assert_eq!((&mut records).filter(Result::is_ok).take(2).count(), 2);
    let bad = records.next().unwrap().unwrap_err();
    assert_eq!(bad.reason.to_string(), "the rest of the file cannot be read (a scratch)");
    assert!(records.next().is_none());
}
