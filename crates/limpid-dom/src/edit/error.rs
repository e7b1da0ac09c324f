//! The errors of methods that change a document.

#[cfg(doc)]
use crate::read::document::Document;
use core::fmt;

/// The reason why a change failed. The document is unchanged.
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
    /// The node with this id was not created, because the document was full.
    NoSuchNode,
    /// The id belongs to another document, or it was created before this document was [compacted](Document::compact). To use a node of
    /// another document, copy it with [`import`](Document::import).
    WrongDocument,
    /// The node would become its own ancestor. Template contents and shadow roots count as children of their hosts.
    Cycle,
    /// The operation does not work for a node of this kind. For example, only elements have attributes, and a text has no children.
    WrongKind,
    /// The node has no parent, so it cannot be replaced, and nothing can be inserted before or after it.
    NoParent,
    /// Markup cannot be inserted before or after a node that has no parent or is a child of the document. Markup cannot replace a child of
    /// the document either. The standard's `NoModificationAllowedError`.
    NoModificationAllowed,
    /// The name is not valid: it is empty, or it contains white space, NUL, `/`, `>` or, for an attribute, `=`. In an HTML document, the
    /// name of an element starts with an ASCII letter, and the target of a processing instruction contains only ASCII letters, digits, `-`
    /// and `_`. The target is not `xml` or, in an HTML document, `xml-stylesheet`.
    InvalidName,
    /// The comment would end early: its data starts with `>` or `->`, or contains `-->` or `--!>`.
    InvalidComment,
    /// The data of the processing instruction starts with white space, or contains `>` (in an XML document, `?>`) and would end it
    /// early.
    InvalidInstruction,
    /// The doctype would end early: its name contains white space, NUL or `>`, or an identifier contains both kinds of quotes or, in an
    /// HTML document, `>`.
    InvalidDoctype,
    /// A document has no text, at most one element, and at most one doctype, which is before the element. Other nodes cannot contain a
    /// doctype.
    DocumentStructure,
    /// The prefix of the name cannot be used with the namespace. A prefix needs a namespace; `xml` and `xmlns` have fixed namespaces.
    InvalidNamespace,
    /// Markup of this kind cannot be parsed: XML needs the feature `xml`. The standard's `NotSupportedError`.
    NotSupported,
    /// The document is still being parsed.
    Parsing,
    /// The document is full: it has reached 2³² bytes of text, 2³² nodes, 2³² attribute records, or a lower limit.
    Full,
}

impl fmt::Display for MutationError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MutationError::NoSuchNode => "the node with this id was not created, because the document was full",
            MutationError::WrongDocument => {
                "the id belongs to another document, or was created before `compact`; to copy a node, use `import`"
            }
            MutationError::Cycle => "a node cannot be inserted into itself or its descendants",
            MutationError::WrongKind => "the operation does not work for a node of this kind",
            MutationError::NoParent => "the node has no parent; insert it into the tree first",
            MutationError::NoModificationAllowed => {
                "markup cannot be inserted here: the node has no parent, or the parent is the document"
            }
            MutationError::InvalidName => {
                "the name is not valid: it is empty, or contains a character that is not allowed, such as white space, `/` or `>`"
            }
            MutationError::InvalidComment => {
                "the comment would end early: it starts with `>` or `->`, or contains `-->` or `--!>`"
            }
            MutationError::InvalidInstruction => {
                "the data of the processing instruction starts with white space, or contains its end: `>`, or `?>` in XML"
            }
            MutationError::InvalidDoctype => {
                "the doctype would end early: its name contains white space or `>`, or an identifier contains `>` or both kinds of quotes"
            }
            MutationError::DocumentStructure => {
                "a document has no text, at most one element, and at most one doctype, before the element"
            }
            MutationError::InvalidNamespace => {
                "the prefix cannot be used with the namespace; a prefix needs a namespace, and `xml` and `xmlns` have fixed ones"
            }
            MutationError::NotSupported => "markup of this kind cannot be parsed; XML needs the feature `xml`",
            MutationError::Parsing => "the document is still being parsed; change it after the parse",
            MutationError::Full => "the document has reached its size limit",
        })
    }
}

impl std::error::Error for MutationError {}
