//! Jobs on the text of a page. Their results are text, Markdown, links, selected elements or markup.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use std::time::Instant;

use html5ever::ParseOpts;
use html5ever::serialize::{SerializeOpts, serialize};
use html5ever::tendril::TendrilSink;
use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
use limpid::{Selector, SerializeOptions};
use markup5ever_rcdom::{RcDom, SerializableHandle};

use crate::job::{Input, Job, Outcome, Row, on_each, row};

const SELECTORS: [&str; 5] = ["a[href]", "h1, h2, h3", "div > p", "[class]", "li:first-child"];

/// Parses borrowed text, shared text, bytes and chunks.
fn parse_inputs() -> Vec<Row> {
    let nodes = |document: limpid::Document<'_>| document.node_count().to_string();
    let shared = move |input: &Input| {
        let pages: Vec<Arc<str>> = input.pages.iter().map(|page| page.as_str().into()).collect();
        on_each(&pages, |page| nodes(limpid::parse(Arc::clone(page))))
    };
    // With the encoding label `utf-8`, parsing bytes produces the same trees as parsing text.
    let labelled = || limpid::ParseOptions::new().encoding(limpid::Encoding::for_label("utf-8").unwrap());
    let in_chunks = move |page: &str, options: limpid::ParseOptions| {
        let mut parser = limpid::Parser::new(options);
        for piece in page.as_bytes().chunks(16 << 10) {
            parser.feed_bytes(piece);
        }
        nodes(parser.finish())
    };
    vec![
        row("limpid, a borrowed text", move |page| nodes(limpid::parse(page))),
        Row::new("limpid, a shared text", shared),
        row("limpid, bytes labeled as UTF-8", move |page| nodes(labelled().parse_bytes(page.as_bytes()))),
        row("limpid, bytes, sniffed", move |page| nodes(limpid::parse_bytes(page.as_bytes()))),
        row("limpid, chunks of 16 KiB, labeled", move |page| in_chunks(page, labelled())),
        row("limpid, chunks of 16 KiB, sniffed", move |page| in_chunks(page, limpid::ParseOptions::new())),
    ]
}

pub(crate) fn jobs() -> Vec<Job> {
    let job = Job::new;
    vec![
        job("parse alone", parse_inputs()),
        job(
            "parse, text",
            vec![
                row("limpid, inner_text", |page| limpid::parse(page).inner_text()),
                row("limpid, inner_text_mapped", |page| {
                    limpid::ParseOptions::new().spans(true).parse(page).root().inner_text_mapped().into_text()
                }),
                row("html2text", |page| {
                    let config = html2text::config::plain_no_decorate();
                    config.string_from_read(page.as_bytes(), 10_000).unwrap_or_default()
                }),
                row("dom_query, formatted_text", |page| dom_query::Document::from(page).formatted_text().to_string()),
            ],
        ),
        job(
            "parse, Markdown",
            vec![
                row("limpid, to_markdown", |page| limpid::parse(page).to_markdown()),
                row("limpid, to_markdown_mapped", |page| {
                    limpid::ParseOptions::new()
                        .spans(true)
                        .parse(page)
                        .root()
                        .to_markdown_mapped(&limpid::MarkdownOptions::new())
                        .into_text()
                }),
                row("htmd", |page| htmd::convert(page).unwrap_or_default()),
                row("dom_query, md", |page| dom_query::Document::from(page).md(None).to_string()),
            ],
        ),
        job("parse, links", links()),
        job("parse, five selectors", selectors()),
        job(
            "parse, serialize",
            vec![
                row("limpid, to_html", |page| limpid::parse(page).to_html()),
                row("html5ever, rcdom", |page| {
                    let dom = html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(page);
                    let mut out = Vec::new();
                    let _ = serialize(&mut out, &SerializableHandle::from(dom.document), SerializeOpts::default());
                    String::from_utf8_lossy(&out).into_owned()
                }),
                row("scraper, html", |page| scraper::Html::parse_document(page).html()),
            ],
        ),
        job("sanitize", sanitizers()),
        job(
            "minify",
            vec![
                row("limpid, minified", |page| {
                    limpid::parse(page).root().inner_html_with(&SerializeOptions::minified())
                }),
                #[cfg(feature = "minify-html")]
                row("minify-html", |page| {
                    let minified = minify_html::minify(page.as_bytes(), &minify_html::Cfg::new());
                    String::from_utf8_lossy(&minified).into_owned()
                }),
            ],
        ),
        job("WARC to NDJSON of links and text", vec![Row::new("limpid-warc, limpid", archive_to_lines)]),
    ]
}

/// Returns a line of JSON for each page of the archive.
fn archive_to_lines(input: &Input) -> Outcome {
    let start = Instant::now();
    let links = Selector::parse("a[href]").unwrap();
    let pages = File::open(&input.archive).map(|file| limpid_warc::Pages::new(BufReader::new(file)));
    let line = |page: Result<limpid_warc::Payload<'_>, limpid_warc::BadRecord>| {
        let page = page.ok()?;
        let document = limpid::parse_bytes(&page.bytes);
        let links: Vec<&str> = document.select(&links).filter_map(|link| link.attribute("href")).collect();
        Some(serde_json::json!({ "url": page.url, "links": links, "text": document.inner_text() }).to_string())
    };
    let outputs = pages.into_iter().flatten().map(line).collect();
    (start.elapsed().as_secs_f64(), outputs)
}

/// Lists the URLs of all links.
fn links() -> Vec<Row> {
    let selector = Selector::parse("a[href]").unwrap();
    let of_scraper = scraper::Selector::parse("a[href]").unwrap();
    let of_dom_query = dom_query::Matcher::new("a[href]").unwrap();
    vec![
        row("limpid", move |page| {
            let document = limpid::parse(page);
            lines(document.select(&selector).filter_map(|link| link.attribute("href")))
        }),
        row("scraper", move |page| {
            let document = scraper::Html::parse_document(page);
            lines(document.select(&of_scraper).filter_map(|link| link.attr("href")))
        }),
        row("dom_query", move |page| {
            let document = dom_query::Document::from(page);
            let links = document.select_matcher(&of_dom_query);
            lines(links.nodes().iter().filter_map(|link| link.attr("href")))
        }),
        row("lol_html, no tree", |page| {
            let found = RefCell::new(String::new());
            let handler = lol_html::element!("a[href]", |link| {
                if let Some(href) = link.get_attribute("href") {
                    let _ = writeln!(found.borrow_mut(), "{href}");
                }
                Ok(())
            });
            let settings = lol_html::Settings::new().append_element_content_handler(handler);
            let mut rewriter = lol_html::HtmlRewriter::new(settings, |_: &[u8]| {});
            let _ = rewriter.write(page.as_bytes()).and_then(|()| rewriter.end());
            found.into_inner()
        }),
    ]
}

fn lines<T: AsRef<str>>(items: impl Iterator<Item = T>) -> String {
    items.fold(String::new(), |text, item| text + item.as_ref() + "\n")
}

/// Searches each page with [`SELECTORS`]. The output has a line per selector: the number of matches after the first one, and the text of
/// the first match.
fn selectors() -> Vec<Row> {
    let ours = SELECTORS.map(|selector| Selector::parse(selector).unwrap());
    let of_scraper = SELECTORS.map(|selector| scraper::Selector::parse(selector).unwrap());
    let of_dom_query = SELECTORS.map(|selector| dom_query::Matcher::new(selector).unwrap());
    vec![
        row("limpid", move |page| {
            let document = limpid::parse(page);
            let texts = ours.iter().map(|selector| {
                let mut found = document.select(selector);
                let first = found.next().map(limpid::NodeRef::text_content).unwrap_or_default();
                format!("{} {}", found.count(), first.trim())
            });
            lines(texts)
        }),
        row("scraper", move |page| {
            let document = scraper::Html::parse_document(page);
            let texts = of_scraper.iter().map(|selector| {
                let mut found = document.select(selector);
                let first = found.next().map(|element| element.text().collect::<String>()).unwrap_or_default();
                format!("{} {}", found.count(), first.trim())
            });
            lines(texts)
        }),
        row("dom_query", move |page| {
            let document = dom_query::Document::from(page);
            let texts = of_dom_query.iter().map(|matcher| {
                let found = document.select_matcher(matcher);
                let first = found.nodes().first().map(|element| element.text().to_string()).unwrap_or_default();
                format!("{} {}", found.length().saturating_sub(1), first.trim())
            });
            lines(texts)
        }),
    ]
}

/// Sanitizes each page as the content of a `body`.
fn sanitizers() -> Vec<Row> {
    let safe = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    let lists = Sanitizer::for_safe_methods(&ammonias_lists()).unwrap();
    let builder = ammonia::Builder::default();
    let options = limpid::ParseOptions::new().errors(false);
    vec![
        row("limpid::sanitize", limpid::sanitize),
        row("limpid, without a sanitizer", move |page| options.parse_fragment(page, "body").to_html()),
        row("limpid, everything safe kept", move |page| safe.sanitize_str(page)),
        row("limpid, ammonia's lists", move |page| lists.sanitize_str(page)),
        row("ammonia", move |page| builder.clean(page).to_string()),
    ]
}

/// Returns the elements and attributes that ammonia keeps, without its rules for URLs.
fn ammonias_lists() -> SanitizerConfig {
    let builder = ammonia::Builder::default();
    let of_element = builder.clone_tag_attributes();
    let generic: HashSet<&str> = builder.clone_generic_attributes();
    let element = |name: &str| {
        let own = of_element.get(name).into_iter().flatten().copied();
        SanitizerElementWithAttributes::from(name).with_attributes(own.filter(|own| !generic.contains(own)))
    };
    SanitizerConfig {
        elements: Some(builder.clone_tags().into_iter().map(element).collect()),
        attributes: Some(generic.iter().map(|&name| name.into()).collect()),
        ..SanitizerConfig::default()
    }
}
