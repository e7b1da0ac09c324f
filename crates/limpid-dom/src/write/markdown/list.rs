use crate::read::node_ref::NodeRef;
use crate::write::rendering::html_name;
use limpid_markup::LocalName;
use std::borrow::Cow;

/// A list that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The number of the next item; `None` if the list is not ordered.
    pub(super) next: Option<u32>,
    /// Whether no item has paragraphs, so that no empty lines separate them.
    pub(super) is_tight: bool,
    /// The width of the marker of the last item that has content; 0 before the first.
    pub(super) width: usize,
    /// Whether it is in the last item of the list that it is a child of.
    pub(super) is_in_item_before: bool,
}

impl List {
    #[inline]
    pub(super) fn new(list: NodeRef<'_>) -> List {
        let start = || number(list, LocalName::START);
        let next = (html_name(list) == LocalName::OL).then(|| start().unwrap_or(1));
        let is_loose = |item: NodeRef<'_>| item.child_elements().any(|child| html_name(child) == LocalName::P);
        List { next, is_tight: !list.child_elements().any(is_loose), width: 0, is_in_item_before: false }
    }

    /// Whether the `value` of an item is another number than the next one. Parsers of Markdown count on from the first item of a list.
    #[inline]
    pub(super) fn jumps_at(&self, item: NodeRef<'_>) -> bool {
        let value = self.next.and_then(|next| Some(number(item, LocalName::VALUE)? != next));
        self.width > 0 && value == Some(true)
    }

    /// Returns the marker of an item, the next one, and as much space.
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

/// Returns the number that an attribute says, if Markdown can have it.
#[inline]
fn number(element: NodeRef<'_>, name: LocalName) -> Option<u32> {
    element.own_attribute(name)?.trim().parse().ok().filter(|&number| number < 1_000_000)
}
