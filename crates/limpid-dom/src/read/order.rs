use crate::storage::arena::{Arena, MANY};
use crate::storage::node::NodeKind;
use limpid_markup::LocalName;
use std::sync::OnceLock;

/// What is known of a document whose nodes have their numbers in tree order, as nearly every page has when it was parsed:
/// the node after another in the tree is the next one in memory. Then nobody has to follow links to go through it.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The last node of the subtree at each number.
    ends: Vec<u32>,
    /// The numbers in the root's tree, as ranges without their ends. In between is what is detached, or in templates.
    runs: Vec<(u32, u32)>,
    words: Words,
}

/// What classes and ids nodes have: for each node a bit for each of them. So who looks for one need not look into the source,
/// which is far away, at every element.
#[derive(Clone, Debug, Default)]
struct Words {
    /// Whether many nodes were looked through for one. Then the second time pays for this.
    was_asked: OnceLock<()>,
    bits: OnceLock<Vec<u32>>,
}

impl Order {
    /// The order of an arena, if it has one.
    pub(crate) fn of(arena: &Arena) -> Option<Order> {
        let nodes = &arena.nodes;
        let mut ends = vec![0; nodes.len()];
        let mut is_ordered = true;
        let mut trees = 0;
        // A node comes before its children, and these in their order, each behind all that is in the one before. There are
        // no branches in here, so that this takes less time than following the links once.
        for (number, node) in nodes.iter().enumerate().skip(1).rev() {
            let in_last = ends.get(node.last as usize).copied().unwrap_or(0);
            let end = if node.last == 0 { number as u32 } else { in_last };
            ends[number] = end;
            is_ordered &= (node.first == 0) | (node.first > number as u32);
            is_ordered &= (node.last == 0) | (node.last > number as u32);
            is_ordered &= (node.next == 0) | (node.next > end);
            trees += u32::from(node.parent == 0);
        }
        if !is_ordered {
            return None;
        }
        let runs = if trees == 1 { vec![(1, nodes.len() as u32)] } else { runs(arena) };
        Some(Order { ends, runs, words: Words::default() })
    }

    /// The end of what follows `number` without a gap in the subtree at `top`; `None` if they are not in the root's tree.
    pub(crate) fn run_end(&self, number: u32, top: u32) -> Option<u32> {
        let index = self.runs.partition_point(|&(_, end)| end <= number);
        let &(start, end) = self.runs.get(index)?;
        let &last = self.ends.get(top as usize)?;
        (start <= number).then(|| end.min(last + 1))
    }
}

impl Order {
    /// Somebody looked at the attributes of many nodes.
    pub(crate) fn ask_for_words(&self) {
        self.words.was_asked.get_or_init(|| ());
    }

    /// An attribute is about to be changed.
    pub(crate) fn forget_words(&mut self) {
        self.words = Words::default();
    }

    /// Whether the bits, if they are known, are right.
    pub(crate) fn has_right_words(&self, arena: &Arena, source: &str) -> bool {
        let Some(bits) = self.words.bits.get() else { return true };
        bits.iter().zip(words(arena, source)).all(|(known, right)| *known == right)
    }

    /// The bits of all nodes, if they are known or worth it.
    pub(crate) fn words(&self, arena: &Arena, source: &str) -> Option<&[u32]> {
        self.words.was_asked.get()?;
        Some(self.words.bits.get_or_init(|| words(arena, source)))
    }
}

/// The bit of a class or an id. Case makes no difference, as it makes none in quirks mode.
pub(crate) fn word_bit(attribute: LocalName, word: &[u8]) -> u32 {
    let hash = |hash: u32, byte: &u8| (hash ^ u32::from(byte | 0x20)).wrapping_mul(0x0100_0193);
    1 << (word.iter().fold(attribute.index() as u32, hash).wrapping_mul(0x9e37_79b9) >> 27)
}

fn words(arena: &Arena, source: &str) -> Vec<u32> {
    let mut bits = vec![0; arena.nodes.len()];
    for (bits, node) in bits.iter_mut().zip(&arena.nodes).filter(|(_, node)| node.kind == NodeKind::Element) {
        if node.small == MANY {
            *bits = u32::MAX;
            continue;
        }
        let (start, len) = (node.data as usize, usize::from(node.small));
        for record in arena.attributes.get(start..start + len).unwrap_or_default() {
            if record.qualifier != 0 {
                continue;
            }
            let value = || arena.text.bytes(source, record.place());
            match LocalName::from_index(record.name as usize) {
                LocalName::ID => *bits |= word_bit(LocalName::ID, value()),
                LocalName::CLASS => {
                    let words = value().split(u8::is_ascii_whitespace);
                    *bits |= words.fold(0, |bits, word| bits | word_bit(LocalName::CLASS, word));
                }
                _ => {}
            }
        }
    }
    bits
}

/// The numbers of the nodes in the root's tree.
fn runs(arena: &Arena) -> Vec<(u32, u32)> {
    let mut is_in = vec![false; arena.nodes.len()];
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (number, node) in arena.nodes.iter().enumerate().skip(1) {
        let number = number as u32;
        // Parents come first.
        let is_in_tree = number == arena.root || is_in.get(node.parent as usize).copied().unwrap_or(false);
        if is_in_tree {
            is_in[number as usize] = true;
            match runs.last_mut() {
                Some((_, end)) if *end == number => *end += 1,
                _ => runs.push((number, number + 1)),
            }
        }
    }
    runs
}
