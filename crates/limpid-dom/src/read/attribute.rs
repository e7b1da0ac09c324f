//! [`Attribute`], and the methods that read the attributes of an element.

use crate::read::document::Document;
use crate::read::node_ref::{NodeRef, non_empty, qualified_name};
use crate::storage::attribute::{AttributeName, AttributeRecord};
use core::fmt;
use core::iter::FusedIterator;
use core::str::SplitAsciiWhitespace;
use limpid_markup::{LocalName, Namespace, Qualifier, Span};
use std::borrow::Cow;

impl<'d> NodeRef<'d> {
    /// Returns an element's attributes in source order. Other nodes have no attributes.
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// let names: Vec<_> = link.attributes().map(|attribute| attribute.local_name()).collect();
    /// assert_eq!(names, ["class", "id", "href"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    #[doc(alias = "attrs")]
    pub fn attributes(self) -> Attributes<'d> {
        let arena = &self.document.arena;
        let (records, holes) = (arena.attributes(self.number()), arena.attribute_holes(self.number()));
        let end = (arena.attribute_range(self.number()).start + records.len()) as u32;
        Attributes { document: self.document, records: records.iter(), holes, end }
    }

    /// Returns the number of an element's attribute slots. A slot is the position of an attribute's record. It may be free, because removing
    /// an attribute from a long list does not move the other records.
    #[doc(hidden)]
    #[inline]
    pub fn attribute_slots(self) -> usize {
        self.document.arena.attributes(self.number()).len()
    }

    /// Returns the first [slot](Self::attribute_slots) from `start` on with an attribute whose local name has this
    /// [number](Document::name_number), and whether the attribute has neither prefix nor namespace.
    #[doc(hidden)]
    #[inline]
    pub fn attribute_slot_named(self, number: u32, start: usize) -> Option<(usize, bool)> {
        let records = self.document.arena.attributes(self.number()).get(start..)?;
        let qualifiers = &self.document.arena.qualifiers;
        let slot = records.iter().position(|record| qualifiers.local_name(record) == number && !record.is_free())?;
        Some((start + slot, !records.get(slot)?.is_qualified()))
    }

    /// Returns the attribute in a [slot](Self::attribute_slots); `None` if the slot is free.
    #[doc(hidden)]
    #[inline]
    pub fn attribute_in_slot(self, slot: usize) -> Option<Attribute<'d>> {
        let arena = &self.document.arena;
        let record = *arena.attributes(self.number()).get(slot)?;
        let index = (arena.attribute_range(self.number()).start + slot) as u32;
        (!record.is_free()).then_some(Attribute { document: self.document, record, index })
    }

    /// Returns the value of the attribute with this qualified name, such as `href` or `xlink:href`.
    ///
    /// The name is case-sensitive. Attributes of HTML elements have lowercase names.
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert_eq!((link.attribute("href"), link.attribute("title")), (Some("/tea"), None));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "getAttribute")]
    #[doc(alias = "attr")]
    #[inline]
    #[doc(alias = "get_attribute")]
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.attribute_value(AttributeName::Qualified(name))
    }

    /// Returns the value of the attribute with this namespace and local name, such as `Namespace::XLink` and `href`. The namespace is a
    /// [`Namespace`] or a URL.
    ///
    /// ```
    /// use limpid::Namespace;
    /// let document = limpid::parse("<svg><use xlink:href='#a' />");
    /// let used = document.select_first("use")?.unwrap();
    /// assert_eq!(used.attribute_ns(Namespace::XLink, "href"), Some("#a"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "getAttributeNS")]
    #[doc(alias = "get_attribute_ns")]
    pub fn attribute_ns(self, namespace: impl AsRef<str>, local_name: &str) -> Option<&'d str> {
        self.attribute_value(AttributeName::Expanded(namespace.as_ref(), local_name))
    }

    #[inline]
    fn attribute_value(self, name: AttributeName<'_>) -> Option<&'d str> {
        let arena = &self.document.arena;
        let position = arena.attribute_position(self.number(), name)?;
        arena.attributes(self.number()).get(position).map(|record| self.place_text(record.place()))
    }

    /// Returns the attribute with this qualified name, with its spans and its namespace.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().spans(true).parse("<a id=tea href=/tea>Tea</a>");
    /// let href = document.select_first("a")?.unwrap().attribute_node("href").unwrap();
    /// assert_eq!(&document.source()[href.value_span().unwrap()], "/tea");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "getAttributeNode")]
    #[doc(alias = "attribute_span")]
    #[inline]
    #[doc(alias = "get_attribute_node")]
    pub fn attribute_node(self, name: &str) -> Option<Attribute<'d>> {
        let slot = self.document.arena.attribute_position(self.number(), AttributeName::Qualified(name))?;
        self.attribute_in_slot(slot)
    }

    /// Returns whether the element has an attribute with this qualified name.
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert!(link.has_attribute("href") && !link.has_attribute("title"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "hasAttribute")]
    #[doc(alias = "has_attr")]
    #[inline]
    pub fn has_attribute(self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Returns the value of an attribute without a namespace, if its length passes `is_long_enough`. Other values are not read, which saves
    /// cache misses in a search through many elements.
    #[doc(hidden)]
    #[inline]
    pub fn attribute_bytes(self, name: LocalName, is_long_enough: impl FnOnce(usize) -> bool) -> Option<&'d [u8]> {
        let arena = &self.document.arena;
        let record = arena.attribute_without_namespace(self.number(), name)?;
        is_long_enough(record.len as usize).then(|| arena.text.bytes(&self.document.source, record.place()))
    }

    /// Returns the value of an attribute without a namespace. Time grows with the number of attributes.
    #[inline]
    pub(crate) fn attribute_by_name(self, name: LocalName) -> Option<&'d str> {
        let record = self.document.arena.attribute_without_namespace(self.number(), name)?;
        Some(self.place_text(record.place()))
    }

    /// Returns the values of several attributes without a namespace, in one pass over the attributes.
    #[inline]
    pub(crate) fn attributes_by_name<const N: usize>(self, names: [LocalName; N]) -> [Option<&'d str>; N] {
        let mut values = [None; N];
        for record in self.document.arena.attributes(self.number()) {
            if let Some(at) = names.iter().position(|name| name.index() as u32 == record.name) {
                values[at] = Some(self.place_text(record.place()));
            }
        }
        values
    }

    /// Whether the element has this attribute without a namespace.
    #[inline]
    pub(crate) fn has_attribute_by_name(self, name: LocalName) -> bool {
        self.document.arena.attribute_without_namespace(self.number(), name).is_some()
    }

    /// Whether the element has one of these attributes without a namespace.
    #[inline]
    pub(crate) fn has_any_attribute_by_name<const N: usize>(self, names: [LocalName; N]) -> bool {
        let numbers = names.map(|name| name.index() as u32);
        let is_named = |record: &AttributeRecord| numbers.contains(&record.name);
        self.document.arena.attributes(self.number()).iter().any(is_named)
    }

    /// Returns the value of an element's `id` attribute, unless it is empty: its
    /// [unique identifier](https://dom.spec.whatwg.org/#concept-id). (The [`NodeId`](crate::NodeId) is [`id`](Self::id).)
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert_eq!(link.element_id(), Some("tea"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn element_id(self) -> Option<&'d str> {
        self.attribute("id").filter(|id| !id.is_empty())
    }

    /// Returns an element's [classes](https://dom.spec.whatwg.org/#concept-class): the words of its `class` attribute, including duplicates.
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert_eq!(link.classes().collect::<Vec<_>>(), ["big", "red"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "classList")]
    #[doc(alias = "className")]
    #[inline]
    #[doc(alias = "class_list")]
    #[doc(alias = "class_name")]
    pub fn classes(self) -> SplitAsciiWhitespace<'d> {
        self.attribute("class").unwrap_or_default().split_ascii_whitespace()
    }

    /// Returns whether the element has this [class](Self::classes). The class is case-sensitive.
    ///
    /// ```
    /// let document = limpid::parse("<a class='big red' id=tea href=/tea>Tea</a>");
    /// let link = document.select_first("a")?.unwrap();
    /// assert!(link.has_class("red") && !link.has_class("re"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn has_class(self, class: &str) -> bool {
        self.classes().any(|word| word == class)
    }
}

/// An attribute of an element.
///
/// ```
/// let document = limpid::parse("<a href=/tea title=Tea>");
/// let a = document.select_first("a").unwrap().unwrap();
/// let found: Vec<_> = a.attributes().map(|attribute| (attribute.local_name(), attribute.value())).collect();
/// assert_eq!(found, [("href", "/tea"), ("title", "Tea")]);
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'d> {
    document: &'d Document<'d>,
    record: AttributeRecord,
    /// The index in the arena.
    index: u32,
}

impl<'d> Attribute<'d> {
    #[inline]
    pub(crate) fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// Returns the span of the value if the source contains it verbatim.
    #[inline]
    pub(crate) fn value_in_source(&self) -> Option<Span> {
        self.document.arena.text.span_in_source(self.record.place())
    }

    #[inline]
    pub(crate) fn index(&self) -> usize {
        self.index as usize
    }

    #[inline]
    fn qualifier(&self) -> Qualifier<'d> {
        let arena = &self.document.arena;
        arena.qualifiers.of_attribute(&self.record, &arena.names)
    }

    /// Returns the local name as a [`LocalName`]; [`LocalName::UNKNOWN`] for other names.
    ///
    /// ```
    /// use limpid::LocalName;
    /// let document = limpid::parse("<a href=/tea x-leaf=green>");
    /// let names: Vec<_> = document.select_first("a")?.unwrap().attributes().map(|it| it.name()).collect();
    /// assert_eq!(names, [LocalName::HREF, LocalName::UNKNOWN]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn name(&self) -> LocalName {
        LocalName::from_index(self.name_number() as usize)
    }

    /// Returns the local name as text.
    ///
    /// ```
    /// let document = limpid::parse("<a HREF=/tea>");
    /// let link = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(link.attributes().next().unwrap().local_name(), "href");
    /// ```
    #[inline]
    pub fn local_name(&self) -> &'d str {
        self.document.arena.names.text(self.name_number())
    }

    /// Returns the [number](Document::name_number) of the local name.
    #[doc(hidden)]
    #[inline]
    pub fn name_number(&self) -> u32 {
        self.document.arena.qualifiers.local_name(&self.record)
    }

    /// Returns the namespace; [`Namespace::None`] for nearly all attributes. For [`Namespace::Other`], use
    /// [`namespace_url`](Self::namespace_url).
    ///
    /// ```
    /// use limpid::Namespace;
    /// let document = limpid::parse("<svg xlink:href=/tea>");
    /// let svg = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(svg.attributes().next().unwrap().namespace(), Namespace::XLink);
    /// ```
    #[inline]
    pub fn namespace(&self) -> Namespace {
        self.document.arena.qualifiers.attribute_namespace(&self.record)
    }

    /// Returns the URL of the namespace; `None` for nearly all attributes.
    ///
    /// ```
    /// let document = limpid::parse("<svg><use id=a xlink:href=#a>");
    /// let urls = document.select_first("use").unwrap().unwrap().attributes().map(|it| it.namespace_url());
    /// assert_eq!(urls.collect::<Vec<_>>(), [None, Some("http://www.w3.org/1999/xlink")]);
    /// ```
    #[inline]
    pub fn namespace_url(&self) -> Option<&'d str> {
        non_empty(self.qualifier().namespace_url)
    }

    /// Returns the [namespace prefix](https://dom.spec.whatwg.org/#concept-attribute-namespace-prefix), if the attribute has one. In HTML,
    /// it is `xlink`, `xml` or `xmlns`.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a x:b='1' c='2' xmlns:x='urn:tea'/>");
    /// let prefixes = document.document_element().unwrap().attributes().map(|attribute| attribute.prefix());
    /// assert_eq!(prefixes.collect::<Vec<_>>(), [Some("x"), None, Some("xmlns")]);
    /// ```
    #[inline]
    pub fn prefix(&self) -> Option<&'d str> {
        non_empty(self.qualifier().prefix)
    }

    /// Returns the number of the namespace: see [`NodeRef::namespace_number`].
    #[inline]
    pub(crate) fn namespace_number(&self) -> u32 {
        self.document.arena.namespace_number_of_attribute(&self.record)
    }

    /// Whether the attribute has a prefix or a namespace that attributes in HTML cannot have.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn has_own_qualifier(&self) -> bool {
        self.document.arena.qualifiers.own(self.document.arena.qualifiers.of_record(&self.record)).is_some()
    }

    /// Returns the [qualified name](https://dom.spec.whatwg.org/#concept-attribute-qualified-name): the prefix and a colon, if there is a
    /// prefix, and the local name.
    ///
    /// ```
    /// let document = limpid::parse("<svg><use xlink:href=#a>");
    /// let href = document.select_first("use").unwrap().unwrap().attributes().next().unwrap();
    /// assert_eq!((&*href.qualified_name(), href.local_name(), href.prefix()), ("xlink:href", "href", Some("xlink")));
    /// ```
    #[inline]
    pub fn qualified_name(&self) -> Cow<'d, str> {
        qualified_name(self.prefix(), self.local_name())
    }

    /// Returns the value.
    ///
    /// ```
    /// let document = limpid::parse("<p title='Tea &amp; milk'>");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(p.attributes().next().unwrap().value(), "Tea & milk");
    /// ```
    #[inline]
    pub fn value(&self) -> &'d str {
        self.document.arena.text(&self.document.source, self.record.place())
    }
}

impl fmt::Debug for Attribute<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = self.prefix() {
            write!(f, "{prefix}:")?;
        }
        write!(f, "{}={:?}", self.local_name(), self.value())
    }
}

/// An iterator over the attributes of an element in source order: [`NodeRef::attributes`].
///
/// ```
/// let document = limpid::parse("<img src=tea.png alt=Tea>");
/// let attributes = document.body().unwrap().first_child().unwrap().attributes();
/// assert_eq!(attributes.len(), 2);
/// assert_eq!(attributes.rev().map(|it| it.value()).collect::<Vec<_>>(), ["Tea", "tea.png"]);
/// ```
#[derive(Clone)]
pub struct Attributes<'d> {
    document: &'d Document<'d>,
    records: core::slice::Iter<'d, AttributeRecord>,
    /// The number of holes in `records`: free records, whose attributes were removed.
    holes: u32,
    /// The end of `records`, as an index in the arena.
    end: u32,
}

impl<'d> Iterator for Attributes<'d> {
    type Item = Attribute<'d>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'d>> {
        loop {
            let index = self.end - self.records.len() as u32;
            let &record = self.records.next()?;
            if !record.is_free() {
                return Some(Attribute { document: self.document, record, index });
            }
            self.holes = self.holes.saturating_sub(1);
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.records.len().saturating_sub(self.holes as usize);
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Attributes<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            let &record = self.records.next_back()?;
            self.end -= 1;
            if !record.is_free() {
                return Some(Attribute { document: self.document, record, index: self.end });
            }
            self.holes = self.holes.saturating_sub(1);
        }
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl FusedIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
