//! Compares two trees. Adjacent texts count as one text and empty texts are ignored, because markup cannot express the difference.

use crate::source::tree::Tree;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// The first nodes in which two trees differ. `wanted` or `found` is 0 if the wanted or the found tree has no node at this position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    pub(super) wanted: u32,
    pub(super) found: u32,
    pub(super) wanted_parent: u32,
    pub(super) found_parent: u32,
}

/// The siblings from `first` up to `end`, exclusive.
#[derive(Clone, Copy)]
pub(super) struct Siblings {
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) end: u32,
}

impl Siblings {
    pub(super) fn children_of(tree: Tree<'_>, parent: u32) -> Siblings {
        Siblings { parent, first: tree.first(parent), end: 0 }
    }
}

/// Compares siblings and their descendants. The order of attributes does not matter.
///
/// If `before`, the parsed tree, is given, elements in `found` may have additional namespace declarations, which the XML markup of new or moved
/// elements needs. They may not have declarations that were removed since the parse.
pub(super) fn difference(
    before: Option<Tree<'_>>,
    wanted: Tree<'_>,
    found: Tree<'_>,
    siblings: (Siblings, Siblings),
) -> Option<Difference> {
    let mut forests = vec![siblings];
    while let Some((wanted_siblings, found_siblings)) = forests.pop() {
        let (mut x, mut y) = (wanted_siblings.first, found_siblings.first);
        let (mut x_parent, mut y_parent) = (wanted_siblings.parent, found_siblings.parent);
        let mut depth = 0u32;
        loop {
            let at_top = |end: u32| if depth == 0 { end } else { 0 };
            let (x_end, y_end) = (at_top(wanted_siblings.end), at_top(found_siblings.end));
            x = skip_empty(wanted, x, x_end);
            y = skip_empty(found, y, y_end);
            if x == x_end && y == y_end {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                (x, y) = (wanted.next(x_parent), found.next(y_parent));
                (x_parent, y_parent) = (wanted.parent(x_parent), found.parent(y_parent));
                continue;
            }
            let here = Difference {
                wanted: if x == x_end { 0 } else { x },
                found: if y == y_end { 0 } else { y },
                wanted_parent: x_parent,
                found_parent: y_parent,
            };
            if here.wanted == 0 || here.found == 0 || wanted.kind(x) != found.kind(y) {
                return Some(here);
            }
            if wanted.kind(x) == NodeKind::Text {
                let ((x_text, x_next), (y_text, y_next)) = (run(wanted, x, x_end), run(found, y, y_end));
                if x_text != y_text {
                    return Some(here);
                }
                (x, y) = (x_next, y_next);
                continue;
            }
            if !is_same(before, wanted, x, found, y) {
                return Some(here);
            }
            if let (Some(x_root), Some(y_root)) = (wanted.arena.shadow_root(x), found.arena.shadow_root(y)) {
                forests.push((Siblings::children_of(wanted, x_root), Siblings::children_of(found, y_root)));
            }
            match wanted.first(x) == 0 && found.first(y) == 0 {
                true => (x, y) = (wanted.next(x), found.next(y)),
                false => {
                    depth += 1;
                    (x_parent, y_parent) = (x, y);
                    (x, y) = (wanted.first(x), found.first(y));
                }
            }
        }
    }
    None
}

fn skip_empty(tree: Tree<'_>, mut node: u32, end: u32) -> u32 {
    while node != end && node != 0 && tree.kind(node) == NodeKind::Text && tree.data(node).is_empty() {
        node = tree.next(node);
    }
    node
}

/// Returns the text of adjacent text nodes, and the node after them.
fn run<'a>(tree: Tree<'a>, first: u32, end: u32) -> (Cow<'a, str>, u32) {
    let mut text = Cow::Borrowed(tree.data(first));
    let mut next = tree.next(first);
    while next != end && next != 0 && tree.kind(next) == NodeKind::Text {
        text.to_mut().push_str(tree.data(next));
        next = tree.next(next);
    }
    (text, next)
}

/// Whether two nodes of the same kind are equal, ignoring their children.
fn is_same(before: Option<Tree<'_>>, wanted: Tree<'_>, x: u32, found: Tree<'_>, y: u32) -> bool {
    match wanted.kind(x) {
        NodeKind::Element => is_same_element(wanted, x, found, y) && has_same_attributes(before, wanted, x, found, y),
        NodeKind::Doctype => wanted.arena.doctype(x).map(Doctype::of) == found.arena.doctype(y).map(Doctype::of),
        NodeKind::ProcessingInstruction => wanted.name(x) == found.name(y) && wanted.data(x) == found.data(y),
        _ => wanted.data(x) == found.data(y),
    }
}

/// The name and the identifiers of a doctype. A missing one counts as empty.
#[derive(PartialEq)]
struct Doctype<'a>(&'a str, &'a str, &'a str);

impl Doctype<'_> {
    fn of(data: &crate::storage::extras::DoctypeData) -> Doctype<'_> {
        Doctype(
            data.name.as_deref().unwrap_or_default(),
            data.public_id.as_deref().unwrap_or_default(),
            data.system_id.as_deref().unwrap_or_default(),
        )
    }
}

fn is_same_element(wanted: Tree<'_>, x: u32, found: Tree<'_>, y: u32) -> bool {
    let (x_node, y_node) = (wanted.node(x), found.node(y));
    fn qualifier<'a>(tree: Tree<'a>, number: u32) -> (&'a str, &'a str) {
        let own = tree.arena.qualifiers.own(tree.arena.qualifiers.of_element(number));
        own.map_or(("", ""), |own| (own.prefix, own.namespace_url))
    }
    // Whether a `template` has children in addition to its contents. `None` if the node limit prevented its contents.
    let has_own_children = |node: &Node| node.flags().contains(NodeFlags::TEMPLATE_CONTENTS).then(|| node.first() != 0);
    let shadow = |tree: Tree<'_>, number| tree.arena.shadow_root(number).map(|root| tree.arena.shadow_root_init(root));
    x_node.namespace() == y_node.namespace()
        && wanted.has_name_of(x, found, y)
        && (x_node.namespace() != Namespace::Other && wanted.arena.xml.is_none()
            || qualifier(wanted, x) == qualifier(found, y))
        && has_own_children(x_node) == has_own_children(y_node)
        && shadow(wanted, x) == shadow(found, y)
}

pub(super) fn namespace_url<'a>(tree: Tree<'a>, element: u32) -> &'a str {
    let own = tree.arena.qualifiers.own(tree.arena.qualifiers.of_element(element));
    own.map_or(tree.node(element).namespace().url(), |own| own.namespace_url)
}

/// Whether two elements have the same attributes, apart from namespace declarations that XML markup needs.
fn has_same_attributes(before: Option<Tree<'_>>, wanted: Tree<'_>, x: u32, found: Tree<'_>, y: u32) -> bool {
    /// Up to this number of attributes, comparing all pairs is faster than sorting.
    const FEW: usize = 16;

    type Key<'a> = (&'a str, &'a str, &'a str, &'a str);
    fn key<'a>(tree: Tree<'a>, record: &AttributeRecord) -> Key<'a> {
        let qualifier = record.is_qualified().then(|| tree.arena.qualifiers.of_attribute(record, &tree.arena.names));
        let (url, prefix) = qualifier.map_or(("", ""), |qualifier| (qualifier.namespace_url, qualifier.prefix));
        (tree.arena.names.text(tree.arena.qualifiers.local_name(record)), url, prefix, tree.value(record))
    }
    let (of_x, of_y) = (wanted.attributes(x), found.attributes(y));
    let (x_count, y_count) = (of_x.clone().count(), of_y.clone().count());
    let is_same = |(one, other): (&AttributeRecord, &AttributeRecord)| {
        // The numbers of known names are the same in both trees.
        one.name == other.name && (one.name as usize) < LocalName::COUNT && wanted.value(one) == found.value(other)
    };
    if x_count == y_count && of_x.clone().zip(of_y.clone()).all(is_same) {
        return true;
    }
    if x_count == y_count && x_count <= FEW {
        // The names of an element's attributes are unique.
        return of_x.clone().all(|one| of_y.clone().any(|other| key(wanted, one) == key(found, other)));
    }
    let mut x_keys: Vec<Key<'_>> = of_x.map(|one| key(wanted, one)).collect();
    let mut y_keys: Vec<Key<'_>> = of_y.map(|one| key(found, one)).collect();
    x_keys.sort_unstable();
    if let Some(before) = before.filter(|_| wanted.arena.xml.is_some()) {
        let former = before.is_parsed(x).then(|| before.attributes(x).map(|was| key(before, was)));
        let mut had: Vec<Key<'_>> = former.into_iter().flatten().chain(x_keys.iter().copied()).collect();
        had.sort_unstable();
        y_keys.retain(|&(name, url, ..)| {
            let at = had.partition_point(|&(known, known_url, ..)| (known, known_url) < (name, url));
            url != Namespace::XmlNs.url() || had.get(at).is_some_and(|had| (had.0, had.1) == (name, url))
        });
    }
    y_keys.sort_unstable();
    x_keys == y_keys
}
