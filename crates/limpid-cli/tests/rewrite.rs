//! The shared options of `edit`, `fix`, `html`, `xml` and `sanitize`, which print, compare or write a page.

use crate::common::{folder, limpid, run_in, stdout_in, usage_error};
use std::fs;
use std::path::Path;

const PAGE: &str = "<p onclick=x>One</b>";

/// The commands, each with a page that it changes, and the result.
const COMMANDS: [(&[&str], &str, &str); 5] = [
    (&["edit", "p", "--set", "id=a"], PAGE, "<p onclick=x id=a>One</b>"),
    (&["fix"], PAGE, "<p onclick=x>One"),
    (&["html"], PAGE, "<html><head></head><body><p onclick=\"x\">One</p></body></html>"),
    (&["xml"], "<p a=b>One", "<p a=\"b\">One</p>"),
    (&["sanitize"], PAGE, "<p>One</p>"),
];

/// Returns the content of a file, or `""` if it cannot be read.
fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_default()
}

/// Returns a file name with an extension that the command reads in folders.
fn name(command: &[&str], name: &str) -> String {
    format!("{name}.{}", if command == ["xml"] { "xml" } else { "html" })
}

#[test]
fn one_page_is_printed() {
    for (command, page, changed) in COMMANDS {
        let file = name(command, "a");
        let site = folder(&[(&*file, page)]);
        for arguments in [&[&*file][..], &[&file, "--output", "-"]] {
            assert_eq!(stdout_in(site.path(), &[command, arguments].concat()), changed, "{command:?}");
        }
        let outcome = limpid(command, page.as_bytes());
        assert_eq!((outcome.code, &*outcome.stdout), (Some(0), changed.as_bytes()), "{command:?}");
        assert_eq!(read(site.path(), &file), page);
    }
}

#[test]
fn several_pages_need_an_option() {
    for (command, page, _) in COMMANDS {
        let (a, b) = (name(command, "a"), name(command, "b"));
        let site = folder(&[(&*a, page), (&*b, page)]);
        for files in [&[&*a, &*b][..], &["."], &["*"]] {
            let outcome = run_in(site.path(), &[command, files].concat());
            assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{command:?}: {outcome:?}");
            for option in ["--write", "--diff", "--check", "--output"] {
                assert!(outcome.stderr.contains(option), "{command:?}: {outcome:?}");
            }
        }
        assert_eq!(stdout_in(site.path(), &[command, &["--format", "ndjson", "."]].concat()).lines().count(), 2);
        assert_eq!((read(site.path(), &a), read(site.path(), &b)), (page.to_owned(), page.to_owned()));
    }
}

#[test]
fn diff_and_check_change_nothing() {
    for (command, page, changed) in COMMANDS {
        let (a, b) = (name(command, "a"), name(command, "b"));
        let site = folder(&[(&*a, page), (&*b, changed)]);
        let path = site.path();
        let run = |options: &[&str]| {
            let outcome = run_in(path, &[command, options, &[&a, &b]].concat());
            (outcome.code, String::from_utf8(outcome.stdout).unwrap())
        };
        let end = "\n\\ No newline at end of file\n";
        let diff = format!("--- {a}\n+++ {a}\n@@ -1 +1 @@\n-{page}{end}+{changed}{end}");
        // Running `edit` again changes the page again.
        let b_diff = if command[0] == "edit" {
            ""
        } else {
            &*run_in(path, &[command, &["--diff", &b]].concat()).stdout.escape_ascii().to_string()
        };
        assert_eq!(b_diff, "", "{command:?}");
        assert_eq!(run(&["--diff"]), (Some(0), diff.clone()), "{command:?}");
        assert_eq!(run(&["--check"]), (Some(1), format!("{a}\n")), "{command:?}");
        assert_eq!(run(&["--check", "--diff"]), (Some(1), diff), "{command:?}");
        assert_eq!(run(&["--check", "--exit-zero"]), (Some(0), format!("{a}\n")), "{command:?}");
        assert_eq!(run_in(path, &[command, &["--check", &b]].concat()).code, Some(0), "{command:?}");
        assert_eq!((read(path, &a), read(path, &b)), (page.to_owned(), changed.to_owned()));
        let outcome = limpid(&[command, &["--check"]].concat(), page.as_bytes());
        assert_eq!((outcome.code, &*outcome.stdout), (Some(1), &b"<stdin>\n"[..]), "{command:?}");
    }
}

#[test]
fn write_changes_files() {
    for (command, page, changed) in COMMANDS {
        let (a, b) = (name(command, "a"), name(command, "b/c"));
        let site = folder(&[(&*a, page), (&*b, page), ("d.txt", page)]);
        let path = site.path();
        let written = stdout_in(path, &[command, &["--write", "."]].concat()).replace('\\', "/");
        assert_eq!(written, format!("./{a}\n./{b}\n"), "{command:?}");
        assert_eq!((read(path, &a), read(path, &b)), (changed.to_owned(), changed.to_owned()), "{command:?}");
        assert_eq!(read(path, "d.txt"), page);
        assert_eq!(stdout_in(path, &[command, &["--write", "."]].concat()), "", "{command:?}");
        for (arguments, words) in [
            (&["--write"][..], "standard input"),
            (&["--write", "-", "a"], "standard input"),
            (&["--write", "--output", "x", "a"], "--output"),
            (&["--write", "--check", "a"], "--check"),
            (&["--write", "--diff", "a"], "--diff"),
            (&["--output", "x", "--check", "a"], "--check"),
        ] {
            assert!(usage_error(&[command, arguments].concat()).contains(words), "{command:?} {arguments:?}");
        }
    }
}

#[test]
fn output_writes_elsewhere() {
    for (command, page, changed) in COMMANDS {
        let (a, b) = (name(command, "a"), name(command, "b/c"));
        let site = folder(&[(&*format!("site/{a}"), page), (&*format!("site/{b}"), page)]);
        let path = site.path();
        let run = |arguments: &[&str]| run_in(path, &[command, arguments].concat());
        let (in_site, pattern) = (format!("site/{a}"), format!("site/**/{}", name(command, "*")));
        // The arguments, and the files that are written.
        for (arguments, files) in [
            (&["-o", "one", &in_site][..], &["one"][..]),
            (&["-o", "new/one", &in_site], &["new/one"]),
            (&["-o", "slash/", &in_site], &[&*format!("slash/{a}")]),
            (&["-o", "folder", "site"], &[&*format!("folder/{a}"), &format!("folder/{b}")]),
            (&["-o", "folder", &in_site], &[&*format!("folder/{a}")]),
            (&["-o", "pattern", &pattern], &[&*format!("pattern/{a}"), &format!("pattern/{b}")]),
            (&["-o", "site/inside", "site"], &[&*format!("site/inside/{a}"), &format!("site/inside/{b}")]),
        ] {
            let outcome = run(arguments);
            assert_eq!((outcome.code, outcome.stdout.len()), (Some(0), 0), "{command:?} {arguments:?}: {outcome:?}");
            for file in files {
                assert_eq!(read(path, file), changed, "{command:?} {arguments:?} {file}");
            }
        }
        fs::remove_dir_all(path.join("site/inside")).unwrap();
        fs::create_dir(path.join("other")).unwrap();
        fs::write(path.join("other").join(&a), page).unwrap();
        let other = format!("other/{a}");
        // No page is overwritten, and no file is written twice.
        for arguments in [
            &["-o", "site", "site"][..],
            &["-o", &in_site, &in_site],
            &["-o", "new", &in_site, &other],
            &["-o", "other", &in_site, &other],
            &["-o", "one", "site"],
            &["-o", "folder"],
        ] {
            let outcome = run(arguments);
            assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{command:?} {arguments:?}: {outcome:?}");
            assert!(outcome.stderr.starts_with("error: --output <FILE|DIR>: "), "{outcome:?}");
        }
        for file in [&in_site, &other, &format!("site/{b}")] {
            assert_eq!(read(path, file), page, "{command:?}");
        }
        assert!(!path.join("new").join(&a).exists());
    }
}

#[cfg(unix)]
#[test]
fn links_in_an_output_folder_are_replaced() {
    use std::os::unix::fs::symlink;
    let site = folder(&[("site/a.html", PAGE), ("other.html", "x"), ("out/b.html", "y")]);
    let path = site.path();
    symlink("../other.html", path.join("out/a.html")).unwrap();
    stdout_in(path, &["fix", "-o", "out", "site"]);
    assert_eq!((read(path, "out/a.html"), read(path, "other.html")), ("<p onclick=x>One".to_owned(), "x".to_owned()));
    // A link named by `--output` is followed.
    symlink("other.html", path.join("link.html")).unwrap();
    stdout_in(path, &["fix", "-o", "link.html", "site/a.html"]);
    assert_eq!(read(path, "other.html"), "<p onclick=x>One");
    // A link to an input file is refused.
    symlink("site/a.html", path.join("page.html")).unwrap();
    assert_eq!(run_in(path, &["fix", "-o", "page.html", "site/a.html"]).code, Some(2));
    assert_eq!(read(path, "site/a.html"), PAGE);
}

#[test]
fn files_keep_their_encoding() {
    let page = b"<meta charset=shift_jis><p>\x82\xa0&eacute;";
    for (command, expected) in [
        (
            &["html"][..],
            &b"<html><head><meta charset=\"shift_jis\"></head><body><p>\x82\xa0&#233;</p></body></html>"[..],
        ),
        (&["edit", "p", "--set-text", "\u{e9}\u{3042}"], b"<meta charset=shift_jis><p>&#233;\x82\xa0"),
    ] {
        let site = folder(&[("a.html", page)]);
        stdout_in(site.path(), &[command, &["--write", "a.html"]].concat());
        assert_eq!(fs::read(site.path().join("a.html")).unwrap(), expected);
    }
    // Without its declaration, the page would be decoded differently.
    let site = folder(&[("a.html", page)]);
    let outcome = run_in(site.path(), &["sanitize", "--write", "a.html"]);
    assert!(outcome.code == Some(2) && outcome.stderr.contains("would be read as"), "{outcome:?}");
    assert_eq!(fs::read(site.path().join("a.html")).unwrap(), page);
    assert_eq!(stdout_in(site.path(), &["sanitize", "a.html"]), "<p>\u{3042}\u{e9}</p>");
}

#[test]
fn a_page_truncated_by_a_limit_is_not_written() {
    let deep = "<div>".repeat(600);
    let site = folder(&[("a.html", &deep)]);
    for command in ["html", "sanitize"] {
        let outcome = run_in(site.path(), &[command, "--write", "a.html"]);
        assert!(outcome.code == Some(2) && outcome.stderr.contains("use --no-limits"), "{outcome:?}");
        assert_eq!(read(site.path(), "a.html"), deep);
    }
}

/// The rules that tests/folders.rs tests with `edit` hold for all commands.
#[test]
fn all_commands_select_files_in_folders_by_the_same_rules() {
    for (command, page, changed) in COMMANDS {
        let [a, hidden, ignored, other] =
            ["site/a", "site/.b/c", "site/build/d", "other/e"].map(|it| name(command, it));
        let site = || {
            let site =
                folder(&[(&*a, page), (&*hidden, page), (&*ignored, page), (&*other, page), ("site/.ignore", "build")]);
            #[cfg(unix)]
            std::os::unix::fs::symlink(site.path().join(&other), site.path().join(name(command, "site/link"))).unwrap();
            site
        };
        for (arguments, written) in [
            (&["site"][..], &[&a][..]),
            (&["--hidden", "site"], &[&hidden, &a]),
            (&["--no-ignore", "site"], &[&a, &ignored]),
            (&["site/build"], &[&ignored]),
            (&[&*hidden, &*other], &[&hidden, &other]),
        ] {
            let site = site();
            for option in ["--diff", "--check", "--write"] {
                let outcome = run_in(site.path(), &[command, &[option], arguments].concat());
                assert_eq!(
                    outcome.code,
                    Some(i32::from(option == "--check")),
                    "{command:?} {arguments:?}: {outcome:?}"
                );
                let output = String::from_utf8(outcome.stdout).unwrap();
                let start = if option == "--diff" { "+++ " } else { "" };
                let names = output.lines().filter_map(|line| line.strip_prefix(start));
                let names: Vec<String> = names.map(|line| line.replace('\\', "/")).collect();
                let expected: Vec<&str> = written.iter().map(|file| &***file).collect();
                assert_eq!(names, expected, "{command:?} {option} {arguments:?}");
            }
            for file in [&a, &hidden, &ignored, &other] {
                let expected = if written.contains(&file) { changed } else { page };
                assert_eq!(read(site.path(), file), expected, "{command:?} {arguments:?} {file}");
            }
        }
        let site = folder(&[(&*hidden, page)]);
        let outcome = run_in(site.path(), &[command, &["--write", "site"]].concat());
        assert!(
            outcome.code == Some(2) && outcome.stderr.contains("contains only pages that are hidden"),
            "{outcome:?}"
        );
    }
}
