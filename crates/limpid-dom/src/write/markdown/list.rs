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
}

impl List {
    #[inline]
    pub(super) fn new(list: NodeRef<'_>) -> List {
        let start = || list.attribute("start")?.trim().parse().ok().filter(|&start| start < 1_000_000);
        let next = (html_name(list) == LocalName::OL).then(|| start().unwrap_or(1));
        let is_loose = |item: NodeRef<'_>| item.child_elements().any(|child| html_name(child) == LocalName::P);
        List { next, is_tight: !list.child_elements().any(is_loose) }
    }

    /// Returns the marker of the next item, and as much space.
    #[inline]
    pub(super) fn marker(&mut self) -> (Cow<'static, str>, Cow<'static, str>) {
        let Some(number) = &mut self.next else { return (Cow::Borrowed("- "), Cow::Borrowed("  ")) };
        *number += 1;
        let marker = format!("{}. ", *number - 1);
        let space = " ".repeat(marker.len());
        (Cow::Owned(marker), Cow::Owned(space))
    }
}
