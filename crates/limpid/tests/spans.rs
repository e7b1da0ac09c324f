//! Where nodes are in the source: what is there is what made them.

use limpid::{Document, LocalName, NodeId, NodeKind, NodeRef, ParseOptions, Parser, Span};
use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
use proptest::prelude::*;

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
fn without_asking_there_are_none() {
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
fn implied_elements_reach_as_far_as_what_is_in_them() {
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
    // The second was made by the parser, and ended by the author.
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
    document.set_attribute(id, "c", "4").unwrap();
    let kept: Vec<_> = document.body().unwrap().attributes().map(|it| it.value_span()).collect();
    assert_eq!(kept, [Some(Span::new(8, 9)), Some(Span::new(18, 19)), None]);
}

/// The tokens of a text, as far as laws need them.
#[derive(Debug, PartialEq)]
enum Seen {
    Start(String, Vec<(String, String)>),
    End(String),
    Comment(String),
    Other,
}

#[derive(Default)]
struct Tokens(Vec<Seen>);

impl TokenSink for Tokens {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.0.push(match token {
            Token::StartTag(tag) => {
                let pair = |it: limpid_markup::Attribute<'_>| (it.name_str().to_owned(), it.value().to_owned());
                Seen::Start(tag.name_str.to_owned(), tag.attributes.iter().map(pair).collect())
            }
            Token::EndTag(tag) => Seen::End(tag.name_str.to_owned()),
            Token::Comment { data, .. } => Seen::Comment(data.text.to_owned()),
            Token::EndOfFile(_) => return TokenSinkResult::Continue,
            _ => Seen::Other,
        });
        TokenSinkResult::Continue
    }
}

fn tokens_of(text: &str) -> Vec<Seen> {
    let mut tokens = Tokens::default();
    tokenize(text, &mut tokens);
    tokens.0
}

fn check(page: &str) {
    let document = parse(page);
    let mut parser = Parser::new(ParseOptions::new().spans(true));
    for character in page.chars() {
        parser.feed(character.encode_utf8(&mut [0; 4]));
    }
    let in_pieces = parser.finish();
    let places = |document: &Document<'_>| -> Vec<_> {
        document
            .descendants()
            .map(|node| {
                let attributes: Vec<_> = node.attributes().map(|it| (it.name_span(), it.value_span())).collect();
                (node.span(), node.start_tag(), node.end_tag(), attributes)
            })
            .collect()
    };
    assert_eq!(places(&document), places(&in_pieces), "{page:?} in pieces");
    for node in document.descendants() {
        if node.kind() == NodeKind::Comment && !page.contains(['\0', '\r']) {
            let expected = [Seen::Comment(node.comment().unwrap().to_owned())];
            assert_eq!(tokens_of(&slice(&document, node.span()).unwrap()), expected, "a comment of {page:?}");
        }
        let lowercase = node.local_name().to_ascii_lowercase();
        if let Some(tag) = slice(&document, node.start_tag()) {
            let tokens = tokens_of(&tag);
            let [Seen::Start(name, attributes)] = &tokens[..] else { panic!("{tag:?} of {page:?}: {tokens:?}") };
            assert!(*name == lowercase || name == "image", "{tag:?} of {page:?}");
            assert_eq!(slice(&document, node.tag_name_span()).unwrap().to_ascii_lowercase(), *name);
            for attribute in node.attributes() {
                let Some(value) = slice(&document, attribute.value_span()) else { continue };
                let name = slice(&document, attribute.name_span()).unwrap().to_ascii_lowercase();
                let found = attributes.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
                // A second tag may have added it.
                if found.is_some() && !matches!(node.name(), LocalName::HTML | LocalName::BODY) {
                    assert_eq!(found, Some(attribute.value()), "{name} of {tag:?} of {page:?}");
                    assert!(value.contains(['&', '\r', '\0']) || value == attribute.value());
                }
            }
        }
        if let Some(tag) = slice(&document, node.end_tag()) {
            assert_eq!(tokens_of(&tag), [Seen::End(lowercase)], "an end tag of {page:?}");
        }
        if let Some(span) = node.span() {
            assert!(document.source().get(span.range()).is_some() && span.start <= span.end, "{span:?} of {page:?}");
        }
    }
}

fn page() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<div>",
        "</div>",
        "<p class=a>",
        "</p>",
        "<P>",
        "<b>",
        "</b>",
        "<a href='x&amp;y'>",
        "</a>",
        "<table>",
        "</table>",
        "<tr>",
        "<td id=\"1\" data-Own=2>",
        "</td>",
        "<li>",
        "</li>",
        "<ul>",
        "</ul>",
        "<h1>",
        "</h2>",
        "<x-own>",
        "</x-own>",
        "<x-Other a=1/>",
        "<svg viewBox=0>",
        "</svg>",
        "<path d='M0'/>",
        "<foreignObject>",
        "</foreignObject>",
        "<math>",
        "<mi>",
        "</mi>",
        "</math>",
        "text",
        " ",
        "a &lt; b",
        "&nbsp;",
        "é",
        "\r\n",
        "\n",
        "<!-- c -->",
        "<!x>",
        "<?pi x?>",
        "<br>",
        "<br/>",
        "</br>",
        "<img src=x>",
        "<image>",
        "<select>",
        "<option>",
        "</option>",
        "</select>",
        "<template>",
        "</template>",
        "<script>x</script>",
        "<style>y",
        "</style>",
        "<title>t</title>",
        "<body c=d>",
        "</body>",
        "</html>",
        "<html e=f>",
        "<head>",
        "</head>",
        "<form>",
        "</form>",
        "<button>",
        "</button>",
        "<nobr>",
        "<font color=red>",
        "</font>",
        "<pre>\n",
        "</pre>",
        "<textarea>\nx</textarea>",
        "</none>",
        "<!doctype html>",
        "<p a=1 A=2 b>",
        "<frameset>",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_there_is_what_made_them(page in page()) {
        check(&page);
    }
}

/// Several nodes are in the way here, and a document has the same error in each process.
#[test]
fn an_error_names_the_first_node_that_is_in_the_way() {
    let page = format!("<!DOCTYPE html><body>{}<table><tr><td>x</table>", "<p>a</p>".repeat(20));
    let mut document = ParseOptions::new().spans(true).parse(page);
    let ids = |name: &str| -> Vec<NodeId> {
        document.descendants().filter(|node| node.local_name() == name).map(NodeRef::id).collect()
    };
    let (paragraphs, table) = (ids("p"), ids("table")[0]);
    for &paragraph in &paragraphs {
        document.append(table, paragraph).unwrap();
    }
    assert_eq!(document.to_source().unwrap_err().node, Some(paragraphs[0]));
}
