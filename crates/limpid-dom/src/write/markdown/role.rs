//! The role of an element in Markdown by its name, looked up in a table that is computed at compile time.

use crate::storage::node::Node;
use limpid_markup::{LocalName, TagSet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// An element without a counterpart in Markdown. Its rendering tells whether it is a block.
    Other,
    Heading,
    Rule,
    Quote,
    List,
    Item,
    Table,
    Emphasis,
    Strong,
    Strikethrough,
    Superscript,
    Subscript,
    Quotation,
    Link,
    Image,
    LineBreak,
    Code,
    Preformatted,
    Input,
    /// A form field whose text is not part of the page's text.
    Field,
    Script,
    /// A MathML formula.
    Math,
}

impl Role {
    #[inline(always)]
    pub(super) fn of(record: &Node) -> Role {
        static BY_NAME: [Role; LocalName::COUNT] = {
            let mut table = [Role::Other; LocalName::COUNT];
            let mut index = 0;
            while index < table.len() {
                table[index] = Role::by_name(LocalName::from_index(index));
                index += 1;
            }
            table
        };
        match record.is_html_element() {
            true => BY_NAME.get(record.name_or_far() as usize).copied().unwrap_or(Role::Other),
            false if record.has_name_or_far(LocalName::MATH.index() as u32) => Role::Math,
            false => Role::Other,
        }
    }

    #[inline]
    const fn by_name(name: LocalName) -> Role {
        match name {
            name if TagSet::HEADINGS.contains(name) => Role::Heading,
            LocalName::HR => Role::Rule,
            LocalName::BLOCKQUOTE => Role::Quote,
            LocalName::UL | LocalName::OL | LocalName::MENU | LocalName::DIR => Role::List,
            LocalName::LI => Role::Item,
            LocalName::TABLE => Role::Table,
            LocalName::EM | LocalName::I | LocalName::CITE | LocalName::DFN | LocalName::VAR => Role::Emphasis,
            LocalName::STRONG | LocalName::B => Role::Strong,
            LocalName::DEL | LocalName::S | LocalName::STRIKE => Role::Strikethrough,
            LocalName::SUP => Role::Superscript,
            LocalName::SUB => Role::Subscript,
            LocalName::Q => Role::Quotation,
            LocalName::A => Role::Link,
            LocalName::IMG => Role::Image,
            LocalName::BR => Role::LineBreak,
            LocalName::CODE | LocalName::KBD | LocalName::SAMP | LocalName::TT => Role::Code,
            LocalName::PRE | LocalName::LISTING | LocalName::XMP | LocalName::PLAINTEXT => Role::Preformatted,
            LocalName::INPUT => Role::Input,
            LocalName::SELECT | LocalName::TEXTAREA => Role::Field,
            LocalName::SCRIPT => Role::Script,
            _ => Role::Other,
        }
    }

    /// Whether it has its own lines in Markdown, regardless of its rendering.
    #[inline]
    pub(super) const fn is_block(self) -> bool {
        matches!(self, Role::Heading | Role::Rule | Role::Quote | Role::List | Role::Item | Role::Table)
    }
}
