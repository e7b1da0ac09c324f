//! Types and tables that limpid's parser crates share: element and attribute names as small ids, tag sets, namespaces,
//! character references, attributes, spans, parse errors and the [`TreeSink`] trait.
//!
//! The tables of the [HTML Standard](https://html.spec.whatwg.org/multipage/parsing.html) are text files in `data/`.
//! `cargo codegen` generates `generated.rs` from them.
//!
//! ```
//! use limpid_markup::{LocalName, TagSet};
//! let name = LocalName::from_bytes(b"search");
//! assert_eq!(name, LocalName::SEARCH);
//! assert!(TagSet::SPECIAL.contains(name));
//! assert_eq!(LocalName::from_bytes(b"x-unknown"), LocalName::UNKNOWN);
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adjust;
mod attribute;
mod attributes_buffer;
mod character_reference;
#[cfg(feature = "miette")]
mod diagnostic;
mod edits;
mod encoding_source;
mod error;
#[rustfmt::skip]
mod generated;
mod input_stream;
mod leaf_by_parts;
mod limits;
mod line_index;
pub mod lsp;
mod name;
mod name_hash_state;
mod namespace;
mod nearest_name;
pub mod numeric_reference;
mod perfect_hash;
mod qualifier;
mod quirks_mode;
mod scripting_mode;
mod shadow_root;
mod span;
mod srcset;
mod tag_by_parts;
mod tag_set;
mod template_syntax;
mod text;
mod tree_sink;
mod xml_name;

pub use adjust::{adjust_foreign_attribute, adjust_svg_tag_name, is_boolean_attribute};
pub use attribute::{Adjustment, AttributeRecord, TokenAttribute, TokenAttributes};
pub use attributes_buffer::AttributesBuffer;
pub use character_reference::{CHARACTER_BLOCK, CharacterReference, LONGEST_CHARACTER_REFERENCE, ReferencedCharacters};
pub use character_reference::{
    character_references, common_character_block, decode_character_reference, longest_character_reference,
    longest_unterminated_reference, lookup_character_reference,
};
pub use edits::{Edits, EditsError};
pub use encoding_source::{Confidence, EncodingSource};
pub use error::{ErrorCode, ParseError};
pub use input_stream::{input_stream_errors, is_control, is_noncharacter, xml_input_stream_errors};
pub use leaf_by_parts::LeafByParts;
pub use limits::Limits;
pub use line_index::{LineColumn, LineIndex, LineTable};
pub use name::{ForeignAttribute, LocalName, UnknownName};
pub use name_hash_state::NameHashState;
pub use namespace::Namespace;
pub use nearest_name::nearest_name;
pub use qualifier::{AttributeName, Qualifier};
pub use quirks_mode::QuirksMode;
pub use scripting_mode::ScriptingMode;
pub use shadow_root::{ShadowRootInit, ShadowRootMode, SlotAssignment};
pub use span::Span;
pub use srcset::{SrcsetCandidate, srcset_candidates, srcset_urls};
pub use tag_by_parts::{HookResult, InputWindow, TagByParts};
pub use tag_set::TagSet;
pub use template_syntax::TemplateSyntax;
pub use text::Text;
pub use tree_sink::{Doctype, NewElement, TreeSink, XmlDeclaration};
pub use xml_name::{is_ncname, is_ncname_char, is_ncname_start};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
