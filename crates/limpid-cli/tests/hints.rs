//! Hints and warnings: syntax of other tools, files in place of selectors, output with a different tree.

use crate::common::{folder, limpid, run_in, usage_error};

#[test]
fn selectors_of_other_tools() {
    for (selector, syntax, advice) in [
        ("a::text", "::text", "--text"),
        ("a::attr(href)", "::attr", "--attr NAME"),
        ("a@href", "@", "--attr NAME"),
        ("li:first", ":first", ":first-child"),
        ("li:last a", ":last", ":last-child"),
        ("li:eq(0)", ":eq", ":nth-child(n)"),
        ("li:gt(1)", ":gt", ":nth-child(n+3)"),
        ("tr:EVEN", ":even", ":nth-child(odd)"),
        ("tr:odd", ":odd", ":nth-child(even)"),
        (":header", ":header", ":is(h1"),
        ("p:visible", ":visible", "[hidden]"),
        ("form :checkbox", ":checkbox", "input[type=checkbox]"),
        ("p:containsOwn(x)", ":containsown", ":contains('text')"),
        ("p:-soup-contains('x')", ":-soup-contains", ":contains('text')"),
        ("p:matches(a.c)", ":matches", "re:test"),
        ("a[href!=x]", "!=", ":not([name=value])"),
        ("p::first-line", "::", "pseudo-elements"),
        ("//a/@href", "/", "limpid xpath"),
        (".//a", "/", "limpid xpath"),
        ("svg|path", "", "`*|`"),
    ] {
        for command in [&["select", selector, "-"][..], &["edit", selector, "--remove", "-"]] {
            let message = usage_error(command);
            let hint =
                if syntax.is_empty() { String::new() } else { format!("`{syntax}` is not supported in selectors; ") };
            let first = message.lines().next().unwrap();
            assert!(first.contains(&hint) && first.contains(advice), "{message}");
            assert!(!message.contains("SelectorOptions"), "{message}");
        }
    }
    // A slash in an attribute value does not suggest XPath.
    for selector in ["a[href=/tea]", "[src^=/]"] {
        assert!(
            usage_error(&["select", selector, "-"]).contains("an attribute value must be a name or a quoted string")
        );
    }
    assert!(usage_error(&["select", "li:nth-child(x)", "-"]).contains("a formula such as `2n+1`"));
    // Pseudo-classes of CSS and of the command are accepted.
    for selector in ["li:first-child", "p:contains('x')", "p:not(:empty)", "a:link", "p:nth-last-of-type(1)"] {
        assert_ne!(limpid(&["select", selector, "-"], b"<p>x").code, Some(2), "{selector}");
    }
}

#[test]
fn expressions_of_other_tools() {
    for (expression, advice) in [
        ("a.b#c", "`limpid select`"),
        ("a[href^=x]", "`limpid select`"),
        ("p:first-child", "`limpid select`"),
        ("//x:a", "--namespace PREFIX=URL"),
        ("$x", "--variable NAME=VALUE"),
        ("foo()", "there is no function `foo`; use a function of XPath 1.0"),
        ("re:test('a', '(')", ": the regular expression is not valid: unclosed group\n"),
    ] {
        let message = usage_error(&["xpath", expression, "-"]);
        assert!(
            message.contains(advice) && !message.contains("XPath::") && !message.contains("XPathOptions"),
            "{message}"
        );
    }
}

#[test]
fn a_file_in_place_of_a_selector() {
    let site = folder(&[("page.html", "<p>x")]);
    for arguments in [
        &["select", "page.html"][..],
        &["xpath", "page.html"],
        &["edit", "page.html", "--remove"],
        &["select", "page.html", "page.html"],
    ] {
        let outcome = run_in(site.path(), arguments);
        let first = outcome.stderr.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("warning: <") && first.contains("\"page.html\" is also the name of a file"),
            "{outcome:?}"
        );
        let is_empty = outcome.stderr.contains("note: <FILE> is missing, and standard input is empty");
        assert_eq!(
            is_empty,
            arguments.len() < 4 && arguments.last() != Some(&"page.html") || arguments.len() == 2,
            "{outcome:?}"
        );
    }
    // No note if `-` is given, or if standard input is not empty.
    assert_eq!(limpid(&["text", "-"], b"").stderr, "");
    assert_eq!(limpid(&["text"], b"x").stderr, "");
    assert!(limpid(&["tree"], b"").stderr.starts_with("note: <FILE> is missing, and standard input is empty"));
}

#[test]
fn matches_in_templates_are_mentioned() {
    let template = b"<template><p>x</p></template>";
    let shadow = b"<div><template shadowrootmode=open><p>x</p></template></div>";
    let note =
        "note: there are matches inside of <template> elements or shadow roots, which this command does not search\n";
    for (arguments, page, stderr) in [
        (&["select", "p", "-"][..], &template[..], note),
        (&["select", "p", "-"], shadow, note),
        (&["select", "p", "--count", "-"], template, note),
        (&["select", "b", "-"], template, ""),
        (&["select", "template", "-"], template, ""),
        (&["xpath", "//p", "-"], template, note),
        (&["xpath", "//p/text()", "-"], shadow, note),
        (&["xpath", "//b", "-"], template, ""),
        (&["xpath", "count(//p)", "-"], template, ""),
    ] {
        assert_eq!(limpid(arguments, page).stderr, stderr, "{arguments:?}");
    }
    let site = folder(&[("a.html", &template[..]), ("b.html", b"<p>y")]);
    assert_eq!(run_in(site.path(), &["select", "p", "."]).stderr, "");
}

#[test]
fn trees_that_no_markup_produces() {
    let warning = "warning: <stdin>: no HTML produces this tree; parsing the output again produces a different tree\n";
    for (page, stderr) in [
        ("<form><div></form><form>x", warning),
        ("<a>1<table><tr><a>2", warning),
        ("<p><table><tr><td>x</p>", ""),
        ("<!DOCTYPE html><pre>\n\n x</pre><b><p>y</b>", ""),
        ("<template><tr></template><svg><title><p></svg>", ""),
        ("", ""),
    ] {
        for option in [&[][..], &["--pretty"], &["--minify"], &["--check"]] {
            let outcome = limpid(&[&["html", "-"], option].concat(), page.as_bytes());
            assert_eq!(outcome.stderr, stderr, "{page} {option:?}");
            assert_eq!(outcome.code, Some(i32::from(option == ["--check"])), "{page} {option:?}");
        }
    }
    assert_eq!(limpid(&["html", "-", "--inner-html"], b"<form><div></form><form>x").stderr, "");
}
