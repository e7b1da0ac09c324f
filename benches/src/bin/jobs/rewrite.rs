//! Events and streaming rewriting of pages: limpid, html5ever's tokenizer and lol_html.

use std::cell::Cell;
use std::hint::black_box;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer};
use limpid::events::{Event, EventHandler, EventParser, EventReader, OpenElements};
use limpid::rewrite::{Handlers, Rewriter, Settings};
use lol_html::{HtmlRewriter, element};

use crate::job::{Job, Row, timed};

pub(crate) fn jobs() -> Vec<Job> {
    let events = |name, count: fn(&str) -> usize| timed(name, move |page| _ = black_box(count(page)));
    let rewrites = |selectors: &'static [&str]| -> Vec<Row> {
        vec![
            timed("limpid", move |page| _ = black_box(limpid(page, selectors))),
            timed("lol_html", move |page| _ = black_box(lol_html(page, selectors))),
        ]
    };
    vec![
        Job::new(
            "events",
            vec![
                events("limpid, pushed", events_pushed),
                events("limpid, pulled", events_pulled),
                events("html5ever's tokenizer", html5ever_tokenizer),
            ],
        ),
        Job::new("rewrite links", rewrites(&TEN[..1])),
        Job::new("rewrite by ten selectors", rewrites(&TEN)),
    ]
}

/// The size of the chunks of a page, in bytes.
const CHUNK: usize = 1 << 14;

/// The selectors of the job with ten selectors. The job with links only uses the first one.
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

/// Counts tokens, attributes and text, so that everything is read.
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

fn limpid(page: &str, selectors: &[&str]) -> usize {
    let mut written = 0;
    let mut handlers = Handlers::new();
    for selector in selectors {
        handlers = handlers
            .element(selector, |element| {
                let href = element.attribute("href").unwrap_or_default();
                element.set_attribute("href", &href.replace("http:", "https:"))?;
                Ok(())
            })
            .unwrap();
    }
    let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
    let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| written += bytes.len()).unwrap();
    page.as_bytes().chunks(CHUNK).for_each(|chunk| rewriter.write(chunk).unwrap());
    rewriter.end().unwrap();
    written
}

fn lol_html(page: &str, selectors: &[&str]) -> usize {
    let mut written = 0;
    let mut settings = lol_html::Settings::new();
    for selector in selectors {
        settings = settings.append_element_content_handler(element!(*selector, |element| {
            let href = element.get_attribute("href").unwrap_or_default();
            element.set_attribute("href", &href.replace("http:", "https:"))?;
            Ok(())
        }));
    }
    let mut rewriter = HtmlRewriter::new(settings, |bytes: &[u8]| written += bytes.len());
    page.as_bytes().chunks(CHUNK).for_each(|chunk| rewriter.write(chunk).unwrap());
    rewriter.end().unwrap();
    written
}
