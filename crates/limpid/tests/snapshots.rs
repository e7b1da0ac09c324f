//! Snapshots of one page in all output formats: tree, markup, text and Markdown.
//!
//! After an intended change, run `INSTA_UPDATE=always cargo test -p limpid snapshots`, and review the diff.

use insta::assert_snapshot;
use limpid::{Document, SerializeOptions, XmlOptions, parse};

const PAGE: &str = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Tea  shop</title>\
    <style>p { margin: 0 }</style><h1>Teas &amp; pots</h1>\
    <p>Our <em>best</em> <a href='/green?a=1&amp;b=2' title=Green>green tea</a>,<br>fresh.\
    <ul><li>Sencha<li>Matcha<ol><li>thin<li>thick</ol></ul>\
    <table><caption>Prices</caption><tr><th>Tea<th>Price<tr><td>Sencha<td>4|5</table>\
    <blockquote><p>Nice!<p>*****</blockquote><pre><code class=language-c>int x;\n\nint y;</code></pre>\
    <form><input name=q disabled><button>Find</button></form><script>track()</script>\
    <svg viewbox='0 0 1 1'><path d='M0 0'></path></svg><hr><img src=pot.png alt='A pot'>";

fn written(document: &Document<'_>, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, &options).expect("writing to a String cannot fail");
    html
}

#[test]
fn page_as_tree() {
    assert_snapshot!(format!("{:?}", parse(PAGE)));
}

#[test]
fn page_as_html() {
    assert_snapshot!(parse(PAGE));
}

#[test]
fn page_pretty() {
    assert_snapshot!(written(&parse(PAGE), SerializeOptions::pretty()));
}

#[test]
fn page_minified() {
    assert_snapshot!(written(&parse(PAGE), SerializeOptions::minified()));
}

#[test]
fn page_as_xhtml() {
    let mut xml = String::new();
    parse(PAGE).root().write_xml(&mut xml, &XmlOptions::pretty()).unwrap();
    assert_snapshot!(xml);
}

#[test]
fn page_as_text() {
    assert_snapshot!(parse(PAGE).inner_text());
}

#[test]
fn page_as_markdown() {
    assert_snapshot!(parse(PAGE).to_markdown());
}
