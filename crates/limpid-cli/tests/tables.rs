//! `limpid tables`.

use crate::common::{folder, json, limpid, stdout, stdout_in, usage_error};
use serde_json::json;

const PAGE: &str = "<!DOCTYPE html><title>Teas</title>
<table><caption>Prices</caption><tr><th rowspan=2>Tea<th colspan=2>Price<tr><th>50 g<th>100 g
<tr><td rowspan=2>Sencha, green<td>4<td>7<tr><td>5<td>9</table>
<table id=menu><tr><td><h2>Menu</h2><td><p>News</table><table></table>
<table class=last><tr><td>a<br>b<td>=1+1</table>";

#[test]
fn csv() {
    let prices = "Tea,Price / 50 g,Price / 100 g\n\"Sencha, green\",4,7\n,5,9\n";
    let last = "\"a\nb\",=1+1\n";
    assert_eq!(stdout(&["tables", "-"], PAGE), format!("{prices}\n{last}"));
    assert_eq!(stdout(&["tables", "--table", "1", "-"], PAGE), prices);
    assert_eq!(
        stdout(&["tables", "--table", "1", "--repeat", "-"], PAGE),
        prices.replace("\n,5", "\n\"Sencha, green\",5")
    );
    assert_eq!(stdout(&["tables", "--select", ".last", "-"], PAGE), last);
    // A layout table is printed if it is selected.
    assert_eq!(stdout(&["tables", "--select", "#menu", "-"], PAGE), "Menu,News\n");
    assert_eq!(stdout(&["tables", "--select", "table", "--table", "2", "-"], PAGE), "Menu,News\n");
    let site =
        folder(&[("a.html", "<table><tr><td>1</table>"), ("b.html", "<p>"), ("c.html", "<table><tr><td>2</table>")]);
    assert_eq!(stdout_in(site.path(), &["tables", "."]), "1\n\n2\n");
}

#[test]
fn objects() {
    let tables = json(&["tables", "-"], PAGE);
    let first = json!({
        "table": 1,
        "line": 2,
        "column": 1,
        "caption": "Prices",
        "header": ["Tea", "Price / 50 g", "Price / 100 g"],
        "rows": [["Sencha, green", "4", "7"], ["", "5", "9"]],
    });
    assert_eq!((tables.as_array().unwrap().len(), &tables[0]), (2, &first));
    assert_eq!(
        (&tables[1]["table"], &tables[1]["caption"], &tables[1]["header"]),
        (&json!(2), &json!(null), &json!([]))
    );
    assert_eq!(stdout(&["tables", "--format", "ndjson", "-"], PAGE).lines().count(), 2);
}

#[test]
fn pages_without_tables() {
    for arguments in [&["tables", "-"][..], &["tables", "--table", "3", "-"], &["tables", "--select", "p", "-"]] {
        let page = if arguments.len() == 2 { "<p><table role=none><tr><td>a</table>" } else { PAGE };
        let outcome = limpid(arguments, page.as_bytes());
        assert_eq!((outcome.code, outcome.stdout.len()), (Some(1), 0), "{arguments:?}");
    }
    assert_eq!(limpid(&["tables", "--exit-zero", "-"], b"<p>").code, Some(0));
    assert!(usage_error(&["tables", "--table", "0", "-"]).contains("is not a positive integer"));
    assert!(usage_error(&["csv", "-"]).contains("did you mean tables?"));
}
