//! An HTML5 parser: bytes in, DOM out, exactly as today's [HTML
//! Standard](https://html.spec.whatwg.org/multipage/parsing.html) says.
//!
//! ```
//! use limpid::LocalName;
//!
//! let bytes = b"<meta charset=utf-8><title>Tea</title><ul><li>Sencha \xe2\x82\xac 4<li><a href=/m>Matcha</a>";
//! let document = limpid::parse_bytes(bytes);
//!
//! let items = document.descendants().filter(|node| node.is_html(LocalName::LI));
//! let shown: Vec<String> = items.map(|item| item.inner_text()).collect();
//! let link = document.descendants().find_map(|node| node.attribute("href"));
//!
//! assert_eq!(document.title().as_deref(), Some("Tea"));
//! assert_eq!(shown, ["Sencha € 4", "Matcha"]);
//! assert_eq!(link, Some("/m"));
//! ```
//!
//! Parsing never fails: whatever is wrong with the markup is in [`Document::errors`], and the tree is the one that a
//! browser builds. The document borrows the text that it was parsed from, or owns it when it was given a `String`;
//! [`Document::into_owned`] makes the one the other.
//!
//! * Text: [`parse`]. Bytes of any encoding: [`parse_bytes`]. The content of an element: [`parse_fragment`].
//! * From anywhere: time and memory are in proportion to the input, and [`Limits`] bound the tree.
//! * With options: [`ParseOptions`]. In pieces: [`Parser`]. One document after another: [`Recycler`].
//! * The tree: [`Document`], [`NodeRef`]; changing it: [`Document::append`] and its neighbours, [`Document::set_inner_html`]. CSS selectors:
//!   [`Document::select`], [`Document::edit`], [`Selector`].
//! * Out again: [`NodeRef::inner_text`], `NodeRef::to_markdown`, both with what they come from by the feature `mapped-text`, [`Document::write_html_bytes`] with [`SerializeOptions`];
//!   `Display` prints HTML, `Debug` the tree.
//!
//! # Features
//!
//! | feature | | by default |
//! | --- | --- | --- |
//! | `select` | CSS selectors: `Selector`, `Document::select` | on |
//! | `encoding` | bytes in every encoding of the web; without it in UTF-8, UTF-16, windows-1252 and x-user-defined, see [`parse_bytes`] | on |
//! | `pretty` | markup that people read: `SerializeOptions::pretty`, `XmlOptions::pretty` | on |
//! | `xpath` | XPath: `XPath`, `Document::xpath` | off |
//! | `xpath-exslt` | XPath's `XPathOptions::exslt`: regular expressions, sets, strings | off |
//! | `markdown` | `to_markdown` | off |
//! | `mapped-text` | text and Markdown with what they come from: `inner_text_mapped`, `to_markdown_mapped` | off |
//! | `source-edits` | the source with what was changed in the tree: `Document::to_source`, `Document::edits` | off |
//! | `links` | the URLs that a page links to or loads: the module `links` | off |
//! | `xml` | XML, parsed into the same tree: the module `xml` | off |
//! | `fix` | repairs of parse errors, as edits: the module `fix` | off |
//! | `sanitize` | the standard's sanitizer: the module `sanitize` | off |
//! | `sanitize-urls` | its `RelativeUrls::Resolve`: relative URLs are resolved | off |
//! | `sanitize-styles` | its `Rules::style_properties`: `style` attributes are filtered | off |
//! | `rewrite` | events of a page without a tree, and streaming rewriting: the modules `events` and `rewrite` | off |
//! | `encoding-detection` | `ParseOptions::detect_encoding`: the encoding of bytes that declare none is guessed | off |
//! | `serde` | a [`Document`] can be serialized as data | off |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "fix")]
pub mod fix;
#[cfg(feature = "links")]
pub mod links;
#[cfg(feature = "sanitize")]
pub mod sanitize;
pub mod unclosed;

#[cfg(feature = "xml")]
pub use limpid_dom::xml;
pub use limpid_dom::{
    Attribute, Doctype, Document, Edge, FragmentContext, FragmentContextError, InsertPosition, InsertPositionError,
    MutationError, NodeId, NodeKind, NodeMut, NodeRef, ParseOptions, ParseOutcome, Parser, ProcessingInstruction,
    Query, QuoteChar, ReadError, Recycler, Renumbering, SerializeOptions, Source, SourceBytes, View, XmlOptions,
    escape, escape::unescape, parse, parse_bytes, parse_fragment, parse_reader,
};
#[cfg(feature = "source-edits")]
pub use limpid_dom::{SourceError, SourceOptions, SourceRule};
pub use limpid_encoding::{Encoding, EncodingHints};
pub use limpid_markup::{
    Edits, EditsError, EncodingSource, ErrorCode, Limits, LineColumn, LineIndex, LocalName, Namespace, ParseError,
    QuirksMode, ScriptingMode, Span, UnknownName, XmlDeclaration, lsp,
};
#[cfg(feature = "select")]
pub use limpid_select::{EditError, Selector, SelectorError, SelectorOptions, Specificity, css_escape};
#[cfg(feature = "sanitize")]
pub use sanitize::function::sanitize;

/// Iterators over nodes and attributes, which methods of documents and nodes return.
pub mod iter {
    pub use limpid_dom::{Ancestors, Attributes, ChildElements, Children, Descendants, Texts, Traverse, Trees};
    #[cfg(feature = "select")]
    pub use limpid_select::Selected;
}

/// How the encoding of a page was found, and how it is guessed.
pub mod encoding {
    pub use limpid_encoding::Confidence;
    #[cfg(feature = "encoding-detection")]
    pub use limpid_encoding::Detection;
}

/// The properties of shadow roots.
pub mod shadow_root {
    pub use limpid_markup::{ShadowRootInit, ShadowRootMode, SlotAssignment};
}

/// Text and Markdown in which each part knows its node and its place in the source.
#[cfg(feature = "mapped-text")]
pub mod mapped_text {
    pub use limpid_dom::{MappedText, Passage, Passages, TextHeading, TextPosition, TextRun};
}

/// XPath 1.0.
#[cfg(feature = "xpath")]
pub mod xpath {
    pub use limpid_dom::Evaluate;
    pub use limpid_xpath::{
        FunctionContext, XPath, XPathError, XPathErrorCode, XPathNode, XPathNodes, XPathNodesIter, XPathOptions,
        XPathValue,
    };
}

/// The tokenizer, for those who need no tree.
pub mod tokenizer {
    pub use limpid_tokenizer::{
        Chunk, State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus, tokenize,
    };
}

/// Tree construction without a tree: the events of a page, as it comes.
#[cfg(feature = "rewrite")]
pub mod events {
    #[doc(inline)]
    pub use limpid_rewrite::events::*;
}

/// Streaming rewriting: bytes in, bytes out, with handlers chosen by selectors.
#[cfg(feature = "rewrite")]
pub mod rewrite {
    #[doc(inline)]
    pub use limpid_rewrite::rewrite::*;
}

/// Tree construction, for those who bring their own tree.
pub mod tree_builder {
    pub use limpid_markup::{
        AttributeName, Confidence, Doctype, EncodingSource, NewElement, Qualifier, Text, TokenAttribute,
        TokenAttributes, TreeSink, XmlDeclaration,
    };
    pub use limpid_tree_builder::{
        ContextElement, InsertionMode, Suspension, TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "sanitize", feature = "serde"))]
#[doc = include_str!("../../../docs/guide/sanitize.md")]
struct SanitizeGuide;

#[cfg(all(doctest, feature = "fix", feature = "source-edits"))]
#[doc = include_str!("../../../docs/guide/edits.md")]
struct EditsGuide;

#[cfg(all(doctest, feature = "select", feature = "xpath-exslt"))]
#[doc = include_str!("../../../docs/guide/from-lxml.md")]
struct FromLxml;

#[cfg(all(doctest, feature = "rewrite"))]
#[doc = include_str!("../../../docs/guide/from-lol_html.md")]
struct FromLolHtml;

/// The guides, whose code is compiled and run.
#[cfg(all(doctest, feature = "select"))]
mod guide {
    #[doc = include_str!("../../../docs/guide/cookbook.md")]
    struct Cookbook;
    #[cfg(all(feature = "mapped-text", feature = "markdown"))]
    #[doc = include_str!("../../../docs/guide/mapped-text.md")]
    struct MappedText;
    #[cfg(feature = "source-edits")]
    #[doc = include_str!("../../../docs/guide/edit-source.md")]
    struct EditSource;
    #[doc = include_str!("../../../docs/guide/from-scraper.md")]
    struct FromScraper;
    #[doc = include_str!("../../../docs/guide/from-html5ever.md")]
    struct FromHtml5ever;
    #[doc = include_str!("../../../docs/guide/from-kuchikiki.md")]
    struct FromKuchikiki;
    #[doc = include_str!("../../../docs/guide/from-parse5.md")]
    struct FromParse5;
    #[doc = include_str!("../../../docs/guide/write-a-sink.md")]
    struct WriteASink;
}
