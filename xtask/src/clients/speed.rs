//! scraper over html5ever and over limpid, page by page in one process: the program that `cargo xtask clients` makes and runs.

use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

fn time<T>(parse: impl Fn(&str) -> T, page: &str) -> Duration {
    let start = Instant::now();
    let document = parse(page);
    let time = start.elapsed();
    drop(document);
    time
}

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of pages");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let pages: Vec<String> =
        files.map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("a page")).into_owned()).collect();
    // The best time of each page.
    let mut times = vec![[Duration::MAX; 2]; pages.len()];
    for _ in 0..ROUNDS {
        for (page, [html5ever, limpid]) in pages.iter().zip(&mut times) {
            *html5ever = time(over_html5ever::Html::parse_document, page).min(*html5ever);
            *limpid = time(over_limpid::Html::parse_document, page).min(*limpid);
        }
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    let sum = |parser: usize| times.iter().map(|times| times[parser].as_secs_f64()).sum::<f64>();
    let speed = |parser| bytes as f64 / 1e6 / sum(parser);
    let ratios: Vec<f64> = times.iter().map(|[html5ever, limpid]| html5ever.as_secs_f64() / limpid.as_secs_f64()).collect();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let least = ratios.iter().copied().fold(f64::MAX, f64::min);
    println!("scraper's Html::parse_document, {} pages of {bytes} bytes, the best of {ROUNDS} rounds each:", pages.len());
    println!("  over html5ever {:.1} MB/s, over limpid {:.1} MB/s: {:.2} times", speed(0), speed(1), sum(0) / sum(1));
    println!("  page by page: {mean:.2} times in the geometric mean, {least:.2} times at least");
}
