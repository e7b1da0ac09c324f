//! Tables: which are tables of data, and how wide.

use super::role::{Role, shown_role};
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Edge;
use crate::write::rendering::html_name;
use limpid_markup::LocalName;

/// The number of bytes of text in a cell of a table of data at most, as it is one line.
const LONGEST_CELL: usize = 1_000;

/// Rows of wider tables are not padded to their width, so that the output is linear: a parser pads them.
pub(super) const WIDEST_PADDED: u32 = 64;

/// A row that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The number of its cells so far.
    pub(super) cells: u32,
    pub(super) columns: u32,
    pub(super) is_header: bool,
}

/// Returns the number of columns of a table of data, those that span several counted once; `None` if it is not one.
#[inline]
pub(super) fn columns(table: NodeRef<'_>, scripting: bool) -> Option<u32> {
    let rows = table.child_elements().flat_map(|part| {
        let is_row = html_name(part) == LocalName::TR;
        part.child_elements().filter(move |_| !is_row).chain(is_row.then_some(part))
    });
    let (mut columns, mut has_header) = (0, false);
    for row in rows.filter(|&row| shown_role(row, scripting) == Role::Row) {
        let cells = || row.child_elements().filter(|&cell| shown_role(cell, scripting) == Role::Cell);
        // There are no more than nodes.
        columns = columns.max(cells().count() as u32);
        has_header |= cells().any(|cell| html_name(cell) == LocalName::TH);
    }
    let is_layout = table.attribute("role").is_some_and(|role| matches!(role.trim(), "presentation" | "none"));
    (columns > 1 && !is_layout && (has_header || may_be_data(table, scripting))).then_some(columns)
}

/// Whether a table without header cells may be one of data: not if it has blocks that no cell can have, or more text in a cell
/// than fits in a line.
///
/// Each of several nested tables is looked through only up to the next one, so that this is linear.
#[inline]
fn may_be_data(table: NodeRef<'_>, scripting: bool) -> bool {
    let mut length = 0;
    let mut events = table.traverse();
    events.next();
    while let Some(event) = events.next() {
        let Edge::Enter(node) = event else { continue };
        let role = Role::of(node.node());
        match role {
            _ if !role.is_rendered(node, node.node(), scripting) => events.skip_children(),
            Role::Cell if html_name(node) == LocalName::TD => length = 0,
            Role::Table | Role::Quote | Role::Rule | Role::Heading => return false,
            _ => length += node.text().unwrap_or_default().len(),
        }
        if length > LONGEST_CELL {
            return false;
        }
    }
    true
}
