//! Zstandard archives: frames with and without a dictionary, damaged frames, ranges.

use super::{assert_urls, outcome, page, pages, read_good};
use crate::inflate::Damage;
use crate::zstandard::{DICTIONARY_MAGIC, SKIPPABLE_HEADER_LENGTH, Unpacker};
use crate::{Pages, Reason, Record, Records};
use limpid_pages::crawl;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Cursor;

/// An archive of four pages with a compressed dictionary.
const WITH_DICTIONARY: &[u8] = include_bytes!("dictionary.warc.zst");

fn frame(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn frames(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| frame(record)).collect()
}

fn dictionary_frame() -> &'static [u8] {
    let length = u32::from_le_bytes(WITH_DICTIONARY[4..8].try_into().unwrap()) as usize;
    &WITH_DICTIONARY[..SKIPPABLE_HEADER_LENGTH + length]
}

/// Returns the archive with its dictionary uncompressed.
fn with_plain_dictionary() -> Vec<u8> {
    let (mut unpacker, mut source, mut plain) =
        (Unpacker::new(), &dictionary_frame()[SKIPPABLE_HEADER_LENGTH..], Vec::new());
    unpacker.start_frame(&mut source).unwrap();
    while !unpacker.decode_block(&mut source, &mut plain).unwrap() {}
    let length = (plain.len() as u32).to_le_bytes();
    [&DICTIONARY_MAGIC, &length[..], &plain, &WITH_DICTIONARY[dictionary_frame().len()..]].concat()
}

fn skippable_frame(content: &[u8]) -> Vec<u8> {
    [&[0x50, 0x2a, 0x4d, 0x18], &(content.len() as u32).to_le_bytes()[..], content].concat()
}

#[test]
fn frames_with_and_without_a_dictionary() {
    for file in [WITH_DICTIONARY, &with_plain_dictionary(), &frames(&pages(4)), &frame(&pages(4).concat())] {
        let pages = read_good(file);
        assert_urls(&pages, &["a:0", "a:1", "a:2", "a:3"]);
        assert!(String::from_utf8_lossy(&pages[3].bytes).to_lowercase().contains("page 3"));
    }
    assert!(crate::is_warc(&WITH_DICTIONARY[..100]) && crate::is_warc(&frames(&pages(1))));
    assert!(!crate::is_warc(&frame(b"<!DOCTYPE html>")));
}

#[test]
fn skippable_frames_are_skipped() {
    let records = pages(2);
    let file = [
        skippable_frame(b"x"),
        frame(&records[0]),
        skippable_frame(&[9; 200_000]),
        skippable_frame(b""),
        frame(&records[1]),
    ]
    .concat();
    assert_urls(&read_good(&file), &["a:0", "a:1"]);
    assert!(crate::is_warc(&file) && !crate::is_warc(&[skippable_frame(b"x"), frame(b"<p>")].concat()));
    let (urls, bad) = outcome(&[frame(&records[0]), skippable_frame(b"12345")[..10].to_vec()].concat());
    assert_eq!((urls, bad.len()), (vec!["a:0".to_owned()], 1));
}

#[test]
fn damage_invalidates_one_frame() {
    let frames: Vec<Vec<u8>> = pages(3).iter().map(|record| frame(record)).collect();
    let at = frames[0].len() + frames[1].len() / 2;
    let mut file = frames.concat();
    file[at] ^= 0x55;
    let (urls, bad) = outcome(&file);
    assert_eq!(urls, ["a:0", "a:2"]);
    let place = format!("record at byte {}", frames[0].len());
    assert!(!bad.is_empty() && bad.iter().all(|bad| bad.starts_with(&place)), "{bad:?}");
    let whole = frames.concat();
    let (urls, bad) = outcome(&whole[..whole.len() - 5]);
    assert_eq!((urls.len(), bad.len()), (2, 1));
    assert!(bad[0].contains("is incomplete"), "{}", bad[0]);
    // The form of the file is detected although its start is damaged.
    let (urls, bad) = outcome(&whole[3..]);
    assert_eq!((urls, bad.len()), (vec!["a:1".to_owned(), "a:2".to_owned()], 1));
}

#[test]
fn missing_dictionary_is_reported() {
    let mut reasons = Pages::new(&WITH_DICTIONARY[dictionary_frame().len()..]).map(|page| page.unwrap_err().reason);
    assert!(matches!(reasons.next(), Some(Reason::Damaged(Damage::Dictionary))));
}

#[test]
fn each_record_is_in_one_range_for_every_cut() {
    for file in [WITH_DICTIONARY.to_vec(), frames(&pages(4))] {
        for cut in (0..=file.len() as u64).step_by(3) {
            let urls = [0..cut, cut..u64::MAX].map(|range| {
                let start = range.start.saturating_sub(1);
                let records = Records::range_from(Cursor::new(&file), start, range).unwrap();
                Pages::from(records).map(|page| page.unwrap().url).collect::<Vec<_>>()
            });
            assert_eq!(urls.concat(), ["a:0", "a:1", "a:2", "a:3"], "{cut}");
        }
    }
}

#[test]
fn single_records_and_large_records() {
    assert_eq!(Record::read(&frame(&page("a:x", "y"))).unwrap().url().as_deref(), Some("a:x"));
    let large = page("a:large", "0123456789abcdef".repeat(1 << 20));
    let pages: Vec<_> = read_good(&[frame(&large), frame(&page("a:x", "y"))].concat());
    assert_eq!((pages[0].bytes.len(), &*pages[1].url), (16 << 20, "a:x"));
}

#[test]
fn bodies_with_zstd_coding() {
    let body = |bytes: &[u8]| {
        let head = ["HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Encoding: zstd"];
        crawl::response("a:x", &head, bytes)
    };
    let packed = frame(b"<p>packed");
    assert_eq!(*read_good(&body(&packed))[0].bytes, *b"<p>packed");
    let twice = body(&[skippable_frame(b"x"), packed.clone(), packed.clone()].concat());
    assert_eq!(*read_good(&twice)[0].bytes, *b"<p>packed<p>packed");
    assert_eq!(*read_good(&body(b"<p>as it is"))[0].bytes, *b"<p>as it is");
    let truncated = &read_good(&body(&packed[..packed.len() - 6]))[0].truncated;
    assert_eq!(truncated.as_ref().map(ToString::to_string).as_deref(), Some("its zstd data is incomplete"));
    let bomb = body(&frame(&vec![b'x'; 1 << 20]));
    let mut records = Records::new(&bomb[..]).limit(1 << 19);
    assert_eq!(records.next_record().unwrap().unwrap().payload().unwrap_err().reason.code(), "body-too-large");
}
