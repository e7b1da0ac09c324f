//! [Optional tags](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
//!
//! The standard lists the tags that may be omitted in a conforming document. The comments below repeat the standard's rules in their order.
//! Because any tree can be serialized, some conditions are stricter than in the standard: a parser has to build the same tree again, even
//! if the markup does not conform. A comment in parentheses explains each stricter condition.

use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use core::iter;
use limpid_markup::{LocalName, Namespace, QuirksMode, TagSet};

/// The first content in an element, or the content before or after the element, in the categories that the rules distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Neighbor {
    /// There is no more content in the parent element.
    Nothing,
    /// Text that starts with ASCII white space.
    Space,
    /// Other text.
    Text,
    /// A comment or a processing instruction. The parser inserts both at its current position, and implies no tag before them.
    Comment,
    /// The name of an HTML element, or [`LocalName::UNKNOWN`] for a foreign element and for a name that is not a known [`LocalName`].
    Element(LocalName),
}

impl Neighbor {
    /// Returns the first content in an element, apart from its shadow root.
    #[inline]
    pub(super) fn inside(element: NodeRef<'_>) -> Neighbor {
        Neighbor::first_of(iter::successors(element.first_child(), |node| node.next_sibling()))
    }

    #[inline]
    fn after(element: NodeRef<'_>) -> Neighbor {
        Neighbor::first_of(iter::successors(element.next_sibling(), |node| node.next_sibling()))
    }

    #[inline]
    fn before(element: NodeRef<'_>) -> Neighbor {
        Neighbor::first_of(iter::successors(element.previous_sibling(), |node| node.previous_sibling()))
    }

    #[inline]
    fn first_of<'d>(mut nodes: impl Iterator<Item = NodeRef<'d>>) -> Neighbor {
        // An empty text has no markup.
        let Some(node) = nodes.find(|node| node.text() != Some("")) else { return Neighbor::Nothing };
        match node.kind() {
            NodeKind::Element if node.namespace() == Namespace::Html => Neighbor::Element(node.name()),
            NodeKind::Element => Neighbor::Element(LocalName::UNKNOWN),
            NodeKind::Text if node.text().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_whitespace())) => {
                Neighbor::Space
            }
            NodeKind::Text => Neighbor::Text,
            _ => Neighbor::Comment,
        }
    }

    #[inline]
    fn is_one_of(self, names: TagSet) -> bool {
        matches!(self, Neighbor::Element(name) if names.contains(name))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    /// A document, a fragment, template contents or a shadow root. Its end closes everything in it.
    Root,
    /// The name of an HTML element, or [`LocalName::UNKNOWN`] for a name that is not a known [`LocalName`].
    Html(LocalName),
    /// An HTML element whose content is written without its tags. A parser that reads this content does not have the element on its stack
    /// of open elements.
    Context(LocalName),
    /// An element of SVG or MathML. Its end tag does not close HTML elements.
    Foreign,
}

impl Parent {
    #[inline]
    fn is_one_of(self, names: TagSet) -> bool {
        matches!(self, Parent::Html(name) | Parent::Context(name) if names.contains(name))
    }

    #[inline]
    fn is(self, name: LocalName) -> bool {
        self == Parent::Html(name) || self == Parent::Context(name)
    }

    /// Whether its end implies the end of an `option` or `optgroup` in it. Formatting elements are excluded. If four equal ones are open,
    /// the parser [removes one](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements) from
    /// its list, and the end tag of that element then closes no other elements.
    #[inline]
    fn ends_options(self) -> bool {
        self != Parent::Foreign && !self.is_one_of(TagSet::FORMATTING)
    }

    /// Whether its end implies the end of a `p`, `li`, `dd` or `dt` in it.
    #[inline]
    fn implies_item_end(self) -> bool {
        self == Parent::Root || self.is_one_of(TagSet::IMPLIES_ITEM_END)
    }
}

/// The known surroundings in which the parser will read an element.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'d> {
    /// The node whose content is written without its own tags, if there is one.
    pub(super) context: Option<NodeRef<'d>>,
    /// Whether the element is inside a written `template` or in a shadow root that is written as one.
    pub(super) in_template: bool,
}

// The two main methods are `cold`, so that they stay out of the traversal loop, which mostly runs without them.
impl Surroundings<'_> {
    #[inline]
    fn parent_of(self, element: NodeRef<'_>) -> Parent {
        let Some(parent) = element.parent() else { return Parent::Root };
        match parent.kind() {
            NodeKind::Element if parent.namespace() != Namespace::Html => Parent::Foreign,
            NodeKind::Element if Some(parent) == self.context => Parent::Context(parent.name()),
            NodeKind::Element => Parent::Html(parent.name()),
            NodeKind::DocumentFragment if parent == parent.document().root() => {
                match parent.document().fragment_context() {
                    LocalName::UNKNOWN => Parent::Root,
                    name => Parent::Context(name),
                }
            }
            _ => Parent::Root,
        }
    }

    /// Whether the end of a table closes a cell or a caption, and clears the list of active formatting elements up to its marker.
    ///
    /// If a `template` contains a cell but no table, the end of the `template` closes the cell instead. It clears the list only up to [the
    /// last marker](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker). While the cell is open, the last marker is
    /// the cell's, so the template's own marker would remain in the list.
    #[inline]
    fn is_closed_with_table(self, element: NodeRef<'_>) -> bool {
        // A cell's ancestors up to the table: row, row group and table.
        !self.in_template || element.ancestors().take(3).any(|ancestor| ancestor.is_html(LocalName::TABLE))
    }

    /// Whether the insertion mode may be "in table" without a surrounding table, as in a `template` with parts of a table. The parser then
    /// inserts a `form` without closing a `p`.
    #[inline]
    fn may_be_in_table(self, element: NodeRef<'_>) -> bool {
        let context = match self.context.map(|context| context.host().unwrap_or(context)) {
            Some(context) if context.namespace() == Namespace::Html => context.name(),
            _ => element.document().fragment_context(),
        };
        self.in_template || context == LocalName::TEMPLATE || TagSet::TABLE_PARTS.contains(context)
    }

    /// Whether the parser moves the first content of a body into the head. It moves even elements that are not allowed in a body.
    #[inline]
    fn moves_to_head(first: Neighbor) -> bool {
        first.is_one_of(TagSet::IN_HEAD) || first == Neighbor::Element(LocalName::NOSCRIPT)
    }

    /// Whether the start tag of an HTML element without attributes can be omitted.
    #[cold]
    #[inline]
    pub(super) fn is_start_optional(self, element: NodeRef<'_>, first: impl FnOnce() -> Neighbor) -> bool {
        use LocalName as Name;
        let is_in_table = || self.parent_of(element).is(Name::TABLE);
        match element.name() {
            // If the first thing inside is not a comment. (Leading white space would no longer be in the element.)
            Name::HTML => !matches!(first(), Neighbor::Comment | Neighbor::Space),
            // If it is empty, or the first thing inside is an element.
            Name::HEAD => matches!(first(), Neighbor::Nothing | Neighbor::Element(_)),
            // If it is empty, or the first thing inside is not white space or a comment, except if it is an element that the parser would
            // move into the head.
            Name::BODY => {
                let first = first();
                !matches!(first, Neighbor::Comment | Neighbor::Space) && !Self::moves_to_head(first)
            }
            // If the first thing inside is a `col`, and it is not preceded by a `colgroup` whose end tag has been omitted. (Before a
            // `colgroup`, this end tag is always omitted. The parser implies the start tag only directly in a table.)
            Name::COLGROUP => {
                first() == Neighbor::Element(Name::COL)
                    && Neighbor::before(element) != Neighbor::Element(Name::COLGROUP)
                    && is_in_table()
            }
            // If the first thing inside is a `tr`, and it is not preceded by a `tbody`, `thead` or `tfoot` whose end tag has been omitted.
            // (Before a `tbody`, the end tag of a `tbody` or `thead` is always omitted, that of a `tfoot` never. The parser implies the
            // start tag only directly in a table.)
            Name::TBODY => {
                first() == Neighbor::Element(Name::TR)
                    && !matches!(Neighbor::before(element), Neighbor::Element(Name::TBODY | Name::THEAD))
                    && is_in_table()
            }
            _ => false,
        }
    }

    /// Whether the end tag of an HTML element can be omitted.
    #[cold]
    #[inline]
    pub(super) fn is_end_optional(self, element: NodeRef<'_>) -> bool {
        use LocalName as Name;
        let next = || Neighbor::after(element);
        let parent = || self.parent_of(element);
        match element.name() {
            // If it is not followed by a comment. (A `head` must not be followed by white space either. The parser never inserts white
            // space after an `html` or a `body`.)
            Name::HTML | Name::HEAD | Name::BODY => !matches!(next(), Neighbor::Comment | Neighbor::Space),
            // If it is followed by a `li`, or if there is no more content in the parent.
            Name::LI => match next() {
                Neighbor::Element(Name::LI) => true,
                Neighbor::Nothing => parent().implies_item_end(),
                _ => false,
            },
            // If it is followed by a `dt` or a `dd`.
            Name::DT => matches!(next(), Neighbor::Element(Name::DT | Name::DD)),
            // If it is followed by a `dd` or a `dt`, or if there is no more content in the parent.
            Name::DD => match next() {
                Neighbor::Element(Name::DD | Name::DT) => true,
                Neighbor::Nothing => parent().implies_item_end(),
                _ => false,
            },
            // If it is followed by one of the elements in `TagSet::ENDS_P`, or if there is no more content in the parent, and the parent is
            // not one of some inline elements or a custom element. (In quirks mode, the parser would put a following `table` into the `p`.
            // In the insertion mode "in table", it would put a following `form` into it.)
            Name::P => match next() {
                Neighbor::Element(Name::TABLE) => element.document().quirks_mode() != QuirksMode::Quirks,
                Neighbor::Element(Name::FORM) => !self.may_be_in_table(element),
                Neighbor::Nothing => {
                    parent().implies_item_end() || [Name::DD, Name::DT, Name::LI].into_iter().any(|it| parent().is(it))
                }
                next => next.is_one_of(TagSet::ENDS_P),
            },
            // If it is followed by an `rt` or an `rp`, or if there is no more content in the parent. (The start tag of a following `rt` or
            // `rp` ends it only in a `ruby`.)
            Name::RT | Name::RP => {
                matches!(next(), Neighbor::Element(Name::RT | Name::RP) | Neighbor::Nothing)
                    && parent() == Parent::Html(Name::RUBY)
            }
            // If it is followed by an `optgroup` or an `hr`, or if there is no more content in the parent. (The start tag of a following
            // `optgroup` or `hr` ends it only in a `select`. If the parent is an `optgroup`, its end tag would end the inner one.)
            Name::OPTGROUP => match next() {
                Neighbor::Element(Name::OPTGROUP | Name::HR) => parent() == Parent::Html(Name::SELECT),
                Neighbor::Nothing => parent() != Parent::Html(Name::OPTGROUP) && parent().ends_options(),
                _ => false,
            },
            // If it is followed by an `option`, an `optgroup` or an `hr`, or if there is no more content in the parent. (The start tag of a
            // following `hr` ends it only in a `select`.)
            Name::OPTION => match next() {
                Neighbor::Element(Name::OPTION | Name::OPTGROUP) => true,
                Neighbor::Element(Name::HR) => parent() == Parent::Html(Name::SELECT),
                Neighbor::Nothing => parent().ends_options(),
                _ => false,
            },
            // If it is not followed by white space or a comment. (The parser would put a following `template` into it.)
            Name::COLGROUP => {
                !matches!(next(), Neighbor::Space | Neighbor::Comment | Neighbor::Element(Name::TEMPLATE))
            }
            // If it is not followed by white space or a comment. (The parser would put anything except parts of a table into it.)
            Name::CAPTION => match next() {
                Neighbor::Nothing => self.is_closed_with_table(element),
                next => next.is_one_of(TagSet::TABLE_PARTS),
            },
            // If it is followed by a `tbody` or a `tfoot`.
            Name::THEAD => matches!(next(), Neighbor::Element(Name::TBODY | Name::TFOOT)),
            // If it is followed by a `tbody` or a `tfoot`, or if there is no more content in the parent.
            Name::TBODY => matches!(next(), Neighbor::Element(Name::TBODY | Name::TFOOT) | Neighbor::Nothing),
            // If there is no more content in the parent.
            Name::TFOOT => next() == Neighbor::Nothing,
            // If it is followed by a `tr`, or if there is no more content in the parent.
            Name::TR => matches!(next(), Neighbor::Element(Name::TR) | Neighbor::Nothing),
            // If it is followed by a `td` or a `th`, or if there is no more content in the parent.
            Name::TD | Name::TH => match next() {
                Neighbor::Element(Name::TD | Name::TH) => true,
                Neighbor::Nothing => self.is_closed_with_table(element),
                _ => false,
            },
            _ => false,
        }
    }
}
