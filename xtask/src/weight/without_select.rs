//! Prints the links of a page with limpid, without selectors.

fn main() {
    let page = std::io::read_to_string(std::io::stdin()).expect("text");
    let document = limpid::parse(&page);
    for link in document.descendants().filter(|node| node.is_html(limpid::LocalName::A)) {
        println!("{} {}", link.attribute("href").unwrap_or_default(), link.text_content());
    }
}
