//! Parses documents with one enormous token: `cargo run --release -p limpid --example enormous [MEGABYTES [KIND]]`.
//!
//! Parses each document at once and in chunks, and checks the trees. Prints the time and, on Linux, the peak memory, not counting the
//! input. Each kind runs in its own process, because peak memory is measured per process.
#![forbid(unsafe_code)]

use limpid::{Document, NodeRef, ParseOptions, Parser};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

/// A kind of enormous token: its prefix and suffix, its repeated text, and its position in the tree.
struct Kind {
    name: &'static str,
    before: &'static str,
    filling: &'static str,
    after: &'static str,
    /// Returns the enormous text in the tree.
    read: fn(&Document<'_>) -> Option<String>,
}

const KINDS: [Kind; 12] = [
    Kind {
        name: "attribute value",
        before: "<p title='",
        filling: "abcdefgh",
        after: "'>",
        read: |it| Some(first_in_body(it)?.attribute("title")?.to_owned()),
    },
    Kind {
        name: "attribute value, unquoted",
        before: "<p title=",
        filling: "abcdefgh",
        after: ">",
        read: |it| Some(first_in_body(it)?.attribute("title")?.to_owned()),
    },
    Kind {
        name: "attribute name",
        before: "<p ",
        filling: "abcdefgh",
        after: ">",
        read: |it| Some(first_in_body(it)?.attributes().next()?.local_name().to_owned()),
    },
    Kind {
        name: "tag name",
        before: "<",
        filling: "abcdefgh",
        after: ">",
        read: |it| Some(first_in_body(it)?.local_name().to_owned()),
    },
    Kind {
        name: "text",
        before: "<p>",
        filling: "abcdefgh",
        after: "</p>",
        read: |it| Some(first_in_body(it)?.text_content()),
    },
    Kind {
        name: "text, a reference in every eight bytes",
        before: "<p>",
        filling: "abc&amp;",
        after: "</p>",
        read: |it| Some(first_in_body(it)?.text_content().replace('&', "&amp;")),
    },
    Kind {
        name: "comment",
        before: "<body><!--",
        filling: "abcdefg-",
        after: "x-->",
        read: |it| first_in_body(it)?.comment().and_then(|text| text.strip_suffix('x')).map(str::to_owned),
    },
    Kind {
        name: "DOCTYPE name",
        before: "<!DOCTYPE ",
        filling: "abcdefgh",
        after: ">",
        read: |it| Some(it.root().first_child()?.doctype()?.name.to_owned()),
    },
    Kind {
        name: "DOCTYPE public identifier",
        before: "<!DOCTYPE html PUBLIC '",
        filling: "abcdefgh",
        after: "'>",
        read: |it| it.root().first_child()?.doctype()?.public_id.map(str::to_owned),
    },
    Kind {
        name: "processing instruction",
        before: "<body><?pi ",
        filling: "abcdefgh",
        after: ">",
        read: |it| Some(first_in_body(it)?.processing_instruction()?.data.to_owned()),
    },
    Kind {
        name: "CDATA section",
        before: "<svg><![CDATA[",
        filling: "abcdefg]",
        after: "]]>",
        read: |it| Some(first_in_body(it)?.text_content()),
    },
    Kind {
        name: "script",
        before: "<body><script>",
        filling: "abcdefg<",
        after: "</script>",
        read: |it| Some(first_in_body(it)?.text_content()),
    },
];

fn first_in_body<'d>(document: &'d Document<'_>) -> Option<NodeRef<'d>> {
    document.body()?.first_child()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let megabytes = arguments.first().map_or(Ok(100), |number| number.parse::<usize>());
    let Ok(megabytes) = megabytes else {
        eprintln!("the first argument must be a number of megabytes");
        return ExitCode::from(2);
    };
    if let Some(name) = arguments.get(1) {
        let (kind, in_chunks) = match name.strip_suffix(" in chunks") {
            Some(kind) => (kind, true),
            None => (name.as_str(), false),
        };
        let Some(kind) = KINDS.iter().find(|known| known.name == kind) else {
            eprintln!("unknown kind: {kind}");
            return ExitCode::from(2);
        };
        run(kind, megabytes * 1_000_000, in_chunks);
        return ExitCode::SUCCESS;
    }
    println!(
        "| {megabytes} MB in one token | ms | memory, MB | in chunks, ms | memory, MB |\n| --- | --: | --: | --: | --: |"
    );
    for kind in &KINDS {
        let whole = run_in_process(megabytes, kind.name);
        let chunked = run_in_process(megabytes, &format!("{} in chunks", kind.name));
        let (Some(whole), Some(chunked)) = (whole, chunked) else {
            eprintln!("{}: failed", kind.name);
            return ExitCode::FAILURE;
        };
        println!("| {} | {whole} | {chunked} |", kind.name);
    }
    ExitCode::SUCCESS
}

/// Runs a kind in a new process, and returns its output.
fn run_in_process(megabytes: usize, kind: &str) -> Option<String> {
    let output = Command::new(env::current_exe().ok()?).args([&megabytes.to_string(), kind]).output().ok()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn run(kind: &Kind, size: usize, in_chunks: bool) {
    let count = size / kind.filling.len();
    let expected = kind.filling.repeat(count);
    let input = [kind.before, &expected, kind.after].concat();
    let before = memory("VmRSS:");
    let start = Instant::now();
    let document = if in_chunks {
        let mut parser = Parser::new(ParseOptions::new());
        for chunk in input.as_bytes().chunks(1 << 16) {
            parser.feed_bytes(chunk);
        }
        parser.finish()
    } else {
        limpid::parse(input.as_str())
    };
    let time = start.elapsed();
    let peak = memory("VmHWM:");
    let actual = (kind.read)(&document).unwrap_or_default();
    assert!(actual == expected, "{}: the tree has {} bytes instead of {}", kind.name, actual.len(), expected.len());
    let peak = match (before, peak) {
        (Some(before), Some(peak)) => peak.saturating_sub(before).div_ceil(1000).to_string(),
        _ => "?".to_owned(),
    };
    println!("{} | {peak}", time.as_millis());
}

/// Returns the value of a line in `/proc/self/status`, in kB.
fn memory(line: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|it| it.strip_prefix(line))?.trim().strip_suffix("kB")?.trim().parse().ok()
}
