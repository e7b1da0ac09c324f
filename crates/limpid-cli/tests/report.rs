//! `limpid report`: the written file, and that content of the page cannot break out of its place in the report.

use crate::common::{EXAMPLE, limpid, stdout};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use limpid::{Document, LocalName, NodeRef, ParseOptions, ScriptingMode};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;

fn parse(report: &str, scripting: ScriptingMode) -> Document<'_> {
    ParseOptions::new().scripting(scripting).parse(report)
}

fn find<'d>(document: &'d Document<'_>, name: LocalName) -> Vec<NodeRef<'d>> {
    document.descendants().filter(|node| node.is_html(name)).collect()
}

/// Returns every element with its attributes. The content of `noscript` is text, because scripting is enabled.
fn skeleton(report: &str) -> Vec<String> {
    let document = parse(report, ScriptingMode::Normal);
    let elements = document.descendants().filter(|node| node.is_element());
    let describe = |node: NodeRef<'_>| {
        let attributes: Vec<_> =
            node.attributes().map(|it| format!("{}={:?}", it.qualified_name(), it.value())).collect();
        format!("{} {}", node.local_name(), attributes.join(" "))
    };
    elements.map(describe).collect()
}

/// Returns the data of the report's script.
fn data(report: &str) -> Value {
    let document = parse(report, ScriptingMode::Normal);
    let script = document.element_by_id("data").expect("the data is there");
    serde_json::from_str(&script.text_content()).expect("the data is JSON")
}

fn facts(report: &str) -> Vec<(String, String)> {
    let document = parse(report, ScriptingMode::Normal);
    let header = find(&document, LocalName::HEADER)[0];
    let items = header.descendants().filter(|node| node.is_html(LocalName::DD));
    let fact = |dd: NodeRef<'_>| {
        let id = dd.parent().and_then(NodeRef::element_id).unwrap_or_default();
        (id.to_owned(), dd.text_content().trim().to_owned())
    };
    items.map(fact).collect()
}

#[track_caller]
fn assert_fact(report: &str, id: &str, text: &str) {
    let facts = facts(report);
    let found = facts.iter().find(|fact| fact.0 == id).unwrap_or_else(|| panic!("no {id} in {facts:?}"));
    assert_eq!(found.1, text);
}

#[test]
fn a_file_and_standard_output_have_the_same_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let file = file.to_str().unwrap();
    assert_eq!(stdout(&["report", EXAMPLE, "-o", file], ""), "");
    let report = fs::read_to_string(file).unwrap();
    assert_eq!(stdout(&["report", EXAMPLE], ""), report);
    assert_eq!(stdout(&["report", EXAMPLE, "--output=-"], ""), report);
    // An existing file is replaced.
    assert_eq!(stdout(&["report", "-", "--title", "x", "-o", file], "<p>"), "");
    let other = fs::read_to_string(file).unwrap();
    assert_eq!(other, stdout(&["report", "-", "--title", "x"], "<p>"));
    assert!(other.len() < report.len());
}

#[test]
fn header_facts() {
    let report = stdout(&["report", EXAMPLE], "");
    assert_fact(&report, "encoding", "UTF-8 (meta element, by prescan; certain)");
    assert_fact(&report, "mode", "no quirks (from the DOCTYPE)");
    assert_fact(&report, "error-count", "8 (8 codes)");
    let document = parse(&report, ScriptingMode::Normal);
    assert!(document.title().unwrap().ends_with("example.html · limpid report"));

    let report = stdout(&["report", "-"], "<p>\n</div>");
    assert_fact(&report, "encoding", "windows-1252 (fallback; tentative)");
    assert_fact(&report, "mode", "quirks (no DOCTYPE)");
    assert_fact(&report, "error-count", "2 (2 codes)");
    // html, head, body, p and its text.
    assert_fact(&report, "node-count", "5 (3 implied)");
    assert_fact(&report, "line-count", "2 (10 bytes as UTF-8)");
    let limited = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'>";
    assert_fact(&stdout(&["report", "-"], limited), "mode", "limited quirks (from the DOCTYPE)");
    let given = stdout(&["report", "--encoding", "koi8-r", "-"], "<p>");
    assert_fact(&given, "encoding", "KOI8-R (user override; certain)");
    assert_fact(&stdout(&["report", "-"], "<!DOCTYPE html><p>"), "error-count", "0");
}

#[test]
fn fragments() {
    let report = stdout(&["report", "--fragment", "tr", "-", "--title", "A row"], "<td>1<td>2</p>");
    assert_fact(&report, "fragment", "in tr (parsed as its content)");
    assert_fact(&report, "mode", "no quirks (from the context element)");
    let names: Vec<_> = data(&report)["names"].as_array().unwrap().iter().map(|name| name[1].clone()).collect();
    assert_eq!(names, ["td", "#text", "p"]);
    assert_eq!(parse(&report, ScriptingMode::Normal).title().unwrap(), "A row · limpid report");
}

#[test]
fn the_data_has_tree_and_errors_in_utf_16() {
    let page = "<!DOCTYPE html>😀é<P class='a&amp;b' id=i hidden>&lt;</i>\n<template>t</template>";
    let data = data(&stdout(&["report", "--encoding", "utf-8", "-"], page));
    assert_eq!(data["source"], page);
    let names = data["names"].as_array().unwrap();
    let nodes = &data["nodes"];
    let column = |name: &str| -> Vec<i64> {
        nodes[name].as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
    };
    let tree: Vec<_> = column("name")
        .iter()
        .zip(column("depth"))
        .map(|(&name, depth)| (names[name as usize][1].as_str().unwrap(), depth))
        .collect();
    let expected = [
        ("#doctype", 0),
        ("html", 0),
        ("head", 1),
        ("body", 1),
        ("#text", 2),
        ("p", 2),
        ("#text", 3),
        ("template", 3),
        ("#content", 4),
        ("#text", 5),
    ];
    assert_eq!(tree, expected);
    let starts: Vec<_> = column("start")
        .iter()
        .scan(0, |sum, by| {
            *sum += by;
            Some(*sum)
        })
        .collect();
    // The emoji has two code units.
    assert_eq!((starts[4], starts[5]), (15, 18));
    assert_eq!(column("token")[4..6], [3, 31]);
    assert_eq!(column("attributes"), [0, 0, 0, 0, 0, 3, 0, 0, 0, 0]);
    assert_eq!(nodes["texts"], serde_json::json!([[6, "<\n"]]));
    assert_eq!(data["attribute_names"], serde_json::json!(["class", "id", "hidden"]));
    assert_eq!(data["attributes"]["texts"], serde_json::json!([[0, "a&b"]]));
    assert_eq!(data["attributes"]["length"], serde_json::json!([7, 1, 0]));
    let errors = &data["errors"];
    assert_eq!(data["codes"][0]["code"], "end-tag-crossing-special-element");
    assert_eq!((&errors["start"], &errors["length"]), (&serde_json::json!([53]), &serde_json::json!([4])));
    // Columns count code points.
    assert_eq!((&errors["line"][0], &errors["column"][0]), (&1.into(), &53.into()));
}

#[test]
fn errors_are_listed_without_scripts() {
    let report = stdout(&["report", "-"], "<p>\n</div><x\u{202e}>");
    let document = parse(&report, ScriptingMode::Disabled);
    let rows = find(&document, LocalName::TR);
    let cells: Vec<_> = rows[2].children().map(NodeRef::text_content).collect();
    let message = "No such element is open here; remove this end tag.";
    assert_eq!(cells, ["2:1", "end-tag-without-element", message, "</div>"]);
    // The bytes of U+202E, read as windows-1252, cause more errors.
    assert!(rows.len() >= 3);

    let many = stdout(&["report", "-"], "</i>".repeat(1500));
    let document = parse(&many, ScriptingMode::Disabled);
    assert_eq!(find(&document, LocalName::TR).len(), 1001);
    assert_eq!(find(&document, LocalName::CAPTION)[0].text_content(), "The first 1,000 of 1,501 errors");
    assert_eq!(data(&many)["errors"]["code"].as_array().unwrap().len(), 1501);

    let fine = stdout(&["report", "-"], "<!DOCTYPE html>");
    let document = parse(&fine, ScriptingMode::Disabled);
    assert!(find(&document, LocalName::TR).is_empty());
    assert!(find(&document, LocalName::NOSCRIPT)[0].text_content().contains("no errors"));
}

#[test]
fn a_report_is_valid_html_that_loads_nothing() {
    let report = stdout(&["report", EXAMPLE], "");
    for scripting in [ScriptingMode::Normal, ScriptingMode::Disabled] {
        let document = parse(&report, scripting);
        assert_eq!(document.errors(), []);
        for node in document.descendants() {
            for name in ["src", "srcset", "action", "data", "background", "poster", "style", "onload"] {
                assert!(!node.has_attribute(name), "{name} of {node:?}");
            }
            assert!(!node.is_html(LocalName::LINK) && !node.is_html(LocalName::BASE));
            if let Some(href) = node.attribute("href") {
                assert!(href.starts_with("https://html.spec.whatwg.org/multipage/parsing.html#"), "{href}");
            }
        }
    }
}

#[test]
fn the_policy_names_the_script_and_the_style_sheet() {
    let report = stdout(&["report", EXAMPLE], "");
    let document = parse(&report, ScriptingMode::Normal);
    let metas = find(&document, LocalName::META);
    let policy = metas.iter().find_map(|meta| {
        let is_policy = meta.attribute("http-equiv").is_some_and(|name| name == "Content-Security-Policy");
        is_policy.then(|| meta.attribute("content").unwrap())
    });
    let policy = policy.expect("there is a policy");
    let hash = |node: &NodeRef<'_>| BASE64_STANDARD.encode(Sha256::digest(node.text_content()));
    let scripts = find(&document, LocalName::SCRIPT);
    assert_eq!(scripts.len(), 2);
    assert_eq!(scripts[0].attribute("type"), Some("application/json"));
    assert_eq!(scripts[1].attributes().len(), 0);
    let styles = find(&document, LocalName::STYLE);
    assert_eq!(styles.len(), 1);
    let expected = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(&styles[0]),
        hash(&scripts[1])
    );
    assert_eq!(policy, expected);
}

/// Markup that could break out of its place in a report.
const HOSTILE: &[&str] = &[
    "</script><script>alert(1)</script>",
    "</SCRIPT\t><script>alert(1)</script>",
    "<!--<script>",
    "<!-- --!> --> ]]> <![CDATA[",
    "</title></style></noscript></textarea></template><img src=x onerror=alert(1)>",
    "\" onmouseover=alert(1) x='\" onfocus=alert(1) autofocus",
    "'><svg onload=alert(1)>",
    "&lt;/script&gt;&#60;script&#62;alert(1)",
    "\u{2028}\u{2029}</script>\u{0}</script\u{0}>",
    "\\u003c/script>\\</script>\\\"",
    "</noscript><base href=//evil.example><meta http-equiv=refresh content=0>",
];

/// Returns pages that contain a text in every possible position.
fn hostile_pages(text: &str) -> Vec<String> {
    let html = text.replace('&', "&amp;").replace('<', "&lt;");
    vec![
        text.to_owned(),
        format!("<!DOCTYPE html><p>{text}</p>{html}"),
        format!("<!--{text}-->"),
        format!("<!DOCTYPE {text}><?{text}?>"),
        format!("<title>{text}</title>"),
        format!("<p title=\"{}\" class='{}' {text}>", text.replace('"', "&quot;"), text.replace('\'', "&#39;")),
        format!("<{text} {text}={text}>"),
        format!("<script>{text}"),
        format!("<svg><![CDATA[{text}]]></svg><style>{text}"),
    ]
}

#[test]
fn no_page_breaks_out_of_its_place() {
    let plain = skeleton(&stdout(&["report", "-", "--title", "x"], "<p>"));
    assert!(plain.len() > 50);
    let known: std::collections::HashSet<_> =
        ["a", "caption", "code", "noscript", "p", "table", "tbody", "td", "th", "tr"].into();
    for text in HOSTILE {
        for page in hostile_pages(text) {
            // Arguments cannot contain NUL.
            let title = text.replace('\0', "");
            let report = stdout(&["report", "--encoding", "utf-8", "-", "--title", &title], &page);
            assert_eq!(skeleton(&report), plain, "{page}");
            assert_eq!(data(&report)["source"], page.as_str());
            let document = parse(&report, ScriptingMode::Disabled);
            assert_eq!(document.errors(), [], "{page}");
            for node in find(&document, LocalName::NOSCRIPT)[0].descendants().filter(|node| node.is_element()) {
                assert!(known.contains(node.local_name()), "{node:?} of {page}");
                let is_link = node.is_html(LocalName::A);
                assert!(node.attributes().all(|it| is_link && it.local_name() == "href"), "{node:?} of {page}");
            }
            assert_eq!(find(&document, LocalName::SCRIPT).len(), 2, "{page}");
            assert_eq!(find(&document, LocalName::H1)[0].text_content().replace("<U+", ""), shown(&title), "{page}");
        }
    }
}

/// Returns how the heading shows a [`HOSTILE`] text, with `<U+` removed.
fn shown(text: &str) -> String {
    text.replace('\u{2028}', "2028>").replace('\u{2029}', "2029>").replace('\t', "0009>")
}

#[cfg(unix)]
#[test]
fn no_file_name_breaks_out_of_its_place() {
    let plain = skeleton(&stdout(&["report", "-"], "<p>"));
    let folder = tempfile::tempdir().unwrap();
    for name in ["</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{202e}lmth.\nb", "<!--"] {
        let page = folder.path().join(name.trim_start_matches(['/'])).join("page.html");
        fs::create_dir_all(page.parent().unwrap()).unwrap();
        fs::write(&page, "<p>").unwrap();
        let report = stdout(&["report", page.to_str().unwrap()], "");
        assert_eq!(skeleton(&report), plain, "{name}");
        assert!(!report.contains('\u{202e}'));
    }
}

#[test]
fn the_file_contains_no_hidden_characters() {
    let page = "<p title='\u{202e}'>a\u{202e}b\u{2066}c\u{200b}\u{feff}\u{7f}\u{85}\u{e0041}\u{fffe}";
    let report = stdout(&["report", "--encoding", "utf-8", "-", "--title", "\u{202e}x"], page);
    let is_hidden = |character: char| {
        (character.is_control() && character != '\n')
            || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}' | '\u{fffe}'
                | '\u{e0041}')
    };
    assert_eq!(report.chars().find(|&character| is_hidden(character)), None);
    assert!(report.contains("<h1>&lt;U+202E&gt;x</h1>"));
    assert_eq!(data(&report)["source"], page);
}

#[test]
fn any_bytes() {
    let plain = skeleton(&stdout(&["report", "-"], "<p>"));
    let all: Vec<u8> = (0..=255).collect();
    let markup: Vec<u8> = all.iter().flat_map(|&byte| [b'<', b'p', byte, b'=', byte, b'>', byte]).collect();
    let utf_16: Vec<u8> = "\u{feff}<p>\u{202e}</script>😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for page in [&[][..], &all, &markup, &utf_16, b"\xff\xfe", b"\xef\xbb\xbf", b"\r\r\n\n"] {
        for encoding in ["utf-8", "windows-1252", "shift_jis", "utf-16be", "replacement"] {
            let outcome = limpid(&["report", "--encoding", encoding, "-"], page);
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{page:?} in {encoding}");
            let report = String::from_utf8(outcome.stdout).unwrap();
            assert_eq!(skeleton(&report), plain, "{page:?} in {encoding}");
            assert!(data(&report)["source"].is_string());
        }
    }
}

#[track_caller]
fn assert_fails(arguments: &[&str], code: i32, words: &[&str]) {
    let outcome = limpid(arguments, b"<p>");
    assert_eq!((outcome.code, outcome.stdout.len()), (Some(code), 0), "{arguments:?}: {outcome:?}");
    let message = outcome.stderr;
    assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in {message}");
    }
}

#[test]
fn failures() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert_fails(&["report", &path("none.html")], 2, &["<FILE>", "none.html", "does not exist"]);
    assert_eq!(stdout(&["report"], "<p>"), stdout(&["report", "-"], "<p>"));
    assert_fails(&["report", "-", "-o"], 2, &["--output", "needs a value"]);
    let deep = path("no/report.html");
    assert_fails(
        &["report", "-", "-o", &deep],
        2,
        &["--output <FILE>", "no/report.html", "folder that does not exist"],
    );
    assert_fails(&["report", "-", "-o", &path("")], 2, &["--output <FILE>", "is a folder"]);
    assert_fails(&["report", "-", "--format", "json"], 2, &["--format", "unknown option"]);
    assert_fails(&["report", "-", "--fragment", "<"], 2, &["--fragment"]);

    // The page itself is never overwritten, under any of its names.
    let page = path("page.html");
    fs::write(&page, "<p>").unwrap();
    assert_fails(&["report", &page, "-o", &page], 2, &["--output <FILE>", "is the page itself"]);
    fs::create_dir(path("sub")).unwrap();
    assert_fails(&["report", &page, "-o", &path("sub/../page.html")], 2, &["is the page itself"]);
    assert_eq!(fs::read_to_string(&page).unwrap(), "<p>");

    #[cfg(target_os = "linux")]
    assert_fails(&["report", "-", "-o", "/dev/full"], 2, &["\"/dev/full\" cannot be written"]);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    let outcome =
        crate::common::run_unread(std::path::Path::new("."), &["report", "-"], "<p>text".repeat(100_000).as_bytes());
    assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""));
}

#[test]
fn deep_and_long_pages() {
    let deep = stdout(&["report", "--no-limits", "-"], "<i>".repeat(100_000));
    let depths = data(&deep)["nodes"]["depth"].as_array().unwrap().len();
    assert_eq!(depths, 100_003);
    // A text that differs from the source is cut.
    let long = stdout(&["report", "-"], format!("<!DOCTYPE html><p title='&amp;{0}'>&amp;{0}", "x".repeat(100_000)));
    assert!(long.len() < 2 * 100_000 + 100_000, "{}", long.len());
    assert_eq!(data(&long)["nodes"]["texts"][0][1].as_str().unwrap().chars().count(), 301);
    // The size of the report is proportional to the page.
    let pages = ["<p a=b>é</i>".repeat(10_000), "<p a=b>é</i>".repeat(20_000)];
    let [one, two] = pages.map(|page| stdout(&["report", "-"], page).len() as f64);
    assert!(two / one < 2.1 && one < 15.0 * 120_000.0, "{one} {two}");
    // A text that equals the source is not stored.
    assert_eq!(data(&stdout(&["report", "-"], "x".repeat(1000)))["nodes"]["texts"], serde_json::json!([]));
}
