//! Exit codes, for all commands.

use crate::common::{EXAMPLE, limpid, run_in, usage_error};

const CLEAN: &str = "<!DOCTYPE html><title>T</title><p>One</p>";
const WRONG: &str = "<p id=a id=b>One";

#[test]
fn findings_decide_between_0_and_1() {
    for (arguments, page, code) in [
        (&["errors"][..], CLEAN, 0),
        (&["errors"], WRONG, 1),
        (&["errors", "--exit-zero"], WRONG, 0),
        (&["errors", "--summary"], WRONG, 1),
        (&["errors", "--summary"], CLEAN, 0),
        (&["errors", "--format", "json"], WRONG, 1),
        (&["errors", "--format", "sarif"], WRONG, 1),
        (&["errors", "--format", "sarif", "--exit-zero"], WRONG, 0),
        (&["select", "p"], CLEAN, 0),
        (&["select", "h1"], CLEAN, 1),
        (&["select", "h1", "--exit-zero"], CLEAN, 0),
        (&["select", "p", "--forbid"], CLEAN, 1),
        (&["select", "h1", "--forbid"], CLEAN, 0),
        (&["select", "p", "--forbid", "--exit-zero"], CLEAN, 0),
        (&["select", "h1", "--count"], CLEAN, 1),
        (&["select", "p", "--count", "--format", "json"], CLEAN, 0),
        // Elements without the attribute do not count as matches.
        (&["select", "p", "--attr", "id"], CLEAN, 1),
        (&["xpath", "//p"], CLEAN, 0),
        (&["xpath", "//h1"], CLEAN, 1),
        (&["xpath", "//p", "--forbid"], CLEAN, 1),
        (&["xpath", "//h1", "--forbid"], CLEAN, 0),
        (&["xpath", "//h1", "--exit-zero"], CLEAN, 0),
        (&["xpath", "count(//p)"], CLEAN, 0),
        (&["xpath", "count(//h1)"], CLEAN, 1),
        (&["xpath", "boolean(//h1)", "--forbid"], CLEAN, 0),
        (&["xpath", "string(//h1)"], CLEAN, 1),
        (&["diff", EXAMPLE, "-"], WRONG, 1),
        (&["diff", "--format", "json", EXAMPLE, "-"], WRONG, 1),
        (&["diff", "--exit-zero", EXAMPLE, "-"], WRONG, 0),
        (&["sanitize"], WRONG, 0),
        (&["sanitize", "--forbid"], "<p onclick=x>", 1),
        (&["sanitize", "--forbid"], "<p>", 0),
        (&["sanitize", "--forbid", "--exit-zero"], "<p onclick=x>", 0),
        (&["tree"], WRONG, 0),
        (&["text"], "", 0),
        (&["tables"], CLEAN, 1),
        (&["tables", "--exit-zero"], CLEAN, 0),
        (&["links"], CLEAN, 0),
        (&["tokens"], WRONG, 0),
        (&["encoding"], WRONG, 0),
        (&["stats"], WRONG, 0),
        (&["report"], WRONG, 0),
    ] {
        let outcome = limpid(&[arguments, if arguments[0] == "diff" { &[] } else { &["-"] }].concat(), page.as_bytes());
        assert_eq!((outcome.code, &*outcome.stderr), (Some(code), ""), "{arguments:?}");
    }
}

#[test]
fn failures_are_2_and_take_precedence() {
    for arguments in [
        &["errors", EXAMPLE, "no such.html"][..],
        &["errors", "--exit-zero", EXAMPLE, "no such.html"],
        &["select", "h7", EXAMPLE, "no such.html"],
        &["select", "p", "--forbid", EXAMPLE, "no such.html"],
        &["text", EXAMPLE, "no such.html"],
        &["diff", EXAMPLE, "no such.html"],
        &["sanitize", "--forbid", "no such.html"],
    ] {
        assert_eq!(limpid(arguments, b"").code, Some(2), "{arguments:?}");
    }
    for option in ["--strict", "--expect"] {
        for command in [&["errors"][..], &["select", "p"], &["xpath", "p"], &["sanitize"], &["diff", EXAMPLE, EXAMPLE]]
        {
            assert!(usage_error(&[command, &[option]].concat()).contains("unknown option"));
        }
    }
}

#[test]
fn a_finding_in_one_of_several_pages_is_enough() {
    let site = crate::common::folder(&[("a.html", CLEAN), ("b.html", WRONG)]);
    for (arguments, code) in [
        (&["errors", "."][..], 1),
        (&["errors", "a.html"], 0),
        (&["select", "[id]", "."], 0),
        (&["select", "[id]", "--forbid", "."], 1),
        (&["select", "h1", "."], 1),
    ] {
        assert_eq!(run_in(site.path(), arguments).code, Some(code), "{arguments:?}");
    }
}
