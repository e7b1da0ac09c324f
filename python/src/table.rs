//! The class `Table`: the texts of a table.

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
/// `Document.tables` and `Node.table` make it. Later edits do not change it. Tables are equal if their texts and `is_layout` are. A table cannot be
/// pickled, because `element` is a place in a document: pickle `table.header` and `table.rows`.
#[pyclass(frozen, eq, module = "limpid_html")]
pub(crate) struct Table {
    view: View,
    read: ReadTable,
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.read.text == other.read.text && self.read.is_layout == other.read.is_layout
    }
}

/// What is read of a table while other threads run.
pub(crate) struct ReadTable {
    element: NodeId,
    is_layout: bool,
    text: TableText,
}

impl ReadTable {
    /// Reads a table; `None` for a node that is no `table` element.
    pub(crate) fn of(node: NodeRef<'_>, repeat: bool) -> Option<ReadTable> {
        let table = node.table()?;
        Some(ReadTable { element: node.id(), is_layout: table.rendered().is_layout(), text: table.text(repeat) })
    }

    pub(crate) fn into_table(self, view: View) -> Table {
        Table { view, read: self }
    }
}

#[pymethods]
impl Table {
    /// The text of the caption, or `None`.
    #[getter]
    fn caption(&self) -> Option<&str> {
        self.read.text.caption.as_deref()
    }

    /// The names of the columns, or `None` if the table has no header rows. A name of several header cells, one below the other, has `" / "`
    /// between them. Names may be equal.
    #[getter]
    fn header(&self) -> Option<&[String]> {
        Some(&self.read.text.header[..]).filter(|header| !header.is_empty())
    }

    /// The rows after the header: lists with a text for each column. Each access makes new lists.
    #[getter]
    fn rows(&self) -> &[Vec<String>] {
        &self.read.text.rows
    }

    /// Whether the table seems to arrange the parts of the page, by its `role` or its contents.
    #[getter]
    fn is_layout(&self) -> bool {
        self.read.is_layout
    }

    /// The `table` element.
    #[getter]
    fn element(&self, py: Python<'_>) -> Node {
        Node::new(self.view.clone_ref(py), self.read.element)
    }

    /// Returns the header and the rows as CSV, with the quotes of RFC 4180 and line feeds.
    ///
    /// Values are not changed: a spreadsheet takes one that starts with `=`, `+`, `-` or `@` for a formula.
    fn to_csv(&self) -> String {
        self.read.text.to_csv()
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
            "a Table does not pickle, as its element is a place in a document: pickle table.header and table.rows",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let TableText { caption, header, rows, .. } = &self.read.text;
        let caption = match caption {
            Some(caption) => format!(" {},", caption.into_pyobject(py)?.repr()?),
            None => String::new(),
        };
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(header.len());
        Ok(format!("<limpid_html.Table{caption} {columns} columns, {} rows>", rows.len()))
    }
}
