//! The standard's adjustments of MathML and SVG names, and the boolean attributes of HTML.

use crate::{ForeignAttribute, LocalName, generated};

/// Returns the element name for a lowercase SVG tag name: `foreignobject` becomes `foreignObject`. Most names stay the same. See
/// [any other start tag](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign) in foreign content.
///
/// ```
/// use limpid_markup::{LocalName, adjust_svg_tag_name};
/// assert_eq!(adjust_svg_tag_name(LocalName::FOREIGNOBJECT), LocalName::FOREIGN_OBJECT);
/// assert_eq!(adjust_svg_tag_name(LocalName::A), LocalName::A);
/// ```
pub fn adjust_svg_tag_name(name: LocalName) -> LocalName {
    lookup(generated::SVG_TAG_NAMES, name).unwrap_or(name)
}

/// [Adjust SVG attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes).
pub(crate) fn adjust_svg_attribute(name: LocalName) -> LocalName {
    lookup(generated::SVG_ATTRIBUTE_NAMES, name).unwrap_or(name)
}

/// [Adjust MathML attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes).
pub(crate) fn adjust_mathml_attribute(name: LocalName) -> LocalName {
    if name == LocalName::DEFINITIONURL { LocalName::DEFINITION_URL } else { name }
}

/// Returns the prefix, local name and namespace of an attribute name that the standard
/// [adjusts on foreign elements](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes).
///
/// ```
/// use limpid_markup::{LocalName, Namespace, adjust_foreign_attribute};
/// let adjusted = adjust_foreign_attribute(LocalName::from_bytes(b"xlink:href")).unwrap();
/// assert_eq!((adjusted.prefix, adjusted.local_name, adjusted.namespace), ("xlink", LocalName::HREF, Namespace::XLink));
/// ```
pub fn adjust_foreign_attribute(name: LocalName) -> Option<ForeignAttribute> {
    lookup(generated::FOREIGN_ATTRIBUTES, name)
}

/// Returns whether an HTML element's attribute is a [boolean
/// attribute](https://html.spec.whatwg.org/multipage/indices.html#attributes-3).
///
/// ```
/// use limpid_markup::{LocalName, is_boolean_attribute};
///
/// assert!(is_boolean_attribute(LocalName::INPUT, LocalName::CHECKED));
/// assert!(!is_boolean_attribute(LocalName::P, LocalName::CHECKED));
/// ```
pub fn is_boolean_attribute(element: LocalName, attribute: LocalName) -> bool {
    lookup(generated::BOOLEAN_ATTRIBUTES, attribute)
        .is_some_and(|elements| elements.is_empty() || elements.contains(&element))
}

/// Returns whether an attribute name is adjusted on SVG or MathML elements.
#[inline]
pub(crate) fn is_adjusted_attribute(name: LocalName) -> bool {
    IS_ADJUSTED[name.index()]
}

/// Whether each attribute name is adjusted, indexed by the name's id. Most attributes of foreign elements are not adjusted, so this saves the binary
/// search in the tables.
static IS_ADJUSTED: [bool; LocalName::COUNT] = {
    let mut adjusted = [false; LocalName::COUNT];
    adjusted[LocalName::DEFINITIONURL.index()] = true;
    let mut at = 0;
    while at < generated::SVG_ATTRIBUTE_NAMES.len() {
        adjusted[generated::SVG_ATTRIBUTE_NAMES[at].0.index()] = true;
        at += 1;
    }
    at = 0;
    while at < generated::FOREIGN_ATTRIBUTES.len() {
        adjusted[generated::FOREIGN_ATTRIBUTES[at].0.index()] = true;
        at += 1;
    }
    adjusted
};

fn lookup<T: Copy>(table: &[(LocalName, T)], name: LocalName) -> Option<T> {
    // The tables are sorted by id.
    table.binary_search_by_key(&name, |entry| entry.0).ok().map(|index| table[index].1)
}
