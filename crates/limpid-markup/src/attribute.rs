//! Attributes of a tag as spans of the input. Their text is sliced when it is read.

use crate::adjust::{adjust_foreign_attribute, adjust_mathml_attribute, adjust_svg_attribute, is_adjusted_attribute};
use crate::qualifier::non_empty;
use crate::{AttributeName, LocalName, Namespace, Qualifier, Span, Text};

/// An attribute as the tokenizer records it. It contains spans instead of text, so that a tag needs no allocation.
///
/// A name or value is *built* if it differs from the input, for example because a character reference was decoded. Built text is stored in a buffer.
/// The `built` spans are ranges of this buffer. The other spans are ranges of the input.
///
/// ```
/// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName, Span};
/// let record = AttributeRecord {
///     name: LocalName::ID,
///     name_span: Span::new(3, 5),
///     value_span: Span::new(6, 9),
///     ..AttributeRecord::default()
/// };
/// let records = [record];
/// let attributes = TokenAttributes::new(&records, "<p id=tea>", 0, "");
/// assert_eq!(attributes.at(0).unwrap().value(), "tea");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AttributeRecord {
    /// The id of the lowercased name.
    pub name: LocalName,
    /// Whether the name is built, because it contains capitals or NULs in the input. If so, its text is at
    /// [`built_name`](Self::built_name) in the buffer for built text.
    pub name_is_built: bool,
    /// Whether the value is built, because it contains character references, NULs or CRs in the input. If so, its text is at
    /// [`built_value`](Self::built_value) in the buffer for built text.
    pub value_is_built: bool,
    /// The name in the input.
    pub name_span: Span,
    /// The value in the input, without quotes; empty for an attribute without a value.
    pub value_span: Span,
    /// The span of the name in the buffer for built text.
    pub built_name: Span,
    /// The span of the value in the buffer for built text.
    pub built_value: Span,
}

/// The attribute adjustments of the standard for an element's namespace.
///
/// ```
/// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName};
/// let records = [AttributeRecord { name: LocalName::from_bytes(b"viewbox"), ..AttributeRecord::default() }];
/// let attributes = TokenAttributes::new(&records, "", 0, "").adjusted(Adjustment::Svg);
/// assert_eq!(attributes.at(0).unwrap().name_str(), "viewBox");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Adjustment {
    /// No adjustment, for HTML elements.
    #[default]
    None,
    /// [Adjust MathML attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes) and
    /// foreign attributes.
    MathMl,
    /// [Adjust SVG attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes) and foreign
    /// attributes.
    Svg,
}

/// The attributes of a tag token or of an element to create, in source order and without duplicates.
///
/// ```
/// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName};
/// let records = [LocalName::ID, LocalName::CLASS].map(|name| AttributeRecord { name, ..AttributeRecord::default() });
/// let attributes = TokenAttributes::new(&records, "", 0, "");
/// assert_eq!(attributes.iter().map(|attribute| attribute.name_str()).collect::<Vec<_>>(), ["id", "class"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TokenAttributes<'a> {
    records: &'a [AttributeRecord],
    /// The part of the input that the records' spans point into.
    window: &'a str,
    /// The byte offset of `window` in the input.
    window_start: u32,
    built: &'a str,
    adjustment: Adjustment,
    /// The names to use instead of the names in the records: one for each record, or empty.
    names: &'a [AttributeName<'a>],
}

impl<'a> TokenAttributes<'a> {
    /// No attributes.
    pub const EMPTY: TokenAttributes<'static> = TokenAttributes {
        records: &[],
        window: "",
        window_start: 0,
        built: "",
        adjustment: Adjustment::None,
        names: &[],
    };

    /// Makes a view of records. `window` is the input from the offset `window_start`; `built` is the buffer for built text.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName, Span};
    /// let value_span = Span::new(106, 109); // the window starts at 100
    /// let records = [AttributeRecord { name: LocalName::ID, value_span, ..AttributeRecord::default() }];
    /// assert_eq!(TokenAttributes::new(&records, "<p id=tea>", 100, "").at(0).unwrap().value(), "tea");
    /// ```
    #[inline]
    pub const fn new(
        records: &'a [AttributeRecord],
        window: &'a str,
        window_start: u32,
        built: &'a str,
    ) -> TokenAttributes<'a> {
        TokenAttributes { records, window, window_start, built, adjustment: Adjustment::None, names: &[] }
    }

    /// Returns these attributes with an adjustment for foreign elements. If no attribute has a name that is ever adjusted, returns them unchanged.
    ///
    /// ```
    /// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName, Namespace};
    /// let records = [AttributeRecord { name: LocalName::from_bytes(b"xlink:href"), ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "");
    /// assert_eq!(attributes.at(0).unwrap().namespace(), Namespace::None);
    /// assert_eq!(attributes.adjusted(Adjustment::MathMl).at(0).unwrap().namespace(), Namespace::XLink);
    /// ```
    #[inline]
    pub fn adjusted(self, adjustment: Adjustment) -> TokenAttributes<'a> {
        match self.records.iter().any(|record| is_adjusted_attribute(record.name)) {
            true => TokenAttributes { adjustment, ..self },
            false => self,
        }
    }

    /// Returns these attributes with names from XML, which can have prefixes and namespaces.
    ///
    /// `names` has one name for each attribute, in the same order. If it has a different length, it is ignored.
    ///
    /// ```
    /// use limpid_markup::{AttributeName, AttributeRecord, TokenAttributes, LocalName, Namespace, Qualifier};
    /// let qualifier = Qualifier::new("t", "urn:tea");
    /// let names = [AttributeName { name: LocalName::UNKNOWN, name_str: "leaf", namespace: Namespace::Other, qualifier }];
    /// let records = [AttributeRecord::default()];
    /// let attributes = TokenAttributes::new(&records, "", 0, "").qualified(&names);
    /// assert_eq!(attributes.at(0).unwrap().namespace_url(), Some("urn:tea"));
    /// ```
    #[inline]
    pub const fn qualified(self, names: &'a [AttributeName<'a>]) -> TokenAttributes<'a> {
        let names = if names.len() == self.records.len() { names } else { &[] };
        TokenAttributes { names, adjustment: Adjustment::None, ..self }
    }

    /// Returns whether the attributes have names from [`qualified`](Self::qualified).
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// assert!(!limpid::tree_builder::TokenAttributes::EMPTY.are_qualified());
    /// ```
    #[inline]
    pub const fn are_qualified(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns the number of attributes.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// assert_eq!(TokenAttributes::new(&[AttributeRecord::default()], "", 0, "").len(), 1);
    /// ```
    #[inline]
    pub const fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no attributes.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// assert!(limpid::tree_builder::TokenAttributes::EMPTY.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the attribute at an index in source order.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName};
    /// let records = [AttributeRecord { name: LocalName::CLASS, ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "");
    /// assert_eq!(attributes.at(0).unwrap().name(), LocalName::CLASS);
    /// assert!(attributes.at(1).is_none());
    /// ```
    #[inline]
    pub fn at(&self, position: usize) -> Option<TokenAttribute<'a>> {
        Some(TokenAttribute { record: *self.records.get(position)?, name: self.names.get(position), attributes: *self })
    }

    /// Iterates over the attributes in source order.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// let records = [AttributeRecord::default(), AttributeRecord::default()];
    /// assert_eq!(TokenAttributes::new(&records, "", 0, "").iter().len(), 2);
    /// ```
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = TokenAttribute<'a>> + Clone + use<'a> {
        let attributes = *self;
        let name = move |position| attributes.names.get(position);
        self.records.iter().enumerate().map(move |(position, &record)| TokenAttribute {
            record,
            name: name(position),
            attributes,
        })
    }

    /// Returns the attributes for which `keep` returns true, in the same order. If `keep` returns false for an attribute, the remaining records and
    /// names are stored in `records` and `names`, which must be empty.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, Span};
    /// let record = |name| AttributeRecord { name_span: name, ..AttributeRecord::default() };
    /// let records = [record(Span::new(0, 1)), record(Span::new(2, 3))];
    /// let attributes = TokenAttributes::new(&records, "a b", 0, "");
    /// let (mut kept, mut names) = (Vec::new(), Vec::new());
    /// let attributes = attributes.retained(|attribute| attribute.name_str() != "a", &mut kept, &mut names);
    /// assert!(attributes.iter().map(|attribute| attribute.name_str()).eq(["b"]));
    /// ```
    pub fn retained<'b>(
        self,
        mut keep: impl FnMut(&TokenAttribute<'a>) -> bool,
        records: &'b mut Vec<AttributeRecord>,
        names: &'b mut Vec<AttributeName<'b>>,
    ) -> TokenAttributes<'b>
    where
        'a: 'b,
    {
        if self.iter().all(|attribute| keep(&attribute)) {
            return self;
        }
        for attribute in self.iter().filter(keep) {
            records.push(attribute.record);
            names.extend(attribute.name);
        }
        TokenAttributes { records, names, ..self }
    }

    /// Returns the records and the buffer for built text, for sinks that store spans. Returns `None` for adjusted or qualified attributes, because
    /// their names are not in the records.
    ///
    /// ```
    /// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName};
    /// let records = [AttributeRecord { name: LocalName::VIEWBOX, ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "");
    /// assert_eq!(attributes.unadjusted_records().unwrap().0.len(), 1);
    /// assert!(attributes.adjusted(Adjustment::Svg).unadjusted_records().is_none());
    /// ```
    #[inline]
    pub fn unadjusted_records(&self) -> Option<(&'a [AttributeRecord], &'a str)> {
        (matches!(self.adjustment, Adjustment::None) && self.names.is_empty()).then_some((self.records, self.built))
    }

    pub(crate) fn parts(&self) -> (&'a [AttributeRecord], &'a str, Adjustment) {
        (self.records, self.built, self.adjustment)
    }

    /// Returns the attribute with this name before adjustment and qualification.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName};
    /// let records = [AttributeRecord { name: LocalName::ID, ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "");
    /// assert!(attributes.get(LocalName::ID).is_some() && attributes.get(LocalName::CLASS).is_none());
    /// ```
    #[inline]
    pub fn get(&self, name: LocalName) -> Option<TokenAttribute<'a>> {
        self.iter().find(|attribute| attribute.record.name == name)
    }
}

/// An attribute of [`TokenAttributes`].
///
/// ```
/// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName, Span};
/// let record = AttributeRecord { name: LocalName::ID, value_span: Span::new(6, 9), ..AttributeRecord::default() };
/// let records = [record];
/// let attribute = TokenAttributes::new(&records, "<p id=tea>", 0, "").at(0).unwrap();
/// assert_eq!((attribute.name_str(), attribute.value()), ("id", "tea"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TokenAttribute<'a> {
    record: AttributeRecord,
    /// The name to use instead of the name in the record.
    name: Option<&'a AttributeName<'a>>,
    attributes: TokenAttributes<'a>,
}

impl<'a> TokenAttribute<'a> {
    /// Returns the id of the local name, adjusted for the element's namespace.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName};
    /// let records = [AttributeRecord { name: LocalName::ID, ..AttributeRecord::default() }];
    /// assert_eq!(TokenAttributes::new(&records, "", 0, "").at(0).unwrap().name(), LocalName::ID);
    /// ```
    #[inline]
    pub fn name(&self) -> LocalName {
        if let Some(name) = self.name {
            return name.name;
        }
        match self.adjustment() {
            Adjustment::None => self.record.name,
            Adjustment::MathMl => self.foreign_local_name(adjust_mathml_attribute(self.record.name)),
            Adjustment::Svg => self.foreign_local_name(adjust_svg_attribute(self.record.name)),
        }
    }

    #[inline]
    fn adjustment(&self) -> Adjustment {
        match self.attributes.adjustment {
            Adjustment::None => Adjustment::None,
            adjustment if is_adjusted_attribute(self.record.name) => adjustment,
            _ => Adjustment::None,
        }
    }

    fn foreign_local_name(&self, name: LocalName) -> LocalName {
        adjust_foreign_attribute(name).map_or(name, |foreign| foreign.local_name)
    }

    /// Returns the local name as text, adjusted for the element's namespace.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, Span};
    /// let records = [AttributeRecord { name_span: Span::new(3, 7), ..AttributeRecord::default() }];
    /// assert_eq!(TokenAttributes::new(&records, "<p leaf>", 0, "").at(0).unwrap().name_str(), "leaf");
    /// ```
    #[inline]
    pub fn name_str(&self) -> &'a str {
        if let Some(name) = self.name {
            return name.name_str;
        }
        let name = self.name();
        if name.is_known() { name.as_str() } else { self.token_name() }
    }

    fn token_name(&self) -> &'a str {
        if self.record.name_is_built {
            &self.attributes.built[self.record.built_name.range()]
        } else {
            self.attributes.text_at(self.record.name_span)
        }
    }

    /// Returns the namespace. In HTML it is [`Namespace::None`], except for adjusted `xlink:`, `xml:` and `xmlns` attributes.
    ///
    /// ```
    /// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName, Namespace};
    /// let records = [AttributeRecord { name: LocalName::from_bytes(b"xml:lang"), ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "").adjusted(Adjustment::Svg);
    /// assert_eq!(attributes.at(0).unwrap().namespace(), Namespace::Xml);
    /// ```
    #[inline]
    pub fn namespace(&self) -> Namespace {
        if let Some(name) = self.name {
            return name.namespace;
        }
        match self.adjustment() {
            Adjustment::None => Namespace::None,
            _ => adjust_foreign_attribute(self.record.name).map_or(Namespace::None, |foreign| foreign.namespace),
        }
    }

    /// Returns the URL of the namespace, or `None` if the attribute has no namespace.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// let records = [AttributeRecord::default()];
    /// assert_eq!(TokenAttributes::new(&records, "", 0, "").at(0).unwrap().namespace_url(), None);
    /// ```
    #[inline]
    pub fn namespace_url(&self) -> Option<&'a str> {
        non_empty(self.name.map_or_else(|| self.namespace().url(), |name| name.qualifier.namespace_url))
    }

    /// Returns the prefix and the namespace URL that were set with [`TokenAttributes::qualified`].
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// let records = [AttributeRecord::default()]; // from HTML
    /// assert!(TokenAttributes::new(&records, "", 0, "").at(0).unwrap().qualifier().is_none());
    /// ```
    #[inline]
    pub fn qualifier(&self) -> Option<Qualifier<'a>> {
        self.name.map(|name| name.qualifier)
    }

    /// Returns the prefix. In HTML, only adjusted `xlink:`, `xml:` and `xmlns:` attributes have one.
    ///
    /// ```
    /// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName};
    /// let records = [AttributeRecord { name: LocalName::from_bytes(b"xlink:href"), ..AttributeRecord::default() }];
    /// let attributes = TokenAttributes::new(&records, "", 0, "").adjusted(Adjustment::Svg);
    /// assert_eq!(attributes.at(0).unwrap().prefix(), Some("xlink"));
    /// ```
    #[inline]
    pub fn prefix(&self) -> Option<&'a str> {
        if let Some(name) = self.name {
            return non_empty(name.qualifier.prefix);
        }
        match self.adjustment() {
            Adjustment::None => None,
            _ => adjust_foreign_attribute(self.record.name).and_then(|foreign| non_empty(foreign.prefix)),
        }
    }

    /// Returns the value.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName, Span};
    /// let record = AttributeRecord {
    ///     name: LocalName::TITLE,
    ///     value_is_built: true, // the input has a character reference
    ///     built_value: Span::new(0, 5),
    ///     ..AttributeRecord::default()
    /// };
    /// assert_eq!(TokenAttributes::new(&[record], "<p title='1 &lt; 2'>", 0, "1 < 2").at(0).unwrap().value(), "1 < 2");
    /// ```
    #[inline]
    pub fn value(&self) -> &'a str {
        if self.record.value_is_built {
            &self.attributes.built[self.record.built_value.range()]
        } else {
            self.attributes.text_at(self.record.value_span)
        }
    }

    /// Returns the value with its span in the input.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, Span};
    /// let records = [AttributeRecord { value_span: Span::new(6, 9), ..AttributeRecord::default() }];
    /// let text = TokenAttributes::new(&records, "<p id=tea>", 0, "").at(0).unwrap().value_text();
    /// assert!(text.text == "tea" && text.verbatim);
    /// ```
    #[inline]
    pub fn value_text(&self) -> Text<'a> {
        Text { text: self.value(), span: self.record.value_span, verbatim: !self.record.value_is_built }
    }

    /// Returns the span of the name in the input.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, Span};
    /// let records = [AttributeRecord { name_span: Span::new(3, 5), ..AttributeRecord::default() }];
    /// assert_eq!(TokenAttributes::new(&records, "<p id>", 0, "").at(0).unwrap().name_span(), Span::new(3, 5));
    /// ```
    #[inline]
    pub fn name_span(&self) -> Span {
        self.record.name_span
    }

    /// Returns the span of the value in the input, without quotes; empty for an attribute without a value.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, Span};
    /// let records = [AttributeRecord { value_span: Span::new(7, 10), ..AttributeRecord::default() }];
    /// assert_eq!(TokenAttributes::new(&records, "<p id='tea'>", 0, "").at(0).unwrap().value_span(), Span::new(7, 10));
    /// ```
    #[inline]
    pub fn value_span(&self) -> Span {
        self.record.value_span
    }
}

impl<'a> TokenAttributes<'a> {
    #[inline]
    pub(crate) fn text_at(&self, span: Span) -> &'a str {
        &self.window[(span.start - self.window_start) as usize..(span.end - self.window_start) as usize]
    }
}
