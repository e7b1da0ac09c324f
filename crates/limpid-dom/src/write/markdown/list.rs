use crate::read::node_ref::NodeRef;
use crate::write::rendering::html_name;
use limpid_markup::LocalName;
use std::borrow::Cow;

#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The number of the next item, or `None` if the list is not ordered.
    pub(super) next: Option<u32>,
    /// Whether no item contains a paragraph, so that no empty lines separate the items.
    pub(super) is_tight: bool,
    /// The width of the marker of the last item with content, or 0 before the first one.
    pub(super) item_width: usize,
    /// Whether it is written as a part of the last item of its parent list.
    pub(super) is_in_previous_item: bool,
}

impl List {
    #[inline]
    pub(super) fn new(list: NodeRef<'_>) -> List {
        let start = || number(list, LocalName::START);
        let next = (html_name(list) == LocalName::OL).then(|| start().unwrap_or(1));
        let is_loose = |item: NodeRef<'_>| item.child_elements().any(|child| html_name(child) == LocalName::P);
        List { next, is_tight: !list.child_elements().any(is_loose), item_width: 0, is_in_previous_item: false }
    }

    /// Whether an item's `value` is not the next number. Markdown parsers number items consecutively from the first one.
    #[inline]
    pub(super) fn jumps_at(&self, item: NodeRef<'_>) -> bool {
        let value = self.next.and_then(|next| Some(number(item, LocalName::VALUE)? != next));
        self.item_width > 0 && value == Some(true)
    }

    /// Returns the marker of the next item, and spaces of the same width.
    #[inline]
    pub(super) fn marker(&mut self, item: NodeRef<'_>) -> (Cow<'static, str>, Cow<'static, str>) {
        let Some(next) = &mut self.next else {
            return (Cow::Borrowed("- "), Cow::Borrowed("  "));
        };
        let value = number(item, LocalName::VALUE).unwrap_or(*next);
        *next = value + 1;
        let marker = format!("{value}. ");
        let space = " ".repeat(marker.len());
        (Cow::Owned(marker), Cow::Owned(space))
    }
}

/// Returns the number in an attribute, if it has at most six digits. (Markdown allows nine.)
#[inline]
fn number(element: NodeRef<'_>, name: LocalName) -> Option<u32> {
    element.attribute_by_name(name)?.trim().parse().ok().filter(|&number| number < 1_000_000)
}
