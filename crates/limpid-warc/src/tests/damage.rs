//! Damaged files: lost records and their messages.

use super::{gzip, members, outcome, page, pages};

/// Returns the URLs of pages.
fn urls(numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|number| format!("a:{number}")).collect()
}

#[test]
fn wrong_content_length_invalidates_one_record() {
    let records = pages(4);
    let length = records[1].windows(16).position(|text| text == b"Content-Length: ").unwrap() + 16;
    for digits in [b"12", b"10", b"00"] {
        let mut bad = records[1].clone();
        bad[length..length + 2].copy_from_slice(digits);
        let (pages, bad) = outcome(&[&records[0][..], &bad, &records[2], &records[3]].concat());
        assert_eq!(pages, urls(&[0, 2, 3]));
        assert_eq!(bad.len(), 1);
        assert!(bad[0].contains("(a:1): its Content-Length is "), "{}", bad[0]);
    }
}

#[test]
fn truncated_file_invalidates_the_last_record() {
    let records = pages(3);
    let text = records.concat();
    let (pages, bad) = outcome(&text[..text.len() - 100]);
    assert_eq!(pages, urls(&[0, 1]));
    assert_eq!(bad, [format!("record at byte {} (a:2): the file ends inside the record", records[0].len() * 2)]);
    let file = members(&records);
    let (pages, bad) = outcome(&file[..file.len() - 30]);
    assert_eq!(pages, urls(&[0, 1]));
    assert_eq!(bad.len(), 1);
    assert!(bad[0].ends_with("(a:2): the compressed data is incomplete"), "{}", bad[0]);
    // Only a part of the trailer is missing.
    let (pages, bad) = outcome(&file[..file.len() - 3]);
    assert_eq!(pages, urls(&[0, 1, 2]));
    assert_eq!(bad.len(), 1);
}

#[test]
fn wrong_checksum_invalidates_one_member() {
    let records = pages(3);
    let mut damaged = gzip(&records[1]);
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    let (pages, bad) = outcome(&[&gzip(&records[0])[..], &damaged, &gzip(&records[2])].concat());
    assert_eq!(pages, urls(&[0, 2]));
    let start = gzip(&records[0]).len();
    assert_eq!(bad, [format!("record at byte {start} (a:1): the checksum of the compressed data is wrong")]);
}

#[test]
fn missing_bytes_in_a_member_invalidate_one_record() {
    let records: Vec<_> = (0..5)
        .map(|number| {
            let body: String =
                (0..3000).map(|word: usize| format!("<p>{}", word.wrapping_mul(2_654_435_761) >> 7)).collect();
            page(&format!("a:{number}"), body)
        })
        .collect();
    let packed: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    for missing in [1, 10, 1000, 5000] {
        let start = packed[1].len() / 3;
        let damaged = [&packed[1][..start], &packed[1][start + missing..]].concat();
        let (pages, bad) =
            outcome(&[&packed[0], &damaged, &packed[2], &packed[3], &packed[4]].map(|bytes| &bytes[..]).concat());
        assert_eq!(pages, urls(&[0, 2, 3, 4]), "{missing}");
        assert_eq!(bad.len(), 1, "{bad:?}");
    }
}

#[test]
fn short_member_invalidates_one_record() {
    let records = pages(3);
    let short = gzip(&records[1][..records[1].len() - 50]);
    let (pages, bad) = outcome(&[&gzip(&records[0])[..], &short, &gzip(&records[2])].concat());
    assert_eq!(pages, urls(&[0, 2]));
    assert!(
        matches!(&bad[..], [bad] if bad.ends_with("(a:1): the gzip member or Zstandard frame ends inside the record")),
        "{bad:?}"
    );
}

#[test]
fn other_text_between_records_is_reported() {
    let records = pages(2);
    let junk = b"something else, WARC/1.0 of it\r\nWARC/9.9\r\nWARC/1.0\r\nand so on";
    // A record has to start a line.
    let (pages, bad) = outcome(&[&records[0][..], junk, &records[1]].concat());
    assert_eq!(pages, urls(&[0]));
    assert_eq!(bad.len(), 1);
    let (pages, bad) = outcome(&[&records[0][..], junk, b"\r\n", &records[1]].concat());
    assert_eq!(pages, urls(&[0, 1]));
    assert_eq!(
        bad,
        [format!("record at byte {}: expected a WARC record, skipped {} bytes", records[0].len(), junk.len() + 2)]
    );
    let (pages, bad) = outcome(&[&gzip(&records[0])[..], junk, &gzip(&records[1])].concat());
    assert_eq!(pages, urls(&[0, 1]));
    assert_eq!(bad.len(), 1);
    assert!(bad[0].ends_with("expected the header of a gzip member or Zstandard frame"), "{}", bad[0]);
}

#[test]
fn damaged_start_of_a_file_invalidates_one_record() {
    let records = pages(3);
    let mut file = members(&records);
    file[1] = 0;
    assert_eq!(outcome(&file).0, urls(&[1, 2]));
    let mut file = records.concat();
    file[0] = b'X';
    assert_eq!(outcome(&file).0, urls(&[1, 2]));
    assert_eq!(outcome(b"<!DOCTYPE html>").1, ["record at byte 0: expected a WARC record, skipped 15 bytes"]);
}

/// The second record lacks as many bytes as the header of the third record has. Its `Content-Length` therefore ends inside the third record,
/// before the two line ends after the header.
#[test]
fn length_that_ends_after_the_next_header() {
    let records = pages(4);
    let head = records[2].windows(4).position(|text| text == b"\r\n\r\n").unwrap();
    let missing = head + 4;
    let short = [&records[1][..records[1].len() - 100 - missing], &records[1][records[1].len() - 100..]].concat();
    let (pages, bad) = outcome(&[&records[0], &short, &records[2], &records[3]].map(|bytes| &bytes[..]).concat());
    assert_eq!(pages, urls(&[0, 2, 3]));
    assert_eq!(bad.len(), 1);
}

/// The second record lacks 1 to 3 bytes fewer than the third record has. Its `Content-Length` therefore ends near the end of the third record.
#[test]
fn length_that_ends_near_the_end_of_the_next_record() {
    let mut records = pages(4);
    records[1] = page("a:1", "<p>a longer page</p>\r\n".repeat(80));
    for less in 1..4 {
        let missing = records[2].len() - less;
        let short = [&records[1][..records[1].len() - 100 - missing], &records[1][records[1].len() - 100..]].concat();
        let (pages, bad) = outcome(&[&records[0], &short, &records[2], &records[3]].map(|bytes| &bytes[..]).concat());
        assert_eq!(pages, urls(&[0, 2, 3]), "{less}");
        assert_eq!(bad.len(), 1, "{less}");
    }
}

/// The wrong checksum of an empty member is not reported for the record before it.
#[test]
fn wrong_checksum_of_an_empty_member_invalidates_no_record() {
    let records = pages(3);
    let mut damaged = gzip(b"");
    let at = damaged.len() - 6;
    damaged[at] ^= 1;
    let (pages, bad) = outcome(&[gzip(&records[0]), gzip(&records[1]), damaged, gzip(&records[2])].concat());
    assert_eq!(pages, urls(&[0, 1, 2]));
    assert_eq!(bad.len(), 1);
}

#[test]
fn record_inside_a_header_invalidates_one_record() {
    let records = pages(3);
    let (pages, bad) = outcome(&[&records[0][..], &records[1][..40], b"\r\n", &records[2]].concat());
    assert_eq!(pages, urls(&[0, 2]));
    assert!(matches!(&bad[..], [bad] if bad.ends_with("another record starts inside its header")), "{bad:?}");
}

#[test]
fn missing_url_and_missing_response_are_reported() {
    let record = String::from_utf8(pages(1).remove(0)).unwrap();
    let (pages, bad) = outcome(record.replace("WARC-Target-URI", "WARC-Target-URL").as_bytes());
    assert!(pages.is_empty());
    assert_eq!(bad, ["record at byte 0: it has no WARC-Target-URI"]);
    let (pages, bad) = outcome(record.replace("HTTP/1.1", "HTML/1.1").as_bytes());
    assert!(pages.is_empty());
    assert_eq!(bad, ["record at byte 0 (a:0): it contains no HTTP response"]);
}
