//! Memory that one parse leaves to the next.

use crate::storage::memory::DocumentMemory;
use crate::{Document, DocumentBuilder, NodeHandle};
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{TreeBuilder, TreeBuilderBuffers};
use std::cell::Cell;

/// The stages of a parse with their buffers, and the buffers of documents that are not needed any more. Each thread has one without
/// documents, so that a small document does not pay for the stages; a [`Recycler`](crate::Recycler) has its own.
#[derive(Debug)]
pub(crate) struct ParseMemory {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) tree_builder: TreeBuilderBuffers<NodeHandle>,
    documents: Vec<DocumentMemory>,
    /// The size of the documents' buffers in bytes, and its limit.
    bytes: usize,
    pub(crate) limit: usize,
}

/// The default limit, in bytes: enough for a page of 30 MB, or a thousand average ones.
const DEFAULT_LIMIT: usize = 64 << 20;

thread_local! {
    static MEMORY: Cell<Option<Box<ParseMemory>>> = const { Cell::new(None) };
}

impl ParseMemory {
    #[cold]
    pub(crate) fn new() -> Box<ParseMemory> {
        Box::new(ParseMemory {
            tokenizer: Tokenizer::default(),
            tree_builder: TreeBuilderBuffers::new(),
            documents: Vec::new(),
            bytes: 0,
            limit: DEFAULT_LIMIT,
        })
    }

    /// Parses in the memory of this thread.
    #[inline(always)]
    pub(crate) fn of_thread<T>(parse: impl FnOnce(&mut ParseMemory) -> T) -> T {
        let mut memory = ParseMemory::take();
        let parsed = parse(&mut memory);
        memory.give_back();
        parsed
    }

    /// Takes the memory of this thread, for a parse that ends with [`give_back`](Self::give_back).
    #[inline(always)]
    pub(crate) fn take() -> Box<ParseMemory> {
        MEMORY.try_with(Cell::take).ok().flatten().unwrap_or_else(ParseMemory::new)
    }

    #[inline(always)]
    pub(crate) fn give_back(self: Box<ParseMemory>) {
        let _ = MEMORY.try_with(|memory| memory.set(Some(self)));
    }

    /// Ends a parse at the end of its input, and takes the buffers of its stages.
    #[inline(always)]
    pub(crate) fn end<'i>(&mut self, builder: &mut TreeBuilder<DocumentBuilder<'i>>) -> Document<'i> {
        if let Some(element) = builder.fragment_context_node() {
            builder.sink_mut().set_fragment_context_element(element);
        }
        builder.end_in(&mut self.tree_builder);
        self.tokenizer.reset();
        builder.sink_mut().take()
    }

    /// Keeps the buffers of a document, within the limit.
    pub(crate) fn keep(&mut self, document: Document<'_>) {
        let document = DocumentMemory::from(document);
        if self.bytes + document.bytes() <= self.limit {
            self.bytes += document.bytes();
            self.documents.push(document);
        }
    }

    /// Takes the buffers of a document, if it has any.
    #[inline]
    pub(crate) fn document(&mut self) -> DocumentMemory {
        let document = self.documents.pop().unwrap_or_default();
        self.bytes -= document.bytes();
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_kept_up_to_the_limit() {
        let page = crate::parse("<p class='a&amp;b' x-own>text&amp;".repeat(10_000));
        let mut memory = ParseMemory::new();
        for _ in 0..150 {
            memory.keep(page.clone());
        }
        let kept = memory.documents.len();
        assert!((30..120).contains(&kept), "{kept}");
        assert!((DEFAULT_LIMIT / 2..=DEFAULT_LIMIT).contains(&memory.bytes), "{}", memory.bytes);
        for _ in 0..kept {
            assert!(memory.document().bytes() > 0);
        }
        assert_eq!((memory.document().bytes(), memory.bytes), (0, 0));
    }

    #[test]
    fn a_document_parsed_in_pieces_keeps_little_more_memory_than_it_needs() {
        let memory = |length: usize| {
            let mut parser = crate::Parser::default();
            parser.feed(&"<p>Tea".repeat(length / 6));
            DocumentMemory::from(parser.finish()).bytes()
        };
        for length in [1_000, 4_000, 5_000, 16_000] {
            assert!(memory(length) < 16 * length, "{length}: {}", memory(length));
        }
    }
}
