//! The text of a document: one address space for its source and for built text.

use core::mem;
use limpid_markup::{Span, Text};

/// The place of a text: a range of the document's address space.
///
/// Offsets below [`TextBuffer::base`] are in the source, higher ones in the buffer of built text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// If bytes are reserved so that the text can grow in place: the binary logarithm of their number, including the text. Otherwise 0.
    pub(crate) reserved: u8,
}

impl Place {
    fn reserved_len(self) -> u32 {
        if self.reserved == 0 { self.len } else { 1 << self.reserved }
    }
}

/// The maximum length of a growing source. The other half of the address space is for built text.
pub(crate) const SOURCE_GROWTH_LIMIT: usize = 1 << 31;

/// The buffer of built text, which does not occur verbatim in the source, and the layout of the address space.
///
/// Invariants: the reserved bytes that a place does not use yet are ASCII filler, and no other place overlaps them. Bytes in use never change, so
/// several places may share them.
#[derive(Clone, Debug)]
pub(crate) struct TextBuffer {
    /// The length of the source, or 0 if the document has no source.
    source_len: u32,
    /// The first address of built text: the length of the source, or its maximum length if it grows.
    base: u32,
    built: String,
    /// The maximum number of bytes of text, including the source.
    limit: u32,
    /// Whether a text was rejected because of the limit. All later texts are rejected, too.
    pub(crate) is_full: bool,
}

impl TextBuffer {
    /// Creates a buffer for a source. A source longer than the address space counts as empty.
    pub(crate) fn new(source: &str) -> TextBuffer {
        TextBuffer::with_memory(String::new(), source)
    }

    /// Like [`new`](Self::new), but reuses the memory of an empty `String`.
    #[inline]
    pub(crate) fn with_memory(built: String, source: &str) -> TextBuffer {
        let source_len = u32::try_from(source.len()).unwrap_or(0);
        TextBuffer { source_len, base: source_len, built, limit: u32::MAX, is_full: false }
    }

    pub(crate) fn into_memory(mut self) -> String {
        self.built.clear();
        self.built
    }

    /// Creates a buffer for a source that is still empty and grows.
    pub(crate) fn with_growing_source() -> TextBuffer {
        TextBuffer { base: SOURCE_GROWTH_LIMIT as u32, ..TextBuffer::new("") }
    }

    pub(crate) fn has_growing_source(&self) -> bool {
        self.base == SOURCE_GROWTH_LIMIT as u32
    }

    pub(crate) fn set_source_len(&mut self, len: usize) {
        self.source_len = len.min(SOURCE_GROWTH_LIMIT) as u32;
    }

    #[inline]
    pub(crate) fn shrink_to_fit(&mut self) {
        self.built.shrink_to_fit();
    }

    pub(crate) fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
        self.is_full = false;
    }

    pub(crate) fn source_len(&self) -> u32 {
        self.source_len
    }

    fn end(&self) -> u32 {
        // `has_capacity` keeps the sum in range.
        self.base + self.built.len() as u32
    }

    fn has_capacity(&self, len: usize) -> bool {
        let built = self.built.len() + len;
        !self.is_full
            && self.base as usize + built <= u32::MAX as usize
            && self.source_len as usize + built <= self.limit as usize
    }

    /// Whether a text of this length can be added. If not, sets `is_full`, which rejects all later texts.
    fn check_capacity(&mut self, len: usize) -> bool {
        self.is_full = !self.has_capacity(len);
        !self.is_full
    }

    /// Whether the text occurs verbatim in the source, at its span.
    #[inline]
    fn is_in_source(&self, text: &Text<'_>) -> bool {
        text.verbatim && text.span.end <= self.source_len && text.span.len() == text.text.len()
    }

    /// Returns the place of a span of the source, or `None` if there is no source or it is shorter.
    #[inline]
    pub(crate) fn place_in_source(&self, span: Span) -> Option<Place> {
        (span.end <= self.source_len).then_some(Place { start: span.start, len: span.len() as u32, reserved: 0 })
    }

    /// Returns the span of a place in the source, or `None` for built text.
    #[inline]
    pub(crate) fn span_in_source(&self, place: Place) -> Option<Span> {
        (place.start < self.base).then(|| Span::new(place.start, place.start + place.len))
    }

    /// Stores a text, which is only copied if it is not in the source. Returns `None` when the address space is full.
    #[inline]
    pub(crate) fn store(&mut self, text: &Text<'_>) -> Option<Place> {
        if self.is_in_source(text) {
            return Some(Place { start: text.span.start, len: text.text.len() as u32, reserved: 0 });
        }
        self.store_copy(text.text)
    }

    /// Stores a copy of a text. Returns `None` when the address space is full.
    pub(crate) fn store_copy(&mut self, text: &str) -> Option<Place> {
        if !self.check_capacity(text.len()) {
            return None;
        }
        let start = self.end();
        self.built.push_str(text);
        Some(Place { start, len: text.len() as u32, reserved: 0 })
    }

    /// Like [`store_copy`](Self::store_copy), but shorter texts may still be stored after a failure.
    pub(crate) fn try_store(&mut self, text: &str) -> Option<Place> {
        let was_full = self.is_full;
        let place = self.store_copy(text);
        self.is_full = was_full;
        place
    }

    pub(crate) fn built_len(&self) -> usize {
        self.built.len()
    }

    /// Removes the texts that were stored since the built text had this length.
    pub(crate) fn truncate(&mut self, built_len: usize) {
        self.built.truncate(built_len);
    }

    /// Stores a text that replaces the text at `old`, as [`try_store`](Self::try_store) does. If the old text is the last in the buffer and a prefix
    /// of the new text, only the new part is copied.
    #[inline]
    pub(crate) fn store_in_place_of(&mut self, source: &str, old: Place, text: &str) -> Option<Place> {
        let is_last = old.reserved == 0 && old.start >= self.base && old.start + old.len == self.end();
        match text.strip_prefix(self.get(source, old)) {
            Some(added) if is_last && !added.is_empty() => {
                self.try_store(added).map(|place| Place { start: old.start, len: old.len + place.len, reserved: 0 })
            }
            _ => self.try_store(text),
        }
    }

    /// Takes the buffer of built text, to append to it. Call [`restore_buffer`](Self::restore_buffer) afterwards.
    #[inline]
    pub(crate) fn take_buffer(&mut self) -> String {
        mem::take(&mut self.built)
    }

    /// Puts the buffer back. Returns the place of the text after `start`. Returns `None` if that text is empty or the address space is full.
    pub(crate) fn restore_buffer(&mut self, buffer: String, start: usize) -> Option<Place> {
        self.built = buffer;
        if self.built.len() == start {
            return None;
        }
        if !self.check_capacity(0) {
            self.built.truncate(start);
            return None;
        }
        Some(Place { start: self.base + start as u32, len: (self.built.len() - start) as u32, reserved: 0 })
    }

    /// Appends the last text of the buffer to a place that is not shared. Moves that text if necessary.
    pub(crate) fn extend_by_last(&mut self, source: &str, place: &mut Place, last: Place) {
        if place.reserved == 0 && place.start >= self.base && place.start + place.len == last.start {
            place.len += last.len;
            return;
        }
        let text = self.built.split_off((last.start - self.base) as usize);
        self.extend(source, place, &Text::synthetic(&text));
    }

    /// Appends text to a place that is not shared, is the last in the buffer and has no reserved bytes. This is the common case of
    /// [`extend`](Self::extend). Returns false and does nothing for other places, or if the address space is full.
    #[inline]
    pub(crate) fn extend_last_exact(&mut self, place: &mut Place, text: &str) -> bool {
        let is_last = place.reserved == 0 && place.start + place.len == self.end() && place.start >= self.base;
        if !is_last || !self.has_capacity(text.len()) {
            return false;
        }
        match text.as_bytes() {
            // `push` avoids a call to `memcpy`.
            &[byte] => self.built.push(char::from(byte)),
            _ => self.built.push_str(text),
        }
        place.len += text.len() as u32;
        true
    }

    /// Appends text to a place that is not shared. Does nothing when the address space is full.
    #[inline]
    pub(crate) fn extend(&mut self, source: &str, place: &mut Place, text: &Text<'_>) {
        if place.start < self.base && self.is_in_source(text) && place.start + place.len == text.span.start {
            place.len += text.text.len() as u32;
        } else {
            self.extend_copy(source, place, text.text);
        }
    }

    fn extend_copy(&mut self, source: &str, place: &mut Place, text: &str) {
        if place.start < self.base {
            self.move_from_source(source, place, text);
        } else if place.start + place.reserved_len() == self.end() {
            self.extend_last(place, text);
        } else if place.reserved != 0 && text.len() <= (place.reserved_len() - place.len) as usize {
            let at = (place.start + place.len - self.base) as usize;
            self.built.replace_range(at..at + text.len(), text);
            place.len += text.len() as u32;
        } else {
            self.move_and_reserve(place, text);
        }
    }

    fn move_from_source(&mut self, source: &str, place: &mut Place, text: &str) {
        let old = source.get(place.start as usize..(place.start + place.len) as usize).unwrap_or_default();
        if self.check_capacity(old.len() + text.len()) {
            let start = self.end();
            self.built.push_str(old);
            self.built.push_str(text);
            *place = Place { start, len: (old.len() + text.len()) as u32, reserved: 0 };
        }
    }

    /// Appends text to the last place in the buffer, including its reserved bytes.
    fn extend_last(&mut self, place: &mut Place, text: &str) {
        self.built.truncate((place.start + place.len - self.base) as usize);
        place.reserved = 0;
        if self.check_capacity(text.len()) {
            self.built.push_str(text);
            place.len += text.len() as u32;
        }
    }

    /// Moves a place to the end of the buffer and reserves at least twice its new length, if possible. So appending to several texts in turn takes
    /// linear time.
    fn move_and_reserve(&mut self, place: &mut Place, text: &str) {
        let old_len = place.len as usize;
        let len = old_len + text.len();
        let reserved_len = (2 * len as u64).next_power_of_two();
        let reserve = reserved_len < u64::from(u32::MAX) && self.has_capacity(reserved_len as usize);
        if !reserve && !self.check_capacity(len) {
            return;
        }
        let (old_start, start) = ((place.start - self.base) as usize, self.end());
        self.built.extend_from_within(old_start..old_start + old_len);
        self.built.push_str(text);
        let mut reserved = 0;
        if reserve {
            reserved = reserved_len.trailing_zeros() as u8;
            let mut filler = reserved_len as usize - len;
            while filler > 0 {
                let chunk = &FILLER[..filler.min(FILLER.len())];
                self.built.push_str(chunk);
                filler -= chunk.len();
            }
        }
        *place = Place { start, len: len as u32, reserved };
    }

    /// Whether a place and its reserved bytes are in the address space, on char boundaries.
    pub(crate) fn is_valid(&self, source: &str, place: Place) -> bool {
        let end = u64::from(place.start) + u64::from(place.reserved_len());
        let in_space = if place.start < self.base {
            end <= u64::from(self.source_len) && place.reserved == 0
        } else {
            place.len <= place.reserved_len() && end <= u64::from(self.end())
        };
        in_space && self.lookup(source, place).is_some()
    }

    #[inline]
    fn lookup<'a>(&'a self, source: &'a str, place: Place) -> Option<&'a str> {
        let (text, start) = if place.start < self.base {
            (source, place.start as usize)
        } else {
            (self.built.as_str(), (place.start - self.base) as usize)
        };
        text.get(start..start + place.len as usize)
    }

    #[inline]
    pub(crate) fn bytes<'a>(&'a self, source: &'a str, place: Place) -> &'a [u8] {
        let (text, start) = if place.start < self.base {
            (source, place.start as usize)
        } else {
            (self.built.as_str(), (place.start - self.base) as usize)
        };
        text.as_bytes().get(start..start + place.len as usize).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn get<'a>(&'a self, source: &'a str, place: Place) -> &'a str {
        self.lookup(source, place).unwrap_or_default()
    }
}

const FILLER: &str = match core::str::from_utf8(&[b' '; 1024]) {
    Ok(filler) => filler,
    Err(_) => "",
};

#[cfg(test)]
mod tests {
    use super::*;
    use limpid_markup::Span;

    fn verbatim(source: &str, start: usize, end: usize) -> Text<'_> {
        Text { text: &source[start..end], span: Span::new(start as u32, end as u32), verbatim: true }
    }

    #[test]
    fn contiguous_source_text_is_not_copied() {
        let source = "one two three";
        let mut buffer = TextBuffer::new(source);
        let mut place = buffer.store(&verbatim(source, 0, 3)).unwrap();
        buffer.extend(source, &mut place, &verbatim(source, 3, 7));
        assert_eq!(buffer.get(source, place), "one two");
        assert!(buffer.built.is_empty());
        buffer.extend(source, &mut place, &verbatim(source, 8, 13));
        assert_eq!(buffer.get(source, place), "one twothree");
        assert_eq!(buffer.built, "one twothree");
        buffer.extend(source, &mut place, &Text::synthetic("&"));
        assert_eq!(buffer.get(source, place), "one twothree&");
        assert_eq!(buffer.built.len(), 13);
    }

    #[test]
    fn alternately_growing_texts_take_linear_space() {
        let mut buffer = TextBuffer::new("");
        let mut places = [Place::default(); 3].map(|_| buffer.store_copy("é").unwrap());
        for _ in 0..20_000 {
            for place in &mut places {
                buffer.extend("", place, &Text::synthetic("ü"));
            }
        }
        for place in places {
            assert!(buffer.is_valid("", place));
            let text = buffer.get("", place);
            assert!(text.starts_with("éü") && text.chars().count() == 20_001);
        }
        assert!(buffer.built.len() < 3 * 40_002 * 8, "{}", buffer.built.len());
    }

    #[test]
    fn a_full_address_space_drops_text() {
        let source = "abcd";
        let mut buffer = TextBuffer::new(source);
        buffer.set_limit(10);
        let mut first = buffer.store(&verbatim(source, 0, 4)).unwrap();
        let mut second = buffer.store_copy("xyz").unwrap();
        assert_eq!(buffer.store_copy("long"), None);
        // All later texts are rejected.
        assert_eq!(buffer.store_copy("l"), None);
        buffer.set_limit(10);
        buffer.extend(source, &mut first, &Text::synthetic("!"));
        buffer.set_limit(10);
        assert_eq!(buffer.get(source, first), "abcd");
        buffer.extend(source, &mut second, &Text::synthetic("uvw"));
        buffer.extend(source, &mut second, &Text::synthetic("more"));
        assert_eq!(buffer.get(source, second), "xyzuvw");
        buffer.set_limit(10);
        let third = buffer.store_copy("").unwrap();
        assert_eq!(buffer.get(source, third), "");
        assert!(buffer.is_valid(source, first) && buffer.is_valid(source, second) && buffer.is_valid(source, third));
    }

    #[test]
    fn a_shorter_text_fits_after_a_rejected_one() {
        let mut buffer = TextBuffer::new("");
        buffer.set_limit(10);
        assert_eq!(buffer.try_store("eleven bytes"), None);
        let old = buffer.try_store("short").unwrap();
        assert_eq!(buffer.store_in_place_of("", old, "short, and more"), None);
        let new = buffer.store_in_place_of("", old, "short+").unwrap();
        assert_eq!(buffer.get("", new), "short+");
    }

    #[test]
    fn an_invalid_place_reads_as_empty() {
        let buffer = TextBuffer::new("aé");
        assert_eq!(buffer.get("aé", Place { start: 0, len: 2, reserved: 0 }), "");
        assert_eq!(buffer.get("aé", Place { start: 9, len: 2, reserved: 0 }), "");
        assert!(!buffer.is_valid("aé", Place { start: 0, len: 2, reserved: 0 }));
    }
}
