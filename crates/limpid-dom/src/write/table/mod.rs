//! Writes tables: their rows, header, texts and CSV.

mod layout;
mod text;

pub use text::TableText;

use crate::read::node_ref::NodeRef;
use crate::read::table::{Table, TableCell};
use crate::write::rendering::{Rendering, html_name};
use limpid_markup::LocalName;
use std::collections::BinaryHeap;

/// A position in a row of a [`Table`]: [`Table::rows`].
///
/// ```
/// use limpid::TableSlot;
/// let document = limpid::parse("<table><tr><td rowspan=2>Green<td>Sencha<tr><td>Matcha<tr><td>Black</table>");
/// let table = document.tables().next().unwrap();
/// let show = |slot| match slot {
///     TableSlot::Cell(cell) => cell.element().inner_text(),
///     TableSlot::Spanned(cell) => format!("({})", cell.element().inner_text()),
///     TableSlot::Empty => String::new(),
/// };
/// let rows: Vec<Vec<_>> = table.rows().map(|row| row.into_iter().map(show).collect()).collect();
/// assert_eq!(rows, [["Green", "Sencha"], ["(Green)", "Matcha"], ["Black", ""]]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSlot<'t, 'd> {
    /// A cell that starts at this position.
    Cell(&'t TableCell<'d>),
    /// A cell that spans this position from above or from the left.
    Spanned(&'t TableCell<'d>),
    /// A position without a cell.
    Empty,
}

impl<'d> Table<'d> {
    /// Returns the table as it is displayed by the [standard's style sheet](https://html.spec.whatwg.org/multipage/rendering.html). Captions, row
    /// groups, rows and cells that are not rendered, such as `hidden` ones, are left out, and later ones move up.
    ///
    /// It forms a new table, and takes as much time as [`NodeRef::table`].
    ///
    /// ```
    /// let document = limpid::parse("<table><tr hidden><td>Draft<tr><td>Tea</table>");
    /// let table = document.tables().next().unwrap();
    /// assert_eq!((table.height(), table.rendered().height()), (2, 1));
    /// ```
    #[inline]
    pub fn rendered(&self) -> Table<'d> {
        Table::rendered_in(self.element(), Rendering::of(self.element()).0)
    }

    /// Forms the table of an element, without the parts that are not rendered. `rendering` is the rendering of the element.
    #[inline]
    pub(crate) fn rendered_in(element: NodeRef<'d>, rendering: Rendering) -> Table<'d> {
        Table::form(element, |part| is_rendered(part, element, rendering))
    }

    /// Returns the rows, each with a position for each column. Rows and columns in which no cell starts are left out, because they would only
    /// repeat spanned cells. Where cells overlap, a position belongs to the first of them.
    ///
    /// Time and output grow with the number of cells and do not depend on `colspan` and `rowspan`: there are at most 64 positions for each
    /// cell, plus 10,000. If full rows exceed this limit, each row ends at its last non-empty position. If even these rows exceed it, for
    /// example because many cells span rows with few cells, each row consists only of the cells that start in it.
    ///
    /// ```
    /// use limpid::TableSlot;
    /// let document = limpid::parse("<table><tr><th colspan=3>Tea<tr><td>Sencha<td>4</table>");
    /// let table = document.tables().next().unwrap();
    /// let rows: Vec<_> = table.rows().collect();
    /// // No cell starts in the third column.
    /// assert_eq!((rows.len(), rows[0].len()), (2, 2));
    /// assert_eq!(rows[0][1], TableSlot::Spanned(&table.cells()[0]));
    /// ```
    #[inline]
    pub fn rows(&self) -> impl Iterator<Item = Vec<TableSlot<'_, 'd>>> {
        let rows = || self.cells().chunk_by(|a, b| a.row() == b.row());
        let mut columns = self.starting_columns();
        let mut lengths = vec![columns.len(); rows().count()];
        let sum = |lengths: &[usize]| lengths.iter().fold(0, |sum: usize, length| sum.saturating_add(*length));
        if !self.is_small_enough(sum(&lengths)) {
            lengths = self.filled_lengths(&columns);
            if !self.is_small_enough(sum(&lengths)) {
                columns.clear();
            }
        }
        let mut lengths = lengths.into_iter();
        // For each column, the cell that ends in the last row, among all cells so far that cover the column.
        let mut spanning: Vec<Option<&TableCell<'d>>> = vec![None; columns.len()];
        rows().map(move |starting| {
            if columns.is_empty() {
                return starting.iter().map(TableSlot::Cell).collect();
            }
            let (row, length) = (starting[0].row(), lengths.next().unwrap_or(0));
            let from_above = |cell: &Option<&'_ TableCell<'d>>| cell.is_some_and(|cell| row < cell.rows().end);
            let mut slots: Vec<_> = spanning[..length]
                .iter()
                .map(|cell| match cell.filter(|_| from_above(cell)) {
                    Some(cell) => TableSlot::Spanned(cell),
                    None => TableSlot::Empty,
                })
                .collect();
            for cell in starting {
                let first = columns.partition_point(|&column| column < cell.column());
                let end = first + columns[first..].iter().take_while(|&&column| column < cell.columns().end).count();
                slots[first] = TableSlot::Cell(cell);
                for at in first..end {
                    if slots[at] == TableSlot::Empty {
                        slots[at] = TableSlot::Spanned(cell);
                    }
                    if spanning[at].is_none_or(|earlier| earlier.rows().end < cell.rows().end) {
                        spanning[at] = Some(cell);
                    }
                }
            }
            slots
        })
    }

    /// Returns the number of positions of each row up to its last non-empty one. `columns` are the columns in which cells start.
    #[inline]
    fn filled_lengths(&self, columns: &[u64]) -> Vec<usize> {
        // The ends of the cells that have started so far, the rightmost one first.
        let mut ends = BinaryHeap::new();
        let length = |row: &[TableCell<'d>]| {
            ends.extend(
                row.iter().map(|cell| (columns.partition_point(|&it| it < cell.columns().end), cell.rows().end)),
            );
            while ends.peek().is_some_and(|(_, end)| *end <= row[0].row()) {
                ends.pop();
            }
            ends.peek().map_or(0, |(length, _)| *length)
        };
        self.cells().chunk_by(|a, b| a.row() == b.row()).map(length).collect()
    }

    /// Returns the number of leading [`rows`](Self::rows) that form the header: the rows of a `thead` or, if there are none, the rows in
    /// which all cells are `th` elements. If these are all rows of the table, only the first one is the header.
    ///
    /// ```
    /// let rows = |page| limpid::parse(page).tables().next().unwrap().header_rows();
    /// assert_eq!(rows("<table><thead><tr><td>Name<tr><td>first<tbody><tr><td>Ann</table>"), 2);
    /// assert_eq!(rows("<table><tr><th>Name<th>Age<tr><th>Ann<td>30</table>"), 1);
    /// assert_eq!(rows("<table><tr><td>Ann<td>30</table>"), 0);
    /// ```
    #[inline]
    pub fn header_rows(&self) -> usize {
        let rows = || self.cells().chunk_by(|a, b| a.row() == b.row());
        let head = self.row_groups().first().filter(|(group, _)| group.is_html(LocalName::THEAD));
        let in_head = head.map_or(0, |(_, head)| rows().take_while(|row| head.contains(&row[0].row())).count());
        let count = match in_head {
            0 => rows().take_while(|row| row.iter().all(TableCell::is_header)).count(),
            _ => in_head,
        };
        if count == rows().count() { count.min(1) } else { count }
    }
}

/// Whether a part of a table is rendered, provided that its ancestors in the table are rendered.
#[inline]
fn is_rendered(part: NodeRef<'_>, table: NodeRef<'_>, rendering: Rendering) -> bool {
    if matches!(html_name(part), LocalName::COL | LocalName::COLGROUP) {
        return true;
    }
    // A cell is in a row, which may be in a row group.
    let ancestors: Vec<NodeRef<'_>> = part.ancestors().take_while(|node| *node != table).collect();
    let own = ancestors.into_iter().rev().fold(rendering, Rendering::child).child(part);
    // A cell takes up its position even if its content is skipped.
    own.is_rendered() && (!own.is_replaced() || matches!(html_name(part), LocalName::TD | LocalName::TH))
}
