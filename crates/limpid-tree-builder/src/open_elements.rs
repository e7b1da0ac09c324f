use crate::element_type::{ElementType, Flags, InScope};
use limpid_markup::LocalName;
use std::ops::Index;

/// An entry on the stack of open elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenElement<H> {
    pub(crate) node: H,
    /// Where its children go: the element itself, but template contents for a `template`, and the fragment for the root
    /// of a fragment parse.
    pub(crate) insertion_target: H,
    pub(crate) element_type: ElementType,
    pub(crate) flags: Flags,
    in_scope: InScope,
}

impl<H> OpenElement<H> {
    #[inline]
    pub(crate) fn is(&self, name: LocalName) -> bool {
        self.element_type == ElementType::html(name)
    }

    /// Whether children go to the element itself or to its contents, without further questions.
    #[inline]
    pub(crate) fn is_template(&self) -> bool {
        self.flags.has(Flags::TEMPLATE)
    }
}

/// The [stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).
///
/// Invariants, upheld here:
/// 1. Each entry's `in_scope` is that of the entry before it, after its own element.
/// 2. `templates` counts the entries that are `template` elements.
#[derive(Debug)]
pub(crate) struct OpenElements<H> {
    entries: Vec<OpenElement<H>>,
    templates: usize,
}

impl<H: Copy + PartialEq> OpenElements<H> {
    pub(crate) fn new() -> OpenElements<H> {
        OpenElements { entries: Vec::with_capacity(64), templates: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, node: H, insertion_target: H, element_type: ElementType, flags: Flags) {
        let in_scope = self.in_scope().after(element_type, flags);
        self.templates += usize::from(flags.has(Flags::TEMPLATE));
        self.entries.push(OpenElement { node, insertion_target, element_type, flags, in_scope });
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<H>> {
        let entry = self.entries.pop()?;
        self.templates -= usize::from(entry.is_template());
        Some(entry)
    }

    /// The [current node](https://html.spec.whatwg.org/multipage/parsing.html#current-node).
    #[inline]
    pub(crate) fn current(&self) -> Option<&OpenElement<H>> {
        self.entries.last()
    }

    /// Whether the current node is an HTML element of this name.
    #[inline]
    pub(crate) fn current_is(&self, name: LocalName) -> bool {
        self.current().is_some_and(|entry| entry.is(name))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&OpenElement<H>> {
        self.entries.get(index)
    }

    /// The entries, topmost (first added) first.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, OpenElement<H>> {
        self.entries.iter()
    }

    #[inline]
    fn in_scope(&self) -> InScope {
        self.entries.last().map_or(InScope::default(), |entry| entry.in_scope)
    }

    /// Whether the stack has an HTML element of this name in scope: in the scope that the rules for this element ask
    /// about, which is button scope for `p`, list item scope for `li`, table scope for parts of tables, and else the
    /// default scope.
    #[inline]
    pub(crate) fn has_in_scope(&self, name: LocalName) -> bool {
        self.in_scope().has(name)
    }

    #[inline]
    pub(crate) fn has_heading_in_scope(&self) -> bool {
        self.in_scope().has_heading()
    }

    /// Whether the entry at an index is in the default scope.
    pub(crate) fn is_in_scope(&self, index: usize) -> bool {
        !self.entries[index + 1..].iter().any(|entry| entry.flags.has(Flags::SCOPE_BOUNDARY))
    }

    pub(crate) fn has_template(&self) -> bool {
        self.templates != 0
    }

    /// The index of a node, looked for from the current node on.
    pub(crate) fn position(&self, node: H) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    /// Removes an entry from anywhere.
    pub(crate) fn remove(&mut self, index: usize) -> OpenElement<H> {
        let entry = self.entries.remove(index);
        self.templates -= usize::from(entry.is_template());
        self.update_scopes_from(index);
        entry
    }

    /// Inserts an ordinary element (not a `template`) anywhere; its children go to itself.
    pub(crate) fn insert(&mut self, index: usize, node: H, element_type: ElementType) {
        let flags = Flags::of(element_type);
        let in_scope = InScope::default();
        self.entries.insert(index, OpenElement { node, insertion_target: node, element_type, flags, in_scope });
        self.update_scopes_from(index);
    }

    /// Puts another ordinary element of the same type in the place of one.
    pub(crate) fn replace(&mut self, index: usize, node: H) {
        self.entries[index].node = node;
        self.entries[index].insertion_target = node;
    }

    fn update_scopes_from(&mut self, index: usize) {
        let mut in_scope = index.checked_sub(1).map_or(InScope::default(), |above| self.entries[above].in_scope);
        for entry in &mut self.entries[index..] {
            in_scope = in_scope.after(entry.element_type, entry.flags);
            entry.in_scope = in_scope;
        }
    }

    /// Changes where the current node's children go.
    pub(crate) fn retarget_current(&mut self, insertion_target: H, flags: Flags) {
        if let Some(entry) = self.entries.last_mut() {
            entry.insertion_target = insertion_target;
            entry.flags = entry.flags.with(flags);
        }
    }
}

impl<H> Index<usize> for OpenElements<H> {
    type Output = OpenElement<H>;

    #[inline]
    fn index(&self, index: usize) -> &OpenElement<H> {
        &self.entries[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid_markup::{Namespace, TagSet};

    const TABLE_PARTS: [LocalName; 8] = [
        LocalName::TABLE,
        LocalName::CAPTION,
        LocalName::TBODY,
        LocalName::TFOOT,
        LocalName::THEAD,
        LocalName::TR,
        LocalName::TD,
        LocalName::TH,
    ];

    /// The standard's algorithm as it is written, for the scope that belongs to the name.
    fn has_in_scope_naively(open: &OpenElements<usize>, name: LocalName) -> bool {
        for entry in open.iter().rev() {
            let element_type = entry.element_type;
            if entry.is(name) {
                return true;
            }
            let name_there = element_type.name();
            let ends = if TABLE_PARTS.contains(&name) {
                element_type.is_html_in(TagSet::TABLE_SCOPE)
            } else {
                let default = match element_type.namespace() {
                    Namespace::MathMl => TagSet::DEFAULT_SCOPE_MATHML.contains(name_there),
                    Namespace::Svg => TagSet::DEFAULT_SCOPE_SVG.contains(name_there),
                    _ => TagSet::DEFAULT_SCOPE.contains(name_there),
                };
                default
                    || (name == LocalName::P && element_type.is_html_in(TagSet::BUTTON_SCOPE))
                    || (name == LocalName::LI && element_type.is_html_in(TagSet::LIST_ITEM_SCOPE))
            };
            if ends {
                return false;
            }
        }
        false
    }

    #[test]
    fn scope_bits_answer_what_the_walk_answers() {
        let names: Vec<LocalName> = (1..TagSet::LIMIT).map(LocalName::from_index).collect();
        let asked = [
            LocalName::P,
            LocalName::LI,
            LocalName::DIV,
            LocalName::UL,
            LocalName::BUTTON,
            LocalName::SELECT,
            LocalName::OPTION,
            LocalName::FORM,
            LocalName::BODY,
            LocalName::APPLET,
            LocalName::TABLE,
            LocalName::CAPTION,
            LocalName::TD,
            LocalName::TR,
        ];
        // A small generator is enough: pushes, pops and removals over all names and namespaces.
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % below as u64) as usize
        };
        let mut open = OpenElements::<usize>::new();
        for step in 0..200_000 {
            match next(10) {
                0..=5 => {
                    let namespace = [Namespace::Html, Namespace::Html, Namespace::Svg, Namespace::MathMl][next(4)];
                    let name = if next(2) == 0 { asked[next(asked.len())] } else { names[next(names.len())] };
                    let element_type = ElementType::known(namespace, name);
                    open.push(step, step, element_type, Flags::of(element_type));
                }
                6..=7 => drop(open.pop()),
                8 if open.len() > 0 => drop(open.remove(next(open.len()))),
                _ if open.len() > 0 => {
                    open.insert(next(open.len()), step, ElementType::html(LocalName::B));
                }
                _ => {}
            }
            if open.len() > 40 {
                while open.pop().is_some() {}
            }
            for name in asked {
                assert_eq!(open.has_in_scope(name), has_in_scope_naively(&open, name), "{name:?}");
            }
            assert_eq!(open.has_template(), open.iter().any(OpenElement::is_template));
        }
    }
}
