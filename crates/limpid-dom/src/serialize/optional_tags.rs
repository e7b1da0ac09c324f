//! [Optional tags](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
//!
//! The standard says where a tag may be left out of a conforming document. Below, its rules stand in its order and words. As
//! any tree can be serialized, a few of them ask for more than the standard does: that the parser, which does not know what
//! conforms, comes back to the same tree. Each such condition says so.

use crate::node::{NodeKind, NodeRef};
use core::iter;
use limpid_markup::{LocalName, Namespace, QuirksMode, TagSet};

/// What stands inside an element first, or beside it, as far as the rules tell it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Thing {
    /// There is no more content in the parent element.
    Nothing,
    /// Text that starts with ASCII white space.
    Space,
    /// Other text.
    Text,
    /// A comment, or a processing instruction: the parser puts both where they stand, and implies no tag for them.
    Comment,
    /// An HTML element; [`LocalName::UNKNOWN`] for those outside the vocabulary and for foreign ones.
    Element(LocalName),
}

impl Thing {
    /// The first thing inside an element, its shadow root aside.
    pub(super) fn inside(element: NodeRef<'_>) -> Thing {
        Thing::first_of(iter::successors(element.first_child(), |node| node.next_sibling()))
    }

    fn after(element: NodeRef<'_>) -> Thing {
        Thing::first_of(iter::successors(element.next_sibling(), |node| node.next_sibling()))
    }

    fn before(element: NodeRef<'_>) -> Thing {
        Thing::first_of(iter::successors(element.previous_sibling(), |node| node.previous_sibling()))
    }

    fn first_of<'d>(mut nodes: impl Iterator<Item = NodeRef<'d>>) -> Thing {
        // Of empty text, nothing is written.
        let Some(node) = nodes.find(|node| node.text() != Some("")) else { return Thing::Nothing };
        match node.kind() {
            NodeKind::Element if node.namespace() == Namespace::Html => Thing::Element(node.name()),
            NodeKind::Element => Thing::Element(LocalName::UNKNOWN),
            NodeKind::Text if node.text().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_whitespace())) => {
                Thing::Space
            }
            NodeKind::Text => Thing::Text,
            _ => Thing::Comment,
        }
    }

    fn is_one_of(self, names: TagSet) -> bool {
        matches!(self, Thing::Element(name) if names.contains(name))
    }
}

/// The elements that end a `p` as they start.
const AFTER_P: TagSet = TagSet::of(&[
    LocalName::ADDRESS,
    LocalName::ARTICLE,
    LocalName::ASIDE,
    LocalName::BLOCKQUOTE,
    LocalName::DETAILS,
    LocalName::DIALOG,
    LocalName::DIV,
    LocalName::DL,
    LocalName::FIELDSET,
    LocalName::FIGCAPTION,
    LocalName::FIGURE,
    LocalName::FOOTER,
    LocalName::FORM,
    LocalName::H1,
    LocalName::H2,
    LocalName::H3,
    LocalName::H4,
    LocalName::H5,
    LocalName::H6,
    LocalName::HEADER,
    LocalName::HGROUP,
    LocalName::HR,
    LocalName::MAIN,
    LocalName::MENU,
    LocalName::NAV,
    LocalName::OL,
    LocalName::P,
    LocalName::PRE,
    LocalName::SEARCH,
    LocalName::SECTION,
    LocalName::TABLE,
    LocalName::UL,
]);

/// What ends a `caption` as it starts, the first of what may stand in a part without a start tag included.
const AFTER_CAPTION: TagSet = TagSet::of(&[
    LocalName::CAPTION,
    LocalName::COL,
    LocalName::COLGROUP,
    LocalName::TBODY,
    LocalName::TFOOT,
    LocalName::THEAD,
    LocalName::TR,
]);

/// Besides [`TagSet::BLOCK_END`], the elements whose end
/// [implies](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags) that of a `p`, `li`, `dd` or `dt`
/// in them. The end tag of any other element does not reach through one of those.
const IMPLIES_END_TAGS: TagSet = TagSet::of(&[
    LocalName::APPLET,
    LocalName::BODY,
    LocalName::CAPTION,
    LocalName::FORM,
    LocalName::H1,
    LocalName::H2,
    LocalName::H3,
    LocalName::H4,
    LocalName::H5,
    LocalName::H6,
    LocalName::MARQUEE,
    LocalName::OBJECT,
    LocalName::TD,
    LocalName::TH,
]);

/// What the parser takes into the head if it comes before a body: more than conforms in a body.
const NOT_FIRST_IN_BODY: TagSet = TagSet::of(&[
    LocalName::BASE,
    LocalName::BASEFONT,
    LocalName::BGSOUND,
    LocalName::LINK,
    LocalName::META,
    LocalName::NOFRAMES,
    LocalName::NOSCRIPT,
    LocalName::SCRIPT,
    LocalName::STYLE,
    LocalName::TEMPLATE,
    LocalName::TITLE,
]);

/// Whether the start tag of an HTML element without attributes can be omitted.
pub(super) fn is_start_optional(element: NodeRef<'_>, first: Thing) -> bool {
    use LocalName as Name;
    match element.name() {
        // If the first thing inside is not a comment. White space would not be in the element any more.
        Name::HTML => !matches!(first, Thing::Comment | Thing::Space),
        // If it is empty, or the first thing inside is an element.
        Name::HEAD => matches!(first, Thing::Nothing | Thing::Element(_)),
        // If it is empty, or the first thing inside is not white space or a comment, except if it is one of some elements.
        Name::BODY => !matches!(first, Thing::Comment | Thing::Space) && !first.is_one_of(NOT_FIRST_IN_BODY),
        // If the first thing inside is a `col`, and it is not preceded by a `colgroup` whose end tag has been omitted, as it
        // always has been. The parser implies it right in a table only.
        Name::COLGROUP => {
            first == Thing::Element(Name::COL)
                && parent_is(element, Name::TABLE)
                && Thing::before(element) != Thing::Element(Name::COLGROUP)
        }
        // If the first thing inside is a `tr`, and it is not preceded by a `tbody` or `thead` whose end tag has been omitted,
        // as it always has been; that of a `tfoot` never is. The parser implies it right in a table only.
        Name::TBODY => {
            first == Thing::Element(Name::TR)
                && parent_is(element, Name::TABLE)
                && !matches!(Thing::before(element), Thing::Element(Name::TBODY | Name::THEAD))
        }
        _ => false,
    }
}

/// Whether the end tag of an HTML element can be omitted.
pub(super) fn is_end_optional(element: NodeRef<'_>) -> bool {
    use LocalName as Name;
    let next = || Thing::after(element);
    match element.name() {
        // If it is not followed by a comment; of a `head`, not by white space either, which the parser has after no other.
        Name::HTML | Name::HEAD | Name::BODY => !matches!(next(), Thing::Comment | Thing::Space),
        // If it is followed by a `li`, or if there is no more content in the parent.
        Name::LI => match next() {
            Thing::Element(Name::LI) => true,
            Thing::Nothing => ends_with_parent(element),
            _ => false,
        },
        // If it is followed by a `dt` or a `dd`.
        Name::DT => matches!(next(), Thing::Element(Name::DT | Name::DD)),
        // If it is followed by a `dd` or a `dt`, or if there is no more content in the parent.
        Name::DD => match next() {
            Thing::Element(Name::DD | Name::DT) => true,
            Thing::Nothing => ends_with_parent(element),
            _ => false,
        },
        // If it is followed by one of many elements, or if there is no more content in the parent, which is not one of some
        // elements or a custom element. In quirks mode, the parser leaves tables in a `p`.
        Name::P => match next() {
            Thing::Element(Name::TABLE) => element.document().quirks_mode() != QuirksMode::Quirks,
            Thing::Nothing => {
                ends_with_parent(element)
                    || matches!(html_parent(element), Some(Name::LI | Name::DT | Name::DD))
            }
            next => next.is_one_of(AFTER_P),
        },
        // If it is followed by an `rt` or an `rp`, or if there is no more content in the parent. The parser ends it for
        // another in a `ruby` only.
        Name::RT | Name::RP => {
            parent_is(element, Name::RUBY)
                && matches!(next(), Thing::Element(Name::RT | Name::RP) | Thing::Nothing)
        }
        // If it is followed by an `optgroup` or an `hr`, or if there is no more content in the parent. The parser ends it for
        // another in a `select` only, and takes the end tag of an `optgroup` around it for its own.
        Name::OPTGROUP => match next() {
            Thing::Element(Name::OPTGROUP | Name::HR) => parent_is(element, Name::SELECT),
            Thing::Nothing => html_parent(element).is_none_or(|name| name != Name::OPTGROUP) && !is_in_foreign(element),
            _ => false,
        },
        // If it is followed by an `option`, an `optgroup` or an `hr`, or if there is no more content in the parent. The parser
        // ends it for an `hr` in a `select` only.
        Name::OPTION => match next() {
            Thing::Element(Name::OPTION | Name::OPTGROUP) => true,
            Thing::Element(Name::HR) => {
                let mut ancestors = element.ancestors();
                let parent = ancestors.next().filter(|parent| !parent.is_html(Name::OPTGROUP)).or_else(|| ancestors.next());
                parent.is_some_and(|parent| parent.is_html(Name::SELECT))
            }
            Thing::Nothing => !is_in_foreign(element),
            _ => false,
        },
        // If it is not followed by white space or a comment. The parser takes in a `template`.
        Name::COLGROUP => !matches!(next(), Thing::Space | Thing::Comment | Thing::Element(Name::TEMPLATE)),
        // If it is not followed by white space or a comment. The parser takes in all but parts of a table.
        Name::CAPTION => match next() {
            Thing::Nothing => true,
            next => next.is_one_of(AFTER_CAPTION),
        },
        // If it is followed by a `tbody` or a `tfoot`.
        Name::THEAD => matches!(next(), Thing::Element(Name::TBODY | Name::TFOOT)),
        // If it is followed by a `tbody` or a `tfoot`, or if there is no more content in the parent.
        Name::TBODY => matches!(next(), Thing::Element(Name::TBODY | Name::TFOOT) | Thing::Nothing),
        // If there is no more content in the parent.
        Name::TFOOT => next() == Thing::Nothing,
        // If it is followed by a `tr`, or if there is no more content in the parent.
        Name::TR => matches!(next(), Thing::Element(Name::TR) | Thing::Nothing),
        // If it is followed by a `td` or a `th`, or if there is no more content in the parent.
        Name::TD | Name::TH => matches!(next(), Thing::Element(Name::TD | Name::TH) | Thing::Nothing),
        _ => false,
    }
}
