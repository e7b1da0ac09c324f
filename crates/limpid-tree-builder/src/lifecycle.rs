//! The lifecycle of a tree builder: creating and finishing it, and reusing its buffers.

use crate::TreeBuilderOptions;
use crate::state::{State, TreeBuilder, TreeBuilderBuffers};
use limpid_markup::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns a tree builder for a whole document.
    ///
    /// ```
    /// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderOptions}};
    /// let page = "<p>Tea";
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(page), TreeBuilderOptions::default());
    /// tokenize(page, &mut builder);
    /// assert_eq!(builder.finish().finish().to_html(), "<html><head></head><body><p>Tea</p></body></html>");
    /// ```
    pub fn new(sink: S, options: TreeBuilderOptions) -> TreeBuilder<S> {
        TreeBuilder::with_buffers(sink, options, TreeBuilderBuffers::new())
    }

    /// Returns a tree builder for a whole document that reuses the buffers of an earlier tree builder.
    ///
    /// ```
    /// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions}};
    /// let mut buffers = TreeBuilderBuffers::new();
    /// for page in ["<p>Green", "<p>Black"] {
    ///     let sink = limpid_dom::DocumentBuilder::new(page);
    ///     let mut builder = TreeBuilder::with_buffers(sink, TreeBuilderOptions::default(), buffers);
    ///     tokenize(page, &mut builder);
    ///     buffers = builder.take_buffers();
    ///     assert_eq!(builder.finish().finish().text_content(), &page[3..]);
    /// }
    /// ```
    #[inline(always)]
    pub fn with_buffers(
        sink: S,
        options: TreeBuilderOptions,
        buffers: TreeBuilderBuffers<S::Handle>,
    ) -> TreeBuilder<S> {
        TreeBuilder { sink, state: State::new(options, buffers) }
    }

    /// Ends the parse and returns the sink.
    ///
    /// ```
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::new(""), None);
    /// tokenizer.run("", &mut builder);
    /// assert!(builder.finish().finish().body().is_some());
    /// ```
    #[inline(always)]
    pub fn finish(mut self) -> S {
        self.end();
        self.sink
    }

    fn end(&mut self) {
        if let Some(code) = self.sink.is_full() {
            self.stop(code);
        }
        self.stop_parsing();
    }

    /// Ends the parse and returns the buffers for the next tree builder. Afterwards, [`finish`](Self::finish) returns the sink.
    ///
    /// ```
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use limpid_dom::DocumentBuilder;
    /// let mut first = TreeBuilder::new(DocumentBuilder::new(""), TreeBuilderOptions::default());
    /// let buffers = first.take_buffers();
    /// let second = TreeBuilder::with_buffers(DocumentBuilder::new("Tea"), TreeBuilderOptions::default(), buffers);
    /// assert_eq!(second.sink().document_so_far().source(), "Tea");
    /// ```
    pub fn take_buffers(&mut self) -> TreeBuilderBuffers<S::Handle> {
        let mut buffers = TreeBuilderBuffers::default();
        self.end_in(&mut buffers);
        buffers
    }

    /// Takes over the buffers of an earlier tree builder, before the first token. This is faster than [`with_buffers`](Self::with_buffers)
    /// for small documents.
    ///
    /// ```
    /// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions}};
    /// let mut buffers = TreeBuilderBuffers::new();
    /// for page in ["<p>Green", "<p>Black"] {
    ///     let sink = limpid_dom::DocumentBuilder::new(page);
    ///     let mut builder = TreeBuilder::without_buffers(sink, TreeBuilderOptions::default());
    ///     builder.start_in(&mut buffers);
    ///     tokenize(page, &mut builder);
    ///     builder.end_in(&mut buffers);
    ///     assert_eq!(builder.finish().finish().text_content(), &page[3..]);
    /// }
    /// ```
    // Used by the crate `limpid`, as are `end_in` and `without_buffers`.
    #[doc(hidden)]
    #[inline]
    pub fn start_in(&mut self, buffers: &mut TreeBuilderBuffers<S::Handle>) {
        if self.state.open.entries().is_empty() {
            self.state.take_buffers(buffers);
        }
    }

    /// Ends the parse and moves the buffers to `buffers`, as [`take_buffers`](Self::take_buffers) does.
    ///
    /// ```
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions};
    /// let mut buffers = TreeBuilderBuffers::new();
    /// let mut builder = TreeBuilder::without_buffers(limpid_dom::DocumentBuilder::new(""), TreeBuilderOptions::default());
    /// builder.start_in(&mut buffers);
    /// builder.end_in(&mut buffers);
    /// assert!(builder.sink_mut().take().root().first_child().is_none());
    /// ```
    #[doc(hidden)]
    #[inline]
    pub fn end_in(&mut self, buffers: &mut TreeBuilderBuffers<S::Handle>) {
        self.end();
        self.state.return_buffers(buffers);
    }

    /// Returns a tree builder for a whole document without buffers. [`start_in`](Self::start_in) sets them; otherwise they are allocated for
    /// the first element.
    ///
    /// ```
    /// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderOptions}};
    /// let mut builder = TreeBuilder::without_buffers(limpid_dom::DocumentBuilder::new("Tea"), TreeBuilderOptions::default());
    /// tokenize("Tea", &mut builder);
    /// assert_eq!(builder.finish().finish().text_content(), "Tea");
    /// ```
    #[doc(hidden)]
    #[inline(always)]
    pub fn without_buffers(sink: S, options: TreeBuilderOptions) -> TreeBuilder<S> {
        TreeBuilder::with_buffers(sink, options, TreeBuilderBuffers::default())
    }

    /// Returns an upper bound of the memory used in addition to the sink, in bytes: the stack of open elements, the list of active formatting
    /// elements, unknown element names, and pending characters in a table.
    ///
    /// Takes constant time, unless the bound for copied attributes exceeds `limit`. In that case, the copied attributes are counted exactly, in
    /// time linear in the number of active formatting elements.
    ///
    /// ```
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// let before = builder.memory(0);
    /// tokenizer.feed(&"<div>".repeat(400), &mut builder);
    /// assert!(builder.memory(0) > before);
    /// ```
    pub fn memory(&mut self, limit: usize) -> usize {
        self.state.memory(limit)
    }
}
