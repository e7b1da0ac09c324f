//! From bytes to text as the HTML Standard says: which encoding a page is in, how sure that is, and its decoded text.
//!
//! The rules are those of [the input byte stream](https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream);
//! the decoders and labels are those of the [Encoding Standard](https://encoding.spec.whatwg.org/), through `encoding_rs`.
//!
//! ```
//! use limpid_encoding::{Confidence, EncodingSource, SniffOptions, decode, sniff};
//!
//! let page = b"<!doctype html><meta charset=iso-8859-2><p>\xB1\xE6\xEA</p>";
//! let sniffed = sniff(page, &SniffOptions::new());
//! assert_eq!(sniffed.encoding.name(), "ISO-8859-2");
//! assert_eq!(sniffed.confidence, Confidence::Tentative);
//! assert_eq!(sniffed.source, EncodingSource::Prescan);
//!
//! let decoded = decode(page, sniffed.encoding);
//! assert!(decoded.text.ends_with("<p>ąćę</p>"));
//! assert!(!decoded.had_errors);
//! ```
//!
//! A parser that meets a `meta` element after the bytes that were scanned asks [`change_encoding`] what to do about it.
#![forbid(unsafe_code)]

mod bom;
mod confidence;
mod decode;
mod locale;
mod meta_content;
mod prescan;
mod sniff;
mod stream;

pub use bom::bom_sniff;
pub use confidence::{ChangeEncoding, Confidence, change_encoding};
pub use decode::{Decoded, decode};
pub use encoding_rs::Encoding;
pub use locale::default_encoding_for_locale;
pub use meta_content::{declared_in_meta, encoding_for_label, encoding_from_meta_content};
pub use prescan::{PRESCAN_LENGTH, prescan};
pub use sniff::{EncodingSource, SniffOptions, Sniffed, sniff};
pub use stream::StreamDecoder;
