//! [Validate and extract](https://dom.spec.whatwg.org/#validate-and-extract) a namespace and a qualified name.

use crate::edit::error::MutationError;
use crate::edit::validity::{is_valid_element_local_name, is_valid_name};
use limpid_markup::{Namespace, Qualifier};

/// Returns the qualifier and the local name of an element.
#[inline]
pub(crate) fn of_element<'a>(
    namespace_url: &'a str,
    qualified_name: &'a str,
) -> Result<(Qualifier<'a>, &'a str), MutationError> {
    validate_and_extract(namespace_url, qualified_name, is_valid_element_local_name)
}

/// Returns the qualifier and the local name of an attribute.
#[inline]
pub(crate) fn of_attribute<'a>(
    namespace_url: &'a str,
    qualified_name: &'a str,
) -> Result<(Qualifier<'a>, &'a str), MutationError> {
    validate_and_extract(namespace_url, qualified_name, |name| is_valid_name(name) && !name.contains('='))
}

fn validate_and_extract<'a>(
    namespace_url: &'a str,
    qualified_name: &'a str,
    is_valid_local_name: impl FnOnce(&str) -> bool,
) -> Result<(Qualifier<'a>, &'a str), MutationError> {
    let (prefix, local_name) = match qualified_name.split_once(':') {
        // The prefix is not a valid namespace prefix.
        Some((prefix, _)) if !is_valid_name(prefix) => return Err(MutationError::InvalidName),
        Some((prefix, local_name)) => (prefix, local_name),
        None => ("", qualified_name),
    };
    if !is_valid_local_name(local_name) {
        return Err(MutationError::InvalidName);
    }
    let qualifier = Qualifier::new(prefix, namespace_url);
    let namespace = qualifier.namespace();
    let is_declaration = qualified_name == "xmlns" || prefix == "xmlns";
    if !prefix.is_empty() && namespace == Namespace::None
        || prefix == "xml" && namespace != Namespace::Xml
        || is_declaration != (namespace == Namespace::XmlNs)
    {
        return Err(MutationError::InvalidNamespace);
    }
    Ok((qualifier, local_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements() {
        let parts = |url, name| of_element(url, name).map(|(qualifier, local)| (qualifier.prefix, local));
        assert_eq!(parts("", "a"), Ok(("", "a")));
        assert_eq!(parts("urn:x", "p:a"), Ok(("p", "a")));
        assert_eq!(parts("urn:x", "0:a"), Ok(("0", "a")));
        assert_eq!(parts("urn:x", "p:a:b"), Ok(("p", "a:b")));
        assert_eq!(parts("", "éa<b"), Err(MutationError::InvalidName));
        assert_eq!(parts("", "a<b"), Ok(("", "a<b")));
        for name in ["", ":a", "a:", "a b", "p:0", "-a", "a>", "p/:a", "\u{0}a", "a\tb"] {
            assert_eq!(parts("urn:x", name), Err(MutationError::InvalidName), "{name:?}");
        }
        for (url, name) in [
            ("", "p:a"),
            ("urn:x", "xml:a"),
            ("urn:x", "xmlns:a"),
            ("urn:x", "xmlns"),
            ("http://www.w3.org/2000/xmlns/", "p:a"),
            ("http://www.w3.org/2000/xmlns/", "a"),
        ] {
            assert_eq!(parts(url, name), Err(MutationError::InvalidNamespace), "{url} {name}");
        }
        assert_eq!(parts("http://www.w3.org/XML/1998/namespace", "xml:a"), Ok(("xml", "a")));
        assert_eq!(parts("http://www.w3.org/2000/xmlns/", "xmlns:a"), Ok(("xmlns", "a")));
        assert_eq!(parts("http://www.w3.org/2000/xmlns/", "xmlns"), Ok(("", "xmlns")));
    }

    #[test]
    fn attributes() {
        assert_eq!(of_attribute("urn:x", "p:0").map(|(_, local)| local), Ok("0"));
        assert_eq!(of_attribute("urn:x", "p:a=b"), Err(MutationError::InvalidName));
        assert_eq!(of_attribute("urn:x", "p=:a").map(|(qualifier, _)| qualifier.prefix), Ok("p="));
    }
}
