//! The speed of parsing XML: limpid and other parsers in Rust. `cargo xtask bench-xml` builds and starts this.
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{env, fs};

use clap::Parser;
use limpid_benches::docs::{self, Table, number};
use limpid_pages::xml_benchmarks::KINDS;
use markup5ever_rcdom::RcDom;
use xml5ever::tendril::TendrilSink;

#[derive(Parser)]
#[command(name = "cargo xtask bench-xml", about = "Measures how fast XML is parsed")]
struct Arguments {
    /// The time for each figure, in seconds
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Write the table into docs/xml5.md
    #[arg(long)]
    write_docs: bool,
}

/// A set of files, and the parsers that parse it.
struct Corpus {
    name: &'static str,
    documents: Vec<String>,
}

type Parse = fn(&str);

const PEERS: [(&str, Parse); 6] = [
    ("limpid", |text| {
        black_box(limpid::xml::parse(text));
    }),
    ("limpid, no errors", |text| {
        black_box(limpid::xml::ParseOptions::new().errors(false).parse(text));
    }),
    ("limpid, its tokenizer", |text| {
        struct Count(usize);
        impl limpid::xml::stages::TokenSink for Count {
            const WANTS_ERRORS: bool = false;
            fn process_token(&mut self, _: limpid::xml::stages::Token<'_>) {
                self.0 += 1;
            }
        }
        let mut count = Count(0);
        limpid::xml::stages::tokenize(text, &mut count);
        black_box(count.0);
    }),
    ("xml5ever + rcdom", |text| {
        black_box(xml5ever::driver::parse_document(RcDom::default(), Default::default()).one(text));
    }),
    ("quick-xml, events", |text| {
        let mut reader = quick_xml::NsReader::from_str(text);
        let mut count = 0;
        loop {
            match reader.read_resolved_event() {
                Ok((_, quick_xml::events::Event::Eof)) | Err(_) => break,
                Ok((namespace, event)) => {
                    if let quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) = &event {
                        count += tag.attributes().flatten().count();
                    }
                    black_box((namespace, event));
                    count += 1;
                }
            }
        }
        black_box(count);
    }),
    ("roxmltree", |text| {
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let _ = black_box(roxmltree::Document::parse_with_options(text, options));
    }),
];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut corpora: Vec<Corpus> =
        KINDS.iter().map(|kind| Corpus { name: kind.name, documents: vec![kind.document()] }).collect();
    match files() {
        documents if documents.is_empty() => println!("skipped: no XML file is on this machine"),
        documents => corpora.push(Corpus { name: "files of this machine", documents }),
    }
    let mut table =
        Table::new(["corpus".to_owned(), "MB".to_owned()].into_iter().chain(PEERS.map(|it| it.0.to_owned())));
    for Corpus { name, documents } in &corpora {
        let bytes: usize = documents.iter().map(String::len).sum();
        let mut row = vec![(*name).to_owned(), number(bytes as f64 / 1e6)];
        for (peer, parse) in PEERS {
            let figure = bytes as f64 / 1e6 / seconds(documents, parse, Duration::from_secs_f64(arguments.seconds));
            eprintln!("{name}: {peer}: {} MB/s", number(figure));
            row.push(number(figure));
        }
        table.row(row);
    }
    let markdown = format!("MB/s, all documents of a corpus one after another:\n\n{}", table.markdown());
    println!("{markdown}");
    if arguments.write_docs {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        docs::replace_section(&here.parent().unwrap_or(here).join("docs/xml5.md"), "throughput", &markdown)?;
    }
    Ok(())
}

/// The shortest time that the documents take, of the processor's time.
fn seconds(documents: &[String], parse: Parse, time: Duration) -> f64 {
    let start = processor_time();
    let mut best = f64::INFINITY;
    while processor_time() - start < time || best.is_infinite() {
        let sample = processor_time();
        let mut passes = 0;
        // The processor's time is known only to some milliseconds.
        while processor_time() - sample < SAMPLE {
            documents.iter().for_each(|document| parse(document));
            passes += 1;
        }
        best = best.min((processor_time() - sample).as_secs_f64() / f64::from(passes));
    }
    best
}

const SAMPLE: Duration = Duration::from_millis(100);

/// Returns the processor time of this thread; where that is unknown, the time of day.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The most bytes of the machine's XML files that are read.
const FILES: u64 = 24 << 20;

fn files() -> Vec<String> {
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let mut found = Vec::new();
    for folder in [PathBuf::from("/usr/share"), home.join(".rustup"), home.join(".cargo/registry/src")] {
        walk(&folder, &mut found);
    }
    let mut documents = Vec::new();
    let mut bytes = 0;
    for path in found {
        if let Ok(text) = fs::read_to_string(path)
            && bytes < FILES
            && is_well_formed(&text)
        {
            bytes += text.len() as u64;
            documents.push(text);
        }
    }
    documents
}

/// Some files are there to be wrong, or to be slow.
fn is_well_formed(text: &str) -> bool {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).is_ok()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        if metadata.is_dir() {
            walk(&path, found);
        } else if metadata.is_file() {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if matches!(extension, "xml" | "svg" | "xhtml" | "xsl" | "xsd" | "rng" | "ui") {
                found.push(path);
            }
        }
    }
}
