use crate::{AttributeRecord, InputWindow, LocalName, Span, TagByParts, Text};

/// An element that is empty or contains only text, as spans of the input.
///
/// In the input, it consists of a start tag, verbatim text (which may be empty), and an end tag that contains only the name.
///
/// ```
/// use limpid_markup::{InputWindow, LeafByParts, LocalName, Span};
/// let window = InputWindow { text: "<b>Tea</b>", start: 0 };
/// let (start_tag, end_tag) = (Span::new(0, 3), Span::new(6, 10));
/// let leaf = LeafByParts { window: &window, start_tag, end_tag, ..LeafByParts::empty(LocalName::B) };
/// assert_eq!(leaf.text().text, "Tea");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeafByParts<'a> {
    /// The id of the tag name.
    pub name: LocalName,
    /// The attributes in source order.
    pub records: &'a [AttributeRecord],
    /// The part of the input that the spans point into.
    pub window: &'a InputWindow<'a>,
    /// The buffer for built text, or `None` if every attribute's name has an id and every value occurs unchanged in the input.
    pub built: Option<&'a str>,
    /// The span of the whole start tag.
    pub start_tag: Span,
    /// The span of the whole end tag.
    pub end_tag: Span,
}

impl<'a> LeafByParts<'a> {
    /// Makes an empty leaf without attributes. It is not in the input, so its spans are empty. The name must have an id.
    ///
    /// ```
    /// use limpid_markup::{LeafByParts, LocalName};
    /// assert!(LeafByParts::empty(LocalName::B).text_span().is_empty());
    /// ```
    pub const fn empty(name: LocalName) -> LeafByParts<'static> {
        let TagByParts { records, window, span, .. } = TagByParts::implied(name);
        LeafByParts { name, records, window, built: None, start_tag: span, end_tag: span }
    }

    /// Returns the span of the text, which may be empty.
    ///
    /// ```
    /// use limpid_markup::{InputWindow, LeafByParts, LocalName, Span};
    /// let window = InputWindow { text: "<b></b>", start: 0 };
    /// let (start_tag, end_tag) = (Span::new(0, 3), Span::new(3, 7));
    /// let leaf = LeafByParts { window: &window, start_tag, end_tag, ..LeafByParts::empty(LocalName::B) };
    /// assert!(leaf.text_span().is_empty());
    /// ```
    #[inline(always)]
    pub const fn text_span(&self) -> Span {
        Span { start: self.start_tag.end, end: self.end_tag.start }
    }

    /// Returns the text.
    ///
    /// ```
    /// use limpid_markup::{InputWindow, LeafByParts, LocalName, Span};
    /// let window = InputWindow { text: "<b>Tea</b>", start: 100 };
    /// let (start_tag, end_tag) = (Span::new(100, 103), Span::new(106, 110));
    /// let leaf = LeafByParts { window: &window, start_tag, end_tag, ..LeafByParts::empty(LocalName::B) };
    /// assert!(leaf.text().verbatim && leaf.text().text == "Tea");
    /// ```
    pub fn text(&self) -> Text<'a> {
        let span = self.text_span();
        Text { text: self.tag().attributes().text_at(span), span, verbatim: true }
    }

    /// Returns the start tag.
    ///
    /// ```
    /// use limpid_markup::{InputWindow, LeafByParts, LocalName, Span};
    /// let window = InputWindow { text: "<b>Tea</b>", start: 0 };
    /// let (start_tag, end_tag) = (Span::new(0, 3), Span::new(6, 10));
    /// let leaf = LeafByParts { window: &window, start_tag, end_tag, ..LeafByParts::empty(LocalName::B) };
    /// assert_eq!(leaf.tag().name_span, Span::new(1, 2));
    /// ```
    pub fn tag(&self) -> TagByParts<'a> {
        let name_start = self.start_tag.start + 1;
        TagByParts {
            name: self.name,
            name_span: Span::new(name_start, name_start + self.name.as_str().len() as u32),
            records: self.records,
            window: self.window,
            built: self.built.unwrap_or_default(),
            has_verbatim_attributes: self.built.is_none(),
            span: self.start_tag,
            ..TagByParts::implied(self.name)
        }
    }
}
