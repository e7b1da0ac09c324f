//! One measurement, in a process of its own.

use std::fs;
use std::hint::black_box;
use std::str::FromStr;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use crate::corpora::SEED;
use crate::peers::Peer;
use limpid_pages::benchmarks;

/// A measurement over some bytes of input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Bytes that were parsed.
    pub bytes: u64,
    /// Documents that were parsed.
    pub documents: u64,
    /// Seconds, or bytes of memory.
    pub figure: f64,
}

impl Measure {
    /// The line that a row's process prints.
    pub fn line(self) -> String {
        format!("{} {} {}", self.bytes, self.documents, self.figure)
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(line: &str) -> Result<Measure, String> {
        let mut parts = line.split_whitespace();
        let mut next = || parts.next().and_then(|part| part.parse::<f64>().ok());
        match (next(), next(), next()) {
            (Some(bytes), Some(documents), Some(figure)) => {
                Ok(Measure { bytes: bytes as u64, documents: documents as u64, figure })
            }
            _ => Err(format!("a row printed {line:?}")),
        }
    }
}

/// Parses all pages again and again until the time is over.
pub fn time(peer: &Peer, pages: &[String], seconds: f64) -> Measure {
    // The first pass brings code and pages into memory.
    passes(peer, pages, 1);
    let mut measure = Measure { bytes: 0, documents: 0, figure: 0.0 };
    let start = Instant::now();
    while measure.figure < seconds {
        passes(peer, pages, 1);
        measure.bytes += pages.iter().map(|page| page.len() as u64).sum::<u64>();
        measure.documents += pages.len() as u64;
        measure.figure = start.elapsed().as_secs_f64();
    }
    measure
}

/// Parses all pages so many times.
pub fn passes(peer: &Peer, pages: &[String], passes: usize) {
    for _ in 0..passes {
        for page in pages {
            (peer.parse)(black_box(page), &mut || {});
        }
    }
}

/// Measures several threads at once, each with documents of its own: the bytes are those of all, the time is the mean.
pub fn time_in_threads(peer: &Peer, pages: &[String], seconds: f64, threads: usize) -> Measure {
    let barrier = Barrier::new(threads);
    let in_thread = || {
        let pages = pages.to_vec();
        barrier.wait();
        time(peer, &pages, seconds)
    };
    let measures: Vec<Measure> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(in_thread)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let bytes_a_second: f64 = measures.iter().map(|measure| measure.bytes as f64 / measure.figure).sum();
    let (bytes, documents) =
        measures.iter().fold((0, 0), |sum, measure| (sum.0 + measure.bytes, sum.1 + measure.documents));
    Measure { bytes, documents, figure: bytes as f64 / bytes_a_second }
}

/// Parses the largest page once: how much more memory the process had at most than before.
pub fn memory(peer: &Peer, pages: &[String]) -> Result<Measure, String> {
    let page = pages.iter().max_by_key(|page| page.len()).ok_or("no page")?;
    // Other pages first, so that the parser's code and tables are in memory already.
    passes(peer, &benchmarks::small_pages(SEED, 20_000), 1);
    let before = resident("VmRSS:")?;
    // Sets the peak back to what is there now.
    fs::write("/proc/self/clear_refs", "5").map_err(|error| format!("/proc/self/clear_refs: {error}"))?;
    (peer.parse)(page, &mut || {});
    let peak = resident("VmHWM:")?;
    Ok(Measure { bytes: page.len() as u64, documents: 1, figure: peak.saturating_sub(before) as f64 })
}

/// A field of /proc/self/status, in bytes.
fn resident(field: &str) -> Result<u64, String> {
    let status = fs::read_to_string("/proc/self/status").map_err(|error| format!("/proc/self/status: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field)).ok_or("no such field")?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().map_err(|_| "no number")?;
    Ok(kibibytes << 10)
}

/// The time after which a row counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(180);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::{LIMPID, named};

    #[test]
    fn a_line_says_what_was_measured() {
        let measure = Measure { bytes: 8_000_000, documents: 3, figure: 0.25 };
        assert_eq!(measure.line().parse(), Ok(measure));
        assert!("8 seconds".parse::<Measure>().is_err());
    }

    #[test]
    fn every_byte_is_counted() {
        let pages = vec!["<p>one".to_owned(), "<p>three".to_owned()];
        let peer = named(LIMPID).unwrap();
        let measure = time(peer, &pages, 0.001);
        assert_eq!((measure.bytes / 14 * 2, measure.bytes % 14), (measure.documents, 0));
        let measure = time_in_threads(peer, &pages, 0.001, 2);
        assert!(measure.bytes >= 28 && measure.figure > 0.0, "{measure:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_that_of_the_largest_page() {
        let pages = vec!["<p>".to_owned(), "<p>x".repeat(500_000)];
        let measure = memory(named(LIMPID).unwrap(), &pages).unwrap();
        assert_eq!(measure.bytes, 2_000_000);
        assert!(measure.figure > 2_000_000.0, "{measure:?}");
    }
}
