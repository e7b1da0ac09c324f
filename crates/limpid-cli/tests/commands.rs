//! The output of each command.

use crate::common::{COMMANDS, EXAMPLE, json, page_json, stdout};
use serde_json::json;

const PAGE: &str = "<!DOCTYPE html><title>A &amp; B</title><p class=x id=y>One<p>Two<!--c-->";

#[test]
fn tree() {
    let expected = "\
| <!DOCTYPE html>
| <html>
|   <head>
|     <title>
|       \"A & B\"
|   <body>
|     <p>
|       class=\"x\"
|       id=\"y\"
|       \"One\"
|     <p>
|       \"Two\"
|       <!-- c -->
";
    assert_eq!(stdout(&["tree", "-"], PAGE), expected);
}

#[test]
fn tree_as_json() {
    let document = page_json(&["tree", "-"], "<!DOCTYPE html><meta charset=utf-8><body class='a \"b\"'>é<?pi d?>");
    let expected = json!({
        "type": "document",
        "quirks_mode": "no-quirks",
        "encoding": "UTF-8",
        "children": [
            { "type": "doctype", "name": "html", "public_id": null, "system_id": null },
            { "type": "element", "name": "html", "namespace": "html", "attributes": {}, "children": [
                { "type": "element", "name": "head", "namespace": "html", "attributes": {}, "children": [
                    {
                        "type": "element", "name": "meta", "namespace": "html",
                        "attributes": { "charset": "utf-8" }, "children": [],
                    },
                ] },
                {
                    "type": "element", "name": "body", "namespace": "html",
                    "attributes": { "class": "a \"b\"" },
                    "children": [
                        { "type": "text", "data": "é" },
                        { "type": "processing-instruction", "target": "pi", "data": "d" },
                    ],
                },
            ] },
        ],
    });
    assert_eq!(document, expected);
}

#[test]
fn tree_as_json_includes_template_contents_and_shadow_roots() {
    let fragment =
        page_json(&["tree", "--fragment", "div", "-"], "<template><td>1</template><svg xlink:href=a><!--c--></svg>");
    assert_eq!(fragment["type"], "document-fragment");
    let template = &fragment["children"][0];
    assert_eq!(template["children"], json!([]));
    assert_eq!(template["content"]["type"], "document-fragment");
    assert_eq!(template["content"]["children"][0]["name"], "td");
    let svg = &fragment["children"][1];
    assert_eq!((&svg["namespace"], &svg["attributes"]), (&json!("svg"), &json!({ "xlink:href": "a" })));
    assert_eq!(svg["children"], json!([{ "type": "comment", "data": "c" }]));

    let document = page_json(&["tree", "-"], "<body><p><template shadowrootmode=open><b>1</b></template>2");
    let p = &document["children"][0]["children"][1]["children"][0];
    assert_eq!(p["shadow_root"]["type"], "shadow-root");
    assert_eq!(p["shadow_root"]["mode"], "open");
    assert_eq!(p["shadow_root"]["children"][0]["name"], "b");
    assert_eq!(p["children"], json!([{ "type": "text", "data": "2" }]));
    assert_eq!(document["quirks_mode"], "quirks");
}

#[test]
fn html() {
    let expected = "<!DOCTYPE html><html><head><title>A &amp; B</title></head><body>\
                    <p class=\"x\" id=\"y\">One</p><p>Two<!--c--></p></body></html>";
    assert_eq!(stdout(&["html", "-"], PAGE), expected);
    assert_eq!(page_json(&["html", "-"], PAGE), json!({ "changed": true, "html": expected }));
    assert_eq!(stdout(&["html", "-"], expected), expected);
}

#[test]
fn html_output_is_lossless() {
    let page = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"><html><head></head>\
                <body><x-a><template shadowrootmode=\"open\"><p>S</p></template>light</x-a><pre>\n\na&#13;</pre></body></html>";
    assert_eq!(stdout(&["html", "-"], page), page);
    let inner_html = "<!DOCTYPE html><html><head></head><body><x-a>light</x-a><pre>\na\r</pre></body></html>";
    assert_eq!(stdout(&["html", "--inner-html", "-"], page), inner_html);
    for form in ["--pretty", "--minify"] {
        let html = stdout(&["html", form, "-"], page);
        assert!(html.contains("strict.dtd") && html.contains("<template") && html.contains("<pre>\n\na"), "{html}");
    }
}

#[test]
fn text() {
    assert_eq!(stdout(&["text", "--text-content", "-"], PAGE), "A & BOneTwo");
    let raw = page_json(&["text", "--text-content", "-"], "<p>\"\\\n\u{1}&eacute;");
    assert_eq!(raw, json!({ "text": "\"\\\n\u{1}é" }));
    assert_eq!(stdout(&["text", "-"], PAGE), "One\n\nTwo\n");
    assert_eq!(stdout(&["text", "-"], "<script>s</script>"), "");
    assert_eq!(page_json(&["text", "-"], PAGE), json!({ "text": "One\n\nTwo" }));
}

#[test]
fn tokens() {
    let page = "<!DOCTYPE html>\n<P a=1 B='\"'>é\u{1b}</p\n><!--c--><?x y?><br/>";
    let expected = r#"doctype     1:1-1:16      html
characters  1:16-2:1      "\n"
start-tag   2:1-2:14      <p a="1" b="\"">
characters  2:14-2:16     "é\u{1b}"
end-tag     2:16-3:2      </p>
comment     3:2-3:10      "c"
processing-instruction 3:10-3:17     x "y"
start-tag   3:17-3:22     <br />
end-of-file 3:22-3:22
"#;
    assert_eq!(stdout(&["tokens", "--encoding", "utf-8", "-"], page), expected);
}

#[test]
fn tokens_as_json() {
    let tokens =
        page_json(&["tokens", "-"], "<!DOCTYPE html SYSTEM 'x'>\n<a b=c d>e</a><!--f--><?g h?>")["tokens"].take();
    let expected = json!([
        {
            "type": "doctype", "name": "html", "public_id": null, "system_id": "x", "force_quirks": false,
            "start": 0, "end": 26, "line": 1, "column": 1,
        },
        { "type": "characters", "data": "\n", "start": 26, "end": 27, "line": 1, "column": 27 },
        {
            "type": "start-tag", "name": "a", "attributes": { "b": "c", "d": "" }, "self_closing": false,
            "start": 27, "end": 36, "line": 2, "column": 1,
        },
        { "type": "characters", "data": "e", "start": 36, "end": 37, "line": 2, "column": 10 },
        {
            "type": "end-tag", "name": "a", "attributes": {}, "self_closing": false,
            "start": 37, "end": 41, "line": 2, "column": 11,
        },
        { "type": "comment", "data": "f", "start": 41, "end": 49, "line": 2, "column": 15 },
        {
            "type": "processing-instruction", "target": "g", "data": "h",
            "start": 49, "end": 56, "line": 2, "column": 23,
        },
        { "type": "end-of-file", "start": 56, "end": 56, "line": 2, "column": 30 },
    ]);
    assert_eq!(tokens, expected);
}

#[test]
fn tokens_are_the_ones_the_tree_builder_receives() {
    let count = |page: &str, tag: &str| {
        let tokens = page_json(&["tokens", "-"], page)["tokens"].take();
        tokens.as_array().unwrap().iter().filter(|token| token["type"] == "start-tag" && token["name"] == tag).count()
    };
    for raw in ["script", "style", "title", "textarea", "xmp", "iframe", "noframes", "noembed", "plaintext"] {
        assert_eq!(count(&format!("<{raw}><b></{raw}>"), "b"), 0, "{raw}");
    }
    // In SVG, a style element contains ordinary elements.
    assert_eq!(count("<svg><style><b></style>", "b"), 1);
    let characters = page_json(&["tokens", "-"], "<svg><![CDATA[<b>]]>")["tokens"].take();
    assert_eq!(characters[1]["data"], "<b>");
    let comment = page_json(&["tokens", "-"], "<p><![CDATA[<b>]]>")["tokens"].take();
    assert_eq!(comment[1]["type"], "comment");
}

#[test]
fn errors() {
    let page = "<!DOCTYPE html>\n<p>\n\t日本</div><br/></br>\n";
    let expected = "\
<stdin>:3:4: end-tag-without-element: No such element is open here; remove this end tag.
  |
3 |     日本</div><br/></br>
  |         ^^^^^^
  |
  = note: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction

<stdin>:3:15: br-end-tag: `</br>` is not a valid end tag; it becomes `<br>`.
  |
3 |     日本</div><br/></br>
  |                    ^^^^^
";
    assert_eq!(stdout(&["errors", "--encoding", "utf-8", "-"], page), expected);
    assert_eq!(stdout(&["errors", "-"], "<!DOCTYPE html><p>Fine"), "");
}

#[test]
fn errors_as_json() {
    let errors = json(&["errors", "-"], "é\r\n</p>");
    let errors = errors.as_array().unwrap();
    assert_eq!(errors[0]["code"], "missing-doctype");
    let last = errors.last().unwrap();
    assert_eq!(last["code"], "p-end-tag-without-p");
    assert_eq!(last["url"], "https://html.spec.whatwg.org/multipage/parsing.html#tree-construction");
    assert!(last["message"].as_str().unwrap().contains("no `p` to close"));
    assert_eq!(["start", "end", "line", "column"].map(|key| last[key].as_u64().unwrap()), [4, 8, 2, 1]);
    assert_eq!(json(&["errors", "-"], "<!DOCTYPE html>"), json!([]));
}

#[test]
fn errors_are_sorted_by_position() {
    let errors = json(&["errors", "-"], "<table>a\u{1}b<tr><td x x>\0</i></table></p><svg></p>");
    let starts: Vec<u64> = errors.as_array().unwrap().iter().map(|error| error["start"].as_u64().unwrap()).collect();
    assert!(starts.len() > 5 && starts.is_sorted(), "{starts:?}");
}

#[test]
fn errors_of_adjacent_characters_are_merged() {
    let page = "<!DOCTYPE html><table>Text<tr></b></b></table>";
    let lines = stdout(&["errors", "-"], page);
    let marks: Vec<&str> = lines.lines().filter(|line| line.contains("^")).collect();
    let one = format!("  | {}^^^^", " ".repeat(22));
    assert_eq!(marks.iter().filter(|mark| **mark == one).count(), 1, "{lines}");
    // Two tags are two errors.
    assert!(marks.len() >= 3, "{lines}");
    let codes = json(&["errors", "-"], page);
    assert!(codes.as_array().unwrap().len() >= 6);
}

#[test]
fn errors_show_source_in_a_form_that_is_safe_for_terminals() {
    let page = format!("<!DOCTYPE html>{}\x1b[31m\u{202e}<p x x>{}", "a".repeat(500), "b".repeat(500));
    let found = stdout(&["errors", "--encoding", "utf-8", "-"], &page);
    assert!(found.contains("␛[31m<U+202E><p x x>"), "{found}");
    assert!(!found.contains(['\x1b', '\u{202e}']));
    assert!(found.lines().all(|line| line.chars().count() < 250), "{found}");
    assert!(found.contains('…'));
}

#[test]
fn the_example_page() {
    let tree = stdout(&["tree", EXAMPLE], "");
    assert!(tree.starts_with("| <!DOCTYPE html>\n| <html>\n|   lang=\"en\"\n|   <head>\n"));
    assert!(tree.contains("|       \"Tea & cups\"\n"));
    assert!(tree.contains("|       content\n|         <tr>\n"));
    assert!(tree.contains("|     <svg svg>\n|       viewBox=\"0 0 10 10\"\n"));
    assert!(stdout(&["html", EXAMPLE], "").starts_with("<!DOCTYPE html><html lang=\"en\"><head>"));
    assert!(stdout(&["text", "--text-content", EXAMPLE], "").contains("Sencha 煎茶12,50\u{a0}€"));
    assert!(stdout(&["tokens", EXAMPLE], "").contains("\nstart-tag   9:1-9:29      <body class=\"shop\">\n"));
    let errors = stdout(&["errors", EXAMPLE], "");
    assert!(errors.contains("example.html:9:23: duplicate-attribute: "), "{errors}");
    let body = "\n9 | <body class=shop class=sale>\n  |                       ^\n";
    assert!(errors.contains(body), "{errors}");
}

#[test]
fn a_file_and_standard_input_have_the_same_output() {
    let page = std::fs::read(EXAMPLE).unwrap();
    for command in COMMANDS {
        for format in ["text", "json"] {
            let arguments = [command, "--format", format];
            let of_file = stdout(&[&arguments[..], &[EXAMPLE]].concat(), "");
            let of_input = stdout(&[&arguments[..], &["-"]].concat(), &page);
            assert!(!of_file.is_empty());
            assert_eq!(stdout(&arguments, &page), of_input, "standard input is the default");
            let name = if format == "json" { "-" } else { "<stdin>" };
            assert_eq!(of_file.replace(EXAMPLE, name), of_input, "{command}");
        }
    }
}

#[test]
fn fragments() {
    let html = |context: &str, markup: &str| stdout(&["html", "--fragment", context, "-"], markup);
    assert_eq!(html("tr", "<td>1<td>2"), "<td>1</td><td>2</td>");
    assert_eq!(html("div", "<td>1<td>2"), "12");
    assert_eq!(html("title", "<b>&amp;"), "&lt;b&gt;&amp;");
    assert_eq!(html("svg desc", "<p>"), "<p></p>");
    assert_eq!(html("svg path", "<CIRCLE/>"), "<circle></circle>");
    assert_eq!(html("math mi", "<p>"), "<p></p>");
    assert_eq!(stdout(&["tree", "--fragment", "tr", "-"], "<td>1"), "| <td>\n|   \"1\"\n");
    assert_eq!(stdout(&["text", "--text-content", "--fragment", "select", "-"], "<option>1"), "1");
    // The content of a script is text, and a fragment needs no DOCTYPE.
    let tokens = page_json(&["tokens", "--fragment", "script", "-"], "<b>")["tokens"].take();
    assert_eq!(tokens[0]["data"], "<b>");
    assert_eq!(stdout(&["errors", "--fragment", "p", "-"], "text"), "");
}

#[test]
fn encodings() {
    let text = |arguments: &[&str], page: &[u8]| stdout(&[&["text", "--text-content", "-"], arguments].concat(), page);
    assert_eq!(text(&[], b"caf\xe9"), "café");
    assert_eq!(text(&[], b"<meta charset=windows-1251>\xcf"), "П");
    assert_eq!(text(&["--encoding", "KOI8-R"], b"<meta charset=windows-1251>\xf0"), "П");
    assert_eq!(text(&["--encoding", " utf8 "], "é".as_bytes()), "é");
    // A byte order mark takes precedence.
    assert_eq!(text(&["--encoding", "koi8-r"], b"\xef\xbb\xbf\xc3\xa9"), "é");
    assert_eq!(text(&[], b"\xff\xfea\0"), "a");
    assert_eq!(text(&["--fragment", "p", "--encoding", "koi8-r"], b"\xf0"), "П");
    assert_eq!(page_json(&["tokens", "--encoding", "koi8-r", "-"], b"\xf0")["tokens"][0]["data"], "П");
    assert_eq!(page_json(&["tree", "--encoding", "koi8-r", "-"], b"\xf0")["encoding"], "KOI8-R");
    assert_eq!(page_json(&["tree", "--fragment", "p", "-"], b"\xf0")["encoding"], "windows-1252");
}

#[test]
fn scripting() {
    let page = "<body><noscript><p>x</noscript>";
    let tree = |arguments: &[&str]| stdout(&[&["tree", "-"], arguments].concat(), page);
    let elements = "|     <noscript>\n|       <p>\n|         \"x\"\n";
    let text = "|     <noscript>\n|       \"<p>x\"\n";
    assert!(tree(&[]).ends_with(elements));
    assert!(tree(&["--scripting", "off"]).ends_with(elements));
    assert!(tree(&["--scripting", "on"]).ends_with(text));
    // In a fragment whose context is a raw text element, everything is text, including the end tag.
    assert_eq!(
        tree(&["--scripting", "on", "--fragment", "noscript"]),
        "| \"<body><noscript><p>x</noscript>\"
"
    );

    let has_p = |scripting| {
        let tokens = page_json(&["tokens", "--scripting", scripting, "-"], page)["tokens"].take();
        tokens.as_array().unwrap().iter().any(|token| token["name"] == "p")
    };
    assert!(has_p("off"));
    assert!(!has_p("on"));
    assert!(stdout(&["html", "--scripting", "on", "-"], page).contains("<noscript><p>x</noscript>"));
}
