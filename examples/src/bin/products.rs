//! Reads the products of a shop's listing into structs. Some products have no price, no image or no information about stock.
//!
//! `cargo run -p limpid-examples --bin products -- examples/pages/products.html`

#![forbid(unsafe_code)]

use limpid::{NodeRef, SelectorError};
use std::error::Error;

struct Product<'d> {
    name: String,
    price: Option<f64>,
    currency: Option<&'d str>,
    image: Option<&'d str>,
    in_stock: bool,
}

fn product(item: NodeRef<'_>) -> Result<Option<Product<'_>>, SelectorError> {
    let Some(name) = item.select_first("h2, h3")? else { return Ok(None) };
    let price = item.select_first("[itemprop=price]")?;
    let currency = item.select_first("[itemprop=priceCurrency]")?;
    let image = item.select_first("img")?;
    let stock = item.select_first("[itemprop=availability]")?;
    Ok(Some(Product {
        name: name.inner_text(),
        price: price.and_then(|price| price.attribute("content")?.parse().ok()),
        currency: currency.and_then(|currency| currency.attribute("content")),
        image: image.and_then(|image| image.attribute("data-src").or(image.attribute("src"))),
        in_stock: stock.and_then(|stock| stock.attribute("href")).is_some_and(|href| href.ends_with("/InStock")),
    }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let document = limpid::parse_bytes(limpid_examples::read()?);
    for item in document.select("[itemtype$='/Product']")? {
        let Some(Product { name, price, currency, image, in_stock }) = product(item)? else { continue };
        let price = price.map_or("no price".to_owned(), |price| format!("{price:.2}"));
        let (currency, image) = (currency.unwrap_or("-"), image.unwrap_or("no image"));
        println!("{name} | {price} {currency} | {image} | {}", if in_stock { "in stock" } else { "sold out" });
    }
    Ok(())
}
