//! The errors of writing changes into the source.

use crate::storage::id::NodeId;
use core::fmt;
use limpid_markup::QuirksMode;

/// The error if the changes of a document cannot be written into its source. Nothing was changed.
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
    /// The node whose markup cannot be written. `None` if the error is not about a node.
    pub node: Option<NodeId>,
    /// The rule that the change would break.
    pub rule: SourceRule,
}

/// The reason why a change cannot be written into the source.
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
    /// The document was not created by parsing, or was changed during the parse, so that parsing its source would build another tree.
    NoSource,
    /// [`compact`](crate::Document::compact) assigned new ids, so that the changes since the parse are unknown.
    Compacted,
    /// The markup of the node is not contiguous in the source, such as text that the parser moved out of a table.
    NotContiguous,
    /// A parser would insert the node in another place, such as a `div` that is the child of a `p`.
    OtherParent {
        /// The name of the element that would become the parent. `None` for the document or a fragment.
        parent: Option<String>,
    },
    /// A parser would drop the node.
    Dropped,
    /// A parser would create another node in this place.
    Different {
        /// The name of the other element, `#text` and so on. `None` if there would be no node.
        found: Option<String>,
    },
    /// A parser would create the node in another namespace, such as an XML element whose `xmlns` attribute was removed.
    ///
    /// [`SourceOptions::widen`](crate::SourceOptions::widen) does not help: no markup produces an element in a namespace that is not declared.
    Namespace {
        /// The URL of the other namespace, which may be empty.
        found: String,
    },
    /// A parser would set another [mode](crate::Document::quirks_mode), for example without a DOCTYPE.
    QuirksMode {
        /// The other mode.
        found: QuirksMode,
    },
    /// The change is inside of [template syntax](limpid_markup::TemplateSyntax), or in a tag that contains template syntax outside of quoted
    /// values. In such a tag, limpid cannot distinguish attributes from the code of the template.
    TemplateSyntax,
    /// The given bytes are not the bytes that the document was parsed from.
    OtherBytes,
    /// The bytes around a change are invalid in the encoding of the document, so that nothing can be written between them.
    Malformed {
        /// The name of the encoding.
        encoding: String,
    },
    /// A change contains characters that cannot be encoded in the encoding of the document, and references are not possible in this place. Or this
    /// encoding cannot encode any text.
    Unencodable {
        /// The name of the encoding.
        encoding: String,
    },
    /// A parser would decode the changed bytes in another encoding, and this would change their text.
    OtherEncoding {
        /// The name of the other encoding.
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
                "the document was not parsed, or was changed during the parse, so its source cannot be edited; write it as HTML or XML instead",
            ),
            SourceRule::Compacted => {
                f.write_str("the document was compacted, so its changes since the parse are unknown; compact a clone of it instead")
            }
            SourceRule::NotContiguous => write!(f, "its markup is not contiguous in the source; {advice}"),
            SourceRule::OtherParent { parent: Some(parent) } => {
                write!(f, "a parser would put it into <{parent}>; {advice}")
            }
            SourceRule::OtherParent { parent: None } => write!(f, "a parser would put it outside of all elements; {advice}"),
            SourceRule::Dropped => write!(f, "a parser would drop it there; {advice}"),
            SourceRule::Different { found: Some(found) } => write!(f, "a parser would create {found} there instead; {advice}"),
            SourceRule::Namespace { found } => {
                write!(f, "a parser would put it into the namespace {found:?}; declare its namespace on it or on an ancestor")
            }
            SourceRule::QuirksMode { found } => {
                let found = match found {
                    QuirksMode::Quirks => "quirks",
                    QuirksMode::LimitedQuirks => "limited-quirks",
                    _ => "no-quirks",
                };
                write!(
                    f,
                    "the page would be parsed in {found} mode, unlike the document; keep its DOCTYPE, or edit the DOCTYPE by hand"
                )
            }
            SourceRule::TemplateSyntax => f.write_str(
                "the change is in the code of a template or a conditional comment, which limpid does not parse; edit it by hand",
            ),
            SourceRule::OtherBytes => f.write_str("the document was parsed from other bytes; pass the bytes that were parsed"),
            SourceRule::Malformed { encoding } => {
                write!(f, "the bytes around a change are not valid {encoding}; parse the page in its real encoding")
            }
            SourceRule::Unencodable { encoding } => {
                write!(f, "a change contains characters that cannot be written there in {encoding}; convert the page first")
            }
            SourceRule::OtherEncoding { encoding } => {
                write!(f, "with the changes, the page would be decoded as {encoding}; convert it first, or declare its encoding")
            }
            SourceRule::Different { found: None } => write!(f, "a parser would create no node there; {advice}"),
        }
    }
}

impl std::error::Error for SourceError {}
