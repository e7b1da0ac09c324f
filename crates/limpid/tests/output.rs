//! Documents written as indented, minified and plain HTML, as XML, and as data.

use limpid::{Document, ParseOptions, ScriptingMode, SerializeOptions, XmlOptions, parse};
use std::{fmt, io};

fn written(document: &Document<'_>, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, &options).unwrap();
    html
}

/// A writer with this capacity in bytes.
struct LimitedWriter(usize, String);

impl fmt::Write for LimitedWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        self.1.push_str(text);
        Ok(())
    }
}

#[test]
fn a_long_text_is_written_completely_and_errors_are_returned() {
    type Write = fn(&Document<'_>, &mut LimitedWriter) -> fmt::Result;
    let long = "tea *and* cups ".repeat(2_000);
    let page = format!("<h1>{long}</h1>{}<pre>{long}</pre><p>{long}", "<p>tea &amp; <i>cups</i>".repeat(2_000));
    let document = parse(&*page);
    for (whole, write) in [
        (document.inner_text(), (|document, out| document.root().write_inner_text(out)) as Write),
        (document.to_markdown(), |document, out| document.root().write_markdown(out, &limpid::MarkdownOptions::new())),
    ] {
        let mut out = LimitedWriter(whole.len(), String::new());
        assert_eq!(write(&document, &mut out), Ok(()));
        assert_eq!(out.1, whole);
        for missing in [1, whole.len() / 2, whole.len()] {
            let mut out = LimitedWriter(whole.len() - missing, String::new());
            assert_eq!(write(&document, &mut out), Err(fmt::Error));
            assert!(whole.starts_with(&out.1));
        }
    }
}

const PAGES: [&str; 12] = [
    "",
    "text",
    "<!DOCTYPE html><title>T</title><h1> a  <b>b</b></h1><p>one<p>two <i>x</i> y<br>z",
    "<div>a<div>b</div>c <span>d</span> <div></div>e</div>",
    "<ul>\n<li>a</li> <li>b<ul><li>c</ul></ul>tail",
    "<pre>\n\n x <b>y\n</b></pre><textarea>\n a</textarea><p>x",
    "<table><caption>c</caption><colgroup><col></colgroup><tr><th>a<td> b <tr><td><p>c</table>",
    "<head><meta charset=utf-8><style>a > b</style><script>if (a<b) c</script></head><body><noscript>n</noscript>",
    "<template><p>a<p>b</template><svg viewbox='0 0 1 1'><path d=m xlink:href='#a'></svg><math><mi>x</mi></math>",
    "<select><option>a<option selected>b</select><input disabled value='a b'>",
    "a<!-- c --><p>b<!--d--></p><!--e--><?go on?>",
    "<p><span><div>a</div></span> b &nbsp; c<dl><dt>d<dd>e</dl><details open><summary>s</summary>f</details>",
];

#[test]
fn pretty() {
    let document = parse("<!DOCTYPE html><title>T</title><div>a<p>b <b>c</b></div><pre>d\ne</pre><ul><li>f</ul>");
    let expected = "<!DOCTYPE html>\n<html>\n  <head>\n    <title>T</title>\n  </head>\n  <body>\n    <div>a\n      \
                    <p>b <b>c</b></p>\n    </div>\n    <pre>d\ne</pre>\n    <ul>\n      <li>f</li>\n    </ul>\n  </body>\n</html>";
    assert_eq!(written(&document, SerializeOptions::pretty()), expected);
    let tabs = written(&document, SerializeOptions::pretty().indent(Some(0)));
    assert_eq!(tabs, expected.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"));
}

#[test]
fn declared_white_space_is_preserved() {
    for style in [
        "white-space: pre",
        "color:red;WHITE-SPACE:Pre-Wrap",
        "white-space :pre-line ; color: red",
        "white-space:break-spaces!important",
        "white-space-collapse: preserve",
        "white-space: preserve nowrap",
        "white-space: var(--x)",
        "content: ';/*'; white-space: pre",
        "/* ; */ white-space /**/: /**/pre",
    ] {
        let page = format!("<div  class='a'  style=\"{style}\">\n a  <b> b </b>\n<p> c\n\n d </p> </div><p> e  f </p>");
        let document = parse(page);
        let inside = "\n a  <b> b </b>\n<p> c\n\n d </p> ";
        for options in [SerializeOptions::pretty(), SerializeOptions::new().strip_whitespace(true)] {
            let html = written(&document, options);
            assert!(html.contains(&format!(">{inside}</div>")), "{style}: {html}");
        }
        assert!(written(&document, SerializeOptions::minified()).ends_with("<p> e f "), "{style}");
    }
    for style in
        ["white-space: normal", "white-space:nowrap !important", "white-space-collapse:collapse", "color: pre", ""]
    {
        let document = parse(format!("<p style='{style}'>a  b</p>"));
        let html = written(&document, SerializeOptions::minified());
        assert!(html.ends_with(">a b"), "{style}: {html}");
    }
    let document = parse("<svg><text xml:space=preserve>a  b</text><text>a  b</text></svg>");
    let html = written(&document, SerializeOptions::minified());
    assert!(html.ends_with("<text xml:space=preserve>a  b</text><text>a b</text></svg>"), "{html}");
    // The ancestors of the written node count as well.
    let document = parse("<div style='white-space:pre'><b>a  b</b></div>");
    let bold = document.descendants().find(|node| node.local_name() == "b").unwrap();
    let mut html = String::new();
    bold.write_html(&mut html, &SerializeOptions::minified()).unwrap();
    assert_eq!(html, "<b>a  b</b>");
}

#[test]
fn visible_text_is_preserved() {
    for page in PAGES {
        let document = parse(page);
        let pretty = written(&document, SerializeOptions::pretty());
        let again = parse(pretty.as_str());
        assert_eq!(again.inner_text(), document.inner_text(), "{pretty}");
        assert_eq!(written(&again, SerializeOptions::pretty()), pretty);
        let minified = written(&document, SerializeOptions::minified());
        assert_eq!(parse(minified.as_str()).inner_text(), document.inner_text(), "{minified}");
        assert!(minified.len() <= document.to_html().len());
    }
}

#[test]
fn xhtml_is_well_formed() {
    for page in PAGES {
        let document = parse(page);
        for options in [XmlOptions::new(), XmlOptions::new().indent(Some(1))] {
            let mut xml = String::new();
            document.root().write_xml(&mut xml, &options).unwrap();
            let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
            let read =
                roxmltree::Document::parse_with_options(&xml, options).unwrap_or_else(|error| panic!("{error}\n{xml}"));
            let names: Vec<_> =
                read.descendants().filter(roxmltree::Node::is_element).map(|it| it.tag_name()).collect();
            let html = names.iter().filter(|name| name.namespace() == Some("http://www.w3.org/1999/xhtml"));
            let templates = document.descendants().filter_map(limpid::NodeRef::template_contents);
            let all = document.descendants().chain(templates.flat_map(limpid::NodeRef::descendants));
            assert_eq!(html.count(), all.filter(|node| node.namespace() == limpid::Namespace::Html).count(), "{xml}");
            assert_eq!(limpid::xml::parse(xml.as_str()).inner_text(), document.inner_text(), "{xml}");
        }
    }
    let odd = parse("<p a<b=1 9=2 x:y='&\"\t' xmlns=z>&nbsp;\x0c<x:y><!-- a--b- --><script>1 < 2 && 3</script><br>");
    let xml = odd.to_xml();
    let expected = "<p aU00003Cb=\"1\" U000039=\"2\" xU00003Ay=\"&amp;&quot;&#9;\">\u{a0} <xU00003Ay><!-- a- -b- -->\
                    <script>1 &lt; 2 &amp;&amp; 3</script><br /></xU00003Ay></p>";
    assert!(xml.contains(expected), "{xml}");
    assert!(roxmltree::Document::parse(&xml).is_ok(), "{xml}");
}

#[test]
fn indented_xhtml_shows_the_same() {
    for (page, expected) in [
        ("<p><b>a</b> <i>b</i></p>", "<p><b>a</b> <i>b</i></p>"),
        ("<ul> <li>a <b>b</b> <li>c</ul>", "<ul>\n  <li>a <b>b</b> </li>\n  <li>c</li>\n</ul>"),
        ("<i>a</i> <ul><li>b</ul>", "<i>a</i> <ul>\n  <li>b</li>\n</ul>"),
        ("<pre><p>a</p> <p>b</p></pre>", "<pre><p>a</p> <p>b</p></pre>"),
        (
            "<div style='white-space: pre'><p>a</p> <p>b</p></div>",
            "<div style=\"white-space: pre\"><p>a</p> <p>b</p></div>",
        ),
        ("<b><!--c--></b>", "<b><!--c--></b>"),
        ("<i></i><template> <p>a</p> <p>b</p> </template>", "<template>\n  <p>a</p>\n  <p>b</p>\n</template>"),
    ] {
        let document = parse(page);
        let mut xml = String::new();
        document.body().unwrap().write_xml(&mut xml, &XmlOptions::pretty()).unwrap();
        assert_eq!(limpid::xml::parse(xml.as_str()).inner_text(), document.inner_text(), "{xml}");
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        let markup = xml.replace(" xmlns=\"http://www.w3.org/1999/xhtml\"", "");
        assert!(lines(&markup).contains(&lines(expected)), "{xml}");
    }
}

#[test]
fn written_markup_parses_to_the_same_tree() {
    for page in [
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"><p><table>",
        "<!DOCTYPE html SYSTEM 'a\"b'>",
        "<x-a><template shadowrootmode=open><p>S<x-b><template shadowrootmode=closed shadowrootclonable>T</template></x-b></template>light</x-a>",
        "<template><x-a><template shadowrootmode=open>S</template></x-a></template>",
        "<pre>\n\na</pre><textarea>\n\nb</textarea><listing>\n\n</listing><pre>\nc</pre>",
        "<p title='a&#13;b'>c&#13;\nd<pre>&#13;e</pre><title>&#13;</title>",
        "<noscript><p>1</noscript><template><noscript><p>2 &amp; 3</noscript></template>",
    ] {
        for mode in [ScriptingMode::Disabled, ScriptingMode::Normal] {
            let options = ParseOptions::new().scripting(mode);
            let document = options.parse(page);
            let html = written(&document, SerializeOptions::lossless());
            let again = options.parse(html.as_str());
            assert_eq!(again.to_test_dump(), document.to_test_dump(), "{html}");
            assert_eq!(again.quirks_mode(), document.quirks_mode(), "{html}");
            assert_eq!(written(&again, SerializeOptions::lossless()), html);
        }
    }
}

#[test]
fn output_uses_the_scripting_mode_of_the_parse() {
    let document = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<noscript><p>1</noscript>");
    assert_eq!(written(&document, SerializeOptions::new()), document.to_html());
    assert!(document.to_html().contains("<noscript><p>1</noscript>"));
    assert!(written(&document, SerializeOptions::new().scripting(false)).contains("&lt;p&gt;1"));
}

#[test]
fn writers() {
    let document = parse("<p>é");
    assert_eq!(document.to_string(), document.to_html());
    let p = document.body().unwrap().first_child().unwrap();
    assert_eq!(format!("{p}"), "<p>é</p>");
    assert_eq!(format!("{document:?}"), document.to_test_dump());
    let mut bytes = Vec::new();
    document.write_html_bytes(&mut bytes, &SerializeOptions::new()).unwrap();
    assert_eq!(bytes, document.to_html().as_bytes());
    bytes.clear();
    p.write_html_bytes(&mut bytes, &SerializeOptions::new()).unwrap();
    p.write_inner_html_bytes(&mut bytes, &SerializeOptions::new()).unwrap();
    assert_eq!(bytes, "<p>é</p>é".as_bytes());

    struct Broken;
    impl io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = document.write_html_bytes(&mut Broken, &SerializeOptions::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[cfg(feature = "serde")]
#[test]
fn data() {
    let fragment = limpid::parse_fragment("<p id=a class=b>x<!--c--></p><template>y</template><svg>", "div");
    let expected = serde_json::json!([
        {"kind": "fragment"},
        {"kind": "element", "parent": 0, "name": "p", "attributes": [["id", "a"], ["class", "b"]]},
        {"kind": "text", "parent": 1, "data": "x"},
        {"kind": "comment", "parent": 1, "data": "c"},
        {"kind": "element", "parent": 0, "name": "template"},
        {"kind": "template-contents", "parent": 4},
        {"kind": "text", "parent": 5, "data": "y"},
        {"kind": "element", "parent": 0, "name": "svg", "namespace": "http://www.w3.org/2000/svg"},
    ]);
    assert_eq!(serde_json::to_value(&fragment).unwrap(), expected);
    let page = parse("<!DOCTYPE html><?go on?>");
    let list = serde_json::to_value(&page).unwrap();
    assert_eq!(list[1]["name"], "html");
    assert_eq!(
        list[2],
        serde_json::json!({"kind": "processing-instruction", "parent": 0, "target": "go", "data": "on"})
    );
}

/// The number of fields is correct for formats that write it first.
#[cfg(feature = "serde")]
#[test]
fn data_with_lengths() {
    for page in PAGES.map(parse).iter().chain([&limpid::xml::parse("<!DOCTYPE a><p:a xmlns:p='u' p:b=''>x<?y z?>")]) {
        let packed = rmp_serde::to_vec_named(page).unwrap();
        let read: serde_json::Value = rmp_serde::from_slice(&packed).unwrap();
        assert_eq!(read, serde_json::to_value(page).unwrap());
    }
}

/// A long namespace is written once.
#[cfg(feature = "serde")]
#[test]
fn long_namespaces_as_data() {
    let url = "u".repeat(300);
    let document = limpid::xml::parse(format!("<a xmlns='{url}' xmlns:p='{url}'><b p:c=''/></a>"));
    let list = serde_json::to_value(&document).unwrap();
    assert_eq!(list[1]["namespace"], url);
    assert_eq!((&list[2]["namespace"], &list[2]["attribute_namespaces"]), (&1.into(), &serde_json::json!([1])));
    assert_eq!(document.to_test_dump().matches(&url).count(), 3);
}

#[cfg(feature = "serde")]
#[test]
fn errors_positions_and_limits_are_data() {
    use limpid::{ErrorCode, Limits, LineColumn, ParseError, QuirksMode, Span};
    let document = limpid::parse("<p></x>");
    let errors = serde_json::to_value(document.errors()).unwrap();
    assert_eq!(
        errors[0],
        serde_json::json!({ "code": ErrorCode::MissingDoctype.as_str(), "span": { "start": 0, "end": 3 } })
    );
    assert_eq!(serde_json::from_value::<Vec<ParseError>>(errors).unwrap(), document.errors());
    assert_eq!(serde_json::from_str::<ErrorCode>("\"eof-in-tag\"").unwrap(), ErrorCode::EofInTag);
    assert!(serde_json::from_str::<ErrorCode>("\"no-such\"").is_err());
    let limits: Limits = serde_json::from_str(r#"{ "depth": 7 }"#).unwrap();
    assert_eq!(limits, Limits::default().depth(7));
    for (value, expected) in [
        (serde_json::to_value(Span::new(1, 2)), serde_json::json!({ "start": 1, "end": 2 })),
        (serde_json::to_value(LineColumn { line: 1, column: 2 }), serde_json::json!({ "line": 1, "column": 2 })),
        (serde_json::to_value(QuirksMode::Quirks), serde_json::json!("Quirks")),
    ] {
        assert_eq!(value.unwrap(), expected);
    }
}

#[test]
fn tags_are_written_alike_with_and_without_a_source() {
    for (page, expected) in [
        (r#"a<p class="x y" id="b">b</p>"#, r#"a<p class="x y" id="b">b</p>"#),
        (r#"<P class="x" Id="b">b</p><br/>"#, r#"<p class="x" id="b">b</p><br>"#),
        (r#"<p class='x'>b</p><p  id="b">"#, r#"<p class="x">b</p><p id="b"></p>"#),
        (r#"<p class="x" id="<>">b</p >"#, r#"<p class="x" id="&lt;&gt;">b</p>"#),
        (r#"<p class="x" id="a&b&amp;c">b"#, r#"<p class="x" id="a&amp;b&amp;c">b</p>"#),
        ("<p class=\"x\" id=\"\u{a0}\" title=\"\u{a1}\">", "<p class=\"x\" id=\"&nbsp;\" title=\"\u{a1}\"></p>"),
        (r#"<p class="x" class="y" id="">b<i></i>"#, r#"<p class="x" id="">b<i></i></p>"#),
    ] {
        let fragment = limpid::parse_fragment(page, "body");
        assert_eq!(fragment.to_html(), expected);
        // With an option that disables copying tags from the source.
        assert_eq!(written(&fragment, SerializeOptions::new().minimize_boolean_attributes(true)), expected);
    }
}

#[test]
fn a_changed_attribute_is_not_copied_from_the_source() {
    let mut fragment = limpid::parse_fragment(r#"<p class="x" id="b">b</p>"#, "body");
    let p = fragment.root().first_child().unwrap().id();
    fragment.node_mut(p).unwrap().set_attribute("id", "c").unwrap();
    assert_eq!(fragment.to_html(), r#"<p class="x" id="c">b</p>"#);
    fragment.node_mut(p).unwrap().remove_attribute("class").unwrap();
    assert_eq!(fragment.to_html(), r#"<p id="c">b</p>"#);
}

#[test]
fn a_text_at_the_start_of_the_source_is_written_with_every_option() {
    let fragment = limpid::parse_fragment("a \n&amp;<p>b", "body");
    for (options, expected) in [
        (SerializeOptions::new(), "a \n&amp;<p>b</p>"),
        (SerializeOptions::new().omit_optional_tags(true), "a \n&amp;<p>b"),
        (SerializeOptions::new().strip_whitespace(true), "a &amp;<p>b</p>"),
        (SerializeOptions::minified(), "a &amp;<p>b"),
    ] {
        assert_eq!(written(&fragment, options), expected);
    }
    let fragment = limpid::parse_fragment("a<p>b", "body");
    assert_eq!(written(&fragment, SerializeOptions::new().omit_optional_tags(true)), "a<p>b");
}

/// After a `plaintext` start tag, end tags would be text.
#[test]
fn no_end_tags_follow_plaintext() {
    let document = parse("<div>a<plaintext>b</div>");
    for options in [SerializeOptions::lossless(), SerializeOptions::pretty(), SerializeOptions::minified()] {
        let html = document.to_html_with(&options);
        assert!(html.ends_with("b</div>") || html.ends_with("b&lt;/div&gt;"), "{html}");
        assert_eq!(parse(&*html).inner_text(), document.inner_text(), "{html}");
    }
    assert!(document.to_html().ends_with("</plaintext></div></body></html>"));
}
