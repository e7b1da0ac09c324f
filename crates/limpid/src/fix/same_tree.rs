use crate::{Document, Edge, NodeRef};
use std::collections::HashSet;

/// Attribute values of at least this length in bytes are compared only once. The clones of a formatting element share the memory of their
/// values, so the addresses identify a pair that was compared before.
const MIN_CACHED_LEN: usize = 64;

/// Returns whether two documents have the same nodes, including template contents and shadow roots.
#[doc(hidden)]
#[must_use]
pub fn are_same(one: &Document<'_>, other: &Document<'_>) -> bool {
    let mut known_equal = HashSet::new();
    let mut are_equal = |one: &str, other: &str| {
        let is_known =
            one.len() >= MIN_CACHED_LEN && one.len() == other.len() && known_equal.contains(&addresses(one, other));
        let are_equal = is_known || one == other;
        if are_equal && one.len() >= MIN_CACHED_LEN {
            known_equal.insert(addresses(one, other));
        }
        are_equal
    };
    let mut trees = vec![(one.root(), other.root())];
    while let Some((one, other)) = trees.pop() {
        let (mut ones, mut others) = (one.traverse(), other.traverse());
        loop {
            match (ones.next(), others.next()) {
                (None, None) => break,
                (Some(Edge::Enter(one)), Some(Edge::Enter(other)))
                    if are_same_without_content(one, other, &mut are_equal) =>
                {
                    for inner in [NodeRef::template_contents, NodeRef::shadow_root] {
                        match (inner(one), inner(other)) {
                            (None, None) => {}
                            (Some(one), Some(other)) => trees.push((one, other)),
                            _ => return false,
                        }
                    }
                }
                (Some(Edge::Leave(_)), Some(Edge::Leave(_))) => {}
                _ => return false,
            }
        }
    }
    true
}

/// Returns the addresses and the length of two values of equal length.
fn addresses(one: &str, other: &str) -> (usize, usize, usize) {
    (one.as_ptr().addr(), other.as_ptr().addr(), one.len())
}

/// Whether two nodes are the same, apart from their content.
fn are_same_without_content(
    one: NodeRef<'_>,
    other: NodeRef<'_>,
    are_equal: &mut impl FnMut(&str, &str) -> bool,
) -> bool {
    let name = |node: NodeRef<'_>| (node.kind(), node.namespace());
    name(one) == name(other)
        && (one.prefix(), one.local_name()) == (other.prefix(), other.local_name())
        && (one.text(), one.comment()) == (other.text(), other.comment())
        && one.processing_instruction() == other.processing_instruction()
        && one.doctype() == other.doctype()
        && one.shadow_root_init() == other.shadow_root_init()
        && one.attributes().len() == other.attributes().len()
        && one.attributes().zip(other.attributes()).all(|(one, other)| {
            (one.namespace_url(), one.prefix(), one.local_name())
                == (other.namespace_url(), other.prefix(), other.local_name())
                && are_equal(one.value(), other.value())
        })
}
