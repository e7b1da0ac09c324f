//! Prints the links of a page with limpid and a selector.

fn main() {
    let page = std::io::read_to_string(std::io::stdin()).expect("text");
    let document = limpid::parse(&page);
    for link in document.select("a[href]").expect("a selector") {
        println!("{} {}", link.attribute("href").unwrap_or_default(), link.text_content());
    }
}
