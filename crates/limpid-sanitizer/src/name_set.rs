//! Sets and maps of names: known names are looked up by their ids, others by hash.

use crate::name::Name;
use limpid_dom::{Attribute, NodeRef};
use limpid_markup::{LocalName, Namespace, NewElement};
use std::collections::HashMap;

/// The namespace and local name of an [element](https://dom.spec.whatwg.org/#concept-element-namespace) or attribute.
///
/// ```
/// use limpid::sanitize::ExpandedName;
/// let names = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"].map(|url| ExpandedName::new(url, "script"));
/// assert_ne!(names[0], names[1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpandedName<'a> {
    namespace: Namespace,
    url: &'a str,
    id: LocalName,
    local_name: &'a str,
}

impl<'a> ExpandedName<'a> {
    /// Returns the name with a namespace URL, which is empty for no namespace, and a local name.
    ///
    /// ```
    /// use limpid::sanitize::{ExpandedName, Sanitizer, Verdict};
    /// let script = ExpandedName::new("http://www.w3.org/2000/svg", "script");
    /// assert!(matches!(Sanitizer::preset().filter(true).element(script), Verdict::Remove(_)));
    /// ```
    pub fn new(namespace_url: &'a str, local_name: &'a str) -> ExpandedName<'a> {
        let id = LocalName::from_bytes(local_name.as_bytes());
        ExpandedName { namespace: Namespace::from_url(namespace_url), url: namespace_url, id, local_name }
    }

    /// Returns the name of an element.
    ///
    /// ```
    /// use limpid::sanitize::ExpandedName;
    /// let document = limpid::parse("<svg>");
    /// let svg = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(ExpandedName::of_element(svg), ExpandedName::new("http://www.w3.org/2000/svg", "svg"));
    /// ```
    #[inline]
    pub fn of_element(element: NodeRef<'a>) -> ExpandedName<'a> {
        let namespace = element.namespace();
        let url =
            if namespace == Namespace::Other { element.namespace_url().unwrap_or_default() } else { namespace.url() };
        ExpandedName { namespace, url, id: element.name(), local_name: element.local_name() }
    }

    /// Returns the name of an attribute.
    ///
    /// ```
    /// use limpid::sanitize::ExpandedName;
    /// let document = limpid::parse("<p lang=en>");
    /// let attribute = document.body().unwrap().first_child().unwrap().attributes().next().unwrap();
    /// assert_eq!(ExpandedName::of_attribute(&attribute), ExpandedName::new("", "lang"));
    /// ```
    #[inline]
    pub fn of_attribute(attribute: &Attribute<'a>) -> ExpandedName<'a> {
        let namespace = attribute.namespace();
        let url =
            if namespace == Namespace::Other { attribute.namespace_url().unwrap_or_default() } else { namespace.url() };
        ExpandedName { namespace, url, id: attribute.name(), local_name: attribute.local_name() }
    }

    #[inline]
    pub(crate) fn of_new_element(element: &NewElement<'a>) -> ExpandedName<'a> {
        let &NewElement { namespace, name, name_str, .. } = element;
        ExpandedName { namespace, url: element.namespace_url().unwrap_or_default(), id: name, local_name: name_str }
    }

    #[inline]
    pub(crate) fn of_new_attribute(attribute: &limpid_markup::TokenAttribute<'a>) -> ExpandedName<'a> {
        let (namespace, url) = (attribute.namespace(), attribute.namespace_url().unwrap_or_default());
        ExpandedName { namespace, url, id: attribute.name(), local_name: attribute.name_str() }
    }

    pub(crate) fn without_namespace(self) -> ExpandedName<'a> {
        ExpandedName { namespace: Namespace::None, url: "", ..self }
    }

    /// Returns the namespace.
    ///
    /// ```
    /// use limpid::{Namespace, sanitize::ExpandedName};
    /// assert_eq!(ExpandedName::new("http://www.w3.org/2000/svg", "a").namespace(), Namespace::Svg);
    /// ```
    pub fn namespace(self) -> Namespace {
        self.namespace
    }

    /// Returns the local name.
    ///
    /// ```
    /// assert_eq!(limpid::sanitize::ExpandedName::new("", "href").local_name(), "href");
    /// ```
    pub fn local_name(self) -> &'a str {
        self.local_name
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NameMap<V> {
    /// Values by namespace and id of the local name. Each vector ends with its last value.
    by_id: [Vec<Option<V>>; Namespace::Other as usize],
    /// Values by namespace and unknown local name.
    by_text: [HashMap<Box<str>, V>; Namespace::Other as usize],
    /// Values by the URL of another namespace and local name.
    others: HashMap<Box<str>, HashMap<Box<str>, V>>,
}

impl<V> Default for NameMap<V> {
    fn default() -> NameMap<V> {
        NameMap { by_id: Default::default(), by_text: Default::default(), others: HashMap::new() }
    }
}

impl<V: Clone> NameMap<V> {
    pub(crate) fn insert(&mut self, name: &Name, value: V) {
        let namespace = Namespace::from_url(&name.namespace.0);
        let id = LocalName::from_bytes(name.local_name.0.as_bytes());
        match self.by_id.get_mut(namespace as usize) {
            Some(values) if id.is_known() => {
                if values.len() <= id.index() {
                    values.resize(id.index() + 1, None);
                }
                values[id.index()] = Some(value);
            }
            _ => {
                let names = match self.by_text.get_mut(namespace as usize) {
                    Some(names) => names,
                    None => self.others.entry(name.namespace.0.clone()).or_default(),
                };
                names.insert(name.local_name.0.clone(), value);
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: ExpandedName<'_>) -> Option<&V> {
        match self.by_id.get(key.namespace as usize) {
            Some(values) if key.id.is_known() => values.get(key.id.index())?.as_ref(),
            _ => match self.by_text.get(key.namespace as usize) {
                Some(names) if names.is_empty() => None,
                Some(names) => names.get(key.local_name),
                None if self.others.is_empty() => None,
                None => self.others.get(key.url)?.get(key.local_name),
            },
        }
    }
}

pub(crate) type NameSet = NameMap<()>;

impl NameSet {
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a Name>) -> NameSet {
        let mut set = NameSet::default();
        names.into_iter().for_each(|name| set.insert(name, ()));
        set
    }

    #[inline]
    pub(crate) fn contains(&self, key: ExpandedName<'_>) -> bool {
        self.get(key).is_some()
    }
}
