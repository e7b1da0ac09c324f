//! limpid's DOM built by html5ever's parser.
#![cfg(feature = "dom")]

use html5ever::tendril::TendrilSink;
use html5ever::{LocalName, QualName, local_name, ns, parse_document, parse_fragment};
use limpid_markup5ever::DocumentSink;
use markup5ever::interface::{AppendNode, AppendText, ElemName, ElementFlags, TreeSink};

fn tree(input: &str) -> String {
    parse_document(DocumentSink::new(), Default::default()).one(input).to_test_dump()
}

#[test]
fn trees_match_those_of_limpids_parser() {
    for input in [
        "<!DOCTYPE html PUBLIC 'a' 'b'><p a=1 A=2 b='&lt;'>x<!--y-->",
        "<table>a<tr>b<td>c</table>d",
        "<b>1<p>2</b>3</p>",
        "<body a=1><html b=2><body a=3 c=4>",
        "<template><td>1</template><template><template>2",
        "<svg viewbox=1 xlink:href=2 xml:lang=3 xmlns:xlink=4><foreignobject><p>5",
        "<math definitionurl=x><annotation-xml encoding=text/html><p>y",
        "<frameset><frame></frameset>",
        "<select><button><selectedcontent></button><option>1</option><option selected>2</option></select>",
    ] {
        let mut input = input.to_owned();
        input.push_str("<a =b>");
        let document = limpid_parse(&input);
        assert_eq!(tree(&input), document, "{input}");
    }
}

/// Returns the tree that limpid's parser builds in the same sink.
fn limpid_parse(input: &str) -> String {
    limpid_markup5ever::parse_document(DocumentSink::new(), input, Default::default()).to_test_dump()
}

#[test]
fn quirks_mode_is_set_and_the_tree_is_consistent() {
    let document = parse_document(DocumentSink::new(), Default::default()).one("<p>x");
    assert_eq!(document.quirks_mode(), limpid_dom::QuirksMode::Quirks);
    limpid_dom::invariants::check(&document).expect("the tree is sound");
}

#[test]
fn shadow_roots_are_attached_if_allowed() {
    let input = "<div><template shadowrootmode=open shadowrootdelegatesfocus>x</template>y</div>";
    let attached =
        parse_document(DocumentSink::new().allow_declarative_shadow_roots(true), Default::default()).one(input);
    assert!(attached.to_test_dump().contains("#shadow-root (open, delegatesfocus)\n|         \"x\""), "{attached:?}");
    assert!(!tree(input).contains("#shadow-root"));
}

#[test]
fn fragment_content_is_in_an_html_element() {
    let context = QualName::new(None, ns!(html), local_name!("tr"));
    let document = parse_fragment(DocumentSink::new(), Default::default(), context, Vec::new(), false).one("<td>x");
    assert_eq!(document.to_test_dump(), "| <html>\n|   <td>\n|     \"x\"\n");
}

#[test]
fn sink_works_without_a_parser() {
    let sink = DocumentSink::new();
    let name = |local| QualName::new(None, ns!(html), LocalName::from(local));
    let [list, one, two] =
        ["ul", "li", "x-item"].map(|local| sink.create_element(name(local), Vec::new(), ElementFlags::default()));
    sink.append(&sink.get_document(), AppendNode(list));
    sink.append(&list, AppendNode(two));
    sink.append_before_sibling(&two, AppendNode(one));
    sink.append_before_sibling(&two, AppendText("a".into()));
    sink.append_before_sibling(&two, AppendText("b".into()));
    let instruction = sink.create_pi("t".into(), "d".into());
    sink.append(&one, AppendNode(instruction));
    assert_eq!(&**sink.elem_name(&two).local_name(), "x-item");
    assert_eq!(sink.with_document(limpid_dom::Document::to_html), "<ul><li><?t d?></li>ab<x-item></x-item></ul>");
    // Inserting a node that has a parent moves it.
    sink.append_before_sibling(&one, AppendNode(two));
    sink.remove_from_parent(&one);
    assert_eq!(sink.finish().to_html(), "<ul><x-item></x-item>ab</ul>");
}
