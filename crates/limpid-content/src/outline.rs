//! The elements of a page with the amounts of their text: [`Outline`].

use crate::hints::Hints;
use limpid_dom::{LocalName, Namespace, NodeRef};
use std::collections::HashMap;

/// The amount of text from which a block is a paragraph rather than a label.
const PARAGRAPH: u32 = 60;

/// The amount of text from which a text with a currency sign is not a price.
const MAX_PRICE: u32 = 24;

/// An element. Text is counted in bytes, without white space.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'d> {
    pub(crate) node: NodeRef<'d>,
    /// `LocalName::UNKNOWN` outside of the HTML namespace.
    pub(crate) name: LocalName,
    pub(crate) class: &'d str,
    /// The index of the parent. The first element is its own parent.
    pub(crate) parent: u32,
    /// The index of the innermost block that contains it, or its own if it is a block.
    pub(crate) block: u32,
    /// The index after the last descendant.
    pub(crate) end: u32,
    pub(crate) hints: Hints,
    /// What only the id of a section says. It counts unless the section starts with a heading.
    topic: Hints,
    /// Whether its text starts and ends lines.
    pub(crate) is_block: bool,
    /// Whether its own attributes hide it.
    pub(crate) is_hidden: bool,
    pub(crate) in_link: bool,
    /// Whether it is in an `article` element.
    pub(crate) in_article: bool,
    /// The amount of text in its child nodes.
    pub(crate) child_text: u32,
    /// The number of its child nodes that are short texts with a currency sign.
    pub(crate) child_prices: u32,
}

impl Entry<'_> {
    /// Whether it declares to be the main part of the page.
    pub(crate) fn is_main(&self) -> bool {
        self.is_block && self.hints.has(Hints::MAIN)
    }

    /// Whether it can contain several paragraphs.
    pub(crate) fn is_container(&self) -> bool {
        use LocalName as Name;
        self.is_block
            && !matches!(
                self.name,
                Name::BLOCKQUOTE
                    | Name::DL
                    | Name::H1
                    | Name::H2
                    | Name::H3
                    | Name::H4
                    | Name::H5
                    | Name::H6
                    | Name::LI
                    | Name::OL
                    | Name::P
                    | Name::PRE
                    | Name::TABLE
                    | Name::UL
            )
    }

    /// Returns the level of a heading: 1 to 6.
    pub(crate) fn heading_level(&self) -> Option<u8> {
        heading_level(self.name)
    }
}

/// The amounts of text in an element, without removed elements.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Amounts {
    /// The number of elements, including itself.
    pub(crate) elements: u32,
    pub(crate) text: u32,
    pub(crate) link_text: u32,
    /// The text of the element and its inline content, without other blocks.
    pub(crate) own_text: u32,
    pub(crate) own_link_text: u32,
    /// The text of paragraphs, without links.
    pub(crate) prose: u32,
    /// The text, with more weight for paragraphs.
    pub(crate) weight: u32,
    pub(crate) links: u32,
    /// The number of forms and of their fields.
    pub(crate) fields: u32,
    pub(crate) prices: u32,
}

impl Amounts {
    /// Whether the own text is a paragraph: longer than a label, and mostly outside of links.
    pub(crate) fn is_paragraph(&self) -> bool {
        self.own_text >= PARAGRAPH && self.own_link_text.saturating_mul(2) < self.own_text
    }

    pub(crate) fn link_share(&self) -> f64 {
        share(self.link_text, self.text)
    }
}

/// Returns a part as a fraction of the whole. The fraction of nothing is 0.
pub(crate) fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// The elements of a subtree in tree order, without those that never contain text of the page, such as scripts.
pub(crate) struct Outline<'d> {
    pub(crate) entries: Vec<Entry<'d>>,
}

impl<'d> Outline<'d> {
    /// The first entry is `top`, an element or the document.
    pub(crate) fn new(top: NodeRef<'d>) -> Outline<'d> {
        let mut entries: Vec<Entry<'d>> = Vec::new();
        // Many elements have the same classes.
        let mut words = HashMap::new();
        // The indexes of the open elements.
        let mut open: Vec<u32> = Vec::new();
        let mut node = top;
        'nodes: loop {
            if let Some(text) = node.text() {
                if let Some(parent) = open.last() {
                    count(text, &mut entries[*parent as usize]);
                }
            } else if node == top || node.is_element() && !is_left_out(node) {
                let index = entries.len() as u32;
                let parent = open.last().copied().unwrap_or(index);
                let mut entry = entry(node, parent, &mut words);
                entry.block = index;
                if let Some(parent) = entries.get(parent as usize) {
                    entry.in_link |= parent.in_link;
                    entry.block = if entry.is_block { index } else { parent.block };
                    entry.in_article = parent.in_article || parent.name == LocalName::ARTICLE;
                }
                entries.push(entry);
                if let Some(child) = node.first_child() {
                    open.push(index);
                    node = child;
                    continue;
                }
                entries[index as usize].end = index + 1;
            }
            while node != top {
                if let Some(next) = node.next_sibling() {
                    node = next;
                    continue 'nodes;
                }
                let Some(parent) = node.parent() else { break };
                node = parent;
                if let Some(closed) = open.pop() {
                    entries[closed as usize].end = entries.len() as u32;
                }
            }
            break;
        }
        Outline { entries }
    }

    /// Decides which ids of sections name their topics.
    pub(crate) fn find_topics(&mut self, is_removed: &[bool]) {
        for index in 0..self.entries.len() {
            if self.entries[index].topic != Hints::NONE {
                let first = self.children(index).find(|child| !is_removed[*child]);
                let has_topic = first.is_some_and(|child| self.entries[child].heading_level().is_some());
                let Entry { hints, topic, .. } = &mut self.entries[index];
                *hints = if has_topic { hints.without(*topic) } else { *hints | *topic };
            }
        }
    }

    /// Adds up the amounts of text of all elements. Those of removed elements are 0.
    pub(crate) fn add_up(&self, is_removed: &[bool], amounts: &mut Vec<Amounts>) {
        amounts.clear();
        amounts.resize(self.entries.len(), Amounts::default());
        for index in (0..self.entries.len()).rev() {
            let entry = &self.entries[index];
            let own = &mut amounts[index];
            if is_removed[index] {
                *own = Amounts::default();
                continue;
            }
            let child_link_text = if entry.in_link { entry.child_text } else { 0 };
            own.elements += 1;
            own.text += entry.child_text;
            own.link_text += child_link_text;
            own.own_text += entry.child_text;
            own.own_link_text += child_link_text;
            own.links += u32::from(entry.name == LocalName::A);
            own.fields += u32::from(matches!(entry.name, LocalName::FORM | LocalName::INPUT));
            own.prices += entry.child_prices;
            if entry.is_block {
                let outside_links = own.own_text - own.own_link_text;
                let is_paragraph = own.is_paragraph();
                own.prose += if is_paragraph { outside_links } else { 0 };
                let factor = if is_paragraph { 4 } else { 2 };
                let weight = own.own_link_text.saturating_mul(2).saturating_add(outside_links.saturating_mul(factor));
                own.weight = own.weight.saturating_add(weight);
            }
            let own = *own;
            if index > 0 {
                let parent = &mut amounts[entry.parent as usize];
                parent.elements += own.elements;
                parent.text += own.text;
                parent.link_text += own.link_text;
                parent.prose += own.prose;
                parent.weight = parent.weight.saturating_add(own.weight);
                parent.links += own.links;
                parent.fields += own.fields;
                parent.prices += own.prices;
                if !entry.is_block {
                    parent.own_text += own.own_text;
                    parent.own_link_text += own.own_link_text;
                }
            }
        }
    }

    /// Returns the indexes of an element's descendants.
    pub(crate) fn descendants(&self, index: usize) -> core::ops::Range<usize> {
        index + 1..self.entries[index].end as usize
    }

    /// Returns the indexes of an element's children.
    pub(crate) fn children(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.entries[index].end as usize;
        core::iter::successors(Some(index + 1).filter(move |child| *child < end), move |child| {
            Some(self.entries[*child].end as usize).filter(|next| *next < end)
        })
    }
}

fn entry<'d>(node: NodeRef<'d>, parent: u32, words: &mut HashMap<&'d str, Hints>) -> Entry<'d> {
    let name = if node.namespace() == Namespace::Html { node.name() } else { LocalName::UNKNOWN };
    let mut hints = hints_of_name(name);
    // The names of columns and the ids of headings say what the text is about.
    let is_cell = matches!(name, LocalName::TD | LocalName::TH | LocalName::TR);
    let is_heading = heading_level(name).is_some();
    let (mut class, mut is_hidden, mut id) = ("", false, Hints::NONE);
    for attribute in node.attributes() {
        match attribute.name() {
            LocalName::CLASS => {
                class = attribute.value();
                hints |= *words.entry(class).or_insert_with(|| Hints::of_words(class));
            }
            LocalName::ID if !is_heading => id = Hints::of_words(attribute.value()),
            LocalName::ROLE => hints |= Hints::of_role(attribute.value()),
            LocalName::HIDDEN => is_hidden = true,
            LocalName::STYLE => is_hidden |= hides(attribute.value()),
            _ => {}
        }
    }
    let topic = if name == LocalName::SECTION { id.without(hints) } else { Hints::NONE };
    hints |= id;
    Entry {
        node,
        name,
        class,
        parent,
        block: 0,
        end: 0,
        hints: if is_cell { Hints::NONE } else { hints },
        topic,
        is_block: !is_inline(name) && node.namespace() != Namespace::MathMl,
        is_hidden,
        in_link: name == LocalName::A,
        in_article: false,
        child_text: 0,
        child_prices: 0,
    }
}

fn heading_level(name: LocalName) -> Option<u8> {
    Some(match name {
        LocalName::H1 => 1,
        LocalName::H2 => 2,
        LocalName::H3 => 3,
        LocalName::H4 => 4,
        LocalName::H5 => 5,
        LocalName::H6 => 6,
        _ => return None,
    })
}

/// Counts a text for its parent.
fn count(text: &str, parent: &mut Entry<'_>) {
    let len = text.bytes().map(|byte| u32::from(byte > b' ')).sum::<u32>();
    parent.child_text += len;
    parent.child_prices += u32::from((1..MAX_PRICE).contains(&len) && text.contains(['$', '€', '£', '¥', '₹']));
}

/// Whether an element never contains text of the page.
fn is_left_out(node: NodeRef<'_>) -> bool {
    use LocalName as Name;
    match node.namespace() {
        Namespace::Html => matches!(
            node.name(),
            Name::SCRIPT
                | Name::STYLE
                | Name::TEMPLATE
                | Name::HEAD
                | Name::IFRAME
                | Name::OBJECT
                | Name::CANVAS
                | Name::AUDIO
                | Name::VIDEO
                | Name::NOFRAMES
                | Name::NOEMBED
                | Name::DATALIST
                | Name::META
                | Name::LINK
        ),
        Namespace::Svg => true,
        _ => false,
    }
}

fn is_inline(name: LocalName) -> bool {
    use LocalName as Name;
    matches!(
        name,
        Name::A
            | Name::ABBR
            | Name::ACRONYM
            | Name::B
            | Name::BDI
            | Name::BDO
            | Name::BIG
            | Name::BR
            | Name::CITE
            | Name::CODE
            | Name::DATA
            | Name::DEL
            | Name::DFN
            | Name::EM
            | Name::FONT
            | Name::I
            | Name::IMG
            | Name::INPUT
            | Name::INS
            | Name::KBD
            | Name::LABEL
            | Name::MARK
            | Name::NOBR
            | Name::PICTURE
            | Name::Q
            | Name::RB
            | Name::RP
            | Name::RT
            | Name::RTC
            | Name::RUBY
            | Name::S
            | Name::SAMP
            | Name::SMALL
            | Name::SPAN
            | Name::STRIKE
            | Name::STRONG
            | Name::SUB
            | Name::SUP
            | Name::TIME
            | Name::TT
            | Name::U
            | Name::VAR
            | Name::WBR
    )
}

fn hints_of_name(name: LocalName) -> Hints {
    use LocalName as Name;
    match name {
        Name::NAV
        | Name::FOOTER
        | Name::ASIDE
        | Name::BUTTON
        | Name::SELECT
        | Name::TEXTAREA
        | Name::NOSCRIPT
        | Name::FIELDSET
        | Name::LABEL
        | Name::DIALOG
        | Name::MENU
        | Name::SEARCH => Hints::STRUCTURE,
        Name::MAIN => Hints::MAIN,
        _ => Hints::NONE,
    }
}

/// Whether a `style` attribute hides its element.
fn hides(style: &str) -> bool {
    let mut declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    declarations.any(|(property, value)| {
        let value = value.trim().trim_end_matches("!important").trim_end();
        let is =
            |name: &str, hiding: &str| property.trim().eq_ignore_ascii_case(name) && value.eq_ignore_ascii_case(hiding);
        is("display", "none") || is("visibility", "hidden")
    })
}
