//! `limpid content`.

use crate::common::{folder, stdout, usage_error};
use serde_json::Value;

/// A page with an article, boilerplate and metadata.
fn page() -> String {
    let text = "Green tea is steamed shortly after it is picked, which keeps its leaves green. ".repeat(9);
    format!(
        "<html lang=en><title>Green tea | Tea Times</title><meta name=author content=Ada><meta name=date content='Jan 29, 2025'>\
         <nav><a href=/>OTHER</a></nav><main><h1>Green tea</h1><p>{text}</p><p>See <a href=/black>black tea</a>.</p></main>\
         <section id=comments><p>COMMENT {text}</section><footer>OTHER</footer>"
    )
}

#[test]
fn formats() {
    let page = page();
    let text = stdout(&["content"], &page);
    assert!(text.starts_with("Green tea\n\nGreen tea is") && text.ends_with("See black tea.\n"), "{text}");
    assert!(!text.contains("OTHER") && !text.contains("COMMENT"), "{text}");
    let markdown = stdout(&["content", "--format", "markdown"], &page);
    assert!(markdown.starts_with("# Green tea\n\n") && markdown.ends_with("See [black tea](/black).\n"), "{markdown}");
    let html = stdout(&["content", "--format", "html", "--no-links"], &page);
    assert!(html.starts_with("<main><h1>Green tea</h1>") && html.ends_with("See black tea.</p></main>\n"), "{html}");
    assert!(stdout(&["content", "--comments"], &page).contains("COMMENT"));
    let resolved = stdout(&["content", "--format", "markdown", "--base", "https://tea.example/a/"], &page);
    assert!(resolved.ends_with("See [black tea](https://tea.example/black).\n"), "{resolved}");
}

#[test]
fn objects() {
    let object: Value = serde_json::from_str(&stdout(&["content", "--format", "ndjson"], page())).unwrap();
    let member = |name: &str| object[name].as_str().unwrap_or_else(|| panic!("no {name} in {object}"));
    assert_eq!((member("file"), member("kind"), member("language")), ("-", "article", "en"));
    assert_eq!((member("title"), member("byline"), member("published")), ("Green tea", "Ada", "2025-01-29"));
    assert!(member("text").starts_with("Green tea\n\n") && member("markdown").starts_with("# Green tea\n\n"));
    assert_eq!((&object["modified"], &object["written"]["published"]), (&Value::Null, &"Jan 29, 2025".into()));
    assert_eq!((&object["sources"]["title"], &object["sources"]["published"]), (&"heading".into(), &"meta".into()));
    assert!(object["confidence"].as_f64().is_some_and(|confidence| confidence > 0.8), "{object}");
    let list: Value = serde_json::from_str(&stdout(&["content", "--format", "json"], page())).unwrap();
    assert_eq!(list.as_array().map(Vec::len), Some(1));
}

#[test]
fn pages_with_little_confidence_are_left_out() {
    let folder = folder(&[("a.html", page()), ("b.html", "<p>Tea".to_owned())]);
    let path = folder.path().to_str().unwrap();
    let lines = stdout(&["content", "--format", "ndjson", "--min-confidence", "0.5", path], "");
    assert!(lines.contains("a.html") && !lines.contains("b.html"), "{lines}");
    assert_eq!(stdout(&["content", "--min-confidence", "0.5"], "<p>Tea"), "");
    let text = stdout(&["content", "--min-confidence", "0.5", path], "");
    assert!(text.contains("a.html") && !text.contains("b.html"), "{text}");
    let error = usage_error(&["content", "--min-confidence", "2"]);
    assert!(error.contains("\"2\" is not a number from 0 to 1 such as 0.5"), "{error}");
}

#[test]
fn the_kind_can_be_set() {
    let object: Value =
        serde_json::from_str(&stdout(&["content", "--kind", "product", "--format", "ndjson"], "<p>Tea")).unwrap();
    assert_eq!(object["kind"], "product");
    assert!(usage_error(&["content", "--kind", "forum"]).contains("is not one of: article, documentation, thread"));
}

#[test]
fn spans_are_positions_in_the_page() {
    let page = "<nav>Menu</nav><main><p>Green &amp; <b>black</b> tea";
    let lines = stdout(&["content", "--spans"], page);
    let pieces: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sources = pieces.iter().map(|piece| {
        let offset = |name: &str| usize::try_from(piece[name].as_u64().unwrap()).unwrap();
        &page[offset("start")..offset("end")]
    });
    assert_eq!(sources.collect::<Vec<_>>(), ["Green ", "&amp;", " ", "black", " tea"]);
    let error = usage_error(&["content", "--spans", "--format", "html"]);
    assert!(error.contains("use it with --format text or --format markdown"), "{error}");
}

#[test]
fn xml_has_content() {
    assert_eq!(stdout(&["content", "--xml"], "<feed><title>Tea</title></feed>"), "Tea\n");
}
