//! A box that seldom is there.

use core::fmt;
use core::ops::{Deref, DerefMut};

/// A value apart, where few have one: an `Option<Box<T>>` whose drop is a look that there is none, in line, and a call that is out of the way.
///
/// Drops of many options in one struct are calls otherwise, and for a small document they take as long as its text.
///
/// ```
/// use limpid_markup::Seldom;
/// let mut names: Seldom<Vec<&str>> = Seldom::NONE;
/// assert!(names.is_none());
/// names.get_or_insert_default().push("tea");
/// assert_eq!(names.as_ref().unwrap()[0], "tea");
/// ```
// For the structs of our own crates that each small document has to make and drop.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq)]
pub struct Seldom<T>(Option<Box<T>>);

impl<T> Seldom<T> {
    /// No value.
    pub const NONE: Seldom<T> = Seldom(None);

    /// A value.
    ///
    /// ```
    /// assert!(limpid_markup::Seldom::of("tea").is_some());
    /// ```
    #[inline]
    pub fn of(value: T) -> Seldom<T> {
        Seldom(Some(Box::new(value)))
    }
}

impl<T> Drop for Seldom<T> {
    #[inline(always)]
    fn drop(&mut self) {
        // The first look alone would leave one to the option's own drop, which is a call; the second alone would write.
        if self.0.is_some()
            && let Some(value) = self.0.take()
        {
            drop_apart(value);
        }
    }
}

#[cold]
#[inline(never)]
fn drop_apart<T>(value: Box<T>) {
    drop(value);
}

impl<T> Default for Seldom<T> {
    #[inline]
    fn default() -> Seldom<T> {
        Seldom::NONE
    }
}

impl<T> From<Option<Box<T>>> for Seldom<T> {
    #[inline]
    fn from(value: Option<Box<T>>) -> Seldom<T> {
        Seldom(value)
    }
}

impl<T> Deref for Seldom<T> {
    type Target = Option<Box<T>>;

    #[inline]
    fn deref(&self) -> &Option<Box<T>> {
        &self.0
    }
}

impl<T> DerefMut for Seldom<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Option<Box<T>> {
        &mut self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Seldom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
