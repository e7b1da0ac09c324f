use crate::{LocalName, Namespace};

/// The prefix and namespace URL of a name in XML. A name with an unbound prefix has an empty URL.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
/// let qualifier = limpid::tree_builder::Qualifier::new("svg", "http://www.w3.org/2000/svg");
/// assert_eq!((qualifier.prefix, qualifier.namespace()), ("svg", limpid::Namespace::Svg));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifier<'a> {
    /// The prefix without the colon, or `""`.
    pub prefix: &'a str,
    /// The URL of the namespace, or `""`.
    pub namespace_url: &'a str,
    /// A number that identifies this URL during one parse, so that a sink can look the URL up once. `None` if the parser does not
    /// number URLs.
    pub namespace_number: Option<u32>,
}

/// Returns the text, or `None` if it is empty.
#[inline]
pub(crate) fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

impl<'a> Qualifier<'a> {
    /// Makes a qualifier without a namespace number.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// assert_eq!(limpid::tree_builder::Qualifier::new("t", "urn:tea").namespace_number, None);
    /// ```
    pub const fn new(prefix: &'a str, namespace_url: &'a str) -> Qualifier<'a> {
        Qualifier { prefix, namespace_url, namespace_number: None }
    }

    /// Returns the namespace of the URL.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// use limpid::{Namespace, tree_builder::Qualifier};
    /// assert_eq!(Qualifier::new("t", "urn:tea").namespace(), Namespace::Other);
    /// ```
    pub fn namespace(&self) -> Namespace {
        Namespace::from_url(self.namespace_url)
    }
}

/// The name of an attribute in XML, for [`TokenAttributes::qualified`](crate::TokenAttributes::qualified).
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
/// use limpid::{LocalName, Namespace, tree_builder::{AttributeName, Qualifier}};
/// let qualifier = Qualifier::new("xlink", Namespace::XLink.url());
/// let name = AttributeName { name: LocalName::HREF, name_str: "href", namespace: qualifier.namespace(), qualifier };
/// assert_eq!(name.namespace, Namespace::XLink);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeName<'a> {
    /// The id of the local name.
    pub name: LocalName,
    /// The local name as text, even if the name has no id.
    pub name_str: &'a str,
    /// The namespace with the URL [`Qualifier::namespace_url`].
    pub namespace: Namespace,
    /// The prefix and the URL of the namespace.
    pub qualifier: Qualifier<'a>,
}
