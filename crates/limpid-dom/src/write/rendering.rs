//! What an element looks like by the standard's [style sheet](https://html.spec.whatwg.org/multipage/rendering.html), as
//! far as text without style sheets of its own needs to know it.

use crate::read::node_ref::NodeRef;
use limpid_markup::{LocalName, Namespace, TagSet};

/// [Hidden elements](https://html.spec.whatwg.org/multipage/rendering.html#hidden-elements), and those of which not the
/// content is shown but something else.
const NOT_RENDERED: TagSet = TagSet::of(&[
    LocalName::AREA,
    LocalName::AUDIO,
    LocalName::BASE,
    LocalName::BASEFONT,
    LocalName::CANVAS,
    LocalName::DATALIST,
    LocalName::HEAD,
    LocalName::IFRAME,
    LocalName::LINK,
    LocalName::META,
    LocalName::NOEMBED,
    LocalName::NOFRAMES,
    LocalName::PARAM,
    LocalName::RP,
    LocalName::SCRIPT,
    LocalName::STYLE,
    LocalName::TEMPLATE,
    LocalName::TITLE,
    LocalName::VIDEO,
]);

/// What starts and ends with a line of its own.
const BLOCKS: TagSet = TagSet::of(&[
    LocalName::ADDRESS,
    LocalName::ARTICLE,
    LocalName::ASIDE,
    LocalName::BLOCKQUOTE,
    LocalName::BODY,
    LocalName::CAPTION,
    LocalName::CENTER,
    LocalName::DD,
    LocalName::DETAILS,
    LocalName::DIALOG,
    LocalName::DIR,
    LocalName::DIV,
    LocalName::DL,
    LocalName::DT,
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
    LocalName::HTML,
    LocalName::LEGEND,
    LocalName::LI,
    LocalName::LISTING,
    LocalName::MAIN,
    LocalName::MENU,
    LocalName::NAV,
    LocalName::OL,
    LocalName::OPTGROUP,
    LocalName::OPTION,
    LocalName::P,
    LocalName::PLAINTEXT,
    LocalName::PRE,
    LocalName::SEARCH,
    LocalName::SECTION,
    LocalName::SUMMARY,
    LocalName::TABLE,
    LocalName::TBODY,
    LocalName::TFOOT,
    LocalName::THEAD,
    LocalName::TR,
    LocalName::UL,
    LocalName::XMP,
]);

const PREFORMATTED: TagSet =
    TagSet::of(&[LocalName::LISTING, LocalName::PLAINTEXT, LocalName::PRE, LocalName::TEXTAREA, LocalName::XMP]);

/// What shows something else than its content.
const REPLACED: TagSet = TagSet::of(&[
    LocalName::CANVAS,
    LocalName::IFRAME,
    LocalName::IMG,
    LocalName::INPUT,
    LocalName::METER,
    LocalName::PROGRESS,
    LocalName::TEXTAREA,
    LocalName::VIDEO,
]);

/// How an element is laid out, as far as its text goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Display {
    /// It is not rendered.
    None,
    Inline,
    /// A `br`.
    LineBreak,
    Block,
    /// A `p`, which has a margin.
    Paragraph,
    /// A line of text sees it as one thing, with no text in it.
    Replaced,
    /// A line of text sees it as one thing, with lines of its own in it.
    InlineBlock,
    Table,
    InlineTable,
    Row,
    Cell,
}

/// How the standard's style sheet has a node laid out.
pub(crate) fn display(node: NodeRef<'_>) -> Display {
    if let Some(parent) = node.parent()
        && is_closed_details(parent)
        && (!is_summary(node) || node.previous_siblings().any(is_summary))
    {
        return Display::None;
    }
    if !node.is_element() {
        return Display::Inline;
    }
    match node.namespace() {
        Namespace::Html => html_display(node),
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

fn html_display(node: NodeRef<'_>) -> Display {
    if node.has_attribute("hidden") {
        return Display::None;
    }
    match node.name() {
        LocalName::BR => Display::LineBreak,
        LocalName::P => Display::Paragraph,
        LocalName::BUTTON | LocalName::MARQUEE | LocalName::SELECT => Display::InlineBlock,
        LocalName::TABLE => Display::Table,
        LocalName::TR => Display::Row,
        LocalName::TD | LocalName::TH => Display::Cell,
        LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => Display::Inline,
        LocalName::AUDIO if node.has_attribute("controls") => Display::Replaced,
        LocalName::INPUT if node.attribute("type").is_some_and(|value| value.eq_ignore_ascii_case("hidden")) => {
            Display::None
        }
        LocalName::EMBED if node.has_attribute("src") => Display::Replaced,
        LocalName::EMBED => Display::None,
        LocalName::OBJECT if node.has_attribute("data") => Display::Replaced,
        name if REPLACED.contains(name) => Display::Replaced,
        _ if !is_rendered(node) => Display::None,
        name if BLOCKS.contains(name) => Display::Block,
        _ => Display::Inline,
    }
}

fn is_closed_details(node: NodeRef<'_>) -> bool {
    html_name(node) == LocalName::DETAILS && !node.has_attribute("open")
}

fn is_summary(node: NodeRef<'_>) -> bool {
    html_name(node) == LocalName::SUMMARY
}

/// The name of an HTML element; [`LocalName::UNKNOWN`] for everything else.
pub(crate) fn html_name(node: NodeRef<'_>) -> LocalName {
    if node.namespace() == Namespace::Html { node.name() } else { LocalName::UNKNOWN }
}

/// Whether text in an element shows, as far as the element itself says.
pub(crate) fn is_rendered(node: NodeRef<'_>) -> bool {
    let name = html_name(node);
    if !node.is_element() {
        return true;
    }
    let is_hidden = NOT_RENDERED.contains(name)
        || name == LocalName::NOSCRIPT && node.document().scripting()
        || name == LocalName::DIALOG && !node.has_attribute("open")
        || node.namespace() == Namespace::Html
            && node.attribute("hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    !is_hidden
}

/// Whether an element starts and ends with a line of its own.
pub(crate) fn is_block(node: NodeRef<'_>) -> bool {
    BLOCKS.contains(html_name(node))
}

/// Whether white space in an element shows as it is.
pub(crate) fn is_preformatted(node: NodeRef<'_>) -> bool {
    PREFORMATTED.contains(html_name(node))
}

/// Whether an element is a cell of a table.
pub(crate) fn is_cell(node: NodeRef<'_>) -> bool {
    matches!(html_name(node), LocalName::TD | LocalName::TH)
}

/// Whether an element says itself, by its `style` or by `xml:space`, that white space in it shows.
///
/// It looks for a declaration of [white-space](https://drafts.csswg.org/css-text-4/#white-space-property) or of a property
/// whose name starts so, with a value that is not known to collapse white space. One that does not count, as it is in a
/// comment or followed by another, is taken for one that does.
pub(crate) fn declares_preformatted(node: NodeRef<'_>) -> bool {
    if !node.is_element() {
        return false;
    }
    let keeps = |declaration: &str| {
        let name = declaration.as_bytes().windows(NAME.len()).position(|it| it.eq_ignore_ascii_case(NAME));
        let value = name.and_then(|at| declaration[at..].split_once(':')).map_or("", |(_, value)| value);
        let mut words = value.split(|character: char| character.is_ascii_whitespace() || character == '!');
        words.any(|word| !word.is_empty() && !COLLAPSING.iter().any(|known| word.eq_ignore_ascii_case(known)))
    };
    node.attribute_ns(Namespace::None, "style").is_some_and(|style| style.split(';').any(keeps))
        || node.attribute_ns(Namespace::Xml, "space") == Some("preserve")
}

const NAME: &[u8] = b"white-space";

/// Values of `white-space` and `white-space-collapse` that make no white space show, or none that did not in the parent.
const COLLAPSING: &[&str] =
    &["normal", "nowrap", "collapse", "wrap", "initial", "inherit", "unset", "revert", "revert-layer", "important"];
