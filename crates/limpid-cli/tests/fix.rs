//! `limpid fix`, and writing pages back to files.

use crate::common::{folder, limpid, page_json, run_in, stdout, stdout_bytes, stdout_in};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const PAGE: &str = "<!DOCTYPE html>\r\n<title>T</title>\n<p id=a id=b>One & two&nbsp <b>x</p>\n<p>y</b></div>\n";
const FIXED: &str = "<!DOCTYPE html>\r\n<title>T</title>\n<p id=a>One & two&nbsp; <b>x</b></p><b>\n</b><p><b>y</b>\n";

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn standard_input_is_filtered() {
    assert_eq!(stdout(&["fix"], PAGE), FIXED);
    assert_eq!(stdout(&["fix", "-"], FIXED), FIXED);
    assert_eq!(stdout(&["fix", "--fragment", "tr"], "<td>a</p><td/>b"), "<td>a<p></p><td>b");
    assert_eq!(stdout(&["fix", "--only", "duplicate-attribute"], PAGE), PAGE.replacen(" id=b", "", 1));
}

#[test]
fn files_are_repaired_in_place() {
    let pages = folder(&[("a/page.html", PAGE), ("b.htm", FIXED), ("c.txt", PAGE), ("d.warc", "WARC/1.0\r\n")]);
    let path = pages.path();
    let written = stdout_in(path, &["fix", "--write", "."]);
    assert_eq!(written.replace('\\', "/"), "./a/page.html\n");
    assert_eq!(read(path, "a/page.html"), FIXED);
    assert_eq!((read(path, "b.htm"), read(path, "c.txt")), (FIXED.to_owned(), PAGE.to_owned()));
    assert_eq!(stdout_in(path, &["fix", "--write", "."]), "");
    // No temporary files are left in the folders.
    let count = |folder: &str| fs::read_dir(path.join(folder)).unwrap().count();
    assert_eq!((count("a"), count(".")), (1, 4));
}

#[test]
fn check_and_diff_write_nothing() {
    let pages = folder(&[("page.html", PAGE), ("right.html", FIXED)]);
    let path = pages.path();
    let diff = "\
--- page.html
+++ page.html
@@ -1,4 +1,4 @@
 <!DOCTYPE html>\r
 <title>T</title>
-<p id=a id=b>One & two&nbsp <b>x</p>
-<p>y</b></div>
+<p id=a>One & two&nbsp; <b>x</b></p><b>
+</b><p><b>y</b>
";
    for (arguments, code, expected) in [
        (&["fix", "--check"][..], 1, "page.html\n"),
        (&["fix", "--check", "--exit-zero"], 0, "page.html\n"),
        (&["fix", "--diff"], 0, diff),
        (&["fix", "--check", "--diff"], 1, diff),
    ] {
        let outcome = run_in(path, &[arguments, &["page.html", "right.html"]].concat());
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(code), ""), "{arguments:?}");
        assert_eq!(String::from_utf8(outcome.stdout).unwrap(), expected, "{arguments:?}");
        assert_eq!(read(path, "page.html"), PAGE);
    }
    assert_eq!(run_in(path, &["fix", "--check", "right.html"]).code, Some(0));
}

#[test]
fn as_json() {
    let found = page_json(&["fix", "--check", "-"], "<!DOCTYPE html><title>T</title>\n<p a=1 A=2>b");
    let edit = json!({ "start": 38, "end": 42, "line": 2, "column": 7, "text": "" });
    let fix = json!({ "errors": ["duplicate-attribute"], "message": "remove ` A=2`", "edits": [edit] });
    assert_eq!(found, json!({ "fixes": [fix], "edits": [edit], "errors_left": 0, "changed": true }));

    let pages = folder(&[("page.html", PAGE), ("right.html", FIXED)]);
    let lines = stdout_in(pages.path(), &["fix", "--write", "--format", "ndjson", "."]);
    let counts = lines.lines().map(|line| {
        let page: serde_json::Value = serde_json::from_str(line).unwrap();
        page["fixes"].as_array().unwrap().len()
    });
    assert_eq!(counts.collect::<Vec<_>>(), [5, 0]);
    assert_eq!(read(pages.path(), "page.html"), FIXED);
}

#[test]
fn repairs_that_are_only_valid_together_are_counted() {
    let page = "<p><body><frameset></p><ol><=";
    let found = page_json(&["fix", "--check", "-"], page);
    let listed: usize =
        found["fixes"].as_array().unwrap().iter().map(|fix| fix["errors"].as_array().unwrap().len()).sum();
    assert_eq!(found["errors_left"], 1); // the DOCTYPE
    assert!(listed < 4, "{found}");
    let fixed = stdout(&["fix"], page);
    assert_eq!(stdout(&["fix"], &fixed), fixed);
}

#[test]
fn template_code_stays() {
    let page = "<!DOCTYPE html><title>T</title><p id=a id=b>{{ a &foo; <3 }}<![endif]></i>";
    assert_eq!(stdout(&["fix"], page), page.replace(" id=b", "").replace("</i>", ""));
    let all = page.replace(" id=b", "").replace("</i>", "").replace("<3", "&lt;3").replace("&foo", "&amp;foo");
    assert_eq!(stdout(&["fix", "--all"], page), all.replace("<![endif]>", "<!--[endif]-->"));
}

#[test]
fn a_diff_can_be_applied_with_patch() {
    for page in
        [PAGE.as_bytes(), PAGE.trim_end().as_bytes(), b"<!DOCTYPE html>\n<p>caf\xe9</b>\n\n\n\n\n\n\n\n<p>\n\n</i>"]
    {
        let pages = folder(&[("page.html", page)]);
        let diff = run_in(pages.path(), &["fix", "--diff", "page.html"]).stdout;
        fs::write(pages.path().join("page.diff"), diff).unwrap();
        let patch =
            Command::new("patch").args(["-p0", "--binary", "-i", "page.diff"]).current_dir(pages.path()).output();
        // Skipped if `patch` is not installed.
        let Ok(patch) = patch else { return };
        assert!(patch.status.success(), "{patch:?}");
        assert_eq!(fs::read(pages.path().join("page.html")).unwrap(), stdout_bytes(&["fix"], page));
    }
}

#[test]
fn bytes_of_any_encoding_stay() {
    let page = b"<meta charset=windows-1252><p>caf\xe9 \x81</b>\xa4<p>&#150</p>";
    let fixed = b"<meta charset=windows-1252><p>caf\xe9 \x81\xa4<p>&#x2013;</p>";
    assert_eq!(stdout_bytes(&["fix"], page), fixed);
    let page = b"\xef\xbb\xbf<p>\xff</b>\xe9";
    assert_eq!(stdout_bytes(&["fix"], page), b"\xef\xbb\xbf<p>\xff\xe9");
    let utf_16: Vec<u8> = "\u{feff}<p>é</b>😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let fixed: Vec<u8> = "\u{feff}<p>é😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(stdout_bytes(&["fix"], &utf_16), fixed);
    // The repair of a NUL in a script is U+FFFD, which this encoding lacks.
    let page = b"<!DOCTYPE html><meta charset=shift_jis><script>\x82\xa0\0</script>";
    assert_eq!(stdout_bytes(&["fix"], page), page);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let pages = folder(&[("real/page.html", PAGE), ("locked.html", PAGE)]);
    let path = pages.path();
    let mode = |file: &str| fs::metadata(path.join(file)).unwrap().permissions().mode() & 0o777;
    let set = |file: &str, mode| fs::set_permissions(path.join(file), fs::Permissions::from_mode(mode)).unwrap();
    set("real/page.html", 0o640);
    symlink("real/page.html", path.join("link.html")).unwrap();
    stdout_in(path, &["fix", "--write", "link.html"]);
    assert_eq!((read(path, "real/page.html"), mode("real/page.html")), (FIXED.to_owned(), 0o640));
    assert!(fs::symlink_metadata(path.join("link.html")).unwrap().is_symlink());

    set("locked.html", 0o444);
    let outcome = run_in(path, &["fix", "--write", "locked.html", "real/page.html"]);
    assert_eq!((outcome.code, read(path, "locked.html")), (Some(2), PAGE.to_owned()));
    assert_eq!(outcome.stderr.lines().count(), 1);
    assert!(
        outcome.stderr.starts_with("error: locked.html: the file cannot be written (it is read-only)"),
        "{}",
        outcome.stderr
    );
    let outcome = run_in(path, &["fix", "--output", "locked.html", "real/page.html"]);
    assert_eq!((outcome.code, read(path, "locked.html"), mode("locked.html")), (Some(2), PAGE.to_owned(), 0o444));
}

#[test]
fn many_files_at_once() {
    let names: Vec<String> = (0..500).map(|number| format!("{}/{number}.html", number % 7)).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (&**name, PAGE)).collect();
    let pages = folder(&files);
    let written = stdout_in(pages.path(), &["fix", "--write", "."]);
    assert_eq!(written.lines().count(), 500);
    assert!(names.iter().all(|name| read(pages.path(), name) == FIXED));
}

#[test]
fn impossible_requests_are_errors() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(PAGE.as_bytes()).unwrap();
    let compressed = encoder.finish().unwrap();
    let pages = folder(&[("page.html", PAGE.as_bytes()), ("page.html.gz", &compressed)]);
    for (arguments, words) in [
        (&["fix", "--xml", "page.html"][..], &["--xml", "unknown option"][..]),
        (&["fix", "--diff", "--format", "json", "page.html"], &["--diff", "--format"]),
        (&["fix", "--write", "-", "page.html"], &["--write", "standard input"]),
        (&["fix", "--only", "no-such-error", "page.html"], &["--only", "no-such-error"]),
        (&["fix", "none.html"], &["none.html", "does not exist"]),
        (&["fix", "--write", "page.html.gz"], &["page.html.gz", "compressed"]),
    ] {
        let outcome = run_in(pages.path(), arguments);
        assert_eq!(
            (outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()),
            (Some(2), 0, 1),
            "{outcome:?}"
        );
        assert!(words.iter().all(|word| outcome.stderr.contains(word)), "{outcome:?}");
    }
    assert_eq!(read(pages.path(), "page.html"), PAGE);
    assert_eq!(fs::read(pages.path().join("page.html.gz")).unwrap(), compressed);
    assert_eq!(limpid(&["fix", "--check"], PAGE.as_bytes()).code, Some(1));
}
