//! [`Document::compact`]: frees the memory of removed nodes and replaced text.

use crate::edit::copy::NodeCopier;
use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::storage::arena::{Arena, DOCUMENT};
use crate::storage::id::{DocumentId, NodeId};
use crate::storage::spans::Spans;
use limpid_markup::QuirksMode;

/// The mapping from old to new ids that [`Document::compact`] returns.
///
/// ```
/// let mut document = limpid::parse("<p>Green</p><p>Black</p>");
/// let paragraphs: Vec<_> = document.body().unwrap().children().map(|p| p.id()).collect();
/// document.node_mut(paragraphs[0])?.remove()?;
/// let renumbering = document.compact()?;
/// let kept: Vec<_> = paragraphs.iter().filter_map(|&id| renumbering.get(id)).collect();
/// assert_eq!(kept.len(), 1);
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Renumbering {
    /// The new numbers, indexed by the old ones; 0 for removed nodes.
    numbers: Vec<u32>,
    /// The values that identify the document in old and in new ids.
    ids: Option<(DocumentId, DocumentId)>,
}

impl Renumbering {
    /// Returns the new id of a node; `None` if the node was removed.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Green</p><p>Tea</p>");
    /// let [green, tea] = [0, 1].map(|index| document.body().unwrap().children().nth(index).unwrap().id());
    /// document.node_mut(green)?.remove()?;
    /// let renumbering = document.compact()?;
    /// assert_eq!(renumbering.get(green), None);
    /// assert_eq!(document.node(renumbering.get(tea).unwrap()).unwrap().text_content(), "Tea");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn get(&self, old: NodeId) -> Option<NodeId> {
        let (_, new) = self.ids.filter(|&(former, _)| former == old.document_id())?;
        NodeId::new(*self.numbers.get(old.get() as usize)?, new)
    }
}

impl Document<'_> {
    /// Frees the memory of detached nodes and of replaced texts and attributes, and puts the remaining nodes in tree order. The source
    /// is kept, because errors and spans refer to it.
    ///
    /// **Ids change**: the result maps old ids to new ones.
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new();
    /// # let root = document.root().id();
    /// let scrap = document.create_element("p")?;
    /// let kept = document.create_element("b")?;
    /// document.node_mut(root)?.append(kept)?;
    /// let ids = document.compact()?;
    /// assert_eq!(ids.get(scrap), None);
    /// assert_eq!(document.node(ids.get(kept).unwrap()).unwrap().local_name(), "b");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`Parsing`](MutationError::Parsing) if the document is still being parsed.
    #[inline]
    pub fn compact(&mut self) -> Result<Renumbering, MutationError> {
        if self.arena.keeps_parsed_attributes() {
            return Err(MutationError::Parsing);
        }
        let mut arena = Arena::for_copy(&self.source);
        let mut copier = NodeCopier::for_same_source(&mut arena, self);
        copier.numbers.push((DOCUMENT, DOCUMENT));
        if let Some(document) = self.node_of_number(DOCUMENT) {
            copier.copy_content(document, DOCUMENT)?;
        }
        if self.root().number() != DOCUMENT {
            copier.copy_subtree(self.root())?;
        }
        if let Some(context) = self.fragment_context_element().filter(|context| !context.is_connected()) {
            copier.copy_subtree(context)?;
        }
        let copied = copier.numbers;
        arena.spans = self.arena.spans.as_ref().map(|spans| Box::new(self.copy_spans(spans, &arena, &copied)));
        let mut numbers = vec![0; self.arena.nodes.len()];
        for &(old, new) in &copied {
            if let Some(number) = numbers.get_mut(old as usize) {
                *number = new;
            }
        }
        let new_number = |old: u32| numbers.get(old as usize).copied().unwrap_or(0);
        arena.root = new_number(self.arena.root);
        arena.context_element = new_number(self.arena.context_element);
        arena.quirks_mode = self.arena.quirks_mode;
        let (mode, doctype) = self.arena.parsed_mode;
        arena.parsed_mode = match new_number(doctype) {
            0 if doctype != 0 => (QuirksMode::Quirks, 0),
            doctype => (mode, doctype),
        };
        arena.xml = self.arena.xml.take();
        arena.errors = core::mem::take(&mut self.arena.errors);
        arena.lacks_input_stream_errors = self.arena.lacks_input_stream_errors;
        arena.node_limit = self.arena.node_limit;
        arena.is_full = self.arena.is_full;
        arena.is_changed = self.arena.is_changed;
        arena.is_renumbered = true;
        arena.parsed_nodes = arena.nodes.len() as u32;
        arena.is_detached_from_source = self.arena.is_detached_from_source;
        arena.nodes.shrink_to_fit();
        arena.attributes.shrink_to_fit();
        arena.text.shrink_to_fit();
        let ids = Some((self.arena.document_id, arena.document_id));
        self.arena = arena;
        Ok(Renumbering { numbers, ids })
    }

    /// Copies the spans of nodes and attributes to their copies in `arena`.
    #[inline]
    fn copy_spans(&self, spans: &Spans, arena: &Arena, copied: &[(u32, u32)]) -> Spans {
        let mut copies = Spans::with_capacity(arena.nodes.len(), arena.attributes.len());
        for &(old, new) in copied {
            if let Some(token) = spans.token(old) {
                copies.set_token(new, token);
                copies.set_gaps_of(new, spans, old);
            }
            if let Some(end_tag) = spans.end_tag(old) {
                copies.set_end_tag(new, end_tag);
            }
            for (old, new) in self.arena.attribute_range(old).zip(arena.attribute_range(new)) {
                if let (Some(name), Some(value)) = (spans.attribute_name(old), spans.attribute_value(old)) {
                    copies.set_attribute(new, name, value);
                }
            }
        }
        copies
    }
}
