//! Determines the encoding of a page by the rules of the HTML Standard, and decodes the page.
//!
//! The rules are those for [the input byte stream](https://html.spec.whatwg.org/multipage/parsing.html#the-input-byte-stream).
//! Decoders and labels follow the [Encoding Standard](https://encoding.spec.whatwg.org/).
//!
//! ```
//! use limpid_encoding::{Confidence, EncodingSource, EncodingHints, decode, sniff};
//!
//! let page = b"<!doctype html><meta charset=latin1><p>caf\xE9</p>";
//! let sniffed = sniff(page, &EncodingHints::new());
//! assert_eq!(sniffed.encoding.name(), "windows-1252");
//! assert_eq!(sniffed.confidence, Confidence::Tentative);
//! assert_eq!(sniffed.source, EncodingSource::Prescan);
//!
//! let decoded = decode(page, sniffed.encoding);
//! assert!(decoded.text.ends_with("<p>café</p>"));
//! assert!(!decoded.had_errors);
//! ```
//!
//! [`sniff`](crate::sniff()) tries these sources in the order of the standard. [`EncodingHints`] contains the facts from outside of the page.
//!
//! | step | [`EncodingSource`] | confidence |
//! | --- | --- | --- |
//! | byte order mark | `Bom` | certain |
//! | [user's choice](EncodingHints::user_override) | `UserOverride` | certain |
//! | [label of the transport](EncodingHints::transport_encoding) | `TransportLabel` | certain |
//! | [prescan](EncodingHints::prescan) of the first 1,024 bytes | `Prescan`, `XmlDeclaration` | tentative |
//! | [parent document](EncodingHints::parent_encoding) | `ParentDocument` | tentative |
//! | [likely encoding](EncodingHints::likely_encoding), such as that of an earlier visit | `Likely` | tentative |
//! | [detection of UTF-8](EncodingHints::detect_utf_8), unless switched off | `Utf8Validity` | tentative |
//! | guess by `EncodingHints::detect`, with the feature `encoding-detection` | `Detected` | tentative |
//! | [fallback](EncodingHints::fallback), such as [that of a locale](Encoding::for_locale) | `Fallback` | tentative |
//!
//! If a parser finds a `meta` element with a declaration after the prescanned bytes, [`change_encoding`] returns what to do.
//!
//! XML documents have their own rules: [`sniff_xml`].
//!
//! Every encoding and label is known in every build. The feature `encoding`, which is on by default, adds the decoders of `encoding_rs` for
//! legacy encodings. Without it, UTF-8, UTF-16, windows-1252 and x-user-defined can be decoded. [`Encoding::is_supported`] tells whether a
//! build can decode an encoding; bytes in any other encoding are decoded as windows-1252. [`Decoded::had_errors`] is then set, unless the
//! encoding is compatible with ASCII and all bytes are ASCII.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod confidence;
mod content_type;
mod decode;
mod decoder;
#[cfg(feature = "encoding-detection")]
mod detect;
mod encoding;
mod locale;
mod meta_content;
mod prescan;
mod runs;
mod sniff;
mod stream;
mod xml;

pub use confidence::{ChangeEncoding, change_encoding};
pub use decode::{Decoded, decode};
#[cfg(feature = "encoding-detection")]
pub use detect::Detection;
pub use encoding::Encoding;
pub use limpid_markup::{Confidence, EncodingSource};
pub use meta_content::{declared_in_meta, encoding_from_meta, encoding_from_meta_content};
pub use prescan::{PRESCAN_LENGTH, prescan};
pub use sniff::{EncodingHints, Sniffed, sniff};
pub use stream::StreamDecoder;
pub use xml::{DeclaredEncoding, DecodedXml, XmlSniffed, XmlStreamDecoder, decode_xml, sniff_xml};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
