//! Generates WARC files whose pages are similar to real pages in size and compression ratio.

use crate::Random;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::Write as _;

/// Returns a record with this type and these fields.
#[must_use]
pub fn record(kind: &str, fields: &[(&str, &str)], block: &[u8]) -> Vec<u8> {
    let mut head = format!("WARC/1.0\r\nWARC-Type: {kind}\r\n");
    for (name, value) in fields {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "Content-Length: {}\r\n\r\n", block.len());
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a record of a response: its status line and header lines, and its body.
#[must_use]
pub fn response(url: &str, head: &[&str], body: &[u8]) -> Vec<u8> {
    let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let block = [head.as_bytes(), b"\r\n", body].concat();
    let fields = [
        ("WARC-Record-ID", "<urn:uuid:e7c2eff8-f5bc-4aeb-b3d2-9d3f34ada30d>"),
        ("WARC-Date", "2026-10-01T12:00:00Z"),
        ("WARC-Target-URI", url),
        ("Content-Type", "application/http; msgtype=response"),
    ];
    record("response", &fields, &block)
}

/// Compresses bytes into a gzip member.
#[must_use]
pub fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// An endless crawl: a `warcinfo` record, then for each URL a request, a response and metadata. Some responses are images and style sheets.
#[derive(Clone, Debug)]
pub struct Crawl {
    random: Random,
    phrases: Vec<String>,
    page: u64,
    pending: Vec<Vec<u8>>,
}

impl Crawl {
    /// Creates the crawl of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Crawl {
        let mut random = Random::new(seed);
        let syllables =
            ["ba", "con", "de", "fir", "gu", "hal", "in", "kor", "lu", "men", "né", "or", "pra", "qui", "ro", "st"];
        let mut word = |_| (0..1 + random.below(4)).map(|_| random.pick(&syllables)).collect::<String>();
        let words: Vec<String> = (0..3000).map(&mut word).collect();
        // Repeated phrases make the text compress like real text.
        let phrases = (0..4000)
            .map(|_| (0..1 + random.below(6)).map(|_| &*words[random.below(words.len())]).collect::<Vec<_>>().join(" "))
            .collect();
        let software = record("warcinfo", &[("Content-Type", "application/warc-fields")], b"software: limpid\r\n");
        Crawl { random, phrases, page: 0, pending: vec![software] }
    }

    /// Writes phrases. The first phrases of the list are more frequent.
    fn text(&mut self, count: usize, out: &mut String) {
        for _ in 0..count {
            let most = 1 + self.random.below(self.phrases.len());
            let phrase = self.random.below(most);
            out.push_str(&self.phrases[phrase]);
            out.push(if self.random.one_in(12) { '.' } else { ' ' });
        }
    }

    /// Returns a page of about this many bytes.
    fn html(&mut self, size: usize) -> String {
        let mut page = format!("<!DOCTYPE html>\n<html lang=en>\n<head><meta charset=utf-8><title>Page {} ", self.page);
        self.text(2, &mut page);
        page.push_str("</title>\n<link rel=stylesheet href=/main.css></head>\n<body>\n");
        while page.len() < size {
            let number = self.random.number();
            match number % 8 {
                0 => {
                    let _ = write!(page, "<h2 id=\"s{:x}\">", number >> 40);
                    self.text(2, &mut page);
                    page.push_str("</h2>\n");
                }
                1 => {
                    page.push_str("<ul class=\"list\">\n");
                    for item in 0..number % 9 {
                        let _ = write!(
                            page,
                            "  <li class=\"menu-item menu-item-{item}\"><a href=\"/p/{:x}?a=1&amp;b={item}\">",
                            number >> 40
                        );
                        self.text(3, &mut page);
                        page.push_str("</a></li>\n");
                    }
                    page.push_str("</ul>\n");
                }
                2 => {
                    let _ = write!(
                        page,
                        "<div class=\"card\"><img src=\"/images/{}.jpg\" alt=\"\" width=320>",
                        number >> 40
                    );
                    self.text(2, &mut page);
                    page.push_str("</div>\n");
                }
                _ => {
                    page.push_str("<p>");
                    let count = 5 + self.random.below(15);
                    self.text(count, &mut page);
                    page.push_str("<b>");
                    self.text(2, &mut page);
                    page.push_str("</b> &mdash; ");
                    self.text(2, &mut page);
                    page.push_str("</p>\n");
                }
            }
        }
        page.push_str("</body>\n</html>\n");
        page
    }

    /// Adds the records of the next URL. They are in reverse order, because `next` takes the last one first.
    fn visit(&mut self) {
        let url = format!("https://www{}.example.org/page/{}", self.page % 97, self.page);
        let fields = [("WARC-Target-URI", &*url), ("Content-Type", "application/http; msgtype=request")];
        let request = record("request", &fields, b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n");
        let metadata = record("metadata", &[("WARC-Target-URI", &url)], b"fetchTimeMs: 120\r\n");
        // From 2 KiB to 256 KiB, uniform on a logarithmic scale.
        let size = (2048 << self.random.below(7)) + self.random.below(2048);
        let response_record = match self.random.below(10) {
            0 => {
                let image: Vec<u8> = (0..size / 8).flat_map(|_| self.random.number().to_le_bytes()).collect();
                response(&url, &["HTTP/1.1 200 OK", "Content-Type: image/jpeg"], &image)
            }
            1 => response(
                &url,
                &["HTTP/1.1 200 OK", "Content-Type: text/css"],
                "p { margin: 0 }\n".repeat(size / 64).as_bytes(),
            ),
            _ => {
                let page = self.html(size);
                let status = if self.random.one_in(20) { "HTTP/1.1 404 Not Found" } else { "HTTP/1.1 200 OK" };
                response(&url, &[status, "Content-Type: text/html; charset=utf-8"], page.as_bytes())
            }
        };
        self.page += 1;
        self.pending.extend([metadata, response_record, request]);
    }
}

impl Iterator for Crawl {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.pending.is_empty() {
            self.visit();
        }
        self.pending.pop()
    }
}
