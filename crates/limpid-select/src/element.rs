//! Navigation between elements, and tests of one element.

use crate::html::is_html_in_html;
use crate::parse::syntax::{Case, Operator};
use core::iter::successors;
use limpid_dom::{LocalName, NodeKind, NodeRef};
use memchr::memmem;

pub(crate) fn parent(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    element.parent().filter(|parent| parent.is_element())
}

pub(crate) fn previous(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    element.previous_element_sibling()
}

pub(crate) fn next(element: NodeRef<'_>) -> Option<NodeRef<'_>> {
    element.next_element_sibling()
}

/// Returns the following element siblings.
pub(crate) fn following(element: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    successors(next(element), |sibling| next(*sibling))
}

/// `:root`: Returns whether an element is the document element.
pub(crate) fn is_root(element: NodeRef<'_>) -> bool {
    element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
}

/// `:empty`: Returns whether an element contains no elements and no text.
pub(crate) fn is_empty(element: NodeRef<'_>) -> bool {
    element.children().all(|child| !child.is_element() && child.text().is_none_or(str::is_empty))
}

/// Returns whether two elements have the same name and namespace.
pub(crate) fn is_same_type(a: NodeRef<'_>, b: NodeRef<'_>) -> bool {
    a.name() == b.name() && a.is_in_namespace_of(b) && (a.name().is_known() || a.local_name() == b.local_name())
}

pub(crate) fn has_id(element: NodeRef<'_>, id: &str, case: CaseSensitivity) -> bool {
    let value = element.attribute_bytes(LocalName::ID, |len| len == id.len());
    value.is_some_and(|value| case.eq(value, id.as_bytes()))
}

pub(crate) fn has_class(element: NodeRef<'_>, class: &Word, case: CaseSensitivity) -> bool {
    let value = element.attribute_bytes(LocalName::CLASS, |len| len >= class.0.len());
    value.is_some_and(|value| class.is_in(value, case))
}

/// A word to find in a white-space-separated list.
#[derive(Clone)]
pub(crate) struct Word(Box<[u8]>);

impl Word {
    pub(crate) fn new(text: &str) -> Word {
        Word(text.as_bytes().into())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn is_in(&self, text: &[u8], case: CaseSensitivity) -> bool {
        let word = &*self.0;
        let (Some(&first), Some(&last)) = (word.first(), word.last()) else { return false };
        if text.len() <= word.len() {
            return case.eq(text, word);
        }
        if case == CaseSensitivity::AsciiInsensitive {
            return text.split(u8::is_ascii_whitespace).any(|part| case.eq(part, word));
        }
        let is_edge = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let mut ends = text.iter().zip(&text[word.len() - 1..]).enumerate();
        ends.any(|(start, (&byte, &end))| {
            (byte == first) & (end == last)
                && is_edge(text.get(start.wrapping_sub(1)))
                && is_edge(text.get(start + word.len()))
                && text[start..].starts_with(word)
        })
    }
}

/// Whether ASCII case is significant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CaseSensitivity {
    Sensitive,
    AsciiInsensitive,
}

impl CaseSensitivity {
    pub(crate) fn eq(self, a: &[u8], b: &[u8]) -> bool {
        match self {
            CaseSensitivity::Sensitive => a == b,
            CaseSensitivity::AsciiInsensitive => a.eq_ignore_ascii_case(b),
        }
    }
}

/// Returns how an attribute value of an element is compared.
pub(crate) fn case_on(element: NodeRef<'_>, case: Case) -> CaseSensitivity {
    match case {
        Case::Insensitive => CaseSensitivity::AsciiInsensitive,
        Case::InsensitiveInHtml if is_html_in_html(element) => CaseSensitivity::AsciiInsensitive,
        _ => CaseSensitivity::Sensitive,
    }
}

/// Returns whether an attribute value satisfies an operator.
pub(crate) fn matches_value(value: &[u8], operator: Operator, expected: &[u8], case: CaseSensitivity) -> bool {
    let starts = || value.get(..expected.len()).is_some_and(|start| case.eq(start, expected));
    match operator {
        Operator::Equals => case.eq(value, expected),
        Operator::DashMatch => starts() && matches!(value.get(expected.len()), None | Some(b'-')),
        _ if expected.is_empty() => false,
        Operator::Includes => value.split(u8::is_ascii_whitespace).any(|word| case.eq(word, expected)),
        Operator::Prefix => starts(),
        Operator::Suffix => {
            let start = value.len().checked_sub(expected.len());
            start.and_then(|start| value.get(start..)).is_some_and(|end| case.eq(end, expected))
        }
        Operator::Substring => match case {
            CaseSensitivity::Sensitive => memmem::find(value, expected).is_some(),
            CaseSensitivity::AsciiInsensitive => value.windows(expected.len()).any(|part| case.eq(part, expected)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_list() {
        let has = |text: &str, word| {
            let found = Word::new(word).is_in(text.as_bytes(), CaseSensitivity::Sensitive);
            assert_eq!(found, text.split_ascii_whitespace().any(|part| part == word), "{text:?} {word:?}");
            assert_eq!(
                Word::new(word).is_in(text.as_bytes(), CaseSensitivity::AsciiInsensitive),
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
