//! `-h` and `--help` of all commands.

use crate::common::{EXAMPLE, limpid, stdout, usage_error};

const COMMANDS: [&str; 20] = [
    "tree",
    "html",
    "xml",
    "text",
    "content",
    "tokens",
    "errors",
    "select",
    "xpath",
    "tables",
    "links",
    "encoding",
    "diff",
    "report",
    "sanitize",
    "edit",
    "fix",
    "stats",
    "completions",
    "man",
];

/// Returns the options that a help text lists.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().filter_map(|line| line.trim_start().strip_prefix("-o, ").or(Some(line.trim_start())));
    let names =
        lines.filter(|line| line.starts_with("--")).map(|line| line.split([' ', '[', '=']).next().unwrap_or(line));
    names.collect()
}

#[test]
fn the_short_help_fits_on_a_screen() {
    for command in COMMANDS.map(|command| vec![command]).into_iter().chain([vec![]]) {
        let help = stdout(&[&command[..], &["-h"]].concat(), "");
        assert!(help.lines().count() <= 40, "{command:?}: {} lines", help.lines().count());
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{command:?}: {line}");
        }
    }
}

#[test]
fn the_long_help_is_complete() {
    let all = stdout(&["--help"], "");
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{all}");
        let (short, long) = (stdout(&[command, "-h"], ""), stdout(&[command, "--help"], ""));
        let listed = options(&long);
        assert!(options(&short).iter().all(|option| listed.contains(option)), "{command}: {listed:?}");
        for option in ["--color", "--no-progress", "--jobs"] {
            assert!(listed.contains(&option), "{command}: {listed:?}");
        }
        assert!(long.contains("Examples:\n  ") && long.contains(&format!("limpid {command} ")), "{long}");
        assert!(long.contains("Exit codes:\n  0 "), "{long}");
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{long}");
    }
    assert_eq!(stdout(&["help", "--help"], ""), all);
    assert_eq!(stdout(&["help", "tree", "-h"], ""), stdout(&["help", "tree"], ""));
    assert_eq!(stdout(&["--version"], ""), format!("limpid {}\n", env!("CARGO_PKG_VERSION")));
}

/// A command refuses an option that its help does not list.
#[test]
fn unlisted_options_are_refused() {
    let value = |option: &str| match option {
        "--base" => &["https://example.org/"][..],
        "--fragment" => &["td"],
        "--scripting" => &["off"],
        "--encoding" => &["utf-8"],
        "--extension" | "--attr" | "--output" => &["x"],
        "--field" => &["x=y"],
        "--context" => &["1"],
        _ => &[],
    };
    let known = [
        "--xml",
        "--fragment",
        "--scripting",
        "--encoding",
        "--detect",
        "--no-detect",
        "--no-limits",
        "--extension",
        "--hidden",
        "--no-ignore",
        "--write",
        "--diff",
        "--check",
        "--output",
        "--context",
        "--exit-zero",
        "--forbid",
        "--base",
        "--attr",
        "--text",
        "--count",
        "--position",
        "--field",
        "--summary",
        "--removals",
    ];
    for command in COMMANDS {
        let help = stdout(&[command, "--help"], "");
        let listed = options(&help);
        for option in known.into_iter().filter(|option| !listed.contains(option)) {
            let message = usage_error(&[&[command, option], value(option)].concat());
            assert!(message.contains("unknown option"), "{command} {option}: {message}");
        }
    }
}

#[test]
fn global_options_can_precede_the_command() {
    let tree = stdout(&["tree", EXAMPLE], "");
    for options in [&["--color", "never"][..], &["--jobs", "2"], &["--no-progress"]] {
        assert_eq!(stdout(&[options, &["tree", EXAMPLE]].concat(), ""), tree);
        assert_eq!(stdout(&[&["tree"], options, &[EXAMPLE]].concat(), ""), tree);
    }
    assert!(stdout(&["--color", "always", "tree", EXAMPLE], "").contains('\x1b'));
    assert_eq!(limpid(&["--jobs", "0", "tree", EXAMPLE], b"").code, Some(2));
}
