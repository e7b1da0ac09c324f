//! Control characters in a page or a file name neither reach the terminal nor break a line of JSON.

use crate::common::{COMMANDS, folder, limpid, stdout};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Escape sequences in every position of a page, and characters that only some readers treat as line ends.
const HOSTILE: &str = "<!DOCTYPE html \x1b[1m><title>\x1b]0;owned\x07</title><p title='a\n\x1b[35m'>\u{9b}31m&#13;\x7f\u{2028}\u{85}</b>\
<!--\x1b[2J\n\x1b[2J--><svg><a\x1b[5m href='x:\x1b[6m'></a\x1b[5m></svg><x\x1b[7m></x\x1b[7m>";

/// Whether a text contains control characters or escape sequences other than the command's own colors.
fn has_foreign_controls(text: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\n' | '\t' => {}
            '\x1b' => {
                let sequence: String = characters.by_ref().take_while(|character| *character != 'm').collect();
                // The sequences of the page are different from the colors of the command and of annotate-snippets.
                if !sequence.starts_with('[') || ["[5", "[6", "[7", "[35"].contains(&&*sequence) {
                    return true;
                }
            }
            _ if character.is_control() => return true,
            _ => {}
        }
    }
    false
}

const AS_TEXT: [&[&str]; 8] = [
    &["tree"],
    &["tokens"],
    &["errors"],
    &["errors", "--summary"],
    &["links"],
    &["select", "*"],
    &["select", "--attr", "title", "*"],
    &["stats"],
];

#[test]
fn pages_in_color() {
    for arguments in AS_TEXT {
        let shown = stdout(&[arguments, &["--color", "always", "-"]].concat(), HOSTILE);
        assert!(!has_foreign_controls(&shown), "{arguments:?}: {shown:?}");
    }
    let folder = folder(&[("a.html", HOSTILE)]);
    let page = folder.path().join("a.html").display().to_string();
    let shown = stdout(&["diff", "--color", "always", &page, "-"], "<svg>");
    assert!(shown.contains("␛[2J") && !has_foreign_controls(&shown), "{shown:?}");
}

/// Formats that print the page's own text leave it unchanged in files and pipes.
#[test]
fn pages_into_pipes() {
    for arguments in [&["tree", "-"][..], &["select", "p", "-"], &["text", "-"], &["html", "-"]] {
        assert!(stdout(arguments, HOSTILE).contains("\u{9b}31m"), "{arguments:?}");
    }
    for arguments in [&["errors", "-"][..], &["tokens", "-"], &["links", "-"], &["stats", "-"]] {
        assert!(!has_foreign_controls(&stdout(arguments, HOSTILE)), "{arguments:?}");
    }
}

/// Uses `script` to run the command on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn pages_on_a_terminal_without_colors() {
    let folder = folder(&[("a.html", HOSTILE)]);
    for command in ["tree a.html", "select '*' a.html", "diff a.html /dev/null"] {
        let line = format!("stty -onlcr; '{}' {command}", cargo_bin!("limpid").display());
        let output = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .env("NO_COLOR", "1")
            .env_remove("CLICOLOR_FORCE")
            .current_dir(folder.path())
            .output();
        let Ok(output) = output else {
            println!("skipped: `script`, which provides a terminal, is not installed");
            return;
        };
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(
            shown.contains("␛[2J") && !shown.contains(|character: char| has_foreign_controls(&character.to_string())),
            "{shown:?}"
        );
    }
}

#[test]
fn json_is_one_line_for_any_reader() {
    let breaks =
        |text: &str| text.contains(|c: char| c != '\n' && c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    for command in COMMANDS.into_iter().chain(["select", "xml"]) {
        let first: &[&str] = match command {
            "select" => &["select", "*"],
            "xml" => &["xml", "--from-html"],
            _ => &[command],
        };
        for format in ["json", "ndjson"] {
            let text = stdout(&[first, &["--format", format, "-"]].concat(), HOSTILE);
            assert!(!breaks(&text), "{command}: {text:?}");
            let values: Vec<&str> = if format == "json" { vec![&text] } else { text.lines().collect() };
            assert!(values.len() == 1 || ["errors", "links", "select"].contains(&command), "{command}");
            assert!(values.iter().all(|value| serde_json::from_str::<Value>(value).is_ok()), "{command}: {text:?}");
        }
    }
    let text = stdout(&["text", "--format", "json", "-"], "<p>a\u{2028}b\u{85}c\x7f");
    assert_eq!(text, "[\n{\"file\":\"-\",\"text\":\"a\\u2028b\\u0085c\\u007f\"}\n]\n");
}

#[cfg(unix)]
#[test]
fn names_of_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(cargo_bin!("limpid")).args(arguments).current_dir(folder.path()).output().unwrap();
        assert_ne!(output.status.code(), Some(2));
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let name = Path::new("a\x1b[31m\n%b.html");
    fs::write(folder.path().join(name), "</b>").unwrap();
    assert!(run(&["tree", "."]).starts_with("==> ./a\u{fffd}[31m\u{fffd}%b.html <==\n"));
    assert!(run(&["errors", "."]).starts_with("./a\u{fffd}[31m\u{fffd}%b.html:1:1: "));
    let listed: Value = serde_json::from_str(&run(&["encoding", "--format", "ndjson", "."])).unwrap();
    assert_eq!(listed["file"], "./a\x1b[31m\n%b.html");
    // SARIF encodes file names that are not UTF-8.
    if fs::write(folder.path().join(OsStr::from_bytes(b"z\xff.html")), "</b>").is_ok() {
        let sarif: Value = serde_json::from_str(&run(&["errors", "--format", "sarif", "."])).unwrap();
        let uris: Vec<&Value> = sarif["runs"][0]["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
            .collect();
        assert_eq!(*uris.first().unwrap(), &json!("./a%1B%5B31m%0A%25b.html"));
        assert_eq!(*uris.last().unwrap(), &json!("./z%FF.html"));
    }
}

/// Control characters in the header fields of a web archive.
#[test]
fn urls_in_archives() {
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n</b>";
    let archive = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x/\x1b[31m?a|b\r\nContent-Type: application/http\r\n\
Content-Length: {}\r\n\r\n{http}\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x/\x1b[5m\r\nContent-Length: \x1b[1m\r\n\r\n",
        http.len()
    );
    let outcome = limpid(&["errors", "-"], archive.as_bytes());
    let text = String::from_utf8(outcome.stdout).unwrap();
    assert!(text.starts_with("http://x/\u{fffd}[31m?a|b:1:1: ") && !has_foreign_controls(&text), "{text}");
    assert!(!has_foreign_controls(&outcome.stderr) && outcome.stderr.starts_with("warning: "), "{:?}", outcome.stderr);
    let outcome = limpid(&["errors", "--format", "ndjson", "-"], archive.as_bytes());
    let lines = String::from_utf8(outcome.stdout).unwrap();
    let page: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(page["page_url"], "http://x/\x1b[31m?a|b");
    let outcome = limpid(&["errors", "--format", "sarif", "-"], archive.as_bytes());
    let sarif: Value = serde_json::from_slice(&outcome.stdout).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "http://x/%1B%5B31m?a%7Cb");
}
