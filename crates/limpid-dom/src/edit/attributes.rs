use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::edit::qualified_name;
use crate::edit::validity::is_valid_name;
use crate::read::attribute::Attribute;
use crate::read::document::Document;
use crate::storage::attribute::{AttributeName, AttributeRecord};
use crate::storage::id::NodeId;
use limpid_markup::Namespace;
use std::collections::HashSet;

/// # Attributes
impl NodeMut<'_, '_> {
    /// Sets the value of the attribute with this qualified name, as [setAttribute](https://dom.spec.whatwg.org/#dom-element-setattribute)
    /// does. If there is no such attribute, adds one without a namespace. On an HTML element in an HTML document, the name is lowercased
    /// first.
    ///
    /// ```
    /// let mut document = limpid::parse("<a class='big red' href=/>Tea</a>");
    /// let link = document.select_first("a").unwrap().unwrap().id();
    /// document.node_mut(link)?.set_attribute("href", "/tea")?;
    /// assert_eq!(document.node(link).unwrap().attribute("href"), Some("/tea"));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "setAttribute")]
    #[doc(alias = "set_attr")]
    #[inline]
    pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), MutationError> {
        let number = self.document.check_element(self.id)?;
        if !is_valid_name(name) || name.contains('=') {
            return Err(MutationError::InvalidName);
        }
        let name = self.document.lowercased_if_html(number, name);
        let position = self.document.arena.attribute_position(number, AttributeName::Qualified(&name));
        self.document.set_or_push_attribute(number, position, 0, &name, value)
    }

    /// Sets the value of the attribute with this namespace and local name, as
    /// [setAttributeNS](https://dom.spec.whatwg.org/#dom-element-setattributens) does. The namespace is a
    /// [`Namespace`](crate::Namespace) or a URL. The name may have a prefix and is not lowercased. An existing attribute keeps its
    /// prefix.
    ///
    /// ```
    /// # use limpid::{Document, MutationError};
    /// # let mut document = Document::new_xml();
    /// # let note = document.create_element("note")?;
    /// document.node_mut(note)?.set_attribute_ns("urn:example:ids", "i:key", "7")?;
    /// let read = document.node(note).unwrap();
    /// assert_eq!(read.attribute("i:key"), Some("7"));
    /// assert_eq!(read.attribute_ns("urn:example:ids", "key"), Some("7"));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the prefix is not a [valid namespace
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix), or the part after the first colon is not a [valid attribute local
    /// name](https://dom.spec.whatwg.org/#valid-attribute-local-name), [`InvalidNamespace`](MutationError::InvalidNamespace) if the prefix
    /// cannot be used with the namespace. `xmlns`, as the prefix or as the whole name, is required in the XMLNS namespace and an error in
    /// other namespaces.
    #[doc(alias = "setAttributeNS")]
    pub fn set_attribute_ns(
        &mut self,
        namespace: impl AsRef<str>,
        qualified_name: &str,
        value: &str,
    ) -> Result<(), MutationError> {
        let number = self.document.check_element(self.id)?;
        let url = namespace.as_ref();
        let (qualifier, local_name) = qualified_name::of_attribute(url, qualified_name)?;
        let position = self.document.arena.attribute_position(number, AttributeName::Expanded(url, local_name));
        let qualifier =
            self.document.arena.qualifiers.number_for_attribute(qualifier.namespace(), qualifier, local_name);
        self.document.set_or_push_attribute(number, position, qualifier, local_name, value)
    }

    /// Removes the attribute with this qualified name, as
    /// [removeAttribute](https://dom.spec.whatwg.org/#dom-element-removeattribute) does. Returns whether there was one. On an HTML
    /// element in an HTML document, the name is lowercased first.
    ///
    /// ```
    /// let mut document = limpid::parse("<a class='big red' href=/>Tea</a>");
    /// let link = document.select_first("a").unwrap().unwrap().id();
    /// assert!(document.node_mut(link)?.remove_attribute("href")?);
    /// assert!(!document.node(link).unwrap().has_attribute("href"));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "removeAttribute")]
    #[inline]
    #[doc(alias = "remove_attr")]
    pub fn remove_attribute(&mut self, name: &str) -> Result<bool, MutationError> {
        let number = self.document.check_element(self.id)?;
        let name = self.document.lowercased_if_html(number, name);
        self.document.remove_attribute_by_name(number, AttributeName::Qualified(&name))
    }

    /// Removes the attribute with this namespace and local name. Returns whether there was one. The namespace is a
    /// [`Namespace`](crate::Namespace) or a URL. The name is case-sensitive.
    ///
    /// ```
    /// use limpid::Namespace;
    /// let mut document = limpid::parse("<svg><a xlink:href=/tea></a></svg>");
    /// let link = document.select_first("a")?.unwrap().id();
    /// assert!(document.node_mut(link)?.remove_attribute_ns(Namespace::XLink, "href")?);
    /// assert!(!document.node_mut(link)?.remove_attribute_ns(Namespace::XLink, "href")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "removeAttributeNS")]
    pub fn remove_attribute_ns(&mut self, namespace: impl AsRef<str>, local_name: &str) -> Result<bool, MutationError> {
        let number = self.document.check_element(self.id)?;
        self.document.remove_attribute_by_name(number, AttributeName::Expanded(namespace.as_ref(), local_name))
    }

    /// Removes the attributes for which `keep` returns false. Returns whether any was removed.
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new();
    /// let element = document.create_element("p")?;
    /// document.node_mut(element)?.set_attribute("onclick", "x()")?;
    /// document.node_mut(element)?.set_attribute("class", "a")?;
    /// document.node_mut(element)?.retain_attributes(|attribute| !attribute.local_name().starts_with("on"))?;
    /// assert_eq!(document.node(element).unwrap().to_html(), r#"<p class="a"></p>"#);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn retain_attributes(&mut self, keep: impl FnMut(Attribute<'_>) -> bool) -> Result<bool, MutationError> {
        let number = self.document.check_element(self.id)?;
        let kept: Vec<bool> = self.document.try_node(self.id)?.attributes().map(keep).collect();
        if kept.iter().all(|kept| *kept) {
            return Ok(false);
        }
        self.document.arena.note_changed_attributes(number);
        self.document.arena.retain_attributes(number, &kept).then_some(true).ok_or(MutationError::Full)
    }

    /// Calls `change` for each attribute. If it returns a value, that becomes the value of the attribute.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// # let mut document = Document::new();
    /// let element = document.create_element("a")?;
    /// document.node_mut(element)?.set_attribute("href", "http://example.org/")?;
    /// document.node_mut(element)?.change_attribute_values(|attribute| {
    ///     let rest = attribute.value().strip_prefix("http:")?;
    ///     Some(format!("https:{rest}"))
    /// })?;
    /// assert_eq!(document.node(element).unwrap().attribute("href"), Some("https://example.org/"));
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn change_attribute_values(
        &mut self,
        change: impl FnMut(Attribute<'_>) -> Option<String>,
    ) -> Result<(), MutationError> {
        let number = self.document.check_element(self.id)?;
        let values: Vec<Option<String>> = self.document.try_node(self.id)?.attributes().map(change).collect();
        let records = self.document.arena.attributes(number).iter();
        let positions: Vec<usize> =
            records.enumerate().filter(|(_, record)| !record.is_free()).map(|(at, _)| at).collect();
        for (position, value) in positions.into_iter().zip(values) {
            if let Some(value) = value {
                self.document.set_or_push_attribute(number, Some(position), 0, "", &value)?;
            }
        }
        Ok(())
    }

    /// Adds a class after the element's other [classes](crate::NodeRef::classes). Returns whether it was added.
    ///
    /// Adding a class removes duplicates from the `class` attribute and separates the classes with one space. If the element has the
    /// class already, the attribute does not change.
    ///
    /// ```
    /// let mut document = limpid::parse("<a class='big red' href=/>Tea</a>");
    /// let link = document.select_first("a").unwrap().unwrap().id();
    /// document.node_mut(link)?.add_class("new")?;
    /// assert_eq!(document.node(link).unwrap().attribute("class"), Some("big red new"));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the class is empty or contains white space.
    #[doc(alias = "classList")]
    #[inline]
    #[doc(alias = "class_list")]
    pub fn add_class(&mut self, class: &str) -> Result<bool, MutationError> {
        let classes = self.document.classes_without_duplicates(self.id, class)?;
        if classes.contains(&class) {
            return Ok(false);
        }
        let value = [classes.as_slice(), &[class]].concat().join(" ");
        self.set_attribute_ns(Namespace::None, "class", &value)?;
        Ok(true)
    }

    /// Removes a class from the element's [classes](crate::NodeRef::classes). Returns whether the element had it. The `class`
    /// attribute is normalized as by [`add_class`](Self::add_class).
    ///
    /// ```
    /// let mut document = limpid::parse("<a class='big red' href=/>Tea</a>");
    /// let link = document.select_first("a").unwrap().unwrap().id();
    /// document.node_mut(link)?.remove_class("big")?;
    /// assert_eq!(document.node(link).unwrap().attribute("class"), Some("red"));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn remove_class(&mut self, class: &str) -> Result<bool, MutationError> {
        let mut classes = self.document.classes_without_duplicates(self.id, class)?;
        let Some(position) = classes.iter().position(|&word| word == class) else { return Ok(false) };
        classes.remove(position);
        let value = classes.join(" ");
        self.set_attribute_ns(Namespace::None, "class", &value)?;
        Ok(true)
    }
}

impl Document<'_> {
    /// Sets the value of the attribute at a position, or adds an attribute if `position` is `None`.
    #[inline]
    fn set_or_push_attribute(
        &mut self,
        number: u32,
        position: Option<usize>,
        qualifier: u32,
        local_name: &str,
        value: &str,
    ) -> Result<(), MutationError> {
        let old = position.and_then(|at| self.arena.attributes(number).get(at)).map(AttributeRecord::place);
        let built_len = self.arena.text.built_len();
        let is_changed = old.is_some_and(|old| self.arena.text(&self.source, old) != value);
        let place = self.arena.text.store_in_place_of(&self.source, old.unwrap_or_default(), value);
        let place = place.ok_or(MutationError::Full)?;
        self.arena.note_changed_attributes(number);
        let fits = match position {
            Some(_) => self.arena.own_attributes(number),
            None => {
                let name = self.arena.names.number_of(local_name);
                let name = self.arena.qualifiers.attribute_name(name, qualifier);
                self.arena.push_attribute(number, AttributeRecord::new(name, place))
            }
        };
        if !fits {
            self.arena.text.truncate(built_len);
            return Err(MutationError::Full);
        }
        let at = position.map(|position| self.arena.attribute_range(number).start + position);
        if let Some(at) = at
            && let Some(record) = self.arena.attributes.get_mut(at)
        {
            (record.start, record.len) = (place.start, place.len);
            if let Some(spans) = self.arena.spans.as_mut().filter(|_| is_changed) {
                spans.forget_attribute_value(at);
            }
        }
        Ok(())
    }

    #[inline]
    fn remove_attribute_by_name(&mut self, number: u32, name: AttributeName<'_>) -> Result<bool, MutationError> {
        let Some(position) = self.arena.attribute_position(number, name) else { return Ok(false) };
        self.arena.note_changed_attributes(number);
        self.arena.remove_attribute(number, position).then_some(true).ok_or(MutationError::Full)
    }

    /// Returns the classes of an element without duplicates, or an error if `class` is not a valid class.
    #[inline]
    fn classes_without_duplicates(&self, element: NodeId, class: &str) -> Result<Vec<&str>, MutationError> {
        self.check_element(element)?;
        if class.is_empty() || class.contains(|character: char| character.is_ascii_whitespace()) {
            return Err(MutationError::InvalidName);
        }
        let value = self.try_node(element)?.attribute_ns(Namespace::None, "class").unwrap_or_default();
        let mut classes = HashSet::new();
        Ok(value.split_ascii_whitespace().filter(|&word| classes.insert(word)).collect())
    }
}
