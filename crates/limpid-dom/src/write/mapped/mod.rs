//! Text with a map to its sources: [`MappedText`].
//!
//! [`recorder`] is the output that the text and Markdown writers write to. [`passages`] splits the result at its headings.

pub(crate) mod passages;
pub(super) mod recorder;

use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;
use core::fmt;
use core::ops::Range;
use limpid_markup::Span;
use recorder::Recorder;

/// The text or Markdown of a node, with the source of each part: [`inner_text_mapped`](crate::NodeRef::inner_text_mapped),
/// `to_markdown_mapped`.
///
/// [`runs`](Self::runs) are the pieces that come from the page. Everything between them was added by the output format: line ends and tabs
/// between blocks and cells, and Markdown markup.
///
/// A `MappedText` refers to nodes by their ids and does not borrow the document. All offsets are in bytes.
///
/// ```
/// let page = "<p>Green <b>tea</b>";
/// let document = limpid::ParseOptions::new().spans(true).parse(page);
/// let mapped = document.root().inner_text_mapped();
/// let place = mapped.position(mapped.text().find("tea").unwrap()).unwrap();
/// assert_eq!(place.source.map(|offset| &page[offset as usize..]), Some("tea</b>"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MappedText {
    text: String,
    runs: Vec<TextRun>,
    headings: Vec<TextHeading>,
}

/// A piece of a [`MappedText`] that comes from a text node or an attribute's value.
///
/// ```
/// let document = limpid::parse("<p>Tea &amp; milk");
/// let mapped = document.root().inner_text_mapped();
/// let run = &mapped.runs()[0];
/// assert_eq!(&mapped.text()[run.range.clone()], &document.node(run.node).unwrap().text().unwrap()[run.within.clone()]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextRun {
    /// The range in the output, in bytes.
    pub range: Range<usize>,
    /// The text node, or the element with the attribute.
    pub node: NodeId,
    /// The name of the attribute: `alt`, `href`, `src` or `title`. Only Markdown contains attributes.
    pub attribute: Option<&'static str>,
    /// The range in the node's text or the attribute's value, in bytes.
    pub within: Range<usize>,
    /// The range in the [source](crate::Document::source) that the whole run comes from: a whole character reference, all of the white space
    /// that collapsed to a space, or both characters of a CR LF.
    ///
    /// Text that the source does not contain in the same form has a span only if the document was parsed with
    /// `limpid::ParseOptions::spans`. Text that was created or changed after the parse has no span.
    pub span: Option<Span>,
    /// Whether the source contains the same bytes as the run, so that an offset in the run is also an offset in the span.
    pub is_exact: bool,
}

/// A heading in a [`MappedText`]. Nested headings count as a part of the outer one.
///
/// ```
/// let mapped = limpid::parse("<h2>Green tea</h2>").root().inner_text_mapped();
/// let heading = &mapped.headings()[0];
/// assert_eq!((heading.level, heading.title.as_str(), heading.range.clone()), (2, "Green tea", 0..9));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextHeading {
    /// The level, from 1 to 6.
    pub level: u8,
    /// The words of the heading without markup, cut after about 300 bytes.
    pub title: String,
    /// The element.
    pub node: NodeId,
    /// The range in the output, in bytes. It may start with the line ends before the heading.
    pub range: Range<usize>,
}

/// The origin of a position in a [`MappedText`].
///
/// ```
/// let document = limpid::parse("<p>Green</p><p>tea</p>");
/// let place = document.root().inner_text_mapped().position("Green\n\nte".len()).unwrap();
/// assert_eq!((document.node(place.node).unwrap().text(), place.offset), (Some("tea"), 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextPosition {
    /// The text node, or the element with the attribute.
    pub node: NodeId,
    /// The name of the attribute.
    pub attribute: Option<&'static str>,
    /// The offset in bytes in the node's text or the attribute's value.
    pub offset: usize,
    /// The offset in bytes in the [source](crate::Document::source), if it is known. If the source contains the text in a different form,
    /// such as a character reference, this is the offset at which that form starts.
    pub source: Option<u32>,
}

impl MappedText {
    /// Runs a writer and records the sources of its output.
    pub(super) fn of<'d>(top: NodeRef<'d>, write: impl FnOnce(&mut Recorder<'d>) -> fmt::Result) -> MappedText {
        // About half of a page's nodes are texts, and most of these become one run. For a subtree, the number of nodes is unknown.
        let nodes = if top.parent().is_none() { top.document().node_count() / 2 } else { 0 };
        let mut recorder = Recorder::with_capacity(nodes);
        // Writing to memory cannot fail.
        let _ = write(&mut recorder);
        recorder.finish()
    }

    /// Returns the text or Markdown.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<p>Green</p><p>tea").root().inner_text_mapped().text(), "Green\n\ntea");
    /// ```
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text or Markdown as a string without the map.
    ///
    /// ```
    /// let text: String = limpid::parse("<ul><li>Tea").root().to_markdown_mapped(&limpid::MarkdownOptions::new()).into_text();
    /// assert_eq!(text.trim_end(), "- Tea");
    /// ```
    #[inline]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the runs in order. They do not overlap and are not empty.
    ///
    /// ```
    /// let mapped = limpid::parse("<p>Green</p><p>tea").root().inner_text_mapped();
    /// let runs: Vec<&str> = mapped.runs().iter().map(|run| &mapped.text()[run.range.clone()]).collect();
    /// assert_eq!(runs, ["Green", "tea"]);
    /// ```
    #[inline]
    pub fn runs(&self) -> &[TextRun] {
        &self.runs
    }

    /// Returns the headings in order.
    ///
    /// ```
    /// let mapped = limpid::parse("<h1>Tea</h1><p>Leaves<h2>Green</h2>").root().to_markdown_mapped(&limpid::MarkdownOptions::new());
    /// let titles: Vec<_> = mapped.headings().iter().map(|heading| (heading.level, heading.title.as_str())).collect();
    /// assert_eq!(titles, [(1, "Tea"), (2, "Green")]);
    /// ```
    #[inline]
    pub fn headings(&self) -> &[TextHeading] {
        &self.headings
    }

    /// Returns the runs that overlap a range of bytes. Exact runs are cut to the range. Takes time proportional to the number of returned runs.
    ///
    /// ```
    /// let page = "<p>Green <b>tea</b> &amp; milk";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let mapped = document.root().inner_text_mapped();
    /// let found = mapped.text().find("een tea &").unwrap();
    /// let places = mapped.runs_in(found..found + "een tea &".len()).map(|run| &page[run.span.unwrap().range()]);
    /// assert_eq!(places.collect::<Vec<_>>(), ["een ", "tea", " ", "&amp;"]);
    /// ```
    #[inline]
    pub fn runs_in(&self, range: Range<usize>) -> impl Iterator<Item = TextRun> {
        let first = self.runs.partition_point(|run| run.range.end <= range.start);
        let runs = self.runs[first..].iter().take_while(move |run| run.range.start < range.end);
        runs.map(move |run| run.cut(range.start, range.end))
    }

    /// Returns the origin of the byte at an offset. For text that the output format added, returns the end of the previous run, or the start of the
    /// first run. Returns `None` if there are no runs. Takes logarithmic time.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green</p><p>tea");
    /// let mapped = document.root().inner_text_mapped();
    /// let between = mapped.position("Green\n".len()).unwrap(); // between the paragraphs
    /// assert_eq!(document.node(between.node).unwrap().text(), Some("Green"));
    /// ```
    #[inline]
    pub fn position(&self, offset: usize) -> Option<TextPosition> {
        let next = self.runs.partition_point(|run| run.range.start <= offset);
        Some(match next.checked_sub(1) {
            Some(last) => self.runs[last].position(offset),
            None => self.runs.first()?.position(0),
        })
    }
}

impl TextRun {
    /// Returns the part of the run within a range of the output.
    #[inline]
    fn cut(&self, start: usize, end: usize) -> TextRun {
        let mut run = self.clone();
        let (from, to) = (start.saturating_sub(run.range.start), run.range.end.saturating_sub(end));
        run.range = run.range.start + from..run.range.end - to;
        if self.range.len() == self.within.len() {
            run.within = run.within.start + from..run.within.end - to;
        }
        if run.is_exact {
            run.span = run.span.map(|span| Span::new(span.start + from as u32, span.end - to as u32));
        }
        run
    }

    /// Returns the origin of an output offset within or after the run.
    #[inline]
    fn position(&self, offset: usize) -> TextPosition {
        let is_after = offset >= self.range.end;
        let into = offset.saturating_sub(self.range.start);
        let within = match self.range.len() == self.within.len() {
            _ if is_after => self.within.end,
            true => self.within.start + into,
            false => self.within.start,
        };
        let source = self.span.map(|span| match self.is_exact {
            _ if is_after => span.end,
            true => span.start + into as u32,
            false => span.start,
        });
        TextPosition { node: self.node, attribute: self.attribute, offset: within, source }
    }
}
