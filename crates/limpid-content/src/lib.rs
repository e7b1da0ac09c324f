//! The main content of a page and its metadata, for limpid's DOM.
//!
//! ```
//! use limpid::content::ContentExt as _;
//!
//! let page = "<html lang=en><title>Green tea | Tea Times</title><meta name=author content='Ada Lovelace'>
//!     <nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>
//!     <main><h1>Green tea</h1><p>Green tea is steamed shortly after it is picked.</main>
//!     <footer>Imprint</footer>";
//! let content = limpid::parse(page).content();
//! assert_eq!(content.text(), "Green tea\n\nGreen tea is steamed shortly after it is picked.");
//! assert_eq!(content.metadata().title.as_ref().unwrap().value, "Green tea");
//! assert_eq!(content.metadata().byline.as_ref().unwrap().value, "Ada Lovelace");
//! ```
//!
//! Content is selected by rules about the names, roles, classes and ids of elements, the amounts of text in paragraphs and links, repeated
//! elements, and the kind of the page. There is no trained model, and there are no rules for single sites. Every method takes time in
//! proportion to the size of the page.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod content;
mod hints;
mod kind;
mod metadata;
mod options;
mod outline;
mod select;
mod thread;

use limpid_dom::Document;
use metadata::Found;
use serde_json::Value;

pub use content::Content;
pub use kind::PageKind;
pub use metadata::{Metadata, MetadataDate, MetadataSource, MetadataValue};
pub use options::ContentOptions;
pub use url::Url;

/// Methods of a [`Document`] that return its content and metadata.
pub trait ContentExt<'i> {
    /// Returns the main content of the page and its metadata.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let content = limpid::parse("<nav>Menu</nav><main><p>Green tea").content();
    /// assert_eq!(content.text(), "Green tea");
    /// ```
    fn content(&self) -> Content<'i>;

    /// Returns the main content of the page and its metadata, with these options.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// let document = limpid::parse("<main><p>Green <a href=/tea>tea</a></main>");
    /// let content = document.content_with(&ContentOptions::new().links(false));
    /// assert_eq!(content.markdown(), "Green tea\n");
    /// ```
    fn content_with(&self, options: &ContentOptions<'_>) -> Content<'i>;

    /// Returns the metadata of the page: its title, authors, dates and so on.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let metadata = limpid::parse("<meta property=article:published_time content=2025-01-29T10:30Z>").metadata();
    /// assert_eq!(metadata.published.unwrap().iso, "2025-01-29T10:30Z");
    /// ```
    fn metadata(&self) -> Metadata;

    /// Returns the metadata of the page, with addresses resolved against the address of the page.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, Url};
    /// let url = Url::parse("https://tea.example/").ok();
    /// let metadata = limpid::parse("<link rel=canonical href=/green>").metadata_with(url.as_ref());
    /// assert_eq!(metadata.canonical_url.unwrap().value, "https://tea.example/green");
    /// ```
    fn metadata_with(&self, url: Option<&Url>) -> Metadata;

    /// Returns the page's [JSON-LD](https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents), one value for each JSON text.
    /// Invalid JSON is left out, and so is JSON with more than 127 levels or with numbers that an `f64` cannot represent. Control characters,
    /// which JSON does not allow, are read as spaces, and lone surrogates as U+FFFD.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let document = limpid::parse(r#"<script type=application/ld+json>{"@type": "Product", "name": "Sencha"}</script>"#);
    /// assert_eq!(document.json_ld()[0]["name"], "Sencha");
    /// ```
    fn json_ld(&self) -> Vec<Value>;

    /// Returns the page's [microdata](https://html.spec.whatwg.org/multipage/microdata.html#microdata) in the form of the standard's
    /// [JSON](https://html.spec.whatwg.org/multipage/microdata.html#json): the items that are not values of other items. Addresses are not
    /// resolved. Items that are nested deeper than 32 levels are left out. So are values, once the nodes and bytes that have been read are more
    /// than 4 times the size of the page, because the texts of nested properties could otherwise grow with its square.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let page = "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Sencha</b></div>";
    /// let items = limpid::parse(page).microdata();
    /// assert_eq!(items[0]["type"][0], "https://schema.org/Product");
    /// assert_eq!(items[0]["properties"]["name"][0], "Sencha");
    /// ```
    fn microdata(&self) -> Vec<Value>;
}

impl<'i> ContentExt<'i> for Document<'i> {
    fn content(&self) -> Content<'i> {
        self.content_with(&ContentOptions::new())
    }

    fn content_with(&self, options: &ContentOptions<'_>) -> Content<'i> {
        Content::of(self, options)
    }

    fn metadata(&self) -> Metadata {
        self.metadata_with(None)
    }

    fn metadata_with(&self, url: Option<&Url>) -> Metadata {
        Found::new(self, url).metadata()
    }

    fn json_ld(&self) -> Vec<Value> {
        metadata::json_ld(self)
    }

    fn microdata(&self) -> Vec<Value> {
        metadata::microdata(self)
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
