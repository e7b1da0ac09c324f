//! The algorithm for [forming a table](https://html.spec.whatwg.org/multipage/tables.html#forming-a-table).

use super::covered_columns::CoveredColumns;
use super::{Table, TableCell};
use crate::read::node_ref::NodeRef;
use core::mem;
use limpid_markup::LocalName;
use std::sync::OnceLock;

/// The maximum `colspan` and `span`.
const MAX_COLSPAN: u64 = 1_000;

/// The maximum `rowspan`.
const MAX_ROWSPAN: u64 = 65_534;

impl<'d> Table<'d> {
    /// [Forms the table](https://html.spec.whatwg.org/multipage/tables.html#forming-a-table) of a `table` element. Skips captions, row
    /// groups, rows and cells for which `is_included` returns false, and their content.
    #[inline]
    pub(crate) fn form(element: NodeRef<'d>, is_included: impl Fn(NodeRef<'d>) -> bool) -> Table<'d> {
        let mut builder = TableBuilder::new(element, is_included);
        builder.run();
        builder.table
    }
}

struct TableBuilder<'d, F> {
    table: Table<'d>,
    is_included: F,
    /// The standard's *y<sub>current</sub>*.
    row: u64,
    /// The indices of the [downward-growing cells](https://html.spec.whatwg.org/multipage/tables.html#downward-growing-cells).
    growing: Vec<usize>,
    covered: CoveredColumns,
}

impl<'d, F: Fn(NodeRef<'d>) -> bool> TableBuilder<'d, F> {
    #[inline]
    fn new(element: NodeRef<'d>, is_included: F) -> Self {
        let table = Table {
            element,
            caption: None,
            width: 0,
            height: 0,
            cells: Vec::new(),
            rows: Vec::new(),
            row_groups: Vec::new(),
            column_groups: Vec::new(),
            has_overlap: false,
            headers: OnceLock::new(),
        };
        TableBuilder { table, is_included, row: 0, growing: Vec::new(), covered: CoveredColumns::new() }
    }

    #[inline]
    fn run(&mut self) {
        // "Let pending tfoot elements be a list of tfoot elements, initially empty."
        let mut pending = Vec::new();
        let mut has_rows = false;
        for child in self.table.element.child_elements() {
            let name = html_name(child);
            let is_part = matches!(
                name,
                LocalName::CAPTION | LocalName::TR | LocalName::THEAD | LocalName::TBODY | LocalName::TFOOT
            );
            match name {
                // "Column groups": only those before all rows.
                LocalName::COLGROUP if !has_rows => self.process_column_group(child),
                _ if !is_part || !(self.is_included)(child) => {}
                // "Associate the first caption element child of the table element with the table."
                LocalName::CAPTION => self.table.caption = self.table.caption.or(Some(child)),
                LocalName::TR => {
                    has_rows = true;
                    self.process_row(child);
                }
                _ => {
                    has_rows = true;
                    // "Run the algorithm for ending a row group."
                    self.end_row_group();
                    match name {
                        LocalName::TFOOT => pending.push(child),
                        _ => self.process_row_group(child),
                    }
                }
            }
        }
        // "End: For each tfoot element in the list of pending tfoot elements, in tree order, run the algorithm for processing row groups."
        pending.into_iter().for_each(|group| self.process_row_group(group));
        self.fix_growing_cells();
    }

    /// The steps labeled "column groups".
    #[inline]
    fn process_column_group(&mut self, group: NodeRef<'d>) {
        let start = self.table.width;
        let mut columns = group.child_elements().filter(|&child| html_name(child) == LocalName::COL).peekable();
        let width = match columns.peek() {
            Some(_) => columns.map(|column| span(column, LocalName::SPAN)).sum(),
            None => span(group, LocalName::SPAN),
        };
        self.table.width += width;
        self.table.column_groups.push((group, start..self.table.width));
    }

    /// The [algorithm for processing row groups](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-row-groups).
    #[inline]
    fn process_row_group(&mut self, group: NodeRef<'d>) {
        let start = self.table.height;
        for child in group.child_elements() {
            if html_name(child) == LocalName::TR && (self.is_included)(child) {
                self.process_row(child);
            }
        }
        if self.table.height > start {
            self.table.row_groups.push((group, start..self.table.height));
        }
        self.end_row_group();
    }

    /// The [algorithm for ending a row group](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-ending-a-row-group).
    #[inline]
    fn end_row_group(&mut self) {
        self.row = self.table.height;
        self.fix_growing_cells();
        // No cell reaches beyond the rows of its group.
        self.covered.clear();
    }

    /// Sets the final heights of the downward-growing cells: the result of the [algorithm for growing
    /// them](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-growing-downward-growing-cells) in each row.
    #[inline]
    fn fix_growing_cells(&mut self) {
        for index in mem::take(&mut self.growing) {
            let cell = &mut self.table.cells[index];
            cell.height = self.row - cell.row;
        }
    }

    /// The [algorithm for processing rows](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows).
    #[inline]
    fn process_row(&mut self, row_element: NodeRef<'d>) {
        let (table, row) = (&mut self.table, self.row);
        table.rows.push((row_element, row));
        // "If yheight is equal to ycurrent, then increase yheight by 1."
        table.height = table.height.max(row + 1);
        let mut column = 0;
        for element in row_element.child_elements() {
            if !matches!(html_name(element), LocalName::TD | LocalName::TH) || !(self.is_included)(element) {
                continue;
            }
            // "Cells: While xcurrent is less than xwidth and the slot with coordinate (xcurrent, ycurrent) already has a cell assigned
            // to it, increase xcurrent by 1."
            column = self.covered.first_free(column, row);
            let width = span(element, LocalName::COLSPAN);
            let rowspan = integer(element, LocalName::ROWSPAN).unwrap_or(1).min(MAX_ROWSPAN);
            // "If rowspan is zero, then set cell grows downward to true and set rowspan to 1."
            let (grows, height) = (rowspan == 0, rowspan.max(1));
            let cell = TableCell { element, column, row, width, height };
            table.width = table.width.max(column + width);
            table.height = table.height.max(row + height);
            // The first slot of a cell is free.
            table.has_overlap |= width > 1 && self.covered.is_covered(&cell.columns(), row);
            if grows {
                self.growing.push(table.cells.len());
            }
            if grows || height > 1 {
                self.covered.cover(&cell.columns(), if grows { u64::MAX } else { row + height });
            }
            table.cells.push(cell);
            column += width;
        }
        self.row += 1;
    }
}

/// Returns the name of an HTML element; [`LocalName::UNKNOWN`] for other nodes.
#[inline]
fn html_name(node: NodeRef<'_>) -> LocalName {
    if node.node().is_html_element() { node.name() } else { LocalName::UNKNOWN }
}

/// Returns the number of columns of a cell or a `col`: 1 if the attribute is absent, zero or not a number.
#[inline]
fn span(element: NodeRef<'_>, name: LocalName) -> u64 {
    integer(element, name).unwrap_or(0).clamp(1, MAX_COLSPAN)
}

/// Parses an attribute by the [rules for parsing non-negative
/// integers](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers).
#[inline]
fn integer(element: NodeRef<'_>, name: LocalName) -> Option<u64> {
    let text = element.attribute_by_name(name)?.as_bytes().trim_ascii_start();
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let value = digits.fold(None, |value: Option<u64>, digit| {
        Some(value.unwrap_or(0).saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    })?;
    (!is_negative || value == 0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that forming the table of a page takes few steps and few nodes of the segment tree for each cell.
    fn assert_few_steps(page: &str) {
        let document = crate::parse(page);
        let element = document.descendants().find(|node| node.is_html(LocalName::TABLE)).unwrap();
        let mut builder = TableBuilder::new(element, |_| true);
        builder.run();
        let cells = builder.table.cells.len();
        assert!(cells >= 10_000);
        // For each cell, the tree is searched once and updated once. Both walk down 25 levels, and visit two nodes on each level at each
        // end of the cell.
        assert!(builder.covered.steps < cells as u64 * 200, "{} steps for {cells} cells", builder.covered.steps);
        assert!(builder.covered.max_nodes < cells * 30, "{} nodes for {cells} cells", builder.covered.max_nodes);
    }

    #[test]
    fn forming_takes_a_logarithmic_number_of_steps_for_each_cell() {
        let repeat = |part: &str| part.repeat(10_000);
        let numbered = |part: fn(usize) -> String| (0..10_000).map(part).collect::<String>();
        // Wide cells, in one row and in many rows.
        assert_few_steps(&format!("<table><tr>{}", repeat("<td colspan=1000 rowspan=2>")));
        assert_few_steps(&format!("<table>{}", repeat("<tr><td colspan=1000 rowspan=65534>")));
        // Many rows after thousands of cells that grow downwards.
        assert_few_steps(&format!("<table><tr>{}{}", repeat("<td rowspan=0>"), repeat("<tr><td>")));
        // Stairs: cells that end in different rows.
        assert_few_steps(&format!(
            "<table><tr>{}{}",
            numbered(|n| format!("<td rowspan={}>", n + 2)),
            repeat("<tr><td>")
        ));
        assert_few_steps(&format!(
            "<table><tr>{}{}",
            numbered(|n| format!("<td rowspan={}>", 10_000 - n)),
            repeat("<tr><td>")
        ));
        // Wide cells over cells that end in different rows: every second slot overlaps.
        let comb = numbered(|n| format!("<td rowspan={}>", if n % 2 == 0 { 65_534 } else { 1 }));
        assert_few_steps(&format!("<table><tr>{comb}{}", repeat("<tr><td colspan=1000 rowspan=2>")));
        // Row groups with rows that only a `rowspan` creates.
        assert_few_steps(&format!("<table>{}", repeat("<tbody><tr><td rowspan=65534 colspan=1000>")));
    }
}
