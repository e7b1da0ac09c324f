//! Several pages: folders, patterns, order, formats, unreadable files, interrupts.

use crate::common::{COMMANDS, EXAMPLE, folder, limpid, run_in, stdout_in};
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Returns the names of the pages that are read, in order.
#[track_caller]
fn names(folder: &TempDir, arguments: &[&str]) -> Vec<String> {
    let lines = stdout_in(folder.path(), &[&["encoding", "--format", "ndjson"], arguments].concat());
    let name = |line: &str| serde_json::from_str::<Value>(line).unwrap()["file"].as_str().unwrap().replace('\\', "/");
    lines.lines().map(name).collect()
}

fn site() -> TempDir {
    folder(&[
        ("b.html", "B"),
        ("a.HTM", "A"),
        ("sub/deep/d.xhtml", "D"),
        ("sub/c.shtml", "C"),
        ("notes.txt", "T"),
        ("page.tmpl", "P"),
    ])
}

#[test]
fn folders_are_read_by_extension_in_the_order_of_names() {
    let site = site();
    assert_eq!(names(&site, &["."]), ["./a.HTM", "./b.html", "./sub/c.shtml", "./sub/deep/d.xhtml"]);
    assert_eq!(names(&site, &["sub", "b.html"]), ["sub/c.shtml", "sub/deep/d.xhtml", "b.html"]);
    assert_eq!(names(&site, &["--extension", "txt", "."]), ["./notes.txt"]);
    assert_eq!(names(&site, &["--extension", ".tmpl,HTML", "."]), ["./b.html", "./page.tmpl"]);
    // A file named on the command line may have any extension.
    assert_eq!(names(&site, &["notes.txt"]), ["notes.txt"]);
}

#[test]
fn gzipped_pages_are_decompressed() {
    // `printf '<p>Tea' | gzip -n`
    let gzipped = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3\x29\xb0\x0b\x49\x4d\x04\0\x68\x41\xd6\x62\x06\0\0\0";
    let site =
        folder(&[("a.html.gz", &gzipped[..]), ("b.HTM.GZ", gzipped), ("c.txt.gz", gzipped), ("d.html", gzipped)]);
    assert_eq!(names(&site, &["."]), ["./a.html.gz", "./b.HTM.GZ", "./d.html"]);
    assert_eq!(names(&site, &["--extension", "txt", "."]), ["./c.txt.gz"]);
    for file in ["a.html.gz", "c.txt.gz", "d.html"] {
        assert_eq!(stdout_in(site.path(), &["text", file]), "Tea\n");
    }
    assert_eq!(crate::common::stdout(&["text"], gzipped), "Tea\n");
    let outcome = limpid(&["text"], &gzipped[..20]);
    assert_eq!((outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()), (Some(2), 0, 1), "{outcome:?}");
    assert!(outcome.stderr.contains("cannot be read (its gzip data is damaged or incomplete)"), "{outcome:?}");
}

#[test]
fn pages_in_zstandard_are_decompressed() {
    // `printf '<p>Tea' | zstd`, two frames
    let packed = b"\x28\xb5\x2f\xfd\x04\x58\x31\x00\x00\x3c\x70\x3e\x54\x65\x61\xbb\x47\x3c\x1e";
    let twice = packed.repeat(2);
    let site = folder(&[("a.html.zst", &packed[..]), ("b.html", &twice), ("c.txt.zst", packed)]);
    assert_eq!(names(&site, &["."]), ["./a.html.zst", "./b.html"]);
    assert_eq!(stdout_in(site.path(), &["text", "."]), "==> ./a.html.zst <==\nTea\n\n==> ./b.html <==\nTea\n\nTea\n");
    // Skippable frames before, between and after frames with data, as in the output of `pzstd` and the seekable format.
    let skipped: &[u8] = b"\x50\x2a\x4d\x18\x04\0\0\0\x13\0\0\0";
    let last: &[u8] = b"\x5e\x2a\x4d\x18\0\0\0\0";
    for (frames, text) in [
        (&[skipped, packed][..], "Tea\n"),
        (&[skipped, packed, skipped, last, packed, last], "Tea\n\nTea\n"),
        (&[packed, last], "Tea\n"),
        (&[skipped, last], ""),
    ] {
        assert_eq!(crate::common::stdout(&["text", "-"], frames.concat()), text);
    }
    let cut = [packed, &skipped[..10]].concat();
    for page in [&packed[..12], &skipped[..6], &skipped[..10], &cut] {
        let outcome = limpid(&["text"], page);
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{outcome:?}");
    }
    let outcome = limpid(&["text"], &packed[..12]);
    assert_eq!((outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()), (Some(2), 0, 1), "{outcome:?}");
    let outcome = run_in(site.path(), &["edit", "p", "--add-class", "x", "--write", "a.html.zst"]);
    assert!(outcome.stderr.contains("is compressed; decompress it first"), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_printed_unchanged() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let site = tempfile::tempdir().unwrap();
    std::fs::write(site.path().join(OsStr::from_bytes(b"caf\xe9\n.html")), "<p>").unwrap();
    let run = |arguments: &[&str]| {
        Command::new(cargo_bin!("limpid")).args(arguments).arg(".").current_dir(site.path()).output().unwrap().stdout
    };
    let name = b"./caf\xe9\xef\xbf\xbd.html";
    assert!(run(&["errors"]).starts_with(&[&name[..], b":1:1: "].concat()));
    assert!(run(&["tree"]).starts_with(&[b"==> ", &name[..], b" <==\n"].concat()));
    assert!(run(&["select", "p", "--count"]).starts_with(&[&name[..], b":1\n"].concat()));
    assert!(run(&["encoding"]).starts_with(&[&name[..], b": "].concat()));
    let pattern =
        Command::new(cargo_bin!("limpid")).args(["encoding", "*.html", "**/c*"]).current_dir(site.path()).output();
    assert_eq!(pattern.unwrap().stdout, b"caf\xe9\xef\xbf\xbd.html: windows-1252, tentative (fallback)\n".repeat(2));
    let colored = run(&["errors", "--color", "always"]);
    assert!(String::from_utf8(colored).unwrap().contains("caf\\xE9\u{fffd}.html:1:1:"));
}

#[test]
fn patterns_that_the_shell_did_not_expand() {
    let site = site();
    assert_eq!(names(&site, &["*.html"]), ["b.html"]);
    assert_eq!(names(&site, &["**/*.?html"]), ["sub/c.shtml", "sub/deep/d.xhtml"]);
    assert_eq!(names(&site, &["[ab].*"]), ["a.HTM", "b.html"]);
    // A folder that matches is read like a folder argument.
    assert_eq!(names(&site, &["s*"]), ["sub/c.shtml", "sub/deep/d.xhtml"]);
    // The pages of a folder are read once.
    assert_eq!(names(&site, &["sub/**"]), ["sub/c.shtml", "sub/deep/d.xhtml"]);
    assert_eq!(names(&site, &["**"]), names(&site, &["."]));
    assert_eq!(names(&site, &["**/**/d.*", "./s?b/../b.*"]), ["sub/deep/d.xhtml", "./sub/../b.html"]);
    // Also if both a folder and its files match, or a path is reached in several ways.
    assert_eq!(
        names(&site, &["**/*"]),
        ["a.HTM", "b.html", "notes.txt", "page.tmpl", "sub/c.shtml", "sub/deep/d.xhtml"]
    );
    let deep = "a/".repeat(40);
    let circles = folder(&[("x/x/x/a.html", "A"), (&*format!("{deep}b.html"), "B")]);
    assert_eq!(names(&circles, &["**/x/**/*.html"]), ["x/x/x/a.html"]);
    assert_eq!(names(&circles, &[&*("**/a/".repeat(20) + "**/*.html")]), [format!("{deep}b.html")]);
    // Hidden names match only an explicit dot.
    let hidden = folder(&[(".a.html", "A"), (".b/c.html", "C"), ("d.html", "D")]);
    assert_eq!(names(&hidden, &["**/*.html", ".*.html", ".b/*"]), ["d.html", ".a.html", ".b/c.html"]);
    // If a file has this name, the argument is not a pattern.
    let odd = folder(&[("[ab].html", "odd"), ("a.html", "A")]);
    assert_eq!(names(&odd, &["[ab].html"]), ["[ab].html"]);
}

#[test]
fn inputs_without_pages_are_reported() {
    let site = site();
    for (arguments, words) in [
        (&["tree", "*.xml"][..], "no file matches \"*.xml\""),
        (&["tree", "--extension", "xml", "sub"], "\"sub\" is a folder without pages (files that end in xml"),
        (&["tree", "-", "-"], "standard input can be read only once"),
        (&["tree", "--jobs", "0", "."], "--jobs <N>: \"0\" is not a positive integer"),
        (&["text", "--passages=0", "."], "--passages[=<BYTES>]: \"0\" is not a positive integer"),
    ] {
        let outcome = run_in(site.path(), arguments);
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{outcome:?}");
        assert!(outcome.stderr.starts_with("error: ") && outcome.stderr.contains(words), "{outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn links_to_files_are_followed_and_links_to_folders_are_not() {
    use std::os::unix::fs::symlink;
    let site = folder(&[("a/page.html", "A")]);
    symlink(site.path().join("a"), site.path().join("a/circle")).unwrap();
    symlink(site.path().join("a/page.html"), site.path().join("a/other.html")).unwrap();
    assert_eq!(names(&site, &["a"]), ["a/other.html", "a/page.html"]);
}

#[test]
fn text_of_several_pages_has_headers() {
    let site = folder(&[("1.html", "<p>One"), ("2.html", "<p>Two"), ("3.html", "")]);
    assert_eq!(stdout_in(site.path(), &["text", "1.html"]), "One\n");
    let expected = "==> 1.html <==\nOne\n\n==> 2.html <==\nTwo\n\n==> 3.html <==\n";
    assert_eq!(stdout_in(site.path(), &["text", "1.html", "2.html", "3.html"]), expected);
    assert_eq!(stdout_in(site.path(), &["text", "*.html"]), expected);
    let tree = stdout_in(site.path(), &["tree", "1.html", "3.html"]);
    assert_eq!(
        tree,
        "==> 1.html <==\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"One\"\n\n\
         ==> 3.html <==\n| <html>\n|   <head>\n|   <body>\n"
    );
    // `select` prints no header for pages without matches; `errors` prints the name with each error.
    assert_eq!(
        stdout_in(site.path(), &["select", "p", "--text", "."]),
        "==> ./1.html <==\nOne\n\n==> ./2.html <==\nTwo\n"
    );
    assert_eq!(stdout_in(site.path(), &["select", "p", "--count", "."]), "./1.html:1\n./2.html:1\n./3.html:0\n");
    assert!(stdout_in(site.path(), &["errors", "1.html", "2.html"]).contains("\n\n2.html:1:1: missing-doctype: "));
    assert!(
        stdout_in(site.path(), &["encoding", "."])
            .starts_with("./1.html: windows-1252, tentative (fallback)\n./2.html: ")
    );
}

/// The commands that print an object for each result.
const PER_RESULT: [&[&str]; 6] =
    [&["errors"], &["links"], &["select", "p"], &["xpath", "//p"], &["text", "--spans"], &["text", "--passages"]];

/// The commands that print an object for each page.
const PER_PAGE: [&[&str]; 16] = [
    &["tree"],
    &["html"],
    &["xml", "--from-html"],
    &["text"],
    &["text", "--markdown"],
    &["tokens"],
    &["encoding"],
    &["stats"],
    &["select", "p", "--count"],
    &["xpath", "//p", "--count"],
    &["xpath", "count(//p)"],
    &["sanitize"],
    &["sanitize", "--removals"],
    &["edit", "p", "--set", "a=b"],
    &["fix"],
    &["fix", "--check"],
];

#[test]
fn json_is_one_array_of_objects() {
    let page = "<p>One<a href=x>a</a></b>";
    let site = folder(&[("1.html", page), ("2.html", page), ("sub/3.html", page)]);
    let values = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap();
    for (command, is_per_page) in PER_RESULT.map(|it| (it, false)).into_iter().chain(PER_PAGE.map(|it| (it, true))) {
        let of = |arguments: &[&str]| stdout_in(site.path(), &[command, arguments].concat());
        for (inputs, files) in [
            (&["1.html"][..], &["1.html"][..]),
            (&["1.html", "2.html"], &["1.html", "2.html"]),
            (&["sub"], &["sub/3.html"]),
        ] {
            let array = values(&of(&[&["--format", "json"], inputs].concat()));
            let mut named: Vec<String> = Vec::new();
            for object in &array {
                assert_eq!(object.as_object().unwrap().keys().next().unwrap(), "file", "{command:?}");
                named.push(object["file"].as_str().unwrap().replace('\\', "/"));
            }
            assert!(!is_per_page || named.len() == files.len(), "{command:?}: {named:?}");
            named.dedup();
            assert_eq!(named, files, "{command:?}");
            let lines = of(&[&["--format", "ndjson"], inputs].concat());
            let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(lines, array, "{command:?}");
        }
        // The output for a page does not depend on the other pages or on its origin.
        let of_file = of(&["--format", "json", "1.html"]);
        let of_input = limpid(&[command, &["--format", "json"]].concat(), page.as_bytes()).stdout;
        assert_eq!(of_file.replace("{\"file\":\"1.html\"", "{\"file\":\"-\""), String::from_utf8(of_input).unwrap());
    }
    let none = stdout_in(site.path(), &["select", "h1", "--format", "json", "."]);
    assert_eq!(
        (none.as_str(), stdout_in(site.path(), &["select", "h1", "--format", "ndjson", "."]).as_str()),
        ("[]\n", "")
    );
    let diff = values(&stdout_in(site.path(), &["diff", "--format", "json", "1.html", "2.html"]));
    assert_eq!((diff.len(), &diff[0]["file"], &diff[0]["other"]), (1, &json!("1.html"), &json!("2.html")));
}

#[test]
fn an_unreadable_file_does_not_stop_the_others() {
    let site = folder(&[("1.html", "<p>One"), ("3.html", "<p>Three")]);
    let outcome = run_in(site.path(), &["text", "1.html", "no such.html", "3.html"]);
    assert_eq!(outcome.code, Some(2));
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), "==> 1.html <==\nOne\n\n==> 3.html <==\nThree\n");
    assert_eq!(outcome.stderr.lines().count(), 1);
    assert!(outcome.stderr.starts_with("error: <FILE>: \"no such.html\" does not exist"), "{}", outcome.stderr);

    let outcome = run_in(site.path(), &["text", "--format", "json", "no.html", "1.html"]);
    assert_eq!(outcome.code, Some(2));
    assert_eq!(serde_json::from_slice::<Value>(&outcome.stdout).unwrap(), json!([{ "file": "1.html", "text": "One" }]));
    let outcome = run_in(site.path(), &["text", "--format", "json", "no.html", "none.html"]);
    assert_eq!((outcome.code, &*outcome.stdout), (Some(2), &b"[]\n"[..]));
}

#[test]
fn pages_are_printed_in_order_with_any_number_of_threads() {
    // Long pages come first, so that later pages are finished before them.
    let pages: Vec<(String, String)> = (0..120)
        .map(|number| {
            let content = format!("<!DOCTYPE html><p id=n{number}>").repeat(if number % 40 == 0 { 4_000 } else { 1 });
            (format!("{number:03}.html"), content)
        })
        .collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(name, content)| (&**name, &**content)).collect();
    let site = folder(&pages);
    for command in ["tree", "errors", "tokens"] {
        for format in ["text", "ndjson"] {
            let sequential = stdout_in(site.path(), &[command, "--format", format, "--jobs", "1", "."]);
            let parallel = stdout_in(site.path(), &[command, "--format", format, "--jobs", "8", "."]);
            assert!(sequential == parallel, "{command} {format}");
        }
    }
    assert!(names(&site, &["--jobs", "5", "."]).is_sorted());
}

#[test]
fn pages_from_standard_input_and_files() {
    let outcome = limpid(&["text", "--format", "ndjson", EXAMPLE, "-"], b"<p>piped");
    assert_eq!(outcome.code, Some(0));
    let lines = String::from_utf8(outcome.stdout).unwrap();
    assert_eq!(lines.lines().last(), Some("{\"file\":\"-\",\"text\":\"piped\"}"));
}

#[test]
fn colors_are_for_terminals() {
    let run = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(cargo_bin!("limpid"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        String::from_utf8(command.args(arguments).arg(EXAMPLE).output().unwrap().stdout).unwrap()
    };
    for command in COMMANDS {
        let plain = run(&[command], &[]);
        assert!(!plain.contains('\x1b'), "{command}");
        assert_eq!(run(&[command, "--color", "never"], &[("CLICOLOR_FORCE", "1")]), plain);
        assert_eq!(run(&[command], &[("NO_COLOR", "1")]), plain);
        if ["html", "text"].contains(&command) {
            // These commands print the page itself.
            assert_eq!(run(&[command, "--color", "always"], &[]), plain);
            continue;
        }
        let colored = run(&[command, "--color", "always"], &[("NO_COLOR", "1")]);
        assert!(colored.contains("\x1b["), "{command}");
        assert_eq!(run(&[command], &[("CLICOLOR_FORCE", "1")]), colored, "{command}");
        assert_eq!(without_colors(&colored), plain, "{command}");
        assert!(!run(&[command, "--color", "always", "--format", "json"], &[]).contains('\x1b'));
    }
}

/// Removes the escape sequences that set colors.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_lines() {
    use std::io::Read;
    let site = folder(&[("page.html", &"<p class=a>text</i>\n".repeat(2000))]);
    for signal in ["INT", "TERM"] {
        let mut child = Command::new(cargo_bin!("limpid"))
            .args(["tokens", "--format", "ndjson"])
            // More pages than can be printed before the interrupt.
            .args(std::iter::repeat_n("page.html", 3000))
            .current_dir(site.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut text = vec![0; 100_000];
        stdout.read_exact(&mut text).unwrap();
        let kill = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        if !kill.is_ok_and(|status| status.success()) {
            println!("skipped: signals cannot be sent, because `kill` fails");
            let _ = child.kill().and_then(|()| child.wait());
            return;
        }
        stdout.read_to_end(&mut text).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(130), 0));
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with("}\n"));
        assert!(text.lines().count() < 3000);
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(last["tokens"].as_array().unwrap().len(), 4 * 2000 + 1);
    }
}

#[test]
fn progress_is_for_terminals() {
    let site = site();
    assert_eq!(run_in(site.path(), &["tree", "."]).stderr, "");
    assert_eq!(run_in(site.path(), &["tree", "--no-progress", "."]).stderr, "");
}

/// Uses `script` to run the command on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn progress_shows_rates_and_the_remaining_time() {
    let on_terminal = |options: &str, lines: usize| {
        let site = folder(&[("page.html", &"<p class=a>text</i>\n".repeat(lines))]);
        let limpid = cargo_bin!("limpid").display().to_string();
        let line = format!("stty cols 100; '{limpid}' errors {options} {} > /dev/null", "page.html ".repeat(100));
        let output = Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .env("TERM", "xterm")
            .current_dir(site.path())
            .output();
        String::from_utf8_lossy(&output.ok()?.stdout).into_owned().into()
    };
    // Short runs show no progress, so use longer pages until the run takes long enough on this machine.
    for lines in [300, 3_000, 30_000] {
        let shown: Option<String> = on_terminal("", lines);
        let Some(shown) = shown else {
            println!("skipped: `script`, which provides a terminal, is not installed");
            return;
        };
        if !shown.is_empty() {
            for part in ["/100 pages, ", " pages/s, ", " MB/s, ", " left"] {
                assert!(shown.contains(part), "{shown:?}");
            }
            assert_eq!(on_terminal("--no-progress", lines).as_deref(), Some(""));
            return;
        }
    }
    panic!("no run took long enough to show progress");
}

#[test]
fn more_jobs_than_pages() {
    let site = folder(&[("a.html", "<p>a"), ("b.html", "<p>b")]);
    let text = stdout_in(site.path(), &["text", "--jobs", "1000000", "."]);
    assert_eq!(text, stdout_in(site.path(), &["text", "--jobs", "1", "."]));
}

/// The stack size is larger than any memory, so that no thread can be started.
#[cfg(unix)]
#[test]
fn threads_that_cannot_be_started() {
    let site = folder(&[("a.html", "<p>a"), ("b.html", "<p>b"), ("c.html", "<p>c")]);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("limpid"));
    command
        .args(["text", "--jobs", "4", "."])
        .current_dir(site.path())
        .env("RUST_MIN_STACK", (1_u64 << 46).to_string());
    let output = command.output().unwrap();
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout_in(site.path(), &["text", "."]));
}
