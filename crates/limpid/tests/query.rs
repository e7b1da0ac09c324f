//! Selecting and editing with selectors as text and as parsed selectors, without importing a trait.
#![cfg(feature = "select")]

use limpid::{Document, EditError, MutationError, Selector};
use std::sync::LazyLock;

static ITEM: LazyLock<Selector> = LazyLock::new(|| Selector::parse("li").unwrap());

fn list() -> Document<'static> {
    limpid::parse("<ul id=u><li class=a>1<li>2<ul><li>3</ul></ul>")
}

#[test]
fn texts_and_selectors_select_the_same() {
    let document = list();
    let texts = |nodes: Vec<limpid::NodeRef<'_>>| nodes.iter().map(|node| node.text_content()).collect::<Vec<_>>();
    let expected = ["1", "23", "3"];
    assert_eq!(texts(document.select("li").unwrap().collect()), expected);
    assert_eq!(texts(document.select(&ITEM).collect()), expected);
    assert_eq!(texts(document.select(&*ITEM).collect()), expected);
    assert_eq!(texts(document.select(&&*ITEM).collect()), expected);
    assert_eq!(texts(document.select(&format!("l{}", "i")).unwrap().collect()), expected);
    assert_eq!(texts(document.select(&ITEM).rev().collect()), ["3", "23", "1"]);

    let second = document.select(&ITEM).nth(1).unwrap();
    assert_eq!(second.select(":scope > ul > li").unwrap().len(), 1);
    assert_eq!(second.select_first("li").unwrap(), second.select_first(&ITEM));
    assert!(second.matches("li:not(.a)").unwrap() && second.matches(&ITEM));
    assert_eq!(second.closest("ul").unwrap().unwrap().attribute("id"), Some("u"));
    let element = document.body().unwrap();
    assert!(!element.matches(&ITEM) && !document.root().matches("*").unwrap());
}

#[test]
fn an_invalid_selector_is_an_error_with_its_position() {
    let mut document = list();
    let root = document.root();
    for (text, offset) in [("ul > > li", 5), ("li:nope", 3), ("", 0), ("li[", 3), ("li,", 3), ("::before", 1)] {
        let errors = [
            document.select(text).map(drop).unwrap_err(),
            document.select_first(text).map(drop).unwrap_err(),
            root.matches(text).map(drop).unwrap_err(),
            root.closest(text).map(drop).unwrap_err(),
        ];
        assert!(errors.iter().all(|error| *error == errors[0]), "{text:?}");
        assert_eq!(errors[0].offset(), offset, "{text:?}");
    }
    let before = document.to_html();
    let error = document.remove_all("li, [").unwrap_err();
    assert!(matches!(&error, EditError::Selector(error) if error.offset() == 5), "{error}");
    assert_eq!(document.to_html(), before);
}

#[test]
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method has no lifetime that is late-bound")]
fn edits_apply_to_all_selected_elements() {
    let mut document = list();
    assert_eq!(document.set_attribute_all(&ITEM, "class", "b"), Ok(3));
    assert_eq!(document.select(".b").unwrap().len(), 3);
    // The third element is inside of the second.
    assert_eq!(document.remove_all("li:nth-child(2), li li"), Ok(2));
    assert_eq!(document.body().unwrap().inner_html(), r#"<ul id="u"><li class="b">1</li></ul>"#);

    assert_eq!(document.edit("ul, li", |element| element.replace_with_children()), Ok(2));
    assert_eq!(document.body().unwrap().inner_html(), "1");
    assert_eq!(document.remove_all(&ITEM), Ok(0));
}

#[test]
fn edits_apply_to_template_contents_and_shadow_roots() {
    let page = "<i>1</i><template><i>2</i><template><i>3</i></template></template><p><template shadowrootmode=open><i>4</i></template>";
    let mut document = limpid::parse(page);
    let mut texts = Vec::new();
    let result = document.edit("i", |element| {
        texts.push(element.as_ref().text_content());
        Ok(())
    });
    assert_eq!((result, texts.concat().as_str()), (Ok(4), "1234"));
    assert_eq!((document.remove_all("i"), document.remove_all("i")), (Ok(4), Ok(0)));
}

#[test]
fn an_edit_stops_at_the_first_change_that_fails() {
    let mut document = list();
    let mut calls = 0;
    let result = document.edit("li", |item| {
        calls += 1;
        item.set_attribute(if calls == 2 { "" } else { "x" }, "1")
    });
    assert_eq!(result, Err(EditError::Mutation(MutationError::InvalidName)));
    assert_eq!((calls, document.select("[x]").unwrap().len()), (2, 1));
    assert_eq!(document.set_attribute_all(&ITEM, "a b", ""), Err(MutationError::InvalidName));
}
