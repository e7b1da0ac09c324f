//! Documents of one enormous piece: `cargo run --release -p limpid --example enormous [MEGABYTES [KIND]]`.
//!
//! Checks that each becomes the right tree, given whole and in pieces, and prints the time and the most memory that it took
//! beyond the input (on Linux). Each kind runs in a process of its own, as the peak of memory is that of a process.
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
    behind: &'static str,
    /// The enormous text in the tree.
    found: fn(&Document<'_>) -> Option<String>,
}

const KINDS: [Kind; 12] = [
    Kind {
        name: "attribute value",
        before: "<p title='",
        filling: "abcdefgh",
        behind: "'>",
        found: |it| Some(first_in_body(it)?.attribute("title")?.to_owned()),
    },
    Kind {
        name: "attribute value, unquoted",
        before: "<p title=",
        filling: "abcdefgh",
        behind: ">",
        found: |it| Some(first_in_body(it)?.attribute("title")?.to_owned()),
    },
    Kind {
        name: "attribute name",
        before: "<p ",
        filling: "abcdefgh",
        behind: ">",
        found: |it| Some(first_in_body(it)?.attributes().next()?.local_name().to_owned()),
    },
    Kind {
        name: "tag name",
        before: "<",
        filling: "abcdefgh",
        behind: ">",
        found: |it| Some(first_in_body(it)?.local_name().to_owned()),
    },
    Kind {
        name: "text",
        before: "<p>",
        filling: "abcdefgh",
        behind: "</p>",
        found: |it| Some(first_in_body(it)?.text_content()),
    },
    Kind {
        name: "text, a reference in every eight bytes",
        before: "<p>",
        filling: "abc&amp;",
        behind: "</p>",
        found: |it| Some(first_in_body(it)?.text_content().replace('&', "&amp;")),
    },
    Kind {
        name: "comment",
        before: "<body><!--",
        filling: "abcdefg-",
        behind: "x-->",
        found: |it| first_in_body(it)?.comment().and_then(|text| text.strip_suffix('x')).map(str::to_owned),
    },
    Kind {
        name: "DOCTYPE name",
        before: "<!DOCTYPE ",
        filling: "abcdefgh",
        behind: ">",
        found: |it| Some(it.root().first_child()?.doctype()?.name.to_owned()),
    },
    Kind {
        name: "DOCTYPE public identifier",
        before: "<!DOCTYPE html PUBLIC '",
        filling: "abcdefgh",
        behind: "'>",
        found: |it| it.root().first_child()?.doctype()?.public_id.map(str::to_owned),
    },
    Kind {
        name: "processing instruction",
        before: "<body><?pi ",
        filling: "abcdefgh",
        behind: ">",
        found: |it| Some(first_in_body(it)?.processing_instruction()?.data.to_owned()),
    },
    Kind {
        name: "CDATA section",
        before: "<svg><![CDATA[",
        filling: "abcdefg]",
        behind: "]]>",
        found: |it| Some(first_in_body(it)?.text_content()),
    },
    Kind {
        name: "script",
        before: "<body><script>",
        filling: "abcdefg<",
        behind: "</script>",
        found: |it| Some(first_in_body(it)?.text_content()),
    },
];

fn first_in_body<'d>(document: &'d Document<'_>) -> Option<NodeRef<'d>> {
    document.body()?.first_child()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let megabytes = arguments.first().map_or(Ok(100), |number| number.parse::<usize>());
    let Ok(megabytes) = megabytes else {
        eprintln!("the first argument is a number of megabytes");
        return ExitCode::from(2);
    };
    if let Some(name) = arguments.get(1) {
        let (kind, in_pieces) = match name.strip_suffix(" in pieces") {
            Some(kind) => (kind, true),
            None => (name.as_str(), false),
        };
        let Some(kind) = KINDS.iter().find(|known| known.name == kind) else {
            eprintln!("no such kind: {kind}");
            return ExitCode::from(2);
        };
        run(kind, megabytes * 1_000_000, in_pieces);
        return ExitCode::SUCCESS;
    }
    println!(
        "| {megabytes} MB in one | ms | memory, MB | in pieces, ms | memory, MB |\n| --- | --: | --: | --: | --: |"
    );
    for kind in &KINDS {
        let whole = in_a_process(megabytes, kind.name);
        let pieces = in_a_process(megabytes, &format!("{} in pieces", kind.name));
        let (Some(whole), Some(pieces)) = (whole, pieces) else {
            eprintln!("{}: failed", kind.name);
            return ExitCode::FAILURE;
        };
        println!("| {} | {whole} | {pieces} |", kind.name);
    }
    ExitCode::SUCCESS
}

/// Returns the output of another process for a kind.
fn in_a_process(megabytes: usize, kind: &str) -> Option<String> {
    let output = Command::new(env::current_exe().ok()?).args([&megabytes.to_string(), kind]).output().ok()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn run(kind: &Kind, size: usize, in_pieces: bool) {
    let count = size / kind.filling.len();
    let expected = kind.filling.repeat(count);
    let input = [kind.before, &expected, kind.behind].concat();
    let before = memory("VmRSS:");
    let start = Instant::now();
    let document = if in_pieces {
        let mut parser = Parser::new(ParseOptions::new());
        for piece in input.as_bytes().chunks(1 << 16) {
            parser.feed_bytes(piece);
        }
        parser.finish()
    } else {
        limpid::parse(input.as_str())
    };
    let time = start.elapsed();
    let peak = memory("VmHWM:");
    let found = (kind.found)(&document).unwrap_or_default();
    assert!(found == expected, "{}: {} bytes are found, not {}", kind.name, found.len(), expected.len());
    let peak = match (before, peak) {
        (Some(before), Some(peak)) => peak.saturating_sub(before).div_ceil(1000).to_string(),
        _ => "?".to_owned(),
    };
    println!("{} | {peak}", time.as_millis());
}

/// A line of what Linux says of the process, in kB.
fn memory(line: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|it| it.strip_prefix(line))?.trim().strip_suffix("kB")?.trim().parse().ok()
}
