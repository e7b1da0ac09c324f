//! The [specificity](https://drafts.csswg.org/selectors-4/#specificity-rules) of selectors.

use crate::parse::syntax::{List, Simple};

/// The [specificity](https://drafts.csswg.org/selectors-4/#specificity-rules) of a selector. If two rules of a style sheet match an
/// element, the one with the greater specificity wins.
///
/// ```
/// let [by_id, by_class] = ["#tea", "ul > li.hot:not(.sold)"].map(|text| text.parse::<limpid::Selector>().unwrap().specificity());
/// assert!(by_id > by_class);
/// assert_eq!((by_class.ids, by_class.classes, by_class.types), (0, 2, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Specificity {
    /// The number of ids.
    pub ids: u32,
    /// The number of classes, attributes and pseudo-classes.
    pub classes: u32,
    /// The number of element names.
    pub types: u32,
}

impl Specificity {
    /// Returns the greatest specificity in a list. It recurses on nested lists, whose depth the parser limits.
    pub(crate) fn of(list: &List) -> Specificity {
        let complexes = list.0.iter();
        let of_complex = complexes.map(|complex| {
            let simples = complex.0.iter().flat_map(|compound| &compound.simples);
            simples.fold(Specificity::default(), |sum, simple| sum.plus(Specificity::of_simple(simple)))
        });
        of_complex.max().unwrap_or_default()
    }

    fn of_simple(simple: &Simple) -> Specificity {
        let one_class = Specificity { classes: 1, ..Specificity::default() };
        match simple {
            Simple::Namespace(_) | Simple::Universal | Simple::Where(_) => Specificity::default(),
            Simple::Name(_) => Specificity { types: 1, ..Specificity::default() },
            Simple::Id(_) => Specificity { ids: 1, ..Specificity::default() },
            Simple::Is(list) | Simple::Not(list) | Simple::Has(list) => Specificity::of(list),
            Simple::Nth(nth) => nth.of.as_ref().map(Specificity::of).unwrap_or_default().plus(one_class),
            Simple::Class(_)
            | Simple::Attribute(_)
            | Simple::Root
            | Simple::Empty
            | Simple::Scope
            | Simple::Contains(_)
            | Simple::PseudoClass(_) => one_class,
        }
    }

    fn plus(self, other: Specificity) -> Specificity {
        Specificity {
            ids: self.ids.saturating_add(other.ids),
            classes: self.classes.saturating_add(other.classes),
            types: self.types.saturating_add(other.types),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Selector;

    #[test]
    fn specificity_of_functions() {
        for (selector, expected) in [
            ("*", (0, 0, 0)),
            ("li", (0, 0, 1)),
            ("ul li", (0, 0, 2)),
            ("ul ol + li", (0, 0, 3)),
            ("h1 + *[rel=up]", (0, 1, 1)),
            ("ul ol li.red", (0, 1, 3)),
            ("li.red.level", (0, 2, 1)),
            ("#x34y", (1, 0, 0)),
            ("#s12:not(FOO)", (1, 0, 1)),
            (".foo :is(.bar, #baz)", (1, 1, 0)),
            (":is(em, #foo)", (1, 0, 0)),
            (".qux:where(em, #foo#bar#baz)", (0, 1, 0)),
            (":nth-child(2n+1)", (0, 1, 0)),
            (":nth-child(even of li, .item)", (0, 2, 0)),
            ("a:has(> img#x)", (1, 0, 2)),
            ("p, #id", (1, 0, 0)),
            (":is()", (0, 0, 0)),
        ] {
            let found = Selector::parse(selector).unwrap().specificity();
            assert_eq!((found.ids, found.classes, found.types), expected, "{selector}");
        }
    }
}
