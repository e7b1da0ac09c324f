//! XML: `limpid xml`, and the other commands with `--xml`.

use crate::common::{COMMANDS, assert_is_json, folder, json, limpid, page_json, stdout, stdout_bytes, stdout_in};
use serde_json::{Value, json};

const FEED: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE rss [<!ENTITY tea "Oolong &amp; <b>green</b>"><!ATTLIST item lang CDATA "en">]>
<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><title>&tea; & more</title>
<a:link href="?a=1&b=2"/><item><title>One<br></title></item>
<item lang=de><title>Zwei</title></channel></rss>
"#;

const DRAWING: &str = "<s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \
xmlns:my='urn:my'><s:a xlink:href='/tea'><my:e my:q='1' xml:lang='en' xlink:href='x'/></s:a><s:image href='i.png'/></s:svg>";

/// Asserts that a command line is refused with one line that contains these words.
#[track_caller]
fn assert_refused(arguments: &[&str], words: &[&str]) {
    let outcome = limpid(arguments, b"<a/>");
    assert_eq!((outcome.code, outcome.stdout.len(), outcome.stderr.lines().count()), (Some(2), 0, 1), "{arguments:?}");
    for word in words {
        assert!(outcome.stderr.contains(word), "{word}: {}", outcome.stderr);
    }
}

#[test]
fn malformed_xml_becomes_well_formed() {
    let repaired = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rss><rss xmlns:a="http://www.w3.org/2005/Atom"><channel><title>Oolong &amp; <b>green</b> &amp; more</title>
<a:link href="?a=1&amp;b=2"/><item lang="en"><title>One<br/></title></item>
<item lang="de"><title>Zwei</title></item></channel></rss>"#;
    assert_eq!(stdout(&["xml", "-"], FEED), repaired);
    // Well-formed XML stays unchanged and has no errors.
    assert_eq!(stdout(&["xml", "-"], repaired), repaired);
    assert_eq!(stdout(&["errors", "--xml", "-"], repaired), "");
    for (broken, repaired) in [
        ("<a><b></a>", "<a><b/></a>"),
        ("<a b=1 b=2 c>x</a></a>", "<a b=\"1\" c=\"\">x</a>"),
        ("<a>]]>&#0;<![CDATA[<&]]></a>", "<a>]]&gt;\u{fffd}&lt;&amp;</a>"),
        ("<p:a/>", "<p:a xmlns:p=\"urn:undeclared:p\"/>"),
        ("", "<document/>"),
    ] {
        let output = stdout(&["xml", "-"], broken);
        assert_eq!(output, repaired, "{broken}");
        assert_eq!(stdout(&["xml", "-"], &output), repaired);
    }
}

#[test]
fn pretty_and_declaration() {
    let page = "<?xml version='1.0'?><a><b>x<i>y</i></b><c/></a>";
    let pretty = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n  <b>x<i>y</i></b>\n  <c/>\n</a>\n";
    assert_eq!(stdout(&["xml", "--pretty", "-"], page), pretty);
    let (declared, plain) = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>", "<a/>");
    for (when, page, expected) in [
        ("auto", "<?xml version='1.0' encoding='utf-8'?><a/>", declared),
        ("auto", "<a/>", plain),
        ("always", "<a/>", declared),
        ("never", "<?xml version='1.0' encoding='utf-8'?><a/>", plain),
    ] {
        assert_eq!(stdout(&["xml", "--declaration", when, "-"], page), expected, "{when} {page}");
    }
    assert_refused(&["xml", "--declaration", "yes", "-"], &["\"yes\" is not one of: auto, always, never"]);
}

#[test]
fn html_as_xml() {
    let page = "<!DOCTYPE html><p>a<br>&nbsp;<svg viewbox='0'><path></svg>";
    let expected = "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head></head><body><p>a<br />\u{a0}\
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0\"><path/></svg></p></body></html>";
    assert_eq!(stdout(&["xml", "--from-html", "-"], page), expected);
    assert_eq!(stdout(&["errors", "--xml", "-"], expected), "");
    let cell = stdout(&["xml", "--from-html", "--fragment", "tr", "-"], "<td>1<td>2");
    assert_eq!(stdout(&["text", "--xml", "-"], format!("<r>{cell}</r>")), "12");
    assert!(
        stdout(&["xml", "--from-html", "--scripting", "on", "-"], "<noscript><p></noscript>").contains("&lt;p&gt;")
    );
}

#[test]
fn html_options_are_refused_for_xml() {
    for (option, value) in
        [("--fragment", Some("td")), ("--scripting", Some("on")), ("--detect", None), ("--no-detect", None)]
    {
        let arguments: Vec<&str> = ["xml", option].into_iter().chain(value).chain(["-"]).collect();
        assert_refused(
            &arguments,
            &["--from-html is missing; --fragment, --scripting, --detect and --no-detect need it"],
        );
        for command in ["tree", "errors", "links"] {
            let arguments: Vec<&str> = [command, "--xml", option].into_iter().chain(value).chain(["-"]).collect();
            assert_refused(&arguments, &["--xml", "cannot be used with", option]);
        }
    }
    assert_refused(&["xml", "missing.xml"], &["\"missing.xml\" does not exist"]);
}

#[test]
fn every_format() {
    assert_eq!(page_json(&["xml", "-"], "<a><b>"), json!({ "changed": true, "xml": "<a><b/></a>" }));
    let site =
        folder(&[("a.xml", "<a>"), ("b.SVG", "<b/>"), ("c.html", "<c>"), ("d.rss", "<d>\u{2028}</d>"), ("e.txt", "")]);
    let lines = stdout_in(site.path(), &["xml", "--format", "ndjson", "."]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = [
        json!({ "file": "./a.xml", "changed": true, "xml": "<a/>" }),
        json!({ "file": "./b.SVG", "changed": false, "xml": "<b/>" }),
        json!({ "file": "./d.rss", "changed": false, "xml": "<d>\u{2028}</d>" }),
    ];
    assert_eq!(lines, expected);
    let check = |arguments: &[&str]| stdout_in(site.path(), &[&["xml", "--check"], arguments, &["."]].concat());
    assert_eq!(check(&["--extension", "txt,html"]), "./c.html\n./e.txt\n");
    assert_eq!(check(&["--from-html"]), "./c.html\n");
    // Other commands with --xml use the same extensions.
    assert_eq!(stdout_in(site.path(), &["select", "--xml", "--count", "*", "."]), "./a.xml:1\n./b.SVG:1\n./d.rss:1\n");
}

#[test]
fn tree() {
    let expected = "\
| <{http://www.w3.org/2000/svg}s:svg>
|   {http://www.w3.org/2000/xmlns/}xmlns:my=\"urn:my\"
|   {http://www.w3.org/2000/xmlns/}xmlns:s=\"http://www.w3.org/2000/svg\"
|   {http://www.w3.org/2000/xmlns/}xmlns:xlink=\"http://www.w3.org/1999/xlink\"
|   <{http://www.w3.org/2000/svg}s:a>
|     {http://www.w3.org/1999/xlink}xlink:href=\"/tea\"
|     <{urn:my}my:e>
|       {http://www.w3.org/1999/xlink}xlink:href=\"x\"
|       {http://www.w3.org/XML/1998/namespace}xml:lang=\"en\"
|       {urn:my}my:q=\"1\"
|   <{http://www.w3.org/2000/svg}s:image>
|     href=\"i.png\"
";
    assert_eq!(stdout(&["tree", "--xml", "-"], DRAWING), expected);
    let document = page_json(&["tree", "--xml", "-"], "<a xmlns:p='urn:p'><p:b p:c='1'/></a>");
    let expected = json!({
        "type": "document", "quirks_mode": "no-quirks", "encoding": "UTF-8", "children": [{
            "type": "element", "name": "a", "namespace": null, "prefix": null,
            "attributes": { "xmlns:p": "urn:p" }, "children": [{
                "type": "element", "name": "b", "namespace": "urn:p", "prefix": "p",
                "attributes": { "p:c": "1" }, "children": [],
            }],
        }],
    });
    assert_eq!(document, expected);
}

#[test]
fn tokens() {
    let page = "<!DOCTYPE a [<!ENTITY e 'x<b/>'>]>\n<a c='&#x1b;'>&e;</a></><?t d?><!--c-->";
    let expected = "\
doctype     1:1-1:35      a
characters  1:35-2:1      \"\\n\"
start-tag   2:1-2:15      <a c=\"\\u{1b}\">
entity-start 2:15-2:18
characters  2:15-2:18     \"x\"
empty-tag   2:15-2:18     <b/>
entity-end  2:15-2:18
end-tag     2:18-2:22     </a>
short-end-tag 2:22-2:25     </>
processing-instruction 2:25-2:32     t \"d\"
comment     2:32-2:40     \"c\"
end-of-file 2:40-2:40
";
    let lines = stdout(&["tokens", "--xml", "-"], page);
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    assert_eq!(lines, expected.lines().collect::<Vec<_>>());
    let tokens = page_json(&["tokens", "--xml", "-"], "<a:b c='1'/>")["tokens"].take();
    let tag = json!({
        "type": "empty-tag", "name": "a:b", "attributes": { "c": "1" }, "start": 0, "end": 12, "line": 1, "column": 1,
    });
    assert_eq!(tokens[0], tag);
}

/// All tokens of an entity have the same position. Computing it for each token must not scan the preceding text again.
#[test]
fn many_tokens_in_an_entity() {
    let entity = "<b/>".repeat(20_000);
    let text = "line\n".repeat(400_000);
    let page = format!("<!DOCTYPE a [<!ENTITY e '{entity}'>]><a>{text}&e;</a>");
    let tokens = stdout(&["tokens", "--xml", "-"], page);
    assert_eq!(tokens.lines().filter(|line| line.starts_with("empty-tag   400001:1-400001:4")).count(), 20_000);
}

#[test]
fn errors() {
    let outcome = limpid(&["errors", "--xml", "-"], FEED.as_bytes());
    assert_eq!(outcome.code, Some(1));
    let text = String::from_utf8(outcome.stdout).unwrap();
    assert!(text.starts_with("<stdin>:3:66: xml-invalid-reference: "), "{text}");
    assert!(text.contains("note: https://www.w3.org/TR/xml/#sec-well-formed"), "{text}");
    assert!(text.contains("\n<stdin>:4:46: xml-end-tag-mismatch: "), "{text}");
    let errors = json(&["errors", "--xml", "-"], "<a>\n</b></a>");
    assert_eq!((&errors[0]["line"], &errors[0]["start"]), (&json!(2), &json!(4)));
    assert!(errors[0]["code"].as_str().unwrap().starts_with("xml-"));
    // The list of rules includes the XML codes.
    let sarif = stdout(&["errors", "--xml", "--format", "sarif", "-"], "<a></b></a>");
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let run = &sarif["runs"][0];
    let result = &run["results"][0];
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    assert!(result["ruleId"].as_str().unwrap().starts_with("xml-"));
}

#[test]
fn select() {
    assert_eq!(
        stdout(&["select", "--xml", "item > title", "-"], FEED),
        "<title>One<br/></title>\n<title>Zwei</title>\n"
    );
    assert_eq!(stdout(&["select", "--xml", "--text", "rss title", "-"], FEED), "Oolong & green & more\nOne\nZwei\n");
    let element = "<my:e xmlns:my=\"urn:my\" my:q=\"1\" xml:lang=\"en\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"x\"/>";
    assert_eq!(stdout(&["select", "--xml", "e", "-"], DRAWING), format!("{element}\n"));
    assert_eq!(
        json(&["select", "--xml", "e", "-"], DRAWING),
        json!([{ "name": "my:e", "line": 1, "column": 129, "xml": element }])
    );
    assert_eq!(stdout(&["select", "--xml", "--attr", "my:q", "*", "-"], DRAWING), "1\n");
    // Case matters.
    assert_eq!(stdout(&["select", "--xml", "--count", "Item", "-"], "<item/>"), "0\n");
}

#[test]
fn links() {
    let base = ["links", "--xml", "--base", "https://x.example/a/", "-"];
    let expected = "\
a        xlink:href https://x.example/tea
e        xlink:href https://x.example/a/x
image    href       https://x.example/a/i.png
";
    assert_eq!(stdout(&base, DRAWING), expected);
    let xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><head><base href='/b/'/></head><a href='c'/><a xmlns='' href='d'/></html>";
    assert_eq!(stdout(&base, xhtml), "a        href       https://x.example/b/c\n");
}

#[test]
fn stats() {
    let counts = page_json(&["stats", "--xml", "-"], DRAWING);
    let elements = json!({
        "{http://www.w3.org/2000/svg}a": 1, "{http://www.w3.org/2000/svg}image": 1, "{http://www.w3.org/2000/svg}svg": 1,
        "{urn:my}e": 1,
    });
    assert_eq!(counts["elements"], elements);
    let counts = page_json(&["stats", "--xml", "-"], FEED);
    assert_eq!(counts["elements"]["item"], 2);
    assert_eq!(counts["elements"]["{http://www.w3.org/2005/Atom}link"], 1);
    assert!(stdout(&["stats", "--xml", "-"], FEED).contains("\n       2    item\n"));
}

#[test]
fn encoding() {
    let encoding = |page: &[u8]| stdout(&["encoding", "--xml", "-"], page);
    assert_eq!(
        encoding(b"<?xml version='1.0' encoding='windows-1252'?><a/>"),
        "windows-1252, certain (XML declaration)\n"
    );
    assert_eq!(encoding(b"<a/>"), "UTF-8, tentative (fallback)\n");
    assert_eq!(encoding(b"\xff\xfe<\0a\0/\0>\0"), "UTF-16LE, certain (byte order mark)\n");
    assert_eq!(stdout(&["xml", "--encoding", "windows-1252", "-"], b"<a>\xe9</a>"), "<a>é</a>");
}

#[test]
fn diff_and_report() {
    let site = folder(&[("a.xml", "<a b='1'  ><c></c></a>"), ("b.xml", "<a b=\"1\"><c/></a>"), ("c.svg", DRAWING)]);
    assert_eq!(stdout_in(site.path(), &["diff", "--xml", "a.xml", "b.xml"]), "");
    let difference = stdout_in(site.path(), &["diff", "--xml", "a.xml", "c.svg"]);
    assert!(difference.contains("\n-| <a>\n") && difference.contains("\n+|     <{urn:my}my:e>\n"), "{difference}");
    let report = stdout_in(site.path(), &["report", "--xml", "c.svg"]);
    assert!(report.contains("[\"element\",\"s:svg\",\"svg\"]") && report.contains("[\"element\",\"my:e\",\"\"]"));
    assert!(report.contains("<dd>XML <span>"));
}

#[test]
fn any_input() {
    let deep = "<a>".repeat(10_000);
    let laughs = "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>\
<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&e;'>]><a>&e;&e;&e;</a>";
    let pages: [&[u8]; 6] =
        [b"", b"\0\xff<\xfe", b"<!DOCTYPE", b"<a \xc3 b='&x;' xmlns:a='' a:b='", deep.as_bytes(), laughs.as_bytes()];
    for page in pages {
        for command in COMMANDS.into_iter().filter(|command| *command != "html") {
            stdout_bytes(&[command, "--xml", "-"], page);
            assert_is_json(&stdout_bytes(&[command, "--xml", "--format", "json", "-"], page));
        }
        stdout_bytes(&["xml", "-"], page);
    }
}
