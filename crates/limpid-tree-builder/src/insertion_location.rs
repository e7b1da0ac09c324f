use crate::TreeBuilder;
use crate::element_type::Flags;
use crate::open_elements::OpenElement;
use limpid_markup::{LocalName, TagSet, TreeSink};

/// An [insertion location](https://html.spec.whatwg.org/multipage/parsing.html#insertion-location): the target parent,
/// and the child of it to insert before, or none to append.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionLocation<H> {
    pub(crate) parent: H,
    pub(crate) before: Option<H>,
}

/// The elements in which foster parenting takes effect.
const FOSTERING: TagSet =
    TagSet::of(&[LocalName::TABLE, LocalName::TBODY, LocalName::TFOOT, LocalName::THEAD, LocalName::TR]);

impl<S: TreeSink> TreeBuilder<S> {
    /// The [appropriate place for inserting a
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node), and the
    /// [adjusted insertion location](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location) at
    /// once: an entry of the stack knows where its children go, the fragment for the root of a fragment parse included.
    #[inline]
    pub(crate) fn appropriate_place(&mut self) -> InsertionLocation<S::Handle> {
        match self.open.current() {
            Some(&entry) => self.appropriate_place_given(entry),
            None => InsertionLocation { parent: self.sink.document(), before: None },
        }
    }

    /// The same with an override target, which is always an entry of the stack.
    #[inline]
    pub(crate) fn appropriate_place_given(&self, target: OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        if self.foster_parenting && target.element_type.is_html_in(FOSTERING) {
            self.foster_parent()
        } else {
            self.place_inside(target)
        }
    }

    /// The place before the last table, or in the last template if that comes later.
    fn foster_parent(&self) -> InsertionLocation<S::Handle> {
        let last = self.open.iter().rposition(|entry| entry.is_template() || entry.is(LocalName::TABLE));
        let Some(last) = last else {
            // The fragment case.
            return self.place_inside(self.open[0]);
        };
        let entry = self.open[last];
        if entry.is_template() {
            return self.place_inside(entry);
        }
        match self.sink.parent(entry.node) {
            Some(parent) => match self.sink.template_contents_if_template(parent) {
                Some(contents) => InsertionLocation { parent: contents, before: None },
                None => InsertionLocation { parent, before: Some(entry.node) },
            },
            None => self.place_inside(self.open[last.saturating_sub(1)]),
        }
    }

    /// The place after the last child of an entry, or where it keeps its content.
    #[inline]
    fn place_inside(&self, entry: OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        let before = if entry.flags.has(Flags::PATCHING) { self.patch_end_marker(entry.node) } else { None };
        InsertionLocation { parent: entry.insertion_target, before }
    }
}
