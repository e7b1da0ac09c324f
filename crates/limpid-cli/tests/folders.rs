//! Which files in folders are read and changed.

use crate::common::{folder, run_in, stdout_in};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

const PAGE: &str = "<p>x";

const EDIT: [&str; 5] = ["edit", "p", "--append", "y", "--write"];

/// Runs `limpid edit --write` with these arguments, and returns the names of the files that changed.
#[track_caller]
fn edited(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let before = contents(folder);
    stdout_in(folder, &[&EDIT, arguments].concat());
    let after = contents(folder);
    assert!(before.keys().eq(after.keys()));
    after.into_iter().filter(|(name, content)| before[name] != *content).map(|(name, _)| name).collect()
}

/// Returns the content of each file in a folder by its path. Follows links to files, but not to folders.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.path().is_file() {
                let path = entry.path();
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Asserts that a command fails with one message that contains these words.
#[track_caller]
fn assert_refused(folder: &Path, arguments: &[&str], words: &str) {
    let outcome = run_in(folder, arguments);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (Some(2), 1), "{outcome:?}");
    assert!(outcome.stderr.starts_with("error: <FILE>: ") && outcome.stderr.contains(words), "{outcome:?}");
}

#[test]
fn a_repository_stays_valid() {
    let site = folder(&[("index.html", PAGE)]);
    let path = site.path();
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
        Command::new("git").args(identity).args(arguments).current_dir(path).output()
    };
    let commands = [
        &["init"][..],
        &["add", "index.html"],
        &["commit", "-m", "A page"],
        &["checkout", "-b", "fix-index.html"],
        &["worktree", "add", "worktree"],
    ];
    for arguments in commands {
        match git(arguments) {
            Ok(output) => assert!(output.status.success(), "{output:?}"),
            Err(_) => {
                println!("skipped: git is not installed");
                return;
            }
        }
    }
    assert!(path.join(".git/refs/heads/fix-index.html").is_file());
    assert_eq!(edited(path, &["."]), ["index.html", "worktree/index.html"]);
    fs::write(path.join("index.html"), "<p>x</b>").unwrap();
    let repository = contents(&path.join(".git"));
    stdout_in(path, &["fix", "--write", "."]);
    stdout_in(path, &["edit", "body", "--prepend", "<i>y</i>", "--write", "."]);
    stdout_in(path, &["edit", "body", "--append", "<i>z</i>", "--write", "--hidden", "--no-ignore", "."]);
    stdout_in(path, &["errors", "--hidden", "."]);
    assert_eq!(contents(&path.join(".git")), repository);
    let checked = git(&["fsck", "--strict"]).unwrap();
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn hidden_entries_are_skipped() {
    let site = folder(&[("a.html", PAGE), (".b.html", PAGE), (".c/d.html", PAGE), ("e/.f/g.html", PAGE)]);
    let path = site.path();
    assert_eq!(edited(path, &["."]), ["a.html"]);
    assert_eq!(edited(path, &["--hidden", "."]), [".b.html", ".c/d.html", "a.html", "e/.f/g.html"]);
    assert_eq!(edited(path, &["--no-ignore", "."]), ["a.html"]);
    // The same for commands that only read.
    assert_eq!(stdout_in(path, &["select", "p", "--count", "."]).lines().count(), 1);
    assert_eq!(stdout_in(path, &["select", "p", "--count", "--hidden", "."]).lines().count(), 4);
    // Files and folders named on the command line are always included.
    assert_eq!(edited(path, &[".b.html"]), [".b.html"]);
    assert_eq!(edited(path, &[".c"]), [".c/d.html"]);
    assert_eq!(edited(path, &["e/.f", ".*.html"]), [".b.html", "e/.f/g.html"]);
    assert_refused(path, &["text", "e"], "\"e\" contains only hidden pages; use --hidden");
    assert_refused(
        path,
        &["fix", "--diff", "e"],
        "\"e\" contains only pages that are hidden, ignored, compressed or links; use --hidden or --no-ignore",
    );
    // Other arguments are still processed.
    let outcome = run_in(path, &["text", "e", "a.html"]);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (Some(2), 1));
    assert!(!outcome.stdout.is_empty());
}

#[test]
fn ignored_files_are_not_changed() {
    let site = folder(&[
        (".gitignore", "/build/\n*.gen.html\n[\n"),
        ("a.html", PAGE),
        ("b.gen.html", PAGE),
        ("build/c.html", PAGE),
        ("sub/.ignore", "d.html"),
        ("sub/d.html", PAGE),
        ("sub/build/e.html", PAGE),
    ]);
    let path = site.path();
    let included = ["a.html", "sub/build/e.html"];
    let all = ["a.html", "b.gen.html", "build/c.html", "sub/build/e.html", "sub/d.html"];
    assert_eq!(edited(path, &["."]), included);
    assert_eq!(edited(path, &["--hidden", "."]), included);
    assert_eq!(edited(path, &["--no-ignore", "."]), all);
    // `--diff` and `--check` select the same files as `--write`.
    for option in ["--diff", "--check"] {
        let output = String::from_utf8(run_in(path, &[&EDIT[..4], &[option, "."]].concat()).stdout).unwrap();
        assert!(output.contains("a.html") && !output.contains("c.html") && !output.contains("gen"), "{output}");
    }
    // Commands that only read include ignored files.
    assert_eq!(stdout_in(path, &["select", "p", "--count", "."]).lines().count(), all.len());
    // Files and folders named on the command line are always included.
    assert_eq!(edited(path, &["b.gen.html", "build", "sub/*.html"]), ["b.gen.html", "build/c.html", "sub/d.html"]);
    let parent = folder(&[(".gitignore", "sub/a.html\n*.gen.html"), ("sub/a.html", PAGE), ("sub/b.gen.html", PAGE)]);
    let path = parent.path();
    let sub = path.join("sub");
    // The ignore files of parent folders apply only within the same repository.
    assert_eq!(edited(path, &["sub"]), ["sub/a.html", "sub/b.gen.html"]);
    fs::create_dir(path.join(".git")).unwrap();
    for (folder, argument) in [(path, "sub"), (path, "./sub"), (&sub, "."), (&sub, "../sub")] {
        assert_refused(
            folder,
            &[&EDIT[..], &[argument]].concat(),
            "ignored, compressed or links; use --hidden or --no-ignore",
        );
    }
    assert_eq!(edited(path, &["--no-ignore", "sub"]), ["sub/a.html", "sub/b.gen.html"]);
    // A nested repository has its own rules.
    fs::create_dir(sub.join(".git")).unwrap();
    assert_eq!(edited(path, &["sub"]), ["sub/a.html", "sub/b.gen.html"]);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_links_in_folders() {
    use std::os::unix::fs::symlink;
    let pages = folder(&[("site/.a.html", PAGE), ("site/b.html", PAGE), ("other/c.html", PAGE), ("links/d.txt", "")]);
    let path = pages.path();
    symlink("../other/c.html", path.join("site/outside.html")).unwrap();
    symlink(".a.html", path.join("site/hidden.html")).unwrap();
    symlink("b.html", path.join("site/again.html")).unwrap();
    symlink("../other", path.join("site/folder")).unwrap();
    symlink("../other/c.html", path.join("links/c.html")).unwrap();
    symlink("site", path.join("link")).unwrap();
    // `edited` follows links, so `again.html` appears to change as well.
    for arguments in [&["site"][..], &["--no-ignore", "site"], &["link"]] {
        assert_eq!(edited(path, arguments), ["site/again.html", "site/b.html"], "{arguments:?}");
    }
    assert_refused(
        path,
        &[&EDIT[..], &["links"]].concat(),
        "\"links\" contains only pages that are hidden, ignored, compressed or links",
    );
    // A link named on the command line is followed, and commands that only read follow all links to files.
    assert_eq!(edited(path, &["links/c.html"]), ["links/c.html", "other/c.html", "site/outside.html"]);
    assert!(fs::symlink_metadata(path.join("links/c.html")).unwrap().is_symlink());
    assert_eq!(stdout_in(path, &["select", "p", "--count", "site"]).lines().count(), 4);
}

#[test]
fn a_file_with_two_names_is_changed_once() {
    let names: Vec<String> = (0..100).map(|number| format!("{number}.html")).collect();
    let site = folder(&names.iter().map(|name| (&**name, PAGE)).collect::<Vec<_>>());
    let path = site.path();
    for name in &names {
        fs::hard_link(path.join(name), path.join(format!("z-{name}"))).unwrap();
    }
    let lines = stdout_in(path, &[&EDIT[..], &["--jobs", "8", ".", "."]].concat());
    assert_eq!(lines.lines().count(), 100);
    for name in &names {
        assert_eq!(fs::read_to_string(path.join(name)).unwrap(), "<p>xy");
        assert_eq!(fs::read_to_string(path.join(format!("z-{name}"))).unwrap(), PAGE);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_files() {
    use std::io::Read;
    use std::process::Stdio;
    let old = "<p>text</b>\n".repeat(500);
    let names: Vec<String> = (0..2000).map(|number| format!("{number}.html")).collect();
    for (signal, command) in [("INT", "fix"), ("TERM", "fix"), ("INT", "edit")] {
        let site = folder(&names.iter().map(|name| (&**name, &*old)).collect::<Vec<_>>());
        let path = site.path();
        let arguments = if command == "fix" { &["fix", "--write"][..] } else { &EDIT };
        let whole = {
            let whole = folder(&[("page.html", &*old)]);
            stdout_in(whole.path(), &[arguments, &["page.html"]].concat());
            fs::read(whole.path().join("page.html")).unwrap()
        };
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("limpid"))
            .args(arguments)
            .args(["--jobs", "8", "."])
            .current_dir(path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        let kill = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        if !kill.is_ok_and(|status| status.success()) {
            println!("skipped: signals cannot be sent, because `kill` fails");
            let _ = child.kill().and_then(|()| child.wait());
            return;
        }
        stdout.read_to_end(&mut Vec::new()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(130), 0), "{output:?}");
        let files = contents(path);
        assert!(files.keys().eq(&names.iter().cloned().collect::<BTreeSet<_>>()));
        assert!(files.values().all(|content| content == old.as_bytes() || *content == whole));
        assert!(files.values().any(|content| content == old.as_bytes()));
    }
}

#[test]
fn compressed_files_in_folders_are_not_changed() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, PAGE.as_bytes()).unwrap();
    let compressed = encoder.finish().unwrap();
    let site = folder(&[("a.html", PAGE.as_bytes()), ("b.html.gz", &compressed)]);
    let path = site.path();
    assert_eq!(edited(path, &["."]), ["a.html"]);
    assert_eq!(stdout_in(path, &["select", "p", "--count", "."]).lines().count(), 2);
    // A compressed file named on the command line can only be written elsewhere, decompressed.
    let outcome = run_in(path, &[&EDIT[..], &["b.html.gz"]].concat());
    assert!(outcome.code == Some(2) && outcome.stderr.contains("is compressed; decompress it first"), "{outcome:?}");
    stdout_in(path, &[&EDIT[..4], &["--output", "out/", "b.html.gz"]].concat());
    assert_eq!(fs::read_to_string(path.join("out/b.html")).unwrap(), "<p>xy");
}
