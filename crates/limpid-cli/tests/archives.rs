//! Web archives as input: every page is processed under its URL, even if other records are damaged.

use crate::common::{Outcome, limpid, run_in, run_unread, stdout};
use limpid_pages::Random;
use limpid_pages::crawl::{self, Crawl};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const HTML: &str = "Content-Type: text/html";

/// Returns the record of a page at `https://example.org/NUMBER`, with a parse error.
fn page(number: usize) -> Vec<u8> {
    let html = format!("<!DOCTYPE html><title>Page {number}</title><p a a>Text {number}<a href=next>next</a>");
    crawl::response(&url(number), &["HTTP/1.1 200 OK", HTML], html.as_bytes())
}

fn url(number: usize) -> String {
    format!("https://example.org/{number}")
}

/// Returns records of an image and of pages with the numbers from 0 on.
fn records(pages: usize) -> Vec<Vec<u8>> {
    let software = crawl::record("warcinfo", &[("Content-Type", "application/warc-fields")], b"software: x\r\n");
    let image =
        crawl::response("https://example.org/i.png", &["HTTP/1.1 200 OK", "Content-Type: image/png"], b"\x89PNG");
    [software, image].into_iter().chain((0..pages).map(page)).collect()
}

fn members(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| crawl::gzip(record, 6)).collect()
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    crate::common::folder(files)
}

/// Parses the output as NDJSON, and asserts that there were no errors.
#[track_caller]
fn lines(outcome: &Outcome) -> Vec<Value> {
    assert!(matches!(outcome.code, Some(0 | 1)), "{outcome:?}");
    assert!(!outcome.stderr.contains("error: "), "{outcome:?}");
    let text = std::str::from_utf8(&outcome.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn urls(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| line["page_url"].as_str().expect("each line has a URL")).collect()
}

/// Returns the summary line, without the times and rates.
#[track_caller]
fn summary(outcome: &Outcome) -> &str {
    let line = outcome.stderr.lines().last().unwrap();
    let (counts, rates) = line.rsplit_once("; ").unwrap();
    assert!(rates.contains(" MB in ") && rates.contains(" MB/s, ") && rates.ends_with(" pages/s"), "{line}");
    counts
}

#[test]
fn every_command_processes_every_page_under_its_url() {
    let records = records(50);
    let folder = folder(&[
        ("plain.warc", &records.concat()),
        ("members.warc.gz", &members(&records)),
        ("whole.warc.gz", &crawl::gzip(&records.concat(), 6)),
        ("WITHOUT-NAME", &members(&records)),
    ]);
    let expected: Vec<String> = (0..50).map(url).collect();
    for file in ["plain.warc", "members.warc.gz", "whole.warc.gz", "WITHOUT-NAME"] {
        for command in crate::common::COMMANDS {
            let outcome = run_in(folder.path(), &[command, "--format", "ndjson", file]);
            let lines = lines(&outcome);
            assert_eq!(urls(&lines), expected, "{command}");
            assert!(lines.iter().all(|line| line["file"] == file && line["record"]["status"] == 200), "{command}");
            assert_eq!(
                summary(&outcome),
                format!(
                    "note: {file}: 50 pages, 0 of them truncated; 1 responses that are not HTML; 0 unreadable records"
                )
            );
        }
    }
    let lines = lines(&run_in(folder.path(), &["errors", "--format", "ndjson", "members.warc.gz"]));
    assert_eq!(lines[7]["code"], "duplicate-attribute");
}

#[test]
fn output_of_commands_for_archived_pages() {
    let folder = folder(&[("crawl.warc.gz", &members(&records(3)))]);
    let run = |arguments: &[&str]| {
        let outcome = run_in(folder.path(), arguments);
        assert!(matches!(outcome.code, Some(0 | 1)), "{outcome:?}");
        String::from_utf8(outcome.stdout).unwrap()
    };
    let text = run(&["text", "crawl.warc.gz"]);
    assert!(text.starts_with("==> https://example.org/0 <==\nText 0next\n\n==> https://example.org/1 <==\n"), "{text}");
    let errors = run(&["errors", "crawl.warc.gz"]);
    assert!(errors.contains("https://example.org/2:1:43: duplicate-attribute: "), "{errors}");
    let titles: Value =
        serde_json::from_str(&run(&["select", "title", "--text", "--format", "json", "crawl.warc.gz"])).unwrap();
    let titles: Vec<_> = titles.as_array().unwrap().iter().map(|page| (&page["page_url"], &page["text"])).collect();
    assert_eq!(titles.len(), 3);
    assert_eq!(titles[1], (&json!("https://example.org/1"), &json!("Page 1")));
    // Resolved against the page's URL.
    let links = run(&["links", "crawl.warc.gz"]);
    assert!(links.contains("https://example.org/next"), "{links}");
    assert!(run(&["stats", "crawl.warc.gz"]).starts_with("pages       3\n"));
    assert_eq!(run(&["stats", "--jobs", "1", "crawl.warc.gz"]), run(&["stats", "--jobs", "7", "crawl.warc.gz"]));
}

#[test]
fn an_archive_with_one_page_is_printed_like_several_pages() {
    let folder = folder(&[("one.warc", &page(4)), ("none.warc", &records(0).concat()), ("empty.warc.gz", b"")]);
    let outcome = run_in(folder.path(), &["links", "--format", "json", "one.warc"]);
    let pages: Value = serde_json::from_slice(&outcome.stdout).unwrap();
    assert_eq!((pages.as_array().unwrap().len(), &pages[0]["page_url"]), (1, &json!(url(4))));
    for (file, not_html) in [("none.warc", 1), ("empty.warc.gz", 0)] {
        let outcome = run_in(folder.path(), &["links", "--format", "json", file]);
        assert_eq!((outcome.code, &*outcome.stdout), (Some(0), &b"[]\n"[..]));
        let counts = format!(
            "note: {file}: 0 pages, 0 of them truncated; {not_html} responses that are not HTML; 0 unreadable records"
        );
        assert_eq!(summary(&outcome), counts);
    }
}

#[test]
fn standard_input() {
    let records = records(20);
    let expected: Vec<String> = (0..20).map(url).collect();
    for bytes in [records.concat(), members(&records)] {
        let outcome = limpid(&["links", "--format", "ndjson", "-"], &bytes);
        let lines = lines(&outcome);
        assert_eq!(urls(&lines), expected);
        assert!(lines.iter().all(|line| line["file"] == "-"));
        let outcome = limpid(&["links", "--format", "ndjson", crate::common::EXAMPLE, "-"], &bytes);
        let lines = self::lines(&outcome);
        let of_archive: Vec<Value> = lines.into_iter().filter(|line| line["file"] == "-").collect();
        assert_eq!(urls(&of_archive), expected);
    }
    // Input that is not an archive is one page.
    assert_eq!(stdout(&["text", "-"], "WARC, a text"), "WARC, a text\n");
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_once() {
    let folder = folder(&[("crawl.warc.gz", &members(&records(5))), ("page", b"<p>One")]);
    let shell = |line: &str| {
        let limpid = assert_cmd::cargo::cargo_bin!("limpid").display().to_string();
        let line = line.replace("limpid", &format!("'{limpid}'"));
        let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(shell("cat crawl.warc.gz | limpid links --format ndjson /dev/stdin").lines().count(), 5);
    assert_eq!(shell("cat page | limpid text /dev/stdin"), "One\n");
    assert_eq!(shell("mkfifo pipe; cat page > pipe & limpid text --format ndjson page pipe").lines().count(), 2);
}

#[test]
fn archives_in_folders_and_patterns() {
    let folder = folder(&[
        ("site/a.html", b"<title>A</title>"),
        ("site/b.warc", &records(2).concat()),
        ("site/c/d.WARC.GZ", &members(&records(3))),
        ("site/e.gz", &members(&records(4))),
        ("site/z.html", b"<title>Z</title>"),
    ]);
    let count = |arguments: &[&str], file: &str| {
        let outcome = run_in(folder.path(), &[&["select", "title", "--format", "ndjson"], arguments].concat());
        lines(&outcome).iter().filter(|line| line["file"].as_str().unwrap().ends_with(file)).count()
    };
    assert_eq!(count(&["site"], ""), 7);
    assert_eq!((count(&["site"], "b.warc"), count(&["site"], "d.WARC.GZ")), (2, 3));
    assert_eq!(count(&["site/*"], ""), 8 + 3);
    assert_eq!(count(&["site/**/*.WARC.GZ"], ""), 3);
    assert_eq!(count(&["--extension", "html", "site"], ""), 2);
    assert_eq!(count(&["--extension", "gz", "site"], ""), 7);
    assert_eq!(count(&["--extension", ".warc.gz", "site"], ""), 3);
}

#[test]
fn unreadable_records_are_skipped_counted_and_reported() {
    let mut records = records(10);
    records[3] =
        crawl::response("https://example.org/bad", &["HTTP/1.1 200 OK", HTML, "Content-Encoding: compress"], &[0; 9]);
    let cut = crawl::gzip(b"<title>Cut</title>", 0);
    records[4] =
        crawl::response("https://example.org/cut", &["HTTP/1.1 200 OK", HTML, "Content-Encoding: gzip"], &cut[..26]);
    let mut damaged: Vec<Vec<u8>> = records.iter().map(|record| crawl::gzip(record, 6)).collect();
    let length = damaged[6].len();
    damaged[6].truncate(length / 2);
    let place: usize = damaged[..6].iter().map(Vec::len).sum();
    let folder = folder(&[("crawl.warc.gz", &damaged.concat())]);
    let outcome = run_in(folder.path(), &["select", "title", "--text", "--format", "ndjson", "crawl.warc.gz"]);
    let lines = lines(&outcome);
    let expected = [0, 3, 5, 6, 7, 8, 9].map(url);
    let found = urls(&lines);
    assert_eq!(
        found.iter().filter(|url| **url != "https://example.org/cut").collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    assert!(lines[1]["record"]["truncated"].as_str().unwrap().contains("gzip"), "{}", lines[1]);
    assert_eq!(lines[0]["record"]["truncated"], Value::Null);

    let warnings: Vec<&str> =
        outcome.stderr.lines().filter(|line| line.starts_with("warning: crawl.warc.gz: record at byte ")).collect();
    assert_eq!(warnings.len(), 2, "{}", outcome.stderr);
    assert!(
        warnings[0].contains(" (https://example.org/bad): the HTTP coding \"compress\" of its body is not supported"),
        "{}",
        warnings[0]
    );
    assert!(warnings[1].contains(&format!("record at byte {place}")), "{}", warnings[1]);
    assert_eq!(
        summary(&outcome),
        "note: crawl.warc.gz: 8 pages, 1 of them truncated; 1 responses that are not HTML; 2 unreadable records"
    );
    assert_eq!(outcome.stderr.lines().count(), 3);
    // Unreadable records do not change the exit code.
    let found = run_in(folder.path(), &["select", "title", "crawl.warc.gz"]);
    assert_eq!(found.code, Some(0), "{found:?}");

    // The record can be read at the printed offset.
    let offset = lines[2]["record"]["offset"].as_u64().unwrap() as usize;
    fs::write(folder.path().join("rest.warc.gz"), &damaged.concat()[offset..]).unwrap();
    let rest = run_in(folder.path(), &["links", "--format", "ndjson", "rest.warc.gz"]);
    assert_eq!(urls(&self::lines(&rest))[0], lines[2]["page_url"]);
}

#[test]
fn archives_in_zstandard() {
    let file = include_bytes!("../../limpid-warc/src/tests/dictionary.warc.zst");
    let folder = folder(&[("crawl.warc.zst", file), ("unnamed", file)]);
    for file in ["crawl.warc.zst", "unnamed"] {
        let outcome = run_in(folder.path(), &["select", "title", "--text", "--format", "ndjson", file]);
        assert_eq!(urls(&lines(&outcome)), ["a:0", "a:1", "a:2", "a:3"]);
    }
}

#[test]
fn files_that_are_not_archives() {
    let zstandard = [&[0x28, 0xb5, 0x2f, 0xfd][..], &[0; 40]].concat();
    let folder = folder(&[
        ("page.warc.gz", b"<!DOCTYPE html><p>A page"),
        ("crawl.warc.zst", &zstandard),
        ("good.warc", &page(0)),
        ("a folder.warc/page.html", b"<p>"),
    ]);
    let outcome = run_in(folder.path(), &["text", "page.warc.gz"]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{outcome:?}");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines[0], "warning: page.warc.gz: record at byte 0: expected a WARC record, skipped 24 bytes");
    assert!(lines[1].starts_with("error: <FILE>: \"page.warc.gz\" contains no readable page ("), "{}", lines[1]);

    let outcome = run_in(folder.path(), &["text", "crawl.warc.zst"]);
    assert_eq!((outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()), (Some(2), 0, 2), "{outcome:?}");
    assert!(outcome.stderr.contains("contains no readable page"), "{}", outcome.stderr);

    let outcome = run_in(folder.path(), &["text", "no such.warc.gz"]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0));
    assert!(outcome.stderr.starts_with("error: <FILE>: \"no such.warc.gz\" does not exist"), "{}", outcome.stderr);

    // The other files are still processed.
    let outcome = run_in(folder.path(), &["text", "--format", "ndjson", "page.warc.gz", "good.warc", "a folder.warc"]);
    assert_eq!(
        (outcome.code, outcome.stdout.iter().filter(|byte| **byte == b'\n').count()),
        (Some(2), 2),
        "{outcome:?}"
    );

    let outcome = run_in(folder.path(), &["diff", "good.warc", "a folder.warc/page.html"]);
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0));
    assert_eq!(outcome.stderr, "error: <FILE>: \"good.warc\" is a web archive; pass an HTML file\n");
}

#[test]
fn the_charset_that_the_server_declared() {
    let koi = crawl::response("a:b", &["HTTP/1.1 200 OK", "Content-Type: text/html; charset=koi8-r"], b"<p>\xf0");
    let folder = folder(&[("crawl.warc", &koi)]);
    let outcome = run_in(folder.path(), &["text", "--format", "ndjson", "crawl.warc"]);
    assert_eq!(lines(&outcome)[0]["text"], "П");
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let crawl: Vec<u8> = Crawl::new(7).take(600).collect::<Vec<_>>().concat();
    let folder = folder(&[("crawl.warc", &crawl)]);
    for name in ["tree", "tokens", "links"] {
        let outcome = run_unread(folder.path(), &[name, "--format", "ndjson", "crawl.warc"], b"");
        assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{name}");
    }
}

#[test]
fn pages_are_printed_in_the_order_of_the_archive() {
    let records: Vec<Vec<u8>> = Crawl::new(3).take(600).collect();
    let folder = folder(&[("crawl.warc", &records.concat())]);
    let one = run_in(folder.path(), &["links", "--format", "ndjson", "--jobs", "1", "crawl.warc"]);
    let many = run_in(folder.path(), &["links", "--format", "ndjson", "--jobs", "8", "crawl.warc"]);
    assert!(lines(&one).len() > 100);
    assert!(one.stdout == many.stdout);
}

/// Large archives are decompressed in parallel ranges.
#[test]
fn several_threads_read_the_same_pages_as_one() {
    let noise = |seed: usize| -> Vec<u8> {
        let mut random = Random::new(seed as u64);
        std::iter::repeat_with(|| random.number() as u8).take(1 << 20).collect()
    };
    let image = |number| crawl::response(&url(number), &["HTTP/1.1 200 OK", "Content-Type: image/png"], &noise(number));
    let records: Vec<Vec<u8>> = (0..18).flat_map(|number| [page(number), image(number)]).collect();
    let mut whole: Vec<u8> = records.iter().flat_map(|record| crawl::gzip(record, 0)).collect();
    assert!(whole.len() > 17 << 20);
    // Damage an image.
    let offset = whole.len() / 2 + (1 << 19);
    whole[offset] ^= 0xff;
    let folder = folder(&[("crawl.warc.gz", &whole)]);
    let run = |jobs| run_in(folder.path(), &["links", "--format", "ndjson", "--jobs", jobs, "crawl.warc.gz"]);
    let (one, many) = (run("1"), run("3"));
    assert_eq!((one.code, &one.stdout), (many.code, &many.stdout));
    assert_eq!(one.stdout.iter().filter(|byte| **byte == b'\n').count(), 18);
    let messages = |outcome: &Outcome| outcome.stderr.lines().map(str::to_owned).collect::<Vec<_>>();
    let (of_one, of_many) = (messages(&one), messages(&many));
    assert_eq!((summary(&one), of_one.len()), (summary(&many), of_many.len()));
    assert_eq!(of_one[..of_one.len() - 1], of_many[..of_many.len() - 1]);
}

/// Uses `script` to run the command on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn progress_counts_the_bytes_of_the_file() {
    let records: Vec<Vec<u8>> = Crawl::new(3).take(900).collect();
    let bytes = members(&records);
    let folder = folder(&[("crawl.warc.gz", &bytes)]);
    let limpid = assert_cmd::cargo::cargo_bin!("limpid").display().to_string();
    // Short runs show no progress, so repeat the file until the run takes long enough on this machine.
    for count in [3, 30, 300, 3000] {
        let line = format!("stty cols 120; '{limpid}' stats {} > /dev/null", "crawl.warc.gz ".repeat(count));
        let script = Command::new("script").args(["-qec", &line, "/dev/null"]).current_dir(folder.path()).output();
        let Ok(output) = script else {
            println!("skipped: `script`, which provides a terminal, is not installed");
            return;
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(shown.matches("note: crawl.warc.gz: ").count(), count, "{shown:?}");
        if shown.contains(" left") {
            let all = format!("/{:.1} MB, ", count as f64 * bytes.len() as f64 / 1e6);
            for part in [" pages, ", &*all, " pages/s, ", " MB/s, "] {
                assert!(shown.contains(part), "{part:?} is not in {shown:?}");
            }
            return;
        }
    }
    panic!("no run took long enough to show progress");
}
