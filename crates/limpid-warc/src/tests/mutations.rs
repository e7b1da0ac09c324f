//! Files with random damage: nothing panics, and only damaged records are lost.

use super::{gzip, page};
use crate::Pages;
use limpid_pages::crawl;
use memchr::memmem;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A change to a file.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Flip(Index, u8),
    Cut(Index, usize),
    Insert(Index, Vec<u8>),
}

impl Change {
    /// Changes the file. Returns the range of the bytes that were replaced or removed.
    pub(super) fn apply(&self, file: &mut Vec<u8>) -> (usize, usize) {
        match self {
            Change::Flip(index, bits) => {
                let at = index.index(file.len());
                file[at] ^= bits;
                (at, at + 1)
            }
            Change::Cut(index, length) => {
                let at = index.index(file.len());
                let end = (at + length).min(file.len());
                file.drain(at..end);
                (at, end)
            }
            Change::Insert(index, bytes) => {
                let at = index.index(file.len());
                file.splice(at..at, bytes.iter().copied());
                (at, at)
            }
        }
    }
}

pub(super) fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<Index>(), 1..=255_u8).prop_map(|(index, bits)| Change::Flip(index, bits)),
        (any::<Index>(), 1..400_usize).prop_map(|(index, length)| Change::Cut(index, length)),
        (any::<Index>(), vec(any::<u8>(), 1..100)).prop_map(|(index, bytes)| Change::Insert(index, bytes)),
    ]
}

/// Returns pages that hardly compress, so that damage is soon detected.
pub(super) fn records(seed: u64) -> Vec<Vec<u8>> {
    let mut random = limpid_pages::Random::new(seed);
    (0..8)
        .map(|number| {
            let body: String = (0..random.below(200)).map(|_| format!("<p>{:x}\r\n\r\n", random.number())).collect();
            page(&format!("a:{number}"), body)
        })
        .collect()
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Plain,
    Members,
    /// Members with uncompressed data, in which records are visible.
    Stored,
}

impl Form {
    pub(super) fn pack(self, record: &[u8]) -> Vec<u8> {
        match self {
            Form::Plain => record.to_vec(),
            Form::Members => gzip(record),
            Form::Stored => crawl::gzip(record, 0),
        }
    }
}

fn form() -> impl Strategy<Value = Form> {
    prop_oneof![Just(Form::Plain), Just(Form::Members), Just(Form::Stored)]
}

/// Returns the URLs and bytes of the pages of a file. Asserts that the number of results is plausible.
fn read(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let results: Vec<_> = Pages::new(file).take(file.len() + 2).collect();
    assert!(results.len() <= file.len() + 1);
    results.into_iter().flatten().map(|page| (page.url, page.bytes.into_owned())).collect()
}

/// Returns the end of a record according to its header, including its two line ends.
fn record_end(file: &[u8], start: usize) -> Option<usize> {
    let blank = start + memmem::find(&file[start..], b"\r\n\r\n")?;
    let head = std::str::from_utf8(&file[start..blank]).ok()?;
    let length: usize = head.lines().rev().find_map(|line| line.strip_prefix("Content-Length: "))?.parse().ok()?;
    Some(blank + 4 + length + 4)
}

proptest! {
    #[test]
    fn only_damaged_records_are_lost(seed in 0..1000_u64, form in form(), change in change()) {
        let records = records(seed);
        let packed: Vec<_> = records.iter().map(|record| form.pack(record)).collect();
        let mut file = packed.concat();
        let length = file.len();
        let (start, end) = change.apply(&mut file);
        let found = read(&file);
        let ends: Vec<usize> = packed.iter().scan(0, |end, packed| { *end += packed.len(); Some(*end) }).collect();
        // By chance, a damaged record may end where a later record ends. It then seems to contain the records in between.
        let damaged = ends.iter().rfind(|&&end| end <= start).copied().unwrap_or(0);
        let contained_until = match form {
            Form::Plain => record_end(&file, damaged).map(|end| end + length - file.len()).filter(|end| ends.contains(end)),
            Form::Members | Form::Stored => None,
        };
        for ((record, packed), last) in records.iter().zip(&packed).zip(ends) {
            let first = last - packed.len();
            // In an uncompressed file, a record has to start a line.
            let starts_line = matches!(form, Form::Members | Form::Stored) || first > end;
            let contained = contained_until.is_some_and(|end| last <= end);
            let must_survive = last <= start || first >= end && starts_line && !contained;
            if must_survive {
                let expected = &read(record)[0];
                prop_assert!(found.contains(expected), "{} in {first}..{last} is lost; damage {start}..{end}", expected.0);
            }
        }
    }

    #[test]
    fn several_changes(seed in 0..1000_u64, form in form(), changes in vec(change(), 0..20)) {
        let mut file: Vec<u8> = records(seed).iter().flat_map(|record| form.pack(record)).collect();
        for change in &changes {
            if !file.is_empty() {
                change.apply(&mut file);
            }
        }
        read(&file);
    }

    #[test]
    fn a_whole_file_of_gzip(seed in 0..1000_u64, changes in vec(change(), 1..5)) {
        let records = records(seed);
        let mut file = gzip(&records.concat());
        for change in &changes {
            change.apply(&mut file);
        }
        read(&file);
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..3000)) {
        read(&bytes);
        read(&[b"WARC/1.0\r\n", &bytes[..]].concat());
        read(&[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], &bytes[..]].concat());
    }

    #[test]
    fn pieces_of_records(pieces in vec(prop_oneof![
        Just("WARC/1.0\r\n"), Just("WARC/1.1\n"), Just("WARC-Type: response\r\n"), Just("Content-Length: 30\r\n"),
        Just("Content-Length: 0\r\n"), Just("WARC-Target-URI: a:\r\n"), Just("Content-Type: text/html\r\n"), Just("\r\n"),
        Just("\n"), Just("HTTP/1.1 200 OK\r\n"), Just("Transfer-Encoding: chunked\r\n"), Just("5\r\n"), Just("<p>"), Just("\0"),
        Just("Content-Encoding: br\r\n"), Just("WARC-Type: resource\r\n"), Just(" "), Just("WARC/"),
    ], 0..60)) {
        let text = pieces.concat();
        let plain = read(text.as_bytes());
        prop_assert_eq!(plain, read(&gzip(text.as_bytes())));
    }
}
