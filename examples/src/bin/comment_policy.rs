//! Sanitizes the comment of a user on a page. Keeps ten elements, and `href` on links to the web and to mail addresses. Sets `rel=nofollow` on
//! each link.
//!
//! `cargo run -p limpid-examples --bin comment_policy -- examples/pages/comment_policy.html`

#![forbid(unsafe_code)]

use limpid::sanitize::{Cleaner, RelativeUrls, Rules, Sanitizer, SanitizerConfig, SetAttribute, UrlRule};
use std::error::Error;

fn policy() -> Result<Cleaner, Box<dyn Error>> {
    let elements = ["p", "br", "em", "strong", "code", "pre", "blockquote", "ul", "li", "a"];
    let config = SanitizerConfig::allow(elements).allow_attributes_on("a", ["href"]);
    let rules = Rules {
        unlisted_elements_keep_content: true,
        remove_content_of: vec!["script".into(), "style".into()],
        urls: vec![UrlRule::new(["href"], ["http", "https", "mailto"]).relative(RelativeUrls::Remove)],
        set_attributes: vec![SetAttribute::new("a", "rel", "nofollow")],
        ..Rules::default()
    };
    Ok(Cleaner::new(Sanitizer::for_safe_methods(&config)?, rules)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let comment = String::from_utf8(limpid_examples::read()?)?;
    print!("{}", policy()?.clean(&comment));
    Ok(())
}
