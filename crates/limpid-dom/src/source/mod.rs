//! Writes the changes of a document into the source that it was parsed from, as minimal edits.
//!
//! * [`tree`] reads the parsed and the current tree, and [`changes`] compares them.
//! * [`region`] edits the source between two unchanged children. The new source consists of the [`pieces`] of each node's markup.
//! * [`tag`] edits a tag, and [`value`] a text or an attribute value.
//! * [`writer`] combines these, and [`verify`] checks that parsing the result builds the tree of the document.

mod bytes;
mod changes;
mod compare;
mod error;
mod pieces;
mod region;
mod tag;
mod tree;
mod value;
mod verify;
mod writer;

use crate::read::document::Document;
use limpid_markup::Edits;
use std::borrow::Cow;

pub use error::{SourceError, SourceRule};

/// Options for writing changes into the source.
///
/// By default, only the markup of changed nodes is edited. If parsing the edited source does not build the changed tree, the result is an error.
///
/// ```
/// let mut page = limpid::parse("<p>one</p><p>two</p>");
/// # let [one, two] = [0, 1].map(|at| page.body().unwrap().children().nth(at).unwrap().id());
/// page.node_mut(one)?.append(two)?;
/// let error = page.to_source().unwrap_err();
/// assert_eq!(error.rule, limpid::SourceRule::OtherParent { parent: Some("body".into()) });
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SourceOptions {
    widen: bool,
}

impl SourceOptions {
    /// Returns the default options.
    ///
    /// ```
    /// assert_eq!(limpid::SourceOptions::new(), limpid::SourceOptions::default());
    /// ```
    pub fn new() -> SourceOptions {
        SourceOptions::default()
    }

    /// Sets whether an element may be replaced by its serialization if editing only the markup of changed nodes does not suffice. Default: false.
    ///
    /// The smallest element that contains the change and has a known span in the source is replaced. If that does not suffice, larger elements
    /// are replaced.
    ///
    /// ```
    /// use limpid::SourceOptions;
    /// let mut page = limpid::parse("<table>tea<tr><td>1");
    /// let text = page.descendants().find(|node| node.text() == Some("tea")).unwrap().id();
    /// page.node_mut(text)?.set_text("milk")?;
    /// let edits = page.source_edits(&SourceOptions::new().widen(true)).unwrap();
    /// let written = edits.apply(page.source()).unwrap();
    /// assert_eq!(limpid::parse(written).body().unwrap().text_content(), "milk1");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[must_use]
    pub fn widen(self, widen: bool) -> SourceOptions {
        SourceOptions { widen, ..self }
    }
}

/// # Editing the source
///
/// These methods write all changes of a document into the source that it was parsed from. Unchanged markup is preserved byte for byte:
/// white space in tags, quotes, letter case, references, missing and misplaced tags.
///
/// * A changed attribute is edited inside its tag, in the style of the tag. In texts and values, only the changed part is replaced.
/// * A removed node is removed with its tags. A moved node keeps its source.
/// * An inserted node uses the quotes of its neighbors. White space is text: to put a node on its own line, insert a text node.
///
/// **Parsing the result builds the changed tree. If no edit does that, the methods return an error** with the node and the rule. In this comparison,
/// adjacent texts count as one text, and empty texts are ignored. The result also has the same [mode](Document::quirks_mode): a change of the
/// DOCTYPE that would change the mode is an error.
///
/// The source is parsed a second time to find the changes, and the result is parsed to verify it. This takes as long as four to five parses,
/// and memory for two more trees.
impl Document<'_> {
    /// Returns the source of the document as text, with the changes that were made to the tree.
    ///
    /// For the bytes of a file, use [`source_edits`](Self::source_edits) and [`edit_bytes`](Self::edit_bytes), which preserve the encoding and a
    /// byte order mark.
    ///
    /// ```
    /// let source = "<!doctype html>\n<p  CLASS='a'>Caf&eacute; &amp; <IMG src=tea.png></P>";
    /// let mut page = limpid::parse(source);
    /// let image = page.descendants().find(|node| node.local_name() == "img").unwrap().id();
    /// page.node_mut(image)?.set_attribute("loading", "lazy")?;
    /// assert_eq!(
    ///     page.to_source().unwrap(),
    ///     "<!doctype html>\n<p  CLASS='a'>Caf&eacute; &amp; <IMG src=tea.png loading=lazy></P>"
    /// );
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`SourceError`] if no edit of the source produces the changed tree. The error contains the node and the rule.
    pub fn to_source(&self) -> Result<Cow<'_, str>, SourceError> {
        let edits = self.source_edits(&SourceOptions::new())?;
        if edits.is_empty() {
            return Ok(Cow::Borrowed(self.source()));
        }
        // Cannot fail, because the edits are for this source.
        edits.apply(self.source()).map(Cow::Owned).map_err(|_| SourceError { node: None, rule: SourceRule::NoSource })
    }

    /// Returns the changes of the tree since the parse as edits of the [source](Self::source), for example for an editor or a language server.
    ///
    /// Apply them to the source with [`Edits::apply`], or to the bytes of the page with [`edit_bytes`](Self::edit_bytes).
    ///
    /// ```
    /// use limpid::{SourceOptions, Span};
    /// let mut page = limpid::parse("<p>Green <b>tea</b>");
    /// let b = page.select_first("b").unwrap().unwrap().id();
    /// page.node_mut(b)?.replace_with_children()?;
    /// let edits = page.source_edits(&SourceOptions::new()).unwrap();
    /// assert_eq!(edits.apply(page.source()).unwrap(), "<p>Green tea");
    /// assert_eq!(edits.into_vec(), [(Span::new(9, 12), String::new()), (Span::new(15, 19), String::new())]);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// See [`to_source`](Self::to_source).
    pub fn source_edits(&self, options: &SourceOptions) -> Result<Edits, SourceError> {
        let refused = |rule| Err(SourceError { node: None, rule });
        if self.arena.is_detached_from_source || self.origin.is_none() {
            return refused(SourceRule::NoSource);
        }
        if !self.arena.is_changed {
            return Ok(Edits::new());
        }
        if self.arena.is_renumbered {
            return refused(SourceRule::Compacted);
        }
        writer::edits(self, *options)
    }

    /// Applies edits of the [source](Self::source) to the bytes that the document was parsed from, and returns the edited bytes.
    ///
    /// Bytes outside of the edits do not change. New text is encoded in the encoding of the document. Characters that this encoding does not
    /// contain are written as references.
    ///
    /// ```
    /// use limpid::SourceOptions;
    /// let bytes = b"<meta charset=windows-1251><p class=a>\xcf";
    /// let mut page = limpid::parse_bytes(bytes);
    /// page.set_attribute_all("p", "class", "\u{42f}\u{3042}")?;
    /// let edits = page.source_edits(&SourceOptions::new())?;
    /// assert_eq!(page.edit_bytes(bytes, &edits)?, b"<meta charset=windows-1251><p class=\xdf&#12354;>\xcf");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SourceError`] without a node: [`OtherBytes`](SourceRule::OtherBytes), [`Malformed`](SourceRule::Malformed),
    /// [`Unencodable`](SourceRule::Unencodable), or [`OtherEncoding`](SourceRule::OtherEncoding) if a parser would decode the result in another
    /// encoding, and this would change its text.
    pub fn edit_bytes(&self, bytes: &[u8], edits: &Edits) -> Result<Vec<u8>, SourceError> {
        let refused = |rule| SourceError { node: None, rule };
        let edited = bytes::edit(self, bytes, edits).map_err(refused)?;
        if let Some(text) = &edited.text {
            let unencodable = || {
                let encoding = self.encoding().unwrap_or_default().to_owned();
                refused(SourceRule::Unencodable { encoding })
            };
            let intended = edits.apply(self.source()).map_err(|_| unencodable())?;
            if !verify::parses_alike(self, text, &intended) {
                return Err(unencodable());
            }
        }
        Ok(edited.bytes)
    }
}
