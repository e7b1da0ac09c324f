//! Content inserted at the end of a page is in the right place of the tree, in whatever state the page ends.

use limpid_rewrite::rewrite::{ContentType, Element, HandlerResult, Handlers, RewriteError, rewrite_str};

fn rewritten(
    page: &str,
    selector: &str,
    change: impl FnMut(&mut Element<'_>) -> HandlerResult + Send,
) -> Result<String, RewriteError> {
    rewrite_str(page, Handlers::new().element(selector, change).unwrap())
}

/// Ends of pages within a `div`, incomplete only at the very end.
const ENDS: [&str; 68] = [
    "",
    "a",
    "a<",
    "a</",
    "&am",
    "&amp",
    "&#",
    "&#x2",
    "<b",
    "<b c",
    "<b c=",
    "<b c='d",
    "</b",
    "</b c",
    "<!",
    "<!-",
    "<!--",
    "<!---",
    "<!--a",
    "<!--a-",
    "<!--a--",
    "<!--a--!",
    "<!--a<!",
    "<!--a<!-",
    "<!--a<!--",
    "<!d",
    "<!doctype ",
    "<!doctype html public",
    "<!doctype html system '",
    "<!doctype html system '' x",
    "<?a",
    "<?a b?",
    "<![CDATA[a",
    "<svg><![CDATA[",
    "<svg><![CDATA[a]",
    "<svg><![CDATA[a]]",
    "<svg><![CDA",
    "<title>a</titl",
    "<textarea>a</textarea b='",
    "<style>a</sty",
    "<script>a</script",
    "<script><!--a",
    "<script><!--a<script",
    "<script><!--a<script>b</script>",
    "<xmp>a<",
    "<p><b><i>a",
    "<p><object><b>a",
    "<svg><desc><b><p>a",
    "<template><table><td><applet>a",
    "<math><mi><marquee>",
    "<!a</",
    "</ a</",
    "<!--</",
    "<!--a--!</",
    "<?a </",
    "<b c='</",
    "<title>a</",
    "<textarea></",
    "<style></",
    "<style>a</",
    "<script></",
    "<script>a</",
    "<script><!--</",
    "<iframe></",
    "<svg><![CDATA[</",
    "<svg><title></",
    "<svg><style></",
    "<b title=</",
];

#[test]
fn content_after_the_last_element_becomes_its_sibling() {
    for end in ENDS {
        let page = format!("<!DOCTYPE html><body><div>{end}");
        let output = rewritten(&page, "div", |div| {
            div.append("<wbr id=inner>", ContentType::Html);
            div.after("<wbr id=after>", ContentType::Html);
            Ok(())
        });
        let output = output.unwrap_or_else(|error| panic!("{end}: {error}"));
        let mut expected = limpid::parse(&*page);
        let div = expected.select_first("div").unwrap().unwrap().id();
        expected
            .node_mut(div)
            .unwrap()
            .insert_adjacent_html(limpid::InsertPosition::BeforeEnd, "<wbr id=inner>")
            .unwrap();
        expected
            .node_mut(div)
            .unwrap()
            .insert_adjacent_html(limpid::InsertPosition::AfterEnd, "<wbr id=after>")
            .unwrap();
        assert_eq!(limpid::parse(&*output).to_test_dump(), expected.to_test_dump(), "{end} became {output}");
    }
}

#[test]
fn end_of_raw_text_does_not_start_a_tag() {
    for page in
        ["<script>a</</script>b", "<style></</style>", "<xmp>a</", "<script>a</", "<!--a</--><script></</script>"]
    {
        for selector in ["script", "style", "xmp", "body"] {
            let append = |element: &mut Element<'_>| {
                element.append("x", ContentType::Text);
                Ok(())
            };
            let output = rewritten(page, selector, append).unwrap();
            let mut expected = limpid::parse(page);
            let elements: Vec<_> = expected.select(selector).unwrap().map(limpid::NodeRef::id).collect();
            for element in elements {
                let text = expected.create_text("x").unwrap();
                expected.node_mut(element).unwrap().append(text).unwrap();
            }
            let expected = expected.to_html();
            assert_eq!(limpid::parse(&*output).to_html(), expected, "{selector} in {page} became {output}");
        }
    }
}

#[test]
fn content_after_endless_text_is_an_error() {
    for (page, element) in [
        ("<div><plaintext>a</plaintext>", "plaintext"),
        ("<div><script><!--<script>", "script"),
        ("<div><script><!--<script >-", "script"),
        ("<div><script><!--<script/>--", "script"),
        ("<div><script><!--<script>a<", "script"),
        ("<div><script><!--<script>a</script", "script"),
    ] {
        let after = |div: &mut Element<'_>| {
            div.after("<wbr>", ContentType::Html);
            Ok(())
        };
        let error = rewritten(page, "div", after).unwrap_err();
        assert!(matches!(error, RewriteError::UnclosableText { element: it } if it == element), "{page}: {error}");
        // Text can still be added to it, and the element can be removed.
        let output = rewritten(page, element, |it| {
            it.append(" b", ContentType::Text);
            Ok(())
        });
        assert_eq!(output.unwrap(), format!("{page} b"));
        let without = Handlers::new().element("div", after).unwrap().element(element, |it| {
            it.remove();
            Ok(())
        });
        assert_eq!(rewrite_str(page, without.unwrap()).unwrap(), "<div></div><wbr>");
        let renamed = rewritten(page, "div", |div| Ok(div.set_tag_name("nav")?));
        assert_eq!(renamed.unwrap(), page.replacen("div", "nav", 1));
    }
    // A tag for an element that only the end of the page implies.
    let body = |body: &mut Element<'_>| Ok(body.set_attribute("class", "tea")?);
    let error = rewritten("<script><!--<script>", "body", body).unwrap_err();
    assert!(error.to_string().starts_with("no content can be inserted after the `script`"), "{error}");
    assert_eq!(rewritten("<script><!--", "body", body).unwrap(), "<script><!--</script><body class=\"tea\">");
}

#[test]
fn body_replaced_by_a_frameset_cannot_get_a_tag() {
    let change = |element: &mut Element<'_>| Ok(element.set_attribute("class", "tea")?);
    // After a `wbr`, the frameset is ignored.
    assert_eq!(rewritten("<wbr><frameset>", "body", change).unwrap(), "<body class=\"tea\"><wbr><frameset>");
    let error = rewritten("<p></p><frameset>", "body", change).unwrap_err();
    assert!(matches!(error, RewriteError::BodyBeforeFrameset), "{error}");
    assert_eq!(rewritten("<p></p><frameset>", "html", change).unwrap(), "<html class=\"tea\"><p></p><frameset>");
}

#[test]
fn object_ends_where_its_end_is_implied() {
    let after = |element: &mut Element<'_>| {
        element.after("<wbr>", ContentType::Html);
        Ok(())
    };
    for (page, selector, expected) in [
        ("<table><td><p><object>a</table>", "p", "<table><td><p><object>a</object></p><wbr></table>"),
        ("<table><td><object><applet>a<td>", "object", "<table><td><object><applet>a</applet></object><wbr><td>"),
        ("<table><td><object><applet>a<td>", "tr > :first-child", "<table><td><object><applet>a</td><wbr><td>"),
        ("<object>a", "object", "<object>a</object><wbr>"),
        ("<template><p><applet>", "p", "<template><p><applet></applet></p><wbr>"),
    ] {
        assert_eq!(rewritten(page, selector, after).unwrap(), expected);
    }
}

/// An end tag of an `applet` would also end the formatting elements in it. After an implied end, they are reopened.
#[test]
fn implied_table_part_writes_no_end_tag_for_applet() {
    for name in ["applet", "marquee", "object"] {
        for page in [
            format!("<table><{name}><nobr><tr><"),
            format!("<table><{name}><b>1<tr>2<td>3"),
            format!("<table><{name}><div><b>1<td>2</table>3"),
            format!("<table><{name}><col><b>1<tr>2"),
            format!("<table><tbody><{name}><b>1<td>2</table>3"),
            format!("<table><{name}><{name}><b>1<td>2</table>3"),
        ] {
            for selector in ["tbody", "tr", "colgroup"] {
                let set = |element: &mut Element<'_>| Ok(element.set_attribute("class", "tea")?);
                let output = rewritten(&page, selector, set).unwrap();
                let mut expected = limpid::parse(&*page);
                let elements: Vec<_> = expected.select(selector).unwrap().map(limpid::NodeRef::id).collect();
                for element in elements {
                    expected.node_mut(element).unwrap().set_attribute("class", "tea").unwrap();
                }
                let expected = expected.to_test_dump();
                assert_eq!(limpid::parse(&*output).to_test_dump(), expected, "{selector} in {page} became {output}");
            }
        }
    }
}
