//! [Header cells](https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics): which cells are assigned to a cell.
//!
//! The standard scans the slots of a row to the left and those of a column upwards. Here the columns and rows are first cut into *bands*, in
//! which the same cells cover all slots. The header cells of each band are listed once with the data cells between them left out, so that a scan
//! looks at header cells only, and skips those that can change nothing.

use super::{Table, TableCell};
use crate::read::node_ref::NodeRef;
use core::ops::Range;
use limpid_markup::LocalName;
use std::collections::{HashMap, HashSet};

/// The number of header cells that are looked at for a cell in each of four ways: in its rows, in its columns, in its row group and
/// in its column group. A row or a column that has no more of them counts as one, too.
const MOST_STEPS: usize = 1_000;

impl<'d> Table<'d> {
    /// Returns the header cells of a cell, by the [algorithm for assigning header
    /// cells](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-assigning-header-cells): those that its `headers` attribute
    /// names, or those that its position and the `scope` of the header cells give it. Of a cell of another table there are none.
    ///
    /// The first call prepares the table, in n log n time of its number of cells; a call for a `headers` attribute also collects the ids of the
    /// document once. After that a call looks at most at 1,000 header cells in each direction and group, and further ones are not found.
    /// If all cells together span more than 64 rows or columns for each of them, and 10,000 for the table, they count only in the first row or
    /// column that they cover.
    ///
    /// ```
    /// let page = "<table><tr><th><th>Price<tr><th>Sencha<td>4</table>";
    /// let document = limpid::parse(page);
    /// let table = document.tables().next().unwrap();
    /// let headers = table.headers_of(&table.cells()[3]);
    /// assert_eq!(headers.iter().map(|cell| cell.element().inner_text()).collect::<Vec<_>>(), ["Sencha", "Price"]);
    /// ```
    #[inline]
    pub fn headers_of(&self, cell: &TableCell<'d>) -> Vec<&TableCell<'d>> {
        let Some(principal) = self.index_of(cell) else { return Vec::new() };
        let index = self.headers.get_or_init(|| Headers::of(self));
        let mut list = Vec::new();
        match cell.element.own_attribute(LocalName::HEADERS) {
            Some(ids) => list.extend(ids.split_ascii_whitespace().filter_map(|id| self.cell_of_id(index, id))),
            None => {
                index.rows.scan(self, principal, &mut list);
                index.columns.scan(self, principal, &mut list);
                let groups = [(&self.row_groups, &index.row_group_headers, cell.row)];
                let groups =
                    groups.into_iter().chain([(&self.column_groups, &index.column_group_headers, cell.column)]);
                for (groups, headers, at) in groups {
                    let in_group = group_of(groups, at).and_then(|group| headers.get(&group));
                    list.extend(in_group.into_iter().flatten().take(MOST_STEPS).copied().filter(|&header| {
                        let header = &self.cells[header];
                        header.column < cell.columns().end && header.row < cell.rows().end
                    }));
                }
            }
        }
        let mut seen = HashSet::from([principal]);
        list.retain(|&header| !index.cells[header].is_empty && seen.insert(header));
        list.into_iter().map(|header| &self.cells[header]).collect()
    }

    /// Returns the cell that is the first element of the document with an id, if it is in this table.
    #[inline]
    fn cell_of_id(&self, index: &Headers, id: &str) -> Option<usize> {
        let document = self.element.document;
        let ids = document.arena.ids(|| {
            let mut ids = HashMap::new();
            for element in document.descendants() {
                if let Some(id) = element.element_id() {
                    ids.entry(id.to_owned()).or_insert(element.number());
                }
            }
            ids
        });
        index.by_element.get(ids.get(id)?).copied()
    }
}

/// Returns the group that a row or a column is in.
#[inline]
fn group_of(groups: &[(NodeRef<'_>, Range<u64>)], at: u64) -> Option<usize> {
    let group = groups.partition_point(|(_, range)| range.start <= at).checked_sub(1)?;
    groups[group].1.contains(&at).then_some(group)
}

/// What the header cells of a table apply to.
#[derive(Clone)]
pub(super) struct Headers {
    rows: Axis,
    columns: Axis,
    cells: Vec<Facts>,
    /// The header cells whose scope is a group, by the index of the group that they start in.
    row_group_headers: HashMap<usize, Vec<usize>>,
    column_group_headers: HashMap<usize, Vec<usize>>,
    /// The cells by the numbers of their elements.
    by_element: HashMap<u32, usize>,
}

#[derive(Clone, Copy)]
struct Facts {
    applies_to: AppliesTo,
    /// Whether it is an [empty cell](https://html.spec.whatwg.org/multipage/tables.html#empty-cell).
    is_empty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AppliesTo {
    /// Nothing, as a data cell does.
    Nothing,
    Row,
    Column,
    RowGroup,
    ColumnGroup,
}

impl Headers {
    #[inline]
    fn of(table: &Table<'_>) -> Headers {
        let mut rows = Axis::new(table, rows_of, columns_of);
        let mut columns = Axis::new(table, columns_of, rows_of);
        let facts = |cell: &TableCell<'_>| {
            let applies_to = match cell.element.own_attribute(LocalName::SCOPE).filter(|_| cell.is_header()) {
                _ if !cell.is_header() => AppliesTo::Nothing,
                Some(scope) if scope.eq_ignore_ascii_case("row") => AppliesTo::Row,
                Some(scope) if scope.eq_ignore_ascii_case("col") => AppliesTo::Column,
                Some(scope) if scope.eq_ignore_ascii_case("rowgroup") => AppliesTo::RowGroup,
                Some(scope) if scope.eq_ignore_ascii_case("colgroup") => AppliesTo::ColumnGroup,
                _ if !rows.has_data(cell.rows()) => AppliesTo::Column,
                _ if !columns.has_data(cell.columns()) => AppliesTo::Row,
                _ => AppliesTo::Nothing,
            };
            Facts { applies_to, is_empty: is_empty(cell.element) }
        };
        let facts: Vec<_> = table.cells.iter().map(facts).collect();
        rows.list_marks(table, &facts, AppliesTo::Row);
        columns.list_marks(table, &facts, AppliesTo::Column);
        let (mut row_group_headers, mut column_group_headers) = (HashMap::new(), HashMap::new());
        for (index, (cell, facts)) in table.cells.iter().zip(&facts).enumerate() {
            let (groups, headers, at) = match facts.applies_to {
                AppliesTo::RowGroup => (&table.row_groups, &mut row_group_headers, cell.row),
                AppliesTo::ColumnGroup => (&table.column_groups, &mut column_group_headers, cell.column),
                _ => continue,
            };
            if let Some(group) = group_of(groups, at) {
                headers.entry(group).or_insert_with(Vec::new).push(index);
            }
        }
        let by_element = table.cells.iter().enumerate().map(|(index, cell)| (cell.element.number(), index)).collect();
        Headers { rows, columns, cells: facts, row_group_headers, column_group_headers, by_element }
    }
}

/// Whether a cell contains no elements, and no text but white space.
#[inline]
fn is_empty(cell: NodeRef<'_>) -> bool {
    let is_blank = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
    cell.children().all(|child| !child.is_element() && child.text().is_none_or(is_blank))
}

#[inline]
fn rows_of(cell: &TableCell<'_>) -> Range<u64> {
    cell.rows()
}

#[inline]
fn columns_of(cell: &TableCell<'_>) -> Range<u64> {
    cell.columns()
}

/// The rows of a table, or its columns, as bands that the same cells cover.
#[derive(Clone)]
struct Axis {
    /// Returns the rows of a cell, where the bands are rows.
    across: fn(&TableCell<'_>) -> Range<u64>,
    /// Returns the columns of a cell, where the bands are rows.
    along: fn(&TableCell<'_>) -> Range<u64>,
    /// The rows, or the columns, in which bands start, and where the last one ends.
    starts: Vec<u64>,
    /// For each band, the number of bands before it that data cells cover.
    data_before: Vec<usize>,
    /// For each band, the index of its first mark, and the number of all marks.
    bands: Vec<usize>,
    marks: Vec<Mark>,
}

/// A header cell in a band, or the first data cell after a header cell.
///
/// Only slots that one cell covers count.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    position: u64,
    /// The number of runs of data cells up to here. Header cells with the same number are a
    /// [header block](https://html.spec.whatwg.org/multipage/tables.html#internal-algorithm-for-scanning-and-assigning-header-cells).
    block: usize,
    /// `None` for a data cell.
    header: Option<Header>,
    /// The number of marks from the start of the band up to the nearest earlier header cell of another class.
    up_to_other_class: usize,
    /// The same up to the nearest earlier header cell that applies to the band, or is of another class or block.
    up_to_other: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Header {
    cell: usize,
    /// Header cells of the same class can hide one another.
    class: Class,
    /// Whether it is a row header in a row, or a column header in a column.
    applies: bool,
}

/// The start and the end of a cell across a band.
type Class = (u64, u64);

impl Axis {
    #[inline]
    fn new(
        table: &Table<'_>,
        across: fn(&TableCell<'_>) -> Range<u64>,
        along: fn(&TableCell<'_>) -> Range<u64>,
    ) -> Axis {
        let mut starts: Vec<u64> = table.cells.iter().map(across).flat_map(|range| [range.start, range.end]).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut axis = Axis { across, along, starts, data_before: Vec::new(), bands: Vec::new(), marks: Vec::new() };
        // How many more data cells cover a band than the one before.
        let mut differences = vec![0_isize; axis.starts.len()];
        for cell in table.cells.iter().filter(|cell| !cell.is_header()) {
            let bands = axis.bands_of(across(cell));
            differences[bands.start] += 1;
            differences[bands.end] -= 1;
        }
        let (mut covering, mut before) = (0, 0);
        for difference in differences {
            axis.data_before.push(before);
            covering += difference;
            before += usize::from(covering > 0);
        }
        axis
    }

    #[inline]
    fn bands_of(&self, range: Range<u64>) -> Range<usize> {
        let band = |at| self.starts.partition_point(|&start| start < at);
        band(range.start)..band(range.end)
    }

    /// Whether a data cell covers a slot in these rows.
    #[inline]
    fn has_data(&self, range: Range<u64>) -> bool {
        let bands = self.bands_of(range);
        self.data_before[bands.start] < self.data_before[bands.end]
    }

    #[inline]
    fn list_marks(&mut self, table: &Table<'_>, facts: &[Facts], applying: AppliesTo) {
        let all_bands: Vec<_> = table.cells.iter().map(|cell| self.bands_of((self.across)(cell))).collect();
        let count = all_bands.iter().fold(0_usize, |count, bands| count.saturating_add(bands.len()));
        let counts_all = table.is_small_enough(count);
        let mut covering: Vec<Vec<usize>> = vec![Vec::new(); self.starts.len()];
        for (index, bands) in all_bands.iter().enumerate() {
            let bands = if counts_all { bands.clone() } else { bands.start..bands.start + 1 };
            covering[bands].iter_mut().for_each(|cells| cells.push(index));
        }
        for cells in covering {
            self.bands.push(self.marks.len());
            self.list_marks_of_band(table, facts, applying, &cells);
        }
        self.bands.push(self.marks.len());
    }

    /// Lists the marks of a band that these cells cover.
    #[inline]
    fn list_marks_of_band(&mut self, table: &Table<'_>, facts: &[Facts], applying: AppliesTo, cells: &[usize]) {
        let ends = |&index: &usize| {
            let range = (self.along)(&table.cells[index]);
            [(range.start, true, index), (range.end, false, index)]
        };
        let mut ends: Vec<_> = cells.iter().flat_map(ends).collect();
        ends.sort_unstable();
        let first = self.marks.len();
        // The number of cells that cover a slot, and their indices combined: with one cell, it is the index.
        let (mut count, mut combined, mut last) = (0_usize, 0, None);
        let mut ends = ends.into_iter().peekable();
        while let Some((position, is_start, index)) = ends.next() {
            count = if is_start { count + 1 } else { count - 1 };
            combined ^= index;
            if ends.peek().is_some_and(|next| next.0 == position) || count != 1 || last == Some(combined) {
                continue;
            }
            last = Some(combined);
            let cell = &table.cells[combined];
            let across = (self.across)(cell);
            let header = cell.is_header().then(|| Header {
                cell: combined,
                class: (across.start, across.end),
                applies: facts[combined].applies_to == applying,
            });
            self.push_mark(first, position, header);
        }
    }

    #[inline]
    fn push_mark(&mut self, first: usize, position: u64, header: Option<Header>) {
        let previous = self.marks[first..].last().copied();
        let Some(header) = header else {
            // Of consecutive data cells the first is enough.
            if previous.is_none_or(|previous| previous.header.is_some()) {
                let block = previous.map_or(0, |previous| previous.block) + 1;
                let count = self.marks.len() - first;
                self.marks.push(Mark { position, block, header: None, up_to_other_class: count, up_to_other: count });
            }
            return;
        };
        let block = previous.map_or(0, |previous| previous.block);
        let is_after_data = previous.is_some_and(|previous| previous.header.is_none());
        let count = self.marks.len() - first - usize::from(is_after_data);
        let (mut up_to_other_class, mut up_to_other) = (count, count);
        if let Some(earlier) = count.checked_sub(1).map(|index| self.marks[first + index])
            && let Some(earlier_header) = earlier.header
            && earlier_header.class == header.class
        {
            up_to_other_class = earlier.up_to_other_class;
            if earlier.block == block && !earlier_header.applies {
                up_to_other = earlier.up_to_other;
            }
        }
        self.marks.push(Mark { position, block, header: Some(header), up_to_other_class, up_to_other });
    }

    /// The [internal algorithm for scanning and assigning header
    /// cells](https://html.spec.whatwg.org/multipage/tables.html#internal-algorithm-for-scanning-and-assigning-header-cells), for all bands
    /// that a cell covers.
    #[inline]
    fn scan(&self, table: &Table<'_>, principal: usize, list: &mut Vec<usize>) {
        let cell = &table.cells[principal];
        let (across, initial) = ((self.across)(cell), (self.along)(cell).start);
        let mut steps = 0;
        for band in self.bands_of(across.clone()) {
            let marks = &self.marks[self.bands[band]..self.bands[band + 1]];
            let mut at = marks.partition_point(|mark| mark.position < initial);
            let mut block = at.checked_sub(1).map_or(0, |last| marks[last].block);
            // "Let opaque headers be an empty list of cells."
            let mut opaque = HashSet::new();
            // "If principal cell is a header cell: Let in header block be true, and let headers from current header block be a list of
            // cells containing just the principal cell."
            let mut in_block = Vec::from_iter(cell.is_header().then_some((across.start, across.end)));
            loop {
                steps += 1;
                if steps > MOST_STEPS {
                    return;
                }
                let Some(mark) = at.checked_sub(1).map(|at| marks[at]) else { break };
                let Some(header) = mark.header else {
                    at -= 1;
                    continue;
                };
                // "If current cell is a data cell and in header block is true: Add all the cells in headers from current header block to the
                // opaque headers list."
                if mark.block != block {
                    opaque.extend(in_block.drain(..));
                    block = mark.block;
                }
                let is_opaque = opaque.contains(&header.class);
                if in_block.last() != Some(&header.class) {
                    in_block.push(header.class);
                }
                if header.applies && !is_opaque {
                    list.push(header.cell);
                }
                at = match is_opaque {
                    true => mark.up_to_other_class,
                    false if header.applies => at - 1,
                    false => mark.up_to_other,
                };
            }
        }
    }
}
