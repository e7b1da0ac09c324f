//! Content that is inserted at the end of a page, in any state that it may end in, goes where the tree has its place.

use limpid_rewrite::rewrite::{ContentType, Element, HandlerResult, Handlers, RewriteError, rewrite_str};

fn rewritten(
    page: &str,
    selector: &str,
    change: impl FnMut(&mut Element<'_>) -> HandlerResult + Send,
) -> Result<String, RewriteError> {
    rewrite_str(page, Handlers::new().element(selector, change).unwrap())
}

/// Ends of pages, within a `div`: all are complete but for what is missing at the very end.
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
fn what_comes_after_an_element_that_ends_with_the_page_is_beside_it() {
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
        assert_eq!(limpid::parse(&*output).to_test_dump(), expected.to_test_dump(), "{end} gives {output}");
    }
}

#[test]
fn the_end_of_a_raw_text_is_no_start_of_a_tag() {
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
            assert_eq!(limpid::parse(&*output).to_html(), expected, "{selector} in {page} gives {output}");
        }
    }
}

#[test]
fn nothing_comes_after_text_that_no_end_tag_ends() {
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
        assert!(matches!(error, RewriteError::EndlessText { element: it } if it == element), "{page}: {error}");
        // The text goes on, and without the element all is well.
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
    // A tag of an element that is only implied at the end.
    let body = |body: &mut Element<'_>| Ok(body.set_attribute("class", "tea")?);
    let error = rewritten("<script><!--<script>", "body", body).unwrap_err();
    assert!(error.to_string().starts_with("no content can be inserted after the `script`"), "{error}");
    assert_eq!(rewritten("<script><!--", "body", body).unwrap(), "<script><!--</script><body class=\"tea\">");
}

#[test]
fn a_body_that_a_frameset_replaces_gets_no_tag() {
    let change = |element: &mut Element<'_>| Ok(element.set_attribute("class", "tea")?);
    // After a `wbr` the frameset does not come.
    assert_eq!(rewritten("<wbr><frameset>", "body", change).unwrap(), "<body class=\"tea\"><wbr><frameset>");
    let error = rewritten("<p></p><frameset>", "body", change).unwrap_err();
    assert!(matches!(error, RewriteError::BodyBeforeFrameset), "{error}");
    assert_eq!(rewritten("<p></p><frameset>", "html", change).unwrap(), "<html class=\"tea\"><p></p><frameset>");
}

#[test]
fn an_object_ends_where_it_is_implied_to() {
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

/// The end tag of an `applet` would end the formatting elements in it, too; where its end is implied, they are reopened.
#[test]
fn an_applet_has_no_end_tag_before_a_table_part_that_is_implied() {
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
                assert_eq!(limpid::parse(&*output).to_test_dump(), expected, "{selector} in {page} gives {output}");
            }
        }
    }
}
