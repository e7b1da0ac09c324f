//! Text edits by span, as editors and language servers use them.

use crate::Span;
use core::fmt;
use core::ops::Bound::{Excluded, Unbounded};
use std::collections::BTreeMap;

/// Replacements of spans of a text. They are sorted, never overlap, and use offsets into the original text.
///
/// Each edit replaces the bytes of a [`Span`]. An edit with an empty span is an insertion. Insertions at the same offset keep their order, and come
/// before a replacement that starts there. Adding an edit takes logarithmic time, applying all edits linear time.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{Edits, EditsError, Span};
///
/// let mut edits = Edits::new();
/// edits.replace(Span::new(8, 11), "<b>tea</b>")?;
/// edits.insert(2, " class=menu")?;
/// assert_eq!(edits.apply("<p>Our  tea</p>")?, "<p class=menu>Our  <b>tea</b></p>");
///
/// let error = edits.delete(Span::new(10, 15)).unwrap_err();
/// assert_eq!(error, EditsError::Overlap { present: Span::new(8, 11), refused: Span::new(10, 15) });
/// # Ok::<(), EditsError>(())
/// ```
#[derive(Clone, Default)]
pub struct Edits {
    storage: Storage,
}

#[derive(Clone)]
enum Storage {
    /// Sorted. Used while edits are added in order, or the list is short.
    List(Vec<(Span, String)>),
    /// A key is the start of the span, the end of the span, and the number of earlier edits with the same span.
    Map(BTreeMap<(u32, u32, usize), String>),
}

impl Default for Storage {
    #[inline]
    fn default() -> Storage {
        Storage::List(Vec::new())
    }
}

/// If a list has at least this length, adding an edit in its middle converts the list into a map.
const MIN_LENGTH_FOR_MAP: usize = 32;

impl Storage {
    /// Adds an edit, after all edits of the same span.
    #[inline]
    fn insert(&mut self, span: Span, text: String) {
        if let Storage::List(list) = self {
            let at = insertion_index(list, span);
            if at == list.len() || list.len() < MIN_LENGTH_FOR_MAP {
                return list.insert(at, (span, text));
            }
            let mut number = 0;
            let mut last = None;
            let numbered = std::mem::take(list).into_iter().map(|(span, text)| {
                number = if last == Some(span) { number + 1 } else { 0 };
                last = Some(span);
                ((span.start, span.end, number), text)
            });
            *self = Storage::Map(numbered.collect());
        }
        if let Storage::Map(map) = self {
            let number = map.range((span.start, span.end, 0)..=(span.start, span.end, usize::MAX)).next_back();
            let number = number.map_or(0, |(&(_, _, last), _)| last + 1);
            map.insert((span.start, span.end, number), text);
        }
    }

    /// Returns the spans of the edits before and after the position at which an edit of `span` would be added.
    #[inline]
    fn neighbours(&self, span: Span) -> (Option<Span>, Option<Span>) {
        match self {
            Storage::List(list) => {
                let at = insertion_index(list, span);
                let span_at = |at: usize| list.get(at).map(|(span, _)| *span);
                (at.checked_sub(1).and_then(span_at), span_at(at))
            }
            Storage::Map(map) => {
                let key = (span.start, span.end, usize::MAX);
                let before = map.range(..=key).next_back().map(|(key, _)| span_of(key));
                (before, map.range((Excluded(key), Unbounded)).next().map(|(key, _)| span_of(key)))
            }
        }
    }
}

/// Returns the index at which to insert an edit of `span`: after all edits with the same or an earlier span.
#[inline]
fn insertion_index(list: &[(Span, String)], span: Span) -> usize {
    match list.last() {
        Some((last, _)) if span < *last => list.partition_point(|(other, _)| *other <= span),
        _ => list.len(),
    }
}

impl Edits {
    /// Makes an empty list.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Edits::new().apply("<p>Tea")?, "<p>Tea");
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub const fn new() -> Edits {
        Edits { storage: Storage::List(Vec::new()) }
    }

    /// Replaces the bytes of a span by a text.
    ///
    /// # Errors
    ///
    /// [`EditsError::Overlap`] if the span shares a byte with the span of an edit in the list, or if the new edit or that edit is an insertion inside
    /// the span of the other edit; [`EditsError::Backwards`] if the span ends before it starts. The list stays unchanged in these cases.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let mut edits = limpid::Edits::new();
    /// edits.replace(limpid::Span::new(3, 6), "Milk")?;
    /// assert_eq!(edits.apply("<p>Tea")?, "<p>Milk");
    /// assert!(edits.replace(limpid::Span::new(5, 6), "m").is_err());
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    pub fn replace(&mut self, span: Span, text: impl Into<String>) -> Result<(), EditsError> {
        self.check(span)?;
        self.storage.insert(span, text.into());
        Ok(())
    }

    /// Inserts a text at a byte offset.
    ///
    /// # Errors
    ///
    /// [`EditsError::Overlap`] if an edit in the list replaces the bytes around the offset.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let mut edits = limpid::Edits::new();
    /// edits.insert(3, "one, ")?;
    /// edits.insert(3, "two")?;
    /// assert_eq!(edits.apply("<p></p>")?, "<p>one, two</p>");
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    pub fn insert(&mut self, at: u32, text: impl Into<String>) -> Result<(), EditsError> {
        self.replace(Span::empty(at), text)
    }

    /// Deletes the bytes of a span.
    ///
    /// # Errors
    ///
    /// The same as for [`replace`](Edits::replace).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let mut edits = limpid::Edits::new();
    /// edits.delete(limpid::Span::new(2, 8))?;
    /// assert_eq!(edits.apply("<p class>Tea")?, "<p>Tea");
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn delete(&mut self, span: Span) -> Result<(), EditsError> {
        self.replace(span, String::new())
    }

    /// Adds all edits of another list. On an error it adds none of them.
    ///
    /// # Errors
    ///
    /// [`EditsError::Overlap`] for the first edit that overlaps an edit in this list.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{Edits, Span};
    /// let mut edits = Edits::try_from(vec![(Span::new(1, 2), "P".to_owned())])?;
    /// edits.merge(Edits::try_from(vec![(Span::new(3, 6), "Milk".to_owned())])?)?;
    /// assert_eq!(edits.apply("<p>Tea")?, "<P>Milk");
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn merge(&mut self, edits: Edits) -> Result<(), EditsError> {
        edits.iter().try_for_each(|(span, _)| self.check(span))?;
        edits.into_vec().into_iter().try_for_each(|(span, text)| self.replace(span, text))
    }

    /// Checks a span against the edits before and after it. Edits are sorted, so the span can only overlap these two.
    #[inline]
    fn check(&self, span: Span) -> Result<(), EditsError> {
        let (before, after) = self.storage.neighbours(span);
        check(span, before, after)
    }

    /// Returns the number of edits.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let mut edits = limpid::Edits::new();
    /// edits.insert(0, "<p>")?;
    /// assert_eq!(edits.len(), 1);
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        match &self.storage {
            Storage::List(list) => list.len(),
            Storage::Map(map) => map.len(),
        }
    }

    /// Returns whether there are no edits.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::Edits::new().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the edits in text order.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{Edits, Span};
    /// let mut edits = Edits::new();
    /// edits.insert(6, "!")?;
    /// edits.replace(Span::new(3, 6), "Milk")?;
    /// assert_eq!(edits.iter().collect::<Vec<_>>(), [(Span::new(3, 6), "Milk"), (Span::empty(6), "!")]);
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Span, &str)> {
        let (list, map) = match &self.storage {
            Storage::List(list) => (&list[..], None),
            Storage::Map(map) => (&[][..], Some(map)),
        };
        let mapped = map.into_iter().flatten().map(|(key, text)| (span_of(key), &**text));
        list.iter().map(|(span, text)| (*span, &**text)).chain(mapped)
    }

    /// Returns the edits in text order.
    ///
    /// To apply them one by one, start with the last: an edit does not change the offsets of the edits before it.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let mut edits = limpid::Edits::new();
    /// edits.insert(3, "b")?;
    /// edits.insert(0, "a")?;
    /// let mut text = "123".to_owned();
    /// for (span, new) in edits.into_vec().into_iter().rev() {
    ///     text.replace_range(span.range(), &new);
    /// }
    /// assert_eq!(text, "a123b");
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn into_vec(self) -> Vec<(Span, String)> {
        match self.storage {
            Storage::List(list) => list,
            Storage::Map(map) => map.into_iter().map(|(key, text)| (span_of(&key), text)).collect(),
        }
    }

    /// Returns the text with all edits applied.
    ///
    /// # Errors
    ///
    /// [`EditsError::NoSuchSpan`] if an edit's span extends beyond the text, or starts or ends inside of a character.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{Edits, EditsError, Span};
    /// let mut edits = Edits::new();
    /// edits.insert(5, "!")?;
    /// assert_eq!(edits.apply("Green tea")?, "Green! tea");
    /// assert_eq!(edits.apply("Tea"), Err(EditsError::NoSuchSpan { span: Span::empty(5) }));
    /// # Ok::<(), limpid::EditsError>(())
    /// ```
    #[inline]
    pub fn apply(&self, source: &str) -> Result<String, EditsError> {
        let added: usize = self.iter().map(|(_, text)| text.len()).sum();
        let mut edited = String::with_capacity(source.len().saturating_add(added));
        let mut copied = 0;
        for (span, text) in self.iter() {
            source.get(span.range()).ok_or(EditsError::NoSuchSpan { span })?;
            edited += &source[copied..span.start as usize];
            edited += text;
            copied = span.end as usize;
        }
        edited += &source[copied..];
        Ok(edited)
    }
}

#[inline]
fn check(span: Span, before: Option<Span>, after: Option<Span>) -> Result<(), EditsError> {
    if span.end < span.start {
        return Err(EditsError::Backwards { span });
    }
    let overlaps = |other: &Span| match other.start <= span.start {
        // An insertion may be at either end of a replacement.
        true => other.end > span.start && (other.start < span.start || !span.is_empty()),
        false => other.start < span.end,
    };
    match before.filter(overlaps).or(after.filter(overlaps)) {
        Some(present) => Err(EditsError::Overlap { present, refused: span }),
        None => Ok(()),
    }
}

#[inline]
fn span_of(&(start, end, _): &(u32, u32, usize)) -> Span {
    Span::new(start, end)
}

impl PartialEq for Edits {
    #[inline]
    fn eq(&self, other: &Edits) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Edits {}

impl fmt::Debug for Edits {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Takes edits in any order. Insertions at the same offset keep their order. The error names the first two edits that overlap.
impl TryFrom<Vec<(Span, String)>> for Edits {
    type Error = EditsError;

    #[inline]
    fn try_from(mut edits: Vec<(Span, String)>) -> Result<Edits, EditsError> {
        edits.sort_by_key(|(span, _)| *span);
        for (index, (span, _)) in edits.iter().enumerate() {
            check(*span, index.checked_sub(1).map(|before| edits[before].0), None)?;
        }
        Ok(Edits { storage: Storage::List(edits) })
    }
}

/// The reason why edits were rejected.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{Edits, EditsError, Span};
/// let span = Span { start: 5, end: 3 };
/// assert_eq!(Edits::new().replace(span, "Tea"), Err(EditsError::Backwards { span }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EditsError {
    /// Two edits replace the same bytes, or one inserts text inside the span of the other.
    Overlap {
        /// The span of the edit in the list.
        present: Span,
        /// The span of the rejected edit.
        refused: Span,
    },
    /// The span ends before it starts.
    Backwards {
        /// The span.
        span: Span,
    },
    /// The text ends before the span, or the span starts or ends inside of a character.
    NoSuchSpan {
        /// The span.
        span: Span,
    },
}

impl fmt::Display for EditsError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditsError::Overlap { present, refused } => {
                write!(f, "the edit at {refused} overlaps the edit at {present}; merge the two edits or remove one")
            }
            EditsError::Backwards { span } => write!(f, "the span {span} ends before it starts"),
            EditsError::NoSuchSpan { span } => {
                write!(
                    f,
                    "the text ends before {span}, or {span} splits a character; apply the edits to the text that they were made for"
                )
            }
        }
    }
}

impl std::error::Error for EditsError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(edits: &[(u32, u32, &str)]) -> Result<Edits, EditsError> {
        let edits: Vec<_> = edits.iter().map(|&(start, end, text)| (Span::new(start, end), text.to_owned())).collect();
        Edits::try_from(edits)
    }

    fn overlap(one: Span, other: Span) -> bool {
        match (one.is_empty(), other.is_empty()) {
            (true, true) => false,
            (true, false) => other.start < one.start && one.start < other.end,
            (false, true) => one.start < other.start && other.start < one.end,
            (false, false) => one.start < other.end && other.start < one.end,
        }
    }

    #[test]
    fn all_pairs_and_triples_of_short_spans() {
        let spans: Vec<Span> = (0..5).flat_map(|start| (start..5).map(move |end| Span::new(start, end))).collect();
        for &one in &spans {
            for &two in &spans {
                for &three in &spans {
                    let mut edits = Edits::new();
                    let mut present: Vec<Span> = Vec::new();
                    for span in [one, two, three] {
                        let first = present.iter().find(|&&other| overlap(span, other));
                        match edits.replace(span, "x") {
                            Ok(()) => {
                                assert_eq!(first, None, "{span} after {present:?}");
                                present.push(span);
                            }
                            Err(EditsError::Overlap { present: other, refused }) => {
                                assert!(overlap(span, other) && refused == span && present.contains(&other));
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                    // Apply them one by one from the end.
                    let mut text = "abcd".to_owned();
                    for (span, new) in edits.clone().into_vec().iter().rev() {
                        text.replace_range(span.range(), new);
                    }
                    assert_eq!(edits.apply("abcd").unwrap(), text);
                }
            }
        }
    }

    #[test]
    fn insertions_keep_their_order_before_a_replacement() {
        let edits = list(&[(1, 3, "X"), (1, 1, "a"), (3, 3, "c"), (1, 1, "b"), (3, 3, "d")]).unwrap();
        assert_eq!(edits.apply("0123").unwrap(), "0abXcd3");
        assert_eq!((edits.len(), edits.is_empty()), (5, false));
        assert_eq!(list(&[(2, 1, "")]), Err(EditsError::Backwards { span: Span::new(2, 1) }));
    }

    #[test]
    fn merge_adds_all_edits_or_none() {
        let mut edits = list(&[(4, 6, "x")]).unwrap();
        let error = edits.merge(list(&[(0, 1, "y"), (5, 5, "z")]).unwrap()).unwrap_err();
        assert_eq!(error, EditsError::Overlap { present: Span::new(4, 6), refused: Span::new(5, 5) });
        assert!(error.to_string().contains("5..5") && error.to_string().contains("4..6"));
        assert_eq!(edits, list(&[(4, 6, "x")]).unwrap());
    }

    #[test]
    fn apply_rejects_spans_that_the_text_does_not_have() {
        for (source, start, end) in [("ab", 2, 3), ("é", 1, 2), ("é", 1, 1), ("", u32::MAX, u32::MAX)] {
            let error = list(&[(start, end, "x")]).unwrap().apply(source).unwrap_err();
            assert_eq!(error, EditsError::NoSuchSpan { span: Span::new(start, end) });
        }
    }

    #[test]
    fn many_edits_in_any_order_equal_sorted_edits() {
        let edit = |at: u32| (Span::new(at * 4, at * 4 + at % 3), at.to_string());
        let mut edits = Edits::new();
        for (span, text) in (0..100).map(|index| edit(index * 37 % 100)) {
            edits.replace(span, text).unwrap();
        }
        assert!(matches!(edits.storage, Storage::Map(_)));
        let in_order = Edits::try_from((0..100).map(edit).collect::<Vec<_>>()).unwrap();
        assert_eq!((&edits, edits.len()), (&in_order, 100));
        assert_eq!(format!("{edits:?}"), format!("{in_order:?}"));
        assert!(edits.iter().rev().eq(in_order.iter().rev()));
        // The same for insertions at offsets of edits that are already in the list.
        for (at, text) in [(80, "a"), (8, "b"), (80, "c")] {
            edits.insert(at, text).unwrap();
        }
        let more = [(80, "a"), (8, "b"), (80, "c")].map(|(at, text)| (Span::empty(at), text.to_owned()));
        let all: Vec<_> = (0..100).map(edit).chain(more).collect();
        assert_eq!(edits, Edits::try_from(all).unwrap());
        let error = edits.delete(Span::new(20, 21)).unwrap_err();
        assert_eq!(error, EditsError::Overlap { present: Span::new(20, 22), refused: Span::new(20, 21) });
        assert_eq!(edits.clone().into_vec().len(), 103);
    }

    #[test]
    fn many_edits_in_any_order_take_linear_time() {
        let source = "ab".repeat(200_000);
        let mut edits = Edits::new();
        for at in (0..200_000).rev().map(|index| index * 7919 % 200_000 * 2) {
            edits.replace(Span::new(at, at + 1), "x").unwrap();
        }
        assert_eq!(edits.apply(&source).unwrap(), "xb".repeat(200_000));
    }
}
