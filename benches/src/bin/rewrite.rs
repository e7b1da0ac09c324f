//! Events and rewriting of the pages of a folder: limpid beside html5ever's tokenizer and lol_html, in speed and in memory that is held.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::cell::Cell;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer};
use limpid::events::{Event, EventHandler, EventParser, EventReader, OpenElements};
use limpid::rewrite::{Handlers, Rewriter, Settings};
use lol_html::{HtmlRewriter, element};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Parser)]
#[command(name = "limpid-rewrite-bench", about = "Measures events and streaming rewriting")]
struct Arguments {
    /// A folder of pages [default: the real pages]
    #[arg(default_value_os_t = limpid_pages::data::real_pages_folder(), hide_default_value = true)]
    folder: PathBuf,
    /// The number of times that the rows take turns
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// Only rows whose names contain this
    #[arg(long, default_value = "")]
    row: String,
    /// Tells for each page what was held at most
    #[arg(long)]
    pages: bool,
}

/// The bytes that a page comes in at a time.
const CHUNK: usize = 1 << 14;

/// The selectors of the second task.
const TEN: [&str; 10] = [
    "a[href]",
    "img[src]",
    "link[href]",
    "script[src]",
    "form[action]",
    "iframe[src]",
    "source[srcset]",
    "nav a",
    "ul > li:first-child",
    "head",
];

/// Counts tokens, attributes and text, as a consumer that looks at everything.
struct Count(Cell<usize>);

impl TokenSink for Count {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let more = match token {
            Token::TagToken(tag) => tag.attrs.len() + 1,
            Token::CharacterTokens(text) => text.len(),
            _ => 1,
        };
        self.0.set(self.0.get() + more);
        TokenSinkResult::Continue
    }
}

fn html5ever_tokenizer(page: &str) -> usize {
    let tokenizer = Tokenizer::new(Count(Cell::new(0)), Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(page));
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.get()
}

struct Counter(usize);

fn count(event: Event<'_>) -> usize {
    match event {
        Event::Enter(enter) => enter.element.attributes.len() + 1,
        Event::Text { text, .. } => text.text.len(),
        _ => 1,
    }
}

impl EventHandler for Counter {
    fn event(&mut self, event: Event<'_>, _: &OpenElements) {
        self.0 += count(event);
    }
}

fn events_pushed(page: &str) -> usize {
    let mut parser = EventParser::new(Counter(0));
    parser.feed(page);
    parser.finish().0
}

fn events_pulled(page: &str) -> usize {
    let mut reader = EventReader::new(page);
    let mut total = 0;
    while let Some((event, _)) = reader.next_event() {
        total += count(event);
    }
    total
}

/// The bytes that are allocated by now.
fn held() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

thread_local! {
    /// The most that was held since it was reset.
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn note_held() {
    PEAK.with(|peak| peak.set(peak.get().max(held())));
}

fn limpid(page: &str, selectors: &[&str]) -> usize {
    let mut written = 0;
    let mut handlers = Handlers::new();
    for selector in selectors {
        handlers = handlers
            .element(selector, |element| {
                let href = element.attribute("href").unwrap_or_default();
                element.set_attribute("href", &href.replace("http:", "https:"))?;
                note_held();
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    }
    let settings = Settings::new().encoding(limpid::encoding_for_label("utf-8"));
    let rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| written += bytes.len());
    let mut rewriter = rewriter.unwrap_or_else(|error| panic!("{error}"));
    for chunk in page.as_bytes().chunks(CHUNK) {
        rewriter.write(chunk).unwrap_or_else(|error| panic!("{error}"));
        note_held();
    }
    rewriter.end().unwrap_or_else(|error| panic!("{error}"));
    written
}

fn lol_html(page: &str, selectors: &[&str]) -> usize {
    let mut written = 0;
    let mut settings = lol_html::Settings::new();
    for selector in selectors {
        settings = settings.append_element_content_handler(element!(*selector, |element| {
            let href = element.get_attribute("href").unwrap_or_default();
            element.set_attribute("href", &href.replace("http:", "https:"))?;
            note_held();
            Ok(())
        }));
    }
    let mut rewriter = HtmlRewriter::new(settings, |bytes: &[u8]| written += bytes.len());
    for chunk in page.as_bytes().chunks(CHUNK) {
        rewriter.write(chunk).unwrap_or_else(|error| panic!("{error}"));
        note_held();
    }
    rewriter.end().unwrap_or_else(|error| panic!("{error}"));
    written
}

type Row = (&'static str, fn(&str) -> usize);

const ROWS: [Row; 7] = [
    ("html5ever's tokenizer", html5ever_tokenizer),
    ("limpid's events, pushed", events_pushed),
    ("limpid's events, pulled", events_pulled),
    ("lol_html, links", |page| lol_html(page, &TEN[..1])),
    ("limpid, links", |page| limpid(page, &TEN[..1])),
    ("lol_html, ten selectors", |page| lol_html(page, &TEN)),
    ("limpid, ten selectors", |page| limpid(page, &TEN)),
];

fn main() -> ExitCode {
    let Arguments { folder, rounds, row, pages: tells_pages } = Arguments::parse();
    let pages = match limpid_benches::corpora::load(&folder) {
        Ok(pages) => pages,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let bytes: usize = pages.iter().map(String::len).sum();
    if bytes == 0 {
        eprintln!("error: no pages in {folder:?}; name a folder with pages");
        return ExitCode::FAILURE;
    }
    let mut best = [f64::INFINITY; ROWS.len()];
    let mut peaks = [0; ROWS.len()];
    for _ in 0..rounds {
        for (position, (name, run)) in ROWS.iter().enumerate().filter(|(_, (name, _))| name.contains(&row)) {
            let start = Instant::now();
            for (number, page) in pages.iter().enumerate() {
                let before = held();
                PEAK.set(before);
                black_box(run(page));
                let peak = PEAK.get() - before;
                if tells_pages {
                    println!("{name}, page {number} of {} bytes: {:.1} KB", page.len(), peak as f64 / 1e3);
                }
                peaks[position] = peaks[position].max(peak);
            }
            best[position] = best[position].min(start.elapsed().as_secs_f64());
        }
    }
    println!("{} pages, {bytes} bytes", pages.len());
    for (((name, _), seconds), peak) in ROWS.iter().zip(best).zip(peaks).filter(|((_, seconds), _)| seconds.is_finite())
    {
        let rate = bytes as f64 / seconds / 1e6;
        let memory = if peak == 0 { String::new() } else { format!(", {:.1} KB held at most", peak as f64 / 1e3) };
        println!("{name:<26} {rate:>8.1} MB/s {:>6.2} × html5ever's tokenizer{memory}", best[0] / seconds);
    }
    ExitCode::SUCCESS
}
