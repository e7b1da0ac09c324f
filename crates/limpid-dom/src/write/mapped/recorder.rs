//! The output that keeps what it is told: where text comes from, and where headings are.

use super::{MappedText, TextHeading, TextRun};
use crate::read::node_ref::NodeRef;
use crate::read::source_map::SourceMap;
use crate::write::output::{Origin, Output};
use crate::write::rendering::html_name;
use core::fmt::{self, Write};
use core::ops::Range;
use limpid_markup::TagSet;

/// The bytes of a heading's title at most, as each chunk has the titles above it.
const LONGEST_TITLE: usize = 300;

/// A part of a text, or of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place<'d> {
    node: NodeRef<'d>,
    attribute: Option<&'static str>,
    text: &'d str,
    start: u32,
    end: u32,
}

impl Origin for Option<Place<'_>> {
    fn part(self, range: Range<usize>) -> Self {
        self.map(|place| {
            let offset = |at: usize| place.end.min(place.start + at as u32);
            Place { start: offset(range.start), end: offset(range.end), ..place }
        })
    }
}

/// A writer that records.
#[derive(Debug, Default)]
pub(crate) struct Recorder<'d> {
    mapped: MappedText,
    /// The text that was written for last, and its places.
    current: Option<(NodeRef<'d>, Option<&'static str>)>,
    places: SourceMap,
    /// The heading that is open.
    heading: Option<NodeRef<'d>>,
    /// The end of its title in the output so far.
    titled: usize,
}

impl<'d> Recorder<'d> {
    pub(super) fn finish(self) -> MappedText {
        self.mapped
    }

    /// Records that what is written next comes from a place.
    fn record(&mut self, place: Place<'d>, written: &str, is_copy: bool) {
        let Place { node, attribute, start, end, .. } = place;
        if self.current != Some((node, attribute)) {
            self.current = Some((node, attribute));
            match attribute {
                None => self.places.set_text(node),
                Some(name) => {
                    if let Some(attribute) = node.attributes().find(|it| it.qualified_name() == name) {
                        self.places.set_value(&attribute);
                    }
                }
            }
        }
        self.add_title(place, written.len());
        let at = self.mapped.text.len();
        if !is_copy {
            let span = self.places.span(start..end);
            self.push(TextRun {
                range: at..at + written.len(),
                node: node.id(),
                attribute,
                within: start as usize..end as usize,
                span,
                is_exact: false,
            });
            return;
        }
        let first = self.mapped.runs.len();
        let parts = self.places.parts(start..end).map(|part| TextRun {
            range: at + (part.start - start) as usize..at + (part.end - start) as usize,
            node: node.id(),
            attribute,
            within: part.start as usize..part.end as usize,
            span: part.span,
            is_exact: part.is_exact,
        });
        self.mapped.runs.extend(parts);
        self.join(first);
    }

    fn push(&mut self, run: TextRun) {
        self.mapped.runs.push(run);
    }

    /// Makes one run of the one at an index and the one before it, if the source has both in a row.
    fn join(&mut self, index: usize) {
        if let Some([.., last, next]) = self.mapped.runs.get_mut(..=index)
            && last.is_exact
            && next.is_exact
            && last.node == next.node
            && last.range.end == next.range.start
            && last.within.end == next.within.start
            && last.attribute == next.attribute
            && let (Some(span), Some(next_span)) = (&mut last.span, next.span)
            && span.end == next_span.start
        {
            (last.range.end, last.within.end, span.end) = (next.range.end, next.within.end, next_span.end);
            self.mapped.runs.remove(index);
        }
    }

    /// Adds words, whose output has a length, to the title of the heading that is open.
    fn add_title(&mut self, place: Place<'_>, len: usize) {
        let (Some(_), Some(heading)) = (self.heading, self.mapped.headings.last_mut()) else { return };
        let added = self.mapped.text.get(self.titled..).unwrap_or_default();
        let words = place.text.get(place.start as usize..place.end as usize).unwrap_or_default();
        if heading.title.len() < LONGEST_TITLE && !matches!(place.attribute, Some("href" | "src" | "title")) {
            if added.contains(|character: char| character.is_ascii_whitespace()) {
                heading.title.push(' ');
            }
            heading.title.push_str(start_of(words));
        }
        self.titled = self.mapped.text.len() + len;
    }
}

/// Returns as much of a title as is kept.
fn start_of(title: &str) -> &str {
    let end = title.char_indices().map(|(at, _)| at).find(|&at| at > LONGEST_TITLE - 4).unwrap_or(title.len());
    &title[..end]
}

impl Write for Recorder<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.mapped.text.push_str(text);
        Ok(())
    }
}

impl<'d> Output<'d> for Recorder<'d> {
    type Origin = Option<Place<'d>>;

    fn text_of(node: NodeRef<'d>, text: &'d str) -> Option<Place<'d>> {
        Some(Place { node, attribute: None, text, start: 0, end: text.len() as u32 })
    }

    fn value_of(element: NodeRef<'d>, name: &'static str, value: &'d str) -> Option<Place<'d>> {
        Some(Place { node: element, attribute: Some(name), text: value, start: 0, end: value.len() as u32 })
    }

    fn copy(&mut self, origin: Option<Place<'d>>, text: &str) -> fmt::Result {
        if let Some(place) = origin
            && !text.is_empty()
        {
            self.record(place, text, true);
        }
        self.write_str(text)
    }

    fn replace(&mut self, origin: Option<Place<'d>>, text: &str) -> fmt::Result {
        if let Some(place) = origin
            && !text.is_empty()
        {
            let is_same = place.text.get(place.start as usize..place.end as usize) == Some(text);
            self.record(place, text, is_same);
        }
        self.write_str(text)
    }

    fn enter(&mut self, node: NodeRef<'d>) {
        if self.heading.is_none() && TagSet::HEADINGS.contains(html_name(node)) {
            let level = node.local_name().as_bytes().get(1).map_or(1, |digit| digit - b'0');
            let start = self.mapped.text.len();
            self.heading = Some(node);
            self.titled = start;
            self.mapped.headings.push(TextHeading {
                level,
                title: String::new(),
                node: node.id(),
                range: start..start,
            });
        }
    }

    fn leave(&mut self, node: NodeRef<'d>) {
        if self.heading == Some(node) {
            self.heading = None;
            if let Some(heading) = self.mapped.headings.last_mut() {
                heading.range.end = self.mapped.text.len();
                let words = heading.title.split_whitespace().collect::<Vec<_>>().join(" ");
                heading.title = start_of(&words).to_owned();
            }
        }
    }
}
