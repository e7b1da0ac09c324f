//! The reasons for which a change is refused.

#[cfg(doc)]
use crate::read::document::Document;
use core::fmt;

/// Why a change was refused. The document is as it was.
///
/// ```
/// use limpid::MutationError;
/// let mut document = limpid::parse("<p>Tea");
/// assert_eq!(document.create_element("a b"), Err(MutationError::InvalidName));
/// let p = document.select_first("p").unwrap().unwrap().id();
/// assert_eq!(document.node_mut(p).unwrap().append(p), Err(MutationError::Cycle));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MutationError {
    /// The id is of a node that there was no room for.
    NoSuchNode,
    /// The id is of another document, or of this one before it was [compacted](Document::compact). Nodes come over by
    /// [`import`](Document::import).
    WrongDocument,
    /// The node would have become its own ancestor, a template's contents and a host's shadow root counted.
    Cycle,
    /// Such a node cannot be there, or cannot have this: only elements have attributes, say, and only text, comments and
    /// processing instructions have text.
    WrongKind,
    /// The node whose place is meant has no parent.
    NoParent,
    /// Markup cannot go beside a node, or in its place, whose parent is the document, nor beside one that has none. The standard's
    /// `NoModificationAllowedError`.
    NoModificationAllowed,
    /// The name would not be one: it is empty, or has white space, NUL, `/`, `>` or, for an attribute, `=` in it; an element's
    /// does not start with a letter. The target of a processing instruction has letters, digits, `-` and `_` only, and is not
    /// `xml` nor, in an HTML document, `xml-stylesheet`.
    InvalidName,
    /// The comment would end early: its data starts with `>` or `->`, or has `-->` or `--!>` in it.
    InvalidComment,
    /// The processing instruction would end early, at a `>` (in an XML document, at `?>`), or its data starts with white space.
    InvalidInstruction,
    /// The doctype would end early: its name has white space, NUL or `>` in it, an identifier both kinds of quotes or, in an HTML
    /// document, `>`.
    InvalidDoctype,
    /// A document has no text, at most one element, and at most one doctype, which is before the element; no other node has a
    /// doctype.
    DocumentStructure,
    /// The prefix of the name and its namespace do not go together: a prefix needs a namespace, and `xml` and `xmlns` stand
    /// for theirs only.
    InvalidNamespace,
    /// No parser is there for markup of this kind: for XML, `limpid` needs its feature `xml`. The standard's `NotSupportedError`.
    NotSupported,
    /// The document is still being parsed.
    Parsing,
    /// The document's 2³² bytes of text, nodes or records of attributes, or the limit of them, are used up.
    Full,
}

impl fmt::Display for MutationError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MutationError::NoSuchNode => "there was no room for the node of this id",
            MutationError::WrongDocument => "the id is of another document; import the node",
            MutationError::Cycle => "a node cannot be inside itself",
            MutationError::WrongKind => "the operation is not one for this kind of node",
            MutationError::NoParent => "the node has no parent",
            MutationError::NoModificationAllowed => {
                "no markup can go there: the parent is the document, or there is none"
            }
            MutationError::InvalidName => "this is not a name",
            MutationError::InvalidComment => {
                "the comment would end early: it starts with > or ->, or has --> or --!> in it"
            }
            MutationError::InvalidInstruction => {
                "the processing instruction would end early, or starts with white space"
            }
            MutationError::InvalidDoctype => "the doctype would end early",
            MutationError::DocumentStructure => "a document has no text, one element, and one doctype before it",
            MutationError::InvalidNamespace => "the prefix does not go with the namespace",
            MutationError::NotSupported => "there is no parser for this kind of markup; XML needs the feature `xml`",
            MutationError::Parsing => "the document is being parsed",
            MutationError::Full => "the document is full",
        })
    }
}

impl std::error::Error for MutationError {}
