//! The memory of an arena: its initial capacity, and the reuse of buffers by later documents.

use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::id::DocumentId;
use crate::storage::names::Names;
use crate::storage::node::{Node, NodeKind};
use crate::storage::text_buffer::TextBuffer;
use limpid_markup::ParseError;

const EMPTY_DOCUMENT: [Node; 2] = [Node::NONE, Node::new(NodeKind::Document)];

/// The emptied buffers of a document, for reuse by [`DocumentBuilder::with_memory`](crate::DocumentBuilder::with_memory).
#[derive(Debug, Default)]
pub(crate) struct DocumentMemory {
    nodes: Vec<Node>,
    attributes: Vec<AttributeRecord>,
    names: Names,
    built: String,
    errors: Vec<ParseError>,
}

impl DocumentMemory {
    /// Returns the capacity of the buffers in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.attributes.capacity() * size_of::<AttributeRecord>()
            + self.errors.capacity() * size_of::<ParseError>()
            + self.names.memory()
            + self.built.capacity()
    }
}

impl Arena {
    pub(crate) fn into_memory(self) -> DocumentMemory {
        let Arena { mut nodes, mut attributes, names, text, mut errors, .. } = self;
        nodes.clear();
        attributes.clear();
        errors.clear();
        DocumentMemory { nodes, attributes, names: names.recycle(), built: text.into_memory(), errors }
    }

    /// Creates an arena with an empty document for a source.
    #[inline(always)]
    pub(crate) fn new(source: &str, memory: DocumentMemory) -> Arena {
        let DocumentMemory { nodes, attributes, names, built, errors } = memory;
        let text = TextBuffer::with_memory(built, source);
        let mut arena = Arena { nodes, attributes, names, text, errors, ..Arena::empty(DocumentId::next()) };
        arena.reserve_for_source(source.len());
        arena.nodes.extend_from_slice(&EMPTY_DOCUMENT);
        arena
    }

    /// Reserves memory for the nodes and attributes of an average source of this length. If that fails, the buffers grow as needed.
    #[inline(always)]
    pub(crate) fn reserve_for_source(&mut self, length: usize) {
        let _ = self.nodes.try_reserve(length / 15 + 8);
        let _ = self.attributes.try_reserve(length / 48);
    }

    /// Creates an arena with an empty document, into which part of another arena is copied. Reserves no memory.
    #[inline]
    pub(crate) fn for_copy(source: &str) -> Arena {
        let mut arena = Arena { text: TextBuffer::new(source), ..Arena::empty(DocumentId::next()) };
        arena.nodes.extend_from_slice(&EMPTY_DOCUMENT);
        arena
    }
}
