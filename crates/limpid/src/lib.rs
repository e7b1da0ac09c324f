//! An HTML5 parser that turns bytes into a DOM, exactly as the current [HTML
//! Standard](https://html.spec.whatwg.org/multipage/parsing.html) defines it.
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
//! Parsing never fails: the tree is the one that a browser builds, and [`Document::errors`] lists the parse errors. Time and memory
//! are proportional to the size of the input, for any input. [`Limits`] restrict the depth and the size of the tree.
//!
//! | task | start with |
//! | --- | --- |
//! | parse text, bytes in any encoding, the content of an element | [`parse()`], [`parse_bytes`], [`parse_fragment`] |
//! | parse with options, in chunks, or many pages while reusing memory | [`ParseOptions`], [`Parser`], [`Recycler`] |
//! | read the tree | [`Document`], [`NodeRef`] |
//! | find elements | [`Document::select`], [`NodeRef::select`], [`Selector`]; XPath: [`xpath`] |
//! | change the tree | [`Document::edit`], [`Document::node_mut`], [`NodeMut`] |
//! | write HTML | [`Document::to_html`], [`SerializeOptions`]; escape text yourself: [`escape`](mod@escape) |
//! | get text or Markdown | [`NodeRef::inner_text`], `to_markdown`; with positions: [`mapped_text`] |
//! | read tables | [`Document::tables`], [`NodeRef::table`], [`Table`] |
//! | apply changes of the tree to the source | `Document::to_source`; to the bytes of a file: `Document::edit_bytes` |
//! | repair parse errors in the source | [`fix`] |
//! | sanitize | [`sanitize()`], [`mod@sanitize`] |
//! | process pages as they arrive, without a tree | [`rewrite`], [`events`] |
//! | list the URLs of a page, compare two pages | [`links`], [`diff`] |
//! | get the main content of a page, its title, author and date | [`content`] |
//! | use other input or another tree | XML: [`xml`]; your own tree: [`tree_builder`] |
//!
//! # Features
//!
//! `select`, `encoding` and `pretty` are on by default.
//!
//! | feature | adds |
//! | --- | --- |
//! | `select` | CSS selectors |
//! | `encoding` | all encodings of the Encoding Standard; without it, UTF-8, UTF-16, windows-1252 and x-user-defined |
//! | `pretty` | `SerializeOptions::pretty`, `XmlOptions::pretty` |
//! | `xpath`, `xpath-exslt` | XPath 1.0; EXSLT functions for regular expressions, sets and strings |
//! | `markdown` | `to_markdown` |
//! | `mapped-text` | `inner_text_mapped`, `to_markdown_mapped`: text with the node and the source position of each part |
//! | `source-edits` | `Document::to_source`, `Document::source_edits`: applies changes of the tree to the source |
//! | `links` | the URLs that a page links to or loads |
//! | `content` | the main content of a page, and its metadata |
//! | `xml` | XML, parsed into the same tree type |
//! | `fix` | repairs of parse errors, as edits of the source |
//! | `diff` | the differences between two documents |
//! | `sanitize`, `sanitize-urls`, `sanitize-styles` | the standard's sanitizer; `RelativeUrls::Resolve`; `Rules::style_properties` |
//! | `rewrite` | events and rewriting while a page arrives, without building a tree |
//! | `encoding-detection` | `EncodingHints::detect`: guesses the encoding of bytes that declare none |
//! | `miette` | `miette::Diagnostic` for [`ParseError`] |
//! | `serde` | serializes a [`Document`] as data; serializes and deserializes [`Limits`] and sanitizer configurations |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "diff")]
pub mod diff;
#[cfg(feature = "fix")]
pub mod fix;
#[cfg(feature = "links")]
pub mod links;
#[cfg(feature = "sanitize")]
pub mod sanitize;
pub mod unclosed;

#[cfg(feature = "markdown")]
pub use limpid_dom::MarkdownOptions;
#[cfg(feature = "xml")]
pub use limpid_dom::xml;
pub use limpid_dom::{
    Attribute, Doctype, Document, Edge, FragmentContext, FragmentContextError, InsertPosition, InsertPositionError,
    MutationError, NodeId, NodeKind, NodeMut, NodeRef, ParseOptions, ParseOutcome, Parser, ProcessingInstruction,
    Query, QuoteChar, ReadError, Recycler, Renumbering, SerializeOptions, Source, SourceBytes, Table, TableCell,
    TableSlot, TableText, View, XmlOptions, escape, escape::unescape, parse, parse_bytes, parse_fragment, parse_reader,
};
#[cfg(feature = "source-edits")]
pub use limpid_dom::{SourceError, SourceOptions, SourceRule};
pub use limpid_encoding::{Encoding, EncodingHints};
#[doc(hidden)]
pub use limpid_markup::LineTable;
pub use limpid_markup::{
    Edits, EditsError, EncodingSource, ErrorCode, Limits, LineColumn, LineIndex, LocalName, Namespace, ParseError,
    QuirksMode, ScriptingMode, Span, UnknownName, XmlDeclaration, lsp,
};
#[cfg(feature = "select")]
pub use limpid_select::{EditError, Selector, SelectorError, SelectorOptions, Specificity, css_escape};
#[cfg(feature = "sanitize")]
pub use sanitize::function::sanitize;

/// The iterators over nodes and attributes that methods of documents and nodes return.
pub mod iter {
    pub use limpid_dom::{Ancestors, Attributes, ChildElements, Children, Descendants, Texts, Traverse, Trees};
    #[cfg(feature = "select")]
    pub use limpid_select::Selected;
}

/// Determines the encoding of a page, by the standard's rules or by guessing.
pub mod encoding {
    #[cfg(feature = "encoding-detection")]
    pub use limpid_encoding::Detection;
    pub use limpid_encoding::{Confidence, Sniffed, sniff};
}

/// The properties of shadow roots.
pub mod shadow_root {
    pub use limpid_markup::{ShadowRootInit, ShadowRootMode, SlotAssignment};
}

/// Text and Markdown with the node and the source position of each part.
#[cfg(feature = "mapped-text")]
pub mod mapped_text {
    pub use limpid_dom::{MappedText, Passage, Passages, TextHeading, TextPosition, TextRun};
}

/// The main content of a page, without menus, advertisements and other boilerplate, and the metadata of the page: title, authors,
/// dates and more.
///
/// ```
/// use limpid::content::ContentExt as _;
///
/// let page = "<title>Green tea | Tea Times</title><meta name=author content='Ada Lovelace'><nav><a href=/>Home</a></nav>
///     <main><h1>Green tea</h1><p>Green tea is steamed shortly after it is picked.</main><footer>Imprint</footer>";
/// let content = limpid::parse(page).content();
/// assert_eq!(content.markdown(), "# Green tea\n\nGreen tea is steamed shortly after it is picked.\n");
/// assert_eq!(content.metadata().byline.as_ref().unwrap().value, "Ada Lovelace");
/// ```
#[cfg(feature = "content")]
pub mod content {
    pub use limpid_content::{
        Content, ContentExt, ContentOptions, Metadata, MetadataDate, MetadataSource, MetadataValue, PageKind, Url,
    };
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

/// The tokenizer, for use without a tree.
pub mod tokenizer {
    pub use limpid_tokenizer::{
        Chunk, State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus, tokenize,
    };
}

/// Reports the steps of tree construction as events while a page arrives, without building a tree.
#[cfg(feature = "rewrite")]
pub mod events {
    #[doc(inline)]
    pub use limpid_rewrite::events::*;
}

/// Streaming rewriting of HTML, with handlers for the elements that match CSS selectors.
#[cfg(feature = "rewrite")]
pub mod rewrite {
    #[doc(inline)]
    pub use limpid_rewrite::rewrite::*;
}

/// The tree builder, for building your own tree type.
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

/// Compiles and runs the code blocks of the documentation site.
#[cfg(doctest)]
mod site {
    #[cfg(all(feature = "select", feature = "links"))]
    #[doc = include_str!("../../../docs/start-here.md")]
    struct StartHere;
    #[cfg(all(feature = "select", feature = "xpath", feature = "rewrite", feature = "source-edits"))]
    #[doc = include_str!("../../../docs/which-api.md")]
    struct WhichApi;
    #[cfg(all(
        feature = "select",
        feature = "links",
        feature = "markdown",
        feature = "pretty",
        feature = "rewrite",
        feature = "xml"
    ))]
    #[doc = include_str!("../../../docs/guide/cookbook.md")]
    struct Cookbook;
    #[cfg(all(feature = "sanitize", feature = "serde"))]
    #[doc = include_str!("../../../docs/guide/sanitize.md")]
    struct Sanitize;
    #[cfg(all(feature = "select", feature = "source-edits"))]
    #[doc = include_str!("../../../docs/guide/edit-source.md")]
    struct EditSource;
    #[cfg(all(feature = "fix", feature = "source-edits"))]
    #[doc = include_str!("../../../docs/guide/edits.md")]
    struct Edits;
    #[cfg(all(feature = "mapped-text", feature = "markdown"))]
    #[doc = include_str!("../../../docs/guide/mapped-text.md")]
    struct MappedText;
    #[cfg(all(feature = "content", feature = "select", feature = "mapped-text"))]
    #[doc = include_str!("../../../docs/guide/content.md")]
    struct ArticlesAndMetadata;
    #[doc = include_str!("../../../docs/guide/write-a-sink.md")]
    struct WriteASink;
    #[cfg(feature = "select")]
    #[doc = include_str!("../../../docs/guide/migrating.md")]
    struct Migrating;
    #[cfg(all(feature = "sanitize", feature = "serde"))]
    #[doc = include_str!("../../../docs/guide/from-ammonia.md")]
    struct FromAmmonia;
    #[cfg(feature = "rewrite")]
    #[doc = include_str!("../../../docs/guide/from-lol_html.md")]
    struct FromLolHtml;
    #[cfg(all(feature = "select", feature = "xpath-exslt"))]
    #[doc = include_str!("../../../docs/guide/from-lxml.md")]
    struct FromLxml;
    #[cfg(feature = "content")]
    #[doc = include_str!("../../../docs/guide/from-trafilatura.md")]
    struct FromTrafilatura;
}
