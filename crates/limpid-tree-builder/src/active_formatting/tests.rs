//! The list compared with a list of the standard's kind, under random operations.

use super::*;
use proptest::prelude::*;

/// A sink whose elements have one of three sets of attributes.
struct Kinds;

impl FormattingAttributes<usize> for Kinds {
    fn of(&self, node: usize) -> impl Iterator<Item = (&str, &str)> + Clone {
        std::iter::once(("class", ["a", "b", "c"][node % 3]))
    }
}

const NAMES: [LocalName; 4] = [LocalName::A, LocalName::B, LocalName::I, LocalName::FONT];

/// The list as the standard has it: markers are `None`.
type Plain = Vec<Option<(usize, LocalName, bool)>>;

fn element(node: usize, name: LocalName) -> FormattingElement<usize> {
    FormattingElement { node, token: FormattingToken { name, ..FormattingToken::default() }, open: Slot::FIRST }
}

fn slot_of(list: &ActiveFormattingElements<usize>, node: usize) -> Slot {
    let mut slots = (0..list.entries.len()).map(Slot::new);
    slots.find(|&slot| list.element(slot).is_some_and(|element| element.node == node)).unwrap()
}

fn check(list: &mut ActiveFormattingElements<usize>, plain: &Plain) -> Result<(), TestCaseError> {
    let entries = list.entries.iter().filter(|entry| !matches!(entry, FormattingEntry::Left));
    let entries = entries.map(|entry| match entry {
        FormattingEntry::Element(element) => Some((element.node, element.token.name, element.open.is_some())),
        _ => None,
    });
    prop_assert_eq!(&entries.collect::<Plain>(), plain);
    let after_marker = plain.iter().rposition(Option::is_none).map_or(0, |marker| marker + 1);
    let after_marker: Vec<_> = plain[after_marker..].iter().flatten().collect();
    for name in NAMES {
        let last = after_marker.iter().rfind(|element| element.1 == name).map(|element| element.0);
        let found = list.last_after_marker(name, &Kinds);
        prop_assert_eq!(found.and_then(|slot| list.element(slot)).map(|element| element.node), last);
        for node in 0..3 {
            let third = after_marker.iter().rev().filter(|it| it.1 == name && it.0 % 3 == node).nth(2);
            let last = list.push(element(node, name));
            let found = list.third_before_last(&Kinds);
            list.remove(last);
            prop_assert_eq!(found.map(|slot| list.element(slot).unwrap().node), third.map(|it| it.0));
        }
    }
    let is_closed = plain.last().copied().flatten().is_some_and(|element| !element.2);
    prop_assert_eq!(list.has_something_to_reconstruct(), is_closed);
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
    MoveBehind(prop::sample::Index, prop::sample::Index),
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
        5 => (index(), index()).prop_map(|(from, to)| Operation::MoveBehind(from, to)),
    ]
}

fn run(operations: Vec<Operation>) -> Result<(), TestCaseError> {
    let mut list = ActiveFormattingElements::new(Vec::new());
    let mut plain = Plain::new();
    for (step, operation) in operations.into_iter().enumerate() {
        let start = plain.iter().rposition(Option::is_none).map_or(0, |marker| marker + 1);
        match operation {
            Operation::Push(name) => {
                list.push(element(step, NAMES[name]));
                plain.push(Some((step, NAMES[name], true)));
            }
            Operation::InsertMarker => {
                list.insert_marker();
                plain.push(None);
            }
            Operation::Clear => {
                list.clear_up_to_the_last_marker(|_| {});
                plain.truncate(start.saturating_sub(1));
            }
            Operation::Remove(index) => {
                let elements: Vec<usize> = (0..plain.len()).filter(|&at| plain[at].is_some()).collect();
                if !elements.is_empty() {
                    let node = plain.remove(elements[index.index(elements.len())]).unwrap().0;
                    let slot = slot_of(&list, node);
                    prop_assert_eq!(list.remove(slot).map(|element| element.node), Some(node));
                }
            }
            Operation::Close(count) => {
                for element in plain[start..].iter_mut().rev().take(count).flatten() {
                    element.2 = false;
                    let slot = slot_of(&list, element.0);
                    list.set_open(slot, Slot::NONE);
                }
            }
            Operation::Reconstruct(limit) if list.has_something_to_reconstruct() => {
                let first = plain.iter().rposition(|it| it.is_none_or(|it| it.2)).map_or(0, |stays| stays + 1);
                let kept = first.max(plain.len() - (limit.max(1) as usize).min(plain.len()));
                let (slot, have_left) = list.first_to_reconstruct(limit);
                prop_assert_eq!(have_left, kept != first);
                plain.drain(first..kept);
                prop_assert_eq!(list.element(slot).map(|element| element.node), plain[first].map(|it| it.0));
                let mut slot = slot;
                for entry in &mut plain[first..] {
                    let element = entry.as_mut().unwrap();
                    element.2 = true;
                    let token = list.take_token(slot);
                    list.reopen(slot, element.0, Slot::FIRST, token);
                    slot = list.next(slot);
                }
            }
            Operation::Reconstruct(_) => {}
            Operation::MoveBehind(from, to) => {
                let is_last_of_name = |&at: &usize| {
                    let name = plain[at].unwrap().1;
                    plain[at + 1..].iter().flatten().all(|element| element.1 != name)
                };
                let from_places: Vec<usize> = (start..plain.len()).filter(is_last_of_name).collect();
                if from_places.is_empty() {
                    continue;
                }
                let from = from_places[from.index(from_places.len())];
                if from + 1 == plain.len() {
                    continue;
                }
                let to = from + 1 + to.index(plain.len() - from - 1);
                let nodes = (plain[from].unwrap().0, plain[to].unwrap().0);
                let slots = (slot_of(&list, nodes.0), slot_of(&list, nodes.1));
                let moved = list.move_behind(slots.0, slots.1);
                prop_assert_eq!(moved.end, slots.1.index());
                plain[from..=to].rotate_left(1);
            }
        }
        check(&mut list, &plain)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn answers_are_those_of_walks(operations in prop::collection::vec(operation(), 0..160)) {
        run(operations)?;
    }
}
