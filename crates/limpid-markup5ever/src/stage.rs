//! The stage between tokenizer and tree builder reports lines to the sink and suspends the tokenizer after scripts.

use crate::adapter::error_message;
use crate::{Adapter, Attachment, Session};
use limpid_markup::{HookResult, LocalName, ParseError, Span, TagByParts, Text};
use limpid_tokenizer::{Tag, Token, TokenSink, TokenSinkResult};
use limpid_tree_builder::TreeBuilder;
use markup5ever::interface::TreeSink;
use std::cell::Cell;

/// Wraps a tree builder as the tokenizer's sink. Reports the line of each token to the sink of markup5ever.
///
/// Optionally suspends the tokenizer after each script, whether or not scripting is enabled.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Stage};
/// use limpid_tokenizer::{Tokenizer, TokenizerOptions, TokenizerStatus};
/// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
/// use markup5ever_rcdom::RcDom;
///
/// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
/// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// let mut stage = Stage::new(&mut builder, true);
/// let (status, taken) = tokenizer.feed("<script>pour()</script><p>Tea", &mut stage);
/// assert_eq!((status, taken), (TokenizerStatus::Suspended, 23));
/// ```
#[derive(Debug)]
pub struct Stage<'b, A: Attachment> {
    builder: &'b mut TreeBuilder<Adapter<A>>,
    suspends_after_scripts: bool,
    exact_errors: bool,
    interruption: Option<&'b Cell<bool>>,
}

impl<'b, A: Attachment> Stage<'b, A> {
    /// Wraps a tree builder. If `suspends_after_scripts` is true, each script suspends the tokenizer, and
    /// [`Session::take_ended_script`] returns the script.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Stage};
    /// use limpid_tokenizer::{Tokenizer, TokenizerOptions, TokenizerStatus};
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    ///
    /// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// let status = tokenizer.run("<script></script>", &mut Stage::new(&mut builder, false));
    /// assert_eq!(status, TokenizerStatus::Finished);
    /// ```
    pub fn new(builder: &'b mut TreeBuilder<Adapter<A>>, suspends_after_scripts: bool) -> Stage<'b, A> {
        let exact_errors = builder.sink().0.session().options.exact_errors;
        Stage { builder, suspends_after_scripts, exact_errors, interruption: None }
    }

    /// Sets whether the tokenizer's error messages contain positions, and whether errors of the input stream are reported.
    ///
    /// The default is the [option of the adapter](crate::AdapterOptions::exact_errors), which always applies to the tree builder's errors.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Stage};
    /// use limpid_tokenizer::{Tokenizer, TokenizerOptions};
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    ///
    /// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// let mut stage = Stage::new(&mut builder, false).exact_errors(true);
    /// tokenizer.run("<!DOCTYPE html><p a a>", &mut stage);
    /// assert_eq!(builder.finish().into_sink().errors.take(), ["duplicate-attribute at 21..22"]);
    /// ```
    #[must_use]
    pub fn exact_errors(mut self, exact: bool) -> Stage<'b, A> {
        self.exact_errors = exact;
        self
    }

    /// Also suspends the tokenizer after a tag if the cell is true. A sink sets the cell while it processes the tag.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Stage};
    /// use limpid_tokenizer::{Tokenizer, TokenizerOptions, TokenizerStatus};
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    ///
    /// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// let interruption = std::cell::Cell::new(true); // as a sink sets it
    /// let mut stage = Stage::new(&mut builder, false).interrupted_by(&interruption);
    /// assert_eq!(tokenizer.feed("<p><b>", &mut stage), (TokenizerStatus::Suspended, 3));
    /// ```
    #[must_use]
    pub fn interrupted_by(mut self, interruption: &'b Cell<bool>) -> Stage<'b, A> {
        self.interruption = Some(interruption);
        self
    }

    /// Returns whether parsing has stopped before the end of the input.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Stage};
    /// use limpid_tokenizer::{Tokenizer, TokenizerOptions};
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    ///
    /// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    /// let mut stage = Stage::new(&mut builder, false);
    /// tokenizer.run("<p>Tea", &mut stage);
    /// assert!(!stage.has_stopped());
    /// ```
    pub fn has_stopped(&self) -> bool {
        self.builder.has_stopped()
    }

    #[inline]
    fn session(&self) -> &Session<<A::Sink as TreeSink>::Handle> {
        self.builder.sink().0.session()
    }

    #[inline]
    fn announce_line(&self, offset: u32) {
        self.session().announce_line(self.builder.sink().0.sink(), offset);
    }

    #[inline]
    fn after_tag(&self, result: TokenSinkResult) -> TokenSinkResult {
        let session = self.session();
        if session.ended_script.get().is_some() {
            if self.suspends_after_scripts {
                return TokenSinkResult::Suspend;
            }
            session.ended_script.set(None);
        }
        match result {
            TokenSinkResult::Continue if self.interruption.is_some_and(Cell::get) => TokenSinkResult::Suspend,
            result => result,
        }
    }
}

impl<A: Attachment> TokenSink for Stage<'_, A> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.announce_line(token.span().end);
        let result = self.builder.process_token(token);
        self.after_tag(result)
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.announce_line(tag.span.end);
        let result = self.builder.start_tag(tag);
        self.after_tag(result)
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.announce_line(tag.span.end);
        let result = self.builder.end_tag(tag);
        self.after_tag(result)
    }

    #[inline]
    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        self.announce_line(tag.span.end);
        let result = self.builder.start_tag_by_parts(tag);
        self.after_tag(result)
    }

    #[inline]
    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.announce_line(span.end);
        let result = self.builder.end_tag_by_name(name, span);
        self.after_tag(result)
    }

    #[inline]
    fn characters_at(&mut self, span: Span) -> HookResult {
        self.announce_line(span.end);
        self.builder.characters_at(span)
    }

    #[inline]
    fn characters(&mut self, text: Text<'_>) {
        self.announce_line(text.span.end);
        self.builder.characters(text);
    }

    fn parse_error(&mut self, error: ParseError) {
        self.builder.sink().0.sink().parse_error(error_message(error, self.exact_errors));
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.exact_errors
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}
