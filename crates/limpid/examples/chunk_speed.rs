//! Compares the time to parse a page at once, in chunks of 16 KiB, and byte by byte.
//!
//! `cargo run --release -p limpid --example chunk_speed -- [MEGABYTES] [FILE…]`; without files, a page is generated.

use limpid::{Document, ParseOptions, Parser};
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let megabytes: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut seed = Vec::new();
    for file in arguments {
        seed.extend(std::fs::read(file)?);
    }
    if seed.is_empty() {
        seed = page().into_bytes();
    }
    let mut bytes = b"<!DOCTYPE html><meta charset=utf-8>".to_vec();
    while bytes.len() < megabytes << 20 {
        bytes.extend_from_slice(&seed);
    }

    let whole = time(|| ParseOptions::new().parse_bytes(bytes.as_slice()));
    let chunked = time(|| parse_chunked(&bytes, 16 << 10));
    println!(
        "{megabytes} MiB at once: {whole:.2?}; in chunks of 16 KiB: {chunked:.2?}, {:.2} × the time at once",
        ratio(chunked, whole)
    );

    let mut before = None;
    for part in [4, 2, 1] {
        let part = &bytes[..bytes.len().min(10 << 20) / part];
        let took = time(|| parse_chunked(part, 1));
        let growth =
            before.map_or(String::new(), |before| format!(", {:.2} × the time for half the size", ratio(took, before)));
        println!("{} MiB byte by byte: {took:.2?}{growth}", part.len() >> 20);
        before = Some(took);
    }
    Ok(())
}

/// Returns the best time of three runs.
fn time<'b>(parse: impl Fn() -> Document<'b>) -> Duration {
    let run = || {
        let start = Instant::now();
        let document = parse();
        let took = start.elapsed();
        assert!(document.node_count() > 3);
        took
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn parse_chunked(bytes: &[u8], size: usize) -> Document<'static> {
    let mut parser = Parser::new(ParseOptions::new());
    for chunk in bytes.chunks(size) {
        parser.feed_bytes(chunk);
    }
    parser.finish()
}

/// Returns markup of all kinds, mixed as on a news page.
fn page() -> String {
    let paragraph = "<p class=\"lead\">Some text with <a href=\"/a?b=1&amp;c=2\">a link</a>, <em>stress</em> and &eacute;ntit&eacute;s; \
                     enough of it to make a line or two of a real page, as pages have.</p>\n";
    let list = "<ul id=\"menu\"><li><a href=\"/one\">One</a><li><a href=\"/two\" title='The second'>Two</a></ul>\n";
    let script = "<script>for (let i = 0; i < 10; i++) { document.title += i; } // <b>not a tag</b></script>\n";
    let table = "<table><tr><td>1<td>2<tr><td colspan=2>3</table><!-- a comment -->\n";
    let block = format!("<div class=\"block\">{}{list}{script}{table}</div>\n", paragraph.repeat(4));
    block.repeat(50)
}
