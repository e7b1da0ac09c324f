//! The table of start tags: maps each name to its rule. "In body" and the fast path use the same table.

use limpid_markup::{LocalName, TagSet};

/// The rule of "in body" for a start tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartRule {
    /// None of the rules below. The rule is a match arm of "in body". This is also the default: a name that is missing in this table is parsed
    /// correctly, but without the fast path.
    OwnRule,
    /// `address` to `ul`: close a `p` element, insert.
    Block,
    /// `h1` to `h6`: close a `p` element, pop a heading, insert.
    Heading,
    /// `li`, `dd`, `dt`: close an open item, close a `p` element, insert.
    ListItem,
    /// `a`: end an active `a` element, reconstruct, insert, push onto the list.
    Anchor,
    /// `b` to `u`: reconstruct, insert, push onto the list.
    Formatting,
    /// `area` to `wbr`: reconstruct, insert, pop.
    Void,
    /// "Any other start tag": reconstruct, insert.
    AnyOther,
    /// `link` and `meta`, by the rules for "in head": insert, pop.
    Metadata,
    /// `tr`, whose rule is in "in table body".
    Row,
    /// `td` and `th`, whose rule is in "in row".
    Cell,
}

static RULES: [StartRule; TagSet::LIMIT] = {
    let mut rules = [StartRule::OwnRule; TagSet::LIMIT];
    rules[LocalName::UNKNOWN.index()] = StartRule::AnyOther;
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        rules[index] = match name {
            LocalName::A => StartRule::Anchor,
            LocalName::NOBR => StartRule::OwnRule,
            LocalName::LI | LocalName::DD | LocalName::DT => StartRule::ListItem,
            LocalName::LINK | LocalName::META => StartRule::Metadata,
            LocalName::TR => StartRule::Row,
            LocalName::TD | LocalName::TH => StartRule::Cell,
            _ if TagSet::BLOCK_START.contains(name) => StartRule::Block,
            _ if TagSet::HEADINGS.contains(name) => StartRule::Heading,
            _ if TagSet::FORMATTING.contains(name) => StartRule::Formatting,
            _ if TagSet::VOID_IN_BODY.contains(name) => StartRule::Void,
            _ if TagSet::ANY_OTHER_START_TAG.contains(name) => StartRule::AnyOther,
            _ => StartRule::OwnRule,
        };
        index += 1;
    }
    rules
};

impl StartRule {
    #[inline]
    pub(crate) const fn of(name: LocalName) -> StartRule {
        RULES[TagSet::row_of(name)]
    }
}
