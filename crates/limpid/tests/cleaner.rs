//! Rules in addition to the standard: URLs, classes, attributes to set, elements whose content is kept, hooks.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{
    AttributeChange, Cleaner, RelativeUrls, Removed, Rule, Rules, RulesError, Sanitizer, SanitizerConfig, SetAttribute,
    SetHtmlOptions, Strictness, UrlRule,
};
use limpid::{Document, Namespace, NodeRef, ParseOptions};
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
fn schemes_are_checked_for_each_attribute() {
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
    // If the base has no path, or a scheme that is not allowed, the URL is removed.
    for base in ["mailto:a", "ftp://a/", "javascript:x()"] {
        assert_eq!(resolve(base).clean("<a href=b>"), "<a></a>", "{base}");
    }
    for base in ["no base", "", "/a"] {
        let error = Cleaner::new(Sanitizer::default(), urls(RelativeUrls::Resolve(base.to_owned()))).unwrap_err();
        assert_eq!(error, RulesError::InvalidBase(base.to_owned()));
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
    for name in ["", "a b", "a>b", "a<b", "a\"b", "a=b", "a/b"] {
        let rules = Rules { set_attributes: vec![set("a", name, "x")], ..Rules::default() };
        let error = Cleaner::new(Sanitizer::default(), rules).unwrap_err();
        assert_eq!(error, RulesError::SetsInvalidName(set("a", name, "x")));
    }
}

/// Lists what a cleaner removes: rule, kind, name with its element, and source.
fn report(cleaner: &Cleaner, markup: &str) -> Vec<String> {
    let mut fragment = ParseOptions::new().spans(true).parse_fragment(markup, "body");
    let (root, mut report) = (fragment.root().id(), Vec::new());
    cleaner.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut report)).unwrap();
    let line = |removal: &limpid::sanitize::Removal| {
        let source = removal.span.map_or("", |span| &markup[span.range()]);
        let of = removal.element.as_ref().map_or_else(String::new, |element| format!(" of {element}"));
        format!("{} {:?} {}{of}: {source}", removal.rule.code(), removal.removed, removal.name)
    };
    report.iter().map(line).collect()
}

#[test]
fn removals_by_rules_and_hooks_are_reported() {
    let rules = Rules {
        unlisted_elements_keep_content: true,
        remove_content_of: vec!["nav".to_owned()],
        classes: BTreeMap::from([("*".to_owned(), vec!["a".to_owned()])]),
        ..urls(RelativeUrls::Remove)
    };
    let config = SanitizerConfig {
        elements: Some(["p", "a", "b"].map(Into::into).to_vec()),
        attributes: Some(["href", "class", "title"].map(Into::into).to_vec()),
        ..SanitizerConfig::default()
    };
    let cleaner = cleaner(config, rules).attribute_hook(|_, attribute| match attribute.value() {
        "remove" => AttributeChange::Remove,
        "change" => AttributeChange::Set("changed".to_owned()),
        _ => AttributeChange::Keep,
    });
    let markup = "<div id=i><p class='a x'>1<b class=y>2</b><a href=data:x>3</a><a href=/4>4</a></p></div><nav><p>5</nav>\
                  <b title=remove>6</b><b title=change id=remove>7</b><a href=javascript:x()>8</a><script>9</script>\
                  <a href=http:x class=' a'>10</a>";
    assert_eq!(
        report(&cleaner, markup),
        [
            "unlisted-element-replaced Element div: <div id=i>",
            "class-not-allowed AttributePart class of p: class='a x'",
            "class-not-allowed Attribute class of b: class=y",
            "url-scheme Attribute href of a: href=data:x",
            "relative-url Attribute href of a: href=/4",
            "element-not-allowed Element nav: <nav><p>5</nav>",
            "hook-removed Attribute title of b: title=remove",
            "attribute-not-allowed Attribute id of b: id=remove",
            "javascript-url Attribute href of a: href=javascript:x()",
            "unsafe-element Element script: <script>9</script>",
        ]
    );
    assert_eq!(
        cleaner.clean(markup),
        "<p class=\"a\">1<b>2</b><a>3</a><a>4</a></p><b>6</b><b title=\"changed\">7</b><a>8</a>\
         <a href=\"http:x\" class=\"a\">10</a>"
    );
}

/// Two attributes of the same name, and one in capitals, which only edits can create.
#[test]
fn rules_see_every_attribute() {
    let mut tree = Document::new_fragment();
    let root = tree.root().id();
    let a = tree.create_element("a").unwrap();
    for (namespace, name) in [("", "HREF"), ("urn:a", "href"), ("", "href")] {
        tree.node_mut(a).unwrap().set_attribute_ns(namespace, name, "ftp:x").unwrap();
    }
    tree.node_mut(a).unwrap().set_attribute_ns(Namespace::XLink, "xlink:href", "mailto:x").unwrap();
    tree.node_mut(root).unwrap().append(a).unwrap();
    let cleaner = cleaner(SanitizerConfig::default(), urls(RelativeUrls::Keep))
        .attribute_hook(|_, attribute| AttributeChange::Set(attribute.value().replace("mailto", "http")));
    let mut report = Vec::new();
    cleaner.sanitize_with(&mut tree, root, Strictness::Safe, Some(&mut report)).unwrap();
    assert_eq!(tree.to_html(), "<a xlink:href=\"http:x\"></a>");
    let rules: Vec<(Rule, Removed)> = report.iter().map(|removal| (removal.rule, removal.removed)).collect();
    assert_eq!(rules, [(Rule::UrlScheme, Removed::Attribute); 3]);
}

/// Sanitizing a template itself sanitizes its contents.
#[test]
fn contents_of_the_sanitized_node() {
    let mut page =
        limpid::parse("<template><p onclick=x()>1</p></template><x-a><template shadowrootmode=open><p onload=y()>");
    let nodes: Vec<_> =
        page.descendants().filter(|node| ["template", "x-a"].contains(&node.local_name())).map(NodeRef::id).collect();
    for node in nodes {
        Sanitizer::new(&SanitizerConfig::default()).unwrap().sanitize(&mut page, node).unwrap();
    }
    assert!(!page.to_html().contains("onclick"));
    let host = page.descendants().find(|node| node.local_name() == "x-a").unwrap();
    assert_eq!(host.shadow_root().unwrap().inner_html(), "<p></p>");
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
    // Template contents are removed with the template, which is not listed.
    assert_eq!(cleaner.clean("<p>1<template>2</template>"), "<p>1</p>");
    // The content that is kept of unlisted elements is still sanitized.
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
    page.node_mut(div).unwrap().set_html("<i title=t onload=x()>3", &cleaner).unwrap();
    assert_eq!(page.node(div).unwrap().inner_html(), "<i title=\"T\">3</i>");
    page.node_mut(div).unwrap().set_html_unsafe("<i onload=x()>3", &SetHtmlOptions::new()).unwrap();
    assert!(format!("{cleaner:?}").starts_with("Cleaner"));
}

/// Cleans markup with a rule for all attributes that contain lists of URLs.
fn clean_lists(relative: RelativeUrls, markup: &str) -> String {
    let attributes = ["srcset", "imagesrcset", "ping", "archive", "attributionsrc", "itemtype", "profile"];
    let rule =
        UrlRule { attributes: attributes.map(str::to_owned).to_vec(), schemes: vec!["https".to_owned()], relative };
    cleaner(SanitizerConfig::default(), Rules { urls: vec![rule], ..Rules::default() }).clean(markup)
}

#[test]
fn each_url_of_a_list() {
    for (markup, expected) in [
        ("<img srcset='https://a/a 1x, http://b/b 2x'>", "<img srcset=\"https://a/a 1x\">"),
        ("<img srcset='c.png 1x, data:image/svg+xml,x 2x'>", "<img srcset=\"c.png 1x\">"),
        ("<img srcset='data:a 1x, b 2x ,  data:c 3x, d 4x'>", "<img srcset=\"b 2x ,  d 4x\">"),
        ("<img srcset=' ,data:a, b, data:c,'>", "<img srcset=\" ,b\">"),
        ("<img srcset='a,b 1x,c 2x,, data:d'>", "<img srcset=\"a,b 1x,c 2x\">"),
        ("<img srcset='a (x, data:y), data:b (, c'>", "<img srcset=\"a (x, data:y)\">"),
        ("<img srcset='data:a 1x, http:b'>", "<img>"),
        ("<img SRCSET=' da:a'>", "<img>"),
        ("<img srcset=' a  1x , b '>", "<img srcset=\" a  1x , b \">"),
        ("<img srcset=''><img srcset=' , '>", "<img srcset=\"\"><img srcset=\" , \">"),
        ("<source srcset='http:a 1x, b 2x'>", "<source srcset=\"b 2x\">"),
        ("<link imagesrcset='http:a 1x, b 2x'>", "<link imagesrcset=\"b 2x\">"),
        ("<a ping='/a http:b\nhttps://c/, ftp:d'>1</a>", "<a ping=\"/a https://c/,\">1</a>"),
        ("<a ping=' http:a  http:b '>1</a>", "<a>1</a>"),
        ("<a attributionsrc='http:a b'>1</a>", "<a attributionsrc=\"b\">1</a>"),
        ("<a attributionsrc>1</a>", "<a attributionsrc=\"\">1</a>"),
        ("<p itemtype='https://schema.org/A urn:b'>1</p>", "<p itemtype=\"https://schema.org/A\">1</p>"),
        ("<p archive='http:a b.jar' profile='x http:y'>1</p>", "<p archive=\"b.jar\" profile=\"x\">1</p>"),
    ] {
        assert_eq!(clean_lists(RelativeUrls::Keep, markup), expected, "{markup}");
    }
    assert_eq!(
        clean_lists(RelativeUrls::Remove, "<img srcset='a 1x, https://b/ 2x, c'><a ping='d e'>1</a>"),
        "<img srcset=\"https://b/ 2x\"><a>1</a>"
    );
    let rule = UrlRule { attributes: vec!["srcset".to_owned()], ..UrlRule::default() };
    let cleaner = cleaner(SanitizerConfig::default(), Rules { urls: vec![rule], ..Rules::default() });
    let mut fragment = ParseOptions::new().spans(true).parse_fragment("<img srcset='a:b, c'><img srcset=a:b>", "body");
    let (root, mut report) = (fragment.root().id(), Vec::new());
    cleaner.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut report)).unwrap();
    let report: Vec<_> = report.iter().map(|removal| (removal.rule, removal.removed)).collect();
    assert_eq!(report, [(Rule::UrlScheme, Removed::AttributePart), (Rule::UrlScheme, Removed::Attribute)]);
}

#[cfg(feature = "sanitize-urls")]
#[test]
fn each_url_of_a_list_is_resolved() {
    let resolved = |markup: &str| clean_lists(RelativeUrls::Resolve("https://e/x/,".to_owned()), markup);
    for (markup, expected) in [
        ("<img srcset='a.png 1x, b.png 2x'>", "<img srcset=\"https://e/x/a.png 1x, https://e/x/b.png 2x\">"),
        (
            "<img srcset='a,b,,c.png 100w (1,2) , /d'>",
            "<img srcset=\"https://e/x/a,b,,c.png 100w (1,2) , https://e/d\">",
        ),
        ("<img srcset='a, //[ 1x,b'>", "<img srcset=\"https://e/x/a, https://e/x/b\">"),
        ("<img srcset='//[ 1x, data:x'>", "<img>"),
        ("<a ping='a\tb  c'>1</a>", "<a ping=\"https://e/x/a\thttps://e/x/b  https://e/x/c\">1</a>"),
        // Resolving removes control characters. Unescaped, the comma would end the candidate and start another one.
        ("<img srcset='a,\u{1} javascript:x 2x'>", "<img srcset=\"https://e/x/a%2C javascript:x 2x\">"),
        ("<img srcset='\u{1} javascript:x 2x'>", "<img srcset=\"https://e/x/%2C javascript:x 2x\">"),
    ] {
        assert_eq!(resolved(markup), expected, "{markup}");
    }
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
        ("background: curlew image", Some("background: curlew image")),
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
