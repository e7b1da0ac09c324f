//! `limpid sanitize`.

use crate::common::{folder, limpid, page_json, run_in, stdout, stdout_in};
use serde_json::json;

const PAGE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><title>T</title>\n\
                    <p onclick=x() title=t>One<!--c--><script>y()</script><a href=\"java\tscript:z()\">Two";

#[test]
fn pages_and_fragments() {
    let expected = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><html><head>\
                    <title>T</title>\n</head><body><p title=\"t\">One<a>Two</a></p></body></html>";
    assert_eq!(stdout(&["sanitize", "-"], PAGE), expected);
    let object = page_json(&["sanitize", "-"], PAGE);
    assert_eq!((&object["html"], &object["changed"]), (&json!(expected), &json!(true)));
    assert_eq!(object["removals"][0]["code"], "event-handler");
    assert_eq!(stdout(&["sanitize", "--fragment", "tr", "-"], "<td class=c>1<td>2"), "<td>1</td><td>2</td>");
}

#[test]
fn lists_of_removals() {
    let expected = "\
<stdin>:2:4: event-handler: onclick of <p>: Event handlers run scripts.
  |
2 | <p onclick=x() title=t>One<!--c--><script>y()</script><a href=\"java    script:z()\">Two
  |    ^^^^^^^^^^^

<stdin>:2:27: comment: comment: Comments are not kept.
  |
2 | <p onclick=x() title=t>One<!--c--><script>y()</script><a href=\"java    script:z()\">Two
  |                           ^^^^^^^^

<stdin>:2:35: unsafe-element: <script>: This element can run scripts.
  |
2 | <p onclick=x() title=t>One<!--c--><script>y()</script><a href=\"java    script:z()\">Two
  |                                   ^^^^^^^^^^^^^^^^^^^^

<stdin>:2:58: javascript-url: href of <a>: The URL runs a script.
  |
2 | <p onclick=x() title=t>One<!--c--><script>y()</script><a href=\"java    script:z()\">Two
  |                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^
";
    assert_eq!(stdout(&["sanitize", "--removals", "-"], PAGE), expected);
    let removals =
        page_json(&["sanitize", "--removals", "--fragment", "div", "-"], "é\n<b onload=x()></b><?go on?>")["removals"]
            .take();
    let expected = json!([
        {
            "code": "event-handler", "message": "Event handlers run scripts.", "removed": "attribute",
            "name": "onload", "element": "b", "start": 6, "end": 16, "line": 2, "column": 4,
        },
        {
            "code": "processing-instruction-not-allowed",
            "message": "The configuration does not keep this processing instruction.",
            "removed": "processing-instruction", "name": "go", "start": 21, "end": 30, "line": 2, "column": 19,
        },
    ]);
    assert_eq!(removals, expected);
    assert_eq!(stdout(&["sanitize", "--removals", "--forbid", "-"], "<p>Tea"), "");

    let several = folder(&[("a.html", "<p>Tea"), ("b.html", "<p><video>")]);
    let lines = stdout_in(several.path(), &["sanitize", "--removals", "--format", "ndjson", "."]);
    let pages: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(pages[0]["removals"], json!([]));
    assert_eq!(pages[1]["removals"][0]["name"], "video");
}

#[test]
fn configurations() {
    let files = folder(&[
        ("some.json", r#"{"elements": ["p", "script", {"name": "a", "attributes": ["href"]}], "comments": true}"#),
        ("all.json", "{}"),
        ("both.json", r#"{"elements": [], "removeElements": []}"#),
        ("broken.json", "{"),
        ("links.json", r#"{"urls": [{"attributes": ["href"], "schemes": ["https"]}], "classes": {"p": ["a"]}}"#),
        ("wrong.json", r#"{"setAttributes": [{"element": "a", "name": "onclick", "value": "x"}]}"#),
        ("links.html", "<p class='a b'><a href=http:x>1</a>"),
        ("page.html", "<p id=x>1<!--c--><b>2</b><script>3</script><a href=javascript:4 id=y>5</a>"),
    ]);
    let stdout =
        |arguments: &[&str]| stdout_in(files.path(), &[&["sanitize", "--fragment", "body"], arguments].concat());
    assert_eq!(stdout(&["--config", "some.json", "page.html"]), "<p id=\"x\">1<!--c--><a>5</a></p>");
    assert_eq!(
        stdout(&["--config", "some.json", "--unsafe", "page.html"]),
        "<p id=\"x\">1<!--c--><script>3</script><a href=\"javascript:4\">5</a></p>"
    );
    assert_eq!(stdout(&["--config", "all.json", "page.html"]), "<p id=\"x\">1<b>2</b><a id=\"y\">5</a></p>");
    let rules = ["--config", "all.json", "--rules", "links.json", "links.html"];
    assert_eq!(stdout(&rules), "<p class=\"a\"><a>1</a></p>");
    let report = stdout(&[&["--removals", "--format", "json"], &rules[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let of = |index: usize, member: &str| report[0]["removals"][index][member].as_str().unwrap().to_owned();
    assert_eq!((of(0, "code"), of(0, "removed")), ("class-not-allowed".to_owned(), "attribute-part".to_owned()));
    assert_eq!((of(1, "code"), of(1, "name")), ("url-scheme".to_owned(), "href".to_owned()));
    for (rules, words) in
        [("wrong.json", &["--rules", "onclick"][..]), ("both.json", &["both.json", "there is no member \"elements\""])]
    {
        let outcome = run_in(files.path(), &["sanitize", "--rules", rules, "page.html"]);
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(2), 0), "{outcome:?}");
        assert!(words.iter().all(|word| outcome.stderr.contains(word)), "{outcome:?}");
    }
    for (config, words) in [
        ("both.json", &["--config", "removeElements", "elements-and-remove-elements"][..]),
        ("broken.json", &["--config", "\"broken.json\":1:1: the configuration is not valid"]),
        ("none.json", &["--config", "\"none.json\" does not exist"]),
    ] {
        let outcome = run_in(files.path(), &["sanitize", "--config", config, "page.html"]);
        assert_eq!(
            (outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()),
            (Some(2), 0, 1),
            "{outcome:?}"
        );
        assert!(words.iter().all(|word| outcome.stderr.contains(word)), "{outcome:?}");
    }
}

#[test]
fn members_and_values_that_are_not_valid() {
    for (option, json, words) in [
        ("--config", r#"{"tags":["b"]}"#, r#"there is no member "tags"; did you mean "elements"?"#),
        ("--config", r#"{"Elements":["b"]}"#, r#"there is no member "Elements"; did you mean "elements"?"#),
        ("--config", r#"{"removeElement":["img"]}"#, r#"did you mean "removeElements"?"#),
        ("--config", r#"{"elements":[{"name":"a","attribute":["href"]}]}"#, r#"did you mean "attributes"?"#),
        ("--config", "{\"a\\nb\":1}", r#"there is no member "a\nb"; use one of elements, "#),
        ("--config", r#"{"missing field":1}"#, r#"there is no member "missing field"; use one of elements, "#),
        ("--rules", r#"{"url":[]}"#, r#"there is no member "url"; did you mean "urls"?"#),
        ("--rules", r#"{"urls":[{"Schemes":["https"]}]}"#, r#"did you mean "schemes"?"#),
        ("--rules", r#"{"urls":[{"relative":"resolve"}]}"#, r#"a URL is missing; write {"resolve": "#),
        ("--rules", r#"{"urls":[{"relative":"foo"}]}"#, "unknown value `foo`, expected one of `keep`, "),
        ("--rules", r#"{"classes":[]}"#, "invalid type: array, expected an object"),
        ("--config", "[]", "invalid type: array, expected an object"),
        ("--config", r#"{"elements":{}}"#, "invalid type: object, expected an array"),
    ] {
        let files = folder(&[("a.json", json), ("page.html", "<img src=a>")]);
        let outcome = run_in(files.path(), &["sanitize", option, "a.json", "page.html"]);
        assert_eq!(
            (outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()),
            (Some(2), 0, 1),
            "{outcome:?}"
        );
        assert!([option, "a.json", words].iter().all(|word| outcome.stderr.contains(word)), "{outcome:?}");
    }
    let files = folder(&[("a.json", r#"{"elements":["P"]}"#), ("page.html", "<p>1<b>2</b>")]);
    let arguments = ["sanitize", "--fragment", "body", "--config", "a.json", "page.html"];
    assert_eq!(stdout_in(files.path(), &arguments), "<p>1</p>");
}

#[test]
fn rules_on_lists_of_urls() {
    let files = folder(&[
        ("a.json", r#"{"elements":["img"],"attributes":["srcset"]}"#),
        ("b.json", r#"{"urls":[{"attributes":["srcset"],"schemes":["https"],"relative":{"resolve":"https://e/"}}]}"#),
        ("page.html", "<img srcset='a.png 1x, http://b/ 2x, c.png 3x'>"),
    ]);
    let arguments = ["sanitize", "--fragment", "body", "--config", "a.json", "--rules", "b.json", "page.html"];
    let expected = "<img srcset=\"https://e/a.png 1x, https://e/c.png 3x\">";
    assert_eq!(stdout_in(files.path(), &arguments), expected);
}

#[test]
fn exit_codes() {
    for arguments in [&["sanitize", "--unsafe", "-"][..], &["sanitize", "--xml", "-"]] {
        let outcome = limpid(arguments, b"<p>");
        assert_eq!((outcome.code, outcome.stderr.lines().count()), (Some(2), 1), "{outcome:?}");
    }
}

#[test]
fn a_source_without_the_tags_of_a_page_is_a_fragment() {
    let page = |head: &str, body: &str| format!("<html><head>{head}</head><body>{body}</body></html>");
    for (source, expected) in [
        ("<p onclick=x>One", "<p>One</p>".to_owned()),
        ("One <b>two", "One <b>two</b>".to_owned()),
        ("<!-- <html> --><p title='<body>'>&lt;head>", "<p title=\"&lt;body&gt;\">&lt;head&gt;</p>".to_owned()),
        ("<script>'<html>'</script><p>x", "<p>x</p>".to_owned()),
        ("", String::new()),
        ("<td>x", "x".to_owned()),
        ("<!DOCTYPE html><p>x", format!("<!DOCTYPE html>{}", page("", "<p>x</p>"))),
        ("<html><p>x", page("", "<p>x</p>")),
        ("<head><p>x", page("", "<p>x</p>")),
        ("<HEAD></HEAD>x", page("", "x")),
        ("<body>x", page("", "x")),
        ("<p>x</body>", page("", "<p>x</p>")),
        ("<p>x</html>", page("", "<p>x</p>")),
    ] {
        assert_eq!(stdout(&["sanitize", "-"], source), expected, "{source}");
        assert_eq!(page_json(&["sanitize", "-"], source)["html"], expected, "{source}");
    }
    // The positions of removed items refer to the source.
    let text = stdout(&["sanitize", "--removals", "-"], "é\n<p onclick=x>");
    assert!(text.starts_with("<stdin>:2:4: event-handler: "), "{text}");
    let comments = folder(&[("a.html", "<p onclick=x>One"), ("b.html", "<p>One</p>")]);
    assert_eq!(stdout_in(comments.path(), &["sanitize", "--check", "."]), "./a.html\n");
    stdout_in(comments.path(), &["sanitize", "--write", "."]);
    assert_eq!(std::fs::read_to_string(comments.path().join("a.html")).unwrap(), "<p>One</p>");
}
