//! The positions of nodes and attributes in the source.

use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use core::ops::Range;
use limpid_markup::Span;

/// # Position in the source
///
/// Nodes from the parser have spans if the document was parsed with `limpid::ParseOptions::spans`. Spans are byte offsets in the
/// [source](crate::Document::source); changes to the tree do not affect them. `limpid::LineIndex` converts them to lines and columns.
impl<'d> NodeRef<'d> {
    #[inline]
    fn token_span(self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.token(self.number())
    }

    /// Returns the span of an element's start tag; `None` for other nodes and for elements that the parser implied.
    ///
    /// ```
    /// # use limpid_dom as limpid;
    /// // After `limpid::ParseOptions::new().spans(true).parse("<p class=a>x</p>")`, the start tag of the `p` is at 0..11.
    /// # assert_eq!(limpid::Document::new().root().start_tag(), None);
    /// ```
    #[inline]
    pub fn start_tag(self) -> Option<Span> {
        if self.is_element() { self.token_span() } else { None }
    }

    /// Returns the span of an element's end tag; `None` for other nodes and for elements without an end tag.
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

    /// Returns the parts of a text node and where they come from: ranges of bytes in the text, with their spans in the source, in order. A
    /// text has several parts if the source has markup between them that created no node there, such as `</body>` before the final white
    /// space.
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

    /// Returns the span of the name in an element's start tag.
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

    /// Returns whether the node is an element that the parser created without a start tag, such as an omitted `html`, `head`, `body` or
    /// `tbody`; `None` if the document was parsed without spans.
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

    /// Returns the span from the start of the node to its end.
    ///
    /// The span of an element reaches from its start tag to its end tag. If one of these tags is missing, the span starts or ends with the
    /// element's first or last content. A shadow root has the span of its `template`. The span may include content that the parser moved
    /// elsewhere, such as text in a table.
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
/// The same rules as for [nodes](NodeRef#position-in-the-source) apply. If an attribute was changed, only its name has a span. A new
/// attribute has no spans.
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
    /// Returns the span of the attribute's name in the tag.
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

    /// Returns the span from the attribute's name to the closing quote of its value.
    ///
    /// ```
    /// let page = "<b title='t' hidden>tea</b>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let b = document.select_first("b").unwrap().unwrap();
    /// let spans: Vec<_> = b.attributes().map(|attribute| &page[attribute.span().unwrap().range()]).collect();
    /// assert_eq!(spans, ["title='t'", "hidden"]);
    /// ```
    #[inline]
    pub fn span(&self) -> Option<Span> {
        let (name, value) = (self.name_span()?, self.value_span()?);
        let source = self.document().source().as_bytes();
        let before = (value.start as usize).checked_sub(1).and_then(|at| source.get(at));
        let has_quote = value.start > name.end && matches!(before, Some(b'"' | b'\''));
        let end = value.end + u32::from(has_quote && source.get(value.end as usize) == before);
        Some(Span::new(name.start, end.max(name.end)))
    }

    /// Returns the span of the attribute's value, without quotes and with its character references; empty if it has no value.
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
