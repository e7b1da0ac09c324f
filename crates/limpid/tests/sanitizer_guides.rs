//! The configurations in the migration guides of other sanitizers are valid and have the documented effect.
#![cfg(all(feature = "sanitize", feature = "serde"))]

use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};

/// Makes a cleaner from the configuration and the rules of a guide.
macro_rules! cleaner {
    ($policy:literal) => {{
        let config = include_str!(concat!("../../../docs/guide/policies/", $policy, "-config.json"));
        let rules = include_str!(concat!("../../../docs/guide/policies/", $policy, "-rules.json"));
        let config: SanitizerConfig = serde_json::from_str(config).unwrap();
        let rules: Rules = serde_json::from_str(rules).unwrap();
        Cleaner::new(Sanitizer::for_safe_methods(&config).unwrap(), rules).unwrap()
    }};
}

#[test]
fn ammonia() {
    let cleaner = cleaner!("ammonia");
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
    let cleaner = cleaner!("bleach");
    let markup =
        "<p>an <a href=http://x onclick=y()>1</a><a href=ftp:2>2</a><script>evil()</script><i title=t>3</i><!--4-->";
    assert_eq!(cleaner.clean(markup), "an <a href=\"http://x\">1</a><a>2</a><i>3</i>");
}

#[test]
fn dompurify() {
    let cleaner = cleaner!("dompurify");
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
