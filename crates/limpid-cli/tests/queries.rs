//! `select`, `links`, `encoding`, `diff`, `stats`, and the formats of `errors`, `html` and `text`.

use crate::common::{EXAMPLE, LIST, json, limpid, page_json, stdout, usage_error};
use serde_json::{Value, json};

#[track_caller]
fn code(arguments: &[&str], stdin: &str) -> Option<i32> {
    let outcome = limpid(arguments, stdin.as_bytes());
    assert_eq!(outcome.stderr, "");
    outcome.code
}

#[test]
fn select() {
    let select = |arguments: &[&str]| stdout(&[&["select"], arguments, &["-"]].concat()[..], LIST);
    let html = "<li id=\"1\" class=\"a\">One</li>\n<li>T<b>w</b>o</li>\n";
    assert_eq!(select(&["li"]), html);
    assert_eq!(select(&["li:has(b), .a", "--text"]), "One\nTwo\n");
    assert_eq!(select(&["li:contains('two')", "--text"]), "");
    assert_eq!(select(&["li:contains('Two')", "--text"]), "Two\n");
    assert_eq!(select(&["li", "--attr", "class"]), "a\n");
    assert_eq!(select(&["li", "--count"]), "2\n");
    assert_eq!(select(&["p", "--count"]), "0\n");
    assert_eq!(select(&["p"]), "");
    // The selector is the first argument.
    assert_eq!(limpid(&["select", "-", "li"], b"").code, Some(2));
}

#[test]
fn select_as_json() {
    let select = |arguments: &[&str]| json(&[&["select"], arguments, &["-"]].concat()[..], LIST);
    assert_eq!(select(&["b"]), json!([{ "name": "b", "line": 1, "column": 56, "html": "<b>w</b>" }]));
    assert_eq!(select(&["b", "--text"])[0]["text"], "w");
    let item = json!([{ "name": "li", "line": 1, "column": 31, "attributes": { "id": "1" } }]);
    assert_eq!(select(&["li", "--attr", "id"]), item);
    let item = select(&["li", "--attr", "class", "--attr", "id", "--text"])[0].clone();
    assert_eq!((&item["attributes"], &item["text"]), (&json!({ "class": "a", "id": "1" }), &json!("One")));
    // An implied element has no position.
    assert_eq!(select(&["body", "--text"])[0]["line"], Value::Null);
    assert_eq!(select(&["li", "--count"]), json!([{ "count": 2 }]));
    assert_eq!(select(&["p"]), json!([]));
}

#[test]
fn attributes_with_text() {
    let page = "<a href=/tea title='T\tt'>Green\n tea</a><a>none</a><a href='x y'>Cups</a>";
    let select = |arguments: &[&str]| stdout(&[&["select", "a"], arguments].concat(), page);
    assert_eq!(select(&["--attr", "href", "--text"]), "/tea\tGreen tea\nx y\tCups\n");
    assert_eq!(select(&["--attr", "href", "--attr", "title"]), "/tea\tT t\nx y\t\n");
    let based = select(&["--attr", "href", "--base", "https://a.org/b/"]);
    assert_eq!(based, "https://a.org/tea\nhttps://a.org/b/x%20y\n");
    assert_eq!(select(&["--attr", "title", "--base", "https://a.org/b/"]), "T\tt\n");
    let with_base = stdout(&["select", "a", "--attr", "href", "--base", "https://a.org"], "<base href=/b/><a href=c>");
    assert_eq!(with_base, "https://a.org/b/c\n");
    assert!(usage_error(&["select", "a", "--base", "b"]).contains("not an absolute URL"));
}

#[test]
fn fields_make_a_record() {
    let page =
        "<article><h2>A</h2><a href=a>x</a></article>\n<article id=2><h2>B <b>b</b></h2><h2>C</h2></article><article>";
    let fields =
        ["--field", "title=h2", "--field", "link=a[href]@href", "--field", "id=@id", "--base", "https://a.org"];
    let arguments = [&["select", "article"], &fields[..]].concat();
    assert_eq!(stdout(&arguments, page), "A\thttps://a.org/a\t\nB b\t\t2\n");
    let records = json(&arguments, page);
    assert_eq!(records.as_array().unwrap().len(), 2);
    let record = json!({ "title": "B b", "link": null, "id": "2" });
    assert_eq!(records[1], json!({ "name": "article", "line": 2, "column": 1, "fields": record }));
    let own = stdout(&["select", "h2", "--field", "all=", "--field", "bold=:scope > b"], page);
    assert_eq!(own, "A\t\nB b\tb\nC\t\n");
    let of_string = stdout(&["select", "p", "--field", "mail=[title='a@b']"], "<p><i title=a@b>x</i>");
    assert_eq!(of_string, "x\n");
    for wrong in ["h2", "=h2"] {
        assert!(
            usage_error(&["select", "p", "--field", wrong])
                .contains("is not a field; write a name, = and what to print, such as title=h2")
        );
    }
    assert!(usage_error(&["select", "p", "--field", "a=b >"]).contains("--field <FIELD>: "));
    assert!(usage_error(&["select", "p", "--field", "a=b", "--attr", "c"]).contains("cannot be used with"));
}

#[test]
fn positions_of_elements_and_links() {
    let folder = crate::common::folder(&[(
        "a.html",
        "<p>\n <a href=x>One</a><p><a href=y> Two <b>b</b>\n</a><img alt=Cup src=z>",
    )]);
    let of = |arguments: &[&str]| crate::common::stdout_in(folder.path(), &[arguments, &["a.html"]].concat());
    assert_eq!(of(&["select", "a", "--text", "--position"]), "a.html:2:2: One\na.html:2:22: Two b \n");
    assert_eq!(of(&["select", "body", "--attr", "x", "--position"]), "");
    assert_eq!(
        of(&["links", "--text", "--position"]),
        "a.html:2:2: a        href       x One\na.html:2:22: a        href       y Two b\n\
         a.html:3:5: img      src        z Cup\n"
    );
    let links = json(&["links"], "<a href=x>One\n two</a><svg><a href=z>three</a></svg>");
    let of = |link: &Value| (link["text"].clone(), link["line"].clone(), link["column"].clone());
    assert_eq!(of(&links[0]), (json!("One two"), json!(1), json!(1)));
    assert_eq!(of(&links[1]), (json!("three"), json!(2), json!(14)));
    // Nested links do not take quadratic time.
    let nested = format!("{}{}", "<svg><a href=x>".repeat(20_000), "text ".repeat(200_000));
    assert!(stdout(&["links", "--text", "--no-limits"], nested).lines().count() == 20_000);
}

#[test]
fn invalid_selectors_are_shown_with_the_position_of_the_error() {
    let message = usage_error(&["select", "ul > > li", "-"]);
    assert_eq!(
        message,
        "error: <CSS>: a combinator has no selector on one side; write one there, or `*` for any element\n\
         \x20 |\n1 | ul > > li\n  |      ^\n"
    );
    let message = usage_error(&["select", "p,\n日本 > \x1b[", "-"]);
    assert!(message.contains("\n2 | 日本 > ␛[\n"), "{message}");
    assert!(!message.contains('\x1b'));
    assert!(usage_error(&["select", "", "-"]).starts_with("error: <CSS>: a selector is missing"));
    assert!(usage_error(&["select"]).contains("<CSS> is missing; pass a CSS selector"));
    assert!(usage_error(&["select", "p", "--text", "--count", "-"]).contains("cannot be used with"));
}

#[test]
fn links() {
    let page = "<base href='/tea/'><link rel=stylesheet href=a.css><a href='cups?a b'>x</a><a>y</a>\
                <img src=//cdn.org/i.png srcset='1.png 1x, 2.png 2x'><form action=''></form>\
                <svg><use xlink:href='#cup'/></svg><script src='http://['></script>\
                <meta http-equiv=refresh content='3; url=next'><template><a href=no></a></template>\
                <p><template shadowrootmode=open><a href=shadow></a></template></p>";
    let expected = "\
link     href       https://example.com/tea/a.css
a        href       https://example.com/tea/cups?a%20b
img      src        https://cdn.org/i.png
img      srcset     https://example.com/tea/1.png
img      srcset     https://example.com/tea/2.png
form     action     https://example.com/x/y
use      xlink:href https://example.com/tea/#cup
script   src        http://[
meta     content    https://example.com/tea/next
a        href       https://example.com/tea/shadow
";
    assert_eq!(stdout(&["links", "--base", "https://example.com/x/y", "-"], page), expected);
    // Without a base, relative URLs are printed unchanged.
    let written = stdout(&["links", "-"], page);
    assert!(written.starts_with("link     href       a.css\na        href       cups?a b\n"), "{written}");
    let links = json(&["links", "--base", "https://example.com", "-"], page);
    assert_eq!(
        links[0],
        json!({
            "element": "link", "attribute": "href", "written": "a.css", "url": "https://example.com/tea/a.css",
            "rel": "stylesheet", "text": "", "line": 1, "column": 20,
        })
    );
    assert_eq!(links[7]["url"], Value::Null);
    assert_eq!(links[7]["written"], "http://[");
    let absolute = "<base href=https://a.org/b/><a href=c>";
    assert_eq!(stdout(&["links", "-"], absolute), "a        href       https://a.org/b/c\n");
    let pings = "<a href=a ping=' b  c'>";
    assert_eq!(stdout(&["links", "-"], pings), "a        href       a\na        ping       b\na        ping       c\n");
    assert!(usage_error(&["links", "--base", "/tea", "-"]).contains("\"/tea\" is not an absolute URL"));
}

#[test]
fn encoding() {
    let of = |arguments: &[&str], page: &[u8]| stdout(&[&["encoding", "-"], arguments].concat(), page);
    assert_eq!(of(&[], b"\xef\xbb\xbf"), "UTF-8, certain (byte order mark)\n");
    assert_eq!(of(&[], b"\xff\xfea\0"), "UTF-16LE, certain (byte order mark)\n");
    assert_eq!(of(&[], b"<meta charset=koi8-r>"), "KOI8-R, certain (meta element, by prescan)\n");
    let late = [&vec![b' '; 2000][..], b"<meta charset=koi8-r>"].concat();
    assert_eq!(of(&[], &late), "KOI8-R, certain (meta element, while parsing)\n");
    assert_eq!(of(&[], b"<?xml version='1.0' encoding='koi8-r'?>"), "KOI8-R, tentative (XML declaration)\n");
    assert_eq!(of(&[], "é".as_bytes()), "UTF-8, tentative (valid UTF-8)\n");
    assert_eq!(of(&[], b"\xc3\xa9\xc3\xa9\xc3\xa9\xff\xc3"), "UTF-8, tentative (valid UTF-8)\n");
    assert_eq!(of(&["--no-detect"], "é".as_bytes()), "windows-1252, tentative (fallback)\n");
    assert_eq!(of(&[], b"caf\xe9"), "windows-1252, tentative (fallback)\n");
    assert_eq!(of(&["--encoding", "koi8-r"], b"a"), "KOI8-R, certain (user override)\n");
    let russian = b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
    assert_eq!(of(&["--detect"], russian), "windows-1251, tentative (detection)\n");
    assert_eq!(of(&[], russian), "windows-1252, tentative (fallback)\n");
    let expected = json!({ "encoding": "UTF-8", "source": "byte order mark", "confidence": "certain" });
    assert_eq!(page_json(&["encoding", "-"], b"\xef\xbb\xbf"), expected);
}

#[test]
fn diff() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let one = write("1.html", "<!DOCTYPE html><title>T</title><p>a<p>b<p>c<p>d<p>e");
    let two = write("2.html", "<!doctype HTML><head><title>T</title></head><p>a<p class=x>b<p>c<p>d");
    let expected = format!(
        "\
--- {one}
+++ {two}
@@ -7,10 +7,9 @@
 |     <p>
 |       \"a\"
 |     <p>
+|       class=\"x\"
 |       \"b\"
 |     <p>
 |       \"c\"
 |     <p>
 |       \"d\"
-|     <p>
-|       \"e\"
"
    );
    assert_eq!(stdout(&["diff", &one, &two], ""), expected);
    assert_eq!(code(&["diff", &one, &two], ""), Some(1));
    let colored = stdout(&["diff", "--color", "always", &one, &two], "");
    assert!(colored.contains("\x1b[32m+|       class=\"x\"\x1b[0m\n"), "{colored:?}");
    let short = stdout(&["diff", "--context", "0", &one, &two], "");
    assert!(short.contains("\n@@ -9,0 +10 @@\n+|       class=\"x\"\n@@ -15,2 +15,0 @@\n-|     <p>\n"), "{short}");

    let diff = page_json(&["diff", &one, &two], "");
    assert_eq!((&diff["equal"], &diff["removed"], &diff["added"]), (&json!(false), &json!(2), &json!(1)));
    let hunk = &diff["hunks"][0];
    assert_eq!(hunk["before"], json!({ "line": 7, "lines": 10 }));
    assert_eq!(hunk["lines"][3], json!({ "change": "added", "line": "|       class=\"x\"" }));

    // Markup that produces the same tree is equal.
    let html = stdout(&["html", &one], "");
    assert_eq!(stdout(&["diff", &one, "-"], &html), "");
    assert_eq!(page_json(&["diff", &one, "-"], &html)["equal"], true);

    assert!(usage_error(&["diff", "-", "-"]).contains("is given twice"));
    assert!(usage_error(&["diff", &one]).contains("<OTHER> is missing"));
    assert!(usage_error(&["diff", &one, "no such.html"]).contains("\"no such.html\" does not exist"));
    assert!(usage_error(&["diff", folder.path().to_str().unwrap(), &one]).contains("is a folder"));
}

#[test]
fn diff_marks_words_and_ignores_white_space() {
    let before = "<!DOCTYPE html><title>T</title><p class='a b'>Each pot comes with a lid.</p><ul><li>x</li></ul>";
    let pretty = before.replace("<p", "\n  <p").replace("<li>x", "\n  <li>\n    x\n  ").replace("a b", " a\n b");
    let folder =
        crate::common::folder(&[("a.html", before), ("b.html", &pretty), ("c.html", &pretty.replace("pot", "cup"))]);
    let run = |arguments: &[&str]| {
        let outcome = crate::common::run_in(folder.path(), &[&["diff"], arguments].concat());
        (outcome.code, String::from_utf8(outcome.stdout).unwrap())
    };
    assert_eq!(run(&["a.html", "b.html"]).0, Some(1));
    assert_eq!(run(&["--ignore-white-space", "a.html", "b.html"]), (Some(0), String::new()));
    let (code, text) = run(&["--ignore-white-space", "b.html", "c.html"]);
    let changed = "\n-|       \"Each [-pot-] comes with a lid.\"\n+|       \"Each {+cup+} comes with a lid.\"\n";
    assert!(code == Some(1) && text.contains(changed), "{text}");
    assert!(run(&["b.html", "c.html"]).1.contains(changed));
    // In JSON, lines are not marked.
    let json = run(&["--format", "json", "b.html", "c.html"]).1;
    assert!(json.contains("Each cup comes") && !json.contains("{+"), "{json}");
    assert_eq!(run(&["--ignore-white-space", "--format", "json", "b.html", "b.html"]).0, Some(0));
}

/// Pages with no common lines, half common lines, and the same line repeated: in quadratic time, each would take minutes.
#[test]
fn diff_of_long_pages() {
    const LINES: usize = 30_000;
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, item: &dyn Fn(usize) -> String| {
        let file = folder.path().join(name);
        std::fs::write(&file, (0..LINES).map(item).collect::<String>()).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let same = write("same", &|_| "<p>".to_owned());
    let numbers = write("numbers", &|number| format!("<p>{number}"));
    let others = write("others", &|number| format!("<i></i>{}", number + LINES));
    let half = write("half", &|number| format!("<p>{}", if number % 2 == 0 { number } else { number + LINES }));
    let mixed = write("mixed", &|number| format!("<p>{}", number * 7919 % LINES));
    for other in [&same, &others, &half, &mixed] {
        let diff = page_json(&["diff", &numbers, other], "");
        assert!(diff["removed"].as_u64().unwrap() > 0);
        if other == &half {
            assert_eq!(diff["added"], LINES / 2, "common lines are found");
        }
    }
    let deep = format!("{}{}", "<div>".repeat(400), "<p>x</p>".repeat(LINES));
    std::fs::write(folder.path().join("deep"), &deep).unwrap();
    let file = folder.path().join("deep");
    assert_eq!(page_json(&["diff", file.to_str().unwrap(), "-"], format!("{deep}y"))["added"], 1);
    let deepest = format!("{}<p>x", "<div>".repeat(100_000));
    std::fs::write(&file, &deepest).unwrap();
    let diff = page_json(&["diff", "--no-limits", file.to_str().unwrap(), "-"], format!("{deepest}y"));
    assert_eq!(diff["hunks"][0]["lines"][4]["line"], "| (depth 100003) \"xy\"");
    let shallow = format!("{}<p>x", "<div>".repeat(10));
    let diff = page_json(&["diff", "--no-limits", file.to_str().unwrap(), "-"], shallow);
    assert_eq!(diff["removed"].as_u64().unwrap() - diff["added"].as_u64().unwrap(), 99_990);
}

#[test]
fn stats() {
    let page = "<!DOCTYPE html><title>A</title><script>one</script><script src=x></script><style>a{}</style>\
                <link rel='x STYLESHEET'><p class=a id=b>Text</b><!--c--><svg><path/></svg><template><p>1</template>";
    let of = page_json(&["stats", "-"], page);
    assert_eq!(of["bytes"], page.len());
    assert_eq!((&of["encoding"], &of["quirks_mode"]), (&json!("windows-1252"), &json!("no-quirks")));
    assert_eq!(of["scripts"], json!({ "count": 2, "external": 1, "inline_bytes": 3 }));
    assert_eq!(of["styles"], json!({ "count": 2, "external": 1, "inline_bytes": 3 }));
    assert_eq!((&of["texts"], &of["text_bytes"], &of["comments"]), (&json!(3), &json!(6), &json!(1)));
    assert_eq!(of["attributes"], 4);
    assert_eq!((&of["elements"]["p"], &of["elements"]["svg path"]), (&json!(2), &json!(1)));
    assert_eq!(of["errors"], json!({ "end-tag-crossing-special-element": 1 }));
    assert_eq!(page_json(&["stats", "-"], "<div><div><div>")["depth"], 5);

    let text = stdout(&["stats", "-"], page);
    assert!(text.contains("\nscripts     2 (1 external; 3 bytes inline)\n"), "{text}");
    assert!(text.contains("\nerrors      1\n       1    end-tag-crossing-special-element\n"), "{text}");
    let sums = stdout(&["stats", EXAMPLE, EXAMPLE, "-"], page);
    assert!(sums.starts_with("pages       3\n"), "{sums}");
    assert!(sums.contains("\nencoding    UTF-8 (2), windows-1252 (1)\n"), "{sums}");
}

#[test]
fn summaries_of_errors() {
    let page = "<!DOCTYPE html><body></i></i><p x x>";
    let expected = "  errors   pages  code                              message
       2       1  end-tag-crossing-special-element  No element with this name is open in the innermost block here; remove this \
                    end tag.
       1       1  duplicate-attribute               The tag already has an attribute with this name; only the first counts, so \
                    remove this one.
3 errors in 1 of 1 pages
";
    assert_eq!(stdout(&["errors", "--summary", "-"], page), expected);
    assert_eq!(stdout(&["errors", "--summary", "-"], "<!DOCTYPE html>"), "0 errors in 0 of 1 pages\n");
    // Each object counts one code in all pages.
    let codes = stdout(&["errors", "--summary", "--format", "json", EXAMPLE, "-"], page);
    let codes: Vec<Value> = serde_json::from_str(&codes).unwrap();
    let duplicate = codes.iter().find(|code| code["code"] == "duplicate-attribute").unwrap();
    assert_eq!((&duplicate["errors"], &duplicate["pages"]), (&json!(2), &json!(2)));
    assert_eq!(duplicate["url"], "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute");
    assert!(usage_error(&["errors", "--summary", "--format", "sarif", "-"]).contains("--summary cannot be used"));
}

#[test]
fn errors_name_the_unclosed_element() {
    let notes = |page: &str| -> Vec<String> {
        let text = stdout(&["errors", "-"], format!("<!DOCTYPE html>{page}"));
        let notes = text.lines().filter_map(|line| line.trim_start().strip_prefix("= note: `<"));
        notes.map(str::to_owned).collect()
    };
    let note = |name: &str, column: usize| {
        format!("{name}>`, opened at 1:{}, is not closed; add `</{name}>` before this.", column + 15)
    };
    assert_eq!(notes("<div><p><span>x</div>"), [note("span", 9)]);
    assert_eq!(notes("<ul><li><em>1<li>2</ul>")[..1], [note("em", 9)]);
    assert_eq!(notes("<p><section><img>x"), [note("section", 4)]);
    assert_eq!(notes("<a href=1>1<a href=2>2</a>")[..1], [note("a", 1)]);
    assert_eq!(notes("<svg><path/><g></svg>"), [note("g", 13)]);
    assert_eq!(notes("<div><article></body>"), [note("div", 1)]);
    // No closed element is named.
    assert_eq!(notes("<div><span></span></i></div>"), [""; 0]);

    let error = &json(&["errors", "-"], "<!DOCTYPE html>\n<div><b>x</div></b>")[0];
    assert_eq!(error["open_element"], json!({ "name": "b", "start": 21, "line": 2, "column": 6 }));
    let xml = stdout(&["errors", "--xml", "--format", "line", "-"], "<r>\n<a><b></a></r>");
    assert!(xml.starts_with("<stdin>:2:7: xml-end-tag-mismatch: ") && xml.contains("opened at 2:4"), "{xml}");
}

#[test]
fn each_link_is_printed_once_per_page() {
    let page = "<!DOCTYPE html></i></i><p x x></i><p y y>";
    let text = stdout(&["errors", "-"], page);
    assert_eq!(text.matches("#tree-construction").count(), 1, "{text}");
    assert_eq!(text.matches("#parse-error-duplicate-attribute").count(), 1, "{text}");
}

#[test]
fn errors_as_lines_annotations_and_test_cases() {
    let folder = crate::common::folder(&[("a,b:1.html", "<!DOCTYPE html>\n<p x\nx>&"), ("c.html", "<!DOCTYPE html>")]);
    let of = |format: &str| crate::common::stdout_in(folder.path(), &["errors", "--format", format, "."]);
    let message = "The tag already has an attribute with this name; only the first counts, so remove this one.";
    assert_eq!(of("line"), format!("./a,b:1.html:3:2: duplicate-attribute: {message}\n"));
    assert_eq!(
        of("github"),
        format!(
            "::error file=./a%2Cb%3A1.html,line=3,endLine=3,col=2,endColumn=3,title=duplicate-attribute::{message}\n"
        )
    );
    let junit = of("junit");
    assert_eq!(
        junit,
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"limpid\">\n\
             <testsuite name=\"./a,b:1.html\" tests=\"1\" failures=\"1\">\n\
             <testcase classname=\"./a,b:1.html\" name=\"3:2 duplicate-attribute\">\
             <failure type=\"duplicate-attribute\" message=\"{message}\">\
             ./a,b:1.html:3:2: duplicate-attribute: {message}</failure></testcase>\n</testsuite>\n\
             <testsuite name=\"./c.html\" tests=\"1\" failures=\"0\">\n\
             <testcase classname=\"./c.html\" name=\"no parse errors\"/>\n</testsuite>\n</testsuites>\n"
        )
    );
    let alone = stdout(&["errors", "--format", "junit"], "<!DOCTYPE html></b>&lt");
    assert!(alone.contains("<testsuite name=\"&lt;stdin&gt;\" tests=\"2\" failures=\"2\">"), "{alone}");
    // The output is well-formed XML.
    assert_eq!(json(&["errors", "--xml"], &alone), json!([]));
    for format in ["line", "github", "junit"] {
        assert_eq!(code(&["errors", "--format", format], "<p>"), Some(1));
        let message = usage_error(&["errors", "--summary", "--format", format]);
        assert!(message.contains(&format!("--summary cannot be used with --format {format}")), "{message}");
    }
}

/// Checks the requirements of the SARIF 2.1.0 schema for the members that the command writes.
#[test]
fn sarif() {
    let page = "<!DOCTYPE html>\n<p x x>日本</i>\n<table>ab";
    let log = limpid(&["errors", "--format", "sarif", EXAMPLE, "-"], page.as_bytes());
    let log: Value = serde_json::from_slice(&log.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let runs = log["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["columnKind"], "unicodeCodePoints");
    let driver = &runs[0]["tool"]["driver"];
    assert_eq!((&driver["name"], &driver["version"]), (&json!("limpid"), &json!(env!("CARGO_PKG_VERSION"))));
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string());
        assert!(rule["helpUri"].as_str().unwrap().starts_with("https://"));
    }
    let results = runs[0]["results"].as_array().unwrap();
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(result["level"], "error");
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].is_string());
        let number = |name: &str| place["region"][name].as_u64().unwrap();
        let (start, end) = ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
        assert!((1, 1) <= start && start <= end, "{place}");
    }
    let uri = |result: &Value| result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert!(uri(&results[0]).as_str().unwrap().starts_with("file:///"));
    let end_tag = results
        .iter()
        .find(|result| uri(result) == "-" && result["message"]["text"].as_str().unwrap().contains("end tag"))
        .unwrap();
    let region = &end_tag["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*region, json!({ "startLine": 2, "startColumn": 10, "endLine": 2, "endColumn": 14 }));

    let empty = limpid(&["errors", "--format", "sarif", "-"], b"<!DOCTYPE html>");
    let empty: Value = serde_json::from_slice(&empty.stdout).unwrap();
    assert_eq!(empty["runs"][0]["results"], json!([]));
}

#[test]
fn output_formats_of_html_and_text() {
    let page = "<!DOCTYPE html><title>T</title><ul><li class=a>One<li>Two</ul><p hidden>x<br><script>s</script>";
    let pretty = stdout(&["html", "--pretty", "-"], page);
    assert!(pretty.contains("\n    <ul>\n      <li class=\"a\">One</li>\n"), "{pretty}");
    assert!(stdout(&["html", "--minify", "-"], page).contains("<ul><li class=a>One<li>Two</ul>"));
    assert_eq!(page_json(&["html", "--pretty", "-"], page), json!({ "changed": true, "html": pretty }));
    assert!(usage_error(&["html", "--pretty", "--minify", "-"]).contains("cannot be used with"));
    assert_eq!(stdout(&["text", "--text-content", "-"], page), "TOneTwoxs");
    assert_eq!(stdout(&["text", "-"], "<p>One  <b>two</b><script>s</script><p>Three"), "One two\n\nThree\n");
    assert_eq!(stdout(&["text", "--markdown", "-"], "<h1>A</h1><ul><li>b"), "# A\n\n- b\n");
    assert_eq!(page_json(&["text", "-"], "<p>a<p>b"), json!({ "text": "a\n\nb" }));
    assert!(usage_error(&["text", "--text-content", "--markdown", "-"]).contains("cannot be used with"));
}

#[test]
fn texts_with_their_positions() {
    let lines = |arguments: &[&str], page: &str| -> Vec<Value> {
        stdout(arguments, page).lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    };
    let page = "<h1>Tea</h1>\n<p>a &lt; <a href=/b>b</a>";
    let spans = lines(&["text", "--spans", "-"], page);
    let place = |it: &Value| (it["text"].clone(), it["start"].clone(), it["end"].clone(), it["line"].clone());
    let of = |text: &str, start, end, line| (json!(text), json!(start), json!(end), json!(line));
    let expected =
        [of("Tea", 4, 7, 1), of("a ", 16, 18, 2), of("<", 18, 22, 2), of(" ", 22, 23, 2), of("b", 34, 35, 2)];
    assert_eq!(spans.iter().map(place).collect::<Vec<_>>(), expected);
    assert_eq!(
        (&spans[2]["exact"], &spans[4]["element"], &spans[4]["offset"]),
        (&json!(false), &json!("a"), &json!(9))
    );
    let markdown = lines(&["text", "--markdown", "--spans", "-"], page);
    assert_eq!((&markdown[5]["text"], &markdown[5]["attribute"]), (&json!("/b"), &json!("href")));
    let passages = lines(&["text", "--passages", "-"], page);
    assert_eq!((&passages[0]["titles"], &passages[0]["text"]), (&json!(["Tea"]), &json!("Tea\n\na < b")));
    assert_eq!((&passages[0]["start"], &passages[0]["end"], passages.len()), (&json!(4), &json!(35), 1));
    assert_eq!(lines(&["text", "--passages=5", "-"], page).len(), 2);
    assert_eq!(json(&["text", "--spans", "-"], page)[0]["text"], "Tea");
    let folder = crate::common::folder(&[("a.html", "<p>a"), ("b.html", "<hr>"), ("c.html", "<p>c")]);
    let files = crate::common::stdout_in(folder.path(), &["text", "--spans", "a.html", "b.html", "c.html"]);
    let files: Vec<Value> = files.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let named = files.iter().map(|line| (&line["file"], &line["text"]));
    assert_eq!(named.collect::<Vec<_>>(), [(&json!("a.html"), &json!("a")), (&json!("c.html"), &json!("c"))]);
    assert!(usage_error(&["text", "--spans", "--xml", "-"]).contains("cannot be used with"));
    assert!(usage_error(&["text", "--passages=0", "-"]).contains("--passages"));
}

#[test]
fn completions_and_man_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell], "");
        assert!(script.contains("limpid") && script.contains("no-limits") && script.contains("select"), "{shell}");
    }
    assert!(usage_error(&["completions", "tcsh"]).contains("\"tcsh\" is not one of: bash, elvish"));
    assert!(usage_error(&["completions"]).contains("is missing"));
    let page = stdout(&["man"], "");
    assert!(page.contains(".TH limpid 1") && page.contains("limpid\\-errors(1)"), "{page}");
    let page = stdout(&["man", "errors"], "");
    assert!(page.contains(".TH limpid-errors 1") && page.contains("\\-\\-summary"), "{page}");
    assert!(page.contains(concat!("limpid ", env!("CARGO_PKG_VERSION"))), "{page}");
    assert!(usage_error(&["man", "branch"]).contains("unknown command \"branch\""));
}
