//! Runs the built command.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use assert_cmd::Command;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// A small page with a few deliberate errors, a table, a template and character references.
pub const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages/example.html");

/// The commands whose only required arguments are pages.
pub const COMMANDS: [&str; 8] = ["tree", "html", "text", "tokens", "errors", "links", "encoding", "stats"];

/// A list with a nested element, and a list item in a template.
pub const LIST: &str =
    "<!DOCTYPE html><ul class=list><li id=1 class=a>One<li>T<b>w</b>o</ul><template><li>3</template>";

/// The exit code and the output of the command.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// Creates a temporary folder with files and their folders.
pub fn folder<C: AsRef<[u8]>>(files: &[(&str, C)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    folder
}

/// Runs `limpid` in a folder, with empty standard input.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("limpid"));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    Outcome { code: output.status.code(), stdout: output.stdout, stderr }
}

/// Runs `limpid` in a folder, asserts that it succeeds, and returns its standard output.
#[track_caller]
pub fn stdout_in(folder: &Path, arguments: &[&str]) -> String {
    String::from_utf8(done(run_in(folder, arguments), arguments)).expect("output is UTF-8")
}

/// Asserts that there is no message and that the exit code is 0 or 1, and returns standard output. `exit_codes.rs` tests which code it
/// is.
#[track_caller]
fn done(outcome: Outcome, arguments: &[&str]) -> Vec<u8> {
    assert!(matches!(outcome.code, Some(0 | 1)) && outcome.stderr.is_empty(), "{arguments:?}: {outcome:?}");
    outcome.stdout
}

/// Runs `limpid` with these arguments and this standard input.
pub fn limpid(arguments: &[&str], stdin: &[u8]) -> Outcome {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("limpid"))
        .args(arguments)
        .write_stdin(stdin)
        .output()
        .expect("the command runs");
    Outcome {
        code: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// Runs `limpid` in a folder with this standard input, and closes its standard output without reading from it.
pub fn run_unread(folder: &Path, arguments: &[&str], stdin: &[u8]) -> Outcome {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("limpid"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    Outcome { code: output.status.code(), stdout: output.stdout, stderr }
}

/// Asserts that a command line is refused, and returns the message.
#[track_caller]
pub fn usage_error(arguments: &[&str]) -> String {
    let Outcome { code, stdout, stderr } = limpid(arguments, b"<p>");
    assert_eq!((code, stdout.len()), (Some(2), 0), "{arguments:?}: {stderr}");
    assert!(stderr.starts_with("error: "), "{stderr}");
    stderr
}

/// Runs `limpid`, asserts that it succeeds, and returns its standard output.
#[track_caller]
pub fn stdout_bytes(arguments: &[&str], stdin: &[u8]) -> Vec<u8> {
    done(limpid(arguments, stdin), arguments)
}

/// Like [`stdout_bytes`], but returns text.
#[track_caller]
pub fn stdout(arguments: &[&str], stdin: impl AsRef<[u8]>) -> String {
    String::from_utf8(stdout_bytes(arguments, stdin.as_ref())).expect("output is UTF-8")
}

/// Returns the array of objects that a command prints as JSON, without their first member, the name of the file.
#[track_caller]
pub fn json(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    let mut array: Value = serde_json::from_slice(&stdout_bytes(&arguments, stdin.as_ref())).expect("output is JSON");
    for object in array.as_array_mut().expect("it is an array") {
        let object = object.as_object_mut().expect("it is an array of objects");
        assert_eq!(object.keys().next().map(String::as_str), Some("file"), "{arguments:?}");
        object.shift_remove("file");
    }
    array
}

/// Returns the single object that a command prints for a page.
#[track_caller]
pub fn page_json(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Value {
    let mut array = json(arguments, stdin);
    assert_eq!(array.as_array().map(Vec::len), Some(1), "{arguments:?}: {array}");
    array[0].take()
}

/// Asserts that a text is one JSON value of any depth, followed by a line end.
#[track_caller]
pub fn assert_is_json(text: &[u8]) {
    // `IgnoredAny` is parsed without recursion.
    serde_json::from_slice::<IgnoredAny>(text).expect("output is JSON");
    assert_eq!(text.last(), Some(&b'\n'));
}
