//! Writing documents as HTML, XML, text, Markdown, the html5lib test format, and serde data.

mod buffered;
mod byte_order_mark;
#[cfg(feature = "serde")]
mod data;
pub(crate) mod dump;
mod escape;
pub(crate) mod html;
mod inner_text;
mod long_urls;
#[cfg(feature = "mapped-text")]
pub(crate) mod mapped;
#[cfg(feature = "markdown")]
pub(crate) mod markdown;
mod output;
pub(crate) mod parts;
mod rendering;
pub(crate) mod table;
mod utf8;
mod white_space;
pub(crate) mod xml;
