//! The events, and the types for ids and places of elements in events.

use core::fmt;
use limpid_markup::{Doctype, LocalName, Namespace, NewElement, Span, Text, TokenAttributes};

/// Identifies an element in a stream of events, or the [root](Self::ROOT). Ids are unique in a stream.
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<ul><li>Green<li>Black");
/// let (mut items, mut left) = (Vec::new(), Vec::new());
/// while let Some((event, _)) = reader.next_event() {
///     match event {
///         Event::Enter(enter) if enter.is_html(limpid::LocalName::LI) => items.push(enter.id),
///         Event::Leave { id, .. } if items.contains(&id) => left.push(id),
///         _ => {}
///     }
/// }
/// assert!(items[0] != items[1] && left == items);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementId {
    slot: u32,
    /// The number of the element in order of creation. If the highest bit is set, this is the id of the contents of a template. Only the tree
    /// builder and the sink use such ids.
    number: u32,
}

const CONTENTS_BIT: u32 = 1 << 31;

impl ElementId {
    /// The document, or the fragment when parsing a fragment.
    pub const ROOT: ElementId = ElementId { slot: 0, number: 0 };

    /// The exclusive upper limit of element numbers.
    pub(super) const LIMIT: u32 = CONTENTS_BIT;

    #[inline]
    pub(super) const fn new(slot: u32, number: u32) -> ElementId {
        ElementId { slot, number }
    }

    /// Returns a small index for side tables. Elements that are open at the same time have different indices. After the [`Leave`](Event::Leave)
    /// event of an element, its index is used for another element. The root has index 0.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<title>Tea</title><p>Green<p>Black");
    /// let mut found = Vec::new();
    /// while let Some((event, _)) = reader.next_event() {
    ///     if let Event::Enter(enter) = event {
    ///         found.push((enter.element.name_str.to_owned(), enter.id.index()));
    ///     }
    /// }
    /// assert_eq!(found, [("html", 1), ("head", 2), ("title", 3), ("body", 3), ("p", 4), ("p", 4)].map(|(name, index)| (name.to_owned(), index)));
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.slot as usize
    }

    /// Returns the id of the contents of a template. For the root, returns the id of the fragment.
    #[inline]
    pub(super) const fn contents(self) -> ElementId {
        ElementId { number: self.number | CONTENTS_BIT, ..self }
    }

    #[inline]
    pub(super) const fn is_contents(self) -> bool {
        self.number & CONTENTS_BIT != 0
    }

    /// Returns the element that has these contents.
    #[inline]
    pub(super) const fn element(self) -> ElementId {
        ElementId { number: self.number & !CONTENTS_BIT, ..self }
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        self.number & !CONTENTS_BIT
    }
}

impl fmt::Debug for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number())
    }
}

/// A position in the tree where a node is inserted.
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<table>Tea<tr><td>Milk");
/// let mut before_the_table = String::new();
/// while let Some((event, _)) = reader.next_event() {
///     if let Event::Text { place, text } = event
///         && place.before.is_some()
///     {
///         before_the_table += text.text;
///     }
/// }
/// assert_eq!(before_the_table, "Tea");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The parent element, or the root. If the parent is a `template`, the node is inserted into the contents of the `template`.
    pub parent: ElementId,
    /// The child of the parent before which the node is inserted. In most cases it is `None`, and the node is inserted at the end of the
    /// parent.
    pub before: Option<ElementId>,
}

/// An element that is inserted into the tree.
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<p><b>Green<p>tea");
/// let mut found = Vec::new();
/// while let Some((event, _)) = reader.next_event() {
///     if let Event::Enter(enter) = event {
///         found.push((enter.element.name_str.to_owned(), enter.is_copy));
///     }
/// }
/// assert_eq!(found, [("html", false), ("head", false), ("body", false), ("p", false), ("b", false), ("p", false), ("b", true)]
///     .map(|(name, is_copy)| (name.to_owned(), is_copy)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Enter<'a> {
    /// The id that other events use for the element.
    pub id: ElementId,
    /// Where the element is inserted.
    pub place: Place,
    /// The element's name, attributes and start tag. [`NewElement::span`] is `None` if the input contains no start tag for the element.
    pub element: NewElement<'a>,
    /// Whether the element is a copy: the standard reopens a misnested formatting element as a new element with the attributes of its tag.
    pub is_copy: bool,
}

impl<'a> Enter<'a> {
    /// Returns the value of the attribute with this lowercase name and no namespace.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<a HREF=/tea>");
    /// let mut found = Vec::new();
    /// while let Some((event, _)) = reader.next_event() {
    ///     if let Event::Enter(enter) = event {
    ///         found.push(enter.attribute("href").map(str::to_owned));
    ///     }
    /// }
    /// assert_eq!(found, [None, None, None, Some("/tea".to_owned())]);
    /// ```
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut attributes = self.element.attributes.iter();
        attributes
            .find(|attribute| attribute.namespace() == Namespace::None && attribute.name_str() == name)
            .map(|attribute| attribute.value())
    }

    /// Returns whether this is an HTML element with this name.
    ///
    /// ```
    /// use limpid::events::{Event, EventReader};
    /// let mut reader = EventReader::new("<p>");
    /// let mut found = Vec::new();
    /// while let Some((event, _)) = reader.next_event() {
    ///     if let Event::Enter(enter) = event {
    ///         found.push(enter.is_html(limpid::LocalName::BODY));
    ///     }
    /// }
    /// assert_eq!(found, [false, false, true, false]);
    /// ```
    pub fn is_html(&self, name: LocalName) -> bool {
        self.element.namespace == Namespace::Html && self.element.name == name && name.is_known()
    }
}

/// A step of tree construction. Its texts are valid only during the call that receives it.
///
/// ```
/// use limpid::events::{Event, EventReader};
/// let mut reader = EventReader::new("<!DOCTYPE html><p>Tea<!-- hot -->");
/// let mut steps = String::new();
/// while let Some((event, _)) = reader.next_event() {
///     match event {
///         Event::Doctype(_) => steps += "!",
///         Event::Enter(enter) => steps += &format!("<{}>", enter.element.name_str),
///         Event::Text { text, .. } => steps += text.text,
///         Event::Comment { data, .. } => steps += data.text,
///         Event::Leave { .. } => steps += "/",
///         _ => {}
///     }
/// }
/// assert_eq!(steps, "!<html><head>/<body><p>Tea hot ///");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Insert the element at its place.
    Enter(Enter<'a>),
    /// Insert the text at the place. If the node before the place is a text node, append the text to that node. One text node may therefore
    /// arrive in several events.
    Text {
        /// Where to insert it.
        place: Place,
        /// The text, and whether the input contains it verbatim.
        text: Text<'a>,
    },
    /// Insert a comment at the place.
    Comment {
        /// Where to insert it.
        place: Place,
        /// The comment's data.
        data: Text<'a>,
        /// The span of the whole comment in the input.
        span: Span,
    },
    /// Insert a processing instruction at the place.
    ProcessingInstruction {
        /// Where to insert it.
        place: Place,
        /// Its target, as written.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The span of the whole processing instruction in the input.
        span: Span,
    },
    /// Append the doctype to the root.
    Doctype(Doctype<'a>),
    /// The element and its subtree are complete.
    Leave {
        /// The element.
        id: ElementId,
        /// The span of the end tag that closed it, or `None` if the end was implied.
        end_tag: Option<Span>,
    },
    /// Move the element and its subtree to another place.
    Moved {
        /// The element.
        id: ElementId,
        /// The new place.
        place: Place,
    },
    /// Move all preceding siblings of the element into it, in order.
    Wrapped {
        /// The element, which was just entered.
        id: ElementId,
    },
    /// Remove the element and its subtree from the tree.
    Removed {
        /// The element.
        id: ElementId,
    },
    /// Add the attributes to the element, except attributes with a name that the element already has.
    AttributesAdded {
        /// The `html` or `body` element.
        id: ElementId,
        /// The attributes of the repeated start tag.
        attributes: TokenAttributes<'a>,
    },
}
