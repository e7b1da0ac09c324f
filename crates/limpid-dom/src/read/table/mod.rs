//! The [table model](https://html.spec.whatwg.org/multipage/tables.html#table-model): the cells of a `table` with their positions.

mod form;
mod headers;
mod occupied;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use core::fmt;
use core::ops::Range;
use headers::Headers;
use limpid_markup::LocalName;
use std::sync::OnceLock;

impl Document<'_> {
    /// Returns the tables of the document in tree order. A table in a cell of another one is a table of its own.
    ///
    /// Each table is formed when the iterator comes to it: see [`NodeRef::table`].
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
    /// Time and memory grow with the number of children of the table, its row groups and its rows, whatever the cells span.
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

/// A table as the [standard's table model](https://html.spec.whatwg.org/multipage/tables.html#concept-table) has it: cells on a grid
/// of slots.
///
/// The model follows the tree, whether its elements are rendered or not; [`rendered`](Self::rendered) leaves out those that are not. Only
/// cells are stored, not slots, so memory grows with the number of cells and not with what they span.
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
    /// Computed when the first header cells are asked for.
    headers: OnceLock<Headers>,
}

impl<'d> Table<'d> {
    /// The `table` element.
    ///
    /// ```
    /// let document = limpid::parse("<table id=teas></table>");
    /// assert_eq!(document.tables().next().unwrap().element().attribute("id"), Some("teas"));
    /// ```
    #[inline]
    pub fn element(&self) -> NodeRef<'d> {
        self.element
    }

    /// The first `caption` of the table.
    ///
    /// ```
    /// let document = limpid::parse("<table><caption>Teas</caption></table>");
    /// assert_eq!(document.tables().next().unwrap().caption().unwrap().inner_text(), "Teas");
    /// ```
    #[inline]
    pub fn caption(&self) -> Option<NodeRef<'d>> {
        self.caption
    }

    /// The number of columns. A `colgroup` can declare columns that have no cells.
    ///
    /// ```
    /// let document = limpid::parse("<table><colgroup span=3><tr><td>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().width(), 3);
    /// ```
    #[inline]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The number of rows. A cell that spans more rows than its row group has elements adds rows to it.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td rowspan=3>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().height(), 3);
    /// ```
    #[inline]
    pub fn height(&self) -> u64 {
        self.height
    }

    /// The cells, by the rows and then the columns that they start in. The rows of a `tfoot` come last.
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

    /// The `tr` elements, each with the number of its row, in the order of the rows.
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

    /// The [row groups](https://html.spec.whatwg.org/multipage/tables.html#concept-row-group): `thead`, `tbody` and `tfoot` elements, each
    /// with its rows.
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

    /// The [column groups](https://html.spec.whatwg.org/multipage/tables.html#concept-column-group): `colgroup` elements, each with its
    /// columns.
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

    /// Whether the table has a [table model error](https://html.spec.whatwg.org/multipage/tables.html#table-model-error): cells that
    /// overlap, or a row or a column that no cell starts in.
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

    /// Returns the columns that cells start in, in order.
    #[inline]
    pub(crate) fn starting_columns(&self) -> Vec<u64> {
        let mut columns: Vec<u64> = self.cells.iter().map(|cell| cell.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// Returns the index of a cell of this table. No two cells start in the same slot.
    #[inline]
    pub(crate) fn index_of(&self, cell: &TableCell<'_>) -> Option<usize> {
        let index = self.cells.binary_search_by_key(&(cell.row, cell.column), |cell| (cell.row, cell.column)).ok()?;
        (self.cells[index].element == cell.element).then_some(index)
    }

    /// Whether a grid of `slots` slots is small enough to be written out: more only repeats what few cells span.
    #[inline]
    pub(crate) fn is_small_enough(&self, slots: usize) -> bool {
        slots <= self.cells.len().saturating_mul(SLOTS_OF_CELL).saturating_add(SLOTS_OF_TABLE)
    }
}

/// The numbers of slots for each cell, and for each table, up to which slots are looked at one by one.
const SLOTS_OF_CELL: usize = 64;
const SLOTS_OF_TABLE: usize = 10_000;

impl fmt::Debug for Table<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { element, width, height, cells, .. } = self;
        write!(f, "Table {{ element: {element:?}, width: {width}, height: {height}, cells: {} }}", cells.len())
    }
}

/// A [cell](https://html.spec.whatwg.org/multipage/tables.html#concept-cell) of a [`Table`]: the slots that it covers, and its element.
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
    /// The `td` or `th` element.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td>Tea</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[0].element().inner_text(), "Tea");
    /// ```
    #[inline]
    pub fn element(&self) -> NodeRef<'d> {
        self.element
    }

    /// The first column that it covers, counted from 0.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td colspan=2>Tea<td>4</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[1].column(), 2);
    /// ```
    #[inline]
    pub fn column(&self) -> u64 {
        self.column
    }

    /// The first row that it covers, counted from 0.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td>Tea<tr><td>Milk</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[1].row(), 1);
    /// ```
    #[inline]
    pub fn row(&self) -> u64 {
        self.row
    }

    /// The number of columns that it covers: its `colspan`, from 1 to 1,000.
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

    /// The number of rows that it covers: its `rowspan`, from 1 to 65,534; of `rowspan=0` the rows to the end of the row group.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><td rowspan=0>Tea<td>Green<tr><td>Black</table>");
    /// assert_eq!(document.tables().next().unwrap().cells()[0].height(), 2);
    /// ```
    #[inline]
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Whether it is a [header cell](https://html.spec.whatwg.org/multipage/tables.html#concept-cell), which is one of a `th`.
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
