//! The sources of metadata and their order.

use limpid::Document;
use limpid::content::{ContentExt as _, ContentOptions, Metadata, MetadataSource as Source};
use limpid::links::Url;

fn metadata(page: &str) -> Metadata {
    limpid::parse(page).metadata()
}

fn json_ld(json: &str) -> String {
    format!("<script type=application/ld+json>{json}</script>")
}

#[track_caller]
fn check(page: &str, field: fn(&Metadata) -> Option<(String, Source)>, expected: Option<(&str, Source)>) {
    let found = field(&metadata(page));
    assert_eq!(found.as_ref().map(|(value, source)| (value.as_str(), *source)), expected, "{page}");
}

fn title(metadata: &Metadata) -> Option<(String, Source)> {
    metadata.title.as_ref().map(|title| (title.value.clone(), title.source))
}

fn byline(metadata: &Metadata) -> Option<(String, Source)> {
    metadata.byline.as_ref().map(|byline| (byline.value.clone(), byline.source))
}

fn published(metadata: &Metadata) -> Option<(String, Source)> {
    metadata.published.as_ref().map(|date| (date.iso.clone(), date.source))
}

fn modified(metadata: &Metadata) -> Option<(String, Source)> {
    metadata.modified.as_ref().map(|date| (date.iso.clone(), date.source))
}

#[test]
fn titles() {
    let cases = [
        ("", None),
        ("<title>Green tea</title>", Some(("Green tea", Source::Title))),
        ("<title> Green\n tea | Tea Times</title>", Some(("Green tea", Source::Title))),
        ("<title>Green tea - all about its taste</title>", Some(("Green tea - all about its taste", Source::Title))),
        ("<title>Tea</title><meta property=og:title content='Green tea'>", Some(("Green tea", Source::OpenGraph))),
        ("<title>Tea</title><meta name=twitter:title content='Green tea'>", Some(("Green tea", Source::Twitter))),
        ("<title>Green tea | Tea Times</title><h1>Green tea</h1>", Some(("Green tea", Source::Heading))),
        ("<title>“Green” tea</title><h1>\"Green\" tea</h1>", Some(("\"Green\" tea", Source::Heading))),
        (
            "<title>Green tea | Tea Times</title><meta property=og:site_name content='Tea Times'><h1>Tea Times</h1>",
            Some(("Green tea", Source::Title)),
        ),
        (
            "<title>Tea Times: Green tea</title><meta property=og:site_name content='Tea Times'>",
            Some(("Tea Times: Green tea", Source::Title)),
        ),
        (
            "<title>Tea Times | Green tea</title><meta property=og:site_name content='Tea Times'>",
            Some(("Green tea", Source::Title)),
        ),
        ("<title>All about tea - Tea Times</title><h1>Tea Times</h1>", Some(("All about tea", Source::Title))),
        ("<title>Steam engines</title><h1>Tea</h1>", Some(("Steam engines", Source::Title))),
        ("<title>Quickstart - Flask</title><h1>Quickstart<a href=#q>¶</a></h1>", Some(("Quickstart", Source::Heading))),
        ("<h1>Green tea</h1><h1>Black tea</h1>", Some(("Green tea", Source::Heading))),
        ("<svg><title>Logo</title></svg>", None),
    ];
    for (page, expected) in cases {
        check(page, title, expected);
    }
    let page = json_ld(r#"{"@type": "NewsArticle", "headline": "Green &amp; black tea"}"#) + "<title>Tea</title>";
    check(&page, title, Some(("Green & black tea", Source::JsonLd)));
    // The first question of a list of questions is not the title.
    let page = json_ld(r#"{"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Why?"}]}"#)
        + "<title>Tea</title>";
    check(&page, title, Some(("Tea", Source::Title)));
}

#[test]
fn bylines() {
    let cases = [
        ("<meta name=author content='Ada Lovelace'>", Some(("Ada Lovelace", Source::Meta))),
        ("<meta name=author content='By Ada Lovelace'>", Some(("Ada Lovelace", Source::Meta))),
        (
            "<meta property=article:author content=https://example.org/ada><meta name=dc.creator content=Ada>",
            Some(("Ada", Source::DublinCore)),
        ),
        ("<span itemprop=author itemscope><b itemprop=name>Ada</b> writes</span>", Some(("Ada", Source::Microdata))),
        ("<h1>Tea</h1><p>By <a href=/ada>Ada Lovelace</a>", Some(("Ada Lovelace", Source::Text))),
        ("<h1>Tea</h1><div><p>Written by: Ada Lovelace</p></div>", Some(("Ada Lovelace", Source::Text))),
        ("<a rel=author href=/ada>Ada</a>", Some(("Ada", Source::Text))),
        ("<p class=author-name>Ada</p>", Some(("Ada", Source::Text))),
        ("<p class=byline>Ada Lovelace, updated Jan 29, 2025</p>", Some(("Ada Lovelace", Source::Text))),
        ("<p class=author>29 January 2025</p>", None),
        ("<p class=byline>Ada Lovelace on Tuesday, 28 Jan 2025</p>", Some(("Ada Lovelace", Source::Text))),
        ("<meta name=author content='Von Miller'>", Some(("Von Miller", Source::Meta))),
        (
            "<meta name=citation_author content=Ada><meta name=citation_author content=Bob>",
            Some(("Ada, Bob", Source::Meta)),
        ),
        ("<span id=x class=author>Ada</span>", Some(("Ada", Source::Text))),
        ("<div id=comments><b class=author>Bob</b></div><b class=author>Ada</b>", Some(("Ada", Source::Text))),
        ("<h1>Tea</h1><p>By continuing, you agree to our rules", None),
        ("<p class=authority>Tea</p>", Some(("Tea", Source::Text))),
        // A site that declares itself as the author is named only if the page shows no other.
        (
            "<meta property=og:site_name content='Tea Times'><meta name=author content='Tea Times'><p class=byline>Ada</p>",
            Some(("Ada", Source::Text)),
        ),
        (
            "<meta property=og:site_name content='Tea Times'><meta name=author content='Tea Times'>",
            Some(("Tea Times", Source::Meta)),
        ),
        ("<p>By the way", None),
    ];
    for (page, expected) in cases {
        check(page, byline, expected);
    }
    let items = [
        r#"{"@type": "BlogPosting", "author": "Ada"}"#,
        r#"{"@type": ["BlogPosting"], "author": {"@type": "Person", "name": "Ada"}}"#,
        r#"[{"@type": "WebSite"}, {"@type": "https://schema.org/BlogPosting", "author": [{"name": "Ada"}]}]"#,
        r##"{"@graph": [{"@type": "Article", "author": {"@id": "#ada"}}, {"@type": "Person", "@id": "#ada", "name": "Ada"}]}"##,
        r#"<!--//--><![CDATA[// ><!-- {"@type": "Article", "author": "Ada"} //--><!]]>"#,
        r#"{"@type": "Article", "author": null, "creator": "Ada", "headline": "Tea \ud83d"}"#,
        r#"[{"@type": "VideoObject", "author": "Bob"}, {"@type": "NewsArticle", "author": "Ada"}]"#,
        "<!-- {\"@type\": \"Article\", \"author\": \"A\nda\"}",
    ];
    for item in items {
        let expected = if item.contains("A\nda") { "A da" } else { "Ada" };
        check(&json_ld(item), byline, Some((expected, Source::JsonLd)));
    }
    let page = json_ld(r#"{"@type": "Article", "author": [{"name": "Ada"}, {"name": "Bob"}, {"name": "Ada"}]}"#);
    check(&page, byline, Some(("Ada, Bob", Source::JsonLd)));
}

#[test]
fn dates() {
    let cases = [
        (
            "<meta property=article:published_time content=2025-01-29T10:30:00Z>",
            Some(("2025-01-29T10:30:00Z", Source::OpenGraph)),
        ),
        ("<meta name=date content='January 29, 2025'>", Some(("2025-01-29", Source::Meta))),
        ("<meta name=dc.date.issued content=2025-01>", Some(("2025-01", Source::DublinCore))),
        ("<time itemprop=datePublished datetime=2025-01-29>today</time>", Some(("2025-01-29", Source::Microdata))),
        ("<time datetime=2025-01-29>today</time>", Some(("2025-01-29", Source::Time))),
        ("<time>29.1.2025</time>", Some(("2025-01-29", Source::Time))),
        ("<h1>Tea</h1><div>Ada, <span>Jan 29, 2025</span></div>", Some(("2025-01-29", Source::Text))),
        ("<link rel=canonical href=https://example.org/2025/01/29/tea>", Some(("2025-01-29", Source::Url))),
        ("<link rel=canonical href=https://example.org/1234-56-78/tea>", None),
        ("<span class=post-date>29 January 2025</span>", Some(("2025-01-29", Source::Text))),
        ("<html lang=en-GB><span class=date>3/4/2025</span>", Some(("2025-04-03", Source::Text))),
        ("<html lang=en><span class=date>3/4/2025</span>", Some(("2025-03-04", Source::Text))),
        ("<p>In 2025 on January 29", None),
        ("<h1>Tea</h1><p>Last updated: May 5, 2025 | Published: Jan 1, 2024", Some(("2024-01-01", Source::Text))),
        (
            "<h1>Tea</h1><p>Updated <time datetime=2025-05-05>today</time>, <time datetime=2024-01-01>then</time>",
            Some(("2024-01-01", Source::Time)),
        ),
        ("<p class=date>Last updated on May 5, 2025", Some(("2025-05-05", Source::Text))),
    ];
    for (page, expected) in cases {
        check(page, published, expected);
    }
    let page =
        json_ld(r#"{"@type": "Article", "datePublished": "2025-01-29", "dateModified": "2025-02-01T00:00:00+01:00"}"#)
            + "<time>2024-01-01</time>";
    check(&page, published, Some(("2025-01-29", Source::JsonLd)));
    check(&page, modified, Some(("2025-02-01T00:00:00+01:00", Source::JsonLd)));
    check("<h1>Tea</h1><p>Updated May 5, 2025", modified, Some(("2025-05-05", Source::Text)));
    let url = Url::parse("https://example.org/2025/01/29/tea").unwrap();
    assert_eq!(limpid::parse("<p>Tea").metadata_with(Some(&url)).published.unwrap().iso, "2025-01-29");
    check("<meta property=article:modified_time content=2025-01-29>", published, None);
    check(
        "<meta property=article:modified_time content=2025-01-29>",
        modified,
        Some(("2025-01-29", Source::OpenGraph)),
    );
}

#[test]
fn the_other_fields() {
    let page = "<html lang=de><meta property=og:site_name content='Tea Times'><meta property=og:description content='About tea'>\
        <meta property=og:image content=/cup.png><link rel=canonical href=/tea><base href=https://example.org/a/>";
    let document = limpid::parse(page);
    let url = Url::parse("https://other.example/").unwrap();
    let content = document.content_with(&ContentOptions::new().url(&url));
    let metadata = content.metadata();
    let values =
        [&metadata.language, &metadata.site_name, &metadata.description, &metadata.image, &metadata.canonical_url];
    let values = values.map(|value| value.as_ref().unwrap().value.as_str());
    assert_eq!(values, ["de", "Tea Times", "About tea", "https://example.org/cup.png", "https://example.org/tea"]);
    let page = json_ld(
        r#"{"@type": "Article", "publisher": {"name": "Tea Times"}, "image": [{"url": "a.png"}], "inLanguage": "de_AT", "url": "/tea"}"#,
    );
    let metadata = super_metadata(&limpid::parse(&*page));
    assert_eq!(metadata, ["Tea Times", "a.png", "de-AT", "/tea"]);
}

fn super_metadata(document: &Document<'_>) -> [String; 4] {
    let metadata = document.metadata();
    [metadata.site_name, metadata.image, metadata.language, metadata.canonical_url].map(|value| value.unwrap().value)
}

#[test]
fn nodes_show_where_values_are() {
    let document = limpid::parse("<h1>Tea</h1><p>By Ada");
    let byline = document.metadata().byline.unwrap();
    assert_eq!(document.node(byline.node).unwrap().text(), Some("By Ada"));
}

#[test]
fn json_ld_is_data() {
    let page = json_ld("{\"a\": 1} {\"b\": [2]}")
        + &json_ld("invalid")
        + "<script type='application/ld+json; charset=utf-8'>[]</script><script>{}</script>";
    let data = limpid::parse(&*page).json_ld();
    assert_eq!(data.iter().map(ToString::to_string).collect::<Vec<_>>(), [r#"{"a":1}"#, r#"{"b":[2]}"#, "[]"]);
    // JSON of texts that were cut in the middle of a character.
    let page = json_ld(r#"["\ud83d", "\ud83d\ude00", "\\ud83d", "\ude00x"]"#);
    assert_eq!(limpid::parse(page).json_ld()[0].to_string(), r#"["�","😀","\\ud83d","�x"]"#);
    // Deep JSON is left out instead of overflowing the stack.
    assert_eq!(limpid::parse(json_ld(&"[".repeat(100_000))).json_ld().len(), 0);
}

#[test]
fn microdata_is_data() {
    let microdata =
        |page: &str| limpid::parse(page).microdata().iter().map(ToString::to_string).collect::<Vec<_>>().concat();
    let page = "<div itemscope itemtype='https://schema.org/Product x' itemid=' urn:1 '><b itemprop='name title'>Sen<i>cha</i></b>\
        <div itemprop=offers itemscope><data itemprop=price value=4>four</data></div><a itemprop=url href=/x>y</a>\
        <meta itemprop=a content=b><time itemprop=t>now</time><time itemprop=t datetime=2025>x</time></div>";
    assert_eq!(
        microdata(page),
        r#"{"type":["https://schema.org/Product","x"],"id":"urn:1","properties":{"name":["Sencha"],"title":["Sencha"],"offers":[{"properties":{"price":["4"]}}],"url":["/x"],"a":["b"],"t":["now","2025"]}}"#
    );
    // References to elements elsewhere, in tree order, and cycles.
    assert_eq!(
        microdata("<b id=x itemprop=p>1</b><div itemscope itemref='x y'><i itemprop=p>2</i></div>"),
        r#"{"properties":{"p":["1","2"]}}"#
    );
    let cycle = "<b itemprop=q itemscope id=a itemref=b></b><b itemprop=p itemscope id=b itemref=a></b><b itemscope itemref=a></b>";
    assert_eq!(microdata(cycle), r#"{"properties":{"q":[{"properties":{"p":[{"properties":{"q":["ERROR"]}}]}}]}}"#);
}

#[test]
fn nested_microdata_is_limited() {
    // Without limits, the texts would have 8 GB, and the nesting would overflow the stack.
    let texts = format!("<div itemscope>{}tea", "<div itemprop=a>".repeat(20_000));
    let len: usize = limpid::parse(&*texts).microdata().iter().map(|item| item.to_string().len()).sum();
    assert!(len < 20 * texts.len(), "{len}");
    let items = "<div itemprop=a itemscope>".repeat(100_000);
    assert!(limpid::parse(format!("<div itemscope>{items}")).microdata()[0].to_string().len() < 2_000);
}

#[test]
fn the_guide_lists_the_sources_in_the_same_order_as_the_docs() {
    let guide = include_str!("../../../docs/guide/content.md");
    let docs = include_str!("../src/metadata/mod.rs");
    let rows: Vec<_> =
        docs.lines().filter_map(|line| line.strip_prefix("/// ")).filter(|row| row.starts_with("| `")).collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        assert!(guide.contains(row), "not in the guide: {row}");
    }
}
