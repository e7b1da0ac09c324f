//! Verifies that parsing the edited source builds the tree of the document.

use crate::read::document::Document;
use crate::source::changes::{Changes, Unwritable};
use crate::source::compare::{Difference, Siblings, difference, namespace_url};
use crate::source::error::{SourceError, SourceRule};
use crate::source::region::Region;
use crate::source::tag::Edit;
use crate::source::tree::Tree;
use crate::storage::node::NodeKind;
use limpid_markup::Span;

/// The edits for the changes of a document.
#[derive(Default)]
pub(super) struct Written {
    pub(super) edits: Vec<Edit>,
    pub(super) unwritable: Vec<Unwritable>,
    pub(super) regions: Vec<Region>,
    /// Spans of old markup to remove that are outside of the regions.
    pub(super) outside: Vec<Span>,
    /// Elements whose tags were edited.
    pub(super) attributes: Vec<u32>,
}

/// Parses the edited source, and compares the new tree and quirks mode with the document.
///
/// # Errors
/// The node that differs, and the error.
pub(super) fn check(
    document: &Document<'_>,
    before: Tree<'_>,
    source: &str,
    changes: &Changes,
) -> Result<(), (u32, SourceError)> {
    let root = document.arena.root;
    let fail = |node: u32, rule| Err((node, SourceError { node: document.arena.id(node), rule }));
    let Some(parsed) = document.parse_again(source) else { return fail(root, SourceRule::NoSource) };
    let (now, found) = (Tree::now(document), Tree::now(&parsed));
    let siblings = (Siblings::children_of(now, root), Siblings::children_of(found, parsed.arena.root));
    match difference(Some(before), now, found, siblings) {
        None if parsed.quirks_mode() == document.quirks_mode() => Ok(()),
        None => {
            let doctype = now.children(root).find(|&child| now.kind(child) == NodeKind::Doctype);
            fail(doctype.unwrap_or(root), SourceRule::QuirksMode { found: parsed.quirks_mode() })
        }
        Some(difference) => {
            let (node, rule) = explain(now, found, difference, changes);
            fail(node, rule)
        }
    }
}

/// Whether two texts are parsed to the same tree.
pub(super) fn parses_alike(document: &Document<'_>, one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (document.parse_again(one), document.parse_again(other)) else { return false };
    if one.quirks_mode() != other.quirks_mode() {
        return false;
    }
    let (one, other) = (Tree::now(&one), Tree::now(&other));
    let siblings = [one, other].map(|tree| Siblings::children_of(tree, tree.arena.root));
    difference(None, one, other, siblings.into()).is_none()
}

/// Finds the node to report for a difference, and the rule that it breaks.
fn explain(wanted: Tree<'_>, found: Tree<'_>, difference: Difference, changes: &Changes) -> (u32, SourceRule) {
    let Difference { wanted: x, found: y, wanted_parent, found_parent } = difference;
    let is_like = |x: u32, y: u32| {
        x != 0
            && y != 0
            && wanted.kind(x) == found.kind(y)
            && if wanted.is_element(x) { wanted.name(x) == found.name(y) } else { wanted.data(x) == found.data(y) }
    };
    let elsewhere = |node: u32| {
        let parent = Some(found.parent(node)).filter(|&parent| found.is_element(parent));
        SourceRule::OtherParent { parent: parent.and_then(|parent| name(found, parent)) }
    };
    if is_like(x, y) && wanted.is_element(x) && namespace_url(wanted, x) != namespace_url(found, y) {
        return (x, SourceRule::Namespace { found: namespace_url(found, y).to_owned() });
    }
    if is_like(x, y) {
        return (x, SourceRule::Different { found: name(found, y) });
    }
    // The parser may have put a changed node here that belongs elsewhere.
    let new = wanted.parsed_nodes()..wanted.arena.nodes.len() as u32;
    let changed = changes.changed.iter().copied().chain(new).filter(|&node| wanted.parent(node) != 0);
    let is_wanted_later = x == 0 || is_like(x, found.next(y));
    // `min`, because the set has no order.
    if let Some(node) = changed.filter(|&node| is_wanted_later && is_like(node, y)).min() {
        return (node, elsewhere(y));
    }
    if x == 0 {
        return (wanted_parent, SourceRule::Different { found: name(found, y) });
    }
    // A node that the parser moves is usually close to this place. If it is a text, it may now be a part of another text.
    let next = if y == 0 { found.next_after(found_parent, 0) } else { found.next_in(y, 0) };
    let following =
        std::iter::successors(Some(next), |&node| Some(found.next_in(node, 0))).take_while(|&node| node != 0);
    let ancestors = found.ancestors(y).chain([found_parent]).chain(found.ancestors(found_parent));
    let mut near = following.take(8).chain(ancestors.flat_map(|node| [node, found.next(node)]));
    let is_part = |node: u32| {
        node != 0
            && wanted.kind(x) == NodeKind::Text
            && found.kind(node) == NodeKind::Text
            && found.data(node).contains(wanted.data(x))
    };
    match near.find(|&node| is_like(x, node) || is_part(node)) {
        Some(node) => (x, elsewhere(node)),
        None if y == 0 => (x, SourceRule::Dropped),
        None => (x, SourceRule::Different { found: name(found, y) }),
    }
}

fn name(tree: Tree<'_>, node: u32) -> Option<String> {
    let name = match tree.kind(node) {
        _ if node == 0 => return None,
        NodeKind::Element => tree.name(node),
        NodeKind::Text => "#text",
        NodeKind::Comment => "#comment",
        NodeKind::ProcessingInstruction => "#processing-instruction",
        NodeKind::Doctype => "#doctype",
        _ => "#document",
    };
    Some(name.to_owned())
}
