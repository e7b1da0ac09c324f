//! Examples of the spans of nodes, tags and attributes. The law `spans` checks them for any page.

use limpid::{Document, LocalName, NodeId, NodeRef, ParseOptions, Span};

fn parse(page: &str) -> Document<'_> {
    ParseOptions::new().spans(true).parse(page)
}

fn slice(document: &Document<'_>, span: Option<Span>) -> Option<String> {
    span.map(|span| document.source()[span.range()].to_owned())
}

fn find<'d>(document: &'d Document<'_>, name: LocalName) -> NodeRef<'d> {
    document.descendants().find(|node| node.is_html(name)).unwrap()
}

#[test]
fn spans_are_off_by_default() {
    let document = limpid::parse("<p class=a>x</p>");
    let p = find(&document, LocalName::P);
    assert_eq!((p.span(), p.start_tag(), p.end_tag(), p.is_implied()), (None, None, None, None));
    assert_eq!(p.attributes().next().unwrap().name_span(), None);
}

#[test]
fn each_kind_of_node() {
    let page = "<!doctype html><!-- c --><?x y?><HTML lang=de><Body><p Class='a&amp;b' hidden>one &lt; two<br/>x</P>\r\ny</body></html>";
    let document = parse(page);
    let spans: Vec<_> = document
        .descendants()
        .map(|node| (format!("{:?}", node.kind()), slice(&document, node.span()).unwrap_or_default()))
        .collect();
    let kinds: Vec<_> = spans.iter().map(|(kind, text)| (kind.as_str(), text.as_str())).collect();
    assert_eq!(kinds[0], ("Doctype", "<!doctype html>"));
    assert_eq!(kinds[1], ("Comment", "<!-- c -->"));
    assert_eq!(kinds[2], ("ProcessingInstruction", "<?x y?>"));
    assert_eq!(kinds[3], ("Element", &page[page.find("<HTML").unwrap()..]));
    let p = find(&document, LocalName::P);
    assert_eq!(slice(&document, p.start_tag()).unwrap(), "<p Class='a&amp;b' hidden>");
    assert_eq!(slice(&document, p.end_tag()).unwrap(), "</P>");
    assert_eq!(slice(&document, p.first_child().unwrap().span()).unwrap(), "one &lt; two");
    let [class, hidden] = [0, 1].map(|at| p.attributes().nth(at).unwrap());
    assert_eq!(slice(&document, class.name_span()).unwrap(), "Class");
    assert_eq!(slice(&document, class.value_span()).unwrap(), "a&amp;b");
    assert_eq!(slice(&document, hidden.value_span()).unwrap(), "");
    let br = find(&document, LocalName::BR);
    assert_eq!((slice(&document, br.span()).unwrap(), br.end_tag()), ("<br/>".to_owned(), None));
    let html = document.document_element().unwrap();
    assert_eq!(slice(&document, html.tag_name_span()).unwrap(), "HTML");
    assert_eq!(slice(&document, html.end_tag()).unwrap(), "</html>");
    assert_eq!(slice(&document, document.body().unwrap().end_tag()).unwrap(), "</body>");
    assert_eq!(document.head().unwrap().is_implied(), Some(true));
    assert_eq!(document.head().unwrap().span(), None);
    assert_eq!(html.is_implied(), Some(false));
}

#[test]
fn implied_elements_span_their_content() {
    let page = "<table><tr><td>x<td>y</table>z";
    let document = parse(page);
    let tbody = find(&document, LocalName::TBODY);
    assert_eq!(tbody.is_implied(), Some(true));
    assert_eq!(slice(&document, tbody.span()).unwrap(), "<tr><td>x<td>y");
    assert_eq!(slice(&document, find(&document, LocalName::TD).span()).unwrap(), "<td>x");
    assert_eq!(slice(&document, document.body().unwrap().span()).unwrap(), page);
}

#[test]
fn misnested_formatting() {
    let page = "<p><b>one<p>two</b>three";
    let document = parse(page);
    let bold: Vec<_> = document.descendants().filter(|node| node.is_html(LocalName::B)).collect();
    assert_eq!(slice(&document, bold[0].start_tag()).unwrap(), "<b>");
    assert_eq!(bold[0].end_tag(), None);
    // The parser created the second element, and the source has its end tag.
    assert_eq!(bold[1].is_implied(), Some(true));
    assert_eq!(slice(&document, bold[1].end_tag()).unwrap(), "</b>");
}

#[test]
fn a_second_body_tag_and_changed_attributes() {
    let page = "<body a=1><body b=2 a=3>";
    let mut document = parse(page).into_owned();
    let body = document.body().unwrap();
    let names: Vec<_> = body.attributes().map(|it| slice(&document, it.name_span()).unwrap()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(body.attributes().next_back().unwrap().value_span(), Some(Span::new(18, 19)));
    let id = body.id();
    document.node_mut(id).unwrap().set_attribute("c", "4").unwrap();
    let kept: Vec<_> = document.body().unwrap().attributes().map(|it| it.value_span()).collect();
    assert_eq!(kept, [Some(Span::new(8, 9)), Some(Span::new(18, 19)), None]);
}

/// Several nodes prevent the edit; the reported one must be the same in each process.
#[test]
fn an_error_names_the_first_conflicting_node() {
    let page = format!("<!DOCTYPE html><body>{}<table><tr><td>x</table>", "<p>a</p>".repeat(20));
    let mut document = ParseOptions::new().spans(true).parse(page);
    let ids = |name: &str| -> Vec<NodeId> {
        document.descendants().filter(|node| node.local_name() == name).map(NodeRef::id).collect()
    };
    let (paragraphs, table) = (ids("p"), ids("table")[0]);
    for &paragraph in &paragraphs {
        document.node_mut(table).unwrap().append(paragraph).unwrap();
    }
    assert_eq!(document.to_source().unwrap_err().node, Some(paragraphs[0]));
}
