use limpid_markup::{Attribute, AttributeRecord, Attributes, LocalName, Span};
use limpid_tokenizer::Tag;

/// Up to so many attributes are compared each with each.
const FEW_ATTRIBUTES: usize = 8;

/// The token that a formatting element was created for, kept as long as the element may have to be created again.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormattingToken {
    name: LocalName,
    had_duplicate_attribute: bool,
    /// `None` for a sink that keeps them, and for a tag that has none.
    attributes: Option<Box<KeptAttributes>>,
}

/// A copy of a token's attributes.
#[derive(Clone, Debug, Default)]
struct KeptAttributes {
    records: Vec<AttributeRecord>,
    /// Their names and values.
    text: String,
    /// The places of the attributes in the order of their names, if there are more than [`FEW_ATTRIBUTES`].
    by_name: Vec<u32>,
}

impl KeptAttributes {
    fn of(attributes: &Attributes<'_>) -> KeptAttributes {
        let mut text = String::new();
        let mut keep = |part: &str| {
            let start = text.len() as u32;
            // What goes beyond the offsets that there are is left out.
            if part.len() <= u32::MAX as usize - text.len() {
                text.push_str(part);
            }
            Span::new(start, text.len() as u32)
        };
        let records = attributes.iter().map(|attribute| AttributeRecord {
            name: attribute.name(),
            name_is_built: true,
            value_is_built: true,
            name_span: attribute.name_span(),
            value_span: attribute.value_span(),
            built_name: keep(attribute.name_str()),
            built_value: keep(attribute.value()),
        });
        let records: Vec<AttributeRecord> = records.collect();
        let mut by_name = Vec::new();
        if records.len() > FEW_ATTRIBUTES {
            by_name = (0..records.len() as u32).collect();
            by_name.sort_unstable_by_key(|&index| &text[records[index as usize].built_name.range()]);
        }
        KeptAttributes { records, text, by_name }
    }
}

impl FormattingToken {
    /// The token, without its attributes if the sink keeps those.
    #[inline(always)]
    pub(crate) fn of(tag: &Tag<'_>, sink_keeps_attributes: bool) -> FormattingToken {
        let is_bare = sink_keeps_attributes || tag.attributes.is_empty();
        FormattingToken {
            name: tag.name,
            had_duplicate_attribute: tag.had_duplicate_attribute,
            attributes: (!is_bare).then(|| Box::new(KeptAttributes::of(&tag.attributes))),
        }
    }

    pub(crate) fn tag(&self) -> Tag<'_> {
        Tag {
            name: self.name,
            name_str: self.name.as_str(),
            attributes: match &self.attributes {
                None => Attributes::EMPTY,
                Some(kept) => Attributes::new(&kept.records, "", 0, &kept.text),
            },
            self_closing: false,
            had_duplicate_attribute: self.had_duplicate_attribute,
            span: Span::default(),
            name_span: Span::default(),
        }
    }

    /// Whether the tokens have the same kept attributes, whatever their order.
    fn has_same_attributes(&self, other: &FormattingToken) -> bool {
        let (Some(ours), Some(theirs)) = (&self.attributes, &other.attributes) else {
            return self.attributes.is_none() && other.attributes.is_none();
        };
        if ours.records.len() != theirs.records.len() {
            return false;
        }
        let (our_order, their_order) = (&ours.by_name, &theirs.by_name);
        let (ours, theirs) = (self.tag().attributes, other.tag().attributes);
        let is_equal = |a: Attribute<'_>, b: Attribute<'_>| a.name_str() == b.name_str() && a.value() == b.value();
        if ours.len() <= FEW_ATTRIBUTES {
            return ours.iter().all(|a| theirs.iter().any(|b| is_equal(a, b)));
        }
        our_order.iter().zip(their_order).all(
            |(&a, &b)| matches!((ours.at(a as usize), theirs.at(b as usize)), (Some(a), Some(b)) if is_equal(a, b)),
        )
    }
}

/// An element in the list.
#[derive(Debug)]
pub(crate) struct FormattingElement<H> {
    pub(crate) node: H,
    pub(crate) token: FormattingToken,
    /// Whether it is on the stack of open elements.
    pub(crate) is_open: bool,
}

impl<H> FormattingElement<H> {
    pub(crate) fn name(&self) -> LocalName {
        self.token.name
    }
}

/// An entry of the list.
#[derive(Debug)]
pub(crate) enum FormattingEntry<H> {
    Marker,
    Element(FormattingElement<H>),
}

impl<H> FormattingEntry<H> {
    /// Whether it is a marker or an open element, which reconstructing leaves alone.
    #[inline(always)]
    fn stays(&self) -> bool {
        match self {
            FormattingEntry::Marker => true,
            FormattingEntry::Element(element) => element.is_open,
        }
    }
}

/// The [list of active formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).
#[derive(Debug)]
pub(crate) struct ActiveFormattingElements<H> {
    entries: Vec<FormattingEntry<H>>,
}

impl<H: Copy + PartialEq> ActiveFormattingElements<H> {
    pub(crate) fn new() -> ActiveFormattingElements<H> {
        ActiveFormattingElements { entries: Vec::new() }
    }

    pub(crate) fn insert_marker(&mut self) {
        self.entries.push(FormattingEntry::Marker);
    }

    /// [Push onto the list of active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements),
    /// with its "Noah's Ark" clause: three of a kind, and no more. `has_same_attributes` says whether two elements have
    /// the same attributes in a sink that keeps those.
    #[inline]
    pub(crate) fn push(&mut self, node: H, token: FormattingToken, has_same_attributes: impl Fn(H, H) -> bool) {
        let mut earliest = None;
        let mut count = 0;
        for (index, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                FormattingEntry::Marker => break,
                FormattingEntry::Element(element)
                    if element.token.name == token.name
                        && element.token.has_same_attributes(&token)
                        && has_same_attributes(element.node, node) =>
                {
                    earliest = Some(index);
                    count += 1;
                }
                FormattingEntry::Element(_) => {}
            }
        }
        if let Some(earliest) = earliest.filter(|_| count >= 3) {
            self.entries.remove(earliest);
        }
        self.entries.push(FormattingEntry::Element(FormattingElement { node, token, is_open: true }));
    }

    /// [Clear the list of active formatting elements up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(crate) fn clear_up_to_the_last_marker(&mut self) {
        while let Some(FormattingEntry::Element(_)) = self.entries.pop() {}
    }

    /// Whether reconstructing creates something anew: whether the last entry is a closed element.
    #[inline(always)]
    pub(crate) fn has_something_to_reconstruct(&self) -> bool {
        self.entries.last().is_some_and(|last| !last.stays())
    }

    /// The first entry that reconstructing creates anew.
    pub(crate) fn first_to_reconstruct(&self) -> usize {
        self.entries.iter().rposition(FormattingEntry::stays).map_or(0, |last| last + 1)
    }

    /// Removes the last entry if it is this element.
    #[inline]
    pub(crate) fn pop_if(&mut self, node: H) -> bool {
        let is_last = matches!(self.entries.last(), Some(FormattingEntry::Element(element)) if element.node == node);
        if is_last {
            self.entries.pop();
        }
        is_last
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn element(&self, index: usize) -> Option<&FormattingElement<H>> {
        match self.entries.get(index)? {
            FormattingEntry::Marker => None,
            FormattingEntry::Element(element) => Some(element),
        }
    }

    /// The last element of this name after the last marker.
    pub(crate) fn last_after_marker(&self, name: LocalName) -> Option<usize> {
        for (index, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                FormattingEntry::Marker => return None,
                FormattingEntry::Element(element) if element.name() == name => return Some(index),
                FormattingEntry::Element(_) => {}
            }
        }
        None
    }

    pub(crate) fn position(&self, node: H) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, FormattingEntry::Element(element) if element.node == node))
    }

    /// Notes that the node left the stack of open elements.
    pub(crate) fn closed(&mut self, node: H) {
        if let Some(index) = self.position(node)
            && let FormattingEntry::Element(element) = &mut self.entries[index]
        {
            element.is_open = false;
        }
    }

    pub(crate) fn remove(&mut self, index: usize) -> Option<FormattingElement<H>> {
        match self.entries.remove(index) {
            FormattingEntry::Marker => None,
            FormattingEntry::Element(element) => Some(element),
        }
    }

    pub(crate) fn insert(&mut self, index: usize, node: H, token: FormattingToken) {
        self.entries.insert(index, FormattingEntry::Element(FormattingElement { node, token, is_open: true }));
    }

    /// Puts a newly opened node in the place of one that was created for the same token.
    pub(crate) fn replace(&mut self, index: usize, node: H) {
        if let FormattingEntry::Element(element) = &mut self.entries[index] {
            element.node = node;
            element.is_open = true;
        }
    }
}
