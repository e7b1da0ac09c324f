//! Archives split into ranges of bytes: each record is in exactly one range.

use super::mutations::{Change, Form, change, records};
use super::{gzip, members, page, pages};
use crate::{Pages, Record, Records};
use limpid_pages::crawl;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::io::{Cursor, Read};
use std::ops::Range;

/// The offset of each record, with its URL, kind or error.
type Outcome = Vec<(u64, String)>;

fn outcome<R: Read>(mut records: Records<R>) -> Outcome {
    let mut outcome = Vec::new();
    while let Some(record) = records.next_record() {
        outcome.push(match record {
            Ok(record) => (record.place().offset(), record.url().unwrap_or(record.kind())),
            Err(bad) => (bad.place.offset(), bad.to_string()),
        });
    }
    outcome
}

/// Reads all ranges between the cuts; starts reading `lookback` bytes before each range.
fn by_ranges(file: &[u8], mut cuts: Vec<u64>, lookback: u64) -> Outcome {
    cuts.sort_unstable();
    cuts.insert(0, 0);
    cuts.push(u64::MAX);
    let read = |range: Range<u64>| {
        let start = range.start.saturating_sub(lookback);
        outcome(Records::range_from(Cursor::new(file), start, range).unwrap())
    };
    cuts.windows(2).flat_map(|cuts| read(cuts[0]..cuts[1])).collect()
}

#[test]
fn each_record_is_in_one_range_for_every_cut_and_form() {
    let records = pages(3);
    let text = records.concat();
    let halves: Vec<u8> = text.chunks(text.len() / 3).flat_map(gzip).collect();
    let stored: Vec<u8> = records.iter().flat_map(|record| crawl::gzip(record, 0)).collect();
    for file in [text.clone(), members(&records), stored, gzip(&text), halves] {
        let whole = outcome(Records::new(&file[..]));
        assert_eq!(whole.len(), 3);
        for cut in (0..=file.len() as u64).step_by(3) {
            for lookback in [1, 1 << 20] {
                assert_eq!(by_ranges(&file, vec![cut], lookback), whole, "{cut}, {lookback}");
            }
        }
        let every = (1..file.len() as u64).step_by(13).collect();
        assert_eq!(by_ranges(&file, every, 1), whole);
    }
}

#[test]
fn records_of_an_archive_within_a_record_are_not_read() {
    let inner = members(&pages(5));
    let outer = [page("a:before", "x"), page("a:archive", &inner), page("a:after", "x")];
    for file in [members(&outer), outer.iter().flat_map(|record| crawl::gzip(record, 0)).collect(), outer.concat()] {
        let urls = |outcome: Outcome| outcome.into_iter().map(|(_, url)| url).collect::<Vec<_>>();
        for cut in (0..file.len() as u64).step_by(29) {
            let ranges = [0..cut, cut..u64::MAX];
            let read = ranges.map(|range| urls(outcome(Records::range(Cursor::new(&file), range).unwrap())));
            assert_eq!(read.concat(), ["a:before", "a:archive", "a:after"], "{cut}");
        }
    }
}

#[test]
fn range_without_records_stops_reading_at_its_end() {
    struct Counting(Cursor<Vec<u8>>, std::rc::Rc<std::cell::Cell<u64>>);
    impl Read for Counting {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.read(buffer)?;
            self.1.set(self.1.get() + count as u64);
            Ok(count)
        }
    }
    impl std::io::Seek for Counting {
        fn seek(&mut self, to: std::io::SeekFrom) -> std::io::Result<u64> {
            self.0.seek(to)
        }
    }
    let mut random = limpid_pages::Random::new(7);
    let body: Vec<u8> = (0..2_500_000).flat_map(|_| random.number().to_le_bytes()).collect();
    let file = gzip(&page("a:large", body));
    let read = std::rc::Rc::default();
    let reader = Counting(Cursor::new(file), std::rc::Rc::clone(&read));
    assert_eq!(outcome(Records::range(reader, 5_000_000..6_000_000).unwrap()), []);
    assert!(read.get() < 3_000_000, "{}", read.get());
}

#[test]
fn reading_a_single_record() {
    let records = pages(3);
    let file = members(&records);
    let index = outcome(Records::new(&file[..]));
    let record = Record::read(&file[index[1].0 as usize..index[2].0 as usize]).unwrap();
    assert_eq!(record.url().as_deref(), Some("a:1"));
    assert_eq!(record.payload().unwrap().unwrap().url, "a:1");
    assert_eq!(Record::read(&records[2]).unwrap().url().as_deref(), Some("a:2"));
    assert_eq!(Record::read(b"").unwrap_err().reason.code(), "no-record");
    assert_eq!(Record::read(&gzip(&records[0])[..100]).unwrap_err().reason.code(), "damaged");
}

#[test]
fn each_page_is_in_one_range() {
    let file = members(&pages(9));
    let middle = file.len() as u64 / 2;
    let count = |range| Pages::range(Cursor::new(&file), range).unwrap().map(Result::unwrap).count();
    assert_eq!(count(0..middle) + count(middle..u64::MAX), 9);
    assert!(count(0..middle) > 1 && count(middle..u64::MAX) > 1);
}

proptest! {
    #[test]
    fn same_results_with_random_cuts_and_damage(
        seed: u64,
        form in prop_oneof![Just(Form::Plain), Just(Form::Members), Just(Form::Stored)],
        changes in vec(change(), 0..3),
        cuts in vec(any::<Index>(), 1..6),
        lookback in prop_oneof![Just(1), 1..2000_u64, Just(1 << 20)],
    ) {
        let mut file: Vec<u8> = records(seed).iter().flat_map(|record| form.pack(record)).collect();
        changes.iter().for_each(|change: &Change| { change.apply(&mut file); });
        let whole = outcome(Records::new(&file[..]));
        let cuts = cuts.iter().map(|cut| cut.index(file.len()) as u64).collect();
        let mut read = by_ranges(&file, cuts, lookback);
        let mut whole = whole;
        if lookback < 1 << 20 {
            // The extent of text that is not a record depends on the text before it, which a short lookback does not read.
            read.retain(|(_, record)| !record.starts_with("record at"));
            whole.retain(|(_, record)| !record.starts_with("record at"));
        }
        prop_assert_eq!(read, whole);
    }
}
