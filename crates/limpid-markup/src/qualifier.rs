use crate::{LocalName, Namespace};

/// What a name in XML has besides its local name: the prefix that it was written with and the namespace that the prefix
/// stands for, both empty where there is none. A prefix that stands for nothing is there with an empty namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifier<'a> {
    /// The prefix, without the colon; empty for none.
    pub prefix: &'a str,
    /// The URL of the namespace; empty for none.
    pub namespace_url: &'a str,
}

impl Qualifier<'_> {
    /// The namespace that the URL stands for.
    pub fn namespace(&self) -> Namespace {
        Namespace::from_url(self.namespace_url)
    }
}

/// The name of an attribute in XML, for [`Attributes::qualified`](crate::Attributes::qualified).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeName<'a> {
    /// The id of the local name.
    pub name: LocalName,
    /// The local name as text, whether it has an id or not.
    pub name_str: &'a str,
    /// Its namespace: the one that [`Qualifier::namespace_url`] stands for.
    pub namespace: Namespace,
    /// Its prefix and the URL of its namespace.
    pub qualifier: Qualifier<'a>,
}
