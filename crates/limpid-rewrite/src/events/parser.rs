//! A push parser, which calls a handler for each event.

use super::event::ElementId;
use super::sink::{EventHandler, EventSink};
use limpid_tokenizer::{Chunk, State, Tokenizer, TokenizerStatus};
use limpid_tree_builder::{Suspension, TreeBuilder, TreeBuilderOptions};

/// Parses text in chunks and calls an [`EventHandler`] for each event as soon as it is known.
///
/// ```
/// use limpid::events::{Event, EventParser, OpenElements};
///
/// // The text of the page, as it arrives.
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
    /// Creates a parser for a document, with the default options. A byte order mark (U+FEFF) at the start is skipped.
    ///
    /// ```
    /// use limpid::events::{Event, EventParser, OpenElements};
    /// let mut links = 0;
    /// let mut parser = EventParser::new(|event: Event<'_>, _: &OpenElements| {
    ///     links += usize::from(matches!(event, Event::Enter(enter) if enter.is_html(limpid::LocalName::A)));
    /// });
    /// parser.feed("<a href=/tea>Tea</a>");
    /// parser.finish();
    /// assert_eq!(links, 1);
    /// ```
    pub fn new(handler: H) -> EventParser<H> {
        let mut tokenizer = Tokenizer::default();
        tokenizer.skip_byte_order_mark(true);
        let builder = TreeBuilder::new(EventSink::new(handler), TreeBuilderOptions::default());
        EventParser::from_stages((tokenizer, builder))
    }

    /// Creates a parser from a tokenizer and a tree builder, for example with other options or for the content of an element.
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

    /// Parses the next chunk of the page.
    ///
    /// ```
    /// use limpid::events::{Event, EventParser, OpenElements};
    /// let mut text = String::new();
    /// let mut parser = EventParser::new(|event: Event<'_>, _: &OpenElements| {
    ///     if let Event::Text { text: piece, .. } = event {
    ///         text += piece.text;
    ///     }
    /// });
    /// for piece in ["<p>Green te", "a &am", "p; milk"] {
    ///     parser.feed(piece);
    /// }
    /// parser.finish();
    /// assert_eq!(text, "Green tea & milk");
    /// ```
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

    /// Parses the next chunk of a page that the caller buffers. `text` is the buffered part of the page, and `start` its offset. It must
    /// contain all text from the offset [`needed_from`](Self::needed_from). Returns the reason if the parser suspends before the end of `text`.
    pub(crate) fn feed_window(&mut self, text: &str, start: u32) -> Option<Suspension<ElementId>> {
        while !self.builder.has_stopped() {
            let window = &text[(self.tokenizer.needed_from() - start) as usize..];
            if self.tokenizer.feed_window(window, &mut self.builder) == TokenizerStatus::Finished {
                break;
            }
            if let Some(suspension) = self.builder.take_suspension() {
                return Some(suspension);
            }
        }
        None
    }

    /// Sets whether the parser suspends after each `meta` that may declare an encoding.
    pub(crate) fn suspend_at_encoding_declarations(&mut self, suspend: bool) {
        self.builder.suspend_at_encoding_declarations(suspend);
    }

    /// Returns the offset of the first byte that the parser may still read.
    pub(crate) fn needed_from(&self) -> u32 {
        if self.builder.has_stopped() { u32::MAX } else { self.tokenizer.needed_from() }
    }

    /// Returns the offset up to which the tokenizer has dropped the text of an unfinished tag, because nothing needs the attributes of the tag.
    pub(crate) fn dropped_to(&self) -> Option<u32> {
        self.tokenizer.dropped_to()
    }

    /// Like [`finish`](Self::finish), for a page that the caller buffers.
    pub(crate) fn finish_window(mut self, text: &str, start: u32) -> H {
        if !self.builder.has_stopped() {
            let window = &text[(self.tokenizer.needed_from() - start) as usize..];
            self.tokenizer.finish_window(window, &mut self.builder);
        }
        self.builder.finish().into_handler()
    }

    /// Returns whether parsing ended early, because of a limit or [the handler](EventHandler::is_full).
    ///
    /// ```
    /// use limpid::events::{Event, EventHandler, EventParser, OpenElements};
    /// use limpid::ErrorCode;
    ///
    /// struct FirstText(String);
    ///
    /// impl EventHandler for FirstText {
    ///     fn event(&mut self, event: Event<'_>, _: &OpenElements) {
    ///         if let Event::Text { text, .. } = event {
    ///             self.0 += text.text;
    ///         }
    ///     }
    ///
    ///     fn is_full(&self) -> Option<ErrorCode> {
    ///         (!self.0.is_empty()).then_some(ErrorCode::NodeLimit)
    ///     }
    /// }
    ///
    /// let mut parser = EventParser::new(FirstText(String::new()));
    /// parser.feed("<p>Green<p>Black");
    /// assert!(parser.has_stopped());
    /// assert_eq!(parser.finish().0, "Green");
    /// ```
    pub fn has_stopped(&self) -> bool {
        self.builder.has_stopped()
    }

    /// Returns the handler.
    ///
    /// ```
    /// use limpid::events::{Event, EventHandler, EventParser, OpenElements};
    ///
    /// struct Count(usize);
    ///
    /// impl EventHandler for Count {
    ///     fn event(&mut self, event: Event<'_>, _: &OpenElements) {
    ///         self.0 += usize::from(matches!(event, Event::Enter(_)));
    ///     }
    /// }
    ///
    /// let mut parser = EventParser::new(Count(0));
    /// parser.feed("<p>Green<p>Bl");
    /// assert_eq!(parser.handler().0, 5); // with `html`, `head` and `body`
    /// ```
    pub fn handler(&self) -> &H {
        self.builder.sink().handler()
    }

    /// Returns a mutable reference to the handler.
    ///
    /// ```
    /// use limpid::events::{Event, EventHandler, EventParser, OpenElements};
    ///
    /// struct Count(usize);
    ///
    /// impl EventHandler for Count {
    ///     fn event(&mut self, event: Event<'_>, _: &OpenElements) {
    ///         self.0 += usize::from(matches!(event, Event::Enter(_)));
    ///     }
    /// }
    ///
    /// let mut parser = EventParser::new(Count(0));
    /// parser.feed("<p>Green");
    /// parser.handler_mut().0 = 0;
    /// parser.feed("<p>Black");
    /// assert_eq!(parser.finish().0, 1);
    /// ```
    pub fn handler_mut(&mut self) -> &mut H {
        self.builder.sink_mut().handler_mut()
    }

    pub(crate) fn tokenizer_state(&self) -> State {
        self.tokenizer.state()
    }

    /// Returns an upper bound of the allocated bytes, without the handler and the text of an unfinished tag or comment. If the bound exceeds
    /// `limit`, the bytes are counted exactly, which takes longer.
    ///
    /// ```
    /// use limpid::events::{Event, EventParser, OpenElements};
    /// let mut parser = EventParser::new(|_: Event<'_>, _: &OpenElements| {});
    /// let before = parser.memory(0);
    /// parser.feed(&"<div>".repeat(400));
    /// assert!(parser.memory(0) > before);
    /// ```
    pub fn memory(&mut self, limit: usize) -> usize {
        self.builder.sink().memory() + self.builder.memory(limit)
    }

    /// Ends the page, emits the last events, and returns the handler.
    ///
    /// ```
    /// use limpid::events::{Event, EventParser, OpenElements};
    /// let mut left = 0;
    /// let mut parser = EventParser::new(|event: Event<'_>, _: &OpenElements| left += usize::from(matches!(event, Event::Leave { .. })));
    /// parser.feed("<p>Tea");
    /// parser.finish();
    /// assert_eq!(left, 4); // `head`, `p`, `body`, `html`
    /// ```
    pub fn finish(mut self) -> H {
        if !self.builder.has_stopped() {
            self.tokenizer.finish(&mut self.builder);
        }
        self.builder.finish().into_handler()
    }
}
