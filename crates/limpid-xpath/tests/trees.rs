//! Documents whose node numbers are not in document order, because of edits or template contents, and trees outside of the document's tree.

use limpid::xpath::{XPath, XPathOptions, XPathValue};
use limpid::{Document, NodeRef};

/// A page of rows. The content of the `template` is a second tree.
const PAGE: &str = "<template><p>x</template><table><tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6</table><p>end";

fn strings(context: NodeRef<'_>, expression: &str) -> Vec<String> {
    context.xpath(expression).unwrap().strings().into_iter().map(Into::into).collect()
}

/// Evaluates expressions at each row, of which some use only descendants.
#[track_caller]
fn assert_rows(document: &Document<'_>, expected: &[[&str; 2]]) {
    let rows: Vec<NodeRef<'_>> = document.xpath("//tr").unwrap().tree_nodes().collect();
    assert_eq!(rows.len(), expected.len());
    for (index, (row, expected)) in rows.iter().zip(expected).enumerate() {
        assert_eq!(strings(*row, "td"), expected);
        assert_eq!(strings(*row, ".//td[1] | td[last()]"), expected);
        assert_eq!(strings(*row, "td/text()"), expected);
        assert_eq!(strings(*row, "."), [expected.concat()]);
        assert_eq!(strings(*row, "self::tr[td]/td[2]"), [expected[1]]);
        assert_eq!(strings(*row, "following::td"), document_texts(document, 2 * index + 2));
        assert_eq!(strings(*row, "count(preceding::td)"), [(2 * index).to_string()]);
        assert_eq!(strings(*row, "count(//td)"), [(2 * rows.len()).to_string()]);
        assert_eq!(strings(*row, "count(ancestor::table) + count(/html)"), ["2"]);
        let cell = row.xpath("td[2]").unwrap().nodes().first().unwrap().node().unwrap();
        assert_eq!((cell.local_name(), cell.text_content()), ("td", expected[1].to_owned()));
    }
}

fn document_texts(document: &Document<'_>, from: usize) -> Vec<String> {
    strings(document.root(), "//td").split_off(from)
}

#[test]
fn template_contents_are_separate_trees() {
    let document = limpid::parse(PAGE);
    assert_rows(&document, &[["1", "2"], ["3", "4"], ["5", "6"]]);
    let contents = document.select_first("template").unwrap().unwrap().template_contents().unwrap();
    assert_eq!(strings(contents, "//p"), ["x"]);
    assert_eq!(strings(contents, "p"), ["x"]);
    assert_eq!(strings(contents, "count(/p/following::node())"), ["0"]);
}

#[test]
fn edits_between_two_evaluations_are_seen() {
    let mut document = limpid::parse(PAGE);
    let table = document.select_first("tbody").unwrap().unwrap().id();
    let first = document.select_first("tr").unwrap().unwrap().id();
    document.node_mut(table).unwrap().append(first).unwrap();
    assert_rows(&document, &[["3", "4"], ["5", "6"], ["1", "2"]]);
    let row = document.select_first("tr").unwrap().unwrap().id();
    document.node_mut(row).unwrap().remove().unwrap();
    assert_rows(&document, &[["5", "6"], ["1", "2"]]);
}

#[test]
fn detached_nodes_are_roots_of_trees() {
    let mut document = limpid::parse(PAGE);
    assert_eq!(strings(document.root(), "count(//p)"), ["1"]);
    let element = document.create_element("p").unwrap();
    let node = document.node(element).unwrap();
    for (expression, count) in
        [("//td", "0"), ("//p", "0"), ("/descendant-or-self::p", "1"), ("/self::p", "1"), ("..", "0")]
    {
        assert_eq!(strings(node, &format!("count({expression})")), [count], "{expression}");
    }
}

#[test]
fn user_defined_functions_get_positions() {
    let document = limpid::parse("<ul><li>1<li>2<li>3</ul><ol><li>4<li>5</ol>");
    let options = XPathOptions::new().function("is-last", |context, _| Ok((context.position == context.size).into()));
    for (expression, expected) in [
        ("//li[is-last()]", "3 5"),
        ("//li[not(is-last())]", "1 2 4"),
        ("//li[true() and is-last()]", "3 5"),
        ("//*[li[not(is-last())] = 4]/li", "4 5"),
        ("(//li)[not(not(is-last()))]", "5"),
        ("//li[not(is-last())]/following::li[not(is-last())]", "2 3 4"),
    ] {
        let value: XPathValue<'_> = options.compile(expression).unwrap().evaluate(document.root()).unwrap();
        assert_eq!(value.strings().join(" "), expected, "{expression}");
    }
}

#[test]
fn attributes_can_be_context_nodes() {
    let document = limpid::xml::parse("<a xmlns:q='u' p:a='1' a='2' q:a='3'><b c='4'/></a>");
    let attributes = document.xpath("//@*").unwrap();
    let names =
        attributes.nodes().iter().map(|node| XPath::compile("concat(name(), '=', .)").unwrap().evaluate(node).unwrap());
    assert_eq!(names.map(|name| name.to_string()).collect::<Vec<_>>(), ["p:a=1", "a=2", "q:a=3", "c=4"]);
}
