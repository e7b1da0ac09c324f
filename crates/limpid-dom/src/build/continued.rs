//! Building in a document that was there before, as streaming into an element does, which is proposed.

use crate::build::document_builder::DocumentBuilder;
use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::storage::id::{NodeHandle, NodeId};
use crate::storage::node::{Node, NodeKind};
use crate::storage::spans::Spans;

/// The place of what is built in a document, and what belongs to its source and not to the input.
#[derive(Clone, Debug)]
pub(super) struct Continued {
    /// The node that everything goes into.
    pub(super) target: NodeHandle,
    /// Stands for the document: the elements that only the parser knows go there.
    pub(super) around: NodeHandle,
    source_len: usize,
    spans: Option<Box<Spans>>,
}

impl<'s> DocumentBuilder<'s> {
    /// A builder that goes on with a document: what a [fragment](limpid_markup::TreeSink::create_fragment) parse gives goes into a node
    /// of it, after what is there. [`finish`](Self::finish) gives the document back, which leaves an empty one here. With the feature
    /// `proposed`.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid_dom::DocumentBuilder;
    ///
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// let sink = DocumentBuilder::continuing(&mut page, list)?;
    /// let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, Some(&"ul".into()));
    /// tokenizer.run("<li>Matcha", &mut builder);
    /// let page = builder.finish().finish();
    /// assert_eq!(page.body().unwrap().inner_html(), "<ul><li>Sencha</li><li>Matcha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) if the node is no element, fragment or shadow root.
    pub fn continuing(document: &mut Document<'s>, target: NodeId) -> Result<DocumentBuilder<'s>, MutationError> {
        let kind = document.try_node(target)?.kind();
        if !matches!(kind, NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot) {
            return Err(MutationError::WrongKind);
        }
        let mut builder = DocumentBuilder::new("");
        core::mem::swap(&mut builder.document, document);
        builder.errors = false;
        let arena = &mut builder.document.arena;
        let around = NodeHandle::created(arena.push(Node::new(NodeKind::DocumentFragment)));
        // No text of the input is in the source, and no place either.
        let (source_len, spans) = (arena.text.source_len() as usize, arena.spans.take());
        arena.text.set_source_len(0);
        arena.note_longer(arena.last(target.get()));
        arena.build_again();
        let target = NodeHandle::created(target.get());
        builder.rare().continued = Some(Continued { target, around, source_len, spans });
        Ok(builder)
    }

    /// The handle of a node, for a layer over this sink.
    ///
    /// ```
    /// let mut document = limpid::Document::new();
    /// let p = document.create_element("p")?;
    /// document.append(document.root().id(), p)?;
    /// let builder = limpid_dom::DocumentBuilder::continuing(&mut document, p)?;
    /// assert_eq!(builder.handle(p).unwrap().get(), p.get());
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn handle(&self, node: NodeId) -> Option<NodeHandle> {
        self.document.node(node).map(|node| NodeHandle::created(node.id().get()))
    }

    pub(super) fn continued(&self) -> Option<&Continued> {
        self.rare.as_ref()?.continued.as_ref()
    }

    /// Ends building in a document that was there before; whether it was.
    pub(super) fn end_continued(&mut self) -> bool {
        let Some(continued) = self.rare.as_mut().and_then(|rare| rare.continued.take()) else { return false };
        let arena = &mut self.document.arena;
        arena.text.set_source_len(continued.source_len);
        *arena.spans = continued.spans;
        arena.keep_parsed_attributes(false);
        arena.is_being_built = false;
        arena.is_full = false;
        arena.text.is_full = false;
        true
    }
}
