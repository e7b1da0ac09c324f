//! Whole jobs on the pages of a folder: parsing, and what pages are parsed for, by limpid and by what is used for each job.
//!
//! All rows of a job take turns on all pages. Their outputs are compared with limpid's, as far as two programs may differ in them:
//! by the pages on which they are the same, and by the words that they have in common.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use flate2::Compression;
use flate2::write::GzEncoder;
use html5ever::ParseOpts;
use html5ever::serialize::{SerializeOpts, serialize};
use html5ever::tendril::TendrilSink;
use limpid::{Selector, SerializeOptions};
use limpid_benches::docs::{Table, number, replace_section};
use markup5ever_rcdom::{RcDom, SerializableHandle};

#[derive(Parser)]
#[command(name = "limpid-jobs-bench", about = "Measures whole jobs")]
struct Arguments {
    /// A folder of pages [default: the real pages]
    #[arg(default_value_os_t = limpid_pages::data::real_pages_folder(), hide_default_value = true)]
    folder: PathBuf,
    /// The number of times that the rows take turns
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// Only the jobs with this in their names
    #[arg(long, default_value = "")]
    job: String,
    /// Only the rows with this in their names, beside limpid's first one
    #[arg(long, default_value = "")]
    by: String,
    /// A Python with peers: selectolax, resiliparse, turbohtml, fastwarc
    #[arg(long)]
    python: Option<PathBuf>,
    /// Replace the table in docs/performance.md
    #[arg(long)]
    write_docs: bool,
}

/// The pages that rows work on, in a folder as well, and an archive of them.
struct Input {
    pages: Vec<String>,
    folder: PathBuf,
    archive: PathBuf,
}

/// The seconds that a job took, and the outputs: of a page on which a peer fails, none.
type Done = (f64, Vec<Option<String>>);

type Work = Box<dyn Fn(&Input) -> Done>;

/// A job, and who does it: limpid first.
struct Job {
    name: &'static str,
    rows: Vec<(String, Work)>,
}

const SELECTORS: [&str; 5] = ["a[href]", "h1, h2, h3", "div > p", "[class]", "li:first-child"];

const ARCHIVE_JOB: &str = "WARC to NDJSON of links and text";

/// Someone who does a job page by page.
fn row(name: &str, work: impl Fn(&str) -> String + 'static) -> (String, Work) {
    (name.to_owned(), Box::new(move |input| on_each(&input.pages, |page| work(page))))
}

fn on_each<P>(pages: &[P], work: impl Fn(&P) -> String) -> Done {
    let start = Instant::now();
    let outputs = pages.iter().map(|page| catch_unwind(AssertUnwindSafe(|| work(black_box(page)))).ok()).collect();
    (start.elapsed().as_secs_f64(), outputs)
}

/// The ways in: text that is borrowed or owned, bytes, and pieces.
fn ways_in() -> Vec<(String, Work)> {
    let nodes = |document: limpid::Document<'_>| document.node_count().to_string();
    let shared = move |input: &Input| {
        let pages: Vec<Arc<str>> = input.pages.iter().map(|page| page.as_str().into()).collect();
        on_each(&pages, |page| nodes(limpid::parse(Arc::clone(page))))
    };
    // As a server labels them: all pages have the tree of the text then.
    let labelled = || limpid::ParseOptions::new().content_type("text/html; charset=utf-8");
    let in_pieces = move |page: &str, options: limpid::ParseOptions| {
        let mut parser = limpid::Parser::new(options);
        for piece in page.as_bytes().chunks(16 << 10) {
            parser.feed_bytes(piece);
        }
        nodes(parser.finish())
    };
    vec![
        row("limpid, a borrowed text", move |page| nodes(limpid::parse(page))),
        ("limpid, an Arc<str>".to_owned(), Box::new(shared)),
        row("limpid, bytes labelled as UTF-8", move |page| nodes(labelled().parse_bytes(page.as_bytes()))),
        row("limpid, bytes, sniffed", move |page| nodes(limpid::parse_bytes(page.as_bytes()))),
        row("limpid, pieces of 16 KiB, labelled", move |page| in_pieces(page, labelled())),
        row("limpid, pieces of 16 KiB, sniffed", move |page| in_pieces(page, limpid::ParseOptions::new())),
    ]
}

fn jobs() -> Vec<Job> {
    let job = |name, rows| Job { name, rows };
    vec![
        job("parse alone", ways_in()),
        job(
            "parse, text",
            vec![
                row("limpid, inner_text", |page| limpid::parse(page).inner_text()),
                row("limpid, inner_text_mapped", |page| {
                    limpid::ParseOptions::new().spans(true).parse(page).inner_text_mapped().into_text()
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
                    limpid::ParseOptions::new().spans(true).parse(page).to_markdown_mapped().into_text()
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
        job(
            "sanitize",
            vec![row("limpid::sanitize", limpid::sanitize), {
                let builder = ammonia::Builder::default();
                row("ammonia", move |page| builder.clean(page).to_string())
            }],
        ),
        job(
            "minify",
            vec![
                row("limpid, minified", |page| limpid::parse(page).root().get_html(&SerializeOptions::minified())),
                #[cfg(feature = "minify-html")]
                row("minify-html", |page| {
                    let minified = minify_html::minify(page.as_bytes(), &minify_html::Cfg::new());
                    String::from_utf8_lossy(&minified).into_owned()
                }),
            ],
        ),
        job(ARCHIVE_JOB, vec![("limpid-warc, limpid".to_owned(), Box::new(archive_to_lines))]),
    ]
}

/// A line for each page of the archive.
fn archive_to_lines(input: &Input) -> Done {
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

/// The addresses of all links, a line each.
fn links() -> Vec<(String, Work)> {
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

/// The number of elements that each of the selectors selects, and the text of the first.
fn selectors() -> Vec<(String, Work)> {
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

/// The peers in Python, in a process that answers line by line.
struct Python {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Adds the rows of the peers to the jobs.
    fn join(program: &Path, input: &Input, jobs: &mut [Job]) -> Result<(), Box<dyn Error>> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("foreign/jobs.py");
        let mut command = Command::new(program);
        command.arg(script).args([&input.folder, &input.archive]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start {program:?}: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { return Ok(()) };
        let mut python = Python { input: stdin, output: BufReader::new(stdout) };
        let rows: Vec<(String, String)> = serde_json::from_str(&python.line()?)?;
        let python = Rc::new(RefCell::new(python));
        for (job, row) in rows {
            let (python, question) = (Rc::clone(&python), format!("{job}\t{row}"));
            let work = move |_: &Input| python.borrow_mut().ask(&question).expect("Python answers");
            let Some(job) = jobs.iter_mut().find(|of_ours| of_ours.name == job) else { continue };
            job.rows.push((row, Box::new(work)));
        }
        Ok(())
    }

    fn ask(&mut self, question: &str) -> Result<Done, Box<dyn Error>> {
        writeln!(self.input, "{question}")?;
        Ok(serde_json::from_str(&self.line()?)?)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }
}

/// Writes the pages to a folder, and to an archive in it, each a response in a gzip member.
fn stage(pages: Vec<String>, folder: PathBuf) -> io::Result<Input> {
    fs::create_dir_all(&folder)?;
    let archive = folder.join("pages.warc.gz");
    let mut members = File::create(&archive)?;
    for (number, page) in pages.iter().enumerate() {
        fs::write(folder.join(format!("{number:05}.html")), page)?;
        let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}");
        let mut member = GzEncoder::new(&mut members, Compression::default());
        write!(
            member,
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: https://example.org/{number}\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n",
            response.len()
        )?;
        member.finish()?;
    }
    Ok(Input { pages, folder, archive })
}

/// Returns the part of two outputs' words that they have in common.
fn words_in_common(one: &str, other: &str) -> (usize, usize) {
    let words = |text: &str| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        counts
    };
    let (one, other) = (words(one), words(other));
    let common: usize = one.iter().map(|(word, count)| (*count).min(other.get(word).copied().unwrap_or(0))).sum();
    (2 * common, one.values().sum::<usize>() + other.values().sum::<usize>())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("limpid-jobs-{}", std::process::id()));
    let outcome = measure(&arguments, &folder);
    let _ = fs::remove_dir_all(folder);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments, staged: &Path) -> Result<(), Box<dyn Error>> {
    let Arguments { folder, rounds, job: wanted, by, python, write_docs } = arguments;
    let input = stage(limpid_benches::corpora::load(folder)?, staged.to_owned())?;
    let (pages, bytes) = (input.pages.len(), input.pages.iter().map(String::len).sum::<usize>());
    if bytes == 0 {
        return Err(format!("no pages in {folder:?}; name a folder with pages").into());
    }
    let mut jobs = jobs();
    if let Some(python) = python {
        Python::join(python, &input, &mut jobs)?;
    }
    // Panics of peers are counted.
    set_hook(Box::new(|_| {}));
    let mut table = Table::new(["job", "by", "MB/s", "× of limpid's time", "words in common", "same pages"]);
    for Job { name, mut rows } in jobs.into_iter().filter(|job| job.name.contains(wanted)) {
        eprintln!("{name}");
        let first = rows[0].0.clone();
        rows.retain(|(name, _)| *name == first || name.contains(by));
        let mut seconds = vec![Vec::new(); rows.len()];
        let mut outputs = vec![Vec::new(); rows.len()];
        for _ in 0..*rounds {
            for (index, (_, work)) in rows.iter().enumerate() {
                let (time, output) = work(&input);
                seconds[index].push(time);
                outputs[index] = output;
            }
        }
        for (index, (by, _)) in rows.iter().enumerate() {
            let ratios = seconds[index].iter().zip(&seconds[0]).map(|(time, first)| time / first).collect();
            let pairs = || outputs[0].iter().zip(&outputs[index]);
            let same = pairs().filter(|(one, other)| one == other).count();
            let common = pairs().map(|(one, other)| {
                words_in_common(one.as_deref().unwrap_or_default(), other.as_deref().unwrap_or_default())
            });
            let (common, all) = common.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
            table.row([
                if index == 0 { name.to_owned() } else { String::new() },
                by.clone(),
                number(bytes as f64 / median(seconds[index].clone()) / 1e6),
                number(median(ratios)),
                if index == 0 { String::new() } else { format!("{:.1} %", 100.0 * common as f64 / all.max(1) as f64) },
                if index == 0 { String::new() } else { format!("{same} of {pages}") },
            ]);
        }
    }
    let text = format!("{pages} pages, {bytes} bytes, medians of {rounds} rounds.\n\n{}", table.markdown());
    println!("{text}");
    if *write_docs {
        replace_section(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/performance.md"), "jobs", &text)?;
    }
    Ok(())
}
