//! Parses into the DOMs of scraper and dom_query with limpid, with the code from docs/plug-in-doms.md.

use limpid_markup5ever::parse_document;

const PAGE: &str = "<!DOCTYPE html><title>Shop</title><ul><li class=item>Tea &amp; cups<li><a href=/pots>Pots</a>";

#[test]
fn scraper() {
    let page = PAGE;
    let sink = scraper::HtmlTreeSink::new(scraper::Html::new_document());
    let html: scraper::Html = parse_document(sink, page, Default::default());

    let link = scraper::Selector::parse("li > a[href]").unwrap();
    let hrefs: Vec<_> = html.select(&link).filter_map(|link| link.value().attr("href")).collect();
    assert_eq!(hrefs, ["/pots"]);
    assert_eq!(html.html(), scraper::Html::parse_document(page).html());
    assert_eq!(html.quirks_mode, scraper::Html::parse_document(page).quirks_mode);
}

#[test]
fn dom_query() {
    let page = PAGE;
    let document: dom_query::Document = parse_document(dom_query::Document::default(), page, Default::default());

    assert_eq!(&*document.select("li.item").text(), "Tea & cups");
    assert_eq!(document.html(), dom_query::Document::from(page).html());
    document.select("li.item").set_html("<b>None</b>");
    assert_eq!(&*document.select("li > b").text(), "None");
}
