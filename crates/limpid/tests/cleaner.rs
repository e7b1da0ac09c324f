//! Rules beside the standard: URLs, classes, attributes that are set, elements that keep their content, hooks.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{
    AttributeChange, Cleaner, RelativeUrls, Rules, Sanitizer, SanitizerConfig, SetAttribute, SetHtmlOptions, UrlRule,
};
use std::collections::BTreeMap;

fn cleaner(config: SanitizerConfig, rules: Rules) -> Cleaner {
    Cleaner::new(Sanitizer::for_safe_methods(&config).unwrap(), rules).unwrap()
}

fn urls(relative: RelativeUrls) -> Rules {
    let rule = |attributes: &[&str], schemes: &[&str]| UrlRule {
        attributes: attributes.iter().map(|&name| name.to_owned()).collect(),
        schemes: schemes.iter().map(|&name| name.to_owned()).collect(),
        relative: relative.clone(),
    };
    Rules {
        urls: vec![rule(&["href", "xlink:href"], &["http", "mailto"]), rule(&["src"], &["data"])],
        ..Rules::default()
    }
}

#[test]
fn schemes_count_by_attribute() {
    let keep = cleaner(SanitizerConfig::default(), urls(RelativeUrls::Keep));
    for (markup, expected) in [
        ("<a href=http://a/>", "<a href=\"http://a/\"></a>"),
        ("<a href=' \u{1}hT\ntp://a/'>", "<a href=\" \u{1}hT\ntp://a/\"></a>"),
        ("<a href=data:x>", "<a></a>"),
        ("<a href=' da\tta:x'>", "<a></a>"),
        ("<img src=data:x>", "<img src=\"data:x\">"),
        ("<img src=http:x>", "<img>"),
        ("<a href=b:c title=b:c>", "<a title=\"b:c\"></a>"),
        ("<a href=/b:c>", "<a href=\"/b:c\"></a>"),
        ("<a href=1b:c>", "<a href=\"1b:c\"></a>"),
        ("<a href=''>", "<a href=\"\"></a>"),
        ("<svg><a xlink:href=ftp:x>", "<svg><a></a></svg>"),
        ("<svg><a xlink:href=http:x>", "<svg><a xlink:href=\"http:x\"></a></svg>"),
    ] {
        assert_eq!(keep.clean(markup), expected, "{markup}");
    }
    let remove = cleaner(SanitizerConfig::default(), urls(RelativeUrls::Remove));
    assert_eq!(remove.clean("<a href=/b><img src=#c>"), "<a><img></a>");
}

#[cfg(feature = "sanitize-urls")]
#[test]
fn relative_urls_are_resolved() {
    let resolve = |base: &str| cleaner(SanitizerConfig::default(), urls(RelativeUrls::Resolve(base.to_owned())));
    assert_eq!(resolve("http://a/b/c").clean("<a href=../d?e#f>"), "<a href=\"http://a/d?e#f\"></a>");
    assert_eq!(resolve("http://a/b/c").clean("<a href=//d>"), "<a href=\"http://d/\"></a>");
    // Neither a base that has no path nor one of another scheme.
    for base in ["mailto:a", "ftp://a/", "no base", "javascript:x()"] {
        assert_eq!(resolve(base).clean("<a href=b>"), "<a></a>", "{base}");
    }
}

#[test]
fn classes() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let rules = Rules {
        classes: BTreeMap::from([("p".to_owned(), names(&["a", "b"])), ("*".to_owned(), names(&["c"]))]),
        ..Rules::default()
    };
    let cleaner = cleaner(SanitizerConfig::default(), rules);
    assert_eq!(
        cleaner.clean("<p class=' a x\tb c'>1<i class='a c'>2<b class=x>"),
        "<p class=\"a b\">1<i class=\"c\">2<b></b></i></p>"
    );
}

#[test]
fn attributes_are_set() {
    let set = |element: &str, name: &str, value: &str| SetAttribute {
        element: element.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let rules =
        Rules { set_attributes: vec![set("a", "rel", "nofollow"), set("a", "target", "_blank")], ..Rules::default() };
    let with_rel = Cleaner::new(Sanitizer::default(), rules).unwrap();
    assert_eq!(
        with_rel.clean("<a href=b rel=me>1</a><svg><a href=c>2"),
        "<a href=\"b\" rel=\"nofollow\" target=\"_blank\">1</a><svg><a href=\"c\">2</a></svg>"
    );
    for (name, value) in [("onclick", "x"), ("OnClick", "x"), ("href", "java\nscript:x"), ("srcdoc", "x")] {
        let rules = Rules { set_attributes: vec![set("a", name, value)], ..Rules::default() };
        let error = Cleaner::new(Sanitizer::default(), rules).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn content_of_unlisted_elements() {
    let config = SanitizerConfig {
        elements: Some(["p", "b"].map(Into::into).to_vec()),
        attributes: Some(Vec::new()),
        ..SanitizerConfig::default()
    };
    let rules =
        Rules { unlisted_elements_keep_content: true, remove_content_of: vec!["style".to_owned()], ..Rules::default() };
    let cleaner = cleaner(config, rules);
    assert_eq!(
        cleaner.clean("<x-y>1<div><b>2</b></div><style>3</style><script>4</script><iframe>5</iframe>"),
        "1<b>2</b>"
    );
    // Template contents go with their template, which is not listed.
    assert_eq!(cleaner.clean("<p>1<template>2</template>"), "<p>1</p>");
    // What only the sanitizer's parts together let through is looked at after all.
    assert_eq!(cleaner.clean("<div><svg><script>1</script></svg><p onclick=x()>2"), "<p>2</p>");
    let deep = format!("{}1", "<x-y>".repeat(400));
    assert_eq!(cleaner.clean(&deep), "1");
}

#[test]
fn hooks_cannot_let_scripts_through() {
    let cleaner = cleaner(SanitizerConfig::default(), Rules::default()).attribute_hook(|element, attribute| {
        match (element.local_name(), attribute.local_name()) {
            ("a", "href") => AttributeChange::Set("javascript:x()".to_owned()),
            ("b", _) => AttributeChange::Remove,
            (_, "title") => AttributeChange::Set(attribute.value().to_uppercase()),
            _ => AttributeChange::Keep,
        }
    });
    assert_eq!(
        cleaner.clean("<a href=/1 title=t onclick=x()>1</a><b title=u id=v>2</b>"),
        "<a title=\"T\">1</a><b>2</b>"
    );
    let mut page = limpid::parse("<div>");
    let div = page.body().unwrap().first_child().unwrap().id();
    page.set_html(div, "<i title=t onload=x()>3", &cleaner).unwrap();
    assert_eq!(page.node(div).unwrap().inner_html(), "<i title=\"T\">3</i>");
    page.set_html_unsafe(div, "<i onload=x()>3", &SetHtmlOptions::new()).unwrap();
    assert!(format!("{cleaner:?}").starts_with("Cleaner"));
}

#[cfg(feature = "sanitize-styles")]
#[test]
fn style_properties() {
    let properties = ["color", "background", "width"].map(str::to_owned).to_vec();
    let cleaner = cleaner(SanitizerConfig::default(), Rules { style_properties: Some(properties), ..Rules::default() });
    for (style, expected) in [
        ("color:red;position:fixed", Some("color: red")),
        (
            " COLOR : rgb(1, 2, 3) !important ; width:calc(1px + (2px))",
            Some("color: rgb(1, 2, 3) !important; width: calc(1px + (2px))"),
        ),
        ("background: url(x)", None),
        ("background: uRl( x ) red", None),
        ("background: \\75rl(x)", None),
        ("background: image-set(&quot;x&quot; 1x)", None),
        ("width: expression(x())", None),
        ("color: /* ; */ red", Some("color: /* ; */ red")),
        ("color", None),
        ("color:", None),
        ("color: red) ; width: 1px", Some("width: 1px")),
        ("color: &quot;a;b&quot;; width: 1px", Some("color: &quot;a;b&quot;; width: 1px")),
        ("@import 'x'; color: red", Some("color: red")),
        ("", None),
    ] {
        let expected = expected.map_or("<p></p>".to_owned(), |style| format!("<p style=\"{style}\"></p>"));
        assert_eq!(cleaner.clean(&format!("<p style=\"{style}\">")), expected, "{style}");
    }
    let deep = format!("<p style=\"color: {}\">", "(".repeat(100_000));
    let _ = cleaner.clean(&deep);
}

#[cfg(feature = "serde")]
#[test]
fn rules_as_json() {
    let json = r#"{
        "urls": [{ "attributes": ["href"], "schemes": ["https"], "relative": "remove" }],
        "classes": { "*": ["note"] },
        "setAttributes": [{ "element": "a", "name": "rel", "value": "nofollow" }]
    }"#;
    let rules: Rules = serde_json::from_str(json).unwrap();
    assert_eq!((&rules.urls[0].relative, rules.unlisted_elements_keep_content), (&RelativeUrls::Remove, false));
    assert_eq!(serde_json::from_str::<Rules>(&serde_json::to_string(&rules).unwrap()).unwrap(), rules);
    assert!(serde_json::from_str::<Rules>(r#"{ "url": [] }"#).is_err());
}
