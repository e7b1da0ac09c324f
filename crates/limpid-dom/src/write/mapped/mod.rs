//! Text that knows what it comes from: [`MappedText`].
//!
//! [`recorder`] is the output that the writers of text and Markdown tell it, and [`passages`] cuts the result at its headings.

pub(crate) mod passages;
pub(super) mod recorder;

use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;
use core::fmt;
use core::ops::Range;
use limpid_markup::Span;
use recorder::Recorder;

/// The text of a node, or its Markdown, with what each part of it comes from:
/// [`inner_text_mapped`](crate::NodeRef::inner_text_mapped), `to_markdown_mapped`.
///
/// [`runs`](Self::runs) are the pieces that come from the page. What stands between them the rules of the output have added: line ends
/// and tabs between blocks and cells, and the markup of Markdown.
///
/// Nodes are named by their ids, so that it lives as long as it is needed, and counts in bytes.
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

/// A piece of a [`MappedText`] that comes from the text of a node, or from the value of an attribute.
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
    /// The bytes of the output.
    pub range: Range<usize>,
    /// The text node; the element, of an attribute.
    pub node: NodeId,
    /// The name of the attribute: `alt`, `href`, `src` or `title`. Only Markdown has any.
    pub attribute: Option<&'static str>,
    /// The bytes of the node's text, or of the attribute's value.
    pub within: Range<usize>,
    /// The bytes of the [source](crate::Document::source) that all of the run comes from: of a character reference the whole
    /// reference, of the one space that shows all the white space that it stands for, of a line end that is CR LF both.
    ///
    /// Text that does not stand in the source as it is has one only if the parser was asked for them,
    /// `limpid::ParseOptions::spans`. Text that was made or changed since has none.
    pub span: Option<Span>,
    /// Whether the source has the bytes of the run as they are, so that offsets in it count in the span, too.
    pub is_exact: bool,
}

/// A heading in a [`MappedText`]. One within another is part of that.
///
/// ```
/// let mapped = limpid::parse("<h2>Green tea</h2>").root().inner_text_mapped();
/// let heading = &mapped.headings()[0];
/// assert_eq!((heading.level, heading.title.as_str(), heading.range.clone()), (2, "Green tea", 0..9));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextHeading {
    /// Its level, from 1 to 6.
    pub level: u8,
    /// Its words, without markup, up to 300 bytes of them.
    pub title: String,
    /// The element.
    pub node: NodeId,
    /// The bytes of the output, which may start with the line ends before it.
    pub range: Range<usize>,
}

/// The origin of one place in a [`MappedText`].
///
/// ```
/// let document = limpid::parse("<p>Green</p><p>tea</p>");
/// let place = document.root().inner_text_mapped().position("Green\n\nte".len()).unwrap();
/// assert_eq!((document.node(place.node).unwrap().text(), place.offset), (Some("tea"), 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextPosition {
    /// The text node; the element, of an attribute.
    pub node: NodeId,
    /// The name of the attribute.
    pub attribute: Option<&'static str>,
    /// The offset in bytes in the node's text, or in the attribute's value.
    pub offset: usize,
    /// The offset in bytes in the [source](crate::Document::source), if it is known. Within what the source has in another
    /// form, a character reference, say, it is the start of that.
    pub source: Option<u32>,
}

impl MappedText {
    /// Has text written, and what it comes from recorded.
    pub(super) fn of<'d>(top: NodeRef<'d>, write: impl FnOnce(&mut Recorder<'d>) -> fmt::Result) -> MappedText {
        // Half of the nodes of a page are texts, of which some do not show. How many are in another node is not known.
        let nodes = if top.parent().is_none() { top.document().node_count() / 2 } else { 0 };
        let mut recorder = Recorder::with_room(nodes);
        // What is kept here is not passed on, so that it cannot fail.
        let _ = write(&mut recorder);
        recorder.finish()
    }

    /// Returns the text, or the Markdown.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<p>Green</p><p>tea").root().inner_text_mapped().text(), "Green\n\ntea");
    /// ```
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text, or the Markdown, alone.
    ///
    /// ```
    /// let text: String = limpid::parse("<ul><li>Tea").root().to_markdown_mapped(&limpid::MarkdownOptions::new()).into_text();
    /// assert_eq!(text.trim_end(), "- Tea");
    /// ```
    #[inline]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the runs in order. They do not overlap, and none is empty.
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

    /// Returns the parts of runs that are in a range of bytes, cut to it as far as they are exact. Takes time in proportion to
    /// their number.
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

    /// Returns where the byte at an offset comes from: of what the rules have added, where the run before it ends, or else where the
    /// first one starts. `None` if nothing comes from the page. Takes logarithmic time.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green</p><p>tea");
    /// let mapped = document.root().inner_text_mapped();
    /// let between = mapped.position("Green\n".len()).unwrap(); // after what the paragraph has
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
    /// Returns the part of it in a range of the output.
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

    /// Returns the origin of an offset of the output in it or after it.
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
