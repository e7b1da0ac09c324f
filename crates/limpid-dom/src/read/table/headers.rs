//! The [header cells](https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics) that are assigned to a cell.
//!
//! The standard scans the slots to the left of a cell and above it. Here, adjacent rows that the same cells cover form a *band*. Columns
//! form bands in the same way. The header cells of each band are listed once. Consecutive data cells between two header cells have one
//! entry in the list. A scan visits these entries, and skips header cells that cannot change the result.

use super::{Table, TableCell};
use crate::read::node_ref::NodeRef;
use core::ops::Range;
use limpid_markup::LocalName;
use std::collections::{HashMap, HashSet};

/// The maximum number of header cells to visit for a cell in each of four searches: in its rows, columns, row group and column group.
/// Reaching the end of a band counts as a visit, too.
const MAX_STEPS: usize = 1_000;

impl<'d> Table<'d> {
    /// Returns the header cells of a cell, by the [algorithm for assigning header
    /// cells](https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-assigning-header-cells). If the cell has a `headers`
    /// attribute, its ids select the header cells. Otherwise, the positions and `scope` attributes of the header cells decide. For a cell
    /// of another table, the result is empty.
    ///
    /// The first call prepares the table in O(*n* log *n*) time for *n* cells. The first call for a cell with `headers` also collects the
    /// ids of the document. Each call visits at most 1,000 header cells in each direction and group, and ignores all others. If the sum of
    /// the row spans or column spans is greater than 64 *n* + 10,000, each cell is considered only in the first row or column that it
    /// covers.
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
        match cell.element.attribute_by_name(LocalName::HEADERS) {
            Some(ids) => list.extend(ids.split_ascii_whitespace().filter_map(|id| self.cell_of_id(index, id))),
            None => {
                index.rows.scan(self, principal, &mut list);
                index.columns.scan(self, principal, &mut list);
                let groups = [(&self.row_groups, &index.row_group_headers, cell.row)];
                let groups =
                    groups.into_iter().chain([(&self.column_groups, &index.column_group_headers, cell.column)]);
                for (groups, headers, at) in groups {
                    let in_group = index_of_group(groups, at).and_then(|group| headers.get(&group));
                    list.extend(in_group.into_iter().flatten().take(MAX_STEPS).copied().filter(|&header| {
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

    /// Finds the first element of the document with this id. Returns its cell, if it is a cell of this table.
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
        index.cells_by_element.get(ids.get(id)?).copied()
    }
}

#[inline]
fn index_of_group(groups: &[(NodeRef<'_>, Range<u64>)], at: u64) -> Option<usize> {
    let group = groups.partition_point(|(_, range)| range.start <= at).checked_sub(1)?;
    groups[group].1.contains(&at).then_some(group)
}

/// The header cells of a table, prepared for searches.
#[derive(Clone)]
pub(super) struct Headers {
    rows: Axis,
    columns: Axis,
    cells: Vec<CellInfo>,
    /// The header cells whose scope is a row group, by the index of the group that they start in.
    row_group_headers: HashMap<usize, Vec<usize>>,
    column_group_headers: HashMap<usize, Vec<usize>>,
    cells_by_element: HashMap<u32, usize>,
}

#[derive(Clone, Copy)]
struct CellInfo {
    applies_to: AppliesTo,
    /// Whether the cell is an [empty cell](https://html.spec.whatwg.org/multipage/tables.html#empty-cell).
    is_empty: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AppliesTo {
    /// A data cell, or a header cell that is neither a row nor a column header.
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
        let info = |cell: &TableCell<'_>| {
            let applies_to = match cell.element.attribute_by_name(LocalName::SCOPE).filter(|_| cell.is_header()) {
                _ if !cell.is_header() => AppliesTo::Nothing,
                Some(scope) if scope.eq_ignore_ascii_case("row") => AppliesTo::Row,
                Some(scope) if scope.eq_ignore_ascii_case("col") => AppliesTo::Column,
                Some(scope) if scope.eq_ignore_ascii_case("rowgroup") => AppliesTo::RowGroup,
                Some(scope) if scope.eq_ignore_ascii_case("colgroup") => AppliesTo::ColumnGroup,
                _ if !rows.has_data(cell.rows()) => AppliesTo::Column,
                _ if !columns.has_data(cell.columns()) => AppliesTo::Row,
                _ => AppliesTo::Nothing,
            };
            CellInfo { applies_to, is_empty: is_empty(cell.element) }
        };
        let cells: Vec<_> = table.cells.iter().map(info).collect();
        rows.list_entries(table, &cells, AppliesTo::Row);
        columns.list_entries(table, &cells, AppliesTo::Column);
        let (mut row_group_headers, mut column_group_headers) = (HashMap::new(), HashMap::new());
        for (index, (cell, info)) in table.cells.iter().zip(&cells).enumerate() {
            let (groups, headers, at) = match info.applies_to {
                AppliesTo::RowGroup => (&table.row_groups, &mut row_group_headers, cell.row),
                AppliesTo::ColumnGroup => (&table.column_groups, &mut column_group_headers, cell.column),
                _ => continue,
            };
            if let Some(group) = index_of_group(groups, at) {
                headers.entry(group).or_insert_with(Vec::new).push(index);
            }
        }
        let cells_by_element =
            table.cells.iter().enumerate().map(|(index, cell)| (cell.element.number(), index)).collect();
        Headers { rows, columns, cells, row_group_headers, column_group_headers, cells_by_element }
    }
}

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

/// The bands of a table's rows, or of its columns. The rows or columns that form the bands are called *lines*. A column in a band of rows,
/// or a row in a band of columns, is called a *position*.
#[derive(Clone)]
struct Axis {
    /// Returns the lines that a cell covers.
    lines: fn(&TableCell<'_>) -> Range<u64>,
    /// Returns the positions that a cell covers.
    positions: fn(&TableCell<'_>) -> Range<u64>,
    /// The first line of each band, followed by the end of the last band.
    starts: Vec<u64>,
    /// For each band, the number of earlier bands that contain data cells.
    data_before: Vec<usize>,
    /// The index of the first entry of each band, followed by the number of all entries.
    first_entries: Vec<usize>,
    entries: Vec<Entry>,
}

/// A header cell in a band, or the first of consecutive data cells. Slots that several cells cover have no entry.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    position: u64,
    /// The number of sequences of data cells in the band, up to and including this entry. Header cells with the same number form a [header
    /// block](https://html.spec.whatwg.org/multipage/tables.html#internal-algorithm-for-scanning-and-assigning-header-cells).
    block: usize,
    /// `None` for a data cell.
    header: Option<Header>,
    /// If this header cell is opaque, the number of leading entries of the band that [`Axis::scan`] still has to visit. The last of them is
    /// the nearest earlier header cell with another extent.
    next_if_opaque: usize,
    /// If this header cell is not opaque and [`Header::applies`] is false, the number of leading entries of the band that [`Axis::scan`] still
    /// has to visit. The last of them is the nearest earlier header cell that applies, has another extent, or is in another block.
    next_if_not_applying: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Header {
    cell: usize,
    extent: Extent,
    /// Whether the cell is a row header and the bands consist of rows, or a column header and the bands consist of columns.
    applies: bool,
}

/// The start and the end of the lines that a header cell covers. An opaque header cell hides header cells with the same extent.
type Extent = (u64, u64);

impl Axis {
    #[inline]
    fn new(
        table: &Table<'_>,
        lines: fn(&TableCell<'_>) -> Range<u64>,
        positions: fn(&TableCell<'_>) -> Range<u64>,
    ) -> Axis {
        let mut starts: Vec<u64> = table.cells.iter().map(lines).flat_map(|range| [range.start, range.end]).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut axis =
            Axis { lines, positions, starts, data_before: Vec::new(), first_entries: Vec::new(), entries: Vec::new() };
        // The number of data cells in each band, minus the number in the band before.
        let mut differences = vec![0_isize; axis.starts.len()];
        for cell in table.cells.iter().filter(|cell| !cell.is_header()) {
            let bands = axis.bands_of(lines(cell));
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

    /// Whether these lines contain a data cell.
    #[inline]
    fn has_data(&self, range: Range<u64>) -> bool {
        let bands = self.bands_of(range);
        self.data_before[bands.start] < self.data_before[bands.end]
    }

    #[inline]
    fn list_entries(&mut self, table: &Table<'_>, infos: &[CellInfo], applying: AppliesTo) {
        let all_bands: Vec<_> = table.cells.iter().map(|cell| self.bands_of((self.lines)(cell))).collect();
        let count = all_bands.iter().fold(0_usize, |count, bands| count.saturating_add(bands.len()));
        let lists_all_bands = table.is_small_enough(count);
        let mut covering: Vec<Vec<usize>> = vec![Vec::new(); self.starts.len()];
        for (index, bands) in all_bands.iter().enumerate() {
            let bands = if lists_all_bands { bands.clone() } else { bands.start..bands.start + 1 };
            covering[bands].iter_mut().for_each(|cells| cells.push(index));
        }
        for cells in covering {
            self.first_entries.push(self.entries.len());
            self.list_entries_of_band(table, infos, applying, &cells);
        }
        self.first_entries.push(self.entries.len());
    }

    /// Lists the entries of a band that these cells cover.
    #[inline]
    fn list_entries_of_band(&mut self, table: &Table<'_>, infos: &[CellInfo], applying: AppliesTo, cells: &[usize]) {
        let ends = |&index: &usize| {
            let range = (self.positions)(&table.cells[index]);
            [(range.start, true, index), (range.end, false, index)]
        };
        let mut ends: Vec<_> = cells.iter().flat_map(ends).collect();
        ends.sort_unstable();
        let first = self.entries.len();
        // The number of cells that cover the current slot, and the XOR of their indices. If one cell covers the slot, the XOR is its index.
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
            let lines = (self.lines)(cell);
            let header = cell.is_header().then(|| Header {
                cell: combined,
                extent: (lines.start, lines.end),
                applies: infos[combined].applies_to == applying,
            });
            self.push_entry(first, position, header);
        }
    }

    #[inline]
    fn push_entry(&mut self, first: usize, position: u64, header: Option<Header>) {
        let previous = self.entries[first..].last().copied();
        let Some(header) = header else {
            // Only the first of consecutive data cells gets an entry.
            if previous.is_none_or(|previous| previous.header.is_some()) {
                let block = previous.map_or(0, |previous| previous.block) + 1;
                let count = self.entries.len() - first;
                self.entries.push(Entry {
                    position,
                    block,
                    header: None,
                    next_if_opaque: count,
                    next_if_not_applying: count,
                });
            }
            return;
        };
        let block = previous.map_or(0, |previous| previous.block);
        let is_after_data = previous.is_some_and(|previous| previous.header.is_none());
        let count = self.entries.len() - first - usize::from(is_after_data);
        let (mut next_if_opaque, mut next_if_not_applying) = (count, count);
        if let Some(earlier) = count.checked_sub(1).map(|index| self.entries[first + index])
            && let Some(earlier_header) = earlier.header
            && earlier_header.extent == header.extent
        {
            next_if_opaque = earlier.next_if_opaque;
            if earlier.block == block && !earlier_header.applies {
                next_if_not_applying = earlier.next_if_not_applying;
            }
        }
        self.entries.push(Entry { position, block, header: Some(header), next_if_opaque, next_if_not_applying });
    }

    /// The [internal algorithm for scanning and assigning header
    /// cells](https://html.spec.whatwg.org/multipage/tables.html#internal-algorithm-for-scanning-and-assigning-header-cells), for all bands
    /// of a cell.
    #[inline]
    fn scan(&self, table: &Table<'_>, principal: usize, list: &mut Vec<usize>) {
        let cell = &table.cells[principal];
        let (lines, initial) = ((self.lines)(cell), (self.positions)(cell).start);
        let mut steps = 0;
        for band in self.bands_of(lines.clone()) {
            let entries = &self.entries[self.first_entries[band]..self.first_entries[band + 1]];
            let mut at = entries.partition_point(|entry| entry.position < initial);
            let mut block = at.checked_sub(1).map_or(0, |last| entries[last].block);
            // "Let opaque headers be an empty list of cells."
            let mut opaque = HashSet::new();
            // "If principal cell is a header cell: Let in header block be true, and let headers from current header block be a list of
            // cells containing just the principal cell."
            let mut in_block = Vec::from_iter(cell.is_header().then_some((lines.start, lines.end)));
            loop {
                steps += 1;
                if steps > MAX_STEPS {
                    return;
                }
                let Some(entry) = at.checked_sub(1).map(|at| entries[at]) else { break };
                let Some(header) = entry.header else {
                    at -= 1;
                    continue;
                };
                // "If current cell is a data cell and in header block is true: Add all the cells in headers from current header block to the
                // opaque headers list."
                if entry.block != block {
                    opaque.extend(in_block.drain(..));
                    block = entry.block;
                }
                let is_opaque = opaque.contains(&header.extent);
                if in_block.last() != Some(&header.extent) {
                    in_block.push(header.extent);
                }
                if header.applies && !is_opaque {
                    list.push(header.cell);
                }
                at = match is_opaque {
                    true => entry.next_if_opaque,
                    false if header.applies => at - 1,
                    false => entry.next_if_not_applying,
                };
            }
        }
    }
}
