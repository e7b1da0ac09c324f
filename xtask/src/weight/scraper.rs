//! Prints the links of a page with scraper.

fn main() {
    let page = std::io::read_to_string(std::io::stdin()).expect("text");
    let document = scraper::Html::parse_document(&page);
    let links = scraper::Selector::parse("a[href]").expect("a selector");
    for link in document.select(&links) {
        println!("{} {}", link.value().attr("href").unwrap_or_default(), link.text().collect::<String>());
    }
}
