//! The language of elements, for `:lang()`.

use crate::html::{StartTag, is_html, value};
use crate::inherited::Inherited;
use core::cell::OnceCell;
use limpid_dom::{LocalName, Namespace, NodeRef};

/// The [pragma-set default language](https://html.spec.whatwg.org/multipage/semantics.html#pragma-set-default-language) of a document,
/// computed on first use.
#[derive(Clone, Default)]
pub(crate) struct DefaultLanguage<'d> {
    value: OnceCell<&'d str>,
}

impl<'d> DefaultLanguage<'d> {
    pub(crate) fn get(&self, element: NodeRef<'d>) -> &'d str {
        self.value.get_or_init(|| element.document().descendants().filter_map(pragma).last().unwrap_or_default())
    }
}

/// Returns the language that a `meta` element sets.
pub(crate) fn pragma<'e>(meta: impl StartTag<'e>) -> Option<&'e str> {
    if !is_html(meta) || meta.name() != LocalName::META {
        return None;
    }
    let is_language = value(meta, LocalName::HTTP_EQUIV)?.eq_ignore_ascii_case("content-language");
    let content = value(meta, LocalName::CONTENT).filter(|content| is_language && !content.contains(','))?;
    content.split_ascii_whitespace().next()
}

/// Returns the [language](https://html.spec.whatwg.org/multipage/dom.html#language) of an element, or `""` if it is unknown.
pub(crate) fn language_of<'d>(element: NodeRef<'d>, inherited: &Inherited<'d>) -> &'d str {
    let language = inherited.languages.get(element, |node| node.parent().or_else(|| node.host()), own_language);
    language.unwrap_or_else(|| inherited.default_language.get(element))
}

/// Returns the language that the attributes of an element set.
pub(crate) fn own_language<'e>(element: impl StartTag<'e>) -> Option<&'e str> {
    if let Some(language) = element.value_in(LocalName::LANG, |namespace| namespace == Namespace::Xml) {
        return Some(language);
    }
    if is_html(element) || element.namespace() == Namespace::Svg { value(element, LocalName::LANG) } else { None }
}

/// Returns whether a language matches a range by [extended filtering](https://www.rfc-editor.org/rfc/rfc4647#section-3.3.2), as `:lang()`
/// does.
pub(crate) fn language_matches(range: &str, language: &str) -> bool {
    if range.is_empty() || language.is_empty() {
        return range.is_empty() && language.is_empty();
    }
    let mut tags = language.split('-');
    let mut wanted = range.split('-');
    let (Some(first), Some(first_wanted)) = (tags.next(), wanted.next()) else { return false };
    if first_wanted != "*" && !first.eq_ignore_ascii_case(first_wanted) {
        return false;
    }
    for wanted in wanted.filter(|&wanted| wanted != "*") {
        loop {
            match tags.next() {
                Some(tag) if tag.eq_ignore_ascii_case(wanted) => break,
                // A subtag of one character starts an extension.
                Some(tag) if tag.len() > 1 => {}
                _ => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_filtering() {
        let is_in = |range, language| language_matches(range, language);
        assert!(is_in("de", "de") && is_in("de", "de-AT") && is_in("DE", "de-1996"));
        assert!(!is_in("de", "den") && !is_in("de-AT", "de"));
        assert!(is_in("de-DE", "de-Latn-DE") && is_in("de-*-DE", "de-Latn-DE-1996") && !is_in("de-DE", "de-x-DE"));
        assert!(is_in("*-CH", "fr-CH") && is_in("*", "en") && !is_in("*", ""));
        assert!(is_in("", "") && !is_in("", "en") && !is_in("en", ""));
    }
}
