//! Invalid command lines and files: one line on standard error, exit code 2, nothing on standard output.

use crate::common::{COMMANDS, EXAMPLE, limpid, run_unread, usage_error};
use std::fs::{self, File, OpenOptions};
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// Returns the command, for tests that set standard input or output themselves.
fn command() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("limpid"))
}

/// Writes a page. The folder exists until the returned guard is dropped.
fn page(content: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    fs::write(&page, content).unwrap();
    (folder, page)
}

/// Asserts that a command line is refused with a message of one line that contains all of these words.
#[track_caller]
fn assert_one_line(arguments: &[&str], words: &[&str]) {
    let message = usage_error(arguments);
    assert_eq!((message.lines().count(), message.ends_with('\n')), (1, true), "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in {message}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let missing = format!("{folder}/no such\npage.html");
    for command in COMMANDS {
        assert_one_line(&[command, &missing], &["FILE", "no such\\npage.html", "does not exist", "standard input"]);
        let arguments = [&[command][..], if command == "html" { &["--check"] } else { &[] }, &[folder]].concat();
        assert_one_line(&arguments, &["FILE", folder, "is a folder without pages", "--extension"]);
    }
    #[cfg(target_os = "linux")]
    assert_one_line(&["tree", "/proc/self/mem"], &["FILE", "/proc/self/mem", "cannot be read"]);
}

#[cfg(unix)]
#[test]
fn a_file_without_read_permission() {
    use std::os::unix::fs::PermissionsExt;
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_permissions(fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(file.path()).is_ok() {
        println!("skipped: this user can read every file");
        return;
    }
    assert_one_line(&["tree", file.path().to_str().unwrap()], &["FILE", "permission denied"]);
}

#[cfg(unix)]
#[test]
fn standard_input_that_cannot_be_read() {
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = command().args(["tree", "-"]).stdin(folder).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("\"-\" is a folder"));
}

#[test]
fn urls_are_not_reported_as_missing_files() {
    for url in ["https://example.com/tea?a=1", "http://example.com/[x]"] {
        let words = [&format!("<FILE>: {url:?} is a URL, and limpid does not download pages"), "| limpid"];
        assert_one_line(&["tree", url], &words);
        assert_one_line(&["diff", EXAMPLE, url], &words);
        assert_one_line(&["report", url], &words);
    }
    assert_one_line(&["tree", "tea://"], &["is a URL"]);
    assert_one_line(&["tree", "1://x"], &["does not exist"]);
}

#[test]
fn invalid_values() {
    for command in COMMANDS {
        for context in ["", "<td>", "no such", "xlink a", "a b c", " "] {
            let words = ["--fragment", &format!("{context:?}"), "write a tag name"];
            assert_one_line(&[command, EXAMPLE, "--fragment", context], &words);
        }
        for label in ["", "utf-7", "klingon\n"] {
            let words = ["--encoding", &format!("{label:?}"), "use a label such as utf-8"];
            assert_one_line(&[command, EXAMPLE, "--encoding", label], &words);
        }
        assert_one_line(&[command, EXAMPLE, "--scripting", "maybe"], &["--scripting", "\"maybe\"", "on, off"]);
        assert_one_line(&[command, EXAMPLE, "--format", "xml"], &["--format", "\"xml\"", "text, json"]);
    }
}

#[test]
fn invalid_command_lines() {
    for command in COMMANDS {
        assert_one_line(&[command, ""], &["<FILE>: \"\" is not a file", "pass an HTML file"]);
        for option in ["--colour", "--colour=red", "-c", "--co\nlour", "--help=me", "--version"] {
            let name = option.split('=').next().unwrap();
            let name = name.replace('\n', "\\n");
            assert_one_line(&[command, EXAMPLE, option], &[&name]);
        }
        assert_one_line(
            &[command, EXAMPLE, "--fromat", "json"],
            &["unknown option \"--fromat\"; did you mean --format? (see ", "--help"],
        );
        for option in ["--format", "--format=", "--scripting", "--scripting="] {
            assert_one_line(&[command, EXAMPLE, option], &[option.trim_end_matches('='), "needs a value, one of: "]);
        }
        for option in ["--encoding", "--fragment"] {
            assert_one_line(&[command, EXAMPLE, option], &[option, "needs a value", "--help"]);
            assert_one_line(&[command, option, "--format", "json"], &[option, "needs a value", "--help"]);
            assert_one_line(&[command, EXAMPLE, &format!("{option}=")], &[option, "\"\""]);
        }
        for (option, value) in
            [("--format", "json"), ("--encoding", "utf-8"), ("--fragment", "td"), ("--scripting", "on")]
        {
            assert_one_line(&[command, EXAMPLE, option, value, option, value], &[option, "is given twice"]);
        }
    }
    assert_one_line(&["branch", EXAMPLE], &["unknown command \"branch\"; see limpid --help"]);
    assert_one_line(&["br\nanch"], &["unknown command \"br\\nanch\"; see limpid --help"]);
    assert_one_line(&["tre", EXAMPLE], &["unknown command \"tre\"; did you mean tree? (see limpid --help)"]);
    for (name, command) in [("markdown", "text --markdown"), ("lint", "errors"), ("minify", "html --minify")] {
        assert_one_line(
            &[name, EXAMPLE],
            &[&format!("unknown command {name:?}; did you mean {command}? (see limpid --help)")],
        );
        assert_ne!(limpid(&[command.split(' ').collect(), vec![EXAMPLE]].concat(), b"").code, Some(2));
    }
    assert_one_line(&["help", "selct"], &["unknown command \"selct\"; did you mean select? (see limpid --help)"]);
    assert_one_line(&["select", EXAMPLE, "a"], &["<CSS>: ", " is a file; pass a CSS selector before it"]);
    assert_one_line(
        &["tree", "file:///page.html"],
        &["<FILE>: \"file:///page.html\" is a URL; pass the path of the file"],
    );
    assert_one_line(&["tree", "--format", "jsn"], &["\"jsn\" is not one of: text, json, ndjson; did you mean json?"]);
    assert_one_line(&["html", "--context", "x", EXAMPLE], &["--context <LINES>: \"x\" is not a valid number"]);
    assert_one_line(&["xpath", "//p", "--max-steps", "x"], &["--max-steps <N>: \"x\" is not a valid number"]);
    assert_one_line(&["select", "p", "--text=x", EXAMPLE], &["--text takes no value; remove \"x\""]);
    assert_one_line(&["text", "--repeat", EXAMPLE], &["--markdown is missing; --base, --repeat and --no-data-images"]);
    assert_one_line(&["sanitize", "--unsafe", EXAMPLE], &["--config <FILE> is missing; --unsafe needs it"]);
    assert_one_line(&["diff"], &["<FILE> and <OTHER> are missing; pass two HTML files"]);
    assert_one_line(&["diff", EXAMPLE], &["<OTHER> is missing; pass a second HTML file, or - for standard input"]);
    assert_one_line(&["edit", "p", EXAMPLE], &["\"p\" is a selector and needs an operation"]);
    assert_one_line(&["report", EXAMPLE, "b"], &["unexpected argument \"b\"; see limpid report --help"]);
    assert_one_line(&["--nosuch"], &["unknown option \"--nosuch\"; see limpid --help"]);
    assert_one_line(
        &["tree", "--extension=", EXAMPLE],
        &["--extension <EXT> needs a value; see limpid <COMMAND> --help"],
    );
    assert_one_line(&["tree", "--json"], &["unknown option \"--json\"; did you mean --format json?"]);
    assert_one_line(&[EXAMPLE], &["is a file, not a command; write for example: limpid tree \""]);
    assert_one_line(&["help", "branch"], &["unknown command \"branch\""]);
    assert_one_line(&["", EXAMPLE], &["unknown command \"\""]);
    assert_one_line(&["--colour", "tree", EXAMPLE], &["unknown option \"--colour\""]);
    // Without a command, the help is printed.
    for arguments in [&[][..], &["--"]] {
        let outcome = limpid(arguments, b"");
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0));
        assert!(outcome.stderr.contains("Usage: limpid [OPTIONS] <COMMAND>"));
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let cases: &[(&[&[u8]], &str)] = &[
        (&[b"tree", b"f", b"--encoding", b"\xff"], "--encoding <LABEL>: \"\\xFF\" is not UTF-8"),
        (&[b"tree", b"f", b"--fragment", b"t\xff"], "--fragment <CONTEXT>: \"t\\xFF\" is not UTF-8"),
        (&[b"tree", b"f", b"--format", b"\xff"], "--format <FORMAT>: \"\u{fffd}\" is not one of"),
        (&[b"tree", b"f", b"--scripting=\xff"], "--scripting <SCRIPTING>: \"\u{fffd}\" is not one of"),
        (&[b"tree", b"f", b"--\xff"], "unknown option \"--\u{fffd}\""),
        (&[b"tree", b"f", b"-\xff"], "unknown option \"-\u{fffd}\""),
        (&[b"tree", b"\xff"], "<FILE>: \"\\xFF\" does not exist"),
        (&[b"tr\xff"], "unknown command \"tr\u{fffd}\""),
    ];
    for (arguments, start) in cases {
        let output = command().args(arguments.iter().map(|argument| OsStr::from_bytes(argument))).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        assert!(message.starts_with(&format!("error: {start}")) && message.lines().count() == 1, "{message}");
    }
}

/// Returns a page whose output exceeds the buffer of a pipe.
fn big_page() -> String {
    format!("<!DOCTYPE html>{}", "<p class=a class=b><a href=tea>text</a></i>\n".repeat(20_000))
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let (_folder, page) = page(&big_page());
    for name in COMMANDS {
        for format in ["text", "json"] {
            let outcome = run_unread(page.parent().unwrap(), &[name, "--format", format, "page.html"], b"");
            assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{name} {format}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for content in [big_page(), "<p>".to_owned()] {
        let (_folder, page) = page(&content);
        for name in COMMANDS {
            let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = command().arg(name).arg(&page).stdout(full).output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            if ["text", "links"].contains(&name) && content == "<p>" {
                assert_eq!(output.status.code(), Some(0), "there was nothing to write");
                continue;
            }
            assert_eq!(output.status.code(), Some(2), "{name}: {message}");
            assert!(message.starts_with("error: cannot write to standard output: No space left"), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
    for arguments in [&["--help"][..], &["tree", "--help"], &["--version"], &["man"], &["completions", "bash"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command().args(arguments).stdout(full).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(message.starts_with("error: cannot write to standard output: No space left"), "{message}");
    }
}

#[test]
fn files_that_are_not_pages() {
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
        encoder.finish().unwrap()
    };
    for (name, bytes, kind) in [
        ("a.pdf", b"%PDF-1.7\n".to_vec(), "a PDF file"),
        ("a.zip", b"PK\x03\x04\x14\0".to_vec(), "a ZIP archive"),
        ("a.html", b"PK\x05\x06".to_vec(), "a ZIP archive"),
        ("a.arc", b"filedesc://a.arc 0.0.0.0 20260101 text/plain 76\n1 0 x\n".to_vec(), "an ARC archive"),
        ("a.arc.gz", gzip(b"filedesc://a.arc 0.0.0.0 20260101 text/plain 76\n"), "an ARC archive"),
        ("a.png", b"\x89PNG\r\n\x1a\n".to_vec(), "a PNG image"),
    ] {
        let folder = crate::common::folder(&[(name, bytes.clone()), ("good.html", b"<p>One".to_vec())]);
        for command in [&["text"][..], &["select", "p"], &["html", "--write"], &["report"]] {
            let outcome = crate::common::run_in(folder.path(), &[command, &[name]].concat());
            assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{command:?} {name}: {outcome:?}");
            assert!(outcome.stderr.contains(&format!("{name:?} is not an HTML file; it is {kind}")), "{outcome:?}");
        }
        let outcome = limpid(&["text", "-"], &bytes);
        assert!(outcome.code == Some(2) && outcome.stderr.contains(kind), "{outcome:?}");
        let outcome = crate::common::run_in(folder.path(), &["text", name, "good.html"]);
        assert!(outcome.code == Some(2) && outcome.stdout.ends_with(b"One\n"), "{outcome:?}");
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), bytes);
    }
    // Text that only resembles such a signature is a page.
    for page in ["PK", "GIF", "See %PDF-1.7", "filedesc"] {
        assert_eq!(limpid(&["text", "-"], page.as_bytes()).code, Some(0));
    }
}
