//! The differences between the trees of two documents.
//!
//! ```
//! use limpid::diff::{ChangeKind, diff};
//! let old = limpid::parse("<h1>Teas</h1><p class=note>Green tea");
//! let new = limpid::parse("<H1>Teas</H1><p class='note new'>Green tea");
//! let changes = diff(&old, &new);
//! let shown: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
//! assert_eq!(shown, [r#"-class="note""#, r#"+class="note new""#]);
//! assert_eq!(changes[0].kind, ChangeKind::Removed);
//! assert_eq!(changes[0].node.local_name(), "p");
//! ```
//!
//! The trees are compared, not the markup, so quotes, letter case and optional tags are ignored. Each tree is compared as a list of its
//! nodes and attributes in the format of [`Document::to_test_dump`], as in `limpid diff`.

mod compare;
mod hunks;

use crate::{Attribute, Document, NodeRef};
use hunks::differences;
use limpid_dom::DumpEntry;
use lines::single_spaced;
use std::fmt;

/// Line-based differences for the output of the `limpid` command.
#[doc(hidden)]
pub mod lines {
    pub use super::hunks::{Change, Hunk, Place, hunks};

    /// Collapses each run of white space in a dump entry to one space, and trims texts and values. Returns `None` for a text that is only
    /// white space.
    #[must_use]
    pub fn single_spaced(entry: &str) -> Option<String> {
        let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        // Texts and attribute values are quoted.
        let in_quotes =
            entry.strip_suffix('"').and_then(|entry| entry.split_once('"')).filter(|_| !entry.starts_with('<'));
        match in_quotes {
            Some(("", text)) if text.trim_ascii().is_empty() => None,
            Some((name, text)) => Some(format!("{name}\"{}\"", words(text))),
            None => Some(words(entry)),
        }
    }
}

/// Options of a comparison.
///
/// ```
/// use limpid::diff::DiffOptions;
/// let old = limpid::parse("<p>Green tea</p><p>Milk</p>");
/// let new = limpid::parse("<p>Green\n tea</p>\n<p>Milk</p>\n");
/// assert!(!DiffOptions::new().diff(&old, &new).is_empty());
/// assert!(DiffOptions::new().ignore_white_space(true).diff(&old, &new).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct DiffOptions {
    ignore_white_space: bool,
}

impl DiffOptions {
    /// Returns the default options: white space is significant.
    ///
    /// ```
    /// use limpid::diff::DiffOptions;
    /// assert_eq!(DiffOptions::new(), DiffOptions::default());
    /// ```
    #[must_use]
    pub fn new() -> DiffOptions {
        DiffOptions::default()
    }

    /// Sets whether white space is ignored. If so, each run of white space counts as one space. White space at the start and end of texts
    /// and attribute values is ignored. Texts that are only white space are ignored, too.
    ///
    /// ```
    /// use limpid::diff::DiffOptions;
    /// let options = DiffOptions::new().ignore_white_space(true);
    /// let (old, new) = (limpid::parse("<p>Green  tea"), limpid::parse("<p>Green tea"));
    /// assert!(options.diff(&old, &new).is_empty());
    /// ```
    #[must_use]
    pub fn ignore_white_space(self, ignore: bool) -> DiffOptions {
        DiffOptions { ignore_white_space: ignore }
    }

    /// Compares two documents. Returns the nodes and attributes that only one of them has, in tree order; an empty list if the trees are
    /// equal.
    ///
    /// A changed text or value is reported twice, as removed and added. The same applies to moved nodes, and to the descendants of an
    /// element that was wrapped, because nodes at different depths count as different.
    ///
    /// To get the source positions of changes, parse with [`spans`](crate::ParseOptions::spans) and use [`NodeRef::span`] of
    /// [`Change::node`].
    ///
    /// First, nodes whose depth and text are unique in both documents are matched, as far as their order is the same. The search for the
    /// shortest difference between these matches is limited to 1 second. Nodes that were not compared within this time count as changed.
    ///
    /// ```
    /// use limpid::diff::DiffOptions;
    /// let (old, new) = (limpid::parse("<p>1<p>2"), limpid::parse("<p>1<p>3"));
    /// let shown: Vec<String> = DiffOptions::new().diff(&old, &new).iter().map(|change| change.to_string()).collect();
    /// assert_eq!(shown, [r#"-"2""#, r#"+"3""#]);
    /// ```
    #[must_use]
    pub fn diff<'d>(&self, before: &'d Document<'_>, after: &'d Document<'_>) -> Vec<Change<'d>> {
        let [before, after] = [before, after].map(|document| self.entries(document));
        let [old, new] = [&before, &after].map(|entries| entries.iter().map(Entry::key).collect::<Vec<_>>());
        let ranges: Vec<_> = differences(&old, &new).iter().map(|op| (op.old_range(), op.new_range())).collect();
        let (mut before, mut after) = (before.into_iter().enumerate(), after.into_iter().enumerate());
        let mut changes = Vec::new();
        for (old, new) in ranges {
            let removed = before.by_ref().skip_while(|(at, _)| *at < old.start).take(old.len());
            changes.extend(removed.map(|(_, entry)| entry.changed(ChangeKind::Removed)));
            let added = after.by_ref().skip_while(|(at, _)| *at < new.start).take(new.len());
            changes.extend(added.map(|(_, entry)| entry.changed(ChangeKind::Added)));
        }
        changes
    }

    fn entries<'d>(self, document: &'d Document<'_>) -> Vec<Entry<'d>> {
        let mut entries = Vec::new();
        document.for_each_dump_entry(|DumpEntry { depth, node, attribute, text }| {
            let text = text.to_string();
            let text = if self.ignore_white_space { single_spaced(&text) } else { Some(text) };
            entries.extend(text.map(|text| Entry { depth, node, attribute, text }));
        });
        entries
    }
}

/// Compares two documents with the default options. See [`DiffOptions::diff`].
///
/// ```
/// use limpid::diff::{ChangeKind, diff};
/// let (old, new) = (limpid::parse("<p>Tea"), limpid::parse("<p>Tea<p>Milk"));
/// assert!(diff(&old, &new).iter().all(|change| change.kind == ChangeKind::Added));
/// ```
#[must_use]
pub fn diff<'d>(before: &'d Document<'_>, after: &'d Document<'_>) -> Vec<Change<'d>> {
    DiffOptions::new().diff(before, after)
}

/// A node or an attribute that only one of two documents has.
///
/// `Display` writes `-` or `+`, and the [`text`](Self::text).
///
/// ```
/// let (old, new) = (limpid::parse("<img src=a.png>"), limpid::parse("<img src=b.png>"));
/// let changes = limpid::diff::diff(&old, &new);
/// assert_eq!(changes[1].attribute.map(|attribute| attribute.value()), Some("b.png"));
/// assert_eq!(changes[1].to_string(), r#"+src="b.png""#);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change<'d> {
    /// Whether the first or the second document has it.
    pub kind: ChangeKind,
    /// The node in its document. For an attribute, its element.
    pub node: NodeRef<'d>,
    /// The attribute, if an attribute was removed or added.
    pub attribute: Option<Attribute<'d>>,
    /// The depth: the indentation level in [`Document::to_test_dump`].
    pub depth: usize,
    /// The node or the attribute in the format of [`Document::to_test_dump`]: `<p>`, `class="a"`, `"Tea"`, `<!-- note -->`.
    pub text: String,
}

/// The document that has the node or attribute of a [`Change`].
///
/// ```
/// use limpid::diff::{ChangeKind, diff};
/// let (old, new) = (limpid::parse("<p>Tea"), limpid::parse(""));
/// assert!(diff(&old, &new).iter().all(|change| change.kind == ChangeKind::Removed));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChangeKind {
    /// Only the first document has it.
    Removed,
    /// Only the second document has it.
    Added,
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.kind {
            ChangeKind::Removed => '-',
            ChangeKind::Added => '+',
        };
        write!(f, "{sign}{}", self.text)
    }
}

struct Entry<'d> {
    depth: usize,
    node: NodeRef<'d>,
    attribute: Option<Attribute<'d>>,
    text: String,
}

impl<'d> Entry<'d> {
    fn key(&self) -> (usize, &str) {
        (self.depth, &self.text)
    }

    fn changed(self, kind: ChangeKind) -> Change<'d> {
        let Entry { depth, node, attribute, text } = self;
        Change { kind, node, attribute, depth, text }
    }
}
