//! Nodes in the result of an expression have spans.

use limpid::ParseOptions;

#[test]
fn attributes_have_spans() {
    let page = "<p id=a><a class=b href='/tea'>Tea</a>";
    let document = ParseOptions::new().spans(true).parse(page);
    for expression in ["//@href", "//a/@*[2]", "//a/attribute::node()[last()]"] {
        let value = document.xpath(expression).unwrap();
        let attribute = value.nodes().first().unwrap().attribute().unwrap();
        let spans = [attribute.name_span(), attribute.value_span()].map(|span| &page[span.unwrap().range()]);
        assert_eq!((attribute.value(), spans), ("/tea", ["href", "/tea"]), "{expression}");
    }
}
