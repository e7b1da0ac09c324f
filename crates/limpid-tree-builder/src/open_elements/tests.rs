//! Applies random operations to the stack and to a simple stack, and compares the queries with the loops of the standard.

use super::*;
use proptest::prelude::*;

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

const QUERIED_NAMES: [LocalName; 14] = [
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

/// The stack as in the standard: nodes with their types, without caches.
type ReferenceStack = Vec<(usize, ElementType)>;

fn has_in_scope(open: &ReferenceStack, name: LocalName) -> bool {
    for &(_, element_type) in open.iter().rev() {
        if element_type == ElementType::html(name) {
            return true;
        }
        let ends = if TABLE_PARTS.contains(&name) {
            element_type.is_html_in(TagSet::TABLE_SCOPE)
        } else {
            is_scope_boundary(element_type)
                || (name == LocalName::P && element_type.is_html_in(TagSet::BUTTON_SCOPE))
                || (name == LocalName::LI && element_type.is_html_in(TagSet::LIST_ITEM_SCOPE))
        };
        if ends {
            return false;
        }
    }
    false
}

fn is_scope_boundary(element_type: ElementType) -> bool {
    let name = element_type.name();
    match element_type.namespace() {
        Namespace::MathMl => TagSet::DEFAULT_SCOPE_MATHML.contains(name),
        Namespace::Svg => TagSet::DEFAULT_SCOPE_SVG.contains(name),
        _ => TagSet::DEFAULT_SCOPE.contains(name),
    }
}

fn is_special(element_type: ElementType) -> bool {
    let name = element_type.name();
    match element_type.namespace() {
        Namespace::MathMl => TagSet::SPECIAL_MATHML.contains(name),
        Namespace::Svg => TagSet::SPECIAL_SVG.contains(name),
        _ => TagSet::SPECIAL.contains(name),
    }
}

/// The loop of the start tags `li`, `dd` and `dt`.
fn item_closed_by(open: &ReferenceStack, closes: &[LocalName]) -> Option<LocalName> {
    for &(_, element_type) in open.iter().rev() {
        if let Some(&name) = closes.iter().find(|&&name| element_type == ElementType::html(name)) {
            return Some(name);
        }
        let passes = TagSet::of(&[LocalName::ADDRESS, LocalName::DIV, LocalName::P]);
        if is_special(element_type) && !element_type.is_html_in(passes) {
            return None;
        }
    }
    None
}

/// The loop of the "any other end tag" entry.
fn nearest(open: &ReferenceStack, wanted: ElementType) -> Option<usize> {
    for &(node, element_type) in open.iter().rev() {
        if element_type == wanted {
            return Some(node);
        }
        if is_special(element_type) {
            return None;
        }
    }
    None
}

/// The loop of an end tag in foreign content.
fn nearest_foreign(open: &ReferenceStack, wanted: ElementType) -> Option<usize> {
    let mut foreign = open.iter().rev().take_while(|(_, element_type)| !element_type.is_html_namespace());
    foreign.find(|(_, element_type)| element_type.in_namespace(Namespace::Html) == wanted).map(|&(node, _)| node)
}

fn nodes(open: &OpenElements<usize>) -> Vec<usize> {
    let mut nodes = Vec::new();
    let mut slot = open.current_slot();
    while let Some(entry) = open.entries.get(slot.index()) {
        nodes.push(entry.node);
        if slot == open.previous(slot) {
            break;
        }
        slot = open.previous(slot);
    }
    nodes.reverse();
    nodes
}

fn check(
    open: &mut OpenElements<usize>,
    reference: &ReferenceStack,
    types: &[ElementType],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(nodes(open), reference.iter().map(|&(node, _)| node).collect::<Vec<_>>());
    prop_assert_eq!(open.current().map(|entry| entry.node), reference.last().map(|&(node, _)| node));
    prop_assert_eq!(open.second().map(|entry| entry.node), reference.get(1).map(|&(node, _)| node));
    for name in QUERIED_NAMES {
        let is_in_scope = match name {
            LocalName::P => open.has_in_button_scope(name),
            LocalName::LI => open.has_in_list_item_scope(name),
            _ if TABLE_PARTS.contains(&name) => open.has_in_table_scope(name),
            _ => open.has_in_scope(name),
        };
        prop_assert_eq!(is_in_scope, has_in_scope(reference, name), "{:?}", name);
    }
    let in_body_end = |&(_, element_type): &(usize, ElementType)| element_type.is_html_in(TagSet::BODY_END);
    prop_assert_eq!(open.has_unclosed_element(), !reference.iter().all(in_body_end));
    prop_assert_eq!(open.item_closed_by(LocalName::LI), item_closed_by(reference, &[LocalName::LI]));
    for name in [LocalName::DD, LocalName::DT] {
        prop_assert_eq!(open.item_closed_by(name), item_closed_by(reference, &[LocalName::DD, LocalName::DT]));
    }
    let last = |names: &[LocalName]| {
        reference.iter().rfind(|(_, t)| names.iter().any(|&name| *t == ElementType::html(name))).map(|&(node, _)| node)
    };
    let node = |slot: Slot| open.entries.get(slot.index()).map(|entry| entry.node);
    prop_assert_eq!(open.has_template(), last(&[LocalName::TEMPLATE]).is_some());
    prop_assert_eq!(node(open.last_table_or_template()), last(&[LocalName::TABLE, LocalName::TEMPLATE]));
    let deciding = [
        &TABLE_PARTS[..],
        &[LocalName::COLGROUP, LocalName::TEMPLATE, LocalName::HEAD, LocalName::BODY],
        &[LocalName::FRAMESET, LocalName::HTML],
    ];
    prop_assert_eq!(node(open.last_mode_element()), last(&deciding.concat()));
    for (index, &(node, element_type)) in reference.iter().enumerate() {
        let slot = (0..open.entries.len()).map(Slot::new).find(|&slot| open.find(slot, node).is_some()).unwrap();
        if !is_scope_boundary(element_type) {
            let is_in_scope = !reference[index..].iter().any(|&(_, t)| is_scope_boundary(t));
            prop_assert_eq!(open.is_in_scope(slot), is_in_scope);
        }
        let block = reference[index + 1..].iter().find(|&&(_, t)| is_special(t)).map(|&(node, _)| node);
        prop_assert_eq!(open.furthest_block(slot).map(|slot| open[slot].node), block);
    }
    for wanted in types.iter().map(|wanted| wanted.in_namespace(Namespace::Html)) {
        let found = open.nearest(wanted).map(|slot| open[slot].node);
        prop_assert_eq!(found, nearest(reference, wanted));
        let found = open.nearest_foreign(wanted).map(|slot| open[slot].node);
        prop_assert_eq!(found, nearest_foreign(reference, wanted));
        // The counts of the runs must agree with the walks.
        prop_assert_eq!(open.last_run_contains(&[wanted]), nearest(reference, wanted).is_some());
        if reference.last().is_some_and(|(_, t)| !t.is_html_namespace()) {
            let foreign = [wanted.in_namespace(Namespace::Svg), wanted.in_namespace(Namespace::MathMl)];
            prop_assert_eq!(open.last_run_contains(&foreign), nearest_foreign(reference, wanted).is_some());
        }
    }
    Ok(())
}

#[derive(Clone, Debug)]
enum Operation {
    Push(usize),
    Pop(usize),
    /// Removes an entry, as the rules for nested anchors and for the end tag of a form do.
    Remove(prop::sample::Index),
    /// Moves a formatting element after its furthest block, as the adoption agency algorithm does. Each flag tells whether one of the formatting
    /// elements between the two stays on the stack.
    Adopt(prop::sample::Index, [bool; 3]),
}

fn operation(types: usize) -> impl Strategy<Value = Operation> {
    prop_oneof![
        12 => (0..types).prop_map(Operation::Push),
        3 => (1_usize..4).prop_map(Operation::Pop),
        2 => any::<prop::sample::Index>().prop_map(Operation::Remove),
        4 => (any::<prop::sample::Index>(), any::<[bool; 3]>()).prop_map(|(at, keeps)| Operation::Adopt(at, keeps)),
    ]
}

fn run(operations: Vec<Operation>, types: &[ElementType]) -> Result<(), TestCaseError> {
    let mut open = OpenElements::new(OpenElementsBuffers::new());
    let mut reference = ReferenceStack::new();
    let html = ElementType::html(LocalName::HTML);
    open.push(0, 0, html, Flags::of(html));
    reference.push((0, html));
    for (step, operation) in (1_usize..).zip(operations) {
        let slot_of = |open: &OpenElements<usize>, node| {
            (0..open.entries.len()).map(Slot::new).find(|&slot| open.find(slot, node).is_some()).unwrap()
        };
        match operation {
            Operation::Push(index) => {
                let element_type = types[index];
                open.push(step, step, element_type, Flags::of(element_type));
                reference.push((step, element_type));
            }
            Operation::Pop(count) => {
                for _ in 0..count.min(reference.len() - 1) {
                    prop_assert_eq!(open.pop().map(|entry| entry.node), reference.pop().map(|(node, _)| node));
                }
            }
            Operation::Remove(index) => {
                let is_removed = |t: ElementType| !Flags::of(t).has(Flags::LANDMARK);
                let removable: Vec<usize> = (1..reference.len()).filter(|&at| is_removed(reference[at].1)).collect();
                if !removable.is_empty() {
                    let (node, _) = reference.remove(removable[index.index(removable.len())]);
                    let slot = slot_of(&open, node);
                    prop_assert_eq!(open.remove(slot).node, node);
                }
            }
            Operation::Adopt(index, keeps) => {
                let formatting: Vec<usize> =
                    (1..reference.len()).filter(|&at| reference[at].1.is_html_in(TagSet::FORMATTING)).collect();
                if formatting.is_empty() {
                    continue;
                }
                let at = formatting[index.index(formatting.len())];
                let Some(block) = (at + 1..reference.len()).find(|&block| is_special(reference[block].1)) else {
                    continue;
                };
                if reference[at..].iter().any(|&(_, t)| is_scope_boundary(t)) {
                    continue;
                }
                let slots = (slot_of(&open, reference[at].0), slot_of(&open, reference[block].0));
                // Formatting elements with other names may stay on the stack.
                let element_type = reference[at].1;
                let mut keeps = keeps.into_iter();
                for between in (at + 1..block).rev() {
                    let t = reference[between].1;
                    let stays = t.is_html_in(TagSet::FORMATTING) && t != element_type;
                    if !(stays && keeps.next().unwrap_or(false)) {
                        let (node, _) = reference.remove(between);
                        let slot = slot_of(&open, node);
                        open.remove(slot);
                    }
                }
                let block = (at + 1..reference.len()).find(|&block| is_special(reference[block].1)).unwrap();
                let moved = open.move_after_furthest_block(slots.0, slots.1, step);
                prop_assert_eq!(moved.end, slots.1.index());
                reference.remove(at);
                reference.insert(block, (step, element_type));
            }
        }
        check(&mut open, &reference, types)?;
    }
    Ok(())
}

#[test]
fn runs_join_when_the_element_between_them_is_removed() {
    let (b, p) = (ElementType::html(LocalName::B), ElementType::known(Namespace::Svg, LocalName::P));
    let li = ElementType::known(Namespace::Svg, LocalName::LI);
    let mut open = OpenElements::new(OpenElementsBuffers::new());
    for (node, element_type) in [ElementType::html(LocalName::HTML), p, b, li, b, p, p].into_iter().enumerate() {
        open.push(node, node, element_type, Flags::of(element_type));
    }
    for (removed, expected) in [(5, [true, false]), (4, [true, true]), (2, [true, true]), (1, [true, true])] {
        assert!(open.last_run_contains(&[p]));
        open.remove(Slot::new(removed));
        assert_eq!([p, li].map(|wanted| open.last_run_contains(&[wanted])), expected, "without {removed}");
    }
}

proptest! {
    #[test]
    fn queries_agree_with_the_loops_of_the_standard(
        picks in prop::collection::vec((0_usize..4, 0_usize..40, 1..TagSet::LIMIT), 3..10),
        operations in prop::collection::vec(operation(10), 0..120),
    ) {
        let mut types = vec![ElementType::html(LocalName::B)];
        types.extend(picks.into_iter().map(|(namespace, name_index, any)| {
            let namespace = [Namespace::Html, Namespace::Html, Namespace::Svg, Namespace::MathMl][namespace];
            let more = [LocalName::I, LocalName::A, LocalName::SPAN, LocalName::DD, LocalName::NOBR, LocalName::TITLE];
            match QUERIED_NAMES.iter().chain(&more).nth(name_index) {
                Some(&name) => ElementType::known(namespace, name),
                None if name_index < 24 => ElementType::unknown(namespace, name_index as u32),
                None => ElementType::known(namespace, LocalName::from_index(any)),
            }
        }));
        types.resize(10, ElementType::html(LocalName::DIV));
        run(operations, &types)?;
    }
}
