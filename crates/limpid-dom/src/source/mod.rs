//! Editing the source: the text that a document was parsed from, with new markup for what was changed and only for that.
//!
//! [`tree`] reads the tree of the parse beside that of now; [`plan`] finds the parents whose children are others; [`window`] writes the
//! part of the source between two children that stayed, of the [`pieces`] of markup in it; [`tag`] edits a tag, and [`value`] a text.
//! [`verify`] holds the law: what is written is parsed as the document is, or it is refused.

mod bytes;
mod compare;
mod error;
mod pieces;
mod plan;
mod tag;
mod tree;
mod value;
mod verify;
mod window;
mod writer;

use crate::read::document::Document;
use limpid_markup::Edits;
use std::borrow::Cow;

pub use error::{SourceError, SourceRule};

/// Options on editing a source; by default, what cannot be written in its place is refused.
///
/// ```
/// let mut page = limpid::parse("<p>one</p><p>two</p>");
/// # let [one, two] = [0, 1].map(|at| page.body().unwrap().children().nth(at).unwrap().id());
/// page.node_mut(one)?.append(two)?;
/// let error = page.to_source().unwrap_err();
/// assert_eq!(error.rule, limpid::SourceRule::Elsewhere { parent: Some("body".into()) });
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SourceOptions {
    widen: bool,
}

impl SourceOptions {
    /// The defaults.
    ///
    /// ```
    /// assert_eq!(limpid::SourceOptions::new(), limpid::SourceOptions::default());
    /// ```
    pub fn new() -> SourceOptions {
        SourceOptions::default()
    }

    /// Sets whether, around what cannot be written in its place, the smallest element that can be is written anew.
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
/// After any change by the methods of the document, the text that it was parsed from is edited so that a parser gets the document from
/// it. Every byte of what was not touched stays: white space in tags, quotes, letter case, references, missing and misplaced tags.
///
/// * An attribute is changed in its tag, in the style of the tag. Of a text or a value, the ends that stay are not written again.
/// * A node that is removed takes its tags with it. One that was moved takes what the source has of it.
/// * What is inserted has the quotes of its neighbours. White space is text: what is to be on a line of its own needs a text node.
///
/// **The law: a parser gets the changed document from the result, or there is an error**, with the node and the rule. Texts side by side
/// count as one text, and empty ones as none. The result has the same [mode](Document::quirks_mode): a change of the DOCTYPE that gives
/// it another one is an error.
///
/// The source is parsed a second time, to find what was changed, and the result once, to make sure of the law. This takes the time of four
/// to five parses, and memory for another two trees.
impl Document<'_> {
    /// Returns the source of the document, as text, with the changes that were made to the tree. For the bytes of a file, use
    /// [`source_edits`](Self::source_edits) and [`edit_bytes`](Self::edit_bytes): they keep the encoding and a byte order mark.
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
    /// [`SourceError`] if no edit of the source gives the document: with the node and the rule that is in the way.
    pub fn to_source(&self) -> Result<Cow<'_, str>, SourceError> {
        let edits = self.source_edits(&SourceOptions::new())?;
        if edits.is_empty() {
            return Ok(Cow::Borrowed(self.source()));
        }
        // The edits are about this source.
        edits.apply(self.source()).map(Cow::Owned).map_err(|_| SourceError { node: None, rule: SourceRule::NoSource })
    }

    /// Returns the changes of the tree since the parse as edits of the [source](Self::source), as an editor or a language server takes
    /// them. [`Edits::apply`] makes them in the source, [`edit_bytes`](Self::edit_bytes) in the bytes of the page.
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
    /// Those of [`to_source`](Self::to_source).
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

    /// Makes edits of the [source](Self::source) in the bytes that the document was parsed from, and returns the edited bytes. Bytes outside
    /// of the edits stay as they are. New text is encoded in the encoding of the document; characters that this encoding lacks are
    /// written as references.
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
    /// [`Unencodable`](SourceRule::Unencodable), or [`ReadAs`](SourceRule::ReadAs) if the result would be read in another encoding and
    /// as another text.
    pub fn edit_bytes(&self, bytes: &[u8], edits: &Edits) -> Result<Vec<u8>, SourceError> {
        let refused = |rule| SourceError { node: None, rule };
        let edited = bytes::edit(self, bytes, edits).map_err(refused)?;
        if let Some(text) = &edited.text {
            let unencodable = || {
                let encoding = self.encoding().unwrap_or_default().to_owned();
                refused(SourceRule::Unencodable { encoding })
            };
            let meant = edits.apply(self.source()).map_err(|_| unencodable())?;
            if !verify::is_same(self, text, &meant) {
                return Err(unencodable());
            }
        }
        Ok(edited.bytes)
    }
}
