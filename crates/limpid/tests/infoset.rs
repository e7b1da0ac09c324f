//! [Coercing an HTML DOM into an
//! infoset](https://html.spec.whatwg.org/multipage/parsing.html#coercing-an-html-dom-into-an-infoset).

use limpid::{Document, ParseOptions, Parser};
use limpid_dom::invariants;

fn coerced(input: &str) -> Document<'static> {
    let options = ParseOptions::new().infoset_coercion(true);
    let document = options.parse_fragment(input, "div");
    invariants::check(&document).unwrap();
    let mut parser = Parser::new_fragment(options, "div");
    for character in input.chars() {
        parser.feed(character.encode_utf8(&mut [0; 4]));
    }
    let in_pieces = parser.finish();
    invariants::check(&in_pieces).unwrap();
    assert_eq!(in_pieces.to_test_dump(), document.to_test_dump());
    in_pieces
}

#[test]
fn names_values_comments_and_instructions() {
    for (input, expected) in [
        ("<foo<bar a<b='\x01&#xC;&#x1;'>", "| <fooU00003Cbar>\n|   aU00003Cb=\"\u{fffd} \u{fffd}\"\n"),
        // Names are coerced after parsing, so the end tag still matches the start tag.
        ("<a::>x</a::>y", "| <aU00003AU00003A>\n|   \"x\"\n| \"y\"\n"),
        ("<p xlink:href=x>", "| <p>\n|   xlinkU00003Ahref=\"x\"\n"),
        ("<svg xlink:href=x>", "| <svg svg>\n|   xlink href=\"x\"\n"),
        ("<p xmlns=a xmlns:b=c XMLNSd=e title=f>", "| <p>\n|   title=\"f\"\n|   xmlnsd=\"e\"\n"),
        ("<svg xmlns='http://www.w3.org/2000/svg'>", "| <svg svg>\n|   xmlns xmlns=\"http://www.w3.org/2000/svg\"\n"),
        ("<!--a---b--->", "| <!-- a- - -b-  -->\n"),
        ("<?pi a\x0cb\x01?>", "| <?pi a b\u{fffd}?>\n"),
        ("a\x0cb<!-- -->c\x0c&#xC;d\x01", "| \"a b\"\n| <!--   -->\n| \"c  d\u{fffd}\"\n"),
        ("<table>\x01<tr>\x01</table>", "| \"\u{fffd}\u{fffd}\"\n| <table>\n|   <tbody>\n|     <tr>\n"),
    ] {
        assert_eq!(coerced(input).to_test_dump(), expected, "{input:?}");
    }
}

#[test]
fn a_second_html_tag() {
    let options = ParseOptions::new().infoset_coercion(true);
    let document = options.parse("<html a:b=1><html xmlns=x a:b=2 c:d='\x0c'>");
    let html = document.document_element().unwrap();
    let attributes: Vec<_> = html.attributes().map(|attribute| (attribute.local_name(), attribute.value())).collect();
    assert_eq!(attributes, [("aU00003Ab", "1"), ("cU00003Ad", " ")]);
}

#[test]
fn off_by_default() {
    let input = "<a::b xmlns=c>\x0c<!-----></a::b>";
    let document = limpid::parse_fragment(input, "div");
    assert_eq!(document.to_test_dump(), "| <a::b>\n|   xmlns=\"c\"\n|   \"\x0c\"\n|   <!-- - -->\n");
}
