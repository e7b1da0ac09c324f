//! Applies random operations to the list and to a simple list as in the standard, and compares both.

use super::*;
use proptest::prelude::*;

/// Gives each node one of three sets of attributes.
struct ThreeAttributeSets;

impl FormattingAttributes<usize> for ThreeAttributeSets {
    fn created_attributes(&self, node: usize) -> impl Iterator<Item = (&str, &str)> + Clone {
        std::iter::once(("class", ["a", "b", "c"][node % 3]))
    }
}

const NAMES: [LocalName; 4] = [LocalName::A, LocalName::B, LocalName::I, LocalName::FONT];

/// The list as in the standard. An element is a tuple of its node, its name and whether it is open. A marker is `None`.
type ReferenceList = Vec<Option<(usize, LocalName, bool)>>;

fn element(node: usize, name: LocalName) -> FormattingElement<usize> {
    FormattingElement { node, token: FormattingToken { name, ..FormattingToken::default() }, open: Slot::FIRST }
}

fn slot_of(list: &ActiveFormattingElements<usize>, node: usize) -> Slot {
    let mut slots = (0..list.entries.len()).map(Slot::new);
    slots.find(|&slot| list.element(slot).is_some_and(|element| element.node == node)).unwrap()
}

fn check(list: &mut ActiveFormattingElements<usize>, reference: &ReferenceList) -> Result<(), TestCaseError> {
    let entries = list.entries.iter().filter(|entry| !matches!(entry, FormattingEntry::Removed));
    let entries = entries.map(|entry| match entry {
        FormattingEntry::Element(element) => Some((element.node, element.token.name, element.open.is_some())),
        _ => None,
    });
    prop_assert_eq!(&entries.collect::<ReferenceList>(), reference);
    let after_marker = reference.iter().rposition(Option::is_none).map_or(0, |marker| marker + 1);
    let after_marker: Vec<_> = reference[after_marker..].iter().flatten().collect();
    for name in NAMES {
        let last = after_marker.iter().rfind(|element| element.1 == name).map(|element| element.0);
        let found = list.last_after_marker(name, &ThreeAttributeSets);
        prop_assert_eq!(found.and_then(|slot| list.element(slot)).map(|element| element.node), last);
        for node in 0..3 {
            let third = after_marker.iter().rev().filter(|it| it.1 == name && it.0 % 3 == node).nth(2);
            let last = list.push(element(node, name));
            let found = list.earliest_of_three_duplicates(&ThreeAttributeSets);
            list.remove(last);
            prop_assert_eq!(found.map(|slot| list.element(slot).unwrap().node), third.map(|it| it.0));
        }
    }
    let is_closed = reference.last().copied().flatten().is_some_and(|element| !element.2);
    prop_assert_eq!(list.needs_reconstruction(), is_closed);
    Ok(())
}

#[derive(Clone, Debug)]
enum Operation {
    Push(usize),
    InsertMarker,
    Clear,
    Remove(prop::sample::Index),
    Close(usize),
    Reconstruct(u32),
    MoveAfter(prop::sample::Index, prop::sample::Index),
}

fn operation() -> impl Strategy<Value = Operation> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        20 => (0..NAMES.len()).prop_map(Operation::Push),
        1 => Just(Operation::InsertMarker),
        1 => Just(Operation::Clear),
        3 => index().prop_map(Operation::Remove),
        2 => (0_usize..9).prop_map(Operation::Close),
        2 => (0_u32..6).prop_map(Operation::Reconstruct),
        5 => (index(), index()).prop_map(|(from, to)| Operation::MoveAfter(from, to)),
    ]
}

fn run(operations: Vec<Operation>) -> Result<(), TestCaseError> {
    let mut list = ActiveFormattingElements::new(Vec::new());
    let mut reference = ReferenceList::new();
    for (step, operation) in operations.into_iter().enumerate() {
        let start = reference.iter().rposition(Option::is_none).map_or(0, |marker| marker + 1);
        match operation {
            Operation::Push(name) => {
                list.push(element(step, NAMES[name]));
                reference.push(Some((step, NAMES[name], true)));
            }
            Operation::InsertMarker => {
                list.insert_marker();
                reference.push(None);
            }
            Operation::Clear => {
                list.clear_up_to_the_last_marker(|_| {});
                reference.truncate(start.saturating_sub(1));
            }
            Operation::Remove(index) => {
                let elements: Vec<usize> = (0..reference.len()).filter(|&at| reference[at].is_some()).collect();
                if !elements.is_empty() {
                    let node = reference.remove(elements[index.index(elements.len())]).unwrap().0;
                    let slot = slot_of(&list, node);
                    prop_assert_eq!(list.remove(slot).map(|element| element.node), Some(node));
                }
            }
            Operation::Close(count) => {
                for element in reference[start..].iter_mut().rev().take(count).flatten() {
                    element.2 = false;
                    let slot = slot_of(&list, element.0);
                    list.set_open(slot, Slot::NONE);
                }
            }
            Operation::Reconstruct(limit) if list.needs_reconstruction() => {
                let first = reference.iter().rposition(|it| it.is_none_or(|it| it.2)).map_or(0, |stays| stays + 1);
                let kept = first.max(reference.len() - (limit.max(1) as usize).min(reference.len()));
                let (slot, removed_any) = list.first_to_reconstruct(limit);
                prop_assert_eq!(removed_any, kept != first);
                reference.drain(first..kept);
                prop_assert_eq!(list.element(slot).map(|element| element.node), reference[first].map(|it| it.0));
                let mut slot = slot;
                for entry in &mut reference[first..] {
                    let element = entry.as_mut().unwrap();
                    element.2 = true;
                    let token = list.take_token(slot);
                    list.reopen(slot, element.0, Slot::FIRST, token);
                    slot = list.next(slot);
                }
            }
            Operation::Reconstruct(_) => {}
            Operation::MoveAfter(from, to) => {
                let is_last_of_name = |&at: &usize| {
                    let name = reference[at].unwrap().1;
                    reference[at + 1..].iter().flatten().all(|element| element.1 != name)
                };
                let candidates: Vec<usize> = (start..reference.len()).filter(is_last_of_name).collect();
                if candidates.is_empty() {
                    continue;
                }
                let from = candidates[from.index(candidates.len())];
                if from + 1 == reference.len() {
                    continue;
                }
                let to = from + 1 + to.index(reference.len() - from - 1);
                let nodes = (reference[from].unwrap().0, reference[to].unwrap().0);
                let slots = (slot_of(&list, nodes.0), slot_of(&list, nodes.1));
                let moved = list.move_after(slots.0, slots.1);
                prop_assert_eq!(moved.end, slots.1.index());
                reference[from..=to].rotate_left(1);
            }
        }
        check(&mut list, &reference)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn queries_agree_with_the_loops_of_the_standard(operations in prop::collection::vec(operation(), 0..160)) {
        run(operations)?;
    }
}
