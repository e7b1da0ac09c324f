//! `ParallelPages` returns the same pages as `Pages`, in the same order.

use super::{gzip, members, pages};
use crate::{BadRecord, Counts, Pages, ParallelPages, Payload};
use std::io::{self, Cursor};
use std::num::NonZeroUsize;

fn url(page: Result<Payload<'_>, BadRecord>) -> String {
    page.map_or_else(|bad| bad.to_string(), |page| page.url)
}

fn read(file: &[u8], threads: usize, step: u64) -> (Vec<String>, Counts) {
    let file = file.to_vec();
    let pages = ParallelPages::new(move || Ok(Cursor::new(file.clone())), NonZeroUsize::new(threads).unwrap());
    let mut pages = pages.unwrap().range_length(step);
    let urls = pages.by_ref().map(|page| url(page.unwrap())).collect();
    (urls, pages.counts())
}

#[test]
fn same_results_as_one_thread() {
    let mut damaged = members(&pages(60));
    let at = damaged.len() / 2;
    damaged[at] ^= 0xff;
    for file in [members(&pages(60)), damaged, gzip(&pages(20).concat()), pages(20).concat(), Vec::new()] {
        let mut pages = Pages::new(&file[..]);
        let urls: Vec<String> = pages.by_ref().map(url).collect();
        let one = (urls, pages.counts());
        for (threads, step) in [(1, 1000), (3, 700), (4, 5000), (2, 1 << 30)] {
            assert_eq!(read(&file, threads, step), one, "{threads} {step}");
        }
    }
}

#[test]
fn dropping_ends_the_threads() {
    let file = std::sync::Arc::new(members(&pages(200)));
    let shared = std::sync::Arc::clone(&file);
    let open = move || Ok(Cursor::new(shared.to_vec()));
    let mut pages = ParallelPages::new(open, NonZeroUsize::MIN).unwrap().range_length(3000);
    assert!(pages.next().is_some());
    drop(pages);
    // Each running thread would hold a reference to the file.
    assert_eq!(std::sync::Arc::strong_count(&file), 1);
}

#[test]
fn failure_to_open_is_an_error() {
    let fails = || -> io::Result<Cursor<Vec<u8>>> { Err(io::Error::other("gone")) };
    assert_eq!(ParallelPages::new(fails, NonZeroUsize::MIN).unwrap_err().to_string(), "gone");
    let opened = std::sync::atomic::AtomicBool::new(false);
    let once = move || match opened.swap(true, std::sync::atomic::Ordering::SeqCst) {
        false => Ok(Cursor::new(members(&pages(1)))),
        true => Err(io::Error::other("gone")),
    };
    let mut pages = ParallelPages::new(once, NonZeroUsize::MIN).unwrap();
    assert_eq!(pages.next().unwrap().unwrap_err().to_string(), "gone");
    assert!(pages.next().is_none());
}
