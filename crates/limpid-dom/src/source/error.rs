//! The reasons for which a changed document cannot be written into its source.

use crate::storage::id::NodeId;
use core::fmt;
use limpid_markup::QuirksMode;

/// Why the source of a document cannot be edited so that a parser gets the document from it. Nothing was changed.
///
/// ```
/// let mut page = limpid::parse("<p>one</p><div>two</div>");
/// # let [p, div] = [0, 1].map(|at| page.body().unwrap().children().nth(at).unwrap().id());
/// page.node_mut(p)?.append(div)?;
/// let error = page.to_source().unwrap_err();
/// assert_eq!(error.node, Some(div));
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SourceError {
    /// The node that cannot be written where it is; `None` if the document has no source to edit.
    pub node: Option<NodeId>,
    /// The rule that is in the way.
    pub rule: SourceRule,
}

/// The rule that keeps a node from being written.
///
/// ```
/// use limpid::SourceRule;
/// let mut page = limpid::Document::new();
/// # let p = page.create_element("p")?;
/// # page.node_mut(page.root().id())?.append(p)?;
/// assert_eq!(page.to_source().unwrap_err().rule, SourceRule::NoSource);
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SourceRule {
    /// The document was not parsed from a source, or changed while it was parsed, so that no text gives it.
    NoSource,
    /// Nodes have other ids since [`compact`](crate::Document::compact): changes are not known any more.
    Compacted,
    /// The node is not in one piece in the source: text that was put in front of a table, say.
    Scattered,
    /// A parser puts the node elsewhere, as it does a `div` in a `p`: the name of the element that it would be in.
    Elsewhere {
        /// The name; `None` for the document or a fragment.
        parent: Option<String>,
    },
    /// A parser drops the node there.
    Dropped,
    /// A parser takes the node for another, or puts something else into it: `found` is what it gets.
    Different {
        /// The name of an element, or `#text` and so on.
        found: Option<String>,
    },
    /// A parser puts the node into another namespace, as it does an element of XML whose `xmlns` was removed. No markup has an element
    /// in a namespace that nothing declares, so that this is not written anew either.
    Namespace {
        /// The URL of the namespace; empty for none.
        found: String,
    },
    /// A parser would give the document another [mode](crate::Document::quirks_mode), as it does without a DOCTYPE.
    QuirksMode {
        /// The mode that it would get.
        found: QuirksMode,
    },
    /// The change is inside of [template syntax](limpid_markup::TemplateSyntax), or in a tag that has some outside of a value in quotes: what a
    /// parser takes for attributes is the template's code there.
    TemplateSyntax,
    /// The bytes that were given are not those that the document was parsed from.
    OtherBytes,
    /// The bytes around a change are not valid in the encoding of the document, so that nothing can be written between them.
    Malformed {
        /// The encoding.
        encoding: String,
    },
    /// A change has characters that the encoding of the document lacks, where a reference would be something else; or nothing can be
    /// written in this encoding.
    Unencodable {
        /// The encoding.
        encoding: String,
    },
    /// With the changes, the bytes would be read in another encoding, as another text.
    ReadAs {
        /// The encoding.
        encoding: String,
    },
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "node {node:?}: ")?;
        }
        let advice = "change the tree, or set `widen`";
        match &self.rule {
            SourceRule::NoSource => f.write_str(
                "the document was not parsed from a source alone, so there is none to edit; write it as HTML or XML instead",
            ),
            SourceRule::Compacted => {
                f.write_str("the document was compacted, which forgets what was changed; compact a clone of it")
            }
            SourceRule::Scattered => write!(f, "what the source has of it is not in one piece; {advice}"),
            SourceRule::Elsewhere { parent: Some(parent) } => {
                write!(f, "a parser would put it into <{parent}>; {advice}")
            }
            SourceRule::Elsewhere { parent: None } => write!(f, "a parser would put it outside of all elements; {advice}"),
            SourceRule::Dropped => write!(f, "a parser would drop it there; {advice}"),
            SourceRule::Different { found: Some(found) } => write!(f, "a parser would find {found} there; {advice}"),
            SourceRule::Namespace { found } => {
                write!(f, "a parser would put it into the namespace {found:?}; declare its own on it or around it")
            }
            SourceRule::QuirksMode { found } => {
                let found = match found {
                    QuirksMode::Quirks => "quirks",
                    QuirksMode::LimitedQuirks => "limited-quirks",
                    _ => "no-quirks",
                };
                write!(
                    f,
                    "a parser would read the page in {found} mode, which the document is not in; keep its DOCTYPE, or change that by hand"
                )
            }
            SourceRule::TemplateSyntax => f.write_str(
                "it is in the code of a template or of a conditional comment, which a parser does not know; change it by hand",
            ),
            SourceRule::OtherBytes => f.write_str("the bytes are not those of the document; give those that were parsed"),
            SourceRule::Malformed { encoding } => {
                write!(f, "the bytes around a change are not valid {encoding}; parse them in their encoding")
            }
            SourceRule::Unencodable { encoding } => {
                write!(f, "a change has characters that cannot be written there in {encoding}; convert the page first")
            }
            SourceRule::ReadAs { encoding } => {
                write!(f, "the page would be read as {encoding}; convert it first, or give its encoding")
            }
            SourceRule::Different { found: None } => write!(f, "a parser would find nothing there; {advice}"),
        }
    }
}

impl std::error::Error for SourceError {}
