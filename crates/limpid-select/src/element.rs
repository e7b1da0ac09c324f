//! Steps from element to element, and what both matchers ask of one.

use crate::pseudo_class::is_html_in_html;
use limpid_dom::{LocalName, Namespace, NodeKind, NodeRef};
use memchr::memmem::Finder;
use selectors::attr::{CaseSensitivity, ParsedCaseSensitivity};

#[inline]
pub(crate) fn parent(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    element.parent().filter(|parent| parent.is_element())
}

#[inline]
pub(crate) fn previous(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut node = element.previous_sibling();
    while let Some(sibling) = node
        && !sibling.is_element()
    {
        node = sibling.previous_sibling();
    }
    node
}

#[inline]
pub(crate) fn next(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut node = element.next_sibling();
    while let Some(sibling) = node
        && !sibling.is_element()
    {
        node = sibling.next_sibling();
    }
    node
}

/// `:root`: whether it is the document's element.
pub(crate) fn is_root(element: NodeRef<'_>) -> bool {
    element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
}

/// `:empty`: whether there is no element and no text in it.
pub(crate) fn is_empty(element: NodeRef<'_>) -> bool {
    element.children().all(|child| !child.is_element() && child.text().is_none_or(str::is_empty))
}

/// Whether two elements have the same name in the same namespace.
#[inline]
pub(crate) fn is_same_type(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    a.name() == b.name() && a.is_in_namespace_of(b) && (a.name().is_known() || a.local_name() == b.local_name())
}

/// The value of an attribute that every element may have.
#[inline]
pub(crate) fn attribute(element: NodeRef<'_>, name: LocalName) -> Option<&str> {
    element
        .attributes()
        .find(|attribute| attribute.name() == name && attribute.namespace() == Namespace::None)
        .map(|attribute| attribute.value())
}

/// Whether an element has an id.
#[inline]
pub(crate) fn has_id(element: NodeRef<'_>, id: &str, case: CaseSensitivity) -> bool {
    attribute(element, LocalName::ID).is_some_and(|value| case.eq(value.as_bytes(), id.as_bytes()))
}

/// Whether an element has a class.
#[inline]
pub(crate) fn has_class(element: NodeRef<'_>, class: &Word, case: CaseSensitivity) -> bool {
    attribute(element, LocalName::CLASS).is_some_and(|value| class.is_in(value, case))
}

/// A word without white space, to be looked for among those of texts.
#[derive(Clone)]
pub(crate) struct Word {
    text: Box<str>,
    finder: Finder<'static>,
}

impl Word {
    pub(crate) fn new(text: &str) -> Word {
        Word { text: text.into(), finder: Finder::new(text).into_owned() }
    }

    #[inline]
    fn is_in(&self, text: &str, case: CaseSensitivity) -> bool {
        let (text, word) = (text.as_bytes(), self.text.as_bytes());
        if text.len() <= word.len() {
            return text.len() == word.len() && !word.is_empty() && case.eq(text, word);
        }
        if case == CaseSensitivity::AsciiCaseInsensitive {
            return text.split(u8::is_ascii_whitespace).any(|part| case.eq(part, word) && !part.is_empty());
        }
        let is_edge = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        // Found places overlap no others that are words: there is an edge on both sides of those.
        self.finder.find_iter(text).any(|start| {
            is_edge(start.checked_sub(1).and_then(|before| text.get(before))) && is_edge(text.get(start + word.len()))
        })
    }
}

/// Whether a value is compared without regard to case on an element.
pub(crate) fn case_on(element: NodeRef<'_>, parsed: ParsedCaseSensitivity) -> CaseSensitivity {
    match parsed {
        ParsedCaseSensitivity::ExplicitCaseSensitive | ParsedCaseSensitivity::CaseSensitive => {
            CaseSensitivity::CaseSensitive
        }
        ParsedCaseSensitivity::AsciiCaseInsensitive => CaseSensitivity::AsciiCaseInsensitive,
        ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument => {
            if is_html_in_html(element) {
                CaseSensitivity::AsciiCaseInsensitive
            } else {
                CaseSensitivity::CaseSensitive
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let has = |text, word| {
            let found = Word::new(word).is_in(text, CaseSensitivity::CaseSensitive);
            assert_eq!(found, text.split_ascii_whitespace().any(|part| part == word), "{text:?} {word:?}");
            assert_eq!(
                Word::new(word).is_in(text, CaseSensitivity::AsciiCaseInsensitive),
                text.split_ascii_whitespace().any(|part| part.eq_ignore_ascii_case(word))
            );
            found
        };
        assert!(has("a", "a") && has("a b", "b") && has("b\ta\n", "a") && has("aa a", "a") && has("é aé", "aé"));
        assert!(!has("", "a") && !has("aa", "a") && !has("ab ba", "a") && !has("A", "a") && !has("a-b a_", "a"));
        assert!(!has("abab ab-", "ab") && has("abab ab", "ab") && has("ab abab", "ab"));
        assert!(has("aaa aa", "aa") && has("aaaa aa aaa", "aa") && !has("aaaa a", "aa") && !has("a", ""));
    }
}
