//! Interned tag names, with their parts and the innermost open element of each name.

use limpid_markup::{ErrorCode, LocalName, NameHashState, is_ncname};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NameNumber(u32);

#[derive(Clone, Debug)]
pub(super) struct TagName {
    pub(super) text: Box<str>,
    /// The start of the local name: after the colon, or 0.
    pub(super) local_start: usize,
    pub(super) local_name: LocalName,
    /// The error, if this is not a [qualified name](https://www.w3.org/TR/xml-names/#NT-QName).
    pub(super) error: Option<ErrorCode>,
    /// The index of the innermost open element with this name, plus 1, or 0 if no element with this name is open.
    innermost: u32,
}

impl TagName {
    fn new(text: &str) -> TagName {
        let (prefix, local, error) = split_name(text);
        TagName {
            text: text.into(),
            local_start: if prefix.is_empty() { 0 } else { prefix.len() + 1 },
            local_name: LocalName::from_bytes(local.as_bytes()),
            error,
            innermost: 0,
        }
    }

    #[inline]
    pub(super) fn is_local_name(&self) -> bool {
        self.local_start == 0 && self.error.is_none()
    }

    pub(super) fn prefix(&self) -> &str {
        &self.text[..self.local_start.saturating_sub(1)]
    }

    pub(super) fn local_name_str(&self) -> &str {
        &self.text[self.local_start..]
    }
}

/// Splits a name into prefix and local name, with an error if it is not a qualified name. If its colons are invalid, the prefix is empty.
pub(super) fn split_name(name: &str) -> (&str, &str, Option<ErrorCode>) {
    let (prefix, local) = match name.split_once(':') {
        None => ("", name),
        Some((prefix, local)) if !prefix.is_empty() && !local.is_empty() && !local.contains(':') => (prefix, local),
        Some(_) => return ("", name, Some(ErrorCode::XmlInvalidQualifiedName)),
    };
    let is_valid = (prefix.is_empty() || is_ncname(prefix)) && is_ncname(local);
    (prefix, local, (!is_valid).then_some(ErrorCode::XmlInvalidName))
}

#[derive(Clone, Debug, Default)]
pub(super) struct TagNames {
    list: Vec<TagName>,
    numbers: HashMap<Box<str>, NameNumber, NameHashState>,
}

impl TagNames {
    /// Returns the number of a name. Adds the name if it is new.
    pub(super) fn number(&mut self, name: &str) -> NameNumber {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = NameNumber(self.list.len() as u32);
        self.numbers.insert(name.into(), number);
        self.list.push(TagName::new(name));
        number
    }

    /// Returns the number of a name, if an element had that name.
    pub(super) fn find(&self, name: &str) -> Option<NameNumber> {
        self.numbers.get(name).copied()
    }

    #[inline]
    pub(super) fn get(&self, number: NameNumber) -> &TagName {
        &self.list[number.0 as usize]
    }

    #[inline]
    pub(super) fn text(&self, number: NameNumber) -> &str {
        &self.list[number.0 as usize].text
    }

    /// Returns the index of the innermost open element with a name, if there is one.
    pub(super) fn innermost(&self, number: NameNumber) -> Option<usize> {
        self.get(number).innermost.checked_sub(1).map(|index| index as usize)
    }

    /// Sets the index of the innermost open element with a name. Returns the previous value, which must later be passed to
    /// [`restore_innermost`](Self::restore_innermost).
    #[inline]
    pub(super) fn set_innermost(&mut self, number: NameNumber, index: usize) -> u32 {
        core::mem::replace(&mut self.list[number.0 as usize].innermost, index as u32 + 1)
    }

    #[inline]
    pub(super) fn restore_innermost(&mut self, number: NameNumber, previous: u32) {
        self.list[number.0 as usize].innermost = previous;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualified_names() {
        assert_eq!(split_name("a"), ("", "a", None));
        assert_eq!(split_name("a:b"), ("a", "b", None));
        for name in ["a:", ":a", "a:b:c", ":", "a::b"] {
            assert_eq!(split_name(name), ("", name, Some(ErrorCode::XmlInvalidQualifiedName)));
        }
        assert_eq!(split_name("1"), ("", "1", Some(ErrorCode::XmlInvalidName)));
        assert_eq!(split_name("a:-"), ("a", "-", Some(ErrorCode::XmlInvalidName)));
    }

    #[test]
    fn innermost_element_of_a_name() {
        let mut names = TagNames::default();
        let (a, b) = (names.number("a"), names.number("p:b"));
        assert_eq!(names.number("a"), a);
        assert_eq!((names.get(b).prefix(), names.get(b).local_name_str()), ("p", "b"));
        let before = names.set_innermost(a, 0);
        let between = names.set_innermost(a, 3);
        assert_eq!(names.innermost(a), Some(3));
        names.restore_innermost(a, between);
        assert_eq!(names.innermost(a), Some(0));
        names.restore_innermost(a, before);
        assert_eq!(names.innermost(a), None);
    }
}
