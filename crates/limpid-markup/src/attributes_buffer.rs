use crate::{Adjustment, AttributeRecord, Span, TokenAttributes};

/// A reusable buffer for a copy of an HTML tag's [`TokenAttributes`], for sinks that need them after the call.
///
/// ```
/// use limpid_markup::{AttributeRecord, TokenAttributes, AttributesBuffer, LocalName, Span};
/// let mut buffer = AttributesBuffer::default();
/// {
///     let input = String::from("<p id=tea>");
///     let record = AttributeRecord {
///         name: LocalName::ID,
///         name_span: Span::new(3, 5),
///         value_span: Span::new(6, 9),
///         ..AttributeRecord::default()
///     };
///     buffer.set(&TokenAttributes::new(&[record], &input, 0, ""));
/// }
/// assert_eq!(buffer.attributes().get(LocalName::ID).unwrap().value(), "tea");
/// ```
#[derive(Clone, Debug, Default)]
pub struct AttributesBuffer {
    records: Vec<AttributeRecord>,
    /// The part of the input that contains all verbatim names and values.
    window: String,
    window_start: u32,
    built: String,
    adjustment: Adjustment,
}

impl AttributesBuffer {
    /// Replaces the content by a copy of these attributes. Names from [`TokenAttributes::qualified`] are not copied.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, AttributesBuffer};
    /// let mut buffer = AttributesBuffer::default();
    /// buffer.set(&TokenAttributes::new(&[AttributeRecord::default()], "", 0, ""));
    /// assert_eq!(buffer.attributes().len(), 1);
    /// buffer.set(&TokenAttributes::EMPTY);
    /// assert!(buffer.attributes().is_empty());
    /// ```
    #[inline]
    pub fn set(&mut self, attributes: &TokenAttributes<'_>) {
        let (records, built, adjustment) = attributes.parts();
        self.records.clear();
        self.records.extend_from_slice(records);
        self.built.clear();
        self.built.push_str(built);
        self.adjustment = adjustment;
        let in_input = records.iter().flat_map(|record| {
            let name = (!record.name_is_built).then_some(record.name_span);
            let value = (!record.value_is_built).then_some(record.value_span);
            [name, value].into_iter().flatten()
        });
        let span = in_input.reduce(Span::cover);
        self.window.clear();
        self.window.push_str(span.map_or("", |span| attributes.text_at(span)));
        self.window_start = span.map_or(0, |span| span.start);
    }

    /// Returns the allocated memory in bytes.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, AttributesBuffer};
    /// let mut buffer = AttributesBuffer::default();
    /// buffer.set(&TokenAttributes::new(&[AttributeRecord::default(); 100], "", 0, ""));
    /// assert!(buffer.memory() > AttributesBuffer::default().memory());
    /// ```
    pub fn memory(&self) -> usize {
        self.records.capacity() * size_of::<AttributeRecord>() + self.window.capacity() + self.built.capacity()
    }

    /// Returns the copied attributes.
    ///
    /// ```
    /// assert!(limpid_markup::AttributesBuffer::default().attributes().is_empty());
    /// ```
    pub fn attributes(&self) -> TokenAttributes<'_> {
        TokenAttributes::new(&self.records, &self.window, self.window_start, &self.built).adjusted(self.adjustment)
    }
}
