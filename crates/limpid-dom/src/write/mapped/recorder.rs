//! The output that records the headings, and the source of each text.

use super::{MappedText, TextHeading, TextRun};
use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use crate::read::source_map::SourceMap;
use crate::storage::text_buffer::Place;
use crate::write::output::{Origin, Output};
use crate::write::rendering::html_name;
use core::mem;
use core::ops::Range;
use limpid_markup::{LocalName, Namespace, Span, TagSet};

/// The maximum length in bytes of a heading's title. It is limited because each passage contains the titles above it.
const MAX_TITLE_LEN: usize = 300;

/// A part of a text node or of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TextPart<'d> {
    node: NodeRef<'d>,
    attribute: Option<LocalName>,
    /// The storage of the whole text.
    place: Place,
    start: u32,
    end: u32,
}

impl<'d> TextPart<'d> {
    #[inline]
    fn new(node: NodeRef<'d>, attribute: Option<LocalName>, place: Place, len: usize) -> TextPart<'d> {
        TextPart { node, attribute, place, start: 0, end: len as u32 }
    }

    /// Returns the source offset of the whole text, if the source contains it in the same form.
    #[inline]
    fn source(self) -> Option<u32> {
        self.node.document().arena.text.span_in_source(self.place).map(|span| span.start)
    }

    #[inline]
    fn text(self) -> &'d str {
        let text = match self.attribute {
            None => self.node.text(),
            Some(name) => self.node.attribute_by_name(name),
        };
        text.and_then(|text| text.get(self.start as usize..self.end as usize)).unwrap_or_default()
    }
}

#[inline]
fn attribute_named(element: NodeRef<'_>, name: LocalName) -> Option<Attribute<'_>> {
    element.attributes().find(|attribute| attribute.name() == name && attribute.namespace() == Namespace::None)
}

impl Origin for Option<TextPart<'_>> {
    #[inline]
    fn part(self, range: Range<usize>) -> Self {
        self.map(|part| {
            let offset = |at: usize| part.end.min(part.start + at as u32);
            TextPart { start: offset(range.start), end: offset(range.end), ..part }
        })
    }
}

#[derive(Debug, Default)]
pub(crate) struct Recorder<'d> {
    mapped: MappedText,
    /// The text node or attribute for which `source_map` was computed.
    current: Option<(NodeRef<'d>, Option<LocalName>)>,
    source_map: SourceMap,
    /// The node number of the open heading, or 0.
    heading: u32,
    /// The end of the open heading's words so far, as an offset in the output.
    title_end: usize,
}

impl<'d> Recorder<'d> {
    /// Creates a recorder with capacity for this number of runs.
    #[inline]
    pub(super) fn with_capacity(nodes: usize) -> Recorder<'d> {
        let mut recorder = Recorder::default();
        recorder.mapped.runs.reserve(nodes);
        recorder
    }

    #[inline]
    pub(super) fn finish(mut self) -> MappedText {
        // Usually, little capacity is unused. Shrinking copies the runs, so it is done only if more than half is unused.
        if self.mapped.runs.len() < self.mapped.runs.capacity() / 2 {
            self.mapped.runs.shrink_to_fit();
        }
        self.mapped
    }

    /// Records the source of the text that is written next.
    #[inline]
    fn record(&mut self, part: TextPart<'d>, written: &str, is_copy: bool) {
        if self.heading != 0 {
            self.add_title(part, written.len());
        }
        let at = self.mapped.text.len();
        let run = |range: Range<u32>, within: Range<u32>, span, is_exact| TextRun {
            range: at + range.start as usize..at + range.end as usize,
            node: part.node.id(),
            attribute: part.attribute.map(LocalName::as_str),
            within: within.start as usize..within.end as usize,
            span,
            is_exact,
        };
        let TextPart { start, end, .. } = part;
        if let Some(source) = part.source() {
            let span = Some(Span::new(source + start, source + end));
            self.push(run(0..written.len() as u32, start..end, span, is_copy));
            return;
        }
        self.load_source_map(part);
        if is_copy {
            let source_map = mem::take(&mut self.source_map);
            for segment in source_map.parts(start..end) {
                let within = segment.start..segment.end;
                self.push(run(segment.start - start..segment.end - start, within, segment.span, segment.is_exact));
            }
            self.source_map = source_map;
        } else {
            self.push(run(0..written.len() as u32, start..end, self.source_map.span(start..end), false));
        }
    }

    /// Computes the source map of a text, unless it is the same text as before.
    #[inline]
    fn load_source_map(&mut self, TextPart { node, attribute, .. }: TextPart<'d>) {
        if self.current == Some((node, attribute)) {
            return;
        }
        self.current = Some((node, attribute));
        match attribute {
            None => self.source_map.set_text(node),
            Some(name) => {
                if let Some(attribute) = attribute_named(node, name) {
                    self.source_map.set_value(&attribute);
                }
            }
        }
    }

    /// Adds a run, or extends the last one if the two are adjacent in the source and the output.
    #[inline]
    fn push(&mut self, run: TextRun) {
        if let Some(last) = self.mapped.runs.last_mut()
            && last.is_exact
            && run.is_exact
            && last.range.end == run.range.start
            && last.within.end == run.within.start
            && last.node == run.node
            && last.attribute == run.attribute
            && let (Some(last_span), Some(span)) = (&mut last.span, run.span)
            && last_span.end == span.start
        {
            (last.range.end, last.within.end, last_span.end) = (run.range.end, run.within.end, span.end);
        } else {
            self.mapped.runs.push(run);
        }
    }

    #[cold]
    #[inline]
    fn end_heading(&mut self) {
        self.heading = 0;
        let Some(heading) = self.mapped.headings.last_mut() else { return };
        heading.range.end = self.mapped.text.len();
        // A title needs cleanup if it has leading, trailing or repeated spaces, or bytes that may belong to other white space.
        let note = |(last, needs_cleanup), byte| {
            (byte, needs_cleanup || !(b' '..=b'~').contains(&byte) || (last, byte) == (b' ', b' '))
        };
        let (last, needs_cleanup) = heading.title.bytes().fold((b' ', false), note);
        if needs_cleanup || last == b' ' {
            let mut words = String::with_capacity(heading.title.len());
            for word in heading.title.split_whitespace() {
                words.extend([if words.is_empty() { "" } else { " " }, word]);
            }
            heading.title = words;
        }
        heading.title.truncate(cut_title(&heading.title).len());
    }

    /// Adds words to the title of the open heading. `len` is their length in the output.
    #[cold]
    #[inline]
    fn add_title(&mut self, part: TextPart<'_>, len: usize) {
        let Some(heading) = self.mapped.headings.last_mut() else { return };
        let added = self.mapped.text.get(self.title_end..).unwrap_or_default();
        let words = part.text();
        if heading.title.len() < MAX_TITLE_LEN && part.attribute.is_none_or(|name| name == LocalName::ALT) {
            // Before the first word of the title, the added output consists of the line ends before the heading.
            if !heading.title.is_empty() && added.contains(|character: char| character.is_ascii_whitespace()) {
                heading.title.push(' ');
            }
            heading.title.push_str(cut_title(words));
        }
        self.title_end = self.mapped.text.len() + len;
    }
}

/// Returns a title cut to the maximum length.
#[inline]
fn cut_title(title: &str) -> &str {
    if title.len() < MAX_TITLE_LEN - 4 {
        return title;
    }
    let end = title.char_indices().map(|(at, _)| at).find(|&at| at > MAX_TITLE_LEN - 4).unwrap_or(title.len());
    &title[..end]
}

impl<'d> Output<'d> for Recorder<'d> {
    type Origin = Option<TextPart<'d>>;

    #[inline]
    fn text_origin(node: NodeRef<'d>, text: &'d str) -> Option<TextPart<'d>> {
        Some(TextPart::new(node, None, node.node().place(), text.len()))
    }

    #[inline]
    fn value_origin(element: NodeRef<'d>, name: LocalName, value: &'d str) -> Option<TextPart<'d>> {
        let record = element.document().arena.attribute_without_namespace(element.number(), name)?;
        Some(TextPart::new(element, Some(name), record.place(), value.len()))
    }

    #[inline]
    fn text(&mut self) -> &mut String {
        &mut self.mapped.text
    }

    #[inline]
    fn copy(&mut self, origin: Option<TextPart<'d>>, text: &str) {
        if let Some(part) = origin
            && !text.is_empty()
        {
            self.record(part, text, true);
        }
        self.mapped.text.push_str(text);
    }

    #[inline]
    fn replace(&mut self, origin: Option<TextPart<'d>>, text: &str) {
        if let Some(part) = origin
            && !text.is_empty()
        {
            let is_same = (part.end - part.start) as usize == text.len() && part.text() == text;
            self.record(part, text, is_same);
        }
        self.mapped.text.push_str(text);
    }

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>) {
        if self.heading == 0 && TagSet::HEADINGS.contains(html_name(node)) {
            let level = node.local_name().as_bytes().get(1).map_or(1, |digit| digit - b'0');
            let start = self.mapped.text.len();
            self.heading = node.number();
            self.title_end = start;
            self.mapped.headings.push(TextHeading {
                level,
                title: String::new(),
                node: node.id(),
                range: start..start,
            });
        }
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>) {
        if self.heading == node.number() {
            self.end_heading();
        }
    }
}
