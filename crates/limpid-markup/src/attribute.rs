//! Attributes of a tag, as places in the input whose text is sliced when it is read.

use crate::adjust::{adjust_foreign_attribute, adjust_mathml_attribute, adjust_svg_attribute, is_adjusted_attribute};
use crate::qualifier::present;
use crate::{AttributeName, LocalName, Namespace, Qualifier, Span, Text};

/// One attribute as the tokenizer records it: places, not text, so that a tag costs no allocation.
/// Offsets of the spans are those of the input; offsets of the `built` ranges are those of the buffer for built text.
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
    /// Whether [`built_name`](Self::built_name) holds the name, as the input has it with capitals or NULs.
    pub name_is_built: bool,
    /// Whether [`built_value`](Self::built_value) holds the value, as the input has it with references, NULs or CRs.
    pub value_is_built: bool,
    /// The name in the input.
    pub name_span: Span,
    /// The value in the input, without quotes; empty when there is none.
    pub value_span: Span,
    /// The name in the buffer for built text.
    pub built_name: Span,
    /// The value in the buffer for built text.
    pub built_value: Span,
}

/// The standard's attribute adjustments that apply, by the namespace of the element that gets the attributes.
///
/// ```
/// use limpid_markup::{Adjustment, AttributeRecord, TokenAttributes, LocalName};
/// let records = [AttributeRecord { name: LocalName::from_bytes(b"viewbox"), ..AttributeRecord::default() }];
/// let attributes = TokenAttributes::new(&records, "", 0, "").adjusted(Adjustment::Svg);
/// assert_eq!(attributes.at(0).unwrap().name_str(), "viewBox");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Adjustment {
    /// None: the names as the token has them.
    #[default]
    None,
    /// [Adjust MathML attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes) and
    /// foreign attributes.
    MathMl,
    /// [Adjust SVG attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes) and foreign
    /// attributes.
    Svg,
}

/// The attributes of a tag token or of an element to create, in source order, duplicates already dropped.
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
    /// The part of the input that the records' spans point into …
    window: &'a str,
    /// … and the input offset at which it starts.
    window_start: u32,
    built: &'a str,
    adjustment: Adjustment,
    /// The names, if the records do not have them: of each record, or of none.
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

    /// Makes a view of records: `window` is the input from the offset `window_start` on, `built` the buffer for built text.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes, LocalName, Span};
    /// let value_span = Span::new(106, 109); // of the input, of which the window starts at 100
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

    /// Returns these attributes under an adjustment for foreign elements: the same if it has no other name for any of them.
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

    /// Returns these attributes under other names, one for each record in the same order, as XML has them: with prefixes and
    /// namespaces. Nothing is adjusted then. With another number of names than there are records, those on the token stay.
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

    /// Whether their names have prefixes and namespaces of their own: by [`qualified`](Self::qualified).
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

    /// Whether there is no attribute.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// assert!(limpid::tree_builder::TokenAttributes::EMPTY.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the attribute at a position in source order.
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

    /// Returns the attributes that `keep` wants, in the same order: the same view if it wants all. `records` and `names` are buffers for
    /// the others.
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

    /// Returns the records and the buffer for built text, if all names are those in there, neither adjusted nor qualified: for sinks
    /// that keep places and not text.
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

    /// Returns the records, the buffer for built text, and the adjustment.
    pub(crate) fn parts(&self) -> (&'a [AttributeRecord], &'a str, Adjustment) {
        (self.records, self.built, self.adjustment)
    }

    /// Returns the attribute with this name on the token, before adjustment and qualification.
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

/// One attribute of [`TokenAttributes`].
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
    /// Its name, if the record does not have it.
    name: Option<&'a AttributeName<'a>>,
    attributes: TokenAttributes<'a>,
}

impl<'a> TokenAttribute<'a> {
    /// The id of its local name, adjusted for the element's namespace.
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

    /// The text of its local name, adjusted likewise.
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

    /// The lowercased name on the token.
    fn token_name(&self) -> &'a str {
        if self.record.name_is_built {
            &self.attributes.built[self.record.built_name.range()]
        } else {
            self.attributes.text_at(self.record.name_span)
        }
    }

    /// Its namespace: in HTML [`Namespace::None`] but for the adjusted `xlink:`, `xml:` and `xmlns` attributes.
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

    /// The URL of its namespace, if it is in one.
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// let records = [AttributeRecord::default()];
    /// assert_eq!(TokenAttributes::new(&records, "", 0, "").at(0).unwrap().namespace_url(), None);
    /// ```
    #[inline]
    pub fn namespace_url(&self) -> Option<&'a str> {
        present(self.name.map_or_else(|| self.namespace().url(), |name| name.qualifier.namespace_url))
    }

    /// Its prefix and the URL of its namespace, if they were given by [`TokenAttributes::qualified`].
    ///
    /// ```
    /// use limpid_markup::{AttributeRecord, TokenAttributes};
    /// let records = [AttributeRecord::default()]; // of HTML
    /// assert!(TokenAttributes::new(&records, "", 0, "").at(0).unwrap().qualifier().is_none());
    /// ```
    #[inline]
    pub fn qualifier(&self) -> Option<Qualifier<'a>> {
        self.name.map(|name| name.qualifier)
    }

    /// Its prefix: in HTML only the adjusted `xlink:`, `xml:` and `xmlns:` attributes have one.
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
            return present(name.qualifier.prefix);
        }
        match self.adjustment() {
            Adjustment::None => None,
            _ => adjust_foreign_attribute(self.record.name).and_then(|foreign| present(foreign.prefix)),
        }
    }

    /// Its value.
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

    /// Its value with the place that it came from.
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

    /// The bytes of its name in the input.
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

    /// The bytes of its value in the input, without quotes; empty when it has none.
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
    /// Returns the text that the input holds at a span of the tag.
    #[inline]
    pub(crate) fn text_at(&self, span: Span) -> &'a str {
        &self.window[(span.start - self.window_start) as usize..(span.end - self.window_start) as usize]
    }
}
