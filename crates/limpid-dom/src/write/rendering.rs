//! The look of elements by the standard's [style sheet](https://html.spec.whatwg.org/multipage/rendering.html), as
//! far as text without style sheets of its own needs to know it.

use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use crate::write::escape::find_pair;
use limpid_markup::{LocalName, Namespace, TagSet};

/// The layout of an element, as far as its text goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Display {
    /// Not rendered.
    None,
    Inline,
    /// A `br`.
    LineBreak,
    Block,
    /// A `p`, which has a margin.
    Paragraph,
    /// One thing in a line, which shows something else than its content.
    Replaced,
    /// One thing in a line, with lines of its own in it.
    InlineBlock,
    Table,
    InlineTable,
    Row,
    Cell,
}

/// Returns the layout that the standard's style sheet gives a node, with scripting or without.
#[inline]
pub(crate) fn display(node: NodeRef<'_>, scripting: bool) -> Display {
    if node.parent().is_some_and(is_closed_details) {
        display_in_closed(node, scripting)
    } else {
        own_display(node, scripting)
    }
}

/// Returns the layout of a node in a `details` that is closed: only of its first `summary` there is one.
#[inline]
pub(crate) fn display_in_closed(node: NodeRef<'_>, scripting: bool) -> Display {
    // The nearest siblings first, so that many summaries after many others are found in linear time.
    match is_summary(node) && !node.previous_siblings().any(is_summary) {
        true => own_display(node, scripting),
        false => Display::None,
    }
}

/// Returns the layout of a node that is in nothing that is closed.
#[inline]
pub(crate) fn own_display(node: NodeRef<'_>, scripting: bool) -> Display {
    let record = node.node();
    if !record.is_html_element() {
        return foreign_display(node);
    }
    let usual = USUAL.get(record.name_or_far() as usize).copied().unwrap_or(Some(Display::Inline));
    let display = usual.unwrap_or_else(|| display_by_attributes(node, scripting));
    // Many elements have no attribute.
    match record.attributes().1 == 0 || display == Display::None || !may_be_hidden(node) {
        true => display,
        false => display_if_hidden(node, display),
    }
}

/// Returns the layout of a node that is no element of HTML.
#[inline]
pub(crate) fn foreign_display(node: NodeRef<'_>) -> Display {
    match node.namespace() {
        _ if !node.is_element() => Display::Inline,
        Namespace::Svg => match node.name() {
            LocalName::DESC | LocalName::METADATA | LocalName::SCRIPT | LocalName::STYLE | LocalName::TITLE => {
                Display::None
            }
            LocalName::SVG => Display::InlineBlock,
            LocalName::TEXT | LocalName::FOREIGN_OBJECT => Display::Block,
            _ => Display::Inline,
        },
        Namespace::MathMl => match node.local_name() {
            "annotation" | "annotation-xml" => Display::None,
            "math" if node.attribute("display").is_some_and(|value| value.eq_ignore_ascii_case("block")) => {
                Display::Block
            }
            "mtable" => Display::InlineTable,
            "mtr" => Display::Row,
            "mtd" => Display::Cell,
            _ => Display::Inline,
        },
        _ => Display::Inline,
    }
}

/// Returns the layout of an element that may be hidden.
#[cold]
#[inline]
fn display_if_hidden(node: NodeRef<'_>, display: Display) -> Display {
    // What is hidden until it is found shows in a line.
    let is_hidden = is_hidden_by_attributes(node) || display != Display::Inline && node.has_own(LocalName::HIDDEN);
    if is_hidden { Display::None } else { display }
}

/// The layouts of the elements of HTML by their names; `None` if attributes decide, or whether there is scripting.
static USUAL: [Option<Display>; LocalName::COUNT] = {
    let mut table = [None; LocalName::COUNT];
    let mut index = 0;
    while index < table.len() {
        table[index] = usual_display(LocalName::from_index(index));
        index += 1;
    }
    table
};

#[inline]
const fn usual_display(name: LocalName) -> Option<Display> {
    Some(match name {
        LocalName::AUDIO
        | LocalName::DIALOG
        | LocalName::EMBED
        | LocalName::INPUT
        | LocalName::NOSCRIPT
        | LocalName::OBJECT => return None,
        LocalName::BR => Display::LineBreak,
        LocalName::P => Display::Paragraph,
        LocalName::BUTTON | LocalName::MARQUEE | LocalName::SELECT => Display::InlineBlock,
        LocalName::TABLE => Display::Table,
        LocalName::TR => Display::Row,
        LocalName::TD | LocalName::TH => Display::Cell,
        LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => Display::Inline,
        name if TagSet::REPLACED.contains(name) => Display::Replaced,
        name if TagSet::NOT_RENDERED.contains(name) => Display::None,
        name if TagSet::RENDERED_AS_BLOCK.contains(name) => Display::Block,
        _ => Display::Inline,
    })
}

#[inline]
fn display_by_attributes(node: NodeRef<'_>, scripting: bool) -> Display {
    let otherwise = |is_it, display, other| if is_it { display } else { other };
    match node.name() {
        LocalName::AUDIO => otherwise(node.has_own(LocalName::CONTROLS), Display::Replaced, Display::None),
        LocalName::DIALOG => otherwise(node.has_own(LocalName::OPEN), Display::Block, Display::None),
        LocalName::EMBED => otherwise(node.has_own(LocalName::SRC), Display::Replaced, Display::None),
        LocalName::INPUT => {
            let is_hidden = node.own_attribute(LocalName::TYPE).is_some_and(|it| it.eq_ignore_ascii_case("hidden"));
            otherwise(is_hidden, Display::None, Display::Replaced)
        }
        LocalName::NOSCRIPT => otherwise(scripting, Display::None, Display::Inline),
        LocalName::OBJECT => otherwise(node.has_own(LocalName::DATA), Display::Replaced, Display::Inline),
        _ => Display::Inline,
    }
}

#[inline]
pub(crate) fn is_closed_details(node: NodeRef<'_>) -> bool {
    html_name(node) == LocalName::DETAILS && !node.has_own(LocalName::OPEN)
}

#[inline]
fn is_summary(node: NodeRef<'_>) -> bool {
    html_name(node) == LocalName::SUMMARY
}

/// Returns the name of an HTML element; [`LocalName::UNKNOWN`] for everything else.
#[inline]
pub(crate) fn html_name(node: NodeRef<'_>) -> LocalName {
    if node.node().is_html_element() { node.name() } else { LocalName::UNKNOWN }
}

/// Whether [scripting is enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script) for a node: never
/// in the contents of a `template`, whose document has no browsing context.
#[inline]
pub(crate) fn has_scripting(node: NodeRef<'_>) -> bool {
    node.document().scripting() && !is_in_template(node)
}

/// Whether a node is in the contents of a `template`.
#[inline]
pub(crate) fn is_in_template(node: NodeRef<'_>) -> bool {
    core::iter::successors(Some(node), |node| node.parent().or_else(|| node.host())).any(is_template_contents)
}

/// Whether a node is the fragment that a `template` has its contents in.
#[inline]
pub(crate) fn is_template_contents(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::DocumentFragment && node.host().is_some()
}

/// [Serializes as void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void): the void elements, and
/// some that once were.
#[inline]
pub(crate) fn serializes_as_void(node: NodeRef<'_>) -> bool {
    TagSet::SERIALIZES_AS_VOID.contains(html_name(node))
}

/// Whether an element has an attribute that hides some. Nearly all have none.
#[inline]
pub(crate) fn may_be_hidden(node: NodeRef<'_>) -> bool {
    node.has_own_of([LocalName::HIDDEN, LocalName::POPOVER])
}

/// Whether an element is `hidden` for good, rather than `until-found`, or a popover, which is not shown before a script or a button
/// opens it.
#[cold]
#[inline]
pub(crate) fn is_hidden_by_attributes(node: NodeRef<'_>) -> bool {
    node.own_attribute(LocalName::HIDDEN).is_some_and(|value| !value.eq_ignore_ascii_case("until-found"))
        || node.has_own(LocalName::POPOVER) && !(node.name() == LocalName::DIALOG && node.has_own(LocalName::OPEN))
}

/// Whether white space before and after a node does not show.
#[inline]
pub(crate) fn stands_apart(node: NodeRef<'_>) -> bool {
    TagSet::BREAKS_LINE.contains(html_name(node))
        || node.doctype().is_some()
        || node.parent().is_some_and(|parent| html_name(parent) == LocalName::HEAD)
}

/// Whether white space in an element shows as it is.
#[inline]
pub(crate) fn is_preformatted(node: NodeRef<'_>) -> bool {
    TagSet::PREFORMATTED.contains(html_name(node))
}

/// Whether an element says itself, by its `style` or by `xml:space`, that white space in it shows.
///
/// It looks for a declaration of [white-space](https://drafts.csswg.org/css-text-4/#white-space-property) or of a property
/// whose name starts so, with a value that is not known to collapse white space. One that does not count, as it is in a
/// comment or followed by another, is taken for one that does.
#[inline]
pub(crate) fn declares_preformatted(node: NodeRef<'_>) -> bool {
    // Nearly all elements have neither attribute.
    node.has_own_or_qualified(LocalName::STYLE) && declares_preformatted_by_attributes(node)
}

#[cold]
#[inline]
fn declares_preformatted_by_attributes(node: NodeRef<'_>) -> bool {
    let keeps = |declaration: &str| {
        let name =
            declaration.as_bytes().windows(WHITE_SPACE.len()).position(|it| it.eq_ignore_ascii_case(WHITE_SPACE));
        let value = name.and_then(|at| declaration[at..].split_once(':')).map_or("", |(_, value)| value);
        let mut words = value.split(|character: char| character.is_ascii_whitespace() || character == '!');
        words.any(|word| !word.is_empty() && !COLLAPSING.iter().any(|known| word.eq_ignore_ascii_case(known)))
    };
    // Most styles do not even have its first two letters.
    let is_start = |byte: u8, next: u8| (byte | 0x20 == WHITE_SPACE[0]) & (next | 0x20 == WHITE_SPACE[1]);
    let may_keep = |style: &str| find_pair(style.as_bytes(), 0, is_start).is_some();
    node.own_attribute(LocalName::STYLE).is_some_and(|style| may_keep(style) && style.split(';').any(keeps))
        || node.has_qualified_attributes() && node.attribute_ns(Namespace::Xml, "space") == Some("preserve")
}

/// The start of the names of all properties that count.
const WHITE_SPACE: &[u8] = b"white-space";

/// Values of `white-space` and `white-space-collapse` that make no white space show, or none that did not in the parent.
const COLLAPSING: &[&str] =
    &["normal", "nowrap", "collapse", "wrap", "initial", "inherit", "unset", "revert", "revert-layer", "important"];
