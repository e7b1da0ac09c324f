//! The class `Table`: the text of a table.

use limpid::{NodeId, NodeRef, TableText};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::node::{Node, View};

/// A table of a page as text, ready for a data frame: `pandas.DataFrame(table.rows, columns=table.header)`.
///
///     >>> import limpid_html as limpid
///     >>> page = "<table><caption>Teas</caption><tr><th>Name<th>Price<tr><td>Sencha<td>4<tr><td colspan=2>more soon</table>"
///     >>> (table,) = limpid.parse(page).tables()
///     >>> table
///     <limpid_html.Table 'Teas', 2 columns, 2 rows>
///     >>> table.header, table.rows
///     (['Name', 'Price'], [['Sencha', '4'], ['more soon', '']])
///     >>> print(table.to_csv(), end="")
///     Name,Price
///     Sencha,4
///     more soon,
///
/// `Document.tables` and `Node.table` return tables. Later edits of the document do not change them. Tables are equal if their text and `is_layout`
/// are equal. A table cannot be pickled, because `element` refers to its document: pickle `table.header` and `table.rows` instead.
#[pyclass(frozen, eq, module = "limpid_html")]
pub(crate) struct Table {
    view: View,
    data: TableData,
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.data.text == other.data.text && self.data.is_layout == other.data.is_layout
    }
}

/// The data of a `Table` without Python objects, so that it can be read without the GIL.
pub(crate) struct TableData {
    element: NodeId,
    is_layout: bool,
    text: TableText,
}

impl TableData {
    /// Reads a table. Returns `None` if the node is not a `table` element.
    pub(crate) fn read(node: NodeRef<'_>, repeat: bool) -> Option<TableData> {
        let table = node.table()?;
        Some(TableData { element: node.id(), is_layout: table.rendered().is_layout(), text: table.text(repeat) })
    }

    pub(crate) fn into_table(self, view: View) -> Table {
        Table { view, data: self }
    }
}

#[pymethods]
impl Table {
    /// The text of the caption, or `None`.
    #[getter]
    fn caption(&self) -> Option<&str> {
        self.data.text.caption.as_deref()
    }

    /// The names of the columns, or `None` if the table has no header rows. With several header rows, the cells of a column are joined by `" / "`.
    /// Names may repeat.
    #[getter]
    fn header(&self) -> Option<&[String]> {
        Some(&self.data.text.header[..]).filter(|header| !header.is_empty())
    }

    /// The rows below the header, each a list with one `str` per column. Each access builds new lists.
    #[getter]
    fn rows(&self) -> &[Vec<String>] {
        &self.data.text.rows
    }

    /// Whether the table seems to be used for page layout, judged by its `role` or its contents.
    #[getter]
    fn is_layout(&self) -> bool {
        self.data.is_layout
    }

    /// The `table` element.
    #[getter]
    fn element(&self, py: Python<'_>) -> Node {
        Node::new(self.view.clone_ref(py), self.data.element)
    }

    /// Returns the header and the rows as CSV, quoted as in RFC 4180, with lines that end in `"\n"`.
    ///
    /// Values are not escaped for spreadsheets, which read a value that starts with `=`, `+`, `-` or `@` as a formula.
    fn to_csv(&self) -> String {
        self.data.text.to_csv()
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "cannot pickle a Table, because its element refers to a document; pickle table.header and table.rows",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let TableText { caption, header, rows, .. } = &self.data.text;
        let caption = match caption {
            Some(caption) => format!(" {},", caption.into_pyobject(py)?.repr()?),
            None => String::new(),
        };
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(header.len());
        Ok(format!("<limpid_html.Table{caption} {columns} columns, {} rows>", rows.len()))
    }
}
