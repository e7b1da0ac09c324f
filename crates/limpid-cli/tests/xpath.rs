//! `limpid xpath`.

use crate::common::{LIST, json, stdout, usage_error};
use serde_json::json;

#[test]
fn xpath() {
    let xpath = |arguments: &[&str]| stdout(&[&["xpath"], arguments, &["-"]].concat()[..], LIST);
    assert_eq!(xpath(&["//li"]), "<li id=\"1\" class=\"a\">One</li>\n<li>T<b>w</b>o</li>\n");
    assert_eq!(xpath(&["//li", "--text"]), "One\nTwo\n");
    assert_eq!(xpath(&["//li", "--attr", "class"]), "a\n");
    assert_eq!(xpath(&["//li", "--count"]), "2\n");
    assert_eq!(xpath(&["//li/@* | //b/text()"]), "1\na\nw\n");
    assert_eq!(xpath(&["count(//li) + 0.5"]), "2.5\n");
    assert_eq!(xpath(&["boolean(//p)"]), "false\n");
    assert_eq!(xpath(&["//li[re:test(., '^t', 'i')]/b"]), "<b>w</b>\n");
    assert_eq!(xpath(&["//li[. = $name]/@id", "--variable", "name=One"]), "1\n");
    let based = stdout(&["xpath", "//a/@href", "--base", "https://a.org/b/", "-"], "<a href=c>");
    assert_eq!(based, "https://a.org/b/c\n");
    let svg = stdout(
        &["xpath", "//svg:g/@id | //s:g/@class", "--namespace", "s=http://www.w3.org/2000/svg", "-"],
        "<svg><g id=a class=b>",
    );
    assert_eq!(svg, "a\nb\n");
    let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title></feed>";
    let atom = ["xpath", "--xml", "--namespace", "a=http://www.w3.org/2005/Atom", "//a:title", "--text", "-"];
    assert_eq!(stdout(&atom, feed), "T\n");
}

#[test]
fn xpath_as_json() {
    let xpath = |arguments: &[&str]| json(&[&["xpath"], arguments, &["-"]].concat()[..], LIST);
    assert_eq!(xpath(&["//b"]), json!([{ "name": "b", "line": 1, "column": 56, "html": "<b>w</b>" }]));
    assert_eq!(xpath(&["//@class"])[1], json!({ "name": "@class", "line": 1, "column": 40, "value": "a" }));
    assert_eq!(xpath(&["//b/text()"])[0], json!({ "name": "text()", "line": 1, "column": 59, "text": "w" }));
    assert_eq!(xpath(&["count(//li)"]), json!([{ "value": 2.0 }]));
    assert_eq!(xpath(&["string(//b)"]), json!([{ "value": "w" }]));
    assert_eq!(xpath(&["//li", "--count"]), json!([{ "count": 2 }]));
    let fields = xpath(&["//li", "--field", "bold=b", "--field", "id=@id"]);
    assert_eq!(fields[0]["fields"], json!({ "bold": null, "id": "1" }));
    assert_eq!(fields[1]["fields"], json!({ "bold": "w", "id": null }));
}

#[test]
fn invalid_expressions_are_shown_with_the_position_of_the_error() {
    assert_eq!(
        usage_error(&["xpath", "//li[contain(., 'a')]", "-"]),
        "error: <XPATH>: there is no function `contain`; did you mean `contains`?\n  |\n1 | //li[contain(., 'a')]\n  |      ^\n"
    );
    assert!(
        usage_error(&["xpath", "//p[$a]", "-"])
            .contains("<XPATH>: at byte 4 (`$a]`): the variable `$a` has no value; set it with --variable")
    );
    let limited = usage_error(&["xpath", "//p/*", "--max-steps", "1", "-"]);
    assert!(
        limited.contains("takes more than 1 steps") && limited.contains("allow more with `--max-steps`"),
        "{limited}"
    );
    let field = usage_error(&["xpath", "//p", "--max-steps", "20", "--field", "a=//*/..//*/..//*/..//*", "-"]);
    assert!(field.contains("takes more than 20 steps") && field.contains("`--max-steps`"), "{field}");
    assert!(usage_error(&["xpath", "//p", "--field", "a=b[", "-"]).contains("--field <FIELD>: "));
    assert!(usage_error(&["xpath", "//p", "--namespace", "a", "-"]).contains("NAME=VALUE"));
    assert!(usage_error(&["xpath"]).contains("<XPATH> is missing; pass an XPath expression"));
}
