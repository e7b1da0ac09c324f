//! `limpid edit`.

use crate::common::{folder, limpid, page_json, run_in, stdout, stdout_bytes, stdout_in};
use serde_json::json;
use std::fs;

const PAGE: &str = "<!doctype html>\r\n<TITLE>T</TITLE>\n<p  CLASS='a b'>Caf&eacute; <IMG src=x.png ><img loading=eager>\n<center><b>One</b></center>\n";

/// Returns the edited content of a body.
#[track_caller]
fn edited(arguments: &[&str], body: &str) -> String {
    stdout(&[&["edit"], arguments].concat(), format!("<!DOCTYPE html><title>T</title><body>{body}"))
        .split_off("<!DOCTYPE html><title>T</title><body>".len())
}

#[test]
fn every_operation() {
    for (arguments, before, after) in [
        (
            &["img:not([loading])", "--set", "loading=lazy"][..],
            "<IMG src=a><img loading=eager>",
            "<IMG src=a loading=lazy><img loading=eager>",
        ),
        (&["input", "--set", "value=a \"b\" & c=d"], "<input value='x' >", "<input value='a \"b\" &amp; c=d' >"),
        (&["input", "--set", "disabled"], "<input>", "<input disabled=\"\">"),
        (&["p", "--remove-attribute", "style"], "<p id=a  style='x' >b", "<p id=a >b"),
        (&["p", "--add-class", "c", "--remove-class", "a"], "<p class='a b'>x", "<p class='b c'>x"),
        (&["p", "--remove-class", "a"], "<p class=a>x<p class=b>y", "<p>x<p class=b>y"),
        (&["b", "--rename", "strong"], "<B a=1>x</B  > <b>y</b>", "<strong a=1>x</strong  > <strong>y</strong>"),
        (&["p", "--set-text", "1 < 2 & 3"], "<p>x<b>y</b></p>z", "<p>1 &lt; 2 &amp; 3</p>z"),
        (&["p", "--set-html", "<i>z</i>"], "<p>x<b>y</b></p>", "<p><i>z</i></p>"),
        (
            &["ul", "--prepend", "<li>0", "--append", "<li>2"],
            "<ul><li>1</li></ul>",
            "<ul><li>0</li><li>1</li><li>2</li></ul>",
        ),
        (&["hr", "--before", "<p>a</p>", "--after", "<p>b</p>"], "<hr>", "<p>a</p><hr><p>b</p>"),
        (&["a", "--wrap", "b"], "<a href=x>y</a>", "<b><a href=x>y</a></b>"),
        (&["font", "--unwrap"], "<font a><font>x</font> y</font>", "x y"),
        (&["iframe", "--replace", "<p>gone</p>"], "a<iframe src=x></iframe>b", "a<p>gone</p>b"),
        (&["div", "--remove"], "a<div>b<div>c</div></div>d", "ad"),
        (&["template", "--append", "<b>y</b>"], "<template>x</template>", "<template>x<b>y</b></template>"),
    ] {
        assert_eq!(edited(arguments, before), after, "{arguments:?}");
    }
}

#[test]
fn templates_and_shadow_roots() {
    let page = "<p>a</p><template><p>b<template><p>c</p></template></p></template>\
                <div><template shadowrootmode=open><p>d</p></template><p>e</p></div>";
    assert_eq!(edited(&["p", "--add-class", "x"], page), page.replace("<p>", "<p class=\"x\">"));
    let removed = page.replace("<p>d</p>", "").replace("<p>e</p>", "").replace("<p>a</p>", "");
    assert_eq!(edited(&["p", "--remove"], page), removed.replace("<p>b<template><p>c</p></template></p>", ""));
    // Table rows, which cannot be parsed in the context of a body.
    let rows = "<template><tr><td>a</td></tr></template>";
    let two = "<template><tr><td>a</td></tr><tr><td>b</td></tr></template>";
    assert_eq!(edited(&["tr", "--after", "<tr><td>b"], rows), two);
    assert_eq!(edited(&["template", "--append", "<tr><td>b"], rows), two);
    assert_eq!(edited(&["tr", "--replace", "<td>c"], rows), "<template><td>c</td></template>");
}

#[test]
fn inserted_elements_get_their_own_lines_if_the_siblings_have() {
    let page = "<ul>\r\n  <li>a</li>\r\n  <li>b</li>\r\n</ul><p>c <b>d</b></p>";
    let line = "  <li>x</li>\r\n";
    for (arguments, at) in [
        (["ul", "--append", "<li>x"], page.find("</ul>")),
        (["ul", "--prepend", "<li>x"], page.find("  <li>a")),
        (["li:first-child", "--after", "<li>x"], page.find("  <li>b")),
        (["li:last-child", "--before", "<li>x"], page.find("  <li>b")),
    ] {
        let mut expected = page.to_owned();
        expected.insert_str(at.unwrap(), line);
        assert_eq!(edited(&arguments, page), expected, "{arguments:?}");
    }
    let twice = page.replace("\r\n</ul>", "\r\n  <li>x</li>\r\n  <li>y</li>\r\n</ul>");
    assert_eq!(edited(&["ul", "--append", "<li>x<li>y"], page), twice);
    let unindented = page.replace("\r\n</ul>", "\r\n<li>x</li></ul>");
    assert_eq!(edited(&["ul", "--append", "<li>x", "--no-indent"], page), unindented);
    assert_eq!(edited(&["p", "--append", "<i>x</i>"], page), page.replace("</p>", "<i>x</i></p>"));
}

#[test]
fn operations_run_in_order() {
    let body = "<font color=red>a</font><img>";
    let steps = ["font", "--rename", "span", "--remove-attribute=color", "--select", "span", "--add-class", "red"];
    assert_eq!(edited(&steps, body), "<span class=red>a</span><img>");
    let both = ["--select", "img", "--set", "alt", "--select", "font", "--unwrap"];
    assert_eq!(edited(&both, body), "a<img alt=\"\">");

    let script = "# Two comments\nfont --unwrap   # and a word\nimg\n  --set 'alt=An \"image\"'\n  --add-class=x\n'#b' --remove\n";
    let files = folder(&[
        ("mods.txt", script),
        ("page.html", "<font>a</font><img><p id=b>c"),
        ("bad.txt", "p --no-such"),
        ("windows.txt", &format!("\u{feff}{}", script.replace('\n', "\r\n"))),
    ]);
    let diffs =
        ["mods.txt", "windows.txt"].map(|it| stdout_in(files.path(), &["edit", "--script", it, "--diff", "page.html"]));
    assert!(!diffs[0].is_empty() && diffs[0] == diffs[1], "{diffs:?}");
    stdout_in(files.path(), &["edit", "--script", "mods.txt", "--write", "page.html"]);
    let page = fs::read_to_string(files.path().join("page.html")).unwrap();
    assert_eq!(page, "a<img alt='An \"image\"' class=\"x\">");
    stdout_in(files.path(), &["edit", "--script", "mods.txt", "--select", "img", "--remove", "--write", "page.html"]);
    assert_eq!(fs::read_to_string(files.path().join("page.html")).unwrap(), "a");
    let outcome = run_in(files.path(), &["edit", "--script", "bad.txt", "page.html"]);
    assert!(outcome.code == Some(2) && outcome.stderr.contains("--no-such"), "{outcome:?}");
}

#[test]
fn errors_in_scripts_are_reported_with_file_and_line() {
    for (script, words) in [
        ("# Comment\nimg --remove\n\np\n  --no-such\n", "\"x.txt\":5: \"--no-such\" is not an operation"),
        ("img --set-text 'two\nlines'\np\n  --unwrap=x # so\n", "\"x.txt\":4: --unwrap takes no value"),
        ("p --set", "\"x.txt\":1: --set needs a value"),
        ("p\r\n--remove\r\nimg[\r\n--remove", "\"x.txt\":3: \"img[\": a name or value is missing"),
        ("--remove\n", "\"x.txt\":1: --remove needs a selector before it"),
        ("p --remove\n\n  --set a=b", "\"x.txt\":3: --set cannot follow --remove"),
        ("p --set a=b\n# c\np --set 'a b=c'", "\"x.txt\":3: --set: \"a b=c\": the name is not valid"),
        ("p --set a=b\nimg\nb --unwrap", "\"x.txt\":2: \"img\" is a selector and needs an operation"),
        ("p --set a=b\n\nimg", "\"x.txt\":3: \"img\" is a selector and needs an operation"),
        ("p --set a=b\n# it's\nimg --set-text 'a\nb", "\"x.txt\":3: a quote is not closed"),
        ("# nothing\n", "\"x.txt\" contains no selector and no operation"),
        ("", "\"x.txt\" contains no selector and no operation"),
    ] {
        let files = folder(&[("x.txt", script), ("page.html", "<p>")]);
        let outcome = run_in(files.path(), &["edit", "--script", "x.txt", "page.html"]);
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{script:?}: {outcome:?}");
        assert!(outcome.stderr.starts_with(&format!("error: --script <FILE>: {words}")), "{script:?}: {outcome:?}");
    }
}

#[test]
fn bytes_outside_of_edits_stay() {
    let page = stdout(&["edit", "img:not([loading])", "--set", "loading=lazy"], PAGE);
    assert_eq!(page, PAGE.replace("<IMG src=x.png >", "<IMG src=x.png loading=lazy >"));
    let page = stdout(&["edit", "center", "--unwrap"], PAGE);
    // The removed start tag closed the paragraph, which now needs an end tag.
    assert_eq!(page, PAGE.replace("<center>", "</p>").replace("</center>", ""));
    assert_eq!(stdout(&["edit", "video", "--remove"], PAGE), PAGE);

    let bytes = b"<meta charset=shift_jis><p title=\x82\xa0>\x82\xa2<b>\x83\x5c</b>\x80";
    let expected = b"<meta charset=shift_jis><p title=\x82\xa0>\x82\xa2<b class=x>\x83\x5c</b>\x80";
    assert_eq!(stdout_bytes(&["edit", "b", "--add-class", "x"], bytes), expected);
    // Characters that the encoding lacks become references.
    let bytes = b"<meta charset=windows-1252><p>\xe9</p>";
    let expected = b"<meta charset=windows-1252><p>\xe9<b>\x80 &#12354;</b></p>";
    assert_eq!(stdout_bytes(&["edit", "p", "--append", "<b>€ あ</b>"], bytes), expected);
    assert_eq!(limpid(&["edit", "p", "--append", "<style>あ</style>"], bytes).code, Some(2));
    // An edit must not change the encoding of the page.
    let outcome = limpid(&["edit", "meta", "--set", "charset=utf-8"], bytes);
    assert!(outcome.code == Some(2) && outcome.stderr.contains("UTF-8"), "{outcome:?}");
}

/// The parser puts white space after `</body>` at the end of the body.
#[test]
fn content_after_the_body_end_tag() {
    let page = "<body><p>a</p>\n<script>x</script>\n</body>\n</html>\n";
    assert_eq!(stdout(&["edit", "script", "--remove"], page), page.replace("<script>x</script>", ""));
    let appended = page.replace("\n</body>", "\n<i>b</i>\n</body>");
    assert_eq!(stdout(&["edit", "body", "--append", "<i>b</i>"], page), appended);
    assert_eq!(stdout(&["edit", "body", "--append", "<i>b</i>"], "<p>a</p></body>\n"), "<p>a</p><i>b</i></body>\n");
    // Comments there are not in the body, and stay as well.
    let page = "<p>a</p>\n<i>x</i>\n</body> <!-- b -->\n</html>\n<!-- c > -->\n";
    assert_eq!(stdout(&["edit", "i", "--remove"], page), page.replace("<i>x</i>", ""));
    // So does content after `</body>`.
    let page = "<body><p>a</p></body>\n<p>b</p></html>";
    assert_eq!(stdout(&["edit", "p", "--set", "id=x"], page), page.replace("<p>", "<p id=\"x\">"));
    let outcome = limpid(&["edit", "body", "--append", "<plaintext>"], b"<p>a</p></body>\n");
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{outcome:?}");
}

#[test]
fn files() {
    let pages = folder(&[("a/one.html", PAGE), ("two.html", "<p>none"), ("three.txt", PAGE)]);
    let path = pages.path();
    let arguments = ["edit", "img", "--set", "alt="];
    let dry = |option: &str| run_in(path, &[&arguments[..], &[option, "."]].concat());
    let outcome = dry("--check");
    assert_eq!(outcome.code, Some(1));
    assert_eq!(String::from_utf8(outcome.stdout).unwrap().replace('\\', "/"), "./a/one.html\n");
    assert_eq!(fs::read_to_string(path.join("a/one.html")).unwrap(), PAGE);
    let diff = String::from_utf8(dry("--diff").stdout).unwrap();
    assert!(diff.contains("-<p  CLASS='a b'>") && diff.contains("+<p  CLASS='a b'>"), "{diff}");
    let before = fs::metadata(path.join("two.html")).unwrap().modified().unwrap();
    assert_eq!(stdout_in(path, &[&arguments[..], &["--write", "."]].concat()).lines().count(), 1);
    assert_eq!(fs::metadata(path.join("two.html")).unwrap().modified().unwrap(), before);
    assert_eq!(dry("--check").code, Some(0));
    assert_eq!(fs::read_to_string(path.join("three.txt")).unwrap(), PAGE);
}

#[test]
fn a_file_that_is_named_twice_is_edited_once() {
    let pages = folder(&[("a/one.html", "<p>x"), ("a/two.html", "<p>y")]);
    let path = pages.path();
    #[cfg(unix)]
    std::os::unix::fs::symlink("one.html", path.join("a/three.html")).unwrap();
    for files in [
        &["a/one.html", "a/one.html", "a/two.html"][..],
        &["a/one.html", "a/../a/one.html", "a/", "a/*.html"],
        &["a", "./a"],
    ] {
        let edit = [&["edit", "p", "--append", "z", "--jobs", "4"], files].concat();
        let diff = stdout_in(path, &[&edit[..], &["--diff"]].concat());
        assert_eq!(diff.matches("@@ ").count(), 2, "{diff}");
        assert_eq!(stdout_in(path, &[&edit[..], &["--write"]].concat()).lines().count(), 2, "{files:?}");
        for (file, content) in [("a/one.html", "<p>xz"), ("a/two.html", "<p>yz")] {
            assert_eq!(fs::read_to_string(path.join(file)).unwrap(), content, "{files:?}");
            fs::write(path.join(file), &content[..4]).unwrap();
        }
    }
    fs::write(path.join("a/one.html"), "<p>x</b>").unwrap();
    assert_eq!(stdout_in(path, &["fix", "--write", "a/one.html", "./a/one.html"]), "a/one.html\n");
    assert_eq!(fs::read_to_string(path.join("a/one.html")).unwrap(), "<p>x");
    // A missing file is reported each time, and commands that only read process a page as often as it is named.
    let outcome = run_in(path, &["edit", "p", "--remove", "--check", "no.html", "no.html"]);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (Some(2), 2), "{outcome:?}");
    assert_eq!(stdout_in(path, &["text", "a/two.html", "a/two.html"]).matches("y\n").count(), 2);
}

#[test]
fn as_json() {
    let found = page_json(&["edit", "b", "--rename", "i", "--check", "-"], "<p>é\n<b>x</b>");
    let edit = |start, column| json!({ "start": start, "end": start + 1, "line": 2, "column": column, "text": "i" });
    assert_eq!(found, json!({ "elements": 1, "edits": [edit(7, 2), edit(12, 7)], "changed": true }));
}

#[test]
fn a_page_that_cannot_be_written_is_not_changed() {
    let pages = folder(&[("bad.html", "<p>a <b>b</b></p>"), ("good.html", "<div><b>c</b></div>")]);
    let arguments = ["edit", "b", "--rename", "div", "--write", "bad.html", "good.html"];
    let outcome = run_in(pages.path(), &arguments);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (Some(2), 1), "{outcome:?}");
    assert!(
        outcome.stderr.starts_with("error: bad.html: 1:6: <div>: the change cannot be written: <div> would become"),
        "{outcome:?}"
    );
    let read = |file: &str| fs::read_to_string(pages.path().join(file)).unwrap();
    assert_eq!(
        (read("bad.html"), read("good.html")),
        ("<p>a <b>b</b></p>".to_owned(), "<div><div>c</div></div>".to_owned())
    );
}

#[test]
fn template_code_is_not_edited() {
    let edit = |page: &str| {
        let outcome = limpid(&["edit", "p", "--set", "id=x"], page.as_bytes());
        (outcome.code, String::from_utf8(outcome.stdout).unwrap(), outcome.stderr)
    };
    for page in
        ["<p {{#if a}}class=b{{/if}}>c", "<p <% a %>>c", "<p <?php if ($a->b) { ?>>c", "<p a=\"<?= b(\"c\") ?>\">d"]
    {
        let (code, written, message) = edit(page);
        assert_eq!((code, &*written), (Some(2), ""), "{page}: {message}");
        assert!(message.contains("1:1: <p>: ") && message.contains("template code"), "{message}");
    }
    // Outside of the edits, template code stays unchanged.
    for (page, edited) in [
        ("<p>{{ a && b }}<br {{ c }}>", "<p id=\"x\">{{ a && b }}<br {{ c }}>"),
        ("{% if a < b %}<p class='{{ d }}'>{% endif %}", "{% if a < b %}<p class='{{ d }}' id='x'>{% endif %}"),
        ("<![if IE]><p><![endif]>", "<![if IE]><p id=\"x\"><![endif]>"),
    ] {
        assert_eq!(edit(page).1, edited);
    }
}

#[test]
fn wrong_arguments() {
    for (arguments, words) in [
        (&["edit"][..], &["<CSS>", "selector"][..]),
        (&["edit", "p"], &["operation"]),
        (&["edit", "p >", "--remove"], &["p >"]),
        (&["edit", "p", "--set", "a b=c"], &["--set", "a b=c"]),
        (&["edit", "p", "--add-class", "a b"], &["--add-class"]),
        (&["edit", "p", "--rename", "1"], &["--rename"]),
        (&["edit", "p", "--remove", "--set", "a=b"], &["--set", "--remove"]),
        (&["edit", "p", "--set"], &["--set"]),
        (&["edit", "p", "--remove", "--diff", "--format", "json"], &["--diff"]),
        (&["edit", "--script", "no-such-file"], &["--script", "no-such-file"]),
    ] {
        let outcome = limpid(arguments, b"<p>");
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{arguments:?}: {outcome:?}");
        assert!(words.iter().all(|word| outcome.stderr.contains(word)), "{arguments:?}: {outcome:?}");
    }
}
