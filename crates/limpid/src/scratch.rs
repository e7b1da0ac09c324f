//! Memory that a parse leaves to the next one in its thread.

use limpid_dom::{Document, DocumentBuilder, NodeHandle};
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{TreeBuilder, TreeBuilderBuffers};
use std::cell::Cell;

/// The stages of a parse and the buffers that no document keeps: they are left to the next parse in the same thread, so that a small
/// document does not pay for them.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) tree_builder: TreeBuilderBuffers<NodeHandle>,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    /// Takes what the last parse in this thread left.
    #[inline(always)]
    pub(crate) fn take() -> Box<Scratch> {
        SCRATCH.try_with(Cell::take).ok().flatten().unwrap_or_else(Scratch::new)
    }

    #[cold]
    fn new() -> Box<Scratch> {
        Box::new(Scratch { tokenizer: Tokenizer::default(), tree_builder: TreeBuilderBuffers::new() })
    }

    /// Ends a parse at the end of its input, and leaves the memory to the next one.
    #[inline(always)]
    pub(crate) fn end<'i>(mut self: Box<Scratch>, builder: &mut TreeBuilder<DocumentBuilder<'i>>) -> Document<'i> {
        if let Some(element) = builder.fragment_context_node() {
            builder.sink_mut().set_fragment_context_element(element);
        }
        builder.end_in(&mut self.tree_builder);
        self.tokenizer.reset();
        let _ = SCRATCH.try_with(|kept| kept.set(Some(self)));
        builder.sink_mut().take()
    }
}
