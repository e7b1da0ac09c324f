//! Push: a parser that calls a handler with each event.

use super::sink::{EventHandler, EventSink};
use limpid_tokenizer::{Chunk, State, Tokenizer, TokenizerStatus};
use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};

/// A parser that takes text in pieces and calls an [`EventHandler`] with each event, as soon as it is known.
///
/// ```
/// use limpid::events::{Event, EventParser, OpenElements};
///
/// // The text of the page, as it comes.
/// let mut text = String::new();
/// let mut parser = EventParser::new(|event: Event<'_>, open: &OpenElements| {
///     if let Event::Text { place, text: piece } = event
///         && open.ancestors(place).all(|element| !matches!(element.name_str, "script" | "style" | "title"))
///     {
///         text.push_str(piece.text);
///     }
/// });
/// for piece in ["<title>Tea</title><p>Mat", "cha &am", "p; Sencha"] {
///     parser.feed(piece);
/// }
/// parser.finish();
/// assert_eq!(text, "Matcha & Sencha");
/// ```
#[derive(Debug)]
pub struct EventParser<H: EventHandler> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<EventSink<H>>,
}

impl<H: EventHandler> EventParser<H> {
    /// Creates a parser for a document, with the default options.
    pub fn new(handler: H) -> EventParser<H> {
        let options = TreeBuilderOptions::default();
        EventParser::from_stages((Tokenizer::default(), TreeBuilder::new(EventSink::new(handler), options)))
    }

    /// Creates a parser of a tokenizer and a tree builder: of other options, or for the content of an element.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::{Event, EventParser, EventSink, OpenElements};
    ///
    /// let mut cells = 0;
    /// let sink = EventSink::new(|event: Event<'_>, _: &OpenElements| cells += usize::from(matches!(event, Event::Enter(_))));
    /// let mut parser = EventParser::from_stages(ParseOptions::new().stages(sink, Some(&"tr".into())));
    /// parser.feed("<td>1<td>2");
    /// parser.finish();
    /// assert_eq!(cells, 2);
    /// ```
    pub fn from_stages((tokenizer, builder): (Tokenizer, TreeBuilder<EventSink<H>>)) -> EventParser<H> {
        EventParser { tokenizer, builder }
    }

    /// Parses the next piece of the page.
    pub fn feed(&mut self, text: &str) {
        let mut chunk = Chunk::from(text);
        while !self.builder.has_stopped() {
            let (status, taken) = self.tokenizer.feed(chunk, &mut self.builder);
            if status == TokenizerStatus::Finished {
                return;
            }
            chunk = chunk.rest(taken);
        }
    }

    /// Whether parsing has ended before the input, as a limit says or [the handler](EventHandler::is_full).
    pub fn has_stopped(&self) -> bool {
        self.builder.has_stopped()
    }

    /// Returns the handler.
    pub fn handler(&self) -> &H {
        self.builder.sink().handler()
    }

    /// Returns the handler, to change it.
    pub fn handler_mut(&mut self) -> &mut H {
        self.builder.sink_mut().handler_mut()
    }

    /// Returns the state that the next piece of the page is read in.
    pub(crate) fn tokenizer_state(&self) -> State {
        self.tokenizer.state()
    }

    /// Returns at least the number of bytes that are held beside the handler and the text of an unfinished tag or comment. If it is more
    /// than `limit`, it is counted, which takes time.
    pub fn memory(&mut self, limit: usize) -> usize {
        self.builder.sink().memory() + self.builder.memory(limit)
    }

    /// Ends the page: the last events come, and the handler is returned.
    pub fn finish(mut self) -> H {
        if !self.builder.has_stopped() {
            self.tokenizer.finish(&mut self.builder);
        }
        self.builder.finish().into_handler()
    }
}
