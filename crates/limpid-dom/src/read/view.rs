//! Nodes by their kind, for a `match`.

use crate::read::node_ref::{Doctype, NodeRef, ProcessingInstruction};
use crate::storage::node::NodeKind;
use core::ops::Deref;
use limpid_markup::ShadowRootInit;

/// A node as what it is, with the data that its kind has: [`NodeRef::view`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum View<'d> {
    /// The document.
    Document,
    /// A document fragment.
    DocumentFragment,
    /// The contents of this `template`.
    TemplateContents(Element<'d>),
    /// The shadow root of this host, and what was asked for of it.
    ShadowRoot(Element<'d>, ShadowRootInit),
    /// A doctype.
    Doctype(Doctype<'d>),
    /// An element.
    Element(Element<'d>),
    /// The text of a text node.
    Text(&'d str),
    /// The data of a comment.
    Comment(&'d str),
    /// A processing instruction.
    ProcessingInstruction(ProcessingInstruction<'d>),
}

/// A node that is known to be an element: [`NodeRef::as_element`]. It can do what a [`NodeRef`] can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Element<'d> {
    node: NodeRef<'d>,
}

impl<'d> Deref for Element<'d> {
    type Target = NodeRef<'d>;

    #[inline]
    fn deref(&self) -> &NodeRef<'d> {
        &self.node
    }
}

impl<'d> From<Element<'d>> for NodeRef<'d> {
    fn from(element: Element<'d>) -> NodeRef<'d> {
        element.node
    }
}

impl<'d> NodeRef<'d> {
    /// The node as an element, if it is one.
    #[inline]
    pub fn as_element(self) -> Option<Element<'d>> {
        self.is_element().then_some(Element { node: self })
    }

    /// The node as what it is, for a `match`.
    ///
    /// ```
    /// use limpid_dom::{Document, View};
    ///
    /// let mut document = Document::new();
    /// let root = document.root().id();
    /// let note = document.create_comment("a note")?;
    /// document.append(root, note)?;
    /// let place = document.create_element("p")?;
    /// document.append(root, place)?;
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
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn view(self) -> View<'d> {
        let host = || self.host().map(|node| Element { node });
        match self.kind() {
            NodeKind::Document => View::Document,
            NodeKind::DocumentFragment => host().map_or(View::DocumentFragment, View::TemplateContents),
            NodeKind::ShadowRoot => match host().zip(self.shadow_root_init()) {
                Some((host, init)) => View::ShadowRoot(host, init),
                None => View::DocumentFragment,
            },
            NodeKind::Doctype => {
                View::Doctype(self.doctype().unwrap_or(Doctype { name: "", public_id: None, system_id: None }))
            }
            NodeKind::Element => View::Element(Element { node: self }),
            NodeKind::Text => View::Text(self.text().unwrap_or_default()),
            NodeKind::Comment => View::Comment(self.comment().unwrap_or_default()),
            NodeKind::ProcessingInstruction => View::ProcessingInstruction(
                self.processing_instruction().unwrap_or(ProcessingInstruction { target: "", data: "" }),
            ),
        }
    }
}
