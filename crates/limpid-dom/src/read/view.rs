//! [`View`]: a node as an enum of the kinds of nodes.

use crate::read::node_ref::NodeRef;
use crate::read::parts::{Doctype, ProcessingInstruction};
use crate::storage::node::NodeKind;
use limpid_markup::ShadowRootInit;

/// The kind of a node together with the data of that kind, for a `match`: [`NodeRef::view`].
///
/// ```
/// use limpid::View;
/// let document = limpid::parse_fragment("Tea<!--c--><br>", "body");
/// let kinds = document.root().children().map(|node| match node.view() {
///     View::Text(text) => text.to_owned(),
///     View::Comment(comment) => format!("comment {comment}"),
///     View::Element(element) => format!("element {}", element.local_name()),
///     _ => String::new(),
/// });
/// assert_eq!(kinds.collect::<Vec<_>>(), ["Tea", "comment c", "element br"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum View<'d> {
    /// The document.
    Document,
    /// A document fragment.
    DocumentFragment,
    /// The template contents of this `template`.
    TemplateContents(NodeRef<'d>),
    /// The shadow root of this host, with its options.
    ShadowRoot(NodeRef<'d>, ShadowRootInit),
    /// A doctype.
    Doctype(Doctype<'d>),
    /// An element.
    Element(NodeRef<'d>),
    /// The text of a text node.
    Text(&'d str),
    /// The data of a comment.
    Comment(&'d str),
    /// A processing instruction.
    ProcessingInstruction(ProcessingInstruction<'d>),
}

impl<'d> NodeRef<'d> {
    /// Returns the node's kind together with the data of that kind, for a `match`.
    ///
    /// ```
    /// use limpid::{Document, View};
    ///
    /// let mut document = Document::new();
    /// let root = document.root().id();
    /// let note = document.create_comment("a note")?;
    /// document.node_mut(root)?.append(note)?;
    /// let place = document.create_element("p")?;
    /// document.node_mut(root)?.append(place)?;
    ///
    /// let described: Vec<String> = document
    ///     .descendants()
    ///     .map(|node| match node.view() {
    ///         View::Element(element) => format!("<{}>", element.local_name()),
    ///         View::Comment(data) => format!("comment: {data}"),
    ///         _ => String::new(),
    ///     })
    ///     .collect();
    /// assert_eq!(described, ["comment: a note", "<p>"]);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn view(self) -> View<'d> {
        match self.kind() {
            NodeKind::Document => View::Document,
            NodeKind::DocumentFragment => self.host().map_or(View::DocumentFragment, View::TemplateContents),
            NodeKind::ShadowRoot => match self.host().zip(self.shadow_root_init()) {
                Some((host, init)) => View::ShadowRoot(host, init),
                None => View::DocumentFragment,
            },
            NodeKind::Doctype => {
                View::Doctype(self.doctype().unwrap_or(Doctype { name: "", public_id: None, system_id: None }))
            }
            NodeKind::Element => View::Element(self),
            NodeKind::Text => View::Text(self.text().unwrap_or_default()),
            NodeKind::Comment => View::Comment(self.comment().unwrap_or_default()),
            NodeKind::ProcessingInstruction => View::ProcessingInstruction(
                self.processing_instruction().unwrap_or(ProcessingInstruction { target: "", data: "" }),
            ),
        }
    }
}
