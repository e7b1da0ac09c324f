//! The configurations in the migration guides of other sanitizers are valid and have the documented effect.
#![cfg(all(feature = "sanitize", feature = "serde"))]

use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};

const MIGRATING: &str = include_str!("../../../docs/guide/migrating.md");

/// Returns the section of a page under a heading of the second level.
fn section(page: &'static str, heading: &str) -> &'static str {
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the page has the heading");
    section.split("\n## ").next().unwrap_or_default()
}

/// Makes a cleaner from the configuration and the rules that a guide shows as JSON.
fn cleaner(guide: &str) -> Cleaner {
    let mut blocks = guide.split("```json\n").skip(1).map(|block| block.split("```").next().unwrap());
    let config: SanitizerConfig = serde_json::from_str(blocks.next().unwrap()).unwrap();
    let rules: Rules = serde_json::from_str(blocks.next().unwrap()).unwrap();
    Cleaner::new(Sanitizer::for_safe_methods(&config).unwrap(), rules).unwrap()
}

#[test]
fn ammonia() {
    let cleaner = cleaner(include_str!("../../../docs/guide/from-ammonia.md"));
    for (markup, expected) in [
        ("<p>Tea <x-y>and <b class=c>cups</b></x-y>", "<p>Tea and <b>cups</b></p>"),
        ("<script>1</script><style>2</style>3<!--4-->", "3"),
        ("<a href=/a target=b>1</a>", "<a href=\"/a\" rel=\"noopener noreferrer\">1</a>"),
        (
            "<a href=data:x>1</a><img src=https:x onerror=y()>",
            "<a rel=\"noopener noreferrer\">1</a><img src=\"https:x\">",
        ),
        ("<div lang=en title=t id=i>1</div>", "<div lang=\"en\" title=\"t\">1</div>"),
        ("<svg><g>1</g></svg><math><mi>2", ""),
    ] {
        assert_eq!(cleaner.clean(markup), expected, "{markup}");
    }
}

#[test]
fn bleach() {
    let cleaner = cleaner(section(MIGRATING, "bleach"));
    let markup =
        "<p>an <a href=http://x onclick=y()>1</a><a href=ftp:2>2</a><script>evil()</script><i title=t>3</i><!--4-->";
    assert_eq!(cleaner.clean(markup), "an <a href=\"http://x\">1</a><a>2</a><i>3</i>");
}

#[test]
fn dompurify() {
    let cleaner = cleaner(section(MIGRATING, "DOMPurify"));
    for (markup, expected) in [
        ("<img src=x onerror=alert(1)//>", "<img src=\"x\">"),
        ("<svg><g/onload=alert(2)//<p>", ""),
        ("<p>abc<iframe//src=jAva&Tab;script:alert(3)>def</p>", "<p>abc</p>"),
        ("<UL><li><A HREF=//google.com>click</UL>", "<ul><li><a href=\"//google.com\">click</a></li></ul>"),
        ("<b data-x=1 id=i>1<x-y>2</x-y></b>", "<b data-x=\"1\" id=\"i\">12</b>"),
    ] {
        assert_eq!(cleaner.clean(markup), expected, "{markup}");
    }
}
