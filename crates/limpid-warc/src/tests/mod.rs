//! Tests with intact and damaged archives.

mod bounds;
mod codings;
mod damage;
mod mutations;
mod pages;
#[cfg(feature = "threads")]
mod parallel;
mod ranges;
mod records;
mod zstandard;

use crate::{BadRecord, Counts, Pages, Payload};
use limpid_pages::crawl;

const HTML: &str = "Content-Type: text/html";

/// Returns a record of a page with this body.
fn page(url: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    crawl::response(url, &["HTTP/1.1 200 OK", HTML], body.as_ref())
}

/// Returns records of pages with the URLs `a:0`, `a:1` and so on.
fn pages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|number| page(&format!("a:{number}"), format!("<p>page {number}</p>\r\n").repeat(20))).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    crawl::gzip(bytes, 6)
}

fn members(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| gzip(record)).collect()
}

fn read(file: &[u8]) -> (Vec<Payload<'static>>, Vec<BadRecord>, Counts) {
    let mut records = Pages::new(file);
    let (mut pages, mut bad) = (Vec::new(), Vec::new());
    for result in &mut records {
        match result {
            Ok(page) => pages.push(page),
            Err(record) => bad.push(record),
        }
    }
    let counts = records.counts();
    assert_eq!((counts.pages, counts.bad), (pages.len() as u64, bad.len() as u64));
    assert_eq!(records.bytes_read(), file.len() as u64);
    (pages, bad, counts)
}

/// Returns the pages of a file without bad records.
#[track_caller]
fn read_good(file: &[u8]) -> Vec<Payload<'static>> {
    let (pages, bad, _) = read(file);
    assert!(bad.is_empty(), "{}", bad[0]);
    pages
}

/// Returns the only page of a file.
#[track_caller]
fn read_one(file: &[u8]) -> Payload<'static> {
    let mut pages = read_good(file);
    assert_eq!(pages.len(), 1);
    pages.remove(0)
}

#[track_caller]
fn assert_urls(pages: &[Payload<'_>], urls: &[&str]) {
    assert_eq!(pages.iter().map(|page| &*page.url).collect::<Vec<_>>(), urls);
}

/// Returns the URLs of the pages of a file, and the messages of its bad records.
fn outcome(file: &[u8]) -> (Vec<String>, Vec<String>) {
    let (pages, bad, _) = read(file);
    (pages.into_iter().map(|page| page.url).collect(), bad.iter().map(ToString::to_string).collect())
}
