//! Positions in the source, of nodes and of attributes.

use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use core::ops::Range;
use limpid_markup::Span;

/// # Position in the source
///
/// Spans are known if the parser was asked for them, `limpid::ParseOptions::spans`, and for nodes that the parser made. They are
/// byte offsets in the [source](crate::Document::source), whatever was changed since; `limpid::LineIndex` gives line and
/// column.
impl<'d> NodeRef<'d> {
    #[inline]
    fn token_span(self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.token(self.number())
    }

    /// The bytes of its start tag; `None` for other nodes, and for elements that the parser implied.
    ///
    /// ```
    /// # use limpid_dom as limpid;
    /// // With `limpid::ParseOptions::new().spans(true).parse("<p class=a>x</p>")`, the `p` has 0..11.
    /// # assert_eq!(limpid::Document::new().root().start_tag(), None);
    /// ```
    #[inline]
    pub fn start_tag(self) -> Option<Span> {
        if self.is_element() { self.token_span() } else { None }
    }

    /// The bytes of the end tag that ended it; `None` for other nodes, and for elements that ended without one.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!(&page[b.end_tag().unwrap().range()], "</b>");
    /// ```
    #[inline]
    pub fn end_tag(self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.end_tag(self.number())
    }

    /// The parts of the source that a text is put together from, in order: the bytes of the text, and those that give them. A text is in
    /// several parts where the source has markup in between that made no node there, as `</body>` in front of the last white space.
    ///
    /// ```
    /// use limpid::Span;
    /// let page = limpid::ParseOptions::new().spans(true).parse("<p>one\n</body>\n");
    /// let text = page.body().unwrap().first_child().unwrap().first_child().unwrap();
    /// let parts: Vec<_> = text.text_parts().collect();
    /// assert_eq!(parts, [(0..4, Span::new(3, 7)), (4..5, Span::new(14, 15))]);
    /// ```
    #[inline]
    pub fn text_parts(self) -> impl Iterator<Item = (Range<usize>, Span)> + 'd {
        let len = self.text().map(|text| text.len() as u32);
        let pieces = self.document().arena.spans.as_ref().zip(len);
        let pieces = pieces.into_iter().flat_map(move |(spans, len)| spans.pieces(self.number(), len));
        pieces.filter_map(|(range, span)| Some((range.start as usize..range.end as usize, span?)))
    }

    /// The bytes of the name in its start tag, as the source writes it.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!(&page[b.tag_name_span().unwrap().range()], "b");
    /// ```
    #[inline]
    pub fn tag_name_span(self) -> Option<Span> {
        let tag = self.start_tag()?;
        let name = self.document().source().get(tag.range())?.strip_prefix('<')?;
        let len = name.find(['\t', '\n', '\x0c', '\r', ' ', '/', '>']).unwrap_or(name.len());
        Some(Span::new(tag.start + 1, tag.start + 1 + len as u32))
    }

    /// Whether it is an element that the parser made without a start tag for it, as it makes omitted `html`, `head`, `body` and
    /// `tbody` elements; `None` if spans were not asked for.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!((b.is_implied(), document.body().unwrap().is_implied()), (Some(false), Some(true)));
    /// ```
    #[inline]
    pub fn is_implied(self) -> Option<bool> {
        self.document().arena.spans.as_ref()?;
        Some(self.is_element() && self.token_span().is_none())
    }

    /// The bytes from its start to its end: of an element from its start tag, or else its first content, to its end tag, or else
    /// its last content; of a text from its first to its last character.
    ///
    /// Content that the parser moved may lie in between: text that was in a table, say. A shadow root has those of its `template`.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!(&page[b.span().unwrap().range()], "<b title=t>tea</b>");
    /// ```
    #[inline]
    #[doc(alias = "range")]
    pub fn span(self) -> Option<Span> {
        let own = self.token_span();
        if !self.is_element() && self.kind() != NodeKind::ShadowRoot {
            return own;
        }
        let start = match own {
            Some(tag) => tag.start,
            None => self.descendants().find_map(NodeRef::token_span)?.start,
        };
        let mut end = own.map_or(start, |tag| tag.end);
        let mut last = Some(self);
        while let Some(node) = last {
            if let Some(end_tag) = node.end_tag() {
                end = end.max(end_tag.end);
                break;
            }
            end = end.max(node.token_span().map_or(end, |token| token.end));
            last = node.last_child();
        }
        Some(Span::new(start, end))
    }
}

/// # Position in the source
///
/// As for [nodes](NodeRef#position-in-the-source). An attribute that was changed since has only the span of its name, a new one none;
/// others keep theirs.
///
/// ```
/// use limpid::Span;
/// let mut page = limpid::ParseOptions::new().spans(true).parse("<p id=a class=b title=c>");
/// let p = page.body().unwrap().first_child().unwrap().id();
/// page.node_mut(p)?.remove_attribute("id")?;
/// page.node_mut(p)?.set_attribute("title", "d")?;
/// page.node_mut(p)?.set_attribute("lang", "e")?;
/// let spans: Vec<_> = page.node(p).unwrap().attributes().map(|it| (it.name_span(), it.value_span())).collect();
/// let [class, title] = [(8, 13), (16, 21)].map(|(start, end)| Some(Span::new(start, end)));
/// assert_eq!(spans, [(class, Some(Span::new(14, 15))), (title, None), (None, None)]);
/// # Ok::<(), limpid::MutationError>(())
/// ```
impl Attribute<'_> {
    /// The bytes of its name, as it is written in the tag.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!(&page[b.attributes().next().unwrap().name_span().unwrap().range()], "title");
    /// ```
    #[inline]
    pub fn name_span(&self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.attribute_name(self.index())
    }

    /// The bytes of its value without quotes, references not resolved; empty for an attribute without a value.
    ///
    /// ```
    /// let page = "<p>Green <b title=t>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// assert_eq!(&page[b.attributes().next().unwrap().value_span().unwrap().range()], "t");
    /// ```
    #[inline]
    pub fn value_span(&self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.attribute_value(self.index())
    }
}
