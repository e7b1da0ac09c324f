//! The events, and the names and places of elements in them.

use core::fmt;
use limpid_markup::{Doctype, LocalName, Namespace, NewElement, Span, Text, TokenAttributes};

/// Names an element of a stream of events, or its [root](Self::ROOT). No two elements of a stream have the same.
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
    /// Counts the elements. The highest bit is set for the contents of a template, which are named nowhere but between tree builder and sink.
    number: u32,
}

const CONTENTS: u32 = 1 << 31;

impl ElementId {
    /// The document, or the fragment of a fragment parse.
    pub const ROOT: ElementId = ElementId { slot: 0, number: 0 };

    /// Numbers of elements are below this.
    pub(super) const LIMIT: u32 = CONTENTS;

    #[inline]
    pub(super) const fn new(slot: u32, number: u32) -> ElementId {
        ElementId { slot, number }
    }

    /// Returns a small number for tables on the side: elements that are open at the same time have different ones, and that of an
    /// element that was left is used again. That of the root is 0.
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

    /// Returns the contents of the template, or the fragment if it is the root.
    #[inline]
    pub(super) const fn contents(self) -> ElementId {
        ElementId { number: self.number | CONTENTS, ..self }
    }

    #[inline]
    pub(super) const fn is_contents(self) -> bool {
        self.number & CONTENTS != 0
    }

    /// Returns the element whose contents it is.
    #[inline]
    pub(super) const fn element(self) -> ElementId {
        ElementId { number: self.number & !CONTENTS, ..self }
    }

    #[inline]
    pub(super) const fn number(self) -> u32 {
        self.number & !CONTENTS
    }
}

impl fmt::Debug for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number())
    }
}

/// A place in the tree.
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
    /// The element that it is in, or the root. A `template` stands for its contents.
    pub parent: ElementId,
    /// The child of the parent that it is before. `None` is the end of the parent, as for nearly all.
    pub before: Option<ElementId>,
}

/// An element that is put into the tree.
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
    /// The element's name in other events.
    pub id: ElementId,
    /// The place that it is put at.
    pub place: Place,
    /// Its name, its attributes and its start tag. [`NewElement::span`] is `None` for an element without a tag of its own.
    pub element: NewElement<'a>,
    /// Whether it is a copy: the standard opens a misnested formatting element again, with the attributes of its tag.
    pub is_copy: bool,
}

impl<'a> Enter<'a> {
    /// Returns the value of an attribute in no namespace, by its name in lowercase.
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

    /// Whether it is an HTML element of this name.
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

/// A step in the making of the tree. Its texts live as long as the call that gets it.
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
    /// Put the element at its place.
    Enter(Enter<'a>),
    /// Put the text at the place: at the end of the text before it there, if there is one. So a text may come in pieces.
    Text {
        /// Where.
        place: Place,
        /// The text, and whether the input holds it as it is.
        text: Text<'a>,
    },
    /// Put a comment at the place.
    Comment {
        /// Where.
        place: Place,
        /// The comment's data.
        data: Text<'a>,
        /// The whole comment in the input.
        span: Span,
    },
    /// Put a processing instruction at the place.
    ProcessingInstruction {
        /// Where.
        place: Place,
        /// Its target, as written.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The whole processing instruction in the input.
        span: Span,
    },
    /// Put the doctype at the end of the root.
    Doctype(Doctype<'a>),
    /// The element is complete, and so is all that is in it.
    Leave {
        /// The element.
        id: ElementId,
        /// The end tag that closed it; `None` if it was implied.
        end_tag: Option<Span>,
    },
    /// Take the element, with all that is in it, to another place.
    Moved {
        /// The element.
        id: ElementId,
        /// The place that it goes to.
        place: Place,
    },
    /// Put all preceding siblings of the element, in their order, into it.
    Wrapped {
        /// The element, which was just entered.
        id: ElementId,
    },
    /// Take the element, with all that is in it, out of the tree.
    Removed {
        /// The element.
        id: ElementId,
    },
    /// Add those of the attributes whose names the element does not have yet.
    AttributesAdded {
        /// The `html` or `body` element.
        id: ElementId,
        /// The attributes of the second tag.
        attributes: TokenAttributes<'a>,
    },
}
