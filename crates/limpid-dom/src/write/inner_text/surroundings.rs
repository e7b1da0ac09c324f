//! The elements around a text, as far as they decide whether and how it shows.

use crate::storage::node::Node;
use limpid_markup::{LocalName, Namespace, TagSet};

/// An element's meaning for the texts in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surrounding {
    None,
    Preformatted,
    Select,
    Option,
    Details,
    SvgText,
}

impl Surrounding {
    const COUNT: usize = 6;

    #[inline]
    pub(super) fn of(record: &Node) -> Surrounding {
        static BY_NAME: [Surrounding; LocalName::COUNT] = {
            let mut table = [Surrounding::None; LocalName::COUNT];
            let mut index = 0;
            while index < table.len() {
                table[index] = match LocalName::from_index(index) {
                    LocalName::SELECT => Surrounding::Select,
                    LocalName::OPTION => Surrounding::Option,
                    LocalName::DETAILS => Surrounding::Details,
                    name if TagSet::PREFORMATTED.contains(name) => Surrounding::Preformatted,
                    _ => Surrounding::None,
                };
                index += 1;
            }
            table
        };
        if record.is_html_element() {
            return BY_NAME.get(record.name_or_far() as usize).copied().unwrap_or(Surrounding::None);
        }
        let is_text = record.namespace() == Namespace::Svg && record.has_name_or_far(LocalName::TEXT.index() as u32);
        if is_text { Surrounding::SvgText } else { Surrounding::None }
    }
}

/// The number of elements of each kind around a node.
#[derive(Default)]
pub(super) struct Surroundings([usize; Surrounding::COUNT]);

impl Surroundings {
    #[inline]
    pub(super) fn enter(&mut self, surrounding: Surrounding) {
        self.0[surrounding as usize] += 1;
    }

    #[inline]
    pub(super) fn leave(&mut self, surrounding: Surrounding) {
        self.0[surrounding as usize] -= 1;
    }

    #[inline]
    fn has(&self, surrounding: Surrounding) -> bool {
        self.0[surrounding as usize] != 0
    }

    #[inline]
    pub(super) fn are_preformatted(&self) -> bool {
        self.has(Surrounding::Preformatted)
    }

    /// Whether a text shows: in a `select`, that of options does; in a drawing, that of its texts.
    #[inline]
    pub(super) fn show_text(&self, is_in_drawing: bool) -> bool {
        (!self.has(Surrounding::Select) || self.has(Surrounding::Option))
            && (!is_in_drawing || self.has(Surrounding::SvgText))
    }
}
