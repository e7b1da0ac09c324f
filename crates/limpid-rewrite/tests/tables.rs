//! Removing a table keeps its foster-parented content.

use crate::in_pieces::rewrite_in_pieces;
use limpid_rewrite::rewrite::{ContentType, Element, Handlers};

fn rewritten(page: &str, selector: &str, change: fn(&mut Element<'_>)) -> String {
    let outputs = [1, 3, 4096].map(|length| {
        let handlers = Handlers::new().element(selector, |element| {
            change(element);
            Ok(())
        });
        rewrite_in_pieces(page, length, handlers.unwrap())
    });
    assert!(outputs.iter().all(|output| *output == outputs[2]), "{outputs:?}");
    outputs[2].clone()
}

fn remove(element: &mut Element<'_>) {
    element.remove();
}

#[test]
fn foster_parented_content_stays_when_a_table_is_removed() {
    for (page, expected) in [
        ("<p>1<table>2<tr><td>x</table>3", "<p>123"),
        ("<table><b>2</b><tr><td>x</table>3", "<b>2</b>3"),
        ("<table> <tr> <div>2 <tr><td>x</table>3", "<div>2 </div>3"),
        ("<table><td>x<tr>2<!--c--><td>y</table>3", "23"),
        ("<table><div>1<ul><li>2<li>3</div><td>y<i>z</i></table>4", "<div>1<ul><li>2<li>3</div>4"),
        ("<table><caption>x</caption><p>1<p>2<td>x", "<p>1<p>2</p>"),
        ("<table><input type=hidden><input><td>x</table>", "<input>"),
        ("<div><table>1<td>x</table>2</div>", "<div>12</div>"),
        ("<table><td><table>1</table>2</table>3", "3"),
    ] {
        assert_eq!(rewritten(page, "table", remove), expected, "{page}");
    }
}

#[test]
fn replacement_takes_the_place_of_a_table_or_row() {
    let output = rewritten("<table>1<tr><td>x</table>2", "table", |table| table.replace("new", ContentType::Text));
    assert_eq!(output, "1new2");
    let output = rewritten("<table>1<tr><td>x</table>2", "table", |table| {
        table.set_inner_content("<tr><td>new", ContentType::Html);
    });
    assert_eq!(output, "<table><tr><td>new1</table>2");
    // Removing a row keeps the foster-parented content, removing a `div` around the table does not.
    let output = rewritten("<table><tr>1<td>x<tr id=b><td>y</table>2", "tr:not([id])", remove);
    assert_eq!(output, "<table><tbody>1<tr id=b><td>y</table>2");
    let output = rewritten("<div><table>1<td>x</table>2</div>3", "div", remove);
    assert_eq!(output, "3");
    let output = rewritten("<table><b>1<i>2</i></b><td>x</table>3", "table, i", remove);
    assert_eq!(output, "<b>1</b>3");
}
