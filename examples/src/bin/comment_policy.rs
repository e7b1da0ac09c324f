//! Sanitizes a comment: ten elements, `href` on links to the web and to mail addresses, `rel=nofollow` on each link.
//!
//! `cargo run -p limpid-examples --bin comment_policy -- examples/pages/comment_policy.html`

#![forbid(unsafe_code)]

use limpid::sanitize::{
    Cleaner, RelativeUrls, Rules, Sanitizer, SanitizerConfig, SanitizerElementWithAttributes as Element, SetAttribute,
    UrlRule,
};
use std::error::Error;

fn policy() -> Result<Cleaner, Box<dyn Error>> {
    let mut elements: Vec<Element> =
        ["p", "br", "em", "strong", "code", "pre", "blockquote", "ul", "li"].map(Element::from).into();
    elements.push(Element::from("a").with_attributes(["href"]));
    let config =
        SanitizerConfig { elements: Some(elements), attributes: Some(Vec::new()), ..SanitizerConfig::default() };
    let rules = Rules {
        unlisted_elements_keep_content: true,
        remove_content_of: vec!["script".into(), "style".into()],
        urls: vec![UrlRule {
            attributes: vec!["href".into()],
            schemes: vec!["http".into(), "https".into(), "mailto".into()],
            relative: RelativeUrls::Remove,
        }],
        set_attributes: vec![SetAttribute { element: "a".into(), name: "rel".into(), value: "nofollow".into() }],
        ..Rules::default()
    };
    Ok(Cleaner::new(Sanitizer::for_safe_methods(&config)?, rules)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let comment = String::from_utf8(limpid_examples::read()?)?;
    print!("{}", policy()?.clean(&comment));
    Ok(())
}
