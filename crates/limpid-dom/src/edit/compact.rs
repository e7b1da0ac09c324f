//! Giving back the memory of what a document no longer uses.

use crate::edit::copy::Copies;
use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::storage::arena::{Arena, DOCUMENT};
use crate::storage::id::{Ids, NodeId};
use crate::storage::spans::Spans;
use limpid_markup::QuirksMode;

/// The new ids of nodes after [`Document::compact`].
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
    /// The new numbers by the old ones; 0 for nodes that are no more.
    numbers: Vec<u32>,
    /// The marks of the old and of the new ids.
    ids: Option<(Ids, Ids)>,
}

impl Renumbering {
    /// The id that the node has now; `None` if it is no more.
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
        let (_, new) = self.ids.filter(|&(former, _)| former == old.ids())?;
        NodeId::new(*self.numbers.get(old.get() as usize)?, new)
    }
}

impl Document<'_> {
    /// Drops what the tree does not use any more: detached nodes, former texts and attributes. The nodes that stay are put
    /// in tree order. The source stays, as errors and spans refer to it.
    ///
    /// **Ids change**: the result tells the new ones of those that stay.
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
    /// [`Parsing`](MutationError::Parsing) while a parser is at work on the document.
    #[inline]
    pub fn compact(&mut self) -> Result<Renumbering, MutationError> {
        if self.arena.keeps_parsed_attributes() {
            return Err(MutationError::Parsing);
        }
        let mut arena = Arena::for_copy(&self.source);
        let mut copies = Copies::beside_same_source(&mut arena, self);
        copies.numbers.push((DOCUMENT, DOCUMENT));
        if let Some(document) = self.node_of_number(DOCUMENT) {
            copies.inside(document, DOCUMENT)?;
        }
        if self.root().number() != DOCUMENT {
            copies.subtree(self.root())?;
        }
        if let Some(context) = self.fragment_context_element().filter(|context| !context.is_connected()) {
            copies.subtree(context)?;
        }
        let copied = copies.numbers;
        arena.spans = self.arena.spans.as_ref().map(|spans| Box::new(self.moved_spans(spans, &arena, &copied)));
        let mut numbers = vec![0; self.arena.nodes.len()];
        for &(old, new) in &copied {
            if let Some(number) = numbers.get_mut(old as usize) {
                *number = new;
            }
        }
        let renumbered = |old: u32| numbers.get(old as usize).copied().unwrap_or(0);
        arena.root = renumbered(self.arena.root);
        arena.context_element = renumbered(self.arena.context_element);
        arena.quirks_mode = self.arena.quirks_mode;
        let (mode, doctype) = self.arena.parsed_mode;
        arena.parsed_mode = match renumbered(doctype) {
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
        let ids = Some((self.arena.ids, arena.ids));
        self.arena = arena;
        Ok(Renumbering { numbers, ids })
    }

    /// The spans of nodes and attributes, for their copies.
    #[inline]
    fn moved_spans(&self, spans: &Spans, arena: &Arena, copied: &[(u32, u32)]) -> Spans {
        let mut moved = Spans::with_capacity(arena.nodes.len(), arena.attributes.len());
        for &(old, new) in copied {
            if let Some(token) = spans.token(old) {
                moved.set_token(new, token);
                moved.set_gaps_of(new, spans, old);
            }
            if let Some(end_tag) = spans.end_tag(old) {
                moved.set_end_tag(new, end_tag);
            }
            for (old, new) in self.arena.attribute_range(old).zip(arena.attribute_range(new)) {
                if let (Some(name), Some(value)) = (spans.attribute_name(old), spans.attribute_value(old)) {
                    moved.set_attribute(new, name, value);
                }
            }
        }
        moved
    }
}
