//! The role of an element in Markdown, looked up by its name once, and whether it shows.

use crate::read::node_ref::NodeRef;
use crate::storage::node::Node;
use crate::write::rendering::{Display, foreign_display, is_hidden_by_attributes, may_be_hidden};
use limpid_markup::{LocalName, TagSet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    NotRendered,
    /// A `noscript`, which is not rendered with scripting.
    Noscript,
    /// A `dialog`, which is a block if it is open.
    Dialog,
    /// A block that Markdown has no words for. Those down to [`Cell`](Role::Cell) are blocks, too.
    Block,
    Heading,
    Rule,
    Quote,
    List,
    Item,
    Table,
    /// A `thead`, a `tbody` or a `tfoot`.
    RowGroup,
    Row,
    Cell,
    /// An element in a line that Markdown has no words for.
    Inline,
    Emphasis,
    Strong,
    Strikethrough,
    Quotation,
    Link,
    Image,
    LineBreak,
    Code,
    Preformatted,
    Input,
    /// A field with text that is none of the page's.
    Field,
}

impl Role {
    #[inline(always)]
    pub(super) fn of(record: &Node) -> Role {
        static BY_NAME: [Role; LocalName::COUNT] = {
            let mut table = [Role::Inline; LocalName::COUNT];
            let mut index = 0;
            while index < table.len() {
                table[index] = Role::by_name(LocalName::from_index(index));
                index += 1;
            }
            table
        };
        match record.is_html_element() {
            true => BY_NAME.get(record.name_or_far() as usize).copied().unwrap_or(Role::Inline),
            false => Role::Inline,
        }
    }

    #[inline]
    const fn by_name(name: LocalName) -> Role {
        match name {
            name if TagSet::NOT_RENDERED.contains(name) => Role::NotRendered,
            LocalName::NOSCRIPT => Role::Noscript,
            LocalName::DIALOG => Role::Dialog,
            name if TagSet::HEADINGS.contains(name) => Role::Heading,
            LocalName::HR => Role::Rule,
            LocalName::BLOCKQUOTE => Role::Quote,
            LocalName::UL | LocalName::OL | LocalName::MENU | LocalName::DIR => Role::List,
            LocalName::LI => Role::Item,
            LocalName::TABLE => Role::Table,
            LocalName::THEAD | LocalName::TBODY | LocalName::TFOOT => Role::RowGroup,
            LocalName::TR => Role::Row,
            LocalName::TD | LocalName::TH => Role::Cell,
            LocalName::EM | LocalName::I | LocalName::CITE | LocalName::DFN | LocalName::VAR => Role::Emphasis,
            LocalName::STRONG | LocalName::B => Role::Strong,
            LocalName::DEL | LocalName::S | LocalName::STRIKE => Role::Strikethrough,
            LocalName::Q => Role::Quotation,
            LocalName::A => Role::Link,
            LocalName::IMG => Role::Image,
            LocalName::BR => Role::LineBreak,
            LocalName::CODE | LocalName::KBD | LocalName::SAMP | LocalName::TT => Role::Code,
            LocalName::PRE | LocalName::LISTING | LocalName::XMP | LocalName::PLAINTEXT => Role::Preformatted,
            LocalName::INPUT => Role::Input,
            LocalName::SELECT | LocalName::TEXTAREA => Role::Field,
            name if TagSet::RENDERED_AS_BLOCK.contains(name) => Role::Block,
            _ => Role::Inline,
        }
    }

    /// Whether it is a block, if it does not stand in a line.
    #[inline]
    pub(super) const fn is_block(self) -> bool {
        use Role::{Block, Cell, Dialog, Heading, Item, List, Quote, Row, RowGroup, Rule, Table};
        matches!(self, Dialog | Block | Heading | Rule | Quote | List | Item | Table | RowGroup | Row | Cell)
    }

    /// Returns the role where that it is not rendered does not count.
    #[inline]
    pub(super) const fn if_rendered(self) -> Role {
        match self {
            Role::NotRendered | Role::Noscript => Role::Inline,
            Role::Dialog => Role::Block,
            role => role,
        }
    }

    /// Whether an element of this role shows, as far as it says itself.
    #[inline(always)]
    pub(super) fn is_rendered(self, element: NodeRef<'_>, record: &Node, scripting: bool) -> bool {
        if !record.is_html_element() {
            return foreign_display(element) != Display::None;
        }
        let is_shown = match self {
            Role::NotRendered => false,
            Role::Noscript => !scripting,
            Role::Dialog => element.has_own(LocalName::OPEN),
            _ => true,
        };
        // Many elements have no attribute.
        is_shown && (record.attributes().1 == 0 || !may_be_hidden(element) || !is_hidden_by_attributes(element))
    }
}

/// Returns the role of a node, [`NotRendered`](Role::NotRendered) if it is no element or does not show.
#[inline]
pub(super) fn shown_role(node: NodeRef<'_>, scripting: bool) -> Role {
    let (record, role) = (node.node(), Role::of(node.node()));
    if record.is_element() && role.is_rendered(node, record, scripting) { role } else { Role::NotRendered }
}
