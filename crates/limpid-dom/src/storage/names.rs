//! The numbers of a document's names.

use crate::storage::interner::Interner;
use limpid_markup::LocalName;

/// Numbers for names. The number of a known [`LocalName`] is its index. Other names have numbers from [`LocalName::COUNT`] on, in order of
/// appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Allocated for the first name that [`LocalName`] does not know.
    own: Option<Box<Interner>>,
}

impl Names {
    /// Removes all names but keeps the memory.
    pub(crate) fn recycle(mut self) -> Names {
        if let Some(own) = &mut self.own {
            own.clear();
        }
        self
    }

    /// Returns the memory of the tables in bytes, without the strings themselves.
    pub(crate) fn memory(&self) -> usize {
        self.own.as_ref().map_or(0, |own| own.memory())
    }

    /// Returns the number of a name, given as [`LocalName`] and as text. Adds the name if it is new.
    #[inline]
    pub(crate) fn number(&mut self, name: LocalName, text: &str) -> u32 {
        if name.is_known() { name.index() as u32 } else { self.intern(text) }
    }

    /// Returns the number of a name that [`LocalName`] does not know. Adds the name if it is new.
    #[inline(never)]
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        LocalName::COUNT as u32 + self.own.get_or_insert_default().intern(text)
    }

    /// Returns the number of a name. Adds the name if it is new.
    pub(crate) fn number_of(&mut self, text: &str) -> u32 {
        self.number(LocalName::from_bytes(text.as_bytes()), text)
    }

    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let name = LocalName::from_bytes(text.as_bytes());
        if name.is_known() {
            return Some(name.index() as u32);
        }
        Some(LocalName::COUNT as u32 + self.own.as_ref()?.find(text)?)
    }

    #[inline]
    pub(crate) fn text(&self, number: u32) -> &str {
        match number.checked_sub(LocalName::COUNT as u32) {
            None => LocalName::from_index(number as usize).as_str(),
            Some(own_number) => self.own.as_ref().and_then(|own| own.get(own_number)).unwrap_or_default(),
        }
    }

    pub(crate) fn count(&self) -> usize {
        LocalName::COUNT + self.own.as_ref().map_or(0, |own| own.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_and_own_names() {
        let mut names = Names::default();
        let div = names.number_of("div");
        assert_eq!(div as usize, LocalName::DIV.index());
        let first = names.number_of("x-first");
        let second = names.number(LocalName::UNKNOWN, "x-second-with-a-longer-name");
        assert_eq!((first as usize, second as usize), (LocalName::COUNT, LocalName::COUNT + 1));
        assert_eq!(names.number_of("x-first"), first);
        assert_eq!(names.text(first), "x-first");
        assert_eq!(names.text(second), "x-second-with-a-longer-name");
        assert_eq!(names.text(u32::MAX), "");
        assert_eq!(names.find("x-first"), Some(first));
        assert_eq!(names.find("x-none"), None);
        assert_eq!(names.find("div"), Some(div));
    }
}
