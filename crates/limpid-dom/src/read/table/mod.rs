//! The [table model](https://html.spec.whatwg.org/multipage/tables.html#table-model): the cells of a `table` with their positions.

mod covered_columns;
mod form;
mod headers;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use core::fmt;
use core::ops::Range;
use headers::Headers;
use limpid_markup::LocalName;
use std::sync::OnceLock;

impl Document<'_> {
    /// Returns the tables of the document in tree order, including nested tables.
    ///
    /// The iterator forms each table when it reaches it: see [`NodeRef::table`].
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td>Tea<td><table><tr><td>Green</table></table>");
    /// assert_eq!(document.tables().map(|table| table.cells().len()).collect::<Vec<_>>(), [2, 1]);
    /// ```
    #[inline]
    pub fn tables(&self) -> impl Iterator<Item = Table<'_>> {
        self.descendants().filter_map(NodeRef::table)
    }
}

impl<'d> NodeRef<'d> {
    /// Forms the [table](Table) of a `table` element; `None` for other nodes.
    ///
    /// Time and memory grow with the number of children of the table, its row groups and its rows. They do not depend on `colspan` and
    /// `rowspan`.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td rowspan=2>Green<td>Sencha<tr><td>Matcha</table>");
    /// let table = document.select_first("table")?.unwrap().table().unwrap();
    /// assert_eq!((table.width(), table.height()), (2, 2));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn table(self) -> Option<Table<'d>> {
        self.is_html(LocalName::TABLE).then(|| Table::form(self, |_| true))
    }
}

/// A table in the [standard's table model](https://html.spec.whatwg.org/multipage/tables.html#concept-table): cells on a grid of slots.
///
/// The table includes elements that are not rendered; [`rendered`](Self::rendered) skips them. Only cells are stored, not slots, so memory
/// grows with the number of cells and does not depend on their spans.
///
/// ```
/// let page = "<table><caption>Teas</caption><tr><th>Name<th>Price<tr><td>Sencha<td>4<tr><td colspan=2>Sold out: Matcha</table>";
/// let document = limpid::parse(page);
/// let table = document.tables().next().unwrap();
/// assert_eq!((table.width(), table.height(), table.cells().len()), (2, 3, 5));
/// assert_eq!(table.text(false).to_csv(), "Name,Price\nSencha,4\nSold out: Matcha,\n");
/// ```
#[derive(Clone)]
pub struct Table<'d> {
    element: NodeRef<'d>,
    caption: Option<NodeRef<'d>>,
    width: u64,
    height: u64,
    /// Sorted by row, then by column.
    cells: Vec<TableCell<'d>>,
    rows: Vec<(NodeRef<'d>, u64)>,
    row_groups: Vec<(NodeRef<'d>, Range<u64>)>,
    column_groups: Vec<(NodeRef<'d>, Range<u64>)>,
    has_overlap: bool,
    /// Computed by the first call of [`Table::headers_of`].
    headers: OnceLock<Headers>,
}

impl<'d> Table<'d> {
    /// Returns the `table` element.
    ///
    /// ```
    /// let document = limpid::parse("<table id=teas></table>");
    /// assert_eq!(document.tables().next().unwrap().element().attribute("id"), Some("teas"));
    /// ```
    #[inline]
    pub fn element(&self) -> NodeRef<'d> {
        self.element
    }

    /// Returns the first `caption` of the table.
    ///
    /// ```
    /// let document = limpid::parse("<table><caption>Teas</caption></table>");
    /// assert_eq!(document.tables().next().unwrap().caption().unwrap().inner_text(), "Teas");
    /// ```
    #[inline]
    pub fn caption(&self) -> Option<NodeRef<'d>> {
        self.caption
    }

    /// Returns the number of columns. A `colgroup` can declare columns that have no cells.
    ///
    /// ```
    /// let document = limpid::parse("<table><colgroup span=3><tr><td>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().width(), 3);
    /// ```
    #[inline]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Returns the number of rows. If a cell spans more rows than its row group has `tr` elements, the group gets additional rows.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td rowspan=3>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().height(), 3);
    /// ```
    #[inline]
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Returns the cells, sorted by their first rows and then their first columns. The rows of a `tfoot` come last.
    ///
    /// ```
    /// let document = limpid::parse("<table><tfoot><tr><td>Sum<tbody><tr><td>Tea<td>4</table>");
    /// let table = document.tables().next().unwrap();
    /// let cells = table.cells().iter().map(|cell| (cell.row(), cell.column(), cell.element().inner_text()));
    /// assert_eq!(cells.collect::<Vec<_>>(), [(0, 0, "Tea".into()), (0, 1, "4".into()), (1, 0, "Sum".into())]);
    /// ```
    #[inline]
    pub fn cells(&self) -> &[TableCell<'d>] {
        &self.cells
    }

    /// Returns the `tr` elements and their row numbers, in the order of the rows.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr id=a><td rowspan=2>Tea<tbody><tr id=b><td>Milk</table>");
    /// let table = document.tables().next().unwrap();
    /// let rows = table.row_elements().iter().map(|&(element, row)| (element.attribute("id").unwrap(), row));
    /// assert_eq!(rows.collect::<Vec<_>>(), [("a", 0), ("b", 2)]);
    /// ```
    #[inline]
    pub fn row_elements(&self) -> &[(NodeRef<'d>, u64)] {
        &self.rows
    }

    /// Returns the [row groups](https://html.spec.whatwg.org/multipage/tables.html#concept-row-group): the `thead`, `tbody` and `tfoot`
    /// elements with their rows.
    ///
    /// ```
    /// let document = limpid::parse("<table><thead><tr><th>Tea<tbody><tr><td>Green<tr><td>Black</table>");
    /// let table = document.tables().next().unwrap();
    /// let groups = table.row_groups().iter().map(|(element, rows)| (element.local_name(), rows.clone()));
    /// assert_eq!(groups.collect::<Vec<_>>(), [("thead", 0..1), ("tbody", 1..3)]);
    /// ```
    #[inline]
    pub fn row_groups(&self) -> &[(NodeRef<'d>, Range<u64>)] {
        &self.row_groups
    }

    /// Returns the [column groups](https://html.spec.whatwg.org/multipage/tables.html#concept-column-group): the `colgroup` elements with
    /// their columns.
    ///
    /// ```
    /// let document = limpid::parse("<table><colgroup><col><colgroup><col span=2></table>");
    /// let table = document.tables().next().unwrap();
    /// assert_eq!(table.column_groups().iter().map(|(_, columns)| columns.clone()).collect::<Vec<_>>(), [0..1, 1..3]);
    /// ```
    #[inline]
    pub fn column_groups(&self) -> &[(NodeRef<'d>, Range<u64>)] {
        &self.column_groups
    }

    /// Returns whether the table has a [table model error](https://html.spec.whatwg.org/multipage/tables.html#table-model-error):
    /// overlapping cells, or a row or column in which no cell starts.
    ///
    /// Time grows with the number of cells.
    ///
    /// ```
    /// let has_error = |page| limpid::parse(page).tables().next().unwrap().has_model_error();
    /// assert!(has_error("<table><tr><td>Green<td rowspan=2>Sencha<tr><td colspan=2>overlaps</table>"));
    /// assert!(has_error("<table><tr><td colspan=2>Tea</table>"));
    /// assert!(!has_error("<table><tr><td colspan=2>Green<tr><td>Sencha<td>4</table>"));
    /// ```
    #[inline]
    pub fn has_model_error(&self) -> bool {
        let rows = self.cells.chunk_by(|a, b| a.row == b.row).count();
        self.has_overlap || rows as u64 != self.height || self.starting_columns().len() as u64 != self.width
    }

    /// Returns the columns in which cells start, in order.
    #[inline]
    pub(crate) fn starting_columns(&self) -> Vec<u64> {
        let mut columns: Vec<u64> = self.cells.iter().map(|cell| cell.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Returns the index of a cell of this table. No two cells have the same first slot.
    #[inline]
    pub(crate) fn index_of(&self, cell: &TableCell<'_>) -> Option<usize> {
        let index = self.cells.binary_search_by_key(&(cell.row, cell.column), |cell| (cell.row, cell.column)).ok()?;
        (self.cells[index].element == cell.element).then_some(index)
    }

    /// Whether the number of slots is small enough to process each slot. In a larger grid, a few cells cover most of the slots.
    #[inline]
    pub(crate) fn is_small_enough(&self, slots: usize) -> bool {
        slots <= self.cells.len().saturating_mul(SLOTS_PER_CELL).saturating_add(SLOTS_PER_TABLE)
    }
}

/// The number of slots that are processed one by one is limited to `SLOTS_PER_CELL` for each cell, plus `SLOTS_PER_TABLE`.
const SLOTS_PER_CELL: usize = 64;
const SLOTS_PER_TABLE: usize = 10_000;

impl fmt::Debug for Table<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { element, width, height, cells, .. } = self;
        write!(f, "Table {{ element: {element:?}, width: {width}, height: {height}, cells: {} }}", cells.len())
    }
}

/// A [cell](https://html.spec.whatwg.org/multipage/tables.html#concept-cell) of a [`Table`]: its element and the slots that it covers.
///
/// ```
/// let document = limpid::parse("<table><tr><th>Tea<td rowspan=2 colspan=3>Green</table>");
/// let table = document.tables().next().unwrap();
/// let cell = table.cells()[1];
/// assert_eq!((cell.column(), cell.row(), cell.width(), cell.height()), (1, 0, 3, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCell<'d> {
    element: NodeRef<'d>,
    column: u64,
    row: u64,
    width: u64,
    height: u64,
}

impl<'d> TableCell<'d> {
    /// Returns the `td` or `th` element.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[0].element().inner_text(), "Tea");
    /// ```
    #[inline]
    pub fn element(&self) -> NodeRef<'d> {
        self.element
    }

    /// Returns the first column that the cell covers, counted from 0.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td colspan=2>Tea<td>4</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[1].column(), 2);
    /// ```
    #[inline]
    pub fn column(&self) -> u64 {
        self.column
    }

    /// Returns the first row that the cell covers, counted from 0.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td>Tea<tr><td>Milk</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[1].row(), 1);
    /// ```
    #[inline]
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Returns the number of columns that the cell covers: its `colspan`, from 1 to 1,000.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td colspan=0>Tea<td colspan=2000>Milk</table>");
    /// let table = document.tables().next().unwrap();
    /// assert_eq!((table.cells()[0].width(), table.cells()[1].width()), (1, 1000));
    /// ```
    #[inline]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Returns the number of rows that the cell covers: its `rowspan`, from 1 to 65,534. With `rowspan=0`, it ends with its row group.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td rowspan=0>Tea<td>Green<tr><td>Black</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[0].height(), 2);
    /// ```
    #[inline]
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Returns whether this is a [header cell](https://html.spec.whatwg.org/multipage/tables.html#concept-cell), a `th`.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><th>Tea<td>4</table>");
    /// let table = document.tables().next().unwrap();
    /// assert!(table.cells()[0].is_header() && !table.cells()[1].is_header());
    /// ```
    #[inline]
    pub fn is_header(&self) -> bool {
        self.element.is_html(LocalName::TH)
    }

    #[inline]
    pub(crate) fn columns(&self) -> Range<u64> {
        self.column..self.column + self.width
    }

    #[inline]
    pub(crate) fn rows(&self) -> Range<u64> {
        self.row..self.row + self.height
    }
}
