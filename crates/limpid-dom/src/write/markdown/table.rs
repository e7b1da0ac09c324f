//! Tables: which are tables of data, and how wide.

use crate::read::node_ref::NodeRef;
use crate::read::traverse::Event;
use crate::write::rendering::{html_name, is_cell, is_rendered};
use limpid_markup::LocalName;

/// The number of bytes that a cell of a table of data has at most, as it is one line.
const LONGEST_CELL: usize = 500;

/// Rows of wider tables are not padded to their width, so that the output is linear: a parser pads them.
pub(super) const WIDEST_PADDED: usize = 64;

/// A row that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The number of its cells so far.
    pub(super) cells: usize,
    /// The number of the table's columns.
    pub(super) columns: usize,
    pub(super) is_header: bool,
}

/// Returns the number of columns of a table of data, those that span several counted once; `None` if it is not one.
pub(super) fn columns(table: NodeRef<'_>, scripting: bool) -> Option<usize> {
    let rows = table.child_elements().flat_map(|part| {
        let is_row = html_name(part) == LocalName::TR;
        part.child_elements().filter(move |_| !is_row).chain(is_row.then_some(part))
    });
    let rows = rows.filter(|&row| html_name(row) == LocalName::TR && is_rendered(row, scripting));
    let is_counted = |cell: &NodeRef<'_>| is_cell(*cell) && is_rendered(*cell, scripting);
    let columns = rows.map(|row| row.child_elements().filter(is_counted).count()).max().unwrap_or(0);
    (columns > 1 && !is_layout(table, scripting)).then_some(columns)
}

/// Whether a table only places what is in it: it says so, it has blocks that no cell can have, or more text than fits in a
/// line.
///
/// Of nested tables, each is looked through only up to the next one, so that this is linear.
fn is_layout(table: NodeRef<'_>, scripting: bool) -> bool {
    if table.attribute("role").is_some_and(|role| matches!(role.trim(), "presentation" | "none")) {
        return true;
    }
    let mut length = 0;
    let mut events = table.traverse();
    events.next();
    while let Some(event) = events.next() {
        let Event::Enter(node) = event else { continue };
        match html_name(node) {
            _ if !is_rendered(node, scripting) => events.skip_children(),
            LocalName::TD | LocalName::TH => length = 0,
            LocalName::TABLE | LocalName::BLOCKQUOTE | LocalName::HR => return true,
            LocalName::H1 | LocalName::H2 | LocalName::H3 | LocalName::H4 | LocalName::H5 | LocalName::H6 => {
                return true;
            }
            _ => length += node.text().unwrap_or_default().len(),
        }
        if length > LONGEST_CELL {
            return true;
        }
    }
    false
}
