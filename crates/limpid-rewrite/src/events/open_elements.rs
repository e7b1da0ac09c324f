//! The tree of the open elements: the only state that a stream of events needs.

use super::event::{ElementId, Place};
use limpid_markup::{LocalName, Namespace, QuirksMode, Span};

/// The open elements: elements with an [`Enter`](super::Event::Enter) event but no [`Leave`](super::Event::Leave) event yet. The `head` is also
/// included after its `Leave` event.
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<ul><li>Tea</ul>Milk");
/// let mut found = Vec::new();
/// while let Some((event, open)) = reader.next_event() {
///     if let Event::Text { place, .. } = event {
///         found.push(open.ancestors(place).count());
///     }
/// }
/// assert_eq!(found, [4, 2]);
/// ```
#[derive(Debug)]
pub struct OpenElements {
    /// Indexed by [`ElementId::index`], starting with the root.
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// The total length of all `unknown_name`s.
    unknown_name_bytes: usize,
    pub(super) quirks_mode: QuirksMode,
}

/// An open element, as returned by [`OpenElements`].
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<svg><a>Tea");
/// let mut found = Vec::new();
/// while let Some((event, open)) = reader.next_event() {
///     if let Event::Text { place, .. } = event {
///         found.push(open.ancestors(place).next().map(|element| (element.namespace, element.name)));
///     }
/// }
/// assert_eq!(found, [Some((limpid::Namespace::Svg, limpid::LocalName::A))]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenElement<'a> {
    /// The element's id.
    pub id: ElementId,
    /// The element's namespace.
    pub namespace: Namespace,
    /// The id of the local name.
    pub name: LocalName,
    /// The local name as text.
    pub name_str: &'a str,
}

#[derive(Debug)]
pub(super) struct Entry {
    number: u32,
    /// The parent, or the parent's template contents. The root and elements that are not in a tree refer to themselves.
    pub(super) parent: ElementId,
    first_child: u32,
    next: u32,
    previous: u32,
    name: LocalName,
    namespace: Namespace,
    pub(super) state: State,
    pub(super) end_tag: Option<Span>,
    unknown_name: Option<Box<str>>,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct State {
    /// Created, but not inserted yet.
    pub(super) is_pending: bool,
    /// Removed from its parent, and about to be inserted elsewhere.
    pub(super) is_detached: bool,
    pub(super) is_popped: bool,
    /// Whether no `Leave` event is due any more: it was emitted, or the element has no events.
    pub(super) has_left: bool,
}

pub(super) struct Completed {
    pub(super) parent: ElementId,
    pub(super) end_tag: Option<Span>,
    /// Whether an [`Event::Leave`](super::Event::Leave) must be emitted: the element was inserted, and the event was not emitted before.
    pub(super) needs_leave: bool,
    pub(super) is_head: bool,
}

const NONE: u32 = u32::MAX;

impl OpenElements {
    pub(super) fn new() -> OpenElements {
        let mut open = OpenElements {
            entries: Vec::new(),
            free: Vec::new(),
            unknown_name_bytes: 0,
            quirks_mode: QuirksMode::NoQuirks,
        };
        open.entries.push(Entry::new(ElementId::ROOT, LocalName::UNKNOWN, Namespace::None, None));
        open
    }

    /// Returns the elements that contain a place, innermost first, without the root.
    ///
    /// A `template` counts as the parent of the nodes in its contents.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>Green <b>tea");
    /// let mut found = Vec::new();
    /// while let Some((event, open)) = reader.next_event() {
    ///     if let Event::Text { place, .. } = event {
    ///         found.push(open.ancestors(place).map(|element| element.name_str.to_owned()).collect::<Vec<_>>().join(" "));
    ///     }
    /// }
    /// assert_eq!(found, ["p body html", "b p body html"]);
    /// ```
    pub fn ancestors(&self, place: Place) -> impl Iterator<Item = OpenElement<'_>> {
        core::iter::successors(self.get(place.parent), |element| self.get(self.parent(element.id)?))
    }

    /// Returns an open element, or `None` for the root and for an element that is not open any more.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>Green <b>tea");
    /// let mut found = Vec::new();
    /// while let Some((event, open)) = reader.next_event() {
    ///     if let Event::Text { place, .. } = event {
    ///         found.push(open.get(place.parent).map(|element| element.name));
    ///     }
    /// }
    /// assert_eq!(found, [Some(limpid::LocalName::P), Some(limpid::LocalName::B)]);
    /// ```
    pub fn get(&self, id: ElementId) -> Option<OpenElement<'_>> {
        let entry = self.entry(id).filter(|_| id != ElementId::ROOT)?;
        let name_str = entry.unknown_name.as_deref().unwrap_or(entry.name.as_str());
        Some(OpenElement { id, namespace: entry.namespace, name: entry.name, name_str })
    }

    /// Returns the parent of an open element, which may be the root. For a top-level node in the contents of a `template`, it is the
    /// `template`.
    ///
    /// ```
    /// use limpid::events::{ElementId, Event, EventReader};
    /// let mut reader = EventReader::new("<p>Tea");
    /// let mut depths = Vec::new();
    /// while let Some((event, open)) = reader.next_event() {
    ///     if let Event::Text { place, .. } = event {
    ///         depths.push(std::iter::successors(Some(place.parent), |id| open.parent(*id)).count());
    ///         assert_eq!(open.parent(ElementId::ROOT), None);
    ///     }
    /// }
    /// assert_eq!(depths, [4]); // `p`, `body`, `html`, the root
    /// ```
    pub fn parent(&self, id: ElementId) -> Option<ElementId> {
        let parent = self.entry(id)?.parent.element();
        (parent != id).then_some(parent)
    }

    /// Returns the document's quirks mode. It is known before the first element is entered.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>Tea");
    /// let mut found = Vec::new();
    /// while let Some((event, open)) = reader.next_event() {
    ///     if let Event::Text { .. } = event {
    ///         found.push(open.quirks_mode());
    ///     }
    /// }
    /// assert_eq!(found, [limpid::QuirksMode::Quirks]);
    /// ```
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
    }

    /// Returns the number of allocated entries: the root and the greatest number of elements that were open at the same time.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>1<div><b>2</b></div>3");
    /// let mut found = Vec::new();
    /// while let Some((event, open)) = reader.next_event() {
    ///     if let Event::Text { .. } = event {
    ///         found.push(open.capacity());
    ///     }
    /// }
    /// assert_eq!(found, [5, 6, 6]); // with the root
    /// ```
    pub fn capacity(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.free.capacity() * size_of::<u32>() + self.unknown_name_bytes
    }

    pub(super) fn entry(&self, id: ElementId) -> Option<&Entry> {
        self.entries.get(id.index()).filter(|entry| entry.number == id.number())
    }

    pub(super) fn entry_mut(&mut self, id: ElementId) -> Option<&mut Entry> {
        self.entries.get_mut(id.index()).filter(|entry| entry.number == id.number())
    }

    /// Allocates an entry for a new element, which has no parent yet.
    #[inline(always)]
    pub(super) fn create(&mut self, number: u32, namespace: Namespace, name: LocalName, name_str: &str) -> ElementId {
        let slot = self.free.pop().unwrap_or(self.entries.len() as u32);
        let id = ElementId::new(slot, number);
        match self.entries.get_mut(slot as usize).filter(|_| name.is_known()) {
            Some(entry) => entry.reuse(id, name, namespace),
            None => self.create_at(id, namespace, name, name_str),
        }
        id
    }

    /// Stores an element under a given id.
    #[inline(never)]
    pub(super) fn create_at(&mut self, id: ElementId, namespace: Namespace, name: LocalName, name_str: &str) {
        let unknown_name: Option<Box<str>> = (!name.is_known()).then(|| name_str.into());
        self.unknown_name_bytes += unknown_name.as_ref().map_or(0, |name| name.len());
        let entry = Entry::new(id, name, namespace, unknown_name);
        // A fragment parse creates internal elements, such as its root. They have ids, but no events. Add unused entries for these ids.
        while self.entries.len() <= id.index() {
            self.entries.push(Entry { number: NONE, ..Entry::new(id, LocalName::UNKNOWN, Namespace::None, None) });
        }
        self.entries[id.index()] = entry;
    }

    /// Releases the entry of an element for the next [created](Self::create) one.
    #[inline]
    pub(super) fn free(&mut self, id: ElementId) {
        self.forget(id);
        self.free.push(id.index() as u32);
    }

    pub(super) fn forget(&mut self, id: ElementId) {
        if let Some(entry) = self.entry_mut(id) {
            entry.number = NONE;
            let name = entry.unknown_name.take();
            self.unknown_name_bytes -= name.map_or(0, |name| name.len());
        }
    }

    pub(super) fn is_head(&self, id: ElementId) -> bool {
        self.entry(id).is_some_and(Entry::is_head)
    }

    /// Adds an element without a parent to the children of `parent`.
    #[inline]
    pub(super) fn link(&mut self, parent: ElementId, child: ElementId) {
        let slot = child.index() as u32;
        let Some(entry) = self.entry_mut(parent) else { return };
        let next = core::mem::replace(&mut entry.first_child, slot);
        if let Some(next) = self.entries.get_mut(next as usize) {
            next.previous = slot;
        }
        if let Some(entry) = self.entries.get_mut(child.index()) {
            (entry.parent, entry.next, entry.previous) = (parent, next, NONE);
        }
    }

    #[inline]
    pub(super) fn unlink(&mut self, child: ElementId) {
        let Some(entry) = self.entry_mut(child) else { return };
        let (parent, next, previous) = (entry.parent, entry.next, entry.previous);
        (entry.parent, entry.next, entry.previous) = (child, NONE, NONE);
        self.remove_from_siblings(parent, child.index() as u32, next, previous);
    }

    /// Removes an element from its parent if it was popped and has no open children. Its entry stays valid until it is [freed](Self::free).
    #[inline(always)]
    pub(super) fn complete(&mut self, id: ElementId) -> Option<Completed> {
        // The root is never popped.
        let entry = self.entry_mut(id).filter(|entry| entry.state.is_popped && entry.first_child == NONE)?;
        let (parent, next, previous) = (entry.parent, entry.next, entry.previous);
        let needs_leave = !entry.state.is_pending && !entry.state.has_left;
        entry.state.has_left |= needs_leave;
        (entry.next, entry.previous) = (NONE, NONE);
        let completed = Completed { parent, end_tag: entry.end_tag, needs_leave, is_head: entry.is_head() };
        self.remove_from_siblings(parent, id.index() as u32, next, previous);
        Some(completed)
    }

    /// Removes the slot from the list of siblings.
    #[inline(always)]
    fn remove_from_siblings(&mut self, parent: ElementId, slot: u32, next: u32, previous: u32) {
        if let Some(next) = self.entries.get_mut(next as usize) {
            next.previous = previous;
        }
        if let Some(previous) = self.entries.get_mut(previous as usize) {
            previous.next = next;
        } else if let Some(parent) = self.entry_mut(parent)
            && parent.first_child == slot
        {
            parent.first_child = next;
        }
    }

    /// Returns the open child that was last added by [`link`](Self::link).
    #[inline]
    pub(crate) fn first_child(&self, id: ElementId) -> Option<ElementId> {
        self.id_at(self.entry(id)?.first_child)
    }

    pub(crate) fn next_sibling(&self, id: ElementId) -> Option<ElementId> {
        self.id_at(self.entry(id)?.next)
    }

    fn id_at(&self, slot: u32) -> Option<ElementId> {
        self.entries.get(slot as usize).map(|entry| ElementId::new(slot, entry.number))
    }

    /// Moves the open children of `from` to `to`, except `to` itself.
    pub(super) fn reparent(&mut self, from: ElementId, to: ElementId) {
        let mut next = self.first_child(from);
        while let Some(child) = next {
            next = self.next_sibling(child);
            if child != to {
                self.unlink(child);
                self.link(to, child);
            }
        }
    }
}

impl Entry {
    #[inline]
    fn new(id: ElementId, name: LocalName, namespace: Namespace, unknown_name: Option<Box<str>>) -> Entry {
        Entry {
            number: id.number(),
            parent: id,
            first_child: NONE,
            next: NONE,
            previous: NONE,
            name,
            namespace,
            state: State::default(),
            end_tag: None,
            unknown_name,
        }
    }

    /// Reuses a free entry for an element with a known name.
    #[inline]
    fn reuse(&mut self, id: ElementId, name: LocalName, namespace: Namespace) {
        let Entry { number, parent, first_child, next, previous, state, end_tag, .. } = self;
        (*number, *parent, *first_child, *next, *previous) = (id.number(), id, NONE, NONE, NONE);
        (self.name, self.namespace, *state, *end_tag) = (name, namespace, State::default(), None);
    }

    /// Returns whether this is the `head`, which may get content after its `Leave` event.
    #[inline]
    fn is_head(&self) -> bool {
        self.namespace == Namespace::Html && self.name == LocalName::HEAD
    }
}
