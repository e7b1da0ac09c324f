//! The law: a parser gets the document from what is written.

use crate::html_setters::Markup;
use crate::read::document::Document;
use crate::source::compare::{Difference, Siblings, difference};
use crate::source::error::{SourceError, SourceRule};
use crate::source::plan::{Plan, Unwritable};
use crate::source::tag::Edit;
use crate::source::tree::Tree;
use crate::source::window::Window;
use crate::storage::node::NodeKind;
use limpid_markup::Span;

/// The edits for the changes of a document.
#[derive(Default)]
pub(super) struct Written {
    pub(super) edits: Vec<Edit>,
    pub(super) unwritable: Vec<Unwritable>,
    /// Windows, with the part of the source that each is for.
    pub(super) windows: Vec<(Window, Span)>,
    /// Elements whose tags were edited.
    pub(super) attributes: Vec<u32>,
}

/// Whether rules tell that a parser gets the document.
pub(super) fn is_known(_written: &Written, _before: Tree<'_>, _now: Tree<'_>, _plan: &Plan) -> bool {
    false
}

/// Parses what is written, and compares.
///
/// # Errors
/// The node that the parser does not get, and the rule.
pub(super) fn compare<L>(document: &Document<'_>, source: &str) -> Result<(), (u32, SourceError)>
where
    str: Markup<L>,
{
    let root = document.arena.root;
    let refused = |node: u32, rule| Err((node, SourceError { node: document.arena.id(node), rule }));
    let Ok(parsed) = source.parse_again(document) else { return refused(root, SourceRule::NoSource) };
    let (now, found) = (Tree::now(document), Tree::now(&parsed));
    let siblings = (Siblings::children_of(now, root), Siblings::children_of(found, parsed.arena.root));
    match difference(now, found, siblings) {
        None => Ok(()),
        Some(difference) => {
            let node = if difference.wanted == 0 { difference.wanted_parent } else { difference.wanted };
            refused(node, rule(now, found, difference))
        }
    }
}

/// Names the rule that is in the way.
fn rule(wanted: Tree<'_>, found: Tree<'_>, difference: Difference) -> SourceRule {
    let Difference { wanted: x, found: y, found_parent, .. } = difference;
    let is_like = |y: u32| y != 0 && wanted.kind(x) == found.kind(y) && wanted.name(x) == found.name(y);
    if x == 0 || is_like(y) {
        return SourceRule::Different { found: name(found, y) };
    }
    // What the parser put elsewhere most often comes right behind.
    let behind = match y {
        0 => found.next_after(found_parent, 0),
        y => found.next_in(y, 0),
    };
    let elsewhere = [behind].into_iter().find(|&node| is_like(node)).or_else(|| {
        let around = found.ancestors(y).chain([found_parent]).chain(found.ancestors(found_parent));
        around.flat_map(|node| [node, found.next(node)]).find(|&node| is_like(node))
    });
    match elsewhere {
        Some(node) => SourceRule::Elsewhere {
            parent: Some(found.parent(node))
                .filter(|&parent| found.is_element(parent))
                .and_then(|parent| name(found, parent)),
        },
        None if y == 0 => SourceRule::Dropped,
        None => SourceRule::Different { found: name(found, y) },
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
