//! The memory of an arena: how much there is room for at first, and what goes on to the next document.

use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::expected::expected_records;
use crate::storage::id::Ids;
use crate::storage::names::Names;
use crate::storage::node::{Node, NodeKind};
use crate::storage::text_buffer::TextBuffer;
use limpid_markup::ParseError;

/// The nodes of a document without content.
const DOCUMENT_ALONE: [Node; 2] = [Node::NONE, Node::new(NodeKind::Document)];

#[inline(always)]
fn make_room<T>(records: &mut Vec<T>, count: usize) {
    if records.capacity() == 0 && count <= FEW {
        *records = Vec::with_capacity(count);
    } else {
        let _ = records.try_reserve(count);
    }
}

/// The number of records that any machine has room for.
const FEW: usize = 1 << 10;

/// The memory of an arena for the next one, with nothing in it.
#[derive(Default)]
pub(crate) struct Memory {
    nodes: Vec<Node>,
    attributes: Vec<AttributeRecord>,
    names: Names,
    built: String,
    errors: Vec<ParseError>,
}

impl Arena {
    #[inline(always)]
    pub(crate) fn new(source: &str) -> Arena {
        Arena::with_room(source, source)
    }

    /// Returns the memory of an arena that is not needed any more.
    pub(crate) fn into_memory(self) -> Memory {
        let Arena { mut nodes, mut attributes, names, text, mut errors, .. } = self;
        nodes.clear();
        attributes.clear();
        errors.clear();
        Memory { nodes, attributes, names: names.recycle(), built: text.into_memory(), errors }
    }

    /// Makes an arena with nothing in it, for its memory.
    #[inline]
    pub(crate) fn of_memory(memory: Memory) -> Arena {
        let Memory { nodes, attributes, names, built, errors } = memory;
        let text = TextBuffer::in_memory(built, "");
        Arena { nodes, attributes, names, text, errors, ..Arena::empty("", Ids::NONE) }
    }

    /// Returns the bytes of memory that its largest buffers hold.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.attributes.capacity() * size_of::<AttributeRecord>()
            + self.errors.capacity() * size_of::<ParseError>()
            + self.names.memory()
            + self.text.memory()
    }

    /// Makes an arena with a document in it, and with room for what a text needs.
    #[inline(always)]
    pub(crate) fn with_room(source: &str, room: &str) -> Arena {
        let expected = expected_records(room.as_bytes(), room.len());
        let (mut nodes, mut attributes) = (Vec::new(), Vec::new());
        make_room(&mut nodes, expected.nodes);
        make_room(&mut attributes, expected.attributes);
        nodes.extend_from_slice(&DOCUMENT_ALONE);
        // Put together at once, so that it need not be moved.
        Arena { nodes, attributes, ..Arena::empty(source, Ids::next()) }
    }

    /// Goes on in the memory of another arena, if there is nothing but a document in it.
    #[cold]
    pub(crate) fn reuse(&mut self, memory: Memory, source: &str) {
        if self.nodes.len() > DOCUMENT_ALONE.len() || self.text.built_len() > 0 || !self.errors.is_empty() {
            return;
        }
        let Memory { nodes, attributes, names, built, errors } = memory;
        self.text.reuse(built);
        (self.nodes, self.attributes, self.names, self.errors) = (nodes, attributes, names, errors);
        self.make_room_for(source, source.len());
        self.nodes.extend_from_slice(&DOCUMENT_ALONE);
    }

    /// Makes room for what a source needs that comes to a length. Too much costs nothing, as memory that is not touched is not there; too
    /// little costs a copy. A machine that refuses gets the copies.
    #[inline(always)]
    pub(crate) fn make_room_for(&mut self, source: &str, length: usize) {
        let expected = expected_records(source.as_bytes(), length);
        make_room(&mut self.nodes, expected.nodes);
        make_room(&mut self.attributes, expected.attributes);
    }

    /// Gives back what is far more room than a source of a length needs, as its first piece gets.
    #[cold]
    pub(crate) fn return_room(&mut self, length: usize) {
        fn shrink<T>(records: &mut Vec<T>, expected: usize) {
            let needed = expected.max(records.len());
            if records.capacity() > 2 * needed + 64 {
                records.shrink_to(needed);
            }
        }
        let expected = expected_records(&[], length);
        shrink(&mut self.nodes, expected.nodes);
        shrink(&mut self.attributes, expected.attributes);
    }

    /// Makes an arena for a copy of what is in use of another: with a document, and no memory set aside.
    #[inline]
    pub(crate) fn for_copy(source: &str) -> Arena {
        let mut arena = Arena::empty(source, Ids::next());
        arena.nodes.extend_from_slice(&DOCUMENT_ALONE);
        arena
    }
}
