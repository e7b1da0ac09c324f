//! Memory that is reused between parses.

use crate::storage::memory::DocumentMemory;
use crate::{Document, DocumentBuilder, NodeHandle};
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{TreeBuilder, TreeBuilderBuffers};
use std::cell::Cell;

/// The tokenizer, and the buffers of the tree builder and of recycled documents.
///
/// Each thread has an instance, so that a parse of a small document does not have to create a tokenizer and the buffers of a tree builder. It
/// contains no buffers of documents. A [`Recycler`](crate::Recycler) has an instance of its own.
#[derive(Debug)]
pub(crate) struct ParseMemory {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) tree_builder: TreeBuilderBuffers<NodeHandle>,
    documents: Vec<DocumentMemory>,
    /// The capacity of the documents' buffers in bytes.
    bytes: usize,
    /// The maximum of `bytes`.
    pub(crate) limit: usize,
}

/// The default limit in bytes, which is enough for a page of 30 MB or a thousand average pages.
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

    /// Calls `parse` with the memory of this thread.
    #[inline(always)]
    pub(crate) fn with_thread_memory<T>(parse: impl FnOnce(&mut ParseMemory) -> T) -> T {
        let mut memory = ParseMemory::take();
        let parsed = parse(&mut memory);
        memory.give_back();
        parsed
    }

    /// Takes the memory of this thread. [`give_back`](Self::give_back) returns it after the parse.
    #[inline(always)]
    pub(crate) fn take() -> Box<ParseMemory> {
        MEMORY.try_with(Cell::take).ok().flatten().unwrap_or_else(ParseMemory::new)
    }

    #[inline(always)]
    pub(crate) fn give_back(self: Box<ParseMemory>) {
        let _ = MEMORY.try_with(|memory| memory.set(Some(self)));
    }

    /// Ends a parse, takes the buffers of the tree builder back, and returns the document.
    #[inline(always)]
    pub(crate) fn end<'i>(&mut self, builder: &mut TreeBuilder<DocumentBuilder<'i>>) -> Document<'i> {
        if let Some(element) = builder.fragment_context_node() {
            builder.sink_mut().set_fragment_context_element(element);
        }
        builder.end_in(&mut self.tree_builder);
        self.tokenizer.reset();
        builder.sink_mut().take()
    }

    /// Keeps the buffers of a document, unless that exceeds the limit.
    pub(crate) fn recycle(&mut self, document: Document<'_>) {
        let document = DocumentMemory::from(document);
        if self.bytes + document.bytes() <= self.limit {
            self.bytes += document.bytes();
            self.documents.push(document);
        }
    }

    /// Takes the buffers of a recycled document. Returns empty buffers if there is no such document.
    #[inline]
    pub(crate) fn take_document(&mut self) -> DocumentMemory {
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
            memory.recycle(page.clone());
        }
        let kept = memory.documents.len();
        assert!((30..120).contains(&kept), "{kept}");
        assert!((DEFAULT_LIMIT / 2..=DEFAULT_LIMIT).contains(&memory.bytes), "{}", memory.bytes);
        for _ in 0..kept {
            assert!(memory.take_document().bytes() > 0);
        }
        assert_eq!((memory.take_document().bytes(), memory.bytes), (0, 0));
    }

    #[test]
    fn a_document_parsed_in_chunks_holds_little_unused_memory() {
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
