//! A pull parser, which returns one event at a time.
//!
//! The parser reads the text in small chunks and queues their events. It is therefore ahead of the events that the caller reads, so the
//! reader tracks the open elements of the current event itself.

use super::event::{ElementId, Enter, Event, Place};
use super::open_elements::OpenElements;
use super::parser::EventParser;
use super::sink::{EventHandler, EventSink};
use core::ops::Range;
use limpid_markup::{
    AttributesBuffer, Doctype, LocalName, Namespace, NewElement, QuirksMode, Span, Text, TokenAttributes,
};
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};

/// Returns the events of a text one by one.
///
/// ```
/// use limpid::events::{Event, EventReader};
///
/// let mut reader = EventReader::new("<ul><li>Sencha<li>Matcha <!-- 4 --></ul>");
/// let mut items = Vec::new();
/// while let Some((event, open)) = reader.next_event() {
///     if let Event::Text { place, text } = event {
///         items.push((open.ancestors(place).next().map(|element| element.name), text.text.to_owned()));
///     }
/// }
/// # use limpid::LocalName;
/// assert_eq!(items[0], (Some(LocalName::LI), "Sencha".to_owned()));
/// assert_eq!(items.len(), 2);
/// ```
#[derive(Debug)]
pub struct EventReader<'i> {
    input: &'i str,
    /// The number of bytes of `input` that the parser has received.
    parsed_length: usize,
    /// `None` after the end of the page was parsed.
    parser: Option<EventParser<Queue>>,
    /// The last events of the page, once `parser` is `None`.
    final_queue: Queue,
    /// The number of events in the queue that were returned.
    events_read: usize,
    open: OpenElements,
    left_element: Option<ElementId>,
}

/// The number of bytes to parse at a time.
const CHUNK_LENGTH: usize = 4096;

impl<'i> EventReader<'i> {
    /// Creates a reader for the events of a document, with the default options. A byte order mark (U+FEFF) at the start is skipped.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<!DOCTYPE html><p>Tea");
    /// assert!(matches!(reader.next_event(), Some((Event::Doctype(_), _))));
    /// ```
    pub fn new(input: &'i str) -> EventReader<'i> {
        EventReader::from_stages(input, |sink| {
            let mut tokenizer = Tokenizer::default();
            tokenizer.skip_byte_order_mark(true);
            (tokenizer, TreeBuilder::new(sink, TreeBuilderOptions::default()))
        })
    }

    /// Creates a reader from a function that makes the tokenizer and the tree builder, for example with other options or for the content
    /// of an element.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::events::EventReader;
    ///
    /// let options = ParseOptions::new();
    /// let mut reader = EventReader::from_stages("<td>1<td>2", |sink| options.stages(sink, Some(&"tr".into())));
    /// let mut count = 0;
    /// while reader.next_event().is_some() {
    ///     count += 1;
    /// }
    /// assert_eq!(count, 6);
    /// ```
    pub fn from_stages(
        input: &'i str,
        stages: impl FnOnce(EventSink<Queue>) -> (Tokenizer, TreeBuilder<EventSink<Queue>>),
    ) -> EventReader<'i> {
        let parser = Some(EventParser::from_stages(stages(EventSink::new(Queue::default()))));
        EventReader {
            input,
            parsed_length: 0,
            parser,
            final_queue: Queue::default(),
            events_read: 0,
            open: OpenElements::new(),
            left_element: None,
        }
    }

    /// Returns the next event and the elements open at that time, as in [`EventHandler::event`], or `None` after the last event.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>Tea");
    /// let mut count = 0;
    /// while let Some((_, open)) = reader.next_event() {
    ///     count += 1;
    ///     assert!(open.capacity() > 0);
    /// }
    /// assert_eq!(count, 9); // four elements and a text
    /// ```
    pub fn next_event(&mut self) -> Option<(Event<'_>, &OpenElements)> {
        if let Some(id) = self.left_element.take() {
            self.open.unlink(id);
            self.open.forget(id);
        }
        while self.events_read == self.queue().records.len() {
            self.parse_more()?;
        }
        let position = self.events_read;
        self.events_read += 1;
        self.apply(position);
        let event = self.queue().event(position, self.input)?;
        Some((event, &self.open))
    }

    fn queue(&self) -> &Queue {
        self.parser.as_ref().map_or(&self.final_queue, EventParser::handler)
    }

    /// Parses the next chunk or the end of the page. Returns `None` if the end was already parsed.
    fn parse_more(&mut self) -> Option<()> {
        self.events_read = 0;
        let parser = self.parser.as_mut()?;
        parser.handler_mut().clear();
        if self.parsed_length == self.input.len() || parser.has_stopped() {
            self.final_queue = self.parser.take()?.finish();
            return Some(());
        }
        let mut end = self.input.len().min(self.parsed_length + CHUNK_LENGTH);
        while !self.input.is_char_boundary(end) {
            end += 1;
        }
        parser.feed(&self.input[self.parsed_length..end]);
        self.parsed_length = end;
        Some(())
    }

    /// Updates the open elements of the reader for an event.
    fn apply(&mut self, position: usize) {
        let queue = self.parser.as_ref().map_or(&self.final_queue, EventParser::handler);
        match &queue.records[position] {
            Record::Enter(element) => {
                // The quirks mode is known before the first element, and does not change later.
                self.open.quirks_mode = queue.quirks_mode;
                let name_str = &queue.text[element.name_str.clone()];
                self.open.create_at(element.id, element.namespace, element.name, name_str);
                self.open.link(element.place.parent, element.id);
            }
            &Record::Moved { id, place } => {
                self.open.unlink(id);
                self.open.link(place.parent, id);
            }
            &Record::Wrapped { id } => {
                let parent = self.open.parent(id).unwrap_or(ElementId::ROOT);
                self.open.reparent(parent, id);
            }
            &Record::Removed { id } => self.open.unlink(id),
            &Record::Leave { id, .. } => self.left_element = (!self.open.is_head(id)).then_some(id),
            _ => {}
        }
    }
}

/// The events of the current chunk.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Queue {
    records: Vec<Record>,
    /// Names, and texts that are not verbatim in the input.
    text: String,
    attributes: Vec<AttributesBuffer>,
    /// The number of entries of `attributes` in use; the others are kept for reuse.
    attributes_used: usize,
    quirks_mode: QuirksMode,
}

#[derive(Debug)]
enum Record {
    Enter(EnterRecord),
    Text { place: Place, text: TextRecord },
    Comment { place: Place, data: TextRecord, span: Span },
    ProcessingInstruction { place: Place, target: Range<usize>, data: TextRecord, span: Span },
    Doctype { parts: [Option<Range<usize>>; 3], force_quirks: bool, span: Span },
    Leave { id: ElementId, end_tag: Option<Span> },
    Moved { id: ElementId, place: Place },
    Wrapped { id: ElementId },
    Removed { id: ElementId },
    AttributesAdded { id: ElementId, attributes: usize },
}

#[derive(Debug)]
struct EnterRecord {
    id: ElementId,
    place: Place,
    namespace: Namespace,
    name: LocalName,
    name_str: Range<usize>,
    attributes: Option<usize>,
    span: Option<Span>,
    had_duplicate_attribute: bool,
    is_copy: bool,
}

#[derive(Clone, Debug)]
struct TextRecord {
    span: Span,
    /// The range in [`Queue::text`], or `None` for a verbatim text.
    built: Option<Range<usize>>,
}

impl Queue {
    fn clear(&mut self) {
        self.records.clear();
        self.text.clear();
        self.attributes_used = 0;
    }

    fn store(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn store_text(&mut self, text: Text<'_>) -> TextRecord {
        TextRecord { span: text.span, built: (!text.verbatim).then(|| self.store(text.text)) }
    }

    fn store_attributes(&mut self, attributes: &TokenAttributes<'_>) -> usize {
        let position = self.attributes_used;
        if position == self.attributes.len() {
            self.attributes.push(AttributesBuffer::default());
        }
        self.attributes[position].set(attributes);
        self.attributes_used += 1;
        position
    }

    fn text<'a>(&'a self, record: &TextRecord, input: &'a str) -> Text<'a> {
        let text = match &record.built {
            Some(built) => &self.text[built.clone()],
            None => input.get(record.span.range()).unwrap_or_default(),
        };
        Text { text, span: record.span, verbatim: record.built.is_none() }
    }

    fn event<'a>(&'a self, position: usize, input: &'a str) -> Option<Event<'a>> {
        let attributes = |position: usize| self.attributes[position].attributes();
        Some(match self.records.get(position)? {
            Record::Enter(it) => Event::Enter(Enter {
                id: it.id,
                place: it.place,
                element: NewElement {
                    namespace: it.namespace,
                    name: it.name,
                    name_str: if it.name.is_known() { it.name.as_str() } else { &self.text[it.name_str.clone()] },
                    qualifier: None,
                    attributes: it.attributes.map_or(TokenAttributes::EMPTY, attributes),
                    span: it.span,
                    had_duplicate_attribute: it.had_duplicate_attribute,
                },
                is_copy: it.is_copy,
            }),
            Record::Text { place, text } => Event::Text { place: *place, text: self.text(text, input) },
            Record::Comment { place, data, span } => {
                Event::Comment { place: *place, data: self.text(data, input), span: *span }
            }
            Record::ProcessingInstruction { place, target, data, span } => Event::ProcessingInstruction {
                place: *place,
                target: &self.text[target.clone()],
                data: self.text(data, input),
                span: *span,
            },
            Record::Doctype { parts, force_quirks, span } => {
                let [name, public_id, system_id] =
                    parts.each_ref().map(|part| part.clone().map(|range| &self.text[range]));
                Event::Doctype(Doctype { name, public_id, system_id, force_quirks: *force_quirks, span: *span })
            }
            &Record::Leave { id, end_tag } => Event::Leave { id, end_tag },
            &Record::Moved { id, place } => Event::Moved { id, place },
            &Record::Wrapped { id } => Event::Wrapped { id },
            &Record::Removed { id } => Event::Removed { id },
            &Record::AttributesAdded { id, attributes: position } => {
                Event::AttributesAdded { id, attributes: attributes(position) }
            }
        })
    }
}

impl EventHandler for Queue {
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        self.quirks_mode = open.quirks_mode();
        let record = match event {
            Event::Enter(Enter { id, place, element, is_copy }) => Record::Enter(EnterRecord {
                id,
                place,
                namespace: element.namespace,
                name: element.name,
                name_str: self.store(if element.name.is_known() { "" } else { element.name_str }),
                attributes: (!element.attributes.is_empty()).then(|| self.store_attributes(&element.attributes)),
                span: element.span,
                had_duplicate_attribute: element.had_duplicate_attribute,
                is_copy,
            }),
            Event::Text { place, text } => Record::Text { place, text: self.store_text(text) },
            Event::Comment { place, data, span } => Record::Comment { place, data: self.store_text(data), span },
            Event::ProcessingInstruction { place, target, data, span } => {
                let target = self.store(target);
                Record::ProcessingInstruction { place, target, data: self.store_text(data), span }
            }
            Event::Doctype(Doctype { name, public_id, system_id, force_quirks, span }) => {
                let parts = [name, public_id, system_id].map(|part| part.map(|part| self.store(part)));
                Record::Doctype { parts, force_quirks, span }
            }
            Event::Leave { id, end_tag } => Record::Leave { id, end_tag },
            Event::Moved { id, place } => Record::Moved { id, place },
            Event::Wrapped { id } => Record::Wrapped { id },
            Event::Removed { id } => Record::Removed { id },
            Event::AttributesAdded { id, attributes } => {
                Record::AttributesAdded { id, attributes: self.store_attributes(&attributes) }
            }
        };
        self.records.push(record);
    }
}
